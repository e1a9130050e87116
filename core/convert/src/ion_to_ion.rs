//! Ion text into Ion text: the same values, laid out and spelled otherwise.

use crate::from_ion::Pause;
use crate::refused::Refused;
use stringmill_ion::{Event, Limits, Options, Reader, Writer};
use stringmill_kernels::Tier;
use stringmill_outcome::ErrorCode;

/// Writes Ion anew.
#[derive(Debug)]
pub(crate) struct IonToIon {
    tier: Tier,
    options: Options,
    pub(crate) reader: Reader<'static>,
    pub(crate) writer: Writer,
}

impl IonToIon {
    pub(crate) fn new(tier: Tier, limits: Limits, options: Options) -> Self {
        let reader = Reader::streaming().on_tier(tier).limited(limits);
        IonToIon { tier, options, reader, writer: Writer::new(options).on_tier(tier) }
    }

    /// Forgets what is open, and what is written and not taken away.
    pub(crate) fn restart(&mut self) {
        self.writer = Writer::new(self.options).on_tier(self.tier);
    }

    /// Writes until there is nothing more to read, or `most` bytes and those of a value are written.
    pub(crate) fn run(&mut self, most: usize) -> Result<Pause, Refused> {
        loop {
            match self.reader.next()? {
                Event::NeedInput => return Ok(Pause::Input),
                Event::End => return Ok(Pause::End),
                event => {
                    let done = self.writer.copy(&mut self.reader, event);
                    done.map_err(|_| Refused::at(ErrorCode::ConvertTyped, self.reader.offset()))?;
                }
            }
            if self.writer.ready().len() >= most {
                return Ok(Pause::Full);
            }
        }
    }
}
