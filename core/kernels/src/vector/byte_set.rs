//! A set of bytes as the tables that find its members: any ASCII bytes, and all bytes above them or none.

/// A set of bytes. Its first table is one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct ByteSet {
    /// For each value of the low six bits of a byte: one bit for each value of the two high bits with which the byte is
    /// a member of the set; and four bits above that bit, one with which it is a member of the part of the set.
    pub(super) by_six_bits: [u8; 64],
    /// For each low nibble: one bit for each high nibble below 8 with which a byte is a member.
    pub(super) by_nibble: [u8; 16],
    /// Sixteen times 0x80 if all bytes above 0x7F are members, else zeros.
    pub(super) non_ascii: [u8; 16],
}

impl ByteSet {
    /// The members of `ascii`, a list in any order, and all bytes above 0x7F if `non_ascii` says so.
    pub(crate) const fn new(ascii: &[u8], non_ascii: bool) -> Self {
        let mut set = ByteSet { by_nibble: [0; 16], by_six_bits: [0; 64], non_ascii: [0; 16] };
        let mut i = 0;
        while i < ascii.len() {
            set = set.with(ascii[i]);
            i += 1;
        }
        if non_ascii { set.with_non_ascii() } else { set }
    }

    /// The same set and the ASCII byte `byte`.
    #[must_use]
    pub(crate) const fn with(mut self, byte: u8) -> Self {
        assert!(byte < 0x80, "only ASCII bytes are members one by one");
        self.by_nibble[(byte & 15) as usize] |= 1 << (byte >> 4);
        self.by_six_bits[(byte & 63) as usize] |= 1 << (byte >> 6);
        self
    }

    /// The same set with `part`, which is within it, marked as its part.
    #[must_use]
    pub(crate) const fn with_part(mut self, part: &ByteSet) -> Self {
        let mut i = 0;
        while i < 64 {
            let bits = part.by_six_bits[i] & 0x0F;
            assert!(bits & !self.by_six_bits[i] == 0, "a part has no other members");
            self.by_six_bits[i] |= bits << 4;
            i += 1;
        }
        self
    }

    /// The same set and all bytes above 0x7F.
    #[must_use]
    pub(crate) const fn with_non_ascii(mut self) -> Self {
        let mut i = 0;
        while i < 64 {
            self.by_six_bits[i] |= 0b1100;
            i += 1;
        }
        self.non_ascii = [0x80; 16];
        self
    }

    /// Whether `byte`, ASCII or not, is a member.
    #[inline]
    pub(crate) const fn has_byte(&self, byte: u8) -> bool {
        self.by_six_bits[(byte & 63) as usize] >> (byte >> 6) & 1 == 1
    }

    /// Whether the ASCII byte `byte` is a member.
    pub(crate) const fn has(&self, byte: u8) -> bool {
        self.by_nibble[(byte & 15) as usize] >> (byte >> 4) & 1 == 1
    }
}

/// For each high nibble below 8: its bit in `by_nibble`.
pub(super) const HIGH_NIBBLE: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// For each high nibble: the bits of its upper half in `by_six_bits`. The table is repeated four times, so that two
/// more bits of an index do not matter.
#[cfg(target_arch = "x86_64")]
pub(super) const HIGH_BITS: [u8; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = 0x11 << ((i & 15) >> 2);
        i += 1;
    }
    table
};
