//! Strings of Python out of UTF-8, by the calls of the stable ABI that cost least.

use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ops::Range;
use stringmill::{Chunk, IllFormed, Repairs, Utf8ToUtf16, utf8_to_utf16};

/// A part of a `str` of ASCII.
pub(super) fn part<'py>(whole: &Bound<'py, PyString>, place: Range<usize>) -> PyResult<Bound<'py, PyString>> {
    let (start, end) = (place.start as ffi::Py_ssize_t, place.end as ffi::Py_ssize_t);
    // SAFETY: the object is a `str`, and this thread is attached. The call checks both places, and returns a new `str`, or
    // null with an exception.
    unsafe {
        let made = Bound::from_owned_ptr_or_err(whole.py(), ffi::PyUnicode_Substring(whole.as_ptr(), start, end))?;
        Ok(made.cast_into_unchecked())
    }
}

/// Memory for strings that are not ASCII.
///
/// `PyUnicode_DecodeUTF8` grows such a string step by step. `PyUnicode_FromWideChar` takes code points, and needs two passes
/// of plain loops. So a kernel makes UTF-16, and Python gets the code points of that.
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
        // A wide character of Windows is a unit of UTF-16.
        if cfg!(windows) || text.is_ascii() {
            return PyString::from_bytes(py, text);
        }
        self.points.clear();
        if text.iter().fold(false, |found, &byte| found | (byte >= 0xF0)) {
            // Pairs of surrogates would have to be put together again.
            // SAFETY: the caller says that the text is well-formed.
            self.points.extend(unsafe { std::str::from_utf8_unchecked(text) }.chars().map(u32::from));
        } else {
            self.units.resize(self.units.len().max(text.len() + Utf8ToUtf16::UNIT_MAX), 0);
            let done = utf8_to_utf16(REJECT, text, &mut self.units, Chunk::Last, &mut Repairs::default());
            let len = done.map_err(|error| PyValueError::new_err(error.code.says()))?.written;
            self.points.extend(self.units[..len].iter().map(|&unit| u32::from(unit)));
        }
        let len = self.points.len() as ffi::Py_ssize_t;
        // SAFETY: a wide character has 32 bits except on Windows, and `len` of them are there. This thread is attached. The
        // call returns a new `str`, or null with an exception.
        unsafe {
            let made = Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_FromWideChar(self.points.as_ptr().cast(), len))?;
            Ok(made.cast_into_unchecked())
        }
    }
}

const REJECT: Utf8ToUtf16 = match Utf8ToUtf16::new(IllFormed::Reject) {
    Ok(rules) => rules,
    Err(_) => panic!("UTF-16 takes this policy"),
};
