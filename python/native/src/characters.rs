//! The characters of a `str` where Python has them, and new ones, without UTF-8 in between.
//!
//! The stable ABI (the feature `abi3`) hides the characters. Then [`characters`] finds none, and callers use UTF-8, which
//! Python makes and keeps.

use pyo3::prelude::*;
use pyo3::types::PyString;

/// The characters of a `str`: one, two or four bytes each. They may be lone surrogates.
#[cfg_attr(feature = "abi3", expect(dead_code, reason = "the stable ABI shows no characters"))]
pub(crate) enum Characters<'t> {
    Ascii(&'t [u8]),
    Latin1(&'t [u8]),
    Two(&'t [u16]),
    Four(&'t [u32]),
}

#[cfg(feature = "abi3")]
pub(crate) use stable::{ascii, cached_utf8, characters};

#[cfg(not(feature = "abi3"))]
pub(crate) use direct::{ascii, cached_utf8, characters, of_characters};

#[cfg(feature = "abi3")]
mod stable {
    use super::*;

    pub(crate) fn characters<'t>(_text: &'t Bound<'_, PyString>) -> Option<Characters<'t>> {
        None
    }

    pub(crate) fn cached_utf8<'t>(_text: &'t Bound<'_, PyString>) -> Option<&'t [u8]> {
        None
    }

    /// A new `str`.
    ///
    /// # Safety
    ///
    /// `text` is ASCII.
    pub(crate) unsafe fn ascii<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
        PyString::from_bytes(py, text)
    }
}

#[cfg(not(feature = "abi3"))]
mod direct {
    use super::*;
    use pyo3::ffi;
    use std::{ptr, slice};

    /// The characters of a `str`; `None` if Python has no memory to prepare one of an old C API.
    #[inline]
    pub(crate) fn characters<'t>(text: &'t Bound<'_, PyString>) -> Option<Characters<'t>> {
        let object = text.as_ptr();
        // SAFETY: the object is a `str`, and this thread is attached. After `PyUnicode_READY`, its data are `len` characters
        // of the size that its kind names. They never change, and live as long as the object, which `text` keeps.
        unsafe {
            if ffi::PyUnicode_READY(object) != 0 {
                drop(PyErr::take(text.py()));
                return None;
            }
            let len = ffi::PyUnicode_GET_LENGTH(object) as usize;
            let data = ffi::PyUnicode_DATA(object);
            match ffi::PyUnicode_KIND(object) {
                ffi::PyUnicode_1BYTE_KIND => {
                    let bytes = slice::from_raw_parts(data.cast::<u8>(), len);
                    let is_ascii = is_compact_ascii(text) || bytes.is_ascii();
                    Some(if is_ascii { Characters::Ascii(bytes) } else { Characters::Latin1(bytes) })
                }
                ffi::PyUnicode_2BYTE_KIND => Some(Characters::Two(slice::from_raw_parts(data.cast(), len))),
                ffi::PyUnicode_4BYTE_KIND => Some(Characters::Four(slice::from_raw_parts(data.cast(), len))),
                _ => None,
            }
        }
    }

    /// Whether a `str` is of the form that only ASCII has: its characters follow the shortest head.
    #[inline]
    fn is_compact_ascii(text: &Bound<'_, PyString>) -> bool {
        let object = text.as_ptr();
        // SAFETY: the object is a ready `str`, as the caller says. The head of every `str` has at least this length.
        unsafe { ffi::PyUnicode_DATA(object) == object.cast::<ffi::PyASCIIObject>().add(1).cast() }
    }

    /// The UTF-8 of a `str` that is not ASCII, if Python has made it already.
    #[inline]
    pub(crate) fn cached_utf8<'t>(text: &'t Bound<'_, PyString>) -> Option<&'t [u8]> {
        if is_compact_ascii(text) {
            return None;
        }
        let head = text.as_ptr().cast::<ffi::PyCompactUnicodeObject>();
        // SAFETY: the object is a ready `str`, and every other form than compact ASCII begins with this head. Its UTF-8 has
        // this length, and Python keeps it until the end of the object. No other thread is attached.
        unsafe {
            let (bytes, len) = ((*head).utf8, (*head).utf8_length);
            (!bytes.is_null()).then(|| slice::from_raw_parts(bytes.cast::<u8>(), len as usize))
        }
    }

    /// A new `str`.
    ///
    /// # Safety
    ///
    /// `text` is ASCII.
    #[inline]
    pub(crate) unsafe fn ascii<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
        if text.len() < 2 {
            // Python has one object for each of these.
            return PyString::from_bytes(py, text);
        }
        // SAFETY: this thread is attached. A new `str` has room for its length of characters of one byte, and nothing else
        // refers to it yet. The caller says that the text is ASCII.
        unsafe {
            let made = ffi::PyUnicode_New(text.len() as ffi::Py_ssize_t, 0x7F);
            let made = Bound::from_owned_ptr_or_err(py, made)?;
            let data = ffi::PyUnicode_DATA(made.as_ptr()).cast::<u8>();
            ptr::copy_nonoverlapping(text.as_ptr(), data, text.len());
            Ok(made.cast_into_unchecked())
        }
    }

    /// A new `str` of characters of this many bytes, which are the least that its widest character needs, or more.
    pub(crate) fn of_characters<'py, U: Copy + Into<u32>>(
        py: Python<'py>,
        text: &[U],
    ) -> PyResult<Bound<'py, PyString>> {
        let (kind, len) = (size_of::<U>() as std::ffi::c_int, text.len() as ffi::Py_ssize_t);
        // SAFETY: this thread is attached, and `len` characters of this size are there. The call refuses other sizes than 1,
        // 2 and 4. It returns a new `str`, or null with an exception.
        unsafe {
            let made = ffi::PyUnicode_FromKindAndData(kind, text.as_ptr().cast(), len);
            Ok(Bound::from_owned_ptr_or_err(py, made)?.cast_into_unchecked())
        }
    }
}
