//! `\uXXXX` in a block: all of them at once, in place.
//!
//! The digits become nibbles in their own lanes. The bytes of UTF-8 are then made in the lanes of the last three
//! digits, each from its own nibble and the one before it; n1 to n4 are the digits:
//!
//! | lane | three bytes | two bytes | one byte | high surrogate | low surrogate |
//! |---|---|---|---|---|---|
//! | second digit | `1110` n1 | | | | |
//! | third digit | `10` n2, half of n3 | `110` n2, half of n3 | | `11110`, plane / 4 | `10`, n4 of the high one, n2 n3 |
//! | fourth digit | `10` half of n3, n4 | the same | n3 n4 | `10`, plane, n3 n4 | `10` half of n3, n4 |
//!
//! Nothing depends on a later lane, so an escape may begin in one block and end in the next: [`UnicodeCarry`] carries
//! the state.

use super::blocks::{Classes, Escapes, escapes};
use crate::tier::Leaf;
use crate::utf8::boundary;
use crate::vector::{AsciiTable, BLOCK, ByteSet, HEX_VALUES, Vector, first_bits};
use stringmill_outcome::Progress;

/// Unescapes blocks of any kind, the last and incomplete one too, and stops between units: at an error, for want of
/// room, or after some blocks without unicode escapes. `src` begins between units.
pub(super) struct UnicodeBlocks;

impl Leaf for UnicodeBlocks {
    type Context<'a> = ();
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        let classes = &Classes::new(v);
        let (mut at, mut to) = (0, 0);
        let mut state = Carry::between_units(v);
        let mut without_unicode = 0;
        while at < src.len() {
            let rest = &src[at..];
            let Some(block) = block(v, classes, v.load_part(rest), first_bits(rest.len()), &state) else { break };
            let Some(written) = v.compress_within(block.bytes, block.kept, &mut dst[to..]) else { break };
            to += written;
            state.follow(v, &block);
            if state.end < BLOCK {
                at += state.end;
                break;
            }
            at += BLOCK;
            without_unicode = if state.unicode.is_none() { without_unicode + 1 } else { 0 };
            if without_unicode >= STAY && !state.is_cut() {
                break;
            }
        }
        // The unit that the last block cut is left unread: an escape, or the bytes of a sequence, which were copied one
        // for one.
        let cut = state.cut();
        to -= (state.kept & !first_bits(cut)).count_ones() as usize;
        at -= state.end - cut;
        let end = if cut == state.end { boundary(src, at) } else { at };
        Progress { read: end, written: to - (at - end) }
    }
}

/// After this many blocks in a row without unicode escapes, the loop for blocks without them continues. A smaller
/// number would change loops at every word of mixed text.
const STAY: usize = 3;

/// State that a block leaves for the next one.
struct Carry<V: Vector> {
    /// The bytes of the block.
    before: V::Bytes,
    /// How many bytes of the block count: all, except in the last block.
    end: usize,
    /// Which bytes of the block were written.
    kept: u64,
    /// Whether the block may end inside a sequence.
    non_ascii: bool,
    /// Which backslashes of the block escape.
    escape: u64,
    unicode: UnicodeCarry<V>,
}

impl<V: Vector> Carry<V> {
    #[inline(always)]
    fn between_units(v: V) -> Self {
        let unicode = UnicodeCarry::none(v);
        Carry { before: v.splat(0), end: BLOCK, kept: 0, non_ascii: false, escape: 0, unicode }
    }

    #[inline(always)]
    fn follow(&mut self, v: V, block: &Block<V>) {
        self.before = block.source;
        self.end = (!block.text).trailing_zeros() as usize;
        self.kept = block.kept;
        self.non_ascii = block.non_ascii;
        self.escape = block.escape;
        match block.unicode {
            Some(unicode) => self.unicode = unicode,
            None if self.unicode.is_none() => {}
            None => self.unicode = UnicodeCarry::none(v),
        }
    }

    /// Whether an escape reaches over the end of the block.
    #[inline(always)]
    fn is_cut(&self) -> bool {
        self.escape >> 63 != 0 || self.unicode.is_open()
    }

    /// The first byte of the escape that reaches over the end of the block; the end of the block if none does.
    #[inline(always)]
    fn cut(&self) -> usize {
        let cut = self.unicode.cut(self.end).expect("no block is taken whose escape begins before it");
        let backslash = self.end > 0 && self.escape >> (self.end - 1) & 1 != 0;
        if backslash { cut.min(self.end - 1) } else { cut }
    }
}

/// A block whose escapes are decoded in place.
struct Block<V: Vector> {
    source: V::Bytes,
    bytes: V::Bytes,
    /// Which bytes of the source come before its end and before the first quote.
    text: u64,
    /// Which of the decoded bytes are text.
    kept: u64,
    non_ascii: bool,
    escape: u64,
    unicode: Option<UnicodeCarry<V>>,
}

