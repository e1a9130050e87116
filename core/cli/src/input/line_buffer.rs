//! A stream read line by line: a line stays in memory until it is known to be valid or invalid.

use crate::input::source::{Input, LOOK_AHEAD};
use crate::input::window::Scene;
use crate::process::memory;
use crate::report::failure::Failure;
use stringmill::{Chunk, Place, Position};

/// Longest line if no limit is given.
pub(crate) const LINE_MAX: u64 = 64 << 20;
/// Bytes of one read.
const BLOCK: usize = 128 * 1024;
/// Bytes before and after an error that its diagnostic or reason may show.
const BEFORE: usize = 256;
const AFTER: usize = 128;

/// Bytes of a stream from the start of a line on.
#[derive(Default)]
pub(crate) struct LineBuffer {
    /// Consumed bytes, then unconsumed ones.
    buffer: Vec<u8>,
    /// Index in the buffer of the first unconsumed byte.
    start: usize,
    /// Offset of the first unconsumed byte in the stream.
    pub(crate) base: u64,
    /// The number of its line.
    pub(crate) line: u64,
    pub(crate) ended: bool,
}

impl LineBuffer {
    /// The beginning of a stream.
    pub(crate) fn new() -> Self {
        LineBuffer { line: 1, ..LineBuffer::default() }
    }

    /// The bytes that are not consumed.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    pub(crate) fn chunk(&self) -> Chunk {
        if self.ended { Chunk::Last } else { Chunk::More }
    }

    /// Drops the first `len` bytes, which contain `lines` line feeds.
    pub(crate) fn consume(&mut self, len: usize, lines: u64) {
        self.start += len;
        self.base += len as u64;
        self.line += lines;
    }

    pub(crate) fn read(&mut self, input: &mut Input<'_>) -> Result<(), Failure> {
        // Only here, so that each byte moves at most once for each block read.
        self.buffer.drain(..std::mem::take(&mut self.start));
        let from = self.buffer.len();
        memory::reserve(&mut self.buffer, BLOCK)?;
        self.buffer.resize(from + BLOCK, 0);
        let len = input.read_some(&mut self.buffer[from..])?;
        self.buffer.truncate(from + len);
        self.ended = len == 0;
        Ok(())
    }

    /// Reads the rest of the line after an error at `at`, as [`Source::look_ahead`](crate::input::source::Source::look_ahead).
    pub(crate) fn look_ahead(&mut self, at: usize, input: &mut Input<'_>) -> Result<(), Failure> {
        while !self.ended
            && self.bytes().len() < at + AFTER
            && self.feed(at).is_none()
            && input.source.is_ready_within(LOOK_AHEAD)
        {
            self.read(input)?;
        }
        Ok(())
    }

    /// The first line feed at or after `from`.
    pub(crate) fn feed(&self, from: usize) -> Option<usize> {
        self.bytes()[from..].iter().position(|&byte| byte == b'\n').map(|feed| from + feed)
    }

    /// How many lines end before `len`.
    pub(crate) fn lines_before(&self, len: usize) -> u64 {
        let mut place = Place::default();
        place.pass(&self.bytes()[..len]);
        place.position().line - 1
    }

    /// Line and column of the byte at `at`.
    pub(crate) fn position(&self, at: usize) -> Position {
        let mut place = Place::default();
        place.pass(&self.bytes()[..at]);
        let position = place.position();
        Position { line: self.line + position.line - 1, ..position }
    }

    /// The surroundings of the byte at `at` of the first line.
    pub(crate) fn scene(&self, at: usize) -> Scene {
        let (bytes, from) = (self.bytes(), at.saturating_sub(BEFORE));
        Scene {
            before: bytes[from..at].to_vec(),
            line: 0,
            cut: from > 0,
            after: bytes[at..bytes.len().min(at + AFTER)].to_vec(),
            position: self.position(at),
            offset: self.base + at as u64,
            unit: "byte",
        }
    }
}
