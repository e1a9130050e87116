//! AVX-512 with VBMI2: a block is one register, and expanding and compressing are instructions.

use super::block::Block;
use super::byte_set::HIGH_BITS;
use super::instructions::cpu;
use super::register::LAST_FINISHED;
use super::ymm::{HasYmm, Ymm};
use super::{
    AsciiTable, BLOCK, ByteSet, ExpandUnicode, Lanes, Register, STRING_WINDOW, SpellRuns, UNICODE_ROOM, UnicodeEscapes,
    Vector, WEAVE_ROOM, first_bits,
};
use core::arch::x86_64::*;

/// Proof that the processor has AVX-512 F, BW, VL, VBMI and VBMI2, BMI2, and PCLMULQDQ.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// # Safety
    ///
    /// The processor must have those features.
    #[inline(always)]
    pub(crate) unsafe fn new() -> Self {
        Avx512(())
    }
}

impl Avx512 {
    /// The places of the first 32 bytes after a backslash is inserted before each of the `marked` ones.
    #[inline(always)]
    fn places(self, marked: u64) -> u64 {
        // Each byte of the source owns two bits, "backslash" below "byte"; dropping the unused backslashes leaves one
        // bit for each byte of the output.
        const BYTES: u64 = 0xAAAA_AAAA_AAAA_AAAA;
        cpu!(_pext_u64(BYTES, _pdep_u64(marked, !BYTES) | BYTES))
    }

    /// The first 32 bytes, with a backslash before each of the `marked` ones.
    #[inline(always)]
    fn expand_half(self, bytes: __m512i, marked: u64) -> __m512i {
        cpu!(_mm512_mask_expand_epi8(self.splat(b'\\'), self.places(marked), bytes))
    }

    /// Four registers of sixteen bytes each; the four bytes with the same place in `lanes` are side by side.
    #[inline(always)]
    fn sixteens(self, lanes: [__m512i; 4]) -> [__m512i; 4] {
        cpu! {
            // Unpacking works within quarters of a register, so each sixteen bytes first go to four quarters.
            let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
            let [a, b, c, d] = [
                _mm512_permutexvar_epi32(order, lanes[0]),
                _mm512_permutexvar_epi32(order, lanes[1]),
                _mm512_permutexvar_epi32(order, lanes[2]),
                _mm512_permutexvar_epi32(order, lanes[3]),
            ];
            let (low, low_rest) = (_mm512_unpacklo_epi8(a, b), _mm512_unpacklo_epi8(c, d));
            let (high, high_rest) = (_mm512_unpackhi_epi8(a, b), _mm512_unpackhi_epi8(c, d));
            [
                _mm512_unpacklo_epi16(low, low_rest),
                _mm512_unpackhi_epi16(low, low_rest),
                _mm512_unpacklo_epi16(high, high_rest),
                _mm512_unpackhi_epi16(high, high_rest),
            ]
        }
    }

    /// Writes the first `len` bytes; bytes after them may be overwritten. `None` if there is too little room.
    #[inline(always)]
    fn store_prefix(self, bytes: __m512i, len: usize, dst: &mut [u8]) -> Option<()> {
        if let Some(dst) = dst.first_chunk_mut::<BLOCK>() {
            self.store(bytes, dst);
            return Some(());
        }
        let dst = dst.get_mut(..len)?;
        cpu!(_mm512_mask_storeu_epi8(dst.as_mut_ptr().cast(), first_bits(dst.len()), bytes));
        Some(())
    }
}

impl HasYmm for Avx512 {
    #[inline(always)]
    fn load_ymm(self, src: &[u8]) -> __m256i {
        cpu!(_mm256_maskz_loadu_epi8(first_bits(src.len()) as u32, src.as_ptr().cast()))
    }

    #[inline(always)]
    fn expand_ymm(self, bytes: __m256i, marked: u64, len: usize, dst: &mut [u8]) -> Option<usize> {
        let written = len + marked.count_ones() as usize;
        let wide = cpu!(_mm512_castsi256_si512(bytes));
        let Some(dst) = dst.first_chunk_mut::<BLOCK>() else {
            self.store_prefix(self.expand_half(wide, marked), written, dst)?;
            return Some(written);
        };
        cpu! {
            if marked == 0 {
                _mm256_storeu_si256(dst.as_mut_ptr().cast(), bytes);
            } else if len <= 16 {
                let backslashes = _mm256_set1_epi8(b'\\' as i8);
                let text = _mm256_mask_expand_epi8(backslashes, self.places(marked) as u32, bytes);
                _mm256_storeu_si256(dst.as_mut_ptr().cast(), text);
            } else {
                self.store(self.expand_half(wide, marked), dst);
            }
        }
        Some(written)
    }
}

