//! The reason that a text is not made canonical.

use core::fmt;
use stringmill_outcome::{Error, ErrorCode};

/// The reason that a text is not made canonical.
///
/// ```
/// use stringmill::Chunk;
/// use stringmill::convert::canonical::{Canonical, CanonicalError, CanonicalLimits};
///
/// let mut stack = [0; 15];
/// let mut canonical = Canonical::new(CanonicalLimits::DEFAULT, &mut stack, Vec::new());
/// let error = canonical.step(b"[1e999]", Chunk::Last).unwrap_err();
/// assert!(matches!(error, CanonicalError::Text(error) if error.offset == 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanonicalError<E> {
    /// An error in the text; the offset is from the start of the stream.
    Text(Error),
    /// An error of the storage.
    Storage(E),
}

impl<E> From<Error> for CanonicalError<E> {
    fn from(error: Error) -> Self {
        CanonicalError::Text(error)
    }
}

impl<E: fmt::Display> fmt::Display for CanonicalError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CanonicalError::Text(error) => error.fmt(f),
            CanonicalError::Storage(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for CanonicalError<E> {}

/// The system refused memory, at no place of the input.
#[cold]
pub(super) fn no_memory() -> Error {
    Error::new(ErrorCode::MemoryRefused, 0)
}
