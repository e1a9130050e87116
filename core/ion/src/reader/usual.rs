//! Events as most are written: plain names and strings, decimal numbers, brackets, with no comment near them. What is
//! written otherwise, wrong or cut is left to [`Reader::next_of_any_kind`], which says what it is.
//!
//! Method: sixteen bytes at a time, for nearly all names and numbers are shorter; kernels for strings and what is longer.
//! Each function ends with a call of the next, so that none saves registers for the rare ones; where compilers make no jump of
//! that, a few calls are open at most. Until there is an event, nothing is passed but version markers.

use super::{Reader, takes_commas};
use crate::event::Event;
use crate::kind::Kind;
use crate::number;
use crate::quoted;
use crate::timestamp;
use crate::unit::{Name, Token};
use crate::window::Window;
use crate::word;
use std::ops::Range;
use stringmill_kernels::{AtString, Class, STRING_WINDOW, Sixteen, Tier, scan_with, short_string_with};

impl Reader<'_> {
    /// Goes on to the next event and leaves it in `event`; or `false`, where another look is needed.
    #[inline(never)]
    pub(super) fn next_usual(&mut self) -> bool {
        if !self.calm {
            return false;
        }
        match skip_blank(&self.text, self.at) {
            Some((at, first)) => self.begin(at, first),
            None => self.begin_behind_blanks(),
        }
    }

    #[inline(never)]
    fn begin_behind_blanks(&mut self) -> bool {
        match skip_blanks(&self.text, self.tier, self.at) {
            Some((at, first)) => self.begin(at, first),
            None => false,
        }
    }

    #[inline(always)]
    fn begin(&mut self, at: usize, first: u8) -> bool {
        if self.after_value { self.behind_value(at, first) } else { self.unit_at(at, first) }
    }

    /// A comma and what follows it, or the end of the container.
    #[inline(never)]
    fn behind_value(&mut self, at: usize, first: u8) -> bool {
        if first != b',' {
            return self.close_usual(at, first);
        }
        match skip_blank(&self.text, at + 1) {
            Some((at, first)) => self.unit_at(at, first),
            None => self.unit_behind_blanks(at + 1),
        }
    }

    #[inline(never)]
    fn unit_behind_blanks(&mut self, at: usize) -> bool {
        match skip_blanks(&self.text, self.tier, at) {
            Some((at, first)) => self.unit_at(at, first),
            None => false,
        }
    }

    /// A value with all that belongs to it, which begins at `at` with `first`; or the end of the container.
    #[inline(always)]
    fn unit_at(&mut self, at: usize, first: u8) -> bool {
        self.unit.begin = at;
        self.unit.annotations.clear();
        if self.inside == Some(Kind::Struct) {
            return self.field_at(at, first);
        }
        self.unit.field = None;
        self.value_at(at, first)
    }

    #[inline(never)]
    fn field_at(&mut self, at: usize, first: u8) -> bool {
        match Start::of(first) {
            Start::Word | Start::Dollar => match short_word_end(&self.text, at) {
                Some(end) => self.named(at, first, end),
                None => self.long_named(at, first),
            },
            Start::String | Start::Quote => self.quoted_field(at, first),
            Start::End => self.close_usual(at, first),
            _ => false,
        }
    }

    #[inline(never)]
    fn long_named(&mut self, at: usize, first: u8) -> bool {
        let end = word::identifier_end(&self.text, self.tier, at);
        self.named(at, first, end)
    }

    /// The value of the field whose name is the word from `at` to `end`.
    #[inline(always)]
    fn named(&mut self, at: usize, first: u8, end: usize) -> bool {
        match keyword(&self.text, first, at, end) {
            Some(Keyword::None) => self.behind_name(at..end, true, end),
            Some(Keyword::Dollar) => self.dollar_named(at, end),
            _ => false,
        }
    }

    #[inline(never)]
    fn dollar_named(&mut self, at: usize, end: usize) -> bool {
        !may_be_id(&self.text, at, end) && self.behind_name(at..end, true, end)
    }

    #[inline(never)]
    fn quoted_field(&mut self, at: usize, first: u8) -> bool {
        let found = match first {
            b'"' => string_end(&self.text, self.tier, at),
            _ => symbol_end(&self.text, self.tier, at).map(|end| (end, false)),
        };
        match found {
            Some((end, clean)) => self.behind_name(at + 1..end - 1, clean, end),
            None => false,
        }
    }

    /// The colon behind a field name, and the value.
    #[inline(always)]
    fn behind_name(&mut self, name: Range<usize>, clean: bool, end: usize) -> bool {
        if self.text.get(end) != Some(&b':') {
            return false;
        }
        (self.unit.field, self.unit.clean_field) = (Some(Name::Plain(name)), clean);
        self.value_behind_blanks(end + 1)
    }

    #[inline(always)]
    fn value_behind_blanks(&mut self, at: usize) -> bool {
        match skip_blank(&self.text, at) {
            Some((at, first)) => self.value_at(at, first),
            None => self.value_behind_many_blanks(at),
        }
    }

    #[inline(never)]
    fn value_behind_many_blanks(&mut self, at: usize) -> bool {
        match skip_blanks(&self.text, self.tier, at) {
            Some((at, first)) => self.value_at(at, first),
            None => false,
        }
    }

    /// A value, or an annotation and what it belongs to; or the end of the container, where neither is begun.
    #[inline(never)]
    fn value_at(&mut self, at: usize, first: u8) -> bool {
        match Start::of(first) {
            Start::String => self.string_usual(at),
            Start::Word => self.word_usual(at, first),
            Start::Number => self.number_usual(at, first),
            Start::End if self.unit.field.is_none() && self.unit.annotations.is_empty() => self.close_usual(at, first),
            Start::Quote => self.quoted_symbol(at),
            Start::Dollar => self.dollar(at, first),
            Start::Brace if self.text.get(at + 1).is_none_or(|&byte| byte == b'{') => false,
            Start::Brace => self.open(Kind::Struct, at),
            Start::Bracket => self.open(Kind::List, at),
            Start::Parenthesis => self.open(Kind::Sexp, at),
            Start::Operator => self.operators(at),
            Start::End | Start::Other => false,
        }
    }

    #[inline(always)]
    fn scalar(&mut self, event: Event, token: Token, at: usize, end: usize) -> bool {
        (self.unit.token, self.unit.text) = (token, at..end);
        self.tell(event, end)
    }

    /// Tells of the current value; `next` is the place behind it and the white space that was looked at.
    #[inline(always)]
    fn tell(&mut self, event: Event, next: usize) -> bool {
        if next - self.unit.begin > self.limits.value_len {
            return false;
        }
        (self.at, self.event) = (next, event);
        self.after_value = takes_commas(self.inside);
        true
    }

    #[inline(always)]
    fn string_usual(&mut self, at: usize) -> bool {
        short_string_with(self.tier, StringAt { reader: self, at })
    }

    #[inline(never)]
    fn long_string(&mut self, at: usize) -> bool {
        match string_end(&self.text, self.tier, at) {
            Some((end, clean)) => self.tell_string(at, end, clean),
            None => false,
        }
    }

    #[inline(always)]
    fn tell_string(&mut self, at: usize, end: usize, clean: bool) -> bool {
        self.unit.clean = clean;
        self.scalar(Event::Value(Kind::String), Token::Plain(Kind::String), at, end)
    }

    /// A version marker, where it may be one; else what begins with a dollar sign.
    #[inline(never)]
    fn dollar(&mut self, at: usize, first: u8) -> bool {
        if self.inside.is_some() {
            return self.word_usual(at, first);
        }
        match version_marker(&self.text, at) {
            Some(behind) if self.unit.annotations.is_empty() => {
                self.reset_symbols();
                self.at = behind;
                let first = self.text[behind];
                first != b'$' && self.unit_at(behind, first)
            }
            // It may be another marker, or the beginning of a symbol table.
            _ => false,
        }
    }

    #[inline(never)]
    fn word_usual(&mut self, at: usize, first: u8) -> bool {
        match short_word_end(&self.text, at) {
            Some(end) => self.word_to(at, first, end),
            None => self.long_word(at, first),
        }
    }

    #[inline(never)]
    fn long_word(&mut self, at: usize, first: u8) -> bool {
        let end = word::identifier_end(&self.text, self.tier, at);
        self.word_to(at, first, end)
    }

    #[inline(always)]
    fn word_to(&mut self, at: usize, first: u8, end: usize) -> bool {
        match keyword(&self.text, first, at, end) {
            Some(Keyword::None) => self.word_symbol(at, end),
            Some(Keyword::Dollar) => self.dollar_word(at, end),
            Some(Keyword::Null) => self.scalar(Event::Null(Kind::Null), Token::Null(Kind::Null), at, end),
            Some(Keyword::Bool(value)) => self.scalar(Event::Value(Kind::Bool), Token::Bool(value), at, end),
            Some(Keyword::Nan) => self.scalar(Event::Value(Kind::Float), Token::Special(f64::NAN), at, end),
            None => false,
        }
    }

    #[inline(never)]
    fn dollar_word(&mut self, at: usize, end: usize) -> bool {
        !may_be_id(&self.text, at, end) && self.word_symbol(at, end)
    }

    #[inline(always)]
    fn word_symbol(&mut self, at: usize, end: usize) -> bool {
        self.unit.clean = true;
        self.symbol_usual(Token::Plain(Kind::Symbol), at..end)
    }

    #[inline(never)]
    fn quoted_symbol(&mut self, at: usize) -> bool {
        // At the top level it may begin a symbol table.
        if self.inside.is_none() && self.text.get(at + 1) == Some(&b'$') {
            return false;
        }
        self.unit.clean = false;
        let token = Token::Quoted { quote: quoted::Quote::Symbol, plain: true };
        match symbol_end(&self.text, self.tier, at) {
            Some(end) => self.symbol_usual(token, at..end),
            None => false,
        }
    }

    /// The symbol that stands in `text`, or an annotation and what it belongs to.
    #[inline(always)]
    fn symbol_usual(&mut self, token: Token, text: Range<usize>) -> bool {
        let end = text.end;
        (self.unit.token, self.unit.text) = (token, text);
        match skip_blank(&self.text, end) {
            Some((at, byte)) => self.behind_symbol(at, byte),
            None => self.behind_symbol_and_blanks(end),
        }
    }

    #[inline(never)]
    fn behind_symbol_and_blanks(&mut self, at: usize) -> bool {
        match skip_blanks(&self.text, self.tier, at) {
            Some((at, byte)) => self.behind_symbol(at, byte),
            None => false,
        }
    }

    #[inline(always)]
    fn behind_symbol(&mut self, at: usize, byte: u8) -> bool {
        match byte {
            b':' => self.annotation(at),
            b'/' => false,
            _ => self.tell(Event::Value(Kind::Symbol), at),
        }
    }

    /// The symbol was an annotation, if its double colon stands at `colons`.
    #[inline(never)]
    fn annotation(&mut self, colons: usize) -> bool {
        if self.text.get(colons + 1) != Some(&b':') || self.unit.annotations.len() >= ANNOTATIONS_MAX {
            return false;
        }
        let Range { start, end } = self.unit.text;
        let quotes = usize::from(self.unit.token != Token::Plain(Kind::Symbol));
        self.unit.annotations.push(Name::Plain(start + quotes..end - quotes));
        self.value_behind_blanks(colons + 2)
    }

    #[inline(never)]
    fn number_usual(&mut self, at: usize, first: u8) -> bool {
        match short_number(&self.text, at, first) {
            Some((kind, end)) => self.scalar(Event::Value(kind), Token::Plain(kind), at, end),
            None => self.long_number(at),
        }
    }

    #[inline(never)]
    fn long_number(&mut self, at: usize) -> bool {
        match long_number(&self.text, self.tier, at) {
            Some((kind, plain, end)) => {
                let token = if plain { Token::Plain(kind) } else { Token::Number(kind) };
                self.scalar(Event::Value(kind), token, at, end)
            }
            None => false,
        }
    }

    #[inline(never)]
    fn operators(&mut self, at: usize) -> bool {
        match operator_end(&self.text, at) {
            Some(end) if self.inside == Some(Kind::Sexp) => {
                self.unit.clean = true;
                self.scalar(Event::Value(Kind::Symbol), Token::Plain(Kind::Symbol), at, end)
            }
            _ => false,
        }
    }

    #[inline(never)]
    fn open(&mut self, kind: Kind, at: usize) -> bool {
        // Memory for one more level is made elsewhere.
        let is_full = self.around.len() == self.around.capacity();
        if is_full
            || self.depth() >= self.limits.depth
            || !self.scalar(Event::Open(kind), Token::Open(kind), at, at + 1)
        {
            return false;
        }
        self.enter(kind);
        true
    }

    #[inline(never)]
    fn close_usual(&mut self, at: usize, bracket: u8) -> bool {
        match self.inside {
            Some(kind) if kind.closes_with(bracket) => {
                (self.at, self.event) = (at + 1, Event::Close(kind));
                self.leave();
                self.unit.clear();
                true
            }
            _ => false,
        }
    }
}

