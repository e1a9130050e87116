//! Copies without an escape. If the last register is not full, it reaches back over bytes that were copied before, so
//! that no part of one is loaded.

use crate::json_escape::rules::JsonEscape;
use crate::json_escape::unit;
use crate::tier::Leaf;
use crate::vector::{BLOCK, ByteSet, CodeUnits, Register, Vector};
use stringmill_outcome::Progress;

/// From this length on the set-up of the other leaves takes a small part of the time.
pub(crate) const MAX_LEN: usize = 1024;

/// Takes a string of up to 1,024 bytes that needs no work. Stops at most four blocks before a byte that needs work.
pub(crate) struct Clean;

impl Leaf for Clean {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        let len = copy(v, rules.special(), src, dst);
        Progress { read: len, written: len }
    }

    #[inline(always)]
    fn run_scalar(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        unit::text(rules, src, dst)
    }
}

/// Copies all of `src`, which is longer than a block, if none of it is `special`. Otherwise it copies at least all
/// before the first such byte less four blocks. Returns how many bytes.
#[inline(always)]
fn copy<V: Vector>(v: V, special: &ByteSet, src: &[u8], dst: &mut [u8]) -> usize {
    let set = v.set(special);
    let Some(dst) = dst.get_mut(..src.len()) else { return 0 };
    let (Some(from), Some(to)) = (src.first_chunk::<BLOCK>(), dst.first_chunk_mut::<BLOCK>()) else { return 0 };
    // Checks one block first: text with escapes usually has one in the first block, and a check of more blocks would be
    // wasted.
    let bytes = v.load(from);
    if v.any(v.members(set, bytes)) {
        return 0;
    }
    let all_or = |clean: bool, before: usize| if clean { src.len() } else { before };
    if src.len() <= 2 * BLOCK {
        v.store(bytes, to);
        return all_or(last_block(v, set, src, dst), 0);
    }
    if src.len() < 4 * BLOCK {
        let clean = two_blocks(v, set, src, dst, 0) && two_blocks(v, set, src, dst, src.len() - 2 * BLOCK);
        return all_or(clean, 0);
    }
    let mut at = 0;
    while src.len() - at >= 4 * BLOCK {
        if !four_blocks(v, set, src, dst, at) {
            return at;
        }
        at += 4 * BLOCK;
    }
    match src.len() - at {
        0 => at,
        rest if rest <= 2 * BLOCK => all_or(two_blocks(v, set, src, dst, src.len() - 2 * BLOCK), at),
        _ => all_or(four_blocks(v, set, src, dst, src.len() - 4 * BLOCK), at),
    }
}

/// Copies the last block unless a byte of it is special. Returns whether it did.
#[inline(always)]
fn last_block<V: Vector>(v: V, set: <V as Register>::Set, src: &[u8], dst: &mut [u8]) -> bool {
    let (Some(from), Some(to)) = (src.last_chunk(), dst.last_chunk_mut()) else { return false };
    let bytes = v.load(from);
    if v.any(v.members(set, bytes)) {
        return false;
    }
    v.store(bytes, to);
    true
}

/// Copies two blocks at `at` unless a byte of them is special. Returns whether it did.
#[inline(always)]
fn two_blocks<V: Vector>(v: V, set: <V as Register>::Set, src: &[u8], dst: &mut [u8], at: usize) -> bool {
    let (Some(from), Some(to)) = (blocks::<2>(src.get(at..)), blocks_mut::<2>(dst.get_mut(at..))) else {
        return false;
    };
    let [a, b] = [v.load(&from[0]), v.load(&from[1])];
    if v.any(v.or(v.members(set, a), v.members(set, b))) {
        return false;
    }
    v.store(a, &mut to[0]);
    v.store(b, &mut to[1]);
    true
}

/// Copies four blocks at `at` unless a byte of them is special. Returns whether it did.
#[inline(always)]
fn four_blocks<V: Vector>(v: V, set: <V as Register>::Set, src: &[u8], dst: &mut [u8], at: usize) -> bool {
    let (Some(from), Some(to)) = (blocks::<4>(src.get(at..)), blocks_mut::<4>(dst.get_mut(at..))) else {
        return false;
    };
    let [a, b, c, d] = [v.load(&from[0]), v.load(&from[1]), v.load(&from[2]), v.load(&from[3])];
    let (low, high) = (v.or(v.members(set, a), v.members(set, b)), v.or(v.members(set, c), v.members(set, d)));
    if v.any(v.or(low, high)) {
        return false;
    }
    v.store(a, &mut to[0]);
    v.store(b, &mut to[1]);
    v.store(c, &mut to[2]);
    v.store(d, &mut to[3]);
    true
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
