//! Groups of eight blocks of 64 bytes: which bytes begin tokens, and whether all of a group is right.
//!
//! The parity of quotes, summed up by exclusive or, separates strings from their surroundings. A subtraction whose
//! borrow runs through each series of backslashes finds escaped quotes (Langdale and Lemire, "Parsing gigabytes of JSON
//! per second", 2019, section 3.1). Both work block by block. Everything that follows from them is judged in the masks
//! of all eight blocks at once, side by side in vector registers. There is one branch for a group if any of its blocks
//! has a rare byte, and none for each block, which no processor could predict.
//!
//! A block is only ever accepted. One that may have an error, or is not finished at the end of the blocks, is left to
//! the path for single units. Therefore every rule here must find a wrong byte no later than in that byte's own block,
//! so that accepted blocks stay accepted.

use super::literals;
use super::masks::{BLOCKS, Each, Masks, and_not, blocks_with};
use super::numbers::{self, Numbers};
use super::place::Place;
use super::rules::JsonStructure;
use super::strings::{LETTERS, Unicode, cut_len, escapes};
use super::tokens::Writer;
use super::units::Cursor;
use crate::utf8::{boundary, whole_len};
use crate::utf8_validate;
use crate::vector::{BLOCK, Vector};
use core::hint::select_unpredictable;

/// Shortest limit on the length of strings that blocks can check.
pub(super) const STRING_MAX_LEAST: u64 = BLOCK as u64;

/// Bytes of a group.
const GROUP: usize = BLOCKS * BLOCK;

/// Scans as many blocks as are right. The cursor must be between tokens or in a string, and is between units
/// afterwards.
#[inline(always)]
pub(super) fn scan<V: Vector>(v: V, rules: &JsonStructure, src: &[u8], cursor: &mut Cursor, tokens: &mut Writer<'_>) {
    let src = &src[..whole_len(src)];
    if cursor.at >= src.len() {
        return;
    }
    let tables = Tables::new(v);
    let mut state = State::new(v, cursor);
    let mut at = cursor.at;
    loop {
        let mut padded;
        let rest = &src[at..];
        let bytes = match rest.first_chunk() {
            Some(bytes) => bytes,
            None => {
                // White space changes nothing. A token that seems to end at it in its block is left to the path for
                // single units.
                padded = [b' '; GROUP];
                padded[..rest.len()].copy_from_slice(rest);
                &padded
            }
        };
        if state.is_in_plain_text() && rules.string_max == u64::MAX && rest.len() > GROUP && is_plain(v, bytes) {
            at += GROUP;
            continue;
        }
        let judged = judge(v, rules, &tables, Group { bytes, src, at }, state);
        let right = judged.right.min(rest.len().div_ceil(BLOCK));
        for (block, bytes) in bytes.as_chunks().0.iter().enumerate().take(right) {
            tokens.extend(v, v.load(bytes), judged.kept.get(block));
        }
        if right < BLOCKS || rest.len() <= GROUP {
            let end = if right == 0 { state.end(v) } else { judged.end_of(right - 1) };
            *cursor = cursor_at(src, cursor.at, at + right * BLOCK, end);
            return;
        }
        state = judged.state;
        at += GROUP;
    }
}

