//! Output: standard output, and files that are written whole or not at all.

pub(crate) mod descriptor;
pub(crate) mod destination;
pub(crate) mod names;
pub(crate) mod old_text;
pub(crate) mod original;
pub(crate) mod place;
pub(crate) mod publish;
pub(crate) mod rejects;
pub(crate) mod scratch;
pub(crate) mod stdout;
pub(crate) mod target;
pub(crate) mod temporaries;
pub(crate) mod worker_order;
