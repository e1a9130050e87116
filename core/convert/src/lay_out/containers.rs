//! Containers on one line as far as they fit, else with a line for each value.
//!
//! Text goes to the output at once, except inside of containers that may still fit: they are held, in the form of one
//! line, with marks at the places where lines may break. Once the outermost held container exceeds the width, its marks
//! become line breaks up to the next container that may fit. So at most one line is held, every mark is handled once,
//! and the time is linear.

use crate::pretty::{Indent, PrettyLayout};
use std::collections::VecDeque;
use stringmill_output::Output;

/// Lays out containers.
#[derive(Debug)]
pub(super) struct ContainerLayout {
    pretty: PrettyLayout,
    pub(super) out: Output,
    /// Code points of the last line of the output.
    column: usize,
    /// Containers that are open and have their values on lines of their own.
    depth: usize,
    /// The text of held containers, from `held_from` on.
    held: Vec<u8>,
    held_from: usize,
    /// Code points held since the output was as long as the text.
    columns: usize,
    /// Marks in the held text. The first one opens the outermost held container and is at its start.
    marks: VecDeque<Mark>,
    /// How many marks were dropped: the number of the first one.
    first_mark: usize,
    /// Numbers of the marks of held containers that are open.
    open: VecDeque<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Place in the held text, counted as `columns` is, but in bytes.
    at: usize,
    columns: usize,
    what: MarkKind,
}

#[derive(Clone, Copy, Debug)]
enum MarkKind {
    Open(Option<End>),
    Break(Break),
    Close,
}

/// The end of a held container.
#[derive(Clone, Copy, Debug)]
struct End {
    /// The place after its bracket.
    at: usize,
    columns: usize,
    /// The number of its mark.
    mark: usize,
}

/// A place where the line may break: the form on one line, and the form on several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Break {
    /// Whether a blank is there if the container has one line.
    pub(super) blank: bool,
    /// Whether a line break is there if the container has several lines; otherwise a blank.
    pub(super) line: bool,
}

impl ContainerLayout {
    pub(super) fn new(pretty: PrettyLayout) -> Self {
        ContainerLayout {
            pretty,
            out: Output::default(),
            column: 0,
            depth: 0,
            held: Vec::new(),
            held_from: 0,
            columns: 0,
            marks: VecDeque::new(),
            first_mark: 0,
            open: VecDeque::new(),
        }
    }

    /// Whether the current line is empty.
    pub(super) fn is_at_line(&self) -> bool {
        self.column == 0 && self.open.is_empty()
    }

    /// Writes a piece of a token that has no line end.
    pub(super) fn put(&mut self, text: &[u8]) {
        let len = columns(text);
        if !self.open.is_empty() {
            self.columns += len;
            self.check();
            if !self.open.is_empty() {
                return self.hold(text);
            }
        }
        self.out.put(text);
        self.column += len;
    }

    /// Writes text with line ends.
    pub(super) fn put_lines(&mut self, text: &[u8]) {
        self.break_all();
        self.out.put(text);
        let line = text.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
        self.column = columns(&text[line.map_or(0, |line| line + 1)..]) + if line.is_some() { 0 } else { self.column };
    }

    pub(super) fn open(&mut self, bracket: u8) {
        self.mark(MarkKind::Open(None), &[bracket]);
        if self.open.try_reserve(1).is_err() {
            return self.out.refuse();
        }
        self.open.push_back(self.first_mark + self.marks.len() - 1);
    }

    pub(super) fn close(&mut self, bracket: u8) {
        let Some(mark) = self.open.pop_back() else {
            self.depth -= 1;
            self.new_line();
            self.out.put_byte(bracket);
            self.column += 1;
            return;
        };
        let end = self.first_mark + self.marks.len();
        self.mark(MarkKind::Close, &[bracket]);
        let (at, columns) = (self.held.len(), self.columns);
        if let Some(opened) = self.marks.get_mut(mark - self.first_mark) {
            opened.what = MarkKind::Open(Some(End { at, columns, mark: end }));
        }
        if self.open.is_empty() { self.resolve(false) } else { self.check() }
    }

