//! Version markers and local symbol tables.

use super::{WriteResult, Writer};
use crate::grammar::word::{SYMBOL_TABLE, VERSION_1_0};
use crate::kind::Kind;
use crate::symbols::{Import, ImportedIds, Symbols, TextList};
use crate::write_error::WriteError;
use stringmill_kernels::utf8_validate_with;
use stringmill_outcome::{Chunk, ErrorCode};

impl Writer {
    /// Writes a version marker, which puts the system symbol table in force.
    ///
    /// # Errors
    ///
    /// [`WriteError::TopLevelOnly`] in a container or after annotations.
    pub fn version_marker(&mut self) -> WriteResult {
        self.require_top_level()?;
        self.symbols = Symbols::default();
        self.record.has_table = true;
        self.copied_table = None;
        self.put_scalar(|writer| {
            writer.out.put(VERSION_1_0);
            Ok(())
        })
    }

    /// Writes a local symbol table and puts it in force: the IDs of the imports, then those of `symbols`, in which
    /// `None` is an ID of unknown text.
    ///
    /// # Errors
    ///
    /// [`WriteError::TopLevelOnly`] in a container or after annotations; [`WriteError::Text`], and then nothing is
    /// written; [`WriteError::SymbolId`] if the IDs exceed 64 bits.
    pub fn symbol_table<'s>(
        &mut self,
        imports: &[Import<'_>],
        symbols: impl IntoIterator<Item = Option<&'s [u8]>>,
    ) -> WriteResult {
        self.require_top_level()?;
        let refused = WriteError::MemoryRefused;
        let mut imported = Vec::new();
        imported.try_reserve_exact(imports.len()).map_err(|_| refused)?;
        for import in imports {
            imported.push(ImportedIds::unknown(import).ok_or(refused)?);
        }
        let mut locals = TextList::default();
        for text in symbols {
            if let Some(text) = text {
                utf8_validate_with(self.tier, text, Chunk::Last).map_err(WriteError::Text)?;
            }
            locals.push(text).ok_or(refused)?;
        }
        let table = Symbols::new(imported, locals).map_err(no_table)?;
        self.put_table(Some(imports), table.locals())?;
        self.symbols = table;
        self.record.has_table = true;
        self.copied_table = None;
        Ok(())
    }

    /// Writes a local symbol table that extends the one in force. The texts are well-formed.
    pub(crate) fn more_symbols<'s>(&mut self, symbols: impl Iterator<Item = Option<&'s [u8]>>) -> WriteResult {
        self.require_top_level()?;
        let mut locals = TextList::default();
        for text in symbols {
            locals.push(text).ok_or(WriteError::MemoryRefused)?;
        }
        self.put_table(None, &locals)?;
        self.record.has_table = true;
        self.symbols.append(&locals).map_err(no_table)
    }

    /// Writes a table with these imports; without, one that imports the table in force.
    fn put_table(&mut self, imports: Option<&[Import<'_>]>, locals: &TextList) -> WriteResult {
        self.annotation(SYMBOL_TABLE)?;
        self.open(Kind::Struct, b'{')?;
        let Some(imports) = imports else {
            self.field_name(b"imports")?;
            self.symbol(SYMBOL_TABLE)?;
            return self.put_locals(locals);
        };
        if !imports.is_empty() {
            self.field_name(b"imports")?;
            self.begin(Kind::List)?;
            for import in imports {
                self.begin(Kind::Struct)?;
                self.field_name(b"name")?;
                self.string(import.name.as_bytes())?;
                self.field_name(b"version")?;
                self.uint(import.version)?;
                self.field_name(b"max_id")?;
                self.uint(import.len)?;
                self.end()?;
            }
            self.end()?;
        }
        self.put_locals(locals)
    }

    /// Writes the symbols of a table, and ends it.
    fn put_locals(&mut self, locals: &TextList) -> WriteResult {
        if locals.len() > 0 {
            self.field_name(b"symbols")?;
            self.begin(Kind::List)?;
            for at in 0..locals.len() {
                match locals.get(at) {
                    Some(text) => self.string(text)?,
                    None => self.null(Kind::String)?,
                }
            }
            self.end()?;
        }
        self.end()
    }
}

/// The reason that a table cannot be put in force.
fn no_table(code: ErrorCode) -> WriteError {
    match code {
        ErrorCode::MemoryRefused => WriteError::MemoryRefused,
        _ => WriteError::SymbolId(u64::MAX),
    }
}
