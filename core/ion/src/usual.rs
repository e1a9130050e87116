//! Values as most are written, read without a step back: plain names and strings, decimal numbers, opening brackets, with
//! no comment near them. What is written otherwise, wrong or cut is left to [`Unit::read`], which says what it is.
//! Method: sixteen bytes at a time, for nearly all names and numbers are shorter; a kernel for what is longer.

use crate::event::Event;
use crate::kind::Kind;
use crate::number;
use crate::quoted::{self, Quote};
use crate::timestamp;
use crate::unit::{Name, Token, Unit};
use crate::window::Window;
use crate::word;
use std::ops::Range;
use stringmill_kernels::{Class, Sixteen, Tier, scan_with};

impl Unit {
    /// Reads the unit at `at`, which begins with `first`, as [`Unit::read`] does, or says `None` where that is to be asked.
    /// The byte behind it is in the window.
    #[inline(always)]
    pub(crate) fn read_usual(
        &mut self,
        bytes: &[u8],
        tier: Tier,
        mut at: usize,
        mut first: u8,
        inside: Option<Kind>,
    ) -> Option<Event> {
        self.annotations.clear();
        self.field = None;
        if inside == Some(Kind::Struct) {
            let (name, clean, end) = field_name(bytes, tier, at, first)?;
            if *bytes.get(end)? != b':' {
                return None;
            }
            self.field = Some(Name::Plain(name));
            self.clean_field = clean;
            (at, first) = skip_blanks(bytes, tier, end + 1)?;
        }
        loop {
            let (name, token, end) = match Start::of(first) {
                // At the top level it may be a version marker, or the beginning of a symbol table.
                Start::Word if first == b'$' && inside.is_none() => return None,
                Start::Word => {
                    let end = word::identifier_end(bytes, tier, at);
                    self.clean = true;
                    match keyword(bytes, first, at, end)? {
                        Keyword::None => (at..end, Token::Word, end),
                        Keyword::Null => return self.usual(Event::Null(Kind::Null), Token::Null(Kind::Null), at, end),
                        Keyword::Bool(value) => {
                            return self.usual(Event::Value(Kind::Bool), Token::Bool(value), at, end);
                        }
                        Keyword::Nan => {
                            return self.usual(Event::Value(Kind::Float), Token::Special(f64::NAN), at, end);
                        }
                    }
                }
                Start::Quote if inside.is_none() && *bytes.get(at + 1)? == b'$' => return None,
                Start::Quote => {
                    let end = symbol_end(bytes, tier, at)?;
                    self.clean = false;
                    (at + 1..end - 1, Token::Quoted { quote: Quote::Symbol, plain: true }, end)
                }
                Start::String => {
                    let (end, clean) = string_end(bytes, tier, at)?;
                    self.clean = clean;
                    let token = Token::Quoted { quote: Quote::String, plain: true };
                    return self.usual(Event::Value(Kind::String), token, at, end);
                }
                Start::Number => {
                    let (kind, plain, end) = number(bytes, tier, first, at)?;
                    return self.usual(Event::Value(kind), Token::Number { kind, plain }, at, end);
                }
                Start::Brace if *bytes.get(at + 1)? == b'{' => return None,
                Start::Brace => return self.usual(Event::Open(Kind::Struct), Token::Open(Kind::Struct), at, at + 1),
                Start::Bracket => return self.usual(Event::Open(Kind::List), Token::Open(Kind::List), at, at + 1),
                Start::Parenthesis => return self.usual(Event::Open(Kind::Sexp), Token::Open(Kind::Sexp), at, at + 1),
                Start::Operator if inside == Some(Kind::Sexp) => {
                    let end = operator_end(bytes, at)?;
                    self.clean = true;
                    return self.usual(Event::Value(Kind::Symbol), Token::Word, at, end);
                }
                Start::Operator | Start::Other => return None,
            };
            let (behind, byte) = skip_blanks(bytes, tier, end)?;
            match byte {
                b':' if bytes.get(behind + 1) == Some(&b':') => {
                    self.annotations.push(Name::Plain(name));
                    (at, first) = skip_blanks(bytes, tier, behind + 2)?;
                }
                b':' | b'/' => return None,
                _ => {
                    (self.token, self.text, self.next) = (token, at..end, behind);
                    return Some(Event::Value(Kind::Symbol));
                }
            }
        }
    }

    #[inline(always)]
    fn usual(&mut self, event: Event, token: Token, from: usize, end: usize) -> Option<Event> {
        (self.token, self.text, self.next) = (token, from..end, end);
        Some(event)
    }
}

