//! The whole grammar of words without quotes: identifiers, symbol IDs, keywords, operators.

use crate::grammar::number;
use crate::grammar::window::{Scan, ScanStop, Window};
use crate::kind::Kind;
use stringmill_kernels::{ByteClass, Tier, scan_with};
use stringmill_outcome::ErrorCode;

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Identifier,
    /// `$` and digits. A number above 64 bits becomes the largest one, which no table has.
    SymbolId(u64),
    Bool(bool),
    Nan,
    Null(Kind),
}

/// Whether a word may begin with this byte.
pub(crate) fn begins(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

/// The end of the run of identifier bytes from `at` on.
pub(crate) fn identifier_end(bytes: &[u8], tier: Tier, at: usize) -> usize {
    at + scan_with(tier, &ByteClass::IDENTIFIER, &bytes[at..])
}

/// The word at `start`, and its end.
pub(crate) fn scan(window: Window, start: usize) -> Scan<(Word, usize)> {
    let end = window.run(&ByteClass::IDENTIFIER, start);
    let next = window.get(end)?;
    let word = match &window.bytes[start..end] {
        b"true" => Word::Bool(true),
        b"false" => Word::Bool(false),
        b"nan" => Word::Nan,
        b"null" if next == Some(b'.') => {
            let type_end = window.run(&ByteClass::IDENTIFIER, end + 1);
            window.get(type_end)?;
            let Some(kind) = Kind::of_name(&window.bytes[end + 1..type_end]) else {
                return Err(ScanStop::Error(ErrorCode::IonNullType, end + 1));
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

/// The end of `+inf` or `-inf` at `start`, with a stop character after it, as after any number; `None` for anything
/// else.
pub(crate) fn infinity_end(window: Window, start: usize) -> Scan<Option<usize>> {
    let is_infinity = window.has(start + 1, b"inf")? && number::may_end(window, start + 4)?;
    Ok(is_infinity.then_some(start + 4))
}

/// The end of the operators at `start`, at most up to a comment.
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

/// Whether an identifier has the form of a version marker, of any version.
pub(crate) fn is_version_marker(text: &[u8]) -> bool {
    let Some(numbers) = text.strip_prefix(b"$ion_") else { return false };
    let mut parts = numbers.split(|&byte| byte == b'_');
    let is_number =
        |part: Option<&[u8]>| part.is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit));
    is_number(parts.next()) && is_number(parts.next()) && parts.next().is_none()
}

/// The version marker of Ion 1.0.
pub(crate) const VERSION_1_0: &[u8] = b"$ion_1_0";

/// The first annotation of a symbol table.
pub(crate) const SYMBOL_TABLE: &[u8] = b"$ion_symbol_table";

pub(crate) const OPERATORS: ByteClass = ByteClass::new(b"!#%&*+-./;<=>?@^`|~");
