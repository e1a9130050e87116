//! `dumps` and `dumps_bytes`, with the arguments of `json.dumps`.

use super::call::{CallArguments, Function, add, get_trampoline_function};
use super::encoder::Encoder;
use super::objects::Wide;
use super::originals;
use super::write::{Options, WalkStop, Writer};
use crate::choices::choice;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString, PyTuple};
use std::borrow::Cow;
use std::ffi::CStr;
use stringmill::IllFormedUtf16;

/// Passes a macro the arguments that both functions share, in their order: place, name and default. Only this list has
/// them.
macro_rules! with_shared_arguments {
    ($macro:ident $($before:tt)*) => {
        $macro! {
            $($before)*
            SKIPKEYS "skipkeys" "False",
            ENSURE_ASCII "ensure_ascii" "True",
            CHECK_CIRCULAR "check_circular" "True",
            ALLOW_NAN "allow_nan" "True",
            CLS "cls" "None",
            INDENT "indent" "None",
            SEPARATORS "separators" "None",
            DEFAULT "default" "None",
            SORT_KEYS "sort_keys" "False",
        }
    };
}

/// Declares the places of all arguments, and their names.
macro_rules! declare_arguments {
    ($($place:ident $name:literal $default:literal,)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place {
            OBJ,
            $($place,)+
            SURROGATES,
        }
        $(const $place: usize = Place::$place as usize;)+
        /// An argument that only `dumps_bytes` has.
        const SURROGATES: usize = Place::SURROGATES as usize;
        const COUNT: usize = SURROGATES + 1;
        const NAMES: [&str; COUNT] = {
            let mut names = [""; COUNT];
            names[Place::OBJ as usize] = "obj";
            $(names[$place] = $name;)+
            names[SURROGATES] = "surrogates";
            names
        };
    };
}

/// A docstring that begins with the signature, which `inspect` reads: first the part after the shared arguments, then
/// the text.
macro_rules! documentation {
    ($function:literal, $after:literal, $text:literal; $($place:ident $name:literal $default:literal,)+) => {
        match CStr::from_bytes_with_nul(
            concat!($function, "(obj, *", $(", ", $name, "=", $default,)+ $after, ", **kw)\n--\n\n", $text, "\0").as_bytes(),
        ) {
            Ok(documentation) => documentation,
            Err(_) => panic!("the text has no NUL"),
        }
    };
}

with_shared_arguments! { declare_arguments }

static DUMPS: Function<COUNT> = Function::new("dumps", NAMES, dumps);
static DUMPS_BYTES: Function<COUNT> = Function::new("dumps_bytes", NAMES, dumps_bytes);

/// Adds both functions to the module.
pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    unsafe fn call_dumps(
        py: Python<'_>,
        _module: *mut ffi::PyObject,
        arguments: *const *mut ffi::PyObject,
        count: ffi::Py_ssize_t,
        keywords: *mut ffi::PyObject,
    ) -> PyResult<*mut ffi::PyObject> {
        // SAFETY: the arguments come from the interpreter.
        unsafe { DUMPS.call(py, arguments, count, keywords) }
    }

    unsafe fn call_dumps_bytes(
        py: Python<'_>,
        _module: *mut ffi::PyObject,
        arguments: *const *mut ffi::PyObject,
        count: ffi::Py_ssize_t,
        keywords: *mut ffi::PyObject,
    ) -> PyResult<*mut ffi::PyObject> {
        // SAFETY: the arguments come from the interpreter.
        unsafe { DUMPS_BYTES.call(py, arguments, count, keywords) }
    }

    add(module, c"dumps", DUMPS_SAYS, get_trampoline_function!(fastcall_cfunction_with_keywords, call_dumps))?;
    add(
        module,
        c"dumps_bytes",
        DUMPS_BYTES_SAYS,
        get_trampoline_function!(fastcall_cfunction_with_keywords, call_dumps_bytes),
    )
}

