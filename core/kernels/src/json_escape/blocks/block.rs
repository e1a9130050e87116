//! One block of 64 bytes, or the last bytes of a text.

use super::classes::Classes;
use crate::json_escape::rules::JsonEscape;
use crate::utf8::whole_len;
use crate::vector::{
    BLOCK, EXPAND_MIN_ESCAPES, ExpandUnicode, Register, UNICODE_ROOM, UnicodeEscapes, Vector, first_bits, write_within,
};

/// Escapes all of a `src` of at most a block, or returns `None`.
#[inline(always)]
pub(crate) fn escape_block<V: Vector>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    escape_bytes(v, rules, v.load_part(src), src, dst)
}

/// As [`escape_block`]. `bytes` holds `src`, and zeros after it.
#[inline(always)]
pub(crate) fn escape_bytes<V: Vector>(
    v: V,
    rules: &JsonEscape<'_>,
    bytes: V::Bytes,
    src: &[u8],
    dst: &mut [u8],
) -> Option<usize> {
    let classes = Classes::new(v, rules);
    let Some((special, hard)) = special(v, &classes, bytes, src.len()) else {
        return v.expand_within(bytes, 0, src.len(), dst);
    };
    if hard == 0 {
        return v.expand_within(classes.second_bytes(v, bytes), special, src.len(), dst);
    }
    let marks = marks_of::<V, true, true>(v, rules, &classes, (bytes, src), special, v.splat(0), false)?;
    if marks.high != 0 && whole_len(src) != src.len() {
        return None;
    }
    write::<V, true>(v, rules, &classes, (bytes, src), marks, src.len(), dst)
}

/// Escapes a block of ASCII of which the `members` are special; `None` if there is too little room.
#[inline(always)]
pub(crate) fn escape_special<V: Vector>(
    v: V,
    rules: &JsonEscape<'_>,
    classes: &Classes<V>,
    bytes: V::Bytes,
    members: V::Bytes,
    dst: &mut [u8],
) -> Option<usize> {
    let escaped = v.nonzero(members);
    let hard = v.nonzero(v.part_members(classes.hard, members, bytes)) & escaped;
    write::<V, true>(v, rules, classes, (bytes, &[]), Marks { high: 0, escaped, hard }, BLOCK, dst)
}

/// Expands as many of the first `len` bytes of a block as have room, if not all do. Returns how many it reads and
/// writes. Callers that fill buffers reach the end of each buffer; without this function the last block would go
/// through single units.
#[inline(always)]
pub(crate) fn fill<V: Vector>(v: V, letters: V::Bytes, marked: u64, len: usize, room: &mut [u8]) -> (usize, usize) {
    let mut fits = 0;
    for step in [32, 16, 8, 4, 2, 1] {
        let more = fits + step;
        if more < len && more + (marked & first_bits(more)).count_ones() as usize <= room.len() {
            fits = more;
        }
    }
    match v.expand_within(letters, marked & first_bits(fits), fits, room) {
        Some(written) => (fits, written),
        None => (0, 0),
    }
}

/// The special bytes among the first `len`, if there are any, and the hard ones among them.
#[inline(always)]
pub(crate) fn special<R: Register>(r: R, classes: &Classes<R>, bytes: R::Bytes, len: usize) -> Option<(u64, u64)> {
    // The zeros after the end are members of most sets.
    let members = r.members(classes.special, bytes);
    let special = r.nonzero(members) & first_bits(len);
    if special == 0 {
        return None;
    }
    // One test for two rare cases: long escapes and bytes above 0x7F.
    Some((special, r.nonzero(r.part_members(classes.hard, members, bytes)) & special))
}

/// The work that the bytes of a register need.
#[derive(Clone, Copy, Default)]
pub(crate) struct Marks {
    /// Special bytes above 0x7F.
    pub(crate) high: u64,
    /// Bytes to escape.
    pub(crate) escaped: u64,
    /// Bytes with long escapes, a part of `escaped`.
    pub(crate) hard: u64,
}

