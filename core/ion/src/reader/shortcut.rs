//! The short cut of the reader: common tokens without a comment near them. It may only decline: for anything else it
//! returns `false`, and `whole.rs` with the whole grammar in `grammar/` starts over at the same place.
//!
//! `shortcut_agrees.rs` tests that the whole grammar reads alike whatever the short cut takes.
//!
//! Method: `shortcut/tokens.rs` finds the end of a token, sixteen bytes at a time, because nearly all names and numbers
//! are shorter; kernels find the ends of strings and of longer tokens. Each function ends with a call of the next one.
//! So the common functions save no registers for the rare ones, and if the compiler makes no jump of a call, only a few
//! calls nest. Before an event is found, only version markers change the state of the reader.

mod tokens;

use super::{Reader, takes_commas};
use crate::event::Event;
use crate::grammar::quoted::Quote;
use crate::grammar::text_value::{Name, Token};
use crate::grammar::word;
use crate::kind::Kind;
use std::ops::Range;
use stringmill_kernels::{STRING_WINDOW, ShortStringReader, short_string_with};
use tokens::{
    ANNOTATIONS_MAX, Keyword, TokenStart, keyword, long_number, may_be_id, operator_end, short_number, short_word_end,
    skip_blank, skip_blanks, string_end, symbol_end, version_marker_end,
};

