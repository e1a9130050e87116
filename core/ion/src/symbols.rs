//! Symbol tables: the text of an ID.
//! Standard: Amazon Ion 1.0, symbols. Imported IDs are kept as ranges, so the memory does not depend on announced
//! sizes.

use std::sync::Arc;
use stringmill_outcome::ErrorCode;

/// A symbol: its text, if known, and its ID, if the input has one.
///
/// ```
/// use stringmill::ion::Reader;
///
/// let mut reader = Reader::new(b"name $4");
/// reader.next()?;
/// assert_eq!(reader.symbol().map(|symbol| (symbol.text, symbol.id)), Some((Some(&b"name"[..]), None)));
/// reader.next()?;
/// assert_eq!(reader.symbol().map(|symbol| (symbol.text, symbol.id)), Some((Some(&b"name"[..]), Some(4))));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Symbol<'a> {
    /// Well-formed UTF-8; `None` if the text is unknown.
    pub text: Option<&'a [u8]>,
    /// The ID, if the input has the symbol as an ID.
    pub id: Option<u64>,
    /// For an imported ID of unknown text: the name of the shared table, and the ID in it, from 1.
    pub import: Option<(&'a str, u64)>,
}

impl<'a> Symbol<'a> {
    /// A symbol that the input has as text.
    #[inline]
    pub(crate) fn known(text: &'a [u8]) -> Self {
        Symbol { text: Some(text), id: None, import: None }
    }
}

/// A shared symbol table.
///
/// ```
/// use stringmill::ion::{Catalog, Reader, SharedTable};
///
/// let mut catalog = Catalog::EMPTY;
/// catalog.add(SharedTable { name: "units".into(), version: 1, symbols: vec![Some("metre".into())] });
/// assert!(catalog.has("units", 1));
/// let ion = br#"$ion_symbol_table::{imports:[{name:"units", version:1, max_id:1}]} $10"#;
/// let mut reader = Reader::new(ion).with_catalog(catalog);
/// reader.next()?;
/// assert_eq!(reader.symbol().unwrap().text, Some(&b"metre"[..]));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedTable {
    /// The name that imports use.
    pub name: String,
    /// From 1.
    pub version: u64,
    /// Texts of the IDs from 1; `None` for an ID without text.
    pub symbols: Vec<Option<String>>,
}

/// Shared symbol tables that a text may import.
///
/// ```
/// use stringmill::ion::{Catalog, Reader, SharedTable};
///
/// let mut catalog = Catalog::EMPTY;
/// catalog.add(SharedTable { name: "units".into(), version: 1, symbols: vec![Some("metre".into())] });
/// assert!(catalog.has("units", 1));
/// let ion = br#"$ion_symbol_table::{imports:[{name:"units", version:1, max_id:1}]} $10"#;
/// let mut reader = Reader::new(ion).with_catalog(catalog);
/// reader.next()?;
/// assert_eq!(reader.symbol().unwrap().text, Some(&b"metre"[..]));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    tables: Vec<Arc<SharedTable>>,
}

impl Catalog {
    /// A catalog without tables.
    pub const EMPTY: Catalog = Catalog { tables: Vec::new() };

    /// Adds a table, or replaces the one with the same name and version.
    pub fn add(&mut self, table: SharedTable) {
        self.tables.retain(|other| (&other.name, other.version) != (&table.name, table.version));
        self.tables.push(Arc::new(table));
    }

    /// Whether the catalog has a table of this name and version.
    pub fn has(&self, name: &str, version: u64) -> bool {
        self.find(name, version).is_some_and(|table| table.version == version)
    }

    /// The table of this name and version; otherwise the newest one of this name.
    pub(crate) fn find(&self, name: &str, version: u64) -> Option<&Arc<SharedTable>> {
        let named = || self.tables.iter().filter(|table| table.name == name);
        named().find(|table| table.version == version).or_else(|| named().max_by_key(|table| table.version))
    }
}

/// An import of a symbol table.
///
/// ```
/// use stringmill::ion::{Catalog, Reader, SharedTable};
///
/// let mut catalog = Catalog::EMPTY;
/// catalog.add(SharedTable { name: "units".into(), version: 1, symbols: vec![Some("metre".into())] });
/// assert!(catalog.has("units", 1));
/// let ion = br#"$ion_symbol_table::{imports:[{name:"units", version:1, max_id:1}]} $10"#;
/// let mut reader = Reader::new(ion).with_catalog(catalog);
/// reader.next()?;
/// let import = reader.imports().next().unwrap();
/// assert_eq!((import.name, import.version, import.len), ("units", 1, 1));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import<'a> {
    /// The name of the shared table.
    pub name: &'a str,
    /// Its version, from 1.
    pub version: u64,
    /// The number of IDs that it takes.
    pub len: u64,
}

/// IDs that are imported from a shared table.
#[derive(Debug)]
pub(crate) struct ImportedIds {
    pub(crate) name: String,
    pub(crate) version: u64,
    /// `None` if the catalog has no table of this name.
    pub(crate) table: Option<Arc<SharedTable>>,
    /// The number of IDs that it takes.
    pub(crate) len: u64,
}

impl ImportedIds {
    fn has_unknown(&self) -> bool {
        let known = self.table.iter().flat_map(|table| &table.symbols).take_while(|text| text.is_some()).count();
        (known as u64) < self.len
    }

