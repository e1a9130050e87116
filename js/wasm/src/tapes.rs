//! The events of a reader of Ion, many at a time, as a tape.

mod names;
mod scalars;
mod tape;

use crate::arguments::misuse;
use names::Names;
use stringmill::ion::{Event, Reader};
use stringmill::{Chunk, Error, ErrorCode};
use tape::Tape;
pub(crate) use tape::units;

/// A reader, and the events that are on their way.
pub(crate) struct Tapes {
    reader: Reader<'static>,
    names: Names,
    tape: Tape,
}

/// What follows a tape.
#[derive(Clone, Copy)]
pub(crate) enum After {
    /// More events, or the error, without more input.
    More,
    /// More input.
    Input,
    /// Nothing.
    End,
}

impl Tapes {
    pub(crate) fn new(reader: Reader<'static>) -> Self {
        Tapes { reader, names: Names::default(), tape: Tape::default() }
    }

    pub(crate) fn feed(&mut self, bytes: &[u8], chunk: Chunk) {
        self.reader.feed(bytes, chunk);
    }

    /// Writes the next events to `made`. An error comes after the events before it.
    pub(crate) fn write(&mut self, made: &mut Vec<u8>) -> Result<After, Error> {
        let after = self.run()?;
        self.tape.finish(made).ok_or(misuse(ErrorCode::MemoryRefused))?;
        Ok(after)
    }

    fn run(&mut self) -> Result<After, Error> {
        let Tapes { reader, names, tape } = self;
        while !tape.is_full() {
            let event = match reader.next() {
                Ok(Event::NeedInput) => return Ok(After::Input),
                Ok(Event::End) => return Ok(After::End),
                Ok(event) => event,
                Err(_) if !tape.is_empty() => return Ok(After::More),
                Err(error) => return Err(error),
            };
            scalars::write(reader, names, tape, event).ok_or(misuse(ErrorCode::MemoryRefused))?;
        }
        Ok(After::More)
    }
}
