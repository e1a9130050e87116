//! The types of Ion values.

/// The type of an Ion value. A null has one too.
///
/// ```
/// assert_eq!(stringmill::ion::Kind::Sexp.name(), "sexp");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // The names are the types.
pub enum Kind {
    Null,
    Bool,
    Int,
    Float,
    Decimal,
    Timestamp,
    Symbol,
    String,
    Clob,
    Blob,
    List,
    Sexp,
    Struct,
}

impl Kind {
    /// The name of the type, as in `null.int`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Float => "float",
            Kind::Decimal => "decimal",
            Kind::Timestamp => "timestamp",
            Kind::Symbol => "symbol",
            Kind::String => "string",
            Kind::Clob => "clob",
            Kind::Blob => "blob",
            Kind::List => "list",
            Kind::Sexp => "sexp",
            Kind::Struct => "struct",
        }
    }

    /// Whether the type is a container that this bracket closes.
    #[inline]
    pub(crate) fn closes_with(self, bracket: u8) -> bool {
        match self {
            Kind::List => bracket == b']',
            Kind::Sexp => bracket == b')',
            Kind::Struct => bracket == b'}',
            _ => false,
        }
    }

    /// The type of this name.
    pub(crate) fn of_name(name: &[u8]) -> Option<Kind> {
        Some(match name {
            b"null" => Kind::Null,
            b"bool" => Kind::Bool,
            b"int" => Kind::Int,
            b"float" => Kind::Float,
            b"decimal" => Kind::Decimal,
            b"timestamp" => Kind::Timestamp,
            b"symbol" => Kind::Symbol,
            b"string" => Kind::String,
            b"clob" => Kind::Clob,
            b"blob" => Kind::Blob,
            b"list" => Kind::List,
            b"sexp" => Kind::Sexp,
            b"struct" => Kind::Struct,
            _ => return None,
        })
    }
}
