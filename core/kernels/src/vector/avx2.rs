//! AVX2 with BMI: a block is two registers of 32 bytes.

use super::block::Block;
use super::byte_set::HIGH_NIBBLE;
use super::instructions::{cpu, each_of_2 as each};
use super::ymm::{HasYmm, Ymm};
use super::{BLOCK, ByteSet, Register, STRING_WINDOW, groups, partial, weave};
use core::arch::x86_64::*;

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT, POPCNT and PCLMULQDQ.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// # Safety
    ///
    /// The processor must have those features.
    #[inline(always)]
    pub(crate) unsafe fn new() -> Self {
        Avx2(())
    }
}

impl Avx2 {
    /// The at most 32 bytes of `src`, and zeros after them.
    #[inline(always)]
    fn half(self, src: &[u8]) -> __m256i {
        if let Some(bytes) = src.first_chunk::<32>() {
            return cpu!(_mm256_loadu_si256(bytes.as_ptr().cast()));
        }
        if let (Some(low), Some(last)) = (src.first_chunk::<16>(), src.last_chunk::<16>())
            && let Some(shift) = SHIFTS.get(32 - src.len()..).and_then(|shift| shift.first_chunk::<16>())
        {
            // The last sixteen bytes less those that are in the lower half.
            cpu! {
                let last = _mm_loadu_si128(last.as_ptr().cast());
                let high = _mm_shuffle_epi8(last, _mm_loadu_si128(shift.as_ptr().cast()));
                return _mm256_set_m128i(high, _mm_loadu_si128(low.as_ptr().cast()));
            }
        }
        let low = partial::up_to_16(src);
        cpu!(_mm256_zextsi128_si256(_mm_set_epi64x((low >> 64) as i64, low as i64)))
    }

    /// `a` in the bytes that `chosen` names, `b` in the others.
    #[inline(always)]
    fn blend_half(self, chosen: u32, a: __m256i, b: __m256i) -> __m256i {
        // Each byte gets the byte of the mask with its bit, then keeps that bit alone.
        cpu! {
            let spread = _mm256_set_epi64x(0x0303_0303_0303_0303, 0x0202_0202_0202_0202, 0x0101_0101_0101_0101, 0);
            let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            let mask = _mm256_shuffle_epi8(_mm256_set1_epi32(chosen as i32), spread);
            _mm256_blendv_epi8(b, a, _mm256_cmpeq_epi8(_mm256_and_si256(mask, bits), bits))
        }
    }

    /// Each byte divided by 16.
    #[inline(always)]
    fn high_nibbles(self, bytes: [__m256i; 2]) -> [__m256i; 2] {
        cpu! {
            let low = _mm256_set1_epi8(0x0F);
            [
                _mm256_and_si256(_mm256_srli_epi16::<4>(bytes[0]), low),
                _mm256_and_si256(_mm256_srli_epi16::<4>(bytes[1]), low),
            ]
        }
    }

    /// The four registers of 16 bytes.
    #[inline(always)]
    fn quarters(self, [low, high]: [__m256i; 2]) -> [__m128i; 4] {
        cpu!([
            _mm256_castsi256_si128(low),
            _mm256_extracti128_si256::<1>(low),
            _mm256_castsi256_si128(high),
            _mm256_extracti128_si256::<1>(high),
        ])
    }

    #[inline(always)]
    fn mask(self, a: [__m256i; 2]) -> u64 {
        let low = cpu!(_mm256_movemask_epi8(a[0])) as u32 as u64;
        let high = cpu!(_mm256_movemask_epi8(a[1])) as u32 as u64;
        low | high << 32
    }
}

impl Register for Avx2 {
    type Bytes = [__m256i; 2];
    type Table = __m256i;
    type Set = (__m256i, __m256i);

    #[inline(always)]
    fn load_prefix(self, src: &[u8]) -> [__m256i; 2] {
        if src.len() <= 32 {
            [self.half(src), cpu!(_mm256_setzero_si256())]
        } else {
            [self.half(&src[..32]), self.half(&src[32..])]
        }
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> [__m256i; 2] {
        cpu!([_mm256_set1_epi8(byte as i8); 2])
    }

    #[inline(always)]
    fn or(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_or_si256, a, b)
    }

