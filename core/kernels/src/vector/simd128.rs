//! WebAssembly with simd128: a block is four registers of 16 bytes.
//!
//! An engine without these instructions refuses a module that has them. So nothing is detected: the tier exists in
//! builds with the feature, and its instructions are safe to call.

use super::block::Block;
use super::byte_set::HIGH_NIBBLE;
use super::instructions::each_of_4 as each;
use super::shuffle::Shuffle;
use super::{BLOCK, ByteSet, Register, groups, partial, weave};
use core::arch::wasm32::*;

/// Proof that the build has simd128.
#[derive(Clone, Copy)]
pub(crate) struct Simd128(());

impl Simd128 {
    /// # Safety
    ///
    /// None is needed here; other tiers have it.
    #[inline(always)]
    pub(crate) unsafe fn new() -> Self {
        Simd128(())
    }
}

/// The register that begins `N` bytes before the end of `before` and continues in `bytes`.
#[inline(always)]
fn joined<const N: usize>(before: v128, bytes: v128) -> v128 {
    match N {
        1 => u8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(before, bytes),
        2 => u8x16_shuffle::<14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29>(before, bytes),
        3 => u8x16_shuffle::<13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28>(before, bytes),
        8 => u8x16_shuffle::<8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23>(before, bytes),
        _ => u8x16_shuffle::<11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26>(before, bytes),
    }
}

/// The register that begins one byte after the beginning of `bytes` and ends in `after`.
#[inline(always)]
fn next(bytes: v128, after: v128) -> v128 {
    u8x16_shuffle::<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>(bytes, after)
}

/// The 16 bytes of `src`.
#[inline(always)]
fn register(src: &[u8; 16]) -> v128 {
    // SAFETY: the address is that of 16 bytes; it need not be aligned.
    unsafe { v128_load(src.as_ptr().cast()) }
}

/// Writes the 16 bytes.
#[inline(always)]
fn put(bytes: v128, to: &mut [u8; 16]) {
    // SAFETY: the address is that of 16 bytes; it need not be aligned.
    unsafe { v128_store(to.as_mut_ptr().cast(), bytes) };
}

impl Simd128 {
    /// The at most 16 bytes of `src` from `from` on, and zeros after them.
    #[inline(always)]
    fn quarter(self, src: &[u8], from: usize) -> v128 {
        let bytes = partial::up_to_16(src.get(from..).unwrap_or(&[]));
        u64x2(bytes as u64, (bytes >> 64) as u64)
    }

    /// All bits of each byte that `chosen` names.
    #[inline(always)]
    fn spread(self, chosen: u16) -> v128 {
        // Each byte gets the byte of the mask with its bit, then keeps that bit alone.
        let bits = u64x2_splat(0x8040_2010_0804_0201);
        let mask = u8x16_swizzle(u16x8_splat(chosen), u64x2(0, 0x0101_0101_0101_0101));
        u8x16_eq(v128_and(mask, bits), bits)
    }

    /// The high bit of each byte.
    #[inline(always)]
    fn mask(self, a: [v128; 4]) -> u64 {
        let quarters: [u16; 4] = each!(u8x16_bitmask, a);
        quarters[0] as u64 | (quarters[1] as u64) << 16 | (quarters[2] as u64) << 32 | (quarters[3] as u64) << 48
    }
}

impl Register for Simd128 {
    type Bytes = [v128; 4];
    type Table = v128;
    type Set = (v128, v128);

