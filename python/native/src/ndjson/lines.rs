//! The lines of a file, in blocks of whole lines, decompressed if it is gzip or Zstandard.

use super::file::{PATIENCE, PyFile, Waiting, is_of_python};
use crate::choices::choice;
use crate::error::Note;
use flate2::read::MultiGzDecoder;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::io::{self, Cursor, Read};
use std::time::Instant;
use stringmill::Error;
use stringmill::json::{JsonCheck, json_check};

/// Bytes of a block, unless a line is longer.
const BLOCK: usize = 1 << 20;
/// The longest line. It must fit in memory.
const LINE_MAX: usize = 1 << 30;

/// Whole lines of a file. The last block may end without a line feed.
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    /// Where they begin in the decompressed file.
    pub(super) offset: u64,
    /// The number of the first line, from 1.
    pub(super) line: u64,
    /// Whether more can follow at once. After a block of a live stream, reading waits for its writer.
    pub(super) is_full: bool,
}

/// A line that is no JSON, or does not fit.
pub(super) struct Fault {
    /// Where the line begins and ends in its block, without the line feed.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The error, at its offset in the line.
    pub(super) error: Error,
    /// Why a line that is JSON is refused nevertheless.
    pub(super) note: Option<Note>,
}

impl Block {
    /// The lines that are no JSON, in order. Lines of white space are none.
    pub(super) fn faults(&self) -> Vec<Fault> {
        let (mut stack, mut at, mut faults) = ([0; STACK], 0, Vec::new());
        let rules = JsonCheck { lines: true, ..JsonCheck::STRICT };
        while let Err(error) = json_check(rules, &mut stack, &self.bytes[at..]) {
            let bad = at + error.offset as usize;
            let start = self.bytes[..bad].iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1);
            let end = self.end(bad);
            faults.push(Fault { start, end, error: Error::new(error.code, (bad - start) as u64), note: None });
            at = (end + 1).min(self.bytes.len());
        }
        faults
    }

    /// Where the line ends to which the byte at `at` belongs.
    pub(super) fn end(&self, at: usize) -> usize {
        self.bytes[at..].iter().position(|&byte| byte == b'\n').map_or(self.bytes.len(), |len| at + len)
    }

    /// Calls `each` for all lines that are not blank and not among `faults`, with where they begin, their number and
    /// text.
    pub(super) fn records<'b>(&'b self, faults: &[Fault], mut each: impl FnMut(usize, u64, &'b [u8])) {
        let (mut start, mut line, mut faults) = (0, self.line, faults.iter().peekable());
        while start < self.bytes.len() {
            let end = self.end(start);
            let text = &self.bytes[start..end];
            if faults.next_if(|fault| fault.start == start).is_none()
                && text.iter().any(|byte| !b" \t\r".contains(byte))
            {
                each(start, line, text);
            }
            (start, line) = (end + 1, line + 1);
        }
    }
}

/// Words of a stack for the depth of [`JsonCheck::STRICT`].
const STACK: usize = match JsonCheck::stack_len(JsonCheck::DEPTH_MAX) {
    Some(len) => len,
    None => panic!("a small number"),
};

/// Whether a byte order mark at the beginning is an error of the first line, or skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrderMark {
    Refuse,
    Skip,
}

impl ByteOrderMark {
    pub(super) fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        let name_of = |it| if it == ByteOrderMark::Refuse { "refuse" } else { "skip" };
        choice(py, "byte_order_mark", name, &[ByteOrderMark::Refuse, ByteOrderMark::Skip], name_of)
    }
}

/// U+FEFF in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The blocks of a file.
pub(super) struct Lines {
    input: Box<dyn Read + Send + Sync>,
    waiting: Waiting,
    byte_order_mark: ByteOrderMark,
    /// Where each read puts its bytes.
    piece: Vec<u8>,
    /// The beginning of the next line. After a read that failed, whole lines too.
    rest: Vec<u8>,
    ended: bool,
    offset: u64,
    line: u64,
}

