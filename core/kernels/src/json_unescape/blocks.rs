//! Blocks of 64 bytes: escapes are found for the whole block, turned into what they stand for in place, and the bytes
//! that are left over are squeezed out once.
//!
//! Backslashes that escape are told from escaped ones by a subtraction whose borrow runs through each series of them
//! (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019, section 3.1.1). Every block begins 64 bytes after
//! the one before, whatever it cuts: a load that had to wait for what the block before held would take most of the time.
//! Errors, lone surrogates, and what the end cuts are left to the path for single units.

use super::unicode::Unicode;
use crate::plain::{NeedsWork, STRIDE, copy_plain};
use crate::utf8::boundary;
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, ByteSet, Vector, first_bits};
use stringmill_outcome::Progress;

/// Unescapes from `done` on as many blocks as it can, and leaves `done` between units.
#[inline(always)]
pub(super) fn unescape<V: Vector>(v: V, src: &[u8], dst: &mut [u8], done: &mut Progress) {
    let classes = Classes::new(v);
    let mut state = State::between_units(v);
    let mut calm = STRIDE;
    let Progress { read: mut at, written: mut to } = *done;
    while at < src.len() {
        if calm >= STRIDE && !state.is_open() {
            let plain = copy_plain(v, &classes, &src[at..], &mut dst[to..]);
            if plain > 0 {
                (at, to, state) = (at + plain, to + plain, State::between_units(v));
            }
            calm = 0;
            continue;
        }
        let rest = &src[at..];
        let Some(block) = block(v, &classes, v.load_part(rest), first_bits(rest.len()), &state) else { break };
        let Some(written) = squeeze(v, block.bytes, block.kept, &mut dst[to..]) else { break };
        calm = if written == BLOCK { calm + 1 } else { 0 };
        to += written;
        state.follow(v, &block);
        at += state.end;
        if state.end < BLOCK {
            break;
        }
    }
    // What the last block cut is left for whoever goes on: the escape that its end cuts, or the bytes of a sequence,
    // which were copied one for one.
    let cut = state.cut();
    to -= (state.kept & !first_bits(cut)).count_ones() as usize;
    at -= state.end - cut;
    let end = if cut == state.end { boundary(src, at).max(done.read) } else { at };
    *done = Progress { read: end, written: to - (at - end) };
}

/// What a block leaves for the next one.
struct State<V: Vector> {
    /// The bytes of the block.
    before: V::Bytes,
    /// How many of them count: all, but for the last block.
    end: usize,
    /// Which of them were written.
    kept: u64,
    /// Whether it may end inside a sequence.
    non_ascii: bool,
    /// Which of its backslashes escape.
    escape: u64,
    unicode: Unicode<V>,
}

impl<V: Vector> State<V> {
    #[inline(always)]
    fn between_units(v: V) -> Self {
        let unicode = Unicode::none(v);
        State { before: v.splat(0), end: BLOCK, kept: 0, non_ascii: false, escape: 0, unicode }
    }

    #[inline(always)]
    fn follow(&mut self, v: V, block: &Block<V>) {
        self.before = block.source;
        self.end = (!block.text).trailing_zeros() as usize;
        self.kept = block.kept;
        self.non_ascii = block.non_ascii;
        self.escape = block.escape;
        match block.unicode {
            Some(unicode) => self.unicode = unicode,
            None if self.unicode.is_none() => {}
            None => self.unicode = Unicode::none(v),
        }
    }

    #[inline(always)]
    fn is_open(&self) -> bool {
        self.non_ascii || self.escape >> 63 != 0 || self.unicode.is_open()
    }

    /// The first byte of the escape that reaches over the end of the block; its end where none does.
    #[inline(always)]
    fn cut(&self) -> usize {
        let cut = self.unicode.cut(self.end).expect("no block is taken whose escape begins before it");
        let backslash = self.end > 0 && self.escape >> (self.end - 1) & 1 != 0;
        if backslash { cut.min(self.end - 1) } else { cut }
    }
}

/// A block whose escapes are decoded in place.
struct Block<V: Vector> {
    source: V::Bytes,
    bytes: V::Bytes,
    /// Which bytes of the source come before its end and before the first quote.
    text: u64,
    /// Which of the decoded bytes are text.
    kept: u64,
    non_ascii: bool,
    escape: u64,
    unicode: Option<Unicode<V>>,
}

