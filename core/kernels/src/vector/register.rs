//! One register or a few of any tier, and the operations on their bytes.

use super::{BLOCK, ByteSet};

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
    /// The text one, two, three or five bytes (`N`) earlier; `before` is the register before `bytes`.
    fn earlier<const N: usize>(self, bytes: Self::Bytes, before: Self::Bytes) -> Self::Bytes;
    /// Nonzero if one of the last three bytes is the first of a sequence that the end of the register cuts.
    #[inline(always)]
    fn unfinished(self, bytes: Self::Bytes) -> Self::Bytes {
        self.saturating_sub(bytes, self.load_prefix(&LAST_FINISHED))
    }

    /// Makes `table` ready.
    fn table(self, table: &[u8; 16]) -> Self::Table;
    /// For each byte: the entry that its low four bits choose, or 0 if it is 0x80 or above.
    fn look_up(self, table: Self::Table, bytes: Self::Bytes) -> Self::Bytes;
    /// For each byte: the entry that its low four bits choose.
    #[inline(always)]
    fn look_up_low(self, table: Self::Table, bytes: Self::Bytes) -> Self::Bytes {
        self.look_up(table, self.and(bytes, self.splat(0x0F)))
    }
    /// For each byte: the entry that its high four bits choose.
    fn look_up_high(self, table: Self::Table, bytes: Self::Bytes) -> Self::Bytes;

    /// Makes `set` ready.
    fn set(self, set: &ByteSet) -> Self::Set;
    /// Nonzero if the byte is in the set.
    fn members(self, set: Self::Set, bytes: Self::Bytes) -> Self::Bytes;
    /// Nonzero if the byte is in `part`, which is marked as the part of the set with these `members`.
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

    /// Writes the first `len` bytes with a backslash before each byte that `marked` names; bytes after them are
    /// unspecified. `marked` must name none after the first `len`. Returns how many bytes count: `len` and one for each
    /// mark.
    fn expand(self, bytes: Self::Bytes, marked: u64, len: usize, dst: &mut [u8; 2 * BLOCK]) -> usize;
    /// As [`Register::expand`], for a destination that may be shorter; `None` if it is too short.
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

/// By place in a block: the greatest byte that ends there or leads a sequence that does not reach over the end.
pub(super) const LAST_FINISHED: [u8; BLOCK] = {
    let mut greatest = [0xFF; BLOCK];
    greatest[BLOCK - 3] = 0xEF;
    greatest[BLOCK - 2] = 0xDF;
    greatest[BLOCK - 1] = 0xBF;
    greatest
};