const DUMPS_SAYS: &CStr = with_shared_arguments! { documentation "dumps", "", "\
Returns what ``json.dumps`` returns.

With a ``cls`` that overrides more than ``default`` and the separators, or other arguments, ``json`` encodes the object.
"; };

const DUMPS_BYTES_SAYS: &CStr = with_shared_arguments! { documentation "dumps_bytes", ", surrogates='reject'", "\
Returns the UTF-8 of ``dumps``, without making a ``str``.

``surrogates`` says how to write lone surrogates, which ``ensure_ascii`` escapes: ``reject`` raises UnicodeEncodeError,
as ``str.encode`` does; ``replace`` writes U+FFFD, ``question-mark`` a question mark, ``escape`` an escape such as
``\\ud800``, and ``wtf8`` three bytes. Except with ``reject``, a high and a low one after it are one character.

>>> from stringmill import json
>>> json.dumps_bytes(\"a\" + chr(0xD800), ensure_ascii=False, surrogates=\"escape\")
b'\"a\\\\ud800\"'
"; };

fn dumps<'py>(obj: &Bound<'py, PyAny>, given: &mut CallArguments<'_, 'py, COUNT>) -> PyResult<Bound<'py, PyAny>> {
    if let Some(other) = given.known[SURROGATES].take() {
        given.others.get_or_insert_with(|| PyDict::new(other.py())).set_item(NAMES[SURROGATES], other)?;
    }
    match Arguments(given).encode(obj, false)? {
        Encoded::Bytes(bytes) => Ok(bytes.into_any()),
        Encoded::Text(text) => Ok(text),
    }
}

fn dumps_bytes<'py>(obj: &Bound<'py, PyAny>, given: &mut CallArguments<'_, 'py, COUNT>) -> PyResult<Bound<'py, PyAny>> {
    let py = obj.py();
    let surrogates: Option<String> = given.known[SURROGATES].map(|name| name.extract()).transpose()?;
    if let Some(name) = &surrogates {
        choice(py, "surrogates", name, IllFormedUtf16::ALL, IllFormedUtf16::name)?;
    }
    match (Arguments(given).encode(obj, true)?, surrogates.as_deref()) {
        (Encoded::Bytes(bytes), _) => Ok(bytes.into_any()),
        (Encoded::Text(text), None | Some("reject")) => text.call_method0("encode"),
        (Encoded::Text(text), Some(name)) => py.import("stringmill.json")?.call_method1("_encoded", (text, name)),
    }
}

/// The arguments of `json.dumps` except the object.
struct Arguments<'g, 'a, 'py>(&'g CallArguments<'a, 'py, COUNT>);

