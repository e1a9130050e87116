//! Repair of lone surrogates.

use super::units::{is_lone, write_three};
use stringmill_outcome::{Chunk, Progress, Repairs};
use stringmill_profile::IllFormedUtf16;

/// How lone surrogates are repaired.
pub(super) struct SurrogateRepair<'a> {
    pub(super) policy: IllFormedUtf16,
    pub(super) chunk: Chunk,
    pub(super) repairs: &'a mut Repairs,
    /// The progress so far.
    pub(super) done: Progress,
}

impl SurrogateRepair<'_> {
    /// The code unit that replaces any lone surrogate; `None` if each has its own bytes.
    #[inline(always)]
    pub(super) fn substitute(&self) -> Option<u16> {
        match self.policy {
            IllFormedUtf16::Replace => Some(0xFFFD),
            IllFormedUtf16::QuestionMark => Some(b'?' as u16),
            _ => None,
        }
    }

    /// Repairs the next code unit, a lone surrogate; `None`, and does nothing, if it is none or has too little room.
    pub(super) fn one(&mut self, src: &[u16], dst: &mut [u8], done: &mut Progress) -> Option<()> {
        if !is_lone(&src[done.read..], self.chunk) {
            return None;
        }
        let unit = self.substitute().unwrap_or(src[done.read]);
        let mut three = [0; 3];
        let text = match u8::try_from(unit) {
            Ok(ascii) => &[ascii][..],
            Err(_) => {
                write_three(unit, &mut three);
                &three
            }
        };
        dst[done.written..].get_mut(..text.len())?.copy_from_slice(text);
        self.repairs.note(done.read);
        *done = Progress { read: done.read + 1, written: done.written + text.len() };
        Some(())
    }
}
