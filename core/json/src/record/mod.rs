//! Records: JSON objects of a shape that is known beforehand.
//!
//! A [`RecordPlan`] is made once, from the members of a type. Then one call writes a whole record from an array of
//! [`RecordSlot`]s, one for each member, or reads one into them: what costs a host much, its own steps and its crossings
//! into this library, is paid once a record.

mod cursor;
mod plan;
mod read;
mod write;

pub use plan::{RecordKind, RecordMember, RecordPlan};
pub use read::{record_read_where_with, record_read_with};
pub use write::{RecordRules, RecordSlots, RecordValue, record_write_with};

/// What a member holds. Which of its fields mean what, the functions say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct RecordSlot {
    /// The bits of a number, 1 or 0 of a boolean; for text where it begins.
    pub value: u64,
    /// The length of text; [`RecordSlot::NULL`] or [`RecordSlot::MISSING`].
    pub len: u64,
}

impl RecordSlot {
    /// In place of a length: the member is `null`.
    pub const NULL: u64 = u64::MAX;
    /// In place of a length: the record has no such member.
    pub const MISSING: u64 = u64::MAX - 1;
}
