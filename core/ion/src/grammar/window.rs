//! The whole grammar sees the input through a [`Window`], its available part. A scan ends with a result, an error, or
//! a request for more input.

use stringmill_kernels::{ByteClass, Tier, scan_with, utf8_validate_with};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Why a scan has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScanStop {
    /// The result depends on bytes after the window.
    More,
    /// An error, and its place in the window.
    Error(ErrorCode, usize),
}

impl ScanStop {
    /// The error in a complete text.
    pub(crate) fn error(self) -> Error {
        match self {
            ScanStop::Error(code, at) => Error::new(code, at as u64),
            ScanStop::More => unreachable!("nothing follows the last window"),
        }
    }
}

pub(crate) type Scan<T> = Result<T, ScanStop>;

#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) bytes: &'a [u8],
    /// Whether the input ends with `bytes`.
    pub(crate) last: bool,
    pub(crate) tier: Tier,
}

impl<'a> Window<'a> {
    /// The byte at a place; `None` at the end of the input.
    #[inline]
    pub(crate) fn get(self, at: usize) -> Scan<Option<u8>> {
        match self.bytes.get(at) {
            Some(&byte) => Ok(Some(byte)),
            None if self.last => Ok(None),
            None => Err(ScanStop::More),
        }
    }

    /// Whether `text` is at a place.
    pub(crate) fn has(self, at: usize, text: &[u8]) -> Scan<bool> {
        for (index, &expected) in text.iter().enumerate() {
            if self.get(at + index)? != Some(expected) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The end of the run of `class` that begins at `at`, within the window.
    #[inline]
    pub(crate) fn run(self, class: &ByteClass, at: usize) -> usize {
        let rest = &self.bytes[at..];
        let short = rest.len().min(SHORT_RUN);
        match rest[..short].iter().position(|&byte| !class.has(byte)) {
            Some(len) => at + len,
            None => at + short + scan_with(self.tier, class, &rest[short..]),
        }
    }

    /// Checks that `bytes[from..stop]` is well-formed UTF-8; at `stop` is an ASCII byte, or the input ends.
    pub(crate) fn utf8(self, from: usize, stop: usize) -> Scan<()> {
        // With the byte at `stop`, the verdict on a cut sequence is ill-formed instead of incomplete.
        let run = &self.bytes[from..(stop + 1).min(self.bytes.len())];
        if run.is_ascii() {
            return Ok(());
        }
        match utf8_validate_with(self.tier, run, Chunk::Last) {
            Ok(_) => Ok(()),
            Err(error) => Err(ScanStop::Error(error.code, from + error.offset as usize)),
        }
    }
}

/// Runs up to this length are scanned one byte at a time.
const SHORT_RUN: usize = 16;
