//! *Named texts*: texts with names, such as the files of a folder, as one object or as NDJSON ([`Shape`]).
//!
//! They are streamed without allocation: [`Writer`] writes into the spare capacity of a [`Sink`]; [`Reader`] reads input in
//! pieces of any size and returns names and texts in pieces.

mod members;
mod reader;
mod writer;

pub use members::Members;
pub use reader::{Event, Reader, ReaderProgress};
pub use writer::{Sink, WriteError, Writer};

/// The JSON of named texts.
///
/// ```
/// use stringmill::pack::{Reader, Shape};
/// use stringmill::{JsonUnescape, LoneSurrogates};
///
/// let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
/// let lines = Reader::new(Some(Shape::Lines), rules);
/// let detected = Reader::new(None, rules);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One object: `{"name":"text",...}`.
    Object,
    /// NDJSON, one object a line: `{"path":"name","text":"text"}`, with [`Members`].
    Lines,
}
