//! Writes named texts as JSON.
//! Bytes in, bytes out, in pieces of any size. Each call writes one part. The bytes of a text depend only on whether it
//! is the first, so several threads may write texts that are joined later.

use super::{Members, Shape};
use core::fmt;
use stringmill_kernels::{JsonEscape, json_escape};
use stringmill_outcome::{Chunk, Error, Repairs};

/// The destination of written bytes.
///
/// ```
/// use stringmill::pack::Sink;
///
/// /// A vector that grows when the writer asks for room.
/// struct Grow(Vec<u8>, usize);
/// impl Sink for Grow {
///     type Error = std::convert::Infallible;
///     fn room(&mut self, least: usize) -> Result<&mut [u8], Self::Error> {
///         self.0.resize(self.1 + least.max(4096), 0);
///         Ok(&mut self.0[self.1..])
///     }
///     fn fill(&mut self, len: usize) {
///         self.1 += len;
///     }
/// }
/// ```
pub trait Sink {
    /// The error of the destination.
    type Error;

    /// Spare capacity of at least `least` bytes; `least` is at most 256.
    fn room(&mut self, least: usize) -> Result<&mut [u8], Self::Error>;

    /// Declares the first `len` bytes of the spare capacity written.
    fn fill(&mut self, len: usize);
}

/// The reason that a text is not written.
///
/// ```
/// use stringmill::pack::WriteError;
/// use stringmill::{Error, ErrorCode};
///
/// let error = WriteError::<&str>::Text(Error::new(ErrorCode::Utf8ImpossibleByte, 3));
/// assert!(error.to_string().ends_with("at byte 3"));
/// assert_eq!(WriteError::from("the disk is full").to_string(), "the disk is full");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError<E> {
    /// The text is ill-formed, and the policy refuses that. The offset is in the given slice.
    Text(Error),
    /// An error of the sink.
    Sink(E),
}

impl<E> From<E> for WriteError<E> {
    fn from(error: E) -> Self {
        WriteError::Sink(error)
    }
}

impl<E: fmt::Display> fmt::Display for WriteError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Text(error) => error.fmt(f),
            WriteError::Sink(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for WriteError<E> {}

/// Writes named texts.
///
/// ```
/// # use stringmill::pack::WriteError;
/// use stringmill::pack::{Shape, Sink, Writer};
/// use stringmill::{Chunk, IllFormed, JsonEscape, Profile, Repairs};
///
/// struct Page { bytes: [u8; 1024], len: usize }
/// impl Sink for Page {
///     // As in the example of `Sink`.
/// #     type Error = &'static str;
/// #     fn room(&mut self, least: usize) -> Result<&mut [u8], Self::Error> {
/// #         self.bytes.get_mut(self.len..).filter(|room| room.len() >= least).ok_or("the page is full")
/// #     }
/// #     fn fill(&mut self, len: usize) { self.len += len; }
/// }
/// let rules = JsonEscape::new(&Profile::JSON, IllFormed::Reject).unwrap();
/// let (writer, mut page) = (Writer::new(Shape::Object, &rules), Page { bytes: [0; 1024], len: 0 });
/// let mut repairs = Repairs::default();
/// writer.begin(&mut page)?;
/// writer.begin_text(&mut page, b"a.txt", None, true, &mut repairs)?;
/// writer.text(&mut page, b"one\ntwo", Chunk::Last, &mut repairs)?;
/// writer.end_text(&mut page)?;
/// writer.end(&mut page, false)?;
/// assert_eq!(&page.bytes[..page.len], b"{\n\"a.txt\":\"one\\ntwo\"\n}\n");
/// # Ok::<(), WriteError<&'static str>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Writer<'r> {
    shape: Shape,
    rules: &'r JsonEscape<'r>,
    members: Members<'r>,
}

impl<'r> Writer<'r> {
    /// A writer of `shape` that escapes names and texts under `rules`.
    pub const fn new(shape: Shape, rules: &'r JsonEscape<'r>) -> Self {
        Writer { shape, rules, members: Members::DEFAULT }
    }

    /// The same writer, for lines with these members.
    #[must_use]
    pub const fn with_members(self, members: Members<'r>) -> Self {
        Writer { members, ..self }
    }

