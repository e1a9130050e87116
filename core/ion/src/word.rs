//! Words without quotes: identifiers, symbol IDs, keywords, operators.

use crate::kind::Kind;
use crate::window::{Scan, Stop, Window};
use stringmill_kernels::{Class, scan_with};
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

/// The end of the run of bytes from `at` on that an identifier may hold. Most are short: they are looked at eight bytes
/// at a time.
#[inline]
pub(crate) fn identifier_end(window: Window<'_>, mut at: usize) -> usize {
    for _ in 0..SHORT_WORDS {
        let Some(&eight) = window.bytes[at..].first_chunk() else { break };
        let len = identifier_len(u64::from_le_bytes(eight));
        at += len;
        if len < 8 {
            return at;
        }
    }
    at + scan_with(window.tier, &Class::IDENTIFIER, &window.bytes[at..])
}

/// How many of eight bytes, from the lowest on, an identifier may hold.
#[inline]
pub(crate) fn identifier_len(bytes: u64) -> usize {
    // Sums and differences of seven bits each stay in their byte; the eighth says what came out.
    let low = bytes & !HIGH;
    let letter = low | (0x20 * ONES);
    let at_least = |bytes: u64, least: u8| bytes + u64::from(0x80 - least) * ONES;
    let within = |bytes, least, most: u8| at_least(bytes, least) & !at_least(bytes, most + 1);
    let is = |byte: u8| HIGH - (low ^ (u64::from(byte) * ONES));
    let members = within(letter, b'a', b'z') | within(low, b'0', b'9') | is(b'_') | is(b'$');
    let others = !(members & !bytes) & HIGH;
    (others.trailing_zeros() / 8) as usize
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

/// The place behind the `+inf` or `-inf` at `start`; `None` where something else stands there.
pub(crate) fn infinity_end(window: Window, start: usize) -> Scan<Option<usize>> {
    if !window.has(start + 1, b"inf")? || window.get(start + 4)?.is_some_and(|byte| Class::IDENTIFIER.has(byte)) {
        return Ok(None);
    }
    Ok(Some(start + 4))
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

/// One in each byte, and the highest bit of each.
const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGH: u64 = 0x80 * ONES;

/// Times eight bytes that are looked at before more of them at once pay.
const SHORT_WORDS: usize = 1;

pub(crate) const OPERATORS: Class = Class::new(b"!#%&*+-./;<=>?@^`|~");

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte at every place, beside bytes of every kind.
    #[test]
    fn eight_bytes_at_a_time() {
        for byte in 0..=255 {
            for place in 0..8 {
                for beside in [b'a', b'$', 0x80, 0xFF, 0, b'9'] {
                    let mut bytes = [beside; 8];
                    bytes[place] = byte;
                    let expected = bytes.iter().take_while(|&&byte| Class::IDENTIFIER.has(byte)).count();
                    assert_eq!(identifier_len(u64::from_le_bytes(bytes)), expected, "{bytes:?}");
                }
            }
        }
    }
}
