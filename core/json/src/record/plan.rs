//! The plan of a record: its members.

use alloc::vec::Vec;
use core::ops::Range;
use stringmill_kernels::{JsonUnescape, Tier, json_unescape_with};
use stringmill_outcome::{Chunk, ErrorCode, Repairs};
use stringmill_profile::LoneSurrogates;

/// The type of a member.
///
/// ```
/// use stringmill::json::RecordKind;
///
/// assert_eq!(RecordKind::ALL[RecordKind::Bool as usize], RecordKind::Bool);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// A string, in UTF-16 on the side of the host.
    String,
    /// `true` or `false`.
    Bool,
    /// An integer of 64 bits with a sign.
    Int64,
    /// An integer of 64 bits without a sign.
    Uint64,
    /// A float of 64 bits.
    Float64,
    /// A float of 32 bits, in the low bits of its slot.
    Float32,
    /// Any JSON value, unchanged.
    Raw,
    /// An object, whose members follow up to its [`RecordKind::End`].
    Object,
    /// The end of the members of an object. It has no name, and its slot is ignored.
    End,
}

impl RecordKind {
    /// Every kind; its index is its number.
    pub const ALL: &[RecordKind] = &[
        RecordKind::String,
        RecordKind::Bool,
        RecordKind::Int64,
        RecordKind::Uint64,
        RecordKind::Float64,
        RecordKind::Float32,
        RecordKind::Raw,
        RecordKind::Object,
        RecordKind::End,
    ];
}

/// A member of a record.
///
/// ```
/// use stringmill::json::{RecordKind, RecordMember, RecordPlan};
///
/// let id = RecordMember { name: b"id", written: b"id", kind: RecordKind::Int64 };
/// let name = RecordMember { name: b"name", written: b"name", kind: RecordKind::String };
/// let plan = RecordPlan::new(&[id, name])?;
/// # Ok::<(), stringmill::ErrorCode>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RecordMember<'a> {
    /// Its name, in UTF-8.
    pub name: &'a [u8],
    /// The escaped name, without quotes.
    pub written: &'a [u8],
    /// Its type.
    pub kind: RecordKind,
}

/// The prepared members of a record.
///
/// ```
/// use stringmill::json::{RecordKind, RecordMember, RecordPlan};
///
/// let id = RecordMember { name: b"id", written: b"id", kind: RecordKind::Int64 };
/// let name = RecordMember { name: b"name", written: b"name", kind: RecordKind::String };
/// let plan = RecordPlan::new(&[id, name])?;
/// assert_eq!(plan.slot_count(), 2);
/// assert!(plan.text_len() >= r#"{"id":,"name":}"#.len());
/// assert_eq!(RecordPlan::DEPTH_MAX, 64);
/// # Ok::<(), stringmill::ErrorCode>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordPlan {
    pub(super) text: Vec<u8>,
    /// One for each member, and one for the end of the record.
    pub(super) steps: Vec<Step>,
}

/// A member, with the text around it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) kind: RecordKind,
    /// In the text: the bytes before the value.
    pub(super) before: Range<usize>,
    /// The same bytes if they fit, padded with zeros.
    pub(super) head: [u8; HEAD],
    /// In the text: the quoted name and the colon.
    pub(super) quoted: Range<usize>,
    /// In the text: the name.
    pub(super) name: Range<usize>,
    /// If the step begins an object, the number of the step that ends it; otherwise its own number.
    pub(super) end: usize,
    /// The number of the object that contains it; [`RECORD`] for the record itself.
    pub(super) parent: usize,
}

/// For most members, the bytes before the value fit.
pub(super) const HEAD: usize = 32;

/// Instead of the number of an object.
pub(super) const RECORD: usize = usize::MAX;

impl RecordPlan {
    /// The maximum depth of nested objects, including the record.
    pub const DEPTH_MAX: usize = 64;

