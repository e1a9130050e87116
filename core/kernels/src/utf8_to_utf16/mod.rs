//! UTF-8 into UTF-16.
//! Bytes in, code units out.
//! Standard: Unicode, section 3.9, definitions D91 (UTF-16) and D92 (UTF-8), and table 3-7.
//! Method: blocks of 64 bytes. ASCII is widened. Other code units are made in the lane of the last byte that they need,
//! in two registers, and the gaps between them are closed (`lanes.rs`, `blocks.rs`). The block is validated in the same
//! pass, from the same shifted copies. Text that is ill-formed or short of room is transcoded one character at a time
//! (`units.rs`).
//! Output bound: no more code units than bytes.

mod blocks;
mod lanes;
mod rules;
mod units;

use self::blocks::Blocks;
pub(crate) use lanes::{BlockCodeUnits, Utf8Carry, spread};
pub use rules::Utf8ToUtf16;
pub(crate) use units::{put, put_scalar};

use crate::tier::Tier;
use crate::vector::{BLOCK, bytes_of_mut};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use units::Stop;

/// Transcodes as much of `src` into `dst` as fits.
///
/// Stops early, at a whole character, if `dst` has no room for the next one, or if `src` ends inside one and `chunk`
/// says that more follows. Room of [`Utf8ToUtf16::UNIT_MAX`] code units always makes progress. `read` counts bytes,
/// `written` code units; code units of `dst` past `written` may be overwritten. `repairs` counts the pieces that the
/// policy has replaced, dropped or marked.
///
/// # Errors
///
/// Only under [`IllFormed::Reject`](stringmill_profile::IllFormed::Reject): the first ill-formed piece (codes 101 to
/// 107), at its offset in `src`, once all before it had room. The contents of `dst` are then unspecified.
///
/// ```
/// use stringmill::{Chunk, IllFormed, Repairs, Utf8ToUtf16, utf8_to_utf16};
///
/// let rules = Utf8ToUtf16::new(IllFormed::Reject)?;
/// let src = "é😀".as_bytes();
/// let mut dst = vec![0; rules.bound(src.len())];
/// let done = utf8_to_utf16(rules, src, &mut dst, Chunk::Last, &mut Repairs::default())?;
/// assert_eq!(dst[..done.written], [0xE9, 0xD83D, 0xDE00]);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[inline]
pub fn utf8_to_utf16(
    rules: Utf8ToUtf16,
    src: &[u8],
    dst: &mut [u16],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    utf8_to_utf16_with(Tier::best(), rules, src, dst, chunk, repairs)
}

/// As [`utf8_to_utf16`], on a chosen tier.
///
/// ```
/// use stringmill::{Chunk, IllFormed, Repairs, Tier, Utf8ToUtf16, utf8_to_utf16_with};
///
/// let rules = Utf8ToUtf16::new(IllFormed::Reject)?;
/// for tier in Tier::available() {
///     let done = utf8_to_utf16_with(tier, rules, b"abc", &mut [0; 3], Chunk::Last, &mut Repairs::default())?;
///     assert_eq!(done.written, 3);
/// }
/// # Ok::<(), stringmill::Error>(())
/// ```
#[cfg_attr(not(debug_assertions), inline)]
pub fn utf8_to_utf16_with(
    tier: Tier,
    rules: Utf8ToUtf16,
    src: &[u8],
    dst: &mut [u16],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    let dst = bytes_of_mut(dst);
    let done = tier.run::<Blocks>((), src, dst);
    if done.read == src.len() {
        return Ok(done);
    }
    transcode_rest(tier, rules, src, dst, done, chunk, repairs)
}

/// Continues at `done`, at something that no block can express or that has no room.
fn transcode_rest(
    tier: Tier,
    rules: Utf8ToUtf16,
    src: &[u8],
    dst: &mut [u8],
    mut done: Progress,
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    loop {
        let until = if tier.has_vectors() { src.len().min(done.read + BLOCK) } else { src.len() };
        let stop = units::transcode(rules, src, dst, &mut done, until, chunk, repairs)?;
        if stop == Stop::NoProgress || done.read == src.len() {
            return Ok(done);
        }
        done = done.then(tier.run::<Blocks>((), &src[done.read..], &mut dst[2 * done.written..]));
        if done.read == src.len() {
            return Ok(done);
        }
    }
}
