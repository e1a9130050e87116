//! The events of a reader of JSON, many at a time, as a tape. `js/src/json-tape.ts` reads it.
//!
//! A tape begins with eight words:
//!
//! - the number of events;
//! - whether the text of the tape is ASCII;
//! - the length of the text in bytes;
//! - a blank;
//! - where the text begins in the stream, as a 64-bit float: in bytes, or in code units of UTF-16 if the reader counts these;
//! - the depth after the last event, as a 64-bit float.
//!
//! The events follow, four words each: kind and flags, offset, length and partner, as in a [`TapeEntry`], whose offset counts from the
//! beginning of the text. If the text is not ASCII, two words for each event follow: the same offset and length in code units.
//! Then comes the text: all bytes from the end of the last tape to the end of this one, so that the texts of all tapes are the stream,
//! without what was skipped.

use crate::arguments::misuse;
use crate::tapes::{After, units};
use stringmill::json::{PausedReader, Tape, TapeEntry, TapeKind};
use stringmill::{Chunk, Error, ErrorCode};

/// Events of a tape at most.
const MOST: usize = 4096;
/// Memory that is kept for the next tape.
const KEPT: usize = 1 << 18;
const WORD: usize = 4;
const HEADER: usize = 8 * WORD;
/// Bytes of a number; one that is longer by less than a piece may pass.
const NUMBER_MAX: usize = 1 << 28;
const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// A reader, and the bytes that it has not consumed.
pub(crate) struct JsonTapes {
    /// `None` while a tape is written.
    paused: Option<PausedReader>,
    tape: Tape,
    chunk: Chunk,
    rest: Vec<u8>,
    /// Bytes of `rest` that were on a tape, which is so before an error.
    passed: usize,
    /// Where the rest after these begins in the stream.
    offset: Offset,
    /// Containers whose rest is left out before the next event.
    levels: u64,
    /// Whether bytes before the next event are left out.
    is_skipping: bool,
    /// Whether a byte order mark may come, and the length of the one that came.
    skips_mark: bool,
    mark: u64,
}

/// A place in the stream, in both units.
#[derive(Default)]
struct Offset {
    bytes: u64,
    units: u64,
    counts_units: bool,
}

impl Offset {
    fn pass(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        if self.counts_units {
            self.units += u64::from(units(bytes));
        }
    }

    fn float(&self) -> f64 {
        if self.counts_units { self.units as f64 } else { self.bytes as f64 }
    }
}

impl JsonTapes {
    pub(crate) fn new(paused: PausedReader, counts_units: bool, skips_mark: bool) -> Self {
        JsonTapes {
            paused: Some(paused),
            tape: Tape::default(),
            chunk: Chunk::More,
            rest: Vec::new(),
            passed: 0,
            offset: Offset { counts_units, ..Offset::default() },
            levels: 0,
            is_skipping: false,
            skips_mark,
            mark: 0,
        }
    }

    /// Takes the next bytes.
    pub(crate) fn feed(&mut self, bytes: &[u8], chunk: Chunk) -> Result<(), Error> {
        self.chunk = chunk;
        self.rest.try_reserve(bytes.len()).map_err(|_| misuse(ErrorCode::MemoryRefused))?;
        self.rest.extend_from_slice(bytes);
        Ok(())
    }

    /// Leaves out the rest of this many containers.
    pub(crate) fn leave(&mut self, levels: u64) {
        self.levels += levels;
        self.is_skipping |= levels > 0;
    }

