//! `\uXXXX` in a block: all of them at once, in place.
//!
//! The digits become nibbles in their own lanes. The bytes of UTF-8 are then made in the lanes of the last three digits,
//! each from its own nibble and the one before it; n1 to n4 are the digits:
//!
//! | lane | three bytes | two bytes | one byte | high surrogate | low surrogate |
//! |---|---|---|---|---|---|
//! | second digit | `1110` n1 | | | | |
//! | third digit | `10` n2, half of n3 | `110` n2, half of n3 | | `11110`, plane / 4 | `10`, n4 of the high one, n2 n3 |
//! | fourth digit | `10` half of n3, n4 | the same | n3 n4 | `10`, plane, n3 n4 | `10` half of n3, n4 |
//!
//! Nothing depends on a later lane, so an escape may begin in one block and end in the next: [`Unicode`] carries what
//! the next block has to know.

use crate::vector::{ByteSet, Vector};

/// What a block with unicode escapes tells the next one. Of the masks only the highest bits matter.
#[derive(Clone, Copy)]
pub(super) struct Unicode<V: Vector> {
    /// The value of each hexadecimal digit.
    nibbles: V::Bytes,
    /// Where the `u` of each escape is.
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
pub(super) struct Decoded<V: Vector> {
    pub(super) bytes: V::Bytes,
    /// Bytes that are no text: the `u` and the digits that are not needed.
    pub(super) dropped: u64,
    pub(super) state: Unicode<V>,
}

impl<V: Vector> Unicode<V> {
    #[inline(always)]
    pub(super) fn none(v: V) -> Self {
        Unicode { nibbles: v.splat(0), letters: 0, zeros: 0, thirteens: 0, below_800: 0, below_80: 0, high: 0, low: 0 }
    }

    /// Whether the block had no unicode escapes.
    #[inline(always)]
    pub(super) fn is_none(&self) -> bool {
        self.letters == 0
    }

    /// Whether an escape or a pair of them reaches over the end of the block.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.letters >> (64 - 4) | self.high >> (64 - 8) != 0
    }

    /// The first byte of the escape or pair that reaches over the first `end` bytes of the block, or `end` itself;
    /// `None` where it begins before the block.
    #[inline(always)]
    pub(super) fn cut(&self, end: usize) -> Option<usize> {
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
    /// a copy of `bytes` in which other escapes are decoded. `None` where something `here` is not a digit and should
    /// be, or where a surrogate is alone.
    #[inline(always)]
    pub(super) fn decode(
        &self,
        v: V,
        bytes: V::Bytes,
        decoded: V::Bytes,
        letters: u64,
        here: u64,
    ) -> Option<Decoded<V>> {
        let before = self;
        let [first, second, third, fourth] = [
            after::<1>(letters, before.letters),
            after::<2>(letters, before.letters),
            after::<3>(letters, before.letters),
            after::<4>(letters, before.letters),
        ];
        let digits = v.nonzero(v.members(v.set(&DIGITS), bytes));
        if (first | second | third | fourth) & here & !digits != 0 {
            return None;
        }
        // Letters have the high nibble 4 or 6, and their low nibble is nine too small.
        let own = v.saturating_add(v.and(bytes, v.splat(0x0F)), v.look_up_high(v.table(&NINE), bytes));
        let previous = v.earlier::<1>(own, before.nibbles);
        let (zeros, small, thirteens) = (v.equal(own, 0), v.below(own, 8), v.equal(own, 0xD));
        let zero_before = after::<1>(zeros, before.zeros);

        let below_800 = second & zero_before & small;
        let two_or_one = after::<1>(below_800, before.below_800);
        let below_80 = two_or_one & zero_before & small;
        let one = after::<1>(below_80, before.below_80);

        let middle = v.or(v.look_up_low(v.table(&TIMES_4), previous), v.look_up_low(v.table(&OVER_4), own));
        let last = v.or(v.look_up(v.table(&LOW_HALF_TIMES_16), previous), own);
        let whole = v.or(v.look_up(v.table(&TIMES_16), previous), own);
        let mut text = v.blend(second, v.or(previous, v.splat(0xE0)), decoded);
        text = v.blend(third, v.or(middle, v.splat(0x80)), text);
        text = v.blend(two_or_one, v.or(middle, v.splat(0xC0)), text);
        text = v.blend(fourth, v.or(last, v.splat(0x80)), text);
        text = v.blend(one, whole, text);
        let mut dropped = letters | first | below_800 | below_80;

        let surrogates = second & after::<1>(thirteens, before.thirteens) & !small;
        let (mut high, mut low) = (0, 0);
        if surrogates | before.high >> 56 != 0 {
            high = surrogates & v.below(own, 0xC);
            low = surrogates & !high;
            if (low ^ after::<6>(high, before.high)) & here != 0 {
                return None;
            }
            dropped |= surrogates;
            text = Pairs { own, middle }.put(v, text, high, low, before);
        }
        let state = Unicode { nibbles: own, letters, zeros, thirteens, below_800, below_80, high, low };
        Some(Decoded { bytes: text, dropped, state })
    }
}

/// What the bytes of surrogate pairs are made of.
struct Pairs<V: Vector> {
    own: V::Bytes,
    middle: V::Bytes,
}

impl<V: Vector> Pairs<V> {
    /// Puts the first three of the four bytes into `text`, where the fourth already is.
    #[inline(always)]
    fn put(&self, v: V, text: V::Bytes, high: u64, low: u64, before: &Unicode<V>) -> V::Bytes {
        let (third, fourth) = (after::<1>(high, before.high), after::<2>(high, before.high));
        let (low_third, nibble) = (after::<1>(low, before.low), v.splat(0x0F));
        // The plane is one more than what the surrogate has of it.
        let first = v.or(v.look_up_low(v.table(&LEADS), self.middle), v.splat(0xF0));
        let plane = v.and(v.saturating_add(self.middle, v.splat(0x10)), v.splat(0x3F));
        let of_high = v.look_up(v.table(&LOW_HALF_TIMES_16), v.earlier::<5>(self.own, before.nibbles));
        let low_middle = v.or(v.and(self.middle, nibble), of_high);
        let text = v.blend(third, first, text);
        let text = v.blend(fourth, v.or(plane, v.splat(0x80)), text);
        v.blend(low_third, v.or(low_middle, v.splat(0x80)), text)
    }
}

/// The bits of two neighbouring blocks, `N` places further on.
#[inline(always)]
fn after<const N: u32>(mask: u64, before: u64) -> u64 {
    mask << N | before >> (64 - N)
}

const DIGITS: ByteSet = ByteSet::new(b"0123456789abcdefABCDEF", false);
/// By high nibble: nine for the letters.
const NINE: [u8; 16] = [0, 0, 0, 0, 9, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0];

const TIMES_4: [u8; 16] = map_nibbles(0xF, 2);
const TIMES_16: [u8; 16] = map_nibbles(0xF, 4);
const LOW_HALF_TIMES_16: [u8; 16] = map_nibbles(0x3, 4);
const OVER_4: [u8; 16] = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];
/// By four bits of a high surrogate, the plane less one: what the first byte has of the plane.
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
