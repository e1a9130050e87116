//! Blocks of 64 bytes: as far as a run of them can be expressed without looking at single characters.

use super::classes::Classes;
use super::rules::JsonEscape;
use crate::plain::{STRIDE, copy_plain};
use crate::utf8::{boundary, whole_len};
use crate::vector::{BLOCK, UNICODE_ROOM, Unicode, Vector, first_bits};
use stringmill_outcome::Progress;

/// Escapes from `done` on as many blocks as it can, and the last bytes of `src` if it gets there, and leaves `done`
/// between units.
///
/// Without `ALL` it stops at non-ASCII bytes that need a look and at long escapes: most text has neither, and a function
/// that has not to provide for them begins sooner.
#[inline(always)]
pub(super) fn escape<V: Vector, const ALL: bool>(
    v: V,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    done: &mut Progress,
) {
    let src = &src[..whole_len(src).max(done.read)];
    let classes = Classes::new(v, rules);
    let mut before = v.splat(0);
    let mut open = false;
    let mut calm = STRIDE;
    let Progress { read: mut at, written: mut to } = *done;
    loop {
        if calm >= STRIDE && !open {
            let copied = copy_plain(v, &classes, &src[at..], &mut dst[to..]);
            (at, to, calm) = (at + copied, to + copied, 0);
        }
        let Some(block) = src.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) else { break };
        let bytes = v.load(block);
        let special = v.nonzero(v.members(classes.special, bytes));
        let high = v.high_bits(bytes);
        let (escaped, looks) = (special & !high, special & high != 0);
        if (looks || open) && (!ALL || classes.refuses(v, rules, bytes, before)) {
            break;
        }
        let room = &mut dst[to..];
        let written = if escaped == 0 {
            let Some(room) = room.first_chunk_mut::<BLOCK>() else { break };
            v.store(bytes, room);
            calm += 1;
            BLOCK
        } else if rules.has_long && v.any(v.members(classes.long, bytes)) {
            let (true, Some(room)) = (ALL, room.first_chunk_mut::<UNICODE_ROOM>()) else { break };
            calm = 0;
            long_escapes(v, rules, &classes, bytes, escaped, BLOCK, room)
        } else {
            calm = 0;
            match expand(v, classes.second_bytes(v, bytes), escaped, BLOCK, room) {
                Some(written) => written,
                None => break,
            }
        };
        (before, open) = (bytes, looks);
        at += BLOCK;
        to += written;
    }
    let rest = &src[at..];
    if rest.len() < BLOCK
        && let Some(written) = part::<V, ALL>(v, rules, &classes, rest, before, open, &mut dst[to..])
    {
        at += rest.len();
        to += written;
    }
    // A sequence that the last block cut is left for whoever goes on; its bytes were copied one for one.
    let end = boundary(src, at).max(done.read);
    *done = Progress { read: end, written: to - (at - end) };
}

/// Escapes less than a block; `None` where it needs another path or more room.
#[inline(always)]
fn part<V: Vector, const ALL: bool>(
    v: V,
    rules: &JsonEscape<'_>,
    classes: &Classes<V>,
    src: &[u8],
    before: V::Bytes,
    open: bool,
    room: &mut [u8],
) -> Option<usize> {
    let bytes = v.load_prefix(src);
    // The zeros after the end are members of most sets.
    let here = first_bits(src.len());
    let special = v.nonzero(v.members(classes.special, bytes)) & here;
    let high = v.high_bits(bytes);
    if (open || special & high != 0) && (!ALL || classes.refuses(v, rules, bytes, before)) {
        return None;
    }
    let escaped = special & !high;
    if rules.has_long && v.nonzero(v.members(classes.long, bytes)) & here != 0 {
        let (true, Some(room)) = (ALL, room.first_chunk_mut::<UNICODE_ROOM>()) else { return None };
        return Some(long_escapes(v, rules, classes, bytes, escaped, src.len(), room));
    }
    expand(v, classes.second_bytes(v, bytes), special & !high, src.len(), room)
}

/// Expands into `room`, by way of a copy where the room is exact; `None` where it is too little.
#[inline(always)]
fn expand<V: Vector>(v: V, bytes: V::Bytes, marked: u64, len: usize, room: &mut [u8]) -> Option<usize> {
    if let Some(room) = room.first_chunk_mut::<{ 2 * BLOCK }>() {
        return Some(v.expand(bytes, marked, len, room));
    }
    let written = len + marked.count_ones() as usize;
    let room = room.get_mut(..written)?;
    let mut copy = [0; 2 * BLOCK];
    v.expand(bytes, marked, len, &mut copy);
    room.copy_from_slice(&copy[..written]);
    Some(written)
}

/// Escapes the first `len` bytes of a block in which some escapes are long.
#[inline(always)]
fn long_escapes<V: Vector>(
    v: V,
    rules: &JsonEscape<'_>,
    classes: &Classes<V>,
    bytes: V::Bytes,
    marked: u64,
    len: usize,
    room: &mut [u8; UNICODE_ROOM],
) -> usize {
    if let (true, Some(digits)) = (V::EXPANDS_UNICODE, &rules.long_digits) {
        let letters = classes.second_bytes(v, bytes);
        let long = v.nonzero(v.members(classes.long, bytes)) & marked;
        return v.expand_unicode(Unicode { bytes, letters, marked, long, digits: v.table(digits) }, len, room);
    }
    let mut block = [0; BLOCK];
    v.store(bytes, &mut block);
    table_escapes(rules, &block[..len], marked, room)
}

/// Escapes less than or just a block with its table: eight bytes at once where none is marked, else one after another.
fn table_escapes(rules: &JsonEscape<'_>, block: &[u8], marked: u64, room: &mut [u8; UNICODE_ROOM]) -> usize {
    let mut to = 0;
    for (group, bytes) in block.chunks(8).enumerate() {
        if let Some(bytes) = bytes.first_chunk::<8>()
            && (marked >> (8 * group)) as u8 == 0
            && let Some(out) = room[to..].first_chunk_mut::<8>()
        {
            *out = *bytes;
            to += 8;
            continue;
        }
        for &byte in bytes {
            let entry = &rules.entries[byte as usize];
            if let Some(out) = room[to..].first_chunk_mut::<8>() {
                *out = *entry;
            }
            to += entry[7] as usize;
        }
    }
    to
}

/// Escapes the whole of a `src` of at most one block where nothing in it needs another path.
#[inline(always)]
pub(super) fn escape_short<V: Vector>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    if whole_len(src) < src.len() {
        return None;
    }
    part::<V, true>(v, rules, &Classes::new(v, rules), src, v.splat(0), false, dst)
}
