//! Copies from a reader to a writer, one event at a time.

use crate::event::Event;
use crate::kind::Kind;
use crate::options::SymbolTables;
use crate::reader::{CommentPlace, Reader};
use crate::symbols::Symbol;
use crate::write_error::WriteError;
use crate::writer::Writer;

impl Writer {
    /// Writes the event that the reader has just returned: a scalar, or the beginning or end of a container, with field
    /// name, annotations and, depending on the options, the symbol table. Other events write nothing, except for the
    /// comments that the reader keeps: those are for [`Layout::Compact`](crate::Layout::Compact), and a formatter lays
    /// them out.
    ///
    /// ```
    /// use stringmill::ion::{Event, Form, Options, Reader, Writer};
    ///
    /// let mut reader = Reader::new(b"{a: 0xFF, b: [1_000, 2.50d1]} // and no more");
    /// let mut writer = Writer::new(Options::LINES.in_form(Form::Stable));
    /// loop {
    ///     match reader.next()? {
    ///         Event::End => break,
    ///         event => writer.copy(&mut reader, event)?,
    ///     }
    /// }
    /// assert_eq!(writer.finish()?, b"{a:255,b:[1000,25.0]}\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WriteError::SymbolId`] for a symbol of unknown text, if the reader began before this writer;
    /// [`WriteError::ExponentRange`], not in [`Form::AsWritten`](crate::Form::AsWritten);
    /// [`WriteError::MemoryRefused`], also if the reader needs the memory; other errors if the writer has not followed
    /// the reader from the start.
    pub fn copy(&mut self, reader: &mut Reader<'_>, event: Event) -> Result<(), WriteError> {
        self.copy_comments(reader, event)?;
        match event {
            Event::Close(_) => self.end(),
            Event::NeedInput | Event::End => Ok(()),
            Event::Open(kind) => {
                self.copy_prefix(reader)?;
                self.begin(kind)
            }
            Event::Null(kind) => {
                self.copy_prefix(reader)?;
                self.null(kind)
            }
            Event::Value(kind) => {
                self.copy_prefix(reader)?;
                self.copy_scalar(reader, kind)
            }
        }
    }

    /// Writes the current value, a scalar of this kind.
    pub(crate) fn copy_scalar(&mut self, reader: &mut Reader<'_>, kind: Kind) -> Result<(), WriteError> {
        match kind {
            Kind::Bool => self.bool(reader.bool() == Some(true)),
            Kind::Int | Kind::Float | Kind::Decimal | Kind::Timestamp => self.known_token(kind, reader.raw_text()),
            // The current value has this kind, so `None` means refused memory.
            Kind::Symbol => match reader.symbol().ok_or(WriteError::MemoryRefused)? {
                Symbol { text: Some(text), .. } => self.symbol(text),
                Symbol { id, .. } => self.symbol_id(id.unwrap_or(0)),
            },
            Kind::String => self.string(reader.string().ok_or(WriteError::MemoryRefused)?),
            Kind::Clob => self.clob(reader.bytes().ok_or(WriteError::MemoryRefused)?),
            Kind::Blob => self.blob(reader.bytes().ok_or(WriteError::MemoryRefused)?),
            Kind::Null | Kind::List | Kind::Sexp | Kind::Struct => Err(WriteError::NoContainer(kind)),
        }
    }

    fn copy_prefix(&mut self, reader: &Reader<'_>) -> Result<(), WriteError> {
        if self.depth() == 0 {
            self.copy_table(reader)?;
        }
        match reader.field_name() {
            Some(Symbol { text: Some(text), .. }) => self.field_name(text)?,
            Some(Symbol { id, .. }) => self.field_name_id(id.unwrap_or(0))?,
            None => {}
        }
        self.copy_inner_comments(reader, CommentPlace::AfterName);
        for symbol in reader.annotations() {
            match symbol.text {
                Some(text) => self.annotation(text)?,
                None => self.annotation_id(symbol.id.unwrap_or(0))?,
            }
        }
        self.copy_inner_comments(reader, CommentPlace::Inside);
        Ok(())
    }

    /// Writes the symbol table in force, if it has changed since the last value.
    fn copy_table(&mut self, reader: &Reader<'_>) -> Result<(), WriteError> {
        if reader.symbol_changes() == self.changes_seen {
            return Ok(());
        }
        self.changes_seen = reader.symbol_changes();
        let table = reader.symbols();
        let (mut imports, locals) = (Vec::new(), table.locals());
        imports.try_reserve_exact(table.imports().len()).map_err(|_| WriteError::MemoryRefused)?;
        imports.extend(table.imports());
        let texts = |from: usize| (from..locals.len()).map(move |at| locals.get(at));
        match (self.options().symbol_tables, self.copied_table) {
            (SymbolTables::Needed, _) if !table.has_unknown() => return Ok(()),
            // Writing all of a growing table each time would take quadratic time.
            (SymbolTables::Needed, Some((resets, from))) if resets == reader.symbol_resets() => {
                if from < locals.len() {
                    self.more_symbols(texts(from))?;
                }
            }
            (SymbolTables::Kept, _) if imports.is_empty() && locals.len() == 0 => return self.version_marker(),
            (SymbolTables::Needed | SymbolTables::Kept, _) => self.symbol_table(&imports, texts(0))?,
        }
        self.copied_table = Some((reader.symbol_resets(), locals.len()));
        Ok(())
    }
}
