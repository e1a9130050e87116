//! One character, or one ill-formed piece, at a time: the scalar tier, and the remainder of blocks. The bytes of `dst`
//! are those of code units in the order of the machine; `written` counts code units.

use super::rules::Utf8ToUtf16;
use crate::utf8::{Sequence, piece_len, sequence};
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::IllFormed;

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The loop has reached the place that the caller gave.
    Reached,
    /// There is no room for the next unit, or its end is still to come.
    NoProgress,
}

/// Transcodes until at least `until` bytes of `src` are read.
pub(super) fn transcode(
    rules: Utf8ToUtf16,
    src: &[u8],
    dst: &mut [u8],
    done: &mut Progress,
    until: usize,
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Stop, Error> {
    loop {
        widen_ascii(&src[..until], dst, done);
        if done.read >= until {
            return Ok(Stop::Reached);
        }
        let (rest, room) = (&src[done.read..], &mut dst[2 * done.written..]);
        let (subpart, error) = match sequence(rest) {
            Sequence::Whole { len, code } => {
                let Some(written) = put_scalar(room, code) else { return Ok(Stop::NoProgress) };
                *done = Progress { read: done.read + len, written: done.written + written };
                continue;
            }
            Sequence::Cut if chunk == Chunk::More => return Ok(Stop::NoProgress),
            Sequence::Cut => (rest.len(), ErrorCode::Utf8Incomplete),
            Sequence::Ill { len, error } => (len, error),
        };
        let Some(read) = piece_len(rules.policy(), rest, subpart, chunk) else { return Ok(Stop::NoProgress) };
        let written = match rules.policy() {
            IllFormed::Reject | IllFormed::Copy | IllFormed::Visible => {
                return Err(Error::new(error, done.read as u64));
            }
            IllFormed::IgnorePhp => Some(0),
            IllFormed::Replace | IllFormed::ReplaceJava | IllFormed::ReplacePhp => put(room, [0xFFFD]),
            IllFormed::Reversible => put_bytes(room, &rest[..read]),
        };
        let Some(written) = written else { return Ok(Stop::NoProgress) };
        repairs.note(done.read);
        *done = Progress { read: done.read + read, written: done.written + written };
    }
}

/// Widens ASCII, eight bytes at a time and then one by one.
#[inline]
fn widen_ascii(src: &[u8], dst: &mut [u8], done: &mut Progress) {
    while let Some(word) = src.get(done.read..).and_then(|rest| rest.first_chunk::<8>())
        && u64::from_ne_bytes(*word) & 0x8080_8080_8080_8080 == 0
        && let Some(room) = dst[2 * done.written..].first_chunk_mut::<16>()
    {
        for (unit, byte) in room.as_chunks_mut().0.iter_mut().zip(word) {
            *unit = u16::from(*byte).to_ne_bytes();
        }
        *done = Progress { read: done.read + 8, written: done.written + 8 };
    }
    while let Some(&byte @ ..=0x7F) = src.get(done.read)
        && put(&mut dst[2 * done.written..], [byte.into()]).is_some()
    {
        *done = Progress { read: done.read + 1, written: done.written + 1 };
    }
}

/// Writes the one or two code units of a scalar value; returns how many, or `None` if there is too little room.
#[inline]
pub(crate) fn put_scalar(room: &mut [u8], code: u32) -> Option<usize> {
    match code.checked_sub(0x1_0000) {
        None => put(room, [code as u16]),
        Some(above) => put(room, [0xD800 | (above >> 10) as u16, 0xDC00 | (above & 0x3FF) as u16]),
    }
}

/// Writes code units.
#[inline]
pub(crate) fn put<const N: usize>(room: &mut [u8], units: [u16; N]) -> Option<usize> {
    let room = room.as_chunks_mut().0.first_chunk_mut::<N>()?;
    *room = units.map(u16::to_ne_bytes);
    Some(N)
}

/// Writes for each byte the low surrogate that represents it.
fn put_bytes(room: &mut [u8], bytes: &[u8]) -> Option<usize> {
    let room = room.as_chunks_mut().0.get_mut(..bytes.len())?;
    for (unit, byte) in room.iter_mut().zip(bytes) {
        *unit = (0xDC00 | u16::from(*byte)).to_ne_bytes();
    }
    Some(bytes.len())
}
