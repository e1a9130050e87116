//! The lines of a file, in blocks of whole lines.

use crate::block::{Block, feeds};
use std::error::Error;
use std::fmt;
use std::mem;

/// How to handle a byte order mark at the beginning of a file.
///
/// ```
/// use stringmill::columns::{ByteOrderMark, Lines};
///
/// let mut lines = Lines::new(ByteOrderMark::Skip);
/// lines.push(b"\xEF\xBB\xBF{}\n");
/// let block = lines.take().expect("the file has a line");
/// assert_eq!((&block.bytes[..], block.offset), (&b"{}\n"[..], 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrderMark {
    /// The mark is an error of the first line, which is a reject.
    Refuse,
    /// The first line begins after the mark.
    Skip,
}

/// U+FEFF in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Cuts a file that arrives in pieces into blocks of whole lines.
///
/// ```
/// use stringmill::columns::{ByteOrderMark, Lines};
///
/// let mut lines = Lines::new(ByteOrderMark::Refuse);
/// lines.push(b"{}\n{\"a");
/// assert!(lines.has_line() && !lines.is_full() && lines.check_len().is_ok());
/// assert_eq!(lines.take().map(|block| block.bytes), Some(b"{}\n".to_vec()));
/// assert!(lines.take().is_none());
/// lines.push(b"\":1}");
/// let last = lines.finish().expect("the last line has no line feed");
/// assert_eq!((&last.bytes[..], last.offset, last.line), (&b"{\"a\":1}"[..], 3, 2));
/// lines.push(b"[");
/// lines.clear(); // the file failed
/// assert!(lines.finish().is_none() && Lines::BLOCK < Lines::LINE_MAX);
/// ```
#[derive(Debug)]
pub struct Lines {
    byte_order_mark: ByteOrderMark,
    /// Whole lines that were not taken, then the beginning of the next line.
    rest: Vec<u8>,
    /// The length of the whole lines in `rest`.
    whole: usize,
    /// The length of the part of `rest` that was searched for line feeds.
    searched: usize,
    offset: u64,
    line: u64,
}

impl Lines {
    /// A block is full from this many bytes on. A longer line makes a longer block.
    pub const BLOCK: usize = 1 << 20;
    /// The maximum length of a line, which has to fit in memory.
    pub const LINE_MAX: usize = 1 << 30;

    /// Makes the state at the beginning of a file.
    pub fn new(byte_order_mark: ByteOrderMark) -> Self {
        Lines { byte_order_mark, rest: Vec::new(), whole: 0, searched: 0, offset: 0, line: 1 }
    }

    /// Appends the next bytes of the file.
    pub fn push(&mut self, piece: &[u8]) {
        self.rest.extend_from_slice(piece);
    }

    /// Whether a whole line has arrived.
    pub fn has_line(&mut self) -> bool {
        if let Some(feed) = self.rest[self.searched..].iter().rposition(|&byte| byte == b'\n') {
            self.whole = self.searched + feed + 1;
        }
        self.searched = self.rest.len();
        self.whole > 0
    }

    /// Whether there are enough bytes for a full block.
    pub fn is_full(&self) -> bool {
        self.rest.len() >= Lines::BLOCK
    }

    /// Fails if the line at the end is too long already, and drops its bytes.
    ///
    /// # Errors
    ///
    /// [`LineTooLong`] if there are more than [`Lines::LINE_MAX`] bytes and no whole line.
    pub fn check_len(&mut self) -> Result<(), LineTooLong> {
        if self.rest.len() <= Lines::LINE_MAX {
            return Ok(());
        }
        self.clear();
        Err(LineTooLong { line: self.line })
    }

    /// Drops the bytes that were not taken, after the file failed.
    pub fn clear(&mut self) {
        self.rest.clear();
        (self.whole, self.searched) = (0, 0);
    }

    /// Takes all whole lines; `None` if there are none.
    pub fn take(&mut self) -> Option<Block> {
        self.has_line().then(|| self.block(self.whole))
    }

    /// Takes all remaining bytes, at the end of the file; `None` if there are none. The last line may lack its line
    /// feed.
    pub fn finish(&mut self) -> Option<Block> {
        let len = self.rest.len();
        (len > 0).then(|| self.block(len))
    }

    /// Takes the first `len` bytes of `rest` as a block.
    fn block(&mut self, len: usize) -> Block {
        let is_full = self.is_full();
        let rest = self.rest.split_off(len);
        self.whole = 0;
        self.searched = self.searched.saturating_sub(len);
        let mut bytes = mem::replace(&mut self.rest, rest);
        if self.offset == 0 && self.byte_order_mark == ByteOrderMark::Skip && bytes.starts_with(MARK) {
            bytes.drain(..MARK.len());
            self.offset = MARK.len() as u64;
        }
        let block = Block { offset: self.offset, line: self.line, bytes, is_full };
        self.offset += block.bytes.len() as u64;
        self.line += feeds(&block.bytes);
        block
    }
}

/// A line exceeds [`Lines::LINE_MAX`].
///
/// ```
/// let error = stringmill::columns::LineTooLong { line: 3 };
/// assert_eq!(error.to_string(), "line 3 is longer than 1073741824 bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineTooLong {
    /// The number of the line, from 1.
    pub line: u64,
}

impl fmt::Display for LineTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is longer than {} bytes", self.line, Lines::LINE_MAX)
    }
}

impl Error for LineTooLong {}