    #[inline(always)]
    fn and(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_and_si256, a, b)
    }

    #[inline(always)]
    fn xor(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_xor_si256, a, b)
    }

    #[inline(always)]
    fn saturating_add(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_adds_epu8, a, b)
    }

    #[inline(always)]
    fn saturating_sub(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_subs_epu8, a, b)
    }

    #[inline(always)]
    fn earlier<const N: usize>(self, bytes: [__m256i; 2], before: [__m256i; 2]) -> [__m256i; 2] {
        // The shift by bytes stays within lanes of 16, so each lane first gets its neighbour.
        cpu! {
            let low = _mm256_permute2x128_si256::<0x21>(before[1], bytes[0]);
            let high = _mm256_permute2x128_si256::<0x21>(bytes[0], bytes[1]);
            match N {
                1 => [_mm256_alignr_epi8::<15>(bytes[0], low), _mm256_alignr_epi8::<15>(bytes[1], high)],
                2 => [_mm256_alignr_epi8::<14>(bytes[0], low), _mm256_alignr_epi8::<14>(bytes[1], high)],
                3 => [_mm256_alignr_epi8::<13>(bytes[0], low), _mm256_alignr_epi8::<13>(bytes[1], high)],
                _ => [_mm256_alignr_epi8::<11>(bytes[0], low), _mm256_alignr_epi8::<11>(bytes[1], high)],
            }
        }
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> __m256i {
        cpu!(_mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())))
    }

    #[inline(always)]
    fn look_up(self, table: __m256i, bytes: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_shuffle_epi8, [table; 2], bytes)
    }

    #[inline(always)]
    fn look_up_high(self, table: __m256i, bytes: [__m256i; 2]) -> [__m256i; 2] {
        self.look_up(table, self.high_nibbles(bytes))
    }

    #[inline(always)]
    fn set(self, set: &ByteSet) -> (__m256i, __m256i) {
        (self.table(&set.by_nibble), self.table(&set.non_ascii))
    }

    #[inline(always)]
    fn members(self, (low, non_ascii): (__m256i, __m256i), bytes: [__m256i; 2]) -> [__m256i; 2] {
        let high = self.look_up_high(self.table(&HIGH_NIBBLE), bytes);
        self.or(self.and(self.look_up(low, bytes), high), self.and(bytes, [non_ascii; 2]))
    }

    #[inline(always)]
    fn any(self, bytes: [__m256i; 2]) -> bool {
        let both = cpu!(_mm256_or_si256(bytes[0], bytes[1]));
        cpu!(_mm256_testz_si256(both, both)) == 0
    }

    #[inline(always)]
    fn nonzero(self, bytes: [__m256i; 2]) -> u64 {
        !self.mask(each!(_mm256_cmpeq_epi8, bytes, self.splat(0)))
    }

    #[inline(always)]
    fn high_bits(self, bytes: [__m256i; 2]) -> u64 {
        self.mask(bytes)
    }

    #[inline(always)]
    fn expand(self, bytes: [__m256i; 2], marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize {
        groups::expand(self, bytes, marked, len, dst)
    }
}

impl Block for Avx2 {
    type Short = Ymm<Self>;

    #[inline(always)]
    fn short(self) -> Ymm<Self> {
        Ymm(self)
    }

    #[inline(always)]
    fn load(self, src: &[u8; BLOCK]) -> [__m256i; 2] {
        let (low, high) = src.split_at(32);
        cpu!([_mm256_loadu_si256(low.as_ptr().cast()), _mm256_loadu_si256(high.as_ptr().cast())])
    }

    #[inline(always)]
    fn store(self, bytes: [__m256i; 2], dst: &mut [u8; BLOCK]) {
        let (low, high) = dst.split_at_mut(32);
        cpu! {
            _mm256_storeu_si256(low.as_mut_ptr().cast(), bytes[0]);
            _mm256_storeu_si256(high.as_mut_ptr().cast(), bytes[1]);
        }
    }

