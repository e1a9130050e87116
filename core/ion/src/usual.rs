//! Values as most are written, read without a step back: plain names and strings, decimal numbers, opening brackets, with
//! no comment near them. What is written otherwise, wrong or cut is left to [`Unit::read`], which says what it is.

use crate::kind::Kind;
use crate::number;
use crate::quoted::{self, Quote};
use crate::timestamp;
use crate::unit::{Name, Token, Unit};
use crate::window::Window;
use crate::word;
use std::ops::Range;
use stringmill_kernels::{Class, scan_with};

/// What was read.
#[derive(Clone, Copy)]
pub(crate) enum Usual {
    Value(Kind),
    Null(Kind),
    Open(Kind),
}

fn told(keyword: Token) -> Usual {
    match keyword {
        Token::Null(kind) => Usual::Null(kind),
        other => Usual::Value(other.kind()),
    }
}

/// What a word is that begins as keywords do.
enum Keyword {
    Name,
    Value(Token),
}

impl Unit {
    /// Reads the unit at `at` as [`Unit::read`] does, or says `None` where that is to be asked. The byte behind it is in
    /// the window.
    #[inline]
    pub(crate) fn read_usual(&mut self, window: Window<'_>, mut at: usize, inside: Option<Kind>) -> Option<Usual> {
        let bytes = window.bytes;
        self.field = None;
        self.annotations.clear();
        if inside == Some(Kind::Struct) {
            let (name, end) = match *bytes.get(at)? {
                b'"' => plain_quoted(window, at, &quoted::IN_SHORT_ASCII, b'"')?,
                b'\'' => plain_quoted(window, at, &quoted::IN_SYMBOL_ASCII, b'\'')?,
                first if word::begins(first) => {
                    let end = word::identifier_end(window, at);
                    if may_be_keyword(first) && !matches!(keyword(bytes, at..end)?, Keyword::Name) {
                        return None;
                    }
                    (at..end, end)
                }
                _ => return None,
            };
            if *bytes.get(end)? != b':' {
                return None;
            }
            self.field = Some(Name::Plain(name));
            at = skip_blanks(window, end + 1)?;
        }
        loop {
            let first = *bytes.get(at)?;
            let (name, token, end) = match STARTS[usize::from(first)] {
                Start::Word => {
                    let end = word::identifier_end(window, at);
                    if may_be_keyword(first)
                        && let Keyword::Value(token) = keyword(bytes, at..end)?
                    {
                        return self.usual(told(token), token, at..end, end);
                    }
                    (at..end, Token::Word, end)
                }
                Start::Quote => {
                    let (name, end) = plain_quoted(window, at, &quoted::IN_SYMBOL_ASCII, b'\'')?;
                    let token = Token::Quoted { quote: Quote::Symbol, plain: true };
                    (name, token, end)
                }
                Start::String => {
                    let (_, end) = plain_quoted(window, at, &quoted::IN_SHORT_ASCII, b'"')?;
                    let token = Token::Quoted { quote: Quote::String, plain: true };
                    return self.usual(Usual::Value(Kind::String), token, at..end, end);
                }
                Start::Number => {
                    let (kind, end) = plain_number(window, at)?;
                    return self.usual(Usual::Value(kind), Token::Number(kind), at..end, end);
                }
                Start::Open(kind) => {
                    if first == b'{' && *bytes.get(at + 1)? == b'{' {
                        return None;
                    }
                    return self.usual(Usual::Open(kind), Token::Open(kind), at..at + 1, at + 1);
                }
                Start::Other => return None,
            };
            let behind = skip_blanks(window, end)?;
            match bytes[behind] {
                b':' if bytes.get(behind + 1) == Some(&b':') => {
                    self.annotations.push(Name::Plain(name));
                    at = skip_blanks(window, behind + 2)?;
                }
                b':' | b'/' => return None,
                _ => return self.usual(Usual::Value(Kind::Symbol), token, at..end, behind),
            }
        }
    }

    /// Whether a unit at the top level may be something else than a value: a version marker, or the beginning of a symbol
    /// table.
    #[inline]
    pub(crate) fn may_be_system_value(&self, bytes: &[u8]) -> bool {
        match self.token {
            Token::Open(Kind::Struct) => match self.annotations.first() {
                Some(Name::Plain(first)) => bytes[first.start] == b'$',
                _ => false,
            },
            Token::Word => self.annotations.is_empty() && bytes[self.text.start] == b'$',
            Token::Quoted { quote: Quote::Symbol, .. } => bytes[self.text.start + 1] == b'$',
            _ => false,
        }
    }

