//! The masks of a group of blocks, one for each.
//!
//! Long text is judged in groups of eight blocks: their masks fill a block, and are combined with the instructions for
//! bytes. Short text is judged block by block, without a set-up for seven more.

use crate::vector::{BLOCK, Vector};

/// The masks of a group, which are set and read one by one, and [`Masks::Bits`], the same masks side by side.
pub(super) trait Masks<V: Vector>: Copy {
    /// Blocks of a group, at most [`BLOCKS_MAX`].
    const BLOCKS: usize;
    /// No bit of any block.
    const NONE: Self;
    /// The blocks of a group.
    type Blocks: AsRef<[[u8; BLOCK]]>;
    /// All masks of a group: 64 bits for each block, the first in the lowest ones.
    type Bits: Copy;

    /// The blocks at the beginning of `src`; `None` if there are fewer.
    fn first(src: &[u8]) -> Option<&Self::Blocks>;
    /// The bytes of `src`, which are fewer than those of a group, and spaces after them.
    fn padded(v: V, src: &[u8]) -> Self::Blocks;

    fn get(&self, block: usize) -> u64;
    fn set(&mut self, block: usize, mask: u64);
    fn bits(&self, v: V) -> Self::Bits;
    fn of(v: V, bits: Self::Bits) -> Self;

    /// Each byte of the masks `byte`.
    fn splat(v: V, byte: u8) -> Self::Bits;
    fn or(v: V, a: Self::Bits, b: Self::Bits) -> Self::Bits;
    fn and(v: V, a: Self::Bits, b: Self::Bits) -> Self::Bits;
    /// The bits of `bits` that are not in `others`.
    fn and_not(v: V, bits: Self::Bits, others: Self::Bits) -> Self::Bits;
    /// Each bit one place later, after the last one of `before`.
    fn later_bit(v: V, bits: Self::Bits, before: Self::Bits) -> Self::Bits;
    /// The sums of the masks of each block, modulo 2^64.
    fn add_words(v: V, a: Self::Bits, b: Self::Bits) -> Self::Bits;
    fn any(v: V, bits: Self::Bits) -> bool;
    /// The blocks that have bits, as the lowest bit of the byte with the number of the block.
    fn blocks_with(v: V, bits: Self::Bits) -> u64;
    /// Calls `mark` with the place of each bit, and sets as many bits from there on as it returns, at most eight; and
    /// the first bits to those of `before`. Returns also the bits after the last block.
    fn runs(v: V, bits: Self::Bits, before: u8, mark: impl FnMut(usize) -> u32) -> (Self, u8);
}

/// The most blocks of a group.
pub(super) const BLOCKS_MAX: usize = BLOCK / 8;

/// The masks of eight blocks.
#[derive(Clone, Copy)]
pub(super) struct EightBlocks([[u8; 8]; BLOCKS_MAX]);

impl<V: Vector> Masks<V> for EightBlocks {
    const BLOCKS: usize = BLOCKS_MAX;
    const NONE: Self = EightBlocks([[0; 8]; BLOCKS_MAX]);
    type Blocks = [[u8; BLOCK]; BLOCKS_MAX];
    type Bits = V::Bytes;

    #[inline(always)]
    fn first(src: &[u8]) -> Option<&Self::Blocks> {
        src.as_chunks().0.first_chunk()
    }

    #[inline(always)]
    fn padded(_: V, src: &[u8]) -> Self::Blocks {
        let mut blocks = [[b' '; BLOCK]; BLOCKS_MAX];
        blocks.as_flattened_mut()[..src.len()].copy_from_slice(src);
        blocks
    }

    #[inline(always)]
    fn get(&self, block: usize) -> u64 {
        u64::from_le_bytes(self.0[block])
    }

    #[inline(always)]
    fn set(&mut self, block: usize, mask: u64) {
        self.0[block] = mask.to_le_bytes();
    }

    #[inline(always)]
    fn bits(&self, v: V) -> V::Bytes {
        v.load_part(self.0.as_flattened())
    }

    #[inline(always)]
    fn of(v: V, bits: V::Bytes) -> Self {
        let mut masks = <Self as Masks<V>>::NONE;
        if let Some(room) = masks.0.as_flattened_mut().first_chunk_mut() {
            v.store(bits, room);
        }
        masks
    }

    #[inline(always)]
    fn splat(v: V, byte: u8) -> V::Bytes {
        v.splat(byte)
    }

    #[inline(always)]
    fn or(v: V, a: V::Bytes, b: V::Bytes) -> V::Bytes {
        v.or(a, b)
    }

    #[inline(always)]
    fn and(v: V, a: V::Bytes, b: V::Bytes) -> V::Bytes {
        v.and(a, b)
    }

    #[inline(always)]
    fn and_not(v: V, bits: V::Bytes, others: V::Bytes) -> V::Bytes {
        v.and(bits, v.xor(others, v.splat(0xFF)))
    }

