//! Blocks of 64 bytes: as far as a run of them can be expressed without looking at single characters.

use super::classes::Classes;
use super::rules::JsonEscape;
use crate::plain::{STRIDE, copy_plain};
use crate::utf8::{boundary, whole_len};
use crate::utf8_validate::Tables;
use crate::vector::{
    Aligned, BLOCK, EXPAND_MIN_ESCAPES, ExpandUnicode, Register, UNICODE_ROOM, Unicode, Vector, first_bits,
};
use stringmill_outcome::Progress;

/// Escapes from `done` on as many blocks as it can, and the last bytes of `src` if it gets there. Returns how far it got,
/// which is between units.
///
/// Stops at non-ASCII bytes that need a look without `HIGH`, and at long escapes without `LONG`: most text has neither, and
/// a function that has not to provide for them begins sooner.
#[inline(always)]
pub(super) fn escape<V: Vector, const HIGH: bool, const LONG: bool>(
    v: V,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    done: Progress,
) -> Progress {
    // Without `HIGH` all that is read is ASCII, or bytes that are units each.
    let src = if HIGH { &src[..whole_len(src).max(done.read)] } else { src };
    let (classes, before) = (Classes::new(v, rules), v.splat(0));
    let mut run = Run::<V, HIGH, LONG> { v, rules, classes, before, open: false, at: done.read, to: done.written };
    // Block by block while sequences may reach from one into the next, and where long escapes are about; else by strides.
    while run.at < src.len() {
        let whole = if LONG || run.open { run.block(src, dst) } else { run.stride(src, dst) };
        if !whole {
            break;
        }
    }
    if HIGH && rules.validates() && run.at < src.len() {
        run.part_before_errors(src, dst);
    }
    // A sequence that the last block cut is left for whoever goes on; its bytes were copied one for one.
    let end = if HIGH { boundary(src, run.at).max(done.read) } else { run.at };
    Progress { read: end, written: run.to - (run.at - end) }
}

/// A run of blocks, and how far it got.
struct Run<'a, V: Vector, const HIGH: bool, const LONG: bool> {
    v: V,
    rules: &'a JsonEscape<'a>,
    classes: Classes<V>,
    /// The block before.
    before: V::Bytes,
    /// Whether it may end inside a sequence.
    open: bool,
    at: usize,
    to: usize,
}