/// A reader, and the place of the opening quote of its next value.
struct StringAt<'a, 'text> {
    reader: &'a mut Reader<'text>,
    at: usize,
}

impl AtString for StringAt<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn text(&self) -> Option<&[u8; STRING_WINDOW]> {
        self.reader.text.get(self.at + 1..self.at + 1 + STRING_WINDOW)?.as_array()
    }

    #[inline(always)]
    fn then(self, len: Option<usize>) -> bool {
        let StringAt { reader, at } = self;
        match len {
            Some(len) => reader.tell_string(at, at + len + 2, true),
            None => reader.long_string(at),
        }
    }
}

/// The first place from `at` on where no white space stands, and the byte there, if there is at most one byte of it: most
/// gaps are a blank or a line feed, or none.
#[inline(always)]
fn skip_blank(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
    let byte = *bytes.get(at)?;
    if byte > b' ' {
        return Some((at, byte));
    }
    let behind = *bytes.get(at + 1)?;
    (is_white(byte) && behind > b' ').then_some((at + 1, behind))
}

/// The same, however much there is.
#[inline(never)]
fn skip_blanks(bytes: &[u8], tier: Tier, mut at: usize) -> Option<(usize, u8)> {
    // Mostly a line feed, and blanks behind it.
    if is_white(*bytes.get(at)?) {
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

/// The place behind the version marker at `at` and the white space behind that, if that is a blank or a line feed, and no
/// comment follows, nor a colon that makes it an annotation.
#[inline]
fn version_marker(bytes: &[u8], at: usize) -> Option<usize> {
    let [marker @ .., b' ' | b'\n', behind] = bytes[at..].first_chunk::<10>()? else { return None };
    (marker == VERSION_1_0 && *behind > b' ' && !matches!(behind, b':' | b'/')).then_some(at + 9)
}

/// The place behind the word at `at`, if it is short.
#[inline(always)]
fn short_word_end(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?;
    let sixteen = Sixteen::of(bytes.first_chunk()?);
    if sixteen.not_identifier() != 0 {
        return Some(at + sixteen.not_identifier().trailing_zeros() as usize);
    }
    let sixteen = Sixteen::of(bytes[16..].first_chunk()?);
    (sixteen.not_identifier() != 0).then(|| at + 16 + sixteen.not_identifier().trailing_zeros() as usize)
}

/// What a word is.
enum Keyword {
    None,
    Bool(bool),
    /// It begins with a dollar sign, and may be a symbol ID, or go on.
    Dollar,
    Nan,
    Null,
}

/// What the word in a range is; `None` for nulls with a type, or where it may go on.
#[inline(always)]
fn keyword(bytes: &[u8], first: u8, from: usize, end: usize) -> Option<Keyword> {
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

/// Whether the word from `at` to `end` that begins with a dollar sign may be a symbol ID, or may go on.
#[inline]
fn may_be_id(bytes: &[u8], at: usize, end: usize) -> bool {
    end == bytes.len() || bytes[at + 1].is_ascii_digit()
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
fn string_end(bytes: &[u8], tier: Tier, at: usize) -> Option<(usize, bool)> {
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

/// Whether what ends before the ASCII byte at `end` is well-formed.
fn is_utf8(bytes: &[u8], tier: Tier, from: usize, end: usize) -> bool {
    Window { bytes, last: false, tier }.utf8(from, end).is_ok()
}

/// The place behind the symbol in quotes at `at`, if it stands for itself.
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

/// The kind of the plain int or decimal at `at`, and the place behind it, if it is short.
#[inline(always)]
fn short_number(bytes: &[u8], at: usize, first: u8) -> Option<(Kind, usize)> {
    let from = at + usize::from(first == b'-');
    let sixteen = bytes.get(from..)?.first_chunk::<16>()?;
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
            return None;
        }
        len += 1 + digits;
    }
    ENDS_NUMBER[usize::from(*sixteen.get(len)?)].then_some((kind, from + len))
}

/// The kind of the number or timestamp at `at`, which has no underscores; whether it is plain; and the place behind it.
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

/// Values mostly have no more.
const ANNOTATIONS_MAX: usize = 4;

/// What begins with a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
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
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Start::Word,
            b'$' => Start::Dollar,
            b']' | b')' | b'}' => Start::End,
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
