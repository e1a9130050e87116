//! `dumps` and `dumps_bytes`, with the arguments of `json.dumps`.

use super::encoder::Encoder;
use super::given::{DUMPS, Flag, more_than_one};
use super::objects::Wide;
use super::write::{Options, Stop, Writer};
use crate::choices::choice;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString, PyTuple};
use std::borrow::Cow;
use stringmill::IllFormedUtf16;

/// Returns what ``json.dumps`` returns.
///
/// With a ``cls`` that overrides more than ``default`` and the separators, or other arguments, ``json`` encodes the object.
#[pyfunction]
#[pyo3(
    name = "dumps",
    signature = (obj, *more, skipkeys = Flag::Default(false), ensure_ascii = Flag::Default(true),
        check_circular = Flag::Default(true), allow_nan = Flag::Default(true), cls = None, indent = None, separators = None,
        default = None, sort_keys = Flag::Default(false), **kw),
    text_signature = "(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, \
        separators=None, default=None, sort_keys=False, **kw)"
)]
#[expect(clippy::too_many_arguments, reason = "those of json.dumps")]
pub(crate) fn json_dumps<'py>(
    obj: &Bound<'py, PyAny>,
    more: &Bound<'py, PyTuple>,
    skipkeys: Flag<'_, 'py>,
    ensure_ascii: Flag<'_, 'py>,
    check_circular: Flag<'_, 'py>,
    allow_nan: Flag<'_, 'py>,
    cls: Option<&Bound<'py, PyAny>>,
    indent: Option<&Bound<'py, PyAny>>,
    separators: Option<&Bound<'py, PyAny>>,
    default: Option<&Bound<'py, PyAny>>,
    sort_keys: Flag<'_, 'py>,
    kw: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if !more.is_empty() {
        return Err(more_than_one("dumps", more));
    }
    let flags = Flags { skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys };
    match (Arguments { flags, cls, indent, separators, default, kw }).encode(obj, false)? {
        Encoded::Bytes(bytes) => Ok(bytes.into_any()),
        Encoded::Text(text) => Ok(text),
    }
}

/// Returns the UTF-8 of ``dumps``, without making a ``str``.
///
/// ``surrogates`` says how to write lone surrogates, which ``ensure_ascii`` escapes: ``reject`` raises UnicodeEncodeError,
/// as ``str.encode`` does; ``replace`` writes U+FFFD, ``question-mark`` a question mark, ``escape`` an escape such as
/// ``\ud800``, and ``wtf8`` three bytes. Except with ``reject``, a high and a low one after it are one character.
///
/// >>> from stringmill import json
/// >>> json.dumps_bytes("a" + chr(0xD800), ensure_ascii=False, surrogates="escape")
/// b'"a\\ud800"'
#[pyfunction]
#[pyo3(
    name = "dumps_bytes",
    signature = (obj, *more, skipkeys = Flag::Default(false), ensure_ascii = Flag::Default(true),
        check_circular = Flag::Default(true), allow_nan = Flag::Default(true), cls = None, indent = None, separators = None,
        default = None, sort_keys = Flag::Default(false), surrogates = "reject", **kw),
    text_signature = "(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, \
        separators=None, default=None, sort_keys=False, surrogates='reject', **kw)"
)]
#[expect(clippy::too_many_arguments, reason = "those of json.dumps")]
pub(crate) fn json_dumps_bytes<'py>(
    py: Python<'py>,
    obj: &Bound<'py, PyAny>,
    more: &Bound<'py, PyTuple>,
    skipkeys: Flag<'_, 'py>,
    ensure_ascii: Flag<'_, 'py>,
    check_circular: Flag<'_, 'py>,
    allow_nan: Flag<'_, 'py>,
    cls: Option<&Bound<'py, PyAny>>,
    indent: Option<&Bound<'py, PyAny>>,
    separators: Option<&Bound<'py, PyAny>>,
    default: Option<&Bound<'py, PyAny>>,
    sort_keys: Flag<'_, 'py>,
    surrogates: &str,
    kw: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if !more.is_empty() {
        return Err(more_than_one("dumps_bytes", more));
    }
    if surrogates != "reject" {
        choice(py, "surrogates", surrogates, IllFormedUtf16::ALL, IllFormedUtf16::name)?;
    }
    let flags = Flags { skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys };
    match (Arguments { flags, cls, indent, separators, default, kw }).encode(obj, true)? {
        Encoded::Bytes(bytes) => Ok(bytes.into_any()),
        Encoded::Text(text) if surrogates == "reject" => text.call_method0("encode"),
        Encoded::Text(text) => py.import("stringmill.json")?.call_method1("_encoded", (text, surrogates)),
    }
}

struct Flags<'a, 'py> {
    skipkeys: Flag<'a, 'py>,
    ensure_ascii: Flag<'a, 'py>,
    check_circular: Flag<'a, 'py>,
    allow_nan: Flag<'a, 'py>,
    sort_keys: Flag<'a, 'py>,
}

/// The arguments of `json.dumps` but for the object.
struct Arguments<'a, 'py> {
    flags: Flags<'a, 'py>,
    cls: Option<&'a Bound<'py, PyAny>>,
    indent: Option<&'a Bound<'py, PyAny>>,
    separators: Option<&'a Bound<'py, PyAny>>,
    default: Option<&'a Bound<'py, PyAny>>,
    kw: Option<&'a Bound<'py, PyDict>>,
}

