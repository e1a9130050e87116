//! `\uXXXX` in a block: all of them at once, in place.
//!
//! The digits become nibbles in their own lanes. The one to three bytes of UTF-8 are then made in the lanes of the last
//! three digits, each from its own nibble and the one before it:
//!
//! | lane | nibbles | three bytes | two bytes | one byte |
//! |---|---|---|---|---|
//! | second digit | 1, 2 | `1110` n1 | dropped | dropped |
//! | third digit | 2, 3 | `10` n2 and half of n3 | `110` n2 and half of n3 | dropped |
//! | fourth digit | 3, 4 | `10` half of n3 and n4 | the same | n3 n4 |

use crate::vector::{ByteSet, Vector, first_bits};

/// A block whose unicode escapes are decoded.
pub(super) struct Decoded<V: Vector> {
    pub(super) bytes: V::Bytes,
    /// Bytes that are no text: the `u` and the digits that are not needed.
    pub(super) dropped: u64,
    /// How many bytes of the block are done: all that were asked for, or those before an escape that the end cuts.
    pub(super) end: usize,
}

/// Decodes the escapes whose `u` is in `escapes`, in `decoded`, a copy of `bytes` in which other escapes are decoded.
/// `None` where there is a surrogate or something other than a digit, or where nothing comes before a cut escape.
#[inline(always)]
pub(super) fn decode<V: Vector>(
    v: V,
    bytes: V::Bytes,
    decoded: V::Bytes,
    escapes: u64,
    end: usize,
) -> Option<Decoded<V>> {
    let cut = escapes & !first_bits(end.saturating_sub(4));
    let end = if cut == 0 { end } else { (cut.trailing_zeros() as usize).checked_sub(1).filter(|&end| end > 0)? };
    let escapes = escapes & first_bits(end);
    let digits = v.members(v.set(&DIGITS), bytes);
    let wanted = escapes << 1 | escapes << 2 | escapes << 3 | escapes << 4;
    if wanted & !v.nonzero(digits) != 0 {
        return None;
    }
    // Letters have the high nibble 4 or 6, and their low nibble is nine too small.
    let own = v.saturating_add(v.and(bytes, v.splat(0x0F)), v.look_up_high(v.table(&NINE), bytes));
    let previous = v.earlier::<1>(own, v.splat(0));

    let (zero, small) = (v.equal(own, 0), v.below(own, 8));
    if escapes & v.equal(own, 0xD) >> 1 & !(small >> 2) != 0 {
        return None;
    }
    let two_or_one = escapes & zero >> 1 & small >> 2;
    let one = two_or_one & zero >> 2 & small >> 3;
    let three = escapes & !two_or_one;
    let two = two_or_one & !one;

    let middle = v.or(v.look_up_low(v.table(&TIMES_4), previous), v.look_up_low(v.table(&OVER_4), own));
    let last = v.or(v.look_up(v.table(&LOW_HALF_TIMES_16), previous), own);
    let whole = v.or(v.look_up(v.table(&TIMES_16), previous), own);
    let mut text = v.blend(three << 2, v.or(previous, v.splat(0xE0)), decoded);
    text = v.blend(three << 3, v.or(middle, v.splat(0x80)), text);
    text = v.blend(two << 3, v.or(middle, v.splat(0xC0)), text);
    text = v.blend((three | two) << 4, v.or(last, v.splat(0x80)), text);
    text = v.blend(one << 4, whole, text);
    let dropped = escapes | escapes << 1 | two_or_one << 2 | one << 3;
    Some(Decoded { bytes: text, dropped, end })
}

const DIGITS: ByteSet = ByteSet::new(b"0123456789abcdefABCDEF", false);
/// By high nibble: nine for the letters.
const NINE: [u8; 16] = [0, 0, 0, 0, 9, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0];

const TIMES_4: [u8; 16] = map_nibbles(0xF, 2);
const TIMES_16: [u8; 16] = map_nibbles(0xF, 4);
const LOW_HALF_TIMES_16: [u8; 16] = map_nibbles(0x3, 4);
const OVER_4: [u8; 16] = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];

const fn map_nibbles(mask: u8, shift: u8) -> [u8; 16] {
    let mut map = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        map[nibble as usize] = (nibble & mask) << shift;
        nibble += 1;
    }
    map
}
