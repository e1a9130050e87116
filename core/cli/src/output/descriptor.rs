//! Standard output and standard error.

use crate::process::closed;
use crate::report::failure::Failure;
use crate::system::{self, Errno, Standard};
use std::path::Path;

/// Writes all of `bytes` to a standard stream.
pub(crate) fn write_standard(standard: Standard, bytes: &[u8]) -> Result<(), Failure> {
    let closed = match standard {
        Standard::Output => closed::stdout(),
        Standard::Error => closed::stderr(),
    };
    if closed && !bytes.is_empty() {
        return Err(failure(standard, Errno::EBADF));
    }
    system::write_standard(standard, bytes).map_err(|error| failure(standard, error))
}

/// Closes standard output, because some file systems report errors only then.
pub(crate) fn close_stdout() -> Result<(), Failure> {
    system::close_stdout().map_err(stdout_failure)
}

/// The failure of a write to standard output.
pub(crate) fn stdout_failure(error: Errno) -> Failure {
    failure(Standard::Output, error)
}

/// If the reader of standard output goes away, the work ends without a message. For standard error this is a failure: output
/// of the command is lost.
fn failure(standard: Standard, error: Errno) -> Failure {
    match (standard, error) {
        (Standard::Output, Errno::EPIPE) => Failure::ClosedPipe,
        (Standard::Output, _) => Failure::io("write to", Path::new("stdout"), error),
        (Standard::Error, _) => Failure::io("write to", Path::new("stderr"), error),
    }
}
