//! The lines of a file, in blocks of whole lines, decompressed if it is gzip or Zstandard.

use flate2::read::MultiGzDecoder;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::io::{self, Cursor, Read};
use stringmill::Error;
use stringmill::json::{JsonCheck, json_check};

/// Bytes of a block, unless a line is longer.
const BLOCK: usize = 1 << 20;
/// The longest line. It must fit in memory.
const LINE_MAX: usize = 1 << 30;

/// A binary file of Python.
struct PyFile(Py<PyAny>);

impl Read for PyFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let bytes = self.0.bind(py).call_method1("read", (into.len(),)).map_err(io::Error::other)?;
            let Ok(bytes) = bytes.extract::<&[u8]>() else {
                let class = bytes.get_type();
                return Err(io::Error::other(PyTypeError::new_err(format!("read() returned {class}, and not bytes"))));
            };
            let Some(place) = into.get_mut(..bytes.len()) else {
                return Err(io::Error::other("read() returned more bytes than asked for"));
            };
            place.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

/// Whole lines of a file. The last block may end without a line feed.
pub(super) struct Block {
    pub(super) bytes: Vec<u8>,
    /// Where they begin in the decompressed file.
    pub(super) offset: u64,
    /// The number of the first line, from 1.
    pub(super) line: u64,
}

/// A line that is no JSON, or does not fit.
pub(super) struct Fault {
    /// Where the line begins and ends in its block, without the line feed.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The error, at its offset in the line.
    pub(super) error: Error,
    /// What else is known about it.
    pub(super) note: Option<String>,
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

/// The blocks of a file.
pub(super) struct Lines {
    input: Box<dyn Read + Send + Sync>,
    /// The beginning of the next line.
    rest: Vec<u8>,
    ended: bool,
    offset: u64,
    line: u64,
}

impl Lines {
    /// Of a file of Python, at the beginning of its content.
    pub(super) fn of(file: Py<PyAny>) -> io::Result<Self> {
        let mut file = PyFile(file);
        let mut begin = Vec::new();
        file.by_ref().take(4).read_to_end(&mut begin)?;
        let whole = |begin| Cursor::new(begin).chain(file);
        let input: Box<dyn Read + Send + Sync> = match begin[..] {
            [0x1F, 0x8B, ..] => Box::new(MultiGzDecoder::new(io::BufReader::with_capacity(BLOCK / 4, whole(begin)))),
            // A frame, or a frame to be skipped.
            [0x28, 0xB5, 0x2F, 0xFD] | [0x50..=0x5F, 0x2A, 0x4D, 0x18] => Box::new(zstd::Decoder::new(whole(begin))?),
            _ => Box::new(whole(begin)),
        };
        Ok(Lines { input, rest: Vec::new(), ended: false, offset: 0, line: 1 })
    }

    /// The next block.
    pub(super) fn next(&mut self) -> io::Result<Option<Block>> {
        let mut bytes = std::mem::take(&mut self.rest);
        let mut searched = 0;
        loop {
            if self.ended {
                break;
            }
            if bytes.len() >= BLOCK {
                if let Some(feed) = bytes[searched..].iter().rposition(|&byte| byte == b'\n') {
                    self.rest = bytes.split_off(searched + feed + 1);
                    break;
                }
                searched = bytes.len();
                if searched > LINE_MAX {
                    return Err(io::Error::other(format!("line {} is longer than {LINE_MAX} bytes", self.line)));
                }
            }
            let want = BLOCK.max(bytes.len() + 1) - bytes.len();
            let read = self.input.by_ref().take(want.max(BLOCK / 4) as u64).read_to_end(&mut bytes)?;
            self.ended = read == 0;
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let block = Block { offset: self.offset, line: self.line, bytes };
        self.offset += block.bytes.len() as u64;
        self.line += block.bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Ok(Some(block))
    }
}
