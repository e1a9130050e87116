//! Records: JSON objects with known members.
//!
//! A [`RecordPlan`] is made once, from the members of a type. Then one call writes a whole record from an array of
//! [`RecordSlot`]s, one for each member, or reads one into them. So a host pays for one call of this library for each record,
//! instead of one for each member.

mod cursor;
mod plan;
mod read;
mod write;

pub use plan::{RecordKind, RecordMember, RecordPlan};
pub use read::{record_read_where_with, record_read_with};
pub use write::{RecordRules, RecordSlots, RecordValue, record_write_with};

/// The value of a member. The functions say how they use its fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct RecordSlot {
    /// The bits of a number; 1 or 0 for a boolean; the place of a text.
    pub value: u64,
    /// The length of a text; [`RecordSlot::NULL`] or [`RecordSlot::MISSING`].
    pub len: u64,
}

impl RecordSlot {
    /// Instead of a length: the member is `null`.
    pub const NULL: u64 = u64::MAX;
    /// Instead of a length: the record has no such member.
    pub const MISSING: u64 = u64::MAX - 1;
}
