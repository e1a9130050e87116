//! Shared symbol tables of `amazon.ion`, for the reader and the writer.

use pyo3::prelude::*;
use stringmill::ion::{Catalog, SharedTable};

/// A shared table as name, version and texts.
pub(super) type ImportArgument = (String, u64, Vec<Option<String>>);

pub(super) fn tables(given: Vec<ImportArgument>) -> Vec<SharedTable> {
    given.into_iter().map(|(name, version, symbols)| SharedTable { name, version, symbols }).collect()
}

/// The catalog of these tables, given as a list of tuples.
pub(super) fn catalog(given: &Bound<'_, PyAny>) -> PyResult<Catalog> {
    let mut catalog = Catalog::EMPTY;
    if !given.is_none() {
        tables(given.extract()?).into_iter().for_each(|table| catalog.add(table));
    }
    Ok(catalog)
}
