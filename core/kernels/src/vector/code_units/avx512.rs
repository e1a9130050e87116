//! AVX-512: a block is one register, and closing gaps is an instruction.

use super::{CODE_UNITS, CodeUnitClasses, CodeUnitLanes, CodeUnits, spell, unspell};
use crate::vector::block::Block;
use crate::vector::instructions::cpu;
use crate::vector::{
    Avx512, BLOCK, EIGHT_CODE_UNITS, EIGHT_ESCAPES, Register, SpellCodeUnits, UnspellCodeUnits, WEAVE_ROOM, WritePairs,
    first_bits,
};
use core::arch::x86_64::*;

impl Avx512 {
    /// Writes the bytes that `kept` names, close together; returns how many they are. `room` must have space for them.
    #[inline(always)]
    fn store_kept(self, bytes: __m512i, kept: u64, room: &mut [u8]) -> usize {
        let written = kept.count_ones() as usize;
        let close = cpu!(_mm512_maskz_compress_epi8(kept, bytes));
        match room.first_chunk_mut::<BLOCK>() {
            Some(block) => self.store(close, block),
            None => self.store_prefix(close, &mut room[..written]),
        }
        written
    }

    /// The code units whose bytes are in `low` and `high`, those that `kept` names, close together.
    #[inline(always)]
    fn kept_code_units(self, low: __m512i, high: __m512i, kept: u64) -> [__m512i; 2] {
        cpu! {
            // Interleaving works within lanes of 16, so their halves are reordered first.
            let order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
            let low = _mm512_permutexvar_epi64(order, _mm512_maskz_compress_epi8(kept, low));
            let high = _mm512_permutexvar_epi64(order, _mm512_maskz_compress_epi8(kept, high));
            [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)]
        }
    }

    /// For sixteen code units of four bytes each (lead, nothing, two more) the bytes that belong to their UTF-8.
    #[inline(always)]
    fn kept_bytes(self, non_ascii: u32, long: u32) -> u64 {
        const EACH: u64 = 0x1111_1111_1111_1111;
        cpu!(_pdep_u64(long as u64, EACH) | _pdep_u64(non_ascii as u64, EACH << 2) | EACH << 3)
    }
}

impl CodeUnitLanes for Avx512 {
    const SATURATES: bool = true;

    #[inline(always)]
    fn splat_u16(self, unit: u16) -> __m512i {
        cpu!(_mm512_set1_epi16(unit as i16))
    }

    #[inline(always)]
    fn code_units_with(self, units: __m512i, bits: u16, value: u16) -> u32 {
        cpu!(_mm512_cmpeq_epi16_mask(_mm512_and_si512(units, self.splat_u16(bits)), self.splat_u16(value)))
    }

    #[inline(always)]
    fn narrow(self, low: __m512i, high: __m512i) -> __m512i {
        cpu! {
            // Packing works within lanes of 16, so their halves come out of order.
            let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            _mm512_permutexvar_epi64(order, _mm512_packus_epi16(low, high))
        }
    }

    #[inline(always)]
    fn widen(self, bytes: __m512i) -> [__m512i; 2] {
        cpu!([
            _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes)),
            _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(bytes)),
        ])
    }

    #[inline(always)]
    fn load_widened(self, src: &[u8; CODE_UNITS]) -> __m512i {
        cpu!(_mm512_cvtepu8_epi16(_mm256_loadu_si256(src.as_ptr().cast())))
    }

    #[inline(always)]
    fn code_unit_speller(self) -> Option<impl SpellCodeUnits<Self>> {
        Some(self)
    }

    #[inline(always)]
    fn code_unit_unspeller(self) -> Option<impl UnspellCodeUnits> {
        Some(self)
    }

    #[inline(always)]
    fn pair_writer(self) -> Option<impl WritePairs<Self>> {
        Some(self)
    }
}

impl CodeUnits for Avx512 {
    #[inline(always)]
    fn store_prefix(self, bytes: __m512i, dst: &mut [u8]) {
        cpu!(_mm512_mask_storeu_epi8(dst.as_mut_ptr().cast(), first_bits(dst.len()), bytes))
    }

