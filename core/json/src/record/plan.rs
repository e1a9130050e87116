//! What is known of a record beforehand.

use alloc::vec::Vec;
use core::ops::Range;
use stringmill_outcome::ErrorCode;

/// What a member is.
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
    /// Any JSON value, as it stands.
    Raw,
    /// An object, whose members follow up to its [`RecordKind::End`].
    Object,
    /// The end of the members of an object. It has no name, and a slot that nobody looks at.
    End,
}

impl RecordKind {
    /// Every kind. The number of one is its place here.
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
#[derive(Clone, Copy, Debug)]
pub struct RecordMember<'a> {
    /// Its name, in UTF-8.
    pub name: &'a [u8],
    /// The inside of the string that is written for it: the name, escaped.
    pub written: &'a [u8],
    /// What it holds.
    pub kind: RecordKind,
}

/// The members of a record, made ready.
#[derive(Clone, Debug)]
pub struct RecordPlan {
    pub(super) text: Vec<u8>,
    /// One for each member, and one for the end of the record.
    pub(super) steps: Vec<Step>,
}

/// A member and what stands around it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) kind: RecordKind,
    /// In the text: what is written before the value.
    pub(super) before: Range<usize>,
    /// The same, if it is no longer than this; zeros behind it.
    pub(super) head: [u8; HEAD],
    /// In the text: the name in its quotes as it is written, and the colon.
    pub(super) quoted: Range<usize>,
    /// In the text: the name.
    pub(super) name: Range<usize>,
    /// The number of the step that ends the object, where this one begins it; else of the step itself.
    pub(super) end: usize,
    /// The number of the object in which it stands; [`RECORD`] where that is the record itself.
    pub(super) parent: usize,
}

/// What most members have before their value is no longer than this.
pub(super) const HEAD: usize = 32;

/// In place of the number of an object.
pub(super) const RECORD: usize = usize::MAX;

impl RecordPlan {
    /// The most objects inside each other, the record itself among them.
    pub const DEPTH_MAX: usize = 64;

    /// Takes the members of a record in the order in which they are written.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChoiceUnknown`] where an end has no object, an object no end, `written` is not the inside of a string,
    /// or there are more than [`RecordPlan::DEPTH_MAX`] levels.
    pub fn new(members: &[RecordMember<'_>]) -> Result<Self, ErrorCode> {
        let mut plan = RecordPlan { text: Vec::new(), steps: Vec::with_capacity(members.len() + 1) };
        // Where each open object begins, and whether the next member is the first of its object.
        let (mut open, mut first) = (Vec::new(), true);
        for (number, member) in members.iter().enumerate() {
            if member.kind == RecordKind::End {
                let begin: usize = open.pop().ok_or(ErrorCode::ChoiceUnknown)?;
                plan.steps[begin].end = number;
                plan.end(first);
                first = false;
                continue;
            }
            if !is_inside_of_string(member.written)
                || open.len() >= Self::DEPTH_MAX - 1 && member.kind == RecordKind::Object
            {
                return Err(ErrorCode::ChoiceUnknown);
            }
            plan.member(member, open.last().copied().unwrap_or(RECORD), first);
            first = member.kind == RecordKind::Object;
            if first {
                open.push(number);
            }
        }
        plan.end(first);
        if open.is_empty() { Ok(plan) } else { Err(ErrorCode::ChoiceUnknown) }
    }

    /// How many slots a record has.
    pub fn slot_count(&self) -> usize {
        self.steps.len() - 1
    }

    /// How many bytes of a record do not depend on its values, at the most.
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

/// Whether quotes around `text` make it a string.
fn is_inside_of_string(text: &[u8]) -> bool {
    let mut escaped = false;
    for &byte in text {
        match byte {
            0..0x20 => return false,
            b'"' if !escaped => return false,
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
    }
    !escaped
}
