//! Three lanes woven into one text by shuffle tables, for tiers without an instruction that compresses.
//!
//! Four bytes and what stands in their lanes make one register of sixteen: lane 0 of the four, lane 1, lane 2, and the
//! text `u000`. One table row then puts what counts in order: a row for each of the counts 0 to 3 of four bytes, or,
//! where escapes of six bytes are among them, for each of the counts 0 to 7 of two. The last byte of a row is the
//! number of bytes that count.

use super::{BLOCK, UNICODE_ROOM, Vector, WEAVE_ROOM};

/// Shuffles of sixteen bytes. Every method must be `#[inline(always)]`, as those of [`Vector`].
pub(super) trait Quads: Vector {
    /// For each four bytes: lanes 0, 1 and 2 of them, and `u000`.
    fn quads(self, lanes: [Self::Bytes; 3]) -> [[u8; 16]; 16];
    /// For each four bytes: their four counts of two bits, the first lowest.
    fn fours(self, counts: Self::Bytes) -> [u8; 16];
    /// Writes, for each of the sixteen indices of `row`, the byte of `quad` that its low four bits name.
    fn shuffle_16(self, quad: &[u8; 16], row: &[u8; 16], to: &mut [u8; 16]);
}

/// [`Vector::weave`] by table.
#[inline(always)]
pub(super) fn weave<V: Quads>(
    v: V,
    lanes: [V::Bytes; 3],
    counts: V::Bytes,
    len: usize,
    dst: &mut [u8; WEAVE_ROOM],
) -> usize {
    let (quads, fours) = (v.quads(lanes), v.fours(counts));
    let mut written = 0;
    for (quad, four) in quads.iter().zip(fours).take(len.div_ceil(4)) {
        let row = &FOURS[four as usize];
        // Before quad q at most 12 q bytes are written, so this slice is always there.
        let Some(to) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<16>()) else { break };
        v.shuffle_16(quad, row, to);
        written += row[15] as usize;
    }
    written
}

/// [`Vector::weave_long`] by table.
#[inline(always)]
pub(super) fn weave_long<V: Quads>(
    v: V,
    lanes: [V::Bytes; 3],
    counts: V::Bytes,
    len: usize,
    dst: &mut [u8; UNICODE_ROOM],
) -> usize {
    let quads = v.quads(lanes);
    let mut each = [0; BLOCK];
    v.store(counts, &mut each);
    let mut written = 0;
    for (quad, counts) in quads.iter().zip(each.as_chunks::<4>().0).take(len.div_ceil(4)) {
        for (rows, two) in TWOS.iter().zip(counts.as_chunks::<2>().0) {
            let row = &rows[((two[0] & 7) | ((two[1] & 7) << 3)) as usize];
            // Before pair p at most 12 p bytes are written, so this slice is always there.
            let Some(to) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<16>()) else { break };
            v.shuffle_16(quad, row, to);
            written += row[15] as usize;
        }
    }
    written
}

/// Puts at the end of `row` what the byte at `place` of four contributes where it counts for `count`.
const fn extend(mut row: [u8; 16], place: u8, count: u8) -> [u8; 16] {
    // Six are a backslash, `u00`, and two digits.
    let sources: [u8; 6] =
        if count == 6 { [place, 12, 13, 13, 4 + place, 8 + place] } else { [place, 4 + place, 8 + place, 0, 0, 0] };
    let mut i = 0;
    while i < count && count != 4 && count != 5 && count != 7 {
        row[row[15] as usize] = sources[i as usize];
        row[15] += 1;
        i += 1;
    }
    row
}

/// For each set of four counts: the shuffle, and how many bytes count. 4 KiB.
static FOURS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut four = 0;
    while four < 256 {
        let mut place = 0;
        while place < 4 {
            rows[four] = extend(rows[four], place, (four >> (2 * place)) as u8 & 3);
            place += 1;
        }
        four += 1;
    }
    rows
};

/// For each set of two counts, those of the first two of four bytes and those of the last two. 2 KiB.
static TWOS: [[[u8; 16]; 64]; 2] = {
    let mut rows = [[[0; 16]; 64]; 2];
    let mut half = 0;
    while half < 2 {
        let mut two = 0;
        while two < 64 {
            let first = 2 * half as u8;
            rows[half][two] = extend(extend(rows[half][two], first, two as u8 & 7), first + 1, two as u8 >> 3);
            two += 1;
        }
        half += 1;
    }
    rows
};
