//! Strings of middling length in which nothing has to be done, which are most of them.
//! A function of its own, so that they wait for no other set-up. Where a register is not filled it reaches back over
//! bytes that were looked at before, so that no part of one is ever handled.

use crate::vector::{BLOCK, ByteSet, Register, Vector};

/// From this length on, what else there is to set up no longer counts.
pub(super) const MAX_LEN: usize = 1024;

/// What [`copy`] did.
pub(super) struct Clean {
    /// How many bytes it copied.
    pub(super) len: usize,
    /// Whether bytes above 0x7F are among what it did not.
    pub(super) high: bool,
}

/// What a look at some blocks finds.
enum Found {
    /// Nothing to be done: they are copied.
    Clean,
    /// Something; whether bytes above 0x7F are there.
    Special(bool),
}

/// Copies all of `src`, which is longer than a block, if none of it is `special`; otherwise some of it, and at least
/// all before the first such byte less three blocks.
#[inline(always)]
pub(super) fn copy<V: Vector>(v: V, special: &ByteSet, src: &[u8], dst: &mut [u8]) -> Clean {
    let set = v.set(special);
    let nothing = Clean { len: 0, high: false };
    let Some(dst) = dst.get_mut(..src.len()) else { return nothing };
    let (Some(from), Some(to)) = (src.first_chunk::<BLOCK>(), dst.first_chunk_mut::<BLOCK>()) else { return nothing };
    // One block alone at first: text with escapes mostly has one there, and is spared the look at more.
    let bytes = v.load(from);
    if v.any(v.members(set, bytes)) {
        return Clean { len: 0, high: v.high_bits(bytes) != 0 };
    }
    let all = |found, before| match found {
        Found::Clean => Clean { len: src.len(), high: false },
        Found::Special(high) => Clean { len: before, high },
    };
    if src.len() <= 2 * BLOCK {
        v.store(bytes, to);
        return all(last_block(v, set, src, dst), 0);
    }
    if src.len() < 4 * BLOCK {
        return match two_blocks(v, set, src, dst, 0) {
            Found::Clean => all(two_blocks(v, set, src, dst, src.len() - 2 * BLOCK), 0),
            found => all(found, 0),
        };
    }
    let mut at = 0;
    while src.len() - at >= 4 * BLOCK {
        if let Found::Special(high) = four_blocks(v, set, src, dst, at) {
            return Clean { len: at, high };
        }
        at += 4 * BLOCK;
    }
    match src.len() - at {
        0 => all(Found::Clean, at),
        rest if rest <= 2 * BLOCK => all(two_blocks(v, set, src, dst, src.len() - 2 * BLOCK), at),
        _ => all(four_blocks(v, set, src, dst, src.len() - 4 * BLOCK), at),
    }
}

/// Copies the last block unless a byte of it is special.
#[inline(always)]
fn last_block<V: Vector>(v: V, set: <V as Register>::Set, src: &[u8], dst: &mut [u8]) -> Found {
    let (Some(from), Some(to)) = (src.last_chunk(), dst.last_chunk_mut()) else { return Found::Special(false) };
    let bytes = v.load(from);
    if v.any(v.members(set, bytes)) {
        return Found::Special(v.high_bits(bytes) != 0);
    }
    v.store(bytes, to);
    Found::Clean
}

/// Copies two blocks at `at` unless a byte of them is special.
#[inline(always)]
fn two_blocks<V: Vector>(v: V, set: <V as Register>::Set, src: &[u8], dst: &mut [u8], at: usize) -> Found {
    let (Some(from), Some(to)) = (blocks::<2>(src.get(at..)), blocks_mut::<2>(dst.get_mut(at..))) else {
        return Found::Special(false);
    };
    let [a, b] = [v.load(&from[0]), v.load(&from[1])];
    if v.any(v.or(v.members(set, a), v.members(set, b))) {
        return Found::Special(v.high_bits(v.or(a, b)) != 0);
    }
    v.store(a, &mut to[0]);
    v.store(b, &mut to[1]);
    Found::Clean
}

/// Copies four blocks at `at` unless a byte of them is special.
#[inline(always)]
fn four_blocks<V: Vector>(v: V, set: <V as Register>::Set, src: &[u8], dst: &mut [u8], at: usize) -> Found {
    let (Some(from), Some(to)) = (blocks::<4>(src.get(at..)), blocks_mut::<4>(dst.get_mut(at..))) else {
        return Found::Special(false);
    };
    let [a, b, c, d] = [v.load(&from[0]), v.load(&from[1]), v.load(&from[2]), v.load(&from[3])];
    let (low, high) = (v.or(v.members(set, a), v.members(set, b)), v.or(v.members(set, c), v.members(set, d)));
    if v.any(v.or(low, high)) {
        return Found::Special(v.high_bits(v.or(v.or(a, b), v.or(c, d))) != 0);
    }
    v.store(a, &mut to[0]);
    v.store(b, &mut to[1]);
    v.store(c, &mut to[2]);
    v.store(d, &mut to[3]);
    Found::Clean
}

/// The first `N` blocks of `text`.
#[inline(always)]
fn blocks<const N: usize>(text: Option<&[u8]>) -> Option<&[[u8; BLOCK]; N]> {
    text?.as_chunks().0.first_chunk()
}

/// As [`blocks`].
#[inline(always)]
fn blocks_mut<const N: usize>(text: Option<&mut [u8]>) -> Option<&mut [[u8; BLOCK]; N]> {
    text?.as_chunks_mut().0.first_chunk_mut()
}
