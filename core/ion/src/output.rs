//! Bytes that are written, in room that grows.

use crate::short::Short;

/// A growable byte buffer whose spare capacity stays initialised.
///
/// If the system refuses memory, what is written is lost, and later writes go over each other in the memory that is there.
/// Whoever uses what is written has to ask [`Output::is_refused`] first.
#[derive(Debug, Default)]
pub struct Output {
    /// What is written, and room.
    bytes: Vec<u8>,
    len: usize,
    refused: bool,
}

impl Output {
    /// How many bytes are written.
    #[inline]
    #[allow(clippy::len_without_is_empty)] // Nobody asks.
    pub fn len(&self) -> usize {
        self.len
    }

    /// What is written; nothing if the system refused memory.
    #[inline]
    pub fn written(&self) -> &[u8] {
        if self.refused { &[] } else { &self.bytes[..self.len] }
    }

    /// What is written, to change.
    pub fn written_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.len]
    }

    /// Whether the system refused memory, so that bytes are missing.
    #[inline]
    pub fn is_refused(&self) -> bool {
        self.refused
    }

    /// Notes that the system refused memory that belongs to what is written.
    #[cold]
    pub fn refuse(&mut self) {
        self.refused = true;
        self.len = 0;
    }

    /// Room for at least `least` bytes; if the system refuses memory, for at least 1 KiB or `least` bytes.
    #[inline(always)]
    pub fn room(&mut self, least: usize) -> &mut [u8] {
        if self.bytes.len() - self.len < least {
            self.grow(least);
        }
        &mut self.bytes[self.len..]
    }

    /// The first `N` bytes of the room.
    ///
    /// # Panics
    ///
    /// Never: there is room.
    #[inline(always)]
    pub fn chunk<const N: usize>(&mut self) -> &mut [u8; N] {
        self.room(N).first_chunk_mut().expect("there is room")
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        let needed = self.len.saturating_add(least).max(LEAST);
        let mut len = needed.max(self.bytes.len().saturating_mul(2));
        // The first kibibyte is no more for larger inputs, and asked for as the standard library does.
        if len > LEAST && !self.has_memory(len) {
            // Twice as much is a wish.
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

    /// Declares the first `len` bytes of the room written.
    #[inline]
    pub fn fill(&mut self, len: usize) {
        debug_assert!(self.len + len <= self.bytes.len());
        self.len += len;
    }

    /// Writes `bytes`.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        let Some(room) = self.room(bytes.len()).get_mut(..bytes.len()) else { return };
        match Short::of(bytes) {
            Some(short) => short.copy_to(room),
            None => room.copy_from_slice(bytes),
        }
        self.len += bytes.len();
    }

    /// Writes a text of `len` bytes, as [`Short::sixteens`] gives it.
    #[inline(always)]
    pub(crate) fn put_sixteens(&mut self, [first, last]: [[u8; 16]; 2], len: usize) {
        let room = self.chunk::<32>();
        room[..16].copy_from_slice(&first);
        room[len.saturating_sub(16)..][..16].copy_from_slice(&last);
        self.len += len;
    }

    /// Writes a text between two quotes.
    #[inline(always)]
    pub fn put_quoted(&mut self, text: Short) {
        let len = text.len();
        let room = &mut self.room(len + 2)[..len + 2];
        room[0] = b'"';
        text.copy_to(&mut room[1..=len]);
        room[len + 1] = b'"';
        self.len += len + 2;
    }

    /// Writes the first `len` bytes of `text`. Where enough stands behind them, they are copied in pieces of one length.
    #[inline(always)]
    pub fn put_first(&mut self, text: &[u8], len: usize) {
        let pieces = len / PIECE + 1;
        if pieces > PIECES_MAX || text.len() < pieces * PIECE {
            return self.put(&text[..len]);
        }
        let (to, _) = self.room(pieces * PIECE)[..pieces * PIECE].as_chunks_mut::<PIECE>();
        let (from, _) = text[..pieces * PIECE].as_chunks::<PIECE>();
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
        self.len += len;
    }

    /// Writes the first `len` bytes of `text` between two quotes, likewise.
    #[inline(always)]
    pub fn put_first_quoted(&mut self, text: &[u8], len: usize) {
        match text.first_chunk::<PIECE>() {
            Some(piece) if len <= PIECE => {
                let room = self.chunk::<{ PIECE + 2 }>();
                room[0] = b'"';
                room[1..][..PIECE].copy_from_slice(piece);
                room[len + 1] = b'"';
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
            None => self.room(1)[0] = byte,
        }
        self.len += 1;
    }

    /// Writes a line feed, and so many blanks behind it.
    #[inline]
    pub fn put_line(&mut self, blanks: usize) {
        if blanks < LINE.len() {
            *self.chunk() = LINE;
        } else {
            let Some(room) = self.room(blanks + 1).get_mut(..=blanks) else { return };
            room.fill(b' ');
            room[0] = b'\n';
        }
        self.len += blanks + 1;
    }

    /// Writes a byte so many times.
    pub fn put_times(&mut self, byte: u8, count: usize) {
        if let Some(room) = self.room(count).get_mut(..count) {
            room.fill(byte);
            self.len += count;
        }
    }

    /// Takes back what is written from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Drops the first `len` bytes of what is written.
    pub fn drop_front(&mut self, len: usize) {
        self.bytes.copy_within(len..self.len, 0);
        self.len -= len;
    }

    /// What is written.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.truncate(self.len);
        self.bytes
    }
}

/// The first room.
const LEAST: usize = 1024;

/// Bytes of a piece.
pub const PIECE: usize = 32;
/// From more pieces on, the copy of the system is faster.
const PIECES_MAX: usize = 4;

/// A line feed and blanks, to copy.
const LINE: [u8; 64] = {
    let mut line = [b' '; 64];
    line[0] = b'\n';
    line
};
