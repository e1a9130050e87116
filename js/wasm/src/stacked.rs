//! A value together with the stack that it borrows, which grows with the depth of a check.

use crate::arguments::misuse;
use std::ops::{Deref, DerefMut};
use stringmill::json::{JsonCheck, JsonChecker};
use stringmill::{Error, ErrorCode};

/// A checker or converter and its stack.
pub(crate) struct Stacked<T> {
    /// Borrows the stack, so it is dropped before it.
    value: T,
    stack: Stack,
}

struct Stack(*mut [u64]);

impl<T> Stacked<T> {
    /// What `make` makes of a stack for `depth` levels. `make` must not let the stack leave its result.
    pub(crate) fn new(depth: u64, make: impl FnOnce(&'static mut [u64]) -> T) -> Result<Self, Error> {
        let stack = Stack::new(depth)?;
        // SAFETY: the memory is valid until `stack` is dropped, which is after `value`, and nothing else refers to it. The
        // callers of this crate pass the slice on to a checker or converter alone.
        let value = make(unsafe { &mut *stack.0 });
        Ok(Stacked { value, stack })
    }
}

impl Stacked<JsonChecker<'static>> {
    /// Makes room for `more` levels inside of those that are open, but for no more than `depth_max`.
    pub(crate) fn reserve(&mut self, more: usize, depth_max: u64) -> Result<(), Error> {
        let room = (self.stack.0.len() as u64 + 1) * 64;
        let needed = self.value.depth().saturating_add(more as u64).min(depth_max);
        if needed <= room {
            return Ok(());
        }
        // Twice the room, so that an input that goes deeper with each piece is not copied each time.
        let stack = Stack::new(needed.max(2 * room).min(depth_max))?;
        // SAFETY: as in `new`. The checker copies the stack that it had, and does not refer to it any more.
        self.value.grow(unsafe { &mut *stack.0 });
        self.stack = stack;
        Ok(())
    }
}

impl Stack {
    fn new(depth: u64) -> Result<Self, Error> {
        let refused = || misuse(ErrorCode::MemoryRefused);
        let len = JsonCheck::stack_len(depth).ok_or_else(refused)?;
        let mut words = Vec::new();
        words.try_reserve_exact(len).map_err(|_| refused())?;
        words.resize(len, 0);
        Ok(Stack(Box::into_raw(words.into_boxed_slice())))
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: `Stack::new` took it out of a box, and the value that borrowed it is dropped already, or has another one.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

impl<T> Deref for Stacked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Stacked<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}
