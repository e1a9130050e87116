//! Where tokens are: two lists of offsets, beside the masks of the tokens.
//!
//! Offsets are put together block by block: those of the bytes in a mask are compressed, and widened. The mark of a string or
//! scalar comes out of an addition: to its run of bytes its marked bytes are added, and a carry leaves the run at its end if
//! there is one.

use super::tokens::{Block, BlockSink, Sink, Writer};
use crate::vector::{BLOCK, Vector, first_bits};

/// The offsets of a window of JSON text, which a scan writes into room of the caller.
///
/// The window may be scanned in several pieces; the caller sets `base` before each.
///
/// ```
/// use stringmill_kernels::{JsonPlace, JsonPlaces, JsonStructure, JsonTokens, Tier, json_places_with};
/// use stringmill_outcome::Chunk;
///
/// let src = br#"{"a\n": [1, 2.5]}"#;
/// let (mut starts, mut ends) = ([0; JsonPlaces::room(17)], [0; JsonPlaces::room(17)]);
/// let mut places = JsonPlaces::new(&mut starts, &mut ends);
/// let mut room = JsonTokens::ROOM;
/// json_places_with(
///     Tier::best(), &JsonStructure::STRICT, JsonPlace::BETWEEN, src, &mut room, &mut places, Chunk::Last,
/// );
/// assert_eq!(places.starts(), [0, 1, 8, 9, 12, 15, 16]);
/// assert_eq!(places.ends(), [5 | JsonPlaces::MARK, 10, 15 | JsonPlaces::MARK]);
/// ```
#[derive(Debug)]
pub struct JsonPlaces<'p> {
    starts: &'p mut [u16],
    ends: &'p mut [u16],
    started: usize,
    ended: usize,
    /// Offset in the window of the next piece.
    pub base: usize,
    /// Whether the string or scalar that is not ended has a mark.
    pub marked: bool,
}

impl<'p> JsonPlaces<'p> {
    /// In the end of a string: it has an escape. In that of a number: it has a point or an exponent.
    pub const MARK: u16 = 1 << 15;

    /// The longest window.
    pub const WINDOW: usize = 64 * BLOCK;

    /// Room for the offsets of a window of `len` bytes, at most [`JsonPlaces::WINDOW`], in each of two slices: whole blocks are
    /// written.
    pub const fn room(len: usize) -> usize {
        (if len < Self::WINDOW { len } else { Self::WINDOW }) + 1 + BLOCK
    }

    /// No offsets so far, and room for those of a window.
    pub fn new(starts: &'p mut [u16], ends: &'p mut [u16]) -> Self {
        JsonPlaces { starts, ends, started: 0, ended: 0, base: 0, marked: false }
    }

    /// Where brackets, strings, by their opening quotes, numbers and literals begin. Commas, colons and line ends are left out.
    pub fn starts(&self) -> &[u16] {
        &self.starts[..self.started]
    }

    /// The ends of strings, numbers and literals, in the order of their starts: the closing quote, or the byte after the last,
    /// and [`JsonPlaces::MARK`].
    pub fn ends(&self) -> &[u16] {
        &self.ends[..self.ended]
    }

    /// The most bytes of the next piece for which there is room.
    pub(super) fn most(&self) -> usize {
        let left = |room: &[u16], len: usize| room.len().saturating_sub(len + 1 + BLOCK);
        let room = left(self.starts, self.started).min(left(self.ends, self.ended));
        room.min(Self::WINDOW.saturating_sub(self.base))
    }

    /// The same room, for one piece.
    pub(super) fn piece(&mut self) -> JsonPlaces<'_> {
        let Self { started, ended, base, marked, .. } = *self;
        JsonPlaces { starts: self.starts, ends: self.ends, started, ended, base, marked }
    }

    /// What a piece has left.
    pub(super) fn state(&self) -> (usize, usize, bool) {
        (self.started, self.ended, self.marked)
    }

    /// Takes over what a piece has left.
    pub(super) fn resume(&mut self, state: (usize, usize, bool)) {
        (self.started, self.ended, self.marked) = state;
    }

    fn end(&mut self, at: usize) {
        let mark = if core::mem::take(&mut self.marked) { Self::MARK } else { 0 };
        if let Some(end) = self.ends.get_mut(self.ended) {
            *end = (self.base + at) as u16 | mark;
            self.ended += 1;
        }
    }
}

/// Appends the offsets of the bytes in `mask`, with marks.
#[inline(always)]
fn append<V: Vector>(v: V, list: &mut [u16], len: &mut usize, mask: u64, marked: u64, base: usize) {
    let Some(room) = list.get_mut(*len..).and_then(|rest| rest.first_chunk_mut::<BLOCK>()) else { return };
    let offsets = v.load(&OFFSETS);
    let offsets = if marked == 0 { offsets } else { v.or(offsets, v.blend(marked, v.splat(0x80), v.splat(0))) };
    let mut packed = [0; BLOCK];
    *len += v.compress(offsets, mask, &mut packed);
    for (wide, byte) in room.iter_mut().zip(packed) {
        *wide = (u16::from(byte & 0x80) << 8 | u16::from(byte & 0x7F)) + base as u16;
    }
}

static OFFSETS: [u8; BLOCK] = {
    let mut offsets = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        offsets[at] = at as u8;
        at += 1;
    }
    offsets
};

/// Writes the masks of tokens, and their offsets.
pub(super) struct Placed<'d> {
    pub(super) tokens: Writer<'d>,
    pub(super) places: JsonPlaces<'d>,
}

impl Sink for Placed<'_> {
    fn push(&mut self, first: u8, at: usize) -> bool {
        if !matches!(first, b',' | b':' | b'\n')
            && let Some(start) = self.places.starts.get_mut(self.places.started)
        {
            *start = (self.places.base + at) as u16;
            self.places.started += 1;
        }
        self.tokens.push(first, at)
    }

    #[inline]
    fn mark(&mut self) {
        self.places.marked = true;
    }

    #[inline]
    fn end(&mut self, at: usize) {
        self.places.end(at);
    }
}

impl BlockSink for Placed<'_> {
    const HAS_PLACES: bool = true;

    #[inline(always)]
    fn block<V: Vector>(&mut self, v: V, bytes: V::Bytes, block: Block) {
        self.tokens.block(v, bytes, block);
        let Block { at, len, kept, ends, runs, marks } = block;
        let here = first_bits(len);
        let places = &mut self.places;
        let base = places.base + at;
        let starts = kept & !(v.equal(bytes, b',') | v.equal(bytes, b':') | v.equal(bytes, b'\n'));
        append(v, places.starts, &mut places.started, starts, 0, base);
        let (sum, over) = (runs & here).overflowing_add(marks & here);
        let (sum, over_again) = sum.overflowing_add(u64::from(places.marked));
        places.marked = if len >= BLOCK { over | over_again } else { sum >> len & 1 == 1 };
        append(v, places.ends, &mut places.ended, ends & here, sum & ends, base);
    }
}
