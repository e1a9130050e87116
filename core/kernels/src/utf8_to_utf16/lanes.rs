//! A block of UTF-8 as code units, each in the lane of the last byte that it needs.
//!
//! The low byte of a code unit is made of that byte and the one before it, the high byte of the one and two before. Of
//! four bytes b1 to b4, the third lane gets the high surrogate and the fourth the low one:
//!
//! | | high byte | low byte |
//! |---|---|---|
//! | one byte | | the byte |
//! | last of two or three | four bits of the first of three, four of the one before | two bits of it, six of its own |
//! | third of four | `110110`, the plane less one / 4 | the plane less one, six bits of b2 and b3 |
//! | fourth of four | `110111`, two bits of b3 | two bits of b3, six of b4 |

use crate::utf8_validate::Tables;
use crate::vector::Vector;

/// State that a block leaves for the next one.
#[derive(Clone, Copy)]
pub(crate) struct Utf8Carry<V: Vector> {
    pub(crate) bytes: V::Bytes,
    /// Whether the bytes may end inside a sequence.
    pub(crate) open: bool,
    /// Which bytes lead sequences of three or four bytes, and which of four. Only the highest bits matter.
    tall: u64,
    four: u64,
}

impl<V: Vector> Utf8Carry<V> {
    /// Nothing, or whole characters.
    #[inline(always)]
    pub(crate) fn nothing(v: V) -> Self {
        Utf8Carry { bytes: v.splat(0), open: false, tall: 0, four: 0 }
    }

    /// A block of ASCII.
    #[inline(always)]
    pub(crate) fn ascii(bytes: V::Bytes) -> Self {
        Utf8Carry { bytes, open: false, tall: 0, four: 0 }
    }
}

/// Code units in the lanes of a block.
pub(crate) struct BlockCodeUnits<V: Vector> {
    pub(crate) low: V::Bytes,
    pub(crate) high: V::Bytes,
    /// Which lanes have one.
    pub(crate) kept: u64,
    pub(crate) before: Utf8Carry<V>,
}

/// Spreads a block; `None` if it is ill-formed. A sequence that its end cuts shows in the block after it.
#[inline(always)]
pub(crate) fn spread<V: Vector>(
    v: V,
    tables: &Tables<V>,
    bytes: V::Bytes,
    before: &Utf8Carry<V>,
) -> Option<BlockCodeUnits<V>> {
    let one = v.earlier::<1>(bytes, before.bytes);
    let two = v.earlier::<2>(bytes, before.bytes);
    let three = v.earlier::<3>(bytes, before.bytes);
    if v.any(tables.errors_after(v, bytes, [one, two, three])) {
        return None;
    }
    let (nibble, six_bits) = (v.splat(0x0F), v.splat(0x3F));
    let mut low = v.or(v.look_up_low(v.table(&TIMES_64), one), v.and(bytes, six_bits));
    let of_first = v.and(v.shift_up::<4>(v.saturating_sub(two, v.splat(0xE0))), v.splat(0xF0));
    let mut high = v.or(v.and(v.shift_down::<2>(one), nibble), of_first);
    let (lead, tall) = (!v.below(bytes, 0xC0), !v.below(bytes, 0xE0));
    let mut four = 0;
    if (tall | before.four >> 61) != 0 {
        four = !v.below(bytes, 0xF0);
        let (third, fourth) = (four << 2 | before.four >> 62, four << 3 | before.four >> 61);
        if third | fourth != 0 {
            let lead = v.saturating_sub(two, v.splat(0xF0 - 0xD7));
            let high_high = v.saturating_add(lead, v.look_up_high(v.table(&ABOVE_PLANE), one));
            let six = v.or(v.and(v.shift_up::<2>(one), v.splat(0x3C)), v.and(v.shift_down::<4>(bytes), v.splat(0x03)));
            let low_high = v.or(v.and(high, v.splat(0x03)), v.splat(0xDC));
            low = v.blend(third, v.or(v.look_up_high(v.table(&PLANE), one), six), low);
            high = v.blend(fourth, low_high, v.blend(third, high_high, high));
        }
    }
    Some(BlockCodeUnits {
        low: v.choose(bytes, low, bytes),
        high: v.choose(bytes, high, v.splat(0)),
        kept: !(lead | tall << 1 | before.tall >> 63),
        before: Utf8Carry { bytes, open: true, tall, four },
    })
}

/// The low two bits, in the low byte of a code unit.
const TIMES_64: [u8; 16] = {
    let mut table = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        table[nibble as usize] = (nibble & 3) << 6;
        nibble += 1;
    }
    table
};

/// For each high nibble of the second of four bytes: the low two bits of the plane less one, in the low byte of a high
/// surrogate; and one if the subtraction borrows nothing from the first byte.
const PLANE: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0xC0, 0x00, 0x40, 0x80, 0, 0, 0, 0];
const ABOVE_PLANE: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0];