    /// Writes the beginning, before all texts.
    pub fn begin<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        match self.shape {
            Shape::Object => put(sink, b"{\n"),
            Shape::Lines => Ok(()),
        }
    }

    /// Number of bytes that [`Writer::begin_text`] writes before the name of a text that is not the first. Without
    /// them, that text may become the first.
    pub const fn separator_len(&self) -> usize {
        match self.shape {
            Shape::Object => SEPARATOR.len(),
            Shape::Lines => 0,
        }
    }

    /// Writes `name` and the beginning of its text; `first` says whether it is the first one. `repairs` counts repairs
    /// of the name. A line also gets the `mode`, as four octal digits, if [`Members::mode`] names it.
    pub fn begin_text<S: Sink>(
        &self,
        sink: &mut S,
        name: &[u8],
        mode: Option<u32>,
        first: bool,
        repairs: &mut Repairs,
    ) -> Result<(), WriteError<S::Error>> {
        if !first && self.separator_len() > 0 {
            put(sink, SEPARATOR)?;
        }
        match self.shape {
            Shape::Object => {
                put(sink, b"\"")?;
                self.text(sink, name, Chunk::Last, repairs)?;
            }
            Shape::Lines => {
                put(sink, b"{\"")?;
                self.member(sink, self.members.path)?;
                self.text(sink, name, Chunk::Last, repairs)?;
                if let (Some(member), Some(mode)) = (self.members.mode, mode) {
                    put(sink, b"\",\"")?;
                    self.member(sink, member)?;
                    put(sink, &[9, 6, 3, 0].map(|shift| b'0' + (mode >> shift & 7) as u8))?;
                }
                put(sink, b"\",\"")?;
                self.text(sink, self.members.text.as_bytes(), Chunk::Last, &mut Repairs::default())?;
            }
        }
        Ok(put(sink, b"\":\"")?)
    }

    /// Writes the name of a member, and the beginning of its value.
    fn member<S: Sink>(&self, sink: &mut S, name: &str) -> Result<(), WriteError<S::Error>> {
        self.text(sink, name.as_bytes(), Chunk::Last, &mut Repairs::default())?;
        Ok(put(sink, b"\":\"")?)
    }

    /// Writes `src`, the next piece of the text. Returns how many bytes are consumed: all, unless `src` ends inside a
    /// sequence and more follows; then the caller passes up to three bytes again with the next piece.
    pub fn text<S: Sink>(
        &self,
        sink: &mut S,
        src: &[u8],
        chunk: Chunk,
        repairs: &mut Repairs,
    ) -> Result<usize, WriteError<S::Error>> {
        let base = repairs.base;
        let mut read = 0;
        let done = loop {
            let spare = sink.room(JsonEscape::UNIT_MAX)?;
            repairs.base = base + read as u64;
            let step = json_escape(self.rules, &src[read..], spare, chunk, repairs)
                .map_err(|error| WriteError::Text(error.after(read as u64)));
            let step = match step {
                Ok(step) => step,
                Err(error) => break Err(error),
            };
            sink.fill(step.written);
            read += step.read;
            // The kernel has capacity for a unit, so only a cut sequence stops it.
            if read == src.len() || step.read == 0 {
                break Ok(read);
            }
        };
        repairs.base = base;
        done
    }

    /// Writes the end of a text.
    pub fn end_text<S: Sink>(&self, sink: &mut S) -> Result<(), S::Error> {
        match self.shape {
            Shape::Object => put(sink, b"\""),
            Shape::Lines => put(sink, b"\"}\n"),
        }
    }

    /// Writes the end, after all texts; `empty` says whether there was none.
    pub fn end<S: Sink>(&self, sink: &mut S, empty: bool) -> Result<(), S::Error> {
        match (self.shape, empty) {
            (Shape::Object, true) => put(sink, b"}\n"),
            (Shape::Object, false) => put(sink, b"\n}\n"),
            (Shape::Lines, _) => Ok(()),
        }
    }
}

/// The separator of two members.
const SEPARATOR: &[u8] = b",\n";

fn put<S: Sink>(sink: &mut S, bytes: &[u8]) -> Result<(), S::Error> {
    sink.room(bytes.len())?[..bytes.len()].copy_from_slice(bytes);
    sink.fill(bytes.len());
    Ok(())
}
