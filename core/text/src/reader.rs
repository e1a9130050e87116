//! An adaptor of `io::Read` that escapes or unescapes the bytes of another reader.

use crate::operation::{Escape, Operation, Unescape};
use crate::writer::invalid;
use std::boxed::Box;
use std::io::{self, Read};
use std::vec;
use stringmill_outcome::{Chunk, Error, Repairs};

/// Escapes the bytes of another reader; see [`OperationReader`].
///
/// ```
/// let mut reader = stringmill::EscapeReader::new(&b"a\tb"[..]);
/// assert_eq!(std::io::read_to_string(&mut reader)?, r"a\tb");
/// # Ok::<(), std::io::Error>(())
/// ```
pub type EscapeReader<R> = OperationReader<R, Escape<'static>>;

/// Unescapes the bytes of another reader; see [`OperationReader`].
///
/// ```
/// let mut reader = stringmill::UnescapeReader::new(&br"a\tb"[..]);
/// assert_eq!(std::io::read_to_string(&mut reader)?, "a\tb");
/// # Ok::<(), std::io::Error>(())
/// ```
pub type UnescapeReader<R> = OperationReader<R, Unescape>;

/// Length of the input buffer and of the output buffer, in bytes.
const ROOM: usize = 16 << 10;

/// Reads from `R` and converts the bytes. It reads ahead, so `R` should not be read directly meanwhile. It needs no
/// `BufReader` around it or inside it.
///
/// An error of the data is an [`io::Error`] of kind `InvalidData` with an [`Error`] inside, whose offset counts from
/// the start of the stream. Calls return all bytes before the error first; from then on every call returns the error.
///
/// ```
/// use std::io::Read;
/// use stringmill::{Escape, EscapeReader, OperationReader};
///
/// let mut json = String::new();
/// let mut reader = EscapeReader::new(&b"two\nlines"[..]);
/// reader.read_to_string(&mut json)?;
/// assert_eq!(json, r"two\nlines");
/// assert_eq!((reader.repairs().count, reader.into_inner()), (0, &b""[..]));
///
/// let reader = OperationReader::with(&b"text"[..], Escape::default());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct OperationReader<R: Read, O: Operation> {
    inner: R,
    operation: O,
    /// Bytes `read..filled` are still to be converted.
    input: Box<[u8]>,
    read: usize,
    filled: usize,
    /// Bytes `given..made` are still to be returned.
    output: Box<[u8]>,
    given: usize,
    made: usize,
    is_at_end: bool,
    repairs: Repairs,
    failed: Option<Error>,
}

impl<R: Read, O: Operation + Default> OperationReader<R, O> {
    /// A reader with the default rules of the operation.
    pub fn new(inner: R) -> Self {
        OperationReader::with(inner, O::default())
    }
}

impl<R: Read, O: Operation> OperationReader<R, O> {
    /// A reader that converts by `operation`.
    pub fn with(inner: R, operation: O) -> Self {
        OperationReader {
            inner,
            operation,
            input: vec![0; ROOM].into(),
            read: 0,
            filled: 0,
            output: vec![0; ROOM].into(),
            given: 0,
            made: 0,
            is_at_end: false,
            repairs: Repairs::default(),
            failed: None,
        }
    }

    /// The ill-formed pieces that the policy has replaced, dropped or marked so far, in the bytes read from `R`.
    pub fn repairs(&self) -> Repairs {
        self.repairs
    }

    /// Returns the inner reader, which may be past the bytes that this one has returned.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Converts input until there is output, or the stream ends.
    fn fill(&mut self) -> io::Result<()> {
        while self.given == self.made {
            if let Some(error) = self.failed {
                return Err(invalid(error));
            }
            let chunk = if self.is_at_end { Chunk::Last } else { Chunk::More };
            let src = &self.input[self.read..self.filled];
            match self.operation.convert(src, &mut self.output, chunk, &mut self.repairs) {
                Ok(done) if done.read > 0 => {
                    (self.given, self.made) = (0, done.written);
                    self.read += done.read;
                    self.repairs.base += done.read as u64;
                }
                Ok(_) if self.is_at_end => return Ok(()),
                Ok(_) => self.read_more()?,
                Err(error) => self.fail(error),
            }
        }
        Ok(())
    }

    /// Reads more input after the end of the buffer has cut a unit.
    fn read_more(&mut self) -> io::Result<()> {
        self.input.copy_within(self.read..self.filled, 0);
        (self.read, self.filled) = (0, self.filled - self.read);
        let len = loop {
            match self.inner.read(&mut self.input[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.is_at_end = len == 0;
        self.filled += len;
        Ok(())
    }

    /// Keeps the error, and converts the bytes before it.
    fn fail(&mut self, error: Error) {
        let before = &self.input[self.read..self.read + error.offset as usize];
        let mut counted = Repairs::default();
        if let Ok(done) = self.operation.convert(before, &mut self.output, Chunk::More, &mut counted) {
            (self.given, self.made) = (0, done.written);
        }
        self.failed = Some(error.after(self.repairs.base));
    }
}

impl<R: Read, O: Operation> Read for OperationReader<R, O> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        self.fill()?;
        let len = buf.len().min(self.made - self.given);
        buf[..len].copy_from_slice(&self.output[self.given..self.given + len]);
        self.given += len;
        Ok(len)
    }
}
