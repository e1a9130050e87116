//! The whole grammar of white space and comments.

use crate::grammar::window::{Scan, ScanStop, Window};
use std::ops::Range;
use stringmill_kernels::{ByteClass, utf8_validate_with};
use stringmill_outcome::{Chunk, ErrorCode};

/// A comment that the window cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comment {
    Line,
    Block,
}

/// Comments that a scan passed: their number, and the place of the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PassedComments {
    pub(crate) count: u64,
    pub(crate) first: usize,
    /// White space with comments, if the caller needs their text.
    pub(crate) blanks: Option<Vec<Range<usize>>>,
}

impl PassedComments {
    pub(crate) const NONE: PassedComments = PassedComments { count: 0, first: 0, blanks: None };

    /// Forgets all comments.
    pub(crate) fn clear(&mut self) {
        (self.count, self.first) = (0, 0);
        self.blanks.iter_mut().for_each(Vec::clear);
    }

    fn add(&mut self, at: usize) {
        if self.count == 0 {
            self.first = at;
        }
        self.count += 1;
    }
}

/// Skips white space and comments from `at` on, and adds the comments to `passed`.
pub(crate) fn skip(window: Window, start: usize, passed: &mut PassedComments) -> Scan<usize> {
    let (mut at, mut comment, count) = (start, None, passed.count);
    advance(window, &mut at, &mut comment, passed)?;
    if let Some(blanks) = &mut passed.blanks
        && passed.count > count
    {
        blanks.try_reserve(1).map_err(|_| ScanStop::Error(ErrorCode::MemoryRefused, start))?;
        blanks.push(start..at);
    }
    Ok(at)
}

/// As [`skip`]; on [`ScanStop::More`], `at` and `comment` say where to resume, and a cut comment is already in
/// `passed`.
#[inline]
pub(crate) fn advance(
    window: Window,
    at: &mut usize,
    comment: &mut Option<Comment>,
    passed: &mut PassedComments,
) -> Scan<()> {
    loop {
        match *comment {
            Some(Comment::Line) => end_line(window, at)?,
            Some(Comment::Block) => end_block(window, at)?,
            None => {
                *at = window.run(&ByteClass::WHITE_SPACE_ION, *at);
                if window.get(*at)? != Some(b'/') {
                    return Ok(());
                }
                *comment = match window.get(*at + 1)? {
                    Some(b'/') => Some(Comment::Line),
                    Some(b'*') => Some(Comment::Block),
                    _ => return Ok(()),
                };
                passed.add(*at);
                *at += 2;
                continue;
            }
        }
        *comment = None;
    }
}

fn end_line(window: Window, at: &mut usize) -> Scan<()> {
    let end = window.run(&IN_LINE, *at);
    if end == window.bytes.len() && !window.last {
        return Err(cut(window, at));
    }
    window.utf8(*at, end)?;
    *at = end;
    Ok(())
}

fn end_block(window: Window, at: &mut usize) -> Scan<()> {
    loop {
        let star = window.run(&IN_BLOCK, *at);
        if star == window.bytes.len() && !window.last {
            return Err(cut(window, at));
        }
        window.utf8(*at, star)?;
        *at = star;
        match window.get(star + 1)? {
            Some(b'/') => {
                *at = star + 2;
                return Ok(());
            }
            Some(_) => *at = star + 1,
            None => return Err(ScanStop::Error(ErrorCode::IonCommentUnterminated, window.bytes.len())),
        }
    }
}

/// Skips the whole characters of a comment that the window cuts.
fn cut(window: Window, at: &mut usize) -> ScanStop {
    match utf8_validate_with(window.tier, &window.bytes[*at..], Chunk::More) {
        Ok(whole) => {
            *at += whole;
            ScanStop::More
        }
        Err(error) => ScanStop::Error(error.code, *at + error.offset as usize),
    }
}

const IN_LINE: ByteClass = ByteClass::all_but(b"\n\r").with_non_ascii();
const IN_BLOCK: ByteClass = ByteClass::all_but(b"*").with_non_ascii();