enum Encoded<'py> {
    /// Well-formed UTF-8.
    Bytes(Bound<'py, PyBytes>),
    /// What `dumps` returns. Of a class with its own `encode`, it may be no `str`.
    Text(Bound<'py, PyAny>),
}

impl<'py> Arguments<'_, 'py> {
    /// Encodes `obj`, if `as_bytes` and nothing prevents it into UTF-8.
    fn encode(&self, obj: &Bound<'py, PyAny>, as_bytes: bool) -> PyResult<Encoded<'py>> {
        let by_json = || {
            let keywords = self.keywords(obj.py())?;
            keywords.set_item("cls", self.cls)?;
            if let Some(kw) = self.kw {
                keywords.update(kw.as_mapping())?;
            }
            DUMPS.call(obj, &keywords).map(Encoded::Text)
        };
        if self.kw.is_some() {
            return by_json();
        }
        let Some(cls) = self.cls else {
            let Some(options) = self.options(None)? else { return by_json() };
            return match self.written(obj, &options, as_bytes)? {
                Some(made) => Ok(made),
                None => by_json(),
            };
        };
        let Some(encoder) = Encoder::of(cls)? else { return by_json() };
        let Some(mut options) = self.options(Some(&encoder))? else { return by_json() };
        let instance = cls.call((), Some(&self.keywords(obj.py())?))?;
        let method = encoder.default_of(&instance)?;
        options.default = options.default.or(method.as_ref());
        match self.written(obj, &options, as_bytes)? {
            Some(made) => Ok(made),
            None => instance.call_method1("encode", (obj,)).map(Encoded::Text),
        }
    }

    /// The arguments that differ from the defaults, which are those of `JSONEncoder` too.
    fn keywords(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Flags { skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys } = &self.flags;
        let keywords = PyDict::new(py);
        let flags = [
            ("skipkeys", skipkeys),
            ("ensure_ascii", ensure_ascii),
            ("check_circular", check_circular),
            ("allow_nan", allow_nan),
            ("sort_keys", sort_keys),
        ];
        for (name, flag) in flags {
            if let Flag::Given(given) = flag {
                keywords.set_item(name, given)?;
            }
        }
        for (name, given) in [("indent", self.indent), ("separators", self.separators), ("default", self.default)] {
            if let Some(given) = given {
                keywords.set_item(name, given)?;
            }
        }
        Ok(keywords)
    }

    /// The arguments for the walk; None if `json` has to encode the object.
    fn options<'o>(&'o self, encoder: Option<&'o Encoder>) -> PyResult<Option<Options<'o, 'py>>> {
        let flags = &self.flags;
        let skipkeys = flags.skipkeys.is_truthy()?;
        let Some(indent) = self.indent.map_or(Some(None), |indent| indentation(indent).map(Some)) else {
            return Ok(None);
        };
        let inherited = || {
            let (between, after_key) = encoder.map_or((", ", ": "), |encoder| (&encoder.between, &encoder.after_key));
            Some((if indent.is_some() { "," } else { between }.into(), after_key.into()))
        };
        let Some((between, after_key)) = self.separators.map_or_else(inherited, separators_of) else { return Ok(None) };
        // With `skipkeys`, the text of an object of which all names are skipped differs between releases of Python.
        if skipkeys && indent.is_some() {
            return Ok(None);
        }
        Ok(Some(Options {
            skipkeys,
            check_circular: flags.check_circular.is_truthy()?,
            allow_nan: flags.allow_nan.is_truthy()?,
            sort_keys: flags.sort_keys.is_truthy()?,
            indent,
            between,
            after_key,
            default: self.default,
        }))
    }

    /// The text of an object, or None if `json` has to encode it.
    fn written(
        &self,
        obj: &Bound<'py, PyAny>,
        options: &Options<'_, 'py>,
        as_bytes: bool,
    ) -> PyResult<Option<Encoded<'py>>> {
        let py = obj.py();
        let mut writer = Writer::new(py, options, self.flags.ensure_ascii.is_truthy()?);
        match writer.value(obj) {
            Ok(()) => {}
            Err(Stop::Decline) => return Ok(None),
            Err(Stop::Raise(error)) => return Err(*error),
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

/// The text of one level, or None if `json` has to say.
fn indentation<'a>(indent: &'a Bound<'_, PyAny>) -> Option<Cow<'a, str>> {
    if let Ok(text) = indent.cast::<PyString>() {
        return text.to_str().ok().map(Cow::Borrowed);
    }
    // For other types, Python may call a method of the program.
    let spaces: isize = indent.cast::<PyInt>().ok()?.extract().ok()?;
    (spaces <= SPACES_MAX).then(|| Cow::Owned(" ".repeat(usize::try_from(spaces).unwrap_or(0))))
}

/// Both separators of a tuple, or None if `json` has to say.
fn separators_of<'a>(separators: &Bound<'_, PyAny>) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
    let pair = separators.cast_exact::<PyTuple>().ok()?;
    let text = |at| Some(separator(pair.get_item(at).ok()?.cast::<PyString>().ok()?.to_str().ok()?));
    (pair.len() == 2).then(|| Some((text(0)?, text(1)?)))?
}

/// A separator, without new memory if it is a common one.
fn separator(text: &str) -> Cow<'static, str> {
    match text.as_bytes() {
        b"," => Cow::Borrowed(","),
        b":" => Cow::Borrowed(":"),
        b", " => Cow::Borrowed(", "),
        b": " => Cow::Borrowed(": "),
        _ => Cow::Owned(text.to_owned()),
    }
}

/// The most spaces of a level that are written here.
const SPACES_MAX: isize = 1 << 16;
