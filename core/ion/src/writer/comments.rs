//! Comments that a reader keeps, in compact text for a formatter. White space before a comment says whether a formatter
//! breaks the line there. It must break it at a line feed, because the comment began a line; it may break it at a tab;
//! it does not break it at a blank. A line feed after a comment of the block kind says that the input had one there.

use super::{WriteResult, Writer};
use crate::event::Event;
use crate::kind::Kind;
use crate::reader::{CommentPlace, KeptComment, Reader};
use crate::write_error::WriteError;

impl Writer {
    /// Writes the comments before the current value, or before the end of the container or of the text. Comments inside
    /// the value are written before it, too, if one of them ends a line.
    pub(crate) fn copy_comments(&mut self, reader: &mut Reader<'_>, event: Event) -> WriteResult {
        match event {
            Event::NeedInput if reader.waiting_comments() < WAITING_MAX => return Ok(()),
            Event::NeedInput => reader.release_comments(),
            _ => {}
        }
        let hoists = hoists(reader);
        let comments = reader.kept_comments().filter(|comment| hoists || comment.place.is_before());
        let Some(last) = comments.clone().last() else { return Ok(()) };
        let is_value = !matches!(event, Event::Close(_) | Event::End);
        let takes_comma = self.follows && matches!(self.inside, Some(Kind::List | Kind::Struct));
        if is_value && takes_comma && !self.separated {
            self.out.put_byte(b',');
            self.separated = true;
        }
        // A symbol table may be written between the comments and the value.
        let line_follows = last.ends_line()
            || !hoists && reader.is_on_new_line()
            || self.inside.is_none() && reader.symbol_changes() != self.changes_seen;
        // Without a line end, the line may break at the comma.
        let mut may_break = is_value && !line_follows && !comments.clone().any(|comment| comment.on_new_line);
        for comment in comments {
            self.out.put_byte(match comment {
                KeptComment { on_new_line: true, .. } => b'\n',
                KeptComment { place, .. } if may_break && !(takes_comma && place == CommentPlace::BeforeComma) => {
                    may_break = false;
                    b'\t'
                }
                _ => b' ',
            });
            self.put_comment(comment);
        }
        if line_follows && !last.text.starts_with(b"//") {
            self.out.put_byte(b'\n');
        }
        if self.inside.is_none() {
            self.whole = self.out.len();
        }
        if self.out.is_refused() { Err(WriteError::MemoryRefused) } else { Ok(()) }
    }

    /// Writes the comments at a place in the current value.
    pub(crate) fn copy_inner_comments(&mut self, reader: &Reader<'_>, place: CommentPlace) {
        if !hoists(reader) {
            for comment in reader.kept_comments().filter(|comment| comment.place == place) {
                self.put_comment(comment);
            }
        }
    }

    fn put_comment(&mut self, comment: KeptComment) {
        self.out.put(comment.text);
        if comment.text.starts_with(b"//") {
            self.out.put_byte(b'\n');
        }
    }
}

impl CommentPlace {
    fn is_before(self) -> bool {
        matches!(self, CommentPlace::BeforeComma | CommentPlace::BeforeValue)
    }
}

/// Whether a comment in the current value ends a line.
fn hoists(reader: &Reader<'_>) -> bool {
    reader.kept_comments().any(|comment| !comment.place.is_before() && comment.ends_line())
}

/// Bytes of comments that wait for the next value, before they are written without it.
const WAITING_MAX: usize = 1 << 20;
