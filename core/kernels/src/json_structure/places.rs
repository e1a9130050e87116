//! The places of tokens: two lists of offsets, in addition to the masks of the tokens.
//!
//! Offsets are listed block by block: the offsets of the bytes in a mask are compressed and widened, or found bit by
//! bit. The mark of a string or scalar comes out of an addition: to its run of bytes its marked bytes are added, and a
//! carry leaves the run at its end if there is one.

use super::place::JsonPlace;
use super::tokens::{Block, BlockSink, GroupWriter, JsonTokens, Sink};
use crate::tier::{Kernel, Tier};
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
    /// How many containers the caller passes over, to the end of the outermost one. A piece without that end is only
    /// judged: its containers are counted here, and nothing is listed.
    pub skip: u64,
    /// How many of the next ends belong to tokens that are passed: one if such a piece ends inside a token.
    pub ahead: usize,
}

impl<'p> JsonPlaces<'p> {
    /// The mark of an end: the string has an escape, or the number has a point or an exponent.
    pub const MARK: u16 = 1 << 15;

    /// The longest window.
    pub const WINDOW: usize = 64 * BLOCK;

    /// Room for the offsets of a window of `len` bytes, at most [`JsonPlaces::WINDOW`], in each of two slices: whole
    /// blocks are written.
    pub const fn room(len: usize) -> usize {
        (if len < Self::WINDOW { len } else { Self::WINDOW }) + 1 + BLOCK
    }

    /// No offsets so far, and room for those of a window.
    pub fn new(starts: &'p mut [u16], ends: &'p mut [u16]) -> Self {
        JsonPlaces { starts, ends, started: 0, ended: 0, base: 0, marked: false, skip: 0, ahead: 0 }
    }

    /// Where brackets, strings, by their opening quotes, numbers and literals begin. Commas, colons and line ends are
    /// left out.
    pub fn starts(&self) -> &[u16] {
        &self.starts[..self.started]
    }

    /// The ends of strings, numbers and literals, in the order of their starts: the closing quote, or the byte after
    /// the last, and [`JsonPlaces::MARK`].
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
        let Self { started, ended, base, marked, skip, ahead, .. } = *self;
        JsonPlaces { starts: self.starts, ends: self.ends, started, ended, base, marked, skip, ahead }
    }

    /// The lengths of the lists after a piece.
    #[inline(always)]
    pub(super) fn listed(&self) -> ListLengths {
        ListLengths(
            self.started as u64
                | (self.ended as u64) << ListLengths::ENDED
                | u64::from(self.marked) << ListLengths::MARKED,
        )
    }

    /// Continues the lists with these lengths, which a piece has returned.
    #[inline(always)]
    pub(super) fn resume(&mut self, listed: ListLengths) {
        let count = |shift: u32| (listed.0 >> shift & ListLengths::COUNT) as usize;
        (self.started, self.ended, self.marked) =
            (count(0), count(ListLengths::ENDED), listed.0 >> ListLengths::MARKED != 0);
    }

    /// Whether the next piece may be passed over: none of this window is listed.
    pub(super) fn is_skipping(&self) -> bool {
        self.skip > 0 && self.started == 0
    }

    /// Passes over a piece with these tokens; `place` is the state after the piece. Returns false, and changes nothing,
    /// if the skipped container ends in this piece.
    pub(super) fn pass(&mut self, tier: Tier, groups: &[JsonTokens], place: JsonPlace) -> bool {
        let Some(open) = tier.run::<NestingCounter>((groups, self.skip), &[], &mut []) else { return false };
        (self.skip, self.marked, self.ahead) = (open, false, usize::from(!place.is_between()));
        true
    }

    /// Whether the window is empty, and nothing of it is skipped: then a whole text may be listed.
    pub(super) fn takes_whole(&self) -> bool {
        let has_room = |room: &[u16]| room.len() >= BLOCK;
        self.skip == 0 && self.base | self.started | self.ended == 0 && has_room(self.starts) && has_room(self.ends)
    }

    /// Lists the tokens of a block.
    #[inline(always)]
    pub(super) fn block<V: Vector>(&mut self, v: V, block: Block) {
        let Block { at, len, starts, ends, runs, marks, .. } = block;
        let here = first_bits(len);
        let base = self.base + at;
        append(v, self.starts, &mut self.started, starts, 0, base);
        let (sum, over) = (runs & here).overflowing_add(marks & here);
        let (sum, over_again) = sum.overflowing_add(u64::from(self.marked));
        self.marked = if len >= BLOCK { over | over_again } else { sum >> len & 1 == 1 };
        append(v, self.ends, &mut self.ended, ends & here, sum & ends, base);
    }

    fn end(&mut self, at: usize) {
        let mark = if core::mem::take(&mut self.marked) { Self::MARK } else { 0 };
        if let Some(end) = self.ends.get_mut(self.ended) {
            *end = (self.base + at) as u16 | mark;
            self.ended += 1;
        }
    }
}

