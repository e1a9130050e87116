//! A state for one thread at a time, even while that thread runs Python code.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A mutex whose waiting threads do not keep the global interpreter lock.
pub(crate) struct Exclusive<T> {
    state: Mutex<T>,
    /// The thread that uses the state, or `NO_THREAD`.
    owner: AtomicU64,
}

const NO_THREAD: u64 = 0;

impl<T> Exclusive<T> {
    pub(crate) fn new(state: T) -> Self {
        Exclusive { state: Mutex::new(state), owner: AtomicU64::new(NO_THREAD) }
    }

    /// Fails if this thread uses the state already: the source, a file of rejects, or a finalizer has called back.
    pub(crate) fn with<R>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let thread = this_thread();
        if self.owner.load(Ordering::Relaxed) == thread {
            return Err(PyRuntimeError::new_err("the reader is at work already, and calls itself"));
        }
        let panicked = |_| PyRuntimeError::new_err("the reader failed in an earlier call");
        let mut state = self.state.lock_py_attached(py).map_err(panicked)?;
        self.owner.store(thread, Ordering::Relaxed);
        let result = work(&mut state);
        self.owner.store(NO_THREAD, Ordering::Relaxed);
        result
    }

    /// Returns what `look` returns, or `None` if a thread uses the state. For the collector of garbage, which must not
    /// wait.
    pub(crate) fn try_with<R>(&self, look: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.state.try_lock().ok().map(|mut state| look(&mut state))
    }
}

/// A number that is unique to this thread.
fn this_thread() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(NO_THREAD + 1);
    thread_local! {
        static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    NUMBER.with(|&number| number)
}