impl Register for Avx512 {
    type Bytes = __m512i;
    type Table = __m512i;
    type Set = __m512i;

    #[inline(always)]
    fn load_prefix(self, src: &[u8]) -> __m512i {
        cpu!(_mm512_maskz_loadu_epi8(first_bits(src.len()), src.as_ptr().cast()))
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> __m512i {
        cpu!(_mm512_set1_epi8(byte as i8))
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        cpu!(_mm512_or_si512(a, b))
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        cpu!(_mm512_and_si512(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        cpu!(_mm512_xor_si512(a, b))
    }

    #[inline(always)]
    fn saturating_add(self, a: __m512i, b: __m512i) -> __m512i {
        cpu!(_mm512_adds_epu8(a, b))
    }

    #[inline(always)]
    fn saturating_sub(self, a: __m512i, b: __m512i) -> __m512i {
        cpu!(_mm512_subs_epu8(a, b))
    }

    #[inline(always)]
    fn earlier<const N: usize>(self, bytes: __m512i, before: __m512i) -> __m512i {
        cpu! {
            // The shift by bytes stays within lanes of 16, so each lane first gets its neighbour.
            let lanes = _mm512_alignr_epi32::<12>(bytes, before);
            match N {
                1 => _mm512_alignr_epi8::<15>(bytes, lanes),
                2 => _mm512_alignr_epi8::<14>(bytes, lanes),
                3 => _mm512_alignr_epi8::<13>(bytes, lanes),
                _ => _mm512_alignr_epi8::<11>(bytes, lanes),
            }
        }
    }

    #[inline(always)]
    fn unfinished(self, bytes: __m512i) -> __m512i {
        self.saturating_sub(bytes, self.load(&LAST_FINISHED))
    }

    #[inline(always)]
    fn table(self, table: &[u8; 16]) -> __m512i {
        cpu!(_mm512_broadcast_i32x4(_mm_loadu_si128(table.as_ptr().cast())))
    }

    #[inline(always)]
    fn look_up(self, table: __m512i, bytes: __m512i) -> __m512i {
        cpu!(_mm512_shuffle_epi8(table, bytes))
    }

    #[inline(always)]
    fn look_up_low(self, table: __m512i, bytes: __m512i) -> __m512i {
        // The index has six bits, and all four quarters are the table, so the upper two bits do not matter.
        cpu!(_mm512_permutexvar_epi8(bytes, table))
    }

    #[inline(always)]
    fn look_up_high(self, table: __m512i, bytes: __m512i) -> __m512i {
        // The shift brings two bits of the neighbour into the index; the table does not mind.
        cpu!(_mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(bytes), table))
    }

    #[inline(always)]
    fn set(self, set: &ByteSet) -> __m512i {
        self.load(&set.by_six_bits)
    }

    #[inline(always)]
    fn members(self, set: __m512i, bytes: __m512i) -> __m512i {
        cpu! {
            // The shift brings two bits of the neighbour into the index; the table does not mind.
            let high = _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(bytes), self.load(&HIGH_BITS));
            _mm512_and_si512(_mm512_permutexvar_epi8(bytes, set), high)
        }
    }

    #[inline(always)]
    fn part_members(self, _: __m512i, members: __m512i, _: __m512i) -> __m512i {
        // The table marks the part four bits higher.
        self.and(members, self.splat(0xF0))
    }

    #[inline(always)]
    fn any(self, bytes: __m512i) -> bool {
        self.nonzero(bytes) != 0
    }

    #[inline(always)]
    fn nonzero(self, bytes: __m512i) -> u64 {
        cpu!(_mm512_test_epi8_mask(bytes, bytes))
    }

    #[inline(always)]
    fn high_bits(self, bytes: __m512i) -> u64 {
        cpu!(_mm512_movepi8_mask(bytes))
    }

    #[inline(always)]
    fn expand(self, bytes: __m512i, marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize {
        let low = self.expand_half(bytes, marked & 0xFFFF_FFFF);
        let low_len = 32 + (marked as u32).count_ones() as usize;
        let high = self.expand_half(cpu!(_mm512_shuffle_i64x2::<0b1110>(bytes, bytes)), marked >> 32);
        if let Some(first) = dst.first_chunk_mut() {
            self.store(low, first);
        }
        // No more than 32 bytes of the first 32 are marked.
        if let Some(second) = dst.get_mut(low_len..).and_then(|rest| rest.first_chunk_mut()) {
            self.store(high, second);
        }
        len + marked.count_ones() as usize
    }

    #[inline(always)]
    fn expand_within(self, bytes: __m512i, marked: u64, len: usize, dst: &mut [u8]) -> Option<usize> {
        if marked == 0 {
            self.store_prefix(bytes, len, dst)?;
            return Some(len);
        }
        let low = self.expand_half(bytes, marked & 0xFFFF_FFFF);
        let low_len = len.min(32) + (marked & 0xFFFF_FFFF).count_ones() as usize;
        self.store_prefix(low, low_len, dst)?;
        if len <= 32 {
            return Some(low_len);
        }
        let high = self.expand_half(cpu!(_mm512_shuffle_i64x2::<0b1110>(bytes, bytes)), marked >> 32);
        let written = len + marked.count_ones() as usize;
        self.store_prefix(high, written - low_len, &mut dst[low_len..])?;
        Some(written)
    }
}

impl Block for Avx512 {
    type Short = Ymm<Self>;

    #[inline(always)]
    fn short(self) -> Ymm<Self> {
        Ymm(self)
    }

    #[inline(always)]
    fn load(self, src: &[u8; BLOCK]) -> __m512i {
        cpu!(_mm512_loadu_si512(src.as_ptr().cast()))
    }

    #[inline(always)]
    fn store(self, bytes: __m512i, dst: &mut [u8; BLOCK]) {
        cpu!(_mm512_storeu_si512(dst.as_mut_ptr().cast(), bytes))
    }

    #[inline(always)]
    fn store_rest(self, bytes: __m512i, _: &[u8; 2 * BLOCK], at: usize, dst: &mut [u8; BLOCK]) {
        // From the register: a load from memory that was just stored in other pieces would wait for all of these.
        let places = cpu!(_mm512_add_epi8(self.load(&IN_TURN), self.splat(at as u8)));
        self.store(cpu!(_mm512_permutexvar_epi8(places, bytes)), dst);
    }

    #[inline(always)]
    fn later(self, bytes: __m512i) -> __m512i {
        // The shift by bytes stays within lanes of 16, so each lane first gets its neighbour.
        cpu! {
            let lanes = _mm512_alignr_epi32::<4>(_mm512_setzero_si512(), bytes);
            _mm512_alignr_epi8::<1>(lanes, bytes)
        }
    }

    #[inline(always)]
    fn shift_up<const N: usize>(self, bytes: __m512i) -> __m512i {
        match N {
            2 => cpu!(_mm512_slli_epi16::<2>(bytes)),
            _ => cpu!(_mm512_slli_epi16::<4>(bytes)),
        }
    }

    #[inline(always)]
    fn shift_down<const N: usize>(self, bytes: __m512i) -> __m512i {
        match N {
            2 => cpu!(_mm512_srli_epi16::<2>(bytes)),
            _ => cpu!(_mm512_srli_epi16::<4>(bytes)),
        }
    }

    #[inline(always)]
    fn ascii_tables(self) -> Option<impl AsciiTable<Self>> {
        Some(self)
    }

    #[inline(always)]
    fn run_speller(self) -> Option<impl SpellRuns<Self>> {
        Some(self)
    }

    #[inline(always)]
    fn unicode_expander(self) -> Option<impl ExpandUnicode<Self>> {
        Some(self)
    }

    #[inline(always)]
    fn add_words(self, a: __m512i, b: __m512i) -> __m512i {
        cpu!(_mm512_add_epi64(a, b))
    }

    #[inline(always)]
    fn later_bit(self, bits: __m512i, before: __m512i) -> __m512i {
        cpu!(_mm512_shldi_epi64::<1>(bits, _mm512_alignr_epi64::<7>(bits, before)))
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
    fn equal(self, bytes: __m512i, byte: u8) -> u64 {
        cpu!(_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn below(self, bytes: __m512i, byte: u8) -> u64 {
        cpu!(_mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn blend(self, chosen: u64, a: __m512i, b: __m512i) -> __m512i {
        cpu!(_mm512_mask_blend_epi8(chosen, b, a))
    }

    #[inline(always)]
    fn choose(self, high: __m512i, a: __m512i, b: __m512i) -> __m512i {
        self.blend(self.high_bits(high), a, b)
    }

    #[inline(always)]
    fn unicode_run(self, bytes: __m512i, digits: __m512i, len: usize, dst: &mut [u8; 6 * BLOCK]) -> usize {
        let (high, low) = (self.look_up_high(digits, bytes), self.look_up_low(digits, bytes));
        for (((lanes, text), dst), _) in UNICODE_RUN.iter().zip(dst.as_chunks_mut().0).zip((0..6 * len).step_by(BLOCK))
        {
            // Lanes without a digit keep their text, which is in the index operand.
            self.store(cpu!(_mm512_mask2_permutex2var_epi8(high, self.load(text), *lanes, low)), dst);
        }
        6 * len
    }
}

impl Vector for Avx512 {
    const FEW_SPECIAL: u32 = 0;
    const COMPRESSES: bool = true;

    #[inline(always)]
    fn compress(self, bytes: __m512i, kept: u64, dst: &mut [u8; BLOCK]) -> usize {
        self.store(cpu!(_mm512_maskz_compress_epi8(kept, bytes)), dst);
        kept.count_ones() as usize
    }

    #[inline(always)]
    fn compress_within(self, bytes: __m512i, kept: u64, dst: &mut [u8]) -> Option<usize> {
        let written = kept.count_ones() as usize;
        self.store_prefix(cpu!(_mm512_maskz_compress_epi8(kept, bytes)), written, dst)?;
        Some(written)
    }

    #[inline(always)]
    fn weave(self, lanes: Lanes<Self>, _: usize, dst: &mut [u8; WEAVE_ROOM]) -> usize {
        let Lanes { bytes: [first, second, third], counts: [one, two, three] } = lanes;
        let mut written = 0;
        for (number, indices) in THIRDS.iter().enumerate() {
            // Every third lane is of the same kind, and each register begins with another.
            let [a, b, c] = [EACH_THIRD, EACH_THIRD << 1, EACH_THIRD << 2];
            let (kept, spread);
            cpu! {
                let indices = self.load(indices);
                let (firsts, seconds, thirds);
                (firsts, seconds, thirds) = match number {
                    0 => (a, b, c),
                    1 => (c, a, b),
                    _ => (b, c, a),
                };
                let begins: [u32; 3] = match number {
                    0 => [0, 0, 0],
                    1 => [22, 21, 21],
                    _ => [43, 43, 42],
                };
                kept = _pdep_u64(one >> begins[0], firsts)
                    | _pdep_u64(two >> begins[1], seconds)
                    | _pdep_u64(three >> begins[2], thirds);
                let lanes = _mm512_permutexvar_epi8(indices, first);
                let lanes = _mm512_mask_permutexvar_epi8(lanes, seconds, indices, second);
                spread = _mm512_mask_permutexvar_epi8(lanes, thirds, indices, third);
            }
            let Some(room) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<BLOCK>()) else { break };
            self.store(cpu!(_mm512_maskz_compress_epi8(kept, spread)), room);
            written += kept.count_ones() as usize;
        }
        written
    }

    #[inline(always)]
    fn weave_long(self, lanes: Lanes<Self>, long: u64, len: usize, dst: &mut [u8; UNICODE_ROOM]) -> usize {
        let Lanes { bytes: [first, second, third], counts: [one, two, three] } = lanes;
        let mut indices = self.load(&EIGHTHS);
        let mut written = 0;
        for from in (0..len).step_by(8) {
            let Some(room) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<BLOCK>()) else { break };
            // Each of eight bytes owns eight lanes: lane 0, `u00`, lanes 1 and 2, and two unused.
            let (spread, kept);
            cpu! {
                let text = _mm512_set1_epi64(i64::from_le_bytes(*b"\\u000000"));
                let lanes = _mm512_mask_permutexvar_epi8(text, FIRST_LANES, indices, first);
                let lanes = _mm512_mask_permutexvar_epi8(lanes, FIRST_LANES << 4, indices, second);
                spread = _mm512_mask_permutexvar_epi8(lanes, FIRST_LANES << 5, indices, third);
                kept = _pdep_u64(one >> from, FIRST_LANES)
                    | _pdep_u64(two >> from, FIRST_LANES << 4)
                    | _pdep_u64(three >> from, FIRST_LANES << 5)
                    | (_pdep_u64(long >> from, FIRST_LANES) * 0b1110);
                indices = _mm512_add_epi8(indices, _mm512_set1_epi8(8));
            }
            self.store(cpu!(_mm512_maskz_compress_epi8(kept, spread)), room);
            written += kept.count_ones() as usize;
        }
        written
    }
}

impl AsciiTable<Self> for Avx512 {
    #[inline(always)]
    fn look_up_ascii(self, table: &[u8; 128], bytes: __m512i) -> __m512i {
        let [low, high] = table.as_chunks().0 else { unreachable!("128 is twice 64") };
        let (low, high) = (self.load(low), self.load(high));
        cpu!(_mm512_permutex2var_epi8(low, bytes, high))
    }
}

impl ExpandUnicode<Self> for Avx512 {
    #[inline(always)]
    fn expand_unicode(self, work: UnicodeEscapes<Self>, len: usize, dst: &mut [u8; UNICODE_ROOM]) -> usize {
        let UnicodeEscapes { bytes, letters, marked, long, digits } = work;
        let first = self.blend(marked, self.splat(b'\\'), bytes);
        let second = self.blend(long, self.splat(b'u'), letters);
        let sixteens =
            self.sixteens([first, second, self.look_up_high(digits, bytes), self.look_up_low(digits, bytes)]);
        let mut written = 0;
        for (eight, from) in (0..len).step_by(8).enumerate() {
            let Some(room) = dst.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<BLOCK>()) else { break };
            // Each of eight bytes owns eight lanes: backslash or byte, letter or u, 0, 0, digit, digit, and two unused.
            let (spread, kept);
            cpu! {
                let lanes = self.load(&FOUR_OF_EIGHT[eight % 2]);
                spread = _mm512_mask_permutexvar_epi8(self.splat(b'0'), LANES_OF_FOUR, lanes, sixteens[eight / 2]);
                let ones = _pdep_u64(marked >> from, FIRST_LANES);
                let longs = _pdep_u64(long >> from, FIRST_LANES);
                kept = (FIRST_LANES | (ones << 1) | (longs * 0b11_1100)) & first_bits(8 * (len - from));
            }
            self.store(cpu!(_mm512_maskz_compress_epi8(kept, spread)), room);
            written += kept.count_ones() as usize;
        }
        written
    }
}

/// Every third lane, from the first on.
pub(super) const EACH_THIRD: u64 = 0x9249_2492_4924_9249;

/// The number of each byte.
static IN_TURN: [u8; BLOCK] = {
    let mut numbers = [0; BLOCK];
    let mut number = 0;
    while number < BLOCK {
        numbers[number] = number as u8;
        number += 1;
    }
    numbers
};

/// For each of 192 lanes, three a byte: the byte that owns it.
static THIRDS: [[u8; BLOCK]; 3] = {
    let mut lanes = [[0; BLOCK]; 3];
    let mut lane = 0;
    while lane < 3 * BLOCK {
        lanes[lane / BLOCK][lane % BLOCK] = (lane / 3) as u8;
        lane += 1;
    }
    lanes
};

/// For each of 64 lanes, eight a byte: the byte that owns it.
static EIGHTHS: [u8; BLOCK] = {
    let mut lanes = [0; BLOCK];
    let mut lane = 0;
    while lane < BLOCK {
        lanes[lane] = (lane / 8) as u8;
        lane += 1;
    }
    lanes
};

/// The first lane of each eight.
const FIRST_LANES: u64 = 0x0101_0101_0101_0101;
/// In each eight lanes, those with one of four bytes: the first two, and two more after two zeros.
const LANES_OF_FOUR: u64 = FIRST_LANES * 0b11_0011;

/// For the first eight bytes of sixteen, and for the others: which of its four bytes a lane gets.
static FOUR_OF_EIGHT: [[u8; BLOCK]; 2] = {
    let mut lanes = [[0; BLOCK]; 2];
    let mut lane = 0;
    while lane < BLOCK {
        let (byte, place) = (lane / 8, lane % 8);
        let of_four = if place < 4 { place } else { place - 2 };
        lanes[0][lane] = (4 * byte + of_four) as u8;
        lanes[1][lane] = (4 * (8 + byte) + of_four) as u8;
        lane += 1;
    }
    lanes
};

/// For each of six registers: the lanes with a digit; and the index of the digit, 64 and above for the low digits, or
/// the text of lanes without digits.
static UNICODE_RUN: [(u64, [u8; BLOCK]); 6] = {
    let mut run = [(0, [0; BLOCK]); 6];
    let mut at = 0;
    while at < 6 * BLOCK {
        let (lanes, text) = &mut run[at / BLOCK];
        let (byte, place) = (at / 6, at % 6);
        if place >= 4 {
            *lanes |= 1 << (at % BLOCK);
        }
        text[at % BLOCK] = match place {
            4 => byte as u8,
            5 => byte as u8 + 64,
            _ => b"\\u00"[place],
        };
        at += 1;
    }
    run
};
