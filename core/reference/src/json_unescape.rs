//! Unescaping, one unit at a time.
//! Standard: RFC 8259, section 7.

use crate::utf8::{Unit, first_unit};
use crate::utf16::write_utf16;
use stringmill_outcome::{Error, ErrorCode, Repairs};
use stringmill_profile::LoneSurrogates;

/// The text of the inside of a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnescapedText<T = u8> {
    /// The text. It is well-formed except under [`LoneSurrogates::Reversible`], which returns bytes in UTF-8, and in
    /// UTF-16 the low surrogates that represent them.
    pub text: Vec<T>,
    /// Offset of the first unescaped quote, or the length of the input.
    pub read: usize,
    /// The lone surrogates that were replaced.
    pub repairs: Repairs,
}

/// Unescapes `src`, the inside of a string, up to the first unescaped quote or to its end.
///
/// # Errors
///
/// The first of: an unescaped control character (202), an unknown escape (203), a `\u` without four hexadecimal digits
/// (204), an escape cut by the end of the input (205), a lone surrogate that the policy does not take (110), ill-formed
/// UTF-8 (101 to 107).
pub fn json_unescape(policy: LoneSurrogates, src: &[u8]) -> Result<UnescapedText, Error> {
    let mut text = Vec::new();
    let (read, repairs) = walk(policy, src, &mut |piece| match piece {
        Piece::Scalar(scalar) => text.extend_from_slice(scalar.to_string().as_bytes()),
        Piece::Byte(byte) => text.push(byte),
    })?;
    Ok(UnescapedText { text, read, repairs })
}

/// As [`json_unescape`], into code units of UTF-16.
///
/// # Errors
///
/// As [`json_unescape`].
pub fn json_unescape_utf16(policy: LoneSurrogates, src: &[u8]) -> Result<UnescapedText<u16>, Error> {
    let mut text = Vec::new();
    let (read, repairs) = walk(policy, src, &mut |piece| match piece {
        Piece::Scalar(scalar) => write_utf16(scalar as u32, &mut text),
        Piece::Byte(byte) => text.push(0xDC00 + byte as u16),
    })?;
    Ok(UnescapedText { text, read, repairs })
}

/// The output of a character or an escape.
enum Piece {
    Scalar(char),
    /// A byte that was no UTF-8 before it was escaped.
    Byte(u8),
}

/// Hands each piece of the text to `write`; returns how much was read, and the repairs.
fn walk(policy: LoneSurrogates, src: &[u8], write: &mut dyn FnMut(Piece)) -> Result<(usize, Repairs), Error> {
    let mut repairs = Repairs::default();
    let mut at = 0;
    while at < src.len() && src[at] != b'"' {
        let rest = &src[at..];
        let fail = |code| Error::new(code, at as u64);
        at += match rest[0] {
            0x00..=0x1F => return Err(fail(ErrorCode::ControlUnescaped)),
            b'\\' => match first_escape(rest).map_err(fail)? {
                Escape::Scalar { scalar, len } => {
                    write(Piece::Scalar(scalar));
                    len
                }
                Escape::LoneSurrogate { code_unit } => {
                    if policy == LoneSurrogates::Replace {
                        repairs.note(at);
                    }
                    write(lone_surrogate(policy, code_unit).map_err(fail)?);
                    6
                }
            },
            _ => match first_unit(rest) {
                Unit::Scalar { code, len } => {
                    write(Piece::Scalar(char::from_u32(code).expect("a scalar value")));
                    len
                }
                Unit::IllFormed { error, .. } => return Err(fail(error)),
            },
        };
    }
    Ok((at, repairs))
}

/// The escape at a backslash.
enum Escape {
    /// An escape of `len` bytes, or a pair of them, for one character.
    Scalar { scalar: char, len: usize },
    /// A surrogate escape of six bytes that is no part of a pair.
    LoneSurrogate { code_unit: u32 },
}

/// The policy's replacement for a lone surrogate.
fn lone_surrogate(policy: LoneSurrogates, code_unit: u32) -> Result<Piece, ErrorCode> {
    match policy {
        LoneSurrogates::Replace => Ok(Piece::Scalar('\u{FFFD}')),
        LoneSurrogates::Reversible if (0xDC80..=0xDCFF).contains(&code_unit) => {
            Ok(Piece::Byte((code_unit - 0xDC00) as u8))
        }
        LoneSurrogates::Reject | LoneSurrogates::Reversible => Err(ErrorCode::SurrogateLone),
    }
}

/// The escape at the beginning of `src`, which begins with a backslash.
fn first_escape(src: &[u8]) -> Result<Escape, ErrorCode> {
    let short = |scalar| Ok(Escape::Scalar { scalar, len: 2 });
    match src.get(1) {
        None => Err(ErrorCode::EscapeIncomplete),
        Some(b'"') => short('"'),
        Some(b'\\') => short('\\'),
        Some(b'/') => short('/'),
        Some(b'b') => short('\u{8}'),
        Some(b'f') => short('\u{C}'),
        Some(b'n') => short('\n'),
        Some(b'r') => short('\r'),
        Some(b't') => short('\t'),
        Some(b'u') => {
            let first = four_digits(&src[2..])?;
            let second = if src[6..].starts_with(b"\\u") { four_digits(&src[8..]).ok() } else { None };
            Ok(match (first, second) {
                (0xD800..=0xDBFF, Some(second @ 0xDC00..=0xDFFF)) => {
                    let code = 0x1_0000 + (first - 0xD800) * 0x400 + (second - 0xDC00);
                    Escape::Scalar { scalar: char::from_u32(code).expect("a pair is a scalar value"), len: 12 }
                }
                _ => match char::from_u32(first) {
                    Some(scalar) => Escape::Scalar { scalar, len: 6 },
                    None => Escape::LoneSurrogate { code_unit: first },
                },
            })
        }
        Some(_) => Err(ErrorCode::EscapeUnknown),
    }
}

/// The number that the first four bytes of `src` spell in hexadecimal.
fn four_digits(src: &[u8]) -> Result<u32, ErrorCode> {
    let mut number = 0;
    for place in 0..4 {
        let byte = src.get(place).ok_or(ErrorCode::EscapeIncomplete)?;
        let digit = (*byte as char).to_digit(16).ok_or(ErrorCode::EscapeHex)?;
        number = number * 16 + digit;
    }
    Ok(number)
}