    #[inline(always)]
    fn load_prefix(self, src: &[u8]) -> [v128; 4] {
        [self.quarter(src, 0), self.quarter(src, 16), self.quarter(src, 32), self.quarter(src, 48)]
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [v128; 4] {
        [u8x16_splat(byte); 4]
    }

    #[inline(always)]
    fn or(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(v128_or, a, b)
    }

    #[inline(always)]
    fn and(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(v128_and, a, b)
    }

    #[inline(always)]
    fn xor(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(v128_xor, a, b)
    }

    #[inline(always)]
    fn saturating_add(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(u8x16_add_sat, a, b)
    }

    #[inline(always)]
    fn saturating_sub(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(u8x16_sub_sat, a, b)
    }

    #[inline(always)]
    fn earlier<const N: usize>(self, bytes: [v128; 4], before: [v128; 4]) -> [v128; 4] {
        each!(joined::<N>, [before[3], bytes[0], bytes[1], bytes[2]], bytes)
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> v128 {
        register(table)
    }

    #[inline(always)]
    fn look_up(self, table: v128, bytes: [v128; 4]) -> [v128; 4] {
        // An index of 16 or above gives 0; from 0x10 to 0x7F only the low four bits may count.
        each!(u8x16_swizzle, [table; 4], self.and(bytes, self.splat(0x8F)))
    }

    #[inline(always)]
    fn look_up_low(self, table: v128, bytes: [v128; 4]) -> [v128; 4] {
        each!(u8x16_swizzle, [table; 4], self.and(bytes, self.splat(0x0F)))
    }

    #[inline(always)]
    fn look_up_high(self, table: v128, bytes: [v128; 4]) -> [v128; 4] {
        each!(u8x16_swizzle, [table; 4], each!(u8x16_shr, bytes, [4; 4]))
    }

    #[inline(always)]
    fn set(self, set: &ByteSet) -> (v128, v128) {
        (self.table(&set.by_nibble), self.table(&set.non_ascii))
    }

    #[inline(always)]
    fn members(self, (low, non_ascii): (v128, v128), bytes: [v128; 4]) -> [v128; 4] {
        let high = self.look_up_high(self.table(&HIGH_NIBBLE), bytes);
        self.or(self.and(self.look_up_low(low, bytes), high), self.and(bytes, [non_ascii; 4]))
    }

    #[inline(always)]
    fn any(self, bytes: [v128; 4]) -> bool {
        v128_any_true(v128_or(v128_or(bytes[0], bytes[1]), v128_or(bytes[2], bytes[3])))
    }

    #[inline(always)]
    fn nonzero(self, bytes: [v128; 4]) -> u64 {
        self.mask(each!(u8x16_ne, bytes, self.splat(0)))
    }

    #[inline(always)]
    fn high_bits(self, bytes: [v128; 4]) -> u64 {
        self.mask(bytes)
    }

    #[inline(always)]
    fn expand(self, bytes: [v128; 4], marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize {
        groups::expand(self, bytes, marked, len, dst)
    }
}

impl Block for Simd128 {
    type Short = Self;
    const SMALL: bool = true;

    #[inline(always)]
    fn short(self) -> Self {
        self
    }

    #[inline(always)]
    fn load(self, src: &[u8; BLOCK]) -> [v128; 4] {
        let quarters = src.as_chunks::<16>().0;
        [register(&quarters[0]), register(&quarters[1]), register(&quarters[2]), register(&quarters[3])]
    }

    #[inline(always)]
    fn store(self, bytes: [v128; 4], dst: &mut [u8; BLOCK]) {
        for (quarter, bytes) in dst.as_chunks_mut::<16>().0.iter_mut().zip(bytes) {
            put(bytes, quarter);
        }
    }

    #[inline(always)]
    fn later(self, bytes: [v128; 4]) -> [v128; 4] {
        [next(bytes[0], bytes[1]), next(bytes[1], bytes[2]), next(bytes[2], bytes[3]), next(bytes[3], u8x16_splat(0))]
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, bytes: [v128; 4]) -> [v128; 4] {
        each!(u8x16_shl, bytes, [N as u32; 4])
    }

    #[inline(always)]
    fn shift_down<const N: usize>(self, bytes: [v128; 4]) -> [v128; 4] {
        each!(u8x16_shr, bytes, [N as u32; 4])
    }

    #[inline(always)]
    fn add_words(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        each!(i64x2_add, a, b)
    }

    #[inline(always)]
    fn later_bit(self, bits: [v128; 4], before: [v128; 4]) -> [v128; 4] {
        let words = each!(joined::<8>, [before[3], bits[0], bits[1], bits[2]], bits);
        self.or(each!(i64x2_add, bits, bits), each!(u64x2_shr, words, [63; 4]))
    }

    #[inline(always)]
    fn equal(self, bytes: [v128; 4], byte: u8) -> u64 {
        self.mask(each!(u8x16_eq, bytes, self.splat(byte)))
    }

    #[inline(always)]
    fn below(self, bytes: [v128; 4], byte: u8) -> u64 {
        self.mask(each!(u8x16_lt, bytes, self.splat(byte)))
    }

    #[inline(always)]
    fn blend(self, chosen: u64, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [
            v128_bitselect(a[0], b[0], self.spread(chosen as u16)),
            v128_bitselect(a[1], b[1], self.spread((chosen >> 16) as u16)),
            v128_bitselect(a[2], b[2], self.spread((chosen >> 32) as u16)),
            v128_bitselect(a[3], b[3], self.spread((chosen >> 48) as u16)),
        ]
    }

    #[inline(always)]
    fn choose(self, high: [v128; 4], a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        let chosen: [v128; 4] = each!(u8x16_ge, high, self.splat(0x80));
        [
            v128_bitselect(a[0], b[0], chosen[0]),
            v128_bitselect(a[1], b[1], chosen[1]),
            v128_bitselect(a[2], b[2], chosen[2]),
            v128_bitselect(a[3], b[3], chosen[3]),
        ]
    }
}

impl Shuffle for Simd128 {
    type Register16 = v128;

    #[inline(always)]
    fn load_16(self, src: &[u8; 16]) -> v128 {
        register(src)
    }

    #[inline(always)]
    fn with_backslashes(self, group: &[u8; 8]) -> v128 {
        u64x2(u64::from_le_bytes(*group), u64::from_le_bytes([b'\\'; 8]))
    }

    #[inline(always)]
    fn interleave_u16(self, even: &[u8; 8], odd: &[u8; 8]) -> v128 {
        let (even, odd) = (u64::from_le_bytes(*even), u64::from_le_bytes(*odd));
        u16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(u64x2_splat(even), u64x2_splat(odd))
    }

    #[inline(always)]
    fn shuffle_16(self, bytes: v128, row: &[u8; 16], to: &mut [u8; 16]) {
        put(u8x16_swizzle(bytes, register(row)), to);
    }

    #[inline(always)]
    fn shuffle_8(self, group: &[u8; 8], row: &[u8; 8], to: &mut [u8; 8]) {
        let bytes = u64x2(u64::from_le_bytes(*group), 0);
        let shuffled = u8x16_swizzle(bytes, u64x2(u64::from_le_bytes(*row), 0));
        *to = u64x2_extract_lane::<0>(shuffled).to_le_bytes();
    }
}

impl weave::Quads for Simd128 {
    #[inline(always)]
    fn quads(self, [first, second, third]: [[v128; 4]; 3]) -> [v128; 16] {
        let text = [u32x4_splat(u32::from_le_bytes(*b"u000")); 4];
        let low: [v128; 4] = each!(u32x4_shuffle::<0, 4, 1, 5>, first, second);
        let high: [v128; 4] = each!(u32x4_shuffle::<2, 6, 3, 7>, first, second);
        let low_rest: [v128; 4] = each!(u32x4_shuffle::<0, 4, 1, 5>, third, text);
        let high_rest: [v128; 4] = each!(u32x4_shuffle::<2, 6, 3, 7>, third, text);
        let a: [v128; 4] = each!(u64x2_shuffle::<0, 2>, low, low_rest);
        let b: [v128; 4] = each!(u64x2_shuffle::<1, 3>, low, low_rest);
        let c: [v128; 4] = each!(u64x2_shuffle::<0, 2>, high, high_rest);
        let d: [v128; 4] = each!(u64x2_shuffle::<1, 3>, high, high_rest);
        weave::in_turn(a, b, c, d)
    }
}
