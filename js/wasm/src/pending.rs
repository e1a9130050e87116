//! A conversion, with the bytes that it has not consumed yet.

use crate::arguments::misuse;
use stringmill::convert::{Conversion, Converter, Losses};
use stringmill::json::JsonStack;
use stringmill::{Chunk, Error, ErrorCode};

/// A converter that takes all input it gets.
pub(crate) struct Pending {
    converter: Converter<'static>,
    /// Input that is not consumed.
    rest: Vec<u8>,
}

impl Pending {
    pub(crate) fn new(conversion: &Conversion) -> Self {
        Pending { converter: Converter::new(conversion, JsonStack::growing()), rest: Vec::new() }
    }

    /// Converts the next bytes, and appends the output to `made`. The offset of an error counts from the beginning of the input.
    pub(crate) fn step(&mut self, src: &[u8], chunk: Chunk, made: &mut Vec<u8>) -> Result<(), Error> {
        self.rest.try_reserve(src.len()).map_err(|_| misuse(ErrorCode::MemoryRefused))?;
        self.rest.extend_from_slice(src);
        let mut read = 0;
        loop {
            let step = self.converter.step(&self.rest[read..], chunk, usize::MAX);
            let step = step.map_err(|refused| refused.error)?;
            read += step.read;
            // Without a full output it has read all that it can.
            if step.ended || !step.full {
                break;
            }
        }
        self.rest.drain(..read);
        self.converter.take(|bytes| {
            made.try_reserve(bytes.len()).map_err(|_| misuse(ErrorCode::MemoryRefused))?;
            made.extend_from_slice(bytes);
            Ok(())
        })
    }

    pub(crate) fn losses(&self) -> Losses {
        self.converter.losses()
    }
}
