//! The part of the input that an error covers, and the line that names it.

use crate::visible::visible;
use stringmill::{ErrorCode, Span};

/// Bytes of a string or token that a diagnostic underlines at most.
const TOKEN_MAX: usize = 40;

/// The cause of an error in one line. `found` begins at the offset of the error.
pub fn describe(code: ErrorCode, found: &[u8]) -> String {
    let (covered, after) = found.split_at(span_len(code, found));
    let says = match (code.says().strip_prefix("input ends"), after) {
        // Only a reader of lines stops at a line feed.
        (Some(rest), [b'\n', ..] | [b'\r', b'\n', ..]) => format!("line ends{rest}"),
        // Only a reader of many texts stops at their separators.
        (Some(rest), [b'\x1E' | b'\0', ..]) => format!("text ends{rest}"),
        _ => code.says().to_owned(),
    };
    match code.span() {
        Span::Utf8Subpart if code == ErrorCode::Utf8MissingContinuation => {
            let next = after.first().map_or("the end of the input".to_owned(), |next| format!("{next:02X}"));
            format!("ill-formed UTF-8: {says}: {}, found {next}", hex(covered))
        }
        Span::Utf8Subpart | Span::Utf8Sequence => format!("ill-formed UTF-8: {says}: {}", hex(covered)),
        Span::Escape | Span::HexEscape | Span::UnicodeEscape | Span::Rest => format!("{says}: {}", visible(covered)),
        Span::Found if covered.is_empty() => format!("{says}, found the end of the input"),
        Span::Found => format!("{says}, found {}", visible(covered)),
        Span::End
        | Span::None
        | Span::Character
        | Span::ByteOrderMark
        | Span::VersionMarker
        | Span::Digits
        | Span::Word
        | Span::String
        | Span::Token => says,
    }
}

/// Length in bytes of the part of `found` that an error at its first byte covers; 0 at the end of the input.
pub fn span_len(code: ErrorCode, found: &[u8]) -> usize {
    let len = match code.span() {
        Span::None | Span::End => 0,
        Span::Character | Span::Found => character_len(found),
        Span::Utf8Subpart => subpart_len(found),
        Span::Utf8Sequence => announced_len(found),
        Span::Escape => 1 + character_len(found.get(1..).unwrap_or_default()),
        Span::HexEscape => hex_escape_len(found),
        Span::UnicodeEscape => {
            if found.get(1) == Some(&b'U') {
                10
            } else {
                6
            }
        }
        Span::Rest => record_len(found),
        Span::ByteOrderMark => 3,
        Span::VersionMarker => 4,
        Span::Digits => found.iter().take_while(|byte| byte.is_ascii_digit()).count().max(1),
        Span::Word => word_len(found),
        Span::String => string_len(found),
        Span::Token => token_len(found),
    };
    len.min(found.len())
}

/// Length up to the line feed or record separator that ends a record; a carriage return before a line feed is no part of it.
fn record_len(found: &[u8]) -> usize {
    let len = found.iter().position(|&byte| matches!(byte, b'\n' | b'\x1E')).unwrap_or(found.len());
    if found[len..].starts_with(b"\n") && found[..len].ends_with(b"\r") { len - 1 } else { len }
}

/// Length of the maximal subpart of the ill-formed sequence at the start of `found`.
fn subpart_len(found: &[u8]) -> usize {
    match std::str::from_utf8(prefix(found, 4)) {
        Err(error) if error.valid_up_to() == 0 => error.error_len().unwrap_or(found.len().min(4)),
        _ => 1,
    }
}

/// Length of a lead byte and the continuation bytes that it announces, as far as they are present.
fn announced_len(found: &[u8]) -> usize {
    let most = match found.first() {
        Some(0xF0..) => 4,
        Some(0xE0..) => 3,
        _ => 2,
    };
    1 + prefix(found, most).iter().skip(1).take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

/// Length of the character at the start of `found`, or of the ill-formed piece there.
fn character_len(found: &[u8]) -> usize {
    match prefix(found, 4).utf8_chunks().next() {
        Some(chunk) => chunk.valid().chars().next().map_or(chunk.invalid().len(), char::len_utf8),
        None => 0,
    }
}

/// Length of `\u` or `\x`, its digits, and the character at the position of the next digit.
fn hex_escape_len(found: &[u8]) -> usize {
    let digits = found.iter().skip(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let next = found.get(2 + digits..).unwrap_or_default();
    2 + digits + if next.starts_with(b"\n") { 0 } else { character_len(next) }
}

/// Length of the Ion identifier or symbol ID at the start of `found`.
fn word_len(found: &[u8]) -> usize {
    found.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')).count()
}

/// Length of the string, word or number at the start of `found`, else of its first character.
fn token_len(found: &[u8]) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}[](),:\"'".contains(byte);
    match found.first() {
        Some(b'"') => string_len(found),
        Some(first) if ends(first) => 1,
        _ => prefix(found, TOKEN_MAX).iter().position(ends).unwrap_or(found.len().min(TOKEN_MAX)),
    }
}

/// Length of the string at the start of `found`, with its quotes; at most 40.
pub fn string_len(found: &[u8]) -> usize {
    let mut escaped = true;
    let found = prefix(found, TOKEN_MAX);
    let inside = found.iter().take_while(|&&byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        !ends
    });
    found.len().min(inside.count() + 1)
}

fn prefix(bytes: &[u8], len: usize) -> &[u8] {
    &bytes[..bytes.len().min(len)]
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}
