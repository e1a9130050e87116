//! Repair of JSON that was cut or damaged.
//! Bytes in, valid JSON out: the bytes of the input, apart from changes that are reported one by one. A valid text is
//! not changed.
//!
//! Standard: RFC 8259. Method: `walk` reads one item after another, and `gap`, `string` and `scalar` its parts. They
//! look only at the input and name the changes. A first pass over an item, or over a record, finds out whether it can
//! be mended; only then it is written, an item by a second pass, and a record by the changes that the first one kept.
//! Memory: the kept changes, and one bit for each open container, in a stack of the caller. No recursion.

mod cut;
mod edits;
mod gap;
mod levels;
mod mend;
mod repeated_members;
mod rules;
mod scalar;
mod string;
mod walk;

pub use edits::{Change, RepairSink};
pub use mend::{Mend, Mends};
pub use rules::{RecordEnd, RepairRules};

use core::mem;
use edits::{ChangeDetector, EditBuffer, EditWriter, Edits, Origin};
use levels::Levels;
use repeated_members::RepeatedMembers;
use stringmill_json::JsonStack;
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode, Place};
use walk::{Item, ItemStop, NestingChange, State, Walk};

/// Where a record begins in its stream.
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
/// let (start, mut out) = (RecordStart { offset: 100, line: 7 }, Out(Vec::new()));
/// repair.record(b"\"caf\xFF\"", RecordEnd::Line, start, &mut out).unwrap(); // byte 104: utf8
/// assert_eq!(out.0, "\"caf\u{FFFD}\"".as_bytes());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordStart {
    /// Offset of its first byte.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
}

/// Why a repair stops.
///
/// ```
/// use stringmill::convert::repair::{Change, RecordEnd, RecordStart, Repair, RepairError, RepairRules, RepairSink};
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
/// let start = RecordStart { offset: 0, line: 1 };
/// let error = repair.record(b"[1, ]", RecordEnd::Line, start, &mut Out(Vec::new())).unwrap_err();
/// assert!(matches!(error, RepairError::Text(error) if error.offset == 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepairError<E> {
    /// No enabled mend makes the text valid; the offset is from the start of the slice.
    Text(Error),
    /// The text ends too early, and no enabled mend closes it; the offset is from the start of the slice.
    Cut(Error),
    /// An error of the sink.
    Sink(E),
}

/// Repairs one text in pieces of any size, or whole records.
///
/// ```
/// # use stringmill::convert::repair::Change;
/// use stringmill::convert::repair::{Mend, RecordEnd, RecordStart, Repair, RepairRules, RepairSink};
///
/// struct Out(Vec<u8>);
/// impl RepairSink for Out {
///     // Appends the bytes, and ignores the changes.
/// #     type Error = std::convert::Infallible;
/// #     fn put(&mut self, bytes: &[u8]) -> Result<(), Self::Error> { Ok(self.0.extend_from_slice(bytes)) }
/// #     fn change(&mut self, _: Change<'_>) -> Result<(), Self::Error> { Ok(()) }
/// }
/// let mends = RepairRules::SAFE.mends.with(Mend::TrailingCommas);
/// let (mut stack, mut out) = ([0; 15], Out(Vec::new()));
/// let mut repair = Repair::new(RepairRules { mends, ..RepairRules::SAFE }, &mut stack);
/// repair.record(b"{\"a\": [1, 2,]}", RecordEnd::Input, RecordStart { offset: 0, line: 1 }, &mut out)?;
/// assert_eq!(out.0, b"{\"a\": [1, 2]}");
/// # Ok::<(), stringmill::convert::repair::RepairError<std::convert::Infallible>>(())
/// ```
#[derive(Debug)]
pub struct Repair<'s> {
    tier: Tier,
    rules: RepairRules,
    levels: Levels<'s>,
    state: State,
    origin: Origin,
    /// The place of the item inside which the last record ends.
    cut_at: usize,
    /// The changes of the last record.
    kept: EditBuffer,
    /// The members, if some are left out.
    repeated: Option<RepeatedMembers>,
}

impl<'s> Repair<'s> {
    /// The state at the beginning of a text. `stack` has
    /// [`JsonCheck::stack_len`](stringmill_json::JsonCheck::stack_len) elements, or grows.
    pub fn new(rules: RepairRules, stack: impl Into<JsonStack<'s>>) -> Self {
        Self::with_tier(Tier::best(), rules, stack)
    }

