//! The symbol table of a writer of binary Ion: IDs by text, and the tables that declare them.

use super::encode::{WRAPPER, code, head, uint, var_uint};
use crate::kind::Kind;
use crate::symbols::{Import, SYSTEM, SharedTable};
use crate::write_error::WriteError;
use std::collections::HashMap;
use stringmill_output::Output;

/// An import of the table.
#[derive(Debug)]
struct TableImport {
    name: String,
    version: u64,
    len: u64,
}

/// The table in force, with the symbols that no table has declared yet.
#[derive(Debug)]
pub(crate) struct SymbolTable {
    /// IDs of all texts except those of the system table.
    ids: HashMap<Box<[u8]>, u64>,
    imports: Vec<TableImport>,
    /// The ID of the next symbol.
    next: u64,
    /// Bytes of all texts.
    bytes: usize,
    /// Undeclared symbols, as strings of binary Ion.
    fresh: Output,
    /// Whether the next table replaces the one in force, instead of extending it.
    replaces: bool,
}

impl SymbolTable {
    pub(crate) fn new() -> Self {
        let next = SYSTEM.len() as u64 + 1;
        let (ids, imports, fresh) = (HashMap::new(), Vec::new(), Output::default());
        SymbolTable { ids, imports, next, bytes: 0, fresh, replaces: true }
    }

    /// Starts over, with the same imports.
    pub(crate) fn clear(&mut self) {
        self.ids.clear();
        self.next = SYSTEM.len() as u64 + 1 + self.imports.iter().map(|import| import.len).sum::<u64>();
        self.bytes = 0;
        self.fresh.truncate(0);
        self.replaces = true;
    }

    /// Starts over if the table has become large. Call it between values at the top level.
    pub(crate) fn bound(&mut self) {
        if self.ids.len() + SYSTEM.len() > SYMBOLS_MAX || self.bytes > BYTES_MAX {
            self.clear();
        }
    }

    /// Makes these the imports; starts over if they differ from the present ones.
    pub(crate) fn set_imports<'i>(&mut self, imports: impl Iterator<Item = Import<'i>>) -> Result<(), WriteError> {
        let mut wanted = Vec::new();
        for Import { name, version, len } in imports {
            let mut copy = String::new();
            copy.try_reserve_exact(name.len()).map_err(|_| WriteError::MemoryRefused)?;
            copy.push_str(name);
            wanted.try_reserve(1).map_err(|_| WriteError::MemoryRefused)?;
            wanted.push(TableImport { name: copy, version, len });
        }
        let same = |(a, b): (&TableImport, &TableImport)| (&a.name, a.version, a.len) == (&b.name, b.version, b.len);
        if wanted.len() != self.imports.len() || !wanted.iter().zip(&self.imports).all(same) {
            self.imports = wanted;
            self.clear();
        }
        Ok(())
    }

    /// Adds imports of these tables, whose texts get the next IDs.
    pub(crate) fn import(&mut self, tables: &[SharedTable]) -> Result<(), WriteError> {
        for SharedTable { name, version, symbols } in tables {
            self.ids.try_reserve(symbols.len()).map_err(|_| WriteError::MemoryRefused)?;
            for (id, text) in (self.next..).zip(symbols) {
                if let Some(text) = text
                    && system_id(text.as_bytes()).is_none()
                {
                    self.ids.entry(text.as_bytes().into()).or_insert(id);
                }
            }
            let len = symbols.len() as u64;
            self.next += len;
            self.imports.push(TableImport { name: name.clone(), version: *version, len });
        }
        Ok(())
    }

    /// The ID of a text; a new one if it has none.
    #[inline]
    pub(crate) fn id(&mut self, text: &[u8]) -> Result<u64, WriteError> {
        if let Some(id) = system_id(text) {
            return Ok(id);
        }
        match self.ids.get(text) {
            Some(&id) => Ok(id),
            None => self.add(text),
        }
    }

    #[inline(never)]
    fn add(&mut self, text: &[u8]) -> Result<u64, WriteError> {
        let mut copy = Vec::new();
        copy.try_reserve_exact(text.len()).map_err(|_| WriteError::MemoryRefused)?;
        self.ids.try_reserve(1).map_err(|_| WriteError::MemoryRefused)?;
        copy.extend_from_slice(text);
        head(&mut self.fresh, code(Kind::String), text.len());
        self.fresh.put(text);
        if self.fresh.is_refused() {
            return Err(WriteError::MemoryRefused);
        }
        self.ids.insert(copy.into(), self.next);
        self.bytes += text.len();
        self.next += 1;
        Ok(self.next - 1)
    }

    /// Writes a table with the undeclared symbols, if there are any.
    pub(crate) fn declare(&mut self, out: &mut Output) {
        if self.fresh.len() == 0 && (!self.replaces || self.imports.is_empty()) {
            return;
        }
        let mut fields = Output::default();
        if !self.replaces {
            var_uint(&mut fields, IMPORTS);
            uint(&mut fields, code(Kind::Symbol), SYMBOL_TABLE);
        } else if !self.imports.is_empty() {
            let mut list = Output::default();
            self.imports.iter().for_each(|import| import.put(&mut list));
            put_field(&mut fields, IMPORTS, Kind::List, &list);
        }
        if self.fresh.len() > 0 {
            put_field(&mut fields, SYMBOLS, Kind::List, &self.fresh);
        }
        let mut wrapped = Output::default();
        var_uint(&mut wrapped, 1);
        var_uint(&mut wrapped, SYMBOL_TABLE);
        head(&mut wrapped, code(Kind::Struct), fields.len());
        wrapped.put(fields.written());
        head(out, WRAPPER, wrapped.len());
        out.put(wrapped.written());
        if fields.is_refused() || wrapped.is_refused() {
            out.refuse();
        }
        self.fresh.truncate(0);
        self.replaces = false;
    }
}

