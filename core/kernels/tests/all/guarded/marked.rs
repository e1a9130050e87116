//! Memory between marked bytes, for systems without pages that can be forbidden: it shows bytes that were written, and
//! none that were only read.

use super::MARK;
use std::sync::Once;

/// Marked bytes on each side.
const GUARD: usize = 4096;

/// The memory and its guards.
pub(crate) struct Memory(Vec<u8>);

impl Memory {
    pub(crate) fn new(len: usize) -> Self {
        static SAID: Once = Once::new();
        SAID.call_once(|| {
            println!("guard pages: not run (this system cannot forbid a page); marked bytes stand there")
        });
        Memory(vec![MARK; GUARD + len.next_multiple_of(GUARD) + GUARD])
    }

    /// All the memory between the guards.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        let end = self.0.len() - GUARD;
        &mut self.0[GUARD..end]
    }

    /// Whether the guards are as they were.
    pub(crate) fn untouched(&self) -> bool {
        let (first, rest) = self.0.split_at(GUARD);
        let (_, last) = rest.split_at(rest.len() - GUARD);
        first.iter().chain(last).all(|&byte| byte == MARK)
    }
}
