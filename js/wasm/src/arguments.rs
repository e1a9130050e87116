//! Numbers that a caller gives.

use stringmill::{Chunk, Error, ErrorCode};

/// An error of an argument.
pub(crate) fn misuse(code: ErrorCode) -> Error {
    Error::new(code, 0)
}

/// Whether more follows.
pub(crate) fn chunk(last: u32) -> Chunk {
    if last == 0 { Chunk::More } else { Chunk::Last }
}

/// The choice with this number.
pub(crate) fn numbered<T: Copy>(all: &[T], number: u32) -> Result<T, Error> {
    all.get(number as usize).copied().ok_or(misuse(ErrorCode::ChoiceUnknown))
}
