//! `loads`: JSON text into objects of Python.
//!
//! Values and errors are those of `json`. An error is not made here: the reader declines, and the caller lets `json` itself
//! read the same text without functions of the program, which fails in the same way.

use pyo3::exceptions::PyRecursionError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use stringmill::{Chunk, Class, JsonUnescape, LoneSurrogates, Repairs, json_unescape, scan};

/// Functions of the program that make values.
#[derive(Default)]
pub(super) struct Hooks<'py> {
    pub(super) object: Option<Bound<'py, PyAny>>,
    pub(super) pairs: Option<Bound<'py, PyAny>>,
    pub(super) float: Option<Bound<'py, PyAny>>,
    pub(super) int: Option<Bound<'py, PyAny>>,
    pub(super) constant: Option<Bound<'py, PyAny>>,
}

/// Why a reader stopped.
pub(super) enum Stop {
    /// `json` fails on this text; it has to say how.
    Decline,
    /// A function of the program, or of Python, raised this.
    Raise(PyErr),
}

impl From<PyErr> for Stop {
    fn from(error: PyErr) -> Self {
        Stop::Raise(error)
    }
}

type Read<'py> = Result<Bound<'py, PyAny>, Stop>;

/// Levels after which a reader leaves a text to `json`.
const LEVEL_MAX: usize = 900;
const TOO_DEEP: &str = "maximum recursion depth exceeded while decoding a JSON document";
/// Strings up to this length are searched byte by byte.
const SHORT: usize = 16;
/// How many keys are kept: a power of two.
const KEYS: usize = 256;
/// The longest key that is kept, in bytes.
const KEY_MAX: usize = 64;

/// A reader of well-formed UTF-8.
pub(super) struct Reader<'r, 'py> {
    py: Python<'py>,
    src: &'r [u8],
    at: usize,
    level: usize,
    hooks: &'r Hooks<'py>,
    /// The keys of this text, so that equal keys are one object.
    keys: Vec<Option<(&'r [u8], Bound<'py, PyString>)>>,
    scratch: Vec<u8>,
}

impl<'r, 'py> Reader<'r, 'py> {
    pub(super) fn new(py: Python<'py>, src: &'r [u8], hooks: &'r Hooks<'py>) -> Self {
        Reader { py, src, at: 0, level: 0, hooks, keys: Vec::new(), scratch: Vec::new() }
    }

