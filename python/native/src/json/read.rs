//! `loads`: JSON text to Python objects.
//!
//! Values and errors are those of `json`. The reader makes no errors itself: it declines, and the caller lets `json`
//! read the same text without functions of the program, which raises the error.

use super::forms::{Form, HEAD_MAX, KEY_MAX};
use super::memory::Memory;
use super::objects::{ReadStop, SIGNALS_EACH};
use super::text::HIGH;
use crate::characters;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use std::ffi::CStr;
use std::mem;
use std::ops::Range;
#[cfg(not(feature = "abi3"))]
use std::ptr;
use stringmill::DecimalText;

/// Functions of the program that make values.
#[derive(Default)]
pub(super) struct Hooks<'py> {
    pub(super) object: Option<Bound<'py, PyAny>>,
    pub(super) pairs: Option<Bound<'py, PyAny>>,
    pub(super) float: Option<Bound<'py, PyAny>>,
    pub(super) int: Option<Bound<'py, PyAny>>,
    pub(super) constant: Option<Bound<'py, PyAny>>,
    /// Whether to decline numbers beyond the largest float.
    pub(super) is_finite: bool,
}

impl Hooks<'_> {
    pub(super) fn any(&self) -> bool {
        let Hooks { object, pairs, float, int, constant, .. } = self;
        [object, pairs, float, int, constant].iter().any(|hook| hook.is_some())
    }
}

type Read<'py> = Result<Bound<'py, PyAny>, ReadStop>;

const ONES: u64 = 0x0101_0101_0101_0101;
const ZEROS: u64 = ONES * b'0' as u64;
/// A reader declines texts with more levels than this.
const LEVEL_MAX: usize = 900;
/// A reader of a text in the form `F`.
pub(super) struct Reader<'r, 'py, F: Form> {
    py: Python<'py>,
    src: &'r [F::CodeUnit],
    at: usize,
    /// The offset of the next check for signals.
    signals_at: usize,
    level: usize,
    /// Levels that were reported to Python. Without functions of the program this only grows, up to the depth of the
    /// text.
    entered: usize,
    hooks: &'r Hooks<'py>,
    memory: &'r mut Memory,
}

impl<'r, 'py, F: Form> Reader<'r, 'py, F> {
    pub(super) fn new(py: Python<'py>, src: &'r [F::CodeUnit], hooks: &'r Hooks<'py>, memory: &'r mut Memory) -> Self {
        // Calls for lines of NDJSON are short, and a handler that raises must not lose any of the lines.
        let signals_at = if hooks.is_finite { usize::MAX } else { SIGNALS_EACH };
        Reader { py, src, at: 0, signals_at, level: 0, entered: 0, hooks, memory }
    }

