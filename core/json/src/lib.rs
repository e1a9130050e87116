//! Checks JSON text; writes and reads named texts and records.
//!
//! [`JsonChecker`] checks a text, or each line of it, and gives the offset of the first error. [`TextSequence`] splits texts
//! after record separators.
//!
//! *Named texts* are texts with names, such as the files of a folder, as one object or as NDJSON ([`Shape`]). They are streamed
//! without allocation: [`Writer`] writes into the spare capacity of a [`Sink`]; [`Reader`] reads input in pieces of any size
//! and returns names and texts in pieces.
//!
//! *Records* are objects with known members: a [`RecordPlan`], the only type here that allocates, beside [`JsonStack`].

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod check;
mod extent;
mod grammar;
mod members;
mod reader;
mod record;
mod sequence;
mod stack;
mod writer;

pub use check::{JsonCheck, JsonChecker, json_check, json_check_with};
pub use members::Members;
pub use reader::{Event, Reader, Step};
pub use record::{
    RecordKind, RecordMember, RecordPlan, RecordRules, RecordSlot, RecordSlots, RecordValue, record_read_where_with,
    record_read_with, record_write_with,
};
pub use sequence::{RECORD_SEPARATOR, TextPart, TextSequence};
pub use stack::JsonStack;
pub use writer::{Sink, WriteError, Writer};

/// The JSON of named texts.
///
/// ```
/// use stringmill::json::{Reader, Shape};
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
