//! Groups of blocks of 64 bytes: which bytes begin tokens, and whether all of a group is right.
//!
//! The parity of quotes, summed up by exclusive or, separates strings from their surroundings. A subtraction whose
//! borrow runs through each series of backslashes finds escaped quotes (Langdale and Lemire, "Parsing gigabytes of JSON
//! per second", 2019, section 3.1). Both work block by block. The rules that depend on strings and escapes are then
//! checked in the masks of all blocks at once. Groups of long text have eight blocks, whose masks are side by side in
//! vector registers. There is one branch for a group if any of its blocks has a rare byte, and none for each block,
//! which no processor could predict.
//!
//! A block is only ever accepted. One that may have an error, or is not finished at the end of the blocks, is left to
//! the path for single units. Therefore every rule here must find a wrong byte no later than in that byte's own block,
//! so that accepted blocks stay accepted.

use super::literals;
use super::masks::{BLOCKS_MAX, BlockIndices, Masks, OneBlock};
use super::numbers::{self, NumberCarry};
use super::place::Place;
use super::rules::JsonStructure;
use super::strings::{LETTERS, UnicodeCarry, cut_len, escapes};
use super::tokens::{Block, BlockSink, JsonTokens};
use super::units::Cursor;
use crate::utf8::{boundary, whole_len};
use crate::utf8_validate;
use crate::vector::{BLOCK, Vector};
use core::hint::select_unpredictable;

/// Shortest limit on the length of strings that blocks can check.
pub(super) const STRING_MAX_LEAST: u64 = BLOCK as u64;

/// Scans blocks until one is wrong, in groups whose masks are an `M`. The cursor must be between tokens or in a
/// string, and is between units afterwards.
#[inline(always)]
pub(super) fn scan<V: Vector, M: Masks<V>, S: BlockSink>(
    v: V,
    rules: &JsonStructure,
    src: &[u8],
    cursor: &mut Cursor,
    tokens: &mut S,
) {
    let group = M::BLOCKS * BLOCK;
    let src = &src[..whole_len(src)];
    if cursor.at >= src.len() {
        return;
    }
    let tables = Tables::new(v);
    let mut state = Carry::<V, M>::new(v, cursor);
    let mut room = GroupBuffers::new::<V>();
    let mut at = cursor.at;
    loop {
        let padded;
        let rest = &src[at..];
        let blocks = match M::first(rest) {
            Some(blocks) => blocks,
            None => {
                // White space changes nothing. A token that seems to end at it in its block is left to the path for
                // single units.
                padded = M::padded(v, rest);
                &padded
            }
        };
        if state.is_in_plain_text()
            && rules.string_max == u64::MAX
            && rest.len() > group
            && is_plain(v, blocks.as_ref())
        {
            at += group;
            continue;
        }
        let judged = judge::<V, M, S>(v, rules, &tables, Group { blocks, src, at }, state, &mut room);
        let right = judged.right.min(rest.len().div_ceil(BLOCK));
        for (block, bytes) in blocks.as_ref().iter().enumerate().take(right) {
            tokens.block(v, v.load(bytes), judged.block::<S>(block, at + block * BLOCK, src.len()));
        }
        if right < M::BLOCKS || rest.len() <= group {
            let end = if right == 0 { state.end(v) } else { judged.end_of(&room.strings, right - 1) };
            *cursor = cursor_at(rules, src, cursor.at, at + right * BLOCK, end);
            return;
        }
        state = judged.state;
        at += group;
    }
}

/// The tokens of `src`, one or more whole texts, each token at the place of its first byte; and the masks that `S`
/// takes. `None` if the text may be wrong, is longer than a block, or ends inside a scalar at the end of the block.
#[inline(always)]
pub(super) fn whole<V: Vector, S: BlockSink>(v: V, rules: &JsonStructure, src: &[u8]) -> Option<(JsonTokens, Block)> {
    if rules.string_max < STRING_MAX_LEAST {
        return None;
    }
    let padded;
    let blocks = match src.len() {
        ..BLOCK => {
            padded = OneBlock::padded(v, src);
            &padded
        }
        BLOCK => <OneBlock as Masks<V>>::first(src)?,
        _ => return None,
    };
    let state = Carry::<V, OneBlock>::new(v, &Cursor { at: 0, place: Place::Between });
    let group = Group { blocks, src, at: 0 };
    let judged = judge::<V, OneBlock, S>(v, rules, &Tables::new(v), group, state, &mut GroupBuffers::new::<V>());
    let [bytes] = blocks;
    let ends = Masks::<V>::get(&judged.scalars, 0) >> 63 == 0 && judged.state.inside == 0;
    (judged.right == 1 && ends).then(|| {
        // With the white space after the text: its first byte ends a scalar before it.
        let block = judged.block::<S>(0, 0, BLOCK);
        (JsonTokens::of(v, v.load(bytes)).and(block.kept), block)
    })
}

