//! Limits on the memory that a text can make a reader use.

/// Limits of a reader. A text that exceeds one is refused with an error of its own (7xx).
///
/// ```
/// use stringmill::ErrorCode;
/// use stringmill::ion::{Limits, Reader};
///
/// let mut reader = Reader::new(b"[[]]").limited(Limits { depth: 1, ..Limits::DEFAULT });
/// reader.next()?;
/// assert_eq!(reader.next().unwrap_err().code, ErrorCode::LimitDepth);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Depth of nested containers; each level costs a byte.
    pub depth: usize,
    /// Bytes of the text of a scalar, with its field name and annotations, and the white space and comments between them; of
    /// a container, up to its opening bracket.
    pub value_len: usize,
    /// Number of symbols of a local symbol table.
    pub symbols: usize,
    /// Bytes of the texts of a local symbol table.
    pub symbol_bytes: usize,
    /// Number of imports of a local symbol table.
    pub imports: usize,
}

impl Limits {
    /// A depth of a million, values of 1 GiB, a million symbols of 256 MiB, 10,000 imports.
    pub const DEFAULT: Limits =
        Limits { depth: 1 << 20, value_len: 1 << 30, symbols: 1 << 20, symbol_bytes: 1 << 28, imports: 10_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}
