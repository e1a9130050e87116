//! Blocks of 64 bytes: the few operations from which every kernel is made.
//!
//! A value of a type that implements [`Vector`] proves that the processor has its instructions, so the methods are safe
//! to call. Every tier works on blocks of 64 bytes (four, two or one registers). So a mask is a `u64` on every tier,
//! with one bit for each byte, and an algorithm is written once. All instruction-set code is in this folder.

#![cfg_attr(
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )),
    allow(dead_code, unused_imports, unused_macros, reason = "this build has no vector tier")
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(target_arch = "x86_64")]
mod pair;
#[cfg(target_arch = "x86_64")]
mod runs;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse42;
#[cfg(target_arch = "x86_64")]
mod xmm;
#[cfg(target_arch = "x86_64")]
mod ymm;

mod base64_tables;
mod block;
mod byte_set;
mod bytes16;
mod capability;
mod code_units;
mod groups;
mod instructions;
mod partial;
mod register;
mod sextets;
mod shuffle;
mod weave;
pub(crate) mod write_within;

pub(crate) use self::base64_tables::Base64Tables;
pub(crate) use self::block::{Lanes, Vector};
pub(crate) use self::byte_set::ByteSet;
pub(crate) use self::bytes16::BYTES16_IS_REGISTER;
pub use self::bytes16::Bytes16;
pub(crate) use self::capability::{
    AsciiTable, EXPAND_MIN_ESCAPES, ExpandUnicode, Join, NoCapability, SpellCodeUnits, SpellRuns, UnicodeEscapes,
    UnspellCodeUnits, WritePairs,
};
pub(crate) use self::code_units::{CODE_UNITS, CodeUnitClasses, CodeUnits, LOW_BYTES, bytes_of, bytes_of_mut};
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(crate) use self::neon::Neon;
pub(crate) use self::register::Register;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use self::simd128::Simd128;
pub(crate) use self::write_within::write_within;
#[cfg(target_arch = "x86_64")]
pub(crate) use self::{avx2::Avx2, avx512::Avx512, sse42::Sse42};

/// Bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// Bytes that are looked at at once to find the end of a string: most have fewer.
pub const STRING_WINDOW: usize = 96;

/// Bytes of a short string: the registers of [`block::Block::Short`] have at least this many.
pub(crate) const SHORT: usize = 32;

/// Most bytes that a block with long escapes fills, and a block past them that is overwritten.
pub(crate) const UNICODE_ROOM: usize = 8 * BLOCK;

/// Most bytes that [`Vector::weave`] fills or overwrites.
pub(crate) const WEAVE_ROOM: usize = 3 * BLOCK + 16;

/// Bytes of eight `\uXXXX`, and of as many code units.
pub(crate) const EIGHT_ESCAPES: usize = 48;
pub(crate) const EIGHT_CODE_UNITS: usize = 16;

/// Bytes that the escapes of a block of sequences of three or of four bytes fill or overwrite.
pub(crate) const RUN_ROOM: usize = 3 * BLOCK;

/// For [`AsciiTable::look_up_ascii`]: the value of each hexadecimal digit, and 0xFF for any other byte.
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
