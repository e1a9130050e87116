//! The reader: containers, version markers, symbol tables, and what the current value stands for.
//!
//! A step looks for one event. What it needs more input for is begun again with that input, from the field name on;
//! white space and comments between values are passed for good. Where a long value comes in small pieces, it is looked
//! at again only when twice as much of it is there, so that the time stays in proportion to the text.

mod usual;

use crate::blank::{self, Comment, Passed};
use crate::encoding;
use crate::event::Event;
use crate::kind::Kind;
use crate::limits::Limits;
use crate::quoted::{self, Quote};
use crate::symbols::{Catalog, Import, Symbol, Symbols};
use crate::table::{Entry, TableReader};
use crate::timestamp::Timestamp;
use crate::unit::{Name, Token, Unit};
use crate::value::{self, Decimal, Int};
use crate::window::{Scan, Stop, Window};
use std::borrow::Cow;
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Comments of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// How many there were.
    pub count: u64,
    /// Offset in the whole text of the first one; 0 if there was none.
    pub first: u64,
}

/// Reads Ion text, one value at a time. Version markers and local symbol tables are taken in and not told.
///
/// What the methods say of a value holds until the next [`Reader::next`] or [`Reader::feed`]. They return `None` where the
/// reader stands on no value of such a type, or if the system refuses memory; [`Reader::next`] then returns
/// [`ErrorCode::MemoryRefused`].
#[derive(Debug)]
pub struct Reader<'a> {
    tier: Tier,
    limits: Limits,
    catalog: Catalog,
    /// What is at hand: all of a slice, or what a stream has left to read.
    text: Cow<'a, [u8]>,
    /// Whether the text ends there.
    last: bool,
    /// Offset of `text` in the whole.
    base: u64,
    /// The next byte to read.
    at: usize,
    begun: bool,
    comment: Option<Comment>,
    comments: Comments,
    /// Bytes of a value that must be there before it is looked at again.
    wanted: usize,
    /// The innermost container; `None` at the top level.
    inside: Option<Kind>,
    /// Those around it.
    around: Vec<Option<Kind>>,
    /// Whether there is nothing to go on with first: no comment, symbol table, cut value or error.
    calm: bool,
    /// Whether a comma or the end of the container must come.
    after_value: bool,
    /// What was found last without another look.
    event: Event,
    /// The current value.
    unit: Unit,
    symbols: Symbols,
    /// How often `symbols` has changed.
    symbol_changes: u64,
    /// How often another one was put in its place, instead of more symbols at its end.
    symbol_resets: u64,
    table: Option<TableReader>,
    buffer: Vec<u8>,
    /// How many containers are open around the one that is being skipped.
    skipping: Option<usize>,
    failed: Option<Error>,
}

impl<'a> Reader<'a> {
    /// A reader of a whole text, with no catalog and [`Limits::DEFAULT`].
    pub fn new(text: &'a [u8]) -> Self {
        Reader::with(Cow::Borrowed(text), true)
    }

    /// A reader of a text that comes in pieces, by [`Reader::feed`].
    pub fn streaming() -> Self {
        Reader::with(Cow::Owned(Vec::new()), false)
    }

    fn with(text: Cow<'a, [u8]>, last: bool) -> Self {
        Reader {
            tier: Tier::best(),
            limits: Limits::DEFAULT,
            catalog: Catalog::EMPTY,
            text,
            last,
            base: 0,
            at: 0,
            begun: false,
            comment: None,
            comments: Comments::default(),
            wanted: 0,
            inside: None,
            around: Vec::new(),
            calm: false,
            after_value: false,
            event: Event::NeedInput,
            unit: Unit::EMPTY,
            symbols: Symbols::default(),
            symbol_changes: 0,
            symbol_resets: 0,
            table: None,
            buffer: Vec::new(),
            skipping: None,
            failed: None,
        }
    }