    #[inline]
    fn usual(&mut self, usual: Usual, token: Token, text: Range<usize>, next: usize) -> Option<Usual> {
        (self.token, self.text, self.next) = (token, text, next);
        Some(usual)
    }
}

/// The first place from `at` on where no white space stands. Most gaps are a blank or a line feed, or none.
#[inline]
pub(crate) fn skip_blanks(window: Window<'_>, at: usize) -> Option<usize> {
    let is_white = |at: usize| Some(Class::WHITE_SPACE_ION.has(*window.bytes.get(at)?));
    if !is_white(at)? {
        return Some(at);
    }
    if !is_white(at + 1)? {
        return Some(at + 1);
    }
    let end = at + 2 + scan_with(window.tier, &Class::WHITE_SPACE_ION, &window.bytes[at + 2..]);
    (end < window.bytes.len()).then_some(end)
}

/// The place behind the version marker at `at` and the white space behind that, if no more than a blank or a line feed
/// follows it.
#[inline]
pub(crate) fn version_marker(bytes: &[u8], at: usize) -> Option<usize> {
    let [marker @ .., b' ' | b'\n', _] = bytes[at..].first_chunk::<10>()? else { return None };
    (marker == VERSION_1_0).then_some(at + 9)
}

/// Whether a keyword or a symbol ID may begin with this byte.
#[inline]
fn may_be_keyword(first: u8) -> bool {
    matches!(first, b'f' | b'n' | b't' | b'$')
}

/// What the word in a range is; `None` for symbol IDs and for nulls with a type, or where it may go on.
fn keyword(bytes: &[u8], text: Range<usize>) -> Option<Keyword> {
    let behind = *bytes.get(text.end)?;
    Some(match &bytes[text] {
        b"true" => Keyword::Value(Token::Bool(true)),
        b"false" => Keyword::Value(Token::Bool(false)),
        b"nan" => Keyword::Value(Token::Special(f64::NAN)),
        b"null" if behind == b'.' => return None,
        b"null" => Keyword::Value(Token::Null(Kind::Null)),
        [b'$', digit, ..] if digit.is_ascii_digit() => return None,
        _ => Keyword::Name,
    })
}

/// What stands between the quote at `at` and the next, if it stands for itself, and the place behind that.
#[inline]
fn plain_quoted(window: Window<'_>, at: usize, inside: &Class, quote: u8) -> Option<(Range<usize>, usize)> {
    let from = at + 1;
    let end = from + scan_with(window.tier, inside, &window.bytes[from..]);
    // Two single quotes may begin a long string.
    let is_plain = *window.bytes.get(end)? == quote && (end > from || quote == b'"');
    is_plain.then_some((from..end, end + 1))
}

/// The number or timestamp at `at`, without underscores, and the place behind it.
#[inline]
fn plain_number(window: Window<'_>, at: usize) -> Option<(Kind, usize)> {
    let bytes = window.bytes;
    let first = at + usize::from(bytes[at] == b'-');
    let mut end = digits_end(bytes, first)?;
    if end == first || bytes[first] == b'0' && end > first + 1 {
        return None;
    }
    let mut kind = Kind::Int;
    if bytes[end] == b'-' && first == at && end == at + 4 {
        end = timestamp::scan(window, at).ok()?;
        kind = Kind::Timestamp;
    } else {
        if bytes[end] == b'.' {
            kind = Kind::Decimal;
            end = digits_end(bytes, end + 1)?;
        }
        if let mark @ (b'e' | b'E' | b'd' | b'D') = bytes[end] {
            kind = if mark | 0x20 == b'e' { Kind::Float } else { Kind::Decimal };
            let from = end + 1 + usize::from(matches!(bytes.get(end + 1)?, b'+' | b'-'));
            end = digits_end(bytes, from)?;
            if end == from {
                return None;
            }
        }
    }
    number::STOPS.has(*bytes.get(end)?).then_some((kind, end))
}

#[inline]
fn digits_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    while bytes.get(at)?.is_ascii_digit() {
        at += 1;
    }
    Some(at)
}

const VERSION_1_0: &[u8; 8] = b"$ion_1_0";

/// What a value begins with.
#[derive(Clone, Copy)]
enum Start {
    Word,
    Quote,
    String,
    Number,
    Open(Kind),
    Other,
}

static STARTS: [Start; 256] = {
    let mut starts = [Start::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        starts[byte] = match byte as u8 {
            b'0'..=b'9' | b'-' => Start::Number,
            b'"' => Start::String,
            b'\'' => Start::Quote,
            b'[' => Start::Open(Kind::List),
            b'(' => Start::Open(Kind::Sexp),
            b'{' => Start::Open(Kind::Struct),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Start::Word,
            _ => Start::Other,
        };
        byte += 1;
    }
    starts
};
