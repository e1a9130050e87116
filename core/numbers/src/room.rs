//! Room for a number.

use stringmill_outcome::ErrorCode;

/// Bytes that suffice for any number in any shape. With this much room, a writer does not check each byte.
///
/// ```
/// use stringmill::{NUMBER_ROOM, int64_write};
///
/// let mut dst = [0; NUMBER_ROOM];
/// assert_eq!(int64_write(i64::MIN, &mut dst), Ok(20));
/// ```
pub const NUMBER_ROOM: usize = 32;

/// Gives `write` enough room: `dst` if it is long enough, else a temporary buffer. A number that fits is then copied
/// from there. `write` returns how many bytes it wrote.
///
/// # Errors
///
/// [`ErrorCode::RoomShort`]; then nothing is written.
#[inline(always)]
pub(crate) fn with_room(
    dst: &mut [u8],
    write: impl FnOnce(&mut [u8; NUMBER_ROOM]) -> usize,
) -> Result<usize, ErrorCode> {
    match dst.first_chunk_mut() {
        Some(room) => Ok(write(room)),
        None => with_short_room(dst, write),
    }
}

/// As [`with_room`], for a shorter `dst`.
#[cold]
#[inline(never)]
fn with_short_room(dst: &mut [u8], write: impl FnOnce(&mut [u8; NUMBER_ROOM]) -> usize) -> Result<usize, ErrorCode> {
    let mut own = [0; NUMBER_ROOM];
    let len = write(&mut own);
    dst.get_mut(..len).ok_or(ErrorCode::RoomShort)?.copy_from_slice(&own[..len]);
    Ok(len)
}
