//! The lines of a file, in blocks of whole lines, decompressed if it is gzip or Zstandard.

use super::file::{PATIENCE, PyFile, Waiting, is_of_python};
use crate::choices::choice;
use flate2::read::MultiGzDecoder;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::io::{self, Cursor, Read};
use std::time::Instant;
use stringmill::columns::{Block, ByteOrderMark, Lines as Pieces};

/// Looks up the choice by name.
pub(super) fn byte_order_mark(py: Python<'_>, name: &str) -> PyResult<ByteOrderMark> {
    let name_of = |it| if it == ByteOrderMark::Refuse { "refuse" } else { "skip" };
    choice(py, "byte_order_mark", name, &[ByteOrderMark::Refuse, ByteOrderMark::Skip], name_of)
}

/// The blocks of a file.
pub(super) struct Lines {
    input: Box<dyn Read + Send + Sync>,
    waiting: Waiting,
    /// The buffer for each read.
    piece: Vec<u8>,
    pieces: Pieces,
    ended: bool,
}

impl Lines {
    /// For a Python file, at the beginning of its content.
    pub(super) fn of(file: &Bound<'_, PyAny>, byte_order_mark: ByteOrderMark) -> PyResult<Self> {
        let (begin, rest) = begin(PyFile::of(file)?)?;
        let whole = Cursor::new(begin.clone()).chain(rest);
        let input: Box<dyn Read + Send + Sync> = match compression(&begin) {
            Found::Gzip => Box::new(MultiGzDecoder::new(io::BufReader::with_capacity(Pieces::BLOCK / 4, whole))),
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
        let (piece, pieces) = (vec![0; Pieces::BLOCK], Pieces::new(byte_order_mark));
        Ok(Lines { input, waiting, piece, pieces, ended: false })
    }

    /// The next block: all whole lines that can be read without waiting longer than [`PATIENCE`] for the writer of a pipe.
    ///
    /// An error of the file's own `read` loses nothing: the next call continues after it. Any other one is the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Block>> {
        let mut deadline = None;
        while !self.ended {
            if self.pieces.has_line() {
                let deadline = *deadline.get_or_insert_with(|| Instant::now() + PATIENCE);
                if self.pieces.is_full() || !self.waiting.is_over(deadline)? {
                    return Ok(self.pieces.take());
                }
            }
            if let Err(error) = self.pieces.check_len() {
                self.ended = true;
                return Err(io::Error::other(error.to_string()));
            }
            match self.input.read(&mut self.piece) {
                Ok(read) => {
                    self.pieces.push(&self.piece[..read]);
                    self.ended = read == 0;
                }
                Err(error) if is_of_python(&error) => return Err(error),
                Err(error) => {
                    self.ended = true;
                    self.pieces.clear();
                    return Err(error);
                }
            }
        }
        Ok(self.pieces.finish())
    }
}

/// The format, by the first bytes of a file.
enum Found {
    Gzip,
    Zstd,
    /// A compression that this module does not read: its name, and the Python module that reads it.
    Other(&'static str, &'static str),
    /// More bytes are needed.
    Unknown,
    Plain,
}

fn compression(begin: &[u8]) -> Found {
    match begin {
        [0x1F, 0x8B, ..] => Found::Gzip,
        // The magic number of a frame, or of a skippable frame.
        [0x28, 0xB5, 0x2F, 0xFD] | [0x50..=0x5F, 0x2A, 0x4D, 0x18] => Found::Zstd,
        [b'B', b'Z', b'h', b'1'..=b'9'] => Found::Other("bzip2", "bz2"),
        [0xFD, b'7', b'z', b'X'] => Found::Other("xz", "lzma"),
        [] | [0x1F | 0x28 | 0x50..=0x5F | b'B' | 0xFD] => Found::Unknown,
        [0x28, 0xB5] | [0x28, 0xB5, 0x2F] | [0x50..=0x5F, 0x2A] | [0x50..=0x5F, 0x2A, 0x4D] => Found::Unknown,
        [b'B', b'Z'] | [b'B', b'Z', b'h'] | [0xFD, b'7'] | [0xFD, b'7', b'z'] => Found::Unknown,
        _ => Found::Plain,
    }
}

/// Reads enough bytes to recognise compression. Returns them and the file after them. A line of a live stream may be
/// shorter.
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
