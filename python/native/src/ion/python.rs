//! Access to Python itself for the readers and writers: making objects without a call of Python code, and the garbage
//! collector.

use pyo3::exceptions::{PyImportError, PySystemError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};
use std::ffi::c_void;
use std::mem;

/// A class, and the constructor of its built-in base class or of itself.
pub(super) struct Class {
    class: Py<PyType>,
    new: ffi::newfunc,
}

impl Class {
    fn built_in(py: Python<'_>, module: &str, name: &str) -> PyResult<Self> {
        let class = python_type(py, module, name)?;
        Ok(Class { new: constructor(&class)?, class: class.unbind() })
    }

    /// A class of `amazon.ion` that extends this built-in class.
    pub(super) fn extending(module: &Bound<'_, PyModule>, name: &str, below: &Bound<'_, PyType>) -> PyResult<Self> {
        let class: Bound<'_, PyType> = module.getattr(name)?.cast_into()?;
        if !class.is_subclass(below)? {
            return Err(PySystemError::new_err(format!("{name} is another class than amazon.ion 0.15 has")));
        }
        Ok(Class { class: class.unbind(), new: constructor(below)? })
    }

    /// A new object.
    pub(super) fn make<'py>(&self, arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: `new` is the constructor of `class` or of a class that it extends, and this thread is attached. The result
        // is a new reference, or null with an exception.
        unsafe {
            let class = self.class.as_ptr().cast::<ffi::PyTypeObject>();
            Bound::from_owned_ptr_or_err(arguments.py(), (self.new)(class, arguments.as_ptr(), std::ptr::null_mut()))
        }
    }

    pub(super) fn class<'py>(&self, py: Python<'py>) -> &Bound<'py, PyType> {
        self.class.bind(py)
    }
}

/// A class of the standard library.
pub(super) fn python_type<'py>(py: Python<'py>, module: &str, name: &str) -> PyResult<Bound<'py, PyType>> {
    Ok(py.import(module)?.getattr(name)?.cast_into()?)
}

/// The constructor that `__new__` of a built-in class calls.
fn constructor(class: &Bound<'_, PyType>) -> PyResult<ffi::newfunc> {
    // SAFETY: the object is a class, and this thread is attached.
    let slot = unsafe { ffi::PyType_GetSlot(class.as_type_ptr(), ffi::Py_tp_new) };
    if slot.is_null() {
        return Err(PySystemError::new_err("a class without a constructor"));
    }
    // SAFETY: this slot of a class has this type, and is not null.
    Ok(unsafe { mem::transmute::<*mut c_void, ffi::newfunc>(slot) })
}

static DECIMAL: PyOnceLock<Class> = PyOnceLock::new();
static DATETIME: PyOnceLock<Class> = PyOnceLock::new();

/// A `Decimal` of this text. It keeps all digits.
pub(super) fn decimal<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let plain = DECIMAL.get_or_try_init(py, || Class::built_in(py, "decimal", "Decimal"))?;
    plain.make(&PyTuple::new(py, [PyString::from_bytes(py, text)?])?)
}

/// The class `Decimal`.
pub(super) fn decimal_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    Ok(DECIMAL.get_or_try_init(py, || Class::built_in(py, "decimal", "Decimal"))?.class(py))
}

/// A `datetime` of these arguments.
pub(super) fn datetime<'py>(arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    let py = arguments.py();
    DATETIME.get_or_try_init(py, || Class::built_in(py, "datetime", "datetime"))?.make(arguments)
}

/// The class `datetime`.
pub(super) fn datetime_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    Ok(DATETIME.get_or_try_init(py, || Class::built_in(py, "datetime", "datetime"))?.class(py))
}

/// The error of a value that has no plain class in Python.
pub(super) fn needs_amazon_ion(what: &str) -> PyErr {
    PyImportError::new_err(format!(
        "{what} needs a class of amazon.ion, which is not installed; value_model=IonPyValueModel(7) loads plain values where \
         Python has them"
    ))
}

/// Stops the garbage collector until it is dropped: new values form no cycles, and each run would visit all of them.
pub(crate) struct NoCollection {
    enabled: bool,
}

impl NoCollection {
    pub(crate) fn begin(_attached: Python<'_>) -> Self {
        // SAFETY: this thread is attached to the interpreter.
        NoCollection { enabled: unsafe { ffi::PyGC_Disable() } != 0 }
    }
}

impl Drop for NoCollection {
    fn drop(&mut self) {
        if self.enabled {
            // SAFETY: `begin` was called while attached, and its caller still is.
            unsafe { ffi::PyGC_Enable() };
        }
    }
}