/// Counts of starts and ends, and whether the open token has a mark.
///
/// One number, because a processor waits if it loads more bytes at once than the last store wrote.
#[derive(Clone, Copy)]
pub(super) struct ListLengths(u64);

impl ListLengths {
    const ENDED: u32 = 16;
    const MARKED: u32 = 32;
    const COUNT: u64 = 0xFFFF;
}

// A window has at most one start and one end for each byte, and an end at its own.
const _: () = assert!(JsonPlaces::WINDOW < ListLengths::COUNT as usize);

/// Counts the containers that are open after tokens; `None` if all have been closed before.
struct NestingCounter;

impl Kernel for NestingCounter {
    type Context<'a> = (&'a [JsonTokens], u64);
    type CodeUnit = u8;
    type Output = Option<u64>;

    #[inline(always)]
    fn run<V: Vector>(_: V, (groups, open): Self::Context<'_>, _: &[u8], _: &mut [u8]) -> Option<u64> {
        nested(groups, open)
    }

    fn run_scalar((groups, open): Self::Context<'_>, _: &[u8], _: &mut [u8]) -> Option<u64> {
        nested(groups, open)
    }
}

#[inline(always)]
fn nested(groups: &[JsonTokens], mut open: u64) -> Option<u64> {
    for tokens in groups {
        let opens = tokens.open_object | tokens.open_array;
        let closes = tokens.close_object | tokens.close_array;
        let (mut left, mut closed) = (closes, 0);
        // With fewer brackets than are open the outermost one remains.
        while left != 0 && u64::from(closes.count_ones()) >= open {
            let before = opens & (left & left.wrapping_neg()).wrapping_sub(1);
            closed += 1;
            if open + u64::from(before.count_ones()) == closed {
                return None;
            }
            left &= left - 1;
        }
        open = open + u64::from(opens.count_ones()) - u64::from(closes.count_ones());
    }
    Some(open)
}

/// Appends the offsets of the bytes in `mask`, with marks. Writes after them.
#[inline(always)]
fn append<V: Vector>(v: V, list: &mut [u16], len: &mut usize, mask: u64, marked: u64, base: usize) {
    let Some(room) = list.get_mut(*len..).and_then(|rest| rest.first_chunk_mut::<BLOCK>()) else { return };
    *len += mask.count_ones() as usize;
    match V::COMPRESSES {
        true => compressed(v, room, mask, marked, base as u16),
        false => one_by_one(room, mask, marked, base as u16),
    }
}

/// Compresses offsets, and widens them. Most blocks have at most 16 tokens, for which one store is enough.
#[inline(always)]
fn compressed<V: Vector>(v: V, room: &mut [u16; BLOCK], mask: u64, marked: u64, base: u16) {
    let offsets = v.or(v.load(&OFFSETS), v.blend(marked, v.splat(0x80), v.splat(0)));
    let mut packed = [0; BLOCK];
    let count = v.compress(offsets, mask, &mut packed);
    // The sign of the byte becomes the highest bit.
    let widen = |byte: u8| (byte as i8 as u16 & (JsonPlaces::MARK | 0x3F)).wrapping_add(base);
    let sixteens = room.as_chunks_mut::<16>().0.iter_mut().zip(packed.as_chunks::<16>().0);
    for (number, (wide, bytes)) in sixteens.enumerate() {
        wide.iter_mut().zip(bytes).for_each(|(wide, &byte)| *wide = widen(byte));
        if count <= 16 * (number + 1) {
            return;
        }
    }
}

/// Eight bits in turn without a branch: how many there are, no processor could predict.
#[inline(always)]
fn one_by_one(room: &mut [u16; BLOCK], mut mask: u64, marked: u64, base: u16) {
    for eight in room.as_chunks_mut::<8>().0 {
        for wide in eight {
            let at = mask.trailing_zeros();
            let mark = (marked >> (at & 63) & 1) as u16 * JsonPlaces::MARK;
            *wide = base.wrapping_add(at as u16) | mark;
            mask &= mask.wrapping_sub(1);
        }
        if mask == 0 {
            return;
        }
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
pub(super) struct PlaceWriter<'d> {
    pub(super) tokens: GroupWriter<'d>,
    pub(super) places: JsonPlaces<'d>,
}

impl Sink for PlaceWriter<'_> {
    const HAS_PLACES: bool = true;

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

impl BlockSink for PlaceWriter<'_> {
    #[inline(always)]
    fn block<V: Vector>(&mut self, v: V, bytes: V::Bytes, block: Block) {
        self.tokens.block(v, bytes, block);
        self.places.block(v, block);
    }
}
