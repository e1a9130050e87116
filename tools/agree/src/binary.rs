//! Documents of binary Ion: texts that the writer of binary Ion has written, and every second one damaged.

use crate::reading;
use stringmill_ion::{BinaryWriter, Event, Inspector, Reader};
use stringmill_ion_documents::{Documents, damage};
use stringmill_outcome::Chunk;
use stringmill_random::Random;

const MARKER_LEN: usize = 4;

/// The documents of this seed, without end.
pub(crate) fn documents(seed: u64) -> impl Iterator<Item = Vec<u8>> {
    let mut random = Random::new(seed);
    let whole = (0..).filter_map(move |number| binary(&Documents::new(seed.wrapping_add(number)).document()));
    whole.enumerate().map(move |(number, mut bytes)| {
        if number % 2 == 1 {
            // The version marker stays: without it the document is text.
            let mut values = bytes.split_off(MARKER_LEN);
            damage(&mut random, &mut values);
            bytes.append(&mut values);
        }
        bytes
    })
}

/// `:table` if the error of the document is in a symbol table.
pub(crate) fn place(bytes: &[u8]) -> &'static str {
    let mut inspector = Inspector::new(Reader::streaming().with_catalog(reading::catalog()));
    inspector.feed(bytes, Chunk::Last);
    let mut table_end = 0;
    loop {
        match inspector.next() {
            Ok(Some(part)) => {
                let is_table = part.depth == 0 && inspector.text().is_ok_and(|text| text == b"$ion_symbol_table::");
                table_end = if is_table { part.end } else { table_end };
            }
            Err(error) if error.offset <= table_end => return ":table",
            Ok(None) | Err(_) => return "",
        }
    }
}

/// The text as binary Ion; `None` if it is refused, or cannot be written.
fn binary(text: &[u8]) -> Option<Vec<u8>> {
    let (mut reader, mut writer) = (Reader::new(text), BinaryWriter::new(1 << 20));
    loop {
        match reader.next().ok()? {
            Event::End => break,
            event => writer.copy(&mut reader, event).ok()?,
        }
    }
    writer.finish().ok()?;
    Some(writer.ready().to_vec())
}
