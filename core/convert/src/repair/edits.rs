//! The changes to a text, in the order of their places. The output is the input with these changes.

use super::mend::Mend;
use core::ops::Range;
use stringmill_outcome::{ErrorCode, Place, Position};

/// One change of a text.
///
/// ```
/// use stringmill::convert::repair::{Change, RecordEnd, RecordStart, Repair, RepairRules, RepairSink};
///
/// struct Out(Vec<u8>);
/// impl RepairSink for Out {
///     type Error = std::convert::Infallible;
///     fn put(&mut self, bytes: &[u8]) -> Result<(), Self::Error> {
///         self.0.extend_from_slice(bytes);
///         Ok(())
///     }
///     fn change(&mut self, change: Change<'_>) -> Result<(), Self::Error> {
///         println!("byte {}: {}", change.offset, change.mend.name());
///         Ok(())
///     }
/// }
/// let mut stack = [0; 15];
/// let mut repair = Repair::new(RepairRules::SAFE, &mut stack);
/// let (start, mut out) = (RecordStart { offset: 0, line: 1 }, Out(Vec::new()));
/// repair.record(b"\"caf\xFF\"", RecordEnd::Line, start, &mut out).unwrap(); // byte 4: utf8
/// assert_eq!(out.0, "\"caf\u{FFFD}\"".as_bytes());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<'c> {
    /// What was mended.
    pub mend: Mend,
    /// The error that a strict reader would report.
    pub why: ErrorCode,
    /// Offset in the stream of the first byte that is replaced, or before which bytes are inserted.
    pub offset: u64,
    /// Line and column of that byte in the stream.
    pub position: Position,
    /// The bytes of the input.
    pub before: &'c [u8],
    /// The bytes of the output in their place.
    pub after: &'c [u8],
}

/// Receives a repaired text.
///
/// ```
/// use stringmill::convert::repair::{Change, RecordEnd, RecordStart, Repair, RepairRules, RepairSink};
///
/// struct Out(Vec<u8>);
/// impl RepairSink for Out {
///     type Error = std::convert::Infallible;
///     fn put(&mut self, bytes: &[u8]) -> Result<(), Self::Error> {
///         self.0.extend_from_slice(bytes);
///         Ok(())
///     }
///     fn change(&mut self, change: Change<'_>) -> Result<(), Self::Error> {
///         println!("byte {}: {}", change.offset, change.mend.name());
///         Ok(())
///     }
/// }
/// let mut stack = [0; 15];
/// let mut repair = Repair::new(RepairRules::SAFE, &mut stack);
/// let (start, mut out) = (RecordStart { offset: 0, line: 1 }, Out(Vec::new()));
/// repair.record(b"\"caf\xFF\"", RecordEnd::Line, start, &mut out).unwrap(); // byte 4: utf8
/// assert_eq!(out.0, "\"caf\u{FFFD}\"".as_bytes());
/// ```
pub trait RepairSink {
    /// The reason that the receiver cannot continue.
    type Error;