    #[inline(always)]
    fn later_bit(v: V, bits: V::Bytes, before: V::Bytes) -> V::Bytes {
        v.later_bit(bits, before)
    }

    #[inline(always)]
    fn add_words(v: V, a: V::Bytes, b: V::Bytes) -> V::Bytes {
        v.add_words(a, b)
    }

    #[inline(always)]
    fn any(v: V, bits: V::Bytes) -> bool {
        v.any(bits)
    }

    #[inline(always)]
    fn blocks_with(v: V, bits: V::Bytes) -> u64 {
        let mut bytes = v.nonzero(bits);
        for shift in [4, 2, 1] {
            bytes |= bytes >> shift;
        }
        bytes & EACH
    }

    #[inline(always)]
    fn runs(v: V, bits: V::Bytes, before: u8, mut mark: impl FnMut(usize) -> u32) -> (Self, u8) {
        // One byte more, for the end of the last run.
        let mut runs = [0; BLOCK + 1];
        runs[0] = before;
        let (starts, mut bytes) = (<Self as Masks<V>>::of(v, bits), v.nonzero(bits));
        while bytes != 0 {
            let byte = bytes.trailing_zeros() as usize;
            let mut left = starts.0.as_flattened()[byte];
            while left != 0 {
                let place = left.trailing_zeros();
                let len = mark(8 * byte + place as usize);
                let [low, high] = (((1u16 << len) - 1) << place).to_le_bytes();
                runs[byte] |= low;
                runs[byte + 1] |= high;
                left &= left - 1;
            }
            bytes &= bytes - 1;
        }
        let mut masks = <Self as Masks<V>>::NONE;
        masks.0.as_flattened_mut().copy_from_slice(&runs[..BLOCK]);
        (masks, runs[BLOCK])
    }
}

/// The mask of one block.
#[derive(Clone, Copy)]
pub(super) struct OneBlock(u64);

impl<V: Vector> Masks<V> for OneBlock {
    const BLOCKS: usize = 1;
    const NONE: Self = OneBlock(0);
    type Blocks = [[u8; BLOCK]; 1];
    type Bits = u64;

    #[inline(always)]
    fn first(src: &[u8]) -> Option<&Self::Blocks> {
        src.as_chunks().0.first_chunk()
    }

    #[inline(always)]
    fn padded(v: V, src: &[u8]) -> Self::Blocks {
        let mut block = [0; BLOCK];
        v.store(v.or(v.load_part(src), v.load_part(&SPACES_LAST[BLOCK - src.len()..])), &mut block);
        [block]
    }

    #[inline(always)]
    fn get(&self, _: usize) -> u64 {
        self.0
    }

    #[inline(always)]
    fn set(&mut self, _: usize, mask: u64) {
        self.0 = mask;
    }

    #[inline(always)]
    fn bits(&self, _: V) -> u64 {
        self.0
    }

    #[inline(always)]
    fn of(_: V, bits: u64) -> Self {
        OneBlock(bits)
    }

    #[inline(always)]
    fn splat(_: V, byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }

    #[inline(always)]
    fn or(_: V, a: u64, b: u64) -> u64 {
        a | b
    }

    #[inline(always)]
    fn and(_: V, a: u64, b: u64) -> u64 {
        a & b
    }

    #[inline(always)]
    fn and_not(_: V, bits: u64, others: u64) -> u64 {
        bits & !others
    }

    #[inline(always)]
    fn later_bit(_: V, bits: u64, before: u64) -> u64 {
        bits << 1 | before >> 63
    }

    #[inline(always)]
    fn add_words(_: V, a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn any(_: V, bits: u64) -> bool {
        bits != 0
    }

    #[inline(always)]
    fn blocks_with(_: V, bits: u64) -> u64 {
        u64::from(bits != 0)
    }

    #[inline(always)]
    fn runs(_: V, mut bits: u64, before: u8, mut mark: impl FnMut(usize) -> u32) -> (Self, u8) {
        let mut runs = u128::from(before);
        while bits != 0 {
            let place = bits.trailing_zeros();
            runs |= ((1 << mark(place as usize)) - 1) << place;
            bits &= bits - 1;
        }
        (OneBlock(runs as u64), (runs >> 64) as u8)
    }
}

/// A block of zeros and a block of spaces.
static SPACES_LAST: [u8; 2 * BLOCK] = {
    let mut bytes = [0; 2 * BLOCK];
    let mut at = BLOCK;
    while at < bytes.len() {
        bytes[at] = b' ';
        at += 1;
    }
    bytes
};

/// The lowest bit of each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The numbers of the blocks that [`Masks::blocks_with`] names.
pub(super) struct BlockIndices(pub(super) u64);

impl Iterator for BlockIndices {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let block = self.0.trailing_zeros() as usize / 8;
        self.0 &= self.0 - 1;
        Some(block)
    }
}
