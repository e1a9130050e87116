//! JSON, by way of Ion text, into binary Ion.

use crate::conversion::OnLoss;
use crate::conversion_error::ConversionError;
use crate::engine::{Engine, Run};
use crate::ion_to_ion::IonToIon;
use crate::loss::Losses;
use stringmill_ion::{BinaryWriter, Limits, Reader};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error};

/// Converts JSON to Ion text, and that to binary Ion.
#[derive(Debug)]
pub(crate) struct JsonToBinary<'s> {
    /// JSON to Ion text.
    text: Box<dyn Engine + 's>,
    binary: IonToIon<BinaryWriter>,
}

impl<'s> JsonToBinary<'s> {
    pub(crate) fn new(tier: Tier, text: Box<dyn Engine + 's>, value_max: usize) -> Self {
        // The text is well-formed, and the depth of the JSON has a limit of its own.
        let limits = Limits { depth: usize::MAX, value_len: value_max.saturating_mul(4), ..Limits::DEFAULT };
        let reader = Reader::streaming().on_tier(tier).limited(limits);
        JsonToBinary { text, binary: IonToIon::new(reader, BinaryWriter::new(value_max), OnLoss::Allow) }
    }

    /// Converts the Ion text; the input is at `offset`.
    fn pass(&mut self, offset: u64, chunk: Chunk) -> Result<(), ConversionError> {
        let JsonToBinary { text, binary } = self;
        binary.reader.feed(text.written(), chunk);
        text.clear_written();
        // Places in the text are not places in the input; this one is after the value.
        binary.convert(usize::MAX).map(|_| ()).map_err(|refused| ConversionError::at(refused.error.code, offset))
    }
}

impl Engine for JsonToBinary<'_> {
    fn feed(&mut self, new: &[u8], offset: u64, chunk: Chunk) -> Result<usize, ConversionError> {
        self.text.feed(new, offset, chunk)
    }

    fn begin_input(&mut self) -> Result<(), ConversionError> {
        self.text.begin_input()
    }

    fn run(&mut self, src: &[u8], base: u64, last: bool, most: usize) -> Result<Run, ConversionError> {
        let run = self.text.run(src, base, last, most);
        let read = run.map_or(0, |run| run.read);
        // The values before an error too.
        self.pass(base + read as u64, Chunk::More)?;
        run
    }

    fn check(&mut self, new: &[u8]) -> Result<(), Error> {
        self.text.check(new)
    }

    fn line(&mut self, line: &[u8], offset: u64) -> Result<(), ConversionError> {
        self.text.line(line, offset)?;
        let done = self.binary.line(self.text.written(), 0);
        self.text.clear_written();
        done.map_err(|refused| ConversionError::at(refused.error.code, offset))
    }

    fn finish(&mut self, offset: u64) -> Result<(), ConversionError> {
        self.text.finish(offset)?;
        self.pass(offset, Chunk::Last)?;
        self.binary.finish(offset)
    }

    fn losses(&self) -> Losses {
        self.text.losses()
    }

    fn values(&self) -> u64 {
        self.text.values()
    }

    fn written(&self) -> &[u8] {
        self.binary.written()
    }

    fn clear_written(&mut self) {
        self.binary.clear_written();
    }
}
