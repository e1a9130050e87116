//! Memory between two pages that can be neither read nor written.

/// The memory and its mapping.
pub(crate) struct Memory {
    map: *mut u8,
    map_len: usize,
    room: *mut u8,
    room_len: usize,
}

impl Memory {
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
        Memory { map, map_len, room, room_len }
    }

    /// All the memory between the guards.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        // SAFETY: `room_len` bytes from `room` are mapped, readable, writable and initialised (zero at first) for as
        // long as `self` lives, and borrowed through `self` alone.
        unsafe { std::slice::from_raw_parts_mut(self.room, self.room_len) }
    }

    /// Always true: a guard page ends the process of a wrong access.
    pub(crate) fn untouched(&self) -> bool {
        true
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: `map` and `map_len` are those of the mapping, and no slice of it outlives `self`.
        unsafe { libc::munmap(self.map.cast(), self.map_len) };
    }
}
