//! UTF-16 into the inside of an escaped string of UTF-8.
//! Code units in, bytes out; does not add the surrounding quotes.
//! Standard: RFC 8259, section 7; Unicode, section 3.9, definitions D91 (UTF-16) and D92 (UTF-8).
//! Method: some hundred code units at a time are transcoded into a buffer on the stack and escaped from there into
//! `dst`, by the kernels for both on the same tier. The output of the first is well-formed, so the second checks
//! nothing. Blocks of ASCII need no buffer: each is escaped as soon as it is narrowed. If all non-ASCII or all
//! surrogate pairs become escapes, text with non-ASCII is escaped straight from its code units. The [`driver`]
//! alternates between four leaves and the room: `short` and `ascii` narrow and escape, `spell` and `pairs` write
//! escapes of code units. A lone surrogate is the only code unit that is handled alone (`unit.rs`).
//! Output bound: [`JsonEscapeUtf16::bound`].

mod ascii_block;
mod driver;
mod leaf;
mod rules;
mod speller;
mod unit;

pub(crate) use driver::escape_whole;
pub use rules::JsonEscapeUtf16;
pub(crate) use rules::longest_ascii;

use crate::tier::Tier;
use stringmill_outcome::{Chunk, Error, Progress, Repairs};

/// Escapes as much of `src` into `dst` as fits, under `rules`.
///
/// Stops early, at a whole character, if `dst` has no room for the next one, or if `src` ends with a high surrogate and
/// `chunk` says that more follows. Room of [`JsonEscapeUtf16::UNIT_MAX`] bytes always makes progress. Bytes of `dst`
/// past `written` may be overwritten. `repairs` counts the lone surrogates that the policy has replaced or escaped.
///
/// # Errors
///
/// Only under [`IllFormedUtf16::Reject`](stringmill_profile::IllFormedUtf16::Reject):
/// [`ErrorCode::Utf16SurrogateLone`](stringmill_outcome::ErrorCode::Utf16SurrogateLone) for the first lone surrogate,
/// at its offset in code units of `src`, once all before it had room. The contents of `dst` are then unspecified.
///
/// ```
/// use stringmill::{Chunk, IllFormedUtf16, JsonEscapeUtf16, Profile, Repairs, json_escape_utf16};
///
/// let rules = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Escape)?;
/// let mut dst = [0; 32];
/// let done = json_escape_utf16(&rules, &[0x22, 0xE9, 0xD800], &mut dst, Chunk::Last, &mut Repairs::default())?;
/// assert_eq!(&dst[..done.written], r#"\"é\ud800"#.as_bytes());
/// # Ok::<(), stringmill::Error>(())
/// ```
#[inline]
pub fn json_escape_utf16(
    rules: &JsonEscapeUtf16<'_>,
    src: &[u16],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    json_escape_utf16_with(Tier::best(), rules, src, dst, chunk, repairs)
}

/// As [`json_escape_utf16`], on a chosen tier.
///
/// ```
/// use stringmill::{Chunk, IllFormedUtf16, JsonEscapeUtf16, Profile, Repairs, Tier, json_escape_utf16_with};
///
/// let rules = JsonEscapeUtf16::new(&Profile::JSON, IllFormedUtf16::Reject)?;
/// for tier in Tier::available() {
///     let done = json_escape_utf16_with(tier, &rules, &[0x61, 9], &mut [0; 16], Chunk::Last, &mut Repairs::default())?;
///     assert_eq!(done.written, 3);
/// }
/// # Ok::<(), stringmill::Error>(())
/// ```
pub fn json_escape_utf16_with(
    tier: Tier,
    rules: &JsonEscapeUtf16<'_>,
    src: &[u16],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    driver::escape(tier, rules, src, dst, chunk, repairs)
}
