//! Builds a local symbol table from the events of its struct.
//! Standard: Amazon Ion 1.0, symbols, local symbol tables.

use crate::kind::Kind;
use crate::limits::Limits;
use crate::symbols::{Catalog, ImportedIds, SYSTEM, Symbols, TextList};
use stringmill_outcome::{Error, ErrorCode};

/// A value inside the struct, as far as a symbol table needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry<'a> {
    String(&'a [u8]),
    Symbol(Option<&'a [u8]>),
    /// A non-negative int that fits.
    Number(u64),
    Other,
}

/// Reads a symbol table.
#[derive(Debug)]
pub(crate) struct TableReader {
    inside: TableField,
    /// Depth of open containers that are ignored.
    skipped: usize,
    /// Offset of the opening brace of the struct.
    offset: u64,
    has_symbols: bool,
    has_imports: bool,
    appends: bool,
    locals: TextList,
    imports: Vec<ImportedIds>,
    import: PartialImport,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableField {
    Table,
    Symbols,
    Imports,
    Import,
}

/// The import that is being read.
#[derive(Debug, Default)]
struct PartialImport {
    offset: u64,
    name: String,
    version: u64,
    max_id: Option<u64>,
}

impl TableReader {
    /// A reader for the struct whose opening brace is at `offset`.
    pub(crate) fn new(offset: u64) -> Self {
        TableReader {
            inside: TableField::Table,
            skipped: 0,
            offset,
            has_symbols: false,
            has_imports: false,
            appends: false,
            locals: TextList::default(),
            imports: Vec::new(),
            import: PartialImport::default(),
        }
    }

    /// Offset of the opening brace of the struct.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether its symbols extend the table in force.
    pub(crate) fn appends(&self) -> bool {
        self.appends
    }

    /// The ID of the symbol that comes next, if a symbol does. Imports that follow the list of symbols are not counted.
    pub(crate) fn next_id(&self, symbols: &Symbols) -> Option<u64> {
        if self.inside != TableField::Symbols || self.skipped > 0 {
            return None;
        }
        let first = match self.appends {
            true => symbols.first_local().saturating_add(symbols.locals().len() as u64),
            false => {
                let imported = self.imports.iter().map(|import| import.len).fold(0, u64::saturating_add);
                (SYSTEM.len() as u64 + 1).saturating_add(imported)
            }
        };
        first.checked_add(self.locals.len() as u64)
    }

    /// Whether the field of imports has been read or begun.
    pub(crate) fn has_imports(&self) -> bool {
        self.has_imports
    }

    /// Adds a scalar or null; in a struct, with the text of its field name, which begins at `begin`.
    pub(crate) fn scalar(
        &mut self,
        field: Option<&[u8]>,
        entry: Entry,
        begin: u64,
        limits: &Limits,
    ) -> Result<(), Error> {
        if self.skipped > 0 {
            return Ok(());
        }
        match (self.inside, field, entry) {
            (TableField::Table, Some(field), _) => {
                self.note_field(field, begin)?;
                self.appends |= field == b"imports" && entry == Entry::Symbol(Some(b"$ion_symbol_table"));
            }
            (TableField::Symbols, _, Entry::String(text)) => return self.push(Some(text), limits),
            (TableField::Symbols, _, _) => return self.push(None, limits),
            (TableField::Import, Some(b"name"), Entry::String(text)) => {
                let refused = |_| Error::new(ErrorCode::MemoryRefused, self.offset);
                self.import.name.clear();
                self.import.name.try_reserve_exact(text.len()).map_err(refused)?;
                text.utf8_chunks().for_each(|chunk| self.import.name.push_str(chunk.valid()));
            }
            (TableField::Import, Some(b"version"), Entry::Number(version)) => self.import.version = version.max(1),
            (TableField::Import, Some(b"max_id"), Entry::Number(max_id)) => self.import.max_id = Some(max_id),
            _ => {}
        }
        Ok(())
    }

    /// Adds the beginning of a container, whose bracket is at `offset`; in a struct, with its field name as above.
    pub(crate) fn open(
        &mut self,
        field: Option<&[u8]>,
        kind: Kind,
        begin: u64,
        offset: u64,
        limits: &Limits,
    ) -> Result<(), Error> {
        if self.skipped > 0 {
            self.skipped += 1;
            return Ok(());
        }
        if self.inside == TableField::Table {
            self.note_field(field.unwrap_or_default(), begin)?;
        }
        match (self.inside, field, kind) {
            (TableField::Table, Some(b"symbols"), Kind::List) => self.inside = TableField::Symbols,
            (TableField::Table, Some(b"imports"), Kind::List) => self.inside = TableField::Imports,
            (TableField::Imports, _, Kind::Struct) => {
                self.inside = TableField::Import;
                self.import = PartialImport { offset, version: 1, ..PartialImport::default() };
            }
            (TableField::Symbols, ..) => {
                self.skipped = 1;
                return self.push(None, limits);
            }
            _ => self.skipped = 1,
        }
        Ok(())
    }

    /// Adds the end of a container. Returns true at the end of the table.
    pub(crate) fn close(&mut self, catalog: &Catalog, limits: &Limits) -> Result<bool, Error> {
        if self.skipped > 0 {
            self.skipped -= 1;
            return Ok(false);
        }
        self.inside = match self.inside {
            TableField::Table => return Ok(true),
            TableField::Symbols | TableField::Imports => TableField::Table,
            TableField::Import => {
                self.end_import(catalog, limits)?;
                TableField::Imports
            }
        };
        Ok(false)
    }

    /// Puts the table in force.
    pub(crate) fn finish(self, symbols: &mut Symbols, limits: &Limits) -> Result<(), Error> {
        let failed = |code| Error::new(code, self.offset);
        if !self.appends {
            *symbols = Symbols::new(self.imports, self.locals).map_err(failed)?;
            return Ok(());
        }
        let old = symbols.locals();
        if old.len() + self.locals.len() > limits.symbols
            || old.bytes_len() + self.locals.bytes_len() > limits.symbol_bytes
        {
            return Err(failed(ErrorCode::LimitSymbols));
        }
        symbols.append(&self.locals).map_err(failed)
    }

    fn note_field(&mut self, field: &[u8], offset: u64) -> Result<(), Error> {
        let seen = match field {
            b"symbols" => &mut self.has_symbols,
            b"imports" => &mut self.has_imports,
            _ => return Ok(()),
        };
        if *seen {
            return Err(Error::new(ErrorCode::IonTableFieldRepeated, offset));
        }
        *seen = true;
        Ok(())
    }

    fn push(&mut self, text: Option<&[u8]>, limits: &Limits) -> Result<(), Error> {
        let bytes = self.locals.bytes_len() + text.map_or(0, <[u8]>::len);
        if self.locals.len() >= limits.symbols || bytes > limits.symbol_bytes {
            return Err(Error::new(ErrorCode::LimitSymbols, self.offset));
        }
        self.locals.push(text).ok_or(Error::new(ErrorCode::MemoryRefused, self.offset))
    }

    fn end_import(&mut self, catalog: &Catalog, limits: &Limits) -> Result<(), Error> {
        let PartialImport { offset, name, version, max_id } = std::mem::take(&mut self.import);
        // An import without a name, or of the system table, imports nothing.
        if name.is_empty() || name == "$ion" {
            return Ok(());
        }
        if self.imports.len() >= limits.imports {
            return Err(Error::new(ErrorCode::LimitSymbols, offset));
        }
        let table = catalog.find(&name, version);
        let exact = table.filter(|table| table.version == version).map(|table| table.symbols.len() as u64);
        let len = max_id.or(exact).ok_or(Error::new(ErrorCode::IonImportUnknown, offset))?;
        // `len` also limits a table of another version, or a longer one.
        let table = table.cloned();
        self.imports.try_reserve(1).map_err(|_| Error::new(ErrorCode::MemoryRefused, offset))?;
        self.imports.push(ImportedIds { name, version, table, len });
        Ok(())
    }
}
