//! The masks of tokens: one mask for each kind, one bit for each token.

use crate::vector::{BLOCK, Vector, first_bits};
use core::mem::MaybeUninit;

/// Up to 64 tokens of JSON text in their order, the first in the lowest bit: in each mask, the bits of the tokens of
/// one kind. Bits of tokens that are not there are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonTokens {
    /// `{`
    pub open_object: u64,
    /// `}`
    pub close_object: u64,
    /// `[`
    pub open_array: u64,
    /// `]`
    pub close_array: u64,
    /// `:`
    pub colon: u64,
    /// `,`
    pub comma: u64,
    /// Strings, by their opening quotes.
    pub string: u64,
    /// Numbers, `true`, `false` and `null`, and bytes that begin no token.
    pub scalar: u64,
    /// Line feeds between tokens, if each line is a text.
    pub line_end: u64,
}

impl JsonTokens {
    /// Room that is not initialised.
    pub const ROOM: JsonTokenRoom = [MaybeUninit::uninit(); 64];

    /// No token.
    pub const EMPTY: JsonTokens = JsonTokens {
        open_object: 0,
        close_object: 0,
        open_array: 0,
        close_array: 0,
        colon: 0,
        comma: 0,
        string: 0,
        scalar: 0,
        line_end: 0,
    };

    /// The tokens of which the first bytes are in `bytes`.
    #[inline(always)]
    pub(super) fn of<V: Vector>(v: V, bytes: V::Bytes) -> JsonTokens {
        let mut tokens = JsonTokens {
            open_object: v.equal(bytes, b'{'),
            close_object: v.equal(bytes, b'}'),
            open_array: v.equal(bytes, b'['),
            close_array: v.equal(bytes, b']'),
            colon: v.equal(bytes, b':'),
            comma: v.equal(bytes, b','),
            string: v.equal(bytes, b'"'),
            scalar: 0,
            line_end: v.equal(bytes, b'\n'),
        };
        tokens.scalar = !tokens.known();
        tokens
    }

    /// The tokens at the bits of `here`.
    #[inline(always)]
    pub(super) fn and(self, here: u64) -> JsonTokens {
        JsonTokens {
            open_object: self.open_object & here,
            close_object: self.close_object & here,
            open_array: self.open_array & here,
            close_array: self.close_array & here,
            colon: self.colon & here,
            comma: self.comma & here,
            string: self.string & here,
            scalar: self.scalar & here,
            line_end: self.line_end & here,
        }
    }

    /// Which bits are tokens.
    #[inline]
    pub fn all(&self) -> u64 {
        self.known() | self.scalar
    }

    #[inline]
    fn known(&self) -> u64 {
        let brackets = self.open_object | self.close_object | self.open_array | self.close_array;
        brackets | self.colon | self.comma | self.string | self.line_end
    }

    fn add(&mut self, at: usize, byte: u8) {
        let mask = match byte {
            b'{' => &mut self.open_object,
            b'}' => &mut self.close_object,
            b'[' => &mut self.open_array,
            b']' => &mut self.close_array,
            b':' => &mut self.colon,
            b',' => &mut self.comma,
            b'"' => &mut self.string,
            b'\n' => &mut self.line_end,
            _ => &mut self.scalar,
        };
        *mask |= 1 << at;
    }
}

/// Room for the tokens of a scan, which the caller need not initialise.
///
/// An array, not a slice: a slice of any length would take two words of each call.
pub type JsonTokenRoom = [MaybeUninit<JsonTokens>; 64];

/// Takes the tokens of a text in their order: those of a block at once, or one after another.
pub trait JsonTokenSink {
    /// Takes the tokens of a block, each at the place of its first byte. Returns false if they have to come one after
    /// another; its state must then be as before.
    fn block(&mut self, tokens: &JsonTokens) -> bool;
    /// Takes a token by its first byte, `?` for a byte that begins none. Returns false to end the scan before it.
    fn token(&mut self, first: u8) -> bool;
}

