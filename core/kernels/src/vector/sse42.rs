//! SSE4.2: a block is four registers of 16 bytes.

use super::block::Block;
use super::byte_set::HIGH_NIBBLE;
use super::instructions::{cpu, each_of_4 as each};
use super::pair::{HasQuarters, Pair};
use super::{BLOCK, ByteSet, Bytes16, Register, STRING_WINDOW, groups, partial, weave};
use core::arch::x86_64::*;

/// Proof that the processor has SSE4.2, SSSE3 and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Sse42(());

impl Sse42 {
    /// # Safety
    ///
    /// The processor must have those features.
    #[inline(always)]
    pub(crate) unsafe fn new() -> Self {
        Sse42(())
    }
}

impl Sse42 {
    /// `a` in the bytes that `chosen` names, `b` in the others.
    #[inline(always)]
    fn blend_quarter(self, chosen: u16, a: __m128i, b: __m128i) -> __m128i {
        // Each byte gets the byte of the mask with its bit, then keeps that bit alone.
        cpu! {
            let spread = _mm_set_epi64x(0x0101_0101_0101_0101, 0);
            let bits = _mm_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            let mask = _mm_shuffle_epi8(_mm_set1_epi16(chosen as i16), spread);
            _mm_blendv_epi8(b, a, _mm_cmpeq_epi8(_mm_and_si128(mask, bits), bits))
        }
    }

    /// Each byte divided by 16.
    #[inline(always)]
    fn high_nibbles(self, bytes: [__m128i; 4]) -> [__m128i; 4] {
        cpu! {
            let low = _mm_set1_epi8(0x0F);
            [
                _mm_and_si128(_mm_srli_epi16::<4>(bytes[0]), low),
                _mm_and_si128(_mm_srli_epi16::<4>(bytes[1]), low),
                _mm_and_si128(_mm_srli_epi16::<4>(bytes[2]), low),
                _mm_and_si128(_mm_srli_epi16::<4>(bytes[3]), low),
            ]
        }
    }

    #[inline(always)]
    fn mask(self, a: [__m128i; 4]) -> u64 {
        let quarters: [i32; 4] = each!(_mm_movemask_epi8, a);
        quarters[0] as u64 | (quarters[1] as u64) << 16 | (quarters[2] as u64) << 32 | (quarters[3] as u64) << 48
    }
}

impl HasQuarters for Sse42 {
    #[inline(always)]
    fn quarter(self, src: &[u8], from: usize) -> __m128i {
        let bytes = partial::up_to_16(src.get(from..).unwrap_or(&[]));
        cpu!(_mm_set_epi64x((bytes >> 64) as i64, bytes as i64))
    }
}

impl Register for Sse42 {
    type Bytes = [__m128i; 4];
    type Table = __m128i;
    type Set = (__m128i, __m128i);

    #[inline(always)]
    fn load_prefix(self, src: &[u8]) -> [__m128i; 4] {
        [self.quarter(src, 0), self.quarter(src, 16), self.quarter(src, 32), self.quarter(src, 48)]
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [__m128i; 4] {
        cpu!([_mm_set1_epi8(byte as i8); 4])
    }

    #[inline(always)]
    fn or(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_or_si128, a, b)
    }

    #[inline(always)]
    fn and(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_and_si128, a, b)
    }

    #[inline(always)]
    fn xor(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_xor_si128, a, b)
    }

    #[inline(always)]
    fn saturating_add(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_adds_epu8, a, b)
    }

    #[inline(always)]
    fn saturating_sub(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_subs_epu8, a, b)
    }

    #[inline(always)]
    fn earlier<const N: usize>(self, bytes: [__m128i; 4], before: [__m128i; 4]) -> [__m128i; 4] {
        let neighbours = [before[3], bytes[0], bytes[1], bytes[2]];
        match N {
            1 => each!(_mm_alignr_epi8::<15>, bytes, neighbours),
            2 => each!(_mm_alignr_epi8::<14>, bytes, neighbours),
            3 => each!(_mm_alignr_epi8::<13>, bytes, neighbours),
            _ => each!(_mm_alignr_epi8::<11>, bytes, neighbours),
        }
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> __m128i {
        cpu!(_mm_loadu_si128(table.as_ptr().cast()))
    }

    #[inline(always)]
    fn look_up(self, table: __m128i, bytes: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_shuffle_epi8, [table; 4], bytes)
    }

    #[inline(always)]
    fn look_up_high(self, table: __m128i, bytes: [__m128i; 4]) -> [__m128i; 4] {
        self.look_up(table, self.high_nibbles(bytes))
    }

    #[inline(always)]
    fn set(self, set: &ByteSet) -> (__m128i, __m128i) {
        (self.table(&set.by_nibble), self.table(&set.non_ascii))
    }

    #[inline(always)]
    fn members(self, (low, non_ascii): (__m128i, __m128i), bytes: [__m128i; 4]) -> [__m128i; 4] {
        let high = self.look_up_high(self.table(&HIGH_NIBBLE), bytes);
        self.or(self.and(self.look_up(low, bytes), high), self.and(bytes, [non_ascii; 4]))
    }

    #[inline(always)]
    fn any(self, bytes: [__m128i; 4]) -> bool {
        cpu! {
            let all = _mm_or_si128(_mm_or_si128(bytes[0], bytes[1]), _mm_or_si128(bytes[2], bytes[3]));
            _mm_testz_si128(all, all) == 0
        }
    }

    #[inline(always)]
    fn nonzero(self, bytes: [__m128i; 4]) -> u64 {
        !self.mask(each!(_mm_cmpeq_epi8, bytes, self.splat(0)))
    }

    #[inline(always)]
    fn high_bits(self, bytes: [__m128i; 4]) -> u64 {
        self.mask(bytes)
    }

    #[inline(always)]
    fn expand(self, bytes: [__m128i; 4], marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize {
        groups::expand(self, bytes, marked, len, dst)
    }
}

