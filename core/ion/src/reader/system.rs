//! Values for the reader alone: version markers and local symbol tables.

use super::Reader;
use crate::event::Event;
use crate::grammar::quoted::Quote;
use crate::grammar::text_value::{Name, Token};
use crate::grammar::window::{Scan, ScanStop};
use crate::grammar::word::{SYMBOL_TABLE, VERSION_1_0, is_version_marker};
use crate::kind::Kind;
use crate::symbols::Symbol;
use crate::table::{Entry, TableReader};
use crate::value;
use stringmill_outcome::{Error, ErrorCode};

impl Reader<'_> {
    /// Whether a value is a version marker or the beginning of a symbol table. If so, applies the marker or begins the
    /// table.
    pub(super) fn is_system_value(&mut self, event: Event) -> Scan<bool> {
        match event {
            Event::Open(Kind::Struct) if self.outer.len() == 1 => {
                let first = self.current.annotations.first().map(|name| self.resolve(name).text);
                let is_table = first == Some(Some(SYMBOL_TABLE));
                if is_table {
                    self.table = Some(Box::new(TableReader::new(self.base + self.current.text.start as u64)));
                }
                Ok(is_table)
            }
            Event::Value(Kind::Symbol) if self.inside.is_none() && self.current.annotations.is_empty() => {
                self.version_marker()
            }
            _ => Ok(false),
        }
    }

    fn version_marker(&mut self) -> Scan<bool> {
        let text = &self.text[self.current.text.clone()];
        match self.current.token {
            Token::Plain(_) if text == VERSION_1_0 => {
                self.reset_symbols();
                Ok(true)
            }
            Token::Plain(_) if is_version_marker(text) => {
                Err(ScanStop::Error(ErrorCode::IonVersion, self.current.text.start))
            }
            Token::Plain(_) => Ok(false),
            // A version marker in quotes or as an ID has no effect, and is no value either.
            _ => Ok(self.symbol_text().is_some_and(|symbol| symbol.text == Some(VERSION_1_0))),
        }
    }

    /// Puts the system symbol table in force.
    #[inline]
    pub(super) fn reset_symbols(&mut self) {
        self.symbols.clear();
        self.symbol_changes += 1;
        self.symbol_resets += 1;
    }

    /// Passes an event to the symbol table that is being read.
    pub(super) fn build_table(&mut self, event: Event) -> Scan<()> {
        let Some(mut table) = self.table.take() else { return Ok(()) };
        let is_whole = self.add_to_table(&mut table, event);
        let done = match is_whole {
            Ok(true) => {
                self.symbol_changes += 1;
                self.symbol_resets += u64::from(!table.appends());
                table.finish(&mut self.symbols, &self.limits)
            }
            Ok(false) => {
                self.table = Some(table);
                Ok(())
            }
            Err(error) => Err(error),
        };
        done.map_err(|error| {
            self.failed = Some(error);
            ScanStop::Error(error.code, 0)
        })
    }

    /// Whether the event ends the table.
    fn add_to_table(&mut self, table: &mut TableReader, event: Event) -> Result<bool, Error> {
        let (begin, offset) = (self.base + self.current.begin as u64, self.base + self.current.text.start as u64);
        match event {
            Event::Close(_) => table.close(&self.catalog, &self.limits),
            Event::Open(kind) => {
                let field = self.current.field.as_ref().and_then(|name| self.resolve(name).text);
                table.open(field, kind, begin, offset, &self.limits).map(|()| false)
            }
            Event::Value(_) | Event::Null(_) if self.prepare_text().is_none() => {
                Err(Error::new(ErrorCode::MemoryRefused, offset))
            }
            Event::Value(_) | Event::Null(_) => {
                let field = self.current.field.as_ref().and_then(|name| self.resolve(name).text);
                table.scalar(field, self.entry(), begin, &self.limits).map(|()| false)
            }
            Event::NeedInput | Event::End => Ok(false),
        }
    }

    /// The current value as a symbol table takes it; its text has been prepared.
    fn entry(&self) -> Entry<'_> {
        match self.current.token {
            Token::Plain(Kind::String) | Token::Quoted { quote: Quote::String | Quote::LongString, .. } => {
                Entry::String(self.prepared_text())
            }
            Token::Quoted { quote: Quote::Symbol, .. } => Entry::Symbol(Some(self.prepared_text())),
            Token::Plain(Kind::Symbol) => Entry::Symbol(Some(&self.text[self.current.text.clone()])),
            Token::SymbolId(id) => Entry::Symbol(self.symbols.get(id).and_then(|symbol| symbol.text)),
            Token::Plain(Kind::Int) | Token::Number(Kind::Int) => {
                let number = value::int(&self.text[self.current.text.clone()], &mut Vec::new()).to_u64();
                number.map_or(Entry::Other, Entry::Number)
            }
            _ => Entry::Other,
        }
    }

    #[inline]
    pub(super) fn resolve(&self, name: &Name) -> Symbol<'_> {
        match name {
            Name::Plain(range) => Symbol::known(&self.text[range.clone()]),
            name => self.resolve_other(name),
        }
    }

    #[inline(never)]
    fn resolve_other(&self, name: &Name) -> Symbol<'_> {
        match name {
            Name::Plain(range) => Symbol::known(&self.text[range.clone()]),
            Name::Unescaped(range) => Symbol::known(&self.current.names[range.clone()]),
            Name::Id(id, _) => self.symbols.get(*id).unwrap_or(Symbol { text: None, id: Some(*id), import: None }),
        }
    }
}
