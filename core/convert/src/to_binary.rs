//! Ion, or JSON by way of Ion text, into binary Ion.

use crate::conversion::OnLoss;
use crate::engine::{Engine, Pause, Run};
use crate::items;
use crate::loss::{Loss, Losses};
use crate::refused::Refused;
use stringmill_ion::{BinaryWriter, Comments, Event, Limits, Reader};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error};

/// Converts Ion to binary Ion.
#[derive(Debug)]
pub(crate) struct IonToBinary {
    reader: Reader<'static>,
    writer: BinaryWriter,
    losses: Losses,
    refuses: bool,
}

impl IonToBinary {
    pub(crate) fn new(reader: Reader<'static>, value_max: usize, on_loss: OnLoss) -> Self {
        let writer = BinaryWriter::new(value_max);
        IonToBinary { reader, writer, losses: Losses::default(), refuses: on_loss == OnLoss::Refuse }
    }

    /// Converts until all available input is read, or the value that makes the output reach `most` bytes.
    fn convert(&mut self, most: usize) -> Result<Pause, Refused> {
        let pause = self.copy(most)?;
        self.count_comments()?;
        Ok(pause)
    }

    fn count_comments(&mut self) -> Result<(), Refused> {
        let Comments { count, first } = self.reader.take_comments();
        if count > 0 && self.refuses {
            return Err(Refused::loss(Loss::Comments, first));
        }
        if count > 0 {
            self.losses.add_many(Loss::Comments, count, first);
        }
        Ok(())
    }

    fn copy(&mut self, most: usize) -> Result<Pause, Refused> {
        loop {
            let event = self.reader.next()?;
            if self.refuses {
                self.count_comments()?;
            }
            match event {
                Event::NeedInput => return Ok(Pause::Input),
                Event::End => return Ok(Pause::End),
                event => {
                    let done = self.writer.copy(&mut self.reader, event);
                    done.map_err(|error| Refused::write(error, self.reader.offset()))?;
                }
            }
            if self.writer.ready().len() >= most {
                return Ok(Pause::Full);
            }
        }
    }
}

impl Engine for IonToBinary {
    fn feed(&mut self, new: &[u8], _offset: u64, chunk: Chunk) -> Result<usize, Refused> {
        self.reader.feed(new, chunk);
        Ok(new.len())
    }

    fn begin_input(&mut self) -> Result<(), Refused> {
        items::forget_symbols(&mut self.reader)
    }

    fn run(&mut self, _src: &[u8], base: u64, _last: bool, most: usize) -> Result<Run, Refused> {
        let pause = self.convert(most)?;
        Ok(Run { read: (self.reader.settled() - base) as usize, pause })
    }

    fn line(&mut self, line: &[u8], offset: u64) -> Result<(), Refused> {
        self.writer.begin_record();
        self.reader.restart(offset);
        self.reader.feed(line, Chunk::Last);
        if let Err(refused) = self.convert(usize::MAX) {
            self.writer.drop_record();
            // The comments of the line are not counted.
            self.reader.take_comments();
            return Err(refused);
        }
        Ok(())
    }

    fn finish(&mut self, offset: u64) -> Result<(), Refused> {
        self.writer.finish().map_err(|error| Refused::write(error, offset))
    }

    fn losses(&self) -> Losses {
        self.losses
    }

    fn written(&self) -> &[u8] {
        self.writer.ready()
    }

    fn clear_written(&mut self) {
        self.writer.clear_ready();
    }
}

/// Converts JSON to Ion text, and that to binary Ion.
#[derive(Debug)]
pub(crate) struct JsonToBinary<'s> {
    /// JSON to Ion text.
    text: Box<dyn Engine + 's>,
    binary: IonToBinary,
}

impl<'s> JsonToBinary<'s> {
    pub(crate) fn new(tier: Tier, text: Box<dyn Engine + 's>, value_max: usize) -> Self {
        // The text is well-formed, and the depth of the JSON has a limit of its own.
        let limits = Limits { depth: usize::MAX, value_len: value_max.saturating_mul(4), ..Limits::DEFAULT };
        let reader = Reader::streaming().on_tier(tier).limited(limits);
        JsonToBinary { text, binary: IonToBinary::new(reader, value_max, OnLoss::Allow) }
    }

    /// Converts the Ion text; the input is at `offset`.
    fn pass(&mut self, offset: u64, chunk: Chunk) -> Result<(), Refused> {
        let JsonToBinary { text, binary } = self;
        binary.reader.feed(text.written(), chunk);
        text.clear_written();
        // Places in the text are not places in the input; this one is after the value.
        binary.convert(usize::MAX).map(|_| ()).map_err(|refused| Refused::at(refused.error.code, offset))
    }
}

impl Engine for JsonToBinary<'_> {
    fn feed(&mut self, new: &[u8], offset: u64, chunk: Chunk) -> Result<usize, Refused> {
        self.text.feed(new, offset, chunk)
    }

    fn begin_input(&mut self) -> Result<(), Refused> {
        self.text.begin_input()
    }

    fn run(&mut self, src: &[u8], base: u64, last: bool, most: usize) -> Result<Run, Refused> {
        let run = self.text.run(src, base, last, most)?;
        self.pass(base + run.read as u64, Chunk::More)?;
        Ok(run)
    }

    fn check(&mut self, new: &[u8]) -> Result<(), Error> {
        self.text.check(new)
    }

    fn line(&mut self, line: &[u8], offset: u64) -> Result<(), Refused> {
        self.text.line(line, offset)?;
        let done = self.binary.line(self.text.written(), 0);
        self.text.clear_written();
        done.map_err(|refused| Refused::at(refused.error.code, offset))
    }

    fn finish(&mut self, offset: u64) -> Result<(), Refused> {
        self.text.finish(offset)?;
        self.pass(offset, Chunk::Last)?;
        self.binary.finish(offset)
    }

    fn losses(&self) -> Losses {
        self.text.losses()
    }

    fn written(&self) -> &[u8] {
        self.binary.written()
    }

    fn clear_written(&mut self) {
        self.binary.clear_written();
    }
}
