//! Base64 on AVX-512 with VBMI. Both alphabets and both orders are permutations of bytes.

use super::Sextets;
use crate::vector::block::Block;
use crate::vector::instructions::cpu;
use crate::vector::{Avx512, BLOCK, Base64Tables, Join, Register, first_bits};
use core::arch::x86_64::*;

impl Sextets for Avx512 {
    #[inline(always)]
    fn sextets(self, tables: &Base64Tables, bytes: __m512i) -> (__m512i, __m512i) {
        let halves = tables.numbers.as_chunks::<BLOCK>().0;
        cpu! {
            let numbers = _mm512_permutex2var_epi8(self.load(&halves[0]), bytes, self.load(&halves[1]));
            // The index has seven bits, so non-ASCII shows in the byte alone. (a | b) & c
            let wrong = _mm512_ternarylogic_epi32::<0xA8>(numbers, bytes, _mm512_set1_epi8(0x80_u8 as i8));
            (numbers, wrong)
        }
    }

    #[inline(always)]
    fn no_symbols(self, (numbers, wrong): (__m512i, __m512i), _: __m512i, bytes: __m512i) -> (u64, u64) {
        // The table marks white space by the bit below the highest: bytes | (numbers & !(numbers << 1))
        let unmarked = cpu! {
            _mm512_ternarylogic_epi32::<0xF4>(bytes, numbers, _mm512_add_epi8(numbers, numbers))
        };
        (self.high_bits(wrong), self.high_bits(unmarked))
    }

    #[inline(always)]
    fn pack_sextets(self, sextets: __m512i) -> __m512i {
        cpu! {
            let pairs = _mm512_maddubs_epi16(sextets, _mm512_set1_epi32(0x0140_0140));
            let groups = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0001_1000));
            _mm512_permutexvar_epi8(self.load(&PACKED), groups)
        }
    }

    #[inline(always)]
    fn split_sextets(self, bytes: __m512i) -> __m512i {
        cpu! {
            let groups = _mm512_permutexvar_epi8(self.load(&SPREAD), bytes);
            // The first bit of each of eight numbers in eight bytes; two bits above each remain.
            let begins = _mm512_set1_epi64(0x3036_242A_1016_040A);
            _mm512_multishift_epi64_epi8(begins, groups)
        }
    }

    #[inline(always)]
    fn symbols(self, tables: &Base64Tables, sextets: __m512i) -> __m512i {
        // The index has six bits, so those above them do not matter.
        cpu!(_mm512_permutexvar_epi8(sextets, self.load(&tables.symbols)))
    }

    #[inline(always)]
    fn joiner(self) -> Option<impl Join<Self>> {
        Some(self)
    }
}

impl Join<Self> for Avx512 {
    #[inline(always)]
    fn join(self, before: __m512i, held: usize, bytes: __m512i, kept: u64) -> [__m512i; 2] {
        let Some(rotation) = ROTATIONS.get(BLOCK - held % BLOCK..).and_then(|rotation| rotation.first_chunk()) else {
            unreachable!("a rotation is 64 of 128 places")
        };
        cpu! {
            // Rotated by `held` places, the bytes are in their final places, those without a place at the beginning.
            let close = _mm512_maskz_compress_epi8(kept, bytes);
            let rotated = _mm512_permutexvar_epi8(self.load(rotation), close);
            [_mm512_mask_blend_epi8(first_bits(held), rotated, before), rotated]
        }
    }
}

/// The three bytes of each group of four, the highest first.
const PACKED: [u8; BLOCK] = {
    let mut lanes = [0; BLOCK];
    let mut lane = 0;
    while lane < 48 {
        lanes[lane] = (lane / 3 * 4 + 2 - lane % 3) as u8;
        lane += 1;
    }
    lanes
};

/// Three bytes in four lanes: second, first, third, second.
const SPREAD: [u8; BLOCK] = {
    let mut lanes = [0; BLOCK];
    let mut group = 0;
    while group < 16 {
        let from = 3 * group as u8;
        lanes[4 * group] = from + 1;
        lanes[4 * group + 1] = from;
        lanes[4 * group + 2] = from + 2;
        lanes[4 * group + 3] = from + 1;
        group += 1;
    }
    lanes
};

/// The places 0 to 63, twice.
const ROTATIONS: [u8; 2 * BLOCK] = {
    let mut places = [0; 2 * BLOCK];
    let mut place = 0;
    while place < 2 * BLOCK {
        places[place] = (place % BLOCK) as u8;
        place += 1;
    }
    places
};
