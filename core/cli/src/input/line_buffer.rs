//! A stream read record by record: a line, or a text of a sequence, stays in memory until it is known to be valid or invalid.

use crate::input::source::{Input, LOOK_AHEAD};
use crate::input::window::Scene;
use crate::process::memory;
use crate::report::failure::Failure;
use stringmill::json::{RECORD_SEPARATOR, TextSequence};
use stringmill::{Chunk, Place, Position};

/// Longest line if no limit is given.
pub(crate) const LINE_MAX: u64 = 64 << 20;
/// Bytes of one read.
const BLOCK: usize = 128 * 1024;
/// Bytes before and after an error that its diagnostic or reason may show.
const BEFORE: usize = 256;
const AFTER: usize = 128;

/// The records of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Records {
    /// Each ends with a line feed.
    Lines,
    /// Each begins with a record separator, as in RFC 7464.
    Sequence,
}

impl Records {
    /// The last border between records in `bytes`, which begin with a record. There is none in the first `searched` bytes.
    pub(crate) fn last_border(self, bytes: &[u8], searched: usize) -> Option<usize> {
        let last = |separator| bytes[searched..].iter().rposition(|&byte| byte == separator).map(|at| searched + at);
        match self {
            Records::Lines => last(b'\n').map(|feed| feed + 1),
            Records::Sequence => last(RECORD_SEPARATOR).filter(|&at| at > 0),
        }
    }

    /// The first border in `bytes`, which are inside a record.
    pub(crate) fn first_border(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Records::Lines => bytes.iter().position(|&byte| byte == b'\n').map(|feed| feed + 1),
            Records::Sequence => bytes.iter().position(|&byte| byte == RECORD_SEPARATOR),
        }
    }
}

/// Bytes of a stream from the start of a record on.
pub(crate) struct LineBuffer {
    pub(crate) records: Records,
    /// Consumed bytes, then unconsumed ones.
    buffer: Vec<u8>,
    /// Index in the buffer of the first unconsumed byte.
    start: usize,
    /// Offset of the first unconsumed byte in the stream.
    pub(crate) base: u64,
    /// Line and column of that byte.
    place: Place,
    /// The consumed bytes as a sequence, and the texts in them.
    sequence: TextSequence,
    texts: u64,
    pub(crate) ended: bool,
}

impl LineBuffer {
    /// The beginning of a stream.
    pub(crate) fn new(records: Records) -> Self {
        let place = Place::default();
        let sequence = TextSequence::default();
        LineBuffer { records, buffer: Vec::new(), start: 0, base: 0, place, sequence, texts: 0, ended: false }
    }

    /// The bytes that are not consumed.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    pub(crate) fn chunk(&self) -> Chunk {
        if self.ended { Chunk::Last } else { Chunk::More }
    }

    /// Drops the first `len` bytes; returns the number of line feeds in them.
    pub(crate) fn consume(&mut self, len: usize) -> u64 {
        let before = self.place.position().line;
        let consumed = &self.buffer[self.start..self.start + len];
        self.place.pass(consumed);
        if self.records == Records::Sequence {
            self.texts += count_texts(&mut self.sequence, consumed);
        }
        self.start += len;
        self.base += len as u64;
        self.place.position().line - before
    }

    /// The length of the whole records in the first `checked` bytes; the first `searched` contain no border.
    pub(crate) fn whole(&self, searched: usize, checked: usize) -> usize {
        self.records.last_border(&self.bytes()[..checked], searched).unwrap_or(0)
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

    /// Reads the rest of the record after an error at `at`, as [`Source::look_ahead`](crate::input::source::Source::look_ahead).
    pub(crate) fn look_ahead(&mut self, at: usize, input: &mut Input<'_>) -> Result<(), Failure> {
        while !self.ended
            && self.bytes().len() < at + AFTER
            && self.end(at).is_none()
            && input.source.is_ready_within(LOOK_AHEAD)
        {
            self.read(input)?;
        }
        Ok(())
    }

    /// The line of the first unconsumed byte.
    pub(crate) fn line(&self) -> u64 {
        self.place.position().line
    }

    /// The number of the first unconsumed record, from 1 on; `None` before the first separator of a sequence.
    pub(crate) fn record(&self) -> Option<u64> {
        match self.records {
            Records::Lines => Some(self.line()),
            Records::Sequence => (self.bytes().first() == Some(&RECORD_SEPARATOR)).then_some(self.texts + 1),
        }
    }

    /// The end of the first record, which is no earlier than `from`.
    pub(crate) fn end(&self, from: usize) -> Option<usize> {
        self.records.first_border(&self.bytes()[from..]).map(|end| from + end)
    }

    /// Line and column of the byte at `at`.
    pub(crate) fn position(&self, at: usize) -> Position {
        let mut place = self.place;
        place.pass(&self.bytes()[..at]);
        place.position()
    }

    /// The surroundings of the byte at `at` of the first record.
    pub(crate) fn scene(&self, at: usize) -> Scene {
        let (bytes, from) = (self.bytes(), at.saturating_sub(BEFORE));
        let feed = bytes[from..at].iter().rposition(|&byte| byte == b'\n');
        Scene {
            before: bytes[from..at].to_vec(),
            line: feed.map_or(0, |feed| feed + 1),
            cut: feed.is_none() && (from > 0 || self.place.position().column > 1),
            after: bytes[at..bytes.len().min(at + AFTER)].to_vec(),
            position: self.position(at),
            offset: self.base + at as u64,
            unit: "byte",
        }
    }
}

/// How many texts begin in `bytes`, the next ones of a sequence.
fn count_texts(sequence: &mut TextSequence, bytes: &[u8]) -> u64 {
    let (mut count, mut at) = (0, 0);
    while at < bytes.len() {
        match sequence.next(&bytes[at..], Chunk::More) {
            Ok(part) => {
                count += u64::from(part.is_first);
                at += part.end;
                if !part.is_last {
                    break;
                }
                // An incomplete text is one, too.
                let _ = sequence.end();
            }
            // Bytes before the first separator.
            Err(_) => at += Records::Sequence.first_border(&bytes[at..]).unwrap_or(bytes.len() - at),
        }
    }
    count
}
