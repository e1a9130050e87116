//! Blocks of 64 bytes: escapes are found for the whole block, turned into what they stand for in place, and the bytes
//! that are left over are squeezed out once.
//!
//! Backslashes that escape are told from escaped ones by a subtraction whose borrow runs through each series of them
//! (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019, section 3.1.1). Every block begins 64 bytes after
//! the one before, whatever it cuts: a load that had to wait for what the block before held would take most of the time.
//! Blocks with `\u`, and the end of the text, have a loop of their own (`unicode.rs`), because what one block of these
//! tells the next fills the registers. Errors, lone surrogates, and what the end cuts are left to the path for single
//! units.

use super::unicode::{self, Next};
use crate::plain::{NeedsWork, STRIDE, copy_plain};
use crate::utf8::boundary;
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, ByteSet, Vector};
use stringmill_outcome::Progress;

/// Unescapes from `done` on as many blocks as it can, and leaves `done` between units.
#[inline(always)]
pub(super) fn unescape<V: Vector>(v: V, src: &[u8], dst: &mut [u8], done: &mut Progress) {
    let classes = Classes::new(v);
    loop {
        short_escapes(v, &classes, src, dst, done);
        match unicode::unescape(v, &classes, src, dst, done) {
            Next::Blocks => {}
            Next::Units => return,
        }
    }
}

/// Whole blocks without `\u` and without a quote that ends the string.
#[inline(always)]
fn short_escapes<V: Vector>(v: V, classes: &Classes<V>, src: &[u8], dst: &mut [u8], done: &mut Progress) {
    let Progress { read: mut at, written: mut to } = *done;
    let mut before = v.splat(0);
    let mut open = false;
    // Whether the block before ended with a backslash that escapes, as a bit.
    let mut carry = 0;
    let mut calm = STRIDE;
    loop {
        if calm >= STRIDE && !open && carry == 0 {
            let plain = copy_plain(v, classes, &src[at..], &mut dst[to..]);
            (at, to, calm) = (at + plain, to + plain, 0);
        }
        let Some(block) = src.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) else { break };
        let Some(room) = dst.get_mut(to..).and_then(|rest| rest.first_chunk_mut::<BLOCK>()) else { break };
        let bytes = v.load(block);
        let non_ascii = v.high_bits(bytes) != 0;
        if (non_ascii || open) && v.any(classes.utf8.errors(v, bytes, before)) {
            break;
        }
        let Escapes { escape, escaped } = escapes(v.equal(bytes, b'\\'), carry);
        if (v.equal(bytes, b'"') & !escaped) | v.below(bytes, 0x20) != 0 {
            break;
        }
        if escape | escaped == 0 {
            v.store(bytes, room);
            to += BLOCK;
            calm += 1;
        } else {
            if escaped & !v.nonzero(v.members(classes.letters, bytes)) != 0 {
                break;
            }
            to += v.compress(v.blend(escaped, classes.decoded_letters(v, bytes), bytes), !escape, room);
            calm = 0;
        }
        (before, open, carry) = (bytes, non_ascii, escape >> 63);
        at += BLOCK;
    }
    // A backslash that the last block cut from its letter was not written; a sequence that it cut was, byte for byte.
    at -= carry as usize;
    let end = if carry == 0 { boundary(src, at).max(done.read) } else { at };
    *done = Progress { read: end, written: to - (at - end) };
}

/// Which backslashes escape, and which bytes they escape.
pub(super) struct Escapes {
    pub(super) escape: u64,
    pub(super) escaped: u64,
}

/// Sorts the backslashes of a block; `carry` is 1 where the block before ended with one that escapes, else 0.
#[inline(always)]
pub(super) fn escapes(backslash: u64, carry: u64) -> Escapes {
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

/// The look-up tables, ready for use.
pub(super) struct Classes<V: Vector> {
    special: V::Set,
    pub(super) letters: V::Set,
    sixties: V::Table,
    seventies: V::Table,
    pub(super) utf8: Tables<V>,
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
    pub(super) fn decoded_letters(&self, v: V, bytes: V::Bytes) -> V::Bytes {
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