impl TableImport {
    fn put(&self, list: &mut Output) {
        let mut fields = Output::default();
        var_uint(&mut fields, NAME);
        head(&mut fields, code(Kind::String), self.name.len());
        fields.put(self.name.as_bytes());
        for (field, value) in [(VERSION, self.version), (MAX_ID, self.len)] {
            var_uint(&mut fields, field);
            uint(&mut fields, code(Kind::Int), value);
        }
        head(list, code(Kind::Struct), fields.len());
        list.put(fields.written());
    }
}

/// The ID of a text of the system table. Most texts differ from all of them in length or first byte.
#[inline]
fn system_id(text: &[u8]) -> Option<u64> {
    match text {
        [b'$' | b'i' | b'm' | b'n' | b's' | b'v', ..] => {
            (1..).zip(SYSTEM).find(|(_, known)| *known == text).map(|(id, _)| id)
        }
        _ => None,
    }
}

fn put_field(fields: &mut Output, name: u64, kind: Kind, body: &Output) {
    var_uint(fields, name);
    head(fields, code(kind), body.len());
    fields.put(body.written());
}

/// IDs of the system table.
const SYMBOL_TABLE: u64 = 3;
const NAME: u64 = 4;
const VERSION: u64 = 5;
const IMPORTS: u64 = 6;
const SYMBOLS: u64 = 7;
const MAX_ID: u64 = 8;

/// The size after which a table is replaced by a new one.
const SYMBOLS_MAX: usize = 1 << 16;
const BYTES_MAX: usize = 1 << 22;

#[cfg(test)]
mod tests {
    use super::*;

    /// The first bytes that are looked at are those of all texts of the system table.
    #[test]
    fn system_texts_have_the_ids_of_the_specification() {
        let mut table = SymbolTable::new();
        for (id, text) in (1..).zip(SYSTEM) {
            assert_eq!(table.id(text), Ok(id), "{}", text.escape_ascii());
        }
        assert_eq!(table.fresh.len(), 0, "no table declares them");
        for (id, text) in (10..).zip([&b""[..], b"nam", b"names", b"$", b"$ion_1_1", b"max", b"x"]) {
            assert_eq!(table.id(text), Ok(id), "{}", text.escape_ascii());
        }
        table.clear();
        assert_eq!((table.id(b"name"), table.id(b"x")), (Ok(4), Ok(10)));
    }

    #[test]
    fn an_imported_text_of_the_system_table_keeps_its_first_id() {
        let symbols = ["name", "unit"].map(|text| Some(text.to_owned())).to_vec();
        let mut table = SymbolTable::new();
        table.import(&[SharedTable { name: "units".to_owned(), version: 1, symbols }]).unwrap();
        assert_eq!((table.id(b"name"), table.id(b"unit"), table.id(b"other")), (Ok(4), Ok(11), Ok(12)));
    }
}
