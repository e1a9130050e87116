//! White space, and the text between tokens that mends may leave out: comments, padding, byte order marks.

use super::edits::Edits;
use super::mend::Mend;
use super::walk::{ItemStop, State, Walk};
use stringmill_outcome::ErrorCode;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Walk<'_, '_> {
    /// The first byte at or after `at` that is part of a token; the end of the slice if the text ends with it.
    pub(super) fn gap(&self, mut at: usize, edits: &mut impl Edits) -> Result<usize, ItemStop> {
        let outside = matches!(self.state, State::Start | State::Ended);
        loop {
            match self.src.get(at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
                Some(b'/' | b'#') if self.has(Mend::Comments) => {
                    let Some(end) = self.comment(at)? else { return Ok(at) };
                    edits.edit(at..end, Mend::Comments, self.unexpected(), b"");
                    at = end;
                }
                Some(0) if outside && self.has(Mend::NulPadding) => {
                    let end = at + self.src[at..].iter().take_while(|&&byte| byte == 0).count();
                    if end == self.src.len() && self.end.is_none() {
                        return Err(ItemStop::More);
                    }
                    edits.edit(at..end, Mend::NulPadding, self.unexpected(), b"");
                    at = end;
                }
                Some(0xEF) if self.state == State::Start && self.has(Mend::ByteOrderMark) => {
                    let rest = &self.src[at..];
                    if rest.starts_with(BYTE_ORDER_MARK) {
                        edits.edit(at..at + 3, Mend::ByteOrderMark, ErrorCode::JsonByteOrderMark, b"");
                        at += 3;
                    } else if BYTE_ORDER_MARK.starts_with(rest) && self.end.is_none() {
                        return Err(ItemStop::More);
                    } else {
                        return Ok(at);
                    }
                }
                None if self.end.is_none() => return Err(ItemStop::More),
                _ => return Ok(at),
            }
        }
    }

    /// The end of the comment at `at`; `None` if a slash begins none.
    fn comment(&self, at: usize) -> Result<Option<usize>, ItemStop> {
        let rest = &self.src[at..];
        match (rest[0], rest.get(1)) {
            (b'#', _) | (b'/', Some(b'/')) => match rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(len) => Ok(Some(at + len)),
                None if self.end.is_none() => Err(ItemStop::More),
                None => Ok(Some(self.src.len())),
            },
            (_, Some(b'*')) => match rest[2..].windows(2).position(|pair| pair == b"*/") {
                Some(len) => Ok(Some(at + len + 4)),
                None => Err(self.ends(ErrorCode::JsonIncomplete)),
            },
            (_, None) if self.end.is_none() => Err(ItemStop::More),
            _ => Ok(None),
        }
    }
}
