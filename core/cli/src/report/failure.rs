//! Reasons why a command stops, and its exit codes.

use crate::report::diagnostic::Diagnostic;
use crate::report::visible::visible;
use crate::system::{Errno, bytes_of};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The exit code. Its numbers are documented and do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Exit {
    /// All done.
    Done = 0,
    /// Done, but something was replaced or skipped.
    Changed = 1,
    /// Wrong usage: the arguments contradict each other or are incomplete.
    Usage = 2,
    /// Invalid input.
    Invalid = 3,
    /// Reading or writing failed.
    Io = 4,
    /// A limit was reached.
    Limit = 5,
    /// The reader of the output closed the pipe: 128 + SIGPIPE, as a shell reports it.
    ClosedPipe = 141,
}

/// Why a command stops before its end.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// Wrong usage: the arguments contradict each other or are incomplete.
    Usage(String),
    /// Invalid input, with its position.
    Invalid(Box<Diagnostic>),
    /// An invalid name of a file.
    Name(String),
    /// Input that cannot be decompressed or decoded.
    Encoded(String),
    /// A limit of this command is exceeded.
    Limit(String),
    /// Reading or writing failed.
    Io(String),
    /// The system refused memory, or a thread.
    Memory(String),
    /// Another process has changed the file that was to be replaced.
    Overtaken(PathBuf),
    /// The reader of the output closed the pipe.
    ClosedPipe,
}

impl Failure {
    /// The system refused to `act` on the file called `name`, as in "cannot open a.txt".
    pub(crate) fn io(act: &str, name: &Path, error: Errno) -> Self {
        let text = format!("cannot {act} {}: {}", visible(bytes_of(&name)), error.desc());
        if error == Errno::ENOMEM { Failure::Memory(text) } else { Failure::Io(text) }
    }

    /// The system refused a thread, or the resources of the thread that waits for signals.
    pub(crate) fn thread(act: &str, error: &std::io::Error) -> Self {
        let text = format!("cannot {act}: {error}");
        match error.kind() {
            ErrorKind::OutOfMemory | ErrorKind::WouldBlock => Failure::Memory(text),
            _ => Failure::Io(text),
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Failure::Usage(_) => Exit::Usage,
            Failure::Invalid(diagnostic) if diagnostic.is_limit() => Exit::Limit,
            Failure::Invalid(_) | Failure::Name(_) | Failure::Encoded(_) => Exit::Invalid,
            Failure::Io(_) => Exit::Io,
            Failure::Overtaken(_) => Exit::Changed,
            Failure::Memory(_) | Failure::Limit(_) => Exit::Limit,
            Failure::ClosedPipe => Exit::ClosedPipe,
        }
    }
}

/// The system's own error number of `error`.
pub(crate) fn errno(error: &std::io::Error) -> Errno {
    match error.raw_os_error() {
        Some(number) => Errno::from_raw(number),
        // The standard library has no number for memory that it is refused itself.
        None if error.kind() == ErrorKind::OutOfMemory => Errno::ENOMEM,
        None => Errno::UnknownErrno,
    }
}