/// The work that the `special` bytes among `bytes` need; `text` begins with the same bytes. `None` if the work is not
/// that of this station.
#[inline(always)]
pub(crate) fn marks_of<R: Register, const HIGH: bool, const LONG: bool>(
    r: R,
    rules: &JsonEscape<'_>,
    classes: &Classes<R>,
    (bytes, text): (R::Bytes, &[u8]),
    special: u64,
    before: R::Bytes,
    open: bool,
) -> Option<Marks> {
    let high = if HIGH { r.high_bits(bytes) & special } else { 0 };
    let escaped = special & !high;
    let hard = if escaped == 0 { 0 } else { r.nonzero(r.members(classes.hard, bytes)) & escaped };
    if (!LONG && hard != 0) || ((high != 0 || open) && classes.refuses(r, rules, (bytes, text), before)) {
        return None;
    }
    Some(Marks { high, escaped, hard })
}

/// Escapes the first `len` bytes of a block, with which `text` begins; `None` if there is too little room.
#[inline(always)]
pub(crate) fn write<V: Vector, const LONG: bool>(
    v: V,
    rules: &JsonEscape<'_>,
    classes: &Classes<V>,
    (bytes, text): (V::Bytes, &[u8]),
    marks: Marks,
    len: usize,
    room: &mut [u8],
) -> Option<usize> {
    if LONG && marks.hard != 0 {
        let text = (bytes, text);
        return write_within!(room, UNICODE_ROOM, |room| long_escapes(v, rules, classes, text, marks, len, room));
    }
    v.expand_within(classes.second_bytes(v, bytes), marks.escaped, len, room)
}

/// Escapes the first `len` bytes of a block that has long escapes.
#[inline(always)]
fn long_escapes<V: Vector>(
    v: V,
    rules: &JsonEscape<'_>,
    classes: &Classes<V>,
    (bytes, text): (V::Bytes, &[u8]),
    marks: Marks,
    len: usize,
    room: &mut [u8; UNICODE_ROOM],
) -> usize {
    let (marked, long) = (marks.escaped, marks.hard);
    if let Some(digits) = rules.digits_of(v, bytes, long) {
        let digits = v.table(digits);
        if long == first_bits(len)
            && let Some(room) = room.first_chunk_mut()
        {
            return v.unicode_run(bytes, digits, len, room);
        }
        if let Some(expander) = v.unicode_expander()
            && marked.count_ones() >= EXPAND_MIN_ESCAPES
        {
            let letters = classes.second_bytes(v, bytes);
            return expander.expand_unicode(UnicodeEscapes { bytes, letters, marked, long, digits }, len, room);
        }
    }
    table_escapes(v, rules, (bytes, text), marked, room) + len
}

/// Escapes a block, with which `text` begins, by table: one `marked` byte after another, each followed by a copy of the
/// rest. Returns how many bytes longer the block becomes.
#[inline(always)]
fn table_escapes<V: Vector>(
    v: V,
    rules: &JsonEscape<'_>,
    (bytes, text): (V::Bytes, &[u8]),
    mut marked: u64,
    room: &mut [u8; UNICODE_ROOM],
) -> usize {
    let mut copy = [0; 2 * BLOCK];
    let text = match text.first_chunk() {
        Some(text) => text,
        None => {
            if let Some(block) = copy.first_chunk_mut() {
                v.store(bytes, block);
            }
            &copy
        }
    };
    if let Some(room) = room.first_chunk_mut() {
        v.store(bytes, room);
    }
    let mut longer = 0;
    while marked != 0 {
        let at = marked.trailing_zeros() as usize;
        marked &= marked - 1;
        let entry = &rules.spelling.entries[text[at] as usize];
        if let Some(out) = room[at + longer..].first_chunk_mut() {
            *out = *entry;
        }
        longer += entry[7] as usize - 1;
        if let Some(out) = room.get_mut(at + 1 + longer..).and_then(|room| room.first_chunk_mut()) {
            v.store_rest(bytes, text, at + 1, out);
        }
    }
    longer
}
