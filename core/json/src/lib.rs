//! Checks and reads JSON text; writes and reads records and named texts.
//!
//! [`JsonChecker`] checks a text, or each line of it, and gives the offset of the first error. A [`Reader`] gives its
//! events one after another, a [`Tape`] many at once. A [`RestrictedChecker`] refuses more than RFC 8259.
//! [`TextSequence`] splits texts after record separators. A [`PartialReader`] gives the value so far of a text that
//! arrives in pieces.
//!
//! *Records* are objects with known members, by a [`RecordPlan`].
//! *Named texts*, such as the files of a folder, are written and read by [`pack`].

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod check;
#[cfg(feature = "serde")]
mod de;
mod equal;
mod grammar;
#[doc(hidden)]
pub mod pack;
mod partial;
mod reader;
mod record;
mod restricted;
mod sequence;
mod stack;
mod tape;

pub use check::{JsonCheck, JsonChecker, json_check, json_check_with};
#[cfg(feature = "serde")]
pub use de::{FromJsonError, from_slice, from_slice_restricted};
#[doc(hidden)]
pub use equal::is_equal;
pub use partial::{PartialAround, PartialCount, PartialReader, PartialRules, PartialSink, PartialSpot};
pub use reader::{Event, Number, PausedReader, Reader, Text};
pub use record::{
    RecordKind, RecordMember, RecordPlan, RecordRules, RecordSlot, RecordSlots, RecordValue, record_read_where_with,
    record_read_with, record_write_with,
};
#[doc(hidden)]
pub use restricted::Names;
pub use restricted::{RestrictedChecker, Restrictions, json_restricted};
pub use sequence::{RECORD_SEPARATOR, TextPart, TextSequence};
pub use stack::JsonStack;
pub use tape::{Tape, TapeEntry, TapeKind};
