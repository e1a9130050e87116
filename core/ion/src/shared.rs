//! Reads shared symbol tables from Ion.
//! Standard: Amazon Ion 1.0, symbols, shared symbol tables.

use crate::event::Event;
use crate::kind::Kind;
use crate::reader::Reader;
use crate::symbols::SharedTable;
use std::fmt;
use stringmill_outcome::{Error, ErrorCode};

/// Why shared symbol tables cannot be read.
///
/// ```
/// use stringmill::ion::SharedTable;
///
/// let error = SharedTable::read_all(b" 17").unwrap_err();
/// assert_eq!(error.offset(), 1);
/// assert_eq!(error.to_string(), "value that is no shared symbol table at byte 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedTableError {
    /// The input is not Ion.
    Ion(Error),
    /// The input is Ion, but a value is no shared symbol table.
    Table {
        /// Offset in the input of the value or field.
        offset: u64,
        /// The reason, in lower case.
        why: &'static str,
    },
}

impl SharedTableError {
    /// Its offset in the input.
    pub fn offset(&self) -> u64 {
        match self {
            SharedTableError::Ion(error) => error.offset,
            SharedTableError::Table { offset, .. } => *offset,
        }
    }
}

impl fmt::Display for SharedTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SharedTableError::Ion(error) => error.fmt(f),
            SharedTableError::Table { offset, why } => write!(f, "{why} at byte {offset}"),
        }
    }
}

impl std::error::Error for SharedTableError {}

impl From<Error> for SharedTableError {
    fn from(error: Error) -> Self {
        SharedTableError::Ion(error)
    }
}

impl SharedTable {
    /// Reads the shared symbol tables of a text or of binary Ion, whose values are all such tables. An absent version is 1; in
    /// the list of symbols any value that is no string is an ID without text.
    ///
    /// ```
    /// use stringmill::ion::SharedTable;
    ///
    /// let tables = SharedTable::read_all(br#"$ion_shared_symbol_table::{name:"t", version:2, symbols:["a", null]}"#)?;
    /// assert_eq!(tables, [SharedTable { name: "t".into(), version: 2, symbols: vec![Some("a".into()), None] }]);
    /// # Ok::<(), stringmill::ion::SharedTableError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SharedTableError::Ion`] for invalid Ion, or if the system refuses memory; [`SharedTableError::Table`] for another
    /// value, a table without a name or with imports, a version below 1, or a repeated field.
    pub fn read_all(ion: &[u8]) -> Result<Vec<SharedTable>, SharedTableError> {
        let mut reader = Reader::new(ion);
        let mut tables = Vec::new();
        loop {
            let offset = match reader.next()? {
                Event::End => return Ok(tables),
                Event::Open(Kind::Struct) if is_shared(&reader) => reader.offset(),
                _ => return refused(reader.offset(), "value that is no shared symbol table"),
            };
            tables.try_reserve(1).map_err(|_| Error::new(ErrorCode::MemoryRefused, offset))?;
            tables.push(table(&mut reader, offset)?);
        }
    }
}

fn refused<T>(offset: u64, why: &'static str) -> Result<T, SharedTableError> {
    Err(SharedTableError::Table { offset, why })
}

fn is_shared(reader: &Reader<'_>) -> bool {
    reader.annotations().next().is_some_and(|first| first.text == Some(b"$ion_shared_symbol_table"))
}

/// Reads the table whose opening brace, at `offset`, was read last.
fn table(reader: &mut Reader<'_>, offset: u64) -> Result<SharedTable, SharedTableError> {
    let (mut name, mut version, mut symbols, mut imports) = (None, None, None, None);
    loop {
        let event = reader.next()?;
        let at = reader.offset();
        if event == Event::Close(Kind::Struct) {
            break;
        }
        let is_new = match reader.field_name().and_then(|name| name.text) {
            Some(b"name") => name.replace(string(reader, event)?).is_none(),
            Some(b"version") => version.replace(number(reader, event)).is_none(),
            Some(b"symbols") => symbols.replace(list(reader, event)?).is_none(),
            Some(b"imports") => imports.replace(list(reader, event)?).is_none(),
            _ => {
                skip(reader, event)?;
                true
            }
        };
        if !is_new {
            return refused(at, "field that a shared symbol table has once");
        }
    }
    let Some(name) = name.flatten().filter(|name| !name.is_empty() && name != "$ion") else {
        return refused(offset, "shared symbol table without a name of its own");
    };
    if imports.is_some_and(|imports| !imports.is_empty()) {
        return refused(offset, "shared symbol table that imports others");
    }
    match version.unwrap_or(Some(1)) {
        Some(version @ 1..) => Ok(SharedTable { name, version, symbols: symbols.unwrap_or_default() }),
        _ => refused(offset, "shared symbol table with a version that is no int from 1"),
    }
}

/// The text of a string; `None` for another value, which is skipped.
fn string(reader: &mut Reader<'_>, event: Event) -> Result<Option<String>, Error> {
    if event != Event::Value(Kind::String) {
        skip(reader, event)?;
        return Ok(None);
    }
    let memory = Error::new(ErrorCode::MemoryRefused, reader.offset());
    let text = reader.string().ok_or(memory)?;
    let mut copy = String::new();
    copy.try_reserve_exact(text.len()).map_err(|_| memory)?;
    text.utf8_chunks().for_each(|chunk| copy.push_str(chunk.valid()));
    Ok(Some(copy))
}

/// An int that is not negative.
fn number(reader: &mut Reader<'_>, event: Event) -> Option<u64> {
    if event == Event::Value(Kind::Int) { reader.int()?.to_u64() } else { None }
}

/// The strings of a list, `None` for other values; nothing for another value than a list.
fn list(reader: &mut Reader<'_>, event: Event) -> Result<Vec<Option<String>>, Error> {
    let mut texts = Vec::new();
    if event != Event::Open(Kind::List) {
        skip(reader, event)?;
        return Ok(texts);
    }
    loop {
        match reader.next()? {
            Event::Close(Kind::List) => return Ok(texts),
            event => {
                texts.try_reserve(1).map_err(|_| Error::new(ErrorCode::MemoryRefused, reader.offset()))?;
                texts.push(string(reader, event)?);
            }
        }
    }
}

/// Skips the rest of a container that has begun.
fn skip(reader: &mut Reader<'_>, event: Event) -> Result<(), Error> {
    if matches!(event, Event::Open(_)) {
        reader.skip()?;
    }
    Ok(())
}
