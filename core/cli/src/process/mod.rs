//! Resources of the process: descriptors, memory, threads and signals.

pub(crate) mod closed;
pub(crate) mod heap;
pub(crate) mod memory;
pub(crate) mod signals;
pub(crate) mod threads;
