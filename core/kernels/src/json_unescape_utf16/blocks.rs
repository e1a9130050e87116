//! Blocks of 64 bytes of any kind: whatever becomes a code unit is put into the lane of its last byte, the low byte of
//! the code unit into one register and the high byte into another, and the gaps are closed once.
//!
//! A unicode escape is its four digits: the first two are the high byte, the others the low one. It may begin in one
//! block and end in the next, and so may a pair of escapes; [`Carry`] carries it.

use super::dense_escapes::{ENTER, is_for_dense};
use crate::json_unescape::{Classes, Escapes, TIMES_16, escapes, values};
use crate::plain_text::{STRIDE, widen_plain};
use crate::tier::Leaf;
use crate::utf8::boundary;
use crate::utf8_to_utf16::{BlockCodeUnits, Utf8Carry, spread};
use crate::vector::{BLOCK, CodeUnits, first_bits};
use stringmill_outcome::Progress;

/// Unescapes up to the first block that is short of room, that a block cannot express, or that
/// [`DenseEscapes`](super::dense_escapes::DenseEscapes) does better, and stops between units. `src` begins between
/// units.
pub(super) struct Blocks;

impl Leaf for Blocks {
    type Context<'a> = ();
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        let classes = &Classes::new(v);
        let (mut at, mut units) = (0, 0);
        let mut state = Carry::between_units(v);
        let mut plain_blocks = 0;
        while at < src.len() {
            if plain_blocks >= STRIDE && state.is_closed() {
                let widened = widen_plain(v, classes, &src[at..], &mut dst[2 * units..]);
                if widened > 0 {
                    (at, units, state) = (at + widened, units + widened, Carry::between_units(v));
                }
                plain_blocks = 0;
                continue;
            }
            let Some(written) = block(v, classes, &src[at..], &mut state, &mut dst[2 * units..]) else { break };
            (at, units) = (at + state.end, units + written);
            plain_blocks = if state.is_plain { plain_blocks + 1 } else { 0 };
            if state.end < BLOCK || (state.is_dense && is_for_dense(&src[at - BLOCK + state.cut()..])) {
                break;
            }
        }
        // The unit that the last block cut is left unread: an escape, or a sequence, of which three bytes of four have
        // written the high surrogate.
        let cut = state.cut();
        if cut < state.end {
            let written = (state.kept & !first_bits(cut)).count_ones() as usize;
            return Progress { read: at - (state.end - cut), written: units - written };
        }
        let end = boundary(src, at);
        Progress { read: end, written: units - (at - end == 3) as usize }
    }
}

/// State that a block leaves for the next one.
struct Carry<V: CodeUnits> {
    before: Utf8Carry<V>,
    /// How many bytes of the block count: all, except in the last block.
    end: usize,
    /// Which lanes were written.
    kept: u64,
    /// Whether the block is ASCII without an escape.
    is_plain: bool,
    /// Whether [`DenseEscapes`](super::dense_escapes::DenseEscapes) is faster on text as in the block.
    is_dense: bool,
    /// Which backslashes of the block escape.
    escape: u64,
    unicode: UnicodeCarry<V>,
}

impl<V: CodeUnits> Carry<V> {
    #[inline(always)]
    fn between_units(v: V) -> Self {
        let before = Utf8Carry::nothing(v);
        Carry {
            before,
            end: BLOCK,
            kept: 0,
            is_plain: true,
            is_dense: false,
            escape: 0,
            unicode: UnicodeCarry::none(v),
        }
    }

    /// Whether no character and no escape reaches over the end of the block.
    #[inline(always)]
    fn is_closed(&self) -> bool {
        self.escape >> 63 == 0 && !self.before.open && !self.unicode.is_open()
    }

    /// The first byte of the escape that reaches over the end of the block; the end of the block if none does.
    #[inline(always)]
    fn cut(&self) -> usize {
        let cut = self.unicode.cut(self.end).expect("no block is taken whose escape begins before it");
        let backslash = self.end > 0 && self.escape >> (self.end - 1) & 1 != 0;
        if backslash { cut.min(self.end - 1) } else { cut }
    }
}

