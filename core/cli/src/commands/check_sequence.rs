//! Errors in a text sequence, for `smill check`.

use crate::commands::check_json::CheckOfJson;
use stringmill::json::TextSequence;
use stringmill::{Chunk, Error};

/// Looks for errors in a text sequence.
pub(super) struct SequenceFinder {
    checker: CheckOfJson,
    texts: TextSequence,
    /// How many texts have begun.
    count: u64,
}

impl SequenceFinder {
    pub(super) fn new(checker: CheckOfJson) -> Self {
        SequenceFinder { checker, texts: TextSequence::default(), count: 0 }
    }

    /// The number of the text with an error.
    pub(super) fn record(&self) -> Option<u64> {
        Some(self.count).filter(|&count| count > 0)
    }

    /// Returns to the beginning of a sequence, or of a text with its separator.
    pub(super) fn restart(&mut self) {
        self.texts = TextSequence::default();
    }

    /// Number of bytes of `src` that are certainly valid.
    pub(super) fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let mut at = 0;
        loop {
            let part = self.texts.next(&src[at..], chunk).map_err(|error| error.after(at as u64))?;
            let (start, end) = (at + part.start, at + part.end);
            if start == end && !part.is_last {
                return Ok(start);
            }
            if part.is_first {
                self.count += 1;
                self.checker.restart();
            }
            let read = self.checker.step(&src[start..end], part.chunk()).map_err(|error| error.after(start as u64))?;
            self.texts.consume(&src[start..start + read]);
            at = start + read;
            if !part.is_last {
                return Ok(at);
            }
            self.texts.end().map_err(|code| Error::new(code, at as u64))?;
        }
    }
}
