//! NEON: a block is four registers of 16 bytes.

use super::block::Block;
use super::byte_set::HIGH_NIBBLE;
use super::instructions::{cpu, each_of_4 as each};
use super::shuffle::Shuffle;
use super::{BLOCK, ByteSet, Register, groups, partial, weave};
use core::arch::aarch64::*;

/// Proof that the processor has NEON.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

impl Neon {
    /// # Safety
    ///
    /// The processor must have NEON.
    #[inline(always)]
    pub(crate) unsafe fn new() -> Self {
        Neon(())
    }
}

impl Neon {
    /// The at most 16 bytes of `src` from `from` on, and zeros after them.
    #[inline(always)]
    fn quarter(self, src: &[u8], from: usize) -> uint8x16_t {
        let bytes = partial::up_to_16(src.get(from..).unwrap_or(&[])).to_le_bytes();
        cpu!(vld1q_u8(bytes.as_ptr()))
    }

    /// In each byte one bit, its place among eight.
    #[inline(always)]
    fn bits(self) -> uint8x16_t {
        cpu!(vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201)))
    }

    /// All bits of each byte that `chosen` names.
    #[inline(always)]
    fn spread(self, chosen: u16) -> uint8x16_t {
        cpu!(vtstq_u8(vcombine_u8(vdup_n_u8(chosen as u8), vdup_n_u8((chosen >> 8) as u8)), self.bits()))
    }

    /// Which bytes have all bits set; the others must have none.
    #[inline(always)]
    fn mask(self, a: [uint8x16_t; 4]) -> u64 {
        let bits = each!(vandq_u8, a, [self.bits(); 4]);
        cpu! {
            let halves = vpaddq_u8(vpaddq_u8(bits[0], bits[1]), vpaddq_u8(bits[2], bits[3]));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(halves, halves)))
        }
    }
}

impl Register for Neon {
    type Bytes = [uint8x16_t; 4];
    type Table = uint8x16_t;
    type Set = (uint8x16_t, uint8x16_t);

