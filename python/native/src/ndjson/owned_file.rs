//! A Python file that is closed at the latest when it is dropped.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A file that this module has opened and has to close; `None` for a file of the caller, or after closing.
pub(super) struct OwnedFile(pub(super) Option<Py<PyAny>>);

impl OwnedFile {
    pub(super) fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        self.0.take().map_or(Ok(()), |file| file.bind(py).call_method0("close").map(drop))
    }

    pub(super) fn write(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        let written = |file: &Py<PyAny>| file.bind(py).call_method1("write", (PyBytes::new(py, bytes),)).map(drop);
        self.0.as_ref().map_or(Ok(()), written)
    }
}

impl Drop for OwnedFile {
    fn drop(&mut self) {
        if self.0.is_some() {
            // At the end of the process the interpreter may be gone.
            let _ = Python::try_attach(|py| self.close(py));
        }
    }
}
