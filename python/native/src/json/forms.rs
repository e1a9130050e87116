//! The forms of the text that a reader gets, and how to make Python strings from each.

use super::objects::{KEPT_MAX, ReadStop, Wide};
use super::text::string_special;
use crate::characters;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use stringmill::{ByteClass, Chunk, JsonUnescape, LoneSurrogates, Repairs, json_unescape, scan};

/// Buffers for the strings of a reader.
#[derive(Default)]
pub(super) struct Scratch {
    bytes: Vec<u8>,
    #[cfg(not(feature = "abi3"))]
    points: Vec<u32>,
    wide: Wide,
}

impl Scratch {
    /// Frees memory that few texts need.
    pub(super) fn shrink(&mut self) {
        if self.bytes.capacity() > KEPT_MAX {
            self.bytes = Vec::new();
        }
        #[cfg(not(feature = "abi3"))]
        {
            self.points.clear();
            self.points.shrink_to(KEPT_MAX);
        }
        self.wide.shrink();
    }
}

/// The Python string of a literal with escapes, and the number of code units that were read.
type Unescaped<'py> = Result<(Bound<'py, PyString>, usize), ReadStop>;

/// One form of a text.
pub(super) trait Form {
    type CodeUnit: Copy + Eq + Into<u32>;

    /// The code unit as a byte; any byte above 0x7F if it is not ASCII.
    fn byte(unit: Self::CodeUnit) -> u8 {
        u8::try_from(unit.into()).unwrap_or(0xFF)
    }

    /// The code units, which are ASCII, as bytes. May use `into` for a copy.
    fn ascii<'t>(text: &'t [Self::CodeUnit], into: &'t mut Vec<u8>) -> &'t [u8] {
        into.clear();
        into.extend(text.iter().map(|&unit| Self::byte(unit)));
        into
    }

    /// The first code units as bytes: all of them if they are bytes, else up to [`HEAD_MAX`] of them in `into`.
    fn head<'t>(text: &'t [Self::CodeUnit], into: &'t mut [u8; HEAD_MAX]) -> &'t [u8] {
        let len = text.len().min(HEAD_MAX);
        into.iter_mut().zip(text).for_each(|(byte, &unit)| *byte = Self::byte(unit));
        &into[..len]
    }

    /// The number of code units before a quote, a backslash or a control character.
    fn plain_len(src: &[Self::CodeUnit]) -> usize;

    /// The code units as UTF-8, if this form is UTF-8.
    fn as_utf8(_src: &[Self::CodeUnit]) -> Option<&[u8]> {
        None
    }

    /// The UTF-8 of a key, which may be written to `into`; None if it has more than [`KEY_MAX`] bytes, or lone
    /// surrogates.
    fn utf8<'t>(key: &'t [Self::CodeUnit], into: &'t mut [u8; KEY_MAX]) -> Option<&'t [u8]>;

    /// The string for code units without escapes.
    fn string<'py>(py: Python<'py>, scratch: &mut Scratch, text: &[Self::CodeUnit]) -> PyResult<Bound<'py, PyString>>;

    /// Unescapes the inside of a string literal, up to its closing quote.
    fn unescaped<'py>(py: Python<'py>, scratch: &mut Scratch, src: &[Self::CodeUnit]) -> Unescaped<'py>;
}

/// ASCII in bytes.
pub(super) struct Ascii;

impl Form for Ascii {
    type CodeUnit = u8;

    #[inline]
    fn byte(unit: u8) -> u8 {
        unit
    }

    fn ascii<'t>(text: &'t [u8], _into: &'t mut Vec<u8>) -> &'t [u8] {
        text
    }

    #[inline]
    fn head<'t>(text: &'t [u8], _into: &'t mut [u8; HEAD_MAX]) -> &'t [u8] {
        text
    }

    fn plain_len(src: &[u8]) -> usize {
        plain_len(src)
    }

    #[inline]
    fn as_utf8(src: &[u8]) -> Option<&[u8]> {
        Some(src)
    }

