//! Writes to descriptors, and the end of standard output.

use crate::process::closed;
use crate::report::failure::Failure;
use nix::errno::Errno;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

/// Writes all of `bytes` to standard output.
pub(crate) fn write_stdout(bytes: &[u8]) -> Result<(), Failure> {
    if closed::stdout() && !bytes.is_empty() {
        return Err(stdout_failure(Errno::EBADF));
    }
    write_all(std::io::stdout().as_fd(), bytes).map_err(stdout_failure)
}

/// Closes standard output, because some file systems report errors only then.
pub(crate) fn close_stdout() -> Result<(), Failure> {
    nix::unistd::close(1).map_err(stdout_failure)
}

/// The failure of a write to standard output.
pub(crate) fn stdout_failure(error: Errno) -> Failure {
    match error {
        Errno::EPIPE => Failure::ClosedPipe,
        _ => Failure::io("write to", Path::new("stdout"), error),
    }
}

/// Writes all of `bytes`, again after an interrupting signal.
pub(crate) fn write_all(fd: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match nix::unistd::write(fd, bytes) {
            Ok(0) => return Err(Errno::EIO),
            Ok(len) => bytes = &bytes[len..],
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
