//! Sixteen bytes checked at once with the instructions that every processor of its kind has: SSE2, or words of eight
//! bytes.

use super::{STRING_WINDOW, partial};

/// Sixteen bytes, and the first of them that ends a short token. For readers of tokens so short that a call of a kernel
/// would cost more. It is compiled into them and needs no [`Tier`](crate::Tier).
///
/// An answer has one bit for each byte, the lowest for the first; bits above the sixteenth are 0.
///
/// ```
/// use stringmill_kernels::Bytes16;
///
/// let bytes = Bytes16::of(b"name_1: \"text\", ");
/// assert_eq!(bytes.not_identifier().trailing_zeros(), 6);
/// assert_eq!(bytes.not_plain(b'"').trailing_zeros(), 8);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bytes16(Bytes);

impl Bytes16 {
    /// These bytes.
    #[inline(always)]
    pub fn of(bytes: &[u8; 16]) -> Self {
        Bytes16(Bytes::of(bytes))
    }

    /// The at most 16 bytes of `src`, and zeros after them.
    #[inline(always)]
    pub(crate) fn of_up_to(src: &[u8]) -> Self {
        match src.first_chunk() {
            Some(bytes) => Self::of(bytes),
            None => Self::of(&partial::up_to_16(src).to_le_bytes()),
        }
    }

    /// Writes the bytes.
    #[inline(always)]
    pub(crate) fn store(self, dst: &mut [u8; 16]) {
        self.0.store(dst);
    }

    /// Which bytes are controls, one of `signs`, each of which is sixteen times a byte of ASCII, or not ASCII if `high`
    /// has their top bits.
    #[inline(always)]
    pub(crate) fn controls_or(self, signs: &[u128], high: &u128) -> u32 {
        let Bytes16(bytes) = self;
        let controls = or(bytes.within(0, 0x1F), bytes.top_bits_in(high));
        bytes.inside(signs.iter().fold(controls, |found, sign| or(found, bytes.is_each(sign))))
    }

    /// Which bytes are none of `0` to `9`.
    #[inline(always)]
    pub fn not_digit(self) -> u32 {
        self.0.outside(self.0.within(b'0', 9))
    }

    /// Which bytes are none of [`ByteClass::IDENTIFIER`](crate::ByteClass::IDENTIFIER).
    #[inline(always)]
    pub fn not_identifier(self) -> u32 {
        let Bytes16(bytes) = self;
        let letters = bytes.with_bits(0x20).within(b'a', 25);
        let signs = or(bytes.is(b'_'), bytes.is(b'$'));
        bytes.outside(or(or(letters, bytes.within(b'0', 9)), signs))
    }

    /// Which bytes are controls below U+0020, not ASCII, `quote` or a backslash: those at which a string in such quotes
    /// ends, or needs another look. `quote` is one of the signs from U+0020 to U+003F.
    #[inline(always)]
    pub fn not_plain(self, quote: u8) -> u32 {
        let Bytes16(bytes) = self;
        bytes.inside(or(bytes.unprintable_or(quote), bytes.is(b'\\')))
    }

    /// Which bytes are not plain, as in [`Bytes16::not_plain`], or U+007F; which are lead bytes of two-byte sequences
    /// from U+00C0 on (0xC3 to 0xDF); and which are continuation bytes (0x80 to 0xBF).
    #[inline(always)]
    pub fn not_plain_or_two(self, quote: u8) -> [u32; 3] {
        let Bytes16(bytes) = self;
        let deletes_and_backslashes = or(bytes.is(0x7F), bytes.is(b'\\'));
        [
            bytes.inside(or(bytes.unprintable_or(quote), deletes_and_backslashes)),
            bytes.inside(bytes.within_high(0xC3, 0xDF - 0xC3)),
            bytes.inside(bytes.within_high(0x80, 0xBF - 0x80)),
        ]
    }

    /// Which bytes of a text are not plain in double quotes; see [`Bytes16::not_plain`].
    #[inline(always)]
    pub(crate) fn string_stops(text: &[u8; STRING_WINDOW]) -> (u64, u32) {
        let mut found = [0; STRING_WINDOW / 16];
        for (found, sixteen) in found.iter_mut().zip(text.as_chunks().0) {
            *found = Bytes16::of(sixteen).not_plain(b'"');
        }
        let [low, middle, high] = [0, 2, 4].map(|first| found[first] | found[first + 1] << 16);
        (u64::from(low) | u64::from(middle) << 32, high)
    }