    /// The only value of the text.
    pub(super) fn document(&mut self) -> Read<'py> {
        self.blanks();
        let value = self.value()?;
        self.blanks();
        if self.at == self.src.len() { Ok(value) } else { Err(Stop::Decline) }
    }

    fn peek(&self) -> Option<u8> {
        self.src.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Passes `byte`, or does not.
    fn pass(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), Stop> {
        if self.pass(byte) { Ok(()) } else { Err(Stop::Decline) }
    }

    fn value(&mut self) -> Read<'py> {
        match self.peek() {
            Some(b'"') => Ok(self.string()?.into_any()),
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Read<'py>) -> Read<'py> {
        if self.level == LEVEL_MAX {
            return Err(self.too_deep(PyRecursionError::new_err(TOO_DEEP)));
        }
        // SAFETY: this thread is attached to the interpreter, and the argument is a C string.
        if unsafe { ffi::Py_EnterRecursiveCall(c" while decoding a JSON document".as_ptr()) } != 0 {
            return Err(self.too_deep(PyErr::fetch(self.py)));
        }
        self.level += 1;
        self.at += 1;
        let value = read(self);
        self.level -= 1;
        // SAFETY: as above; it ends the call that began there.
        unsafe { ffi::Py_LeaveRecursiveCall() };
        value
    }

    /// The end at too many levels. Functions of the program may have run, and must not run again in `json`.
    fn too_deep(&self, error: PyErr) -> Stop {
        let Hooks { object, pairs, float, int, constant } = self.hooks;
        let hooks = [object, pairs, float, int, constant];
        if hooks.iter().any(|hook| hook.is_some()) { Stop::Raise(error) } else { Stop::Decline }
    }

    fn array(&mut self) -> Read<'py> {
        let list = PyList::empty(self.py);
        self.blanks();
        if self.pass(b']') {
            return Ok(list.into_any());
        }
        loop {
            list.append(self.value()?)?;
            self.blanks();
            if self.pass(b']') {
                return Ok(list.into_any());
            }
            self.expect(b',')?;
            self.blanks();
        }
    }

    fn object(&mut self) -> Read<'py> {
        let pairs = self.hooks.pairs.is_some().then(|| PyList::empty(self.py));
        let dict = PyDict::new(self.py);
        self.blanks();
        if !self.pass(b'}') {
            loop {
                let key = self.key()?;
                self.blanks();
                self.expect(b':')?;
                self.blanks();
                let value = self.value()?;
                match &pairs {
                    Some(pairs) => pairs.append((key, value))?,
                    None => dict.set_item(key, value)?,
                }
                self.blanks();
                if self.pass(b'}') {
                    break;
                }
                self.expect(b',')?;
                self.blanks();
            }
        }
        match (&self.hooks.pairs, pairs, &self.hooks.object) {
            (Some(hook), Some(pairs), _) => Ok(hook.call1((pairs,))?),
            (_, _, Some(hook)) => Ok(hook.call1((dict,))?),
            _ => Ok(dict.into_any()),
        }
    }

    fn key(&mut self) -> Result<Bound<'py, PyString>, Stop> {
        let (text, escaped) = self.quoted()?;
        if escaped || text.len() > KEY_MAX {
            return self.made(text, escaped);
        }
        if self.keys.is_empty() {
            self.keys.resize_with(KEYS, || None);
        }
        let place = hash(text) % KEYS;
        if let Some((known, key)) = &self.keys[place]
            && *known == text
        {
            return Ok(key.clone());
        }
        let key = self.made(text, false)?;
        self.keys[place] = Some((text, key.clone()));
        Ok(key)
    }

    fn string(&mut self) -> Result<Bound<'py, PyString>, Stop> {
        let (text, escaped) = self.quoted()?;
        self.made(text, escaped)
    }

    /// The inside of a string literal, and whether it has escapes.
    fn quoted(&mut self) -> Result<(&'r [u8], bool), Stop> {
        self.expect(b'"')?;
        let (start, mut escaped) = (self.at, false);
        loop {
            let rest = &self.src[self.at..];
            let short = rest.iter().take(SHORT).take_while(|byte| Class::STRING.has(**byte)).count();
            self.at += if short < SHORT { short } else { SHORT + scan(&Class::STRING, &rest[SHORT..]) };
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok((&self.src[start..self.at - 1], escaped));
                }
                // The byte after a backslash is never the end of the string.
                Some(b'\\') if self.at + 1 < self.src.len() => {
                    escaped = true;
                    self.at += 2;
                }
                _ => return Err(Stop::Decline),
            }
        }
    }

    fn made(&mut self, text: &[u8], escaped: bool) -> Result<Bound<'py, PyString>, Stop> {
        if !escaped {
            return Ok(PyString::from_bytes(self.py, text)?);
        }
        if self.scratch.len() < text.len() {
            self.scratch.resize(text.len(), 0);
        }
        let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
        match json_unescape(rules, text, &mut self.scratch, Chunk::Last, &mut Repairs::default()) {
            Ok(done) => Ok(PyString::from_bytes(self.py, &self.scratch[..done.written])?),
            // A lone surrogate, or an error.
            Err(_) => self.with_surrogates(text),
        }
    }

    /// A string whose escapes are those of `json`, which allows lone surrogates.
    fn with_surrogates(&mut self, text: &[u8]) -> Result<Bound<'py, PyString>, Stop> {
        let literal = PyString::from_bytes(self.py, &[text, b"\""].concat())?;
        let scanned = self.py.import("json.decoder")?.call_method1("scanstring", (literal, 0, true));
        let (string, _): (Bound<'py, PyString>, usize) = scanned.map_err(|_| Stop::Decline)?.extract()?;
        Ok(string)
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        self.at - start
    }

    /// Passes what `begins` passes and digits after it, or nothing if one of both is missing.
    fn part(&mut self, begins: impl FnOnce(&mut Self) -> bool) -> bool {
        let start = self.at;
        let found = begins(self) && self.digits() > 0;
        if !found {
            self.at = start;
        }
        found
    }

    fn number(&mut self) -> Read<'py> {
        let start = self.at;
        let negative = self.pass(b'-');
        let whole = self.at;
        if negative && self.peek() == Some(b'I') {
            self.at = start;
            return self.word();
        }
        if self.digits() == 0 {
            return Err(Stop::Decline);
        }
        if self.src[whole] == b'0' {
            // A digit after it does not belong to this number.
            self.at = whole + 1;
        }
        let point = self.part(|reader| reader.pass(b'.'));
        let exponent = self.part(|reader| {
            let found = reader.pass(b'e') || reader.pass(b'E');
            let _ = found && (reader.pass(b'+') || reader.pass(b'-'));
            found
        });
        let float = point || exponent;
        // Digits and signs are ASCII.
        let text = std::str::from_utf8(&self.src[start..self.at]).map_err(|_| Stop::Decline)?;
        let hook = if float { &self.hooks.float } else { &self.hooks.int };
        if let Some(hook) = hook {
            return Ok(hook.call1((text,))?);
        }
        if float {
            return Ok(PyFloat::new(self.py, text.parse().map_err(|_| Stop::Decline)?).into_any());
        }
        match text.parse::<i64>() {
            Ok(value) => Ok(value.into_pyobject(self.py).map_err(PyErr::from)?.into_any()),
            // Too long for 64 bits; Python refuses more digits than its limit.
            Err(_) => Ok(self.py.get_type::<PyInt>().call1((text,))?),
        }
    }

    /// `true`, `false`, `null`, and the constants that no JSON has.
    fn word(&mut self) -> Read<'py> {
        let rest = &self.src[self.at..];
        let constants = [("NaN", f64::NAN), ("Infinity", f64::INFINITY), ("-Infinity", f64::NEG_INFINITY)];
        if let Some((name, value)) = constants.into_iter().find(|(name, _)| rest.starts_with(name.as_bytes())) {
            self.at += name.len();
            return match &self.hooks.constant {
                Some(hook) => Ok(hook.call1((name,))?),
                None => Ok(PyFloat::new(self.py, value).into_any()),
            };
        }
        let (len, value) = match rest {
            [b't', b'r', b'u', b'e', ..] => (4, PyBool::new(self.py, true).to_owned().into_any()),
            [b'f', b'a', b'l', b's', b'e', ..] => (5, PyBool::new(self.py, false).to_owned().into_any()),
            [b'n', b'u', b'l', b'l', ..] => (4, self.py.None().into_bound(self.py)),
            _ => return Err(Stop::Decline),
        };
        self.at += len;
        Ok(value)
    }
}

/// A hash of a key.
fn hash(text: &[u8]) -> usize {
    text.iter().fold(text.len(), |hash, &byte| (hash.rotate_left(5) ^ usize::from(byte)).wrapping_mul(0x9E37_79B1)) >> 8
}
