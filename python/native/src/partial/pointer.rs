//! JSON Pointers (RFC 6901) in which `*` is any name or index.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// What leads to a value inside of its container.
pub(super) enum Step<'t> {
    Name(&'t Py<PyString>),
    Index(usize),
}

/// The names of a pointer.
pub(super) struct Pointer(Vec<String>);

impl Pointer {
    pub(super) fn new(text: &str) -> PyResult<Self> {
        if !text.is_empty() && !text.starts_with('/') {
            return Err(PyValueError::new_err(format!("a JSON Pointer begins with \"/\", and {text:?} does not")));
        }
        let names = text.split('/').skip(1);
        Ok(Pointer(names.map(|name| name.replace("~1", "/").replace("~0", "~")).collect()))
    }

    /// Whether the pointer leads along these steps.
    pub(super) fn matches<'t>(&self, py: Python<'_>, path: impl ExactSizeIterator<Item = Step<'t>>) -> bool {
        path.len() == self.0.len()
            && self.0.iter().zip(path).all(|(name, step)| match step {
                _ if name == "*" => true,
                Step::Name(other) => other.bind(py).to_str().is_ok_and(|other| other == name),
                Step::Index(index) => *name == index.to_string(),
            })
    }
}
