//! The writer of binary Ion: takes the events of a reader, and keeps one value of the top level.
//!
//! Lengths precede their values. So a value is collected without the heads of its containers, and each head is noted
//! with its place; when the value ends, all lengths are known, and one pass puts it together, however deep it is.
//!
//! A symbol table comes before each value that has new symbols, and declares them alone. It extends the table in force,
//! until that has 65,536 symbols or 4 MiB of text; then a new table replaces it. So memory depends on the largest
//! value, not on the stream, and the bytes do not depend on how the input is cut.

mod values;

use super::VERSION_MARKER;
use super::encode::{self, WRAPPER, code, head, head_len, var_uint};
use super::table::SymbolTable;
use crate::event::Event;
use crate::grammar::word::{SYMBOL_TABLE, VERSION_1_0};
use crate::kind::Kind;
use crate::reader::Reader;
use crate::symbols::Symbol;
use crate::write_error::WriteError;
use stringmill_output::Output;

/// Writes binary Ion 1.0 from the events of a [`Reader`] of text or binary Ion, each value in its shortest form. Struct
/// fields keep their order, comments are left out, symbols of unknown text keep their imports.
///
/// ```
/// use stringmill::ion::{BinaryWriter, Event, Reader};
///
/// let mut reader = Reader::new(b"{name: 17}");
/// let mut writer = BinaryWriter::new(1 << 20);
/// loop {
///     match reader.next()? {
///         Event::End => break,
///         event => writer.copy(&mut reader, event)?,
///     }
/// }
/// assert_eq!(writer.ready(), b"\xE0\x01\x00\xEA\xD3\x84\x21\x11");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BinaryWriter {
    /// The longest value at the top level, in bytes.
    value_max: usize,
    /// Whole values that the caller has not cleared.
    out: Output,
    /// Whether the version marker is written.
    begun: bool,
    /// The current value, without the heads of containers and wrappers.
    value: Output,
    heads: Vec<ContainerHead>,
    /// Length of all heads so far.
    heads_len: usize,
    open: Vec<OpenContainer>,
    table: SymbolTable,
    /// [`Reader::symbol_changes`] at the last value.
    changes_seen: u64,
    /// Annotations, or the body of a scalar.
    body: Output,
    record: RecordMark,
    /// The part of the next value that is written already, if the caller gives the values.
    prefix: Prefix,
    /// Whether one symbol table precedes all values.
    one_table: bool,
}

/// The head of a container or wrapper.
#[derive(Clone, Copy, Debug)]
struct ContainerHead {
    /// Its place in the value without heads.
    at: usize,
    code: u8,
    len: usize,
}

/// A container or wrapper that is open.
#[derive(Clone, Copy, Debug)]
struct OpenContainer {
    /// Its place in `heads`.
    head: usize,
    /// Length of the heads before it.
    heads_len: usize,
    /// Whether it ends with the value in it.
    is_wrapper: bool,
}

/// The part of the next value that is written already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Prefix {
    #[default]
    Nothing,
    FieldName,
    Annotations,
    /// Annotations at the top level, `$ion_symbol_table` first: readers would take a struct for a symbol table.
    TableAnnotations,
}

/// The state where a record begins.
#[derive(Clone, Copy, Debug, Default)]
struct RecordMark {
    len: usize,
    begun: bool,
}

impl BinaryWriter {
    /// A writer without output. A value at the top level has at most `value_max` bytes.
    pub fn new(value_max: usize) -> Self {
        BinaryWriter {
            value_max,
            out: Output::default(),
            begun: false,
            value: Output::default(),
            heads: Vec::new(),
            heads_len: 0,
            open: Vec::new(),
            table: SymbolTable::new(),
            changes_seen: 0,
            body: Output::default(),
            record: RecordMark::default(),
            prefix: Prefix::default(),
            one_table: false,
        }
    }

    /// The whole values that are not cleared. Empty if the system refused memory.
    pub fn ready(&self) -> &[u8] {
        if self.waits_for_table() { &[] } else { self.out.written() }
    }

    /// Drops the bytes that [`BinaryWriter::ready`] returns; keeps the capacity.
    pub fn clear_ready(&mut self) {
        if !self.waits_for_table() {
            self.out.truncate(0);
        }
    }

    /// Whether the values wait for the only table, which is written at the end of the stream.
    fn waits_for_table(&self) -> bool {
        self.one_table && !self.begun
    }

