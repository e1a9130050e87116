//! Standard output, written in large blocks.

use crate::report::failure::Failure;
use nix::errno::Errno;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use stringmill::json::Sink;

/// Standard output. [`Output::close`] must follow the last write, or the last bytes are lost.
pub(crate) struct Output {
    stdout: std::io::Stdout,
    block: Box<[u8]>,
    filled: usize,
}

/// Bytes of one write.
const BLOCK: usize = 128 * 1024;

impl Output {
    pub(crate) fn new() -> Self {
        Output { stdout: std::io::stdout(), block: vec![0; BLOCK].into_boxed_slice(), filled: 0 }
    }

    /// Room for at least `least` bytes, which is far less than a block.
    pub(crate) fn room(&mut self, least: usize) -> Result<&mut [u8], Failure> {
        if self.block.len() - self.filled < least {
            self.flush()?;
        }
        Ok(&mut self.block[self.filled..])
    }

    /// Declares the first `len` bytes of [`Output::room`] filled.
    pub(crate) fn fill(&mut self, len: usize) {
        self.filled += len;
    }

    /// Writes `bytes`.
    pub(crate) fn put(&mut self, mut bytes: &[u8]) -> Result<(), Failure> {
        while !bytes.is_empty() {
            let room = self.room(1)?;
            let len = room.len().min(bytes.len());
            room[..len].copy_from_slice(&bytes[..len]);
            self.fill(len);
            bytes = &bytes[len..];
        }
        Ok(())
    }

    /// Writes `text` and closes standard output.
    pub(crate) fn print(text: &str) -> Result<(), Failure> {
        let mut output = Output::new();
        output.put(text.as_bytes())?;
        output.close()
    }

    /// Whether some bytes are filled and not yet written.
    pub(crate) fn has_filled(&self) -> bool {
        self.filled > 0
    }

    /// Writes the filled bytes.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let filled = std::mem::take(&mut self.filled);
        write_stdout(self.stdout.as_fd(), &self.block[..filled])
    }

    /// Writes the rest and closes; some file systems report errors only then.
    pub(crate) fn close(mut self) -> Result<(), Failure> {
        self.flush()?;
        close_stdout()
    }
}

/// Writes all of `bytes` to standard output.
pub(crate) fn write_stdout(stdout: BorrowedFd<'_>, bytes: &[u8]) -> Result<(), Failure> {
    write_all(stdout, bytes).map_err(stdout_failure)
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

impl Sink for Output {
    type Error = Failure;

    fn room(&mut self, least: usize) -> Result<&mut [u8], Failure> {
        Output::room(self, least)
    }

    fn fill(&mut self, len: usize) {
        Output::fill(self, len);
    }
}
