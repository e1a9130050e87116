//! A stream of bytes from a file or from standard input.

use crate::input::listing::Listed;
use crate::input::window::Window;
use crate::output::attributes::{FileId, file_id};
use crate::output::stdout::Output;
use crate::report::failure::{Failure, errno};
use crate::report::progress::Meter;
use crate::report::visible::visible;
use nix::errno::Errno;
use nix::fcntl::{AT_FDCWD, OFlag, openat};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::stat::Mode;
use nix::unistd::read;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Stdin};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A stream of bytes with a name.
#[derive(Debug)]
pub(crate) struct Source {
    name: PathBuf,
    handle: Handle,
}

#[derive(Debug)]
enum Handle {
    File(File),
    Stdin(Stdin),
}

impl Source {
    /// Opens `path`; standard input if it is `-` or absent.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        match path {
            Some(path) if path != Path::new("-") => {
                let file = File::open(path).map_err(|error| Failure::io("open", path, errno(&error)))?;
                Source { name: path.to_owned(), handle: Handle::File(file) }.apart_from_output()
            }
            _ => Source { name: PathBuf::from("stdin"), handle: Handle::Stdin(std::io::stdin()) }.apart_from_output(),
        }
    }

    /// Refuses a file that is also standard output: reading it might never end.
    fn apart_from_output(self) -> Result<Self, Failure> {
        let output = file_id(std::io::stdout().as_fd());
        if output.is_some() && output == self.id() {
            return Err(Failure::Usage(format!("{} is the output", visible(self.name()))));
        }
        Ok(self)
    }

    /// Identity of the file; `None` for a pipe, a terminal or another device.
    pub(crate) fn id(&self) -> Option<FileId> {
        file_id(self.fd())
    }

    /// Opens a file of a listing. Since the walk, a link or a pipe may have replaced the file: opening refuses a link, and
    /// does not wait for the writer of a pipe.
    pub(crate) fn open_listed(listed: Listed<'_>) -> Result<Self, Failure> {
        let wary = if listed.named { OFlag::empty() } else { OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK };
        let flags = OFlag::O_RDONLY | OFlag::O_CLOEXEC | OFlag::O_NOCTTY | wary;
        let fd = openat(AT_FDCWD, listed.path, flags, Mode::empty());
        let path = Path::new(OsStr::from_bytes(listed.path));
        let file = File::from(fd.map_err(|error| Failure::io("open", path, error))?);
        Ok(Source { name: path.to_owned(), handle: Handle::File(file) })
    }

    /// Reads the whole source into memory.
    pub(crate) fn read_all(&mut self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let file = self.fd().try_clone_to_owned().map(File::from);
        file.and_then(|mut file| file.read_to_end(&mut bytes))
            .map_err(|error| Failure::io("read", &self.name, errno(&error)))?;
        Ok(bytes)
    }

    /// The path as given, or `stdin`, for messages.
    pub(crate) fn name(&self) -> &[u8] {
        self.name.as_os_str().as_bytes()
    }

    /// Number of bytes in the source, if known.
    pub(crate) fn len(&self) -> Option<u64> {
        let fd = self.fd().try_clone_to_owned().ok()?;
        let facts = File::from(fd).metadata().ok()?;
        facts.is_file().then_some(facts.len())
    }

    fn fd(&self) -> BorrowedFd<'_> {
        match &self.handle {
            Handle::File(file) => file.as_fd(),
            Handle::Stdin(stdin) => stdin.as_fd(),
        }
    }

    /// Reads once into `room`; returns the number of bytes, 0 at the end.
    pub(crate) fn read_some(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        read_some(self.fd(), room).map_err(|error| Failure::io("read", &self.name, error))
    }

    /// Reads once into `window` and returns the number of bytes; finishes the window at the end.
    pub(crate) fn read_into(&mut self, window: &mut Window) -> Result<usize, Failure> {
        // On a terminal, a second read would wait for a second end-of-file key.
        if window.is_finished() {
            return Ok(0);
        }
        let len = read_some(self.fd(), window.room()).map_err(|error| Failure::io("read", &self.name, error))?;
        match len {
            0 => window.finish(),
            _ => window.fill(len),
        }
        Ok(len)
    }

    /// Reads on until a diagnostic of the first unread byte has all the text it may show, or the stream ends. Waits at most
    /// [`LOOK_AHEAD`] for a live stream: the error matters more than the rest of its line.
    pub(crate) fn look_ahead(&mut self, window: &mut Window) {
        // Failures are ignored: the diagnostic is useful without the rest of the line.
        while window.wants_more()
            && !shows_enough(window.unread())
            && self.is_ready_within(LOOK_AHEAD)
            && matches!(self.read_into(window), Ok(1..))
        {}
    }

    /// Whether a read returns within this time. Files are always ready.
    pub(crate) fn is_ready_within(&self, milliseconds: u8) -> bool {
        // A failure shows in the read that follows.
        poll(&mut [PollFd::new(self.fd(), PollFlags::POLLIN)], PollTimeout::from(milliseconds)) != Ok(0)
    }
}

/// A source and the output that depends on it: the output is flushed before a read waits for more input.
pub(crate) struct Input<'i> {
    pub(crate) source: &'i mut Source,
    pub(crate) output: Option<&'i mut Output>,
    pub(crate) meter: &'i Meter,
}

impl Input<'_> {
    /// As [`Source::read_some`].
    pub(crate) fn read_some(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        self.pass_on()?;
        let len = self.source.read_some(room)?;
        self.meter.add(len);
        Ok(len)
    }

    /// As [`Source::read_into`].
    pub(crate) fn read_into(&mut self, window: &mut Window) -> Result<usize, Failure> {
        self.pass_on()?;
        let len = self.source.read_into(window)?;
        self.meter.add(len);
        Ok(len)
    }

    fn pass_on(&mut self) -> Result<(), Failure> {
        match &mut self.output {
            Some(output) if output.has_filled() && !self.source.is_ready_within(0) => output.flush(),
            _ => Ok(()),
        }
    }
}

/// Milliseconds that a diagnostic waits for the rest of its line.
pub(crate) const LOOK_AHEAD: u8 = 100;

/// Refuses a second `-`: nothing would be left to read.
pub(crate) fn stdin_once<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), Failure> {
    let named = paths.into_iter().filter(|path| *path == Path::new("-")).count();
    if named > 1 { Err(Failure::Usage("standard input is named twice".to_owned())) } else { Ok(()) }
}

/// Whether `found` is all that a diagnostic can show: the longest span, the rest of its line, and some bytes after it.
fn shows_enough(found: &[u8]) -> bool {
    const RUN: usize = 12;
    const REST: usize = 3;
    found.get(RUN..).and_then(|rest| rest.split_last_chunk::<REST>()).is_some_and(|(line, _)| line.contains(&b'\n'))
}

/// Reads once, again after an interrupting signal; returns 0 at the end.
pub(crate) fn read_some(fd: BorrowedFd<'_>, room: &mut [u8]) -> Result<usize, Errno> {
    loop {
        match read(fd, room) {
            Err(Errno::EINTR) => {}
            done => return done,
        }
    }
}
