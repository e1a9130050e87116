//! Code units as `\uXXXX`: by shuffle tables, four at a time, on SSE4.2 and AVX2; a register at a time on AVX-512,
//! which closes the gaps around ASCII by an instruction.

use super::LOW_BYTES;
use crate::vector::block::Block;
use crate::vector::instructions::cpu;
use crate::vector::{Avx2, Avx512, BLOCK, Register, Sse42, WEAVE_ROOM};
use core::arch::x86_64::*;

/// [`SpellCodeUnits`](crate::vector::SpellCodeUnits) on SSE4.2.
#[inline(always)]
pub(super) fn spell_xmm(v: Sse42, units: [__m128i; 4], spelled: u64, digits: &[u8; 16], dst: &mut [u8; WEAVE_ROOM]) {
    let mut fours = fours(spelled);
    let mut from = 0;
    for eight in units {
        for text in texts_xmm(v, eight, digits) {
            let row = &ROWS[fours as usize & 15];
            let Some(to) = room(dst, from) else { return };
            let (places, heads) = (row.places.as_chunks::<16>().0, row.heads.as_chunks::<16>().0);
            for (half, to) in to.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                cpu! {
                    let places = _mm_load_si128(places[half].as_ptr().cast());
                    let heads = _mm_load_si128(heads[half].as_ptr().cast());
                    _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_or_si128(_mm_shuffle_epi8(text, places), heads));
                }
            }
            from += row.len;
            fours >>= 8;
        }
    }
}

/// [`SpellCodeUnits`](crate::vector::SpellCodeUnits) on AVX2.
#[inline(always)]
pub(super) fn spell_ymm(v: Avx2, units: [__m256i; 2], spelled: u64, digits: &[u8; 16], dst: &mut [u8; WEAVE_ROOM]) {
    let mut fours = fours(spelled);
    let mut from = 0;
    for sixteen in units {
        for text in texts_ymm(v, sixteen, digits) {
            let row = &ROWS[fours as usize & 15];
            let Some(to) = room(dst, from) else { return };
            cpu! {
                let places = _mm256_load_si256(row.places.as_ptr().cast());
                let heads = _mm256_load_si256(row.heads.as_ptr().cast());
                _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm256_or_si256(_mm256_shuffle_epi8(text, places), heads));
            }
            from += row.len;
            fours >>= 8;
        }
    }
}

/// [`SpellCodeUnits`](crate::vector::SpellCodeUnits) on AVX-512.
#[inline(always)]
pub(super) fn spell_zmm(v: Avx512, units: __m512i, spelled: u64, digits: &[u8; 16], dst: &mut [u8; WEAVE_ROOM]) {
    let [low, high] = texts_zmm(v, units, digits);
    if spelled == LOW_BYTES {
        for (places, to) in RUN.iter().zip(dst.as_chunks_mut().0) {
            v.store(laid_out(v, low, high, places), to);
        }
        return;
    }
    let spelled = cpu!(_pext_u64(spelled, LOW_BYTES));
    let mut from = 0;
    for (places, kept) in RUN.iter().zip(kept_of_run(spelled)) {
        // Before the last of them at most twice 64 bytes are written, so this is always there.
        let Some(to) = dst.get_mut(from..).and_then(|rest| rest.first_chunk_mut()) else { return };
        v.store(cpu!(_mm512_maskz_compress_epi8(kept, laid_out(v, low, high, places))), to);
        from += kept.count_ones() as usize;
    }
}

/// Which bytes of [`RUN`] are kept if only some code units are `spelled`: all six of those; of others the first digit,
/// in whose place the ASCII byte is. Code units 10 and 21 begin in one block of 64 bytes and end in the next one.
#[inline(always)]
fn kept_of_run(spelled: u64) -> [u64; 3] {
    const EACH_SIXTH: u64 = 0x1041_0410_4104_1041;
    let whole = |unit: u32, begins: u64| cpu!(_pdep_u64(spelled >> unit, begins)).wrapping_mul(0b11_1111);
    let rest = |unit: u32, bytes: u64| (spelled >> unit & 1) * bytes;
    [
        whole(0, EACH_SIXTH) | EACH_SIXTH << 2,
        rest(10, 0b11) | whole(11, EACH_SIXTH << 2) | EACH_SIXTH << 4,
        rest(21, 0b1111) | whole(22, EACH_SIXTH << 4) | EACH_SIXTH,
    ]
}

/// Escapes, from the digits of [`texts_zmm`].
#[inline(always)]
fn laid_out(v: Avx512, low: __m512i, high: __m512i, (digits, places): &(u64, [u8; BLOCK])) -> __m512i {
    // Lanes without a digit keep their text, which is in the index operand.
    cpu!(_mm512_mask2_permutex2var_epi8(low, v.load(places), *digits, high))
}

/// As [`texts_xmm`]: of each lane of eight code units the first four, and the others.
#[inline(always)]
fn texts_zmm(v: Avx512, units: __m512i, digits: &[u8; 16]) -> [__m512i; 2] {
    cpu! {
        let digits = _mm512_broadcast_i32x4(_mm_loadu_si128(digits.as_ptr().cast()));
        let nibble = v.splat(0x0F);
        let high_first = _mm512_or_si512(_mm512_slli_epi16::<8>(units), _mm512_srli_epi16::<8>(units));
        let upper = _mm512_shuffle_epi8(digits, _mm512_and_si512(_mm512_srli_epi16::<4>(high_first), nibble));
        let lower = _mm512_shuffle_epi8(digits, _mm512_and_si512(high_first, nibble));
        let is_ascii = _mm512_testn_epi16_mask(units, _mm512_set1_epi16(!0x7F));
        let firsts = _mm512_mask_mov_epi16(upper, is_ascii, units);
        [_mm512_unpacklo_epi8(firsts, lower), _mm512_unpackhi_epi8(firsts, lower)]
    }
}

