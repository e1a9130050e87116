//! Numbers of a block, judged in masks.

use crate::vector::Vector;

/// What a block leaves for the next one: bits that say what its last byte is.
#[derive(Default)]
pub(super) struct Numbers {
    number: u64,
    digit: u64,
    /// A minus before the first digit.
    minus: u64,
    /// A zero that is the first digit.
    zero: u64,
    point: u64,
    exponent: u64,
    exponent_sign: u64,
    /// A digit of the fraction.
    fraction: bool,
    /// A digit of the exponent.
    exponent_digit: bool,
}

impl Numbers {
    /// Whether the numbers of the block after this one are right for certain, given its bytes that belong to numbers, those
    /// that begin a scalar, and those that are there; then it stands for that block.
    #[inline(always)]
    pub(super) fn judge<V: Vector>(&mut self, v: V, bytes: V::Bytes, number: u64, starts: u64, here: u64) -> bool {
        let digit = v.below(bytes, b'9' + 1) & !v.below(bytes, b'0') & number;
        let minus = v.equal(bytes, b'-') & number;
        let point = v.equal(bytes, b'.') & number;
        let zero = v.equal(bytes, b'0') & number;
        let other = number & !(digit | minus | point);
        let exponents = if other | self.exponent | self.exponent_sign | u64::from(self.exponent_digit) != 0 {
            match self.exponents(v, bytes, other, digit, minus) {
                Some(exponents) => exponents,
                None => return false,
            }
        } else {
            Exponents::default()
        };

        let first_minus = minus & starts;
        let after_minus = first_minus << 1 | self.minus;
        let after_point = point << 1 | self.point;
        let first_zero = zero & (starts | after_minus);
        // A scalar does not go on as a number behind a literal.
        let mut wrong = number & !(starts | number << 1 | self.number);
        wrong |= minus & !(first_minus | exponents.sign);
        wrong |= (point | exponents.letter) & !(digit << 1 | self.digit);
        wrong |= (after_minus | after_point | exponents.wants_digit) & !digit & here;
        wrong |= (first_zero << 1 | self.zero) & digit;
        let (behind_fraction, fraction) = carried(digit, after_point & digit, self.fraction);
        wrong |= (behind_fraction | exponents.behind) & point | exponents.behind & exponents.letter;
        *self = Numbers {
            number: number >> 63,
            digit: digit >> 63,
            minus: first_minus >> 63,
            zero: first_zero >> 63,
            point: point >> 63,
            exponent: exponents.letter >> 63,
            exponent_sign: exponents.sign >> 63,
            fraction,
            exponent_digit: exponents.digit_last,
        };
        wrong == 0
    }

    /// Sorts out exponents, which most numbers do not have.
    #[inline(always)]
    fn exponents<V: Vector>(&self, v: V, bytes: V::Bytes, other: u64, digit: u64, minus: u64) -> Option<Exponents> {
        let letter = v.equal(v.or(bytes, v.splat(0x20)), b'e') & other;
        let plus = v.equal(bytes, b'+') & other;
        let after_letter = letter << 1 | self.exponent;
        let sign = (minus | plus) & after_letter;
        let wants_digit = sign << 1 | self.exponent_sign | after_letter & !sign;
        if other & !(letter | plus) | plus & !sign != 0 {
            return None;
        }
        let (behind, digit_last) = carried(digit, wants_digit & digit, self.exponent_digit);
        Some(Exponents { letter, sign, wants_digit, behind, digit_last })
    }
}

/// The exponents of a block.
#[derive(Clone, Copy, Default)]
struct Exponents {
    /// `e` and `E`.
    letter: u64,
    sign: u64,
    /// Places where a digit must stand.
    wants_digit: u64,
    /// Places behind the last digit.
    behind: u64,
    /// Whether the last byte of the block is a digit of one.
    digit_last: bool,
}

/// The places behind those runs of `digit` that begin at a bit of `first`, or before the block where `carry` says so; and
/// whether such a run goes on into the next block.
///
/// A bit added to a run comes out behind it.
#[inline(always)]
fn carried(digit: u64, first: u64, carry: bool) -> (u64, bool) {
    let (sum, over) = digit.overflowing_add(first);
    let (sum, over_again) = sum.overflowing_add(u64::from(carry));
    (sum & !digit, over | over_again)
}
