//! One character or escape at a time: the scalar tier, and the remainder of blocks. The bytes of `dst` are those of
//! code units in the order of the machine; `written` counts code units.

use crate::json_unescape::{JsonUnescape, STOPS, Stop, Unit, unit};
use crate::utf8::{Sequence, sequence};
use crate::utf8_to_utf16::{put, put_scalar};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};

/// Unescapes units until at least `until` bytes of `src` are read.
pub(super) fn unescape(
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u8],
    done: &mut Progress,
    until: usize,
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Stop, Error> {
    while done.read < until {
        widen_plain(&src[..until], dst, done);
        if done.read == until {
            break;
        }
        let found = unit(rules, &src[done.read..], chunk).map_err(|code| Error::new(code, done.read as u64))?;
        let room = &mut dst[2 * done.written..];
        let (read, written) = match found {
            Unit::NoProgress => return Ok(Stop::NoProgress),
            Unit::Replaced => (6, put(room, [0xFFFD])),
            Unit::Text { read, text, len } => match sequence(&text[..len]) {
                Sequence::Whole { code, .. } => (read, put_scalar(room, code)),
                // A byte that was no UTF-8 before it was escaped.
                Sequence::Ill { .. } | Sequence::Cut => (read, put(room, [0xDC00 | u16::from(text[0])])),
            },
        };
        let Some(written) = written else { return Ok(Stop::NoProgress) };
        if matches!(found, Unit::Replaced) {
            repairs.note(done.read);
        }
        *done = Progress { read: done.read + read, written: done.written + written };
    }
    Ok(Stop::Reached)
}

/// Widens runs of plain text, eight bytes at a time.
#[inline]
fn widen_plain(src: &[u8], dst: &mut [u8], done: &mut Progress) {
    while let Some(word) = src[done.read..].first_chunk::<8>()
        && let Some(room) = dst[2 * done.written..].first_chunk_mut::<16>()
    {
        // No early exit: eight independent loads cost less than one mispredicted branch.
        if word.iter().fold(false, |stop, &byte| stop | STOPS[byte as usize]) {
            return;
        }
        for (unit, byte) in room.as_chunks_mut().0.iter_mut().zip(word) {
            *unit = u16::from(*byte).to_ne_bytes();
        }
        *done = Progress { read: done.read + 8, written: done.written + 8 };
    }
}
