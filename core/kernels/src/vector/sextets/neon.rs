//! Base64 on NEON.

use super::Sextets;
use crate::vector::block::Block;
use crate::vector::instructions::{cpu, each_of_4 as each};
use crate::vector::{BLOCK, Base64Tables, Neon, Register};
use core::arch::aarch64::*;

impl Sextets for Neon {
    #[inline(always)]
    fn sextets(self, tables: &Base64Tables, bytes: [uint8x16_t; 4]) -> ([uint8x16_t; 4], [uint8x16_t; 4]) {
        let groups = self.look_up_high(self.table(&tables.to_number), bytes);
        let last = self.splat(tables.last);
        let last_shift = self.and(each!(vceqq_u8, bytes, last), self.splat(tables.last_shift));
        let shifts = each!(vaddq_u8, groups, last_shift);
        (each!(vaddq_u8, bytes, shifts), self.members(self.set(&tables.others), bytes))
    }

    #[inline(always)]
    fn pack_sextets(self, sextets: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let (mut from, mut to) = ([0; BLOCK], [0; BLOCK]);
        self.store(sextets, &mut from);
        cpu! {
            let uint8x16x4_t(a, b, c, d) = vld4q_u8(from.as_ptr());
            let first = vorrq_u8(vshlq_n_u8::<2>(a), vshrq_n_u8::<4>(b));
            let second = vorrq_u8(vshlq_n_u8::<4>(b), vshrq_n_u8::<2>(c));
            let third = vorrq_u8(vshlq_n_u8::<6>(c), d);
            vst3q_u8(to.as_mut_ptr(), uint8x16x3_t(first, second, third));
        }
        self.load(&to)
    }

    #[inline(always)]
    fn split_sextets(self, bytes: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let (mut from, mut to) = ([0; BLOCK], [0; BLOCK]);
        self.store(bytes, &mut from);
        cpu! {
            let low = vdupq_n_u8(0x3F);
            let uint8x16x3_t(a, b, c) = vld3q_u8(from.as_ptr());
            let second = vandq_u8(vorrq_u8(vshlq_n_u8::<4>(a), vshrq_n_u8::<4>(b)), low);
            let third = vandq_u8(vorrq_u8(vshlq_n_u8::<2>(b), vshrq_n_u8::<6>(c)), low);
            vst4q_u8(to.as_mut_ptr(), uint8x16x4_t(vshrq_n_u8::<2>(a), second, third, vandq_u8(c, low)));
        }
        self.load(&to)
    }

    #[inline(always)]
    fn symbols(self, tables: &Base64Tables, sextets: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        // All 64 symbols are one table here.
        let table = self.load(&tables.symbols);
        each!(look_up_64, [table; 4], sextets)
    }
}

/// The entry of `table` for each of the numbers, which are below 64.
///
/// # Safety
/// The processor has NEON.
#[inline(always)]
unsafe fn look_up_64([a, b, c, d]: [uint8x16_t; 4], numbers: uint8x16_t) -> uint8x16_t {
    #[cfg(not(miri))]
    // SAFETY: promised by the caller.
    return unsafe { vqtbl4q_u8(uint8x16x4_t(a, b, c, d), numbers) };
    // Miri does not know that instruction. Each of these gives zero for a number beyond its own table.
    #[cfg(miri)]
    // SAFETY: promised by the caller.
    unsafe {
        let part = |table, from| vqtbl1q_u8(table, vsubq_u8(numbers, vdupq_n_u8(from)));
        vorrq_u8(vorrq_u8(part(a, 0), part(b, 16)), vorrq_u8(part(c, 32), part(d, 48)))
    }
}