    /// The next bytes of the output.
    ///
    /// # Errors
    ///
    /// An error of the receiver. It ends the repair.
    fn put(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// A change, after all bytes before it. The next call passes [`Change::after`], even if empty, to
    /// [`RepairSink::put`].
    ///
    /// # Errors
    ///
    /// An error of the receiver. It ends the repair.
    fn change(&mut self, change: Change<'_>) -> Result<(), Self::Error>;
}

/// Receives the changes to a slice.
pub(super) trait Edits {
    /// The bytes at `at` are replaced by `after`. Places ascend and do not overlap.
    fn edit(&mut self, at: Range<usize>, mend: Mend, why: ErrorCode, after: &[u8]);

    /// How many changes could still be forgotten.
    fn count(&self) -> usize {
        0
    }

    /// Forgets the changes after the first `count`.
    fn keep_first(&mut self, _count: usize) {}
}

/// Records only whether there is a change.
#[derive(Default)]
pub(super) struct ChangeDetector {
    pub(super) is_changed: bool,
}

impl Edits for ChangeDetector {
    #[inline]
    fn edit(&mut self, _: Range<usize>, _: Mend, _: ErrorCode, _: &[u8]) {
        self.is_changed = true;
    }
}

/// Keeps changes until all of a text can be mended.
#[derive(Debug, Default)]
pub(super) struct EditBuffer {
    edits: Vec<BufferedEdit>,
    /// The bytes of the output at the places of all changes.
    after: Vec<u8>,
    /// Whether there are more changes than the buffer keeps.
    pub(super) is_full: bool,
}

#[derive(Debug)]
struct BufferedEdit {
    at: Range<usize>,
    mend: Mend,
    why: ErrorCode,
    /// The end of the bytes of this change in [`EditBuffer::after`].
    after_end: usize,
}

/// The most changes, and the most bytes in their places, that are kept.
const KEPT: usize = 1 << 16;

impl EditBuffer {
    pub(super) fn clear(&mut self) {
        self.keep_first(0);
        self.is_full = false;
    }

    /// Passes the changes on.
    pub(super) fn pass_to(&self, edits: &mut impl Edits) {
        let mut from = 0;
        for edit in &self.edits {
            edits.edit(edit.at.clone(), edit.mend, edit.why, &self.after[from..edit.after_end]);
            from = edit.after_end;
        }
    }
}

impl Edits for EditBuffer {
    fn edit(&mut self, at: Range<usize>, mend: Mend, why: ErrorCode, after: &[u8]) {
        let EditBuffer { edits, after: all, is_full } = self;
        *is_full |= edits.len() == KEPT || all.len() + after.len() > KEPT;
        *is_full = *is_full || edits.try_reserve(1).is_err() || all.try_reserve(after.len()).is_err();
        if !*is_full {
            all.extend_from_slice(after);
            edits.push(BufferedEdit { at, mend, why, after_end: all.len() });
        }
    }

    fn count(&self) -> usize {
        self.edits.len()
    }

    fn keep_first(&mut self, count: usize) {
        self.edits.truncate(count);
        self.after.truncate(self.edits.last().map_or(0, |edit| edit.after_end));
    }
}

/// Offset, line and column at which a slice begins in its stream.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Origin {
    pub(super) offset: u64,
    /// Lines before [`Origin::place`] began.
    pub(super) lines: u64,
    pub(super) place: Place,
}

/// Writes the changed slice.
pub(super) struct EditWriter<'w, S: RepairSink> {
    pub(super) src: &'w [u8],
    /// Bytes that are written.
    pub(super) copied: usize,
    pub(super) origin: &'w mut Origin,
    pub(super) sink: &'w mut S,
    pub(super) failed: Option<S::Error>,
}

impl<S: RepairSink> EditWriter<'_, S> {
    /// Writes the bytes up to `to` as they are.
    pub(super) fn copy(&mut self, to: usize) {
        let bytes = &self.src[self.copied..to];
        if self.failed.is_none() && !bytes.is_empty() {
            self.origin.place.pass(bytes);
            self.origin.offset += bytes.len() as u64;
            self.failed = self.sink.put(bytes).err();
        }
        self.copied = to;
    }
}

impl<S: RepairSink> Edits for EditWriter<'_, S> {
    fn edit(&mut self, at: Range<usize>, mend: Mend, why: ErrorCode, after: &[u8]) {
        self.copy(at.start);
        if self.failed.is_some() {
            return;
        }
        let (before, origin) = (&self.src[at.clone()], &mut *self.origin);
        let Position { line, column, .. } = origin.place.position();
        let position = Position { line: line + origin.lines, column };
        let change = Change { mend, why, offset: origin.offset, position, before, after };
        let done = self.sink.change(change).and_then(|()| self.sink.put(after));
        self.failed = done.err();
        origin.place.pass(before);
        origin.offset += before.len() as u64;
        self.copied = at.end;
    }
}
