//! Ion streams: the items of their lists at the top level, and the border between two streams.

use crate::conversion_error::ConversionError;
use stringmill_ion::{Event, Kind, Reader};
use stringmill_outcome::{Chunk, ErrorCode};

/// Whether the event begins or ends a list or sexp at the top level.
///
/// # Errors
///
/// [`ErrorCode::ConvertArray`] if another value is at the top level.
pub(crate) fn is_outer(event: Event, reader: &Reader<'_>) -> Result<bool, ConversionError> {
    match (event, reader.depth()) {
        (Event::Open(Kind::List | Kind::Sexp), 1) | (Event::Close(Kind::List | Kind::Sexp), 0) => Ok(true),
        (Event::Open(_), 1) | (Event::Value(_) | Event::Null(_), 0) => {
            Err(ConversionError::at(ErrorCode::ConvertArray, reader.offset()))
        }
        _ => Ok(false),
    }
}

/// Begins another stream, with the symbol table of the system only.
pub(crate) fn forget_symbols(reader: &mut Reader<'_>) -> Result<(), ConversionError> {
    reader.restart(0);
    reader.feed(b"$ion_1_0\n", Chunk::Last);
    while reader.next()? != Event::End {}
    reader.restart(0);
    Ok(())
}
