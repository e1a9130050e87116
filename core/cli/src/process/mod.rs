//! Resources of the process: memory, threads and signals.

pub(crate) mod heap;
pub(crate) mod memory;
pub(crate) mod signals;
pub(crate) mod threads;
