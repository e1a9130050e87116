//! Shuffle tables that expand or compress eight bytes at a time, for tiers without instructions for it.
//!
//! One table has 256 rows, one for each set of marks; a row is a shuffle of sixteen bytes. Index 8 means the first byte
//! after the group.

use super::BLOCK;
use super::block::Block;
use super::shuffle::Shuffle;

/// [`Vector::expand`] by table.
#[inline(always)]
pub(super) fn expand<V: Block + Shuffle>(
    v: V,
    bytes: V::Bytes,
    marked: u64,
    len: usize,
    dst: &mut [u8; 2 * BLOCK],
) -> usize {
    if marked == 0
        && let Some(dst) = dst.first_chunk_mut::<BLOCK>()
    {
        v.store(bytes, dst);
        return len;
    }
    let mut block = [0; BLOCK];
    v.store(bytes, &mut block);
    expand_groups(v, block.as_chunks().0, marked, len, dst)
}

/// As [`expand`], of `groups` of eight bytes. `dst` must have twice their room.
#[inline(always)]
pub(super) fn expand_groups<V: Shuffle>(v: V, groups: &[[u8; 8]], marked: u64, len: usize, dst: &mut [u8]) -> usize {
    let mut written = 0;
    for (group, from) in groups.iter().zip((0..len).step_by(8)) {
        let marked = (marked >> from) as u8;
        // Before group g at most 16 g bytes are written, so this slice is always there.
        let Some(to) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<16>()) else { break };
        v.shuffle_16(v.with_backslashes(group), &EXPAND[marked as usize], to);
        written += 8 + marked.count_ones() as usize;
    }
    len + marked.count_ones() as usize
}

/// [`Vector::compress`] by table.
#[inline(always)]
pub(super) fn compress<V: Block + Shuffle>(v: V, bytes: V::Bytes, kept: u64, dst: &mut [u8; BLOCK]) -> usize {
    let mut block = [0; BLOCK];
    v.store(bytes, &mut block);
    let mut written = 0;
    for (group, from) in block.as_chunks::<8>().0.iter().zip((0..BLOCK).step_by(8)) {
        let kept = (kept >> from) as u8;
        // Before group g at most 8 g bytes are written, so this slice is always there.
        let Some(to) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<8>()) else { break };
        v.shuffle_8(group, &COMPRESS[kept as usize], to);
        written += kept.count_ones() as usize;
    }
    written
}

/// For each set of marked bytes: the shuffle that puts byte 8 before each of them. 4 KiB.
static EXPAND: [[u8; 16]; 256] = {
    let mut rows = [[0x80; 16]; 256];
    let mut marked = 0;
    while marked < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 8 {
            if marked >> from & 1 == 1 {
                rows[marked][to] = 8;
                to += 1;
            }
            rows[marked][to] = from as u8;
            to += 1;
            from += 1;
        }
        marked += 1;
    }
    rows
};

/// For each set of kept bytes: the shuffle that closes the gaps between them. 2 KiB.
static COMPRESS: [[u8; 8]; 256] = {
    let mut rows = [[0x80; 8]; 256];
    let mut kept = 0;
    while kept < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 8 {
            if kept >> from & 1 == 1 {
                rows[kept][to] = from as u8;
                to += 1;
            }
            from += 1;
        }
        kept += 1;
    }
    rows
};
