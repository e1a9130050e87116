//! Shared symbol tables of `amazon.ion`, for the reader and the writer.

use pyo3::prelude::*;
use stringmill::ion::{Catalog, SharedTable};

/// A shared table: its name, version and texts.
pub(super) type ImportArgument = (String, u64, Vec<Option<String>>);

pub(super) fn tables(given: Vec<ImportArgument>) -> Vec<SharedTable> {
    given.into_iter().map(|(name, version, symbols)| SharedTable { name, version, symbols }).collect()
}

/// Makes a catalog of the tables in a list of tuples.
pub(super) fn catalog(given: &Bound<'_, PyAny>) -> PyResult<Catalog> {
    let mut catalog = Catalog::EMPTY;
    if !given.is_none() {
        tables(given.extract()?).into_iter().for_each(|table| catalog.add(table));
    }
    Ok(catalog)
}
