//! Escapes of a block, judged in masks.

use super::masks::Masks;
use crate::vector::{ByteSet, Vector};

/// Which backslashes escape, and which bytes they escape.
#[derive(Clone, Copy)]
pub(crate) struct Escapes {
    pub(crate) escape: u64,
    pub(crate) escaped: u64,
}

/// Finds the backslashes that escape in a block; `carry` is 1 if the block before ended with one.
#[inline(always)]
pub(crate) fn escapes(backslash: u64, carry: u64) -> Escapes {
    const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
    // In a series of backslashes every second one escapes, beginning with the first that is not itself escaped. The
    // borrow of the subtraction runs to the end of the series and leaves the alternation.
    let potential = backslash & !carry;
    let alternation = ((potential << 1 | ODD).wrapping_sub(potential)) ^ ODD;
    Escapes { escape: alternation & backslash, escaped: alternation ^ (backslash | carry) }
}

/// State of `\u` that a block leaves for the next one.
#[derive(Clone, Copy, Default)]
pub(super) struct UnicodeCarry {
    /// The `u` of escapes, as the mask of the block; the others are only right if there is one.
    letters: u64,
    /// First digits that are `d`, as every surrogate's is.
    surrogate: u64,
    /// Second digits of high surrogates.
    high: u64,
}

impl UnicodeCarry {
    /// Whether the next bytes may belong to an escape.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        // The last digit of a pair is ten places after its first `u`.
        self.letters >> 53 != 0
    }

    /// Bytes around which an escape of the group after this block may be wrong. Each bit of `letters` is the `u` of
    /// one, and each of `escapes` the backslash of any. Updates the state, also if there are none.
    #[inline(always)]
    pub(super) fn judge<V: Vector, M: Masks<V>>(
        &mut self,
        v: V,
        blocks: &M::Blocks,
        letters: M::Bits,
        escapes: &M,
        lone: bool,
    ) -> M::Bits {
        let letters = M::of(v, letters);
        let mut wrong = M::NONE;
        for (block, bytes) in blocks.as_ref().iter().enumerate() {
            let letters = letters.get(block);
            if letters | self.letters != 0 {
                wrong.set(block, self.judge_block(v, v.load(bytes), letters, escapes.get(block), lone));
            }
        }
        wrong.bits(v)
    }

    /// Bytes that may be wrong around the `u` of escapes.
    #[inline(always)]
    fn judge_block<V: Vector>(&mut self, v: V, bytes: V::Bytes, letters: u64, escape: u64, lone: bool) -> u64 {
        let before = *self;
        let first_digits = later::<1>(letters, before.letters);
        let digits = first_digits
            | later::<2>(letters, before.letters)
            | later::<3>(letters, before.letters)
            | later::<4>(letters, before.letters);
        let mut wrong = digits & !v.nonzero(v.members(v.set(&DIGITS), bytes));
        // Without a `u` in the block before, its other masks do not count.
        let (surrogates_before, high_before) =
            if before.letters == 0 { (0, 0) } else { (before.surrogate, before.high) };
        let d = v.equal(v.or(bytes, v.splat(0x20)), b'd');
        let surrogate = first_digits & d;
        let second = later::<1>(surrogate, surrogates_before);
        let high = second & v.nonzero(v.members(v.set(&HIGH), bytes));
        let low = second & v.nonzero(v.members(v.set(&LOW), bytes));
        if !lone {
            // After the second digit of a high surrogate: two digits, a backslash, `u`, `d`, the second digit of a low
            // one.
            wrong |= later::<3>(high, high_before) & !escape;
            wrong |= later::<4>(high, high_before) & !letters;
            wrong |= later::<5>(high, high_before) & !d;
            wrong |= later::<6>(high, high_before) ^ low;
        }
        (self.letters, self.surrogate, self.high) = (letters, surrogate, high);
        wrong
    }
}

/// How many bytes at the end of `src`, the text of which is right and ends inside a string, belong to an escape or a
/// pair of them that is not finished. `src` begins between units. Surrogates that may be `lone` wait for no pair.
pub(super) fn cut_len(src: &[u8], lone: bool) -> usize {
    // Both halves of a pair, without the last digit.
    const MOST: usize = 11;
    let escapes = |at: usize| {
        let run = src[..=at].iter().rev().take_while(|&&byte| byte == b'\\').count();
        run % 2 == 1
    };
    let cut = |at: &usize| match &src[*at..] {
        [b'\\'] | [b'\\', b'u'] | [b'\\', b'u', _] | [b'\\', b'u', _, _] | [b'\\', b'u', _, _, _] => true,
        [b'\\', b'u', b'd' | b'D', second, _, _, ..] if !lone => {
            matches!(second, b'8' | b'9' | b'a' | b'b' | b'A' | b'B')
        }
        _ => false,
    };
    let first = src.len().saturating_sub(MOST);
    (first..src.len()).find(|at| src[*at] == b'\\' && escapes(*at) && cut(at)).map_or(0, |at| src.len() - at)
}

/// The bits `N` places later, with those of the mask before.
#[inline(always)]
fn later<const N: u32>(mask: u64, before: u64) -> u64 {
    mask << N | before >> (64 - N)
}

/// The letters after a backslash, except `u`.
pub(super) const LETTERS: ByteSet = ByteSet::new(b"\"/\\bfnrt", false);
const DIGITS: ByteSet = ByteSet::new(b"0123456789abcdefABCDEF", false);
/// Second digits of high and of low surrogates.
const HIGH: ByteSet = ByteSet::new(b"89abAB", false);
const LOW: ByteSet = ByteSet::new(b"cdefCDEF", false);
