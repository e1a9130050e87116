//! Which classes can be written, and how.

use super::classes::{Classes, KINDS};
use super::python::{Class, datetime_class, decimal_class};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyNone, PyString, PyTuple, PyType};
use stringmill::ion::Kind;

/// How an object is written.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Text,
    Bool,
    Int,
    Float,
    Null,
    Decimal,
    Bytes,
    Time,
    Dict,
    /// An `IonPyDict`.
    Multimap,
    Token,
    List,
    Tuple,
}

impl Form {
    /// The types that such an object can have; the first by default.
    pub(super) fn kinds(self) -> &'static [Kind] {
        match self {
            Form::Text => &[Kind::String, Kind::Symbol],
            Form::Bool => &[Kind::Bool],
            Form::Int => &[Kind::Int, Kind::Bool],
            Form::Float => &[Kind::Float],
            Form::Null => &KINDS,
            Form::Decimal => &[Kind::Decimal],
            Form::Bytes => &[Kind::Blob, Kind::Clob],
            Form::Time => &[Kind::Timestamp],
            Form::Dict | Form::Multimap => &[Kind::Struct],
            Form::Token => &[Kind::Symbol],
            Form::List | Form::Tuple => &[Kind::List, Kind::Sexp],
        }
    }
}

/// The table of the classes that can be written.
pub(super) struct Forms {
    /// In this order, an object of any other class is compared with them.
    known: Vec<Known>,
    /// The same classes, hashed by address: each is in the first free slot from [`slot`] on.
    slots: [Option<Slot>; SLOTS],
}

/// A class and how its objects are written.
struct Known {
    class: Py<PyType>,
    form: Form,
    /// Whether objects of the class may have attributes of Ion.
    marked: bool,
}

#[derive(Clone, Copy)]
struct Slot {
    class: *mut ffi::PyTypeObject,
    form: Form,
    marked: bool,
}

// SAFETY: the addresses are only compared, never followed.
unsafe impl Send for Slot {}
// SAFETY: the addresses are only compared, never followed.
unsafe impl Sync for Slot {}

static FORMS: PyOnceLock<Forms> = PyOnceLock::new();

/// The table of the classes that can be written. `classes` must be the same in each call.
pub(super) fn forms<'p>(py: Python<'p>, classes: Option<&Classes>) -> PyResult<&'p Forms> {
    FORMS.get_or_try_init(py, || {
        let known = known(py, classes)?;
        let mut slots = [None; SLOTS];
        for &Known { ref class, form, marked } in &known {
            let class = class.bind(py).as_type_ptr();
            let mut at = slot(class);
            while slots[at].is_some() {
                at = (at + 1) % SLOTS;
            }
            slots[at] = Some(Slot { class, form, marked });
        }
        Ok(Forms { known, slots })
    })
}

impl Forms {
    /// The form of objects of exactly this class, and whether they may have attributes of Ion.
    #[inline]
    pub(super) fn exact(&self, class: *mut ffi::PyTypeObject) -> Option<(Form, bool)> {
        let mut at = slot(class);
        // The loop ends, because some slots are free.
        while let Some(slot) = self.slots[at] {
            if slot.class == class {
                return Some((slot.form, slot.marked));
            }
            at = (at + 1) % SLOTS;
        }
        None
    }

    /// The form of an object of another class.
    pub(super) fn inherited(&self, object: &Bound<'_, PyAny>) -> PyResult<Form> {
        let known = self.known.iter().find(|known| is_of(object, known.class.bind(object.py())));
        known.map(|known| known.form).ok_or_else(|| match object.get_type().name() {
            Ok(name) => PyTypeError::new_err(format!(
                "Cannot dump arbitrary object types: Object of type {name} has no type of Ion"
            )),
            Err(error) => error,
        })
    }
}

/// The first slot of a class.
#[inline]
fn slot(class: *mut ffi::PyTypeObject) -> usize {
    ((class as usize >> 5) ^ (class as usize >> 10)) % SLOTS
}

/// Slots for classes: a power of two, and more than there are classes.
const SLOTS: usize = 64;

/// The classes that are written, first those of Python, then those of `amazon.ion`.
fn known(py: Python<'_>, classes: Option<&Classes>) -> PyResult<Vec<Known>> {
    let plain = |class: Bound<'_, PyType>, form| Known { class: class.unbind(), form, marked: false };
    let mut known = vec![
        plain(py.get_type::<PyString>(), Form::Text),
        plain(py.get_type::<PyBool>(), Form::Bool),
        plain(py.get_type::<PyInt>(), Form::Int),
        plain(py.get_type::<PyFloat>(), Form::Float),
        plain(py.get_type::<PyNone>(), Form::Null),
        plain(py.get_type::<PyDict>(), Form::Dict),
        plain(py.get_type::<PyList>(), Form::List),
        plain(decimal_class(py)?.clone(), Form::Decimal),
        plain(datetime_class(py)?.clone(), Form::Time),
        plain(py.get_type::<PyBytes>(), Form::Bytes),
    ];
    if let Some(classes) = classes {
        let marked = |class: &Class, form| Known { class: class.class(py).clone().unbind(), form, marked: true };
        known.extend([
            plain(classes.bare_timestamp.class(py).clone(), Form::Time),
            plain(classes.token.class(py).clone(), Form::Token),
            marked(&classes.text, Form::Text),
            marked(&classes.int, Form::Int),
            marked(&classes.dict, Form::Multimap),
            marked(&classes.float, Form::Float),
            marked(&classes.symbol, Form::Token),
            marked(&classes.list, Form::List),
            marked(&classes.decimal, Form::Decimal),
            marked(&classes.timestamp, Form::Time),
            marked(&classes.bool, Form::Int),
            marked(&classes.null, Form::Null),
            marked(&classes.bytes, Form::Bytes),
            marked(&classes.std_dict, Form::Dict),
        ]);
    }
    // After symbol tokens, which are tuples too.
    known.push(plain(py.get_type::<PyTuple>(), Form::Tuple));
    Ok(known)
}

/// Whether an object is of a class, or of one that extends it.
pub(super) fn is_of(object: &Bound<'_, PyAny>, class: &Bound<'_, PyType>) -> bool {
    // SAFETY: both are objects, the second is a class, and this thread is attached.
    unsafe { ffi::PyObject_TypeCheck(object.as_ptr(), class.as_type_ptr()) != 0 }
}
