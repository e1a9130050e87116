//! `true`, `false` and `null`.

use super::masks::Masks;
use crate::vector::{BLOCK, Vector};

/// The bytes of literals in a group.
pub(super) struct LiteralMasks<M> {
    /// Nonzero in blocks in which a scalar begins with no digit and no minus sign, and is no literal.
    pub(super) wrong: M,
    pub(super) literals: M,
    /// The bytes after the group that belong to its last literal.
    pub(super) next: u8,
}

/// The literals that begin at each of `starts` in the group at `at`, whose first bytes `next` are the end of one.
#[inline(always)]
pub(super) fn find<V: Vector, M: Masks<V>>(v: V, src: &[u8], at: usize, starts: M::Bits, next: u8) -> LiteralMasks<M> {
    let mut wrong = M::NONE;
    let (literals, next) = M::runs(v, starts, next, |place| {
        let len = literal_len(src, at + place);
        if len == 0 {
            wrong.set(place / BLOCK, 1);
        }
        len
    });
    LiteralMasks { wrong, literals, next }
}

/// Length of the literal at `at`; 0 if there is none.
#[inline(always)]
fn literal_len(src: &[u8], at: usize) -> u32 {
    let word = match src.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => word_at_end(src, at),
    };
    let is_true_or_null = (word as u32 == u32::from_le_bytes(*b"true")) | (word as u32 == u32::from_le_bytes(*b"null"));
    let is_false = word << 24 == u64::from_le_bytes(*b"\0\0\0false");
    4 * u32::from(is_true_or_null) + 5 * u32::from(is_false)
}

/// The fewer than eight bytes at `at`, and zeros after them.
#[cold]
fn word_at_end(src: &[u8], at: usize) -> u64 {
    let rest = src.get(at..).unwrap_or(&[]);
    rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}
