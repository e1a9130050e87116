//! Functions that read their arguments from the array of the interpreter, without making a tuple and a dict.
//!
//! For a function that takes any keyword, PyO3 makes a tuple and a dict of the arguments, which takes as long as a
//! short message. This module uses PyO3's entry from C, which is not part of its documented API, because
//! `Python::attach` would ask the interpreter for the state of the thread. So Cargo.toml pins the version of PyO3.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
pub(super) use pyo3::impl_::trampoline::get_trampoline_function;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::ffi::CStr;
use std::ptr;

/// The body of a function: its parameters are the first argument, and all arguments.
type Run<const N: usize> =
    for<'a, 'py> fn(&Bound<'py, PyAny>, &mut CallArguments<'a, 'py, N>) -> PyResult<Bound<'py, PyAny>>;

/// A function with named arguments.
pub(super) struct Function<const N: usize> {
    name: &'static str,
    /// The names of the arguments. The first argument is required, and may come without its name.
    names: [&'static str; N],
    /// The names as interned strings. Compiled Python code uses the same objects, so comparing addresses finds a name.
    interned: PyOnceLock<[Py<PyString>; N]>,
    run: Run<N>,
}

/// The arguments of a call.
pub(super) struct CallArguments<'a, 'py, const N: usize> {
    /// The arguments with known names, in the order of the names.
    pub(super) known: [Option<Borrowed<'a, 'py, PyAny>>; N],
    /// The arguments with other names.
    pub(super) others: Option<Bound<'py, PyDict>>,
}

impl<'a, 'py, const N: usize> CallArguments<'a, 'py, N> {
    /// An argument that is not None.
    pub(super) fn some(&self, place: usize) -> Option<&Bound<'py, PyAny>> {
        self.known[place].as_deref().filter(|value| !value.is_none())
    }
}

impl<const N: usize> Function<N> {
    pub(super) const fn new(name: &'static str, names: [&'static str; N], run: Run<N>) -> Self {
        Function { name, names, interned: PyOnceLock::new(), run }
    }

    /// Handles a call by the interpreter.
    ///
    /// # Safety
    ///
    /// The arguments are those that the interpreter gives to a function of `METH_FASTCALL | METH_KEYWORDS`.
    #[inline]
    pub(super) unsafe fn call(
        &self,
        py: Python<'_>,
        arguments: *const *mut ffi::PyObject,
        count: ffi::Py_ssize_t,
        keywords: *mut ffi::PyObject,
    ) -> PyResult<*mut ffi::PyObject> {
        let mut given = CallArguments { known: [None; N], others: None };
        // SAFETY: the interpreter owns `count` arguments, and after them one for each of these names, until the call ends.
        unsafe { self.read(py, arguments, count as usize, keywords, &mut given) }?;
        let missing = || self.error(&format!("missing 1 required positional argument: '{}'", self.names[0]));
        let first = given.known[0].ok_or_else(missing)?;
        (self.run)(&first, &mut given).map(Bound::into_ptr)
    }

    /// Fills `given` in place: copying the array right after it is written would wait for each store.
    ///
    /// # Safety
    ///
    /// `arguments` are `count` borrowed objects, and one for each name of `keywords`, which is a tuple or null.
    #[inline]
    unsafe fn read<'a, 'py>(
        &self,
        py: Python<'py>,
        arguments: *const *mut ffi::PyObject,
        count: usize,
        keywords: *mut ffi::PyObject,
        given: &mut CallArguments<'a, 'py, N>,
    ) -> PyResult<()> {
        if count > 1 {
            return Err(self.error(&format!("takes 1 positional argument but {count} were given")));
        }
        // SAFETY: the caller says so.
        let at = |place| unsafe { Borrowed::from_ptr(py, *arguments.add(place)) };
        let CallArguments { known, others } = given;
        known[0] = (count == 1).then(|| at(0));
        // SAFETY: the caller says that it is a tuple or null.
        let keywords =
            unsafe { Borrowed::<PyAny>::from_ptr_or_opt(py, keywords).map(|it| it.cast_unchecked::<PyTuple>()) };
        for (place, name) in keywords.iter().flat_map(|names| names.iter_borrowed()).enumerate() {
            let value = at(count + place);
            match self.place(py, &name)? {
                Some(0) if known[0].is_some() => {
                    return Err(self.error(&format!("got multiple values for argument '{}'", self.names[0])));
                }
                Some(found) => known[found] = Some(value),
                None => others.get_or_insert_with(|| PyDict::new(py)).set_item(name, value)?,
            }
        }
        Ok(())
    }

    /// The place of a name.
    #[inline]
    fn place(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let interned = self.interned.get_or_init(py, || self.names.map(|name| PyString::intern(py, name).unbind()));
        if let Some(place) = interned.iter().position(|known| known.is(name)) {
            return Ok(Some(place));
        }
        let text = name.cast::<PyString>()?.to_string_lossy();
        Ok(self.names.iter().position(|known| *known == text))
    }

    #[cold]
    fn error(&self, says: &str) -> PyErr {
        PyTypeError::new_err(format!("{}() {says}", self.name))
    }
}

/// Adds a function to the module. Its `__module__` is `stringmill.json`, which exports the function.
pub(super) fn add(
    module: &Bound<'_, PyModule>,
    name: &'static CStr,
    documentation: &'static CStr,
    call: ffi::PyCFunctionFastWithKeywords,
) -> PyResult<()> {
    let (py, home) = (module.py(), PyString::new(module.py(), "stringmill.json"));
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: call },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: documentation.as_ptr(),
    }));
    // SAFETY: the definition lives until the process ends, and its flags are those of the type of `call`. This thread is
    // attached, and the call returns a new function, or null with an exception.
    let function = unsafe {
        let made = ffi::PyCFunction_NewEx(definition, ptr::null_mut(), home.as_ptr());
        Bound::from_owned_ptr_or_err(py, made)?.cast_into_unchecked()
    };
    module.add_function(function)
}