impl Block for Sse42 {
    type Short = Pair<Self>;

    #[inline(always)]
    fn short(self) -> Pair<Self> {
        Pair(self)
    }

    #[inline(always)]
    fn load(self, src: &[u8; BLOCK]) -> [__m128i; 4] {
        let quarters = src.as_chunks::<16>().0;
        cpu!([
            _mm_loadu_si128(quarters[0].as_ptr().cast()),
            _mm_loadu_si128(quarters[1].as_ptr().cast()),
            _mm_loadu_si128(quarters[2].as_ptr().cast()),
            _mm_loadu_si128(quarters[3].as_ptr().cast()),
        ])
    }

    #[inline(always)]
    fn store(self, bytes: [__m128i; 4], dst: &mut [u8; BLOCK]) {
        for (quarter, bytes) in dst.chunks_exact_mut(16).zip(bytes) {
            cpu!(_mm_storeu_si128(quarter.as_mut_ptr().cast(), bytes));
        }
    }

    #[inline(always)]
    fn later(self, bytes: [__m128i; 4]) -> [__m128i; 4] {
        let neighbours = [bytes[1], bytes[2], bytes[3], cpu!(_mm_setzero_si128())];
        each!(_mm_alignr_epi8::<1>, neighbours, bytes)
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, bytes: [__m128i; 4]) -> [__m128i; 4] {
        match N {
            2 => each!(_mm_slli_epi16::<2>, bytes),
            _ => each!(_mm_slli_epi16::<4>, bytes),
        }
    }

    #[inline(always)]
    fn shift_down<const N: usize>(self, bytes: [__m128i; 4]) -> [__m128i; 4] {
        match N {
            2 => each!(_mm_srli_epi16::<2>, bytes),
            _ => each!(_mm_srli_epi16::<4>, bytes),
        }
    }

    #[inline(always)]
    fn add_words(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        each!(_mm_add_epi64, a, b)
    }

    #[inline(always)]
    fn later_bit(self, bits: [__m128i; 4], before: [__m128i; 4]) -> [__m128i; 4] {
        let words = each!(_mm_alignr_epi8::<8>, bits, [before[3], bits[0], bits[1], bits[2]]);
        self.or(each!(_mm_add_epi64, bits, bits), each!(_mm_srli_epi64::<63>, words))
    }

    #[inline(always)]
    fn string_stops(self, _stops: &ByteSet, text: &[u8; STRING_WINDOW]) -> (u64, u32) {
        Bytes16::string_stops(text)
    }

    #[inline(always)]
    fn equal(self, bytes: [__m128i; 4], byte: u8) -> u64 {
        self.mask(each!(_mm_cmpeq_epi8, bytes, self.splat(byte)))
    }

    #[inline(always)]
    fn below(self, bytes: [__m128i; 4], byte: u8) -> u64 {
        // There is no unsigned comparison; a byte is below the limit if the limit is not the smaller of both.
        let limit = self.splat(byte);
        let smaller = each!(_mm_min_epu8, bytes, limit);
        !self.mask(each!(_mm_cmpeq_epi8, smaller, limit))
    }

    #[inline(always)]
    fn blend(self, chosen: u64, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        [
            self.blend_quarter(chosen as u16, a[0], b[0]),
            self.blend_quarter((chosen >> 16) as u16, a[1], b[1]),
            self.blend_quarter((chosen >> 32) as u16, a[2], b[2]),
            self.blend_quarter((chosen >> 48) as u16, a[3], b[3]),
        ]
    }

    #[inline(always)]
    fn choose(self, high: [__m128i; 4], a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        // The signs are taken by an instruction that the compiler does not see through: it would else share the
        // comparison that a blend is to it with another block of code, and pass it on bit by bit.
        let signs: [__m128i; 4] = each!(_mm_sign_epi8, self.splat(1), high);
        cpu!([
            _mm_blendv_epi8(b[0], a[0], signs[0]),
            _mm_blendv_epi8(b[1], a[1], signs[1]),
            _mm_blendv_epi8(b[2], a[2], signs[2]),
            _mm_blendv_epi8(b[3], a[3], signs[3]),
        ])
    }
}

impl weave::Quads for Sse42 {
    #[inline(always)]
    fn quads(self, [first, second, third]: [[__m128i; 4]; 3]) -> [__m128i; 16] {
        let text = [cpu!(_mm_set1_epi32(i32::from_le_bytes(*b"u000"))); 4];
        let low: [__m128i; 4] = each!(_mm_unpacklo_epi32, first, second);
        let high: [__m128i; 4] = each!(_mm_unpackhi_epi32, first, second);
        let low_rest: [__m128i; 4] = each!(_mm_unpacklo_epi32, third, text);
        let high_rest: [__m128i; 4] = each!(_mm_unpackhi_epi32, third, text);
        let a: [__m128i; 4] = each!(_mm_unpacklo_epi64, low, low_rest);
        let b: [__m128i; 4] = each!(_mm_unpackhi_epi64, low, low_rest);
        let c: [__m128i; 4] = each!(_mm_unpacklo_epi64, high, high_rest);
        let d: [__m128i; 4] = each!(_mm_unpackhi_epi64, high, high_rest);
        weave::in_turn(a, b, c, d)
    }
}