impl Reader<'_> {
    /// Finds the next event and stores it in `event`; or returns `false`, and the whole grammar has to find it.
    #[inline(never)]
    pub(super) fn next_shortcut(&mut self) -> bool {
        if !self.no_pending {
            return false;
        }
        match skip_blank(&self.text, self.at) {
            Some((at, first)) => self.begin(at, first),
            None => self.begin_after_blanks(),
        }
    }

    #[inline(never)]
    fn begin_after_blanks(&mut self) -> bool {
        match skip_blanks(&self.text, self.tier, self.at) {
            Some((at, first)) => self.begin(at, first),
            None => false,
        }
    }

    #[inline(always)]
    fn begin(&mut self, at: usize, first: u8) -> bool {
        if self.after_value { self.comma_or_close(at, first) } else { self.item_at(at, first) }
    }

    /// A comma and the next value, or the end of the container.
    #[inline(never)]
    fn comma_or_close(&mut self, at: usize, first: u8) -> bool {
        if first != b',' {
            return self.close_shortcut(at, first);
        }
        match skip_blank(&self.text, at + 1) {
            Some((at, first)) => self.item_at(at, first),
            None => self.item_after_blanks(at + 1),
        }
    }

    #[inline(never)]
    fn item_after_blanks(&mut self, at: usize) -> bool {
        match skip_blanks(&self.text, self.tier, at) {
            Some((at, first)) => self.item_at(at, first),
            None => false,
        }
    }

    /// An item: a value with its field name and annotations, which begins at `at` with `first`; or the end of the
    /// container.
    #[inline(always)]
    fn item_at(&mut self, at: usize, first: u8) -> bool {
        self.current.begin = at;
        self.current.annotations.clear();
        if self.inside == Some(Kind::Struct) {
            return self.field_at(at, first);
        }
        self.current.field = None;
        self.value_at(at, first)
    }

    #[inline(never)]
    fn field_at(&mut self, at: usize, first: u8) -> bool {
        match TokenStart::of(first) {
            TokenStart::Word | TokenStart::Dollar => match short_word_end(&self.text, at) {
                Some(end) => self.named(at, first, end),
                None => self.long_named(at, first),
            },
            TokenStart::String | TokenStart::Quote => self.quoted_field(at, first),
            TokenStart::End => self.close_shortcut(at, first),
            _ => false,
        }
    }

    #[inline(never)]
    fn long_named(&mut self, at: usize, first: u8) -> bool {
        let end = word::identifier_end(&self.text, self.tier, at);
        self.named(at, first, end)
    }

    /// A field whose name is the word from `at` to `end`.
    #[inline(always)]
    fn named(&mut self, at: usize, first: u8, end: usize) -> bool {
        match keyword(&self.text, first, at, end) {
            Some(Keyword::None) => self.after_name(at..end, true, end),
            Some(Keyword::Dollar) => self.dollar_named(at, end),
            _ => false,
        }
    }

    #[inline(never)]
    fn dollar_named(&mut self, at: usize, end: usize) -> bool {
        !may_be_id(&self.text, at, end) && self.after_name(at..end, true, end)
    }

    #[inline(never)]
    fn quoted_field(&mut self, at: usize, first: u8) -> bool {
        let found = match first {
            b'"' => string_end(&self.text, self.tier, at),
            _ => symbol_end(&self.text, self.tier, at).map(|end| (end, false)),
        };
        match found {
            Some((end, clean)) => self.after_name(at + 1..end - 1, clean, end),
            None => false,
        }
    }

    /// The colon after a field name, and the value.
    #[inline(always)]
    fn after_name(&mut self, name: Range<usize>, clean: bool, end: usize) -> bool {
        if self.text.get(end) != Some(&b':') {
            return false;
        }
        (self.current.field, self.current.clean_field) = (Some(Name::Plain(name)), clean);
        self.value_after_blank(end + 1)
    }

    #[inline(always)]
    fn value_after_blank(&mut self, at: usize) -> bool {
        match skip_blank(&self.text, at) {
            Some((at, first)) => self.value_at(at, first),
            None => self.value_after_blanks(at),
        }
    }

    #[inline(never)]
    fn value_after_blanks(&mut self, at: usize) -> bool {
        match skip_blanks(&self.text, self.tier, at) {
            Some((at, first)) => self.value_at(at, first),
            None => false,
        }
    }

    /// A value, or an annotation and its value; or the end of the container, unless a field name or annotation came
    /// before.
    #[inline(never)]
    fn value_at(&mut self, at: usize, first: u8) -> bool {
        match TokenStart::of(first) {
            TokenStart::String => self.string_shortcut(at),
            TokenStart::Word => self.word_shortcut(at, first),
            TokenStart::Number => self.number_shortcut(at, first),
            TokenStart::End if self.current.field.is_none() && self.current.annotations.is_empty() => {
                self.close_shortcut(at, first)
            }
            TokenStart::Quote => self.quoted_symbol(at),
            TokenStart::Dollar => self.dollar(at, first),
            TokenStart::Brace if self.text.get(at + 1).is_none_or(|&byte| byte == b'{') => false,
            TokenStart::Brace => self.open(Kind::Struct, at),
            TokenStart::Bracket => self.open(Kind::List, at),
            TokenStart::Parenthesis => self.open(Kind::Sexp, at),
            TokenStart::Operator => self.operators(at),
            TokenStart::End | TokenStart::Other => false,
        }
    }

    #[inline(always)]
    fn scalar(&mut self, event: Event, token: Token, at: usize, end: usize) -> bool {
        (self.current.token, self.current.text) = (token, at..end);
        self.report(event, end)
    }

    /// Reports the current value; `next` is the place after it and the white space that was read.
    #[inline(always)]
    fn report(&mut self, event: Event, next: usize) -> bool {
        if next - self.current.begin > self.limits.value_len {
            return false;
        }
        (self.at, self.event) = (next, event);
        self.after_value = takes_commas(self.inside);
        true
    }

    #[inline(always)]
    fn string_shortcut(&mut self, at: usize) -> bool {
        short_string_with(self.tier, QuotedStringReader { reader: self, at })
    }

    #[inline(never)]
    fn long_string(&mut self, at: usize) -> bool {
        match string_end(&self.text, self.tier, at) {
            Some((end, clean)) => self.report_string(at, end, clean),
            None => false,
        }
    }

    #[inline(always)]
    fn report_string(&mut self, at: usize, end: usize, clean: bool) -> bool {
        self.current.clean = clean;
        self.scalar(Event::Value(Kind::String), Token::Plain(Kind::String), at, end)
    }

    /// A version marker, or another word with a dollar sign.
    #[inline(never)]
    fn dollar(&mut self, at: usize, first: u8) -> bool {
        if self.inside.is_some() {
            return self.word_shortcut(at, first);
        }
        match version_marker_end(&self.text, at) {
            Some(end) if self.current.annotations.is_empty() => {
                self.reset_symbols();
                self.at = end;
                let first = self.text[end];
                first != b'$' && self.item_at(end, first)
            }
            // Another marker or a symbol table is possible.
            _ => false,
        }
    }

    #[inline(never)]
    fn word_shortcut(&mut self, at: usize, first: u8) -> bool {
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
        self.current.clean = true;
        self.symbol_shortcut(Token::Plain(Kind::Symbol), at..end)
    }

    #[inline(never)]
    fn quoted_symbol(&mut self, at: usize) -> bool {
        // At the top level, `'$ion_symbol_table'` may begin a symbol table.
        if self.inside.is_none() && self.text.get(at + 1) == Some(&b'$') {
            return false;
        }
        self.current.clean = false;
        let token = Token::Quoted { quote: Quote::Symbol, plain: true };
        match symbol_end(&self.text, self.tier, at) {
            Some(end) => self.symbol_shortcut(token, at..end),
            None => false,
        }
    }

    /// The symbol in `text`; or the annotation, and its value.
    #[inline(always)]
    fn symbol_shortcut(&mut self, token: Token, text: Range<usize>) -> bool {
        let end = text.end;
        (self.current.token, self.current.text) = (token, text);
        match skip_blank(&self.text, end) {
            Some((at, byte)) => self.after_symbol(at, byte),
            None => self.after_symbol_and_blanks(end),
        }
    }

    #[inline(never)]
    fn after_symbol_and_blanks(&mut self, at: usize) -> bool {
        match skip_blanks(&self.text, self.tier, at) {
            Some((at, byte)) => self.after_symbol(at, byte),
            None => false,
        }
    }

    #[inline(always)]
    fn after_symbol(&mut self, at: usize, byte: u8) -> bool {
        match byte {
            b':' => self.annotation(at),
            b'/' => false,
            _ => self.report(Event::Value(Kind::Symbol), at),
        }
    }

    /// The symbol is an annotation, if a double colon is at `colons`.
    #[inline(never)]
    fn annotation(&mut self, colons: usize) -> bool {
        if self.text.get(colons + 1) != Some(&b':') || self.current.annotations.len() >= ANNOTATIONS_MAX {
            return false;
        }
        let Range { start, end } = self.current.text;
        let quotes = usize::from(self.current.token != Token::Plain(Kind::Symbol));
        self.current.annotations.push(Name::Plain(start + quotes..end - quotes));
        self.value_after_blank(colons + 2)
    }

    #[inline(never)]
    fn number_shortcut(&mut self, at: usize, first: u8) -> bool {
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
                self.current.clean = true;
                self.scalar(Event::Value(Kind::Symbol), Token::Plain(Kind::Symbol), at, end)
            }
            _ => false,
        }
    }

    #[inline(never)]
    fn open(&mut self, kind: Kind, at: usize) -> bool {
        // Only the whole grammar allocates memory for another level.
        let is_full = self.outer.len() == self.outer.capacity();
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
    fn close_shortcut(&mut self, at: usize, bracket: u8) -> bool {
        match self.inside {
            Some(kind) if kind.closes_with(bracket) => {
                (self.at, self.event) = (at + 1, Event::Close(kind));
                self.leave();
                self.current.clear();
                true
            }
            _ => false,
        }
    }
}

/// A reader, and the place of an opening quote in its text.
struct QuotedStringReader<'a, 'text> {
    reader: &'a mut Reader<'text>,
    at: usize,
}

impl ShortStringReader for QuotedStringReader<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn text(&self) -> Option<&[u8; STRING_WINDOW]> {
        self.reader.text.get(self.at + 1..)?.first_chunk()
    }

    #[inline(always)]
    fn then(self, len: Option<usize>) -> bool {
        let QuotedStringReader { reader, at } = self;
        match len {
            Some(len) => reader.report_string(at, at + len + 2, true),
            None => reader.long_string(at),
        }
    }
}
