//! Makes Python objects from scalars.

use super::classes::{Classes, Model};
use super::python::{self, needs_amazon_ion};
use super::timestamps::Zones;
use crate::error::Note;
use pyo3::exceptions::{PyArithmeticError, PyMemoryError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString, PyTuple};
use std::io::Write;
use stringmill::ion::{Kind, Reader, Symbol};

/// The bytes of a name, and its object.
type Name<'py> = (Box<[u8]>, Bound<'py, PyString>);

/// Why a value cannot become an object.
pub(super) enum NoObject {
    /// Python cannot represent it.
    Value(Note),
    /// Python raised an exception.
    Python(PyErr),
}

impl From<PyErr> for NoObject {
    fn from(error: PyErr) -> Self {
        NoObject::Python(error)
    }
}

/// Makes objects of scalars and names.
pub(super) struct Scalars<'c, 'py> {
    pub(super) py: Python<'py>,
    pub(super) classes: Option<&'c Classes>,
    zones: Zones<'py>,
    /// Texts of names and symbols, so that equal texts become one object.
    names: Vec<Option<Name<'py>>>,
    text: Vec<u8>,
}

impl<'c, 'py> Scalars<'c, 'py> {
    pub(super) fn new(py: Python<'py>, classes: Option<&'c Classes>) -> Self {
        let names = (0..NAMES).map(|_| None).collect();
        Scalars { py, classes, zones: Zones::default(), names, text: Vec::new() }
    }

