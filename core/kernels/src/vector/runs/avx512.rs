//! Runs of sequences of three or of four bytes into `\uXXXX` on AVX-512 with VBMI: every byte has its place beforehand,
//! so nothing is marked, chosen or compressed.

use crate::vector::avx512::EACH_THIRD;
use crate::vector::block::Block;
use crate::vector::instructions::cpu;
use crate::vector::{Avx512, BLOCK, RUN_ROOM, Register, SpellRuns};
use core::arch::x86_64::*;

impl SpellRuns<Self> for Avx512 {
    #[inline(always)]
    fn code_units_of_three(self, src: &[u8; BLOCK + 1]) -> (__m512i, u64) {
        let [_, rest @ ..] = src;
        let (bytes, next) = (self.load_part(src), self.load(rest));
        let (high, low, wrong);
        cpu! {
            let sixteen_bits = (_mm512_slli_epi16::<4>(bytes), _mm512_srli_epi16::<2>(next), _mm512_slli_epi16::<6>(bytes));
            // (a & m) | (b & !m); m is the first of the three.
            high = _mm512_ternarylogic_epi32::<0xCA>(self.splat(0xF0), sixteen_bits.0, sixteen_bits.1);
            low = _mm512_ternarylogic_epi32::<0xCA>(self.splat(0xC0), sixteen_bits.2, next);
        }
        let shape = self.xor(self.and(bytes, self.load(&MARKS_OF_THREE)), self.load(&SHAPE_OF_THREE));
        // Nonzero if the first byte of a code unit is below 08, or from D8 to DF.
        let eights = self.load(&EIGHT_OF_THREE);
        let overlong = self.saturating_sub(eights, high);
        let surrogate = self.saturating_sub(eights, self.xor(high, self.splat(0xD8)));
        wrong = self.or(shape, self.or(overlong, surrogate));
        (self.blend(EACH_THIRD << 1, low, high), self.nonzero(wrong))
    }

    #[inline(always)]
    fn code_units_of_four(self, src: &[u8; BLOCK]) -> (__m512i, u64) {
        let bytes = self.load(src);
        cpu! {
            let payload = self.and(bytes, _mm512_set1_epi32(0x3F3F_3F07));
            // Each lead byte is worth 64 second ones, and each third byte 64 fourth ones; then the same for pairs.
            let pairs = _mm512_maddubs_epi16(payload, _mm512_set1_epi16(0x0140));
            let code = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0001_1000));
            let code = _mm512_sub_epi32(code, _mm512_set1_epi32(0x1_0000));
            let marks = self.and(bytes, _mm512_set1_epi32(0xC0C0_C0F8_u32 as i32));
            let shape = self.xor(marks, _mm512_set1_epi32(0x8080_80F0_u32 as i32));
            // Below U+10000 or above U+10FFFF.
            let beyond = self.and(code, _mm512_set1_epi32(0xFFF0_0000_u32 as i32));
            let low = self.and(_mm512_slli_epi32::<16>(code), _mm512_set1_epi32(0x03FF_0000));
            let units = self.or(self.or(_mm512_srli_epi32::<10>(code), low), _mm512_set1_epi32(0xDC00_D800_u32 as i32));
            (units, self.nonzero(self.or(shape, beyond)))
        }
    }

    #[inline(always)]
    fn spell_three(self, units: __m512i, digits: __m512i, dst: &mut [u8; RUN_ROOM]) {
        self.spell_run(units, digits, &OF_THREE, dst);
    }

    #[inline(always)]
    fn spell_four(self, units: __m512i, digits: __m512i, dst: &mut [u8; RUN_ROOM]) {
        self.spell_run(units, digits, &OF_FOUR, dst);
    }
}

impl Avx512 {
    #[inline(always)]
    fn spell_run(self, units: __m512i, digits: __m512i, places: &[SourceBytes], dst: &mut [u8; RUN_ROOM]) {
        for (places, dst) in places.iter().zip(dst.as_chunks_mut().0) {
            let from = self.load(&places.from);
            cpu! {
                let bytes = _mm512_permutexvar_epi8(from, units);
                // Only the low four bits count, because all four quarters are the table.
                let nibbles = self.blend(places.high, _mm512_srli_epi16::<4>(bytes), bytes);
                self.store(_mm512_mask_permutexvar_epi8(from, places.digits, nibbles, digits), dst);
            }
        }
    }
}

/// The marker bits of a lead byte and two continuation bytes, their values, and an eight for each lead byte. The last
/// of the 64 bytes does not count.
static MARKS_OF_THREE: [u8; BLOCK] = each_three([0xF0, 0xC0, 0xC0]);
static SHAPE_OF_THREE: [u8; BLOCK] = each_three([0xE0, 0x80, 0x80]);
static EIGHT_OF_THREE: [u8; BLOCK] = each_three([8, 0, 0]);

const fn each_three(bytes: [u8; 3]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let mut lane = 0;
    while lane < BLOCK - 1 {
        block[lane] = bytes[lane % 3];
        lane += 1;
    }
    block
}

/// The source of each byte in a register of escapes.
#[derive(Clone, Copy)]
struct SourceBytes {
    /// Which byte of the code units; or `\` and `u` themselves.
    from: [u8; BLOCK],
    /// Which bytes are digits, and which of them show the high nibble.
    digits: u64,
    high: u64,
}

/// Of each three bytes the first two are a code unit, the higher byte first.
static OF_THREE: [SourceBytes; 2] = [places(0, SequenceLen::OfThree), places(1, SequenceLen::OfThree)];
/// Of each four bytes two and two are a code unit, the lower byte first.
static OF_FOUR: [SourceBytes; 3] =
    [places(0, SequenceLen::OfFour), places(1, SequenceLen::OfFour), places(2, SequenceLen::OfFour)];

#[derive(Clone, Copy)]
enum SequenceLen {
    OfThree,
    OfFour,
}

const fn places(register: usize, units: SequenceLen) -> SourceBytes {
    let mut places = SourceBytes { from: [0; BLOCK], digits: 0, high: 0 };
    let mut lane = 0;
    while lane < BLOCK {
        let (unit, place) = ((register * BLOCK + lane) / 6, (register * BLOCK + lane) % 6);
        let second = place >= 4;
        places.from[lane] = match (place, units) {
            (0, _) => b'\\',
            (1, _) => b'u',
            (_, SequenceLen::OfThree) => (3 * unit + second as usize) as u8,
            (_, SequenceLen::OfFour) => (2 * unit + !second as usize) as u8,
        };
        if place >= 2 {
            places.digits |= 1 << lane;
            places.high |= ((place % 2 == 0) as u64) << lane;
        }
        lane += 1;
    }
    places
}
