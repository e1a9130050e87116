//! The current value: its place, field name and annotations, and its text as a value of Rust.

use super::{Comments, KeptComment, Reader};
use crate::grammar::quoted::{self, Quote};
use crate::grammar::text_value::{Name, Token};
use crate::grammar::timestamp::Timestamp;
use crate::grammar::window::Window;
use crate::kind::Kind;
use crate::symbols::{Import, Symbol, Symbols};
use crate::value::{self, Decimal, Int};

impl Reader<'_> {
    /// How many containers are open.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    #[inline]
    fn on_value(&self) -> bool {
        !matches!(self.current.token, Token::None)
    }

    /// Offset in the whole text of the first byte of the current value, after its field name and annotations. Without a
    /// current value, offset of the next byte to read.
    pub fn offset(&self) -> u64 {
        self.base + if self.on_value() { self.current.text.start } else { self.at } as u64
    }

    /// How often the symbol table in force has changed: with each version marker and each local symbol table.
    pub fn symbol_changes(&self) -> u64 {
        self.symbol_changes
    }

    /// The comments read since the last call, including those in symbol tables. A comment counts as soon as it begins,
    /// even if the input cuts it.
    pub fn take_comments(&mut self) -> Comments {
        std::mem::take(&mut self.comments)
    }

    /// The comments between the last event and this one, and those in the current value, in order. None unless the
    /// reader keeps them. Comments of symbol tables and next to version markers belong to the next value.
    pub fn kept_comments(&self) -> impl Iterator<Item = KeptComment<'_>> + Clone {
        self.comment_texts.iter().flat_map(|texts| texts.iter())
    }

    /// Whether a line end precedes the current value or the end of the container, after the last kept comment or token.
    pub fn is_on_new_line(&self) -> bool {
        self.comment_texts.as_ref().is_some_and(|texts| texts.line_before())
    }

    /// Bytes of kept comments that wait for the next value. After [`Event::NeedInput`](crate::Event::NeedInput),
    /// [`Reader::release_comments`] delivers them, so that they need no more memory.
    pub(crate) fn waiting_comments(&self) -> usize {
        self.comment_texts.as_ref().map_or(0, |texts| texts.waiting_len())
    }

    pub(crate) fn release_comments(&mut self) {
        self.comment_texts.iter_mut().for_each(|texts| texts.release());
    }

    /// The imports of the symbol table in force.
    pub fn imports(&self) -> impl Iterator<Item = Import<'_>> {
        self.symbols.imports()
    }

    pub(crate) fn symbol_resets(&self) -> u64 {
        self.symbol_resets
    }

    pub(crate) fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Offset in the whole text up to which input is consumed: no later error or value refers to bytes before it.
    pub fn settled(&self) -> u64 {
        self.table.as_ref().map_or(self.base + self.at as u64, |table| table.offset())
    }

    /// The text of the current value, without field name and annotations; of a container, its opening bracket. Empty
    /// without a current value. Of binary Ion, bools, numbers and timestamps as Ion text; ints of more than 256 bytes
    /// in base 16.
    #[inline]
    pub fn raw_text(&self) -> &[u8] {
        if self.on_value() { &self.text[self.current.text.clone()] } else { &[] }
    }

    /// The field name of the current value; `None` outside of a struct.
    #[inline]
    pub fn field_name(&self) -> Option<Symbol<'_>> {
        self.current.field.as_ref().map(|name| self.resolve(name))
    }

    /// The field name of the current value with all bytes that follow it, and its length; `None` unless it is known to
    /// be clean: ASCII without control characters below U+0020, quotes and backslashes. For callers that copy more
    /// bytes than they need.
    #[doc(hidden)]
    #[inline]
    pub fn clean_field_name(&self) -> Option<(&[u8], usize)> {
        match &self.current.field {
            Some(Name::Plain(range)) if self.current.clean_field => {
                Some((&self.text[range.start..], range.end - range.start))
            }
            _ => None,
        }
    }

    /// [`Reader::raw_text`] with all bytes that follow it, and its length.
    #[doc(hidden)]
    #[inline]
    pub fn raw_at_hand(&self) -> (&[u8], usize) {
        if !self.on_value() {
            return (&[], 0);
        }
        (&self.text[self.current.text.start..], self.current.text.end - self.current.text.start)
    }

    /// Whether the current string or symbol is known to be clean, without regard to the two quotes of a string.
    #[doc(hidden)]
    #[inline]
    pub fn is_clean(&self) -> bool {
        self.on_value() && self.current.clean
    }

    /// The annotations of the current value.
    #[inline]
    pub fn annotations(&self) -> impl ExactSizeIterator<Item = Symbol<'_>> {
        self.current.annotations.iter().map(|name| self.resolve(name))
    }

    /// The current value, a symbol.
    #[inline]
    pub fn symbol(&mut self) -> Option<Symbol<'_>> {
        match self.current.token {
            Token::Plain(Kind::Symbol) => Some(Symbol::known(&self.text[self.current.text.clone()])),
            _ => self.symbol_text(),
        }
    }

    /// The current value, a string: well-formed UTF-8, borrowed from the input if it has no escape.
    #[inline]
    pub fn string(&mut self) -> Option<&[u8]> {
        // Most strings are short and have no escape.
        if self.current.token == Token::Plain(Kind::String) {
            return Some(self.short_string());
        }
        self.quoted_text(|quote| matches!(quote, Quote::String | Quote::LongString))
    }

    /// A plain string, without its quotes.
    #[inline]
    fn short_string(&self) -> &[u8] {
        &self.text[self.current.text.start + 1..self.current.text.end - 1]
    }

    #[inline(never)]
    fn quoted_text(&mut self, accepts: impl Fn(Quote) -> bool) -> Option<&[u8]> {
        match self.current.token {
            Token::Quoted { quote, .. } if accepts(quote) => {
                self.prepare_text()?;
                Some(self.prepared_text())
            }
            _ => None,
        }
    }

    /// The bytes of the current value, a clob or blob.
    pub fn bytes(&mut self) -> Option<&[u8]> {
        match self.current.token {
            Token::Blob => Some(&self.current.bytes),
            _ => self.quoted_text(|quote| matches!(quote, Quote::Clob | Quote::LongClob)),
        }
    }

    /// The current value, a bool.
    pub fn bool(&self) -> Option<bool> {
        match self.current.token {
            Token::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The current value, an int.
    #[inline]
    pub fn int(&mut self) -> Option<Int<'_>> {
        let is_plain = self.is_plain(Kind::Int)?;
        if !is_plain {
            self.prepare_digits()?;
        }
        let text = &self.text[self.current.text.clone()];
        Some(if is_plain { value::plain_int(text) } else { value::int(text, &mut self.buffer) })
    }

    /// The current value, a decimal, with all its digits.
    #[inline]
    pub fn decimal(&mut self) -> Option<Decimal<'_>> {
        let is_plain = self.is_plain(Kind::Decimal)?;
        self.prepare_digits()?;
        let text = &self.text[self.current.text.clone()];
        let buffer = &mut self.buffer;
        Some(if is_plain { value::plain_decimal(text, buffer) } else { value::decimal(text, buffer) })
    }

    /// The current value, a float: the nearest double.
    #[inline]
    pub fn float(&mut self) -> Option<f64> {
        if let Token::Special(value) = self.current.token {
            return Some(value);
        }
        let is_plain = self.is_plain(Kind::Float)?;
        if !is_plain {
            self.prepare_digits()?;
        }
        let text = &self.text[self.current.text.clone()];
        Some(if is_plain { value::plain_float(text) } else { value::float(text, &mut self.buffer) })
    }

    /// The current value, a timestamp.
    #[inline]
    pub fn timestamp(&self) -> Option<Timestamp<'_>> {
        self.is_plain(Kind::Timestamp).map(|_| Timestamp::of(self.raw_text()))
    }

    /// Whether the current value is known to be a number of base 10 without underscores, with digits on both sides of
    /// its point, and with no exponent mark but `e`. JSON and most languages write numbers like that.
    #[doc(hidden)]
    #[inline]
    pub fn is_plain_number(&self) -> bool {
        matches!(self.current.token, Token::Plain(Kind::Int | Kind::Decimal | Kind::Float))
    }

    /// Whether the current number is known to be plain; `None` if it is no number of this kind.
    #[inline]
    fn is_plain(&self, kind: Kind) -> Option<bool> {
        match self.current.token {
            Token::Plain(found) if found == kind => Some(true),
            Token::Number(found) if found == kind => Some(false),
            _ => None,
        }
    }

    /// Unescapes the current quoted text into the buffer, unless it has no escape. `None` if the system refuses memory.
    pub(super) fn prepare_text(&mut self) -> Option<()> {
        if let Token::Quoted { quote, plain: false } = self.current.token {
            let whole = Window { bytes: &self.text[self.current.quotes()], last: true, tier: self.tier };
            self.buffer.clear();
            if quoted::unescape(whole, quote, &mut self.buffer).is_err() {
                // The text was checked before, so memory is the only possible error.
                self.refuse();
                return None;
            }
        }
        Some(())
    }

    /// The current text without quotes, after [`Reader::prepare_text`].
    pub(super) fn prepared_text(&self) -> &[u8] {
        match self.current.token {
            Token::Plain(Kind::String) => self.short_string(),
            Token::Quoted { quote, plain: true } => {
                let text = self.current.quotes();
                &self.text[text.start + quote.len()..text.end - quote.len()]
            }
            _ => &self.buffer,
        }
    }

    /// Reserves memory for the digits of the current number. `None` if the system refuses it.
    fn prepare_digits(&mut self) -> Option<()> {
        self.buffer.clear();
        if self.buffer.try_reserve(self.current.text.len()).is_err() {
            self.refuse();
            return None;
        }
        Some(())
    }

    pub(super) fn symbol_text(&mut self) -> Option<Symbol<'_>> {
        match self.current.token {
            Token::Plain(Kind::Symbol) => Some(Symbol::known(&self.text[self.current.text.clone()])),
            Token::SymbolId(id) => self.symbols.get(id),
            Token::Quoted { quote: Quote::Symbol, .. } => {
                self.prepare_text()?;
                Some(Symbol::known(self.prepared_text()))
            }
            _ => None,
        }
    }
}