/// Whether a group that begins in a string is plain ASCII text of it. Such a group leaves the state as it is.
#[inline(always)]
fn is_plain<V: Vector>(v: V, blocks: &[[u8; BLOCK]]) -> bool {
    for bytes in blocks {
        let bytes = v.load(bytes);
        if v.equal(bytes, b'"') | v.equal(bytes, b'\\') | v.below(bytes, 0x20) | v.high_bits(bytes) != 0 {
            return false;
        }
    }
    true
}

/// The look-up tables of a scan.
struct Tables<V: Vector> {
    utf8: utf8_validate::Tables<V>,
    low: V::Table,
    high: V::Table,
    letters: V::Set,
}

impl<V: Vector> Tables<V> {
    #[inline(always)]
    fn new(v: V) -> Self {
        let (low, high) = (v.table(&LOW), v.table(&HIGH));
        Tables { utf8: utf8_validate::Tables::new(v), low, high, letters: v.set(&LETTERS) }
    }
}

// Classes of bytes, one bit each. A byte is in the classes that the tables of both its nibbles name.
const BRACKET: u8 = 1 << 0;
const COLON: u8 = 1 << 1;
const COMMA: u8 = 1 << 2;
const CONTROL: u8 = 1 << 3;
const SPACE: u8 = 1 << 4;
// The top bit is the easiest to find.
const DIGIT: u8 = 1 << 7;
const OPERATOR: u8 = BRACKET | COLON | COMMA;
const WHITE: u8 = CONTROL | SPACE;

/// For each low nibble: the classes that a byte may have.
const LOW: [u8; 16] = {
    let mut table = [0; 16];
    let mut digit = 0;
    while digit < 10 {
        table[digit] = DIGIT;
        digit += 1;
    }
    table[0x0] |= SPACE;
    table[0x9] |= CONTROL;
    table[0xA] = COLON | CONTROL;
    table[0xB] = BRACKET;
    table[0xC] = COMMA;
    table[0xD] = BRACKET | CONTROL;
    table
};

/// For each high nibble: the classes that a byte may have.
const HIGH: [u8; 16] = [CONTROL, 0, COMMA | SPACE, COLON | DIGIT, 0, BRACKET, 0, BRACKET, 0, 0, 0, 0, 0, 0, 0, 0];

/// Which bytes are in one of `classes`.
#[inline(always)]
fn members<V: Vector>(v: V, found: V::Bytes, classes: u8) -> u64 {
    v.nonzero(v.and(found, v.splat(classes)))
}

/// The group at `at`.
#[derive(Clone, Copy)]
struct Group<'s, V: Vector, M: Masks<V>> {
    blocks: &'s M::Blocks,
    src: &'s [u8],
    at: usize,
}

/// State that a group leaves for the next one. Only the last bits of its masks count.
#[derive(Clone, Copy)]
struct Carry<V: Vector, M: Masks<V>> {
    /// The last block, and 1 if it is not ASCII.
    before: V::Bytes,
    open: u64,
    /// 1 if the next byte is escaped.
    escaped: u64,
    /// All ones inside a string.
    inside: u64,
    /// Begin of the string, after its quote; wrapped below zero if that was before the source.
    begin: u64,
    /// The bytes that belong to scalars.
    scalars: M::Bits,
    /// The bytes that belong to literals.
    literals: M::Bits,
    /// The bytes of the next block that belong to a literal.
    next_literal: u8,
    unicode: UnicodeCarry,
    numbers: NumberCarry<V, M>,
}

impl<V: Vector, M: Masks<V>> Carry<V, M> {
    #[inline(always)]
    fn new(v: V, cursor: &Cursor) -> Self {
        let (inside, len) = match cursor.place {
            Place::String { len } => (u64::MAX, len),
            _ => (0, 0),
        };
        let none = M::splat(v, 0);
        Carry {
            before: v.splat(0),
            open: 0,
            escaped: 0,
            inside,
            begin: (cursor.at as u64).wrapping_sub(len),
            scalars: none,
            literals: none,
            next_literal: 0,
            unicode: UnicodeCarry::default(),
            numbers: NumberCarry::new(v),
        }
    }

