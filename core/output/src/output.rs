//! A byte buffer that grows, for writers.

use crate::short_text::ShortText;

/// A growable byte buffer whose spare capacity stays initialised.
///
/// If the system refuses memory, the buffer loses all written bytes, and later writes overwrite each other in the
/// memory that is left. So a caller has to check [`Output::is_refused`] before it uses the bytes.
#[derive(Debug, Default)]
pub struct Output {
    /// Written bytes, then spare capacity.
    bytes: Vec<u8>,
    len: usize,
    refused: bool,
}

impl Output {
    /// Allocates the first capacity of an empty buffer: `len` bytes, or 1 KiB if that is more. Returns false if the
    /// system refuses it.
    ///
    /// In place, because moving a new buffer takes 15 ns.
    pub fn prepare_for(&mut self, len: usize) -> bool {
        let len = len.max(LEAST);
        let has_memory = self.has_memory(len);
        if has_memory {
            self.bytes.resize(len, 0);
        }
        has_memory
    }

    /// Allocates the first capacity of an empty buffer; returns false if the system refuses it.
    #[inline]
    pub fn prepare(&mut self) -> bool {
        self.bytes.capacity() > 0 || self.has_memory(LEAST)
    }

    /// Number of written bytes.
    #[inline]
    #[allow(clippy::len_without_is_empty)] // No caller needs it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The written bytes; empty after refused memory.
    #[inline]
    pub fn written(&self) -> &[u8] {
        if self.refused { &[] } else { &self.bytes[..self.len] }
    }

    /// The written bytes, mutable.
    pub fn written_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.len]
    }

    /// The written bytes without spare capacity; empty after refused memory.
    pub fn into_written(mut self) -> Vec<u8> {
        self.bytes.truncate(if self.refused { 0 } else { self.len });
        self.bytes
    }

    /// Whether the system has refused memory, so bytes are missing.
    #[inline]
    pub fn is_refused(&self) -> bool {
        self.refused
    }

    /// Notes that the system refused memory that a writer needed for its output.
    #[cold]
    pub fn refuse(&mut self) {
        self.refused = true;
        self.len = 0;
    }

    /// Returns at least `least` bytes of spare capacity. After refused memory, returns at least 1 KiB or `least`
    /// bytes, whichever is less.
    #[inline(always)]
    pub fn spare(&mut self, least: usize) -> &mut [u8] {
        if self.bytes.len() - self.len < least {
            self.grow(least);
        }
        &mut self.bytes[self.len..]
    }

    /// Returns the first `N` bytes of the spare capacity; `N` is at most 1 KiB.
    ///
    /// # Panics
    ///
    /// Never: [`Output::spare`] gives that many even after refused memory.
    #[inline(always)]
    pub fn chunk<const N: usize>(&mut self) -> &mut [u8; N] {
        self.spare(N).first_chunk_mut().expect("small requests are granted")
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        let needed = self.len.saturating_add(least).max(LEAST);
        let mut len = needed.max(self.bytes.len().saturating_mul(2));
        // The first kibibyte does not depend on the input, so it is allocated without a check, as in the standard
        // library.
        if len > LEAST && !self.has_memory(len) {
            // Twice the capacity is not necessary, only faster.
            len = needed;
            if !self.has_memory(len) {
                self.refuse();
                len = self.bytes.len().max(LEAST);
            }
        }
        self.bytes.resize(len, 0);
    }

    fn has_memory(&mut self, len: usize) -> bool {
        self.bytes.try_reserve_exact(len - self.bytes.len()).is_ok()
    }

    /// Declares the first `len` bytes of the spare capacity written.
    #[inline]
    pub fn fill(&mut self, len: usize) {
        debug_assert!(self.len + len <= self.bytes.len());
        self.len += len;
    }

    /// Writes `bytes`.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        let Some(spare) = self.spare(bytes.len()).get_mut(..bytes.len()) else { return };
        match ShortText::of(bytes) {
            Some(short) => short.copy_to(spare),
            None => spare.copy_from_slice(bytes),
        }
        self.len += bytes.len();
    }

    /// Writes a text of `len` bytes, in the form of [`ShortText::sixteens`].
    #[inline(always)]
    pub fn put_sixteens(&mut self, [first, last]: [[u8; 16]; 2], len: usize) {
        let spare = self.chunk::<32>();
        spare[..16].copy_from_slice(&first);
        spare[len.saturating_sub(16)..][..16].copy_from_slice(&last);
        self.len += len;
    }

    /// Writes a text between double quotes.
    #[inline(always)]
    pub fn put_quoted(&mut self, text: ShortText) {
        let len = text.len();
        let spare = &mut self.spare(len + 2)[..len + 2];
        spare[0] = b'"';
        text.copy_to(&mut spare[1..=len]);
        spare[len + 1] = b'"';
        self.len += len + 2;
    }

    /// Writes the first `len` bytes of `text`. Copies whole pieces of [`PIECE`] bytes if `text` is long enough.
    #[inline(always)]
    pub fn put_first(&mut self, text: &[u8], len: usize) {
        let pieces = len / PIECE + 1;
        if pieces > PIECES_MAX || text.len() < pieces * PIECE {
            return self.put(&text[..len]);
        }
        let (to, _) = self.spare(pieces * PIECE)[..pieces * PIECE].as_chunks_mut::<PIECE>();
        let (from, _) = text[..pieces * PIECE].as_chunks::<PIECE>();
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
        self.len += len;
    }

    /// Writes the first `len` bytes of `text` between double quotes. Up to [`PIECE`] bytes are copied as one piece.
    #[inline(always)]
    pub fn put_first_quoted(&mut self, text: &[u8], len: usize) {
        match text.first_chunk::<PIECE>() {
            Some(piece) if len <= PIECE => {
                let spare = self.chunk::<{ PIECE + 2 }>();
                spare[0] = b'"';
                spare[1..][..PIECE].copy_from_slice(piece);
                spare[len + 1] = b'"';
                self.len += len + 2;
            }
            _ => {
                self.put_byte(b'"');
                self.put(&text[..len]);
                self.put_byte(b'"');
            }
        }
    }

    /// Writes a byte.
    #[inline]
    pub fn put_byte(&mut self, byte: u8) {
        match self.bytes.get_mut(self.len) {
            Some(place) => *place = byte,
            None => self.spare(1)[0] = byte,
        }
        self.len += 1;
    }

    /// Writes a line feed and `blanks` blanks.
    #[inline]
    pub fn put_line(&mut self, blanks: usize) {
        if blanks < LINE.len() {
            *self.chunk() = LINE;
        } else {
            let Some(spare) = self.spare(blanks + 1).get_mut(..=blanks) else { return };
            spare.fill(b' ');
            spare[0] = b'\n';
        }
        self.len += blanks + 1;
    }

    /// Writes a byte `count` times.
    pub fn put_times(&mut self, byte: u8, count: usize) {
        if let Some(spare) = self.spare(count).get_mut(..count) {
            spare.fill(byte);
            self.len += count;
        }
    }

    /// Drops the written bytes from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Drops the first `len` written bytes.
    pub fn drop_front(&mut self, len: usize) {
        self.bytes.copy_within(len..self.len, 0);
        self.len -= len;
    }

    /// The written bytes, as a vector.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.len);
        self.bytes
    }
}

