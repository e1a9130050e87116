//! Base64 on each tier: 64 symbols, their numbers below 64, and the 48 bytes that these spell.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse42;

use super::base64_tables::Base64Tables;
use super::capability::{Join, NoCapability};
use super::register::Register;

/// The operations on blocks that base64 needs. Every method of an implementation must be `#[inline(always)]`.
pub(crate) trait Sextets: Register {
    /// For each symbol its number; and nonzero if a byte is no symbol.
    fn sextets(self, tables: &Base64Tables, bytes: Self::Bytes) -> (Self::Bytes, Self::Bytes);
    /// Which bytes are no symbols, and which of these are no white space either; `white` is the white space of
    /// `tables`. The other arguments are the result of [`Sextets::sextets`] for `bytes`.
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
    /// The 48 bytes that 64 numbers below 64 spell; bytes after them are unspecified.
    fn pack_sextets(self, sextets: Self::Bytes) -> Self::Bytes;
    /// The 64 numbers that spell the first 48 bytes, in the low six bits of each; the bits above do not count.
    fn split_sextets(self, bytes: Self::Bytes) -> Self::Bytes;
    /// For each number, of which the low six bits count, its symbol.
    fn symbols(self, tables: &Base64Tables, sextets: Self::Bytes) -> Self::Bytes;

    /// The capability to compress bytes after others.
    #[inline(always)]
    fn joiner(self) -> Option<impl Join<Self>> {
        None::<NoCapability>
    }
}

/// In sixteen bytes: the three bytes of each group of four, the highest first, and then zeros.
#[cfg(target_arch = "x86_64")]
const PACKED: [u8; 16] = [2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0x80, 0x80, 0x80, 0x80];

/// In sixteen bytes: of each three the second, the first, the third and the second again.
#[cfg(target_arch = "x86_64")]
const SPREAD: [u8; 16] = [1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10];
