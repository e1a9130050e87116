//! The masks of a group of blocks, one for each.
//!
//! As an array they are taken one by one; as a block, eight at a time with the instructions for bytes.

use crate::vector::{BLOCK, Vector};

/// Blocks of a group: as many as their masks fill a block.
pub(super) const BLOCKS: usize = BLOCK / 8;

/// For each block of a group a mask, which has one bit for each byte.
#[derive(Clone, Copy)]
pub(super) struct Masks([[u8; 8]; BLOCKS]);

impl Masks {
    pub(super) const NONE: Masks = Masks([[0; 8]; BLOCKS]);

    #[inline(always)]
    pub(super) fn get(&self, block: usize) -> u64 {
        u64::from_le_bytes(self.0[block])
    }

    #[inline(always)]
    pub(super) fn set(&mut self, block: usize, mask: u64) {
        self.0[block] = mask.to_le_bytes();
    }

    /// The masks in `bytes`, without the last.
    #[inline(always)]
    pub(super) fn from_bytes(bytes: &[u8; BLOCK + 1]) -> Self {
        let mut masks = Masks::NONE;
        masks.0.as_flattened_mut().copy_from_slice(&bytes[..BLOCK]);
        masks
    }

    /// The part of a mask in the byte at `at` of all of them.
    #[inline(always)]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.0.as_flattened()[at]
    }

    #[inline(always)]
    pub(super) fn bits<V: Vector>(&self, v: V) -> V::Bytes {
        v.load_part(self.0.as_flattened())
    }

    #[inline(always)]
    pub(super) fn of<V: Vector>(v: V, bits: V::Bytes) -> Self {
        let mut masks = Masks::NONE;
        if let Some(room) = masks.0.as_flattened_mut().first_chunk_mut() {
            v.store(bits, room);
        }
        masks
    }
}

/// The blocks in which a group has bits, as the lowest bit of the byte with the number of the block.
#[inline(always)]
pub(super) fn blocks_with<V: Vector>(v: V, bits: V::Bytes) -> u64 {
    let mut bytes = v.nonzero(bits);
    for shift in [4, 2, 1] {
        bytes |= bytes >> shift;
    }
    bytes & EACH
}

/// The lowest bit of each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The numbers of the blocks that [`blocks_with`] names.
pub(super) struct Each(pub(super) u64);

impl Iterator for Each {
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

/// The bits of `bits` that are not in `others`.
#[inline(always)]
pub(super) fn and_not<V: Vector>(v: V, bits: V::Bytes, others: V::Bytes) -> V::Bytes {
    v.and(bits, v.xor(others, v.splat(0xFF)))
}
