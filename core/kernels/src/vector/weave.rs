//! Three lanes woven into one text by shuffle tables, for tiers without an instruction that compresses.
//!
//! Four bytes and their lanes make one register of sixteen: lane 0 of the four, lane 1, lane 2, and the text `u000`.
//! One table row then moves the bytes that count into order: a row for each of the counts 0 to 3 of four bytes, or, if
//! there are long escapes, for each of those of two. The last byte of a row is the number of bytes that count.

use super::block::{Block, Lanes, Vector};
use super::shuffle::Shuffle;
use super::{BLOCK, UNICODE_ROOM, WEAVE_ROOM, groups};

/// The registers of 16 bytes that are shuffled. Every method must be `#[inline(always)]`.
pub(super) trait Quads: Block + Shuffle {
    /// For each four bytes: lanes 0, 1 and 2 of them, and `u000`.
    fn quads(self, lanes: [Self::Bytes; 3]) -> [Self::Register16; 16];
    /// The bits of `low` and of `high`, four of each to a byte: those of `low` in its low half.
    #[inline(always)]
    fn nibbles(self, low: u32, high: u32) -> u64 {
        spread(low) | (spread(high) << 4)
    }
}

impl<V: Quads> Vector for V {
    #[inline(always)]
    fn compress(self, bytes: V::Bytes, kept: u64, dst: &mut [u8; BLOCK]) -> usize {
        groups::compress(self, bytes, kept, dst)
    }

    #[inline(always)]
    fn weave(self, lanes: Lanes<V>, len: usize, dst: &mut [u8; WEAVE_ROOM]) -> usize {
        weave(self, lanes, len, dst)
    }

    #[inline(always)]
    fn weave_long(self, lanes: Lanes<V>, long: u64, len: usize, dst: &mut [u8; UNICODE_ROOM]) -> usize {
        weave_long(self, lanes, long, len, dst)
    }
}

/// The first of each, then the second of each, and so on.
#[inline(always)]
pub(super) fn in_turn<Q: Copy>(a: [Q; 4], b: [Q; 4], c: [Q; 4], d: [Q; 4]) -> [Q; 16] {
    [a[0], b[0], c[0], d[0], a[1], b[1], c[1], d[1], a[2], b[2], c[2], d[2], a[3], b[3], c[3], d[3]]
}

/// Four of `bits` in each byte.
#[inline(always)]
fn spread(bits: u32) -> u64 {
    let mut spread = bits as u64;
    spread = (spread | (spread << 16)) & 0x0000_FFFF_0000_FFFF;
    spread = (spread | (spread << 8)) & 0x00FF_00FF_00FF_00FF;
    (spread | (spread << 4)) & 0x0F0F_0F0F_0F0F_0F0F
}

/// For each four bytes of each half of a block: the low bits of their counts, and above them the high bits.
#[inline(always)]
fn fours<V: Quads>(v: V, [one, two, three]: [u64; 3]) -> [u64; 2] {
    let low = one ^ two ^ three;
    [v.nibbles(low as u32, two as u32), v.nibbles((low >> 32) as u32, (two >> 32) as u32)]
}

/// [`Vector::weave`] by table.
#[inline(always)]
fn weave<V: Quads>(v: V, lanes: Lanes<V>, len: usize, dst: &mut [u8; WEAVE_ROOM]) -> usize {
    let quads = v.quads(lanes.bytes);
    let [low, high] = fours(v, lanes.counts);
    let mut written = weave_half(v, &quads.as_chunks().0[0], low, 0, dst);
    if len > BLOCK / 2 {
        written = weave_half(v, &quads.as_chunks().0[1], high, written, dst);
    }
    written
}