    /// Whether the next byte is in a string, and not in a character or an escape.
    #[inline(always)]
    fn is_in_plain_text(&self) -> bool {
        self.inside != 0 && self.escaped | self.open == 0 && !self.unicode.is_open()
    }

    #[inline(always)]
    fn end(&self, v: V) -> BlockEnd {
        BlockEnd { inside: self.inside, begin: self.begin, scalars: M::of(v, self.scalars).get(M::BLOCKS - 1) }
    }
}

/// The state at the end of a block; the fields are as in [`Carry`].
struct BlockEnd {
    inside: u64,
    begin: u64,
    scalars: u64,
}

/// The last place between units before `at`, at which the last accepted block ends; the first began at `first`.
fn cursor_at(rules: &JsonStructure, src: &[u8], first: usize, at: usize, end: BlockEnd) -> Cursor {
    let past = at.saturating_sub(src.len());
    let at = at - past;
    if end.scalars << past >> 63 == 1 {
        let before = src[first..at].iter().rposition(|byte| b"\"{}[]:, \t\n\r".contains(byte));
        let begin = before.map_or(first, |before| first + before + 1);
        return Cursor { at, place: Place::in_scalar(&src[begin..at]) };
    }
    if end.inside == 0 {
        return Cursor { at, place: Place::Between };
    }
    let at = match cut_len(&src[first..at], rules.lone_surrogates) {
        0 => boundary(src, at),
        cut => at - cut,
    };
    Cursor { at, place: Place::String { len: (at as u64).wrapping_sub(end.begin) } }
}

/// The masks of a group, and the state after it.
struct GroupMasks<V: Vector, M: Masks<V>> {
    /// The number of valid blocks at its beginning. The masks of later blocks are unspecified.
    right: usize,
    /// Bytes that begin tokens.
    kept: M,
    scalars: M,
    /// As in [`Block`].
    starts: M,
    ends: M,
    runs: M,
    marks: M,
    state: Carry<V, M>,
}

impl<V: Vector, M: Masks<V>> GroupMasks<V, M> {
    #[inline(always)]
    fn end_of(&self, strings: &Strings<M>, block: usize) -> BlockEnd {
        let Strings { inside, begins, .. } = strings;
        let inside = (inside.get(block) as i64 >> 63) as u64;
        BlockEnd { inside, begin: begins[block], scalars: self.scalars.get(block) }
    }

    /// The masks that `S` needs of the block at `at`, in text of `len` bytes.
    #[inline(always)]
    fn block<S: BlockSink>(&self, block: usize, at: usize, len: usize) -> Block {
        let mask = |masks: &M| if S::HAS_PLACES { masks.get(block) } else { 0 };
        let (starts, ends) = (mask(&self.starts), mask(&self.ends));
        let (runs, marks) = (mask(&self.runs), mask(&self.marks));
        Block { at, len: len.saturating_sub(at), kept: self.kept.get(block), starts, ends, runs, marks }
    }
}

