//! Walks through Python objects and sends events to a writer. Has no recursion, so depth needs no stack.
//!
//! An attribute `ion_type` decides between types that share a class, and `ion_annotations` holds annotations.

use super::classes::{Classes, KINDS};
use super::forms::{Form, Forms, forms, is_of};
use super::timestamps::{Fields, Offsets};
use crate::characters::compact_ascii;
use crate::error::{ion_misuse, ion_write_error};
use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyList, PyString, PyTuple};
use stringmill::ErrorCode;
use stringmill::ion::{Int, Kind, Timestamp, WriteError};

pub(super) type Put = Result<(), WriteError>;

/// A writer. Symbols are texts, or `None` for symbol zero.
pub(super) trait Sink {
    /// Whether symbols have IDs.
    const HAS_IDS: bool;

    fn field_name(&mut self, name: Option<&str>) -> Put;
    /// Announces that the next value is this symbol: `amazon.ion` gives it an ID before its field name and
    /// annotations.
    fn declare_symbol(&mut self, text: &str) -> Put;
    /// All annotations of the next value, at least one.
    fn annotations(&mut self, texts: &[Option<&str>]) -> Put;
    fn begin(&mut self, kind: Kind) -> Put;
    fn end(&mut self, kind: Kind) -> Put;
    fn null(&mut self, kind: Kind) -> Put;
    fn bool(&mut self, value: bool) -> Put;
    fn int(&mut self, value: i64) -> Put;
    fn big_int(&mut self, value: &Int<'_>) -> Put;
    fn float(&mut self, value: f64) -> Put;
    /// A finite decimal, in the text of `str`.
    fn decimal(&mut self, text: &str) -> Put;
    fn timestamp(&mut self, value: &Timestamp<'_>) -> Put;
    fn symbol(&mut self, text: Option<&str>) -> Put;
    fn string(&mut self, text: &str) -> Put;
    fn lob(&mut self, kind: Kind, bytes: &[u8]) -> Put;
}

/// A walk through objects.
pub(super) struct Walk<'c, 'py, S> {
    py: Python<'py>,
    classes: Option<&'c Classes>,
    forms: &'c Forms,
    pub(super) sink: S,
    tuple_as_sexp: bool,
    open: Vec<Open<'py>>,
    offsets: Offsets<'py>,
    /// Reused memory for the annotations of a value.
    names: Vec<Option<Bound<'py, PyString>>>,
}

/// An open container, and the index of its next element.
struct Open<'py> {
    kind: Kind,
    object: Bound<'py, PyAny>,
    at: ffi::Py_ssize_t,
    /// In an `IonPyDict`: a name, its values, and the index of the next value.
    values: Option<(Bound<'py, PyAny>, Bound<'py, PyList>, usize)>,
    of: Elements,
}

#[derive(Clone, Copy)]
enum Elements {
    List,
    Tuple,
    Dict,
    /// A list of pairs of a name and a value.
    Pairs,
    /// The dict in an `IonPyDict`.
    Store,
}

/// An element, with its name in a struct.
type Element<'py> = (Option<Bound<'py, PyAny>>, Bound<'py, PyAny>);

impl<'c, 'py: 'c, S: Sink> Walk<'c, 'py, S> {
    pub(super) fn new(py: Python<'py>, classes: Option<&'c Classes>, sink: S, tuple_as_sexp: bool) -> PyResult<Self> {
        let (forms, open, offsets, names) = (forms(py, classes)?, Vec::new(), Offsets::default(), Vec::new());
        Ok(Walk { py, classes, forms, sink, tuple_as_sexp, open, offsets, names })
    }

