//! The text of the file that `--in-place` replaces, compared with the output: a file with nothing to change keeps its inode and time.

use crate::report::failure::Failure;

/// Reads the next bytes of a text; returns their number, 0 at the end.
pub(crate) type Reader = Box<dyn FnMut(&mut [u8]) -> Result<usize, Failure> + Send>;

/// The rest of the old text. The output equals the part before it.
pub(crate) struct OldText {
    read: Reader,
    block: Box<[u8]>,
}

/// Bytes of one read.
const BLOCK: usize = 64 * 1024;

impl OldText {
    pub(crate) fn new(read: Reader) -> Self {
        OldText { read, block: vec![0; BLOCK].into_boxed_slice() }
    }

    /// Whether the old text continues with `bytes`.
    pub(crate) fn continues_with(&mut self, mut bytes: &[u8]) -> Result<bool, Failure> {
        while !bytes.is_empty() {
            let most = bytes.len().min(BLOCK);
            let len = (self.read)(&mut self.block[..most])?;
            if len == 0 || self.block[..len] != bytes[..len] {
                return Ok(false);
            }
            bytes = &bytes[len..];
        }
        Ok(true)
    }

    /// Whether the old text has no more bytes.
    pub(crate) fn has_ended(mut self) -> Result<bool, Failure> {
        Ok((self.read)(&mut self.block)? == 0)
    }
}
