//! SSE4.2: a block is four registers of 16 bytes.

use super::{BLOCK, Vector, groups, partial};
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

macro_rules! cpu {
    ($($body:tt)*) => {
        // SAFETY: a `Sse42` exists only where the features were detected, and every address comes from a reference to
        // at least as many bytes as the register has.
        unsafe { $($body)* }
    };
}

impl Sse42 {
    #[inline(always)]
    fn each(self, a: [__m128i; 4], f: impl Fn(__m128i) -> __m128i) -> [__m128i; 4] {
        [f(a[0]), f(a[1]), f(a[2]), f(a[3])]
    }

    #[inline(always)]
    fn pairs(self, a: [__m128i; 4], b: [__m128i; 4], f: impl Fn(__m128i, __m128i) -> __m128i) -> [__m128i; 4] {
        [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
    }

    #[inline(always)]
    fn mask(self, a: [__m128i; 4]) -> u64 {
        let quarter = |a: __m128i| cpu!(_mm_movemask_epi8(a)) as u64;
        quarter(a[0]) | quarter(a[1]) << 16 | quarter(a[2]) << 32 | quarter(a[3]) << 48
    }
}

impl Vector for Sse42 {
    type Bytes = [__m128i; 4];
    type Table = __m128i;

    #[inline(always)]
    fn load(self, src: &[u8; BLOCK]) -> [__m128i; 4] {
        let at = |from: usize| -> __m128i { cpu!(_mm_loadu_si128(src[from..from + 16].as_ptr().cast())) };
        [at(0), at(16), at(32), at(48)]
    }

    #[inline(always)]
    fn load_prefix(self, src: &[u8]) -> [__m128i; 4] {
        let quarter = |from: usize| -> __m128i {
            let bytes = partial::up_to_16(src.get(from..).unwrap_or(&[]));
            cpu!(_mm_set_epi64x((bytes >> 64) as i64, bytes as i64))
        };
        [quarter(0), quarter(16), quarter(32), quarter(48)]
    }

    #[inline(always)]
    fn store(self, bytes: [__m128i; 4], dst: &mut [u8; BLOCK]) {
        for (quarter, bytes) in dst.chunks_exact_mut(16).zip(bytes) {
            cpu!(_mm_storeu_si128(quarter.as_mut_ptr().cast(), bytes));
        }
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [__m128i; 4] {
        cpu!([_mm_set1_epi8(byte as i8); 4])
    }

    #[inline(always)]
    fn or(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        self.pairs(a, b, |a, b| cpu!(_mm_or_si128(a, b)))
    }

    #[inline(always)]
    fn and(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        self.pairs(a, b, |a, b| cpu!(_mm_and_si128(a, b)))
    }

    #[inline(always)]
    fn xor(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        self.pairs(a, b, |a, b| cpu!(_mm_xor_si128(a, b)))
    }

    #[inline(always)]
    fn saturating_add(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        self.pairs(a, b, |a, b| cpu!(_mm_adds_epu8(a, b)))
    }

    #[inline(always)]
    fn saturating_sub(self, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        self.pairs(a, b, |a, b| cpu!(_mm_subs_epu8(a, b)))
    }

    #[inline(always)]
    fn high_nibbles(self, bytes: [__m128i; 4]) -> [__m128i; 4] {
        self.each(bytes, |a| cpu!(_mm_and_si128(_mm_srli_epi16::<4>(a), _mm_set1_epi8(0x0F))))
    }

    #[inline(always)]
    fn earlier<const N: usize>(self, bytes: [__m128i; 4], before: [__m128i; 4]) -> [__m128i; 4] {
        let shift = |bytes: __m128i, before: __m128i| match N {
            1 => cpu!(_mm_alignr_epi8::<15>(bytes, before)),
            2 => cpu!(_mm_alignr_epi8::<14>(bytes, before)),
            _ => cpu!(_mm_alignr_epi8::<13>(bytes, before)),
        };
        [shift(bytes[0], before[3]), shift(bytes[1], bytes[0]), shift(bytes[2], bytes[1]), shift(bytes[3], bytes[2])]
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> __m128i {
        cpu!(_mm_loadu_si128(table.as_ptr().cast()))
    }

    #[inline(always)]
    fn look_up(self, table: __m128i, bytes: [__m128i; 4]) -> [__m128i; 4] {
        self.each(bytes, |a| cpu!(_mm_shuffle_epi8(table, a)))
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
        !self.mask(self.each(bytes, |a| cpu!(_mm_cmpeq_epi8(a, _mm_setzero_si128()))))
    }

    #[inline(always)]
    fn high_bits(self, bytes: [__m128i; 4]) -> u64 {
        self.mask(bytes)
    }

    #[inline(always)]
    fn equal(self, bytes: [__m128i; 4], byte: u8) -> u64 {
        self.mask(self.each(bytes, |a| cpu!(_mm_cmpeq_epi8(a, _mm_set1_epi8(byte as i8)))))
    }

    #[inline(always)]
    fn below(self, bytes: [__m128i; 4], byte: u8) -> u64 {
        // There is no unsigned comparison; a byte is below the limit where the limit is not the smaller of both.
        let limit = cpu!(_mm_set1_epi8(byte as i8));
        !self.mask(self.each(bytes, |a| cpu!(_mm_cmpeq_epi8(_mm_min_epu8(a, limit), limit))))
    }

    #[inline(always)]
    fn blend(self, chosen: u64, a: [__m128i; 4], b: [__m128i; 4]) -> [__m128i; 4] {
        // Each byte of a register gets the byte of the mask that holds its bit, then keeps that bit alone.
        let register = |chosen: u16, a: __m128i, b: __m128i| -> __m128i {
            cpu! {
                let spread = _mm_set_epi64x(0x0101_0101_0101_0101, 0);
                let bits = _mm_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let mask = _mm_shuffle_epi8(_mm_set1_epi16(chosen as i16), spread);
                _mm_blendv_epi8(b, a, _mm_cmpeq_epi8(_mm_and_si128(mask, bits), bits))
            }
        };
        let quarter = |at: usize| register((chosen >> (16 * at)) as u16, a[at], b[at]);
        [quarter(0), quarter(1), quarter(2), quarter(3)]
    }

    #[inline(always)]
    fn expand(self, bytes: [__m128i; 4], marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize {
        let mut block = [0; BLOCK];
        self.store(bytes, &mut block);
        cpu!(groups::expand(&block, marked, len, dst))
    }

    #[inline(always)]
    fn compress(self, bytes: [__m128i; 4], kept: u64, dst: &mut [u8; BLOCK]) -> usize {
        let mut block = [0; BLOCK];
        self.store(bytes, &mut block);
        cpu!(groups::compress(&block, kept, dst))
    }
}
