//! The tokens of JSON text, one after another.
//! Standard: RFC 8259.

use crate::utf8::{Unit, first_unit};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// The JSON that a scan accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonRules {
    /// Whether each line is a text of its own, and its line feed a token.
    pub lines: bool,
    /// Whether surrogate escapes may be alone.
    pub lone_surrogates: bool,
    /// The most bytes between the quotes of a string.
    pub string_max: u64,
}

/// The tokens of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonStructure {
    /// The first byte of each token, and its offset. A character that begins no token is one, too, as `?`.
    pub tokens: Vec<(u8, usize)>,
    /// The reason for an end of the scan before the end of the text.
    pub error: Option<Error>,
}

/// Whether two tokens of `src` in a row, each with its offset, are numbers or literals without white space between them.
pub fn json_scalars_touch(src: &[u8], before: (u8, usize), after: (u8, usize)) -> bool {
    let is_scalar = |first: u8| matches!(first, b'-' | b'0'..=b'9' | b't' | b'f' | b'n');
    is_scalar(before.0) && is_scalar(after.0) && !b" \t\n\r".contains(&src[after.1 - 1])
}

/// The kind of a piece of text.
enum Piece {
    Right {
        len: usize,
    },
    Wrong(Error),
    /// The end of the text is in it, and more would follow.
    Cut,
}

/// Names the tokens of `src` and judges each for itself. If more follows, a token that the end of `src` cuts is no
/// error.
pub fn json_structure(rules: JsonRules, src: &[u8], chunk: Chunk) -> JsonStructure {
    if !rules.lines {
        return text(rules, src, chunk);
    }
    let mut found = JsonStructure { tokens: Vec::new(), error: None };
    let mut base = 0;
    for line in src.split_inclusive(|&byte| byte == b'\n') {
        let bare = line.strip_suffix(b"\n");
        // The end of a line, with a carriage return or without, is the end of its text.
        let of_line = match bare {
            Some(bare) => text(rules, bare.strip_suffix(b"\r").unwrap_or(bare), Chunk::Last),
            None => text(rules, line, chunk),
        };
        found.tokens.extend(of_line.tokens.into_iter().map(|(first, at)| (first, base + at)));
        if let Some(error) = of_line.error {
            found.error = Some(error.after(base as u64));
            break;
        }
        base += line.len();
        found.tokens.extend(bare.map(|_| (b'\n', base - 1)));
    }
    found
}

/// As [`json_structure`], for one text.
fn text(rules: JsonRules, src: &[u8], chunk: Chunk) -> JsonStructure {
    let mut found = JsonStructure { tokens: Vec::new(), error: None };
    let mut at = 0;
    while at < src.len() {
        let rest = &src[at..];
        let piece = match rest[0] {
            b' ' | b'\t' | b'\n' | b'\r' => {
                at += 1;
                continue;
            }
            b'{' | b'}' | b'[' | b']' | b':' | b',' => Piece::Right { len: 1 },
            b'"' => string(rules, rest, chunk),
            b'-' | b'0'..=b'9' => number(rest, chunk),
            b't' => word(rest, b"true", chunk),
            b'f' => word(rest, b"false", chunk),
            b'n' => word(rest, b"null", chunk),
            _ => match first_unit(rest) {
                Unit::Scalar { .. } => Piece::Wrong(Error::new(ErrorCode::JsonValueExpected, 0)),
                Unit::IllFormed { error: ErrorCode::Utf8Incomplete, .. } if chunk == Chunk::More => break,
                Unit::IllFormed { error, .. } => {
                    found.error = Some(Error::new(error, at as u64));
                    break;
                }
            },
        };
        let known = b"{}[]:,\"-0123456789tfn".contains(&rest[0]);
        found.tokens.push((if known { rest[0] } else { b'?' }, at));
        match piece {
            Piece::Right { len } => at += len,
            Piece::Cut => break,
            Piece::Wrong(error) => {
                found.error = Some(error.after(at as u64));
                break;
            }
        }
    }
    found
}

fn wrong(code: ErrorCode, at: usize) -> Piece {
    Piece::Wrong(Error::new(code, at as u64))
}

/// The result for an end of the text at `at`.
fn end(code: ErrorCode, at: usize, chunk: Chunk) -> Piece {
    if chunk == Chunk::More { Piece::Cut } else { wrong(code, at) }
}

fn word(src: &[u8], word: &[u8], chunk: Chunk) -> Piece {
    for (at, byte) in word.iter().enumerate() {
        match src.get(at) {
            None => return end(ErrorCode::JsonIncomplete, at, chunk),
            Some(found) if found != byte => return wrong(ErrorCode::JsonLiteralUnknown, at),
            Some(_) => {}
        }
    }
    Piece::Right { len: word.len() }
}

