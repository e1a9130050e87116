//! The part of a text that is at hand, and how a look at it ends: with what was looked for, with something wrong, or
//! with the wish for more.

use stringmill_kernels::{Class, Tier, scan_with, utf8_validate_with};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Why a look found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// What follows the window decides.
    More,
    /// What is wrong, and the place in the window.
    Wrong(ErrorCode, usize),
}

impl Stop {
    /// What is wrong with a text that is whole.
    pub(crate) fn error(self) -> Error {
        match self {
            Stop::Wrong(code, at) => Error::new(code, at as u64),
            Stop::More => unreachable!("nothing follows the last window"),
        }
    }
}

pub(crate) type Scan<T> = Result<T, Stop>;

#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) bytes: &'a [u8],
    /// Whether the text ends with it.
    pub(crate) last: bool,
    pub(crate) tier: Tier,
}

impl<'a> Window<'a> {
    /// The byte at a place; `None` at the end of the text.
    #[inline]
    pub(crate) fn get(self, at: usize) -> Scan<Option<u8>> {
        match self.bytes.get(at) {
            Some(&byte) => Ok(Some(byte)),
            None if self.last => Ok(None),
            None => Err(Stop::More),
        }
    }

    /// Whether these bytes stand at a place.
    pub(crate) fn has(self, at: usize, text: &[u8]) -> Scan<bool> {
        for (ahead, &expected) in text.iter().enumerate() {
            if self.get(at + ahead)? != Some(expected) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The end of the run of `class` that begins at `at`, within the window.
    #[inline]
    pub(crate) fn run(self, class: &Class, at: usize) -> usize {
        let rest = &self.bytes[at..];
        let short = rest.len().min(SHORT_RUN);
        match rest[..short].iter().position(|&byte| !class.has(byte)) {
            Some(len) => at + len,
            None => at + short + scan_with(self.tier, class, &rest[short..]),
        }
    }

    /// Whether `bytes[from..stop]` is well-formed UTF-8, where an ASCII byte stands at `stop` or the text ends.
    pub(crate) fn utf8(self, from: usize, stop: usize) -> Scan<()> {
        // With the byte that ends it, a cut sequence is one that misses bytes, and not one that the end cuts.
        let run = &self.bytes[from..(stop + 1).min(self.bytes.len())];
        if run.is_ascii() {
            return Ok(());
        }
        match utf8_validate_with(self.tier, run, Chunk::Last) {
            Ok(_) => Ok(()),
            Err(error) => Err(Stop::Wrong(error.code, from + error.offset as usize)),
        }
    }
}

/// Runs up to this length are looked at one byte at a time.
const SHORT_RUN: usize = 16;