    /// An import of unknown texts. `None` if the system refuses memory.
    pub(crate) fn unknown(import: &Import<'_>) -> Option<Self> {
        let mut name = String::new();
        name.try_reserve_exact(import.name.len()).ok()?;
        name.push_str(import.name);
        Some(ImportedIds { name, version: import.version, table: None, len: import.len })
    }
}

/// A list of texts in one buffer; some may be unknown.
#[derive(Debug, Default)]
pub(crate) struct TextList {
    bytes: Vec<u8>,
    /// The end of each text, and whether it is known.
    ends: Vec<(usize, bool)>,
    has_unknown: bool,
}

impl TextList {
    /// Appends a text. `None` if the system refuses memory; then nothing has changed.
    pub(crate) fn push(&mut self, text: Option<&[u8]>) -> Option<()> {
        let bytes = text.unwrap_or_default();
        self.reserve(1, bytes.len())?;
        self.bytes.extend_from_slice(bytes);
        self.ends.push((self.bytes.len(), text.is_some()));
        self.has_unknown |= text.is_none();
        Some(())
    }

    fn reserve(&mut self, texts: usize, bytes: usize) -> Option<()> {
        self.bytes.try_reserve(bytes).ok()?;
        self.ends.try_reserve(texts).ok()
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn bytes_len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&[u8]> {
        let (end, known) = self.ends[at];
        let start = if at == 0 { 0 } else { self.ends[at - 1].0 };
        known.then(|| &self.bytes[start..end])
    }

    fn append(&mut self, more: &TextList) -> Option<()> {
        self.reserve(more.len(), more.bytes_len())?;
        (0..more.len()).try_for_each(|at| self.push(more.get(at)))
    }
}

/// The symbol table in force.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    imports: Vec<ImportedIds>,
    /// The first ID after each import.
    import_ends: Vec<u64>,
    locals: TextList,
}

impl Symbols {
    /// A table of the system IDs, these imports and these local symbols.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::LimitSymbols`] if the IDs exceed 64 bits; [`ErrorCode::MemoryRefused`].
    pub(crate) fn new(imports: Vec<ImportedIds>, locals: TextList) -> Result<Self, ErrorCode> {
        let mut next = SYSTEM.len() as u64 + 1;
        let mut import_ends = Vec::new();
        import_ends.try_reserve_exact(imports.len()).map_err(|_| ErrorCode::MemoryRefused)?;
        for import in &imports {
            next = next.checked_add(import.len).ok_or(ErrorCode::LimitSymbols)?;
            import_ends.push(next);
        }
        next.checked_add(locals.len() as u64).ok_or(ErrorCode::LimitSymbols)?;
        Ok(Symbols { imports, import_ends, locals })
    }

    /// Returns to the system table.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.locals.len() > 0 || !self.imports.is_empty() {
            *self = Symbols::default();
        }
    }

    /// Appends local symbols.
    ///
    /// # Errors
    ///
    /// As [`Symbols::new`]; then nothing has changed.
    pub(crate) fn append(&mut self, locals: &TextList) -> Result<(), ErrorCode> {
        let len = (self.locals.len() + locals.len()) as u64;
        self.first_local().checked_add(len).ok_or(ErrorCode::LimitSymbols)?;
        self.locals.append(locals).ok_or(ErrorCode::MemoryRefused)
    }

    pub(crate) fn imports(&self) -> impl ExactSizeIterator<Item = Import<'_>> {
        self.imports.iter().map(|import| Import { name: &import.name, version: import.version, len: import.len })
    }

    /// Whether any ID has unknown text.
    pub(crate) fn has_unknown(&self) -> bool {
        self.locals.has_unknown || self.imports.iter().any(ImportedIds::has_unknown)
    }

    pub(crate) fn locals(&self) -> &TextList {
        &self.locals
    }

    /// The first ID after all imports.
    pub(crate) fn first_local(&self) -> u64 {
        self.import_ends.last().copied().unwrap_or(SYSTEM.len() as u64 + 1)
    }

    /// The symbol of an ID; `None` if the table does not have it.
    pub(crate) fn get(&self, id: u64) -> Option<Symbol<'_>> {
        let symbol = |text| Some(Symbol { text, id: Some(id), import: None });
        if id == 0 {
            return symbol(None);
        }
        if let Some(text) = usize::try_from(id - 1).ok().and_then(|at| SYSTEM.get(at)) {
            return symbol(Some(text));
        }
        let first_local = self.first_local();
        if id >= first_local {
            let local = usize::try_from(id - first_local).ok().filter(|&local| local < self.locals.len())?;
            return symbol(self.locals.get(local));
        }
        let import = self.import_ends.partition_point(|&end| end <= id);
        let start = if import == 0 { SYSTEM.len() as u64 + 1 } else { self.import_ends[import - 1] };
        let ImportedIds { name, table, .. } = &self.imports[import];
        let place = id - start;
        let known = table.as_ref().and_then(|table| table.symbols.get(usize::try_from(place).ok()?)?.as_deref());
        match known {
            Some(text) => symbol(Some(text.as_bytes())),
            None => Some(Symbol { text: None, id: Some(id), import: Some((name, place + 1)) }),
        }
    }
}

/// The system symbols, IDs 1 to 9 of every table.
pub(crate) const SYSTEM: [&[u8]; 9] = [
    b"$ion",
    b"$ion_1_0",
    b"$ion_symbol_table",
    b"name",
    b"version",
    b"imports",
    b"symbols",
    b"max_id",
    b"$ion_shared_symbol_table",
];