    /// Ends the stream. A stream without a value is only a version marker.
    ///
    /// # Errors
    ///
    /// [`WriteError::Unfinished`] in a container; [`WriteError::MemoryRefused`].
    pub fn finish(&mut self) -> Result<(), WriteError> {
        if !self.open.is_empty() {
            return Err(WriteError::Unfinished);
        }
        if !self.one_table {
            self.begin_stream();
            return self.check();
        }
        let values = std::mem::take(&mut self.out);
        self.begin_stream();
        self.table.declare(&mut self.out);
        self.out.put(values.written());
        if values.is_refused() {
            self.out.refuse();
        }
        self.check()
    }

    /// Begins a record, at the top level.
    #[doc(hidden)]
    pub fn begin_record(&mut self) {
        self.record = RecordMark { len: self.out.len(), begun: self.begun };
    }

    /// Drops the record that was begun last, whole or in part.
    #[doc(hidden)]
    pub fn drop_record(&mut self) {
        let RecordMark { len, begun } = self.record;
        self.out.truncate(len);
        self.begun = begun;
        self.drop_value();
        // The record may have declared symbols.
        self.table.clear();
    }

    /// Writes the event that the reader has just returned, with field name and annotations. A value is in
    /// [`BinaryWriter::ready`] once it ends at the top level.
    ///
    /// # Errors
    ///
    /// [`WriteError::ExponentRange`]; [`WriteError::ValueLen`] for a value above the limit, or a number of base 10 with
    /// more than 131,072 bits; [`WriteError::SystemValue`] for an inner value that readers would take for a version
    /// marker or a symbol table at the top level; [`WriteError::MemoryRefused`]; [`WriteError::NothingToEnd`] if the
    /// writer has not followed the reader from the start. The current value at the top level is dropped.
    pub fn copy(&mut self, reader: &mut Reader<'_>, event: Event) -> Result<(), WriteError> {
        let done = self.try_copy(reader, event).and_then(|()| self.check());
        if done.is_err() {
            self.drop_value();
        }
        done
    }

    fn try_copy(&mut self, reader: &mut Reader<'_>, event: Event) -> Result<(), WriteError> {
        match event {
            Event::NeedInput | Event::End => return Ok(()),
            Event::Close(_) => {
                self.close()?;
                return self.end_value();
            }
            Event::Value(Kind::Symbol) | Event::Open(Kind::Struct)
                if self.open.is_empty() && is_system(reader, event) =>
            {
                return Err(WriteError::SystemValue);
            }
            Event::Value(_) | Event::Null(_) | Event::Open(_) => self.put_prefix(reader)?,
        }
        match event {
            Event::Open(kind) => return self.open(code(kind), false),
            Event::Null(kind) => self.value.put_byte(code(kind) << 4 | 15),
            Event::Value(kind) => self.put_scalar(reader, kind)?,
            Event::Close(_) | Event::NeedInput | Event::End => {}
        }
        self.end_value()
    }

    /// Writes field name and annotations.
    #[inline]
    fn put_prefix(&mut self, reader: &Reader<'_>) -> Result<(), WriteError> {
        if self.open.is_empty() {
            self.begin_value(reader)?;
        }
        if let Some(name) = reader.field_name() {
            let id = self.id(name)?;
            var_uint(&mut self.value, id);
        }
        let annotations = reader.annotations();
        if annotations.len() == 0 {
            return Ok(());
        }
        self.open(WRAPPER, true)?;
        self.body.truncate(0);
        for symbol in annotations {
            let id = self.id(symbol)?;
            var_uint(&mut self.body, id);
        }
        var_uint(&mut self.value, self.body.len() as u64);
        self.value.put(self.body.written());
        Ok(())
    }

    /// The ID of a symbol. One of unknown text is imported, or equals symbol zero.
    #[inline]
    fn id(&mut self, symbol: Symbol<'_>) -> Result<u64, WriteError> {
        match symbol.text {
            Some(text) => self.table.id(text),
            None => Ok(symbol.import.and(symbol.id).unwrap_or(0)),
        }
    }

    /// Prepares the table for a value at the top level.
    fn begin_value(&mut self, reader: &Reader<'_>) -> Result<(), WriteError> {
        if reader.symbol_changes() != self.changes_seen {
            self.changes_seen = reader.symbol_changes();
            // Imports of known texts are not needed. Without a change of imports, the IDs stay the same.
            let needed = reader.symbols().has_unknown();
            self.table.set_imports(reader.imports().filter(|_| needed))?;
        }
        self.table.bound();
        Ok(())
    }

