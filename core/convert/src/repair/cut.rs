//! The end of a text that cannot continue: closed if a mend allows it.

use super::edits::{ChangeDetector, Edits};
use super::mend::Mend;
use super::rules::RecordEnd;
use super::walk::{ItemStop, State, Walk};
use stringmill_kernels::utf8_validate_with;
use stringmill_outcome::{Chunk, Error, ErrorCode};

impl Walk<'_, '_> {
    /// The same error, but with the code for ill-formed UTF-8 if the byte is not UTF-8. `None` if the slice ends too
    /// early to know.
    pub(super) fn named(&self, error: Error) -> Option<Error> {
        // Zeros at the end may be padding, and then they are no part of the text.
        if self.end.is_none() && self.has(Mend::NulPadding) && self.src.last() == Some(&0) {
            return None;
        }
        let rest = &self.src[error.offset as usize..];
        let in_token = matches!(error.code, ErrorCode::NumberDigitExpected | ErrorCode::JsonLiteralUnknown);
        match rest.first().filter(|_| !in_token) {
            Some(0x80..) if rest.len() < 4 && self.end.is_none() => None,
            Some(0x80..) => match utf8_validate_with(self.tier, &rest[..rest.len().min(4)], Chunk::Last) {
                Err(Error { code, offset: 0 }) => Some(Error { code, ..error }),
                _ => Some(error),
            },
            _ => Some(error),
        }
    }

    /// Closes a text that ends after the item before `at`, or inside the next one.
    pub(super) fn cut(&self, at: usize, error: Error, edits: &mut impl Edits) -> Result<(), Error> {
        let refused = |_| error;
        let truncated = [Mend::KeepTruncated, Mend::Truncated].into_iter().find(|&mend| self.has(mend));
        let truncated = truncated.filter(|_| self.end == Some(RecordEnd::Input));
        let (mend, is_truncated) = (truncated.unwrap_or(Mend::Closers), truncated.is_some());
        if self.levels.depth == 0 || !self.has(mend) {
            return Err(error);
        }
        let missing = self.missing(self.levels.depth);
        let why = error.code;
        let len = self.src.len();
        let next = self.gap(at, &mut ChangeDetector::default());
        match next {
            Ok(next) if next == len => {
                edits.edit(at..at, mend, why, &missing);
                self.gap(at, edits).map_err(refused)?;
            }
            _ if is_truncated => edits.edit(at..len, mend, why, &missing),
            // Only a comma comes after the last item.
            Ok(comma) if self.is_last_comma(comma) => {
                edits.edit(at..at, mend, why, &missing);
                self.without_comma(at, comma, edits).map_err(refused)?;
            }
            _ => return Err(error),
        }
        Ok(())
    }

    /// Whether the input ends with the slice, and a mend keeps the decided part of its last string.
    pub(super) fn keeps_truncated(&self) -> bool {
        self.end == Some(RecordEnd::Input) && self.has(Mend::KeepTruncated)
    }

    /// Closes the string value at `start`, of which the bytes before `error` are decided. The input ends inside it.
    pub(super) fn close_string(&self, start: usize, error: Error, edits: &mut impl Edits) -> Result<usize, ItemStop> {
        let end = error.offset as usize;
        self.within_limit(start, end + 1)?;
        edits.edit(end..self.src.len(), Mend::KeepTruncated, error.code, b"\"");
        Ok(self.src.len())
    }

    fn is_last_comma(&self, comma: usize) -> bool {
        self.has(Mend::TrailingCommas)
            && matches!(self.state, State::After { .. })
            && self.src.get(comma) == Some(&b',')
            && matches!(self.gap(comma + 1, &mut ChangeDetector::default()), Ok(end) if end == self.src.len())
    }
}
