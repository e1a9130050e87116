//! `loads`: JSON text into objects of Python.
//!
//! Values and errors are those of `json`. An error is not made here: the reader declines, and the caller lets `json` itself
//! read the same text without functions of the program, which fails in the same way.

use super::objects::{Wide, part};
use super::text::string_special;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use std::ffi::CStr;
use std::ops::Range;
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

impl Hooks<'_> {
    pub(super) fn any(&self) -> bool {
        let Hooks { object, pairs, float, int, constant } = self;
        [object, pairs, float, int, constant].iter().any(|hook| hook.is_some())
    }
}

/// Why a reader stopped.
pub(super) enum Stop {
    /// `json` fails on this text; it has to say how.
    Decline,
    /// A function of the program, or of Python, raised this. In a box, so that results fit into two registers.
    Raise(Box<PyErr>),
}

impl From<PyErr> for Stop {
    #[cold]
    fn from(error: PyErr) -> Self {
        Stop::Raise(Box::new(error))
    }
}

type Read<'py> = Result<Bound<'py, PyAny>, Stop>;

/// Levels after which a reader leaves a text to `json`.
const LEVEL_MAX: usize = 900;
/// This much of a string is searched in words, as calls of kernels cost more.
const SHORT: usize = 32;
const RULES: JsonUnescape = JsonUnescape { surrogates: LoneSurrogates::Reject };
/// The least room for what a kernel unescapes in one call.
const SCRATCH: usize = 256;
/// How many keys are kept: a power of two.
const KEYS: usize = 128;
/// The longest key that is kept, in bytes.
const KEY_MAX: usize = 64;

/// What is known of a text.
pub(super) enum Kind<'r, 'py> {
    /// All is ASCII, and this is the text: Python cuts strings out of it without a look at their characters.
    Ascii(&'r Bound<'py, PyString>),
    Utf8,
}

/// A reader of well-formed UTF-8.
pub(super) struct Reader<'r, 'py> {
    py: Python<'py>,
    src: &'r [u8],
    kind: Kind<'r, 'py>,
    at: usize,
    level: usize,
    hooks: &'r Hooks<'py>,
    /// The keys of this text, so that equal keys are one object.
    keys: Vec<Option<(&'r [u8], Bound<'py, PyString>)>>,
    /// The elements of arrays that have begun.
    elements: Vec<Bound<'py, PyAny>>,
    scratch: Vec<u8>,
    wide: Wide,
}

