//! One register of 32 bytes, for short strings: the instructions of AVX2, and the better ones of a tier above it.

use super::byte_set::HIGH_NIBBLE;
use super::instructions::cpu;
use super::register::LAST_FINISHED;
use super::{BLOCK, ByteSet, Register, STRING_WINDOW};
use core::arch::x86_64::*;

/// A register of 32 bytes on the tier `T`.
#[derive(Clone, Copy)]
pub(crate) struct Ymm<T: HasYmm>(pub(super) T);

/// Proof that the processor has AVX2 and PCLMULQDQ, and the operations that differ between the tiers that have them.
/// Every method must be `#[inline(always)]`.
pub(crate) trait HasYmm: Copy {
    /// The at most 32 bytes of `src`, and zeros after them.
    fn load_ymm(self, src: &[u8]) -> __m256i;
    /// [`Register::expand_within`].
    fn expand_ymm(self, bytes: __m256i, marked: u64, len: usize, dst: &mut [u8]) -> Option<usize>;
}

impl<T: HasYmm> Ymm<T> {
    /// [`Block::prefix_xor`](super::block::Block::prefix_xor).
    #[inline(always)]
    pub(super) fn prefix_xor(self, bits: u64) -> u64 {
        // The product without carries of all powers up to the 63rd.
        cpu! {
            let product = _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(bits as i64), _mm_set1_epi8(-1));
            _mm_cvtsi128_si64(product) as u64
        }
    }

    /// [`Block::string_stops`](super::block::Block::string_stops).
    #[inline(always)]
    pub(super) fn string_stops(self, text: &[u8; STRING_WINDOW]) -> (u64, u32) {
        let mut found = [0; STRING_WINDOW / 32];
        for (found, bytes) in found.iter_mut().zip(text.as_chunks::<32>().0) {
            *found = cpu! {
                let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
                // The quote becomes a blank; controls stay below, and other signs above it.
                let flipped = _mm256_xor_si256(bytes, _mm256_set1_epi8((b'"' ^ b' ') as i8));
                let unprintable = _mm256_cmpgt_epi8(_mm256_set1_epi8(b'!' as i8), flipped);
                let backslashes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\\' as i8));
                _mm256_movemask_epi8(_mm256_or_si256(unprintable, backslashes)) as u32
            };
        }
        let [first, second, third] = found;
        (u64::from(first) | u64::from(second) << 32, third)
    }
}

impl<T: HasYmm> Register for Ymm<T> {
    type Bytes = __m256i;
    type Table = __m256i;
    type Set = (__m256i, __m256i);

    #[inline(always)]
    fn load_prefix(self, src: &[u8]) -> __m256i {
        self.0.load_ymm(src)
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m256i {
        cpu!(_mm256_set1_epi8(byte as i8))
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        cpu!(_mm256_or_si256(a, b))
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        cpu!(_mm256_and_si256(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        cpu!(_mm256_xor_si256(a, b))
    }

    #[inline(always)]
    fn saturating_add(self, a: __m256i, b: __m256i) -> __m256i {
        cpu!(_mm256_adds_epu8(a, b))
    }

    #[inline(always)]
    fn saturating_sub(self, a: __m256i, b: __m256i) -> __m256i {
        cpu!(_mm256_subs_epu8(a, b))
    }

    #[inline(always)]
    fn earlier<const N: usize>(self, bytes: __m256i, before: __m256i) -> __m256i {
        cpu! {
            // The shift by bytes stays within lanes of 16, so each lane first gets its neighbour.
            let lanes = _mm256_permute2x128_si256::<0x21>(before, bytes);
            match N {
                1 => _mm256_alignr_epi8::<15>(bytes, lanes),
                2 => _mm256_alignr_epi8::<14>(bytes, lanes),
                3 => _mm256_alignr_epi8::<13>(bytes, lanes),
                _ => _mm256_alignr_epi8::<11>(bytes, lanes),
            }
        }
    }

    #[inline(always)]
    fn unfinished(self, bytes: __m256i) -> __m256i {
        let greatest = cpu!(_mm256_loadu_si256(LAST_FINISHED[BLOCK - 32..].as_ptr().cast()));
        self.saturating_sub(bytes, greatest)
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> __m256i {
        cpu!(_mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())))
    }

    #[inline(always)]
    fn look_up(self, table: __m256i, bytes: __m256i) -> __m256i {
        cpu!(_mm256_shuffle_epi8(table, bytes))
    }

    #[inline(always)]
    fn look_up_high(self, table: __m256i, bytes: __m256i) -> __m256i {
        self.look_up(table, self.and(cpu!(_mm256_srli_epi16::<4>(bytes)), self.splat(0x0F)))
    }

    #[inline(always)]
    fn set(self, set: &ByteSet) -> (__m256i, __m256i) {
        (self.table(&set.by_nibble), self.table(&set.non_ascii))
    }

    #[inline(always)]
    fn members(self, (low, non_ascii): (__m256i, __m256i), bytes: __m256i) -> __m256i {
        let high = self.look_up_high(self.table(&HIGH_NIBBLE), bytes);
        self.or(self.and(self.look_up(low, bytes), high), self.and(bytes, non_ascii))
    }

    #[inline(always)]
    fn any(self, bytes: __m256i) -> bool {
        cpu!(_mm256_testz_si256(bytes, bytes)) == 0
    }

    #[inline(always)]
    fn nonzero(self, bytes: __m256i) -> u64 {
        let zeros = cpu!(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_setzero_si256())));
        !zeros as u32 as u64
    }

    #[inline(always)]
    fn high_bits(self, bytes: __m256i) -> u64 {
        cpu!(_mm256_movemask_epi8(bytes)) as u32 as u64
    }

    #[inline(always)]
    fn expand(self, bytes: __m256i, marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize {
        self.expand_within(bytes, marked, len, dst).expect("dst has room")
    }

    #[inline(always)]
    fn expand_within(self, bytes: __m256i, marked: u64, len: usize, dst: &mut [u8]) -> Option<usize> {
        self.0.expand_ymm(bytes, marked, len, dst)
    }
}
