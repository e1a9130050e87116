//! Events of the reader.

use crate::kind::Kind;

/// An event of the reader.
///
/// ```
/// use stringmill::ion::{Event, Kind, Reader};
///
/// let mut reader = Reader::new(b"[null.int]");
/// assert_eq!(reader.next()?, Event::Open(Kind::List));
/// assert_eq!(reader.next()?, Event::Null(Kind::Int));
/// assert_eq!(reader.next()?, Event::Close(Kind::List));
/// assert_eq!(reader.next()?, Event::End);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A scalar.
    Value(Kind),
    /// A null of a type.
    Null(Kind),
    /// The beginning of a list, sexp or struct.
    Open(Kind),
    /// The end of a list, sexp or struct.
    Close(Kind),
    /// The reader needs more input, by [`Reader::feed`](crate::Reader::feed). A value of more than 4 KB that comes in pieces may
    /// be reported late: after about twice its length is available, or the end.
    NeedInput,
    /// The end of the input.
    End,
}
