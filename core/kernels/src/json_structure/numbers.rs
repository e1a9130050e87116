//! Numbers of a group of blocks, judged in masks.

use super::masks::Masks;
use crate::vector::Vector;

/// State that a group leaves for the next one: masks, of which the last bits count, and the part of a number to which a
/// run of digits belongs.
#[derive(Clone, Copy)]
pub(super) struct NumberCarry<V: Vector, M: Masks<V>> {
    digits: M::Bits,
    /// Minuses and points, after which a digit must follow.
    wanting: M::Bits,
    /// Minuses before the first digit.
    minus: M::Bits,
    /// Zeros that are the first digit.
    zeros: M::Bits,
    points: M::Bits,
    /// The last bytes of blocks, if they are digits of a fraction.
    fraction: M::Bits,
    /// The last byte of every block.
    last: M::Bits,
    exponents: Exponents,
}

/// Bytes of numbers in a group, outside strings and literals.
#[derive(Clone, Copy)]
pub(super) struct NumberMasks<V: Vector, M: Masks<V>> {
    /// The bytes of scalars.
    pub(super) numbers: M::Bits,
    /// The first bytes of scalars, literals too.
    pub(super) starts: M::Bits,
    pub(super) digits: M::Bits,
    pub(super) minus: M::Bits,
    pub(super) points: M::Bits,
    /// Zeros, in strings too.
    pub(super) zeros: M::Bits,
}

impl<V: Vector, M: Masks<V>> NumberCarry<V, M> {
    #[inline(always)]
    pub(super) fn new(v: V) -> Self {
        let none = M::splat(v, 0);
        let exponents = Exponents { letter: 0, sign: 0, digit: 0 };
        let mut last = M::NONE;
        (0..M::BLOCKS).for_each(|block| last.set(block, 1 << 63));
        NumberCarry {
            digits: none,
            wanting: none,
            minus: none,
            zeros: none,
            points: none,
            fraction: none,
            last: last.bits(v),
            exponents,
        }
    }

    /// Bytes around which a number of the group after this one may be wrong. Updates the state, also if the group has
    /// no such bytes.
    #[inline(always)]
    pub(super) fn judge(&mut self, v: V, blocks: &M::Blocks, found: NumberMasks<V, M>) -> M::Bits {
        let NumberMasks { numbers, starts, digits, minus, points, zeros } = found;
        let wanting = M::or(v, minus, points);
        let others = M::and_not(v, numbers, M::or(v, digits, wanting));
        let first_minus = M::and(v, minus, starts);
        let first_zeros = M::and(v, zeros, M::or(v, starts, M::later_bit(v, first_minus, self.minus)));
        let after_digit = M::later_bit(v, digits, self.digits);

        let mut wrong = M::and_not(v, M::later_bit(v, wanting, self.wanting), digits);
        wrong = M::or(v, wrong, M::and_not(v, points, after_digit));
        wrong = M::or(v, wrong, M::and(v, M::later_bit(v, first_zeros, self.zeros), digits));
        wrong = M::or(v, wrong, self.later_points(v, digits, points));
        let mut later_minus = M::and_not(v, minus, first_minus);
        // Few texts have exponents.
        if self.exponents.is_open() || M::any(v, others) {
            let exponents = self.exponents.judge(v, blocks, found, others);
            later_minus = M::and_not(v, later_minus, exponents.signs.bits(v));
            wrong = M::or(v, wrong, M::and_not(v, exponents.letters.bits(v), after_digit));
            wrong = M::or(v, wrong, exponents.wrong.bits(v));
        }
        (self.digits, self.wanting, self.minus, self.zeros) = (digits, wanting, first_minus, first_zeros);
        M::or(v, wrong, later_minus)
    }

    /// Points that are not the first of their number.
    #[inline(always)]
    fn later_points(&mut self, v: V, digits: M::Bits, points: M::Bits) -> M::Bits {
        // A bit added to a run of digits comes out after it. If that is in the next block, the bit is added there and
        // no further: blocks of digits alone, after a point, count as wrong.
        let first = M::and(v, digits, M::later_bit(v, points, self.points));
        let sums = M::add_words(v, digits, first);
        let ends = M::and(v, M::and_not(v, digits, sums), self.last);
        let all = M::add_words(v, sums, M::later_bit(v, ends, self.fraction));
        self.fraction = ends;
        self.points = points;
        M::or(v, M::and(v, all, points), M::and(v, M::and_not(v, M::and(v, digits, sums), all), self.last))
    }
}

/// State of exponents that a block leaves; each is 1 if the last byte is of that kind.
#[derive(Clone, Copy)]
struct Exponents {
    letter: u64,
    sign: u64,
    digit: u64,
}

/// The exponents of a group.
struct ExponentMasks<M> {
    wrong: M,
    /// `e` and `E`.
    letters: M,
    signs: M,
}

impl Exponents {
    fn is_open(&self) -> bool {
        self.letter | self.sign | self.digit != 0
    }

    /// Finds the exponents of the group after this block, and updates the state.
    #[inline(always)]
    fn judge<V: Vector, M: Masks<V>>(
        &mut self,
        v: V,
        blocks: &M::Blocks,
        found: NumberMasks<V, M>,
        others: M::Bits,
    ) -> ExponentMasks<M> {
        let (digits, points) = (M::of(v, found.digits), M::of(v, found.points));
        let (minus, others) = (M::of(v, found.minus), M::of(v, others));
        let mut judged = ExponentMasks { wrong: M::NONE, letters: M::NONE, signs: M::NONE };
        for (block, bytes) in blocks.as_ref().iter().enumerate() {
            let bytes = v.load(bytes);
            let (digits, others) = (digits.get(block), others.get(block));
            let letters = v.equal(v.or(bytes, v.splat(0x20)), b'e') & others;
            let plus = v.equal(bytes, b'+') & others;
            let after_letter = letters << 1 | self.letter;
            let signs = (minus.get(block) | plus) & after_letter;
            let wants_digit = signs << 1 | self.sign | after_letter & !signs;
            let (behind, digit) = carried(digits, wants_digit & digits, self.digit);
            let wrong = others & !(letters | plus) | plus & !signs | wants_digit & !digits;
            judged.wrong.set(block, wrong | behind & (letters | points.get(block)));
            judged.letters.set(block, letters);
            judged.signs.set(block, signs);
            *self = Exponents { letter: letters >> 63, sign: signs >> 63, digit };
        }
        judged
    }
}

/// The bytes after those runs of `digits` that begin at a bit of `first`, or before the block if `carry` is 1, among
/// bytes that are no digits; and 1 if such a run continues in the next block.
///
/// A bit added to a run comes out after it.
#[inline(always)]
fn carried(digits: u64, first: u64, carry: u64) -> (u64, u64) {
    let (sum, over) = digits.overflowing_add(first);
    let (sum, over_again) = sum.overflowing_add(carry);
    (sum, u64::from(over | over_again))
}