/// Unescapes the block at the beginning of `rest`; returns how many code units it becomes. Returns `None`, and does
/// nothing, if a block cannot express it or there is too little room.
#[inline(always)]
fn block<V: CodeUnits>(
    v: V,
    classes: &Classes<V>,
    rest: &[u8],
    state: &mut Carry<V>,
    room: &mut [u8],
) -> Option<usize> {
    let (bytes, here) = (v.load_part(rest), first_bits(rest.len()));
    let Escapes { escape, escaped } = escapes(v.equal(bytes, b'\\') & here, state.escape >> 63);
    let quotes = v.equal(bytes, b'"') & !escaped;
    let text = here & (quotes.wrapping_sub(1) & !quotes);
    if v.below(bytes, 0x20) & text != 0 {
        return None;
    }
    let (escape, escaped) = (escape & text, escaped & text);
    let end = text.trailing_ones() as usize;
    let non_ascii = v.high_bits(bytes) != 0;
    if !(non_ascii || state.before.open || escape | escaped != 0 || state.unicode.is_open()) {
        v.write_widened(bytes, end, room)?;
        state.unicode.close();
        (state.before, state.end, state.kept, state.escape) = (Utf8Carry::ascii(bytes), end, text, 0);
        (state.is_plain, state.is_dense) = (true, false);
        return Some(end);
    }
    let mut units = if non_ascii || state.before.open {
        spread(v, &classes.utf8, bytes, &state.before)?
    } else {
        BlockCodeUnits { low: bytes, high: v.splat(0), kept: u64::MAX, before: Utf8Carry::ascii(bytes) }
    };
    units.before.open = non_ascii;
    units.kept &= text & !escape;
    let letters = escaped & v.equal(bytes, b'u');
    let short = escaped & !letters;
    if short != 0 {
        units.low = v.blend(short, classes.decoded_letters(v, bytes, short)?, units.low);
    }
    let mut unicode = None;
    if letters != 0 || state.unicode.is_open() {
        let decoded = state.unicode.decode(v, bytes, letters, text, &mut units)?;
        // An escape that the end of the string cuts may have begun in the block before.
        if end < BLOCK && (state.unicode.cut(BLOCK + end) != Some(BLOCK + end) || decoded.cut(end).is_none()) {
            return None;
        }
        unicode = Some(decoded);
    }
    let written = v.write_kept_within(units.low, units.high, units.kept, room)?;
    state.is_dense = false;
    match unicode {
        Some(unicode) => {
            state.is_dense =
                v.code_unit_unspeller().is_some() && letters.count_ones() >= ENTER && unicode.high == 0 && !non_ascii;
            state.unicode = unicode;
        }
        None => state.unicode.close(),
    }
    (state.before, state.end, state.kept, state.escape) = (units.before, end, units.kept, escape);
    state.is_plain = false;
    Some(written)
}

/// State that a block with unicode escapes leaves for the next one. Only the highest bits of its masks matter.
#[derive(Clone, Copy)]
struct UnicodeCarry<V: CodeUnits> {
    /// The value of each hexadecimal digit, and that of each two as a byte, in the lane of the second.
    nibbles: V::Bytes,
    bytes: V::Bytes,
    /// The `u` of each escape.
    letters: u64,
    /// The last digits of high surrogates.
    high: u64,
}

impl<V: CodeUnits> UnicodeCarry<V> {
    #[inline(always)]
    fn none(v: V) -> Self {
        UnicodeCarry { nibbles: v.splat(0), bytes: v.splat(0), letters: 0, high: 0 }
    }

    /// Forgets all but the last block.
    #[inline(always)]
    fn close(&mut self) {
        (self.letters, self.high) = (0, 0);
    }

    /// Whether an escape or a pair of them reaches over the end of the block.
    #[inline(always)]
    fn is_open(&self) -> bool {
        self.letters >> (64 - 4) | self.high >> (64 - 6) != 0
    }

    /// The first byte of the escape or pair that reaches over the first `end` bytes of the block, or `end` itself;
    /// `None` if it begins before the block.
    #[inline(always)]
    fn cut(&self, end: usize) -> Option<usize> {
        let last = |mask: u64| 63 - mask.leading_zeros() as usize;
        if self.high != 0 && last(self.high) + 6 >= end {
            return last(self.high).checked_sub(5);
        }
        if self.letters != 0 && last(self.letters) + 4 >= end {
            return last(self.letters).checked_sub(1);
        }
        Some(end)
    }

    /// Decodes into `units` the escapes whose `u` is in `letters`, and those that the block before (`self`) has begun.
    /// `None` if something `here` is not a digit and should be, or if a surrogate is alone.
    #[inline(always)]
    fn decode(&self, v: V, source: V::Bytes, letters: u64, here: u64, units: &mut BlockCodeUnits<V>) -> Option<Self> {
        // One shift after another: the compiler would make four at once with vectors and then wait to take them apart.
        let carry = self.letters >> 60;
        let first = letters << 1 | carry >> 3;
        let second = first << 1 | carry >> 2 & 1;
        let third = second << 1 | carry >> 1 & 1;
        let fourth = third << 1 | carry & 1;
        let (nibbles, no_digits) = values(v, source);
        if (first | second | third | fourth) & here & no_digits != 0 {
            return None;
        }
        let previous = v.earlier::<1>(nibbles, self.nibbles);
        let bytes = v.or(v.look_up(v.table(&TIMES_16), previous), nibbles);
        let high_bytes = v.earlier::<2>(bytes, self.bytes);
        let kinds = v.and(high_bytes, v.splat(0xFC));
        let fourth_here = fourth & here;
        let (high, low) = (v.equal(kinds, 0xD8) & fourth_here, v.equal(kinds, 0xDC) & fourth_here);
        if (low ^ (high << 6 | self.high >> 58)) & here != 0 {
            return None;
        }
        units.low = v.blend(fourth, bytes, units.low);
        units.high = v.blend(fourth, high_bytes, units.high);
        units.kept &= !(letters | first | second | third);
        Some(UnicodeCarry { nibbles, bytes, letters, high })
    }
}