/// For each 64 bytes of escapes of a whole register without gaps: the lanes with a digit; and the index of the digit,
/// or the text of lanes without one.
static RUN: [(u64, [u8; BLOCK]); 3] = {
    let mut blocks = [(0, [0; BLOCK]); 3];
    let mut at = 0;
    while at < 3 * BLOCK {
        let (unit, of_unit) = (at / 6, at % 6);
        let (digits, places) = &mut blocks[at / BLOCK];
        places[at % BLOCK] = match of_unit {
            0 => b'\\',
            1 => b'u',
            _ => {
                *digits |= 1 << (at % BLOCK);
                // Of each lane of eight code units the second four are in the second register.
                (unit / 8 * 16 + unit % 4 * 4 + of_unit - 2 + unit % 8 / 4 * BLOCK) as u8
            }
        };
        at += 1;
    }
    blocks
};

/// For each four code units a byte, of which bit N says whether code unit N is written as an escape.
#[inline(always)]
fn fours(spelled: u64) -> u64 {
    let pairs = (spelled | spelled >> 1) & 0x3333_3333_3333_3333;
    (pairs | pairs >> 2) & 0x0F0F_0F0F_0F0F_0F0F
}

/// Before the last four at most 7 times 24 bytes are written, so this is always there.
#[inline(always)]
fn room(dst: &mut [u8; WEAVE_ROOM], from: usize) -> Option<&mut [u8; 32]> {
    dst.get_mut(from..)?.first_chunk_mut()
}

/// For each of eight code units its four digits, or the code unit itself and three bytes that do not count, if it is
/// ASCII: in two registers of four code units.
#[inline(always)]
fn texts_xmm(_: Sse42, units: __m128i, digits: &[u8; 16]) -> [__m128i; 2] {
    cpu! {
        let digits = _mm_loadu_si128(digits.as_ptr().cast());
        let nibble = _mm_set1_epi8(0x0F);
        let high_first = _mm_or_si128(_mm_slli_epi16::<8>(units), _mm_srli_epi16::<8>(units));
        let upper = _mm_shuffle_epi8(digits, _mm_and_si128(_mm_srli_epi16::<4>(high_first), nibble));
        let lower = _mm_shuffle_epi8(digits, _mm_and_si128(high_first, nibble));
        let is_ascii = _mm_cmpeq_epi16(_mm_and_si128(units, _mm_set1_epi16(!0x7F)), _mm_setzero_si128());
        let firsts = _mm_blendv_epi8(upper, units, is_ascii);
        [_mm_unpacklo_epi8(firsts, lower), _mm_unpackhi_epi8(firsts, lower)]
    }
}

/// The same of 16 code units, in four registers, each of which has its four twice.
#[inline(always)]
fn texts_ymm(_: Avx2, units: __m256i, digits: &[u8; 16]) -> [__m256i; 4] {
    cpu! {
        let digits = _mm256_broadcastsi128_si256(_mm_loadu_si128(digits.as_ptr().cast()));
        let nibble = _mm256_set1_epi8(0x0F);
        let high_first = _mm256_or_si256(_mm256_slli_epi16::<8>(units), _mm256_srli_epi16::<8>(units));
        let upper = _mm256_shuffle_epi8(digits, _mm256_and_si256(_mm256_srli_epi16::<4>(high_first), nibble));
        let lower = _mm256_shuffle_epi8(digits, _mm256_and_si256(high_first, nibble));
        let is_ascii = _mm256_cmpeq_epi16(_mm256_and_si256(units, _mm256_set1_epi16(!0x7F)), _mm256_setzero_si256());
        let firsts = _mm256_blendv_epi8(upper, units, is_ascii);
        let (low, high) = (_mm256_unpacklo_epi8(firsts, lower), _mm256_unpackhi_epi8(firsts, lower));
        [
            _mm256_permute4x64_epi64::<0b01_00_01_00>(low),
            _mm256_permute4x64_epi64::<0b01_00_01_00>(high),
            _mm256_permute4x64_epi64::<0b11_10_11_10>(low),
            _mm256_permute4x64_epi64::<0b11_10_11_10>(high),
        ]
    }
}

/// How four code units become text.
#[repr(C, align(64))]
struct SpellRow {
    /// The source of each byte; 0x80 for a backslash and a `u`.
    places: [u8; 32],
    heads: [u8; 32],
    len: usize,
}

/// For each set of code units that are spelled. 2 KiB.
static ROWS: [SpellRow; 16] = {
    const ROW: SpellRow = SpellRow { places: [0x80; 32], heads: [0; 32], len: 0 };
    let mut rows = [ROW; 16];
    let mut four = 0;
    while four < 16 {
        let row = &mut rows[four];
        let mut unit = 0;
        while unit < 4 {
            let mut count = 1;
            if four >> unit & 1 == 1 {
                row.heads[row.len] = b'\\';
                row.heads[row.len + 1] = b'u';
                row.len += 2;
                count = 4;
            }
            let mut digit = 0;
            while digit < count {
                row.places[row.len] = 4 * unit + digit;
                row.len += 1;
                digit += 1;
            }
            unit += 1;
        }
        four += 1;
    }
    rows
};
