//! Bytes that are written, in room that grows.

/// What is written. The room behind it is kept, and made only once, as long as nobody takes it away.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// What is written, and room.
    bytes: Vec<u8>,
    len: usize,
}

impl Output {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn written(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Room for at least `least` bytes.
    #[inline]
    pub(crate) fn room(&mut self, least: usize) -> &mut [u8] {
        if self.bytes.len() - self.len < least {
            self.grow(least);
        }
        &mut self.bytes[self.len..]
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        self.bytes.resize((2 * self.bytes.len()).max(self.len + least).max(LEAST), 0);
    }

    /// Declares the first `len` bytes of the room written.
    #[inline]
    pub(crate) fn fill(&mut self, len: usize) {
        debug_assert!(self.len + len <= self.bytes.len());
        self.len += len;
    }

    #[inline]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.room(bytes.len())[..bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    #[inline]
    pub(crate) fn put_byte(&mut self, byte: u8) {
        self.room(1)[0] = byte;
        self.len += 1;
    }

    pub(crate) fn put_times(&mut self, byte: u8, count: usize) {
        self.room(count)[..count].fill(byte);
        self.len += count;
    }

    /// Takes back what is written from `len` on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Drops the first `len` bytes of what is written.
    pub(crate) fn drop_front(&mut self, len: usize) {
        self.bytes.copy_within(len..self.len, 0);
        self.len -= len;
    }

    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.len);
        self.bytes
    }
}

/// The first room.
const LEAST: usize = 1024;
