//! Shuffles of 16 bytes, from which tiers without instructions that expand or compress bytes build those operations.

/// A register of 16 bytes, whatever the width of the tier. Every method must be `#[inline(always)]`.
pub(crate) trait Shuffle: Copy {
    /// A register of 16 bytes.
    type Register16: Copy;
    /// The 16 bytes of `src`.
    fn load_16(self, src: &[u8; 16]) -> Self::Register16;
    /// The eight bytes of `group`, and eight backslashes.
    fn with_backslashes(self, group: &[u8; 8]) -> Self::Register16;
    /// Code units of `even` and of `odd` in turn.
    fn interleave_u16(self, even: &[u8; 8], odd: &[u8; 8]) -> Self::Register16;
    /// Writes, for each of the sixteen indices of `row`, the byte of `bytes` that it names; for 0x80 any byte.
    fn shuffle_16(self, bytes: Self::Register16, row: &[u8; 16], to: &mut [u8; 16]);
    /// Writes, for each of the eight indices of `row`, the byte of `group` that it names; for 0x80 any byte.
    fn shuffle_8(self, group: &[u8; 8], row: &[u8; 8], to: &mut [u8; 8]);
}
