//! Escapes of a block, judged in masks.

use crate::vector::{ByteSet, Vector};

/// Which backslashes escape, and which bytes they escape.
#[derive(Clone, Copy)]
pub(super) struct Escapes {
    pub(super) escape: u64,
    pub(super) escaped: u64,
}

/// Sorts the backslashes of a block; `carry` is 1 where the block before ended with one that escapes.
#[inline(always)]
pub(super) fn escapes(backslash: u64, carry: u64) -> Escapes {
    const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
    if backslash == 0 {
        return Escapes { escape: 0, escaped: carry };
    }
    // In a series of backslashes every second one escapes, beginning with the first that is not itself escaped. The
    // borrow of the subtraction runs to the end of the series and leaves the alternation.
    let potential = backslash & !carry;
    let alternation = ((potential << 1 | ODD).wrapping_sub(potential)) ^ ODD;
    Escapes { escape: alternation & backslash, escaped: alternation ^ (backslash | carry) }
}

/// What a block leaves for the next one, as the masks of the block.
#[derive(Clone, Copy, Default)]
pub(super) struct Strings {
    /// Backslashes that escape.
    escape: u64,
    /// The `u` of escapes.
    unicode: u64,
    /// First digits that are `d`, as every surrogate's is.
    surrogate: u64,
    /// Second digits of high surrogates.
    high: u64,
}

impl Strings {
    /// 1 where the next byte is escaped.
    #[inline(always)]
    pub(super) fn escaped(&self) -> u64 {
        self.escape >> 63
    }

    /// How many bytes at the end of a block of `len` bytes, or of that and the one `before`, belong to an escape or a pair
    /// of them that is not finished.
    pub(super) fn cut_len(&self, before: &Strings, len: usize) -> usize {
        let both = |first: u64, second: u64| (first as u128) | (second as u128) << 64;
        let end = 64 + len;
        // The first of the bits from `from` on begins `earlier` bytes before it what is not finished.
        let cut = |mask: u128, from: usize, earlier: usize| match mask >> from {
            0 => 0,
            left => end - (from + left.trailing_zeros() as usize) + earlier,
        };
        let escape = cut(both(before.escape, self.escape), end - 1, 0);
        let unicode = cut(both(before.unicode, self.unicode), end - 4, 1);
        escape.max(unicode).max(cut(both(before.high, self.high), end - 8, 3))
    }

    /// The masks of the block after this one; `None` where an escape may be wrong.
    #[inline(always)]
    pub(super) fn judge<V: Vector>(&self, v: V, bytes: V::Bytes, escapes: Escapes, lone: bool) -> Option<Strings> {
        let Escapes { escape, escaped } = escapes;
        if escaped | self.unicode == 0 {
            return Some(Strings { escape, ..Strings::default() });
        }
        let unicode = v.equal(bytes, b'u') & escaped;
        let short = v.nonzero(v.members(v.set(&LETTERS), bytes));
        let mut wrong = escaped & !(unicode | short);
        if unicode | self.unicode == 0 {
            return (wrong == 0).then_some(Strings { escape, ..Strings::default() });
        }
        let digits = later::<1>(unicode, self.unicode)
            | later::<2>(unicode, self.unicode)
            | later::<3>(unicode, self.unicode)
            | later::<4>(unicode, self.unicode);
        wrong |= digits & !v.nonzero(v.members(v.set(&DIGITS), bytes));
        if lone {
            return (wrong == 0).then_some(Strings { escape, unicode, ..Strings::default() });
        }
        let d = v.equal(v.or(bytes, v.splat(0x20)), b'd');
        let surrogate = later::<1>(unicode, self.unicode) & d;
        let second = later::<1>(surrogate, self.surrogate);
        let high = second & v.nonzero(v.members(v.set(&HIGH), bytes));
        let low = second & v.nonzero(v.members(v.set(&LOW), bytes));
        // After the second digit of a high surrogate: two digits, a backslash, `u`, `d`, the second digit of a low one.
        wrong |= later::<3>(high, self.high) & !escape;
        wrong |= later::<4>(high, self.high) & !unicode;
        wrong |= later::<5>(high, self.high) & !d;
        wrong |= later::<6>(high, self.high) ^ low;
        (wrong == 0).then_some(Strings { escape, unicode, surrogate, high })
    }
}

/// The bits `N` places later, with those of the mask before.
#[inline(always)]
fn later<const N: u32>(mask: u64, before: u64) -> u64 {
    mask << N | before >> (64 - N)
}

/// What may follow a backslash, `u` apart.
const LETTERS: ByteSet = ByteSet::new(b"\"/\\bfnrt", false);
const DIGITS: ByteSet = ByteSet::new(b"0123456789abcdefABCDEF", false);
/// Second digits of high and of low surrogates.
const HIGH: ByteSet = ByteSet::new(b"89abAB", false);
const LOW: ByteSet = ByteSet::new(b"cdefCDEF", false);
