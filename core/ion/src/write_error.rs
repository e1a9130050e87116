//! Errors of the writer.

use crate::kind::Kind;
use core::fmt;
use stringmill_outcome::{Error, ErrorCode};

/// The reason that a [`Writer`](crate::Writer) refuses a call.
///
/// ```
/// use stringmill::ion::{Kind, Options, WriteError, Writer};
///
/// let mut writer = Writer::new(Options::COMPACT);
/// writer.begin(Kind::Struct)?;
/// assert_eq!(writer.int(1), Err(WriteError::FieldNameMissing));
/// assert_eq!(WriteError::FieldNameMissing.to_string(), "a value in a struct has no field name");
/// # Ok::<(), WriteError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// A value in a struct has no field name.
    FieldNameMissing,
    /// A field name outside of a struct, or after another one or annotations.
    FieldNameMisplaced,
    /// The end of a container, but none is open.
    NothingToEnd,
    /// An end within a container, or a missing value after its field name or annotations.
    Unfinished,
    /// The beginning of a container of this kind, which is neither list nor sexp nor struct.
    NoContainer(Kind),
    /// A version marker or symbol table in a container, or after annotations.
    TopLevelOnly,
    /// Readers would take the value for a version marker or a symbol table.
    SystemValue,
    /// The symbol table in force does not have the ID.
    SymbolId(u64),
    /// A text is not UTF-8, at this offset in it.
    Text(Error),
    /// A number or timestamp is malformed, at this offset in it.
    Token(Error),
    /// The exponent of a decimal does not fit 64 bits.
    ExponentRange,
    /// A value of binary Ion is longer than its limit, or an integer that changes its base than 131,072 bits.
    ValueLen,
    /// The system refused memory. Output that was not cleared is lost, and the writer must not be used again.
    MemoryRefused,
}

impl WriteError {
    /// The text of a number is refused.
    pub(crate) fn of_number(error: Error) -> Self {
        match error.code {
            ErrorCode::LimitStringLen => WriteError::ValueLen,
            ErrorCode::MemoryRefused => WriteError::MemoryRefused,
            _ => WriteError::Token(error),
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WriteError::FieldNameMissing => "a value in a struct has no field name",
            WriteError::FieldNameMisplaced => "misplaced field name",
            WriteError::NothingToEnd => "no container is open",
            WriteError::Unfinished => "a value or the end of a container is missing",
            WriteError::NoContainer(kind) => return write!(f, "a value of type {} is not a container", kind.name()),
            WriteError::TopLevelOnly => "version markers and symbol tables are only allowed at the top level",
            WriteError::SystemValue => "readers would interpret the value as a version marker or a symbol table",
            WriteError::SymbolId(id) => return write!(f, "the symbol table does not have the ID {id}"),
            WriteError::ValueLen => "the value is longer than the limit",
            WriteError::MemoryRefused => "the system refused memory",
            WriteError::ExponentRange => "the exponent of a decimal does not fit 64 bits",
            WriteError::Text(error) | WriteError::Token(error) => return error.fmt(f),
        })
    }
}

impl core::error::Error for WriteError {}
