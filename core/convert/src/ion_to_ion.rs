//! Ion text into Ion text: the same values, laid out and spelled otherwise.

use crate::conversion::OnLoss;
use crate::from_ion::Pause;
use crate::loss::{Loss, Losses};
use crate::refused::Refused;
use stringmill_ion::{Comments, Event, Limits, Options, Reader, Writer};
use stringmill_kernels::Tier;

/// Writes Ion anew.
#[derive(Debug)]
pub(crate) struct IonToIon {
    tier: Tier,
    options: Options,
    pub(crate) reader: Reader<'static>,
    pub(crate) writer: Writer,
    pub(crate) losses: Losses,
    refuses: bool,
}

impl IonToIon {
    pub(crate) fn new(tier: Tier, limits: Limits, options: Options, on_loss: OnLoss) -> Self {
        let reader = Reader::streaming().on_tier(tier).limited(limits);
        let writer = Writer::new(options).on_tier(tier);
        IonToIon { tier, options, reader, writer, losses: Losses::default(), refuses: on_loss == OnLoss::Refuse }
    }

    /// Forgets what is open, what is written and not taken away, and comments that were not counted yet.
    pub(crate) fn restart(&mut self) {
        self.reader.take_comments();
        self.writer = Writer::new(self.options).on_tier(self.tier);
    }

    /// Writes until there is nothing more to read, or `most` bytes and those of a value are written.
    pub(crate) fn run(&mut self, most: usize) -> Result<Pause, Refused> {
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