/// Whether a group that begins in a string is plain ASCII text of it. Such a group leaves the state as it is.
#[inline(always)]
fn is_plain<V: Vector>(v: V, bytes: &[u8; GROUP]) -> bool {
    for bytes in bytes.as_chunks().0 {
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

// Classes of bytes, one bit each. A byte is in those that both of its nibbles name.
const BRACKET: u8 = 1 << 0;
const COLON: u8 = 1 << 1;
const COMMA: u8 = 1 << 2;
const CONTROL: u8 = 1 << 3;
const SPACE: u8 = 1 << 4;
// The top bit is the easiest to find.
const DIGIT: u8 = 1 << 7;
const OPERATOR: u8 = BRACKET | COLON | COMMA;
const WHITE: u8 = CONTROL | SPACE;

/// By the low nibble.
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

/// By the high nibble.
const HIGH: [u8; 16] = [CONTROL, 0, COMMA | SPACE, COLON | DIGIT, 0, BRACKET, 0, BRACKET, 0, 0, 0, 0, 0, 0, 0, 0];

/// Which bytes are in one of `classes`.
#[inline(always)]
fn members<V: Vector>(v: V, found: V::Bytes, classes: u8) -> u64 {
    v.nonzero(v.and(found, v.splat(classes)))
}

/// The group at `at`.
#[derive(Clone, Copy)]
struct Group<'s> {
    bytes: &'s [u8; GROUP],
    src: &'s [u8],
    at: usize,
}

/// State that a group leaves for the next one. Only the last bits of its masks count.
#[derive(Clone, Copy)]
struct State<V: Vector> {
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
    scalars: V::Bytes,
    /// Those that belong to literals.
    literals: V::Bytes,
    /// The bytes of the next block that belong to a literal.
    next_literal: u8,
    unicode: Unicode,
    numbers: Numbers<V>,
}

impl<V: Vector> State<V> {
    #[inline(always)]
    fn new(v: V, cursor: &Cursor) -> Self {
        let (inside, len) = match cursor.place {
            Place::String { len } => (u64::MAX, len),
            _ => (0, 0),
        };
        let none = v.splat(0);
        State {
            before: none,
            open: 0,
            escaped: 0,
            inside,
            begin: (cursor.at as u64).wrapping_sub(len),
            scalars: none,
            literals: none,
            next_literal: 0,
            unicode: Unicode::default(),
            numbers: Numbers::new(v),
        }
    }

    /// Whether this is inside a string, and not in a character or an escape.
    #[inline(always)]
    fn is_in_plain_text(&self) -> bool {
        self.inside != 0 && self.escaped | self.open == 0 && !self.unicode.is_open()
    }

    #[inline(always)]
    fn end(&self, v: V) -> End {
        End { inside: self.inside, begin: self.begin, scalars: Masks::of(v, self.scalars).get(BLOCKS - 1) }
    }
}

/// How a block ends; as in [`State`].
struct End {
    inside: u64,
    begin: u64,
    scalars: u64,
}

/// The last place between units before `at`, at which the last accepted block ends; the first began at `first`.
fn cursor_at(src: &[u8], first: usize, at: usize, end: End) -> Cursor {
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
    let at = match cut_len(&src[first..at]) {
        0 => boundary(src, at),
        cut => at - cut,
    };
    Cursor { at, place: Place::String { len: (at as u64).wrapping_sub(end.begin) } }
}

/// The masks of a group, and the state after it.
struct Judged<V: Vector> {
    /// The number of valid blocks at its beginning. The masks of later blocks are unspecified.
    right: usize,
    /// Bytes that begin tokens.
    kept: Masks,
    scalars: Masks,
    strings: Strings,
    state: State<V>,
}

impl<V: Vector> Judged<V> {
    #[inline(always)]
    fn end_of(&self, block: usize) -> End {
        let Strings { inside, begins, .. } = &self.strings;
        let inside = (inside.get(block) as i64 >> 63) as u64;
        End { inside, begin: begins[block], scalars: self.scalars.get(block) }
    }
}

/// Judges a group.
#[inline(always)]
fn judge<V: Vector>(
    v: V,
    rules: &JsonStructure,
    tables: &Tables<V>,
    group: Group<'_>,
    mut state: State<V>,
) -> Judged<V> {
    let seen = see(v, rules, tables, group.bytes);
    let strings = strings(v, rules, &seen, group.at, &mut state);
    let (quotes, inside) = (strings.quotes.bits(v), strings.inside.bits(v));
    let within = v.or(inside, quotes);
    let operators = and_not(v, seen.operators.bits(v), within);
    let scalars = and_not(v, and_not(v, v.splat(0xFF), seen.blanks.bits(v)), within);
    let starts = and_not(v, scalars, v.later_bit(scalars, state.scalars));

    let mut wrong = v.or(strings.long.bits(v), v.and(seen.controls.bits(v), inside));
    let non_ascii = blocks_with(v, seen.non_ascii.bits(v));
    if non_ascii | state.open != 0 {
        wrong = v.or(wrong, ill_formed(v, tables, group.bytes, non_ascii, &mut state));
    }
    state.before = v.load_part(&group.bytes[GROUP - BLOCK..]);
    let escaped = blocks_with(v, strings.escaped.bits(v));
    if escaped != 0 || state.unicode.is_open() {
        wrong = v.or(wrong, escapes_wrong(v, rules, tables, group.bytes, &strings, escaped, &mut state));
    }

    let digits = and_not(v, seen.digits.bits(v), within);
    let minus = and_not(v, seen.minus.bits(v), within);
    let points = and_not(v, seen.points.bits(v), within);
    let words = and_not(v, starts, v.or(digits, minus));
    let mut literals = v.splat(0);
    if state.next_literal != 0 || v.any(words) {
        let found = literals::find(v, group.src, group.at, words, state.next_literal);
        literals = found.literals.bits(v);
        wrong = v.or(wrong, found.wrong.bits(v));
        state.next_literal = found.next;
    }
    let numbers = and_not(v, scalars, literals);
    // A scalar does not continue as a number after a literal.
    wrong = v.or(wrong, and_not(v, v.and(numbers, v.later_bit(literals, state.literals)), starts));
    let found = numbers::Found { numbers, starts, digits, minus, points, zeros: seen.zeros.bits(v) };
    wrong = v.or(wrong, state.numbers.judge(v, group.bytes, found));

    let line_ends = and_not(v, seen.feeds.bits(v), within);
    let kept = v.or(v.or(operators, starts), v.or(line_ends, v.and(quotes, inside)));
    (state.scalars, state.literals) = (scalars, literals);
    let right = if v.any(wrong) {
        let wrong = Masks::of(v, wrong);
        (0..BLOCKS).take_while(|&block| wrong.get(block) == 0).count()
    } else {
        BLOCKS
    };
    Judged { right, kept: Masks::of(v, kept), scalars: Masks::of(v, scalars), strings, state }
}

/// The kind of each byte, in and outside strings.
struct Seen {
    non_ascii: Masks,
    backslashes: Masks,
    quotes: Masks,
    controls: Masks,
    operators: Masks,
    /// Operators and white space.
    blanks: Masks,
    digits: Masks,
    minus: Masks,
    points: Masks,
    zeros: Masks,
    /// Line feeds, if each line is a text.
    feeds: Masks,
}

/// Looks at every byte once. In one loop: the compiler takes two of them apart, and puts the masks together one by one.
#[inline(always)]
fn see<V: Vector>(v: V, rules: &JsonStructure, tables: &Tables<V>, bytes: &[u8; GROUP]) -> Seen {
    let none = Masks::NONE;
    let mut seen = Seen {
        non_ascii: none,
        backslashes: none,
        quotes: none,
        controls: none,
        operators: none,
        blanks: none,
        digits: none,
        minus: none,
        points: none,
        zeros: none,
        feeds: none,
    };
    for (block, bytes) in bytes.as_chunks().0.iter().enumerate() {
        let bytes = v.load(bytes);
        let classes = v.and(v.look_up_low(tables.low, bytes), v.look_up_high(tables.high, bytes));
        seen.non_ascii.set(block, v.high_bits(bytes));
        seen.backslashes.set(block, v.equal(bytes, b'\\'));
        seen.quotes.set(block, v.equal(bytes, b'"'));
        seen.controls.set(block, v.below(bytes, 0x20));
        seen.operators.set(block, members(v, classes, OPERATOR));
        seen.blanks.set(block, members(v, classes, OPERATOR | WHITE));
        seen.digits.set(block, v.high_bits(classes));
        seen.minus.set(block, v.equal(bytes, b'-'));
        seen.points.set(block, v.equal(bytes, b'.'));
        seen.zeros.set(block, v.equal(bytes, b'0'));
        if rules.lines {
            seen.feeds.set(block, v.equal(bytes, b'\n'));
        }
    }
    seen
}

/// Places of ill-formed UTF-8. Only the blocks that `non_ascii` names, and those after them, can have any.
#[inline(always)]
fn ill_formed<V: Vector>(
    v: V,
    tables: &Tables<V>,
    bytes: &[u8; GROUP],
    non_ascii: u64,
    state: &mut State<V>,
) -> V::Bytes {
    let mut wrong = Masks::NONE;
    let blocks = bytes.as_chunks().0;
    for block in Each(non_ascii | non_ascii << 8 | state.open) {
        let before = if block == 0 { state.before } else { v.load(&blocks[block - 1]) };
        wrong.set(block, v.nonzero(tables.utf8.errors(v, v.load(&blocks[block]), before)));
    }
    state.open = non_ascii >> (GROUP / 8 - 8);
    wrong.bits(v)
}

/// Bytes around which an escape may be wrong. Only in the blocks that `escaped` names are bytes escaped.
#[inline(always)]
fn escapes_wrong<V: Vector>(
    v: V,
    rules: &JsonStructure,
    tables: &Tables<V>,
    bytes: &[u8; GROUP],
    strings: &Strings,
    escaped: u64,
    state: &mut State<V>,
) -> V::Bytes {
    let (mut wrong, mut unicode) = (Masks::NONE, Masks::NONE);
    for block in Each(escaped) {
        let bytes = v.load(&bytes.as_chunks().0[block]);
        let escaped = strings.escaped.get(block);
        unicode.set(block, v.equal(bytes, b'u') & escaped);
        wrong.set(block, escaped & !(v.equal(bytes, b'u') | v.nonzero(v.members(tables.letters, bytes))));
    }
    let (wrong, unicode) = (wrong.bits(v), unicode.bits(v));
    if !state.unicode.is_open() && !v.any(unicode) {
        return wrong;
    }
    v.or(wrong, state.unicode.judge(v, bytes, unicode, &strings.escapes, rules.lone_surrogates))
}

/// The strings of a group.
struct Strings {
    /// Backslashes that escape, and bytes that are escaped.
    escapes: Masks,
    escaped: Masks,
    /// Quotes that are not escaped.
    quotes: Masks,
    /// From each opening quote, which counts, to the closing one, which does not.
    inside: Masks,
    /// For each block: the begin of the string that ends in it.
    begins: [u64; BLOCKS],
    /// Nonzero if a string exceeds the limit.
    long: Masks,
}

/// Separates strings from their surroundings.
#[inline(always)]
fn strings<V: Vector>(v: V, rules: &JsonStructure, seen: &Seen, at: usize, state: &mut State<V>) -> Strings {
    let none = Masks::NONE;
    let mut strings =
        Strings { escapes: none, escaped: none, quotes: none, inside: none, begins: [0; BLOCKS], long: none };
    for block in 0..BLOCKS {
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
    strings
}
