//! Registers of 16 bytes on SSE4.2 and on AVX2, whose instructions for them are the same.

use super::instructions::cpu;
use super::shuffle::Shuffle;
use super::{Avx2, Sse42};
use core::arch::x86_64::*;

/// Proof that the processor has SSSE3.
trait HasXmm: Copy {}

impl HasXmm for Sse42 {}
impl HasXmm for Avx2 {}

impl<T: HasXmm> Shuffle for T {
    type Register16 = __m128i;

    #[inline(always)]
    fn load_16(self, src: &[u8; 16]) -> __m128i {
        cpu!(_mm_loadu_si128(src.as_ptr().cast()))
    }

    #[inline(always)]
    fn with_backslashes(self, group: &[u8; 8]) -> __m128i {
        cpu!(_mm_unpacklo_epi64(_mm_loadl_epi64(group.as_ptr().cast()), _mm_set1_epi8(b'\\' as i8)))
    }

    #[inline(always)]
    fn interleave_u16(self, even: &[u8; 8], odd: &[u8; 8]) -> __m128i {
        cpu!(_mm_unpacklo_epi16(_mm_loadl_epi64(even.as_ptr().cast()), _mm_loadl_epi64(odd.as_ptr().cast())))
    }

    #[inline(always)]
    fn shuffle_16(self, bytes: __m128i, row: &[u8; 16], to: &mut [u8; 16]) {
        cpu! {
            let row = _mm_loadu_si128(row.as_ptr().cast());
            _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_shuffle_epi8(bytes, row));
        }
    }

    #[inline(always)]
    fn shuffle_8(self, group: &[u8; 8], row: &[u8; 8], to: &mut [u8; 8]) {
        cpu! {
            let row = _mm_loadl_epi64(row.as_ptr().cast());
            let bytes = _mm_shuffle_epi8(_mm_loadl_epi64(group.as_ptr().cast()), row);
            _mm_storel_epi64(to.as_mut_ptr().cast(), bytes);
        }
    }
}