/// Takes tokens one after another.
pub(super) trait Sink {
    /// Whether it also takes where tokens end and what marks them; otherwise `mark` and `end` need not be called.
    const HAS_PLACES: bool = false;
    /// Takes the token at `at`, as its first byte. Returns false if the scan ends before this token.
    fn push(&mut self, first: u8, at: usize) -> bool;
    /// The string that is open has an escape, or the number a point or an exponent.
    #[inline(always)]
    fn mark(&mut self) {}
    /// The string that is open has its closing quote at `at`, or the number or literal ends before it.
    #[inline(always)]
    fn end(&mut self, _at: usize) {}
}

/// Takes the tokens of blocks.
pub(super) trait BlockSink: Sink {
    /// Takes the tokens of the block `bytes`.
    fn block<V: Vector>(&mut self, v: V, bytes: V::Bytes, block: Block);
}

/// Masks of a block at `at`, of which `len` bytes are text. All masks except `kept` are zero if no places are needed.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) at: usize,
    pub(super) len: usize,
    /// Bytes that begin tokens.
    pub(super) kept: u64,
    /// Bytes that begin brackets, strings and scalars.
    pub(super) starts: u64,
    /// Closing quotes, and bytes after scalars.
    pub(super) ends: u64,
    /// The bytes of strings and scalars, without quotes.
    pub(super) runs: u64,
    /// Bytes of strings and scalars that make a mark.
    pub(super) marks: u64,
}

/// Passes tokens on to a sink of the caller.
pub(super) struct ForwardingSink<'d>(pub(super) &'d mut dyn JsonTokenSink);

impl Sink for ForwardingSink<'_> {
    fn push(&mut self, first: u8, _: usize) -> bool {
        self.0.token(first)
    }
}

/// Writes tokens into groups of 64.
pub(super) struct GroupWriter<'d> {
    groups: &'d mut JsonTokenRoom,
    /// How many groups, from the beginning, are written.
    full: usize,
    /// First bytes of the tokens of a group that is not full, and room for those of one more block.
    held: [u8; 2 * BLOCK],
    len: usize,
}

impl<'d> GroupWriter<'d> {
    #[inline(always)]
    pub(super) fn new(groups: &'d mut JsonTokenRoom) -> Self {
        GroupWriter { groups, full: 0, held: [0; 2 * BLOCK], len: 0 }
    }

    /// Writes the remaining tokens, and returns how many tokens there were.
    #[inline(always)]
    pub(super) fn finish_on<V: Vector>(&mut self, v: V) -> usize {
        let [first, _] = self.held.as_chunks::<BLOCK>().0 else { return 0 };
        if self.len > 0
            && let Some(group) = self.groups.get_mut(self.full)
        {
            group.write(JsonTokens::of(v, v.load(first)).and(first_bits(self.len)));
        }
        self.full * BLOCK + self.len
    }

    /// As `finish_on`, without vectors.
    pub(super) fn finish(&mut self) -> usize {
        if self.len > 0
            && let Some(group) = self.groups.get_mut(self.full)
        {
            group.write(tokens_of(&self.held[..self.len]));
        }
        self.full * BLOCK + self.len
    }
}

impl BlockSink for GroupWriter<'_> {
    #[inline(always)]
    fn block<V: Vector>(&mut self, v: V, bytes: V::Bytes, block: Block) {
        let Some(room) = self.held.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut()) else { return };
        self.len += v.compress(bytes, block.kept, room);
        if self.len >= BLOCK {
            let [first, second] = self.held.as_chunks_mut::<BLOCK>().0 else { return };
            if let Some(group) = self.groups.get_mut(self.full) {
                group.write(JsonTokens::of(v, v.load(first)));
            }
            v.store(v.load(second), first);
            self.full += 1;
            self.len -= BLOCK;
        }
    }
}

impl Sink for GroupWriter<'_> {
    fn push(&mut self, first: u8, _: usize) -> bool {
        self.held[self.len] = first;
        self.len += 1;
        if self.len == BLOCK {
            if let Some(group) = self.groups.get_mut(self.full) {
                group.write(tokens_of(&self.held[..BLOCK]));
            }
            self.full += 1;
            self.len = 0;
        }
        true
    }
}

fn tokens_of(firsts: &[u8]) -> JsonTokens {
    let mut tokens = JsonTokens::EMPTY;
    for (at, &byte) in firsts.iter().enumerate() {
        tokens.add(at, byte);
    }
    tokens
}
