//! Reads Ion: the events of many values at once, as a tape.

mod names;
mod scalars;
mod tape;

use crate::arguments::{chunk, misuse};
use crate::door::{Object, Range, call};
use names::Names;
use stringmill::ion::{Catalog, Event, Limits, Reader, SharedTable};
use stringmill::{Error, ErrorCode};
use tape::Tape;

/// A reader, and the events that are on their way.
pub(crate) struct IonTapes {
    reader: Reader<'static>,
    names: Names,
    tape: Tape,
}

/// What follows a tape; the value of [`smill_ion_events`].
#[derive(Clone, Copy)]
enum After {
    /// More events, or the error, without more input.
    More,
    /// More input.
    Input,
    /// Nothing.
    End,
}

/// Makes a reader. The value is its handle. `tables` is the handle of a text with the shared symbol tables of its catalog.
#[unsafe(no_mangle)]
extern "C" fn smill_ion_reader(
    tables: u32,
    depth: f64,
    value_len: f64,
    symbols: f64,
    symbol_bytes: f64,
    imports: f64,
) -> u32 {
    call(|door| {
        let Object::Text(tables) = door.object(tables)? else { return Err(unknown()) };
        let mut catalog = Catalog::EMPTY;
        let read = SharedTable::read_all(tables).map_err(|_| unknown())?;
        read.into_iter().for_each(|table| catalog.add(table));
        // Casts saturate.
        let limits = Limits {
            depth: depth as usize,
            value_len: value_len as usize,
            symbols: symbols as usize,
            symbol_bytes: symbol_bytes as usize,
            imports: imports as usize,
        };
        let reader = Reader::streaming().with_catalog(catalog).limited(limits);
        let (names, tape) = (Names::default(), Tape::default());
        door.keep(Object::Ion(IonTapes { reader, names, tape }))
    })
}

/// Gives the next bytes to a reader.
#[unsafe(no_mangle)]
extern "C" fn smill_ion_feed(handle: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let (bytes, objects) = door.input_and_objects(Range { from, to })?;
        let Object::Ion(IonTapes { reader, .. }) = objects.get(handle)? else { return Err(unknown()) };
        reader.feed(bytes, chunk(last));
        Ok(())
    })
}

/// Writes the next events as a tape. The value is what follows: 0 for more events, 1 for more input, 2 for nothing. An error
/// comes after the events before it, and its offset counts from the beginning of the input.
#[unsafe(no_mangle)]
extern "C" fn smill_ion_events(handle: u32) -> u32 {
    call(|door| {
        let mut made = door.emptied();
        let Object::Ion(tapes) = door.object(handle)? else { return Err(unknown()) };
        let after = tapes.run()?;
        tapes.tape.finish(&mut made).ok_or(misuse(ErrorCode::MemoryRefused))?;
        door.give(0, made);
        door.pair(0.0, f64::from(after as u8));
        Ok(())
    })
}

impl IonTapes {
    fn run(&mut self) -> Result<After, Error> {
        let IonTapes { reader, names, tape } = self;
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

fn unknown() -> Error {
    misuse(ErrorCode::ChoiceUnknown)
}