    /// The classes of `amazon.ion`; an error that names `what` if they are absent.
    pub(super) fn need(&self, what: &str) -> PyResult<&'c Classes> {
        self.classes.ok_or_else(|| needs_amazon_ion(what))
    }

    /// A field name; None if its text is unknown.
    pub(super) fn name(&mut self, symbol: Symbol<'_>) -> PyResult<Bound<'py, PyAny>> {
        match symbol.text {
            Some(text) => Ok(self.shared_text(text)?.into_any()),
            None => Ok(self.py.None().into_bound(self.py)),
        }
    }

    /// Makes a string for a text that is likely to occur again.
    fn shared_text(&mut self, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
        if text.len() > NAME_MAX {
            return PyString::from_bytes(self.py, text);
        }
        let place = &mut self.names[hash(text) % NAMES];
        if let Some((known, string)) = place
            && **known == *text
        {
            return Ok(string.clone());
        }
        let string = PyString::from_bytes(self.py, text)?;
        *place = Some((text.into(), string.clone()));
        Ok(string)
    }

    /// The annotations of the current value; `None` if it has none.
    pub(super) fn annotations(&mut self, reader: &Reader<'_>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let annotations = reader.annotations();
        if annotations.len() == 0 {
            return Ok(None);
        }
        let classes = self.need("an annotation")?;
        let tokens: Vec<_> =
            annotations.map(|symbol| classes.token.make(&self.token(classes, symbol)?)).collect::<PyResult<_>>()?;
        Ok(Some(PyTuple::new(self.py, tokens)?))
    }

    /// The arguments of a symbol token.
    fn token(&mut self, classes: &Classes, symbol: Symbol<'_>) -> PyResult<Bound<'py, PyTuple>> {
        let py = self.py;
        let none = || py.None().into_bound(py);
        let fields = match (symbol.text, symbol.import) {
            (Some(text), _) => [self.shared_text(text)?.into_any(), none(), none()],
            (None, Some((name, place))) => {
                let location = classes.import_location.bind(py).call1((name, place))?;
                [none(), symbol.id.unwrap_or(0).into_pyobject(py)?.into_any(), location]
            }
            // A local symbol of unknown text equals symbol zero.
            (None, None) => [none(), 0u64.into_pyobject(py)?.into_any(), none()],
        };
        PyTuple::new(py, [PyTuple::new(py, fields)?])
    }

    /// The current value, a scalar.
    pub(super) fn scalar(
        &mut self,
        reader: &mut Reader<'_>,
        kind: Kind,
        model: Model,
        annotations: Option<&Bound<'py, PyTuple>>,
    ) -> Result<Bound<'py, PyAny>, NoObject> {
        let py = self.py;
        if kind == Kind::Timestamp {
            let value = reader.timestamp().ok_or_else(refused)?;
            let object = self.zones.object(py, self.classes, model, &value)?;
            return Ok(self.marked(object, kind, model, annotations)?);
        }
        if kind == Kind::Symbol && !model.symbol_as_text {
            return Ok(self.symbol(reader, model, annotations)?);
        }
        let value = match kind {
            Kind::Bool => PyBool::new(py, reader.bool().ok_or_else(refused)?).to_owned().into_any(),
            Kind::Int => self.int(reader)?,
            Kind::Float => PyFloat::new(py, reader.float().ok_or_else(refused)?).into_any(),
            Kind::Decimal => return self.decimal(reader, model, annotations),
            Kind::Symbol => self.symbol_text(reader, model)?,
            Kind::String => PyString::from_bytes(py, reader.string().ok_or_else(refused)?)?.into_any(),
            _ => PyBytes::new(py, reader.bytes().ok_or_else(refused)?).into_any(),
        };
        // As `bytes`, a clob could not be told from a blob.
        if !model.wraps && kind != Kind::Clob {
            return Ok(value);
        }
        let classes = self.need(kind.name())?;
        let class = match kind {
            Kind::Bool => &classes.bool,
            Kind::Int => &classes.int,
            Kind::Float => &classes.float,
            Kind::Symbol | Kind::String => &classes.text,
            _ => &classes.bytes,
        };
        let object = class.make(&PyTuple::new(py, [value])?)?;
        classes.mark(&object, Some(kind), annotations)?;
        Ok(object)
    }

    /// The null of a type.
    pub(super) fn null(
        &mut self,
        kind: Kind,
        model: Model,
        annotations: Option<&Bound<'py, PyTuple>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !model.wraps && kind == Kind::Null {
            return Ok(self.py.None().into_bound(self.py));
        }
        let classes = self.need("a null of a type")?;
        let object = classes.null.make(&PyTuple::empty(self.py))?;
        classes.mark(&object, Some(kind), annotations)?;
        Ok(object)
    }

    fn marked(
        &self,
        object: Bound<'py, PyAny>,
        kind: Kind,
        model: Model,
        annotations: Option<&Bound<'py, PyTuple>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if model.wraps {
            self.need(kind.name())?.mark(&object, Some(kind), annotations)?;
        }
        Ok(object)
    }

    fn int(&mut self, reader: &mut Reader<'_>) -> Result<Bound<'py, PyAny>, NoObject> {
        let value = reader.int().ok_or_else(refused)?;
        if let Some(small) = value.to_i64() {
            return Ok(small.into_pyobject(self.py).map_err(PyErr::from)?.into_any());
        }
        self.text.clear();
        self.text.extend_from_slice(if value.negative { b"-" } else { b"" });
        self.text.extend_from_slice(value.digits);
        let text = PyString::from_bytes(self.py, &self.text)?;
        self.py.get_type::<PyInt>().call1((text, value.radix)).map_err(|error| {
            if !error.is_instance_of::<PyValueError>(self.py) {
                return error.into();
            }
            let text = format!("Python refuses an integer of {} digits", value.digits.len());
            NoObject::Value(Note { text, help: "raise the limit by sys.set_int_max_str_digits, or change the value" })
        })
    }

    fn decimal(
        &mut self,
        reader: &mut Reader<'_>,
        model: Model,
        annotations: Option<&Bound<'py, PyTuple>>,
    ) -> Result<Bound<'py, PyAny>, NoObject> {
        let py = self.py;
        let value = reader.decimal().ok_or_else(refused)?;
        let Some(exponent) = value.exponent else { return Err(exponent_unheld()) };
        self.text.clear();
        self.text.extend_from_slice(if value.negative { b"-" } else { b"" });
        self.text.extend_from_slice(value.coefficient);
        write!(self.text, "E{exponent}").map_err(PyErr::from)?;
        let classes = if model.wraps { Some(self.need("a decimal")?) } else { None };
        let made = match classes {
            Some(classes) => classes.decimal.make(&PyTuple::new(py, [PyString::from_bytes(py, &self.text)?])?),
            None => python::decimal(py, &self.text),
        };
        let object = made.map_err(|error| {
            // `decimal.InvalidOperation` is an ArithmeticError.
            if error.is_instance_of::<PyArithmeticError>(py) { exponent_unheld() } else { error.into() }
        })?;
        if let Some(classes) = classes {
            classes.mark(&object, Some(Kind::Decimal), annotations)?;
        }
        Ok(object)
    }

    fn symbol(
        &mut self,
        reader: &mut Reader<'_>,
        model: Model,
        annotations: Option<&Bound<'py, PyTuple>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let classes = self.need("a symbol that is not read as text")?;
        let arguments = self.token(classes, reader.symbol().ok_or_else(refused)?)?;
        let class = if model.wraps { &classes.symbol } else { &classes.token };
        let object = class.make(&arguments)?;
        self.marked(object, Kind::Symbol, model, annotations)
    }

    fn symbol_text(&mut self, reader: &mut Reader<'_>, model: Model) -> Result<Bound<'py, PyAny>, NoObject> {
        let Some(text) = reader.symbol().ok_or_else(refused)?.text else {
            let text = "a symbol of unknown text has no str".to_owned();
            return Err(NoObject::Value(Note { text, help: "load without IonPyValueModel.SYMBOL_AS_TEXT" }));
        };
        // The constructor of a wrapper copies the text, so sharing it gains nothing.
        if model.wraps {
            return Ok(PyString::from_bytes(self.py, text)?.into_any());
        }
        Ok(self.shared_text(text)?.into_any())
    }
}

/// The error for a decimal beyond the range of `Decimal`.
fn exponent_unheld() -> NoObject {
    let text = "the exponent exceeds those of Python's Decimal".to_owned();
    NoObject::Value(Note { text, help: "change the value, or convert it by stringmill.ion.to_json" })
}

/// The error for a value that exists, while there is no memory to return it.
fn refused() -> PyErr {
    PyMemoryError::new_err(())
}

/// Appends to a list.
pub(super) fn append(list: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
    // SAFETY: both are objects, and this thread is attached. The call fails if `list` is not a list.
    let status = unsafe { ffi::PyList_Append(list.as_ptr(), value.as_ptr()) };
    if status < 0 { Err(PyErr::fetch(list.py())) } else { Ok(()) }
}

/// A hash of a name.
fn hash(text: &[u8]) -> usize {
    text.iter().fold(text.len(), |hash, &byte| (hash.rotate_left(5) ^ usize::from(byte)).wrapping_mul(0x9E37_79B1)) >> 8
}

/// How many names are kept: a power of two.
const NAMES: usize = 256;
/// The longest name that is kept, in bytes.
const NAME_MAX: usize = 64;
