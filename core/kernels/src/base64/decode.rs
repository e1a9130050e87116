//! Base64 into the bytes that it spells.
//! ASCII in, bytes out.
//! Standard: RFC 4648, sections 3.2, 3.5, 4 and 5.
//! Method: blocks of 64 bytes become numbers and these 48 bytes (Muła and Lemire, "Faster Base64 Encoding and Decoding
//! Using AVX2 Instructions", 2018, and "Base64 encoding and decoding at almost the speed of a memory copy", 2020); white
//! space is taken out of the numbers, which are joined into whole blocks (`blocks.rs`). The last group, and whatever
//! is wrong, are left to the path for single groups (`units.rs`).
//! Output bound: three bytes for each four of input.

use super::rules::Base64Decode;
use super::{blocks, units};
use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, CodeUnits};
use stringmill_outcome::{Chunk, Error, Progress};

/// Decodes as much of `src` into `dst` as fits.
///
/// Four symbols are one unit of three bytes; the last unit may have two or three symbols, with `=` in place of the
/// others if padding is written. Stops at the end of `src`, if `dst` has no room for the next unit, or if `src` ends
/// inside a unit and `chunk` says that more follows. A unit with padding must be the last, so with [`Chunk::More`] it
/// is left unread too: up to four bytes that are no white space, and the white space among and after them. White space
/// before a unit is read whether or not the unit is; white space inside a unit can be dropped by
/// [`Base64Decode::without_white_space`]. Bytes of `dst` past `written` may be overwritten.
///
/// # Errors
///
/// The first of these, once all before it had room; offsets are from the start of `src`: a byte that is no symbol
/// (501), white space that is not allowed (502), the end or another byte in place of padding (503), padding that is not
/// allowed (504), anything after the padding (505), nonzero bits of the last symbol that belong to no byte (506), a
/// single symbol at the end (507).
///
/// ```
/// use stringmill::{Base64Decode, Chunk, base64_decode};
///
/// let mut dst = [0; 16];
/// let done = base64_decode(Base64Decode::FORGIVING, b"SW9u ICYg\r\nY28=", &mut dst, Chunk::Last)?;
/// assert_eq!(&dst[..done.written], b"Ion & co");
/// # Ok::<(), stringmill::Error>(())
/// ```
#[inline]
pub fn base64_decode(rules: Base64Decode, src: &[u8], dst: &mut [u8], chunk: Chunk) -> Result<Progress, Error> {
    base64_decode_with(Tier::best(), rules, src, dst, chunk)
}

/// As [`base64_decode`], on a chosen tier.
///
/// ```
/// use stringmill::{Base64Decode, Chunk, Tier, base64_decode_with};
///
/// for tier in Tier::available() {
///     assert_eq!(base64_decode_with(tier, Base64Decode::STANDARD, b"aGk=", &mut [0; 3], Chunk::Last)?.written, 2);
/// }
/// # Ok::<(), stringmill::Error>(())
/// ```
#[cfg_attr(not(debug_assertions), inline)]
pub fn base64_decode_with(
    tier: Tier,
    rules: Base64Decode,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
) -> Result<Progress, Error> {
    tier.run::<Decode>((rules, chunk), src, dst)
}

struct Decode;

impl Kernel for Decode {
    type Context<'a> = (Base64Decode, Chunk);
    type CodeUnit = u8;
    type Output = Result<Progress, Error>;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (rules, chunk): (Base64Decode, Chunk), src: &[u8], dst: &mut [u8]) -> Self::Output {
        // White space at the end would hide the padding before it.
        let text = if chunk == Chunk::Last { rules.trimmed(src) } else { src };
        if text.len() <= BLOCK
            && let Some(done) = blocks::decode_short(v, rules, text, dst, chunk)
        {
            return Ok(Progress { read: src.len(), ..done });
        }
        let done = blocks::decode(v, rules, text, dst);
        if done.read == text.len() {
            return Ok(Progress { read: src.len(), ..done });
        }
        if let Some(done) = units::last_padded(rules, text, dst, done, chunk) {
            return Ok(Progress { read: src.len(), ..done });
        }
        units::decode(rules, src, dst, done, chunk)
    }

    fn run_scalar((rules, chunk): (Base64Decode, Chunk), src: &[u8], dst: &mut [u8]) -> Self::Output {
        units::decode(rules, src, dst, Progress::default(), chunk)
    }
}