impl<V: Vector, const HIGH: bool, const LONG: bool> Run<'_, V, HIGH, LONG> {
    /// Escapes four blocks, or as many more as need nothing done; where there are not as many, one or the rest of it.
    /// Returns whether it could.
    #[inline(always)]
    fn stride(&mut self, src: &[u8], dst: &mut [u8]) -> bool {
        let (v, set) = (self.v, self.classes.special);
        let Some(stride) = src[self.at..].first_chunk::<{ STRIDE * BLOCK }>() else { return self.block(src, dst) };
        let [a, b, c, d] = stride.as_chunks().0 else { return false };
        let [a, b, c, d] = [v.load(a), v.load(b), v.load(c), v.load(d)];
        let members = [v.members(set, a), v.members(set, b), v.members(set, c), v.members(set, d)];
        let all = v.or(v.or(members[0], members[1]), v.or(members[2], members[3]));
        if v.any(all) {
            if !v.any(self.classes.hard_in_four(v, [a, b, c, d], members))
                && let Some(room) = dst[self.to..].first_chunk_mut()
            {
                let written = self.classes.expand_four(v, [a, b, c, d], members, room);
                self.advance(STRIDE * BLOCK, written);
                return true;
            }
            for (block, members) in stride.as_chunks().0.iter().zip(members) {
                if !self.bytes(v.load(block), v.nonzero(members), BLOCK, src, dst) {
                    return false;
                }
            }
            return true;
        }
        let Some([to_a, to_b, to_c, to_d]) = dst[self.to..].as_chunks_mut().0.first_chunk_mut() else {
            return self.block(src, dst);
        };
        v.store(a, to_a);
        v.store(b, to_b);
        v.store(c, to_c);
        v.store(d, to_d);
        self.advance(STRIDE * BLOCK, STRIDE * BLOCK);
        let copied = copy_plain(v, &self.classes, &src[self.at..], &mut dst[self.to..]);
        self.advance(copied, copied);
        true
    }

    /// Escapes one block, or what is left of `src`. Returns whether it could.
    #[inline(always)]
    fn block(&mut self, src: &[u8], dst: &mut [u8]) -> bool {
        let (v, set) = (self.v, self.classes.special);
        let rest = &src[self.at..];
        if (HIGH || LONG)
            && let Some(block) = rest.first_chunk()
        {
            // A copy for whole blocks, where there can be many in a row.
            let bytes = v.load(block);
            return self.bytes(bytes, v.nonzero(v.members(set, bytes)), BLOCK, src, dst);
        }
        let (bytes, len) = (v.load_part(rest), rest.len().min(BLOCK));
        // The zeros after the end are members of most sets.
        let special = v.nonzero(v.members(set, bytes)) & first_bits(len);
        self.bytes(bytes, special, len, src, dst)
    }

    /// Escapes the first `len` of `bytes`, with which the rest of `src` begins; some are `special`. Returns whether it could.
    #[inline(always)]
    fn bytes(&mut self, bytes: V::Bytes, special: u64, len: usize, src: &[u8], dst: &mut [u8]) -> bool {
        let (v, rules, classes) = (self.v, self.rules, &self.classes);
        let mut marks = Marks::default();
        if special != 0 || self.open {
            match self::marks::<V, HIGH, LONG>(
                v,
                rules,
                classes,
                (bytes, &src[self.at..]),
                special,
                self.before,
                self.open,
            ) {
                Some(found) => marks = found,
                None => return false,
            }
        }
        let room = &mut dst[self.to..];
        let written = match marks.escaped {
            0 => v.expand_within(bytes, 0, len, room),
            _ => write::<V, LONG>(v, rules, classes, (bytes, &src[self.at..]), marks, len, room),
        };
        let Some(written) = written else {
            if marks.hard == 0 {
                let (read, written) = fill(v, classes.second_bytes(v, bytes), marks.escaped, len, room);
                self.advance(read, written);
            }
            return false;
        };
        (self.before, self.open) = (bytes, marks.high != 0);
        self.advance(len, written);
        true
    }

    /// Where the next block has ill-formed bytes, escapes what comes before them, if it can.
    #[inline(always)]
    fn part_before_errors(&mut self, src: &[u8], dst: &mut [u8]) {
        let v = self.v;
        let rest = &src[self.at..];
        let wrong = v.nonzero(Tables::new(v).errors(v, v.load_part(rest), self.before));
        let end = boundary(src, self.at + rest.len().min(wrong.trailing_zeros() as usize));
        if wrong != 0 && end > self.at {
            let bytes = v.load_part(&src[self.at..end]);
            let special = v.nonzero(v.members(self.classes.special, bytes)) & first_bits(end - self.at);
            self.bytes(bytes, special, end - self.at, src, dst);
        }
    }

    #[inline(always)]
    fn advance(&mut self, read: usize, written: usize) {
        self.at += read;
        self.to += written;
    }
}

/// Expands as many of the first `len` bytes of a block as there is room for, where that is not all of them: how many it
/// reads and writes. Callers with buffers meet the end of each, which should not take a look at single characters.
#[inline(always)]
pub(super) fn fill<V: Vector>(v: V, letters: V::Bytes, marked: u64, len: usize, room: &mut [u8]) -> (usize, usize) {
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

/// Whether the next block has long escapes.
#[inline(always)]
pub(super) fn has_long<V: Vector>(v: V, rules: &JsonEscape<'_>, rest: &[u8]) -> bool {
    let members = v.members(v.set(&rules.long), v.load_part(rest));
    v.nonzero(members) & first_bits(rest.len()) != 0
}

/// Escapes the whole of a `src` that a register holds, unless it has long escapes or needs another path. If it is `ROOMY`,
/// one that has escapes needs as much room as a block of nothing else.
#[inline(always)]
pub(super) fn escape_register<R: Register, const ROOMY: bool>(
    r: R,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
) -> Option<usize> {
    let classes = Classes::new(r, rules);
    let bytes = r.load_prefix(src);
    let Some((special, hard)) = special(r, &classes, bytes, src.len()) else {
        return r.expand_within(bytes, 0, src.len(), dst);
    };
    let mut escaped = special;
    if hard != 0 {
        escaped = escaped_of_valid(r, rules, bytes, special, hard)?;
        if escaped == 0 {
            return r.expand_within(bytes, 0, src.len(), dst);
        }
    }
    if ROOMY {
        return Some(r.expand(classes.second_bytes(r, bytes), escaped, src.len(), dst.first_chunk_mut()?));
    }
    r.expand_within(classes.second_bytes(r, bytes), escaped, src.len(), dst)
}

/// Escapes the whole of a `src` of at most a block, unless it needs another path.
#[inline(always)]
pub(crate) fn escape_block<V: Vector>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    escape_bytes(v, rules, v.load_part(src), src, dst)
}

