//! The conversions behind a [`Converter`](crate::Converter), as one trait: each reads its source and writes its target.

use crate::conversion_error::ConversionError;
use crate::loss::Losses;
use core::fmt;
use stringmill_outcome::{Chunk, Error};

/// Why a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// It needs more input.
    Input,
    /// It has written as many bytes as the caller allows.
    Full,
    /// It has converted all input.
    End,
}

/// How far a run got.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Bytes of the input that are consumed.
    pub(crate) read: usize,
    pub(crate) pause: Pause,
}

/// One conversion. The converter calls it once for a piece of input or for a line, never for a value.
pub(crate) trait Engine: fmt::Debug + Send + Sync {
    /// Takes new input, which begins at `offset`. Returns how many bytes of it may be converted now.
    fn feed(&mut self, new: &[u8], offset: u64, chunk: Chunk) -> Result<usize, ConversionError>;

    /// Converts input that [`Engine::feed`] has taken: `src`, which begins at `base` and is unconsumed. Stops once
    /// `most` bytes are written.
    fn run(&mut self, src: &[u8], base: u64, last: bool, most: usize) -> Result<Run, ConversionError>;

    /// Begins another input, after the end of the last one.
    fn begin_input(&mut self) -> Result<(), ConversionError>;

    /// Checks whole lines, or one text, if the source is checked before it is converted. An error has its offset in
    /// `new`.
    fn check(&mut self, new: &[u8]) -> Result<(), Error> {
        let _ = new;
        Ok(())
    }

    /// Converts whole lines at once, if the engine can; false otherwise.
    fn lines(&mut self, src: &[u8], offset: u64) -> Result<bool, ConversionError> {
        let _ = (src, offset);
        Ok(false)
    }

    /// Converts a line; writes and counts nothing of it if it is refused.
    fn line(&mut self, line: &[u8], offset: u64) -> Result<(), ConversionError>;

    /// Ends the output; the input ends at `offset`.
    fn finish(&mut self, offset: u64) -> Result<(), ConversionError>;

    fn losses(&self) -> Losses;

    /// How many values at the top level are converted.
    fn values(&self) -> u64;

    /// The output that is not taken yet.
    fn written(&self) -> &[u8];

    /// Bytes of that output up to the end of the last whole value at the top level.
    fn whole(&self) -> usize {
        self.written().len()
    }

    /// Drops that output.
    fn clear_written(&mut self);
}
