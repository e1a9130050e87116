//! The types that JSON is read into, with the names and layouts of Arrow.

use std::fmt;

/// The type of a column.
///
/// ```
/// use stringmill::columns::{DataType, Field};
///
/// let map = DataType::Map(Box::new(Field::new("value", DataType::Float64, true)));
/// assert_eq!((map.name(), DataType::Utf8.to_string()), ("Map", "Utf8".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataType {
    /// Only null.
    Null,
    /// `true` and `false`.
    Boolean,
    /// 8 bits.
    Int8,
    /// 16 bits.
    Int16,
    /// 32 bits.
    Int32,
    /// 64 bits.
    Int64,
    /// 8 bits without a sign.
    UInt8,
    /// 16 bits without a sign.
    UInt16,
    /// 32 bits without a sign.
    UInt32,
    /// 64 bits without a sign.
    UInt64,
    /// A float of 32 bits.
    Float32,
    /// A float of 64 bits.
    Float64,
    /// Strings with offsets of 32 bits.
    Utf8,
    /// Strings with offsets of 64 bits.
    LargeUtf8,
    /// Strings that a host stores as views. The reader makes offsets of 64 bits.
    Utf8View,
    /// Arrays with offsets of 32 bits.
    List(Box<Field>),
    /// Arrays with offsets of 64 bits.
    LargeList(Box<Field>),
    /// Objects whose members are known. [`UnknownMembers`](crate::UnknownMembers) decides about other members.
    Struct(Vec<Field>),
    /// Objects with any names. The keys are `Utf8`; the values have the type of this field.
    Map(Box<Field>),
}

/// A column of a table, or the items of a list.
///
/// ```
/// use stringmill::columns::{DataType, Field};
///
/// let field = Field::new("id", DataType::Int64, false);
/// assert!(field.name == "id" && !field.nullable);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name of the member.
    pub name: String,
    /// The type of its values.
    pub data_type: DataType,
    /// Whether the member may be null or absent.
    pub nullable: bool,
}

impl Field {
    /// A field.
    pub fn new(name: impl Into<String>, data_type: DataType, nullable: bool) -> Self {
        Field { name: name.into(), data_type, nullable }
    }
}

impl DataType {
    /// The name that Arrow has for the type, without types inside.
    pub fn name(&self) -> &'static str {
        match self {
            DataType::Null => "Null",
            DataType::Boolean => "Boolean",
            DataType::Int8 => "Int8",
            DataType::Int16 => "Int16",
            DataType::Int32 => "Int32",
            DataType::Int64 => "Int64",
            DataType::UInt8 => "UInt8",
            DataType::UInt16 => "UInt16",
            DataType::UInt32 => "UInt32",
            DataType::UInt64 => "UInt64",
            DataType::Float32 => "Float32",
            DataType::Float64 => "Float64",
            DataType::Utf8 => "Utf8",
            DataType::LargeUtf8 => "LargeUtf8",
            DataType::Utf8View => "Utf8View",
            DataType::List(_) => "List",
            DataType::LargeList(_) => "LargeList",
            DataType::Struct(_) => "Struct",
            DataType::Map(_) => "Map",
        }
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
