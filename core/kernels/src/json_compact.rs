//! JSON text without the white space between its tokens.
//! Bytes in, bytes out; the text must have been checked, may be cut anywhere, and is not checked again.
//! Standard: RFC 8259, section 2.
//! Method: for each block, the mask of strings from the parity of unescaped quotes; one compression removes the white
//! space outside it.
//! Output bound: never longer than the input.

use crate::json_structure::{Escapes, escapes};
use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, Vector};

/// The state between two calls: whether the text is inside a string, and whether the next byte is escaped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonStringState {
    /// In a string.
    string: bool,
    /// After a backslash that escapes.
    escaped: bool,
}

impl JsonStringState {
    /// Between tokens, or in one that is no string.
    pub const BETWEEN: JsonStringState = JsonStringState { string: false, escaped: false };

    #[inline]
    pub(crate) fn string(self) -> bool {
        self.string
    }

    /// Advances over `byte`.
    #[inline]
    pub(crate) fn step(&mut self, byte: u8) {
        *self = match byte {
            _ if self.escaped => JsonStringState { escaped: false, ..*self },
            b'"' => JsonStringState { string: !self.string, escaped: false },
            b'\\' => JsonStringState { escaped: true, ..*self },
            _ => *self,
        };
    }
}

/// Copies `src`, which begins at `inside`, to `dst` without the white space outside of strings; with `lines`, line
/// feeds stay. Returns how many bytes were written, and moves `inside` on.
///
/// The text must be well-formed, but may be cut anywhere. For other text the output is unspecified.
///
/// # Panics
///
/// If `dst` is shorter than `src`. Bytes of `dst` past those written may be overwritten.
#[inline]
pub fn json_compact(inside: &mut JsonStringState, lines: bool, src: &[u8], dst: &mut [u8]) -> usize {
    json_compact_with(Tier::best(), inside, lines, src, dst)
}

/// As [`json_compact`], on a chosen tier.
///
/// # Panics
///
/// If `dst` is shorter than `src`.
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_compact_with(tier: Tier, inside: &mut JsonStringState, lines: bool, src: &[u8], dst: &mut [u8]) -> usize {
    assert!(dst.len() >= src.len(), "what is written is never longer, but may be as long");
    tier.run::<Compact>((inside, lines), src, dst)
}

struct Compact;

impl Kernel for Compact {
    type Context<'a> = (&'a mut JsonStringState, bool);
    type CodeUnit = u8;
    type Output = usize;

    #[inline(always)]
    fn run<V: Vector>(v: V, (inside, lines): (&mut JsonStringState, bool), src: &[u8], dst: &mut [u8]) -> usize {
        let mut strings = Strings::from(*inside);
        // All ones if line feeds are kept.
        let feeds = if lines { u64::MAX } else { 0 };
        let (mut written, mut blocks) = (0, src.chunks_exact(BLOCK));
        for block in &mut blocks {
            let Some(block) = block.first_chunk() else { break };
            let bytes = v.load(block);
            // Outside strings, only white space is below this byte.
            let white = v.below(bytes, b' ' + 1) & !strings.inside(v, bytes, BLOCK);
            let kept = !white | v.equal(bytes, b'\n') & feeds;
            // The output is no longer than the input, so there is room for a block.
            let Some(room) = dst[written..].first_chunk_mut() else { break };
            if kept == u64::MAX {
                v.store(bytes, room);
                written += BLOCK;
            } else {
                written += v.compress(bytes, kept, room);
            }
        }
        *inside = strings.into();
        written + compact_scalar(inside, lines, blocks.remainder(), &mut dst[written..])
    }

    fn run_scalar((inside, lines): (&mut JsonStringState, bool), src: &[u8], dst: &mut [u8]) -> usize {
        compact_scalar(inside, lines, src, dst)
    }
}

/// Finds strings, and carries their state to the next block.
#[derive(Clone, Copy)]
pub(crate) struct Strings {
    /// All ones inside a string.
    inside: u64,
    /// 1 if the next byte is escaped.
    escaped: u64,
}

impl From<JsonStringState> for Strings {
    #[inline(always)]
    fn from(inside: JsonStringState) -> Self {
        Strings { inside: if inside.string { u64::MAX } else { 0 }, escaped: u64::from(inside.escaped) }
    }
}

impl From<Strings> for JsonStringState {
    #[inline(always)]
    fn from(strings: Strings) -> Self {
        JsonStringState { string: strings.inside != 0, escaped: strings.escaped == 1 }
    }
}

impl Strings {
    /// The bytes of a block that are in strings, including their opening quotes. The block has `len` bytes, not 0, and
    /// zeros after them.
    #[inline(always)]
    pub(crate) fn inside<V: Vector>(&mut self, v: V, bytes: V::Bytes, len: usize) -> u64 {
        let Escapes { escape, escaped } = escapes(v.equal(bytes, b'\\'), self.escaped);
        let quotes = v.equal(bytes, b'"') & !escaped;
        let inside = v.prefix_xor(quotes) ^ self.inside;
        self.inside = (inside as i64 >> 63) as u64;
        self.escaped = escape >> (len - 1) & 1;
        inside
    }
}

fn compact_scalar(inside: &mut JsonStringState, lines: bool, src: &[u8], dst: &mut [u8]) -> usize {
    let mut written = 0;
    for &byte in src {
        let is_white = !inside.string && byte <= b' ';
        if !is_white || lines && byte == b'\n' {
            dst[written] = byte;
            written += 1;
        }
        inside.step(byte);
    }
    written
}
