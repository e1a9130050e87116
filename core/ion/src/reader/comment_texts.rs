//! Comments that the reader keeps for a formatter: their text, and their place between the tokens around them.

use crate::grammar::blank::Comment;
use crate::grammar::window::{Scan, ScanStop};
use std::mem;
use stringmill_outcome::ErrorCode;

/// A comment, with its delimiters but without the line end of a line comment.
///
/// ```
/// use stringmill::ion::{CommentPlace, Reader};
///
/// let mut reader = Reader::new(b"/* why */ 17").keeping_comments();
/// reader.next()?;
/// let comment = reader.kept_comments().next().unwrap();
/// assert_eq!((comment.text, comment.on_new_line), (&b"/* why */"[..], true));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptComment<'a> {
    /// The text: UTF-8.
    pub text: &'a [u8],
    /// Whether a line end precedes it, after the last token or comment.
    pub on_new_line: bool,
    /// The tokens around it.
    pub place: CommentPlace,
}

/// A place of comments.
///
/// ```
/// use stringmill::ion::{CommentPlace, Reader};
///
/// let mut reader = Reader::new(b"{a: /* why */ 17}").keeping_comments();
/// reader.next()?;
/// reader.next()?;
/// assert_eq!(reader.kept_comments().next().unwrap().place, CommentPlace::AfterName);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommentPlace {
    /// Before the comma that precedes the current value; or at a place without a comma.
    BeforeComma,
    /// Between the comma and the current value with its field name, or the end of the container.
    BeforeValue,
    /// Between the field name and the annotations or the value.
    AfterName,
    /// After the first annotation, or inside of the value: between two long strings.
    Inside,
}

impl KeptComment<'_> {
    /// Whether a line end must follow, or is inside.
    pub(crate) fn ends_line(&self) -> bool {
        self.text.starts_with(b"//") || self.text.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
    }
}

/// The comments from the last event on.
#[derive(Debug)]
pub(super) struct CommentTexts {
    texts: Vec<u8>,
    /// The end of each text in `bytes`, whether a line end precedes it, and its place.
    comments: Vec<(usize, bool, CommentPlace)>,
    /// The number of comments that belong to the event that the caller has.
    delivered: usize,
    /// A comment that is being read.
    open: Option<Comment>,
    /// Whether a line end was read since the last token or comment.
    line: bool,
    /// Whether a comma was read since the last event.
    comma: bool,
    /// `line` before the event that the caller has, with its field name and annotations.
    line_before: bool,
    /// The longest comment.
    len_max: usize,
}

impl CommentTexts {
    pub(super) fn new(len_max: usize) -> Self {
        CommentTexts {
            texts: Vec::new(),
            comments: Vec::new(),
            delivered: 0,
            open: None,
            line: true,
            comma: false,
            line_before: false,
            len_max,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = KeptComment<'_>> + Clone {
        let mut start = 0;
        self.comments[..self.delivered].iter().map(move |&(end, on_new_line, place)| {
            let text = &self.texts[mem::replace(&mut start, end)..end];
            KeptComment { text, on_new_line, place }
        })
    }

    pub(super) fn line_before(&self) -> bool {
        self.line_before
    }

    /// Bytes of comments that belong to no event yet.
    pub(super) fn waiting_len(&self) -> usize {
        self.texts.len()
    }

    /// Forgets the comments that belong to the last event.
    pub(super) fn begin_event(&mut self) {
        let len = self.delivered.checked_sub(1).map_or(0, |last| self.comments[last].0);
        self.texts.drain(..len);
        self.comments.drain(..self.delivered);
        self.comments.iter_mut().for_each(|(end, ..)| *end -= len);
        self.delivered = 0;
    }

    pub(super) fn comma(&mut self) {
        self.comma = true;
    }

    /// Takes white space and comments, or a part of them that ends where the reader stops. They begin at `start`.
    pub(super) fn pass(&mut self, bytes: &[u8], start: usize, place: CommentPlace) -> Scan<()> {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let (len, ends) = match self.open {
                None if rest[0] == b'/' => {
                    self.open = Some(if rest[1] == b'/' { Comment::Line } else { Comment::Block });
                    (2, false)
                }
                None => {
                    self.line |= matches!(rest[0], b'\n' | b'\r');
                    at += 1;
                    continue;
                }
                Some(Comment::Line) => {
                    let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                    (end.unwrap_or(rest.len()), end.is_some())
                }
                Some(Comment::Block) => {
                    // The reader passes both bytes of the end at once.
                    let end = rest.windows(2).position(|pair| pair == b"*/");
                    (end.map_or(rest.len(), |end| end + 2), end.is_some())
                }
            };
            self.texts.try_reserve(len).map_err(|_| ScanStop::Error(ErrorCode::MemoryRefused, start + at))?;
            self.texts.extend_from_slice(&rest[..len]);
            at += len;
            let above = (self.texts.len() - self.comments.last().map_or(0, |last| last.0)).saturating_sub(self.len_max);
            if above > 0 {
                return Err(ScanStop::Error(ErrorCode::LimitStringLen, start + at - above));
            }
            if ends {
                self.end_comment(start + at, place)?;
            }
        }
        Ok(())
    }

    /// The place of a comment before the next value.
    pub(super) fn place(&self) -> CommentPlace {
        if self.comma { CommentPlace::BeforeValue } else { CommentPlace::BeforeComma }
    }

    fn end_comment(&mut self, at: usize, place: CommentPlace) -> Scan<()> {
        self.comments.try_reserve(1).map_err(|_| ScanStop::Error(ErrorCode::MemoryRefused, at))?;
        self.comments.push((self.texts.len(), mem::take(&mut self.line), place));
        self.open = None;
        Ok(())
    }

    /// Notes the line end before a value or the end of a container, whose inner comments come next.
    pub(super) fn begin_token(&mut self) {
        self.line_before = self.line;
    }

    /// Assigns all comments to an event; the reader is at `at`.
    pub(super) fn deliver(&mut self, at: usize) -> Scan<()> {
        if self.open == Some(Comment::Line) {
            // The comment ends with the input.
            self.end_comment(at, self.place())?;
        }
        self.delivered = self.comments.len();
        self.line = false;
        self.comma = false;
        Ok(())
    }

    /// Assigns all whole comments to [`Event::NeedInput`](crate::Event::NeedInput).
    pub(super) fn release(&mut self) {
        self.delivered = self.comments.len();
        self.begin_token();
    }

    /// Starts over at the beginning of a line.
    pub(super) fn restart(&mut self) {
        *self = CommentTexts::new(self.len_max);
    }
}
