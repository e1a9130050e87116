//! Room for a number.

use stringmill_outcome::ErrorCode;

/// Room in bytes that suffices for any number in any shape, and is written to without looking at each byte of it: the
/// longest integer has 20 bytes, the longest float 25.
pub const NUMBER_ROOM: usize = 32;

/// Gives `write` room that suffices: `dst` where it is that long, else room of our own, from which it is copied if it
/// fits after all. `write` says how many bytes it wrote.
///
/// # Errors
///
/// [`ErrorCode::RoomShort`]; then nothing is written.
#[inline(always)]
pub(crate) fn with_room(dst: &mut [u8], write: impl Fn(&mut [u8; NUMBER_ROOM]) -> usize) -> Result<usize, ErrorCode> {
    match dst.first_chunk_mut() {
        Some(room) => Ok(write(room)),
        None => {
            let mut room = [0; NUMBER_ROOM];
            let len = write(&mut room);
            dst.get_mut(..len).ok_or(ErrorCode::RoomShort)?.copy_from_slice(&room[..len]);
            Ok(len)
        }
    }
}
