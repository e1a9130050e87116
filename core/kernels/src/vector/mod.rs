//! Sixty-four bytes at a time: the few operations from which every kernel is made.
//!
//! A value of a type that implements [`Vector`] proves that the processor has its instructions, so the methods are safe
//! to call. Every tier works on blocks of 64 bytes (four, two or one registers), so masks have one bit for each byte in
//! a `u64` everywhere and an algorithm is written once. This folder holds all instruction-set code there is.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(target_arch = "x86_64")]
mod runs;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse42;
#[cfg(target_arch = "x86_64")]
mod ymm;

mod base64_tables;
mod byte_set;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod groups;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod partial;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod sextets;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod weave;

mod sixteen;
mod units;

pub(crate) use self::base64_tables::Base64Tables;
pub(crate) use self::byte_set::ByteSet;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(crate) use self::neon::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use self::simd128::Simd128;
pub use self::sixteen::Sixteen;
pub(crate) use self::units::{
    EIGHT_ESCAPES, EIGHT_UNITS, LOW_BYTES, UNITS, UnitClasses, Units, bytes_of, bytes_of_mut,
};
#[cfg(target_arch = "x86_64")]
pub(crate) use self::{avx2::Avx2, avx512::Avx512, sse42::Sse42};

/// Bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// Bytes that are looked at at once to find the end of a string: most have fewer.
pub const STRING_WINDOW: usize = 96;

/// Bytes of a short string: what the registers of [`Vector::Short`] hold at least.
pub(crate) const SHORT: usize = 32;

/// One register or a few, and the operations on them: text of `LEN` bytes, at most a block. Every method of an implementation must be
/// `#[inline(always)]`.
pub(crate) trait Register: Copy {
    /// `LEN` bytes.
    type Bytes: Copy;
    /// 16 bytes to look up in, ready for use.
    type Table: Copy;
    /// A set of bytes, ready for use.
    type Set: Copy;

    /// The at most `LEN` bytes of `src`, and zeros after them.
    fn load_prefix(self, src: &[u8]) -> Self::Bytes;

