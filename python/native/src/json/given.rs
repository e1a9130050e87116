//! Arguments as the functions of `json` take them.

use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use std::convert::Infallible;

/// An argument whose truth counts. It is looked at only when `json` would.
#[derive(Clone, Copy)]
pub(crate) enum Flag<'a, 'py> {
    Default(bool),
    Given(Borrowed<'a, 'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Flag<'a, 'py> {
    type Error = Infallible;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> Result<Self, Infallible> {
        Ok(Flag::Given(given))
    }
}

impl<'py> Flag<'_, 'py> {
    pub(super) fn is_truthy(&self) -> PyResult<bool> {
        match self {
            Flag::Default(truth) => Ok(*truth),
            Flag::Given(given) => given.is_truthy(),
        }
    }
}

/// A function of `json`, as it was when `stringmill.json` was first imported: a program may put ours in its place later.
pub(super) struct Original(PyOnceLock<Py<PyAny>>);

pub(super) static DUMPS: Original = Original(PyOnceLock::new());
pub(super) static LOADS: Original = Original(PyOnceLock::new());

/// Keeps both functions of `json`, unless a call has done so before.
#[pyfunction]
pub(crate) fn keep_json(py: Python<'_>, dumps: Py<PyAny>, loads: Py<PyAny>) {
    DUMPS.0.get_or_init(py, || dumps);
    LOADS.0.get_or_init(py, || loads);
}

impl Original {
    /// What the function returns or raises.
    pub(super) fn call<'py>(
        &self,
        argument: &Bound<'py, PyAny>,
        keywords: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = argument.py();
        let function = self.0.get(py).ok_or_else(|| PyImportError::new_err("stringmill.json is not imported"))?;
        function.bind(py).call((argument,), Some(keywords))
    }
}

/// The error of Python for positional arguments after the first one.
#[cold]
pub(super) fn more_than_one(function: &str, more: &Bound<'_, PyTuple>) -> PyErr {
    let given = more.len() + 1;
    PyTypeError::new_err(format!("{function}() takes 1 positional argument but {given} were given"))
}
