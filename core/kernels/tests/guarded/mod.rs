//! Memory between two pages that cannot be touched, so that one byte too far ends the run.

// Each test file takes its part of this module.
#![allow(dead_code)]

/// What bytes outside `dst` hold.
const MARK: u8 = 0xA5;

/// Which side of a slice touches the guard.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flush {
    Beginning,
    End,
}

pub(crate) const SIDES: [Flush; 2] = [Flush::Beginning, Flush::End];

/// Memory between two pages that can be neither read nor written.
pub(crate) struct Guarded {
    map: *mut u8,
    map_len: usize,
    room: *mut u8,
    room_len: usize,
}

impl Guarded {
    pub(crate) fn new(len: usize) -> Self {
        // SAFETY: `sysconf` has no preconditions.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let room_len = len.next_multiple_of(page);
        let map_len = room_len + 2 * page;
        // SAFETY: a private anonymous mapping at an address of the system's choice touches no memory in use.
        let map = unsafe {
            libc::mmap(std::ptr::null_mut(), map_len, libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANON, -1, 0)
        };
        assert!(map != libc::MAP_FAILED, "no memory for guard pages");
        let map = map.cast::<u8>();
        // SAFETY: the mapping has a page before and a page after the room.
        let room = unsafe { map.add(page) };
        // SAFETY: `room` is on a page border and `room_len` whole pages of the mapping follow.
        let opened = unsafe { libc::mprotect(room.cast(), room_len, libc::PROT_READ | libc::PROT_WRITE) };
        assert_eq!(opened, 0, "the room cannot be opened");
        Guarded { map, map_len, room, room_len }
    }

    /// All the memory between the guards.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        // SAFETY: `room_len` bytes from `room` are mapped, readable, writable and initialised (zero at first) for as
        // long as `self` lives, and borrowed through `self` alone.
        unsafe { std::slice::from_raw_parts_mut(self.room, self.room_len) }
    }

    /// Where `len` bytes stand that touch a guard.
    pub(crate) fn place(&self, len: usize, flush: Flush) -> std::ops::Range<usize> {
        match flush {
            Flush::Beginning => 0..len,
            Flush::End => self.room_len - len..self.room_len,
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
        result
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: `map` and `map_len` are those of the mapping, and no slice of it outlives `self`.
        unsafe { libc::munmap(self.map.cast(), self.map_len) };
    }
}
