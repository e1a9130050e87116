//! Why a conversion stops.

use crate::loss::Loss;
use core::fmt;
use stringmill_ion::WriteError;
use stringmill_outcome::{Error, ErrorCode};

/// Why a conversion stops, and where in its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What is wrong: with the input, or with writing it in the other format (8xx).
    pub error: Error,
    /// What would be lost, where that is why.
    pub loss: Option<Loss>,
}

impl Refused {
    pub(crate) fn at(code: ErrorCode, offset: u64) -> Self {
        Refused { error: Error::new(code, offset), loss: None }
    }

    /// The system refuses memory for what stands at `offset`.
    #[cold]
    pub(crate) fn no_memory(offset: u64) -> Self {
        Refused::at(ErrorCode::MemoryRefused, offset)
    }

    /// A value at `offset` that is not written.
    pub(crate) fn write(error: WriteError, offset: u64) -> Self {
        match error {
            WriteError::MemoryRefused => Refused::no_memory(offset),
            _ => Refused::at(ErrorCode::ConvertTyped, offset),
        }
    }

    pub(crate) fn loss(loss: Loss, offset: u64) -> Self {
        Refused { error: Error::new(ErrorCode::ConvertLoss, offset), loss: Some(loss) }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Refused { error, loss: None }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)?;
        self.loss.map_or(Ok(()), |loss| write!(f, ": {}", loss.name()))
    }
}

impl core::error::Error for Refused {}
