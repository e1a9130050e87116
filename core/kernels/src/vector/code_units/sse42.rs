//! SSE4.2: a block is four registers of 8 code units.

use super::groups::CodeUnitShifts;
use super::{CodeUnitLanes, spell};
use crate::vector::instructions::{cpu, each_of_4 as each};
use crate::vector::{Register, SpellCodeUnits, Sse42, WEAVE_ROOM};
use core::arch::x86_64::*;

impl CodeUnitLanes for Sse42 {
    const SATURATES: bool = true;

    #[inline(always)]
    fn splat_u16(self, unit: u16) -> [__m128i; 4] {
        cpu!([_mm_set1_epi16(unit as i16); 4])
    }

    #[inline(always)]
    fn code_units_with(self, units: [__m128i; 4], bits: u16, value: u16) -> u32 {
        let equal = self.equal_u16(self.and(units, self.splat_u16(bits)), self.splat_u16(value));
        cpu! {
            let low = _mm_movemask_epi8(_mm_packs_epi16(equal[0], equal[1]));
            let high = _mm_movemask_epi8(_mm_packs_epi16(equal[2], equal[3]));
            low as u32 | (high as u32) << 16
        }
    }

    #[inline(always)]
    fn narrow(self, low: [__m128i; 4], high: [__m128i; 4]) -> [__m128i; 4] {
        cpu!([
            _mm_packus_epi16(low[0], low[1]),
            _mm_packus_epi16(low[2], low[3]),
            _mm_packus_epi16(high[0], high[1]),
            _mm_packus_epi16(high[2], high[3]),
        ])
    }

    #[inline(always)]
    fn widen(self, bytes: [__m128i; 4]) -> [[__m128i; 4]; 2] {
        let low: [__m128i; 4] = each!(_mm_cvtepu8_epi16, bytes);
        let high: [__m128i; 4] = each!(_mm_unpackhi_epi8, bytes, self.splat(0));
        [[low[0], high[0], low[1], high[1]], [low[2], high[2], low[3], high[3]]]
    }

    #[inline(always)]
    fn code_unit_speller(self) -> Option<impl SpellCodeUnits<Self>> {
        Some(self)
    }
}

impl SpellCodeUnits<Self> for Sse42 {
    #[inline(always)]
    fn spell(self, units: [__m128i; 4], spelled: u64, digits: &[u8; 16], dst: &mut [u8; WEAVE_ROOM]) {
        spell::spell_xmm(self, units, spelled, digits, dst);
    }
}

impl CodeUnitShifts for Sse42 {
    #[inline(always)]
    fn shift_left<const N: i32>(self, units: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_slli_epi16::<N>, units)
    }

    #[inline(always)]
    fn shift_right<const N: i32>(self, units: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_srli_epi16::<N>, units)
    }

    #[inline(always)]
    fn add_u16(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_add_epi16, a, b)
    }

    #[inline(always)]
    fn equal_u16(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_cmpeq_epi16, a, b)
    }
}
