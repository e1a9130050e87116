//! Memory between two pages that cannot be touched, so that one byte too far ends the run.

#[cfg(not(unix))]
#[path = "marked.rs"]
mod memory;
#[cfg(unix)]
#[path = "pages.rs"]
mod memory;

use memory::Memory;

/// The marked bytes outside `dst`.
const MARK: u8 = 0xA5;

/// Which side of a slice touches the guard.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flush {
    Beginning,
    End,
}

pub(crate) const SIDES: [Flush; 2] = [Flush::Beginning, Flush::End];

/// Memory between guards.
pub(crate) struct Guarded(Memory);

impl Guarded {
    pub(crate) fn new(len: usize) -> Self {
        Guarded(Memory::new(len))
    }

    /// All the memory between the guards.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        self.0.room()
    }

    /// The place of `len` bytes that touch a guard.
    pub(crate) fn place(&mut self, len: usize, flush: Flush) -> std::ops::Range<usize> {
        let end = self.room().len();
        match flush {
            Flush::Beginning => 0..len,
            Flush::End => end - len..end,
        }
    }

    /// A copy of `text` that touches a guard.
    pub(crate) fn holding(&mut self, text: &[u8], flush: Flush) -> &[u8] {
        let place = self.place(text.len(), flush);
        let room = &mut self.room()[place];
        room.copy_from_slice(text);
        room
    }

    /// Lets `write` fill `cap` bytes that touch a guard, and checks that the bytes beside them are untouched.
    pub(crate) fn filled<T>(&mut self, cap: usize, flush: Flush, write: impl FnOnce(&mut [u8]) -> T) -> T {
        let place = self.place(cap, flush);
        let beside = match flush {
            Flush::Beginning => place.end..place.end + 256,
            Flush::End => place.start - 256..place.start,
        };
        self.room()[beside.clone()].fill(MARK);
        let result = write(&mut self.room()[place]);
        assert!(self.room()[beside].iter().all(|&byte| byte == MARK), "bytes beside dst were written");
        assert!(self.0.untouched(), "bytes beyond the guard were written");
        result
    }
}
