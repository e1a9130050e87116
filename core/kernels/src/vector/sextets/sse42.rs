//! Base64 on SSE4.2.

use super::{PACKED, SPREAD, Sextets};
use crate::vector::instructions::{cpu, each_of_4 as each};
use crate::vector::{Base64Tables, Register, Sse42};
use core::arch::x86_64::*;

impl Sextets for Sse42 {
    #[inline(always)]
    fn sextets(self, tables: &Base64Tables, bytes: [__m128i; 4]) -> ([__m128i; 4], [__m128i; 4]) {
        let groups = self.look_up_high(self.table(&tables.to_number), bytes);
        let last = self.splat(tables.last);
        let last_shift = self.and(each!(_mm_cmpeq_epi8, bytes, last), self.splat(tables.last_shift));
        let shifts = each!(_mm_add_epi8, groups, last_shift);
        (each!(_mm_add_epi8, bytes, shifts), self.members(self.set(&tables.others), bytes))
    }

    #[inline(always)]
    fn pack_sextets(self, sextets: [__m128i; 4]) -> [__m128i; 4] {
        let (of_two, of_four) = cpu!(([_mm_set1_epi32(0x0140_0140); 4], [_mm_set1_epi32(0x0001_1000); 4]));
        let pairs = each!(_mm_maddubs_epi16, sextets, of_two);
        let groups = each!(_mm_madd_epi16, pairs, of_four);
        // Twelve bytes and four zeros in each sixteen.
        let [a, b, c, d] = each!(_mm_shuffle_epi8, groups, [self.table(&PACKED); 4]);
        cpu!([
            _mm_or_si128(a, _mm_slli_si128::<12>(b)),
            _mm_or_si128(_mm_srli_si128::<4>(b), _mm_slli_si128::<8>(c)),
            _mm_or_si128(_mm_srli_si128::<8>(c), _mm_slli_si128::<4>(d)),
            d,
        ])
    }

    #[inline(always)]
    fn split_sextets(self, [a, b, c, _]: [__m128i; 4]) -> [__m128i; 4] {
        // Twelve bytes that count in each sixteen.
        let quarters = cpu!([a, _mm_alignr_epi8::<12>(b, a), _mm_alignr_epi8::<8>(c, b), _mm_srli_si128::<4>(c)]);
        let bytes = each!(_mm_shuffle_epi8, quarters, [self.table(&SPREAD); 4]);
        // In sixteen bits two numbers, each brought to its byte by a product: the first down, the second up.
        let (down, up) = cpu!(([_mm_set1_epi32(0x0400_0040); 4], [_mm_set1_epi32(0x0100_0010); 4]));
        let first = self.and(bytes, cpu!([_mm_set1_epi32(0x0FC0_FC00); 4]));
        let second = self.and(bytes, cpu!([_mm_set1_epi32(0x003F_03F0); 4]));
        self.or(each!(_mm_mulhi_epu16, first, down), each!(_mm_mullo_epi16, second, up))
    }

    #[inline(always)]
    fn symbols(self, tables: &Base64Tables, sextets: [__m128i; 4]) -> [__m128i; 4] {
        let limit = self.splat(26);
        let first = self.and(each!(_mm_cmpgt_epi8, limit, sextets), self.splat(13));
        let groups = self.or(self.saturating_sub(sextets, self.splat(51)), first);
        let shifts = self.look_up(self.table(&tables.to_symbol), groups);
        each!(_mm_add_epi8, sextets, shifts)
    }
}
