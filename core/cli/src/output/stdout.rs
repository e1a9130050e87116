//! The output of a command, written in large blocks.

use crate::output::destination::Destination;
use crate::output::publish::Published;
use crate::report::failure::Failure;
use std::sync::OnceLock;
use stringmill::pack::Sink;

/// The output of a command. [`Output::close`] follows the last write.
///
/// An output that is dropped without a call of `close` belongs to a command that has failed: standard output then gets all
/// complete text, and a file keeps its old text.
pub(crate) struct Output {
    destination: Destination,
    block: Box<[u8]>,
    filled: usize,
    complete: Complete,
    /// Whether a write failed, so that bytes may be missing.
    failed: bool,
}

/// The part of the block that is written to standard output after a failure.
#[derive(Clone, Copy)]
enum Complete {
    All,
    /// All records that end with this byte.
    Records(u8),
    /// This many bytes.
    First(usize),
}

/// The failure of a write after the command had failed.
static LATE: OnceLock<Failure> = OnceLock::new();

/// Bytes of one write.
const BLOCK: usize = 128 * 1024;

impl Output {
    /// Standard output.
    pub(crate) fn new() -> Self {
        Output::to(Destination::stdout())
    }

    pub(crate) fn to(destination: Destination) -> Self {
        let block = vec![0; BLOCK].into_boxed_slice();
        Output { destination, block, filled: 0, complete: Complete::All, failed: false }
    }

    /// The same output, for records with this byte after each.
    pub(crate) fn of_records(mut self, terminator: Option<u8>) -> Self {
        self.complete = terminator.map_or(Complete::All, Complete::Records);
        self
    }

    /// The failure of the last write of a command that had failed before.
    pub(crate) fn late_failure() -> Option<&'static Failure> {
        LATE.get()
    }

    pub(crate) fn destination(&self) -> &Destination {
        &self.destination
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

    /// Writes `bytes`. The last value of them that is whole ends after `whole` bytes.
    pub(crate) fn put_values(&mut self, bytes: &[u8], whole: usize) -> Result<(), Failure> {
        if !matches!(self.complete, Complete::First(_)) {
            self.complete = Complete::First(0);
        }
        let (whole, rest) = bytes.split_at(whole);
        if !whole.is_empty() {
            self.put(whole)?;
            self.complete = Complete::First(self.filled);
        }
        self.put(rest)
    }

    /// Writes `bytes` without a copy.
    pub(crate) fn put_block(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.flush()?;
        let done = self.destination.write(bytes);
        self.noted(done)
    }

    /// Writes `text` to standard output and closes it.
    pub(crate) fn print(text: &[u8]) -> Result<(), Failure> {
        let mut output = Output::new();
        output.put(text)?;
        output.close().map(drop)
    }

    /// Whether a reader may wait for bytes that are not yet written.
    pub(crate) fn keeps(&self) -> bool {
        self.filled > 0 || self.destination.keeps()
    }

    /// Writes all that a reader may wait for.
    pub(crate) fn pass_on(&mut self) -> Result<(), Failure> {
        self.flush()?;
        let done = if self.destination.keeps() { self.destination.pass_on() } else { Ok(()) };
        self.noted(done)
    }

    /// Writes the filled bytes.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let filled = std::mem::take(&mut self.filled);
        if let Complete::First(len) = &mut self.complete {
            *len = 0;
        }
        let done = self.destination.write(&self.block[..filled]);
        self.noted(done)
    }

    fn noted(&mut self, done: Result<(), Failure>) -> Result<(), Failure> {
        self.failed |= done.is_err();
        done
    }

    /// Writes the rest, and the end of compressed data.
    pub(crate) fn complete(&mut self) -> Result<(), Failure> {
        self.flush()?;
        let done = self.destination.end();
        self.noted(done)
    }

    /// Writes the rest and closes; some file systems report errors only then. A file gets its name.
    pub(crate) fn close(mut self) -> Result<Published, Failure> {
        self.flush()?;
        // If the close fails, `drop` must not write more.
        self.failed = true;
        self.destination.close()
    }

    /// Writes the complete text of a command that has failed.
    fn rescue(&mut self) -> Result<(), Failure> {
        self.filled = match self.complete {
            Complete::All => self.filled,
            Complete::Records(end) => {
                self.block[..self.filled].iter().rposition(|&byte| byte == end).map_or(0, |at| at + 1)
            }
            Complete::First(len) => len,
        };
        self.pass_on()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if self.failed || !self.keeps() || self.destination.path().is_some() {
            return;
        }
        if let Err(failure) = self.rescue() {
            // The message of the command names its own failure, so this one is kept for after it.
            let _ = LATE.set(failure);
        }
    }
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
