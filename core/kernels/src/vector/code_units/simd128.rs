//! WebAssembly with simd128: a block is four registers of 8 code units.

use super::CodeUnitLanes;
use super::groups::CodeUnitShifts;
use crate::vector::instructions::each_of_4 as each;
use crate::vector::{Register, Simd128};
use core::arch::wasm32::*;

impl CodeUnitLanes for Simd128 {
    const SATURATES: bool = true;

    #[inline(always)]
    fn splat_u16(self, unit: u16) -> [v128; 4] {
        [u16x8_splat(unit); 4]
    }

    #[inline(always)]
    fn code_units_with(self, units: [v128; 4], bits: u16, value: u16) -> u32 {
        let equal = self.equal_u16(self.and(units, self.splat_u16(bits)), self.splat_u16(value));
        // Packing reads code units as signed numbers, and would turn all bits into none.
        let one = self.and(equal, self.splat_u16(0x00FF));
        self.nonzero(self.narrow(one, self.splat(0))) as u32
    }

    #[inline(always)]
    fn narrow(self, low: [v128; 4], high: [v128; 4]) -> [v128; 4] {
        [
            u8x16_narrow_i16x8(low[0], low[1]),
            u8x16_narrow_i16x8(low[2], low[3]),
            u8x16_narrow_i16x8(high[0], high[1]),
            u8x16_narrow_i16x8(high[2], high[3]),
        ]
    }

    #[inline(always)]
    fn widen(self, bytes: [v128; 4]) -> [[v128; 4]; 2] {
        let low: [v128; 4] = each!(u16x8_extend_low_u8x16, bytes);
        let high: [v128; 4] = each!(u16x8_extend_high_u8x16, bytes);
        [[low[0], high[0], low[1], high[1]], [low[2], high[2], low[3], high[3]]]
    }
}

impl CodeUnitShifts for Simd128 {
    #[inline(always)]
    fn shift_left<const N: i32>(self, [a, b, c, d]: [v128; 4]) -> [v128; 4] {
        [u16x8_shl(a, N as u32), u16x8_shl(b, N as u32), u16x8_shl(c, N as u32), u16x8_shl(d, N as u32)]
    }

    #[inline(always)]
    fn shift_right<const N: i32>(self, [a, b, c, d]: [v128; 4]) -> [v128; 4] {
        [u16x8_shr(a, N as u32), u16x8_shr(b, N as u32), u16x8_shr(c, N as u32), u16x8_shr(d, N as u32)]
    }

    #[inline(always)]
    fn add_u16(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(u16x8_add, a, b)
    }

    #[inline(always)]
    fn equal_u16(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(u16x8_eq, a, b)
    }
}
