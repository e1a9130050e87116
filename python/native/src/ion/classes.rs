//! The classes of `amazon.ion`, if that package is installed, and how to make their objects.
//!
//! An object is made by the constructor of the built-in class below, such as `int.__new__(IonPyInt, 5)`, and gets the same
//! attributes as from `IonPyInt.from_value`. That spares two calls of functions of Python for each value.

use super::python::{Class, python_type};
use pyo3::exceptions::PyModuleNotFoundError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyString, PyTuple, PyType};
use stringmill::ion::{Kind, Precision};

/// The classes of values, as `IonPyValueModel` names them.
#[derive(Clone, Copy)]
pub(super) struct Model {
    /// Whether every value is of a class of `amazon.ion`.
    pub(super) wraps: bool,
    pub(super) symbol_as_text: bool,
    pub(super) struct_as_dict: bool,
}

impl Model {
    pub(super) fn of(flags: u8) -> Self {
        Model { wraps: flags & 1 == 0, symbol_as_text: flags & 2 != 0, struct_as_dict: flags & 4 != 0 }
    }

    /// The model of a value with annotations.
    pub(super) fn wrapping(self) -> Self {
        Model { wraps: true, ..self }
    }
}

pub(super) struct Classes {
    pub(super) null: Class,
    pub(super) bool: Class,
    pub(super) int: Class,
    pub(super) float: Class,
    pub(super) decimal: Class,
    pub(super) timestamp: Class,
    pub(super) text: Class,
    pub(super) symbol: Class,
    pub(super) bytes: Class,
    pub(super) list: Class,
    pub(super) dict: Class,
    pub(super) std_dict: Class,
    /// `Timestamp`, a `datetime` without annotations.
    pub(super) bare_timestamp: Class,
    /// `SymbolToken`, a named tuple.
    pub(super) token: Class,
    pub(super) import_location: Py<PyType>,
    types: Vec<Py<PyAny>>,
    pub(super) precisions: Vec<Py<PyAny>>,
    no_annotations: Py<PyTuple>,
}

static CLASSES: PyOnceLock<Option<Classes>> = PyOnceLock::new();

/// The classes; `None` if `amazon.ion` is not installed.
pub(super) fn classes(py: Python<'_>) -> PyResult<Option<&Classes>> {
    Ok(CLASSES.get_or_try_init(py, || Classes::import(py))?.as_ref())
}

impl Classes {
    fn import(py: Python<'_>) -> PyResult<Option<Self>> {
        let types = match py.import("amazon.ion.simple_types") {
            Ok(types) => types,
            Err(error) if error.is_instance_of::<PyModuleNotFoundError>(py) => return Ok(None),
            Err(error) => return Err(error),
        };
        let (core, symbols) = (py.import("amazon.ion.core")?, py.import("amazon.ion.symbols")?);
        let object = py.get_type::<PyAny>();
        let (decimal, datetime) = (python_type(py, "decimal", "Decimal")?, python_type(py, "datetime", "datetime")?);
        let tuple = py.get_type::<PyTuple>();
        let names = |module: &Bound<'_, PyModule>, class: &str, names: &[&str]| -> PyResult<Vec<Py<PyAny>>> {
            let class = module.getattr(class)?;
            names.iter().map(|name| Ok(class.getattr(*name)?.unbind())).collect()
        };
        Ok(Some(Classes {
            null: Class::extending(&types, "IonPyNull", &object)?,
            bool: Class::extending(&types, "IonPyBool", &py.get_type::<PyInt>())?,
            int: Class::extending(&types, "IonPyInt", &py.get_type::<PyInt>())?,
            float: Class::extending(&types, "IonPyFloat", &py.get_type::<PyFloat>())?,
            decimal: Class::extending(&types, "IonPyDecimal", &decimal)?,
            timestamp: Class::extending(&types, "IonPyTimestamp", &datetime)?,
            text: Class::extending(&types, "IonPyText", &py.get_type::<PyString>())?,
            symbol: Class::extending(&types, "IonPySymbol", &tuple)?,
            bytes: Class::extending(&types, "IonPyBytes", &py.get_type::<PyBytes>())?,
            list: Class::extending(&types, "IonPyList", &py.get_type::<pyo3::types::PyList>())?,
            dict: Class::extending(&types, "IonPyDict", &object)?,
            std_dict: Class::extending(&types, "IonPyStdDict", &py.get_type::<PyDict>())?,
            bare_timestamp: Class::extending(&core, "Timestamp", &datetime)?,
            token: Class::extending(&symbols, "SymbolToken", &tuple)?,
            import_location: symbols.getattr("ImportLocation")?.cast_into()?.unbind(),
            types: names(&core, "IonType", &TYPES)?,
            precisions: names(&core, "TimestampPrecision", &["YEAR", "MONTH", "DAY", "MINUTE", "SECOND"])?,
            no_annotations: PyTuple::empty(py).unbind(),
        }))
    }

    /// The `IonType` of a kind.
    pub(super) fn ion_type<'py>(&self, py: Python<'py>, kind: Kind) -> &Bound<'py, PyAny> {
        self.types[kind as usize].bind(py)
    }

    /// The kind of an `IonType`.
    pub(super) fn kind(&self, ion_type: &Bound<'_, PyAny>) -> Option<Kind> {
        self.types.iter().position(|known| known.is(ion_type)).map(|at| KINDS[at])
    }

    /// The precision of a `TimestampPrecision`.
    pub(super) fn precision(&self, precision: &Bound<'_, PyAny>) -> Option<Precision> {
        self.precisions.iter().position(|known| known.is(precision)).map(|at| PRECISIONS[at])
    }

    /// Sets the annotations of an object and, of most classes, its type.
    pub(super) fn mark(
        &self,
        object: &Bound<'_, PyAny>,
        kind: Option<Kind>,
        annotations: Option<&Bound<'_, PyTuple>>,
    ) -> PyResult<()> {
        let py = object.py();
        object.setattr(intern!(py, "ion_annotations"), annotations.unwrap_or(self.no_annotations.bind(py)))?;
        kind.map_or(Ok(()), |kind| object.setattr(intern!(py, "ion_type"), self.ion_type(py, kind)))
    }
}

/// The kinds in the order of `IonType`.
pub(super) const KINDS: [Kind; 13] = [
    Kind::Null,
    Kind::Bool,
    Kind::Int,
    Kind::Float,
    Kind::Decimal,
    Kind::Timestamp,
    Kind::Symbol,
    Kind::String,
    Kind::Clob,
    Kind::Blob,
    Kind::List,
    Kind::Sexp,
    Kind::Struct,
];

/// The precisions in the order of `TimestampPrecision`.
pub(super) const PRECISIONS: [Precision; 5] =
    [Precision::Year, Precision::Month, Precision::Day, Precision::Minute, Precision::Second];

/// Names in `IonType`, in the order of [`KINDS`].
const TYPES: [&str; 13] = [
    "NULL",
    "BOOL",
    "INT",
    "FLOAT",
    "DECIMAL",
    "TIMESTAMP",
    "SYMBOL",
    "STRING",
    "CLOB",
    "BLOB",
    "LIST",
    "SEXP",
    "STRUCT",
];
