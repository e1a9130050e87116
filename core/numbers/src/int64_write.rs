//! Integers of 64 bits into decimal digits.
//! A value in, bytes out; at most 20 of them. Standard: RFC 8259, section 6.

use crate::digits::write_digits;
use crate::room::with_room;
use stringmill_outcome::ErrorCode;

/// Writes `value` in decimal digits, with a minus where it is negative, and says how many bytes that took. Bytes of
/// `dst` behind them may be overwritten.
///
/// # Errors
///
/// [`ErrorCode::RoomShort`] where `dst` cannot hold it; [`NUMBER_ROOM`](crate::NUMBER_ROOM) always does. Then `dst` is
/// as it was.
#[inline]
pub fn int64_write(value: i64, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    with_room(dst, |room| {
        // Overwritten where there is none.
        room[0] = b'-';
        write_digits(value.unsigned_abs(), room, usize::from(value < 0))
    })
}

/// As [`int64_write`], for integers without a sign.
///
/// # Errors
///
/// As for that one.
#[inline]
pub fn uint64_write(value: u64, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    with_room(dst, |room| write_digits(value, room, 0))
}