impl<'r, 'py> Reader<'r, 'py> {
    pub(super) fn new(py: Python<'py>, src: &'r [u8], kind: Kind<'r, 'py>, hooks: &'r Hooks<'py>) -> Self {
        let (keys, elements, scratch, wide) = (Vec::new(), Vec::new(), Vec::new(), Wide::default());
        Reader { py, src, kind, at: 0, level: 0, hooks, keys, elements, scratch, wide }
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
            Some(b'{') => self.nested(Self::object, c" while decoding a JSON object from a unicode string"),
            Some(b'[') => self.nested(Self::array, c" while decoding a JSON array from a unicode string"),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    /// Reads a container. `doing` is what `json` says of too many levels.
    fn nested(&mut self, read: fn(&mut Self) -> Read<'py>, doing: &CStr) -> Read<'py> {
        if self.level == LEVEL_MAX {
            return Err(Stop::Decline);
        }
        // SAFETY: this thread is attached to the interpreter, and the argument is a C string.
        if unsafe { ffi::Py_EnterRecursiveCall(doing.as_ptr()) } != 0 {
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

    /// The end at a stack that is full. Functions of the program may have run, and must not run again in `json`.
    fn too_deep(&self, error: PyErr) -> Stop {
        if self.hooks.any() { error.into() } else { Stop::Decline }
    }

    fn array(&mut self) -> Read<'py> {
        let begun = self.elements.len();
        self.blanks();
        if !self.pass(b']') {
            loop {
                let value = self.value()?;
                self.elements.push(value);
                self.blanks();
                if self.pass(b']') {
                    break;
                }
                self.expect(b',')?;
                self.blanks();
            }
        }
        // A list of known length costs less than one that grows.
        Ok(PyList::new(self.py, self.elements.drain(begun..))?.into_any())
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
        let Some(place) = self.plain()? else { return self.unescaped() };
        let text = &self.src[place.clone()];
        if text.len() > KEY_MAX {
            return Ok(self.made(place)?);
        }
        if self.keys.is_empty() {
            self.keys.resize_with(KEYS, || None);
        }
        let slot = hash(text) % KEYS;
        if let Some((known, key)) = &self.keys[slot]
            && *known == text
        {
            return Ok(key.clone());
        }
        let key = self.made(place)?;
        self.keys[slot] = Some((text, key.clone()));
        Ok(key)
    }

    fn string(&mut self) -> Result<Bound<'py, PyString>, Stop> {
        match self.plain()? {
            Some(place) => Ok(self.made(place)?),
            None => self.unescaped(),
        }
    }

    /// The place of the inside of a string literal without escapes, or None if it has one; then the place is unchanged.
    fn plain(&mut self) -> Result<Option<Range<usize>>, Stop> {
        let start = self.at + 1;
        let end = start + plain_len(self.src.get(start..).unwrap_or_default());
        match (self.peek(), self.src.get(end)) {
            (Some(b'"'), Some(b'"')) => {
                self.at = end + 1;
                Ok(Some(start..end))
            }
            (Some(b'"'), Some(b'\\')) => Ok(None),
            _ => Err(Stop::Decline),
        }
    }

    fn made(&mut self, place: Range<usize>) -> PyResult<Bound<'py, PyString>> {
        let text = &self.src[place.clone()];
        match self.kind {
            Kind::Ascii(whole) => part(whole, place),
            // SAFETY: all of the source is well-formed, and a string begins and ends at ASCII.
            Kind::Utf8 => unsafe { self.wide.string(self.py, text) },
        }
    }

    /// A string literal with escapes.
    fn unescaped(&mut self) -> Result<Bound<'py, PyString>, Stop> {
        let (start, mut written) = (self.at + 1, 0);
        let mut at = start;
        while at < self.src.len() {
            if self.scratch.len() - written < SCRATCH {
                self.scratch.resize(2 * self.scratch.len() + SCRATCH, 0);
            }
            let (rest, room) = (&self.src[at..], &mut self.scratch[written..]);
            let Ok(done) = json_unescape(RULES, rest, room, Chunk::Last, &mut Repairs::default()) else {
                return self.with_surrogates(start);
            };
            (at, written) = (at + done.read, written + done.written);
            if self.src.get(at) == Some(&b'"') {
                self.at = at + 1;
                // SAFETY: the kernel writes well-formed UTF-8 if lone surrogates are refused.
                return Ok(unsafe { self.wide.string(self.py, &self.scratch[..written])? });
            }
        }
        Err(Stop::Decline)
    }

    /// A string whose escapes are those of `json`, which allows lone surrogates; or an error of `json`.
    #[cold]
    fn with_surrogates(&mut self, start: usize) -> Result<Bound<'py, PyString>, Stop> {
        let mut end = start;
        while self.src.get(end).is_some_and(|&byte| byte != b'"') {
            end += if self.src[end] == b'\\' { 2 } else { 1 };
        }
        let literal = self.src.get(start..=end).ok_or(Stop::Decline)?;
        let literal = PyString::from_bytes(self.py, literal)?;
        let scanned = self.py.import("json.decoder")?.call_method1("scanstring", (literal, 0, true));
        let (string, _): (Bound<'py, PyString>, usize) = scanned.map_err(|_| Stop::Decline)?.extract()?;
        self.at = end + 1;
        Ok(string)
    }