    /// Reads the only value of the text.
    pub(super) fn document(&mut self) -> Read<'py> {
        let value = self.whole();
        self.leave_to(0);
        value
    }

    fn whole(&mut self) -> Read<'py> {
        self.blanks();
        let value = self.value()?;
        self.blanks();
        if self.at == self.src.len() { Ok(value) } else { Err(ReadStop::Decline) }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.src.get(self.at).map(|&unit| F::byte(unit))
    }

    /// Skips white space. Most texts have none, or one space after a colon or a comma.
    #[inline(always)]
    fn blanks(&mut self) {
        match self.src.get(self.at..).unwrap_or_default() {
            [first, ..] if F::byte(*first) > b' ' => {}
            [first, next, ..] if F::byte(*first) == b' ' && F::byte(*next) > b' ' => self.at += 1,
            _ => self.some_blanks(),
        }
    }

    #[inline(never)]
    fn some_blanks(&mut self) {
        const SPACES: u64 = u64::from_ne_bytes([b' '; 8]);
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
            // Indentation: skips spaces in words.
            while let Some(rest) = F::as_utf8(&self.src[self.at..])
                && let Some(word) = rest.first_chunk()
            {
                let spaces = (u64::from_le_bytes(*word) ^ SPACES).trailing_zeros() as usize / 8;
                self.at += spaces;
                if spaces < 8 {
                    break;
                }
            }
        }
    }

    /// Skips `byte` if it is next. Returns whether it was.
    fn pass(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), ReadStop> {
        if self.pass(byte) { Ok(()) } else { Err(ReadStop::Decline) }
    }

    fn value(&mut self) -> Read<'py> {
        match self.peek() {
            Some(b'"') => Ok(self.string()?.into_any()),
            Some(b'{') => self.nested(Self::object, c" while decoding a JSON object from a unicode string"),
            Some(b'[') => self.nested(Self::array, c" while decoding a JSON array from a unicode string"),
            Some(b'-' | b'0'..=b'9') => match self.few_digits() {
                Some(value) => Ok(value.into_pyobject(self.py).map_err(PyErr::from)?.into_any()),
                None => self.number(),
            },
            _ => self.word(),
        }
    }

    /// Reads a container. `doing` is the text of `json` for the error of too many levels.
    #[inline]
    fn nested(&mut self, read: fn(&mut Self) -> Read<'py>, doing: &CStr) -> Read<'py> {
        if self.level == LEVEL_MAX {
            return Err(ReadStop::Decline);
        }
        self.level += 1;
        if self.level > self.entered {
            self.enter(doing)?;
        }
        self.at += 1;
        let value = read(self);
        self.level -= 1;
        if self.hooks.any() {
            self.leave_to(self.level);
        }
        value
    }

    /// Enters a level of recursion of Python, and keeps it until the end of the text: most containers are next to
    /// others, and two calls for each would take as long as a short container. Functions of the program get all free
    /// levels.
    #[inline(never)]
    fn enter(&mut self, doing: &CStr) -> Result<(), ReadStop> {
        // SAFETY: this thread is attached to the interpreter, and the argument is a C string.
        if unsafe { ffi::Py_EnterRecursiveCall(doing.as_ptr()) } != 0 {
            return Err(self.too_deep(PyErr::fetch(self.py)));
        }
        self.entered += 1;
        Ok(())
    }

    fn leave_to(&mut self, level: usize) {
        while self.entered > level {
            // SAFETY: this thread is attached, and `enter` began this call.
            unsafe { ffi::Py_LeaveRecursiveCall() };
            self.entered -= 1;
        }
    }

    /// The error for a full stack. Functions of the program may have run already, so `json` must not run them again.
    fn too_deep(&self, error: PyErr) -> ReadStop {
        if self.hooks.any() { error.into() } else { ReadStop::Decline }
    }

    /// Checks for signals after each [`SIGNALS_EACH`] bytes.
    #[inline]
    fn look(&mut self) -> Result<(), ReadStop> {
        if self.at < self.signals_at {
            return Ok(());
        }
        self.signals_at = self.at + SIGNALS_EACH;
        // A handler may need many levels.
        self.leave_to(self.level);
        Ok(self.py.check_signals()?)
    }

    /// Skips the comma before the next element or member, or the end of the container. Returns which of them it was.
    #[inline(always)]
    fn more(&mut self, end: u8) -> Result<bool, ReadStop> {
        if !self.pass(b',') {
            self.blanks();
            if self.pass(end) {
                return Ok(false);
            }
            self.expect(b',')?;
        }
        self.blanks();
        Ok(true)
    }

    fn array(&mut self) -> Read<'py> {
        let begun = self.memory.elements.len();
        self.blanks();
        if !self.pass(b']') {
            loop {
                let value = self.value()?;
                self.memory.elements.push(value.unbind());
                self.look()?;
                if !self.more(b']')? {
                    break;
                }
            }
        }
        // Making a list of known length is faster than growing one.
        Ok(list(self.py, &mut self.memory.elements, begun)?.into_any())
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
                self.look()?;
                if !self.more(b'}')? {
                    break;
                }
            }
        }
        match (&self.hooks.pairs, pairs, &self.hooks.object) {
            (Some(hook), Some(pairs), _) => Ok(hook.call1((pairs,))?),
            (_, _, Some(hook)) => Ok(hook.call1((dict,))?),
            _ => Ok(dict.into_any()),
        }
    }

    fn key(&mut self) -> Result<Bound<'py, PyString>, ReadStop> {
        if self.peek() == Some(b'"')
            && let Some(rest) = F::as_utf8(&self.src[self.at + 1..])
            && let Some((key, len)) = self.memory.keys.guess(self.py, rest)
        {
            self.at += len + 2;
            return Ok(key);
        }
        let Some(place) = self.plain()? else { return self.unescaped() };
        let (py, text) = (self.py, &self.src[place]);
        let Memory { keys, scratch, .. } = &mut *self.memory;
        let mut room = [0; KEY_MAX];
        Ok(match F::utf8(text, &mut room) {
            Some(utf8) => keys.get(py, utf8, || F::string(py, scratch, text))?,
            None => F::string(py, scratch, text)?,
        })
    }

    fn string(&mut self) -> Result<Bound<'py, PyString>, ReadStop> {
        match self.plain()? {
            Some(place) => Ok(F::string(self.py, &mut self.memory.scratch, &self.src[place])?),
            None => self.unescaped(),
        }
    }

    /// The range of the inside of a string literal without escapes. None if it has escapes; the position is then
    /// unchanged.
    fn plain(&mut self) -> Result<Option<Range<usize>>, ReadStop> {
        let start = self.at + 1;
        let end = start + F::plain_len(self.src.get(start..).unwrap_or_default());
        match (self.peek(), self.src.get(end).map(|&unit| F::byte(unit))) {
            (Some(b'"'), Some(b'"')) => {
                self.at = end + 1;
                Ok(Some(start..end))
            }
            (Some(b'"'), Some(b'\\')) => Ok(None),
            _ => Err(ReadStop::Decline),
        }
    }

    /// Reads a string literal with escapes.
    fn unescaped(&mut self) -> Result<Bound<'py, PyString>, ReadStop> {
        let start = self.at + 1;
        let (string, len) = F::unescaped(self.py, &mut self.memory.scratch, &self.src[start..])?;
        self.at = start + len + 1;
        Ok(string)
    }

    fn digits(&mut self) -> usize {
        let found = self.src[self.at..].iter().take_while(|&&unit| F::byte(unit).is_ascii_digit()).count();
        self.at += found;
        found
    }

    /// Skips what `begins` skips and the digits after it. Skips nothing if either is missing.
    fn part(&mut self, begins: impl FnOnce(&mut Self) -> bool) -> bool {
        let start = self.at;
        let found = begins(self) && self.digits() > 0;
        if !found {
            self.at = start;
        }
        found
    }

    /// Reads an integer of at most seven digits, which fits in one word with the byte after it. `None` for other
    /// numbers, which are not skipped.
    #[inline(always)]
    fn few_digits(&mut self) -> Option<u32> {
        let rest = F::as_utf8(&self.src[self.at..])?;
        let word = u64::from_le_bytes(*rest.first_chunk()?);
        let digits = word ^ ZEROS;
        // Sets the high bit of each byte that is not a digit. A carry only changes bytes after the first such byte.
        let others = (digits.wrapping_add(ONES * (0x80 - 10)) | digits) & HIGH;
        let len = others.trailing_zeros() / 8;
        let is_float = matches!((word >> (8 * (len & 7))) as u8, b'.' | b'e' | b'E');
        let has_zero = len > 1 && digits as u8 == 0;
        if len == 0 || len == 8 || is_float || has_zero || self.hooks.int.is_some() {
            return None;
        }
        self.at += len as usize;
        // Moves the digits to the end, so that zeros come first. Then adds neighbours: digits, pairs, fours.
        let all = digits << (64 - 8 * len);
        let pairs = all.wrapping_mul(10).wrapping_add(all >> 8) & 0x00FF_00FF_00FF_00FF;
        let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
        Some((fours.wrapping_mul(10_000).wrapping_add(fours >> 32)) as u32)
    }

    #[inline]
    fn number(&mut self) -> Read<'py> {
        let mut room = [0; HEAD_MAX];
        let head = F::head(&self.src[self.at..], &mut room);
        let Some(number) = DecimalText::prefix(head) else { return self.long_number() };
        // If the number reaches the end of the copy, it may have more digits after it.
        let is_whole = head.len() < HEAD_MAX || number.text().len() < head.len();
        let hook = if number.is_integer() { &self.hooks.int } else { &self.hooks.float };
        if !is_whole || number.has_leading_zero() || hook.is_some() {
            return self.long_number();
        }
        if number.is_integer() {
            let Some(value) = number.short_integer() else { return self.long_number() };
            self.at += number.text().len();
            return Ok(value.into_pyobject(self.py).map_err(PyErr::from)?.into_any());
        }
        let value = number.float64();
        if value.is_infinite() && self.hooks.is_finite {
            return Err(ReadStop::Decline);
        }
        self.at += number.text().len();
        Ok(PyFloat::new(self.py, value).into_any())
    }

    /// As [`Reader::number`], for a number that a function of the program takes, that has many digits, or that ends
    /// early.
    #[cold]
    fn long_number(&mut self) -> Read<'py> {
        let start = self.at;
        let negative = self.pass(b'-');
        let whole = self.at;
        if negative && self.peek() == Some(b'I') {
            self.at = start;
            return self.word();
        }
        if self.digits() == 0 {
            return Err(ReadStop::Decline);
        }
        if F::byte(self.src[whole]) == b'0' {
            // JSON has no leading zeros: a digit after the zero does not belong to this number.
            self.at = whole + 1;
        }
        let point = self.part(|reader| reader.pass(b'.'));
        let exponent = self.part(|reader| {
            let found = reader.pass(b'e') || reader.pass(b'E');
            let _ = found && (reader.pass(b'+') || reader.pass(b'-'));
            found
        });
        let mut room = mem::take(&mut self.memory.number);
        let value = self.number_of(F::ascii(&self.src[start..self.at], &mut room), point || exponent);
        self.memory.number = room;
        value
    }

    /// Converts a number. Its text consists of digits, signs, a point and the letter of an exponent.
    fn number_of(&self, text: &[u8], float: bool) -> Read<'py> {
        let hook = if float { &self.hooks.float } else { &self.hooks.int };
        if let Some(hook) = hook {
            // SAFETY: these characters are ASCII.
            let text = unsafe { characters::ascii(self.py, text)? };
            return Ok(hook.call1((text,))?);
        }
        let text = std::str::from_utf8(text).map_err(|_| ReadStop::Decline)?;
        if float {
            let value = DecimalText::new(text.as_bytes()).ok_or(ReadStop::Decline)?.float64();
            if value.is_infinite() && self.hooks.is_finite {
                return Err(ReadStop::Decline);
            }
            return Ok(PyFloat::new(self.py, value).into_any());
        }
        match text.parse::<i64>() {
            Ok(value) => Ok(value.into_pyobject(self.py).map_err(PyErr::from)?.into_any()),
            // Too long for 64 bits; Python refuses more digits than its limit.
            Err(_) => Ok(self.py.get_type::<PyInt>().call1((text,))?),
        }
    }

    fn starts_with(&self, word: &str) -> bool {
        let rest = &self.src[self.at..];
        rest.len() >= word.len() && rest.iter().zip(word.bytes()).all(|(&unit, byte)| F::byte(unit) == byte)
    }

    /// Reads `true`, `false`, `null`, or a constant that `json` accepts beyond JSON.
    fn word(&mut self) -> Read<'py> {
        let (word, value) = match self.peek() {
            Some(b't') => ("true", PyBool::new(self.py, true).to_owned().into_any()),
            Some(b'f') => ("false", PyBool::new(self.py, false).to_owned().into_any()),
            Some(b'n') => ("null", self.py.None().into_bound(self.py)),
            _ => return self.constant(),
        };
        if !self.starts_with(word) {
            return Err(ReadStop::Decline);
        }
        self.at += word.len();
        Ok(value)
    }

    fn constant(&mut self) -> Read<'py> {
        let constants = [("NaN", f64::NAN), ("Infinity", f64::INFINITY), ("-Infinity", f64::NEG_INFINITY)];
        let found = constants.into_iter().find(|(name, _)| self.starts_with(name));
        let (name, value) = found.ok_or(ReadStop::Decline)?;
        self.at += name.len();
        match &self.hooks.constant {
            Some(hook) => Ok(hook.call1((name,))?),
            None => Ok(PyFloat::new(self.py, value).into_any()),
        }
    }
}