    /// Writes an object as a value at the top level.
    pub(super) fn top(&mut self, object: &Bound<'py, PyAny>) -> PyResult<()> {
        self.value(None, object)?;
        while let Some(open) = self.open.last_mut() {
            match open.next()? {
                Some((name, value)) => self.value(name.as_ref(), &value)?,
                None => {
                    let kind = open.kind;
                    self.open.pop();
                    self.put(|sink| sink.end(kind))?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn put(&mut self, put: impl FnOnce(&mut S) -> Put) -> PyResult<()> {
        put(&mut self.sink).map_err(|error| ion_write_error(self.py, error))
    }

    fn field_name(&mut self, name: &Bound<'py, PyAny>) -> PyResult<()> {
        if let Ok(text) = name.cast::<PyString>() {
            let text = utf8(text)?;
            return self.put(|sink| sink.field_name(Some(text)));
        }
        let text = if name.is_none() { None } else { self.symbol_text(name)? };
        let text = optional_utf8(&text)?;
        self.put(|sink| sink.field_name(text))
    }

    fn value(&mut self, name: Option<&Bound<'py, PyAny>>, object: &Bound<'py, PyAny>) -> PyResult<()> {
        let (form, marked, exact) = match self.forms.exact(object.get_type_ptr()) {
            // Objects of exactly these built-in classes have no attributes of Ion.
            Some((form, marked)) => (form, marked, true),
            None => (self.forms.inherited(object)?, true, false),
        };
        let kind = if marked { self.kind(object, form)? } else { form.kinds()[0] };
        let annotations = if marked { self.annotations(object)? } else { None };
        if kind == Kind::Symbol {
            self.before_symbol(object, form, name.is_some() || annotations.is_some())?;
        }
        if let Some(name) = name {
            self.field_name(name)?;
        }
        if let Some(mut names) = annotations {
            self.put_annotations(&names)?;
            names.clear();
            self.names = names;
        }
        self.formed(object, form, kind, exact)
    }

    /// Gives a symbol its ID, and refuses one that readers would take for a version marker.
    fn before_symbol(&mut self, object: &Bound<'py, PyAny>, form: Form, has_prefix: bool) -> PyResult<()> {
        let is_needed = if has_prefix { S::HAS_IDS } else { self.open.is_empty() };
        if matches!(form, Form::Null) || !is_needed {
            return Ok(());
        }
        let Some(text) = self.name(object)? else { return Ok(()) };
        let text = utf8(&text)?;
        if !has_prefix {
            let is_marker = is_version_marker(text);
            return self.put(|_| if is_marker { Err(WriteError::SystemValue) } else { Ok(()) });
        }
        self.put(|sink| sink.declare_symbol(text))
    }

    /// The type of an object, by its attribute `ion_type` if it has one.
    fn kind(&self, object: &Bound<'py, PyAny>, form: Form) -> PyResult<Kind> {
        let kinds = form.kinds();
        let Some(given) = object.getattr_opt(intern!(self.py, "ion_type"))? else { return Ok(kinds[0]) };
        if self.classes.is_some_and(|classes| classes.ion_type(self.py, kinds[0]).is(&given)) {
            return Ok(kinds[0]);
        }
        let known = self.classes.and_then(|classes| classes.kind(&given));
        let kind = known.or_else(|| given.extract::<usize>().ok().and_then(|number| KINDS.get(number).copied()));
        kind.filter(|kind| kinds.contains(kind)).ok_or_else(|| {
            let message = format!("an object of type {} with the ion_type {given}", kinds[0].name());
            ion_misuse(self.py, ErrorCode::ChoiceUnknown, message)
        })
    }

    /// The annotations of an object, in the memory for them; `None` if it has none.
    fn annotations(&mut self, object: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Option<Bound<'py, PyString>>>>> {
        let Some(given) = object.getattr_opt(intern!(self.py, "ion_annotations"))? else { return Ok(None) };
        // Most often the attribute is an empty tuple.
        if let Ok(tuple) = given.cast_exact::<PyTuple>() {
            if tuple.is_empty() {
                return Ok(None);
            }
            let mut names = std::mem::take(&mut self.names);
            for annotation in tuple.iter_borrowed() {
                names.push(self.name(&annotation)?);
            }
            return Ok(Some(names));
        }
        if !given.is_truthy()? {
            return Ok(None);
        }
        given.try_iter()?.map(|annotation| self.name(&annotation?)).collect::<PyResult<_>>().map(Some)
    }

    fn put_annotations(&mut self, names: &[Option<Bound<'py, PyString>>]) -> PyResult<()> {
        // Most values have one or two annotations; for these a list would take longer than all else.
        match names {
            [one] => {
                let all = [optional_utf8(one)?];
                self.put(|sink| sink.annotations(&all))
            }
            [one, two] => {
                let all = [optional_utf8(one)?, optional_utf8(two)?];
                self.put(|sink| sink.annotations(&all))
            }
            _ => {
                let all: Vec<_> = names.iter().map(optional_utf8).collect::<PyResult<_>>()?;
                self.put(|sink| sink.annotations(&all))
            }
        }
    }

    /// The text of a `str` or of a symbol token.
    fn name(&self, object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
        match object.cast::<PyString>() {
            Ok(text) => Ok(Some(text.clone())),
            Err(_) => self.symbol_text(object),
        }
    }

    /// The text of a symbol token; `None` for symbol zero.
    fn symbol_text(&self, token: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
        let py = self.py;
        let text = match self.forms.exact(token.get_type_ptr()) {
            Some((Form::Token, _)) => token.cast::<PyTuple>()?.get_item(0)?,
            // A class that extends these may have its own attribute.
            _ if self.classes.is_some_and(|classes| is_of(token, classes.token.class(py))) => {
                token.getattr(intern!(py, "text"))?
            }
            _ => return Err(PyTypeError::new_err(format!("a name of type {}", token.get_type().name()?))),
        };
        if let Ok(text) = text.cast_into::<PyString>() {
            return Ok(Some(text));
        }

        match token.getattr(intern!(py, "sid"))?.extract::<Option<usize>>()? {
            Some(0) => Ok(None),
            Some(id @ 1..=9) => Ok(Some(PyString::new(py, SYSTEM[id - 1]))),
            id => {
                let id = id.map_or("none".to_owned(), |id| id.to_string());
                let message = format!("{}: a symbol without text, whose ID is {id}", ErrorCode::IonSymbolId.says());
                Err(ion_misuse(py, ErrorCode::IonSymbolId, message))
            }
        }
    }

    fn formed(&mut self, object: &Bound<'py, PyAny>, form: Form, kind: Kind, exact: bool) -> PyResult<()> {
        match form {
            Form::Text => {
                let text = utf8(object.cast::<PyString>()?)?;
                self.put(|sink| if kind == Kind::Symbol { sink.symbol(Some(text)) } else { sink.string(text) })
            }
            Form::Int if kind == Kind::Int => self.int(object),
            Form::Bool | Form::Int => {
                let value = object.is_truthy()?;
                self.put(|sink| sink.bool(value))
            }
            Form::Float => {
                let value = object.cast::<PyFloat>()?.value();
                self.put(|sink| sink.float(value))
            }
            Form::Null => self.put(|sink| sink.null(kind)),
            Form::Decimal => self.decimal(object),
            Form::Bytes => {
                let bytes = object.cast::<PyBytes>()?.as_bytes();
                self.put(|sink| sink.lob(kind, bytes))
            }
            Form::Time => {
                let fields = Fields::of(object, exact, &mut self.offsets, self.classes)?;
                self.put(|sink| sink.timestamp(&fields.timestamp()))
            }
            Form::Token => {
                let text = self.symbol_text(object)?;
                let text = optional_utf8(&text)?;
                self.put(|sink| sink.symbol(text))
            }
            Form::Dict if object.cast_exact::<PyDict>().is_err() => {
                // A subclass of the program may iterate in another order.
                let pairs = self.py.get_type::<PyList>().call1((object.call_method0("items")?,))?;
                self.begin(kind, pairs, Elements::Pairs)
            }
            Form::Dict => self.begin(kind, object.clone(), Elements::Dict),
            Form::Multimap => {
                let store = object.getattr(intern!(self.py, "_IonPyDict__store"))?;
                self.begin(kind, store.cast_into::<PyDict>()?.into_any(), Elements::Store)
            }
            Form::List => self.begin(kind, object.clone(), Elements::List),
            Form::Tuple => {
                let kind = if self.tuple_as_sexp { Kind::Sexp } else { kind };
                self.begin(kind, object.clone(), Elements::Tuple)
            }
        }
    }

    fn begin(&mut self, kind: Kind, object: Bound<'py, PyAny>, of: Elements) -> PyResult<()> {
        if self.open.len() == DEPTH_MAX {
            let message = "a container inside itself, or more than a million levels".to_owned();
            return Err(ion_misuse(self.py, ErrorCode::LimitDepth, message));
        }
        self.put(|sink| sink.begin(kind))?;
        self.open.push(Open { kind, object, at: 0, values: None, of });
        Ok(())
    }

    fn int(&mut self, object: &Bound<'py, PyAny>) -> PyResult<()> {
        let mut overflow = 0;
        // SAFETY: the object is an int, for which the call can only fail by `overflow`, and this thread is attached.
        let value = unsafe { ffi::PyLong_AsLongLongAndOverflow(object.as_ptr(), &mut overflow) };
        if overflow == 0 {
            return self.put(|sink| sink.int(value));
        }
        // In base 16, since Python limits the digits of base 10.
        // SAFETY: the object is an int, and this thread is attached. The result is a new reference, or null with an
        // exception.
        let text = unsafe { Bound::from_owned_ptr_or_err(self.py, ffi::PyNumber_ToBase(object.as_ptr(), 16))? };
        let text = text.cast::<PyString>()?.to_str()?;
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let digits = digits.strip_prefix("0x").unwrap_or(digits).as_bytes();
        self.put(|sink| sink.big_int(&Int { negative, radix: 16, digits }))
    }

    fn decimal(&mut self, object: &Bound<'py, PyAny>) -> PyResult<()> {
        let text = object.str()?;
        let text = text.to_str()?;
        if !text.trim_start_matches('-').starts_with(|first: char| first.is_ascii_digit()) {
            let code = ErrorCode::NumberNotFinite;
            return Err(ion_misuse(self.py, code, format!("{}: a decimal that is {text}", code.says())));
        }
        self.put(|sink| sink.decimal(text))
    }
}

impl<'py> Open<'py> {
    fn next(&mut self) -> PyResult<Option<Element<'py>>> {
        let at = self.at as usize;
        match self.of {
            Elements::List => {
                let list = self.object.cast::<PyList>()?;
                self.at += 1;
                // A function of the program may have changed the list.
                if at < list.len() { Ok(Some((None, list.get_item(at)?))) } else { Ok(None) }
            }
            Elements::Tuple => {
                let tuple = self.object.cast::<PyTuple>()?;
                self.at += 1;
                if at < tuple.len() { Ok(Some((None, tuple.get_item(at)?))) } else { Ok(None) }
            }
            Elements::Pairs => {
                let list = self.object.cast::<PyList>()?;
                self.at += 1;
                if at == list.len() {
                    return Ok(None);
                }
                let (name, value) = list.get_item(at)?.extract()?;
                Ok(Some((Some(name), value)))
            }
            Elements::Dict => Ok(self.next_of_dict().map(|(name, value)| (Some(name), value))),
            Elements::Store => self.next_of_store(),
        }
    }

    fn next_of_store(&mut self) -> PyResult<Option<Element<'py>>> {
        loop {
            if let Some((name, values, at)) = &mut self.values
                && *at < values.len()
            {
                *at += 1;
                return Ok(Some((Some(name.clone()), values.get_item(*at - 1)?)));
            }
            let Some((name, values)) = self.next_of_dict() else { return Ok(None) };
            let values: Bound<'_, PyList> = values.cast_into()?;
            if values.len() == 1 {
                return Ok(Some((Some(name), values.get_item(0)?)));
            }
            self.values = Some((name, values, 0));
        }
    }

    fn next_of_dict(&mut self) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
        let py = self.object.py();
        // SAFETY: the object is a dict, as a cast has shown in `begin`, and this thread is attached. Both results are
        // borrowed from the dict, which does not change before references to them are taken.
        unsafe {
            (ffi::PyDict_Next(self.object.as_ptr(), &mut self.at, &mut key, &mut value) != 0)
                .then(|| (Bound::from_borrowed_ptr(py, key), Bound::from_borrowed_ptr(py, value)))
        }
    }
}

/// Whether a symbol has the text of a version marker, such as `$ion_1_0`.
fn is_version_marker(text: &str) -> bool {
    let numbers = text.strip_prefix("$ion_").and_then(|rest| rest.split_once('_'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(major, minor)| is_number(major) && is_number(minor))
}

fn optional_utf8<'t>(text: &'t Option<Bound<'_, PyString>>) -> PyResult<Option<&'t str>> {
    text.as_ref().map(utf8).transpose()
}

/// The UTF-8 of a text.
fn utf8<'t>(text: &'t Bound<'_, PyString>) -> PyResult<&'t str> {
    if let Some(ascii) = compact_ascii(text) {
        // SAFETY: ASCII is UTF-8.
        return Ok(unsafe { str::from_utf8_unchecked(ascii) });
    }
    text.to_str().map_err(|error| {
        let py = text.py();
        let code = ErrorCode::SurrogateLone;
        let is_surrogate = error.is_instance_of::<PyUnicodeEncodeError>(py);
        if is_surrogate { ion_misuse(py, code, format!("{}: {error}", code.says())) } else { error }
    })
}

/// The texts of the IDs from 1 that every symbol table has.
const SYSTEM: [&str; 9] = [
    "$ion",
    "$ion_1_0",
    "$ion_symbol_table",
    "name",
    "version",
    "imports",
    "symbols",
    "max_id",
    "$ion_shared_symbol_table",
];

/// The maximum depth of containers.
const DEPTH_MAX: usize = 1 << 20;
