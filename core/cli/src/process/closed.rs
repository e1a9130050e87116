//! Which standard streams were closed when the process began.
//!
//! Before `main`, the standard library opens `/dev/null` instead of a closed descriptor. Writes to it succeed, so the loss of
//! an output would go unnoticed. A function in the table of initialisers of the executable runs before the standard library.

#![allow(unsafe_code)]

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};

static STDIN: AtomicBool = AtomicBool::new(false);
static STDOUT: AtomicBool = AtomicBool::new(false);
static STDERR: AtomicBool = AtomicBool::new(false);

// SAFETY: the section is the table of pointers that the loader calls with C's calling convention; `begin` takes none of its
// arguments and uses only system calls and atomics, so it needs nothing that is set up later.
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static BEGIN: extern "C" fn() = begin;

extern "C" fn begin() {
    for (number, closed) in [(0, &STDIN), (1, &STDOUT), (2, &STDERR)] {
        // SAFETY: the descriptor is borrowed for one call, which fails if it is closed.
        let fd = unsafe { BorrowedFd::borrow_raw(number) };
        closed.store(fcntl(fd, FcntlArg::F_GETFD) == Err(Errno::EBADF), Ordering::Relaxed);
    }
}

/// Whether standard input was closed.
pub(crate) fn stdin() -> bool {
    STDIN.load(Ordering::Relaxed)
}

/// Whether standard output was closed.
pub(crate) fn stdout() -> bool {
    STDOUT.load(Ordering::Relaxed)
}

/// Whether standard error was closed.
pub(crate) fn stderr() -> bool {
    STDERR.load(Ordering::Relaxed)
}
