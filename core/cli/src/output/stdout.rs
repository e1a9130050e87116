//! The output of a command, written in large blocks.

use crate::output::destination::Destination;
use crate::output::publish::Published;
use crate::report::failure::Failure;
use stringmill::json::Sink;

/// The output of a command. [`Output::close`] must follow the last write, or the last bytes are lost.
pub(crate) struct Output {
    destination: Destination,
    block: Box<[u8]>,
    filled: usize,
}

/// Bytes of one write.
const BLOCK: usize = 128 * 1024;

impl Output {
    /// Standard output.
    pub(crate) fn new() -> Self {
        Output::to(Destination::stdout())
    }

    pub(crate) fn to(destination: Destination) -> Self {
        Output { destination, block: vec![0; BLOCK].into_boxed_slice(), filled: 0 }
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

    /// Writes `bytes` without a copy.
    pub(crate) fn put_block(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.flush()?;
        self.destination.write(bytes)
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
        if self.destination.keeps() { self.destination.pass_on() } else { Ok(()) }
    }

    /// Writes the filled bytes.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let filled = std::mem::take(&mut self.filled);
        self.destination.write(&self.block[..filled])
    }

    /// Writes the rest and closes; some file systems report errors only then. A file gets its name.
    pub(crate) fn close(mut self) -> Result<Published, Failure> {
        self.flush()?;
        self.destination.close()
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