    fn open(&mut self, code: u8, is_wrapper: bool) -> Result<(), WriteError> {
        let refused = |_| WriteError::MemoryRefused;
        self.heads.try_reserve(1).map_err(refused)?;
        self.open.try_reserve(1).map_err(refused)?;
        self.open.push(OpenContainer { head: self.heads.len(), heads_len: self.heads_len, is_wrapper });
        self.heads.push(ContainerHead { at: self.value.len(), code, len: 0 });
        Ok(())
    }

    fn close(&mut self) -> Result<(), WriteError> {
        let open = self.open.pop().ok_or(WriteError::NothingToEnd)?;
        let head = &mut self.heads[open.head];
        head.len = self.value.len() - head.at + self.heads_len - open.heads_len;
        self.heads_len += head_len(head.len);
        Ok(())
    }

    /// Ends a value, and its annotations; at the top level writes it.
    #[inline]
    fn end_value(&mut self) -> Result<(), WriteError> {
        if self.open.last().is_some_and(|open| open.is_wrapper) {
            self.close()?;
        }
        if self.value.len() + self.heads_len > self.value_max {
            return Err(WriteError::ValueLen);
        }
        if self.open.is_empty() {
            self.put_value();
        }
        Ok(())
    }

    /// Writes the current value, after the table that it needs.
    fn put_value(&mut self) {
        if !self.one_table {
            self.begin_stream();
            self.table.declare(&mut self.out);
        }
        let value = self.value.written();
        let mut at = 0;
        for &ContainerHead { at: place, code, len } in &self.heads {
            self.out.put(&value[at..place]);
            head(&mut self.out, code, len);
            at = place;
        }
        self.out.put(&value[at..]);
        self.drop_value();
    }

    fn begin_stream(&mut self) {
        if !std::mem::replace(&mut self.begun, true) {
            self.out.put(&VERSION_MARKER);
        }
    }

    fn drop_value(&mut self) {
        self.value.truncate(0);
        self.heads.clear();
        self.open.clear();
        self.heads_len = 0;
    }

    fn check(&self) -> Result<(), WriteError> {
        let refused = self.out.is_refused() || self.value.is_refused() || self.body.is_refused();
        if refused { Err(WriteError::MemoryRefused) } else { Ok(()) }
    }

    #[inline]
    fn put_scalar(&mut self, reader: &mut Reader<'_>, kind: Kind) -> Result<(), WriteError> {
        // The current value has this kind, so `None` means refused memory.
        let refused = WriteError::MemoryRefused;
        let BinaryWriter { value, body, .. } = self;
        match kind {
            Kind::Bool => value.put_byte(0x10 | u8::from(reader.bool() == Some(true))),
            Kind::Int => return encode::int(value, &reader.int().ok_or(refused)?),
            Kind::Float => encode::float(value, reader.float().ok_or(refused)?),
            Kind::Decimal => return encode::decimal(value, body, &reader.decimal().ok_or(refused)?),
            Kind::Timestamp => return encode::timestamp(value, body, &reader.timestamp().ok_or(refused)?),
            Kind::Symbol => {
                let id = self.id(reader.symbol().ok_or(refused)?)?;
                encode::uint(&mut self.value, code(Kind::Symbol), id);
            }
            Kind::String => put_bytes(value, kind, reader.string().ok_or(refused)?),
            Kind::Clob | Kind::Blob => put_bytes(value, kind, reader.bytes().ok_or(refused)?),
            Kind::Null | Kind::List | Kind::Sexp | Kind::Struct => return Err(WriteError::NoContainer(kind)),
        }
        Ok(())
    }
}

/// Whether readers would take the current value for a version marker or a symbol table at the top level.
fn is_system(reader: &mut Reader<'_>, event: Event) -> bool {
    match event {
        Event::Open(_) => reader.annotations().next().and_then(|symbol| symbol.text) == Some(SYMBOL_TABLE),
        _ => reader.annotations().len() == 0 && reader.symbol().and_then(|symbol| symbol.text) == Some(VERSION_1_0),
    }
}

fn put_bytes(value: &mut Output, kind: Kind, bytes: &[u8]) {
    head(value, code(kind), bytes.len());
    value.put(bytes);
}
