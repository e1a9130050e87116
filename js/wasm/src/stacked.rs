//! A value together with the stack that it borrows.

use crate::arguments::misuse;
use std::ops::{Deref, DerefMut};
use stringmill::json::JsonCheck;
use stringmill::{Error, ErrorCode};

/// A checker or converter and its stack.
pub(crate) struct Stacked<T> {
    /// Borrows the stack, so it is dropped before it.
    value: T,
    _stack: Stack,
}

struct Stack(*mut [u64]);

impl<T> Stacked<T> {
    /// What `make` makes of a stack for `depth` levels. `make` must not let the stack leave its result.
    pub(crate) fn new(depth: u64, make: impl FnOnce(&'static mut [u64]) -> T) -> Result<Self, Error> {
        let refused = || misuse(ErrorCode::MemoryRefused);
        let len = JsonCheck::stack_len(depth).ok_or_else(refused)?;
        let mut words = Vec::new();
        words.try_reserve_exact(len).map_err(|_| refused())?;
        words.resize(len, 0);
        let stack = Stack(Box::into_raw(words.into_boxed_slice()));
        // SAFETY: the memory is valid until `stack` is dropped, which is after `value`, and nothing else refers to it. The
        // callers of this crate pass the slice on to a checker or converter alone.
        let value = make(unsafe { &mut *stack.0 });
        Ok(Stacked { value, _stack: stack })
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: `Stacked::new` took it out of a box, and the value that borrowed it is dropped already.
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
