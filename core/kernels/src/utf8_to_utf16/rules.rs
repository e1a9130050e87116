//! Choices for transcoding UTF-8 into UTF-16.

use stringmill_outcome::{Error, ErrorCode};
use stringmill_profile::IllFormed;

/// A policy for ill-formed UTF-8, known to make sense in UTF-16.
///
/// ```
/// use stringmill::{IllFormed, Utf8ToUtf16};
///
/// let rules = Utf8ToUtf16::new(IllFormed::Replace)?;
/// assert_eq!((rules.policy(), rules.bound(10)), (IllFormed::Replace, 10));
/// assert!(rules.bound(10) >= Utf8ToUtf16::UNIT_MAX);
/// assert!(Utf8ToUtf16::new(IllFormed::Copy).is_err());
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utf8ToUtf16 {
    policy: IllFormed,
}

impl Utf8ToUtf16 {
    /// Room in which [`utf8_to_utf16`](crate::utf8_to_utf16()) always makes progress, in code units: each of three
    /// bytes may become one.
    pub const UNIT_MAX: usize = 3;

    /// Takes the policy for ill-formed UTF-8. [`IllFormed::Reversible`] writes the lone surrogate U+DCNN for the byte
    /// NN.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::PolicyUnsupported`], at offset 0, for [`IllFormed::Copy`], as no bytes can be copied, and for
    /// [`IllFormed::Visible`], as plain text has no escapes.
    pub const fn new(policy: IllFormed) -> Result<Self, Error> {
        match policy {
            IllFormed::Copy | IllFormed::Visible => Err(Error::new(ErrorCode::PolicyUnsupported, 0)),
            _ => Ok(Utf8ToUtf16 { policy }),
        }
    }

    /// The most code units that `len` bytes can become.
    pub const fn bound(self, len: usize) -> usize {
        len
    }

    /// The policy for ill-formed UTF-8.
    pub const fn policy(self) -> IllFormed {
        self.policy
    }
}
