//! The result of an operation of stringmill: its progress, or an error and its offset.
//!
//! Nothing here depends on the kind of input. Offsets count units of the caller's input (bytes, or code units of
//! UTF-16) and point at the first unit of the smallest piece that cannot be right.

#![no_std]
#![forbid(unsafe_code)]

mod error_code;
mod locate;
mod span;

pub use error_code::ErrorCode;
pub use locate::{Place, Position, locate};
pub use span::Span;

use core::fmt;

/// An error: its code, and the offset of the first unit that cannot be right.
///
/// ```
/// use stringmill::{Error, ErrorCode, utf8_validate, Chunk};
///
/// let error = utf8_validate(b"caf\xE9!", Chunk::Last).unwrap_err();
/// assert_eq!(error, Error::new(ErrorCode::Utf8MissingContinuation, 3));
/// assert_eq!(error.to_string(), "lead byte without its continuation bytes at byte 3");
/// assert_eq!(error.after(1000).offset, 1003);
/// assert_eq!(Error::new(ErrorCode::PointerNull, 0).to_string(), "null pointer instead of memory");
/// assert_eq!(error.remedy(), error.code.remedy());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// The cause of the error.
    pub code: ErrorCode,
    /// Offset in units of the input; from the start of the slice of a kernel, or from the start of the whole stream if
    /// a reader counts.
    pub offset: u64,
}

impl Error {
    /// An error of kind `code` at `offset`.
    #[inline]
    pub const fn new(code: ErrorCode, offset: u64) -> Self {
        Error { code, offset }
    }

    /// The same error, counted from `base` units before this input.
    #[inline]
    #[must_use]
    pub const fn after(self, base: u64) -> Self {
        Error { code: self.code, offset: base.saturating_add(self.offset) }
    }

    /// Advice for the user, as [`ErrorCode::remedy`].
    #[inline]
    pub const fn remedy(self) -> &'static str {
        self.code.remedy()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code.unit() {
            "" => self.code.fmt(f),
            unit => write!(f, "{} at {unit} {}", self.code, self.offset),
        }
    }
}

impl core::error::Error for Error {}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.says())
    }
}

impl core::error::Error for ErrorCode {}

/// The progress of an operation: units of the source that it consumed, units of the destination that it filled.
///
/// An operation stops before the end of the source if the destination has no room for the next whole unit of output,
/// or if the source ends inside a unit and more input will follow ([`Chunk::More`]).
///
/// ```
/// use stringmill::{Progress, latin1_to_utf8};
///
/// let src = b"na\xEFve";
/// let mut dst = [0; 4];
/// let first = latin1_to_utf8(src, &mut dst);
/// assert_eq!(first, Progress { read: 3, written: 4 });
/// let second = latin1_to_utf8(&src[first.read..], &mut dst);
/// assert_eq!(first.then(second), Progress { read: 5, written: 6 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Units of `src` consumed.
    pub read: usize,
    /// Units of `dst` filled.
    pub written: usize,
}

impl Progress {
    /// The sum of the progress of an operation and of the next one, which ran on the remainder.
    #[inline(always)]
    #[must_use]
    pub const fn then(self, more: Progress) -> Progress {
        Progress { read: self.read + more.read, written: self.written + more.written }
    }
}

/// Whether a source slice is followed by more of the same stream.
///
/// ```
/// use stringmill::{Chunk, ErrorCode, utf8_validate};
///
/// assert_eq!(utf8_validate(b"caf\xC3", Chunk::More), Ok(3));
/// assert_eq!(utf8_validate(b"caf\xC3", Chunk::Last).unwrap_err().code, ErrorCode::Utf8Incomplete);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// More follows. If the end of the slice cuts a unit, the unit is not consumed; the caller passes it again with
    /// the next slice.
    More,
    /// The stream ends with this slice. A unit that its end cuts is an error.
    Last,
}

/// The number of ill-formed pieces that a policy has replaced, dropped or marked, and the offset of the first one.
///
/// A caller that converts a stream in chunks keeps one `Repairs` for all of them, and sets [`Repairs::base`] to the
/// offset of each chunk.
///
/// ```
/// use stringmill::{Chunk, IllFormed, Repairs, Utf8ToUtf16, utf8_to_utf16};
///
/// let rules = Utf8ToUtf16::new(IllFormed::Replace)?;
/// let mut repairs = Repairs { base: 100, ..Repairs::default() };
/// utf8_to_utf16(rules, b"ab\xFF\xFE", &mut [0; 4], Chunk::Last, &mut repairs)?;
/// assert_eq!((repairs.count, repairs.first), (2, Some(102)));
///
/// repairs.note(7); // as the kernels do
/// assert_eq!(repairs.count, 3);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// Offset in the stream of the slice of the next call.
    pub base: u64,
    /// The number of ill-formed pieces so far.
    pub count: u64,
    /// Offset of the first piece, from the start of the stream.
    pub first: Option<u64>,
}

impl Repairs {
    /// Counts one more piece, at `offset` in the current slice.
    #[inline]
    pub fn note(&mut self, offset: usize) {
        self.count += 1;
        if self.first.is_none() {
            self.first = Some(self.base + offset as u64);
        }
    }
}
