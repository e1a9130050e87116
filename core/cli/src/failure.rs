//! Why a command stops, and what it tells the shell.

use crate::picture::Picture;
use crate::visible::visible;
use nix::errno::Errno;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What the shell is told. The numbers are part of the command's promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Exit {
    /// All done.
    Done = 0,
    /// Done, but something was replaced or skipped.
    Changed = 1,
    /// The request makes no sense.
    Usage = 2,
    /// The input is not what it should be.
    Invalid = 3,
    /// Reading or writing failed.
    Io = 4,
    /// A limit was reached.
    Limit = 5,
    /// The reader of the output went away; what a shell reports for a command that died of it.
    ClosedPipe = 141,
}

/// Why a command stops before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request makes no sense.
    Usage(String),
    /// The input is not what it should be, and here is where.
    Invalid(Box<Picture>),
    /// A name is not what it should be.
    Name(String),
    /// Reading or writing failed.
    Io(String),
    /// The reader of the output went away.
    ClosedPipe,
}

impl Failure {
    /// The system refused to `act` (as in "cannot open") on what `name` names.
    pub(crate) fn io(act: &str, name: &Path, error: Errno) -> Self {
        Failure::Io(format!("cannot {act} {}: {}", visible(name.as_os_str().as_bytes()), error.desc()))
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Failure::Usage(_) => Exit::Usage,
            Failure::Invalid(picture) if picture.is_limit() => Exit::Limit,
            Failure::Invalid(_) | Failure::Name(_) => Exit::Invalid,
            Failure::Io(_) => Exit::Io,
            Failure::ClosedPipe => Exit::ClosedPipe,
        }
    }
}

/// The system's own error number of `error`.
pub(crate) fn errno(error: &std::io::Error) -> Errno {
    error.raw_os_error().map_or(Errno::UnknownErrno, Errno::from_raw)
}
