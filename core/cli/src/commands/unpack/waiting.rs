//! The text of a file that comes before its name.

use crate::output::publish::Draft;
use crate::output::scratch::Scratch;
use crate::process::memory;
use crate::report::failure::Failure;
use std::path::PathBuf;
use stringmill::convert::canonical::Storage;

/// Bytes of the string being read.
pub(super) struct Buffer {
    pub(super) bytes: Box<[u8]>,
    pub(super) filled: usize,
}

/// The text of a file whose name is not known yet.
pub(super) struct Waiting {
    /// The text, if it fits into the buffer.
    bytes: Vec<u8>,
    /// The text, if it is longer.
    rest: Scratch,
}

impl Waiting {
    /// No text. A long one waits in a temporary file in `folder`.
    pub(super) fn new(folder: PathBuf) -> Self {
        Waiting { bytes: Vec::new(), rest: Scratch::within(folder) }
    }

    /// Adds a full buffer of the text.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.rest.append(bytes)
    }

    /// Adds the end of the text. A text that fits into the buffer stays in memory.
    pub(super) fn end(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self.rest.len() {
            0 => memory::extend(&mut self.bytes, bytes),
            _ => self.rest.append(bytes),
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.bytes.len() as u64 + self.rest.len()
    }

    /// Writes the text to `draft`, by way of the part of `buffer` that is not filled.
    pub(super) fn write_to(&mut self, draft: &Draft, buffer: &mut Buffer) -> Result<(), Failure> {
        draft.write(&self.bytes)?;
        let block = &mut buffer.bytes[buffer.filled..];
        let mut at = 0;
        while at < self.rest.len() {
            let len = usize::try_from(self.rest.len() - at).unwrap_or(usize::MAX).min(block.len());
            self.rest.read(at, &mut block[..len])?;
            draft.write(&block[..len])?;
            at += len as u64;
        }
        Ok(())
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.rest.clear();
    }
}
