//! What the process asks of the system: memory, threads and signals.

pub(crate) mod heap;
pub(crate) mod memory;
pub(crate) mod signals;
pub(crate) mod threads;
