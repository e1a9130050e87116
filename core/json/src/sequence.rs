//! Text sequences: JSON texts, each after a record separator.
//! Standard: RFC 7464. White space alone after a separator is no text (section 2.1).

use stringmill_kernels::{Class, scan};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// The byte before each text of a sequence.
pub const RECORD_SEPARATOR: u8 = 0x1E;

/// Splits a text sequence, which may be cut anywhere. The caller checks the texts.
///
/// ```
/// use stringmill_json::TextSequence;
/// use stringmill_outcome::Chunk;
///
/// let (src, mut sequence) = (b"\x1E[1]\n\x1E\x1E\"x\"", TextSequence::default());
/// let first = sequence.next(src, Chunk::Last)?;
/// assert_eq!((first.start, first.end, first.is_last), (1, 5, true));
/// sequence.consume(&src[first.start..first.end]);
/// assert_eq!(sequence.end(), Ok(()));
/// # Ok::<(), stringmill_outcome::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TextSequence {
    /// Whether a separator was read, and no end of its text.
    in_text: bool,
    /// The first byte of that text that is not white space; 0 before it.
    first: u8,
    /// The last byte of that text; 0 before it.
    last: u8,
}

/// A part of a text of a sequence: the bytes from `start` to `end`, none if only more input shows whether a text follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPart {
    /// Where the part begins. The bytes before it belong to no text.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Whether the text begins here.
    pub is_first: bool,
    /// Whether the text ends here. Only then may the part be consumed as a whole.
    pub is_last: bool,
}

impl TextPart {
    /// Whether more of the text may follow.
    pub fn chunk(&self) -> Chunk {
        if self.is_last { Chunk::Last } else { Chunk::More }
    }
}

impl TextSequence {
    /// Finds the next part of a text in `src`, the unread input.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ConvertSeparator`] at a byte before the first separator.
    pub fn next(&mut self, src: &[u8], chunk: Chunk) -> Result<TextPart, Error> {
        let mut start = 0;
        let is_first = self.first == 0;
        while self.first == 0 {
            start += scan(&Class::WHITE_SPACE_JSON, &src[start..]);
            match src.get(start) {
                None => return Ok(TextPart { start, end: start, is_first: false, is_last: false }),
                Some(&RECORD_SEPARATOR) => {
                    start += 1;
                    self.in_text = true;
                }
                Some(_) if !self.in_text => return Err(Error::new(ErrorCode::ConvertSeparator, start as u64)),
                Some(&first) => self.first = first,
            }
        }
        let end = start + scan(&IN_TEXT, &src[start..]);
        Ok(TextPart { start, end, is_first, is_last: end < src.len() || chunk == Chunk::Last })
    }

    /// Notes that `bytes`, from the beginning of the last part on, are read.
    pub fn consume(&mut self, bytes: &[u8]) {
        self.last = bytes.last().copied().unwrap_or(self.last);
    }

    /// Ends a text after its last part.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::JsonIncomplete`] after a number or literal without white space after it, which may have been longer
    /// (section 2.4).
    pub fn end(&mut self) -> Result<(), ErrorCode> {
        let TextSequence { first, last, .. } = core::mem::take(self);
        match b"{[\"".contains(&first) || b" \t\n\r".contains(&last) {
            true => Ok(()),
            false => Err(ErrorCode::JsonIncomplete),
        }
    }
}

/// All bytes except the record separator.
const IN_TEXT: Class = Class::all_but(&[RECORD_SEPARATOR]).with_non_ascii();
