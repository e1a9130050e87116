//! The result of an operation, which any library that takes Arrow can import.

use super::export::{Chunks, stream};
use super::{ARRAY, SCHEMA, STREAM, refused, values};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, DataType, FieldRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};

/// Counts and errors of an operation on a column.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) failed: u64,
    pub(crate) first_failure: Option<Py<PyAny>>,
    pub(crate) repaired: u64,
    /// Losses of a conversion: their names and counts.
    pub(crate) losses: Vec<(&'static str, u64)>,
}

/// A column, or a table with a column, that any library can take by the PyCapsule interface of Arrow.
///
/// `pyarrow.array`, `pyarrow.table`, `polars.Series`, `polars.DataFrame` and DuckDB accept it as it is, without a copy.
#[pyclass(module = "stringmill.columns", frozen)]
pub(crate) struct Column {
    field: FieldRef,
    chunks: Vec<ArrayData>,
    outcome: Outcome,
}

impl Column {
    pub(crate) fn new(field: FieldRef, chunks: Vec<ArrayData>, outcome: Outcome) -> Self {
        Column { field, chunks, outcome }
    }

    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        self.chunks.iter().try_for_each(|chunk| values::append(&list, chunk))?;
        Ok(list)
    }

    /// All chunks as one array, which is a copy if there are several.
    fn whole(&self) -> Result<ArrayData, ArrowError> {
        match &self.chunks[..] {
            [] => Ok(ArrayData::new_empty(self.field.data_type())),
            [only] => Ok(only.clone()),
            chunks => {
                let all: Vec<_> = chunks.iter().collect();
                let len = chunks.iter().map(ArrayData::len).sum();
                let mut joined = MutableArrayData::new(all, false, len);
                for (number, chunk) in chunks.iter().enumerate() {
                    joined.try_extend(number, 0, chunk.len())?;
                }
                Ok(joined.freeze())
            }
        }
    }
}

#[pymethods]
impl Column {
    /// The type, as Arrow for Rust writes it.
    #[getter]
    fn r#type(&self) -> String {
        self.field.data_type().to_string()
    }

    /// How many rows became null because of an error; with `on_error="null"` only.
    #[getter]
    fn failed(&self) -> u64 {
        self.outcome.failed
    }

    /// The error of the first of these rows, or None.
    #[getter]
    fn first_failure(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.outcome.first_failure.as_ref().map(|error| error.clone_ref(py))
    }

    /// How many ill-formed pieces were replaced, dropped or marked.
    #[getter]
    fn repaired(&self) -> u64 {
        self.outcome.repaired
    }

    /// How many values a conversion changed, by the name of the loss.
    #[getter]
    fn losses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let losses = PyDict::new(py);
        for (name, count) in &self.outcome.losses {
            losses.set_item(name, count)?;
        }
        Ok(losses)
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(ArrayData::len).sum()
    }

    /// The values: `str`, `bytes`, `bool` or None.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.values(py)?.try_iter()
    }

    /// A copy as an array of numpy, for pandas and others that do not look for Arrow.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("an array of numpy is always a copy of a Column"));
        }
        let has_nulls = self.chunks.iter().any(|chunk| chunk.null_count() > 0);
        let is_bool = *self.field.data_type() == DataType::Boolean && !has_nulls;
        let dtype =
            dtype.map_or_else(|| py.import("builtins")?.getattr(if is_bool { "bool" } else { "object" }), Ok)?;
        py.import("numpy")?.call_method1("array", (self.values(py)?, dtype))
    }

    fn __repr__(&self) -> String {
        format!("<stringmill.columns.Column of {} rows, {}>", self.__len__(), self.field.data_type())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    /// The type stays as it is, whatever schema is requested; the interface allows that.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        drop(requested_schema);
        let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&self.whole().map_err(refused)?), ARRAY)?;
        Ok((self.__arrow_c_schema__(py)?, array))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream_capsule(py, self.field.clone(), Box::new(self.chunks.clone().into_iter().map(Ok)))
    }
}

/// A capsule with the type of `field`, for another library.
pub(crate) fn schema_capsule<'py>(py: Python<'py>, field: &FieldRef) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowSchema::try_from(field.as_ref()).map_err(refused)?, SCHEMA)
}

/// A capsule with arrays of the type of `field`, for another library.
pub(crate) fn stream_capsule<'py>(py: Python<'py>, field: FieldRef, chunks: Chunks) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, stream(field, chunks), STREAM)
}