    /// A place where the line may break.
    pub(super) fn may_break(&mut self, here: Break) {
        if self.open.is_empty() {
            return self.break_at(here);
        }
        self.mark(MarkKind::Break(here), if here.blank { b" " } else { b"" });
        self.check();
    }

    /// Gives all open containers several lines.
    pub(super) fn break_all(&mut self) {
        if !self.open.is_empty() {
            self.resolve(true);
        }
    }

    /// Begins a line, unless one has just begun at the top level.
    pub(super) fn new_line(&mut self) {
        if self.depth == 0 && self.column == 0 {
            return;
        }
        let levels = self.depth.min(LEVELS_MAX);
        match self.pretty.indent {
            Indent::Blanks(count) => {
                self.column = levels * usize::from(count);
                self.out.put_line(self.column);
            }
            Indent::Tab => {
                self.column = levels * TAB;
                self.out.put_byte(b'\n');
                self.out.put_times(b'\t', levels);
            }
        }
    }

    fn break_at(&mut self, here: Break) {
        if here.line {
            self.new_line();
        } else {
            self.out.put_byte(b' ');
            self.column += 1;
        }
    }

    /// Holds a mark and the text after it.
    fn mark(&mut self, what: MarkKind, text: &[u8]) {
        if self.marks.try_reserve(1).is_err() {
            return self.out.refuse();
        }
        self.marks.push_back(Mark { at: self.held.len(), columns: self.columns, what });
        self.columns += text.len();
        self.hold(text);
    }

    fn hold(&mut self, text: &[u8]) {
        if self.held.try_reserve(text.len()).is_err() {
            return self.out.refuse();
        }
        self.held.extend_from_slice(text);
    }

    /// Whether text of this many columns fits in the rest of the line, with a comma after it.
    fn fits(&self, columns: usize) -> bool {
        self.column + columns + usize::from(self.depth > 0) <= self.pretty.width
    }

    fn check(&mut self) {
        let columns = self.marks.front().map_or(0, |first| self.columns - first.columns);
        if !self.fits(columns) {
            self.resolve(false);
        }
    }

    /// Writes held text up to a container that is open and may still fit; with `all`, all of it.
    fn resolve(&mut self, all: bool) {
        while let Some(&Mark { at, columns, what }) = self.marks.front() {
            self.emit(at);
            match what {
                // An empty container has one line.
                MarkKind::Open(Some(end)) if end.mark == self.first_mark + 1 || self.fits(end.columns - columns) => {
                    self.emit(end.at);
                    self.drop_marks(end.mark + 1 - self.first_mark);
                }
                MarkKind::Open(None) if !all && self.fits(self.columns - columns) => return self.compact(),
                MarkKind::Open(end) => {
                    self.emit(at + 1);
                    self.depth += 1;
                    if end.is_none() {
                        self.open.pop_front();
                    }
                    self.drop_marks(1);
                }
                MarkKind::Break(here) => {
                    self.held_from += usize::from(here.blank);
                    self.break_at(here);
                    self.drop_marks(1);
                }
                MarkKind::Close => {
                    self.depth -= 1;
                    self.new_line();
                    self.emit(at + 1);
                    self.drop_marks(1);
                }
            }
        }
        self.emit(self.held.len());
        self.compact();
    }

    /// Writes held text up to a place.
    fn emit(&mut self, to: usize) {
        if let Some(text) = self.held.get(self.held_from..to) {
            self.out.put(text);
            self.column += columns(text);
            self.held_from = to;
        }
    }

    fn drop_marks(&mut self, count: usize) {
        self.marks.drain(..count.min(self.marks.len()));
        self.first_mark += count;
    }

    /// Drops written text, once it is longer than the text that is left.
    fn compact(&mut self) {
        if self.held_from * 2 < self.held.len() {
            return;
        }
        let gone = self.held_from;
        self.held.drain(..gone);
        self.held_from = 0;
        for mark in &mut self.marks {
            mark.at -= gone;
            if let MarkKind::Open(Some(end)) = &mut mark.what {
                end.at -= gone;
            }
        }
    }
}

/// Code points of a text.
fn columns(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// Levels of indentation.
const LEVELS_MAX: usize = 1024;
/// Columns that a tab takes.
const TAB: usize = 8;
