//! Reads from descriptors.

use nix::errno::Errno;
use nix::unistd::read;
use std::os::fd::BorrowedFd;

/// Reads once, again after an interrupting signal; returns 0 at the end.
pub(crate) fn read_some(fd: BorrowedFd<'_>, room: &mut [u8]) -> Result<usize, Errno> {
    loop {
        match read(fd, room) {
            Err(Errno::EINTR) => {}
            done => return done,
        }
    }
}
