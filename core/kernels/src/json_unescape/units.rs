//! One character or escape at a time: the scalar tier, and the remainder of blocks.

use super::rules::JsonUnescape;
use crate::utf8::{Sequence, sequence};
use crate::vector::{BYTES16_IS_REGISTER, Bytes16};
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::LoneSurrogates;

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The loop has reached the place that the caller gave.
    Reached,
    /// The next byte is an unescaped quote, there is no room for the next unit, or its end is still to come.
    NoProgress,
}

/// The output of one unit.
pub(crate) enum Unit {
    /// `read` bytes mean the first `len` bytes of `text`.
    Text { read: usize, text: [u8; 4], len: usize },
    /// A lone surrogate escape of six bytes, replaced.
    Replaced,
    /// An unescaped quote, or a unit whose end is still to come.
    NoProgress,
}

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
        if !STOPS[src[done.read] as usize] {
            skip_plain(src, dst, done, until);
            if done.read == until {
                break;
            }
        }
        let found = unit(rules, &src[done.read..], chunk).map_err(|code| Error::new(code, done.read as u64))?;
        let (read, text, len) = match found {
            Unit::NoProgress => return Ok(Stop::NoProgress),
            Unit::Text { read, text, len } => (read, text, len),
            Unit::Replaced => (6, *b"\xEF\xBF\xBD\0", 3),
        };
        let room = &mut dst[done.written..];
        // Four bytes are one store; the next unit overwrites the bytes after this one.
        if let Some(room) = room.first_chunk_mut::<4>() {
            *room = text;
        } else if let Some(room) = room.get_mut(..len) {
            room.copy_from_slice(&text[..len]);
        } else {
            return Ok(Stop::NoProgress);
        }
        if matches!(found, Unit::Replaced) {
            repairs.note(done.read);
        }
        done.read += read;
        done.written += len;
    }
    Ok(Stop::Reached)
}

/// Copies runs of plain text, sixteen or eight bytes at a time.
#[inline]
fn skip_plain(src: &[u8], dst: &mut [u8], done: &mut Progress, until: usize) {
    while BYTES16_IS_REGISTER
        && done.read < until
        && let Some(room) = dst[done.written..].first_chunk_mut::<16>()
    {
        let rest = &src[done.read..until];
        let bytes = Bytes16::of_up_to(rest);
        bytes.store(room);
        let stops = bytes.not_plain(b'"');
        // A branch, so that the next load does not wait for the length. Bytes after the end are zeros, which stop.
        if stops != 0 {
            let plain = (stops.trailing_zeros() as usize).min(rest.len());
            *done = Progress { read: done.read + plain, written: done.written + plain };
            return;
        }
        *done = Progress { read: done.read + 16, written: done.written + 16 };
    }
    while let Some(word) = src[..until].get(done.read..).and_then(|rest| rest.first_chunk::<8>())
        && let Some(out) = dst.get_mut(done.written..).and_then(|rest| rest.first_chunk_mut::<8>())
    {
        // No early exit: eight independent loads cost less than one mispredicted branch.
        if word.iter().fold(false, |stop, &byte| stop | STOPS[byte as usize]) {
            return;
        }
        *out = *word;
        done.read += 8;
        done.written += 8;
    }
}

/// Bytes that are not plain text: quotes, backslashes, control characters, and non-ASCII.
pub(crate) static STOPS: [bool; 256] = {
    let mut stops = [true; 256];
    let mut byte = 0x20;
    while byte < 0x80 {
        stops[byte as usize] = byte == b'"' || byte == b'\\';
        byte += 1;
    }
    stops
};

/// The unit at the beginning of `src`, which must not be empty.
#[inline]
pub(crate) fn unit(rules: JsonUnescape, src: &[u8], chunk: Chunk) -> Result<Unit, ErrorCode> {
    let cut = |code| if chunk == Chunk::More { Ok(Unit::NoProgress) } else { Err(code) };
    match src[0] {
        b'"' => Ok(Unit::NoProgress),
        0..=0x1F => Err(ErrorCode::ControlUnescaped),
        b'\\' => escape(rules, src, chunk),
        byte @ ..=0x7F => Ok(Unit::Text { read: 1, text: [byte, 0, 0, 0], len: 1 }),
        _ => match sequence(src) {
            Sequence::Whole { len, .. } => {
                let text = src.first_chunk::<4>().copied().unwrap_or_else(|| {
                    let mut text = [0; 4];
                    text[..len].copy_from_slice(&src[..len]);
                    text
                });
                Ok(Unit::Text { read: len, text, len })
            }
            Sequence::Ill { error, .. } => Err(error),
            Sequence::Cut => cut(ErrorCode::Utf8Incomplete),
        },
    }
}

