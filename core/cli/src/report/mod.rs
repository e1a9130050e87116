//! Reports to the user: diagnostics, messages and progress on standard error, and the exit code.

pub(crate) mod changes;
pub(crate) mod diagnostic;
pub(crate) mod failure;
pub(crate) mod json;
pub(crate) mod losses;
pub(crate) mod messages;
pub(crate) mod progress;
pub(crate) mod remedy;
pub(crate) mod repairs;
pub(crate) mod signature;

pub(crate) use stringmill_diagnostic::{span, visible};