    /// Which bytes are blanks, controls, commas, brackets or double quotes, which end a number or word of JSON.
    #[inline(always)]
    pub fn ends_scalar(self) -> u32 {
        let Bytes16(bytes) = self;
        // Brackets and braces differ in this bit.
        let folded = bytes.with_bits(0x20);
        let brackets = or(folded.is(b'{'), folded.is(b'}'));
        bytes.inside(or(or(brackets, bytes.is(b',')), or(bytes.is(b'"'), bytes.within(0, b' '))))
    }

    /// Which bytes are no blank.
    #[inline(always)]
    pub fn not_blank(self) -> u32 {
        self.0.outside(self.0.is(b' '))
    }
}

/// Whether sixteen bytes are one register here. Code without a tier then looks at sixteen at once, and otherwise at a
/// word.
pub(crate) const BYTES16_IS_REGISTER: bool = cfg!(target_arch = "x86_64");

#[cfg(target_arch = "x86_64")]
use sse2::{Bytes, or};
#[cfg(not(target_arch = "x86_64"))]
use words::{Bytes, or};

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use core::arch::x86_64::*;

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Bytes(__m128i);

    /// The top bit of each byte that is chosen; other bits are any.
    #[derive(Clone, Copy)]
    pub(super) struct ByteMask(__m128i);

    macro_rules! cpu {
        ($($body:tt)*) => {
            // SAFETY: every processor of this architecture has SSE2, and each address is that of 16 bytes.
            unsafe { $($body)* }
        };
    }

    impl Bytes {
        #[inline(always)]
        pub(super) fn of(bytes: &[u8; 16]) -> Self {
            Bytes(cpu!(_mm_loadu_si128(bytes.as_ptr().cast())))
        }

        #[inline(always)]
        pub(super) fn store(self, dst: &mut [u8; 16]) {
            cpu!(_mm_storeu_si128(dst.as_mut_ptr().cast(), self.0));
        }

        /// `sign` is sixteen times a byte.
        #[inline(always)]
        pub(super) fn is_each(self, sign: &u128) -> ByteMask {
            ByteMask(cpu!(_mm_cmpeq_epi8(self.0, _mm_loadu_si128(core::ptr::from_ref(sign).cast()))))
        }

        /// The bytes whose top bits are in `high`, which has no other bits.
        #[inline(always)]
        pub(super) fn top_bits_in(self, high: &u128) -> ByteMask {
            ByteMask(cpu!(_mm_and_si128(self.0, _mm_loadu_si128(core::ptr::from_ref(high).cast()))))
        }

        #[inline(always)]
        pub(super) fn with_bits(self, bits: u8) -> Self {
            Bytes(cpu!(_mm_or_si128(self.0, _mm_set1_epi8(bits as i8))))
        }

        #[inline(always)]
        pub(super) fn is(self, byte: u8) -> ByteMask {
            ByteMask(cpu!(_mm_cmpeq_epi8(self.0, _mm_set1_epi8(byte as i8))))
        }

        /// `first` and the `more` bytes after it.
        #[inline(always)]
        pub(super) fn within(self, first: u8, more: u8) -> ByteMask {
            // The last of them becomes the largest signed number, so that all others are below the first.
            let last = first.wrapping_add(more);
            ByteMask(cpu! {
                let moved = _mm_add_epi8(self.0, _mm_set1_epi8(0x7F_u8.wrapping_sub(last) as i8));
                _mm_cmpgt_epi8(moved, _mm_set1_epi8((0x7E - more) as i8))
            })
        }

        /// The same of bytes above ASCII.
        #[inline(always)]
        pub(super) fn within_high(self, first: u8, more: u8) -> ByteMask {
            self.within(first, more)
        }

        /// Controls, and bytes above ASCII, which are negative, and `sign`, from U+0020 to U+003F. Delete passes for
        /// printable.
        #[inline(always)]
        pub(super) fn unprintable_or(self, sign: u8) -> ByteMask {
            // The sign becomes a blank; controls stay below, and other signs above it.
            ByteMask(cpu! {
                let flipped = _mm_xor_si128(self.0, _mm_set1_epi8((sign ^ b' ') as i8));
                _mm_cmplt_epi8(flipped, _mm_set1_epi8(b'!' as i8))
            })
        }

        #[inline(always)]
        pub(super) fn inside(self, ByteMask(chosen): ByteMask) -> u32 {
            cpu!(_mm_movemask_epi8(chosen)) as u32
        }

        #[inline(always)]
        pub(super) fn outside(self, chosen: ByteMask) -> u32 {
            self.inside(chosen) ^ 0xFFFF
        }
    }

    #[inline(always)]
    pub(super) fn or(ByteMask(a): ByteMask, ByteMask(b): ByteMask) -> ByteMask {
        ByteMask(cpu!(_mm_or_si128(a, b)))
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod words {
    /// The first byte is the lowest.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Bytes([u64; 2]);

    /// The top bit of each byte that is chosen; other bits are any.
    #[derive(Clone, Copy)]
    pub(super) struct ByteMask([u64; 2]);

    impl Bytes {
        #[inline(always)]
        pub(super) fn of(bytes: &[u8; 16]) -> Self {
            let [low, high] = [0, 8].map(|from| {
                let mut word = [0; 8];
                word.copy_from_slice(&bytes[from..from + 8]);
                u64::from_le_bytes(word)
            });
            Bytes([low, high])
        }

        #[inline(always)]
        pub(super) fn store(self, dst: &mut [u8; 16]) {
            for (to, word) in dst.as_chunks_mut().0.iter_mut().zip(self.0) {
                *to = word.to_le_bytes();
            }
        }

        /// `sign` is sixteen times a byte of ASCII.
        #[inline(always)]
        pub(super) fn is_each(self, sign: &u128) -> ByteMask {
            self.is(*sign as u8)
        }

        /// The bytes whose top bits are in `high`, which has no other bits.
        #[inline(always)]
        pub(super) fn top_bits_in(self, high: &u128) -> ByteMask {
            // The halves of `high` are the same.
            ByteMask(self.0.map(|word| word & *high as u64))
        }

        #[inline(always)]
        pub(super) fn with_bits(self, bits: u8) -> Self {
            let Bytes([low, high]) = self;
            Bytes([low | times(bits), high | times(bits)])
        }

        #[inline(always)]
        pub(super) fn is(self, byte: u8) -> ByteMask {
            self.within(byte, 0)
        }

        /// `first` and the `more` bytes after it.
        #[inline(always)]
        pub(super) fn within(self, first: u8, more: u8) -> ByteMask {
            let Bytes([low, high]) = self;
            ByteMask([within(low, first, more), within(high, first, more)])
        }

        /// The same of bytes above ASCII.
        #[inline(always)]
        pub(super) fn within_high(self, first: u8, more: u8) -> ByteMask {
            let Bytes([low, high]) = self;
            Bytes([low ^ times(0x80), high ^ times(0x80)]).within(first ^ 0x80, more)
        }

        /// Controls, bytes above ASCII, and `sign`, from U+0020 to U+003F. Delete passes for printable.
        #[inline(always)]
        pub(super) fn unprintable_or(self, sign: u8) -> ByteMask {
            // The sign becomes a blank; controls stay below, and other signs above it.
            let flip = times(sign ^ b' ');
            let Bytes([low, high]) = self;
            ByteMask([low | !at_least(low ^ flip, b'!'), high | !at_least(high ^ flip, b'!')])
        }

        #[inline(always)]
        pub(super) fn inside(self, ByteMask([low, high]): ByteMask) -> u32 {
            bits(low) | bits(high) << 8
        }

        #[inline(always)]
        pub(super) fn outside(self, chosen: ByteMask) -> u32 {
            self.inside(chosen) ^ 0xFFFF
        }
    }

    #[inline(always)]
    pub(super) fn or(ByteMask(a): ByteMask, ByteMask(b): ByteMask) -> ByteMask {
        ByteMask([a[0] | b[0], a[1] | b[1]])
    }

    /// Which bytes are ASCII and from `first` to `first + more`, which is at most 0x7F.
    #[inline(always)]
    fn within(word: u64, first: u8, more: u8) -> u64 {
        at_least(word, first) & !at_least(word, first + more + 1) & !word
    }

    /// Which bytes have low seven bits of at least `least`. Sums of seven bits stay in their byte.
    #[inline(always)]
    fn at_least(word: u64, least: u8) -> u64 {
        (word & !times(0x80)) + times(0x80 - least)
    }

    const fn times(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }

    /// The top bits of all bytes side by side.
    #[inline(always)]
    fn bits(word: u64) -> u32 {
        // Each bit moves to its place in the highest byte, and no two sums meet below it.
        (((word >> 7 & times(1)).wrapping_mul(0x0102_0408_1020_4080)) >> 56) as u32
    }
}
