//! The tables that a profile and a policy turn into.

mod non_ascii;
mod sets;
mod spelling;

pub(super) use non_ascii::{LEAD_HIGH, LeadPairs, NEXT_HIGH, NonAscii, THREE_HIGH};
pub(super) use spelling::{Digits, Entry, byte_digits, escape_of, spelled_pair, spelled_short};

use crate::vector::{ByteSet, Register};
use core::fmt;
use non_ascii::Ranges;
use sets::Sets;
use spelling::{Spelling, digits};
use stringmill_outcome::{Error, ErrorCode};
use stringmill_profile::{IllFormed, Profile, UnicodeForm};

/// A profile and a policy, ready for use: make it once, `const` if you can, and escape many strings with it.
///
/// Every profile costs the same: its set of escaped bytes is a table, not code.
///
/// ```
/// use stringmill::{IllFormed, JsonEscape, Profile};
///
/// const RULES: JsonEscape<'static> = match JsonEscape::new(&Profile::HTML, IllFormed::Replace) {
///     Ok(rules) => rules,
///     Err(_) => panic!("the profile takes the policy"),
/// };
/// assert_eq!((RULES.profile().name(), RULES.policy()), ("html", IllFormed::Replace));
/// assert!(RULES.bound(100).unwrap() >= 600);
/// assert_eq!(JsonEscape::UNIT_MAX, 84);
/// ```
#[derive(Clone)]
pub struct JsonEscape<'a> {
    profile: Profile<'a>,
    policy: IllFormed,
    bound: usize,
    pub(super) spelling: Spelling,
    pub(super) sets: Sets,
    pub(super) non_ascii: NonAscii,
    pub(super) ranges: Ranges,
    /// Whether some or all non-ASCII characters become escapes of JSON.
    pub(super) spells_any: bool,
    /// Whether some characters are escaped, and those above U+FFFF are among them, in pairs.
    pub(super) some_in_pairs: bool,
}

impl<'a> JsonEscape<'a> {
    /// Room in which [`json_escape`](crate::json_escape()) always makes progress: the most that one unit can become,
    /// three ill-formed bytes of four visible characters with seven bytes of escape each.
    pub const UNIT_MAX: usize = 3 * 4 * 7;

    /// Prepares `profile` with `policy` for ill-formed input.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::PolicyUnsupported`], at offset 0, if the policy writes lone surrogate escapes and readers of the
    /// profile refuse them.
    pub const fn new(profile: &Profile<'a>, policy: IllFormed) -> Result<Self, Error> {
        if matches!(policy, IllFormed::Reversible) && profile.refuses_surrogates() {
            return Err(Error::new(ErrorCode::PolicyUnsupported, 0));
        }
        let non_ascii = match (profile.non_ascii(), profile.form(), policy) {
            ([], _, IllFormed::Copy) => NonAscii::Copied,
            ([], ..) => NonAscii::Validated,
            ([(0x80, 0x10_FFFF)], UnicodeForm::Json, _) => NonAscii::Spelled,
            ([(0x80, 0x10_FFFF)], UnicodeForm::Ion, _) => NonAscii::ByUnit,
            _ => NonAscii::SomeEscaped,
        };
        let sets = Sets::new(profile, !matches!(non_ascii, NonAscii::Copied));
        let spelling = Spelling::new(profile, &sets.long);
        Ok(JsonEscape {
            profile: *profile,
            policy,
            bound: spelling.longest_per_byte(policy),
            spelling,
            sets,
            non_ascii,
            ranges: Ranges::new(profile, non_ascii),
            spells_any: matches!(non_ascii, NonAscii::Spelled)
                || matches!(non_ascii, NonAscii::SomeEscaped) && matches!(profile.form(), UnicodeForm::Json),
            some_in_pairs: matches!(non_ascii, NonAscii::SomeEscaped)
                && matches!(profile.form(), UnicodeForm::Json)
                && matches!(profile.non_ascii(), [.., (..=0x1_0000, 0x10_FFFF)]),
        })
    }

    /// The most bytes that `len` bytes of input can become, with the quotes not counted; `None` if that exceeds `usize`.
    pub const fn bound(&self, len: usize) -> Option<usize> {
        len.checked_mul(self.bound)
    }

    /// The profile.
    pub const fn profile(&self) -> &Profile<'a> {
        &self.profile
    }

    /// The policy for ill-formed input.
    pub const fn policy(&self) -> IllFormed {
        self.policy
    }

    /// Bytes that a block cannot copy: escaped ASCII, and bytes above 0x7F unless all of these are copied.
    #[inline(always)]
    pub(crate) fn special(&self) -> &ByteSet {
        &self.sets.special
    }

    /// The special bytes as a table.
    #[inline(always)]
    pub(crate) fn stops(&self) -> &[bool; 256] {
        &self.sets.stops
    }

    /// Whether every non-ASCII character becomes an escape of JSON.
    #[inline(always)]
    pub(crate) fn spells(&self) -> bool {
        self.non_ascii == NonAscii::Spelled
    }

    /// Whether only characters above U+FFFF become escapes of JSON, in pairs, and no other non-ASCII ones.
    #[inline(always)]
    pub(crate) fn spells_pairs_only(&self) -> bool {
        self.some_in_pairs && matches!(self.profile.non_ascii(), [(0x1_0000, _)])
    }

    /// The digits of escapes.
    #[inline(always)]
    pub(crate) fn digits(&self) -> &'static [u8; 16] {
        digits(self.profile.hex())
    }

    /// The digits of the `long` escapes of a block, if each is `\u00` and two of them.
    #[inline(always)]
    pub(crate) fn digits_of<R: Register>(&self, r: R, bytes: R::Bytes, long: u64) -> Option<&[u8; 16]> {
        self.spelling.digits_of(r, bytes, long)
    }

    /// Whether ill-formed input has to be found.
    #[inline(always)]
    pub(super) fn validates(&self) -> bool {
        self.policy != IllFormed::Copy
    }

    /// How many bytes an ASCII byte becomes.
    #[inline(always)]
    pub(super) fn entry_len(&self, byte: u8) -> usize {
        self.spelling.entries[byte as usize][7] as usize
    }
}

impl fmt::Debug for JsonEscape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonEscape({}, {})", self.profile.name(), self.policy.name())
    }
}
