//! Text sequences: JSON texts, each after a record separator.
//! Standard: RFC 7464. White space alone after a separator is no text (section 2.1).

use stringmill_kernels::{ByteClass, scan};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// The byte before each text of a sequence.
///
/// ```
/// assert_eq!(stringmill::json::RECORD_SEPARATOR, b'\x1E');
/// ```
pub const RECORD_SEPARATOR: u8 = 0x1E;

/// Splits a text sequence, which may be cut anywhere. The caller checks the texts.
///
/// ```
/// use stringmill::json::TextSequence;
/// use stringmill::Chunk;
///
/// let (src, mut sequence) = (b"\x1E[1]\n\x1E\x1E\"x\"", TextSequence::default());
/// let first = sequence.next(src, Chunk::Last)?;
/// assert_eq!((first.start, first.end, first.is_last), (1, 5, true));
/// sequence.consume(&src[first.start..first.end]);
/// assert_eq!(sequence.end(), Ok(()));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TextSequence {
    /// Whether a separator was read, and no end of its text.
    in_text: bool,
    /// The first byte of the current text that is not white space; 0 before that byte.
    first: u8,
    /// The last byte of the current text; 0 before the first one.
    last: u8,
}

/// A part of a text of a sequence: the bytes from `start` to `end`, none if only more input shows whether a text
/// follows.
///
/// ```
/// use stringmill::Chunk;
/// use stringmill::json::TextSequence;
///
/// let part = TextSequence::default().next(b"\x1E[1,", Chunk::More)?;
/// assert_eq!((part.is_first, part.is_last, part.chunk()), (true, false, Chunk::More));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextPart {
    /// Where the part begins. The bytes before it belong to no text.
    pub start: usize,
    /// Where the part ends.
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
    /// [`ErrorCode::ConvertSeparator`] at a byte before the first separator, [`ErrorCode::JsonByteOrderMark`] if it
    /// begins a byte order mark.
    pub fn next(&mut self, src: &[u8], chunk: Chunk) -> Result<TextPart, Error> {
        let mut start = 0;
        let is_first = self.first == 0;
        while self.first == 0 {
            start += scan(&ByteClass::WHITE_SPACE_JSON, &src[start..]);
            match src.get(start) {
                None => return Ok(TextPart { start, end: start, is_first: false, is_last: false }),
                Some(&RECORD_SEPARATOR) => {
                    start += 1;
                    self.in_text = true;
                }
                Some(_) if !self.in_text && src[start..].starts_with(BYTE_ORDER_MARK) => {
                    return Err(Error::new(ErrorCode::JsonByteOrderMark, start as u64));
                }
                // The bytes so far may be those of a byte order mark.
                Some(_) if !self.in_text && chunk == Chunk::More && BYTE_ORDER_MARK.starts_with(&src[start..]) => {
                    return Ok(TextPart { start, end: start, is_first: false, is_last: false });
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

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// All bytes except the record separator.
const IN_TEXT: ByteClass = ByteClass::all_but(&[RECORD_SEPARATOR]).with_non_ascii();

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The texts of `src`, read in pieces of `size` bytes, or the first error.
    fn texts(src: &[u8], size: usize) -> Result<Vec<Vec<u8>>, Error> {
        let (mut sequence, mut texts) = (TextSequence::default(), Vec::<Vec<u8>>::new());
        let (mut from, mut to) = (0, 0);
        loop {
            let chunk = if to == src.len() { Chunk::Last } else { Chunk::More };
            let part = sequence.next(&src[from..to], chunk).map_err(|error| error.after(from as u64))?;
            let text = &src[from + part.start..from + part.end];
            if part.is_first {
                texts.push(Vec::new());
            }
            if let Some(last) = texts.last_mut() {
                last.extend(text);
            }
            sequence.consume(text);
            from += part.end;
            if part.is_last {
                sequence.end().map_err(|code| Error::new(code, from as u64))?;
            } else if to == src.len() {
                return Ok(texts);
            } else {
                to = src.len().min(to + size);
            }
        }
    }

    type Expected = Result<&'static [&'static [u8]], (ErrorCode, u64)>;

    #[test]
    fn splits_change_nothing() {
        let cases: [(&[u8], Expected); 9] = [
            (b"", Ok(&[])),
            (b" \n\x1E \x1E\n", Ok(&[])),
            (b"\x1E[1]\n\x1E\x1E {}\x1E\"x\"", Ok(&[b"[1]\n", b"{}", b"\"x\""])),
            (b"\x1E1\n\x1Etrue ", Ok(&[b"1\n", b"true "])),
            (b"\x1E1\n\x1Etrue", Err((ErrorCode::JsonIncomplete, 8))),
            (b"\x1E12\x1E[]", Err((ErrorCode::JsonIncomplete, 3))),
            (b" x\x1E1", Err((ErrorCode::ConvertSeparator, 1))),
            (b"\n\xEF\xBB\xBF\x1E1", Err((ErrorCode::JsonByteOrderMark, 1))),
            (b"\xEF\xBB", Err((ErrorCode::ConvertSeparator, 0))),
        ];
        for (src, expected) in cases {
            let expected = expected.map_err(|(code, offset)| Error::new(code, offset));
            for size in 1..=src.len().max(1) {
                let found = texts(src, size);
                let found = found.as_ref().map(|texts| texts.iter().map(Vec::as_slice).collect::<Vec<_>>());
                assert_eq!(found, expected.as_ref().map(|texts| texts.to_vec()), "{}, {size}", src.escape_ascii());
            }
        }
    }
}
