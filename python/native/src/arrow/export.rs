//! A stream of arrays for another library, by the C stream interface of Arrow.
//!
//! `arrow-array` can only export streams of tables, not of a column.

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_data::ArrayData;
use arrow_schema::FieldRef;
use std::ffi::{CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// The arrays of a stream, or why there are no more.
pub(crate) type Chunks = Box<dyn Iterator<Item = Result<ArrayData, String>> + Send>;

/// `EINVAL` of every platform.
const FAILED: c_int = 22;

/// The state that the callbacks of a stream share.
struct State {
    field: FieldRef,
    chunks: Chunks,
    error: Option<CString>,
}

/// A stream of `chunks`, whose arrays have the type of `field`.
pub(crate) fn stream(field: FieldRef, chunks: Chunks) -> FFI_ArrowArrayStream {
    let state = Box::into_raw(Box::new(State { field, chunks, error: None }));
    // SAFETY: the callbacks are those of the interface, and take `private_data` as the `State` that it is until
    // `release`.
    unsafe {
        FFI_ArrowArrayStream::new_unchecked(
            Some(get_schema),
            Some(get_next),
            Some(get_last_error),
            Some(release),
            state.cast::<c_void>(),
        )
    }
}

/// Runs a callback. An error or a panic becomes the last error of the stream.
///
/// # Safety
///
/// `stream` must be one that [`stream`] made, and not released.
unsafe fn run<T>(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut T,
    work: impl FnOnce(&mut State) -> Result<T, String>,
) -> c_int {
    // SAFETY: the caller's promise; the interface forbids two calls at once.
    let state = unsafe { &mut *(*stream).private_data().cast::<State>() };
    let done = catch_unwind(AssertUnwindSafe(|| work(state))).unwrap_or_else(|_| Err("internal error".to_owned()));
    match done {
        Ok(value) => {
            // SAFETY: `out` is writable memory without a value, by the interface.
            unsafe { out.write(value) };
            0
        }
        Err(message) => {
            // A C string ends at its first zero.
            state.error = CString::new(message.replace('\0', "\\0")).ok();
            FAILED
        }
    }
}

unsafe extern "C" fn get_schema(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowSchema) -> c_int {
    let schema = |state: &mut State| FFI_ArrowSchema::try_from(state.field.as_ref()).map_err(|error| error.to_string());
    // SAFETY: the interface passes the stream that [`stream`] made.
    unsafe { run(stream, out, schema) }
}

unsafe extern "C" fn get_next(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowArray) -> c_int {
    let next = |state: &mut State| match state.chunks.next() {
        Some(chunk) => Ok(FFI_ArrowArray::new(&chunk?)),
        // A released array ends a stream.
        None => Ok(FFI_ArrowArray::empty()),
    };
    // SAFETY: the interface passes the stream that [`stream`] made.
    unsafe { run(stream, out, next) }
}

unsafe extern "C" fn get_last_error(stream: *mut FFI_ArrowArrayStream) -> *const c_char {
    // SAFETY: the interface passes the stream that [`stream`] made, and forbids two calls at once.
    let state = unsafe { &*(*stream).private_data().cast::<State>() };
    state.error.as_ref().map_or(ptr::null(), |error| error.as_ptr())
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: the interface releases a stream once; `stream` made the state by `Box::into_raw`.
    unsafe {
        drop(Box::from_raw((*stream).private_data().cast::<State>()));
        (*stream).set_private_data(ptr::null_mut());
        (*stream).set_release(None);
    }
}