    fn utf8<'t>(key: &'t [u8], _into: &'t mut [u8; KEY_MAX]) -> Option<&'t [u8]> {
        (key.len() <= KEY_MAX).then_some(key)
    }

    fn string<'py>(py: Python<'py>, _scratch: &mut Scratch, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
        // SAFETY: the caller makes a reader of this form only if the whole source is ASCII.
        unsafe { characters::ascii(py, text) }
    }

    fn unescaped<'py>(py: Python<'py>, scratch: &mut Scratch, src: &[u8]) -> Unescaped<'py> {
        unescaped(py, scratch, src)
    }
}

/// Well-formed UTF-8.
pub(super) struct Utf8;

impl Form for Utf8 {
    type CodeUnit = u8;

    #[inline]
    fn byte(unit: u8) -> u8 {
        unit
    }

    fn ascii<'t>(text: &'t [u8], _into: &'t mut Vec<u8>) -> &'t [u8] {
        text
    }

    #[inline]
    fn head<'t>(text: &'t [u8], _into: &'t mut [u8; HEAD_MAX]) -> &'t [u8] {
        text
    }

    fn plain_len(src: &[u8]) -> usize {
        plain_len(src)
    }

    #[inline]
    fn as_utf8(src: &[u8]) -> Option<&[u8]> {
        Some(src)
    }

    fn utf8<'t>(key: &'t [u8], _into: &'t mut [u8; KEY_MAX]) -> Option<&'t [u8]> {
        (key.len() <= KEY_MAX).then_some(key)
    }

    fn string<'py>(py: Python<'py>, scratch: &mut Scratch, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
        // SAFETY: the caller makes a reader of this form only if the whole source is well-formed, and the bytes before
        // and after a string are ASCII.
        unsafe { scratch.wide.string(py, text) }
    }

    fn unescaped<'py>(py: Python<'py>, scratch: &mut Scratch, src: &[u8]) -> Unescaped<'py> {
        unescaped(py, scratch, src)
    }
}

/// A string literal of well-formed UTF-8.
fn unescaped<'py>(py: Python<'py>, scratch: &mut Scratch, src: &[u8]) -> Unescaped<'py> {
    let (mut at, mut written) = (0, 0);
    let bytes = &mut scratch.bytes;
    while at < src.len() {
        if bytes.len() - written < SCRATCH {
            bytes.resize(2 * bytes.len() + SCRATCH, 0);
        }
        let Ok(done) = json_unescape(RULES, &src[at..], &mut bytes[written..], Chunk::Last, &mut Repairs::default())
        else {
            return with_surrogates(py, src);
        };
        (at, written) = (at + done.read, written + done.written);
        if src.get(at) == Some(&b'"') {
            // SAFETY: the kernel writes well-formed UTF-8 if lone surrogates are refused.
            return Ok((unsafe { scratch.wide.string(py, &bytes[..written])? }, at));
        }
    }
    Err(ReadStop::Decline)
}

/// Unescapes with the escapes of `json`, which allows lone surrogates, or returns the error of `json`.
#[cold]
fn with_surrogates<'py>(py: Python<'py>, src: &[u8]) -> Unescaped<'py> {
    let mut end = 0;
    while src.get(end).is_some_and(|&byte| byte != b'"') {
        end += if src[end] == b'\\' { 2 } else { 1 };
    }
    let literal = PyString::from_bytes(py, src.get(..=end).ok_or(ReadStop::Decline)?)?;
    let scanned = py.import("json.decoder")?.call_method1("scanstring", (literal, 0, true));
    let (string, _): (Bound<'py, PyString>, usize) = scanned
        .map_err(|error| if error.is_instance_of::<PyValueError>(py) { ReadStop::Decline } else { error.into() })?
        .extract()?;
    Ok((string, end))
}

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
        return len + scan(&ByteClass::STRING, &src[len..]);
    }
    len + src[len..].iter().take_while(|byte| ByteClass::STRING.has(**byte)).count()
}

