//! Base64 on WebAssembly with simd128.

use super::Sextets;
use crate::vector::instructions::each_of_4 as each;
use crate::vector::{Base64Tables, Register, Simd128};
use core::arch::wasm32::*;

impl Sextets for Simd128 {
    #[inline(always)]
    fn sextets(self, tables: &Base64Tables, bytes: [v128; 4]) -> ([v128; 4], [v128; 4]) {
        let groups = self.look_up_high(self.table(&tables.to_number), bytes);
        let last = self.splat(tables.last);
        let last_shift = self.and(each!(u8x16_eq, bytes, last), self.splat(tables.last_shift));
        let shifts = each!(u8x16_add, groups, last_shift);
        (each!(u8x16_add, bytes, shifts), self.members(self.set(&tables.others), bytes))
    }

    #[inline(always)]
    fn pack_sextets(self, sextets: [v128; 4]) -> [v128; 4] {
        let [a, b, c, d] = each!(packed, sextets);
        [
            u8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19>(a, b),
            u8x16_shuffle::<4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23>(b, c),
            u8x16_shuffle::<8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27>(c, d),
            d,
        ]
    }

    #[inline(always)]
    fn split_sextets(self, [a, b, c, _]: [v128; 4]) -> [v128; 4] {
        // Twelve bytes that count in each sixteen.
        let quarters = [
            a,
            u8x16_shuffle::<12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27>(a, b),
            u8x16_shuffle::<8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23>(b, c),
            u8x16_shuffle::<4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 15, 15, 15>(c, c),
        ];
        each!(split, quarters)
    }

    #[inline(always)]
    fn symbols(self, tables: &Base64Tables, sextets: [v128; 4]) -> [v128; 4] {
        let limit = self.splat(26);
        let first = self.and(each!(u8x16_lt, sextets, limit), self.splat(13));
        let groups = self.or(self.saturating_sub(sextets, self.splat(51)), first);
        let shifts = self.look_up(self.table(&tables.to_symbol), groups);
        each!(u8x16_add, sextets, shifts)
    }
}

/// Twelve bytes from sixteen numbers, and four zeros.
#[inline(always)]
fn packed(sextets: v128) -> v128 {
    // There is no product of bytes, so the pairs are made by shifts.
    let pairs = v128_or(u16x8_shl(v128_and(sextets, u16x8_splat(0x3F)), 6), u16x8_shr(sextets, 8));
    let groups = i32x4_dot_i16x8(pairs, u32x4_splat(0x0001_1000));
    u8x16_shuffle::<2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 16, 16, 16, 16>(groups, u8x16_splat(0))
}

/// Sixteen numbers from twelve bytes.
#[inline(always)]
fn split(bytes: v128) -> v128 {
    let bytes = u8x16_shuffle::<1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10>(bytes, bytes);
    // Each 32 bits have two times two numbers; each is masked and shifted to its byte.
    let first = u32x4_shr(v128_and(bytes, u32x4_splat(0x0000_FC00)), 10);
    let second = u32x4_shl(v128_and(bytes, u32x4_splat(0x0000_03F0)), 4);
    let third = u32x4_shr(v128_and(bytes, u32x4_splat(0x0FC0_0000)), 6);
    let fourth = u32x4_shl(v128_and(bytes, u32x4_splat(0x003F_0000)), 8);
    v128_or(v128_or(first, second), v128_or(third, fourth))
}
