//! Makes Python strings from UTF-8 by the fastest calls.

#[cfg(not(feature = "abi3"))]
use super::text::{HIGH, short_word};
#[cfg(not(feature = "abi3"))]
use crate::characters;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
#[cfg(feature = "abi3")]
use std::mem;
use stringmill::{Chunk, IllFormed, Repairs, Utf8ToUtf16, utf8_to_utf16};

/// Why a reader stopped.
pub(super) enum ReadStop {
    /// `json` fails on this text, and has to raise its error.
    Decline,
    /// An exception of Python or of a function of the program. Boxed, so that results fit in two registers.
    Raise(Box<PyErr>),
}

impl From<PyErr> for ReadStop {
    #[cold]
    fn from(error: PyErr) -> Self {
        ReadStop::Raise(Box::new(error))
    }
}

/// Memory for strings that are not ASCII.
///
/// `PyUnicode_DecodeUTF8` grows such a string step by step. So a kernel makes UTF-16, whose units are the characters,
/// and Python copies them. The stable ABI only takes code points, which Python scans again.
#[derive(Default)]
pub(super) struct Wide {
    units: Vec<u16>,
    #[cfg(feature = "abi3")]
    points: Vec<u32>,
}

impl Wide {
    /// The string of well-formed UTF-8.
    ///
    /// # Safety
    ///
    /// `text` is well-formed.
    #[cfg(not(feature = "abi3"))]
    pub(super) unsafe fn string<'py>(&mut self, py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
        // In a document that is not ASCII, most strings still are.
        if is_ascii(text) {
            // SAFETY: the text is ASCII.
            return unsafe { characters::ascii(py, text) };
        }
        if text.len() <= SHORT || has_pairs(text) {
            // SAFETY: the caller says that the text is well-formed.
            return unsafe { characters::of_utf8(py, text) };
        }
        characters::of_characters(py, self.utf16(text)?)
    }

    /// The string of well-formed UTF-8.
    ///
    /// # Safety
    ///
    /// `text` is well-formed.
    #[cfg(feature = "abi3")]
    pub(super) unsafe fn string<'py>(&mut self, py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
        if text.len() <= SHORT || text.is_ascii() {
            return PyString::from_bytes(py, text);
        }
        let mut points = mem::take(&mut self.points);
        points.clear();
        if has_pairs(text) {
            // SAFETY: the caller says that the text is well-formed.
            points.extend(unsafe { std::str::from_utf8_unchecked(text) }.chars().map(u32::from));
        } else {
            points.extend(self.utf16(text)?.iter().map(|&unit| u32::from(unit)));
        }
        self.points = points;
        of_points(py, &self.points)
    }

    /// The UTF-16 of a text.
    fn utf16(&mut self, text: &[u8]) -> PyResult<&[u16]> {
        self.units.resize(self.units.len().max(text.len() + Utf8ToUtf16::UNIT_MAX), 0);
        let done = utf8_to_utf16(REJECT, text, &mut self.units, Chunk::Last, &mut Repairs::default());
        Ok(&self.units[..done.map_err(|error| PyValueError::new_err(error.code.says()))?.written])
    }

    /// Gives memory back that few texts need.
    pub(super) fn shrink(&mut self) {
        if self.units.capacity() > KEPT_MAX {
            self.units = Vec::new();
        }
        #[cfg(feature = "abi3")]
        {
            self.points.clear();
            self.points.shrink_to(KEPT_MAX);
        }
    }
}

/// Whether a text is ASCII. Short texts are tested without a call.
#[cfg(not(feature = "abi3"))]
#[inline]
fn is_ascii(text: &[u8]) -> bool {
    let (words, rest) = text.as_chunks();
    match words.len() {
        ..=4 => words.iter().fold(short_word(rest), |all, word| all | u64::from_le_bytes(*word)) & HIGH == 0,
        _ => text.is_ascii(),
    }
}

/// Whether UTF-16 of this text has surrogate pairs, which would have to be joined again.
fn has_pairs(text: &[u8]) -> bool {
    text.iter().fold(false, |found, &byte| found | (byte >= 0xF0))
}

/// A new `str` of these code points.
#[cfg(feature = "abi3")]
fn of_points<'py>(py: Python<'py>, points: &[u32]) -> PyResult<Bound<'py, PyString>> {
    use pyo3::ffi;
    if cfg!(windows) {
        // On Windows a wide character is a unit of UTF-16.
        let text: String = points.iter().filter_map(|&point| char::from_u32(point)).collect();
        return Ok(PyString::new(py, &text));
    }
    // SAFETY: a wide character has 32 bits except on Windows, and `len` of them are there. This thread is attached. The call
    // returns a new `str`, or null with an exception.
    unsafe {
        let made = ffi::PyUnicode_FromWideChar(points.as_ptr().cast(), points.len() as ffi::Py_ssize_t);
        Ok(Bound::from_owned_ptr_or_err(py, made)?.cast_into_unchecked())
    }
}

/// The most elements and units for which a thread keeps room.
pub(super) const KEPT_MAX: usize = 1 << 16;

/// Texts of up to this many bytes are faster without a kernel.
const SHORT: usize = 32;

const REJECT: Utf8ToUtf16 = match Utf8ToUtf16::new(IllFormed::Reject) {
    Ok(rules) => rules,
    Err(_) => panic!("UTF-16 takes this policy"),
};

/// Bytes of text between two checks for signals: a few milliseconds.
pub(super) const SIGNALS_EACH: usize = 1 << 20;