    /// Prepares the members of a record, in the order in which they are written.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChoiceUnknown`] if an end has no object, an object no end, `written` does not spell `name`, or there
    /// are more than [`RecordPlan::DEPTH_MAX`] levels. [`ErrorCode::JsonMemberUnknown`] if two members of one object have the same
    /// name. If `written` is not the inside of a string, the error of [`json_unescape_with`], which refuses surrogates
    /// that are half of no pair; or [`ErrorCode::QuoteUnescaped`]. [`ErrorCode::MemoryRefused`], and
    /// [`ErrorCode::LengthExcessive`] for names that no memory can hold.
    pub fn new(members: &[RecordMember<'_>]) -> Result<Self, ErrorCode> {
        let mut plan = RecordPlan { text: with_room(text_len(members)?)?, steps: with_room(members.len() + 1)? };
        // Open objects, by the numbers of their steps.
        let (mut open, mut depth) = ([0; Self::DEPTH_MAX - 1], 0);
        let mut first = true;
        for (number, member) in members.iter().enumerate() {
            if member.kind == RecordKind::End {
                depth = usize::checked_sub(depth, 1).ok_or(ErrorCode::ChoiceUnknown)?;
                plan.steps[open[depth]].end = number;
                plan.end(first);
                first = false;
                continue;
            }
            check_written(member.name, member.written)?;
            let parent = if depth == 0 { RECORD } else { open[depth - 1] };
            plan.member(member, parent, first);
            first = member.kind == RecordKind::Object;
            if first {
                *open.get_mut(depth).ok_or(ErrorCode::ChoiceUnknown)? = number;
                depth += 1;
            }
        }
        plan.end(first);
        if depth != 0 {
            return Err(ErrorCode::ChoiceUnknown);
        }
        plan.check_names()?;
        Ok(plan)
    }

    /// Refuses two members of one object with the same name.
    fn check_names(&self) -> Result<(), ErrorCode> {
        let key = |step: &Step| (step.parent, &self.text[step.name.clone()]);
        let mut named = with_room(self.steps.len())?;
        named.extend(self.steps.iter().filter(|step| step.kind != RecordKind::End));
        named.sort_unstable_by_key(|step| key(step));
        let twice = named.windows(2).any(|pair| key(pair[0]) == key(pair[1]));
        if twice { Err(ErrorCode::JsonMemberUnknown) } else { Ok(()) }
    }

    /// The number of slots of a record.
    pub fn slot_count(&self) -> usize {
        self.steps.len() - 1
    }

    /// The maximum number of bytes of a record that do not depend on its values.
    pub fn text_len(&self) -> usize {
        self.steps.iter().map(|step| step.before.len()).sum()
    }

    fn member(&mut self, member: &RecordMember<'_>, parent: usize, first: bool) {
        let from = self.text.len();
        self.text.push(if first { b'{' } else { b',' });
        let quoted = self.text.len();
        self.text.push(b'"');
        self.text.extend_from_slice(member.written);
        self.text.extend_from_slice(b"\":");
        let end = self.text.len();
        self.text.extend_from_slice(member.name);
        let name = end..self.text.len();
        let number = self.steps.len();
        self.steps.push(Step {
            kind: member.kind,
            before: from..end,
            head: head(&self.text[from..end]),
            quoted: quoted..end,
            name,
            end: number,
            parent,
        });
    }

    fn end(&mut self, empty: bool) {
        let from = self.text.len();
        self.text.extend_from_slice(if empty { b"{}" } else { b"}" });
        let before = from..self.text.len();
        let (none, end) = (from..from, self.steps.len());
        self.steps.push(Step {
            kind: RecordKind::End,
            before,
            head: head(&self.text[from..]),
            quoted: none.clone(),
            name: none,
            end,
            parent: RECORD,
        });
    }
}

/// The beginning of `text`.
fn head(text: &[u8]) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    for (to, from) in head.iter_mut().zip(text) {
        *to = *from;
    }
    head
}

/// Checks that `written` is a string without its quotes, and that it spells `name`.
fn check_written(mut name: &[u8], mut written: &[u8]) -> Result<(), ErrorCode> {
    let (rules, mut repairs) = (JsonUnescape { surrogates: LoneSurrogates::Reject }, Repairs::default());
    let mut buffer = [0; 64];
    let mut is_spelled = true;
    while !written.is_empty() {
        let done = json_unescape_with(Tier::best(), rules, written, &mut buffer, Chunk::Last, &mut repairs)
            .map_err(|error| error.code)?;
        // `dst` has capacity for a unit, so only a quote stops it.
        if done.read == 0 {
            return Err(ErrorCode::QuoteUnescaped);
        }
        written = &written[done.read..];
        match name.strip_prefix(&buffer[..done.written]) {
            Some(rest) => name = rest,
            None => is_spelled = false,
        }
    }
    if is_spelled && name.is_empty() { Ok(()) } else { Err(ErrorCode::ChoiceUnknown) }
}

/// The maximum length of the text of a plan.
fn text_len(members: &[RecordMember<'_>]) -> Result<usize, ErrorCode> {
    // Around each name: `{"` and `":`, or the end of an object. And the end of the record.
    let overhead = |len: usize, member: &RecordMember<'_>| {
        len.checked_add(4)?.checked_add(member.written.len())?.checked_add(member.name.len())
    };
    members.iter().try_fold(2, overhead).ok_or(ErrorCode::LengthExcessive)
}

fn with_room<T>(len: usize) -> Result<Vec<T>, ErrorCode> {
    let mut place = Vec::new();
    place.try_reserve_exact(len).map_err(|_| ErrorCode::MemoryRefused)?;
    Ok(place)
}
