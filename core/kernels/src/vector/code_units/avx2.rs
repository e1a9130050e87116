//! AVX2: a block is two registers of 16 code units.

use super::groups::CodeUnitShifts;
use super::{CodeUnitLanes, spell, unspell};
use crate::vector::instructions::{cpu, each_of_2 as each};
use crate::vector::{Avx2, EIGHT_CODE_UNITS, EIGHT_ESCAPES, Register, SpellCodeUnits, UnspellCodeUnits, WEAVE_ROOM};
use core::arch::x86_64::*;

impl CodeUnitLanes for Avx2 {
    const SATURATES: bool = true;

    #[inline(always)]
    fn splat_u16(self, unit: u16) -> [__m256i; 2] {
        cpu!([_mm256_set1_epi16(unit as i16); 2])
    }

    #[inline(always)]
    fn code_units_with(self, units: [__m256i; 2], bits: u16, value: u16) -> u32 {
        let equal = self.equal_u16(self.and(units, self.splat_u16(bits)), self.splat_u16(value));
        cpu! {
            let packed = _mm256_packs_epi16(equal[0], equal[1]);
            _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed)) as u32
        }
    }

    #[inline(always)]
    fn narrow(self, low: [__m256i; 2], high: [__m256i; 2]) -> [__m256i; 2] {
        // Packing works within lanes of 16, so their halves come out of order.
        cpu!([
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low[0], low[1])),
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(high[0], high[1])),
        ])
    }

    #[inline(always)]
    fn widen(self, bytes: [__m256i; 2]) -> [[__m256i; 2]; 2] {
        cpu!([
            [
                _mm256_cvtepu8_epi16(_mm256_castsi256_si128(bytes[0])),
                _mm256_cvtepu8_epi16(_mm256_extracti128_si256::<1>(bytes[0])),
            ],
            [
                _mm256_cvtepu8_epi16(_mm256_castsi256_si128(bytes[1])),
                _mm256_cvtepu8_epi16(_mm256_extracti128_si256::<1>(bytes[1])),
            ],
        ])
    }

    #[inline(always)]
    fn code_unit_speller(self) -> Option<impl SpellCodeUnits<Self>> {
        Some(self)
    }

    #[inline(always)]
    fn code_unit_unspeller(self) -> Option<impl UnspellCodeUnits> {
        Some(self)
    }
}

impl SpellCodeUnits<Self> for Avx2 {
    #[inline(always)]
    fn spell(self, units: [__m256i; 2], spelled: u64, digits: &[u8; 16], dst: &mut [u8; WEAVE_ROOM]) {
        spell::spell_ymm(self, units, spelled, digits, dst);
    }
}

impl UnspellCodeUnits for Avx2 {
    #[inline(always)]
    fn unspell(self, src: &[u8; EIGHT_ESCAPES], dst: &mut [u8; EIGHT_CODE_UNITS]) -> u32 {
        unspell::unspell_ymm(self, src, dst)
    }
}

impl CodeUnitShifts for Avx2 {
    #[inline(always)]
    fn shift_left<const N: i32>(self, units: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_slli_epi16::<N>, units)
    }

    #[inline(always)]
    fn shift_right<const N: i32>(self, units: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_srli_epi16::<N>, units)
    }

    #[inline(always)]
    fn add_u16(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_add_epi16, a, b)
    }

    #[inline(always)]
    fn equal_u16(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_cmpeq_epi16, a, b)
    }
}
