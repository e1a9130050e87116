//! A profile and a policy for lone surrogates.

use crate::json_escape::JsonEscape;
use core::fmt;
use stringmill_outcome::{Error, ErrorCode};
use stringmill_profile::{HexCase, IllFormed, IllFormedUtf16, Profile};

/// A profile and a policy for lone surrogates, ready for use: make it once, `const` if you can, and escape many strings
/// with it.
///
/// ```
/// use stringmill::{IllFormedUtf16, JsonEscapeUtf16, Profile};
///
/// let rules = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Escape)?;
/// assert_eq!((rules.profile().name(), rules.policy()), ("json", IllFormedUtf16::Escape));
/// assert!(rules.bound(100).unwrap() >= 600);
/// assert_eq!(JsonEscapeUtf16::UNIT_MAX, 12);
/// let mut dst = [0; 2];
/// assert!(rules.copy_plain(&[0x68, 0x69], &mut dst) && dst == *b"hi");
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone)]
pub struct JsonEscapeUtf16<'a> {
    pub(super) escape: JsonEscape<'a>,
    policy: IllFormedUtf16,
    bound: usize,
    /// The bytes that replace a lone surrogate, if they are the same for all.
    pub(super) repair: [u8; 7],
    pub(super) repair_len: usize,
}

impl<'a> JsonEscapeUtf16<'a> {
    /// Room in which [`json_escape_utf16`](crate::json_escape_utf16()) always makes progress: the most that one
    /// character becomes, a surrogate pair of escapes.
    pub const UNIT_MAX: usize = 12;

    /// Prepares `profile` with `policy` for lone surrogates.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::PolicyUnsupported`], at offset 0, for [`IllFormedUtf16::Wtf8`], as the output must be well-formed,
    /// and for [`IllFormedUtf16::Escape`] if readers of the profile refuse lone surrogate escapes.
    pub const fn new(profile: &Profile<'a>, policy: IllFormedUtf16) -> Result<Self, Error> {
        let refused = match policy {
            IllFormedUtf16::Wtf8 => true,
            IllFormedUtf16::Escape => profile.refuses_surrogates(),
            IllFormedUtf16::Reject | IllFormedUtf16::Replace | IllFormedUtf16::QuestionMark => false,
        };
        if refused {
            return Err(Error::new(ErrorCode::PolicyUnsupported, 0));
        }
        let escape = match JsonEscape::new(profile, IllFormed::Copy) {
            Ok(escape) => escape,
            Err(error) => return Err(error),
        };
        let (repair, repair_len) = repair(profile, policy);
        let mut bound = longest_ascii(profile, 3);
        if !profile.non_ascii().is_empty() && bound < 6 {
            bound = 6;
        }
        if repair_len > bound {
            bound = repair_len;
        }
        Ok(JsonEscapeUtf16 { escape, policy, bound, repair, repair_len })
    }

    /// The most bytes that `len` code units can become, with the quotes not counted; `None` if that exceeds `usize`.
    pub const fn bound(&self, len: usize) -> Option<usize> {
        len.checked_mul(self.bound)
    }

    /// The profile.
    pub const fn profile(&self) -> &Profile<'a> {
        self.escape.profile()
    }

    /// The policy for lone surrogates.
    pub const fn policy(&self) -> IllFormedUtf16 {
        self.policy
    }

    /// Copies `src` into `dst`, of the same length, as bytes. Returns true if that is all: if `src` is ASCII without
    /// anything to escape. Otherwise the contents of `dst` are unspecified.
    ///
    /// Code unit by code unit, for text so short that a call of [`json_escape_utf16`](crate::json_escape_utf16()) would
    /// cost more.
    #[inline(always)]
    pub fn copy_plain(&self, src: &[u16], dst: &mut [u8]) -> bool {
        let stops = self.escape.stops();
        let (mut all, mut stop) = (0, false);
        for (&unit, byte) in src.iter().zip(dst) {
            *byte = unit as u8;
            all |= unit;
            stop |= stops[usize::from(unit as u8)];
        }
        all < 0x80 && !stop
    }
}

impl fmt::Debug for JsonEscapeUtf16<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonEscapeUtf16({}, {})", self.profile().name(), self.policy.name())
    }
}

/// The bytes that `policy` writes for a lone surrogate, and how many; of an escape, all but its digits.
const fn repair(profile: &Profile<'_>, policy: IllFormedUtf16) -> ([u8; 7], usize) {
    let text: &[u8] = match policy {
        IllFormedUtf16::QuestionMark => match &profile.ascii()[b'?' as usize] {
            escape if escape.bytes().is_some() => escape.bytes().unwrap(),
            _ => b"?",
        },
        IllFormedUtf16::Replace if profile.escapes_replacement() || profile.escapes_non_ascii(0xFFFD) => {
            return (unit_escape(0xFFFD, profile.hex()), 6);
        }
        IllFormedUtf16::Replace => "\u{FFFD}".as_bytes(),
        IllFormedUtf16::Escape => return (unit_escape(0xD800, profile.hex()), 6),
        IllFormedUtf16::Reject | IllFormedUtf16::Wtf8 => &[],
    };
    let mut copy = [0; 7];
    copy.split_at_mut(text.len()).0.copy_from_slice(text);
    (copy, text.len())
}

/// `\uXXXX`, and a byte that does not count.
pub(super) const fn unit_escape(unit: u16, hex: HexCase) -> [u8; 7] {
    let [high, low] = unit.to_be_bytes();
    [b'\\', b'u', hex.digit(high >> 4), hex.digit(high), hex.digit(low >> 4), hex.digit(low), 0]
}

/// The most bytes that an ASCII character becomes, or `longest` if that is more.
pub(crate) const fn longest_ascii(profile: &Profile<'_>, mut longest: usize) -> usize {
    let mut byte = 0;
    while byte < 0x80 {
        if let Some(escape) = profile.ascii()[byte].bytes()
            && escape.len() > longest
        {
            longest = escape.len();
        }
        byte += 1;
    }
    longest
}