/// `-? (0 | [1-9] [0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
fn number(src: &[u8], chunk: Chunk) -> Piece {
    let digits_end = |from: usize| from + src[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let no_digit = |at: usize| match src.get(at) {
        None => end(ErrorCode::JsonIncomplete, at, chunk),
        Some(_) => wrong(ErrorCode::NumberDigitExpected, at),
    };
    let first = usize::from(src[0] == b'-');
    let mut at = digits_end(first);
    if at == first {
        return no_digit(at);
    }
    if src[first] == b'0' && at > first + 1 {
        return wrong(ErrorCode::NumberLeadingZero, first + 1);
    }
    if src.get(at) == Some(&b'.') {
        let point = at;
        at = digits_end(point + 1);
        if at == point + 1 {
            return no_digit(at);
        }
    }
    if let Some(b'e' | b'E') = src.get(at) {
        let sign = usize::from(matches!(src.get(at + 1), Some(b'+' | b'-')));
        let from = at + 1 + sign;
        at = digits_end(from);
        if at == from {
            return no_digit(at);
        }
    }
    Piece::Right { len: at }
}

/// A string with its quotes.
fn string(rules: JsonRules, src: &[u8], chunk: Chunk) -> Piece {
    let mut at = 1;
    loop {
        let Some(&byte) = src.get(at) else { return end(ErrorCode::StringUnterminated, at, chunk) };
        let piece = match byte {
            b'"' => return Piece::Right { len: at + 1 },
            0..=0x1F => wrong(ErrorCode::ControlUnescaped, 0),
            b'\\' => escape(rules, &src[at..], chunk),
            _ => match first_unit(&src[at..]) {
                Unit::Scalar { len, .. } => Piece::Right { len },
                Unit::IllFormed { error: ErrorCode::Utf8Incomplete, .. } => end(ErrorCode::Utf8Incomplete, 0, chunk),
                Unit::IllFormed { error, .. } => wrong(error, 0),
            },
        };
        match piece {
            Piece::Right { len } if (at - 1 + len) as u64 > rules.string_max => {
                return wrong(ErrorCode::LimitStringLen, at);
            }
            Piece::Right { len } => at += len,
            Piece::Wrong(error) => return Piece::Wrong(error.after(at as u64)),
            Piece::Cut => return Piece::Cut,
        }
    }
}

/// The escape at the beginning of `src`, or the pair of them.
fn escape(rules: JsonRules, src: &[u8], chunk: Chunk) -> Piece {
    match src.get(1) {
        None => end(ErrorCode::EscapeIncomplete, 0, chunk),
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Piece::Right { len: 2 },
        Some(b'u') => match four_digits(&src[2..]) {
            Digits::Few => end(ErrorCode::EscapeIncomplete, 0, chunk),
            Digits::Wrong => wrong(ErrorCode::EscapeHex, 0),
            Digits::Number(0xD800..=0xDFFF) if rules.lone_surrogates => Piece::Right { len: 6 },
            Digits::Number(0xD800..=0xDBFF) => second_half(&src[6..], chunk),
            Digits::Number(0xDC00..=0xDFFF) => wrong(ErrorCode::SurrogateLone, 0),
            Digits::Number(_) => Piece::Right { len: 6 },
        },
        Some(_) => wrong(ErrorCode::EscapeUnknown, 0),
    }
}

/// The piece that a high surrogate makes with the escape in `src`, if that is the other half.
fn second_half(src: &[u8], chunk: Chunk) -> Piece {
    let digits = match src {
        [] | [b'\\'] => Digits::Few,
        [b'\\', b'u', digits @ ..] => four_digits(digits),
        _ => Digits::Wrong,
    };
    match digits {
        Digits::Number(0xDC00..=0xDFFF) => Piece::Right { len: 12 },
        Digits::Few => end(ErrorCode::SurrogateLone, 0, chunk),
        _ => wrong(ErrorCode::SurrogateLone, 0),
    }
}

enum Digits {
    Number(u32),
    Wrong,
    /// Fewer than four, all of them digits.
    Few,
}

fn four_digits(src: &[u8]) -> Digits {
    let mut number = 0;
    for place in 0..4 {
        let Some(&byte) = src.get(place) else { return Digits::Few };
        let Some(digit) = (byte as char).to_digit(16) else { return Digits::Wrong };
        number = number * 16 + digit;
    }
    Digits::Number(number)
}
