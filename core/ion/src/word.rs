//! Words without quotes: identifiers, symbol IDs, keywords, operators.

use crate::kind::Kind;
use crate::number;
use crate::window::{Scan, Stop, Window};
use stringmill_kernels::{Class, Tier, scan_with};
use stringmill_outcome::ErrorCode;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Identifier,
    /// `$` and digits. Numbers that are too large are the largest, which no table has.
    SymbolId(u64),
    Bool(bool),
    Nan,
    Null(Kind),
}

/// Whether a word may begin with this byte.
pub(crate) fn begins(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

/// The end of the run of bytes from `at` on that an identifier may hold.
pub(crate) fn identifier_end(bytes: &[u8], tier: Tier, at: usize) -> usize {
    at + scan_with(tier, &Class::IDENTIFIER, &bytes[at..])
}

/// The word at `start`, and the place behind it.
pub(crate) fn scan(window: Window, start: usize) -> Scan<(Word, usize)> {
    let end = window.run(&Class::IDENTIFIER, start);
    let behind = window.get(end)?;
    let word = match &window.bytes[start..end] {
        b"true" => Word::Bool(true),
        b"false" => Word::Bool(false),
        b"nan" => Word::Nan,
        b"null" if behind == Some(b'.') => {
            let type_end = window.run(&Class::IDENTIFIER, end + 1);
            window.get(type_end)?;
            let Some(kind) = Kind::of_name(&window.bytes[end + 1..type_end]) else {
                return Err(Stop::Wrong(ErrorCode::IonNullType, end + 1));
            };
            return Ok((Word::Null(kind), type_end));
        }
        b"null" => Word::Null(Kind::Null),
        [b'$', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
            let add = |id: u64, digit: &u8| id.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            Word::SymbolId(digits.iter().fold(0, add))
        }
        _ => Word::Identifier,
    };
    Ok((word, end))
}

/// The end of the `+inf` or `-inf` at `start`; `None` for anything else. It is a number, so a stop character must follow.
pub(crate) fn infinity_end(window: Window, start: usize) -> Scan<Option<usize>> {
    let is_infinity = window.has(start + 1, b"inf")? && number::may_end(window, start + 4)?;
    Ok(is_infinity.then_some(start + 4))
}

/// The end of the operators at `start`: as many as stand there, up to a comment.
pub(crate) fn operator_end(window: Window, start: usize) -> Scan<usize> {
    let mut at = start;
    loop {
        match window.get(at)? {
            Some(b'/') if matches!(window.get(at + 1)?, Some(b'/' | b'*')) => return Ok(at),
            Some(byte) if OPERATORS.has(byte) => at += 1,
            _ => return Ok(at),
        }
    }
}

pub(crate) const OPERATORS: Class = Class::new(b"!#%&*+-./;<=>?@^`|~");
