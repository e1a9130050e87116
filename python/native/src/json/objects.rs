//! Strings of Python out of UTF-8, by the calls that cost least.

use crate::characters;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use stringmill::{Chunk, IllFormed, Repairs, Utf8ToUtf16, utf8_to_utf16};

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

/// Memory for strings that are not ASCII.
///
/// `PyUnicode_DecodeUTF8` grows such a string step by step. So a kernel makes UTF-16, and Python gets its units, which are
/// the characters. The stable ABI takes only code points, which it looks at once more.
#[derive(Default)]
pub(super) struct Wide {
    units: Vec<u16>,
    points: Vec<u32>,
}

impl Wide {
    /// The string of well-formed UTF-8.
    ///
    /// # Safety
    ///
    /// `text` is well-formed.
    pub(super) unsafe fn string<'py>(&mut self, py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
        if text.is_ascii() {
            // SAFETY: it is ASCII.
            return unsafe { characters::ascii(py, text) };
        }
        self.points.clear();
        if text.iter().fold(false, |found, &byte| found | (byte >= 0xF0)) {
            // Pairs of surrogates would have to be put together again.
            // SAFETY: the caller says that the text is well-formed.
            self.points.extend(unsafe { std::str::from_utf8_unchecked(text) }.chars().map(u32::from));
            return of_points(py, &self.points);
        }
        self.units.resize(self.units.len().max(text.len() + Utf8ToUtf16::UNIT_MAX), 0);
        let done = utf8_to_utf16(REJECT, text, &mut self.units, Chunk::Last, &mut Repairs::default());
        let units = &self.units[..done.map_err(|error| PyValueError::new_err(error.code.says()))?.written];
        #[cfg(not(feature = "abi3"))]
        return characters::of_characters(py, units);
        #[cfg(feature = "abi3")]
        {
            self.points.extend(units.iter().map(|&unit| u32::from(unit)));
            of_points(py, &self.points)
        }
    }
}

#[cfg(not(feature = "abi3"))]
use characters::of_characters as of_points;

/// A new `str` of these code points.
#[cfg(feature = "abi3")]
fn of_points<'py>(py: Python<'py>, points: &[u32]) -> PyResult<Bound<'py, PyString>> {
    use pyo3::ffi;
    if cfg!(windows) {
        // A wide character of Windows is a unit of UTF-16.
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

const REJECT: Utf8ToUtf16 = match Utf8ToUtf16::new(IllFormed::Reject) {
    Ok(rules) => rules,
    Err(_) => panic!("UTF-16 takes this policy"),
};

/// Bytes of text after which a reader or writer looks for signals again: a few milliseconds.
pub(super) const SIGNALS_EACH: usize = 1 << 20;
