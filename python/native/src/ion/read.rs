//! `loads`: all values of a text or of binary Ion.

use super::build::Build;
use super::catalog::catalog;
use super::classes::{Model, classes};
use super::python::NoCollection;
use super::scalars::{NoObject, Scalars};
use crate::error::{ion_in_input, ion_unheld};
use crate::source::Source;
use pyo3::prelude::*;
use pyo3::types::PyList;
use stringmill::ion::{Event, Reader};

/// The values at the top level, at most `most` of them.
#[pyfunction]
pub(crate) fn ion_loads<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    model: u8,
    tables: &Bound<'py, PyAny>,
    most: usize,
) -> PyResult<Bound<'py, PyList>> {
    let source = Source::of(data)?;
    let mut reader = Reader::new(source.bytes()).with_catalog(catalog(tables)?);
    let mut build = Build::new(Scalars::new(py, classes(py)?), Model::of(model));
    let values = PyList::empty(py);
    let _no_collection = NoCollection::begin(py);
    for number in 1_u64.. {
        if number.is_multiple_of(SIGNALS_EACH) {
            py.check_signals()?;
        }
        let event = reader.next().map_err(|error| ion_in_input(py, error, source.view()))?;
        let made = build.event(&mut reader, event).map_err(|refused| match refused {
            NoObject::Value(note) => ion_unheld(py, &note, reader.offset(), source.view()),
            NoObject::Python(error) => error,
        });
        if let Some(value) = made? {
            values.append(value)?;
            if values.len() == most {
                return Ok(values);
            }
        }
        if event == Event::End {
            break;
        }
    }
    Ok(values)
}

/// Events between two checks for signals: a few milliseconds.
const SIGNALS_EACH: u64 = 1 << 13;
