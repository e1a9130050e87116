//! Two registers of 16 bytes, for short strings on SSE4.2: a block of four takes twice the instructions.

use super::byte_set::HIGH_NIBBLE;
use super::instructions::{cpu, each_of_2 as each};
use super::register::LAST_FINISHED;
use super::shuffle::Shuffle;
use super::{BLOCK, ByteSet, Register, groups};
use core::arch::x86_64::*;

/// 32 bytes on the tier `T`.
#[derive(Clone, Copy)]
pub(crate) struct Pair<T: HasQuarters>(pub(super) T);

/// Proof that the processor has SSE4.2 and SSSE3. Every method must be `#[inline(always)]`.
pub(crate) trait HasQuarters: Shuffle {
    /// The at most 16 bytes of `src` from `from` on, and zeros after them.
    fn quarter(self, src: &[u8], from: usize) -> __m128i;
}

impl<T: HasQuarters> Pair<T> {
    #[inline(always)]
    fn mask(self, bytes: [__m128i; 2]) -> u64 {
        let halves: [i32; 2] = each!(_mm_movemask_epi8, bytes);
        u64::from(halves[0] as u32 | (halves[1] as u32) << 16)
    }

    #[inline(always)]
    fn store(self, bytes: [__m128i; 2], dst: &mut [u8; 32]) {
        let (low, high) = dst.split_at_mut(16);
        cpu! {
            _mm_storeu_si128(low.as_mut_ptr().cast(), bytes[0]);
            _mm_storeu_si128(high.as_mut_ptr().cast(), bytes[1]);
        }
    }
}

impl<T: HasQuarters> Register for Pair<T> {
    type Bytes = [__m128i; 2];
    type Table = __m128i;
    type Set = (__m128i, __m128i);

    #[inline(always)]
    fn load_prefix(self, src: &[u8]) -> [__m128i; 2] {
        [self.0.quarter(src, 0), self.0.quarter(src, 16)]
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [__m128i; 2] {
        cpu!([_mm_set1_epi8(byte as i8); 2])
    }

    #[inline(always)]
    fn or(self, a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 2] {
        each!(_mm_or_si128, a, b)
    }

    #[inline(always)]
    fn and(self, a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 2] {
        each!(_mm_and_si128, a, b)
    }

    #[inline(always)]
    fn xor(self, a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 2] {
        each!(_mm_xor_si128, a, b)
    }

    #[inline(always)]
    fn saturating_add(self, a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 2] {
        each!(_mm_adds_epu8, a, b)
    }

    #[inline(always)]
    fn saturating_sub(self, a: [__m128i; 2], b: [__m128i; 2]) -> [__m128i; 2] {
        each!(_mm_subs_epu8, a, b)
    }

    #[inline(always)]
    fn earlier<const N: usize>(self, bytes: [__m128i; 2], before: [__m128i; 2]) -> [__m128i; 2] {
        let neighbours = [before[1], bytes[0]];
        match N {
            1 => each!(_mm_alignr_epi8::<15>, bytes, neighbours),
            2 => each!(_mm_alignr_epi8::<14>, bytes, neighbours),
            3 => each!(_mm_alignr_epi8::<13>, bytes, neighbours),
            _ => each!(_mm_alignr_epi8::<11>, bytes, neighbours),
        }
    }

    #[inline(always)]
    fn unfinished(self, bytes: [__m128i; 2]) -> [__m128i; 2] {
        let greatest = cpu!(_mm_loadu_si128(LAST_FINISHED[BLOCK - 16..].as_ptr().cast()));
        cpu!([_mm_setzero_si128(), _mm_subs_epu8(bytes[1], greatest)])
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> __m128i {
        cpu!(_mm_loadu_si128(table.as_ptr().cast()))
    }

    #[inline(always)]
    fn look_up(self, table: __m128i, bytes: [__m128i; 2]) -> [__m128i; 2] {
        each!(_mm_shuffle_epi8, [table; 2], bytes)
    }

    #[inline(always)]
    fn look_up_high(self, table: __m128i, bytes: [__m128i; 2]) -> [__m128i; 2] {
        let high = each!(_mm_srli_epi16::<4>, bytes);
        self.look_up(table, self.and(high, self.splat(0x0F)))
    }

    #[inline(always)]
    fn set(self, set: &ByteSet) -> (__m128i, __m128i) {
        (self.table(&set.by_nibble), self.table(&set.non_ascii))
    }

    #[inline(always)]
    fn members(self, (low, non_ascii): (__m128i, __m128i), bytes: [__m128i; 2]) -> [__m128i; 2] {
        let high = self.look_up_high(self.table(&HIGH_NIBBLE), bytes);
        self.or(self.and(self.look_up(low, bytes), high), self.and(bytes, [non_ascii; 2]))
    }

    #[inline(always)]
    fn any(self, bytes: [__m128i; 2]) -> bool {
        cpu! {
            let all = _mm_or_si128(bytes[0], bytes[1]);
            _mm_testz_si128(all, all) == 0
        }
    }

    #[inline(always)]
    fn nonzero(self, bytes: [__m128i; 2]) -> u64 {
        self.mask(each!(_mm_cmpeq_epi8, bytes, self.splat(0))) ^ 0xFFFF_FFFF
    }

    #[inline(always)]
    fn high_bits(self, bytes: [__m128i; 2]) -> u64 {
        self.mask(bytes)
    }

    #[inline(always)]
    fn expand(self, bytes: [__m128i; 2], marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize {
        self.expand_within(bytes, marked, len, dst).expect("dst has room")
    }

    #[inline(always)]
    fn expand_within(self, bytes: [__m128i; 2], marked: u64, len: usize, dst: &mut [u8]) -> Option<usize> {
        if marked == 0
            && let Some(dst) = dst.first_chunk_mut()
        {
            self.store(bytes, dst);
            return Some(len);
        }
        let mut text = [0; 32];
        self.store(bytes, &mut text);
        let groups = text.as_chunks().0;
        if let Some(dst) = dst.first_chunk_mut::<64>() {
            return Some(groups::expand_groups(self.0, groups, marked, len, dst));
        }
        let written = len + marked.count_ones() as usize;
        let dst = dst.get_mut(..written)?;
        let mut copy = [0; 64];
        groups::expand_groups(self.0, groups, marked, len, &mut copy);
        dst.copy_from_slice(&copy[..written]);
        Some(written)
    }
}
