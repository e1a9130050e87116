//! The bytes of a document while it is written.

use stringmill::ion::WriteError;

/// The system refused memory.
pub(crate) struct Refused;

impl From<Refused> for WriteError {
    #[cold]
    fn from(_: Refused) -> Self {
        WriteError::MemoryRefused
    }
}

/// Bytes, with initialised room after them.
#[derive(Default)]
pub(crate) struct Growing {
    bytes: Vec<u8>,
    len: usize,
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

    /// The room that is there.
    #[inline]
    pub(crate) fn free(&mut self) -> &mut [u8] {
        &mut self.bytes[self.len..]
    }

    /// Room for at least `len` bytes.
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

    /// The first `len` bytes of the room are written.
    #[inline]
    pub(crate) fn advance(&mut self, len: usize) {
        self.len += len;
    }

    #[inline]
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), Refused> {
        let room = self.room(bytes.len())?;
        // A call of `memcpy` costs more than one or two bytes, as which most of a document comes.
        match bytes {
            [one] => room[0] = *one,
            [one, two] => room[..2].copy_from_slice(&[*one, *two]),
            _ => room[..bytes.len()].copy_from_slice(bytes),
        }
        self.advance(bytes.len());
        Ok(())
    }
}

/// The first room.
const FIRST: usize = 512;