/// The text of the field name at `at`; whether it is clean; and the place behind it.
#[inline(always)]
fn field_name(bytes: &[u8], tier: Tier, at: usize, first: u8) -> Option<(Range<usize>, bool, usize)> {
    match Start::of(first) {
        Start::Word => {
            let end = word::identifier_end(bytes, tier, at);
            matches!(keyword(bytes, first, at, end)?, Keyword::None).then_some((at..end, true, end))
        }
        Start::String => string_end(bytes, tier, at).map(|(end, clean)| (at + 1..end - 1, clean, end)),
        Start::Quote => symbol_end(bytes, tier, at).map(|end| (at + 1..end - 1, false, end)),
        _ => None,
    }
}

/// The first place from `at` on where no white space stands, and the byte there. Most gaps are a blank or a line feed, or
/// none.
#[inline(always)]
pub(crate) fn skip_blanks(bytes: &[u8], tier: Tier, at: usize) -> Option<(usize, u8)> {
    let byte = *bytes.get(at)?;
    if byte > b' ' || !is_white(byte) {
        return Some((at, byte));
    }
    let byte = *bytes.get(at + 1)?;
    if byte > b' ' {
        return Some((at + 1, byte));
    }
    skip_many_blanks(bytes, tier, at + 1)
}

#[inline(never)]
fn skip_many_blanks(bytes: &[u8], tier: Tier, mut at: usize) -> Option<(usize, u8)> {
    // Mostly a line feed, and blanks behind it.
    if is_white(bytes[at]) {
        at += 1;
    }
    while let Some(sixteen) = bytes.get(at..)?.first_chunk() {
        let stops = Sixteen::of(sixteen).not_blank();
        if stops != 0 {
            at += stops.trailing_zeros() as usize;
            break;
        }
        at += 16;
    }
    if is_white(*bytes.get(at)?) {
        at += scan_with(tier, &Class::WHITE_SPACE_ION, &bytes[at..]);
    }
    Some((at, *bytes.get(at)?))
}

#[inline(always)]
fn is_white(byte: u8) -> bool {
    const WHITE: u64 = 1 << b' ' | 1 << b'\t' | 1 << b'\n' | 1 << b'\r' | 1 << 0x0B | 1 << 0x0C;
    byte <= b' ' && WHITE >> byte & 1 == 1
}

/// The place behind the version marker at `at` and the white space behind that, if no more than a blank or a line feed
/// follows it.
#[inline]
pub(crate) fn version_marker(bytes: &[u8], at: usize) -> Option<usize> {
    let [marker @ .., b' ' | b'\n', _] = bytes[at..].first_chunk::<10>()? else { return None };
    (marker == VERSION_1_0).then_some(at + 9)
}

/// What a word is.
enum Keyword {
    None,
    Bool(bool),
    Nan,
    Null,
}

/// What the word in a range is; `None` for symbol IDs and for nulls with a type, or where it may go on.
#[inline(always)]
fn keyword(bytes: &[u8], first: u8, from: usize, end: usize) -> Option<Keyword> {
    if end - from > "false".len() && first != b'$' {
        return if end < bytes.len() { Some(Keyword::None) } else { None };
    }
    match first {
        b'f' | b'n' | b't' => short_keyword(bytes, from, end),
        b'$' if bytes.get(from + 1)?.is_ascii_digit() => None,
        _ if end < bytes.len() => Some(Keyword::None),
        _ => None,
    }
}

#[inline]
fn short_keyword(bytes: &[u8], from: usize, end: usize) -> Option<Keyword> {
    let behind = *bytes.get(end)?;
    let four = bytes[from..].first_chunk::<4>()?;
    let is = |word: &[u8; 4]| u32::from_le_bytes(*four) == u32::from_le_bytes(*word);
    Some(match end - from {
        3 if four[..3] == *b"nan" => Keyword::Nan,
        4 if is(b"true") => Keyword::Bool(true),
        4 if is(b"null") && behind == b'.' => return None,
        4 if is(b"null") => Keyword::Null,
        5 if is(b"fals") && bytes[end - 1] == b'e' => Keyword::Bool(false),
        _ => Keyword::None,
    })
}

/// The place behind the string at `at`, if it stands for itself, and whether it is clean.
#[inline(always)]
fn string_end(bytes: &[u8], tier: Tier, at: usize) -> Option<(usize, bool)> {
    let from = at + 1;
    let end = match bytes.get(from..)?.first_chunk::<BLOCK>() {
        Some(block) => from + Sixteen::plain_prefix(block, b'"'),
        None => from,
    };
    if bytes.get(end) == Some(&b'"') {
        return Some((end + 1, true));
    }
    long_string_end(bytes, tier, from, end)
}

