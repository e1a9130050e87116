//! Inputs of a caller: a Python text, or any object with the buffer protocol.
//!
//! A buffer of `bytes` never changes. Any other buffer can be written to, even by another thread. So its bytes are
//! only read while this thread holds the global interpreter lock and runs no Python code.

use crate::error::{View, misuse};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};
use std::slice;
use stringmill::ErrorCode;

/// The bytes of an argument.
pub(crate) enum Source<'py> {
    /// `bytes`.
    Bytes(Bound<'py, PyBytes>),
    /// A `str` without lone surrogates; its bytes are its UTF-8.
    Text(Bound<'py, PyString>),
    /// A `str` with lone surrogates, which have three bytes each, as in WTF-8.
    Surrogates { text: Bound<'py, PyString>, encoded: Bound<'py, PyBytes> },
    /// Another buffer; `constant` if its memory belongs to `bytes`.
    Buffer { buffer: PyUntypedBuffer, constant: bool },
}

impl<'py> Source<'py> {
    /// The bytes of `argument`: a `str` or a contiguous buffer.
    pub(crate) fn of(argument: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = argument.cast::<PyBytes>() {
            return Ok(Source::Bytes(bytes.clone()));
        }
        if let Ok(text) = argument.cast::<PyString>() {
            return Source::of_text(text);
        }
        Source::of_buffer(argument)
    }

    /// The bytes of `argument`, which is no `str`.
    pub(crate) fn of_bytes(argument: &Bound<'py, PyAny>) -> PyResult<Self> {
        match argument.cast::<PyBytes>() {
            Ok(bytes) => Ok(Source::Bytes(bytes.clone())),
            Err(_) => Source::of_buffer(argument),
        }
    }

    fn of_text(text: &Bound<'py, PyString>) -> PyResult<Self> {
        match text.to_str() {
            Ok(_) => Ok(Source::Text(text.clone())),
            Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(text.py()) => {
                let encoded = text.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into()?;
                Ok(Source::Surrogates { text: text.clone(), encoded })
            }
            Err(error) => Err(error),
        }
    }

    fn of_buffer(argument: &Bound<'py, PyAny>) -> PyResult<Self> {
        let buffer = PyUntypedBuffer::get(argument)?;
        if !buffer.is_c_contiguous() {
            return Err(PyTypeError::new_err("the buffer is not contiguous"));
        }
        refuse_objects(&buffer)?;
        // Only the type `bytes` guarantees constant memory: a read-only view may be one of a `bytearray`.
        let owner = argument.cast::<PyMemoryView>().ok().and_then(|view| view.getattr("obj").ok());
        let constant = owner.is_some_and(|owner| owner.is_instance_of::<PyBytes>());
        Ok(Source::Buffer { buffer, constant })
    }

    /// The bytes. While the caller reads those of a buffer that is not [`Source::constant`], it must not run Python
    /// code.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Source::Bytes(bytes) | Source::Surrogates { encoded: bytes, .. } => bytes.as_bytes(),
            Source::Text(text) => text.to_str().map_or(b"", str::as_bytes),
            Source::Buffer { buffer, .. } => memory(buffer),
        }
    }

    /// Whether the bytes cannot change, so that they can be read without the lock.
    pub(crate) fn constant(&self) -> bool {
        match self {
            Source::Bytes(_) | Source::Text(_) | Source::Surrogates { .. } => true,
            Source::Buffer { constant, .. } => *constant,
        }
    }

    /// Whether the argument is a `str`.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Source::Text(_) | Source::Surrogates { .. })
    }

    /// The bytes in the form that the caller passed, for errors.
    pub(crate) fn view(&self) -> View<'_> {
        if self.is_text() { View::Text(self.bytes()) } else { View::Bytes(self.bytes()) }
    }
}

/// Refuses a buffer whose elements are references to objects, such as an object array of numpy: writing would forge
/// references.
fn refuse_objects(buffer: &PyUntypedBuffer) -> PyResult<()> {
    // In a format string, names of fields are between colons.
    let mut types = buffer.format().to_bytes().split(|&byte| byte == b':').step_by(2);
    if types.any(|part| part.contains(&b'O')) {
        return Err(PyTypeError::new_err("the elements of the buffer are objects"));
    }
    Ok(())
}

/// The bytes of a contiguous buffer.
fn memory(buffer: &PyUntypedBuffer) -> &[u8] {
    let len = buffer.len_bytes();
    if len == 0 {
        // The address of an empty buffer may be null.
        return b"";
    }
    // SAFETY: an exported buffer keeps its place and length until it is released, which is after this borrow. Each
    // caller has checked that the buffer is contiguous. Nothing writes meanwhile: either this thread holds the lock,
    // or the memory belongs to `bytes`.
    unsafe { slice::from_raw_parts(buffer.buf_ptr().cast::<u8>(), len) }
}

/// A writable buffer of a caller.
pub(crate) struct Target(PyUntypedBuffer);

impl Target {
    /// Takes the memory of `argument`, which must not overlap `source`.
    pub(crate) fn of(argument: &Bound<'_, PyAny>, source: &Source<'_>) -> PyResult<Self> {
        let buffer = PyUntypedBuffer::get(argument)?;
        if buffer.readonly() {
            return Err(PyTypeError::new_err("into is a buffer that cannot be written to"));
        }
        if !buffer.is_c_contiguous() {
            return Err(PyTypeError::new_err("into is not contiguous"));
        }
        refuse_objects(&buffer)?;
        let (read, written) = (source.bytes().as_ptr_range(), memory(&buffer).as_ptr_range());
        if read.start < written.end && written.start < read.end {
            let code = ErrorCode::RangesOverlap;
            return Err(misuse(argument.py(), code, format!("{}: data and into", code.says())));
        }
        Ok(Target(buffer))
    }

    /// The memory. The caller must not run Python code while it writes.
    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        let len = self.0.len_bytes();
        if len == 0 {
            return &mut [];
        }
        // SAFETY: `of` has checked that the buffer is writable and contiguous, and that the source is elsewhere. This
        // thread holds the lock.
        unsafe { slice::from_raw_parts_mut(self.0.buf_ptr().cast::<u8>(), len) }
    }
}
