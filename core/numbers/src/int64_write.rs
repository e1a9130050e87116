//! Integers of 64 bits into decimal digits.
//! A value in, bytes out; at most 20 of them. Standard: RFC 8259, section 6. Digits come from the crate `itoa`.

use crate::room::with_room;
use stringmill_outcome::ErrorCode;

/// Writes `value` in decimal digits, with a minus where it is negative, and says how many bytes that took.
///
/// # Errors
///
/// [`ErrorCode::RoomShort`] where `dst` cannot hold it; [`NUMBER_ROOM`](crate::NUMBER_ROOM) always does. Then `dst` is
/// as it was.
#[inline]
pub fn int64_write(value: i64, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    write(value, dst)
}

/// As [`int64_write`], for integers without a sign.
///
/// # Errors
///
/// As for that one.
#[inline]
pub fn uint64_write(value: u64, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    write(value, dst)
}

#[inline(always)]
fn write(value: impl itoa::Integer + Copy, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    with_room(dst, |room| {
        let mut buffer = itoa::Buffer::new();
        let text = buffer.format(value).as_bytes();
        room[..text.len()].copy_from_slice(text);
        text.len()
    })
}
