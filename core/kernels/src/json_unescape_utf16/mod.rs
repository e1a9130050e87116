//! The inside of a JSON string, in UTF-8, into UTF-16.
//! Bytes in, code units out; stops at the first unescaped quote, which is left to the caller.
//! Standard: RFC 8259, section 7; Unicode, table 3-7 and section 3.9, definition D91.
//! Method: blocks of 64 bytes. Each escape is decoded in the lane of its last byte, each character in those of its last
//! bytes, all of a block at once; then the gaps are closed (`blocks.rs`). Units that a block cannot express are done
//! one at a time (`units.rs`). Text of which most is unicode escapes is decoded without gaps (`dense_escapes.rs`).
//! ASCII with short escapes, the most frequent text, has a simpler loop (`ascii.rs`).
//! Output bound: no more code units than bytes.

mod ascii;
mod blocks;
mod dense_escapes;
mod units;

use self::ascii::Ascii;
use self::blocks::Blocks;
use self::dense_escapes::{DenseEscapes, is_for_dense};
use crate::json_unescape::{JsonUnescape, Stop, is_end};
use crate::tier::Tier;
use crate::vector::{BLOCK, bytes_of_mut};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};

/// Unescapes as much of `src` into `dst` as fits.
///
/// As [`json_unescape`](crate::json_unescape()), except for the output: `written` counts code units, of which
/// [`JsonUnescape::UNIT_MAX`] always suffice for progress and `src.len()` for all. Under
/// [`LoneSurrogates::Reversible`](stringmill_profile::LoneSurrogates::Reversible) the escapes `\udc80` to `\udcff`,
/// which represent bytes that were no UTF-8, are the lone surrogates that they spell.
///
/// # Errors
///
/// As [`json_unescape`](crate::json_unescape()).
///
/// ```
/// use stringmill::{Chunk, JsonUnescape, LoneSurrogates, Repairs, json_unescape_utf16};
///
/// let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
/// let mut dst = [0; 16];
/// let done = json_unescape_utf16(rules, br"\ud83d\ude00!", &mut dst, Chunk::Last, &mut Repairs::default())?;
/// assert_eq!(dst[..done.written], [0xD83D, 0xDE00, 0x21]);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[inline]
pub fn json_unescape_utf16(
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u16],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    json_unescape_utf16_with(Tier::best(), rules, src, dst, chunk, repairs)
}

/// As [`json_unescape_utf16`], on a chosen tier.
///
/// ```
/// use stringmill::{Chunk, JsonUnescape, LoneSurrogates, Repairs, Tier, json_unescape_utf16_with};
///
/// let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
/// for tier in Tier::available() {
///     let done = json_unescape_utf16_with(tier, rules, br"a\tb", &mut [0; 8], Chunk::Last, &mut Repairs::default())?;
///     assert_eq!(done.written, 3);
/// }
/// # Ok::<(), stringmill::Error>(())
/// ```
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_unescape_utf16_with(
    tier: Tier,
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u16],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    let dst = bytes_of_mut(dst);
    let mut done = Progress::default();
    if is_for_dense(src) {
        done = tier.run::<DenseEscapes>((), src, dst);
    } else if src.first().is_some_and(|&byte| byte < 0x80) {
        done = tier.run::<Ascii>((), src, dst);
        if is_end(src, done) {
            return Ok(done);
        }
    }
    done = done.then(tier.run::<Blocks>((), &src[done.read..], &mut dst[2 * done.written..]));
    if is_end(src, done) {
        return Ok(done);
    }
    unescape_rest(tier, rules, src, dst, done, chunk, repairs)
}

/// Continues at `done`, at something that no block can express or that has no room.
fn unescape_rest(
    tier: Tier,
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u8],
    mut done: Progress,
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    loop {
        let start = done.read;
        if is_for_dense(&src[start..]) {
            done = done.then(tier.run::<DenseEscapes>((), &src[start..], &mut dst[2 * done.written..]));
        }
        if done.read == start {
            let until = if tier.has_vectors() { src.len().min(start + BLOCK) } else { src.len() };
            if units::unescape(rules, src, dst, &mut done, until, chunk, repairs)? == Stop::NoProgress {
                return Ok(done);
            }
        }
        if !is_end(src, done) {
            done = done.then(tier.run::<Blocks>((), &src[done.read..], &mut dst[2 * done.written..]));
        }
        if is_end(src, done) {
            return Ok(done);
        }
    }
}
