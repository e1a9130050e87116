//! Integers of 64 bits into decimal digits. A value in, bytes out; at most 20 of them.
//! Standard: RFC 8259, section 6.

use crate::digits::write_digits;
use crate::room::with_room;
use stringmill_outcome::ErrorCode;

/// Writes `value` in decimal digits, with a minus if it is negative, and returns the number of bytes. May overwrite
/// bytes of `dst` after them.
///
/// # Errors
///
/// [`ErrorCode::RoomShort`] if `dst` is too short; [`NUMBER_ROOM`](crate::NUMBER_ROOM) always suffices. Then `dst` is
/// unchanged.
///
/// ```
/// use stringmill::{NUMBER_ROOM, int64_write};
///
/// let mut dst = [0; NUMBER_ROOM];
/// let len = int64_write(-12, &mut dst)?;
/// assert_eq!(&dst[..len], b"-12");
/// # Ok::<(), stringmill::ErrorCode>(())
/// ```
#[inline]
pub fn int64_write(value: i64, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    with_room(dst, |room| {
        // The first digit overwrites the minus of a positive value.
        room[0] = b'-';
        write_digits(value.unsigned_abs(), room, usize::from(value < 0))
    })
}

/// As [`int64_write`], for unsigned integers.
///
/// # Errors
///
/// As for [`int64_write`].
///
/// ```
/// use stringmill::{ErrorCode, NUMBER_ROOM, uint64_write};
///
/// let mut dst = [0; NUMBER_ROOM];
/// let len = uint64_write(u64::MAX, &mut dst)?;
/// assert_eq!(&dst[..len], b"18446744073709551615");
/// assert_eq!(uint64_write(100, &mut dst[..2]), Err(ErrorCode::RoomShort));
/// # Ok::<(), ErrorCode>(())
/// ```
#[inline]
pub fn uint64_write(value: u64, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    with_room(dst, |room| write_digits(value, room, 0))
}
