//! Base64 on AVX2.

use super::{PACKED, SPREAD, Sextets};
use crate::vector::instructions::{cpu, each_of_2 as each};
use crate::vector::{Avx2, Base64Tables, Register};
use core::arch::x86_64::*;

impl Sextets for Avx2 {
    #[inline(always)]
    fn sextets(self, tables: &Base64Tables, bytes: [__m256i; 2]) -> ([__m256i; 2], [__m256i; 2]) {
        let groups = self.look_up_high(self.table(&tables.to_number), bytes);
        let last = self.splat(tables.last);
        let last_shift = self.and(each!(_mm256_cmpeq_epi8, bytes, last), self.splat(tables.last_shift));
        let shifts = each!(_mm256_add_epi8, groups, last_shift);
        (each!(_mm256_add_epi8, bytes, shifts), self.members(self.set(&tables.others), bytes))
    }

    #[inline(always)]
    fn pack_sextets(self, sextets: [__m256i; 2]) -> [__m256i; 2] {
        let (of_two, of_four) = cpu!(([_mm256_set1_epi32(0x0140_0140); 2], [_mm256_set1_epi32(0x0001_1000); 2]));
        let pairs = each!(_mm256_maddubs_epi16, sextets, of_two);
        let groups = each!(_mm256_madd_epi16, pairs, of_four);
        // Twelve bytes and four zeros in each sixteen.
        let [low, high] = each!(_mm256_shuffle_epi8, groups, [self.table(&PACKED); 2]);
        cpu! {
            let low = _mm256_permutevar8x32_epi32(low, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
            let high = _mm256_permutevar8x32_epi32(high, _mm256_setr_epi32(2, 4, 5, 6, 3, 7, 0, 1));
            [_mm256_blend_epi32::<0b1100_0000>(low, high), high]
        }
    }

    #[inline(always)]
    fn split_sextets(self, bytes: [__m256i; 2]) -> [__m256i; 2] {
        // Twelve bytes that count in each sixteen.
        let (low, high);
        cpu! {
            let middle = _mm256_permute2x128_si256::<0x21>(bytes[0], bytes[1]);
            low = _mm256_permutevar8x32_epi32(bytes[0], _mm256_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6));
            high = _mm256_permutevar8x32_epi32(middle, _mm256_setr_epi32(2, 3, 4, 5, 5, 6, 7, 7));
        }
        let bytes = each!(_mm256_shuffle_epi8, [low, high], [self.table(&SPREAD); 2]);
        // In sixteen bits two numbers, each brought to its byte by a product: the first down, the second up.
        let (down, up) = cpu!(([_mm256_set1_epi32(0x0400_0040); 2], [_mm256_set1_epi32(0x0100_0010); 2]));
        let first = self.and(bytes, cpu!([_mm256_set1_epi32(0x0FC0_FC00); 2]));
        let second = self.and(bytes, cpu!([_mm256_set1_epi32(0x003F_03F0); 2]));
        self.or(each!(_mm256_mulhi_epu16, first, down), each!(_mm256_mullo_epi16, second, up))
    }

    #[inline(always)]
    fn symbols(self, tables: &Base64Tables, sextets: [__m256i; 2]) -> [__m256i; 2] {
        let limit = self.splat(26);
        let first = self.and(each!(_mm256_cmpgt_epi8, limit, sextets), self.splat(13));
        let groups = self.or(self.saturating_sub(sextets, self.splat(51)), first);
        let shifts = self.look_up(self.table(&tables.to_symbol), groups);
        each!(_mm256_add_epi8, sextets, shifts)
    }
}
