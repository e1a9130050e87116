//! A block as 32 code units of UTF-16, in the order of the machine, as [`bytes_of`] gives them.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod groups;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod spell;
#[cfg(target_arch = "x86_64")]
mod sse42;
#[cfg(target_arch = "x86_64")]
mod unspell;

use super::{BLOCK, NoCapability, SpellCodeUnits, UnspellCodeUnits, Vector, WritePairs};

/// A block as lanes of 16 bits. Every method of an implementation must be `#[inline(always)]`.
pub(crate) trait CodeUnitLanes: Vector {
    /// Whether [`narrow`](CodeUnitLanes::narrow) makes zero, or a byte above 0x7F, of each code unit that is not ASCII.
    const SATURATES: bool;

    /// 32 times `unit`.
    fn splat_u16(self, unit: u16) -> Self::Bytes;
    /// Which code units have `value` in their `bits`.
    fn code_units_with(self, units: Self::Bytes, bits: u16, value: u16) -> u32;
    /// The low bytes of the code units of `low` and of `high`, and any bytes for those that are not below U+0100.
    fn narrow(self, low: Self::Bytes, high: Self::Bytes) -> Self::Bytes;
    /// The first 32 bytes, and the others, each as a code unit.
    fn widen(self, bytes: Self::Bytes) -> [Self::Bytes; 2];
    /// The 32 bytes of `src`, each as a code unit.
    #[inline(always)]
    fn load_widened(self, src: &[u8; CODE_UNITS]) -> Self::Bytes {
        self.widen(self.load_prefix(src))[0]
    }

    /// The capability to write code units as `\uXXXX`.
    #[inline(always)]
    fn code_unit_speller(self) -> Option<impl SpellCodeUnits<Self>> {
        None::<NoCapability>
    }

    /// The capability to read `\uXXXX` as code units.
    #[inline(always)]
    fn code_unit_unspeller(self) -> Option<impl UnspellCodeUnits> {
        None::<NoCapability>
    }

    /// The capability to transcode surrogate pairs only.
    #[inline(always)]
    fn pair_writer(self) -> Option<impl WritePairs<Self>> {
        None::<NoCapability>
    }
}

/// Operations that write code units, as UTF-8 or as they are. Every method of an implementation must be
/// `#[inline(always)]`.
pub(crate) trait CodeUnits: CodeUnitLanes {
    /// Writes the first bytes, as many as `dst` has, which are at most 64.
    fn store_prefix(self, bytes: Self::Bytes, dst: &mut [u8]);

    /// Writes the first `len` code units, all below U+0800, as UTF-8. Bytes of `room` after them may be overwritten; it
    /// must have space for them. `non_ascii` names those that are not below U+0080.
    fn write_short_code_units(self, units: Self::Bytes, non_ascii: u32, len: usize, room: &mut [u8]);
    /// Writes the 64 bytes of `src`, each of which is a code point, as UTF-8. Bytes of `room` after them may be
    /// overwritten; it must have space for them. `non_ascii` names those that are not ASCII.
    #[inline(always)]
    fn write_latin1(self, src: &[u8; BLOCK], non_ascii: u64, room: &mut [u8]) {
        let halves = src.as_chunks::<CODE_UNITS>().0;
        self.write_short_code_units(self.load_widened(&halves[0]), non_ascii as u32, CODE_UNITS, room);
        let first = CodeUnitClasses { non_ascii: non_ascii as u32, long: 0 }.written(CODE_UNITS);
        if let Some(room) = room.get_mut(first..) {
            self.write_short_code_units(
                self.load_widened(&halves[1]),
                (non_ascii >> CODE_UNITS) as u32,
                CODE_UNITS,
                room,
            );
        }
    }
    /// Writes the first `len` code units as UTF-8. Bytes of `room` after them may be overwritten; it must have space
    /// for them. With `PAIRS` there may be surrogates, and each writes two of the four bytes of its pair; `before` is
    /// the block before.
    fn write_code_units<const PAIRS: bool>(
        self,
        units: Self::Bytes,
        before: Self::Bytes,
        classes: CodeUnitClasses,
        len: usize,
        room: &mut [u8],
    );