/// Decodes those bytes of a block that are `here`; `None` where they hold something that a block cannot express.
#[inline(always)]
fn block<V: Vector>(v: V, classes: &Classes<V>, source: V::Bytes, here: u64, before: &State<V>) -> Option<Block<V>> {
    let non_ascii = v.high_bits(source) != 0;
    if (non_ascii || before.non_ascii) && v.any(classes.utf8.errors(v, source, before.before)) {
        return None;
    }
    let Escapes { escape, escaped } = escapes(v.equal(source, b'\\') & here, before.escape >> 63);
    let quotes = v.equal(source, b'"') & !escaped;
    let text = here & (quotes.wrapping_sub(1) & !quotes);
    if v.below(source, 0x20) & text != 0 {
        return None;
    }
    let (escape, escaped) = (escape & text, escaped & text);
    let mut block = Block { source, bytes: source, text, kept: text & !escape, non_ascii, escape, unicode: None };
    let letters = if escaped == 0 { 0 } else { escaped & v.equal(source, b'u') };
    if escaped != 0 {
        if escaped & !(letters | v.nonzero(v.members(classes.letters, source))) != 0 {
            return None;
        }
        block.bytes = v.blend(escaped, classes.decoded_letters(v, source), source);
    }
    if letters != 0 || before.unicode.is_open() {
        let decoded = before.unicode.decode(v, source, block.bytes, letters, text)?;
        block.bytes = decoded.bytes;
        block.kept &= !decoded.dropped;
        block.unicode = Some(decoded.state);
        // An escape that the last block cuts may have begun in the block before.
        let len = text.trailing_ones() as usize;
        if len < BLOCK && (before.unicode.cut(BLOCK + len) != Some(BLOCK + len) || decoded.state.cut(len).is_none()) {
            return None;
        }
    }
    Some(block)
}

/// Which backslashes escape, and which bytes they escape.
struct Escapes {
    escape: u64,
    escaped: u64,
}

/// Sorts the backslashes of a block; `carry` is 1 where the block before ended with one that escapes, else 0.
#[inline(always)]
fn escapes(backslash: u64, carry: u64) -> Escapes {
    const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
    if backslash == 0 {
        return Escapes { escape: 0, escaped: carry };
    }
    // In a series of backslashes every second one escapes, beginning with the first that is not itself escaped. The
    // borrow of the subtraction runs to the end of the series and leaves the alternation.
    let potential = backslash & !carry;
    let alternation = ((potential << 1 | ODD).wrapping_sub(potential)) ^ ODD;
    Escapes { escape: alternation & backslash, escaped: alternation ^ (backslash | carry) }
}

/// Writes the kept bytes into `room`, by way of a copy where the room is exact; `None` where it is too little.
#[inline(always)]
fn squeeze<V: Vector>(v: V, bytes: V::Bytes, kept: u64, room: &mut [u8]) -> Option<usize> {
    if let Some(room) = room.first_chunk_mut::<BLOCK>() {
        if kept == u64::MAX {
            v.store(bytes, room);
            return Some(BLOCK);
        }
        return Some(v.compress(bytes, kept, room));
    }
    let written = kept.count_ones() as usize;
    let room = room.get_mut(..written)?;
    let mut copy = [0; BLOCK];
    v.compress(bytes, kept, &mut copy);
    room.copy_from_slice(&copy[..written]);
    Some(written)
}

/// The look-up tables, ready for use.
struct Classes<V: Vector> {
    special: V::Set,
    letters: V::Set,
    sixties: V::Table,
    seventies: V::Table,
    utf8: Tables<V>,
}

impl<V: Vector> Classes<V> {
    #[inline(always)]
    fn new(v: V) -> Self {
        Classes {
            special: v.set(&SPECIAL),
            letters: v.set(&LETTERS),
            sixties: v.table(&SIXTIES),
            seventies: v.table(&SEVENTIES),
            utf8: Tables::new(v),
        }
    }

    /// Each letter turned into the control character it stands for; quotes, slashes and backslashes stay.
    #[inline(always)]
    fn decoded_letters(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        // The exclusive or brings one row of the ASCII table to 0x00, the addition lifts all other rows out of reach.
        let sixties = v.saturating_add(v.xor(bytes, v.splat(0x60)), v.splat(0x70));
        let seventies = v.saturating_add(v.xor(bytes, v.splat(0x70)), v.splat(0x70));
        let change = v.or(v.look_up(self.sixties, sixties), v.look_up(self.seventies, seventies));
        v.xor(bytes, change)
    }
}

impl<V: Vector> NeedsWork<V> for Classes<V> {
    #[inline(always)]
    fn needs_work(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        v.members(self.special, bytes)
    }
}

/// What ends a run of plain text: a quote, a backslash, a control character, or what is not ASCII.
const SPECIAL: ByteSet = {
    let mut set = ByteSet::new(b"\"\\", true);
    let mut control = 0;
    while control < 0x20 {
        set = set.with(control);
        control += 1;
    }
    set
};

/// What may follow a backslash, `u` apart.
const LETTERS: ByteSet = ByteSet::new(b"\"/\\bfnrt", false);

/// What turns `b`, `f` and `n` into their control characters by exclusive or.
const SIXTIES: [u8; 16] = {
    let mut change = [0; 16];
    change[0x2] = b'b' ^ 0x08;
    change[0x6] = b'f' ^ 0x0C;
    change[0xE] = b'n' ^ b'\n';
    change
};

/// What turns `r` and `t` into their control characters by exclusive or.
const SEVENTIES: [u8; 16] = {
    let mut change = [0; 16];
    change[0x2] = b'r' ^ b'\r';
    change[0x4] = b't' ^ b'\t';
    change
};
