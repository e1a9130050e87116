//! Capabilities: operations that only some tiers have.
//!
//! Each is a trait of its own, without defaults. Code that uses a capability is bounded by its trait, and gets a value
//! of it from the tier, or none:
//!
//! ```text
//! match v.run_speller() {
//!     Some(speller) => speller.code_units_of_three(text),
//!     None => the way of all tiers
//! }
//! ```
//!
//! A tier returns itself, or `None::<NoCapability>`. [`NoCapability`] has no values, so the compiler removes the first
//! branch.

use super::register::Register;
use super::{BLOCK, EIGHT_CODE_UNITS, EIGHT_ESCAPES, RUN_ROOM, UNICODE_ROOM, WEAVE_ROOM};

/// Compresses bytes into a register after bytes that it already has. Every method must be `#[inline(always)]`, here as
/// below.
pub(crate) trait Join<V: Register>: Copy {
    /// The bytes that `kept` names, close together, after the first `held` bytes of `before`: 64 of them, and those
    /// that exceed these. `held` is below 64.
    fn join(self, before: V::Bytes, held: usize, bytes: V::Bytes, kept: u64) -> [V::Bytes; 2];
}

/// Escapes text that consists of UTF-8 sequences of three or of four bytes.
pub(crate) trait SpellRuns<V: Register>: Copy {
    /// The code units of the sequences of three bytes with which `src` begins, at most 21; and which bytes break the
    /// pattern. Bytes after the code units are unspecified.
    fn code_units_of_three(self, src: &[u8; BLOCK + 1]) -> (V::Bytes, u64);
    /// The code units of the sequences of four bytes with which `src` begins, at most 16; and which bytes break the
    /// pattern.
    fn code_units_of_four(self, src: &[u8; BLOCK]) -> (V::Bytes, u64);
    /// Writes the escapes of [`SpellRuns::code_units_of_three`], six bytes for each three; bytes after them are
    /// unspecified.
    fn spell_three(self, units: V::Bytes, digits: V::Table, dst: &mut [u8; RUN_ROOM]);
    /// Writes the escapes of [`SpellRuns::code_units_of_four`], twelve bytes for each four; bytes after them are
    /// unspecified.
    fn spell_four(self, units: V::Bytes, digits: V::Table, dst: &mut [u8; RUN_ROOM]);
}

/// Looks up bytes in a table of all ASCII.
pub(crate) trait AsciiTable<V: Register>: Copy {
    /// For each byte: the entry that its low seven bits choose.
    fn look_up_ascii(self, table: &[u8; 128], bytes: V::Bytes) -> V::Bytes;
}

/// Writes many `\u00XX` at once.
pub(crate) trait ExpandUnicode<V: Register>: Copy {
    /// Writes the first `len` bytes; bytes after them are unspecified. A byte that `marked` names becomes a backslash
    /// and the byte at its place in `letters`; if `long` names it too, `\u00` and its two `digits`. Returns how many
    /// bytes count.
    fn expand_unicode(self, work: UnicodeEscapes<V>, len: usize, dst: &mut [u8; UNICODE_ROOM]) -> usize;
}

/// The input of [`ExpandUnicode::expand_unicode`].
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "no tier of this build expands long escapes"))]
pub(crate) struct UnicodeEscapes<V: Register> {
    pub(crate) bytes: V::Bytes,
    pub(crate) letters: V::Bytes,
    pub(crate) marked: u64,
    pub(crate) long: u64,
    pub(crate) digits: V::Table,
}

/// From this many escapes in a block on, [`ExpandUnicode`] costs less than escapes one by one. Measured on AVX-512.
pub(crate) const EXPAND_MIN_ESCAPES: u32 = 7;

/// Writes code units as `\uXXXX`.
pub(crate) trait SpellCodeUnits<V: Register>: Copy {
    /// Writes the code units whose low bytes `spelled` names as `\uXXXX` with these digits, the others, which must be
    /// ASCII, as bytes; bytes after them are unspecified. `spelled` must not name ASCII.
    fn spell(self, units: V::Bytes, spelled: u64, digits: &[u8; 16], dst: &mut [u8; WEAVE_ROOM]);
}

/// Reads `\uXXXX` as code units.
pub(crate) trait UnspellCodeUnits: Copy {
    /// Decodes eight `\uXXXX`. Returns which of the eight are such escapes, and of no surrogates; the code units of
    /// others are unspecified.
    fn unspell(self, src: &[u8; EIGHT_ESCAPES], dst: &mut [u8; EIGHT_CODE_UNITS]) -> u32;
}

/// Transcodes surrogate pairs only.
pub(crate) trait WritePairs<V: Register>: Copy {
    /// Writes 16 surrogate pairs as UTF-8.
    fn write_pairs(self, units: V::Bytes, room: &mut [u8; BLOCK]);
}

/// A capability that a tier does not have. It has no values.
#[derive(Clone, Copy)]
pub(crate) enum NoCapability {}

impl<V: Register> Join<V> for NoCapability {
    fn join(self, _: V::Bytes, _: usize, _: V::Bytes, _: u64) -> [V::Bytes; 2] {
        match self {}
    }
}

impl<V: Register> SpellRuns<V> for NoCapability {
    fn code_units_of_three(self, _: &[u8; BLOCK + 1]) -> (V::Bytes, u64) {
        match self {}
    }

    fn code_units_of_four(self, _: &[u8; BLOCK]) -> (V::Bytes, u64) {
        match self {}
    }

    fn spell_three(self, _: V::Bytes, _: V::Table, _: &mut [u8; RUN_ROOM]) {
        match self {}
    }

    fn spell_four(self, _: V::Bytes, _: V::Table, _: &mut [u8; RUN_ROOM]) {
        match self {}
    }
}

impl<V: Register> AsciiTable<V> for NoCapability {
    fn look_up_ascii(self, _: &[u8; 128], _: V::Bytes) -> V::Bytes {
        match self {}
    }
}

impl<V: Register> ExpandUnicode<V> for NoCapability {
    fn expand_unicode(self, _: UnicodeEscapes<V>, _: usize, _: &mut [u8; UNICODE_ROOM]) -> usize {
        match self {}
    }
}

impl<V: Register> SpellCodeUnits<V> for NoCapability {
    fn spell(self, _: V::Bytes, _: u64, _: &[u8; 16], _: &mut [u8; WEAVE_ROOM]) {
        match self {}
    }
}

impl UnspellCodeUnits for NoCapability {
    fn unspell(self, _: &[u8; EIGHT_ESCAPES], _: &mut [u8; EIGHT_CODE_UNITS]) -> u32 {
        match self {}
    }
}

impl<V: Register> WritePairs<V> for NoCapability {
    fn write_pairs(self, _: V::Bytes, _: &mut [u8; BLOCK]) {
        match self {}
    }
}
