//! The input of a reader of binary Ion, and its state between values.

use super::cursor::{Cursor, Head, Tag};
use crate::event::Event;
use std::borrow::Cow;
use stringmill_output::Output;

/// The input of a reader of binary Ion.
#[derive(Debug)]
pub(crate) struct Binary<'a> {
    /// The available input.
    pub(crate) input: Cow<'a, [u8]>,
    /// The place of `Reader::base` in `input`.
    pub(crate) from: usize,
    /// Offsets in the whole input of the ends of the open containers.
    pub(crate) ends: Vec<u64>,
    /// Bytes of padding to skip.
    pub(crate) padding: u64,
    /// The current value as text.
    pub(crate) spelled: Output,
    /// The places of the last value, relative to `from`.
    pub(crate) found: RawValue,
}

/// The next item of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Event(Event),
    /// The head of padding.
    Padding,
    /// A version marker, which has taken effect.
    Marker,
}

/// The places of a value with its field name and annotations, before its text is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawValue {
    /// The place after the field name.
    pub(crate) first: usize,
    /// The head of the value, after its annotations.
    pub(crate) head: Head,
    /// The place after the head.
    pub(crate) body: usize,
    /// The end of the value.
    pub(crate) end: u64,
}

impl RawValue {
    const NONE: RawValue = RawValue { first: 0, head: Head { start: 0, tag: Tag::Padding, len: 0 }, body: 0, end: 0 };
}

impl<'a> Binary<'a> {
    /// `input` begins with the version marker.
    pub(crate) fn new(input: Cow<'a, [u8]>) -> Self {
        Binary { input, from: 0, ends: Vec::new(), padding: 0, spelled: Output::default(), found: RawValue::NONE }
    }

    /// The unread input and the end of the innermost container; the input begins at `base`.
    pub(crate) fn cursor(&self, base: u64, last: bool) -> Cursor<'_> {
        let end = self.ends.last().map_or(u64::MAX, |end| end - base);
        Cursor { bytes: &self.input[self.from..], at: 0, end, last }
    }

    /// Drops the first `read` bytes after `from`, and adds a piece. False if the system refuses memory.
    pub(crate) fn feed(&mut self, read: usize, piece: &[u8]) -> bool {
        let input = self.input.to_mut();
        input.drain(..self.from + read);
        self.from = 0;
        let granted = input.try_reserve(piece.len()).is_ok();
        if granted {
            input.extend_from_slice(piece);
        }
        granted
    }
}
