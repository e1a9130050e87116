//! The bytes of a document while it is written.
//!
//! The buffer of the core's writers (`stringmill_output::Output`) cannot take its place: it frees its memory after each document,
//! loses the written bytes when memory is refused, and the crate `stringmill` does not export it. This one reuses the memory of
//! the thread and returns an error at once.

use std::cell::Cell;
use std::mem;
use stringmill::ion::WriteError;

/// The system refused memory.
pub(crate) struct Refused;

impl From<Refused> for WriteError {
    #[cold]
    fn from(_: Refused) -> Self {
        WriteError::MemoryRefused
    }
}

thread_local! {
    static KEPT: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The most memory that a thread keeps for its next call.
const KEPT_MAX: usize = 1 << 20;

/// Memory that an earlier call of this thread has left. Its contents are unspecified.
pub(crate) fn kept() -> Vec<u8> {
    KEPT.take()
}

/// Keeps memory for the next call of this thread, unless it is large.
pub(crate) fn keep(bytes: Vec<u8>) {
    if bytes.capacity() <= KEPT_MAX {
        KEPT.set(bytes);
    }
}

/// Written bytes, with initialised spare capacity after them.
pub(crate) struct Growing {
    bytes: Vec<u8>,
    len: usize,
}

impl Default for Growing {
    fn default() -> Self {
        Growing { bytes: kept(), len: 0 }
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        keep(mem::take(&mut self.bytes));
    }
}

impl Growing {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn written(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    pub(crate) fn written_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.len]
    }

    /// The spare capacity.
    #[inline]
    pub(crate) fn free(&mut self) -> &mut [u8] {
        &mut self.bytes[self.len..]
    }

    /// The start of the spare capacity, and its length.
    #[inline(always)]
    pub(crate) fn end(&mut self) -> (*mut u8, usize) {
        let free = self.free();
        (free.as_mut_ptr(), free.len())
    }

    /// Spare capacity of at least `len` bytes.
    #[inline]
    pub(crate) fn room(&mut self, len: usize) -> Result<&mut [u8], Refused> {
        if self.bytes.len() - self.len < len {
            self.grow(len)?;
        }
        Ok(self.free())
    }

    #[cold]
    fn grow(&mut self, len: usize) -> Result<(), Refused> {
        let needed = self.len.checked_add(len).ok_or(Refused)?;
        let new = needed.max(self.bytes.len().saturating_mul(2)).max(FIRST);
        self.bytes.try_reserve_exact(new - self.bytes.len()).map_err(|_| Refused)?;
        self.bytes.resize(new, 0);
        Ok(())
    }

    /// Declares the first `len` bytes of the spare capacity written.
    #[inline]
    pub(crate) fn advance(&mut self, len: usize) {
        self.len += len;
    }

    #[inline]
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        let room = self.room(bytes.len())?;
        // Most pieces have one or two bytes, for which two stores are faster than a call of `memcpy`.
        match bytes {
            [one] => room[0] = *one,
            [one, two] => room[..2].copy_from_slice(&[*one, *two]),
            _ => room[..bytes.len()].copy_from_slice(bytes),
        }
        self.advance(bytes.len());
        Ok(())
    }
}

/// The first capacity.
const FIRST: usize = 512;