/// The longest key that is kept, in bytes.
pub(super) const KEY_MAX: usize = 64;
/// The most code units of a number that are copied.
pub(super) const HEAD_MAX: usize = 32;
/// Units of a string to search in words before a kernel is called.
const SHORT: usize = 32;
const RULES: JsonUnescape = JsonUnescape { surrogates: LoneSurrogates::Reject };
/// The least room for the output of one call of the unescape kernel.
const SCRATCH: usize = 256;

#[cfg(not(feature = "abi3"))]
pub(super) use wide::{Characters, Latin1};

#[cfg(not(feature = "abi3"))]
mod wide {
    use super::*;
    use std::marker::PhantomData;

    /// The characters of a `str`, each in one code unit of this type.
    pub(crate) struct Characters<U>(PhantomData<U>);

    pub(crate) type Latin1 = Characters<u8>;

    impl<U: Copy + Eq + Into<u32>> Form for Characters<U> {
        type CodeUnit = U;

        fn plain_len(src: &[U]) -> usize {
            let is_special = |&unit: &U| {
                let unit = unit.into();
                (unit < 0x20) | (unit == u32::from(b'"')) | (unit == u32::from(b'\\'))
            };
            // The loop over a block has no early exit, so the compiler can use vectors.
            let is_plain = |block: &&[U; BLOCK]| !block.iter().fold(false, |found, unit| found | is_special(unit));
            let len = BLOCK * src.as_chunks().0.iter().take_while(is_plain).count();
            len + src[len..].iter().take_while(|unit| !is_special(unit)).count()
        }

        fn utf8<'t>(key: &'t [U], into: &'t mut [u8; KEY_MAX]) -> Option<&'t [u8]> {
            let mut len = 0;
            for &unit in key {
                let point = char::from_u32(unit.into())?;
                let room = into.get_mut(len..len + point.len_utf8())?;
                len += point.encode_utf8(room).len();
            }
            Some(&into[..len])
        }

        fn string<'py>(py: Python<'py>, _scratch: &mut Scratch, text: &[U]) -> PyResult<Bound<'py, PyString>> {
            characters::of_characters(py, text)
        }

        fn unescaped<'py>(py: Python<'py>, scratch: &mut Scratch, src: &[U]) -> Unescaped<'py> {
            let points = &mut scratch.points;
            points.clear();
            let mut at = 0;
            loop {
                let plain = Self::plain_len(&src[at..]);
                points.extend(src[at..at + plain].iter().map(|&unit| unit.into()));
                at += plain;
                match src.get(at).map(|&unit| Self::byte(unit)) {
                    Some(b'"') => return Ok((characters::of_characters(py, points)?, at)),
                    Some(b'\\') => {
                        let (point, len) = escape::<Self>(&src[at + 1..]).ok_or(ReadStop::Decline)?;
                        points.push(point);
                        at += 1 + len;
                    }
                    _ => return Err(ReadStop::Decline),
                }
            }
        }
    }

    /// The character of an escape, and how many code units it has after the backslash. Lone surrogates pass, as in `json`.
    fn escape<F: Form>(src: &[F::CodeUnit]) -> Option<(u32, usize)> {
        let short = match F::byte(*src.first()?) {
            b'u' => {
                let high = hex::<F>(src.get(1..5)?)?;
                let next = src.get(5..7).map(|next| [F::byte(next[0]), F::byte(next[1])]);
                if !(0xD800..0xDC00).contains(&high) || next != Some(*b"\\u") {
                    return Some((high, 5));
                }
                let low = hex::<F>(src.get(7..11)?)?;
                let is_low = (0xDC00..0xE000).contains(&low);
                return Some(if is_low {
                    (0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00), 11)
                } else {
                    (high, 5)
                });
            }
            byte @ (b'"' | b'\\' | b'/') => byte,
            b'b' => 0x08,
            b'f' => 0x0C,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            _ => return None,
        };
        Some((short.into(), 1))
    }

    fn hex<F: Form>(digits: &[F::CodeUnit]) -> Option<u32> {
        digits.iter().try_fold(0, |value, &digit| Some(value << 4 | char::from(F::byte(digit)).to_digit(16)?))
    }

    const BLOCK: usize = 16;
}
