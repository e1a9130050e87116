//! Blocks of 64 bytes: escapes are found for the whole block, turned into what they stand for in place, and the bytes
//! that are left over are squeezed out once.
//!
//! Backslashes that escape are told from escaped ones by a subtraction whose borrow runs through each series of them
//! (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019, section 3.1.1). Surrogates, errors, and whatever
//! else a block cannot express are left to the path for single units.

use super::unicode;
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
        if calm >= STRIDE && !state.open && !state.escaped {
            let plain = copy_plain(v, &classes, &src[at..], &mut dst[to..]);
            (at, to, calm) = (at + plain, to + plain, 0);
            state = State::between_units(v);
            if at == src.len() {
                break;
            }
        }
        let rest = &src[at..];
        let (bytes, len) = (v.load_part(rest), rest.len().min(BLOCK));
        let Some(block) = block(v, &classes, bytes, len, &state) else { break };
        let Some(written) = squeeze(v, block.bytes, block.kept, &mut dst[to..]) else { break };
        calm = if written == BLOCK { calm + 1 } else { 0 };
        at += block.len;
        to += written;
        state = block.state;
        if block.ends {
            break;
        }
    }
    // What the last block cut is left for whoever goes on: the backslash of an escape was not written, and the bytes of
    // a sequence were copied one for one.
    *done = if state.escaped {
        Progress { read: at - 1, written: to }
    } else {
        let end = boundary(src, at).max(done.read);
        Progress { read: end, written: to - (at - end) }
    };
}

/// What a block leaves for the next one.
struct State<V: Vector> {
    /// The bytes of the block.
    before: V::Bytes,
    /// Whether it may end inside a sequence.
    open: bool,
    /// Whether it ends with a backslash that escapes the next byte.
    escaped: bool,
}

impl<V: Vector> State<V> {
    #[inline(always)]
    fn between_units(v: V) -> Self {
        State { before: v.splat(0), open: false, escaped: false }
    }
}

/// A block whose escapes are decoded in place.
struct Block<V: Vector> {
    bytes: V::Bytes,
    /// Which of the bytes are text.
    kept: u64,
    /// How many bytes of the source these are.
    len: usize,
    /// Whether nothing after them can be done here.
    ends: bool,
    state: State<V>,
}

/// The first `len` bytes of a block, or as many as come before a quote or a cut escape; `None` where they hold something
/// that a block cannot express.
#[inline(always)]
fn block<V: Vector>(v: V, classes: &Classes<V>, bytes: V::Bytes, len: usize, state: &State<V>) -> Option<Block<V>> {
    let here = first_bits(len);
    let open = v.high_bits(bytes) != 0;
    if (open || state.open) && v.any(Tables::new(v).errors(v, bytes, state.before)) {
        return None;
    }
    let Escapes { escape, escaped } = escapes(v.equal(bytes, b'\\') & here, state.escaped);
    let quotes = v.equal(bytes, b'"') & here & !escaped;
    let mut end = len.min(quotes.trailing_zeros() as usize);
    let mut ends = end < BLOCK;
    let next_escaped = end == BLOCK && escape >> 63 == 1;
    if end == len && len < BLOCK && (escape << (64 - len)) >> 63 == 1 {
        // The backslash that ends the source goes to the path that knows what follows.
        end -= 1;
    }
    if v.below(bytes, 0x20) & first_bits(end) != 0 {
        return None;
    }
    let escaped = escaped & first_bits(end);
    let mut decoded = bytes;
    let mut dropped = escape;
    if escaped != 0 {
        let unicode = escaped & v.equal(bytes, b'u');
        if escaped & !(unicode | v.nonzero(v.members(classes.letters, bytes))) != 0 {
            return None;
        }
        decoded = v.blend(escaped, classes.decoded_letters(v, bytes), bytes);
        if unicode != 0 {
            let found = unicode::decode(v, bytes, decoded, unicode, end)?;
            decoded = found.bytes;
            dropped |= found.dropped;
            if found.end < end {
                end = found.end;
                ends = len < BLOCK;
                let state = State::between_units(v);
                return Some(Block { bytes: decoded, kept: first_bits(end) & !dropped, len: end, ends, state });
            }
        }
    }
    let state = State { before: bytes, open, escaped: next_escaped };
    Some(Block { bytes: decoded, kept: first_bits(end) & !dropped, len: end, ends, state })
}

/// Which backslashes escape, and which bytes they escape.
struct Escapes {
    escape: u64,
    escaped: u64,
}

/// Sorts the backslashes of a block; `first_escaped` says that the block before ended with one that escapes.
#[inline(always)]
fn escapes(backslash: u64, first_escaped: bool) -> Escapes {
    const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
    let carry = first_escaped as u64;
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
}

impl<V: Vector> Classes<V> {
    #[inline(always)]
    fn new(v: V) -> Self {
        Classes {
            special: v.set(&SPECIAL),
            letters: v.set(&LETTERS),
            sixties: v.table(&SIXTIES),
            seventies: v.table(&SEVENTIES),
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
