//! Blocks of 64 bytes: which bytes begin tokens, and whether all of the block is right.
//!
//! Strings are told from what is around them by the parity of quotes, summed up by exclusive or, and escaped quotes from
//! others by a subtraction whose borrow runs through each series of backslashes (Langdale and Lemire, "Parsing gigabytes
//! of JSON per second", 2019, section 3.1). Scalars and escapes are judged in the same masks, without a loop over them.
//!
//! A block is only ever called right. One in which anything may be wrong, or is not finished when the blocks end, goes
//! to the path for single units. So that it may, every rule here tells a wrong byte no later than that byte's own
//! place: what was right before it stays right.

use super::numbers::Numbers;
use super::place::Place;
use super::rules::JsonStructure;
use super::strings::{Strings, cut_len, escapes};
use super::tokens::Writer;
use super::units::Cursor;
use crate::utf8::{boundary, whole_len};
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, ByteSet, Vector, first_bits};

/// Shortest limit on strings that blocks can hold strings to.
pub(super) const STRING_MAX_LEAST: u64 = BLOCK as u64;

/// Scans as many blocks as are right, from a cursor that stands between tokens or in a string, and leaves the cursor
/// between units.
#[inline(always)]
pub(super) fn scan<V: Vector>(v: V, rules: &JsonStructure, src: &[u8], cursor: &mut Cursor, tokens: &mut Writer<'_>) {
    let sets = Sets { operators: v.set(&OPERATORS), white: v.set(&WHITE) };
    let src = &src[..whole_len(src)];
    if cursor.at >= src.len() {
        return;
    }
    let utf8 = Tables::new(v);
    let (mut before, mut was_open) = (v.splat(0), false);
    let mut state = State::new(cursor);
    let mut at = cursor.at;
    while at < src.len() {
        let bytes = v.load_part(&src[at..]);
        let open = v.high_bits(bytes) != 0;
        if (open || was_open) && v.any(utf8.errors(v, bytes, before)) {
            break;
        }
        (before, was_open) = (bytes, open);
        let here = Block { bytes, src, at, len: BLOCK.min(src.len() - at) };
        let Some(kept) = block(v, rules, &sets, here, &mut state) else { break };
        if kept != 0 {
            tokens.extend(v, bytes, kept);
        }
        at += here.len;
    }
    *cursor = state.cursor(src, cursor.at, at);
}

struct Sets<V: Vector> {
    operators: V::Set,
    white: V::Set,
}

const OPERATORS: ByteSet = ByteSet::new(b"{}[]:,", false);
const WHITE: ByteSet = ByteSet::new(b" \t\n\r", false);

/// The block at `at`, of which `len` bytes are there.
#[derive(Clone, Copy)]
struct Block<'s, V: Vector> {
    bytes: V::Bytes,
    src: &'s [u8],
    at: usize,
    len: usize,
}

/// What a block leaves for the next one.
struct State {
    /// All ones inside a string.
    inside: u64,
    /// Where the string begins, after its quote; wrapped below zero where that was before the source.
    begin: u64,
    /// Whether the last byte belongs to a scalar, as the lowest bit.
    scalar: u64,
    /// Where the last scalar begins.
    scalar_begin: usize,
    /// The bytes of the next block that belong to a literal.
    literal: u64,
    strings: Strings,
    numbers: Numbers,
}

impl State {
    #[inline(always)]
    fn new(cursor: &Cursor) -> Self {
        let (inside, len) = match cursor.place {
            Place::String { len } => (u64::MAX, len),
            _ => (0, 0),
        };
        State {
            inside,
            begin: (cursor.at as u64).wrapping_sub(len),
            scalar: 0,
            scalar_begin: cursor.at,
            literal: 0,
            strings: Strings::default(),
            numbers: Numbers::default(),
        }
    }

    /// The last place between units at or before `at`, where the last right block ends; the first began at `first`.
    fn cursor(&self, src: &[u8], first: usize, at: usize) -> Cursor {
        if self.scalar != 0 {
            return Cursor { at, place: Place::in_scalar(&src[self.scalar_begin..at]) };
        }
        if self.inside == 0 {
            return Cursor { at, place: Place::Between };
        }
        let at = match cut_len(&src[first..at]) {
            0 => boundary(src, at),
            cut => at - cut,
        };
        Cursor { at, place: Place::String { len: (at as u64).wrapping_sub(self.begin) } }
    }
}

