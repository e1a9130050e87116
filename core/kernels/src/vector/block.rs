//! Blocks of 64 bytes, and the operations on them.

use super::capability::{AsciiTable, ExpandUnicode, NoCapability, SpellRuns};
use super::register::Register;
use super::sextets::Sextets;
use super::{BLOCK, ByteSet, STRING_WINDOW, UNICODE_ROOM, WEAVE_ROOM};

/// The operations on blocks of 64 bytes. Every method of an implementation must be `#[inline(always)]`.
pub(crate) trait Block: Register + Sextets {
    /// Registers for short strings; the tier itself if it has no others.
    type Short: Register;
    /// Proof of the instructions of `Short`.
    fn short(self) -> Self::Short;
    /// Whether code size matters more than the set-up of a leaf: leaves that one function can serve are then one.
    const SMALL: bool = false;

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

    /// Writes the bytes from the one at `at` on, which is at most 64; bytes after them are unspecified. `text` begins
    /// with the same bytes.
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

    /// The capability to look up all of ASCII.
    #[inline(always)]
    fn ascii_tables(self) -> Option<impl AsciiTable<Self>> {
        None::<NoCapability>
    }
    /// The capability to escape runs of three-byte or of four-byte sequences.
    #[inline(always)]
    fn run_speller(self) -> Option<impl SpellRuns<Self>> {
        None::<NoCapability>
    }
    /// The capability to write many `\u00XX` at once.
    #[inline(always)]
    fn unicode_expander(self) -> Option<impl ExpandUnicode<Self>> {
        None::<NoCapability>
    }

    /// The sums of each eight bytes as one number, modulo 2^64.
    fn add_words(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// The block as 512 bits, the first in the lowest bit: each of them one place later, after the last one of
    /// `before`.
    fn later_bit(self, bits: Self::Bytes, before: Self::Bytes) -> Self::Bytes;
    /// Each bit the exclusive or of itself and all below.
    #[inline(always)]
    fn prefix_xor(self, mut bits: u64) -> u64 {
        for shift in [1, 2, 4, 8, 16, 32] {
            bits ^= bits << shift;
        }
        bits
    }

    /// Which bytes of a text are in `stops`, the bytes that are not plain in double quotes (see
    /// [`Bytes16::not_plain`]).
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

    /// `a` in the bytes that `chosen` names, `b` in the others.
    fn blend(self, chosen: u64, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// `a` in the bytes for which `high` is 0x80 or above, `b` in the others.
    fn choose(self, high: Self::Bytes, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;

    /// Writes for each of the first `len` bytes `\u00` and its two `digits`; bytes after them are unspecified. Returns
    /// how many bytes count.
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
}

/// Operations that close gaps between the bytes of a block. Every method of an implementation must be
/// `#[inline(always)]`.
pub(crate) trait Vector: Block {
    /// Up to this many special bytes in a block, escaping one by one costs less than [`Vector::weave`] and its
    /// preparation.
    const FEW_SPECIAL: u32 = 10;
    /// Whether [`Vector::compress`] is an instruction.
    const COMPRESSES: bool = false;
    /// Writes the bytes that `kept` names, close together; bytes after them are unspecified. Returns how many they are.
    fn compress(self, bytes: Self::Bytes, kept: u64, dst: &mut [u8; BLOCK]) -> usize;
    /// As [`Vector::compress`], for a destination that may be shorter; `None` if it is too short.
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
    /// Writes for each of the first `len` bytes those of its three `lanes` that count; bytes after them are
    /// unspecified. Returns how many bytes count.
    fn weave(self, lanes: Lanes<Self>, len: usize, dst: &mut [u8; WEAVE_ROOM]) -> usize;
    /// As [`Vector::weave`]. A byte that `long` names, whose lanes must all count, becomes lane 0, `u00`, and lanes 1
    /// and 2.
    fn weave_long(self, lanes: Lanes<Self>, long: u64, len: usize, dst: &mut [u8; UNICODE_ROOM]) -> usize;
}

/// Up to three bytes that replace each byte of a block.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<V: Register> {
    pub(crate) bytes: [V::Bytes; 3],
    /// For each lane: the bytes for which it counts. A lane only counts if those before it do, and not after the length
    /// given.
    pub(crate) counts: [u64; 3],
}