impl Lines {
    /// Of a file of Python, at the beginning of its content.
    pub(super) fn of(file: &Bound<'_, PyAny>, byte_order_mark: ByteOrderMark) -> PyResult<Self> {
        let (begin, rest) = begin(PyFile::of(file)?)?;
        let whole = Cursor::new(begin.clone()).chain(rest);
        let input: Box<dyn Read + Send + Sync> = match compression(&begin) {
            Found::Gzip => Box::new(MultiGzDecoder::new(io::BufReader::with_capacity(BLOCK / 4, whole))),
            Found::Zstd => Box::new(zstd::Decoder::new(whole)?),
            Found::Other(name, module) => {
                let message = format!(
                    "the file is compressed by {name}, and only gzip and Zstandard are read here; pass {module}.open(path)"
                );
                return Err(PyValueError::new_err(message));
            }
            Found::Plain | Found::Unknown => Box::new(whole),
        };
        let is_compressed = !matches!(compression(&begin), Found::Plain | Found::Unknown);
        let waiting = Waiting::of(file, is_compressed);
        let (piece, rest) = (vec![0; BLOCK], Vec::new());
        Ok(Lines { input, waiting, byte_order_mark, piece, rest, ended: false, offset: 0, line: 1 })
    }

    /// The next block: all whole lines that can be read without waiting longer than [`PATIENCE`] for the writer of a pipe.
    ///
    /// An error of the file's own `read` loses nothing: the next call continues after it. Any other one is the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Block>> {
        let (mut searched, mut deadline) = (0, None);
        while !self.ended {
            let feed = self.rest[searched..].iter().rposition(|&byte| byte == b'\n').map(|at| searched + at);
            match feed {
                Some(feed) => {
                    let deadline = *deadline.get_or_insert_with(|| Instant::now() + PATIENCE);
                    if self.rest.len() >= BLOCK || !self.waiting.is_over(deadline)? {
                        return Ok(Some(self.block(feed + 1)));
                    }
                    searched = feed;
                }
                None => searched = self.rest.len(),
            }
            if self.rest.len() > LINE_MAX {
                self.ended = true;
                self.rest.clear();
                return Err(io::Error::other(format!("line {} is longer than {LINE_MAX} bytes", self.line)));
            }
            match self.input.read(&mut self.piece) {
                Ok(read) => {
                    self.rest.extend_from_slice(&self.piece[..read]);
                    self.ended = read == 0;
                }
                Err(error) if is_of_python(&error) => return Err(error),
                Err(error) => {
                    self.ended = true;
                    self.rest.clear();
                    return Err(error);
                }
            }
        }
        let len = self.rest.len();
        Ok((len > 0).then(|| self.block(len)))
    }

    /// The first `len` bytes of the rest as a block.
    fn block(&mut self, len: usize) -> Block {
        let is_full = self.rest.len() >= BLOCK;
        let rest = self.rest.split_off(len);
        let mut bytes = std::mem::replace(&mut self.rest, rest);
        if self.offset == 0 && self.byte_order_mark == ByteOrderMark::Skip && bytes.starts_with(MARK) {
            bytes.drain(..MARK.len());
            self.offset = MARK.len() as u64;
        }
        let block = Block { offset: self.offset, line: self.line, bytes, is_full };
        self.offset += block.bytes.len() as u64;
        self.line += block.bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        block
    }
}

/// What the first bytes of a file say.
enum Found {
    Gzip,
    Zstd,
    /// A compression that is not read here, and the module of Python that does.
    Other(&'static str, &'static str),
    /// More bytes decide.
    Unknown,
    Plain,
}

fn compression(begin: &[u8]) -> Found {
    match begin {
        [0x1F, 0x8B, ..] => Found::Gzip,
        // A frame, or a frame to be skipped.
        [0x28, 0xB5, 0x2F, 0xFD] | [0x50..=0x5F, 0x2A, 0x4D, 0x18] => Found::Zstd,
        [b'B', b'Z', b'h', b'1'..=b'9'] => Found::Other("bzip2", "bz2"),
        [0xFD, b'7', b'z', b'X'] => Found::Other("xz", "lzma"),
        [] | [0x1F | 0x28 | 0x50..=0x5F | b'B' | 0xFD] => Found::Unknown,
        [0x28, 0xB5] | [0x28, 0xB5, 0x2F] | [0x50..=0x5F, 0x2A] | [0x50..=0x5F, 0x2A, 0x4D] => Found::Unknown,
        [b'B', b'Z'] | [b'B', b'Z', b'h'] | [0xFD, b'7'] | [0xFD, b'7', b'z'] => Found::Unknown,
        _ => Found::Plain,
    }
}

/// The bytes that say whether the file is compressed, and the file after them. A line of a live stream may be shorter.
fn begin(mut file: PyFile) -> io::Result<(Vec<u8>, PyFile)> {
    let mut begin = Vec::new();
    while let Found::Unknown = compression(&begin) {
        let mut byte = [0];
        if file.read(&mut byte)? == 0 {
            break;
        }
        begin.push(byte[0]);
    }
    Ok((begin, file))
}
