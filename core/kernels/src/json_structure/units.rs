//! One token, character or escape at a time: the scalar tier, and the remainder of blocks.

use super::place::{Number, Place, Word};
use super::rules::JsonStructure;
use super::tokens::Sink;
use crate::utf8::{Sequence, sequence};
use stringmill_outcome::{Chunk, ErrorCode};

/// Why a scan ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The scan has reached the place that the caller gave.
    Reached,
    /// The end of the next unit is still to come.
    Cut,
    /// The sink takes no token here.
    Refused,
}

/// How far a scan got.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    pub(super) at: usize,
    pub(super) place: Place,
}

/// Scans units until at least `until` bytes of `src` are read. At an error the cursor is before the unit that is wrong.
pub(super) fn scan(
    rules: &JsonStructure,
    src: &[u8],
    cursor: &mut Cursor,
    until: usize,
    chunk: Chunk,
    tokens: &mut impl Sink,
) -> Result<Stop, ErrorCode> {
    while cursor.at < until {
        let rest = &src[cursor.at..];
        match cursor.place {
            Place::Between => match between(rules, rest, cursor.at, chunk, tokens)? {
                Ok(place) => *cursor = Cursor { at: cursor.at + 1, place },
                Err(stop) => return Ok(stop),
            },
            Place::String { len } => match in_string(rules, &rest[..until - cursor.at], rest, len, chunk)? {
                Some((read, place)) => {
                    note(tokens, rest[0], cursor.at);
                    *cursor = Cursor { at: cursor.at + read, place };
                }
                None => return Ok(Stop::Cut),
            },
            Place::Number(number) => match number.step(rest[0])? {
                Some(number) => {
                    if matches!(rest[0], b'.' | b'e' | b'E') {
                        tokens.mark();
                    }
                    *cursor = Cursor { at: cursor.at + 1, place: Place::Number(number) };
                }
                None => {
                    tokens.end(cursor.at);
                    cursor.place = after_scalar(rules, rest[0])?;
                }
            },
            Place::Literal { word, matched } => {
                let text = word.text();
                match text.get(usize::from(matched)) {
                    None => {
                        tokens.end(cursor.at);
                        cursor.place = after_scalar(rules, rest[0])?;
                    }
                    Some(byte) if *byte == rest[0] => {
                        *cursor = Cursor { at: cursor.at + 1, place: Place::Literal { word, matched: matched + 1 } };
                    }
                    Some(_) => return Err(ErrorCode::JsonLiteralUnknown),
                }
            }
        }
    }
    Ok(Stop::Reached)
}

/// Passes on the unit of a string that begins with `first`.
#[inline(always)]
fn note<S: Sink>(tokens: &mut S, first: u8, at: usize) {
    match first {
        b'"' if S::HAS_PLACES => tokens.end(at),
        b'\\' if S::HAS_PLACES => tokens.mark(),
        _ => {}
    }
}

/// The result at the end of the text, for the state `place`: success, or an error.
pub(super) fn end(place: Place) -> Result<(), ErrorCode> {
    match place {
        Place::Between => Ok(()),
        Place::String { .. } => Err(ErrorCode::StringUnterminated),
        Place::Number(number) if number.is_whole() => Ok(()),
        Place::Literal { word, matched } if usize::from(matched) == word.text().len() => Ok(()),
        Place::Number(_) | Place::Literal { .. } => Err(ErrorCode::JsonIncomplete),
    }
}

/// The error of the unit at the beginning of `src`, which begins at `place` and is wrong by `code`. The end of a line
/// is the end of its text, with a carriage return before it. `None` if the next byte decides whether the line ends.
#[cold]
pub(super) fn in_line(
    rules: &JsonStructure,
    place: Place,
    src: &[u8],
    chunk: Chunk,
    code: ErrorCode,
) -> Option<ErrorCode> {
    // No unit has more than twelve bytes.
    let near = &src[..src.len().min(14)];
    let (line, whole) = match near.iter().position(|&byte| byte == b'\n') {
        Some(feed) => (near[..feed].strip_suffix(b"\r").unwrap_or(&near[..feed]), true),
        None if chunk == Chunk::More && near.len() == src.len() => match near.strip_suffix(b"\r") {
            Some(line) => (line, false),
            None => return Some(code),
        },
        None => return Some(code),
    };
    let mut cursor = Cursor { at: 0, place };
    let stop = scan(rules, line, &mut cursor, line.len(), Chunk::Last, &mut NullSink);
    let alone = stop.and_then(|_| end(cursor.place)).err().unwrap_or(code);
    (whole || alone == code).then_some(alone)
}

struct NullSink;

impl Sink for NullSink {
    fn push(&mut self, _: u8, _: usize) -> bool {
        true
    }
}

/// The place before `byte`, which comes right after a scalar.
fn after_scalar(rules: &JsonStructure, byte: u8) -> Result<Place, ErrorCode> {
    let begins_scalar = Number::beginning(byte).is_some() || Word::beginning(byte).is_some();
    if rules.apart && begins_scalar { Err(ErrorCode::JsonTrailing) } else { Ok(Place::Between) }
}

