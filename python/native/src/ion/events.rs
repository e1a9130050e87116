//! An iterator over the values of a file.

use super::build::Build;
use super::catalog::catalog;
use super::classes::{Model, classes};
use super::scalars::{NoObject, Scalars};
use crate::error::{ion_in_stream, ion_unheld_in_stream};
use crate::source::Source;
use pyo3::prelude::*;
use stringmill::Chunk;
use stringmill::ion::{Event, Reader};

/// Values at the top level, one at a time, of input that is given in pieces.
#[pyclass(module = "stringmill._native")]
pub(crate) struct IonValues {
    reader: Reader<'static>,
    read: Py<PyAny>,
    model: Model,
    ended: bool,
}

#[pymethods]
impl IonValues {
    /// `read()` returns the next piece, `bytes` or `str`; an empty one at the end.
    #[new]
    fn new(read: Py<PyAny>, model: u8, tables: &Bound<'_, PyAny>) -> PyResult<Self> {
        let reader = Reader::streaming().with_catalog(catalog(tables)?);
        Ok(IonValues { reader, read, model: Model::of(model), ended: false })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.ended {
            return Ok(None);
        }
        let value = self.value(py);
        self.ended = !matches!(value, Ok(Some(_)));
        value
    }
}

impl IonValues {
    fn value<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut build = Build::new(Scalars::new(py, classes(py)?), self.model);
        loop {
            match self.reader.next().map_err(|error| ion_in_stream(py, error))? {
                Event::NeedInput => {
                    let piece = self.read.bind(py).call0()?;
                    let source = Source::of(&piece)?;
                    let chunk = if source.bytes().is_empty() { Chunk::Last } else { Chunk::More };
                    self.reader.feed(source.bytes(), chunk);
                }
                Event::End => return Ok(None),
                event => {
                    let made = build.event(&mut self.reader, event).map_err(|refused| match refused {
                        NoObject::Value(note) => ion_unheld_in_stream(py, &note, self.reader.offset()),
                        NoObject::Python(error) => error,
                    });
                    if let Some(value) = made? {
                        return Ok(Some(value));
                    }
                }
            }
        }
    }
}