    /// As [`Repair::new`], on a chosen tier.
    pub fn with_tier(tier: Tier, rules: RepairRules, stack: impl Into<JsonStack<'s>>) -> Self {
        let levels = Levels::new(stack.into(), rules.depth_max);
        Repair {
            tier,
            rules,
            levels,
            state: State::Start,
            origin: Origin::default(),
            cut_at: usize::MAX,
            kept: EditBuffer::default(),
            repeated: RepeatedMembers::new(rules.mends),
        }
    }

    /// Repairs `src`, one whole text without the line feed that ends it. Nothing is written if it cannot be mended.
    ///
    /// # Errors
    ///
    /// The first fault that no enabled mend covers, with the code of [`JsonChecker`](stringmill_json::JsonChecker), and
    /// errors of the sink.
    pub fn record<S: RepairSink>(
        &mut self,
        src: &[u8],
        end: RecordEnd,
        start: RecordStart,
        sink: &mut S,
    ) -> Result<(), RepairError<S::Error>> {
        self.restart();
        let mut kept = mem::take(&mut self.kept);
        kept.clear();
        let walked = self.mark(src, Some(end)).and_then(|()| self.walk(src, Some(end), usize::MAX, &mut kept));
        self.kept = kept;
        self.rewind();
        self.origin = Origin { offset: start.offset, lines: start.line - 1, place: Place::default() };
        match walked {
            Ok(len) if !self.kept.is_full => {
                let mut writer = EditWriter { src, copied: 0, origin: &mut self.origin, sink, failed: None };
                self.kept.pass_to(&mut writer);
                writer.copy(len);
                writer.failed.map_or(Ok(()), |error| Err(RepairError::Sink(error)))
            }
            Ok(_) => self.write(src, Some(end), self.cut_at, sink).map(drop),
            Err(fault) if fault.is_cut && end == RecordEnd::Input && self.drops_truncated() => {
                let mut writer = EditWriter { src, copied: 0, origin: &mut self.origin, sink, failed: None };
                writer.edit(0..src.len(), Mend::DropTruncated, fault.error.code, b"");
                writer.failed.map_or(Ok(()), |error| Err(RepairError::Sink(error)))
            }
            Err(fault) => Err(fault.into()),
        }
    }

    /// Repairs `src`, the next bytes of a text that ends with the input, and returns how many are consumed. The caller
    /// passes the others again before the next bytes. Unread bytes are at most one member or element that is no
    /// container, with white space and comments around it; with [`Mend::RepeatedLast`] all of the text, since its first
    /// member may be the one to leave out.
    ///
    /// # Errors
    ///
    /// As [`Repair::record`]. The bytes before the offset of the error may be written.
    pub fn step<S: RepairSink>(
        &mut self,
        src: &[u8],
        chunk: Chunk,
        sink: &mut S,
    ) -> Result<usize, RepairError<S::Error>> {
        let end = match chunk {
            Chunk::More => None,
            Chunk::Last => Some(RecordEnd::Input),
        };
        if self.repeated.as_ref().is_some_and(RepeatedMembers::needs_text) {
            if end.is_none() {
                return Ok(0);
            }
            self.mark(src, end)?;
        }
        self.write(src, end, 0, sink)
    }

    /// Marks the members of a whole text that a later one replaces, if these are to be left out.
    fn mark(&mut self, src: &[u8], end: Option<RecordEnd>) -> Result<(), Fault> {
        match &mut self.repeated {
            Some(repeated) if repeated.needs_text() => repeated.rewind(true),
            _ => return Ok(()),
        }
        let marked = self.walk(src, end, usize::MAX, &mut ChangeDetector::default());
        self.rewind();
        marked.map(drop)
    }

    /// Resets the repair: the next byte begins a stream.
    pub fn restart(&mut self) {
        if let Some(repeated) = &mut self.repeated {
            repeated.restart();
        }
        self.rewind();
    }

    /// Prepares another pass over the same text.
    fn rewind(&mut self) {
        if let Some(repeated) = &mut self.repeated {
            repeated.rewind(false);
        }
        self.levels.clear();
        (self.state, self.origin) = (State::Start, Origin::default());
    }

    fn drops_truncated(&self) -> bool {
        self.rules.blank && self.rules.mends.has(Mend::DropTruncated)
    }

