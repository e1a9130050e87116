//! Reads Ion.

use crate::arguments::misuse;
use crate::door::{Object, call};
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

fn unknown() -> Error {
    misuse(ErrorCode::ChoiceUnknown)
}
