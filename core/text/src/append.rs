//! Runs a kernel in a loop, with the end of a `Vec` as its output.

use alloc::vec::Vec;
use stringmill_outcome::{Chunk, Error, Repairs};

use crate::operation::Operation;

/// Room that suffices for the next unit of any operation.
const LEAST: usize = 128;

/// Appends `src`, converted by `operation`, to `into`. An error leaves `into` unchanged.
pub(crate) fn append(operation: &impl Operation, src: &[u8], into: &mut Vec<u8>) -> Result<(), Error> {
    let before = into.len();
    let (mut read, mut len) = (0, before);
    while read < src.len() {
        let rest = &src[read..];
        // Most texts have few escapes, so the room is an eighth more than the rest needs without any. In a text that
        // is all escapes the room of each step shrinks with the rest, so all steps together take linear time.
        into.resize(len + rest.len() + rest.len() / 8 + LEAST, 0);
        let mut repairs = Repairs { base: read as u64, ..Repairs::default() };
        match operation.convert(rest, &mut into[len..], Chunk::Last, &mut repairs) {
            Ok(done) => (read, len) = (read + done.read, len + done.written),
            Err(error) => {
                into.truncate(before);
                return Err(error.after(read as u64));
            }
        }
    }
    into.truncate(len);
    Ok(())
}