    #[inline(always)]
    fn load_prefix(self, src: &[u8]) -> [uint8x16_t; 4] {
        [self.quarter(src, 0), self.quarter(src, 16), self.quarter(src, 32), self.quarter(src, 48)]
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [uint8x16_t; 4] {
        cpu!([vdupq_n_u8(byte); 4])
    }

    #[inline(always)]
    fn or(self, a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        each!(vorrq_u8, a, b)
    }

    #[inline(always)]
    fn and(self, a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        each!(vandq_u8, a, b)
    }

    #[inline(always)]
    fn xor(self, a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        each!(veorq_u8, a, b)
    }

    #[inline(always)]
    fn saturating_add(self, a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        each!(vqaddq_u8, a, b)
    }

    #[inline(always)]
    fn saturating_sub(self, a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        each!(vqsubq_u8, a, b)
    }

    #[inline(always)]
    fn earlier<const N: usize>(self, bytes: [uint8x16_t; 4], before: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let neighbours = [before[3], bytes[0], bytes[1], bytes[2]];
        match N {
            1 => each!(vextq_u8::<15>, neighbours, bytes),
            2 => each!(vextq_u8::<14>, neighbours, bytes),
            3 => each!(vextq_u8::<13>, neighbours, bytes),
            _ => each!(vextq_u8::<11>, neighbours, bytes),
        }
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> uint8x16_t {
        cpu!(vld1q_u8(table.as_ptr()))
    }

    #[inline(always)]
    fn look_up(self, table: uint8x16_t, bytes: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        // An index of 16 or above gives 0; from 0x10 to 0x7F only the low four bits may count.
        each!(vqtbl1q_u8, [table; 4], self.and(bytes, self.splat(0x8F)))
    }

    #[inline(always)]
    fn look_up_low(self, table: uint8x16_t, bytes: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        each!(vqtbl1q_u8, [table; 4], self.and(bytes, self.splat(0x0F)))
    }

    #[inline(always)]
    fn look_up_high(self, table: uint8x16_t, bytes: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let high: [uint8x16_t; 4] = each!(vshrq_n_u8::<4>, bytes);
        each!(vqtbl1q_u8, [table; 4], high)
    }

    #[inline(always)]
    fn set(self, set: &ByteSet) -> (uint8x16_t, uint8x16_t) {
        (self.table(&set.by_nibble), self.table(&set.non_ascii))
    }

    #[inline(always)]
    fn members(self, (low, non_ascii): (uint8x16_t, uint8x16_t), bytes: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let high = self.look_up_high(self.table(&HIGH_NIBBLE), bytes);
        self.or(self.and(self.look_up_low(low, bytes), high), self.and(bytes, [non_ascii; 4]))
    }

    #[inline(always)]
    fn any(self, bytes: [uint8x16_t; 4]) -> bool {
        cpu! {
            let all = vorrq_u8(vorrq_u8(bytes[0], bytes[1]), vorrq_u8(bytes[2], bytes[3]));
            vmaxvq_u32(vreinterpretq_u32_u8(all)) != 0
        }
    }

    #[inline(always)]
    fn nonzero(self, bytes: [uint8x16_t; 4]) -> u64 {
        self.mask(each!(vtstq_u8, bytes, bytes))
    }

    #[inline(always)]
    fn high_bits(self, bytes: [uint8x16_t; 4]) -> u64 {
        self.mask(each!(vcgeq_u8, bytes, self.splat(0x80)))
    }

    #[inline(always)]
    fn expand(self, bytes: [uint8x16_t; 4], marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize {
        groups::expand(self, bytes, marked, len, dst)
    }
}

impl Block for Neon {
    type Short = Self;

    #[inline(always)]
    fn short(self) -> Self {
        self
    }

    #[inline(always)]
    fn load(self, src: &[u8; BLOCK]) -> [uint8x16_t; 4] {
        let quarters = src.as_chunks::<16>().0;
        cpu!([
            vld1q_u8(quarters[0].as_ptr()),
            vld1q_u8(quarters[1].as_ptr()),
            vld1q_u8(quarters[2].as_ptr()),
            vld1q_u8(quarters[3].as_ptr()),
        ])
    }

    #[inline(always)]
    fn store(self, bytes: [uint8x16_t; 4], dst: &mut [u8; BLOCK]) {
        for (quarter, bytes) in dst.as_chunks_mut::<16>().0.iter_mut().zip(bytes) {
            cpu!(vst1q_u8(quarter.as_mut_ptr(), bytes));
        }
    }

    #[inline(always)]
    fn later(self, bytes: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let neighbours = [bytes[1], bytes[2], bytes[3], cpu!(vdupq_n_u8(0))];
        each!(vextq_u8::<1>, bytes, neighbours)
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, bytes: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        match N {
            2 => each!(vshlq_n_u8::<2>, bytes),
            _ => each!(vshlq_n_u8::<4>, bytes),
        }
    }

    #[inline(always)]
    fn shift_down<const N: usize>(self, bytes: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        match N {
            2 => each!(vshrq_n_u8::<2>, bytes),
            _ => each!(vshrq_n_u8::<4>, bytes),
        }
    }

    #[inline(always)]
    fn add_words(self, a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let (a, b) = (each!(vreinterpretq_u64_u8, a), each!(vreinterpretq_u64_u8, b));
        let sums = each!(vaddq_u64, a, b);
        each!(vreinterpretq_u8_u64, sums)
    }

    #[inline(always)]
    fn later_bit(self, bits: [uint8x16_t; 4], before: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let words = each!(vextq_u8::<8>, [before[3], bits[0], bits[1], bits[2]], bits);
        let (bits, words) = (each!(vreinterpretq_u64_u8, bits), each!(vreinterpretq_u64_u8, words));
        // The last bit of each word before becomes the lowest.
        let (bits, last) = (each!(vshlq_n_u64::<1>, bits), each!(vshrq_n_u64::<63>, words));
        let later = each!(vorrq_u64, bits, last);
        each!(vreinterpretq_u8_u64, later)
    }

    #[inline(always)]
    fn equal(self, bytes: [uint8x16_t; 4], byte: u8) -> u64 {
        self.mask(each!(vceqq_u8, bytes, self.splat(byte)))
    }

    #[inline(always)]
    fn below(self, bytes: [uint8x16_t; 4], byte: u8) -> u64 {
        self.mask(each!(vcltq_u8, bytes, self.splat(byte)))
    }

    #[inline(always)]
    fn blend(self, chosen: u64, a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        cpu!([
            vbslq_u8(self.spread(chosen as u16), a[0], b[0]),
            vbslq_u8(self.spread((chosen >> 16) as u16), a[1], b[1]),
            vbslq_u8(self.spread((chosen >> 32) as u16), a[2], b[2]),
            vbslq_u8(self.spread((chosen >> 48) as u16), a[3], b[3]),
        ])
    }

    #[inline(always)]
    fn choose(self, high: [uint8x16_t; 4], a: [uint8x16_t; 4], b: [uint8x16_t; 4]) -> [uint8x16_t; 4] {
        let chosen: [uint8x16_t; 4] = each!(vcgeq_u8, high, self.splat(0x80));
        cpu!([
            vbslq_u8(chosen[0], a[0], b[0]),
            vbslq_u8(chosen[1], a[1], b[1]),
            vbslq_u8(chosen[2], a[2], b[2]),
            vbslq_u8(chosen[3], a[3], b[3]),
        ])
    }
}

impl Shuffle for Neon {
    type Register16 = uint8x16_t;

    #[inline(always)]
    fn load_16(self, src: &[u8; 16]) -> uint8x16_t {
        cpu!(vld1q_u8(src.as_ptr()))
    }

    #[inline(always)]
    fn with_backslashes(self, group: &[u8; 8]) -> uint8x16_t {
        cpu!(vcombine_u8(vld1_u8(group.as_ptr()), vdup_n_u8(b'\\')))
    }

    #[inline(always)]
    fn interleave_u16(self, even: &[u8; 8], odd: &[u8; 8]) -> uint8x16_t {
        cpu! {
            let pairs = vzip_u16(vreinterpret_u16_u8(vld1_u8(even.as_ptr())), vreinterpret_u16_u8(vld1_u8(odd.as_ptr())));
            vcombine_u8(vreinterpret_u8_u16(pairs.0), vreinterpret_u8_u16(pairs.1))
        }
    }

    #[inline(always)]
    fn shuffle_16(self, bytes: uint8x16_t, row: &[u8; 16], to: &mut [u8; 16]) {
        cpu!(vst1q_u8(to.as_mut_ptr(), vqtbl1q_u8(bytes, vld1q_u8(row.as_ptr()))));
    }

    #[inline(always)]
    fn shuffle_8(self, group: &[u8; 8], row: &[u8; 8], to: &mut [u8; 8]) {
        cpu! {
            // Miri does not know the look-up in eight bytes, but this one in sixteen.
            let (bytes, row) = (vld1_u8(group.as_ptr()), vld1_u8(row.as_ptr()));
            let shuffled = vqtbl1q_u8(vcombine_u8(bytes, bytes), vcombine_u8(row, row));
            vst1_u8(to.as_mut_ptr(), vget_low_u8(shuffled));
        }
    }
}

impl weave::Quads for Neon {
    #[inline(always)]
    fn quads(self, [first, second, third]: [[uint8x16_t; 4]; 3]) -> [uint8x16_t; 16] {
        let text = [cpu!(vreinterpretq_u8_u32(vdupq_n_u32(u32::from_le_bytes(*b"u000")))); 4];
        let low: [uint8x16_t; 4] = each!(words_low, first, second);
        let high: [uint8x16_t; 4] = each!(words_high, first, second);
        let low_rest: [uint8x16_t; 4] = each!(words_low, third, text);
        let high_rest: [uint8x16_t; 4] = each!(words_high, third, text);
        let a: [uint8x16_t; 4] = each!(pairs_low, low, low_rest);
        let b: [uint8x16_t; 4] = each!(pairs_high, low, low_rest);
        let c: [uint8x16_t; 4] = each!(pairs_low, high, high_rest);
        let d: [uint8x16_t; 4] = each!(pairs_high, high, high_rest);
        weave::in_turn(a, b, c, d)
    }
}

/// Two registers interleaved by words of 32 or 64 bits: the first or the second half.
macro_rules! interleave {
    ($name:ident, $instruction:ident, $from:ident, $to:ident) => {
        /// # Safety
        ///
        /// The processor must have NEON.
        #[inline(always)]
        unsafe fn $name(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
            // SAFETY: the caller has NEON.
            unsafe { $to($instruction($from(a), $from(b))) }
        }
    };
}

interleave!(words_low, vzip1q_u32, vreinterpretq_u32_u8, vreinterpretq_u8_u32);
interleave!(words_high, vzip2q_u32, vreinterpretq_u32_u8, vreinterpretq_u8_u32);
interleave!(pairs_low, vzip1q_u64, vreinterpretq_u64_u8, vreinterpretq_u8_u64);
interleave!(pairs_high, vzip2q_u64, vreinterpretq_u64_u8, vreinterpretq_u8_u64);
