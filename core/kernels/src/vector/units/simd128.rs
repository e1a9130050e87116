//! WebAssembly with simd128: a block is four registers of 8 units.

use super::groups::{self, Lanes};
use super::{UnitClasses, Units};
use crate::vector::instructions::each_of_4 as each;
use crate::vector::simd128::{put, register};
use crate::vector::{BLOCK, Register, Simd128, Vector, partial};
use core::arch::wasm32::*;

impl Units for Simd128 {
    const SATURATES: bool = true;

    #[inline(always)]
    fn store_prefix(self, bytes: [v128; 4], dst: &mut [u8]) {
        let mut block = [0; BLOCK];
        self.store(bytes, &mut block);
        partial::store_up_to_64(&block, dst);
    }

    #[inline(always)]
    fn splat_unit(self, unit: u16) -> [v128; 4] {
        [u16x8_splat(unit); 4]
    }

    #[inline(always)]
    fn units_with(self, units: [v128; 4], bits: u16, value: u16) -> u32 {
        let equal = self.equal_units(self.and(units, self.splat_unit(bits)), self.splat_unit(value));
        // Packing takes units as signed numbers, so all bits would become none.
        let one = self.and(equal, self.splat_unit(0x00FF));
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

    #[inline(always)]
    fn write_short_units(self, units: [v128; 4], non_ascii: u32, len: usize, room: &mut [u8]) {
        groups::write_short(self, units, non_ascii, len, room);
    }

    #[inline(always)]
    fn write_units<const PAIRS: bool>(
        self,
        units: [v128; 4],
        before: [v128; 4],
        _: UnitClasses,
        len: usize,
        room: &mut [u8],
    ) {
        groups::write::<Self, PAIRS>(self, units, before, len, room);
    }

    #[inline(always)]
    fn write_kept(self, low: [v128; 4], high: [v128; 4], kept: u64, dst: &mut [u8; 2 * BLOCK]) -> usize {
        groups::write_kept(self, low, high, kept, dst)
    }
}

impl Lanes for Simd128 {
    #[inline(always)]
    fn shift_left<const N: i32>(self, [a, b, c, d]: [v128; 4]) -> [v128; 4] {
        [u16x8_shl(a, N as u32), u16x8_shl(b, N as u32), u16x8_shl(c, N as u32), u16x8_shl(d, N as u32)]
    }

    #[inline(always)]
    fn shift_right<const N: i32>(self, [a, b, c, d]: [v128; 4]) -> [v128; 4] {
        [u16x8_shr(a, N as u32), u16x8_shr(b, N as u32), u16x8_shr(c, N as u32), u16x8_shr(d, N as u32)]
    }

    #[inline(always)]
    fn add_units(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(u16x8_add, a, b)
    }

    #[inline(always)]
    fn equal_units(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(u16x8_eq, a, b)
    }

    #[inline(always)]
    fn shuffle_16(self, group: &[u8; 16], row: &[u8; 16], to: &mut [u8; 16]) {
        put(u8x16_swizzle(register(group), register(row)), to);
    }

    #[inline(always)]
    fn shuffle_interleaved(self, even: &[u8; 8], odd: &[u8; 8], row: &[u8; 16], to: &mut [u8; 16]) {
        let (even, odd) = (u64::from_le_bytes(*even), u64::from_le_bytes(*odd));
        let pairs = u16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(u64x2_splat(even), u64x2_splat(odd));
        put(u8x16_swizzle(pairs, register(row)), to);
    }
}
