//! How much a text may ask of a reader.

/// Limits of what is held of a text. What goes beyond one is refused with an error of its own (7xx).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Containers in one another; each costs a byte.
    pub depth: usize,
    /// Bytes of a scalar as it is written, with its field name and annotations, and the white space and comments among
    /// them; a container counts up to its opening bracket.
    pub value_len: usize,
    /// Symbols of a local symbol table.
    pub symbols: usize,
    /// Bytes of the texts of a local symbol table.
    pub symbol_bytes: usize,
    /// Imports of a local symbol table.
    pub imports: usize,
}

impl Limits {
    /// A million containers in one another, values of 1 GiB, a million symbols of 256 MiB, 10,000 imports.
    pub const DEFAULT: Limits =
        Limits { depth: 1 << 20, value_len: 1 << 30, symbols: 1 << 20, symbol_bytes: 1 << 28, imports: 10_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
