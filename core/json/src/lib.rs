//! JSON text over the kernels: checked, and named texts, written as one object or as NDJSON, and read back.
//!
//! [`JsonChecker`] says whether bytes are JSON, or each line of them, and where not.
//!
//! *Named texts* are what a folder of files is: each text has a name. They have two [`Shape`]s. Nothing here allocates, and no
//! name or text is held: [`Writer`] writes into the room that a [`Sink`] lends, and [`Reader`] takes the input in pieces of any
//! size and gives names and texts out in pieces too.
//!
//! *Records* are objects whose members are known beforehand: a [`RecordPlan`], the one thing here on the heap.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod check;
mod grammar;
mod reader;
mod record;
mod writer;

pub use check::{JsonCheck, JsonChecker, json_check, json_check_with};
pub use reader::{Event, Reader, Step};
pub use record::{
    RecordKind, RecordMember, RecordPlan, RecordRules, RecordSlot, RecordSlots, RecordValue, record_read_where_with,
    record_read_with, record_write_with,
};
pub use writer::{Sink, WriteError, Writer};

/// How named texts stand in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One object: `{"name":"text",...}`.
    Object,
    /// NDJSON, one object a line: `{"path":"name","text":"text"}`.
    Lines,
}