    /// Writes the next events to `made`. An error comes after the events before it.
    pub(crate) fn write(&mut self, made: &mut Vec<u8>) -> Result<After, Error> {
        if self.skips_mark && !self.pass_mark() {
            return header(made, 0, &[], &self.offset, 0).map(|()| After::Input);
        }
        let Some(paused) = self.paused.take() else { return Err(misuse(ErrorCode::Internal)) };
        let mut reader = paused.resume(&self.rest, self.chunk);
        for _ in 0..std::mem::take(&mut self.levels) {
            reader.leave();
        }
        let filled = self.tape.fill(&mut reader, MOST);
        let depth = reader.depth();
        let (paused, read) = reader.pause();
        self.paused = Some(paused);
        let is_filled = filled.map_err(|error| error.after(self.mark))?;
        let entries = self.tape.entries();
        let end = entries.last().map_or(read, |last| read.max(end_of(last)));
        let mut start = self.passed.min(end);
        if self.is_skipping {
            start = entries.first().map_or(end, begin_of);
            self.is_skipping = entries.is_empty();
            self.offset.pass(&self.rest[self.passed.min(start)..start]);
        }
        let text = &self.rest[start..end];
        header(made, entries.len(), text, &self.offset, depth)?;
        events(made, entries, start, text);
        made.extend_from_slice(text);
        self.offset.pass(text);
        self.rest.drain(..read);
        self.passed = end - read;
        // A long string does not keep its memory.
        if self.rest.len() < KEPT {
            self.rest.shrink_to(KEPT);
        }
        // The checker limits strings alone.
        if !is_filled && self.rest.len() > NUMBER_MAX && !self.rest.starts_with(b"\"") {
            return Err(Error::new(ErrorCode::LimitMemory, self.offset.bytes));
        }
        Ok(match self.chunk {
            _ if is_filled => After::More,
            Chunk::More => After::Input,
            Chunk::Last => After::End,
        })
    }

    /// Passes a byte order mark. Returns false if more bytes have to tell whether there is one.
    fn pass_mark(&mut self) -> bool {
        let is_mark = self.rest.starts_with(MARK);
        if !is_mark && self.chunk == Chunk::More && MARK.starts_with(&self.rest) {
            return false;
        }
        if is_mark {
            self.mark = MARK.len() as u64;
            self.offset.pass(MARK);
            self.rest.drain(..MARK.len());
        }
        self.skips_mark = false;
        true
    }
}

/// Where an event begins in the piece: a string with its quote.
fn begin_of(entry: &TapeEntry) -> usize {
    entry.offset as usize - usize::from(is_text(entry))
}

fn end_of(entry: &TapeEntry) -> usize {
    entry.offset as usize + entry.len as usize + usize::from(is_text(entry))
}

fn is_text(entry: &TapeEntry) -> bool {
    matches!(entry.kind, TapeKind::Name | TapeKind::String)
}

/// Begins a tape, with memory for all of it.
fn header(made: &mut Vec<u8>, events: usize, text: &[u8], offset: &Offset, depth: u64) -> Result<(), Error> {
    let len = HEADER + 6 * WORD * events + text.len();
    made.try_reserve(len).map_err(|_| misuse(ErrorCode::MemoryRefused))?;
    for word in [events as u32, u32::from(text.is_ascii()), text.len() as u32, 0] {
        made.extend_from_slice(&word.to_le_bytes());
    }
    made.extend_from_slice(&offset.float().to_le_bytes());
    made.extend_from_slice(&(depth as f64).to_le_bytes());
    Ok(())
}

/// Writes the words of all events. `start` is where `text` begins in the piece.
fn events(made: &mut Vec<u8>, entries: &[TapeEntry], start: usize, text: &[u8]) {
    for entry in entries {
        let first = u32::from(entry.kind as u8) | u32::from(entry.flags) << 8;
        let words = [first, entry.offset - start as u32, entry.len, entry.partner].map(u32::to_le_bytes);
        made.extend_from_slice(words.as_flattened());
    }
    if text.is_ascii() {
        return;
    }
    let (mut at, mut offset) = (0, 0);
    for entry in entries {
        let begin = entry.offset as usize - start;
        let end = begin + entry.len as usize;
        offset += units(&text[at..begin]);
        let len = units(&text[begin..end]);
        made.extend_from_slice([offset, len].map(u32::to_le_bytes).as_flattened());
        (at, offset) = (end, offset + len);
    }
}
