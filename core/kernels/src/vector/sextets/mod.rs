//! Base64 on each tier: 64 symbols, the numbers below 64 that they stand for, and the 48 bytes that these spell.

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

/// In sixteen bytes: the three bytes of each group of four, the highest first, and then zeros.
#[cfg(target_arch = "x86_64")]
const PACKED: [u8; 16] = [2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0x80, 0x80, 0x80, 0x80];

/// In sixteen bytes: of each three the second, the first, the third and the second again.
#[cfg(target_arch = "x86_64")]
const SPREAD: [u8; 16] = [1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10];
