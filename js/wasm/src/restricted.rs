//! Checks JSON by rules beyond RFC 8259, in pieces of the length of the window.

use crate::arguments::misuse;
use stringmill::json::{JsonCheck, RestrictedChecker, Restrictions};
use stringmill::{Chunk, Error, ErrorCode};

/// A checker that consumes whole windows: it keeps a name or number that is longer.
pub(crate) struct Restricted {
    checker: RestrictedChecker,
    /// The beginning of a name or number, if a whole window was a part of it.
    rest: Vec<u8>,
}

impl Restricted {
    pub(crate) fn new(rules: JsonCheck, restrictions: Restrictions, seed: u64) -> Self {
        Restricted { checker: RestrictedChecker::new(rules, restrictions, seed), rest: Vec::new() }
    }

    pub(crate) fn restart(&mut self) {
        self.checker.restart();
        self.rest.clear();
    }

    /// Checks the next bytes, and returns how many are consumed: some, if `src` is a whole window. The offset of an error in bytes of
    /// earlier calls wraps below zero.
    pub(crate) fn step(&mut self, src: &[u8], is_window: bool, chunk: Chunk) -> Result<usize, Error> {
        let before = self.rest.len();
        if before == 0 {
            let read = self.checker.step(src, chunk)?;
            if read > 0 || !is_window {
                return Ok(read);
            }
            self.keep(src)?;
            return Ok(src.len());
        }
        self.keep(src)?;
        let checked = self.checker.step(&self.rest, chunk);
        let read = checked.map_err(|Error { code, offset }| Error::new(code, offset.wrapping_sub(before as u64)))?;
        let left = self.rest.len() - read;
        if left < src.len() {
            self.rest = Vec::new();
            return Ok(src.len() - left);
        }
        self.rest.drain(..read);
        Ok(src.len())
    }

    fn keep(&mut self, src: &[u8]) -> Result<(), Error> {
        self.rest.try_reserve(src.len()).map_err(|_| misuse(ErrorCode::MemoryRefused))?;
        self.rest.extend_from_slice(src);
        Ok(())
    }
}