    /// Writes the code units with the low bytes `low` and the high bytes `high`, those that `kept` names, close
    /// together; bytes after them are unspecified. Returns how many they are.
    fn write_kept(self, low: Self::Bytes, high: Self::Bytes, kept: u64, dst: &mut [u8; 2 * BLOCK]) -> usize;
    /// As [`CodeUnits::write_kept`], for a destination that may be shorter; `None` if it is too short.
    #[inline(always)]
    fn write_kept_within(self, low: Self::Bytes, high: Self::Bytes, kept: u64, dst: &mut [u8]) -> Option<usize> {
        if let Some(dst) = dst.first_chunk_mut() {
            return Some(self.write_kept(low, high, kept, dst));
        }
        let units = kept.count_ones() as usize;
        let dst = dst.get_mut(..2 * units)?;
        let mut copy = [0; 2 * BLOCK];
        self.write_kept(low, high, kept, &mut copy);
        dst.copy_from_slice(&copy[..2 * units]);
        Some(units)
    }
    /// Writes the bytes that `kept` names, each as a code unit, close together; bytes after them are unspecified.
    /// Returns how many they are.
    #[inline(always)]
    fn write_kept_bytes(self, bytes: Self::Bytes, kept: u64, dst: &mut [u8; 2 * BLOCK]) -> usize {
        self.write_kept(bytes, self.splat(0), kept, dst)
    }
    /// Writes the first `len` bytes of a block, each as a code unit; `None`, and does nothing, if there is too little
    /// room.
    #[inline(always)]
    fn write_widened(self, bytes: Self::Bytes, len: usize, dst: &mut [u8]) -> Option<()> {
        let [low, high] = self.widen(bytes);
        if let Some(dst) = dst.first_chunk_mut::<{ 2 * BLOCK }>() {
            let [first, second] = dst.as_chunks_mut().0 else { unreachable!("128 is twice 64") };
            self.store(low, first);
            self.store(high, second);
        } else {
            let (first, second) = dst.get_mut(..2 * len)?.split_at_mut((2 * len).min(BLOCK));
            self.store_prefix(low, first);
            self.store_prefix(high, second);
        }
        Some(())
    }
}

/// The length of the code units of a block in UTF-8, one bit for each.
#[derive(Clone, Copy)]
pub(crate) struct CodeUnitClasses {
    /// Code units from U+0080 on.
    pub(crate) non_ascii: u32,
    /// Code units of three bytes in UTF-8: from U+0800 on, without surrogates.
    pub(crate) long: u32,
}

impl CodeUnitClasses {
    /// Bytes of `len` code units in UTF-8, if those after them are ASCII.
    #[inline(always)]
    pub(crate) fn written(self, len: usize) -> usize {
        len + self.non_ascii.count_ones() as usize + self.long.count_ones() as usize
    }
}

/// In a mask of the bytes of code units, their low bytes.
pub(crate) const LOW_BYTES: u64 = 0x5555_5555_5555_5555;

/// Code units in a block.
pub(crate) const CODE_UNITS: usize = BLOCK / 2;

/// The bytes of code units, in the order of the machine.
#[inline(always)]
pub(crate) fn bytes_of(units: &[u16]) -> &[u8] {
    // SAFETY: the same memory, borrowed for as long: every byte of a u16 is initialised, and bytes need no alignment.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// As [`bytes_of`], to write to.
#[inline(always)]
pub(crate) fn bytes_of_mut(units: &mut [u16]) -> &mut [u8] {
    // SAFETY: the same memory, borrowed for as long: any two bytes are a u16, and bytes need no alignment.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}