    /// Writes the items of `src` and returns where the last one ends.
    fn write<S: RepairSink>(
        &mut self,
        src: &[u8],
        end: Option<RecordEnd>,
        look_from: usize,
        sink: &mut S,
    ) -> Result<usize, RepairError<S::Error>> {
        let mut origin = self.origin;
        let mut writer = EditWriter { src, copied: 0, origin: &mut origin, sink, failed: None };
        let walked = self.walk(src, end, look_from, &mut writer);
        if let Ok(len) = walked {
            writer.copy(len);
        }
        let failed = writer.failed;
        self.origin = origin;
        match failed {
            Some(error) => Err(RepairError::Sink(error)),
            None => walked.map_err(RepairError::from),
        }
    }

    /// Walks over the items of `src` and returns where the last one ends. Items from `look_from` on may end with the
    /// slice or be wrong: a first look finds that out before any edit of the item.
    fn walk(
        &mut self,
        src: &[u8],
        end: Option<RecordEnd>,
        look_from: usize,
        edits: &mut impl Edits,
    ) -> Result<usize, Fault> {
        let padded = src.len();
        let src = match end {
            Some(RecordEnd::Input) if self.rules.mends.has(Mend::NulPadding) => without_padding(src),
            _ => src,
        };
        let mut at = 0;
        self.cut_at = usize::MAX;
        loop {
            self.levels.reserve().map_err(|code| Fault { error: Error::new(code, at as u64), is_cut: false })?;
            let Repair { tier, ref rules, ref levels, state, ref mut repeated, .. } = *self;
            let left_out = repeated.as_ref().map_or(0, |repeated| repeated.left_out(levels));
            let walk = Walk { tier, rules, src, end, levels, state, left_out };
            let mut detector = ChangeDetector::default();
            let whole = edits.count();
            let looks = at >= look_from || repeated.is_some();
            let found = if looks { walk.item(at, &mut detector) } else { walk.item(at, edits) };
            match found {
                Ok(item) => {
                    if let (Some(repeated), Some(item)) = (repeated, item) {
                        let written = repeated.item(&walk, at, item, edits);
                        written.map_err(|code| Fault { error: Error::new(code, at as u64), is_cut: false })?;
                    } else if detector.is_changed {
                        // The item was read without an error before.
                        let _ = walk.item(at, edits);
                    }
                    match item {
                        Some(item) => at = self.turn(item),
                        None => break,
                    }
                }
                Err(ItemStop::More) => return Ok(at),
                Err(ItemStop::Bad(error)) => match walk.named(error) {
                    Some(error) => return Err(Fault { error, is_cut: false }),
                    None => return Ok(at),
                },
                Err(ItemStop::Cut(error)) => {
                    edits.keep_first(whole);
                    walk.cut(at, error, edits).map_err(|error| Fault { error, is_cut: true })?;
                    self.levels.clear();
                    (self.state, self.cut_at) = (State::Ended, at);
                    break;
                }
            }
        }
        if src.len() < padded {
            let why = ErrorCode::JsonTrailing;
            edits.edit(src.len()..padded, Mend::NulPadding, why, b"");
        }
        Ok(padded)
    }

    /// Passes an item.
    fn turn(&mut self, item: Item) -> usize {
        let levels = &mut self.levels;
        let bracket = item.turn != NestingChange::Stay;
        match item.turn {
            NestingChange::Stay => {}
            NestingChange::Open { is_object } => levels.open(is_object),
            NestingChange::Close { levels: count } => (0..count).for_each(|_| levels.close()),
        }
        self.state = match item.turn {
            NestingChange::Open { .. } => State::Opened,
            _ if levels.depth == 0 => State::Ended,
            _ => State::After { bracket },
        };
        item.end
    }
}

/// Why a text cannot be mended.
struct Fault {
    error: Error,
    /// Whether the text ends too early.
    is_cut: bool,
}

impl<E> From<Fault> for RepairError<E> {
    fn from(Fault { error, is_cut }: Fault) -> Self {
        if is_cut { RepairError::Cut(error) } else { RepairError::Text(error) }
    }
}

/// `src` without NUL bytes at its end.
fn without_padding(src: &[u8]) -> &[u8] {
    let zeros = src.iter().rev().take_while(|&&byte| byte == 0).count();
    &src[..src.len() - zeros]
}