enum Encoded<'py> {
    /// Well-formed UTF-8.
    Bytes(Bound<'py, PyBytes>),
    /// The result of `dumps`. A class with its own `encode` may return any object.
    Text(Bound<'py, PyAny>),
}

impl<'g, 'py> Arguments<'g, '_, 'py> {
    /// Encodes `obj`; into UTF-8 if `as_bytes` is set and `json` does not have to encode it.
    fn encode(&self, obj: &Bound<'py, PyAny>, as_bytes: bool) -> PyResult<Encoded<'py>> {
        let cls = self.0.some(CLS);
        let by_json = || {
            let keywords = self.keywords(obj.py())?;
            keywords.set_item("cls", cls)?;
            if let Some(others) = &self.0.others {
                keywords.update(others.as_mapping())?;
            }
            originals::DUMPS.call(obj, &keywords).map(Encoded::Text)
        };
        if self.0.others.is_some() {
            return by_json();
        }
        let Some(cls) = cls else {
            return match self.with_options(None, |options| self.written(obj, options, as_bytes))? {
                Some(made) => Ok(made),
                None => by_json(),
            };
        };
        let Some(encoder) = Encoder::of(cls)? else { return by_json() };
        let mut instance = None;
        let made = self.with_options(Some(&encoder), |options| {
            let instance = instance.insert(cls.call((), Some(&self.keywords(obj.py())?))?);
            let method = encoder.default_of(instance)?;
            let options = Options { default: options.default.or(method.as_ref()), ..options.clone() };
            self.written(obj, &options, as_bytes)
        })?;
        match (made, instance) {
            (Some(made), _) => Ok(made),
            (None, Some(instance)) => instance.call_method1("encode", (obj,)).map(Encoded::Text),
            (None, None) => by_json(),
        }
    }

    /// The arguments that the caller gave, and that may differ from the defaults of `JSONEncoder`.
    fn keywords(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let keywords = PyDict::new(py);
        for place in [SKIPKEYS, ENSURE_ASCII, CHECK_CIRCULAR, ALLOW_NAN, SORT_KEYS] {
            if let Some(given) = self.0.known[place] {
                keywords.set_item(NAMES[place], given)?;
            }
        }
        for place in [INDENT, SEPARATORS, DEFAULT] {
            if let Some(given) = self.0.some(place) {
                keywords.set_item(NAMES[place], given)?;
            }
        }
        Ok(keywords)
    }

    /// The truth of an argument. Evaluated only where `json` evaluates it: it may run code of the program.
    fn is_truthy(&self, place: usize, usual: bool) -> PyResult<bool> {
        self.0.known[place].map_or(Ok(usual), |given| given.is_truthy())
    }

    /// Calls `run` with the options of the walk; None if `json` has to encode the object. The options are made in
    /// place: copying them right after that would wait for each field.
    #[inline]
    fn with_options<R>(
        &self,
        encoder: Option<&Encoder>,
        run: impl FnOnce(&Options<'_, 'py>) -> PyResult<Option<R>>,
    ) -> PyResult<Option<R>> {
        let skipkeys = self.is_truthy(SKIPKEYS, false)?;
        let Some(indent) = self.0.some(INDENT).map_or(Some(None), |indent| indentation(indent).map(Some)) else {
            return Ok(None);
        };
        let inherited = || {
            let (between, after_key) = encoder.map_or((", ", ": "), |it| (it.between.as_str(), it.after_key.as_str()));
            Some((if indent.is_some() { "," } else { between }, after_key))
        };
        let Some((between, after_key)) = self.0.some(SEPARATORS).map_or_else(inherited, separators_of) else {
            return Ok(None);
        };
        // With `skipkeys`, releases of Python differ in the text of an object all of whose names are skipped.
        if skipkeys && indent.is_some() {
            return Ok(None);
        }
        run(&Options {
            skipkeys,
            check_circular: self.is_truthy(CHECK_CIRCULAR, true)?,
            allow_nan: self.is_truthy(ALLOW_NAN, true)?,
            sort_keys: self.is_truthy(SORT_KEYS, false)?,
            indent,
            between,
            after_key,
            default: self.0.some(DEFAULT),
        })
    }

    /// The text of an object, or None if `json` has to encode it.
    fn written(
        &self,
        obj: &Bound<'py, PyAny>,
        options: &Options<'_, 'py>,
        as_bytes: bool,
    ) -> PyResult<Option<Encoded<'py>>> {
        let py = obj.py();
        let mut writer = Writer::new(py, options, self.is_truthy(ENSURE_ASCII, true)?);
        match writer.document(obj) {
            Ok(()) => {}
            Err(WalkStop::Decline) => return Ok(None),
            Err(WalkStop::Raise(error)) => return Err(*error),
        }
        let text = writer.text.written();
        Ok(Some(match (writer.surrogates, as_bytes) {
            (true, _) => Encoded::Text(PyBytes::new(py, text).call_method1("decode", ("utf-8", "surrogatepass"))?),
            (false, true) => Encoded::Bytes(PyBytes::new(py, text)),
            // SAFETY: without lone surrogates, the text is well-formed.
            (false, false) => Encoded::Text(unsafe { Wide::default().string(py, text)? }.into_any()),
        }))
    }
}

/// The text of one indentation level, or None if `json` has to decide.
fn indentation<'a>(indent: &'a Bound<'_, PyAny>) -> Option<Cow<'a, str>> {
    if let Ok(text) = indent.cast::<PyString>() {
        return text.to_str().ok().map(Cow::Borrowed);
    }
    // For other types, Python may call a method of the program.
    let spaces: isize = indent.cast::<PyInt>().ok()?.extract().ok()?;
    (spaces <= SPACES_MAX).then(|| Cow::Owned(" ".repeat(usize::try_from(spaces).unwrap_or(0))))
}

/// Both separators of a tuple, or None if `json` has to decide.
fn separators_of<'a>(separators: &'a Bound<'_, PyAny>) -> Option<(&'a str, &'a str)> {
    let pair = separators.cast_exact::<PyTuple>().ok()?;
    let text = |at| <&'a str>::extract(pair.get_borrowed_item(at).ok()?).ok();
    (pair.len() == 2).then(|| Some((text(0)?, text(1)?)))?
}

/// The most spaces of an indentation level that this module writes.
const SPACES_MAX: isize = 1 << 16;
