//! Members whose name their object has already: all of them but the first or the last are left out.
//!
//! ```text
//! first  an item whose name is known is left out, with the items in its value, as they come
//! last   a first pass over the text marks the members that a later one replaces, one bit for each member; the second pass
//!        leaves these out
//! ```
//!
//! An item begins after the one before it, so a comma goes with the member after it. If all members before it are left
//! out, a member loses its comma.

use super::edits::{ChangeDetector, Edits};
use super::levels::Levels;
use super::mend::{Mend, Mends};
use super::walk::{Item, NestingChange, State, Walk};
use core::ops::Range;
use std::hash::{BuildHasher, RandomState};
use stringmill_json::Names;
use stringmill_outcome::ErrorCode;

/// What a pass over a text keeps of its members.
#[derive(Debug)]
pub(super) struct RepeatedMembers {
    /// Which mend leaves members out.
    mend: Mend,
    names: Names,
    /// Whether this pass only marks members.
    is_marking: bool,
    /// How many members have begun.
    members: usize,
    /// A bit for each member that a later one replaces.
    replaced: Vec<u64>,
    /// The last member of each name of the open objects, when members are marked.
    latest: Vec<usize>,
    /// For each open object: whether it has a member that stays.
    has_member: Vec<bool>,
    /// The depth of the object of which a member is being left out.
    leaving_out: Option<u64>,
}

impl RepeatedMembers {
    /// `None` if no mend of `mends` leaves members out.
    pub(super) fn new(mends: Mends) -> Option<Self> {
        let mend = [Mend::RepeatedFirst, Mend::RepeatedLast].into_iter().find(|&mend| mends.has(mend))?;
        Some(RepeatedMembers {
            mend,
            names: Names::new(RandomState::new().hash_one(0)),
            is_marking: false,
            members: 0,
            replaced: Vec::new(),
            latest: Vec::new(),
            has_member: Vec::new(),
            leaving_out: None,
        })
    }

    /// Whether all of a text is needed before its first member can be written.
    pub(super) fn needs_text(&self) -> bool {
        self.mend == Mend::RepeatedLast
    }

    /// Prepares another pass over the same text.
    pub(super) fn rewind(&mut self, is_marking: bool) {
        self.names.clear();
        self.latest.clear();
        self.has_member.clear();
        (self.is_marking, self.members, self.leaving_out) = (is_marking, 0, None);
    }

    /// Prepares another text.
    pub(super) fn restart(&mut self) {
        self.replaced.clear();
        self.rewind(false);
    }

    /// How many of the innermost levels are in a member that is left out.
    pub(super) fn left_out(&self, levels: &Levels<'_>) -> u64 {
        self.leaving_out.map_or(0, |depth| levels.depth - depth)
    }

    /// Writes the item from `at` on, or leaves it out.
    pub(super) fn item(
        &mut self,
        walk: &Walk<'_, '_>,
        at: usize,
        item: Item,
        edits: &mut impl Edits,
    ) -> Result<(), ErrorCode> {
        let is_left_out = match self.leaving_out {
            Some(depth) => {
                self.members += usize::from(item.name.is_some());
                depth_after(walk.levels, item) >= depth
            }
            None => item.name.map_or(Ok(false), |name| self.is_repeated(walk, name))?,
        };
        if is_left_out {
            edits.edit(at..item.end, self.mend, ErrorCode::NameRepeated, b"");
            if self.leaving_out.is_none() && item.turn != NestingChange::Stay {
                self.leaving_out = Some(walk.levels.depth);
            }
        } else if !self.is_marking {
            self.write(walk, at, item, edits);
        }
        self.turn(walk.levels, item)
    }

