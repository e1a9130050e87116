//! Checks JSON text; writes and reads records and named texts.
//!
//! [`JsonChecker`] checks a text, or each line of it, and gives the offset of the first error. [`TextSequence`] splits texts
//! after record separators.
//!
//! *Records* are objects with known members: a [`RecordPlan`], the only type here that allocates, beside [`JsonStack`].
//! *Named texts*, such as the files of a folder, are written and read by [`pack`].

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod check;
mod extent;
mod grammar;
pub mod pack;
mod reader;
mod record;
mod sequence;
mod stack;

pub use check::{JsonCheck, JsonChecker, json_check, json_check_with};
pub use reader::{Event, Number, Paused, Reader, Text};
pub use record::{
    RecordKind, RecordMember, RecordPlan, RecordRules, RecordSlot, RecordSlots, RecordValue, record_read_where_with,
    record_read_with, record_write_with,
};
pub use sequence::{RECORD_SEPARATOR, TextPart, TextSequence};
pub use stack::JsonStack;
