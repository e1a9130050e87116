//! Choices for unescaping a string.

use stringmill_profile::LoneSurrogates;

/// How to unescape.
///
/// ```
/// use stringmill::{JsonUnescape, LoneSurrogates};
///
/// let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
/// assert_eq!(rules.bound(10), 10);
/// assert_eq!(JsonUnescape::UNIT_MAX, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonUnescape {
    /// How to handle a surrogate escape that is not part of a pair.
    pub surrogates: LoneSurrogates,
}

impl JsonUnescape {
    /// Room in which [`json_unescape`](crate::json_unescape) always makes progress.
    pub const UNIT_MAX: usize = 4;

    /// The most bytes that `len` bytes of input can become.
    pub const fn bound(self, len: usize) -> usize {
        len
    }
}