    #[inline(always)]
    fn later(self, bytes: [__m256i; 2]) -> [__m256i; 2] {
        // The shift by bytes stays within lanes of 16, so each lane first gets its neighbour.
        cpu! {
            let low = _mm256_permute2x128_si256::<0x21>(bytes[0], bytes[1]);
            let high = _mm256_permute2x128_si256::<0x81>(bytes[1], bytes[1]);
            [_mm256_alignr_epi8::<1>(low, bytes[0]), _mm256_alignr_epi8::<1>(high, bytes[1])]
        }
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, bytes: [__m256i; 2]) -> [__m256i; 2] {
        cpu! {
            match N {
                2 => [_mm256_slli_epi16::<2>(bytes[0]), _mm256_slli_epi16::<2>(bytes[1])],
                _ => [_mm256_slli_epi16::<4>(bytes[0]), _mm256_slli_epi16::<4>(bytes[1])],
            }
        }
    }

    #[inline(always)]
    fn shift_down<const N: usize>(self, bytes: [__m256i; 2]) -> [__m256i; 2] {
        cpu! {
            match N {
                2 => [_mm256_srli_epi16::<2>(bytes[0]), _mm256_srli_epi16::<2>(bytes[1])],
                _ => [_mm256_srli_epi16::<4>(bytes[0]), _mm256_srli_epi16::<4>(bytes[1])],
            }
        }
    }

    #[inline(always)]
    fn add_words(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        each!(_mm256_add_epi64, a, b)
    }

    #[inline(always)]
    fn later_bit(self, bits: [__m256i; 2], before: [__m256i; 2]) -> [__m256i; 2] {
        let low = cpu!(_mm256_permute2x128_si256::<0x21>(before[1], bits[0]));
        let high = cpu!(_mm256_permute2x128_si256::<0x21>(bits[0], bits[1]));
        let words = each!(_mm256_alignr_epi8::<8>, bits, [low, high]);
        self.or(each!(_mm256_add_epi64, bits, bits), each!(_mm256_srli_epi64::<63>, words))
    }

    #[inline(always)]
    fn prefix_xor(self, bits: u64) -> u64 {
        Ymm(self).prefix_xor(bits)
    }

    #[inline(always)]
    fn string_stops(self, _stops: &ByteSet, text: &[u8; STRING_WINDOW]) -> (u64, u32) {
        Ymm(self).string_stops(text)
    }

    #[inline(always)]
    fn equal(self, bytes: [__m256i; 2], byte: u8) -> u64 {
        self.mask(each!(_mm256_cmpeq_epi8, bytes, self.splat(byte)))
    }

    #[inline(always)]
    fn below(self, bytes: [__m256i; 2], byte: u8) -> u64 {
        // There is no unsigned comparison; a byte is below the limit if the limit is not the smaller of both.
        let limit = self.splat(byte);
        let smaller = each!(_mm256_min_epu8, bytes, limit);
        !self.mask(each!(_mm256_cmpeq_epi8, smaller, limit))
    }

    #[inline(always)]
    fn blend(self, chosen: u64, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        [self.blend_half(chosen as u32, a[0], b[0]), self.blend_half((chosen >> 32) as u32, a[1], b[1])]
    }

    #[inline(always)]
    fn choose(self, high: [__m256i; 2], a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // The signs are taken by an instruction that the compiler does not see through: it would else share the
        // comparison that a blend is to it with another block of code, and pass it on bit by bit.
        let signs: [__m256i; 2] = each!(_mm256_sign_epi8, self.splat(1), high);
        cpu!([_mm256_blendv_epi8(b[0], a[0], signs[0]), _mm256_blendv_epi8(b[1], a[1], signs[1])])
    }

