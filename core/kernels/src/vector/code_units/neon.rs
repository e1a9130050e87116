//! NEON: a block is four registers of 8 code units.

use super::CodeUnitLanes;
use super::groups::CodeUnitShifts;
use crate::vector::instructions::{cpu, each_of_4 as each};
use crate::vector::{Neon, Register};
use core::arch::aarch64::*;

impl CodeUnitLanes for Neon {
    const SATURATES: bool = false;

    #[inline(always)]
    fn splat_u16(self, unit: u16) -> [uint8x16_t; 4] {
        cpu!([vreinterpretq_u8_u16(vdupq_n_u16(unit)); 4])
    }

    #[inline(always)]
    fn code_units_with(self, units: [uint8x16_t; 4], bits: u16, value: u16) -> u32 {
        let equal = self.equal_u16(self.and(units, self.splat_u16(bits)), self.splat_u16(value));
        // One byte of each code unit is enough.
        self.nonzero(self.narrow(equal, self.splat(0))) as u32
    }

    #[inline(always)]
    fn narrow(self, low: [uint8x16_t; 4], high: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        cpu!([
            vuzp1q_u8(low[0], low[1]),
            vuzp1q_u8(low[2], low[3]),
            vuzp1q_u8(high[0], high[1]),
            vuzp1q_u8(high[2], high[3]),
        ])
    }

    #[inline(always)]
    fn widen(self, bytes: [uint8x16_t; 4]) -> [[uint8x16_t; 4]; 2] {
        let zero = self.splat(0);
        let low: [uint8x16_t; 4] = each!(vzip1q_u8, bytes, zero);
        let high: [uint8x16_t; 4] = each!(vzip2q_u8, bytes, zero);
        [[low[0], high[0], low[1], high[1]], [low[2], high[2], low[3], high[3]]]
    }
}

impl CodeUnitShifts for Neon {
    #[inline(always)]
    fn shift_left<const N: i32>(self, units: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let mut shifted = units;
        for register in &mut shifted {
            *register = cpu!(vreinterpretq_u8_u16(vshlq_n_u16::<N>(vreinterpretq_u16_u8(*register))));
        }
        shifted
    }

    #[inline(always)]
    fn shift_right<const N: i32>(self, units: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let mut shifted = units;
        for register in &mut shifted {
            *register = cpu!(vreinterpretq_u8_u16(vshrq_n_u16::<N>(vreinterpretq_u16_u8(*register))));
        }
        shifted
    }

    #[inline(always)]
    fn add_u16(self, a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let mut sums = a;
        for (sum, b) in sums.iter_mut().zip(b) {
            *sum = cpu!(vreinterpretq_u8_u16(vaddq_u16(vreinterpretq_u16_u8(*sum), vreinterpretq_u16_u8(b))));
        }
        sums
    }

    #[inline(always)]
    fn equal_u16(self, a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let mut equal = a;
        for (equal, b) in equal.iter_mut().zip(b) {
            *equal = cpu!(vreinterpretq_u8_u16(vceqq_u16(vreinterpretq_u16_u8(*equal), vreinterpretq_u16_u8(b))));
        }
        equal
    }
}