    #[inline(always)]
    fn write_short_code_units(self, units: __m512i, non_ascii: u32, len: usize, room: &mut [u8]) {
        // The last byte of a code unit in the high byte of its lane, which is always kept, the lead in the low one.
        const LAST: u64 = 0xAAAA_AAAA_AAAA_AAAA;
        cpu! {
            let last = _mm512_slli_epi16::<8>(units);
            // (last & 0x3F00) | code units >> 6
            let two = _mm512_ternarylogic_epi64::<0xEA>(last, self.splat_u16(0x3F00), _mm512_srli_epi16::<6>(units));
            let tagged = _mm512_mask_add_epi16(last, non_ascii, two, self.splat_u16(0x80C0));
            let kept = (_pdep_u64(non_ascii as u64, !LAST) | LAST) & first_bits(2 * len);
            self.store_kept(tagged, kept, room);
        }
    }

    #[inline(always)]
    fn write_latin1(self, src: &[u8; BLOCK], non_ascii: u64, room: &mut [u8]) {
        const LAST: u64 = 0xAAAA_AAAA_AAAA_AAAA;
        cpu! {
            // Interleaving works within lanes of 16, so their halves are reordered first.
            let order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
            let bytes = _mm512_permutexvar_epi64(order, self.load(src));
            // 0xC2, or 0xC3 where bit 6 is set; where the byte is ASCII, it is not kept: (bytes >> 6 & 1) | 0xC2
            let one = self.splat(1);
            let leads = _mm512_ternarylogic_epi64::<0xEA>(_mm512_srli_epi16::<6>(bytes), one, self.splat(0xC2));
            // Clear bit 6 if bit 7 is set: bytes & !(bytes >> 1 & 0x40)
            let halved = _mm512_srli_epi16::<1>(bytes);
            let last = _mm512_ternarylogic_epi64::<0x70>(bytes, halved, self.splat(0x40));
            let kept = _pdep_u64(non_ascii & 0xFFFF_FFFF, !LAST) | LAST;
            self.store_kept(_mm512_unpacklo_epi8(leads, last), kept, room);
            let first = CodeUnitClasses { non_ascii: non_ascii as u32, long: 0 }.written(CODE_UNITS);
            if let Some(room) = room.get_mut(first..) {
                let kept = _pdep_u64(non_ascii >> 32, !LAST) | LAST;
                self.store_kept(_mm512_unpackhi_epi8(leads, last), kept, room);
            }
        }
    }

    #[inline(always)]
    fn write_code_units<const PAIRS: bool>(
        self,
        units: __m512i,
        before: __m512i,
        classes: CodeUnitClasses,
        len: usize,
        room: &mut [u8],
    ) {
        let CodeUnitClasses { non_ascii, long } = classes;
        cpu! {
            let mut tags = _mm512_mask_mov_epi16(self.splat_u16(0x80C0), long, self.splat_u16(0x8080));
            let mut codes = units;
            if PAIRS {
                let high = self.code_units_with(units, 0xFC00, 0xD800);
                let low = self.code_units_with(units, 0xFC00, 0xDC00);
                // Adding 0x40 is adding the 0x10000 that a pair leaves out.
                let sum = _mm512_add_epi16(units, self.splat_u16(0x0040));
                let upper = _mm512_and_si512(_mm512_srli_epi16::<2>(sum), self.splat_u16(0x01FF));
                // Ten bits of the code unit and above them those of the one before, of which two will count.
                let carried = _mm512_slli_epi16::<10>(self.earlier::<2>(units, before));
                let lower = _mm512_ternarylogic_epi64::<0xCA>(self.splat_u16(0x03FF), units, carried);
                codes = _mm512_mask_mov_epi16(_mm512_mask_mov_epi16(units, high, upper), low, lower);
                tags = _mm512_mask_mov_epi16(tags, low, self.splat_u16(0x8080));
                tags = _mm512_mask_mov_epi16(tags, high, self.splat_u16(0x80F0));
            }
            // The byte before the last in the low byte of each lane, the last in its high byte.
            let last = _mm512_slli_epi16::<8>(codes);
            let bits = _mm512_ternarylogic_epi64::<0xCA>(self.splat_u16(0x00FF), _mm512_srli_epi16::<6>(codes), last);
            let two = _mm512_ternarylogic_epi64::<0xEA>(bits, self.splat_u16(0x3F3F), tags);
            let two = _mm512_mask_mov_epi16(last, non_ascii, two);
            let leads = _mm512_or_si512(_mm512_srli_epi16::<12>(units), self.splat_u16(0x00E0));
            // Interleaving works within lanes of 16, so their halves are reordered first.
            let order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
            let (leads, two) = (_mm512_permutexvar_epi64(order, leads), _mm512_permutexvar_epi64(order, two));
            let kept = self.kept_bytes(non_ascii, long) & first_bits(4 * len);
            let written = self.store_kept(_mm512_unpacklo_epi16(leads, two), kept, room);
            if len > 16 {
                let kept = self.kept_bytes(non_ascii >> 16, long >> 16) & first_bits(4 * (len - 16));
                if let Some(room) = room.get_mut(written..) {
                    self.store_kept(_mm512_unpackhi_epi16(leads, two), kept, room);
                }
            }
        }
    }

