//! Columns and tables of other libraries, in and out by the PyCapsule interface of Arrow.
//!
//! `arrow-array` has the C structures and their memory management. This module adds the capsules, and checks that the
//! crate leaves out: an imported array can be wrong in any way, so each array is validated before it is read.

mod column;
mod export;
mod lengths;
mod nulls;
mod values;

pub(crate) use column::{Column, Outcome, schema_capsule, stream_capsule};
pub(crate) use export::Chunks;

use crate::error::misuse;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, Field, FieldRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::{CStr, c_int};
use std::ptr::NonNull;
use std::sync::Arc;
use stringmill::ErrorCode;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The arrays of an argument, all of the type of `field`. A table has arrays of structs.
pub(crate) struct Input {
    pub(crate) field: FieldRef,
    pub(crate) chunks: Vec<ArrayData>,
}

impl Input {
    /// The arrays of an object with `__arrow_c_stream__` or `__arrow_c_array__`.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.hasattr("__arrow_c_stream__")? {
            return Input::of_stream(&object.call_method0("__arrow_c_stream__")?);
        }
        if object.hasattr("__arrow_c_array__")? {
            let pair = object.call_method0("__arrow_c_array__")?;
            let pair = pair.cast::<PyTuple>()?;
            return Input::of_array(&pair.get_item(0)?, &pair.get_item(1)?);
        }
        let class = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("{class} has neither __arrow_c_stream__ nor __arrow_c_array__")))
    }

    fn of_stream(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        let raw: NonNull<FFI_ArrowArrayStream> = pointer(capsule, STREAM)?;
        // SAFETY: a capsule of this name points to such a structure, by the PyCapsule interface. The lock is held, so
        // no other thread takes it out.
        let stream = unsafe { FFI_ArrowArrayStream::from_raw(raw.as_ptr()) };
        // Without the lock of the interpreter: the producer may wait for a thread that needs it.
        let read = capsule.py().detach(|| read(stream));
        read.map_err(|stop| match stop {
            Stop::Failed(message) => PyValueError::new_err(message),
            Stop::Unsound(error) => unsound(capsule.py(), &error),
        })
    }

    fn of_array(schema: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> PyResult<Self> {
        let field = field_of(schema)?;
        let raw: NonNull<FFI_ArrowArray> = pointer(array, ARRAY)?;
        // SAFETY: a capsule of this name points to such a structure, by the PyCapsule interface. The lock is held, so
        // no other thread takes it out.
        let array = unsafe { FFI_ArrowArray::from_raw(raw.as_ptr()) };
        if array.is_released() {
            return Err(PyValueError::new_err("the array was released or is in use elsewhere"));
        }
        let data = import(array, &field).map_err(|error| unsound(schema.py(), &error))?;
        Ok(Input { field, chunks: vec![data] })
    }
}

/// Why a stream cannot be read to its end.
enum Stop {
    /// The producer reports an error.
    Failed(String),
    /// An array is not sound.
    Unsound(ArrowError),
}

/// All arrays of a stream. The reader of `arrow-array` would import them before their lengths are checked.
fn read(mut stream: FFI_ArrowArrayStream) -> Result<Input, Stop> {
    if stream.release().is_none() {
        return Err(Stop::Failed("the stream was released or read already".to_owned()));
    }
    let schema = call(&mut stream, FFI_ArrowArrayStream::get_schema, FFI_ArrowSchema::empty())?;
    let field = Arc::new(Field::try_from(&schema).map_err(Stop::Unsound)?);
    let mut chunks = Vec::new();
    loop {
        let array = call(&mut stream, FFI_ArrowArrayStream::get_next, FFI_ArrowArray::empty())?;
        if array.is_released() {
            return Ok(Input { field, chunks });
        }
        chunks.push(import(array, &field).map_err(Stop::Unsound)?);
    }
}

type Callback<T> = unsafe extern "C" fn(*mut FFI_ArrowArrayStream, *mut T) -> c_int;

/// What a callback of a stream that is not released writes to `out`.
fn call<T>(
    stream: &mut FFI_ArrowArrayStream,
    callback: impl FnOnce(&FFI_ArrowArrayStream) -> Option<Callback<T>>,
    mut out: T,
) -> Result<T, Stop> {
    let Some(callback) = callback(stream) else { return Err(Stop::Failed("the stream has no callback".to_owned())) };
    // SAFETY: the callback is one of this stream, which is not released; `out` has no value that is lost.
    if unsafe { callback(stream, &raw mut out) } == 0 {
        return Ok(out);
    }
    let message = stream.get_last_error().map(|get| {
        // SAFETY: the callback is one of this stream; the last call failed, as this callback requires.
        unsafe { get(stream) }
    });
    Err(Stop::Failed(match message {
        // SAFETY: the callback returns a C string, which lives until the next call.
        Some(message) if !message.is_null() => unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned(),
        _ => "the stream failed without a message".to_owned(),
    }))
}

/// An array of the type of `field`.
fn import(array: FFI_ArrowArray, field: &Field) -> Result<ArrayData, ArrowError> {
    lengths::check(&array, field.data_type())?;
    // SAFETY: by the C data interface the array has this type. Its lengths are checked, and everything else is
    // validated before it is read.
    let data = unsafe { from_ffi_and_data_type(array, nulls::with_structs(field.data_type())) }?;
    Ok(nulls::without_structs(data, field.data_type()))
}

/// The field in a capsule of a schema.
pub(crate) fn field_of(capsule: &Bound<'_, PyAny>) -> PyResult<FieldRef> {
    let raw: NonNull<FFI_ArrowSchema> = pointer(capsule, SCHEMA)?;
    // SAFETY: a capsule of this name points to a schema, by the PyCapsule interface; the capsule keeps it.
    let schema = unsafe { raw.as_ref() };
    if schema.release().is_none() {
        return Err(PyValueError::new_err("the schema was released"));
    }
    Field::try_from(schema).map(Arc::new).map_err(refused)
}

fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast())
}

/// An array or a stream that cannot be read.
pub(crate) fn refused(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An array whose buffers contradict its type or its length.
pub(crate) fn unsound(py: Python<'_>, error: &ArrowError) -> PyErr {
    let code = ErrorCode::OffsetsUnsound;
    misuse(py, code, format!("{}: {error}", code.says()))
}