/// Takes the elements from index `from` on, and makes a list of them.
#[cfg(feature = "abi3")]
fn list<'py>(py: Python<'py>, elements: &mut Vec<Py<PyAny>>, begun: usize) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, elements.drain(begun..).map(|element| element.into_bound(py)))
}

/// Takes the elements from index `from` on, and makes a list of them.
#[cfg(not(feature = "abi3"))]
fn list<'py>(py: Python<'py>, elements: &mut Vec<Py<PyAny>>, begun: usize) -> PyResult<Bound<'py, PyList>> {
    let taken = &elements[begun..];
    // SAFETY: this thread is attached. A new list has room for this many objects, which are null, and nothing else
    // refers to it yet. A `Py` is the address of an object that it owns; the list owns all of them once `elements` has
    // forgotten them.
    unsafe {
        let made = ffi::PyList_New(taken.len() as ffi::Py_ssize_t);
        let made = Bound::from_owned_ptr_or_err(py, made)?.cast_into_unchecked();
        let into = (*made.as_ptr().cast::<ffi::PyListObject>()).ob_item;
        if !taken.is_empty() {
            ptr::copy_nonoverlapping(taken.as_ptr().cast(), into, taken.len());
        }
        elements.set_len(begun);
        Ok(made)
    }
}

/// Whether a text may have more levels than this reader accepts. If functions of the program will run, this must be
/// known before the first call.
pub(super) fn is_deep<F: Form>(src: &[F::CodeUnit]) -> bool {
    let bytes = || src.iter().map(|&unit| F::byte(unit));
    if bytes().filter(|&byte| byte == b'[' || byte == b'{').count() <= LEVEL_MAX {
        return false;
    }
    let (mut level, mut inside, mut escaped) = (0usize, false, false);
    bytes().any(|byte| {
        match byte {
            _ if mem::take(&mut escaped) => {}
            b'\\' => escaped = inside,
            b'"' => inside = !inside,
            b'[' | b'{' if !inside => level += 1,
            b']' | b'}' if !inside => level = level.saturating_sub(1),
            _ => {}
        }
        level > LEVEL_MAX
    })
}