/// Judges a group.
#[inline(always)]
fn judge<V: Vector, M: Masks<V>, S: BlockSink>(
    v: V,
    rules: &JsonStructure,
    tables: &Tables<V>,
    group: Group<'_, V, M>,
    mut state: Carry<V, M>,
    GroupBuffers { seen, strings }: &mut GroupBuffers<M>,
) -> GroupMasks<V, M> {
    let blocks = group.blocks;
    see::<V, M, S>(v, rules, tables, blocks, seen);
    find_strings(v, rules, seen, group.at, &mut state, strings);
    let (quotes, inside) = (strings.quotes.bits(v), strings.inside.bits(v));
    let within = M::or(v, inside, quotes);
    let operators = M::and_not(v, seen.operators.bits(v), within);
    let scalars = M::and_not(v, M::and_not(v, M::splat(v, 0xFF), seen.blanks.bits(v)), within);
    let starts = M::and_not(v, scalars, M::later_bit(v, scalars, state.scalars));

    let mut wrong = M::or(v, strings.long.bits(v), M::and(v, seen.controls.bits(v), inside));
    let non_ascii = M::blocks_with(v, seen.non_ascii.bits(v));
    if non_ascii | state.open != 0 {
        wrong = M::or(v, wrong, ill_formed(v, tables, blocks, non_ascii, &mut state));
    }
    state.before = v.load(&blocks.as_ref()[M::BLOCKS - 1]);
    let escaped = M::blocks_with(v, strings.escaped.bits(v));
    if escaped != 0 || state.unicode.is_open() {
        wrong = M::or(v, wrong, escapes_wrong(v, rules, tables, blocks, strings, escaped, &mut state));
    }

    let digits = M::and_not(v, seen.digits.bits(v), within);
    let minus = M::and_not(v, seen.minus.bits(v), within);
    let points = M::and_not(v, seen.points.bits(v), within);
    let words = M::and_not(v, starts, M::or(v, digits, minus));
    let mut literals = M::splat(v, 0);
    if state.next_literal != 0 || M::any(v, words) {
        let found = literals::find::<V, M>(v, group.src, group.at, words, state.next_literal);
        literals = found.literals.bits(v);
        wrong = M::or(v, wrong, found.wrong.bits(v));
        state.next_literal = found.next;
    }
    let numbers = M::and_not(v, scalars, literals);
    // A scalar does not continue as a number after a literal.
    wrong = M::or(v, wrong, M::and_not(v, M::and(v, numbers, M::later_bit(v, literals, state.literals)), starts));
    let found = numbers::NumberMasks { numbers, starts, digits, minus, points, zeros: seen.zeros.bits(v) };
    wrong = M::or(v, wrong, state.numbers.judge(v, blocks, found));

    let line_ends = M::and_not(v, seen.feeds.bits(v), within);
    let values = M::or(v, starts, M::and(v, quotes, inside));
    let kept = M::or(v, M::or(v, operators, line_ends), values);
    let (mut listed, mut ends, mut runs, mut marks) = (M::NONE, M::NONE, M::NONE, M::NONE);
    if S::HAS_PLACES {
        listed = M::of(v, M::or(v, M::and_not(v, operators, seen.separators.bits(v)), values));
        let after_scalars = M::and_not(v, M::later_bit(v, scalars, state.scalars), scalars);
        ends = M::of(v, M::or(v, M::and_not(v, quotes, inside), after_scalars));
        runs = M::of(v, M::or(v, M::and_not(v, inside, quotes), scalars));
        let others = M::and_not(v, numbers, M::or(v, digits, minus));
        marks = M::of(v, M::or(v, M::and(v, strings.escapes.bits(v), inside), others));
    }
    (state.scalars, state.literals) = (scalars, literals);
    let right = if M::any(v, wrong) {
        let wrong = M::of(v, wrong);
        (0..M::BLOCKS).take_while(|&block| wrong.get(block) == 0).count()
    } else {
        M::BLOCKS
    };
    GroupMasks { right, kept: M::of(v, kept), scalars: M::of(v, scalars), starts: listed, ends, runs, marks, state }
}

/// The masks from which a group is judged. A scan makes them once, since clearing or copying them would take longer
/// than some of the work.
struct GroupBuffers<M> {
    seen: ByteClasses<M>,
    strings: Strings<M>,
}

impl<M> GroupBuffers<M> {
    #[inline(always)]
    fn new<V: Vector>() -> Self
    where
        M: Masks<V>,
    {
        let none = M::NONE;
        let seen = ByteClasses {
            non_ascii: none,
            backslashes: none,
            quotes: none,
            controls: none,
            operators: none,
            separators: none,
            blanks: none,
            digits: none,
            minus: none,
            points: none,
            zeros: none,
            feeds: none,
        };
        let begins = [0; BLOCKS_MAX];
        GroupBuffers {
            seen,
            strings: Strings { escapes: none, escaped: none, quotes: none, inside: none, begins, long: none },
        }
    }
}

/// The kind of each byte, in and outside strings.
struct ByteClasses<M> {
    non_ascii: M,
    backslashes: M,
    quotes: M,
    controls: M,
    operators: M,
    /// Commas and colons, if places are needed.
    separators: M,
    /// Operators and white space.
    blanks: M,
    digits: M,
    minus: M,
    points: M,
    zeros: M,
    /// Line feeds, if each line is a text.
    feeds: M,
}

/// Classifies every byte. All masks are made in one loop, because the compiler splits two loops up and stores each mask
/// by itself.
#[inline(always)]
fn see<V: Vector, M: Masks<V>, S: BlockSink>(
    v: V,
    rules: &JsonStructure,
    tables: &Tables<V>,
    blocks: &M::Blocks,
    seen: &mut ByteClasses<M>,
) {
    for (block, bytes) in blocks.as_ref().iter().enumerate() {
        let bytes = v.load(bytes);
        let classes = v.and(v.look_up_low(tables.low, bytes), v.look_up_high(tables.high, bytes));
        seen.non_ascii.set(block, v.high_bits(bytes));
        seen.backslashes.set(block, v.equal(bytes, b'\\'));
        seen.quotes.set(block, v.equal(bytes, b'"'));
        seen.controls.set(block, v.below(bytes, 0x20));
        seen.operators.set(block, members(v, classes, OPERATOR));
        if S::HAS_PLACES {
            seen.separators.set(block, members(v, classes, COLON | COMMA));
        }
        seen.blanks.set(block, members(v, classes, OPERATOR | WHITE));
        seen.digits.set(block, v.high_bits(classes));
        seen.minus.set(block, v.equal(bytes, b'-'));
        seen.points.set(block, v.equal(bytes, b'.'));
        seen.zeros.set(block, v.equal(bytes, b'0'));
        if rules.lines {
            seen.feeds.set(block, v.equal(bytes, b'\n'));
        }
    }
}

