//! Ends of common tokens, for the short cut. Each function returns `None` if the whole grammar has to decide.

use crate::grammar::number;
use crate::grammar::quoted;
use crate::grammar::timestamp;
use crate::grammar::window::Window;
use crate::grammar::word::{self, VERSION_1_0};
use crate::kind::Kind;
use stringmill_kernels::{ByteClass, Bytes16, Tier, scan_with};

/// The first place from `at` on without white space, and the byte there, after at most one byte of white space: most
/// gaps are a blank, a line feed, or empty.
#[inline(always)]
pub(super) fn skip_blank(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
    let byte = *bytes.get(at)?;
    if byte > b' ' {
        return Some((at, byte));
    }
    let next = *bytes.get(at + 1)?;
    (is_white(byte) && next > b' ').then_some((at + 1, next))
}

/// As [`skip_blank`], after any amount of white space.
#[inline(never)]
pub(super) fn skip_blanks(bytes: &[u8], tier: Tier, mut at: usize) -> Option<(usize, u8)> {
    // Usually a line feed with blanks after it.
    if is_white(*bytes.get(at)?) {
        at += 1;
    }
    while let Some(sixteen) = bytes.get(at..)?.first_chunk() {
        let stops = Bytes16::of(sixteen).not_blank();
        if stops != 0 {
            at += stops.trailing_zeros() as usize;
            break;
        }
        at += 16;
    }
    if is_white(*bytes.get(at)?) {
        at += scan_with(tier, &ByteClass::WHITE_SPACE_ION, &bytes[at..]);
    }
    Some((at, *bytes.get(at)?))
}

#[inline(always)]
fn is_white(byte: u8) -> bool {
    const WHITE: u64 = 1 << b' ' | 1 << b'\t' | 1 << b'\n' | 1 << b'\r' | 1 << 0x0B | 1 << 0x0C;
    byte <= b' ' && WHITE >> byte & 1 == 1
}

/// The end of the version marker at `at` and of one blank or line feed after it. `None` if a comment follows, or a
/// colon that makes it an annotation.
#[inline]
pub(super) fn version_marker_end(bytes: &[u8], at: usize) -> Option<usize> {
    let [marker @ .., b' ' | b'\n', next] = bytes[at..].first_chunk::<10>()? else { return None };
    (marker == VERSION_1_0 && *next > b' ' && !matches!(next, b':' | b'/')).then_some(at + 9)
}

/// The end of the word at `at`, if it is short.
#[inline(always)]
pub(super) fn short_word_end(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?;
    let sixteen = Bytes16::of(bytes.first_chunk()?);
    if sixteen.not_identifier() != 0 {
        return Some(at + sixteen.not_identifier().trailing_zeros() as usize);
    }
    let sixteen = Bytes16::of(bytes[16..].first_chunk()?);
    (sixteen.not_identifier() != 0).then(|| at + 16 + sixteen.not_identifier().trailing_zeros() as usize)
}

/// The meaning of a word.
pub(super) enum Keyword {
    None,
    Bool(bool),
    /// Begins with a dollar sign: a symbol ID, or cut, or an identifier.
    Dollar,
    Nan,
    Null,
}

/// The meaning of the word from `from` to `end`; `None` for a typed null or a cut word.
#[inline(always)]
pub(super) fn keyword(bytes: &[u8], first: u8, from: usize, end: usize) -> Option<Keyword> {
    if end - from > "false".len() && first != b'$' {
        return if end < bytes.len() { Some(Keyword::None) } else { None };
    }
    match first {
        b'f' | b'n' | b't' => short_keyword(bytes, from, end),
        b'$' => Some(Keyword::Dollar),
        _ if end < bytes.len() => Some(Keyword::None),
        _ => None,
    }
}

/// Whether the word from `at` to `end`, which begins with a dollar sign, may be a symbol ID or cut.
#[inline]
pub(super) fn may_be_id(bytes: &[u8], at: usize, end: usize) -> bool {
    end == bytes.len() || bytes[at + 1].is_ascii_digit()
}

#[inline]
fn short_keyword(bytes: &[u8], from: usize, end: usize) -> Option<Keyword> {
    let next = *bytes.get(end)?;
    let four = bytes[from..].first_chunk::<4>()?;
    let is = |word: &[u8; 4]| u32::from_le_bytes(*four) == u32::from_le_bytes(*word);
    Some(match end - from {
        3 if four[..3] == *b"nan" => Keyword::Nan,
        4 if is(b"true") => Keyword::Bool(true),
        4 if is(b"null") && next == b'.' => return None,
        4 if is(b"null") => Keyword::Null,
        5 if is(b"fals") && bytes[end - 1] == b'e' => Keyword::Bool(false),
        _ => Keyword::None,
    })
}

/// The end of the string at `at` if it has no escape, and whether it is clean ([`CLEAN`]).
pub(super) fn string_end(bytes: &[u8], tier: Tier, at: usize) -> Option<(usize, bool)> {
    let from = at + 1;
    let mut end = from + scan_with(tier, &CLEAN, bytes.get(from..)?);
    let clean = *bytes.get(end)? == b'"';
    if !clean {
        end += scan_with(tier, &quoted::IN_SHORT, &bytes[end..]);
        if *bytes.get(end)? != b'"' || !is_utf8(bytes, tier, from, end) {
            return None;
        }
    }
    Some((end + 1, clean))
}