    /// The same reader on a chosen tier.
    #[must_use]
    pub fn on_tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    /// The same reader with these limits.
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The same reader with shared symbol tables to import.
    #[must_use]
    pub fn with_catalog(mut self, catalog: Catalog) -> Self {
        self.catalog = catalog;
        self
    }

    /// Takes the next piece of a text in; with [`Chunk::Last`], the end of it. The current value is gone then. If the system
    /// refuses memory, the next [`Reader::next`] says so.
    pub fn feed(&mut self, piece: &[u8], chunk: Chunk) {
        self.unit.clear();
        self.last = chunk == Chunk::Last;
        let text = self.text.to_mut();
        text.drain(..self.at);
        self.base += self.at as u64;
        self.at = 0;
        match text.try_reserve(piece.len()) {
            Ok(()) => text.extend_from_slice(piece),
            Err(_) => self.refuse(),
        }
    }

    /// Forgets what is unread, what is open and an error, but not the symbol table. What is fed next stands at `offset` of
    /// the whole text, where a value at the top level may begin: so a reader of records goes on behind a bad one.
    pub fn restart(&mut self, offset: u64) {
        self.text.to_mut().clear();
        (self.base, self.at, self.wanted, self.last) = (offset, 0, 0, false);
        (self.inside, self.after_value) = (None, false);
        self.around.clear();
        self.unit.clear();
        (self.comment, self.calm, self.table, self.failed) = (None, false, None, None);
    }

    /// Notes that the system refused memory. An earlier error stays.
    #[cold]
    fn refuse(&mut self) {
        let offset = self.offset();
        self.failed.get_or_insert(Error::new(ErrorCode::MemoryRefused, offset));
        self.calm = false;
    }

    /// The error that [`Reader::next`] will return whatever comes: after a method returned `None` for want of memory.
    ///
    /// # Errors
    ///
    /// That error.
    #[doc(hidden)]
    #[inline]
    pub fn refused(&self) -> Result<(), Error> {
        self.failed.map_or(Ok(()), Err)
    }

    /// Goes on to what comes next.
    ///
    /// # Errors
    ///
    /// What is no Ion 1.0 text (1xx, 2xx, 4xx, 5xx, 6xx) or beyond a limit (7xx), at its offset in the whole text. The
    /// same comes from every further call.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend the current value")]
    #[inline]
    pub fn next(&mut self) -> Result<Event, Error> {
        if self.next_usual() { Ok(self.event) } else { self.next_of_any_kind() }
    }

    #[inline]
    fn enter(&mut self, kind: Kind) {
        self.around.push(self.inside);
        self.inside = Some(kind);
        self.after_value = false;
    }

    #[inline]
    fn leave(&mut self) {
        self.inside = self.around.pop().flatten();
        self.after_value = takes_commas(self.inside);
    }