/// Places of ill-formed UTF-8. Only the blocks that `non_ascii` names, and those after them, can have any.
#[inline(always)]
fn ill_formed<V: Vector, M: Masks<V>>(
    v: V,
    tables: &Tables<V>,
    blocks: &M::Blocks,
    non_ascii: u64,
    state: &mut Carry<V, M>,
) -> M::Bits {
    let mut wrong = M::NONE;
    // Only the blocks of this group: the last one is followed by the next group.
    let here = u64::MAX >> (64 - 8 * M::BLOCKS);
    for block in BlockIndices((non_ascii | non_ascii << 8 | state.open) & here) {
        let before = if block == 0 { state.before } else { v.load(&blocks.as_ref()[block - 1]) };
        wrong.set(block, v.nonzero(tables.utf8.errors(v, v.load(&blocks.as_ref()[block]), before)));
    }
    state.open = non_ascii >> (8 * (M::BLOCKS - 1));
    wrong.bits(v)
}

/// Bytes around which an escape may be wrong. Only in the blocks that `escaped` names are bytes escaped.
#[inline(always)]
fn escapes_wrong<V: Vector, M: Masks<V>>(
    v: V,
    rules: &JsonStructure,
    tables: &Tables<V>,
    blocks: &M::Blocks,
    strings: &Strings<M>,
    escaped: u64,
    state: &mut Carry<V, M>,
) -> M::Bits {
    let (mut wrong, mut unicode) = (M::NONE, M::NONE);
    for block in BlockIndices(escaped) {
        let bytes = v.load(&blocks.as_ref()[block]);
        let escaped = strings.escaped.get(block);
        unicode.set(block, v.equal(bytes, b'u') & escaped);
        wrong.set(block, escaped & !(v.equal(bytes, b'u') | v.nonzero(v.members(tables.letters, bytes))));
    }
    let (wrong, unicode) = (wrong.bits(v), unicode.bits(v));
    if !state.unicode.is_open() && !M::any(v, unicode) {
        return wrong;
    }
    M::or(v, wrong, state.unicode.judge(v, blocks, unicode, &strings.escapes, rules.lone_surrogates))
}

/// The strings of a group.
struct Strings<M> {
    /// Backslashes that escape, and bytes that are escaped.
    escapes: M,
    escaped: M,
    /// Quotes that are not escaped.
    quotes: M,
    /// From each opening quote, which counts, to the closing one, which does not.
    inside: M,
    /// For each block: the begin of the string that ends in it.
    begins: [u64; BLOCKS_MAX],
    /// Nonzero if a string exceeds the limit.
    long: M,
}

/// Separates strings from their surroundings.
#[inline(always)]
fn find_strings<V: Vector, M: Masks<V>>(
    v: V,
    rules: &JsonStructure,
    seen: &ByteClasses<M>,
    at: usize,
    state: &mut Carry<V, M>,
    strings: &mut Strings<M>,
) {
    for block in 0..M::BLOCKS {
        let at = (at + block * BLOCK) as u64;
        let escapes = escapes(seen.backslashes.get(block), state.escaped);
        let quotes = seen.quotes.get(block) & !escapes.escaped;
        let inside = v.prefix_xor(quotes) ^ state.inside;
        if rules.string_max != u64::MAX {
            let len = (at + u64::from(quotes.trailing_zeros())).wrapping_sub(state.begin);
            strings.long.set(block, u64::from(state.inside & len > rules.string_max));
        }
        let opening = quotes & inside;
        let begin = (at + BLOCK as u64).wrapping_sub(u64::from(opening.leading_zeros()));
        state.begin = select_unpredictable(opening != 0, begin, state.begin);
        state.inside = (inside as i64 >> 63) as u64;
        state.escaped = escapes.escape >> 63;
        strings.escapes.set(block, escapes.escape);
        strings.escaped.set(block, escapes.escaped);
        strings.quotes.set(block, quotes);
        strings.inside.set(block, inside);
        strings.begins[block] = state.begin;
    }
}
