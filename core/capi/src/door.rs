//! Entry and exit of every call: panics, error codes, results.

use crate::arguments::not_null;
use crate::ranges::{Span, all_apart};
use crate::shapes::Progress;
use std::panic::{AssertUnwindSafe, catch_unwind};
use stringmill::{Error, ErrorCode};

/// `SMILL_OK`
pub(crate) const OK: u32 = 0;

/// Defines functions of the headers that take pointers. The header states what the caller has to promise, and the body
/// of the function relies on that.
macro_rules! exported {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $answer:ty)? $body:block)*) => {$(
        /// See the headers.
        ///
        /// # Safety
        ///
        /// Pointers must be null or as the header demands.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) $(-> $answer)? {
            // SAFETY: the caller follows the header. Pointers that are not null are readable or writable for their
            // lengths; handles were made by this library, and are not freed.
            unsafe { $body }
        }
    )*};
}
pub(crate) use exported;

/// Runs `work`; returns `fault` if it panics.
#[inline(always)]
pub(crate) fn caught<T>(fault: T, work: impl FnOnce() -> T) -> T {
    let work = || {
        #[cfg(test)]
        planted::panic_if_planted();
        work()
    };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done,
        Err(payload) => {
            // Dropping the payload may panic again.
            std::mem::forget(payload);
            fault
        }
    }
}

/// Runs `work` and returns its error code.
#[inline(always)]
pub(crate) fn code(work: impl FnOnce() -> Result<(), ErrorCode>) -> u32 {
    caught(ErrorCode::Internal as u32, || match work() {
        Ok(()) => OK,
        Err(error) => error as u32,
    })
}

/// Runs `work` and writes its result to `out`, which must not overlap the ranges `read`.
///
/// # Safety
///
/// `out` must be null or writable.
#[inline(always)]
pub(crate) unsafe fn write_out<T>(out: *mut T, read: &[Span], work: impl FnOnce() -> Result<T, ErrorCode>) -> u32 {
    code(|| {
        not_null(out)?;
        all_apart(&[Span::one(out)], read)?;
        let value = work()?;
        // SAFETY: not null, so writable by the caller's promise.
        unsafe { out.write_unaligned(value) };
        Ok(())
    })
}

/// As [`progress`], for a call whose arguments may overlap. `repairs` and `dst` are ranges that the call writes,
/// `read` those that it reads. Writes nothing if `progress` or `repairs` overlaps another range.
///
/// # Safety
///
/// `progress` must be null or writable.
#[inline(always)]
pub(crate) unsafe fn progress_apart(
    progress: *mut Progress,
    repairs: Span,
    dst: Span,
    read: &[Span],
    work: impl FnOnce() -> Result<stringmill::Progress, Failure>,
) -> u32 {
    let results = Span::one(progress);
    let refused = all_apart(&[results, repairs], &[dst]).and_then(|()| all_apart(&[results, repairs], read));
    if let Err(code) = refused {
        return code as u32;
    }
    // SAFETY: the caller's promise.
    unsafe { self::progress(progress, work) }
}

/// Runs an operation, writes its progress or the offset of its error, and returns the code.
///
/// # Safety
///
/// `progress` must be null or writable.
#[inline(always)]
pub(crate) unsafe fn progress(
    progress: *mut Progress,
    work: impl FnOnce() -> Result<stringmill::Progress, Failure>,
) -> u32 {
    if progress.is_null() {
        return ErrorCode::PointerNull as u32;
    }
    let (done, code) = match caught(Err(ErrorCode::Internal.into()), work) {
        Ok(done) => (Progress { read: done.read as u64, written: done.written as u64, offset: 0 }, OK),
        Err(Failure(error)) => (Progress { read: 0, written: 0, offset: error.offset }, error.code as u32),
    };
    // SAFETY: not null, so writable by the caller's promise.
    unsafe { progress.write_unaligned(done) };
    code
}

/// Why an operation failed: an error in its input, or in the call.
pub(crate) struct Failure(pub(crate) Error);

impl From<Error> for Failure {
    #[inline(always)]
    fn from(error: Error) -> Self {
        Failure(error)
    }
}

impl From<ErrorCode> for Failure {
    #[inline(always)]
    fn from(code: ErrorCode) -> Self {
        Failure(Error::new(code, 0))
    }
}

/// Panics that tests plant, to check that no panic leaves a function.
#[cfg(test)]
pub(crate) mod planted {
    use std::cell::Cell;

    thread_local!(static PLANTED: Cell<bool> = const { Cell::new(false) });

    /// Makes the next call on this thread panic at the entry.
    pub(crate) fn plant() {
        PLANTED.set(true);
    }

    /// Whether the planted panic is still to come.
    pub(crate) fn is_planted() -> bool {
        PLANTED.get()
    }

    pub(crate) fn panic_if_planted() {
        if PLANTED.take() {
            panic!("planted by a test");
        }
    }
}