/// The same where nothing but plain bytes stands from `from` to `at`.
#[inline(never)]
fn long_string_end(bytes: &[u8], tier: Tier, from: usize, at: usize) -> Option<(usize, bool)> {
    let mut end = at;
    if let Some(block) = bytes.get(at..)?.first_chunk() {
        end += Sixteen::plain_prefix(block, b'"');
        if bytes.get(end) == Some(&b'"') {
            return Some((end + 1, true));
        }
    }
    end += scan_with(tier, &CLEAN, bytes.get(end..)?);
    let clean = *bytes.get(end)? == b'"';
    if !clean {
        end += scan_with(tier, &quoted::IN_SHORT, &bytes[end..]);
        if *bytes.get(end)? != b'"' || !is_utf8(bytes, tier, from, end) {
            return None;
        }
    }
    Some((end + 1, clean))
}

/// Whether what ends before the ASCII byte at `end` is well-formed.
fn is_utf8(bytes: &[u8], tier: Tier, from: usize, end: usize) -> bool {
    Window { bytes, last: false, tier }.utf8(from, end).is_ok()
}

/// The place behind the symbol in quotes at `at`, if it stands for itself.
#[inline(never)]
fn symbol_end(bytes: &[u8], tier: Tier, at: usize) -> Option<usize> {
    let from = at + 1;
    let end = from + scan_with(tier, &quoted::IN_SYMBOL, bytes.get(from..)?);
    // Two single quotes may begin a long string.
    (*bytes.get(end)? == b'\'' && end > from && is_utf8(bytes, tier, from, end)).then_some(end + 1)
}

/// The end of the operators at `at`.
#[inline]
fn operator_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at;
    while word::OPERATORS.has(*bytes.get(end)?) {
        // A comment may begin, or an infinity.
        if bytes[end] == b'/' || bytes[end] == b'+' {
            return None;
        }
        end += 1;
    }
    Some(end)
}

/// The kind of the number or timestamp at `at`, which has no underscores; whether it is plain; and the place behind it.
#[inline(always)]
fn number(bytes: &[u8], tier: Tier, first: u8, at: usize) -> Option<(Kind, bool, usize)> {
    let from = at + usize::from(first == b'-');
    let Some(sixteen) = bytes.get(from..)?.first_chunk::<16>() else { return long_number(bytes, tier, at) };
    let stops = Sixteen::of(sixteen).not_digit() | 1 << 16;
    let mut len = stops.trailing_zeros() as usize;
    if len == 0 || sixteen[0] == b'0' && len > 1 {
        return None;
    }
    let mut kind = Kind::Int;
    if len < 16 && sixteen[len] == b'.' {
        kind = Kind::Decimal;
        let digits = (stops >> (len + 1)).trailing_zeros() as usize;
        if digits == 0 {
            return long_number(bytes, tier, at);
        }
        len += 1 + digits;
    }
    if len < 16 && ENDS_NUMBER[usize::from(sixteen[len])] {
        return Some((kind, true, from + len));
    }
    long_number(bytes, tier, at)
}

#[inline(never)]
fn long_number(bytes: &[u8], tier: Tier, at: usize) -> Option<(Kind, bool, usize)> {
    let first = at + usize::from(bytes[at] == b'-');
    let mut end = digits_end(bytes, first)?;
    if end == first || bytes[first] == b'0' && end > first + 1 {
        return None;
    }
    let (mut kind, mut plain) = (Kind::Int, true);
    if bytes[end] == b'-' && first == at && end == at + 4 {
        end = timestamp::usual_end(bytes, at)
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

const VERSION_1_0: &[u8; 8] = b"$ion_1_0";

/// What a string holds that stands for itself everywhere.
const CLEAN: Class = Class::STRING_ASCII;

/// Bytes of a string that are looked at before a kernel is asked.
const BLOCK: usize = 64;

/// What a byte may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Word,
    Quote,
    String,
    Number,
    Brace,
    Bracket,
    Parenthesis,
    Operator,
    Other,
}

impl Start {
    #[inline(always)]
    fn of(byte: u8) -> Start {
        STARTS[usize::from(byte)]
    }
}

static STARTS: [Start; 256] = {
    let mut starts = [Start::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        starts[byte] = match byte as u8 {
            b'0'..=b'9' | b'-' => Start::Number,
            b'"' => Start::String,
            b'\'' => Start::Quote,
            b'[' => Start::Bracket,
            b'(' => Start::Parenthesis,
            b'{' => Start::Brace,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Start::Word,
            byte if word::OPERATORS.has(byte) => Start::Operator,
            _ => Start::Other,
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