    #[inline(never)]
    fn next_of_any_kind(&mut self) -> Result<Event, Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let found = self.step();
        if !matches!(found, Ok(Event::Value(_) | Event::Null(_) | Event::Open(_))) {
            self.unit.clear();
        }
        self.calm = self.begun && found.is_ok() && self.table.is_none();
        match found {
            Ok(event) => Ok(event),
            Err(Stop::More) => Ok(Event::NeedInput),
            Err(Stop::Wrong(code, at)) => {
                // What is wrong with a symbol table may stand before what is at hand, and has been noted.
                Err(*self.failed.get_or_insert(Error::new(code, self.base + at as u64)))
            }
        }
    }

    /// Goes on to the end of the innermost open container, past all that is left in it, and returns its
    /// [`Event::Close`]; or [`Event::NeedInput`], after which it is to be called again. What is passed is checked as it is
    /// where it is read. At the top level it passes one value.
    ///
    /// # Errors
    ///
    /// As [`Reader::next`].
    pub fn skip(&mut self) -> Result<Event, Error> {
        let outside = *self.skipping.get_or_insert(self.depth().saturating_sub(1));
        loop {
            let event = self.next()?;
            if event == Event::NeedInput {
                return Ok(event);
            }
            if self.depth() <= outside || event == Event::End {
                self.skipping = None;
                return Ok(event);
            }
        }
    }

    fn step(&mut self) -> Scan<Event> {
        loop {
            let event = self.raw()?;
            if self.table.is_some() {
                self.build_table(event)?;
            } else if !self.is_system_value(event)? {
                return Ok(event);
            }
        }
    }

    /// The next event, whether or not it is for the reader alone.
    fn raw(&mut self) -> Scan<Event> {
        let window = Window { bytes: &self.text, last: self.last, tier: self.tier };
        if !self.begun {
            encoding::check(window)?;
            self.begun = true;
        }
        loop {
            let mut passed = Passed::NONE;
            let found = blank::advance(window, &mut self.at, &mut self.comment, &mut passed);
            self.comments.add(self.base, passed);
            found?;
            let at = self.at;
            let wrong = |code| Err(Stop::Wrong(code, at));
            match window.get(at)? {
                Some(byte @ (b']' | b')' | b'}')) => return self.close(byte),
                None if self.inside.is_none() => return Ok(Event::End),
                None => return wrong(ErrorCode::IonIncomplete),
                Some(b',') if self.after_value => {
                    self.at += 1;
                    self.after_value = false;
                }
                Some(_) if self.after_value => return wrong(ErrorCode::IonCommaExpected),
                Some(_) => return self.read_unit(),
            }
        }
    }

    fn close(&mut self, bracket: u8) -> Scan<Event> {
        let kind = match bracket {
            b']' => Kind::List,
            b')' => Kind::Sexp,
            _ => Kind::Struct,
        };
        match self.inside {
            None => return Err(Stop::Wrong(ErrorCode::IonValueExpected, self.at)),
            Some(open) if open != kind => return Err(Stop::Wrong(ErrorCode::IonBracketMismatched, self.at)),
            Some(_) => {}
        }
        self.at += 1;
        self.leave();
        Ok(Event::Close(kind))
    }

    /// Reads the unit that begins here.
    fn read_unit(&mut self) -> Scan<Event> {
        let (start, len_max) = (self.at, self.limits.value_len);
        let at_hand = self.text.len() - start;
        // A little further than the limit, so that it shows whether a value that has just this length ends there.
        let most = len_max.saturating_add(LOOK_AHEAD);
        if at_hand < self.wanted.min(most) && !self.last {
            return Err(Stop::More);
        }
        let is_cut = at_hand > most;
        let bytes = if is_cut { &self.text[..start + most] } else { &self.text[..] };
        let window = Window { bytes, last: self.last && !is_cut, tier: self.tier };
        let too_long = Err(Stop::Wrong(ErrorCode::LimitStringLen, start.saturating_add(len_max)));
        match self.unit.read(window, start, self.inside) {
            Err(Stop::More) if is_cut => return too_long,
            Err(Stop::More) => {
                self.wanted = if at_hand < AGAIN_AT_ONCE { 0 } else { at_hand * 2 };
                return Err(Stop::More);
            }
            Err(Stop::Wrong(_, at)) if at - start > len_max => return too_long,
            Ok(()) if self.unit.next - start > len_max => return too_long,
            // An unknown ID before the place is the first error.
            Err(wrong @ Stop::Wrong(..)) => return self.check_names().and(Err(wrong)),
            found => found?,
        }
        self.wanted = 0;
        self.check_ids()?;
        let event = match self.unit.token {
            Token::Open(kind) if self.around.len() < self.limits.depth => Event::Open(kind),
            Token::Open(_) => return Err(Stop::Wrong(ErrorCode::LimitDepth, self.unit.text.start)),
            Token::Null(kind) => Event::Null(kind),
            ref token => Event::Value(token.kind()),
        };
        if self.around.try_reserve(1).is_err() {
            return Err(Stop::Wrong(ErrorCode::MemoryRefused, self.unit.text.start));
        }
        self.at = self.unit.next;
        self.comments.add(self.base, self.unit.passed);
        match event {
            Event::Open(kind) => self.enter(kind),
            _ => self.after_value = takes_commas(self.inside),
        }
        Ok(event)
    }

    /// Whether the symbol table has all IDs of the unit.
    fn check_ids(&self) -> Scan<()> {
        self.check_names()?;
        match self.unit.token {
            Token::SymbolId(id) => self.check_id(id, self.unit.text.start),
            _ => Ok(()),
        }
    }

    /// Whether it has those of the field name and the annotations.
    fn check_names(&self) -> Scan<()> {
        for name in self.unit.field.iter().chain(&self.unit.annotations) {
            if let Name::Id(id, at) = *name {
                self.check_id(id, at)?;
            }
        }
        Ok(())
    }

    fn check_id(&self, id: u64, at: usize) -> Scan<()> {
        if self.symbols.get(id).is_none() { Err(Stop::Wrong(ErrorCode::IonSymbolId, at)) } else { Ok(()) }
    }

    /// Whether a value is for the reader alone: a version marker, or the beginning of a symbol table.
    fn is_system_value(&mut self, event: Event) -> Scan<bool> {
        match event {
            Event::Open(Kind::Struct) if self.around.len() == 1 => {
                let first = self.unit.annotations.first().map(|name| self.resolve(name).text);
                let is_table = first == Some(Some(SYMBOL_TABLE));
                if is_table {
                    self.table = Some(TableReader::new(self.base + self.unit.text.start as u64));
                }
                Ok(is_table)
            }
            Event::Value(Kind::Symbol) if self.inside.is_none() && self.unit.annotations.is_empty() => {
                self.version_marker()
            }
            _ => Ok(false),
        }
    }

    fn version_marker(&mut self) -> Scan<bool> {
        let text = &self.text[self.unit.text.clone()];
        match self.unit.token {
            Token::Plain(_) if text == VERSION_1_0 => {
                self.reset_symbols();
                Ok(true)
            }
            Token::Plain(_) if is_version_marker(text) => Err(Stop::Wrong(ErrorCode::IonVersion, self.unit.text.start)),
            Token::Plain(_) => Ok(false),
            // Written otherwise it has no effect, and is no value either.
            _ => Ok(self.symbol_text().is_some_and(|symbol| symbol.text == Some(VERSION_1_0))),
        }
    }

    /// Puts the symbol table of the system in force.
    #[inline]
    fn reset_symbols(&mut self) {
        self.symbols.clear();
        self.symbol_changes += 1;
        self.symbol_resets += 1;
    }

    /// Gives what was read to the symbol table.
    fn build_table(&mut self, event: Event) -> Scan<()> {
        let Some(mut table) = self.table.take() else { return Ok(()) };
        let (begin, offset) = (self.base + self.unit.begin as u64, self.base + self.unit.text.start as u64);
        let limits = self.limits;
        let done = match event {
            Event::Close(_) => table.close(&self.catalog, &limits),
            Event::Open(kind) => {
                let field = self.unit.field.as_ref().and_then(|name| self.resolve(name).text);
                table.open(field, kind, begin, offset, &limits).map(|()| false)
            }
            Event::Value(_) | Event::Null(_) if self.prepare_text().is_none() => {
                Err(Error::new(ErrorCode::MemoryRefused, offset))
            }
            Event::Value(_) | Event::Null(_) => {
                let field = self.unit.field.as_ref().and_then(|name| self.resolve(name).text);
                table.scalar(field, self.entry(), begin, &limits).map(|()| false)
            }
            Event::NeedInput | Event::End => Ok(false),
        };
        let done = match done {
            Ok(true) => {
                self.symbol_changes += 1;
                self.symbol_resets += u64::from(!table.appends());
                table.finish(&mut self.symbols, &limits)
            }
            Ok(false) => {
                self.table = Some(table);
                Ok(())
            }
            Err(error) => Err(error),
        };
        done.map_err(|error| {
            self.failed = Some(error);
            Stop::Wrong(error.code, 0)
        })
    }

    /// What the current value is to a symbol table; its text has been prepared.
    fn entry(&self) -> Entry<'_> {
        match self.unit.token {
            Token::Plain(Kind::String) | Token::Quoted { quote: Quote::String | Quote::LongString, .. } => {
                Entry::String(self.prepared_text())
            }
            Token::Quoted { quote: Quote::Symbol, .. } => Entry::Symbol(Some(self.prepared_text())),
            Token::Plain(Kind::Symbol) => Entry::Symbol(Some(&self.text[self.unit.text.clone()])),
            Token::SymbolId(id) => Entry::Symbol(self.symbols.get(id).and_then(|symbol| symbol.text)),
            Token::Plain(Kind::Int) | Token::Number(Kind::Int) => {
                let number = value::int(&self.text[self.unit.text.clone()], &mut Vec::new()).to_u64();
                number.map_or(Entry::Other, Entry::Number)
            }
            _ => Entry::Other,
        }
    }

    #[inline]
    fn resolve(&self, name: &Name) -> Symbol<'_> {
        match name {
            Name::Plain(range) => Symbol::known(&self.text[range.clone()]),
            name => self.resolve_other(name),
        }
    }

    #[inline(never)]
    fn resolve_other(&self, name: &Name) -> Symbol<'_> {
        match name {
            Name::Plain(range) => Symbol::known(&self.text[range.clone()]),
            Name::Unescaped(range) => Symbol::known(&self.unit.names[range.clone()]),
            Name::Id(id, _) => self.symbols.get(*id).unwrap_or(Symbol { text: None, id: Some(*id), import: None }),
        }
    }

    /// Unescapes a text in quotes that does not stand for itself. `None` if the system refuses memory.
    fn prepare_text(&mut self) -> Option<()> {
        if let Token::Quoted { quote, plain: false } = self.unit.token {
            let whole = Window { bytes: &self.text[self.unit.quotes()], last: true, tier: self.tier };
            self.buffer.clear();
            if quoted::unescape(whole, quote, &mut self.buffer).is_err() {
                // The text was checked, so nothing else can be wrong.
                self.refuse();
                return None;
            }
        }
        Some(())
    }

    /// Makes room for the digits of the current value. `None` if the system refuses memory.
    fn prepare_digits(&mut self) -> Option<()> {
        self.buffer.clear();
        if self.buffer.try_reserve(self.unit.text.len()).is_err() {
            self.refuse();
            return None;
        }
        Some(())
    }

    /// What stands in the quotes of the value, once it is prepared.
    fn prepared_text(&self) -> &[u8] {
        match self.unit.token {
            Token::Plain(Kind::String) => self.short_string(),
            Token::Quoted { quote, plain: true } => {
                let text = self.unit.quotes();
                &self.text[text.start + quote.len()..text.end - quote.len()]
            }
            _ => &self.buffer,
        }
    }

    fn symbol_text(&mut self) -> Option<Symbol<'_>> {
        let known = |text| Some(Symbol { text: Some(text), id: None, import: None });
        match self.unit.token {
            Token::Plain(Kind::Symbol) => known(&self.text[self.unit.text.clone()]),
            Token::SymbolId(id) => self.symbols.get(id),
            Token::Quoted { quote: Quote::Symbol, .. } => {
                self.prepare_text()?;
                known(self.prepared_text())
            }
            _ => None,
        }
    }

    /// The containers around what comes next.
    pub fn depth(&self) -> usize {
        self.around.len()
    }

    #[inline]
    fn on_value(&self) -> bool {
        !matches!(self.unit.token, Token::None)
    }

    /// Offset in the whole text of the first byte of the current value, behind its field name and annotations; on no
    /// value, of the next byte to read.
    pub fn offset(&self) -> u64 {
        self.base + if self.on_value() { self.unit.text.start } else { self.at } as u64
    }

    /// How often the symbol table in force has changed: with each version marker and each local symbol table.
    pub fn symbol_changes(&self) -> u64 {
        self.symbol_changes
    }

    /// The comments that were passed since this was last asked, those of symbol tables too. One that begins where
    /// [`Event::NeedInput`] was told is passed.
    pub fn take_comments(&mut self) -> Comments {
        std::mem::take(&mut self.comments)
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

    /// Offset in the whole text before which nothing stands that an error or a value is still to be told of.
    pub fn settled(&self) -> u64 {
        self.table.as_ref().map_or(self.base + self.at as u64, TableReader::offset)
    }

    /// The current value as it is written, without field name and annotations; of a container, its opening bracket.
    /// Empty on no value.
    #[inline]
    pub fn raw_text(&self) -> &[u8] {
        if self.on_value() { &self.text[self.unit.text.clone()] } else { &[] }
    }

    /// The field name of the current value; `None` outside of a struct.
    #[inline]
    pub fn field_name(&self) -> Option<Symbol<'_>> {
        self.unit.field.as_ref().map(|name| self.resolve(name))
    }

    /// The field name of the current value and what stands behind it, and its length; where it is known to be printable
    /// ASCII without quotes and backslashes. For those who copy more than they need.
    #[doc(hidden)]
    #[inline]
    pub fn clean_field_name(&self) -> Option<(&[u8], usize)> {
        match &self.unit.field {
            Some(Name::Plain(range)) if self.unit.clean_field => {
                Some((&self.text[range.start..], range.end - range.start))
            }
            _ => None,
        }
    }

    /// [`Reader::raw_text`] and what stands behind it, and its length.
    #[doc(hidden)]
    #[inline]
    pub fn raw_at_hand(&self) -> (&[u8], usize) {
        if !self.on_value() {
            return (&[], 0);
        }
        (&self.text[self.unit.text.start..], self.unit.text.end - self.unit.text.start)
    }

    /// Whether what stands for the current value, a string or symbol, is known to be printable ASCII without quotes and
    /// backslashes, but the two double quotes around a string.
    #[doc(hidden)]
    #[inline]
    pub fn is_clean(&self) -> bool {
        self.on_value() && self.unit.clean
    }

    /// The annotations of the current value.
    #[inline]
    pub fn annotations(&self) -> impl ExactSizeIterator<Item = Symbol<'_>> {
        self.unit.annotations.iter().map(|name| self.resolve(name))
    }

    /// The symbol that is the current value.
    #[inline]
    pub fn symbol(&mut self) -> Option<Symbol<'_>> {
        match self.unit.token {
            Token::Plain(Kind::Symbol) => Some(Symbol::known(&self.text[self.unit.text.clone()])),
            _ => self.symbol_text(),
        }
    }

    /// The string that is the current value: well-formed UTF-8, from the text where it stands there as it is.
    #[inline]
    pub fn string(&mut self) -> Option<&[u8]> {
        // Most strings stand for themselves.
        if self.unit.token == Token::Plain(Kind::String) {
            return Some(self.short_string());
        }
        self.quoted_text(|quote| matches!(quote, Quote::String | Quote::LongString))
    }

    /// What stands between the quotes of a short string that stands for itself.
    #[inline]
    fn short_string(&self) -> &[u8] {
        &self.text[self.unit.text.start + 1..self.unit.text.end - 1]
    }

    #[inline(never)]
    fn quoted_text(&mut self, wanted: impl Fn(Quote) -> bool) -> Option<&[u8]> {
        match self.unit.token {
            Token::Quoted { quote, .. } if wanted(quote) => {
                self.prepare_text()?;
                Some(self.prepared_text())
            }
            _ => None,
        }
    }

    /// The bytes of the clob or blob that is the current value.
    pub fn bytes(&mut self) -> Option<&[u8]> {
        match self.unit.token {
            Token::Blob => Some(&self.unit.bytes),
            _ => self.quoted_text(|quote| matches!(quote, Quote::Clob | Quote::LongClob)),
        }
    }

    /// The bool that is the current value.
    pub fn bool(&self) -> Option<bool> {
        match self.unit.token {
            Token::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The int that is the current value.
    #[inline]
    pub fn int(&mut self) -> Option<Int<'_>> {
        let plain = self.number(Kind::Int)?;
        if !plain {
            self.prepare_digits()?;
        }
        let text = &self.text[self.unit.text.clone()];
        Some(if plain { value::plain_int(text) } else { value::int(text, &mut self.buffer) })
    }

    /// The decimal that is the current value, digit for digit.
    #[inline]
    pub fn decimal(&mut self) -> Option<Decimal<'_>> {
        let plain = self.number(Kind::Decimal)?;
        self.prepare_digits()?;
        let text = &self.text[self.unit.text.clone()];
        Some(if plain { value::plain_decimal(text, &mut self.buffer) } else { value::decimal(text, &mut self.buffer) })
    }

    /// The float that is the current value: of 64 bits, the nearest to what is written.
    #[inline]
    pub fn float(&mut self) -> Option<f64> {
        match self.unit.token {
            Token::Special(value) => Some(value),
            _ => {
                let plain = self.number(Kind::Float)?;
                if !plain {
                    self.prepare_digits()?;
                }
                let text = &self.text[self.unit.text.clone()];
                Some(if plain { value::plain_float(text) } else { value::float(text, &mut self.buffer) })
            }
        }
    }

    /// The timestamp that is the current value.
    #[inline]
    pub fn timestamp(&self) -> Option<Timestamp<'_>> {
        self.number(Kind::Timestamp).map(|_| Timestamp::of(self.raw_text()))
    }

    /// Whether the current value is known to be a number of base 10 without underscores, with digits on both sides of a
    /// point, and without an exponent but behind an `e`: as nearly all notations have numbers.
    #[doc(hidden)]
    #[inline]
    pub fn is_plain_number(&self) -> bool {
        matches!(self.unit.token, Token::Plain(Kind::Int | Kind::Decimal | Kind::Float | Kind::Timestamp))
    }

    /// Whether the current value is known to be plain, where it is a number of this kind.
    #[inline]
    fn number(&self, wanted: Kind) -> Option<bool> {
        match self.unit.token {
            Token::Plain(kind) if kind == wanted => Some(true),
            Token::Number(kind) if kind == wanted => Some(false),
            _ => None,
        }
    }
}

impl Comments {
    #[inline]
    fn add(&mut self, base: u64, passed: Passed) {
        if passed.count > 0 {
            if self.count == 0 {
                self.first = base + passed.first as u64;
            }
            self.count += passed.count;
        }
    }
}

/// Whether commas stand between the values of a container.
#[inline(always)]
fn takes_commas(inside: Option<Kind>) -> bool {
    matches!(inside, Some(Kind::List | Kind::Struct))
}

pub(crate) fn is_version_marker(text: &[u8]) -> bool {
    let Some(numbers) = text.strip_prefix(b"$ion_") else { return false };
    let mut parts = numbers.split(|&byte| byte == b'_');
    let is_number =
        |part: Option<&[u8]>| part.is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit));
    is_number(parts.next()) && is_number(parts.next()) && parts.next().is_none()
}

const VERSION_1_0: &[u8] = b"$ion_1_0";
const SYMBOL_TABLE: &[u8] = b"$ion_symbol_table";

/// Bytes behind a value that are looked at to see its end.
const LOOK_AHEAD: usize = 8;

/// Values of which less is at hand are looked at again with every piece that comes.
const AGAIN_AT_ONCE: usize = 4096;
