//! Blocks of 64 bytes: as far as a run of them can be expressed without looking at single characters.

use super::classes::Classes;
use super::rules::JsonEscape;
use crate::plain::{STRIDE, copy_plain};
use crate::utf8::{boundary, whole_len};
use crate::vector::{BLOCK, Register, UNICODE_ROOM, Unicode, Vector, first_bits};
use stringmill_outcome::Progress;

/// Escapes from `done` on as many blocks as it can, and the last bytes of `src` if it gets there, and leaves `done`
/// between units.
///
/// Without `ALL` it stops at whatever is not ASCII with two-byte escapes: most text has nothing else, and a function that
/// has not to provide for it begins sooner.
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
        let room = &mut dst[to..];
        let written = if special == 0 && !open {
            let Some(room) = room.first_chunk_mut::<BLOCK>() else { break };
            v.store(bytes, room);
            calm += 1;
            BLOCK
        } else {
            let Some(marks) = marks::<V, ALL>(v, rules, &classes, bytes, special, before, open) else { break };
            let Some(written) = write::<V, ALL>(v, rules, &classes, bytes, marks, BLOCK, room) else { break };
            open = ALL && v.high_bits(bytes) != 0;
            calm = if marks.escaped == 0 { calm + 1 } else { 0 };
            written
        };
        before = bytes;
        at += BLOCK;
        to += written;
    }
    let rest = &src[at..];
    if rest.len() < BLOCK && (!rest.is_empty() || open) {
        let bytes = v.load_prefix(rest);
        let special = v.nonzero(v.members(classes.special, bytes)) & first_bits(rest.len());
        if let Some(marks) = marks::<V, ALL>(v, rules, &classes, bytes, special, before, open)
            && let Some(written) = write::<V, ALL>(v, rules, &classes, bytes, marks, rest.len(), &mut dst[to..])
        {
            at += rest.len();
            to += written;
        }
    }
    // A sequence that the last block cut is left for whoever goes on; its bytes were copied one for one.
    let end = boundary(src, at).max(done.read);
    *done = Progress { read: end, written: to - (at - end) };
}

/// Escapes the whole of a `src` of at most one block where nothing in it needs another path.
#[inline(always)]
pub(super) fn escape_short<V: Vector>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    if src.len() <= V::Short::LEN { short(v.short(), rules, src, dst) } else { short(v, rules, src, dst) }
}

/// Escapes the whole of a `src` that one register holds.
#[inline(always)]
fn short<R: Register>(r: R, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    let classes = Classes::new(r, rules);
    let bytes = r.load_prefix(src);
    // The zeros after the end are members of most sets.
    let special = r.nonzero(r.members(classes.special, bytes)) & first_bits(src.len());
    let marks = marks::<R, true>(r, rules, &classes, bytes, special, r.splat(0), false)?;
    if marks.hard != 0 || (marks.high != 0 && whole_len(src) < src.len()) {
        return None;
    }
    r.expand_within(classes.second_bytes(r, bytes), marks.escaped, src.len(), dst)
}

/// What is to be done with the bytes that a register holds.
#[derive(Clone, Copy)]
struct Marks {
    /// Bytes above 0x7F that needed a look.
    high: u64,
    /// Bytes to escape.
    escaped: u64,
    /// Those of them with long escapes.
    hard: u64,
}

/// What is to be done with the `special` ones of `bytes`; `None` where non-ASCII bytes among them need another path.
#[inline(always)]
fn marks<R: Register, const ALL: bool>(
    r: R,
    rules: &JsonEscape<'_>,
    classes: &Classes<R>,
    bytes: R::Bytes,
    special: u64,
    before: R::Bytes,
    open: bool,
) -> Option<Marks> {
    let hard = r.nonzero(r.members(classes.hard, bytes)) & special;
    if hard == 0 && !open {
        return Some(Marks { high: 0, escaped: special, hard });
    }
    let high = r.high_bits(bytes) & hard;
    if !ALL || ((high != 0 || open) && classes.refuses(r, rules, bytes, before)) {
        return None;
    }
    Some(Marks { high, escaped: special & !high, hard: hard & !high })
}

/// Escapes the first `len` bytes of a block; `None` where there is not enough room.
#[inline(always)]
fn write<V: Vector, const ALL: bool>(
    v: V,
    rules: &JsonEscape<'_>,
    classes: &Classes<V>,
    bytes: V::Bytes,
    marks: Marks,
    len: usize,
    room: &mut [u8],
) -> Option<usize> {
    if ALL && marks.hard != 0 {
        return Some(long_escapes(v, rules, classes, bytes, marks, len, room.first_chunk_mut()?));
    }
    v.expand_within(classes.second_bytes(v, bytes), marks.escaped, len, room)
}

/// Escapes the first `len` bytes of a block in which some escapes are long.
#[inline(always)]
fn long_escapes<V: Vector>(
    v: V,
    rules: &JsonEscape<'_>,
    classes: &Classes<V>,
    bytes: V::Bytes,
    marks: Marks,
    len: usize,
    room: &mut [u8; UNICODE_ROOM],
) -> usize {
    let (marked, long) = (marks.escaped, marks.hard);
    if let (true, Some(digits)) = (V::EXPANDS_UNICODE, &rules.long_digits) {
        let letters = classes.second_bytes(v, bytes);
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