/// Reads the byte at the beginning of `src`, which is at `at` and between tokens. Returns the next state, or why there
/// is none.
#[inline]
fn between(
    rules: &JsonStructure,
    src: &[u8],
    at: usize,
    chunk: Chunk,
    tokens: &mut impl Sink,
) -> Result<Result<Place, Stop>, ErrorCode> {
    let byte = src[0];
    let place = match byte {
        b'\n' if rules.lines => Place::Between,
        b' ' | b'\t' | b'\n' | b'\r' => return Ok(Ok(Place::Between)),
        b'{' | b'}' | b'[' | b']' | b':' | b',' => Place::Between,
        b'"' => Place::String { len: 0 },
        _ => {
            if let Some(number) = Number::beginning(byte) {
                Place::Number(number)
            } else if let Some(word) = Word::beginning(byte) {
                Place::Literal { word, matched: 1 }
            } else {
                match sequence(src) {
                    Sequence::Whole { .. } if !tokens.push(b'?', at) => return Ok(Err(Stop::Refused)),
                    Sequence::Whole { .. } => return Err(ErrorCode::JsonValueExpected),
                    Sequence::Ill { error, .. } => return Err(error),
                    Sequence::Cut if chunk == Chunk::More => return Ok(Err(Stop::Cut)),
                    Sequence::Cut => return Err(ErrorCode::Utf8Incomplete),
                }
            }
        }
    };
    Ok(if tokens.push(byte, at) { Ok(place) } else { Err(Stop::Refused) })
}

/// Reads a run of plain text within `near`, or one unit, at the beginning of `src`, which is in a string. Returns its
/// length and the next state.
// Inlined: a call makes strings with escapes up to twice as slow on the scalar tier.
#[inline(always)]
fn in_string(
    rules: &JsonStructure,
    near: &[u8],
    src: &[u8],
    len: u64,
    chunk: Chunk,
) -> Result<Option<(usize, Place)>, ErrorCode> {
    let room = rules.string_max.saturating_sub(len);
    let plain = near.iter().take_while(|&&byte| PLAIN[byte as usize]).count();
    let plain = plain.min(usize::try_from(room).unwrap_or(usize::MAX));
    if plain > 0 {
        return Ok(Some((plain, Place::String { len: len + plain as u64 })));
    }
    let cut = |code| if chunk == Chunk::More { Ok(None) } else { Err(code) };
    let read = match src[0] {
        b'"' => return Ok(Some((1, Place::Between))),
        0..=0x1F => return Err(ErrorCode::ControlUnescaped),
        b'\\' => match escape(rules, src) {
            Escape::Whole(len) => len,
            Escape::Wrong(code) => return Err(code),
            Escape::Cut => return cut(ErrorCode::EscapeIncomplete),
            // More bytes could make it a pair.
            Escape::Lone if chunk == Chunk::More => return Ok(None),
            Escape::Lone => return Err(ErrorCode::SurrogateLone),
        },
        _ => match sequence(src) {
            Sequence::Whole { len, .. } => len,
            Sequence::Ill { error, .. } => return Err(error),
            Sequence::Cut => return cut(ErrorCode::Utf8Incomplete),
        },
    };
    if read as u64 > room {
        return Err(ErrorCode::LimitStringLen);
    }
    Ok(Some((read, Place::String { len: len + read as u64 })))
}

/// Bytes that represent themselves in a string and are characters of their own.
static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0x20;
    while byte < 0x80 {
        plain[byte as usize] = byte != b'"' && byte != b'\\';
        byte += 1;
    }
    plain
};

enum Escape {
    /// An escape of this many bytes, or a pair of escapes.
    Whole(usize),
    Wrong(ErrorCode),
    /// The end of the source is inside it.
    Cut,
    /// A high surrogate whose other half the end of the source cuts.
    Lone,
}

/// The escape at the beginning of `src`.
fn escape(rules: &JsonStructure, src: &[u8]) -> Escape {
    let first = match src.get(1) {
        None => return Escape::Cut,
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => return Escape::Whole(2),
        Some(b'u') => match code_unit(&src[2..]) {
            Ok(Some(unit)) => unit,
            Ok(None) => return Escape::Cut,
            Err(code) => return Escape::Wrong(code),
        },
        Some(_) => return Escape::Wrong(ErrorCode::EscapeUnknown),
    };
    if rules.lone_surrogates {
        return Escape::Whole(6);
    }
    match first {
        0xD800..=0xDBFF => match &src[6..] {
            [b'\\', b'u', digits @ ..] => match code_unit(digits) {
                Ok(Some(0xDC00..=0xDFFF)) => Escape::Whole(12),
                Ok(None) => Escape::Lone,
                _ => Escape::Wrong(ErrorCode::SurrogateLone),
            },
            [] | [b'\\'] => Escape::Lone,
            _ => Escape::Wrong(ErrorCode::SurrogateLone),
        },
        0xDC00..=0xDFFF => Escape::Wrong(ErrorCode::SurrogateLone),
        _ => Escape::Whole(6),
    }
}

/// The number that the first four bytes of `src` spell; `None` if they are fewer, and all digits.
fn code_unit(src: &[u8]) -> Result<Option<u16>, ErrorCode> {
    let mut value = 0;
    for at in 0..4 {
        let Some(&byte) = src.get(at) else { return Ok(None) };
        let Some(digit) = (byte as char).to_digit(16) else { return Err(ErrorCode::EscapeHex) };
        value = value << 4 | digit as u16;
    }
    Ok(Some(value))
}
