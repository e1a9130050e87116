//! The error of a conversion.

use crate::loss::Loss;
use core::fmt;
use stringmill_ion::WriteError;
use stringmill_outcome::{Error, ErrorCode};

/// The reason that a conversion stops, and its place in the input.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, Loss, NumberRules, OnLoss, Source, Target, TopLevel};
/// use stringmill::ion::Limits;
/// use stringmill::Chunk;
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(TopLevel::One, Layout::Compact),
///     each: false,
///     typed: false,
///     on_loss: OnLoss::Refuse,
///     numbers: NumberRules::EXACT,
///     pretty: None,
/// };
/// let mut converter = Converter::new(&conversion, &mut []);
/// let refused = converter.step(b"[sym]", Chunk::Last, usize::MAX).unwrap_err();
/// assert_eq!(refused.loss, Some(Loss::Symbol));
/// println!("{refused}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConversionError {
    /// An error in the input, or in the conversion to the target (8xx).
    pub error: Error,
    /// The loss, if that is the reason.
    pub loss: Option<Loss>,
}

impl ConversionError {
    pub(crate) fn at(code: ErrorCode, offset: u64) -> Self {
        ConversionError { error: Error::new(code, offset), loss: None }
    }

    /// The system refuses memory; the conversion is at `offset`.
    #[cold]
    pub(crate) fn no_memory(offset: u64) -> Self {
        ConversionError::at(ErrorCode::MemoryRefused, offset)
    }

    /// The writer refuses a value at `offset`.
    pub(crate) fn write(error: WriteError, offset: u64) -> Self {
        let code = match error {
            WriteError::MemoryRefused => ErrorCode::MemoryRefused,
            WriteError::ValueLen => ErrorCode::LimitStringLen,
            WriteError::ExponentRange => ErrorCode::ConvertLoss,
            WriteError::SystemValue => ErrorCode::ConvertSystemValue,
            WriteError::SymbolId(_) => ErrorCode::IonSymbolId,
            WriteError::Text(error) => error.code,
            // Only typed JSON gives the text of numbers and timestamps, and values where Ion has no place for them.
            WriteError::Token(_)
            | WriteError::FieldNameMissing
            | WriteError::FieldNameMisplaced
            | WriteError::NothingToEnd
            | WriteError::Unfinished
            | WriteError::NoContainer(_)
            | WriteError::TopLevelOnly => ErrorCode::ConvertTyped,
        };
        ConversionError::at(code, offset)
    }

    pub(crate) fn loss(loss: Loss, offset: u64) -> Self {
        ConversionError { error: Error::new(ErrorCode::ConvertLoss, offset), loss: Some(loss) }
    }
}

impl From<Error> for ConversionError {
    fn from(error: Error) -> Self {
        ConversionError { error, loss: None }
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)?;
        self.loss.map_or(Ok(()), |loss| write!(f, ": {}", loss.name()))
    }
}

impl core::error::Error for ConversionError {}
