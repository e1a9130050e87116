//! Standard output.

use crate::process::closed;
use crate::report::failure::Failure;
use crate::system::{self, Errno};
use std::path::Path;

/// Writes all of `bytes` to standard output.
pub(crate) fn write_stdout(bytes: &[u8]) -> Result<(), Failure> {
    if closed::stdout() && !bytes.is_empty() {
        return Err(stdout_failure(Errno::EBADF));
    }
    system::write_stdout(bytes).map_err(stdout_failure)
}

/// Closes standard output, because some file systems report errors only then.
pub(crate) fn close_stdout() -> Result<(), Failure> {
    system::close_stdout().map_err(stdout_failure)
}

/// The failure of a write to standard output.
pub(crate) fn stdout_failure(error: Errno) -> Failure {
    match error {
        Errno::EPIPE => Failure::ClosedPipe,
        _ => Failure::io("write to", Path::new("stdout"), error),
    }
}