    #[inline(always)]
    fn unicode_run(self, bytes: [__m256i; 2], digits: __m256i, len: usize, dst: &mut [u8; 6 * BLOCK]) -> usize {
        let (mut high, mut low) = ([0; BLOCK], [0; BLOCK]);
        self.store(self.look_up_high(digits, bytes), &mut high);
        self.store(self.look_up_low(digits, bytes), &mut low);
        let groups = high.as_chunks::<8>().0.iter().zip(low.as_chunks::<8>().0);
        for (((high, low), dst), _) in groups.zip(dst.as_chunks_mut::<48>().0).zip((0..len).step_by(8)) {
            cpu! {
                let high = _mm_loadl_epi64(high.as_ptr().cast());
                let digits = _mm_unpacklo_epi8(high, _mm_loadl_epi64(low.as_ptr().cast()));
                for ((digit, text), dst) in UNICODE_RUN.iter().zip(dst.as_chunks_mut::<16>().0) {
                    let digits = _mm_shuffle_epi8(digits, _mm_loadu_si128(digit.as_ptr().cast()));
                    let text = _mm_or_si128(digits, _mm_loadu_si128(text.as_ptr().cast()));
                    _mm_storeu_si128(dst.as_mut_ptr().cast(), text);
                }
            }
        }
        6 * len
    }
}

impl HasYmm for Avx2 {
    #[inline(always)]
    fn load_ymm(self, src: &[u8]) -> __m256i {
        self.half(src)
    }

    #[inline(always)]
    fn expand_ymm(self, bytes: __m256i, marked: u64, len: usize, dst: &mut [u8]) -> Option<usize> {
        if marked == 0
            && let Some(dst) = dst.first_chunk_mut::<32>()
        {
            cpu!(_mm256_storeu_si256(dst.as_mut_ptr().cast(), bytes));
            return Some(len);
        }
        Register::expand_within(self, [bytes; 2], marked, len, dst)
    }
}

impl weave::Quads for Avx2 {
    #[inline(always)]
    fn quads(self, [first, second, third]: [[__m256i; 2]; 3]) -> [__m128i; 16] {
        let text = [cpu!(_mm256_set1_epi32(i32::from_le_bytes(*b"u000"))); 2];
        let low: [__m256i; 2] = each!(_mm256_unpacklo_epi32, first, second);
        let high: [__m256i; 2] = each!(_mm256_unpackhi_epi32, first, second);
        let low_rest: [__m256i; 2] = each!(_mm256_unpacklo_epi32, third, text);
        let high_rest: [__m256i; 2] = each!(_mm256_unpackhi_epi32, third, text);
        let a: [__m256i; 2] = each!(_mm256_unpacklo_epi64, low, low_rest);
        let b: [__m256i; 2] = each!(_mm256_unpackhi_epi64, low, low_rest);
        let c: [__m256i; 2] = each!(_mm256_unpacklo_epi64, high, high_rest);
        let d: [__m256i; 2] = each!(_mm256_unpackhi_epi64, high, high_rest);
        weave::in_turn(self.quarters(a), self.quarters(b), self.quarters(c), self.quarters(d))
    }

    #[inline(always)]
    fn nibbles(self, low: u32, high: u32) -> u64 {
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        cpu!(_pdep_u64(low as u64, LOW) | _pdep_u64(high as u64, !LOW))
    }
}

/// From place n on: the shuffle that removes n bytes at the beginning and adds zeros at the end.
const SHIFTS: [u8; 32] = {
    let mut shifts = [0x80; 32];
    let mut i = 0;
    while i < 16 {
        shifts[i] = i as u8;
        i += 1;
    }
    shifts
};

/// For each of three registers that eight bytes fill: the index of a digit for each lane, and the text of lanes without
/// digits.
const UNICODE_RUN: [([u8; 16], [u8; 16]); 3] = {
    let mut run = [([0x80; 16], [0; 16]); 3];
    let mut at = 0;
    while at < 48 {
        let (digits, text) = &mut run[at / 16];
        match at % 6 {
            place @ 0..4 => text[at % 16] = b"\\u00"[place],
            place => digits[at % 16] = (2 * (at / 6) + place - 4) as u8,
        }
        at += 1;
    }
    run
};