    /// `LEN` times `byte`.
    fn splat(self, byte: u8) -> Self::Bytes;
    fn or(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn and(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    fn xor(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// `a + b`, at most 255.
    fn saturating_add(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// `a - b`, at least 0.
    fn saturating_sub(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The text one, two, three or five bytes (`N`) earlier, where `before` is what stands before `bytes`.
    fn earlier<const N: usize>(self, bytes: Self::Bytes, before: Self::Bytes) -> Self::Bytes;
    /// Not zero where one of the last three bytes is the first of a sequence that the end of the register cuts.
    #[inline(always)]
    fn unfinished(self, bytes: Self::Bytes) -> Self::Bytes {
        self.saturating_sub(bytes, self.load_prefix(&LAST_FINISHED))
    }

    /// Makes `table` ready.
    fn table(self, table: &[u8; 16]) -> Self::Table;
    /// For each byte: the entry that its low four bits choose, or 0 where it is 0x80 or above.
    fn look_up(self, table: Self::Table, bytes: Self::Bytes) -> Self::Bytes;
    /// For each byte: the entry that its low four bits choose.
    fn look_up_low(self, table: Self::Table, bytes: Self::Bytes) -> Self::Bytes;
    /// For each byte: the entry that its high four bits choose.
    fn look_up_high(self, table: Self::Table, bytes: Self::Bytes) -> Self::Bytes;

    /// Makes `set` ready.
    fn set(self, set: &ByteSet) -> Self::Set;
    /// Not zero where the byte is in the set.
    fn members(self, set: Self::Set, bytes: Self::Bytes) -> Self::Bytes;
    /// Not zero where the byte is in `part`, which is marked as the part of the set with these `members`.
    #[inline(always)]
    fn part_members(self, part: Self::Set, _members: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes {
        self.members(part, bytes)
    }

    /// Whether a byte is not zero.
    fn any(self, bytes: Self::Bytes) -> bool;
    /// Which bytes are not zero.
    fn nonzero(self, bytes: Self::Bytes) -> u64;
    /// Which bytes are 0x80 or above.
    fn high_bits(self, bytes: Self::Bytes) -> u64;

    /// Writes the first `len` bytes with a backslash before each byte that `marked` names, and rubbish after them.
    /// `marked` must name none after the first `len`. Returns how many bytes count: `len` and one for each mark.
    fn expand(self, bytes: Self::Bytes, marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize;
    /// As [`Register::expand`], where there may be less room; `None` where it is too little.
    #[inline(always)]
    fn expand_within(self, bytes: Self::Bytes, marked: u64, len: usize, dst: &mut [u8]) -> Option<usize> {
        if let Some(dst) = dst.first_chunk_mut::<{ 2 * BLOCK }>() {
            return Some(self.expand(bytes, marked, len, dst));
        }
        let written = len + marked.count_ones() as usize;
        let dst = dst.get_mut(..written)?;
        let mut copy = [0; 2 * BLOCK];
        self.expand(bytes, marked, len, &mut copy);
        dst.copy_from_slice(&copy[..written]);
        Some(written)
    }
}

/// The operations on blocks that base64 needs. Every method of an implementation must be `#[inline(always)]`.
pub(crate) trait Sextets: Register {
    /// For each symbol its number, and not zero where a byte is no symbol.
    fn sextets(self, tables: &Base64Tables, bytes: Self::Bytes) -> (Self::Bytes, Self::Bytes);
    /// Which bytes are no symbols, and which of these are no white space either: `white` has that of `tables`. The others
    /// are what [`Sextets::sextets`] gives for `bytes` with them.
    #[inline(always)]
    fn no_symbols(
        self,
        (_numbers, wrong): (Self::Bytes, Self::Bytes),
        white: Self::Set,
        bytes: Self::Bytes,
    ) -> (u64, u64) {
        let others = self.nonzero(wrong);
        (others, others & !self.nonzero(self.members(white, bytes)))
    }
    /// The 48 bytes that 64 numbers below 64 spell, and rubbish after them.
    fn pack_sextets(self, sextets: Self::Bytes) -> Self::Bytes;
    /// The 64 numbers that spell the first 48 bytes, in the low six bits of each; what stands above does not count.
    fn split_sextets(self, bytes: Self::Bytes) -> Self::Bytes;
    /// For each number, of which the low six bits count, its symbol.
    fn symbols(self, tables: &Base64Tables, sextets: Self::Bytes) -> Self::Bytes;

    /// Whether [`Sextets::join`] is there.
    const JOINS: bool = false;
    /// The bytes that `kept` names, close together, after the first `held` bytes of `before`: 64 of them, and those for
    /// which there was no place. `held` is below 64.
    fn join(self, _before: Self::Bytes, _held: usize, _bytes: Self::Bytes, _kept: u64) -> [Self::Bytes; 2] {
        unreachable!("only called where JOINS says so")
    }
}

/// The operations on text that is nothing but sequences of three or of four bytes, where a tier has them. Every method of
/// an implementation must be `#[inline(always)]`.
pub(crate) trait Runs: Register {
    /// Whether they are there.
    const SPELLS_RUNS: bool = false;
    /// The code units of the sequences of three bytes with which `src` begins, at most 21, and rubbish after them; and
    /// which bytes are none where one would have to be.
    fn units_of_three(self, _src: &[u8; BLOCK + 1]) -> (Self::Bytes, u64) {
        unreachable!("only called where SPELLS_RUNS says so")
    }
    /// The code units of the sequences of four bytes with which `src` begins, at most 16, and rubbish after them; and
    /// which bytes are none where one would have to be.
    fn units_of_four(self, _src: &[u8; BLOCK]) -> (Self::Bytes, u64) {
        unreachable!("only called where SPELLS_RUNS says so")
    }
    /// Writes the escapes of [`Runs::units_of_three`], six bytes for each three, and rubbish after them.
    fn spell_three(self, _units: Self::Bytes, _digits: Self::Table, _dst: &mut [u8; RUN_ROOM]) {
        unreachable!("only called where SPELLS_RUNS says so")
    }
    /// Writes the escapes of [`Runs::units_of_four`], twelve bytes for each four, and rubbish after them.
    fn spell_four(self, _units: Self::Bytes, _digits: Self::Table, _dst: &mut [u8; RUN_ROOM]) {
        unreachable!("only called where SPELLS_RUNS says so")
    }
}

/// The operations on blocks of 64 bytes. Every method of an implementation must be `#[inline(always)]`.
pub(crate) trait Vector: Register + Sextets + Runs {
    /// Registers for short strings; the tier itself where it has no others.
    type Short: Register;
    /// Proof of what `Short` needs.
    fn short(self) -> Self::Short;

    /// The 64 bytes of `src`.
    fn load(self, src: &[u8; BLOCK]) -> Self::Bytes;
    /// The first 64 bytes of `src`, or all there are, and zeros after them.
    #[inline(always)]
    fn load_part(self, src: &[u8]) -> Self::Bytes {
        match src.first_chunk() {
            Some(block) => self.load(block),
            None => self.load_prefix(src),
        }
    }
    /// Writes the 64 bytes.
    fn store(self, bytes: Self::Bytes, dst: &mut [u8; BLOCK]);

    /// Writes the bytes from the one at `at` on, which is at most 64, and rubbish after them. They are in `text` too, where a
    /// block of anything follows.
    #[inline(always)]
    fn store_rest(self, _bytes: Self::Bytes, text: &[u8; 2 * BLOCK], at: usize, dst: &mut [u8; BLOCK]) {
        if let Some(rest) = text[at..].first_chunk() {
            self.store(self.load(rest), dst);
        }
    }

    /// The block one byte later; the byte after the last is zero.
    fn later(self, bytes: Self::Bytes) -> Self::Bytes;
    /// Each byte shifted towards its top by `N`, 2 or 4, bits; the low `N` bits are any.
    fn shift_up<const N: usize>(self, bytes: Self::Bytes) -> Self::Bytes;
    /// Each byte shifted towards its bottom by `N`, 2 or 4, bits; the high `N` bits are any.
    fn shift_down<const N: usize>(self, bytes: Self::Bytes) -> Self::Bytes;

    /// Whether [`Vector::look_up_ascii`] is there.
    const LOOKS_UP_ASCII: bool = false;
    /// For each byte: the entry that its low seven bits choose.
    fn look_up_ascii(self, _table: &[u8; 128], _bytes: Self::Bytes) -> Self::Bytes {
        unreachable!("only called where LOOKS_UP_ASCII says so")
    }

    /// The sums of each eight bytes as one number, less what is too much for it.
    fn add_words(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The block as 512 bits, the first in the lowest bit: each of them one place later, after the last one of `before`.
    fn later_bit(self, bits: Self::Bytes, before: Self::Bytes) -> Self::Bytes;
    /// Each bit the exclusive or of itself and all below.
    #[inline(always)]
    fn prefix_xor(self, mut bits: u64) -> u64 {
        for shift in [1, 2, 4, 8, 16, 32] {
            bits ^= bits << shift;
        }
        bits
    }

    /// Which bytes of a text are in `stops`, which are those that are not plain in double quotes as [`Sixteen::not_plain`]
    /// has it.
    #[inline(always)]
    fn string_stops(self, stops: &ByteSet, text: &[u8; STRING_WINDOW]) -> (u64, u32) {
        const BEYOND: usize = STRING_WINDOW - BLOCK;
        let (first, last) = (&text.as_chunks().0[0], &text[BEYOND..].as_chunks().0[0]);
        let stops = self.set(stops);
        let last = self.nonzero(self.members(stops, self.load(last)));
        (self.nonzero(self.members(stops, self.load(first))), (last >> (BLOCK - BEYOND)) as u32)
    }

    /// Which bytes are `byte`.
    fn equal(self, bytes: Self::Bytes, byte: u8) -> u64;
    /// Which bytes are below `byte`.
    fn below(self, bytes: Self::Bytes, byte: u8) -> u64;

    /// The bytes of `a` where `chosen` names them, else those of `b`.
    fn blend(self, chosen: u64, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The bytes of `a` where those of `high` are 0x80 or above, else those of `b`.
    fn choose(self, high: Self::Bytes, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// How many bytes of a block that are special cost less one after another than [`Vector::weave`] and what it takes.
    const FEW_SPECIAL: u32 = 10;
    /// From so many escapes in a block on [`Vector::expand_unicode`] costs less than one after another; where it is there.
    const EXPANDS_UNICODE_FROM: u32 = u32::MAX;
    /// Writes the first `len` bytes, and rubbish after them: where `marked` names one, a backslash and the byte at its
    /// place in `letters`; where `long` does too, `\u00` and its two `digits`. Returns how many bytes count.
    fn expand_unicode(self, _: Unicode<Self>, _: usize, _: &mut [u8; UNICODE_ROOM]) -> usize {
        unreachable!("only called where EXPANDS_UNICODE_FROM says so")
    }
    /// Writes for each of the first `len` bytes `\u00` and its two `digits`, and rubbish after them. Returns how many
    /// bytes count.
    #[inline(always)]
    fn unicode_run(self, bytes: Self::Bytes, digits: Self::Table, len: usize, dst: &mut [u8; 6 * BLOCK]) -> usize {
        let (mut high, mut low) = ([0; BLOCK], [0; BLOCK]);
        self.store(self.look_up_high(digits, bytes), &mut high);
        self.store(self.look_up_low(digits, bytes), &mut low);
        for (escape, (high, low)) in dst.as_chunks_mut().0.iter_mut().zip(high.into_iter().zip(low)).take(len) {
            *escape = [b'\\', b'u', b'0', b'0', high, low];
        }
        6 * len
    }
    /// Writes the bytes that `kept` names, close together, and rubbish after them. Returns how many they are.
    fn compress(self, bytes: Self::Bytes, kept: u64, dst: &mut [u8; BLOCK]) -> usize;
    /// As [`Vector::compress`], where there may be less room; `None` where it is too little.
    #[inline(always)]
    fn compress_within(self, bytes: Self::Bytes, kept: u64, dst: &mut [u8]) -> Option<usize> {
        if let Some(dst) = dst.first_chunk_mut() {
            if kept == u64::MAX {
                self.store(bytes, dst);
                return Some(BLOCK);
            }
            return Some(self.compress(bytes, kept, dst));
        }
        let written = kept.count_ones() as usize;
        let dst = dst.get_mut(..written)?;
        let mut copy = [0; BLOCK];
        self.compress(bytes, kept, &mut copy);
        dst.copy_from_slice(&copy[..written]);
        Some(written)
    }
    /// Writes for each of the first `len` bytes those of its three `lanes` that count, and rubbish after them. Returns
    /// how many bytes count.
    fn weave(self, lanes: Lanes<Self>, len: usize, dst: &mut [u8; WEAVE_ROOM]) -> usize;
    /// As [`Vector::weave`], and where `long` names a byte, whose lanes must all count: lane 0, `u00`, and lanes 1 and 2.
    fn weave_long(self, lanes: Lanes<Self>, long: u64, len: usize, dst: &mut [u8; UNICODE_ROOM]) -> usize;
}

/// Up to three bytes in the place of each byte of a block.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<V: Vector> {
    pub(crate) bytes: [V::Bytes; 3],
    /// For each lane: where it counts. A lane only counts where those before it do, and none after the length given.
    pub(crate) counts: [u64; 3],
}

/// What [`Vector::expand_unicode`] works on.
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "no tier of this build expands long escapes"))]
pub(crate) struct Unicode<V: Vector> {
    pub(crate) bytes: V::Bytes,
    pub(crate) letters: V::Bytes,
    pub(crate) marked: u64,
    pub(crate) long: u64,
    pub(crate) digits: V::Table,
}

/// Most bytes that a block with long escapes fills, and a block past them that is overwritten.
pub(crate) const UNICODE_ROOM: usize = 8 * BLOCK;

/// Most bytes that [`Vector::weave`] fills or overwrites.
pub(crate) const WEAVE_ROOM: usize = 3 * BLOCK + 16;

/// Bytes on the stack that are aligned as registers are, and with them the frame: a register that a loop must put aside
/// would else lie across lines of memory, or across pages, which costs more than the loop.
#[repr(align(64))]
pub(crate) struct Aligned<const N: usize>(pub(crate) [u8; N]);

/// By place in a block: the greatest byte that ends there or leads a sequence that does not reach over the end.
const LAST_FINISHED: [u8; BLOCK] = {
    let mut greatest = [0xFF; BLOCK];
    greatest[BLOCK - 3] = 0xEF;
    greatest[BLOCK - 2] = 0xDF;
    greatest[BLOCK - 1] = 0xBF;
    greatest
};

/// Bytes that the escapes of a block of sequences of three or of four bytes fill or overwrite.
pub(crate) const RUN_ROOM: usize = 3 * BLOCK;

/// For [`Vector::look_up_ascii`]: the value of each hexadecimal digit, and 0xFF for what is none.
pub(crate) static HEX_VALUES: [u8; 128] = {
    let mut values = [0xFF; 128];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789abcdef"[value] as usize] = value as u8;
        values[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// The first `len` bits.
#[inline(always)]
pub(crate) fn first_bits(len: usize) -> u64 {
    if len >= 64 { u64::MAX } else { (1 << len) - 1 }
}
