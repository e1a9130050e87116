//! Ion text into Ion text: the same values in another layout and spelling.

use crate::conversion::OnLoss;
use crate::engine::{Engine, Pause, Run};
use crate::items;
use crate::loss::{Loss, Losses};
use crate::refused::Refused;
use stringmill_ion::{Comments, Event, Options, Reader, Writer};
use stringmill_kernels::Tier;
use stringmill_outcome::Chunk;

/// Converts Ion to Ion.
#[derive(Debug)]
pub(crate) struct IonToIon {
    reader: Reader<'static>,
    writer: Writer,
    losses: Losses,
    refuses: bool,
    /// Whether comments are copied. Otherwise they are a loss.
    keeps_comments: bool,
    /// Whether the values are the items of the lists at the top level.
    each: bool,
}

impl IonToIon {
    /// Comments are a loss, and the values are those at the top level.
    pub(crate) fn new(tier: Tier, reader: Reader<'static>, options: Options, on_loss: OnLoss) -> Self {
        let writer = Writer::new(options).on_tier(tier);
        IonToIon {
            reader,
            writer,
            losses: Losses::default(),
            refuses: on_loss == OnLoss::Refuse,
            keeps_comments: false,
            each: false,
        }
    }

    /// The same, but comments are copied.
    pub(crate) fn with_comments(self) -> Self {
        IonToIon { reader: self.reader.keeping_comments(), keeps_comments: true, ..self }
    }

    /// The same for the items of the lists at the top level.
    pub(crate) fn with_items(self) -> Self {
        IonToIon { each: true, ..self }
    }

    /// Converts until all available input is read, or the value that makes the output reach `most` bytes.
    fn convert(&mut self, most: usize) -> Result<Pause, Refused> {
        let pause = self.copy(most)?;
        self.count_comments()?;
        Ok(pause)
    }

    fn count_comments(&mut self) -> Result<(), Refused> {
        let Comments { count, first } = self.reader.take_comments();
        if self.keeps_comments {
            return Ok(());
        }
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
            if self.each && items::is_outer(event, &self.reader)? {
                if self.reader.annotations().len() > 0 && matches!(event, Event::Open(_)) {
                    self.losses.add(Loss::Annotations, self.reader.offset());
                    if self.refuses {
                        return Err(Refused::loss(Loss::Annotations, self.reader.offset()));
                    }
                }
                continue;
            }
            let done = self.writer.copy(&mut self.reader, event);
            done.map_err(|error| Refused::write(error, self.reader.offset()))?;
            match event {
                Event::NeedInput => return Ok(Pause::Input),
                Event::End => return Ok(Pause::End),
                _ => {}
            }
            if self.writer.ready().len() >= most {
                return Ok(Pause::Full);
            }
        }
    }
}

impl Engine for IonToIon {
    fn feed(&mut self, new: &[u8], _offset: u64, chunk: Chunk) -> Result<usize, Refused> {
        self.reader.feed(new, chunk);
        Ok(new.len())
    }

    fn run(&mut self, _src: &[u8], base: u64, _last: bool, most: usize) -> Result<Run, Refused> {
        let pause = self.convert(most)?;
        Ok(Run { read: (self.reader.settled() - base) as usize, pause })
    }

    fn begin_input(&mut self) -> Result<(), Refused> {
        items::forget_symbols(&mut self.reader)
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
        self.writer.end_line().map_err(|error| Refused::write(error, offset))
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
