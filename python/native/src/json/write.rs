//! `dumps`: a walk through Python objects.
//!
//! Text and errors are those of `json`. The walk makes no errors itself: it declines, and the caller lets `json`
//! encode the same object, which raises the error. But functions of the program must not run twice: if one has run,
//! the walk raises the error.

use super::objects::SIGNALS_EACH;
use super::originals;
use super::text::{ASCII_PROFILE, Mark, Text};
use crate::characters::{Characters, cached_utf8, characters, compact_ascii};
use crate::growing::Refused;
use pyo3::exceptions::{PyMemoryError, PyRecursionError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use std::borrow::Cow;
use std::mem;
use stringmill::{Chunk, IllFormedUtf16, JsonEscapeUtf16, Repairs, json_escape_utf16};

/// The options of `dumps`.
#[derive(Clone)]
pub(super) struct Options<'o, 'py> {
    pub(super) skipkeys: bool,
    pub(super) check_circular: bool,
    pub(super) allow_nan: bool,
    pub(super) sort_keys: bool,
    pub(super) indent: Option<Cow<'o, str>>,
    pub(super) between: &'o str,
    pub(super) after_key: &'o str,
    pub(super) default: Option<&'o Bound<'py, PyAny>>,
}

/// Why a walk ended.
pub(super) enum WalkStop {
    /// `json` fails on this object, and has to raise its error.
    Decline,
    /// An exception of a function of the program, or of the walk after such a function has run. Boxed, so that results
    /// fit in registers.
    Raise(Box<PyErr>),
}

impl From<PyErr> for WalkStop {
    #[cold]
    fn from(error: PyErr) -> Self {
        WalkStop::Raise(Box::new(error))
    }
}

impl From<Refused> for WalkStop {
    #[cold]
    fn from(_: Refused) -> Self {
        PyMemoryError::new_err(()).into()
    }
}

type Walk = Result<(), WalkStop>;
/// Writes the contents of a container.
type Write<'o, 'py> = fn(&mut Writer<'o, 'py>, &Bound<'py, PyAny>) -> Walk;

/// The class `OrderedDict`. Its `items` yields the same as that of `dict`.
static ORDERED_DICT: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// The state of a walk.
pub(super) struct Writer<'o, 'py> {
    py: Python<'py>,
    options: &'o Options<'o, 'py>,
    pub(super) text: Text,
    ascii: bool,
    /// The separator and the quote before a string; None if they do not fit in a mark, or with indentation.
    next_string: Option<Mark>,
    /// The quote after a key and the separator; None if they do not fit in a mark.
    key_end: Option<Mark>,
    /// Whether the text contains lone surrogates.
    pub(super) surrogates: bool,
    /// The containers around the current value, with `check_circular`.
    around: Around,
    /// The number of containers around the current value.
    level: usize,
    /// The number of nested calls of this walk: one for each container and each result of `default`.
    depth: usize,
    /// Whether a function of the program has run.
    ran: bool,
    /// The last class that is known to yield its elements as its built-in base class does.
    plain_class: Option<Bound<'py, PyType>>,
    /// The length of the text at the next check for signals.
    signals_at: usize,
}

/// Addresses of nested objects, outermost first.
#[derive(Default)]
struct Around {
    len: usize,
    /// The outermost ones. Few texts have more levels, and allocating takes as long as a short text.
    few: [usize; 8],
    others: Vec<usize>,
}

impl Around {
    #[inline]
    fn has(&self, object: usize) -> bool {
        self.few.iter().take(self.len).any(|&known| known == object) || self.others.contains(&object)
    }

    #[inline]
    fn push(&mut self, object: usize) {
        match self.few.get_mut(self.len) {
            Some(place) => *place = object,
            None => self.others.push(object),
        }
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) {
        self.len -= 1;
        if self.len >= self.few.len() {
            self.others.pop();
        }
    }
}

impl<'o, 'py> Writer<'o, 'py> {
    pub(super) fn new(py: Python<'py>, options: &'o Options<'o, 'py>, ascii: bool) -> Self {
        let (text, plain_class) = (Text::new(ascii), None);
        let next_string = match options.indent {
            None => Mark::joined(options.between.as_bytes(), b"\""),
            Some(_) => None,
        };
        Writer {
            py,
            options,
            text,
            ascii,
            next_string,
            key_end: Mark::joined(b"\"", options.after_key.as_bytes()),
            surrogates: false,
            around: Around::default(),
            level: 0,
            depth: 0,
            ran: false,
            plain_class,
            signals_at: SIGNALS_EACH,
        }
    }

    /// Writes the only value of a text.
    pub(super) fn document(&mut self, value: &Bound<'py, PyAny>) -> Walk {
        self.value(Mark::QUOTE, value)
    }

    /// Writes a value after a mark. The last byte of the mark is the quote of a string, and is left out before other
    /// values. The only reference to `value` may be that of its container: code of the program must not run before
    /// another one is taken.
    fn value(&mut self, before: Mark, value: &Bound<'py, PyAny>) -> Walk {
        // Comparing types needs no call, unlike reading the flags of a type.
        if let Ok(string) = value.cast_exact::<PyString>() {
            return self.string(before, string, Mark::QUOTE);
        }
        let before = before.shorter();
        if let Ok(int) = value.cast_exact::<PyInt>() {
            return self.int(before, int);
        }
        self.text.mark(before)?;
        if value.is_none() {
            return Ok(self.text.mark(const { Mark::of(b"null") })?);
        }
        if let Ok(truth) = value.cast_exact::<PyBool>() {
            let [yes, no] = const { [Mark::of(b"true"), Mark::of(b"false")] };
            return Ok(self.text.mark(if truth.is_true() { yes } else { no })?);
        }
        if let Ok(float) = value.cast_exact::<PyFloat>() {
            return self.float(float);
        }
        let value = &value.clone();
        if value.is_exact_instance_of::<PyDict>() {
            return self.nested(value, Self::dict);
        }
        if value.is_exact_instance_of::<PyList>() || value.is_exact_instance_of::<PyTuple>() {
            return self.nested(value, Self::list);
        }
        self.of_other_class(value)
    }

    /// As [`Writer::value`], for a value of a class of the program.
    fn of_other_class(&mut self, value: &Bound<'py, PyAny>) -> Walk {
        if let Ok(string) = value.cast::<PyString>() {
            return self.string(Mark::QUOTE, string, Mark::QUOTE);
        }
        if let Ok(int) = value.cast::<PyInt>() {
            return self.int(Mark::NONE, int);
        }
        if let Ok(float) = value.cast::<PyFloat>() {
            return self.float(float);
        }
        if value.is_instance_of::<PyList>() {
            return self.extended(value, &self.py.get_type::<PyList>(), "__iter__", Self::list);
        }
        if value.is_instance_of::<PyTuple>() {
            return self.extended(value, &self.py.get_type::<PyTuple>(), "__iter__", Self::list);
        }
        if value.is_instance_of::<PyDict>() {
            return self.extended(value, &self.py.get_type::<PyDict>(), "items", Self::dict);
        }
        self.other(value)
    }

    /// Writes a container of a class that extends `base`. Declines if the class has its own method `yields` or for its
    /// length: which of them `json` calls depends on the indentation.
    fn extended(
        &mut self,
        value: &Bound<'py, PyAny>,
        base: &Bound<'py, PyType>,
        yields: &str,
        write: Write<'o, 'py>,
    ) -> Walk {
        let class = value.get_type();
        if !self.ran && !self.plain_class.as_ref().is_some_and(|known| known.is(&class)) {
            if !class.is(ORDERED_DICT.import(self.py, "collections", "OrderedDict")?) {
                for method in [yields, "__len__", "__bool__"] {
                    let same = match (class.getattr_opt(method)?, base.getattr_opt(method)?) {
                        (Some(own), Some(inherited)) => own.is(&inherited),
                        (own, inherited) => own.is_none() && inherited.is_none(),
                    };
                    if !same {
                        return Err(WalkStop::Decline);
                    }
                }
            }
            self.plain_class = Some(class);
        }
        self.nested(value, write)
    }

    /// Writes a string between two marks, which include its quotes.
    #[inline(always)]
    fn string(&mut self, before: Mark, string: &Bound<'py, PyString>, after: Mark) -> Walk {
        match compact_ascii(string).or_else(|| cached_utf8(string)) {
            Some(text) => Ok(self.text.string(before, text, after)?),
            None => self.other_string([before, after], string),
        }
    }

    #[inline(never)]
    fn other_string(&mut self, marks: [Mark; 2], string: &Bound<'py, PyString>) -> Walk {
        let [before, after] = marks;
        let written = match characters(string) {
            Some(text) => self.wide_string(marks, text)?,
            None => false,
        };
        if written {
            return Ok(());
        }
        if let Ok(text) = string.to_str() {
            return Ok(self.text.string(before, text.as_bytes(), after)?);
        }
        if !self.ascii {
            self.surrogates = true;
            let encoded = string.call_method1("encode", ("utf-8", "surrogatepass"))?;
            let text = encoded.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes();
            return Ok(self.text.string(before, text, after)?);
        }
        let units = crate::strings::utf16_of(string)?;
        let rules = JsonEscapeUtf16::new(&ASCII_PROFILE, IllFormedUtf16::Escape);
        let rules = rules.map_err(|error| PyValueError::new_err(error.code.says()))?;
        let mut out = vec![0; units.len() * JsonEscapeUtf16::UNIT_MAX + JsonEscapeUtf16::UNIT_MAX];
        let done = json_escape_utf16(&rules, &units, &mut out, Chunk::Last, &mut Repairs::default());
        let len = done.map_err(|error| PyValueError::new_err(error.code.says()))?.written;
        self.text.mark(before)?;
        self.text.put(&out[..len])?;
        Ok(self.text.mark(after)?)
    }

    /// Writes a string that is not ASCII. Returns false if it has to be written as UTF-8.
    fn wide_string(&mut self, marks: [Mark; 2], text: Characters<'_>) -> Result<bool, WalkStop> {
        let [before, after] = marks;
        let written = match text {
            Characters::Ascii(text) | Characters::Latin1(text) => self.text.few(before, text, after)?,
            Characters::Two(units) => self.text.few(before, units, after)?,
            Characters::Four(points) => self.text.few(before, points, after)?,
        };
        if written {
            return Ok(true);
        }
        match text {
            Characters::Ascii(text) => self.text.string(before, text, after)?,
            Characters::Latin1(text) => self.text.latin1(before, text, after)?,
            Characters::Two(units) => {
                // Two-byte characters with lone surrogates are not UTF-16.
                if !self.ascii && has_surrogates(units) {
                    return Ok(false);
                }
                self.text.utf16(before, units, after)?;
            }
            Characters::Four(points) => return self.points(marks, points),
        }
        Ok(true)
    }

    /// Writes a short text of four-byte characters as UTF-16. For a longer text, UTF-8 by Python is as fast.
    fn points(&mut self, [before, after]: [Mark; 2], points: &[u32]) -> Result<bool, WalkStop> {
        let mut units = [0; 2 * POINTS_MAX];
        let mut len = 0;
        if points.len() > POINTS_MAX {
            return Ok(false);
        }
        for &point in points {
            match char::from_u32(point) {
                Some(character) => len += character.encode_utf16(&mut units[len..]).len(),
                // Two adjacent surrogates become the same escapes as their character.
                None if self.ascii => {
                    units[len] = point as u16;
                    len += 1;
                }
                None => return Ok(false),
            }
        }
        self.text.utf16(before, &units[..len], after)?;
        Ok(true)
    }

    #[inline]
    fn int(&mut self, before: Mark, int: &Bound<'py, PyInt>) -> Walk {
        let mut overflow = 0;
        // SAFETY: the object is an int, for which the call can only fail by `overflow`, and this thread is attached.
        let value = unsafe { ffi::PyLong_AsLongLongAndOverflow(int.as_ptr(), &mut overflow) };
        if overflow == 0 {
            return Ok(self.text.int(before, value)?);
        }
        self.long_int(before, int)
    }

    /// Writes an int of more than 64 bits.
    #[cold]
    fn long_int(&mut self, before: Mark, int: &Bound<'py, PyInt>) -> Walk {
        self.text.mark(before)?;
        // `int.__repr__` even for a subclass with its own; fails for more digits than Python allows.
        let repr = self.py.get_type::<PyInt>().call_method1("__repr__", (int,)).map_err(|error| self.failed(error))?;
        Ok(self.text.put(repr.cast::<PyString>().map_err(PyErr::from)?.to_str()?.as_bytes())?)
    }

    fn float(&mut self, float: &Bound<'py, PyFloat>) -> Walk {
        let value = float.value();
        if value.is_finite() {
            return Ok(self.text.float(value)?);
        }
        if !self.options.allow_nan {
            return Err(self.refused(float));
        }
        let constant: &[u8] = match (value.is_nan(), value > 0.0) {
            (true, _) => b"NaN",
            (_, true) => b"Infinity",
            _ => b"-Infinity",
        };
        Ok(self.text.put(constant)?)
    }

    /// Writes a container, unless it contains itself.
    fn nested(&mut self, value: &Bound<'py, PyAny>, write: Write<'o, 'py>) -> Walk {
        self.enter(value)?;
        self.level += 1;
        let done = write(self, value);
        self.level -= 1;
        self.leave();
        done
    }

    /// Writes the result of `default` for an object of another type.
    fn other(&mut self, value: &Bound<'py, PyAny>) -> Walk {
        let Some(default) = self.options.default else { return Err(self.refused(value)) };
        self.ran = true;
        if self.is_inside(value) {
            return Err(PyValueError::new_err(CIRCULAR).into());
        }
        let made = default.call1((value,))?;
        self.enter(value)?;
        let done = self.value(Mark::QUOTE, &made);
        self.leave();
        done
    }

    fn is_inside(&self, value: &Bound<'py, PyAny>) -> bool {
        self.around.has(value.as_ptr() as usize)
    }

    fn enter(&mut self, value: &Bound<'py, PyAny>) -> Walk {
        if self.is_inside(value) {
            return Err(self.failed(PyValueError::new_err(CIRCULAR)));
        }
        if self.depth == DEPTH_MAX {
            return Err(self.failed(PyRecursionError::new_err(TOO_DEEP)));
        }
        // SAFETY: this thread is attached to the interpreter, and the argument is a C string.
        if unsafe { ffi::Py_EnterRecursiveCall(c" while encoding a JSON object".as_ptr()) } != 0 {
            let error = PyErr::fetch(self.py);
            return Err(self.failed(error));
        }
        self.depth += 1;
        if self.options.check_circular {
            self.around.push(value.as_ptr() as usize);
        }
        Ok(())
    }

    fn leave(&mut self) {
        // SAFETY: this thread is attached, and `enter` began this call.
        unsafe { ffi::Py_LeaveRecursiveCall() };
        self.depth -= 1;
        if self.options.check_circular {
            self.around.pop();
        }
    }

    /// Ends the walk at an exception of Python.
    fn failed(&self, error: PyErr) -> WalkStop {
        if self.ran { error.into() } else { WalkStop::Decline }
    }

    /// Ends the walk at a value that `json` refuses. If functions of the program have run, `json` gets only this
    /// value.
    fn refused(&self, value: &Bound<'py, PyAny>) -> WalkStop {
        if !self.ran {
            return WalkStop::Decline;
        }
        let ask = || {
            let strict = PyDict::new(self.py);
            strict.set_item("allow_nan", false)?;
            strict.set_item("indent", self.options.indent.as_ref().map(|_| 0))?;
            originals::DUMPS.call(value, &strict)
        };
        match ask() {
            Err(error) => error.into(),
            Ok(_) => PyValueError::new_err("a value that json accepts was refused").into(),
        }
    }

    /// Checks for signals after each [`SIGNALS_EACH`] bytes.
    #[inline]
    fn look(&mut self) -> Walk {
        let len = self.text.len();
        if len < self.signals_at {
            return Ok(());
        }
        self.signals_at = len + SIGNALS_EACH;
        Ok(self.py.check_signals()?)
    }

    fn list(&mut self, value: &Bound<'py, PyAny>) -> Walk {
        let mut first = true;
        // A subclass of the program may iterate in its own way.
        let exact = value.is_exact_instance_of::<PyList>() || value.is_exact_instance_of::<PyTuple>();
        let copy = (!exact).then(|| self.py.get_type::<PyList>().call1((value,))).transpose();
        let copy = copy.map_err(|error| self.failed(error))?;
        let value = copy.as_ref().unwrap_or(value);
        self.text.mark(const { Mark::of(b"[") })?;
        if let Ok(list) = value.cast::<PyList>() {
            // `default` or a handler of signals may change the list meanwhile, so its length is read again for each
            // element.
            let mut at = 0;
            while at < list.len() {
                self.look()?;
                let element = element(list, at)?;
                self.element(&mut first, &element)?;
                at += 1;
            }
        } else {
            for element in value.cast::<PyTuple>().map_err(PyErr::from)?.iter_borrowed() {
                self.look()?;
                self.element(&mut first, &element)?;
            }
        }
        self.close(first, const { Mark::of(b"]") })
    }

    #[inline(always)]
    fn element(&mut self, first: &mut bool, value: &Bound<'py, PyAny>) -> Walk {
        let before = self.before_string(first)?;
        // Strings are written in this loop, without a call.
        if let Ok(string) = value.cast_exact::<PyString>() {
            return self.string(before, string, Mark::QUOTE);
        }
        match value.cast_exact::<PyInt>() {
            Ok(int) => self.int(before.shorter(), int),
            Err(_) => self.value(before, value),
        }
    }

    fn dict(&mut self, value: &Bound<'py, PyAny>) -> Walk {
        let exact = value.is_exact_instance_of::<PyDict>();
        let mut first = true;
        self.text.mark(const { Mark::of(b"{") })?;
        if exact && !self.options.sort_keys && self.options.default.is_none() {
            let mut at = 0;
            while let Some((key, member)) = next(value, &mut at) {
                self.member(&mut first, &key, &member)?;
                self.look()?;
            }
            return self.close(first, const { Mark::of(b"}") });
        }
        if value.len()? == 0 {
            return self.close(first, const { Mark::of(b"}") });
        }
        let items = value.call_method0("items").and_then(|items| self.py.get_type::<PyList>().call1((items,)));
        let items = items.map_err(|error| self.failed(error))?;
        if self.options.sort_keys {
            items.call_method0("sort").map_err(|error| self.failed(error))?;
        }
        for item in items.cast::<PyList>().map_err(PyErr::from)?.iter() {
            let (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = item.extract()?;
            self.member(&mut first, &key, &value)?;
            self.look()?;
        }
        self.close(first, const { Mark::of(b"}") })
    }

    fn member(&mut self, first: &mut bool, key: &Bound<'py, PyAny>, value: &Bound<'py, PyAny>) -> Walk {
        let exact = key.cast_exact::<PyString>();
        if let Ok(string) = exact.or_else(|_| key.cast::<PyString>()) {
            let before = self.before_string(first)?;
            self.string(before, string, self.key_end.unwrap_or(Mark::QUOTE))?;
        } else {
            let is_key = key.is_none() || key.is_instance_of::<PyInt>() || key.is_instance_of::<PyFloat>();
            if !is_key && self.options.skipkeys {
                return Ok(());
            }
            if !is_key {
                let alone = PyDict::new(self.py);
                alone.set_item(key.clone(), self.py.None())?;
                return Err(self.refused(&alone));
            }
            let before = self.before_string(first)?;
            self.text.mark(before)?;
            // Numbers contain nothing to escape.
            self.value(Mark::QUOTE, key)?;
            self.text.mark(self.key_end.unwrap_or(Mark::QUOTE))?;
        }
        if self.key_end.is_none() {
            self.text.put(self.options.after_key.as_bytes())?;
        }
        self.value(Mark::QUOTE, value)
    }

    /// The mark before a string: its quote, and the separator unless it was written already.
    #[inline(always)]
    fn before_string(&mut self, first: &mut bool) -> Result<Mark, WalkStop> {
        match self.next_string {
            Some(mark) => Ok(if mem::take(first) { Mark::QUOTE } else { mark }),
            None => self.long_separator(first),
        }
    }

    /// Writes a separator that does not fit in a mark, and returns the rest of the mark.
    #[inline(never)]
    fn long_separator(&mut self, first: &mut bool) -> Result<Mark, WalkStop> {
        if !mem::take(first) {
            self.text.put(self.options.between.as_bytes())?;
        }
        if let Some(indent) = &self.options.indent {
            self.text.line(indent.as_bytes(), self.level)?;
        }
        Ok(Mark::QUOTE)
    }

    fn close(&mut self, empty: bool, bracket: Mark) -> Walk {
        if let (Some(indent), false) = (&self.options.indent, empty) {
            self.text.line(indent.as_bytes(), self.level - 1)?;
        }
        Ok(self.text.mark(bracket)?)
    }
}

/// Whether some of the characters are surrogates.
fn has_surrogates(text: &[u16]) -> bool {
    let is_surrogate = |&unit: &u16| unit & 0xF800 == 0xD800;
    // The loop over a block has no early exit, so the compiler can use vectors.
    text.chunks(64).any(|block| block.iter().fold(false, |found, unit| found | is_surrogate(unit)))
}

/// Borrows an element of a list. `at` is below the length.
#[inline]
fn element<'l, 'py>(list: &'l Bound<'py, PyList>, at: usize) -> PyResult<Borrowed<'l, 'py, PyAny>> {
    let at = at as ffi::Py_ssize_t;
    // SAFETY: the object is a list that has this element, and this thread is attached. The list owns the result, and
    // [`Writer::value`] takes a reference of its own before anything can change the list.
    unsafe {
        #[cfg(feature = "abi3")]
        let element = ffi::PyList_GetItem(list.as_ptr(), at);
        #[cfg(not(feature = "abi3"))]
        let element = ffi::PyList_GET_ITEM(list.as_ptr(), at);
        Borrowed::from_ptr_or_err(list.py(), element)
    }
}

type Member<'d, 'py> = (Borrowed<'d, 'py, PyAny>, Borrowed<'d, 'py, PyAny>);

/// Returns the members of a dict one by one. The dict may change meanwhile: an object inside of it, or a handler of
/// signals, may run code of the program.
fn next<'d, 'py>(dict: &'d Bound<'py, PyAny>, at: &mut ffi::Py_ssize_t) -> Option<Member<'d, 'py>> {
    let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: the object is a dict, as the caller checked, and this thread is attached. The dict owns both results. Nothing
    // of the program runs until the key is written and [`Writer::value`] has a reference to the value.
    unsafe {
        (ffi::PyDict_Next(dict.as_ptr(), at, &mut key, &mut value) != 0)
            .then(|| (Borrowed::from_ptr(dict.py(), key), Borrowed::from_ptr(dict.py(), value)))
    }
}

const CIRCULAR: &str = "Circular reference detected";
const TOO_DEEP: &str = "maximum recursion depth exceeded while encoding a JSON object";
/// With more nested calls, a walk leaves the object to `json`: so it needs less than a megabyte of stack.
const DEPTH_MAX: usize = 900;
/// The most four-byte characters of a short text.
const POINTS_MAX: usize = 64;