/// Decodes the bytes of a block that are `here`; `None` if a block cannot express them.
#[inline(always)]
fn block<V: Vector>(v: V, classes: &Classes<V>, source: V::Bytes, here: u64, before: &Carry<V>) -> Option<Block<V>> {
    let non_ascii = v.high_bits(source) != 0;
    if (non_ascii || before.non_ascii) && v.any(classes.utf8.errors(v, source, before.before)) {
        return None;
    }
    let Escapes { escape, escaped } = escapes(v.equal(source, b'\\') & here, before.escape >> 63);
    let quotes = v.equal(source, b'"') & !escaped;
    let text = here & (quotes.wrapping_sub(1) & !quotes);
    if v.below(source, 0x20) & text != 0 {
        return None;
    }
    let (escape, escaped) = (escape & text, escaped & text);
    let mut block = Block { source, bytes: source, text, kept: text & !escape, non_ascii, escape, unicode: None };
    let letters = escaped & v.equal(source, b'u');
    let short = escaped & !letters;
    if short != 0 {
        block.bytes = classes.decoded_letters(v, source, short)?;
    }
    if letters != 0 || before.unicode.is_open() {
        let decoded = before.unicode.decode(v, source, block.bytes, letters, text)?;
        block.bytes = decoded.bytes;
        block.kept &= !decoded.dropped;
        block.unicode = Some(decoded.state);
        // An escape that the last block cuts may have begun in the block before.
        let len = text.trailing_ones() as usize;
        if len < BLOCK && (before.unicode.cut(BLOCK + len) != Some(BLOCK + len) || decoded.state.cut(len).is_none()) {
            return None;
        }
    }
    Some(block)
}

/// State that a block with unicode escapes leaves for the next one. Only the highest bits of its masks matter.
#[derive(Clone, Copy)]
struct UnicodeCarry<V: Vector> {
    /// The value of each hexadecimal digit.
    nibbles: V::Bytes,
    /// The `u` of each escape.
    letters: u64,
    /// Digits that are zero, and those that are 0xD.
    zeros: u64,
    thirteens: u64,
    /// The second digits of escapes below U+0800, and the third digits of those below U+0080.
    below_800: u64,
    below_80: u64,
    /// The second digits of surrogates.
    high: u64,
    low: u64,
}

/// A block whose unicode escapes are decoded.
struct DecodedBlock<V: Vector> {
    bytes: V::Bytes,
    /// Bytes that are no text: the `u` and the digits that are not needed.
    dropped: u64,
    state: UnicodeCarry<V>,
}

impl<V: Vector> UnicodeCarry<V> {
    #[inline(always)]
    fn none(v: V) -> Self {
        UnicodeCarry {
            nibbles: v.splat(0),
            letters: 0,
            zeros: 0,
            thirteens: 0,
            below_800: 0,
            below_80: 0,
            high: 0,
            low: 0,
        }
    }

    /// Whether the block had no unicode escapes.
    #[inline(always)]
    fn is_none(&self) -> bool {
        self.letters == 0
    }

    /// Whether an escape or a pair of them reaches over the end of the block.
    #[inline(always)]
    fn is_open(&self) -> bool {
        self.letters >> (64 - 4) | self.high >> (64 - 8) != 0
    }

    /// The first byte of the escape or pair that reaches over the first `end` bytes of the block, or `end` itself;
    /// `None` if it begins before the block.
    #[inline(always)]
    fn cut(&self, end: usize) -> Option<usize> {
        let last = |mask: u64| 63 - mask.leading_zeros() as usize;
        if self.high != 0 && last(self.high) + 8 >= end {
            return last(self.high).checked_sub(3);
        }
        if self.letters != 0 && last(self.letters) + 4 >= end {
            return last(self.letters).checked_sub(1);
        }
        Some(end)
    }

