//! Shuffle tables that expand or compress eight bytes at a time, for tiers without instructions for it.
//!
//! One table has 256 rows, one for each set of marks; a row is a shuffle of sixteen bytes in which index 8 stands for
//! the first byte after the group.

use super::{BLOCK, first_bits};
use core::arch::x86_64::*;

/// [`Vector::expand`](super::Vector::expand) by table.
///
/// # Safety
///
/// The processor must have SSSE3.
#[inline(always)]
pub(super) unsafe fn expand(block: &[u8; BLOCK], marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize {
    let mut written = 0;
    for (group, from) in block.chunks_exact(8).zip((0..len).step_by(8)) {
        let marked = (marked >> from) as u8;
        // Before group g at most 16 g bytes are written, so this slice is always there.
        let Some(to) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<16>()) else { break };
        // SAFETY: the caller has SSSE3; the addresses are those of 8 and 16 bytes in slices.
        unsafe {
            let bytes = _mm_loadl_epi64(group.as_ptr().cast());
            let bytes = _mm_unpacklo_epi64(bytes, _mm_set1_epi8(b'\\' as i8));
            let row = _mm_loadu_si128(EXPAND[marked as usize].as_ptr().cast());
            _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_shuffle_epi8(bytes, row));
        }
        written += 8 + marked.count_ones() as usize;
    }
    len + (marked & first_bits(len)).count_ones() as usize
}

/// [`Vector::compress`](super::Vector::compress) by table.
///
/// # Safety
///
/// The processor must have SSSE3.
#[inline(always)]
pub(super) unsafe fn compress(block: &[u8; BLOCK], kept: u64, dst: &mut [u8; BLOCK]) -> usize {
    let mut written = 0;
    for (group, from) in block.chunks_exact(8).zip((0..BLOCK).step_by(8)) {
        let kept = (kept >> from) as u8;
        // Before group g at most 8 g bytes are written, so this slice is always there.
        let Some(to) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<8>()) else { break };
        // SAFETY: the caller has SSSE3; the addresses are those of 8 bytes in slices.
        unsafe {
            let bytes = _mm_loadl_epi64(group.as_ptr().cast());
            let row = _mm_loadl_epi64(COMPRESS[kept as usize].as_ptr().cast());
            _mm_storel_epi64(to.as_mut_ptr().cast(), _mm_shuffle_epi8(bytes, row));
        }
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