/// The minimum capacity.
const LEAST: usize = 1024;

/// Bytes of one copy, if the source is long enough.
pub const PIECE: usize = 32;
/// The most pieces for which this is faster than `memcpy`.
const PIECES_MAX: usize = 4;

/// A line feed and 63 blanks, to be copied.
const LINE: [u8; 64] = {
    let mut line = [b' '; 64];
    line[0] = b'\n';
    line
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares all writes with writes to a vector, for every length around the block sizes.
    #[test]
    fn equals_a_vector() {
        let text: Vec<u8> = (b' '..b'~').cycle().take(400).collect();
        let (mut out, mut model) = (Output::default(), Vec::new());
        for len in 0..200 {
            out.put(&text[..len]);
            out.put_first(&text, len);
            model.extend([&text[..len], &text[..len]].concat());
            out.put_first_quoted(&text[..len], len);
            model.extend([b"\"", &text[..len], b"\""].concat());
            if let Some(short) = ShortText::of(&text[..len]) {
                out.put_quoted(short);
                out.put_sixteens(short.sixteens(), len);
                model.extend([b"\"", &text[..len], b"\"", &text[..len]].concat());
            }
            out.put_line(len);
            out.put_times(b'x', len);
            out.put_byte(b'.');
            model.extend([&b"\n"[..], &b" ".repeat(len), &b"x".repeat(len), b"."].concat());
            assert!(out.written() == model, "{len}");
            out.truncate(model.len() - len / 2);
            model.truncate(model.len() - len / 2);
            out.drop_front(len / 3);
            model.drain(..len / 3);
            assert_eq!(out.len(), model.len());
        }
        assert_eq!(out.into_bytes(), model);
    }

    #[test]
    fn refused_memory_loses_the_output() {
        let mut out = Output::default();
        out.put(b"text");
        assert!(out.spare(usize::MAX).len() >= LEAST);
        assert!(out.is_refused());
        out.put(b"more");
        assert_eq!(out.written(), b"");
    }
}