    #[inline(always)]
    fn write_kept(self, low: __m512i, high: __m512i, kept: u64, dst: &mut [u8; 2 * BLOCK]) -> usize {
        let [first, second] = dst.as_chunks_mut().0 else { unreachable!("128 is twice 64") };
        let units = self.kept_code_units(low, high, kept);
        self.store(units[0], first);
        self.store(units[1], second);
        kept.count_ones() as usize
    }

    #[inline(always)]
    fn write_kept_bytes(self, bytes: __m512i, kept: u64, dst: &mut [u8; 2 * BLOCK]) -> usize {
        let [first, second] = dst.as_chunks_mut().0 else { unreachable!("128 is twice 64") };
        let units = self.widen(cpu!(_mm512_maskz_compress_epi8(kept, bytes)));
        self.store(units[0], first);
        self.store(units[1], second);
        kept.count_ones() as usize
    }

    #[inline(always)]
    fn write_kept_within(self, low: __m512i, high: __m512i, kept: u64, dst: &mut [u8]) -> Option<usize> {
        if let Some(dst) = dst.first_chunk_mut() {
            return Some(self.write_kept(low, high, kept, dst));
        }
        let written = kept.count_ones() as usize;
        let (first, second) = dst.get_mut(..2 * written)?.split_at_mut((2 * written).min(BLOCK));
        let units = self.kept_code_units(low, high, kept);
        self.store_prefix(units[0], first);
        self.store_prefix(units[1], second);
        Some(written)
    }
}

impl SpellCodeUnits<Self> for Avx512 {
    #[inline(always)]
    fn spell(self, units: __m512i, spelled: u64, digits: &[u8; 16], dst: &mut [u8; WEAVE_ROOM]) {
        spell::spell_zmm(self, units, spelled, digits, dst);
    }
}

impl UnspellCodeUnits for Avx512 {
    #[inline(always)]
    fn unspell(self, src: &[u8; EIGHT_ESCAPES], dst: &mut [u8; EIGHT_CODE_UNITS]) -> u32 {
        unspell::unspell_zmm(self, src, dst)
    }
}

impl WritePairs<Self> for Avx512 {
    #[inline(always)]
    fn write_pairs(self, units: __m512i, room: &mut [u8; BLOCK]) {
        cpu! {
            // Eleven bits of the high surrogate, once the 0x10000 is added that a pair leaves out, and ten of the low
            // one.
            let bits = _mm512_add_epi16(units, _mm512_set1_epi32(0x0000_0040));
            let bits = _mm512_and_si512(bits, _mm512_set1_epi32(0x03FF_07FF));
            let codes = _mm512_madd_epi16(bits, _mm512_set1_epi32(0x0001_0400));
            // The first bit of each byte in its code point, the lead byte first.
            let begins = _mm512_set1_epi64(0x2026_2C32_0006_0C12);
            let bytes = _mm512_multishift_epi64_epi8(begins, codes);
            // (bytes & 0x3F) | tags
            let tags = _mm512_set1_epi32(0x8080_80F0_u32 as i32);
            self.store(_mm512_ternarylogic_epi32::<0xEA>(bytes, self.splat(0x3F), tags), room);
        }
    }
}
