//! Reads Ion.

use crate::arguments::{chunk, misuse};
use crate::door::{Object, Range, call};
use crate::tapes::Tapes;
use stringmill::ion::{Catalog, Limits, Reader, SharedTable};
use stringmill::{Error, ErrorCode};

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
        door.keep(Object::Ion(Tapes::new(reader)))
    })
}

/// Gives the next bytes to a reader.
#[unsafe(no_mangle)]
extern "C" fn smill_ion_feed(handle: u32, from: u32, to: u32, last: u32) -> u32 {
    call(|door| {
        let (bytes, objects) = door.input_and_objects(Range { from, to })?;
        let Object::Ion(tapes) = objects.get(handle)? else { return Err(unknown()) };
        tapes.feed(bytes, chunk(last));
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
        let after = tapes.write(&mut made)?;
        door.give(0, made);
        door.pair(0.0, f64::from(after as u8));
        Ok(())
    })
}

fn unknown() -> Error {
    misuse(ErrorCode::ChoiceUnknown)
}
