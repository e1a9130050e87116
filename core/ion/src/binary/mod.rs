//! Binary Ion 1.0: its primitive fields, and its scalars as Ion text.
//! Standard: Amazon Ion 1.0, binary encoding.
//!
//! The reader of binary Ion is the reader of text with another source of values: `reader/binary.rs` finds a value, this
//! module spells it as text, and all methods of the reader then work on that text.

pub(crate) mod cursor;
pub(crate) mod encode;
pub(crate) mod input;
pub(crate) mod magnitude;
pub(crate) mod scalar;
pub(crate) mod table;
pub(crate) mod timestamp;
pub(crate) mod writer;

/// The version marker, at the start of every stream.
pub(crate) const VERSION_MARKER: [u8; 4] = [0xE0, 0x01, 0x00, 0xEA];
