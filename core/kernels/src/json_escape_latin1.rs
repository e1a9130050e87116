//! Latin-1 into the inside of an escaped string of UTF-8.
//! Bytes in, bytes out; the quotes around the string are the caller's. There is no ill-formed input.
//! Standard: RFC 8259, section 7; ISO 8859-1, whose bytes are the first 256 code points.
//! Method: as `json_escape_utf16.rs`.
//! Output bound: [`JsonEscapeLatin1::bound`].

use crate::json_escape::JsonEscape;
use crate::json_escape_utf16::{escape_whole, longest_ascii};
use crate::latin1_to_utf8::latin1_to_utf8_with;
use crate::tier::Tier;
use crate::utf8::is_continuation;
use core::fmt;
use stringmill_outcome::Progress;
use stringmill_profile::{IllFormed, Profile, UnicodeForm};

/// A profile, ready for use: make it once, `const` if you can, and escape many strings with it.
///
/// ```
/// use stringmill::{JsonEscapeLatin1, Profile};
///
/// const RULES: JsonEscapeLatin1<'static> = JsonEscapeLatin1::new(&Profile::JSON);
/// assert_eq!(RULES.profile().name(), "json");
/// assert!(RULES.bound(100).unwrap() >= 600);
/// assert_eq!(JsonEscapeLatin1::UNIT_MAX, 7);
/// ```
#[derive(Clone)]
pub struct JsonEscapeLatin1<'a> {
    escape: JsonEscape<'a>,
    bound: usize,
}

impl<'a> JsonEscapeLatin1<'a> {
    /// Room in which [`json_escape_latin1`] always makes progress: the longest escape.
    pub const UNIT_MAX: usize = 7;

    /// Prepares `profile`.
    pub const fn new(profile: &Profile<'a>) -> Self {
        let Ok(escape) = JsonEscape::new(profile, IllFormed::Copy) else {
            panic!("every profile takes the policy");
        };
        let non_ascii = match (profile.non_ascii(), profile.form()) {
            ([(..=0xFF, _), ..], UnicodeForm::Json) => 6,
            ([(..=0xFF, _), ..], UnicodeForm::Ion) => 4,
            _ => 2,
        };
        JsonEscapeLatin1 { escape, bound: longest_ascii(profile, non_ascii) }
    }

    /// The most bytes that `len` bytes of input can become, with the quotes not counted; `None` if that exceeds
    /// `usize`.
    pub const fn bound(&self, len: usize) -> Option<usize> {
        len.checked_mul(self.bound)
    }

    /// The profile.
    pub const fn profile(&self) -> &Profile<'a> {
        self.escape.profile()
    }
}

impl fmt::Debug for JsonEscapeLatin1<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonEscapeLatin1({})", self.profile().name())
    }
}

/// Escapes as much of `src` into `dst` as fits, under `rules`.
///
/// Stops early, at a whole character, if `dst` has no room for the next one; room of [`JsonEscapeLatin1::UNIT_MAX`]
/// bytes always makes progress. Bytes of `dst` past `written` may be overwritten. Gives no errors.
///
/// ```
/// use stringmill::{JsonEscapeLatin1, Profile, json_escape_latin1};
///
/// let rules = JsonEscapeLatin1::new(&Profile::JSON);
/// let mut dst = [0; 16];
/// let done = json_escape_latin1(&rules, b"\"caf\xE9\"", &mut dst);
/// assert_eq!(&dst[..done.written], "\\\"café\\\"".as_bytes());
/// ```
#[inline]
pub fn json_escape_latin1(rules: &JsonEscapeLatin1<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    json_escape_latin1_with(Tier::best(), rules, src, dst)
}

/// As [`json_escape_latin1`], on a chosen tier.
///
/// ```
/// use stringmill::{JsonEscapeLatin1, Profile, Tier, json_escape_latin1_with};
///
/// let rules = JsonEscapeLatin1::new(&Profile::JSON);
/// assert!(Tier::available().all(|tier| json_escape_latin1_with(tier, &rules, b"a\n", &mut [0; 7]).written == 3));
/// ```
pub fn json_escape_latin1_with(tier: Tier, rules: &JsonEscapeLatin1<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    // The buffer is filled with zeros first, so short text gets a small buffer.
    match src.len() {
        ..=64 => staged::<128>(tier, rules, src, dst),
        _ => staged::<1024>(tier, rules, src, dst),
    }
}

/// Escapes by way of a room of `ROOM` bytes, two for each byte.
fn staged<const ROOM: usize>(tier: Tier, rules: &JsonEscapeLatin1<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    let mut room = [0; ROOM];
    let mut done = Progress::default();
    for part in src.chunks(ROOM / 2) {
        let staged = latin1_to_utf8_with(tier, part, &mut room);
        let text = &room[..staged.written];
        let escaped = escape_whole(tier, &rules.escape, text, &mut dst[done.written..]);
        done.written += escaped.written;
        if escaped.read < text.len() {
            done.read += text[..escaped.read].iter().filter(|byte| !is_continuation(**byte)).count();
            break;
        }
        done.read += staged.read;
    }
    done
}
