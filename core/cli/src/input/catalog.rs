//! The catalog: shared symbol tables in the files of a folder.

use crate::codec::format::plain_path;
use crate::input::listing::Listing;
use crate::input::source::{Input, RATIO_MAX, Source};
use crate::input::window::{WINDOW, Window};
use crate::output::destination::Destination;
use crate::process::memory;
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::Failure;
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;
use std::path::Path;
use stringmill::ErrorCode;
use stringmill::ion::{Catalog, SharedTable, SharedTableError};

/// Reads the tables of all files below `folder` that are named .ion or .10n, compressed or not.
pub(crate) fn read(folder: &Path, task: Task) -> Result<Catalog, Failure> {
    let listing = Listing::of(&[folder.to_owned()], Destination::stdout().id())?;
    let mut catalog = Catalog::default();
    let mut is_empty = true;
    for listed in listing.iter() {
        let source = Source::open_listed(listed)?.decompressed(RATIO_MAX);
        let name = source.name().to_vec();
        let extension = plain_path(Path::new(std::str::from_utf8(&name).unwrap_or_default())).extension();
        if !extension.is_some_and(|extension| extension == "ion" || extension == "10n") {
            continue;
        }
        for table in tables(source, task)? {
            if catalog.has(&table.name, table.version) {
                let (file, table_name) = (visible(&name), visible(table.name.as_bytes()));
                let text = format!("{file}: the catalog has table {table_name}, version {}, twice", table.version);
                return Err(Failure::Encoded(text));
            }
            catalog.add(table);
            is_empty = false;
        }
    }
    match is_empty {
        true => Err(Failure::Usage("--catalog: no file named .ion or .10n there has a shared symbol table".to_owned())),
        false => Ok(catalog),
    }
}

fn tables(mut source: Source, task: Task) -> Result<Vec<SharedTable>, Failure> {
    let meter = Meter::hidden();
    let mut window = Window::new(WINDOW);
    while !window.is_finished() {
        window.widen().map_err(memory::refused)?;
        Input { source: &mut source, output: None, meter: &meter }.read_into(&mut window)?;
    }
    let error = match SharedTable::read_all(window.unread()) {
        Ok(tables) => return Ok(tables),
        Err(error) => error,
    };
    window.consume(error.offset() as usize);
    let scene = window.scene();
    Err(match error {
        SharedTableError::Ion(error) if error.code == ErrorCode::MemoryRefused => {
            Failure::Memory(format!("{}: {}", visible(source.name()), error.code.says()))
        }
        SharedTableError::Ion(error) => Failure::Invalid(source.diagnostic(error.code, scene, task)),
        SharedTableError::Table { why, .. } => {
            let help = "a table is $ion_shared_symbol_table::{name:\"...\", version:1, symbols:[\"...\"]}";
            Failure::Invalid(Diagnostic::refused(why.to_owned(), 1, help, source.name(), scene))
        }
    })
}
