//! The end of a text that cannot continue: closed if a mend allows it.

use super::edits::{ChangeDetector, Edits};
use super::mend::Mend;
use super::rules::RecordEnd;
use super::walk::{State, Walk};
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
        let is_truncated = self.end == Some(RecordEnd::Input) && self.has(Mend::Truncated);
        if self.levels.depth == 0 || !(is_truncated || self.has(Mend::Closers)) {
            return Err(error);
        }
        let mend = if is_truncated { Mend::Truncated } else { Mend::Closers };
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

    fn is_last_comma(&self, comma: usize) -> bool {
        self.has(Mend::TrailingCommas)
            && matches!(self.state, State::After { .. })
            && self.src.get(comma) == Some(&b',')
            && matches!(self.gap(comma + 1, &mut ChangeDetector::default()), Ok(end) if end == self.src.len())
    }
}
