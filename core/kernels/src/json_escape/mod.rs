//! Raw bytes, or text known to be well-formed, into the inside of an escaped string.
//! Bytes in, bytes out; the caller writes the quotes around the string.
//! Standard: RFC 8259, section 7; Unicode, table 3-7 and section 3.9 for ill-formed sequences and their pieces.
//! Output bound: [`JsonEscape::bound`].
//!
//! # Method
//!
//! [`rules`] turn a profile and a policy into tables. A [`leaf`] escapes text with vectors and stops in front of the rest.
//! The [`driver`] alone decides which leaf continues there, or whether [`unit`] escapes the next characters one by one:
//!
//! ```text
//! length <= 64   Short              read all of src: done; most strings end here
//!        <= 1024 Clean              up to 64 bytes whose non-ASCII characters are escaped: Marked..., then unit
//!        longer  Plain
//!                  |
//!                  v                stopped after at most 1,024 bytes
//!        second leaf: Whole, Plain, Valid, or Spell and Runs
//!                  |
//!                  v                until src or dst is used up
//!           +-> the leaf for text: Plain, Valid, Mixed, or Spell and Runs
//!           |   Long, for blocks with escapes of more than two bytes
//!           +-- unit: an ill-formed piece, or the next 64 bytes
//! ```
//!
//! Blocks of 64 bytes are classified with two nibble look-ups that hold any set of ASCII bytes. A clean block is one
//! store. A block with two-byte escapes is expanded by its mask, at a cost that does not depend on their number.

mod blocks;
mod driver;
mod leaf;
mod rules;
mod unit;

pub(crate) use blocks::{Classes, escape_block, escape_bytes, escape_special};
pub use rules::JsonEscape;

use crate::tier::Tier;
use stringmill_outcome::{Chunk, Error, Progress, Repairs};

/// Escapes as much of `src` into `dst` as fits, under `rules`.
///
/// Stops early, at a whole unit, if `dst` has no room for the next one, or if `src` ends inside a sequence and `chunk`
/// announces more. A unit is a well-formed sequence, or a piece of ill-formed bytes as the policy cuts them; under `copy`,
/// with a profile that escapes nothing above 0x7F, it is a byte. Room of [`JsonEscape::UNIT_MAX`] bytes always makes
/// progress. Bytes of `dst` past `written` may be overwritten. `repairs` counts the pieces that a policy has replaced,
/// dropped or marked.
///
/// # Errors
///
/// Only under [`IllFormed::Reject`](stringmill_profile::IllFormed::Reject): the first ill-formed piece (codes 101 to
/// 107), at the offset of its first byte in `src`, after everything before it had room. The content of `dst` is then
/// unspecified.
///
/// ```
/// use stringmill::{Chunk, IllFormed, JsonEscape, Profile, Repairs, json_escape};
///
/// let rules = JsonEscape::new(&Profile::JSON, IllFormed::Replace)?;
/// let src = b"caf\xE9 says \"hi\"\n";
/// let mut dst = vec![0; rules.bound(src.len()).unwrap()];
/// let mut repairs = Repairs::default();
/// let done = json_escape(&rules, src, &mut dst, Chunk::Last, &mut repairs)?;
/// assert_eq!(&dst[..done.written], "caf\u{FFFD} says \\\"hi\\\"\\n".as_bytes());
/// assert_eq!((repairs.count, repairs.first), (1, Some(3)));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[inline]
pub fn json_escape(
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    json_escape_with(Tier::best(), rules, src, dst, chunk, repairs)
}

/// As [`json_escape`], on a chosen tier.
///
/// ```
/// use stringmill::{Chunk, IllFormed, JsonEscape, Profile, Repairs, Tier, json_escape_with};
///
/// let rules = JsonEscape::new(&Profile::JSON, IllFormed::Reject)?;
/// for tier in Tier::available() {
///     let done = json_escape_with(tier, &rules, b"a\tb", &mut [0; 100], Chunk::Last, &mut Repairs::default())?;
///     assert_eq!(done.written, 4);
/// }
/// # Ok::<(), stringmill::Error>(())
/// ```
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_escape_with(
    tier: Tier,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    driver::escape(tier, rules, src, dst, chunk, repairs)
}