    /// Whether the member with that name is to be left out.
    fn is_repeated(&mut self, walk: &Walk<'_, '_>, (start, end): (usize, usize)) -> Result<bool, ErrorCode> {
        let member = self.members;
        self.members += 1;
        if self.needs_text() && !self.is_marking {
            return Ok(self.replaced.get(member / 64).is_some_and(|bits| bits >> (member % 64) & 1 == 1));
        }
        let mut spelled = SpelledName { src: walk.src, copied: start, text: Vec::new(), is_refused: false };
        // The same name again, so there is no error.
        let _ = walk.name(start, &mut spelled);
        spelled.copy(end);
        let name = spelled.text.get(1..spelled.text.len().saturating_sub(1)).unwrap_or(&[]);
        if spelled.is_refused {
            return Err(ErrorCode::MemoryRefused);
        }
        let found = self.names.insert(name, name.contains(&b'\\'))?;
        if !self.is_marking {
            return Ok(found.is_err());
        }
        match found {
            Ok(()) => {
                self.latest.try_reserve(1).map_err(|_| ErrorCode::MemoryRefused)?;
                self.latest.push(member);
            }
            Err(index) => {
                let replaced = core::mem::replace(&mut self.latest[index], member);
                let len = self.replaced.len().max(replaced / 64 + 1);
                self.replaced.try_reserve(len - self.replaced.len()).map_err(|_| ErrorCode::MemoryRefused)?;
                self.replaced.resize(len, 0);
                self.replaced[replaced / 64] |= 1 << (replaced % 64);
            }
        }
        Ok(false)
    }

    /// Writes an item that stays.
    fn write(&mut self, walk: &Walk<'_, '_>, at: usize, item: Item, edits: &mut impl Edits) {
        let (mut walk, mut at) = (*walk, at);
        if let (Some(_), Some(has_member)) = (item.name, self.has_member.last_mut())
            && !core::mem::replace(has_member, true)
            && matches!(walk.state, State::After { .. })
        {
            // All before it are left out.
            if let Ok(comma) = walk.gap(at, &mut ChangeDetector::default())
                && walk.src.get(comma) == Some(&b',')
            {
                edits.edit(at..comma + 1, self.mend, ErrorCode::NameRepeated, b"");
                at = comma + 1;
            }
            walk.state = State::Opened;
        }
        // The same item again, so there is no error.
        let _ = walk.item(at, edits);
    }

    /// Opens or closes objects.
    fn turn(&mut self, levels: &Levels<'_>, item: Item) -> Result<(), ErrorCode> {
        match (item.turn, self.leaving_out) {
            (NestingChange::Open { is_object: true }, None) => {
                self.has_member.try_reserve(1).map_err(|_| ErrorCode::MemoryRefused)?;
                self.names.open()?;
                self.has_member.push(false);
            }
            (NestingChange::Close { levels: count }, leaving_out) => {
                let stays = |up: &u64| leaving_out.is_none_or(|depth| levels.depth - up <= depth);
                for _ in (0..count).filter(stays).filter(|&up| levels.is_object_at(up)) {
                    self.names.close();
                    self.latest.truncate(self.names.count());
                    self.has_member.pop();
                }
                self.leaving_out = leaving_out.filter(|&depth| depth_after(levels, item) > depth);
            }
            _ => {}
        }
        Ok(())
    }
}

/// The open levels after an item.
fn depth_after(levels: &Levels<'_>, item: Item) -> u64 {
    match item.turn {
        NestingChange::Stay => levels.depth,
        NestingChange::Open { .. } => levels.depth + 1,
        NestingChange::Close { levels: count } => levels.depth - count,
    }
}

/// A name with its mends.
struct SpelledName<'s> {
    src: &'s [u8],
    /// The bytes of the input that are in the text, or replaced.
    copied: usize,
    text: Vec<u8>,
    is_refused: bool,
}

impl SpelledName<'_> {
    fn put(&mut self, bytes: &[u8]) {
        self.is_refused |= self.text.try_reserve(bytes.len()).is_err();
        if !self.is_refused {
            self.text.extend_from_slice(bytes);
        }
    }

    fn copy(&mut self, to: usize) {
        let src = self.src;
        self.put(&src[self.copied..to]);
        self.copied = to;
    }
}

impl Edits for SpelledName<'_> {
    fn edit(&mut self, at: Range<usize>, _: Mend, _: ErrorCode, after: &[u8]) {
        self.copy(at.start);
        self.put(after);
        self.copied = at.end;
    }
}