/// Weaves half a block from `written` on; returns the end of the output.
#[inline(always)]
fn weave_half<V: Quads>(
    v: V,
    quads: &[V::Register16; 8],
    fours: u64,
    written: usize,
    dst: &mut [u8; WEAVE_ROOM],
) -> usize {
    let ends = ends(fours);
    let mut from = written;
    for (place, quad) in quads.iter().enumerate() {
        // At most 12 bytes are written for a quad, so this slice is always there.
        let Some(to) = dst.get_mut(from..).and_then(|rest| rest.first_chunk_mut::<16>()) else { break };
        v.shuffle_16(*quad, &FOURS.0[(fours >> (8 * place)) as u8 as usize], to);
        from = written + (ends >> (8 * place)) as u8 as usize;
    }
    from
}

/// In each byte: how many bytes count up to there and in it.
#[inline(always)]
fn ends(fours: u64) -> u64 {
    let pairs = fours - ((fours >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let counts = (nibbles & 0x0F0F_0F0F_0F0F_0F0F) + 2 * ((nibbles >> 4) & 0x0F0F_0F0F_0F0F_0F0F);
    // Eight times 12 fit a byte.
    counts.wrapping_mul(0x0101_0101_0101_0101)
}

/// [`Vector::weave_long`] by table.
#[inline(always)]
fn weave_long<V: Quads>(v: V, lanes: Lanes<V>, long: u64, len: usize, dst: &mut [u8; UNICODE_ROOM]) -> usize {
    let quads = v.quads(lanes.bytes);
    let fours = fours(v, lanes.counts).map(u64::to_le_bytes);
    let mut written = 0;
    for (quad, (four, from)) in quads.iter().zip(fours.as_flattened().iter().zip((0..len).step_by(4))) {
        let long = (long >> from) as usize;
        for (half, rows) in TWOS.0.iter().enumerate() {
            let [low, high] = [four >> (2 * half), four >> (4 + 2 * half)];
            let row = &rows[((low & 3) | ((high & 3) << 2)) as usize | (((long >> (2 * half)) & 3) << 4)];
            // Before pair p at most 12 p bytes are written, so this slice is always there.
            let Some(to) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<16>()) else { break };
            v.shuffle_16(*quad, row, to);
            written += row[15] as usize;
        }
    }
    written
}

/// Appends to `row` the output of the byte at `place` of four.
const fn extend(mut row: [u8; 16], place: u8, count: u8, long: bool) -> [u8; 16] {
    // A long one is a backslash, `u00`, and two digits.
    let sources: [u8; 6] =
        if long { [place, 12, 13, 13, 4 + place, 8 + place] } else { [place, 4 + place, 8 + place, 0, 0, 0] };
    let count = if long { 6 } else { count };
    let mut i = 0;
    while i < count {
        row[row[15] as usize] = sources[i as usize];
        row[15] += 1;
        i += 1;
    }
    row
}

/// Rows that are aligned as registers are.
#[repr(align(16))]
struct AlignedRows<T>(T);

/// For each set of four counts, their low bits below their high bits: the shuffle, and how many bytes count. 4 KiB.
static FOURS: AlignedRows<[[u8; 16]; 256]> = {
    let mut rows = [[0; 16]; 256];
    let mut four = 0;
    while four < 256 {
        let mut place = 0;
        while place < 4 {
            let count = (((four >> place) & 1) | (((four >> (4 + place)) & 1) << 1)) as u8;
            rows[four] = extend(rows[four], place as u8, count, false);
            place += 1;
        }
        four += 1;
    }
    AlignedRows(rows)
};

/// For each set of two counts, their low bits below their high bits, and above them which of the two are long: the
/// shuffle of the first two of four bytes and that of the last two. 2 KiB.
static TWOS: AlignedRows<[[[u8; 16]; 64]; 2]> = {
    let mut rows = [[[0; 16]; 64]; 2];
    let mut half = 0;
    while half < 2 {
        let mut two = 0;
        while two < 64 {
            let mut place = 0;
            while place < 2 {
                let count = (((two >> place) & 1) | (((two >> (2 + place)) & 1) << 1)) as u8;
                let long = (two >> (4 + place)) & 1 == 1;
                rows[half][two] = extend(rows[half][two], (2 * half + place) as u8, count, long);
                place += 1;
            }
            two += 1;
        }
        half += 1;
    }
    AlignedRows(rows)
};
