//! Numbers of a group of blocks, judged in masks.

use super::masks::{BLOCKS, Masks, and_not};
use crate::vector::{BLOCK, Vector};

/// State that a group leaves for the next one: masks, of which the last bits count, and the part of a number to which a
/// run of digits belongs.
#[derive(Clone, Copy)]
pub(super) struct Numbers<V: Vector> {
    digits: V::Bytes,
    /// Minuses and points, after which a digit must follow.
    wanting: V::Bytes,
    /// Minuses before the first digit.
    minus: V::Bytes,
    /// Zeros that are the first digit.
    zeros: V::Bytes,
    points: V::Bytes,
    /// The last bytes of blocks, if they are digits of a fraction.
    fraction: V::Bytes,
    /// The last byte of every block.
    last: V::Bytes,
    exponents: Exponents,
}

/// Bytes of numbers in a group, outside strings and literals.
#[derive(Clone, Copy)]
pub(super) struct Found<V: Vector> {
    /// The bytes of scalars.
    pub(super) numbers: V::Bytes,
    /// The first bytes of scalars, literals too.
    pub(super) starts: V::Bytes,
    pub(super) digits: V::Bytes,
    pub(super) minus: V::Bytes,
    pub(super) points: V::Bytes,
    /// Zeros, in strings too.
    pub(super) zeros: V::Bytes,
}

impl<V: Vector> Numbers<V> {
    #[inline(always)]
    pub(super) fn new(v: V) -> Self {
        let none = v.splat(0);
        let exponents = Exponents { letter: 0, sign: 0, digit: 0 };
        let mut last = Masks::NONE;
        (0..BLOCKS).for_each(|block| last.set(block, 1 << 63));
        Numbers {
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
    pub(super) fn judge(&mut self, v: V, bytes: &[u8; BLOCKS * BLOCK], found: Found<V>) -> V::Bytes {
        let Found { numbers, starts, digits, minus, points, zeros } = found;
        let wanting = v.or(minus, points);
        let others = and_not(v, numbers, v.or(digits, wanting));
        let first_minus = v.and(minus, starts);
        let first_zeros = v.and(zeros, v.or(starts, v.later_bit(first_minus, self.minus)));
        let after_digit = v.later_bit(digits, self.digits);

        let mut wrong = and_not(v, v.later_bit(wanting, self.wanting), digits);
        wrong = v.or(wrong, and_not(v, points, after_digit));
        wrong = v.or(wrong, v.and(v.later_bit(first_zeros, self.zeros), digits));
        wrong = v.or(wrong, self.later_points(v, digits, points));
        let mut later_minus = and_not(v, minus, first_minus);
        // Few texts have exponents.
        if self.exponents.is_open() || v.any(others) {
            let exponents = self.exponents.judge(v, bytes, found, others);
            later_minus = and_not(v, later_minus, exponents.signs.bits(v));
            wrong = v.or(wrong, and_not(v, exponents.letters.bits(v), after_digit));
            wrong = v.or(wrong, exponents.wrong.bits(v));
        }
        (self.digits, self.wanting, self.minus, self.zeros) = (digits, wanting, first_minus, first_zeros);
        v.or(wrong, later_minus)
    }

    /// Points that are not the first of their number.
    #[inline(always)]
    fn later_points(&mut self, v: V, digits: V::Bytes, points: V::Bytes) -> V::Bytes {
        // A bit added to a run of digits comes out after it. If that is in the next block, the bit is added there and
        // no further: blocks of digits alone, after a point, count as wrong.
        let first = v.and(digits, v.later_bit(points, self.points));
        let sums = v.add_words(digits, first);
        let ends = v.and(and_not(v, digits, sums), self.last);
        let all = v.add_words(sums, v.later_bit(ends, self.fraction));
        self.fraction = ends;
        self.points = points;
        v.or(v.and(all, points), v.and(and_not(v, v.and(digits, sums), all), self.last))
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
struct Judged {
    wrong: Masks,
    /// `e` and `E`.
    letters: Masks,
    signs: Masks,
}

impl Exponents {
    fn is_open(&self) -> bool {
        self.letter | self.sign | self.digit != 0
    }

    /// Finds the exponents of the group after this block, and updates the state.
    #[inline(always)]
    fn judge<V: Vector>(&mut self, v: V, bytes: &[u8; BLOCKS * BLOCK], found: Found<V>, others: V::Bytes) -> Judged {
        let (digits, points) = (Masks::of(v, found.digits), Masks::of(v, found.points));
        let (minus, others) = (Masks::of(v, found.minus), Masks::of(v, others));
        let mut judged = Judged { wrong: Masks::NONE, letters: Masks::NONE, signs: Masks::NONE };
        for (block, bytes) in bytes.as_chunks().0.iter().enumerate() {
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