/// The escape at the beginning of `src`.
fn escape(rules: JsonUnescape, src: &[u8], chunk: Chunk) -> Result<Unit, ErrorCode> {
    let one = |byte| Ok(Unit::Text { read: 2, text: [byte, 0, 0, 0], len: 1 });
    match src.get(1) {
        Some(&byte @ (b'"' | b'\\' | b'/')) => one(byte),
        Some(b'b') => one(0x08),
        Some(b'f') => one(0x0C),
        Some(b'n') => one(b'\n'),
        Some(b'r') => one(b'\r'),
        Some(b't') => one(b'\t'),
        Some(b'u') => unicode_escape(rules, src, chunk),
        Some(_) => Err(ErrorCode::EscapeUnknown),
        None if chunk == Chunk::More => Ok(Unit::NoProgress),
        None => Err(ErrorCode::EscapeIncomplete),
    }
}

/// The `\u` escape, or the pair of them, at the beginning of `src`.
fn unicode_escape(rules: JsonUnescape, src: &[u8], chunk: Chunk) -> Result<Unit, ErrorCode> {
    let first = match code_unit(&src[2..]) {
        CodeUnit::Value(unit) => unit,
        CodeUnit::Broken => return Err(ErrorCode::EscapeHex),
        CodeUnit::Cut if chunk == Chunk::More => return Ok(Unit::NoProgress),
        CodeUnit::Cut => return Err(ErrorCode::EscapeIncomplete),
    };
    match first {
        0xD800..=0xDBFF => match following_code_unit(&src[6..]) {
            CodeUnit::Value(second @ 0xDC00..=0xDFFF) => {
                Ok(scalar(12, 0x1_0000 + ((first as u32 - 0xD800) << 10 | (second as u32 - 0xDC00))))
            }
            CodeUnit::Cut if chunk == Chunk::More => Ok(Unit::NoProgress),
            _ => lone_surrogate(rules, first),
        },
        0xDC00..=0xDFFF => lone_surrogate(rules, first),
        _ => Ok(scalar(6, first as u32)),
    }
}

fn lone_surrogate(rules: JsonUnescape, unit: u16) -> Result<Unit, ErrorCode> {
    match (rules.surrogates, unit) {
        (LoneSurrogates::Replace, _) => Ok(Unit::Replaced),
        (LoneSurrogates::Reversible, 0xDC80..=0xDCFF) => {
            Ok(Unit::Text { read: 6, text: [unit as u8, 0, 0, 0], len: 1 })
        }
        _ => Err(ErrorCode::SurrogateLone),
    }
}

fn scalar(read: usize, code: u32) -> Unit {
    let mut text = [0; 4];
    let code = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    let len = code.encode_utf8(&mut text).len();
    Unit::Text { read, text, len }
}

/// Four hexadecimal digits.
enum CodeUnit {
    Value(u16),
    Broken,
    Cut,
}

/// The number that the first four bytes of `src` spell. Fewer bytes are cut only if they are digits.
fn code_unit(src: &[u8]) -> CodeUnit {
    let mut value = 0;
    for at in 0..4 {
        let Some(&byte) = src.get(at) else { return CodeUnit::Cut };
        let Some(digit) = (byte as char).to_digit(16) else { return CodeUnit::Broken };
        value = value << 4 | digit as u16;
    }
    CodeUnit::Value(value)
}

/// The code unit of a `\u` escape that begins `src`; broken if `src` begins with anything else.
fn following_code_unit(src: &[u8]) -> CodeUnit {
    match src {
        [b'\\', b'u', digits @ ..] => code_unit(digits),
        [] | [b'\\'] => CodeUnit::Cut,
        _ => CodeUnit::Broken,
    }
}
