//! Resources of the process: descriptors, memory, threads and signals.

#[cfg(unix)]
pub(crate) mod closed;
#[cfg(windows)]
#[path = "closed_windows.rs"]
pub(crate) mod closed;
#[cfg(unix)]
pub(crate) mod heap;
pub(crate) mod memory;
#[cfg(unix)]
pub(crate) mod signals;
#[cfg(windows)]
#[path = "no_signals.rs"]
pub(crate) mod signals;
pub(crate) mod threads;