/// Whether `bytes[from..end]` is well-formed; an ASCII byte is at `end`.
fn is_utf8(bytes: &[u8], tier: Tier, from: usize, end: usize) -> bool {
    Window { bytes, last: false, tier }.utf8(from, end).is_ok()
}

/// The end of the quoted symbol at `at`, if it has no escape.
pub(super) fn symbol_end(bytes: &[u8], tier: Tier, at: usize) -> Option<usize> {
    let from = at + 1;
    let end = from + scan_with(tier, &quoted::IN_SYMBOL, bytes.get(from..)?);
    // Two single quotes may begin a long string.
    (*bytes.get(end)? == b'\'' && end > from && is_utf8(bytes, tier, from, end)).then_some(end + 1)
}

/// The end of the operators at `at`.
#[inline]
pub(super) fn operator_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at;
    while word::OPERATORS.has(*bytes.get(end)?) {
        // A comment or an infinity may begin here.
        if bytes[end] == b'/' || bytes[end] == b'+' {
            return None;
        }
        end += 1;
    }
    Some(end)
}

/// The kind and the end of the plain int or decimal at `at`, if it is short.
#[inline(always)]
pub(super) fn short_number(bytes: &[u8], at: usize, first: u8) -> Option<(Kind, usize)> {
    let from = at + usize::from(first == b'-');
    let sixteen = bytes.get(from..)?.first_chunk::<16>()?;
    let stops = Bytes16::of(sixteen).not_digit() | 1 << 16;
    let mut len = stops.trailing_zeros() as usize;
    if len == 0 || sixteen[0] == b'0' && len > 1 {
        return None;
    }
    let mut kind = Kind::Int;
    if len < 16 && sixteen[len] == b'.' {
        kind = Kind::Decimal;
        let digits = (stops >> (len + 1)).trailing_zeros() as usize;
        if digits == 0 {
            return None;
        }
        len += 1 + digits;
    }
    ENDS_NUMBER[usize::from(*sixteen.get(len)?)].then_some((kind, from + len))
}

/// The number or timestamp at `at`, without underscores: its kind, whether it is plain, and its end.
pub(super) fn long_number(bytes: &[u8], tier: Tier, at: usize) -> Option<(Kind, bool, usize)> {
    let first = at + usize::from(bytes[at] == b'-');
    let mut end = digits_end(bytes, first)?;
    if end == first || bytes[first] == b'0' && end > first + 1 {
        return None;
    }
    let (mut kind, mut plain) = (Kind::Int, true);
    if bytes[end] == b'-' && first == at && end == at + 4 {
        end = timestamp::plain_end(bytes, at)
            .or_else(|| timestamp::scan(Window { bytes, last: false, tier }, at).ok())?;
        kind = Kind::Timestamp;
    } else {
        if bytes[end] == b'.' {
            kind = Kind::Decimal;
            let from = end + 1;
            end = digits_end(bytes, from)?;
            plain = end > from;
        }
        if let mark @ (b'e' | b'E' | b'd' | b'D') = bytes[end] {
            plain &= mark | 0x20 == b'e';
            kind = if mark | 0x20 == b'e' { Kind::Float } else { Kind::Decimal };
            let from = end + 1 + usize::from(matches!(bytes.get(end + 1)?, b'+' | b'-'));
            end = digits_end(bytes, from)?;
            if end == from {
                return None;
            }
        }
    }
    ENDS_NUMBER[usize::from(*bytes.get(end)?)].then_some((kind, plain, end))
}

#[inline(always)]
fn digits_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    while bytes.get(at)?.is_ascii_digit() {
        at += 1;
    }
    Some(at)
}

/// Bytes of a clean string.
const CLEAN: ByteClass = ByteClass::STRING_ASCII;

/// The most annotations of a value; few values have more.
pub(super) const ANNOTATIONS_MAX: usize = 4;

/// The token that a byte begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenStart {
    Word,
    Quote,
    String,
    Number,
    Brace,
    Bracket,
    Parenthesis,
    /// A closing bracket.
    End,
    Dollar,
    Operator,
    Other,
}

impl TokenStart {
    #[inline(always)]
    pub(super) fn of(byte: u8) -> TokenStart {
        STARTS[usize::from(byte)]
    }
}

static STARTS: [TokenStart; 256] = {
    let mut starts = [TokenStart::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        starts[byte] = match byte as u8 {
            b'0'..=b'9' | b'-' => TokenStart::Number,
            b'"' => TokenStart::String,
            b'\'' => TokenStart::Quote,
            b'[' => TokenStart::Bracket,
            b'(' => TokenStart::Parenthesis,
            b'{' => TokenStart::Brace,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => TokenStart::Word,
            b'$' => TokenStart::Dollar,
            b']' | b')' | b'}' => TokenStart::End,
            byte if word::OPERATORS.has(byte) => TokenStart::Operator,
            _ => TokenStart::Other,
        };
        byte += 1;
    }
    starts
};

static ENDS_NUMBER: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        ends[byte] = number::STOPS.has(byte as u8);
        byte += 1;
    }
    ends
};
