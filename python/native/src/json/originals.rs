//! The original functions of `json`, which handle everything that this module declines.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

/// A function of `json`, taken when `stringmill.json` was first imported: a program may replace it by ours later.
pub(super) struct Original(PyOnceLock<Py<PyAny>>);

pub(super) static DUMPS: Original = Original(PyOnceLock::new());
pub(super) static LOADS: Original = Original(PyOnceLock::new());

/// Keeps both functions of `json` at the first call.
#[pyfunction]
pub(crate) fn keep_json(py: Python<'_>, dumps: Py<PyAny>, loads: Py<PyAny>) {
    DUMPS.0.get_or_init(py, || dumps);
    LOADS.0.get_or_init(py, || loads);
}

impl Original {
    /// Calls the function, and returns or raises the same.
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
