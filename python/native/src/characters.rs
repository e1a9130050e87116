//! Reads the characters of a `str` in the memory of Python, and makes new `str` objects, without UTF-8 in between.
//!
//! The stable ABI (the feature `abi3`) hides the characters. Then [`characters`] finds none, and callers use UTF-8, which
//! Python makes and keeps.

use pyo3::prelude::*;
use pyo3::types::PyString;

/// The characters of a `str`: one, two or four bytes each. Lone surrogates may be among them.
#[cfg_attr(feature = "abi3", expect(dead_code, reason = "the stable ABI shows no characters"))]
pub(crate) enum Characters<'t> {
    Ascii(&'t [u8]),
    Latin1(&'t [u8]),
    Two(&'t [u16]),
    Four(&'t [u32]),
}

#[cfg(feature = "abi3")]
pub(crate) use stable::{ascii, cached_utf8, characters, compact_ascii};

#[cfg(not(feature = "abi3"))]
pub(crate) use direct::{ascii, cached_utf8, characters, compact_ascii, of_characters, of_utf8};

#[cfg(feature = "abi3")]
mod stable {
    use super::*;

    pub(crate) fn characters<'t>(_text: &'t Bound<'_, PyString>) -> Option<Characters<'t>> {
        None
    }

    pub(crate) fn cached_utf8<'t>(_text: &'t Bound<'_, PyString>) -> Option<&'t [u8]> {
        None
    }

    pub(crate) fn compact_ascii<'t>(_text: &'t Bound<'_, PyString>) -> Option<&'t [u8]> {
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
    use crate::json::short_word;
    use pyo3::ffi;
    use std::mem::MaybeUninit;
    use std::{ptr, slice};

    /// The characters of a `str`; `None` if Python has no memory to convert one of the old C API.
    #[inline]
    pub(crate) fn characters<'t>(text: &'t Bound<'_, PyString>) -> Option<Characters<'t>> {
        let object = text.as_ptr();
        // SAFETY: the object is a `str`, and this thread is attached. After `PyUnicode_READY`, the data are `len`
        // characters of the size of its kind. They never change, and live as long as the object, which `text` keeps.
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

    /// The characters of a `str` in the compact form, which only ASCII has; `None` for any other `str`.
    #[inline]
    pub(crate) fn compact_ascii<'t>(text: &'t Bound<'_, PyString>) -> Option<&'t [u8]> {
        let object = text.as_ptr();
        // SAFETY: a `str` in this form is always ready, and its characters follow the shortest head. They never
        // change, and live as long as the object, which `text` keeps.
        is_compact_ascii(text).then(|| unsafe {
            let data = object.cast::<ffi::PyASCIIObject>().add(1).cast::<u8>();
            slice::from_raw_parts(data, ffi::PyUnicode_GET_LENGTH(object) as usize)
        })
    }

    /// Whether a `str` is in the compact form, which only ASCII has: its characters follow the shortest head.
    #[inline]
    fn is_compact_ascii(text: &Bound<'_, PyString>) -> bool {
        let object = text.as_ptr();
        // SAFETY: the object is a `str`. One that is not ready has no data yet. The head of every `str` has at least
        // this length.
        unsafe { ffi::PyUnicode_DATA(object) == object.cast::<ffi::PyASCIIObject>().add(1).cast() }
    }

    /// The UTF-8 of a `str` that is not compact ASCII, if Python has cached it.
    #[inline]
    pub(crate) fn cached_utf8<'t>(text: &'t Bound<'_, PyString>) -> Option<&'t [u8]> {
        if is_compact_ascii(text) {
            return None;
        }
        let head = text.as_ptr().cast::<ffi::PyCompactUnicodeObject>();
        // SAFETY: every `str` that is not compact ASCII begins with this head; one that is not ready has no UTF-8. The
        // cached UTF-8 has this length, and Python keeps it as long as the object. No other thread is attached.
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
            // Python has a shared object for each of these texts.
            return PyString::from_bytes(py, text);
        }
        // SAFETY: this thread is attached. A new `str` has room for its length of characters of one byte, and nothing else
        // refers to it yet. The caller says that the text is ASCII.
        unsafe {
            let made = ffi::PyUnicode_New(text.len() as ffi::Py_ssize_t, 0x7F);
            let made = Bound::from_owned_ptr_or_err(py, made)?;
            let data = ffi::PyUnicode_DATA(made.as_ptr()).cast::<u8>();
            // Two stores that may overlap cost less than a call.
            match text.len() {
                8..=16 => copy_ends::<8>(text, data),
                17..=32 => copy_ends::<16>(text, data),
                33..=64 => copy_ends::<32>(text, data),
                len => ptr::copy_nonoverlapping(text.as_ptr(), data, len),
            }
            Ok(made.cast_into_unchecked())
        }
    }

    /// Copies the first and the last `N` bytes of a text.
    ///
    /// # Safety
    ///
    /// There is room for the text at `into`.
    #[inline(always)]
    unsafe fn copy_ends<const N: usize>(text: &[u8], into: *mut u8) {
        let (Some(first), Some(last)) = (text.first_chunk::<N>(), text.last_chunk::<N>()) else { return };
        // SAFETY: both chunks are parts of the text, and the caller promises room for it.
        unsafe {
            into.cast::<[u8; N]>().write(*first);
            into.add(text.len() - N).cast::<[u8; N]>().write(*last);
        }
    }

    /// A new `str` from well-formed UTF-8. Reads characters one by one, which is faster than a kernel for short texts.
    ///
    /// # Safety
    ///
    /// `text` is well-formed.
    pub(crate) unsafe fn of_utf8<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
        // Python has a shared object for each character up to U+00FF.
        if let [] | [_] | [0xC2 | 0xC3, _] = text {
            return PyString::from_bytes(py, text);
        }
        let Shape { len, above } = Shape::of(text);
        // SAFETY: the caller says that the text is well-formed, and the shape names the form of its widest character.
        unsafe {
            match above {
                [_, _, true] => made(py, len, 0x10_FFFF, |into| decode::<u32>(text, into)),
                [_, true, _] => made(py, len, 0xFFFF, |into| decode_two(text, into)),
                [true, ..] => made(py, len, 0xFF, |into| decode_latin1(text, into)),
                _ => ascii(py, text),
            }
        }
    }

    /// The length and the form of the `str` for a text.
    struct Shape {
        /// The number of characters.
        len: usize,
        /// Whether there is a character above U+007F, above U+00FF, above U+FFFF.
        above: [bool; 3],
    }

    impl Shape {
        #[inline]
        fn of(text: &[u8]) -> Self {
            let mut shape = Shape { len: text.len(), above: [false; 3] };
            let (words, rest) = text.as_chunks();
            words.iter().for_each(|word| shape.add(u64::from_le_bytes(*word)));
            shape.add(short_word(rest));
            shape
        }

        /// Adds eight bytes. Shifts move each bit to be tested to the highest bit of its byte.
        #[inline]
        fn add(&mut self, word: u64) {
            let lead = word & word << 1 & HIGH;
            let continuations = word & !(word << 1) & HIGH;
            // Lead bytes from 0xC4 on begin characters from U+0100 on. The product has the sum of all bytes in its
            // highest byte.
            let is_wide = lead & (word << 2 | word << 3 | word << 4 | word << 5);
            self.len -= ((continuations >> 7).wrapping_mul(ONES) >> 56) as usize;
            self.above[0] |= lead != 0;
            self.above[1] |= is_wide != 0;
            self.above[2] |= lead & word << 2 & word << 3 != 0;
        }
    }

    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;

    /// A new `str` of `len` characters in the form for `max`. `write` writes the characters.
    ///
    /// # Safety
    ///
    /// `U` is the character type of that form. `write` writes all characters, and at least one of them needs the form.
    #[inline]
    unsafe fn made<'py, U>(
        py: Python<'py>,
        len: usize,
        max: u32,
        write: impl FnOnce(&mut [MaybeUninit<U>]),
    ) -> PyResult<Bound<'py, PyString>> {
        // SAFETY: this thread is attached. A new `str` has room for `len` characters of this form, and nothing else
        // refers to it yet.
        unsafe {
            let made = ffi::PyUnicode_New(len as ffi::Py_ssize_t, max);
            let made = Bound::from_owned_ptr_or_err(py, made)?;
            write(slice::from_raw_parts_mut(ffi::PyUnicode_DATA(made.as_ptr()).cast(), len));
            Ok(made.cast_into_unchecked())
        }
    }

    /// Decodes well-formed UTF-8 with characters up to U+00FF. No branch for each character: the processor cannot
    /// predict accents.
    fn decode_latin1(text: &[u8], into: &mut [MaybeUninit<u8>]) {
        let (mut at, mut before) = (0, 0);
        for &byte in text {
            // After 0xC2, the second byte is the character.
            if let Some(place) = into.get_mut(at) {
                place.write(byte.wrapping_add(u8::from(before == 0xC3) << 6));
            }
            at += usize::from(byte < 0xC0);
            before = byte;
        }
    }

    /// Decodes well-formed UTF-8 with characters up to U+FFFF. Most texts are in one script, whose characters have one
    /// length.
    fn decode_two(text: &[u8], into: &mut [MaybeUninit<u16>]) {
        let (pairs, triples) = (text.as_chunks::<2>(), text.as_chunks::<3>());
        // An average of three bytes means that all characters have three.
        if triples.0.len() == into.len() && triples.1.is_empty() {
            for (place, &[a, b, c]) in into.iter_mut().zip(triples.0) {
                place.write(u16::from(a) << 12 | u16::from(b & 0x3F) << 6 | u16::from(c & 0x3F));
            }
        } else if pairs.0.len() == into.len() && pairs.1.is_empty() && pairs.0.iter().all(|pair| pair[0] & 0xE0 == 0xC0)
        {
            for (place, &[a, b]) in into.iter_mut().zip(pairs.0) {
                place.write(u16::from(a & 0x1F) << 6 | u16::from(b & 0x3F));
            }
        } else {
            decode(text, into);
        }
    }

    /// Decodes well-formed UTF-8 with characters of the form `U`. Each inner loop reads adjacent characters of one
    /// length.
    fn decode<U: Form>(mut text: &[u8], mut into: &mut [MaybeUninit<U>]) {
        let bits = |byte: &u8| u32::from(byte & 0x3F);
        loop {
            let before = text.len();
            while let (Some((word, rest)), true) = (text.split_first_chunk::<8>(), into.len() >= 8)
                && word.is_ascii()
            {
                word.iter().for_each(|byte| put(&mut into, (*byte).into()));
                text = rest;
            }
            while let [byte @ ..0x80, rest @ ..] = text {
                put(&mut into, (*byte).into());
                text = rest;
            }
            while let [lead @ 0xC0..0xE0, a, rest @ ..] = text {
                put(&mut into, bits(lead) << 6 & 0x7FF | bits(a));
                text = rest;
            }
            while let [lead @ 0xE0..0xF0, a, b, rest @ ..] = text {
                put(&mut into, bits(lead) << 12 & 0xFFFF | bits(a) << 6 | bits(b));
                text = rest;
            }
            while let [lead @ 0xF0..=0xFF, a, b, c, rest @ ..] = text {
                put(&mut into, bits(lead) << 18 & 0x1F_FFFF | bits(a) << 12 | bits(b) << 6 | bits(c));
                text = rest;
            }
            if text.len() == before {
                return;
            }
        }
    }

    /// Writes the next character.
    #[inline]
    fn put<U: Form>(into: &mut &mut [MaybeUninit<U>], point: u32) {
        if let Some(place) = into.split_off_first_mut() {
            place.write(U::of(point));
        }
    }

    /// A type of the characters of a `str`.
    trait Form {
        /// Converts a character, which has to fit in this type.
        fn of(point: u32) -> Self;
    }

    impl Form for u16 {
        fn of(point: u32) -> u16 {
            point as u16
        }
    }

    impl Form for u32 {
        fn of(point: u32) -> u32 {
            point
        }
    }

    /// A new `str` from characters of 1, 2 or 4 bytes. The size may be larger than the widest character needs.
    pub(crate) fn of_characters<'py, U: Copy + Into<u32>>(
        py: Python<'py>,
        text: &[U],
    ) -> PyResult<Bound<'py, PyString>> {
        let (kind, len) = (size_of::<U>() as std::ffi::c_int, text.len() as ffi::Py_ssize_t);
        // SAFETY: this thread is attached, and `len` characters of this size are there. The call refuses other sizes
        // than 1, 2 and 4. It returns a new `str`, or null with an exception.
        unsafe {
            let made = ffi::PyUnicode_FromKindAndData(kind, text.as_ptr().cast(), len);
            Ok(Bound::from_owned_ptr_or_err(py, made)?.cast_into_unchecked())
        }
    }
}