    fn digits(&mut self) -> usize {
        let found = self.src[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += found;
        found
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
        let short = if self.hooks.int.is_none() { self.short_int() } else { None };
        match short {
            Some(value) => Ok(value.into_pyobject(self.py).map_err(PyErr::from)?.into_any()),
            None => self.long_number(),
        }
    }

    /// Passes an integer of up to 18 bytes, which fits in 64 bits. Passes nothing if it is longer, a float or no number.
    fn short_int(&mut self) -> Option<i64> {
        let rest = &self.src[self.at..];
        let sign = usize::from(rest.first() == Some(&b'-'));
        let (mut len, mut value) = (sign, 0);
        while let Some(&digit @ b'0'..=b'9') = rest.get(len) {
            if len == 18 {
                return None;
            }
            value = value * 10 + i64::from(digit - b'0');
            len += 1;
        }
        let leading_zero = rest.get(sign) == Some(&b'0') && len > sign + 1;
        if len == sign || leading_zero || matches!(rest.get(len), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        self.at += len;
        Some(if sign == 1 { -value } else { value })
    }

    fn long_number(&mut self) -> Read<'py> {
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
        let (len, value) = match &self.src[self.at..] {
            [b't', b'r', b'u', b'e', ..] => (4, PyBool::new(self.py, true).to_owned().into_any()),
            [b'f', b'a', b'l', b's', b'e', ..] => (5, PyBool::new(self.py, false).to_owned().into_any()),
            [b'n', b'u', b'l', b'l', ..] => (4, self.py.None().into_bound(self.py)),
            _ => return self.constant(),
        };
        self.at += len;
        Ok(value)
    }

    fn constant(&mut self) -> Read<'py> {
        let constants = [("NaN", f64::NAN), ("Infinity", f64::INFINITY), ("-Infinity", f64::NEG_INFINITY)];
        let found = constants.into_iter().find(|(name, _)| self.src[self.at..].starts_with(name.as_bytes()));
        let (name, value) = found.ok_or(Stop::Decline)?;
        self.at += name.len();
        match &self.hooks.constant {
            Some(hook) => Ok(hook.call1((name,))?),
            None => Ok(PyFloat::new(self.py, value).into_any()),
        }
    }
}

/// Whether a text may have more levels than are read here. A text with functions of the program must be known not to have
/// them before the first one runs.
pub(super) fn is_deep(src: &[u8]) -> bool {
    if src.iter().filter(|&&byte| byte == b'[' || byte == b'{').count() <= LEVEL_MAX {
        return false;
    }
    let (mut level, mut inside, mut escaped) = (0usize, false, false);
    src.iter().any(|&byte| {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' => escaped = inside,
            b'"' => inside = !inside,
            b'[' | b'{' if !inside => level += 1,
            b']' | b'}' if !inside => level = level.saturating_sub(1),
            _ => {}
        }
        level > LEVEL_MAX
    })
}

/// How many bytes there are before a quote, a backslash or a control character.
fn plain_len(src: &[u8]) -> usize {
    let mut len = 0;
    for word in src.as_chunks().0.iter().take(SHORT / 8) {
        let special = string_special(u64::from_le_bytes(*word));
        if special != 0 {
            return len + special.trailing_zeros() as usize / 8;
        }
        len += 8;
    }
    if len == SHORT {
        return len + scan(&Class::STRING, &src[len..]);
    }
    len + src[len..].iter().take_while(|byte| Class::STRING.has(**byte)).count()
}

/// A hash of a key: of its length, its first and its last eight bytes.
fn hash(text: &[u8]) -> usize {
    let ends = match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => [u64::from_le_bytes(*first), u64::from_le_bytes(*last)],
        _ => [text.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)), 0],
    };
    let mixed = (ends[0] ^ ends[1].rotate_left(29) ^ text.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    // The upper bits depend on all others.
    (mixed >> 48) as usize
}
