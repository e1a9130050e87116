//! `\uXXXX` as code units, eight at a time, on AVX2 and AVX-512.
//!
//! Their digits are brought together, and so are their heads, the two bytes before the digits: 32 bits for each escape.
//! Any error shows in these.

use crate::vector::instructions::cpu;
use crate::vector::{AsciiTable, Avx2, Avx512, EIGHT_CODE_UNITS, EIGHT_ESCAPES, HEX_VALUES, first_bits};
use core::arch::x86_64::*;

/// A backslash and a `u`, the head of an escape.
const HEAD: i32 = i32::from_le_bytes([b'\\', b'u', 0, 0]);

/// [`UnspellCodeUnits`](crate::vector::UnspellCodeUnits) on AVX-512: one permutation brings all together, and digits
/// are looked up.
#[inline(always)]
pub(super) fn unspell_zmm(v: Avx512, src: &[u8; EIGHT_ESCAPES], dst: &mut [u8; EIGHT_CODE_UNITS]) -> u32 {
    cpu! {
        let bytes = _mm512_maskz_loadu_epi8(first_bits(EIGHT_ESCAPES), src.as_ptr().cast());
        let places = _mm512_loadu_si512(PLACES.as_ptr().cast());
        let together = _mm512_maskz_permutexvar_epi8(first_bits(32) | HEADS, places, bytes);
        let digits = _mm512_castsi512_si256(together);
        let heads = _mm512_extracti64x4_epi64::<1>(together);
        let values = _mm512_castsi512_si256(v.look_up_ascii(&HEX_VALUES, together));

        // The table is for bytes below 0x80, so that bit of the text counts as well.
        let no_digits = _mm256_and_si256(_mm256_or_si256(values, digits), _mm256_set1_epi8(i8::MIN));
        let no_heads = _mm256_xor_si256(heads, _mm256_set1_epi32(HEAD));
        let wrong = _mm256_test_epi32_mask(_mm256_or_si256(no_digits, no_heads), _mm256_set1_epi32(-1));

        let bytes = _mm256_maddubs_epi16(values, _mm256_set1_epi16(i16::from_le_bytes([16, 1])));
        let units = _mm256_madd_epi16(bytes, _mm256_set1_epi32(1 << 16 | 256));
        let kinds = _mm256_and_si256(units, _mm256_set1_epi32(0xF800));
        let surrogates = _mm256_cmpeq_epi32_mask(kinds, _mm256_set1_epi32(0xD800));

        _mm_storeu_si128(dst.as_mut_ptr().cast(), _mm256_cvtepi32_epi16(units));
        u32::from(!(wrong | surrogates))
    }
}

/// Places of the digits of eight escapes, and then of the heads, each followed by two bytes that [`HEADS`] leaves zero.
static PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut escape = 0;
    while escape < 8 {
        let mut of_four = 0;
        while of_four < 4 {
            places[4 * escape + of_four] = (6 * escape + 2 + of_four) as u8;
            places[32 + 4 * escape + of_four] = (6 * escape + of_four) as u8;
            of_four += 1;
        }
        escape += 1;
    }
    places
};
const HEADS: u64 = 0x3333_3333 << 32;

/// [`UnspellCodeUnits`](crate::vector::UnspellCodeUnits) on AVX2. Each lane of 16 bytes has four escapes.
#[inline(always)]
pub(super) fn unspell_ymm(v: Avx2, src: &[u8; EIGHT_ESCAPES], dst: &mut [u8; EIGHT_CODE_UNITS]) -> u32 {
    let (first, last) = (fours(v, src, 0, &FIRST), fours(v, src, FOUR_ESCAPES - 16, &LAST));
    cpu! {
        let (digits, heads) = (_mm256_unpacklo_epi64(first, last), _mm256_unpackhi_epi64(first, last));
        // 0 to 15 if a byte is a digit, else more: 9 to 0 are just below the overflow, and of letters A is 10.
        let below_top = _mm256_add_epi8(digits, _mm256_set1_epi8((0xFF - b'9') as i8));
        let decimals = _mm256_sub_epi8(_mm256_subs_epu8(below_top, _mm256_set1_epi8(6)), _mm256_set1_epi8(-0x10));
        let capitals = _mm256_and_si256(digits, _mm256_set1_epi8(!0x20));
        let from_a = _mm256_sub_epi8(capitals, _mm256_set1_epi8(b'A' as i8));
        let values = _mm256_min_epu8(decimals, _mm256_adds_epu8(from_a, _mm256_set1_epi8(10)));

        let no_digits = _mm256_subs_epu8(values, _mm256_set1_epi8(15));
        let no_heads = _mm256_xor_si256(heads, _mm256_set1_epi32(HEAD));
        let whole = _mm256_cmpeq_epi32(_mm256_or_si256(no_digits, no_heads), _mm256_setzero_si256());

        let bytes = _mm256_maddubs_epi16(values, _mm256_set1_epi16(i16::from_le_bytes([16, 1])));
        let units = _mm256_madd_epi16(bytes, _mm256_set1_epi32(1 << 16 | 256));
        let kinds = _mm256_and_si256(units, _mm256_set1_epi32(0xF800));
        let surrogates = _mm256_cmpeq_epi32(kinds, _mm256_set1_epi32(0xD800));

        let eight = _mm_packus_epi32(_mm256_castsi256_si128(units), _mm256_extracti128_si256::<1>(units));
        _mm_storeu_si128(dst.as_mut_ptr().cast(), eight);
        _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_andnot_si256(surrogates, whole))) as u32
    }
}

/// Bytes of the escapes of a lane.
const FOUR_ESCAPES: usize = EIGHT_ESCAPES / 2;

/// The bytes at these `places` of each four escapes, counted from the one `at` which their load begins.
#[inline(always)]
fn fours(_: Avx2, src: &[u8; EIGHT_ESCAPES], at: usize, places: &[u8; 16]) -> __m256i {
    let (low, high) = (&src[at..at + 16], &src[FOUR_ESCAPES + at..FOUR_ESCAPES + at + 16]);
    cpu! {
        let low = _mm256_castsi128_si256(_mm_loadu_si128(low.as_ptr().cast()));
        let bytes = _mm256_inserti128_si256::<1>(low, _mm_loadu_si128(high.as_ptr().cast()));
        _mm256_shuffle_epi8(bytes, _mm256_broadcastsi128_si256(_mm_loadu_si128(places.as_ptr().cast())))
    }
}

/// Of two escapes the digits and then the heads: their places in the first 16 bytes of four, and in the last 16.
static FIRST: [u8; 16] = [2, 3, 4, 5, 8, 9, 10, 11, 0, 1, NONE, NONE, 6, 7, NONE, NONE];
static LAST: [u8; 16] = [6, 7, 8, 9, 12, 13, 14, 15, 4, 5, NONE, NONE, 10, 11, NONE, NONE];
/// No place: a zero.
const NONE: u8 = 0x80;
