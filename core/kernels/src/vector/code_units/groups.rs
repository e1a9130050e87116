//! UTF-16 to UTF-8, and code units out of lanes, by shuffle tables, for tiers without an instruction that closes gaps.
//! Method: Lemire and Mula, "Transcoding billions of Unicode characters per second with SIMD instructions", 2022. A
//! surrogate is treated like a code unit of two bytes: the high one writes the first two of the four, the low one the
//! others. So no code unit has more than three bytes, and four of them choose one of 256 rows.

use super::{CodeUnitClasses, CodeUnitLanes, CodeUnits};
use crate::vector::shuffle::Shuffle;
use crate::vector::{BLOCK, partial};

/// Arithmetic on lanes of 16 bits. Every method must be `#[inline(always)]`.
pub(super) trait CodeUnitShifts: CodeUnitLanes {
    /// Each code unit shifted to the left by `N` bits.
    fn shift_left<const N: i32>(self, units: Self::Bytes) -> Self::Bytes;
    /// Each code unit shifted to the right by `N` bits.
    fn shift_right<const N: i32>(self, units: Self::Bytes) -> Self::Bytes;
    /// The sum of each two code units, modulo 65,536.
    fn add_u16(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// All bits of each code unit that is the same in both.
    fn equal_u16(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
}

impl<V: CodeUnitShifts + Shuffle> CodeUnits for V {
    #[inline(always)]
    fn store_prefix(self, bytes: V::Bytes, dst: &mut [u8]) {
        let mut block = [0; BLOCK];
        self.store(bytes, &mut block);
        partial::store_up_to_64(&block, dst);
    }

    #[inline(always)]
    fn write_short_code_units(self, units: V::Bytes, non_ascii: u32, len: usize, room: &mut [u8]) {
        write_short(self, units, non_ascii, len, room);
    }

    #[inline(always)]
    fn write_code_units<const PAIRS: bool>(
        self,
        units: V::Bytes,
        before: V::Bytes,
        _: CodeUnitClasses,
        len: usize,
        room: &mut [u8],
    ) {
        write::<V, PAIRS>(self, units, before, len, room);
    }

    #[inline(always)]
    fn write_kept(self, low: V::Bytes, high: V::Bytes, kept: u64, dst: &mut [u8; 2 * BLOCK]) -> usize {
        write_kept(self, low, high, kept, dst)
    }
}

/// All bits of each code unit that has `value` in its `bits`.
#[inline(always)]
fn with<V: CodeUnitShifts>(v: V, units: V::Bytes, bits: u16, value: u16) -> V::Bytes {
    v.equal_u16(v.and(units, v.splat_u16(bits)), v.splat_u16(value))
}

/// `a` in the bits that are set in `chosen`, `b` in the others.
#[inline(always)]
fn select<V: CodeUnitShifts>(v: V, chosen: V::Bytes, a: V::Bytes, b: V::Bytes) -> V::Bytes {
    v.xor(b, v.and(chosen, v.xor(a, b)))
}

/// Six bits from bit 6 on in the low byte of each code unit, six bits from bit 0 on in its high byte, and the bits of
/// `tags`.
#[inline(always)]
fn two_bytes<V: CodeUnitShifts>(v: V, units: V::Bytes, tags: V::Bytes) -> V::Bytes {
    let low = v.and(v.shift_right::<6>(units), v.splat_u16(0x003F));
    let high = v.and(v.shift_left::<8>(units), v.splat_u16(0x3F00));
    v.or(v.or(low, high), tags)
}

/// [`CodeUnits::write_short_code_units`] by table.
#[inline(always)]
fn write_short<V: CodeUnitShifts + Shuffle>(v: V, units: V::Bytes, non_ascii: u32, len: usize, room: &mut [u8]) {
    let ascii = with(v, units, 0xFF80, 0);
    let pairs = two_bytes(v, units, v.splat_u16(0x80C0));
    let mut block = [0; BLOCK];
    v.store(select(v, ascii, v.shift_left::<8>(units), pairs), &mut block);
    let mut written = 0;
    for (group, from) in block.as_chunks::<16>().0.iter().zip((0..len).step_by(8)) {
        let wide = (non_ascii >> from) as u8;
        let row = &SHORT[wide as usize];
        let Some(to) = room.get_mut(written..) else { return };
        if let Some(to) = to.first_chunk_mut::<16>() {
            v.shuffle_16(v.load_16(group), row, to);
        } else {
            let mut rest = [0; 16];
            v.shuffle_16(v.load_16(group), row, &mut rest);
            partial::store_up_to_16(&rest, to);
        }
        written += 8 + wide.count_ones() as usize;
    }
}

/// [`CodeUnits::write_code_units`] by table.
#[inline(always)]
fn write<V: CodeUnitShifts + Shuffle, const PAIRS: bool>(
    v: V,
    units: V::Bytes,
    before: V::Bytes,
    len: usize,
    room: &mut [u8],
) {
    let ascii = with(v, units, 0xFF80, 0);
    let mut short = with(v, units, 0xF800, 0);
    // The lead of two bytes has one bit more than a continuation.
    let mut tags = v.or(v.splat_u16(0x8080), v.and(short, v.splat_u16(0x0040)));
    let mut codes = units;
    if PAIRS {
        let high = with(v, units, 0xFC00, 0xD800);
        let low = with(v, units, 0xFC00, 0xDC00);
        codes = select(v, high, high_code(v, units), select(v, low, low_code(v, units, before), units));
        tags = v.or(tags, v.and(high, v.splat_u16(0x0070)));
        short = v.or(short, v.or(high, low));
    }
    let last = select(v, ascii, v.shift_left::<8>(units), two_bytes(v, codes, tags));
    let leads = v.or(v.shift_right::<12>(units), v.splat_u16(0x00E0));
    // Two bits for each code unit: no lead byte, and only the last byte.
    let unused = v.or(v.and(short, v.splat_u16(0x00FF)), v.and(ascii, v.splat_u16(0xFF00)));
    let used = !v.high_bits(unused);
    let (mut first, mut second) = ([0; BLOCK], [0; BLOCK]);
    v.store(leads, &mut first);
    v.store(last, &mut second);
    let mut written = 0;
    let groups = first.as_chunks::<8>().0.iter().zip(second.as_chunks::<8>().0);
    for ((leads, last), from) in groups.zip((0..len).step_by(4)) {
        let used = (used >> (2 * from)) as u8;
        let row = &LONG[used as usize];
        let Some(to) = room.get_mut(written..) else { return };
        if let Some(to) = to.first_chunk_mut::<16>() {
            v.shuffle_16(v.interleave_u16(leads, last), row, to);
        } else {
            let mut rest = [0; 16];
            v.shuffle_16(v.interleave_u16(leads, last), row, &mut rest);
            partial::store_up_to_16(&rest, to);
        }
        written += 4 + used.count_ones() as usize;
    }
}

/// [`CodeUnits::write_kept`] by table.
#[inline(always)]
fn write_kept<V: CodeUnitShifts + Shuffle>(
    v: V,
    low: V::Bytes,
    high: V::Bytes,
    kept: u64,
    dst: &mut [u8; 2 * BLOCK],
) -> usize {
    let (low, high) = (v.widen(low), v.widen(high));
    let mut blocks = [0; 2 * BLOCK];
    for ((block, low), high) in blocks.as_chunks_mut().0.iter_mut().zip(low).zip(high) {
        v.store(v.or(low, v.shift_left::<8>(high)), block);
    }
    let mut units = 0;
    for (group, from) in blocks.as_chunks::<16>().0.iter().zip((0..BLOCK).step_by(8)) {
        let kept = (kept >> from) as u8;
        // Before group g at most 16 g bytes are written, so this slice is always there.
        let Some(to) = dst.get_mut(2 * units..).and_then(|rest| rest.first_chunk_mut::<16>()) else { break };
        v.shuffle_16(v.load_16(group), &KEPT[kept as usize], to);
        units += kept.count_ones() as usize;
    }
    units
}

/// The code of two bytes that a high surrogate writes: the upper eight of the lower eighteen bits of its code point.
#[inline(always)]
fn high_code<V: CodeUnitShifts>(v: V, units: V::Bytes) -> V::Bytes {
    // Adding 0x40 is adding the 0x10000 that a pair leaves out.
    let sum = v.add_u16(units, v.splat_u16(0x0040));
    v.and(v.shift_right::<2>(sum), v.splat_u16(0x01FF))
}

/// The code of twelve bits that a low surrogate writes: two bits of the code unit before, and its own ten.
#[inline(always)]
fn low_code<V: CodeUnitShifts>(v: V, units: V::Bytes, before: V::Bytes) -> V::Bytes {
    let carried = v.and(v.shift_left::<10>(v.earlier::<2>(units, before)), v.splat_u16(0x0C00));
    v.or(v.and(units, v.splat_u16(0x03FF)), carried)
}

/// For each set of code units with two bytes among eight: the shuffle that leaves out the first byte of the others. 4
/// KiB.
static SHORT: [[u8; 16]; 256] = {
    let mut rows = [[0x80; 16]; 256];
    let mut wide = 0;
    while wide < 256 {
        let (mut unit, mut to) = (0, 0);
        while unit < 8 {
            if wide >> unit & 1 == 1 {
                rows[wide][to] = 2 * unit as u8;
                to += 1;
            }
            rows[wide][to] = 2 * unit as u8 + 1;
            to += 1;
            unit += 1;
        }
        wide += 1;
    }
    rows
};

/// For each set of kept code units among eight: the shuffle that closes the gaps between them. 4 KiB.
static KEPT: [[u8; 16]; 256] = {
    let mut rows = [[0x80; 16]; 256];
    let mut kept = 0;
    while kept < 256 {
        let (mut unit, mut to) = (0, 0);
        while unit < 8 {
            if kept >> unit & 1 == 1 {
                rows[kept][to] = 2 * unit as u8;
                rows[kept][to + 1] = 2 * unit as u8 + 1;
                to += 2;
            }
            unit += 1;
        }
        kept += 1;
    }
    rows
};

/// For each set of used bytes among four code units, two bits a code unit: its lead, the byte before its last. 4 KiB.
static LONG: [[u8; 16]; 256] = {
    let mut rows = [[0x80; 16]; 256];
    let mut used = 0;
    while used < 256 {
        let (mut unit, mut to) = (0, 0);
        while unit < 4 {
            if used >> (2 * unit) & 1 == 1 {
                rows[used][to] = 4 * unit as u8;
                to += 1;
            }
            if used >> (2 * unit + 1) & 1 == 1 {
                rows[used][to] = 4 * unit as u8 + 2;
                to += 1;
            }
            rows[used][to] = 4 * unit as u8 + 3;
            to += 1;
            unit += 1;
        }
        used += 1;
    }
    rows
};
