//! An adaptor of `io::Write` that escapes or unescapes bytes on the way to another writer.

use crate::operation::{Escape, Operation, Unescape};
use std::boxed::Box;
use std::io::{self, Write};
use std::vec;
use std::vec::Vec;
use stringmill_outcome::{Chunk, Error, ErrorCode, Repairs};

/// Escapes bytes on the way to another writer; see [`OperationWriter`].
///
/// ```
/// use std::io::Write;
///
/// let mut writer = stringmill::EscapeWriter::new(Vec::new());
/// write!(writer, "{}\n", 17)?;
/// assert_eq!(writer.finish()?, br"17\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub type EscapeWriter<W> = OperationWriter<W, Escape<'static>>;

/// Unescapes bytes on the way to another writer; see [`OperationWriter`].
///
/// ```
/// use std::io::Write;
///
/// let mut writer = stringmill::UnescapeWriter::new(Vec::new());
/// writer.write_all(br"\ud83d\ude00")?;
/// assert_eq!(writer.finish()?, "😀".as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
pub type UnescapeWriter<W> = OperationWriter<W, Unescape>;

/// Length of the output buffer, in bytes.
const ROOM: usize = 16 << 10;

/// The most bytes that a call of `write` takes if the call before it ended inside a unit.
const JOINED: usize = 4 << 10;

/// Converts the bytes that are written to it, and writes them to `W`. It keeps up to 11 bytes of a cut unit, and no
/// output: if pieces are short, put a [`BufWriter`](io::BufWriter) around it or inside it.
///
/// Call [`OperationWriter::finish`] at the end of the stream: only this call reports a cut unit as an error, and
/// without it the bytes of that unit are lost. An error of the data is an [`io::Error`] of kind `InvalidData` with an
/// [`Error`] inside, whose offset counts from the start of the stream. The bytes before it have been written, and
/// every later call returns the error again. After an error of `W` some bytes may be written and others not, as with
/// [`write_all`](Write::write_all).
///
/// ```
/// use std::io::Write;
/// use stringmill::{Escape, EscapeWriter, OperationWriter};
///
/// let mut writer = EscapeWriter::new(Vec::new());
/// writer.write_all(b"a\tcaf\xC3")?;
/// writer.write_all(b"\xA9")?;
/// assert_eq!(writer.get_ref(), r"a\tcafé".as_bytes());
/// assert_eq!(writer.repairs().count, 0);
/// assert_eq!(writer.finish()?, r"a\tcafé".as_bytes());
///
/// let writer = OperationWriter::with(Vec::new(), Escape::default());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct OperationWriter<W: Write, O: Operation> {
    inner: W,
    operation: O,
    room: Box<[u8]>,
    /// The beginning of a cut unit.
    cut: Vec<u8>,
    repairs: Repairs,
    failed: Option<Error>,
}

impl<W: Write, O: Operation + Default> OperationWriter<W, O> {
    /// A writer with the default rules of the operation.
    pub fn new(inner: W) -> Self {
        OperationWriter::with(inner, O::default())
    }
}

impl<W: Write, O: Operation> OperationWriter<W, O> {
    /// A writer that converts by `operation`.
    pub fn with(inner: W, operation: O) -> Self {
        let (room, cut) = (vec![0; ROOM].into(), Vec::new());
        OperationWriter { inner, operation, room, cut, repairs: Repairs::default(), failed: None }
    }

    /// Converts the rest, flushes, and returns the inner writer.
    ///
    /// # Errors
    ///
    /// If the stream ends inside a unit, an earlier call has found an error of the data, or the inner writer fails.
    pub fn finish(mut self) -> io::Result<W> {
        let cut = std::mem::take(&mut self.cut);
        self.convert(&cut, Chunk::Last)?;
        self.inner.flush()?;
        Ok(self.inner)
    }

    /// The ill-formed pieces that the policy has replaced, dropped or marked so far.
    pub fn repairs(&self) -> Repairs {
        self.repairs
    }

    /// The inner writer. Bytes that a caller writes to it directly come between two pieces of this writer.
    pub fn get_ref(&self) -> &W {
        &self.inner
    }

    /// Converts and writes `src`, except for a unit that its end cuts. Returns the length of that unit.
    fn convert(&mut self, src: &[u8], chunk: Chunk) -> io::Result<usize> {
        if let Some(error) = self.failed {
            return Err(invalid(error));
        }
        let mut rest = src;
        while !rest.is_empty() {
            let base = self.repairs.base;
            let done = match self.operation.convert(rest, &mut self.room, chunk, &mut self.repairs) {
                Ok(done) => done,
                Err(error) => {
                    self.failed = Some(error.after(base));
                    self.write_before(&rest[..error.offset as usize])?;
                    return Err(invalid(error.after(base)));
                }
            };
            if done.read == 0 {
                break;
            }
            self.inner.write_all(&self.room[..done.written])?;
            self.repairs.base += done.read as u64;
            rest = &rest[done.read..];
        }
        Ok(rest.len())
    }

    /// Writes the bytes before an error; the output buffer had room for them.
    fn write_before(&mut self, src: &[u8]) -> io::Result<()> {
        match self.operation.convert(src, &mut self.room, Chunk::More, &mut Repairs::default()) {
            Ok(done) => self.inner.write_all(&self.room[..done.written]),
            Err(error) => Err(invalid(error)),
        }
    }
}

impl<W: Write, O: Operation> Write for OperationWriter<W, O> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        if self.cut.is_empty() {
            let left = self.convert(buf, Chunk::More)?;
            self.cut.extend_from_slice(&buf[buf.len() - left..]);
            return Ok(buf.len());
        }
        let taken = &buf[..buf.len().min(JOINED)];
        let mut joined = std::mem::take(&mut self.cut);
        joined.extend_from_slice(taken);
        let left = self.convert(&joined, Chunk::More)?;
        joined.drain(..joined.len() - left);
        self.cut = joined;
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Wraps an error of the data in an [`io::Error`].
pub(crate) fn invalid(error: Error) -> io::Error {
    let kind =
        if error.code == ErrorCode::MemoryRefused { io::ErrorKind::OutOfMemory } else { io::ErrorKind::InvalidData };
    io::Error::new(kind, error)
}