/// As [`escape_block`], of a `src` that is also in `bytes`, and zeros after it.
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
    let marks = marks::<V, true, true>(v, rules, &classes, (bytes, src), special, v.splat(0), false)?;
    if marks.high != 0 && whole_len(src) != src.len() {
        return None;
    }
    write::<V, true>(v, rules, &classes, (bytes, src), marks, src.len(), dst)
}

/// Escapes a block of ASCII of which the `members` are special; `None` where there is not enough room.
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

/// Which of the first `len` bytes are special, if any are, and which of them hard.
#[inline(always)]
fn special<R: Register>(r: R, classes: &Classes<R>, bytes: R::Bytes, len: usize) -> Option<(u64, u64)> {
    // The zeros after the end are members of most sets.
    let members = r.members(classes.special, bytes);
    let special = r.nonzero(members) & first_bits(len);
    if special == 0 {
        return None;
    }
    // One question for both that are rare, long escapes and bytes above 0x7F.
    Some((special, r.nonzero(r.part_members(classes.hard, members, bytes)) & special))
}

/// Which of the `special` bytes are escaped, where `bytes` are a whole text that must be well-formed, and are, and no
/// more is asked of bytes above 0x7F; `None` where it is otherwise, or one of the `hard` ones has a long escape.
#[inline(always)]
fn escaped_of_valid<R: Register>(
    r: R,
    rules: &JsonEscape<'_>,
    bytes: R::Bytes,
    special: u64,
    hard: u64,
) -> Option<u64> {
    // All bytes above 0x7F are hard here, and nothing else may be.
    if !rules.only_validates || r.high_bits(bytes) & special != hard {
        return None;
    }
    let escaped = special ^ hard;
    // A sequence that the end of the text cuts is an error before the zeros after it, if there are any.
    let errors = Tables::new(r).errors(r, bytes, r.splat(0));
    (!r.any(r.or(errors, r.unfinished(bytes)))).then_some(escaped)
}

/// What is to be done with the bytes that a register holds.
#[derive(Clone, Copy, Default)]
struct Marks {
    /// Bytes above 0x7F that needed a look.
    high: u64,
    /// Bytes to escape.
    escaped: u64,
    /// Those of them with long escapes.
    hard: u64,
}

/// What is to be done with the `special` ones of `bytes`, with which `text` begins; `None` where some of them need another
/// path.
#[inline(always)]
fn marks<R: Register, const HIGH: bool, const LONG: bool>(
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

/// Escapes the first `len` bytes of a block, with which `text` begins; `None` where there is not enough room.
#[inline(always)]
fn write<V: Vector, const LONG: bool>(
    v: V,
    rules: &JsonEscape<'_>,
    classes: &Classes<V>,
    (bytes, text): (V::Bytes, &[u8]),
    marks: Marks,
    len: usize,
    room: &mut [u8],
) -> Option<usize> {
    if LONG && marks.hard != 0 {
        if let Some(room) = room.first_chunk_mut() {
            return Some(long_escapes(v, rules, classes, (bytes, text), marks, len, room));
        }
        let mut copy = Aligned([0; UNICODE_ROOM]);
        let written = long_escapes(v, rules, classes, (bytes, text), marks, len, &mut copy.0);
        room.get_mut(..written)?.copy_from_slice(&copy.0[..written]);
        return Some(written);
    }
    v.expand_within(classes.second_bytes(v, bytes), marks.escaped, len, room)
}

/// Escapes the first `len` bytes of a block in which some escapes are long.
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
            return expander.expand_unicode(Unicode { bytes, letters, marked, long, digits }, len, room);
        }
    }
    table_escapes(v, rules, (bytes, text), marked, room) + len
}

/// Escapes a block, with which `text` begins, with its table: one `marked` byte after another, and what follows each by
/// the block. Returns how many bytes it has become longer.
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
        let entry = &rules.entries[text[at] as usize];
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