/// Judges a block: which of its bytes begin tokens, or `None` where anything may be wrong; then `state` still says where
/// the block begins.
#[inline(always)]
fn block<V: Vector>(
    v: V,
    rules: &JsonStructure,
    sets: &Sets<V>,
    block: Block<'_, V>,
    state: &mut State,
) -> Option<u64> {
    let Block { bytes, at, len, .. } = block;
    let here = first_bits(len);
    let escapes = escapes(v.equal(bytes, b'\\') & here, state.strings.escaped);
    let quotes = v.equal(bytes, b'"') & here & !escapes.escaped;
    // From each opening quote, which counts, to the closing one, which does not.
    let inside = prefix_xor(quotes) ^ state.inside;
    let outside = !(inside | quotes) & here;
    let operators = v.nonzero(v.members(sets.operators, bytes)) & outside;
    let white = v.nonzero(v.members(sets.white, bytes)) & outside;
    let scalars = outside & !(operators | white);
    let starts = scalars & !(scalars << 1 | state.scalar);

    let controls = v.below(bytes, 0x20) & inside & here;
    let too_long = state.inside & (at as u64 + first(quotes, len)).wrapping_sub(state.begin);
    if controls != 0 || too_long > rules.string_max || !state.strings.judge(v, bytes, escapes, rules.lone_surrogates) {
        return None;
    }
    if scalars | state.scalar != 0 {
        let literals = literals(v, block, starts, &mut state.literal)?;
        if state.scalar == 0 {
            state.numbers = Numbers::default();
        }
        if !state.numbers.judge(v, bytes, scalars & !literals, starts, here) {
            return None;
        }
    }

    let line_ends = if rules.lines { v.equal(bytes, b'\n') & outside } else { 0 };
    let opening = quotes & inside;
    if opening != 0 {
        state.begin = (at as u64 + 64) - u64::from(opening.leading_zeros());
    }
    if starts != 0 {
        state.scalar_begin = at + 63 - starts.leading_zeros() as usize;
    }
    state.inside = ((inside << (BLOCK - len)) as i64 >> 63) as u64;
    state.scalar = scalars >> (len - 1) & 1;
    Some(operators | opening | starts | line_ends)
}

/// Place of the lowest bit, at most `len`.
#[inline(always)]
fn first(mask: u64, len: usize) -> u64 {
    u64::from(mask.trailing_zeros()).min(len as u64)
}

/// Each bit the exclusive or of itself and all below.
#[inline(always)]
fn prefix_xor(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

/// The bytes of a block that belong to `true`, `false` and `null`; `next` goes from those of this block that began in the
/// one before to those of the next. `None` where a word begins as one of them and goes on otherwise.
#[inline(always)]
fn literals<V: Vector>(v: V, block: Block<'_, V>, starts: u64, next: &mut u64) -> Option<u64> {
    // By two bits that tell their first letters apart: four letters that must stand there, how much later, and the length.
    const WORDS: [([u8; 4], usize, u32); 4] = [(*b"alse", 1, 5), (*b"null", 0, 4), (*b"true", 0, 4), (*b"true", 0, 4)];
    let Block { bytes, src, at, .. } = block;
    let mut literals = u128::from(*next);
    let mut left = (v.equal(bytes, b't') | v.equal(bytes, b'f') | v.equal(bytes, b'n')) & starts;
    while left != 0 {
        let place = left.trailing_zeros() as usize;
        let rest = &src[at + place..];
        let (letters, later, len) = WORDS[usize::from(rest[0] >> 3 & 3)];
        match rest.get(later..).and_then(|rest| rest.first_chunk::<4>()) {
            Some(found) if *found == letters => {}
            // The end of the source may cut it.
            None if [&b"true"[..], b"false", b"null"].iter().any(|word| word.starts_with(rest)) => {}
            _ => return None,
        }
        literals |= ((1 << len) - 1) << place;
        left &= left - 1;
    }
    *next = (literals >> 64) as u64;
    Some(literals as u64)
}