    /// Decodes the escapes whose `u` is in `letters`, and those that the block before (`self`) has begun, in `decoded`,
    /// a copy of `bytes` in which other escapes are decoded. `None` if something `here` is not a digit and should be,
    /// or if a surrogate is alone.
    #[inline(always)]
    fn decode(&self, v: V, bytes: V::Bytes, decoded: V::Bytes, letters: u64, here: u64) -> Option<DecodedBlock<V>> {
        let before = self;
        // One shift after another: the compiler would make four at once with vectors and then wait to take them apart.
        let carry = before.letters >> 60;
        let first = letters << 1 | carry >> 3;
        let second = first << 1 | carry >> 2 & 1;
        let third = second << 1 | carry >> 1 & 1;
        let fourth = third << 1 | carry & 1;
        let (own, no_digits) = values(v, bytes);
        if (first | second | third | fourth) & here & no_digits != 0 {
            return None;
        }
        let previous = v.earlier::<1>(own, before.nibbles);
        let (zeros, small, thirteens) = (v.equal(own, 0), v.below(own, 8), v.equal(own, 0xD));

        let middle = v.or(v.look_up_low(v.table(&TIMES_4), previous), v.look_up_low(v.table(&OVER_4), own));
        let last = v.or(v.look_up(v.table(&LOW_HALF_TIMES_16), previous), own);
        let mut text = v.blend(second, v.or(previous, v.splat(0xE0)), decoded);
        text = v.blend(third, v.or(middle, v.splat(0x80)), text);
        text = v.blend(fourth, v.or(last, v.splat(0x80)), text);
        let mut dropped = letters | first;

        let zero_before = after::<1>(zeros, before.zeros);
        let below_800 = second & zero_before & small;
        let mut below_80 = 0;
        if below_800 | (before.below_800 | before.below_80) >> 63 != 0 {
            let two_or_one = after::<1>(below_800, before.below_800);
            below_80 = two_or_one & zero_before & small;
            let whole = v.or(v.look_up(v.table(&TIMES_16), previous), own);
            text = v.blend(two_or_one, v.or(middle, v.splat(0xC0)), text);
            text = v.blend(after::<1>(below_80, before.below_80), whole, text);
            dropped |= below_800 | below_80;
        }

        let surrogates = second & after::<1>(thirteens, before.thirteens) & !small;
        let (mut high, mut low) = (0, 0);
        if surrogates | before.high >> 56 != 0 {
            high = surrogates & v.below(own, 0xC);
            low = surrogates & !high;
            if (low ^ after::<6>(high, before.high)) & here != 0 {
                return None;
            }
            dropped |= surrogates;
            text = SurrogatePairs { own, middle }.put(v, text, high, low, before);
        }
        let state = UnicodeCarry { nibbles: own, letters, zeros, thirteens, below_800, below_80, high, low };
        Some(DecodedBlock { bytes: text, dropped, state })
    }
}

/// The parts of the bytes of surrogate pairs.
struct SurrogatePairs<V: Vector> {
    own: V::Bytes,
    middle: V::Bytes,
}

impl<V: Vector> SurrogatePairs<V> {
    /// Puts the first three of the four bytes into `text`, where the fourth already is.
    #[inline(always)]
    fn put(&self, v: V, text: V::Bytes, high: u64, low: u64, before: &UnicodeCarry<V>) -> V::Bytes {
        let (third, fourth) = (after::<1>(high, before.high), after::<2>(high, before.high));
        let (low_third, nibble) = (after::<1>(low, before.low), v.splat(0x0F));
        // The plane is one more than the surrogate says.
        let first = v.or(v.look_up_low(v.table(&LEADS), self.middle), v.splat(0xF0));
        let plane = v.and(v.saturating_add(self.middle, v.splat(0x10)), v.splat(0x3F));
        let of_high = v.look_up(v.table(&LOW_HALF_TIMES_16), v.earlier::<5>(self.own, before.nibbles));
        let low_middle = v.or(v.and(self.middle, nibble), of_high);
        let text = v.blend(third, first, text);
        let text = v.blend(fourth, v.or(plane, v.splat(0x80)), text);
        v.blend(low_third, v.or(low_middle, v.splat(0x80)), text)
    }
}

/// The bits of two neighbouring blocks, moved `N` places up.
#[inline(always)]
fn after<const N: u32>(mask: u64, before: u64) -> u64 {
    mask << N | before >> (64 - N)
}

/// The value of each digit, and which bytes are none.
#[inline(always)]
pub(crate) fn values<V: Vector>(v: V, bytes: V::Bytes) -> (V::Bytes, u64) {
    if let Some(tables) = v.ascii_tables() {
        let values = tables.look_up_ascii(&HEX_VALUES, bytes);
        return (values, v.high_bits(v.or(values, bytes)));
    }
    // Letters have the high nibble 4 or 6, and their low nibble is nine too small.
    let values = v.saturating_add(v.and(bytes, v.splat(0x0F)), v.look_up_high(v.table(&NINE), bytes));
    (values, !v.nonzero(v.members(v.set(&DIGITS), bytes)))
}

const DIGITS: ByteSet = ByteSet::new(b"0123456789abcdefABCDEF", false);
/// For each high nibble: nine if it is that of letters.
const NINE: [u8; 16] = [0, 0, 0, 0, 9, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0];

const TIMES_4: [u8; 16] = map_nibbles(0xF, 2);
pub(crate) const TIMES_16: [u8; 16] = map_nibbles(0xF, 4);
const LOW_HALF_TIMES_16: [u8; 16] = map_nibbles(0x3, 4);
const OVER_4: [u8; 16] = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];
/// For each plane less one, four bits of a high surrogate: the bits of the plane in the first byte.
const LEADS: [u8; 16] = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4];

const fn map_nibbles(mask: u8, shift: u8) -> [u8; 16] {
    let mut map = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        map[nibble as usize] = (nibble & mask) << shift;
        nibble += 1;
    }
    map
}
