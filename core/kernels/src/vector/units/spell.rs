//! Units as `\uXXXX` by shuffle tables, four at a time, on every tier of x86-64 but AVX-512.

use super::{UNITS, Units};
use crate::vector::{BLOCK, WEAVE_ROOM};
use core::arch::x86_64::*;

macro_rules! cpu {
    ($($body:tt)*) => {
        // SAFETY: a value of a type that implements `Units` on x86-64 exists only where SSE4.2 was detected, and every
        // address comes from a reference to at least as many bytes as the register has.
        unsafe { $($body)* }
    };
}

/// [`Units::spell`] by table.
#[inline(always)]
pub(super) fn spell<V: Units>(v: V, units: V::Bytes, spelled: u64, digits: &[u8; 16], dst: &mut [u8; WEAVE_ROOM]) {
    let mut block = [0; BLOCK];
    v.store(units, &mut block);
    // Of each four units a number.
    let pairs = (spelled | spelled >> 1) & 0x3333_3333_3333_3333;
    let fours = (pairs | pairs >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    let mut from = 0;
    for (eight, place) in block.as_chunks::<16>().0.iter().zip((0..UNITS / 4).step_by(2)) {
        for (text, four) in texts(eight, digits).into_iter().zip([fours >> (8 * place), fours >> (8 * place + 8)]) {
            let row = &ROWS[four as usize & 15];
            // Before the last four at most 7 times 24 bytes are written, so this slice is always there.
            let Some(to) = dst.get_mut(from..).and_then(|rest| rest.first_chunk_mut::<32>()) else { return };
            for (half, to) in to.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                cpu! {
                    let places = _mm_load_si128(row.places[half].as_ptr().cast());
                    let heads = _mm_load_si128(row.heads[half].as_ptr().cast());
                    _mm_storeu_si128(to.as_mut_ptr().cast(), _mm_or_si128(_mm_shuffle_epi8(text, places), heads));
                }
            }
            from += row.len;
        }
    }
}

/// For each of eight units its four digits, or the unit itself and three bytes that do not count, if it is ASCII.
#[inline(always)]
fn texts(eight: &[u8; 16], digits: &[u8; 16]) -> [__m128i; 2] {
    cpu! {
        let units = _mm_loadu_si128(eight.as_ptr().cast());
        let digits = _mm_loadu_si128(digits.as_ptr().cast());
        let nibble = _mm_set1_epi8(0x0F);
        let high_first = _mm_or_si128(_mm_slli_epi16::<8>(units), _mm_srli_epi16::<8>(units));
        let upper = _mm_shuffle_epi8(digits, _mm_and_si128(_mm_srli_epi16::<4>(high_first), nibble));
        let lower = _mm_shuffle_epi8(digits, _mm_and_si128(high_first, nibble));
        let is_ascii = _mm_cmpeq_epi16(_mm_and_si128(units, _mm_set1_epi16(0xFF80_u16 as i16)), _mm_setzero_si128());
        let firsts = _mm_blendv_epi8(upper, units, is_ascii);
        [_mm_unpacklo_epi8(firsts, lower), _mm_unpackhi_epi8(firsts, lower)]
    }
}

/// How four units become text.
#[repr(C, align(64))]
struct Row {
    /// Where each byte comes from; 0x80 where it is of a backslash and a `u`.
    places: [[u8; 16]; 2],
    heads: [[u8; 16]; 2],
    len: usize,
}

/// For each set of units that are spelled. 2 KiB.
static ROWS: [Row; 16] = {
    const ROW: Row = Row { places: [[0x80; 16]; 2], heads: [[0; 16]; 2], len: 0 };
    let mut rows = [ROW; 16];
    let mut four = 0;
    while four < 16 {
        let row = &mut rows[four];
        let mut unit = 0;
        while unit < 4 {
            let mut count = 1;
            if four >> unit & 1 == 1 {
                row.heads[row.len / 16][row.len % 16] = b'\\';
                row.heads[(row.len + 1) / 16][(row.len + 1) % 16] = b'u';
                row.len += 2;
                count = 4;
            }
            let mut digit = 0;
            while digit < count {
                row.places[row.len / 16][row.len % 16] = 4 * unit + digit;
                row.len += 1;
                digit += 1;
            }
            unit += 1;
        }
        four += 1;
    }
    rows
};
