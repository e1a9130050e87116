//! Errors in a text sequence, for `smill check`.
//! Standard: RFC 7464.

use crate::input::line_buffer::{RECORD_SEPARATOR, Records};
use stringmill::json::{JsonCheck, JsonChecker};
use stringmill::{Chunk, Error, ErrorCode};

/// Looks for errors in a text sequence.
pub(super) struct SequenceFinder<'s> {
    checker: JsonChecker<'s>,
    /// The text after the last record separator.
    text: Option<SequenceText>,
}

/// What is read of a text.
#[derive(Clone, Copy, Default)]
struct SequenceText {
    /// Its first byte that is not white space; 0 before that.
    first: u8,
    /// Its last byte.
    last: u8,
}

impl<'s> SequenceFinder<'s> {
    pub(super) fn new(rules: JsonCheck, stack: &'s mut [u64]) -> Self {
        SequenceFinder { checker: JsonChecker::new(rules, stack), text: None }
    }

    /// Returns to the beginning of a sequence, or of a text with its separator.
    pub(super) fn restart(&mut self) {
        self.text = None;
    }

    /// Number of bytes of `src` that are certainly valid. A number or literal without white space after it may have been
    /// longer (section 2.4).
    pub(super) fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let mut at = 0;
        loop {
            let blank = src[at..].iter().take_while(|byte| b" \t\n\r".contains(byte)).count();
            let text = match (self.text, src.get(at + blank)) {
                (None | Some(SequenceText { first: 0, .. }), None) => return Ok(src.len()),
                (None | Some(SequenceText { first: 0, .. }), Some(&RECORD_SEPARATOR)) => {
                    at += blank + 1;
                    self.text = Some(SequenceText::default());
                    self.checker.restart();
                    continue;
                }
                (None, Some(_)) => return Err(Error::new(ErrorCode::ConvertSeparator, (at + blank) as u64)),
                (Some(SequenceText { first: 0, .. }), Some(&first)) => SequenceText { first, last: 0 },
                (Some(text), _) => text,
            };
            let rest = &src[at..];
            let end = Records::Sequence.first_border(rest);
            let chunk = if end.is_some() { Chunk::Last } else { chunk };
            let read = self.checker.step(&rest[..end.unwrap_or(rest.len())], chunk);
            let read = read.map_err(|error| error.after(at as u64))?;
            at += read;
            let last = read.checked_sub(1).map_or(text.last, |last| rest[last]);
            self.text = Some(SequenceText { last, ..text });
            if chunk == Chunk::More {
                return Ok(at);
            }
            if !b"{[\"".contains(&text.first) && !b" \t\n\r".contains(&last) {
                return Err(Error::new(ErrorCode::JsonIncomplete, at as u64));
            }
            self.text = None;
        }
    }
}
