//! The containers that are open where a reader is.

use crate::grammar::{Level, OUTSIDE};
use crate::stack::JsonStack;
use stringmill_outcome::ErrorCode;

/// One bit for each open container; only brackets in their order come here.
#[derive(Debug)]
pub(super) struct Nesting {
    level: Level,
    stack: JsonStack<'static>,
    /// Whether a string is a name here.
    pub(super) wants_name: bool,
}

impl Nesting {
    pub(super) fn new() -> Self {
        Nesting { level: OUTSIDE, stack: JsonStack::growing(), wants_name: false }
    }

    pub(super) fn depth(&self) -> u64 {
        self.level.depth
    }

    pub(super) fn restart(&mut self) {
        (self.level, self.wants_name) = (OUTSIDE, false);
    }

    #[inline]
    pub(super) fn open(&mut self, is_object: bool) -> Result<(), ErrorCode> {
        if self.level.depth == self.stack.levels() {
            self.stack.deepen()?;
        }
        self.level = self.level.turn(&mut self.stack, 1, u64::from(is_object));
        self.wants_name = is_object;
        Ok(())
    }

    #[inline]
    pub(super) fn close(&mut self) {
        self.level = self.level.turn(&mut self.stack, 0, 0);
        self.end_value();
    }

    /// A value has ended.
    #[inline]
    pub(super) fn end_value(&mut self) {
        self.wants_name = self.level.is_in_object() != 0;
    }
}
