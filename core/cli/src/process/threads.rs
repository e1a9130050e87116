//! Threads that are started one after another, so that each gets the memory for its first steps.

use crate::process::memory;
use crate::report::failure::Failure;
use std::sync::{Arc, Barrier};

/// Starts a thread by `spawn`; its work must first wait at the barrier.
///
/// The standard library panics in a thread that gets no memory before its work begins. So this function first requests and
/// frees the memory of a thread, and returns only after the work has begun. If the memory is gone by then, `heap.rs` ends
/// the process.
pub(crate) fn start<T>(spawn: impl FnOnce(Arc<Barrier>) -> std::io::Result<T>) -> Result<T, Failure> {
    memory::for_thread()?;
    let begun = Arc::new(Barrier::new(2));
    let started = spawn(Arc::clone(&begun)).map_err(|error| Failure::thread("start a thread", &error))?;
    begun.wait();
    Ok(started)
}
