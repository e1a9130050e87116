//! Columns in the layout of Arrow: validity, offsets and values.

use crate::bits::Bits;
use std::error::Error;
use std::fmt;

/// A column, or a table as a struct of columns.
///
/// ```
/// use stringmill::columns::{Block, Column, DataType, Field, UnknownMembers, Offsets, Values};
///
/// let block = Block { bytes: b"[\"a\", null]\n[]\n".to_vec(), offset: 0, line: 1, is_full: false };
/// let schema = Field::new("", DataType::List(Box::new(Field::new("item", DataType::Utf8, true))), false);
/// let Column { len, values, .. } = block.check().read(&schema, UnknownMembers::Ignore)?.records;
/// let Values::List { offsets, items } = values else { unreachable!("the schema is a list") };
/// assert_eq!((len, offsets, items.len), (2, Offsets::Small(vec![0, 2, 2]), 2));
/// assert_eq!(items.values, Values::Utf8 { offsets: Offsets::Small(vec![0, 1, 1]), bytes: b"a".to_vec() });
/// # Ok::<(), stringmill::columns::ColumnTooLong>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// How many rows there are.
    pub len: usize,
    /// A bit for each row, 0 for null; `None` if no row is null.
    pub validity: Option<Bits>,
    /// The values. The value of a null row is unspecified.
    pub values: Values,
}

/// The buffers of a column.
///
/// ```
/// use stringmill::columns::{Block, DataType, Field, UnknownMembers, Values};
///
/// let block = Block { bytes: b"1\n2\n".to_vec(), offset: 0, line: 1, is_full: false };
/// let batch = block.check().read(&Field::new("", DataType::UInt16, false), UnknownMembers::Ignore)?;
/// assert_eq!(batch.records.values, Values::UInt16(vec![1, 2]));
/// # Ok::<(), stringmill::columns::ColumnTooLong>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Values {
    /// All rows are null.
    Null,
    /// A bit for each row.
    Boolean(Bits),
    /// Values of [`DataType::Int8`](crate::DataType::Int8).
    Int8(Vec<i8>),
    /// Values of `Int16`.
    Int16(Vec<i16>),
    /// Values of `Int32`.
    Int32(Vec<i32>),
    /// Values of `Int64`.
    Int64(Vec<i64>),
    /// Values of `UInt8`.
    UInt8(Vec<u8>),
    /// Values of `UInt16`.
    UInt16(Vec<u16>),
    /// Values of `UInt32`.
    UInt32(Vec<u32>),
    /// Values of `UInt64`.
    UInt64(Vec<u64>),
    /// Values of `Float32`.
    Float32(Vec<f32>),
    /// Values of `Float64`.
    Float64(Vec<f64>),
    /// Well-formed UTF-8.
    Utf8 {
        /// A 0, then the end of the string of each row in `bytes`.
        offsets: Offsets,
        /// All strings.
        bytes: Vec<u8>,
    },
    /// Lists.
    List {
        /// A 0, then the end of the list of each row in `items`.
        offsets: Offsets,
        /// The items of all lists.
        items: Box<Column>,
    },
    /// A column for each field.
    Struct(Vec<Column>),
    /// Maps.
    Map {
        /// A 0, then the end of the map of each row in `keys`.
        offsets: Offsets,
        /// The keys of all maps, as `Utf8`.
        keys: Box<Column>,
        /// The value of each key.
        values: Box<Column>,
    },
}

/// Offsets of rows: a 0, then the end of each row.
///
/// ```
/// use stringmill::columns::{Block, DataType, Field, UnknownMembers, Offsets, Values};
///
/// let block = Block { bytes: b"\"ab\"\n\"\"\n".to_vec(), offset: 0, line: 1, is_full: false };
/// let batch = block.check().read(&Field::new("", DataType::LargeUtf8, false), UnknownMembers::Ignore)?;
/// let expected = Values::Utf8 { offsets: Offsets::Large(vec![0, 2, 2]), bytes: b"ab".to_vec() };
/// assert_eq!(batch.records.values, expected);
/// # Ok::<(), stringmill::columns::ColumnTooLong>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offsets {
    /// Offsets of 32 bits.
    Small(Vec<i32>),
    /// Offsets of 64 bits.
    Large(Vec<i64>),
}

/// Strings or lists are longer than the offsets of their type can count.
///
/// ```
/// let error = stringmill::columns::ColumnTooLong { len: 1 << 31 };
/// assert_eq!(error.to_string(), "a column of 2147483648 bytes or items exceeds offsets of 32 bits");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnTooLong {
    /// The number of bytes or items.
    pub len: usize,
}

impl fmt::Display for ColumnTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a column of {} bytes or items exceeds offsets of 32 bits", self.len)
    }
}

impl Error for ColumnTooLong {}

impl Offsets {
    /// Offsets of 32 bits, from the ends of rows.
    pub(crate) fn small(ends: &[usize]) -> Result<Self, ColumnTooLong> {
        let len = ends.last().copied().unwrap_or(0);
        if len > i32::MAX as usize {
            return Err(ColumnTooLong { len });
        }
        // The ends are ascending, so the others fit if the last one does.
        Ok(Offsets::Small(std::iter::once(0).chain(ends.iter().map(|&end| end as i32)).collect()))
    }

    /// Offsets of 64 bits, from the ends of rows.
    pub(crate) fn large(ends: &[usize]) -> Self {
        // No memory has more bytes than an `i64` counts.
        Offsets::Large(std::iter::once(0).chain(ends.iter().map(|&end| end as i64)).collect())
    }
}
