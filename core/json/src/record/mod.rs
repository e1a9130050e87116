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
///
/// ```
/// use stringmill::Tier;
/// use stringmill::json::{RecordKind, RecordMember, RecordPlan, RecordSlot, record_read_with};
///
/// let members = [("id", RecordKind::Int64), ("name", RecordKind::String)];
/// let plan = RecordPlan::new(&members.map(|(name, kind)| {
///     RecordMember { name: name.as_bytes(), written: name.as_bytes(), kind }
/// }))?;
/// let mut slots = [RecordSlot { value: 0, len: 0 }; 2];
/// let mut text = [0; 64];
/// let src = br#"{"name": "Ada", "id": 17}"#;
/// record_read_with(Tier::best(), &plan, br#"{"id": null}"#, &mut slots, &mut text)?;
/// assert_eq!((slots[0].len, slots[1].len), (RecordSlot::NULL, RecordSlot::MISSING));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
