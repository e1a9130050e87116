//! What a reader tells.

use crate::kind::Kind;

/// What the reader came upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A scalar.
    Value(Kind),
    /// A null of a type.
    Null(Kind),
    /// The beginning of a list, sexp or struct.
    Open(Kind),
    /// Its end.
    Close(Kind),
    /// More of the text is needed; [`Reader::feed`](crate::Reader::feed) takes it. A value of more than 4 KB that comes in
    /// pieces may be told only when about as much again has come, or the end.
    NeedInput,
    /// All is read.
    End,
}
