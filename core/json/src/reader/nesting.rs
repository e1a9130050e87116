//! The open containers at the place of a reader.

use crate::grammar::{Level, OUTSIDE};
use crate::stack::JsonStack;
use stringmill_outcome::ErrorCode;

/// One bit for each open container. The order of brackets was checked before.
#[derive(Debug)]
pub(crate) struct Nesting {
    level: Level,
    stack: JsonStack<'static>,
    /// Whether a string is a name here.
    pub(crate) wants_name: bool,
}

impl Nesting {
    #[inline]
    pub(crate) fn new() -> Self {
        Nesting { level: OUTSIDE, stack: JsonStack::growing(), wants_name: false }
    }

    pub(crate) fn depth(&self) -> u64 {
        self.level.depth
    }

    pub(crate) fn restart(&mut self) {
        (self.level, self.wants_name) = (OUTSIDE, false);
    }

    /// Makes memory for more levels.
    #[cold]
    pub(crate) fn deepen(&mut self) -> Result<(), ErrorCode> {
        self.stack.deepen()
    }

    /// Whether there is no memory for another level.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.level.depth == self.stack.levels()
    }

    /// Opens a level, for which there is memory, if `opens` is 1, otherwise closes one.
    #[inline]
    pub(crate) fn turn(&mut self, opens: u64, is_object: u64) {
        self.level = self.level.turn(&mut self.stack, opens, is_object);
        self.end_value();
    }

    /// Whether the string that begins here is a name. Its value follows.
    #[inline]
    pub(crate) fn take_value(&mut self) -> bool {
        let is_name = self.wants_name;
        self.wants_name = !is_name & (self.level.is_in_object() != 0);
        is_name
    }

    /// Notes that a value has ended, or that a container has begun.
    #[inline]
    pub(crate) fn end_value(&mut self) {
        self.wants_name = self.level.is_in_object() != 0;
    }
}

/// A bracket as numbers, because the processor could not predict a branch on its kind.
#[derive(Clone, Copy)]
pub(crate) struct Bracket {
    /// 1 if it opens a container.
    pub(crate) opens: u64,
    /// 1 if the bracket belongs to an object.
    pub(crate) is_object: u64,
}

impl Bracket {
    /// The bracket with this first byte; `None` for the first byte of a string or scalar.
    #[inline]
    pub(crate) fn of(first: u8) -> Option<Bracket> {
        // `{`, `}`, `[` and `]` differ in three bits; with these set, no other token begins with the same byte.
        let is_bracket = first | 0x26 == 0x7F;
        is_bracket.then(|| Bracket { opens: u64::from(first >> 1 & 1), is_object: u64::from(first >> 5 & 1) })
    }
}
