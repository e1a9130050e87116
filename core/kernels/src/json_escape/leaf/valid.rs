//! Every block is validated: to predict which blocks need no validation is as hard as to predict the text.

use crate::json_escape::blocks::{Classes, fill};
use crate::json_escape::rules::JsonEscape;
use crate::plain_text::{NeedsWork, STRIDE, copy_plain};
use crate::tier::Leaf;
use crate::utf8::boundary;
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, CodeUnits, Vector, first_bits};
use stringmill_outcome::Progress;

/// Takes well-formed text whose non-ASCII characters are copied, with two-byte escapes; validates it in the same pass.
/// Stops in front of ill-formed bytes and long escapes.
pub(crate) struct Valid;

impl Leaf for Valid {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        let (classes, tables) = (Classes::of_ascii(v, rules), Tables::new(v));
        let mut pass = ValidPass { v, classes, tables, before: v.splat(0), at: 0, to: 0 };
        while pass.at < src.len() && pass.stride(src, dst) {}
        // A sequence that the last block cut is left to the next station; its bytes were copied one for one.
        let end = boundary(src, pass.at);
        Progress { read: end, written: pass.to - (pass.at - end) }
    }
}

/// A pass over blocks, and the progress in it.
struct ValidPass<V: Vector> {
    v: V,
    classes: Classes<V>,
    tables: Tables<V>,
    /// The block before.
    before: V::Bytes,
    at: usize,
    to: usize,
}

impl<V: Vector> ValidPass<V> {
    /// Escapes four blocks, and more after them if they need no work; one block if there are fewer. Returns whether it
    /// could.
    #[inline(always)]
    fn stride(&mut self, src: &[u8], dst: &mut [u8]) -> bool {
        let (v, set, tables) = (self.v, self.classes.special, &self.tables);
        let (Some(stride), Some(room)) = (
            src[self.at..].first_chunk::<{ STRIDE * BLOCK }>(),
            dst[self.to..].first_chunk_mut::<{ 2 * STRIDE * BLOCK }>(),
        ) else {
            return self.block(src, dst);
        };
        let [a, b, c, d] = stride.as_chunks().0 else { return false };
        let [a, b, c, d] = [v.load(a), v.load(b), v.load(c), v.load(d)];
        let members = [v.members(set, a), v.members(set, b), v.members(set, c), v.members(set, d)];
        let escaped = v.or(v.or(members[0], members[1]), v.or(members[2], members[3]));
        let text = v.or(v.or(a, b), v.or(c, d));
        if !v.any(v.or(escaped, v.and(text, tables.continuation))) && v.high_bits(self.before) >> 61 == 0 {
            store_four(v, [a, b, c, d], room);
            self.advance(STRIDE * BLOCK, STRIDE * BLOCK);
            let copied = copy_plain(v, &Ascii(self), &src[self.at..], &mut dst[self.to..]);
            self.advance(copied, copied);
            self.before = v.splat(0);
            return true;
        }
        let low = v.or(tables.errors(v, a, self.before), self.errors_at::<64>(b, stride));
        let errors = v.or(low, v.or(self.errors_at::<128>(c, stride), self.errors_at::<192>(d, stride)));
        let mut written = STRIDE * BLOCK;
        if !v.any(v.or(escaped, errors)) {
            store_four(v, [a, b, c, d], room);
        } else if v.any(v.or(errors, self.classes.hard_in_four(v, [a, b, c, d], members))) {
            return self.block(src, dst);
        } else {
            written = self.classes.expand_four(v, [a, b, c, d], members, room);
        }
        self.before = d;
        self.advance(STRIDE * BLOCK, written);
        true
    }

    /// The errors of the block at `AT` in `stride`.
    #[inline(always)]
    fn errors_at<const AT: usize>(&self, bytes: V::Bytes, stride: &[u8; STRIDE * BLOCK]) -> V::Bytes {
        let v = self.v;
        let earlier = |n: usize| stride[AT - n..].first_chunk().expect("within the stride");
        self.tables.errors_after(v, bytes, [v.load(earlier(1)), v.load(earlier(2)), v.load(earlier(3))])
    }

    /// Escapes one block, or the last bytes of `src`. Returns whether it could.
    #[inline(always)]
    fn block(&mut self, src: &[u8], dst: &mut [u8]) -> bool {
        let (v, rest) = (self.v, &src[self.at..]);
        let (bytes, mut len) = (v.load_part(rest), rest.len().min(BLOCK));
        // A sequence that the end of `src` cuts is an error before the zeros after it, unless the block is full.
        let errors = v.nonzero(self.tables.errors(v, bytes, self.before));
        if errors != 0 {
            let end = self.at + len.min(errors.trailing_zeros() as usize);
            len = boundary(src, end).saturating_sub(self.at);
        }
        let members = v.members(self.classes.special, bytes);
        // The zeros are members of most sets.
        let escaped = v.nonzero(members) & first_bits(len);
        let letters = match escaped {
            0 => bytes,
            _ if v.nonzero(v.part_members(self.classes.hard, members, bytes)) & escaped != 0 => return false,
            _ => self.classes.second_bytes(v, bytes),
        };
        let room = &mut dst[self.to..];
        let Some(written) = v.expand_within(letters, escaped, len, room) else {
            let (read, written) = fill(v, letters, escaped, len, room);
            self.advance(read, written);
            return false;
        };
        self.before = bytes;
        self.advance(len, written);
        errors == 0
    }

    #[inline(always)]
    fn advance(&mut self, read: usize, written: usize) {
        self.at += read;
        self.to += written;
    }
}

/// Bytes that are special or above 0x7F.
struct Ascii<'a, V: Vector>(&'a ValidPass<V>);

impl<V: Vector> NeedsWork<V> for Ascii<'_, V> {
    #[inline(always)]
    fn needs_work(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        v.or(v.members(self.0.classes.special, bytes), v.and(bytes, self.0.tables.continuation))
    }
}

#[inline(always)]
fn store_four<V: Vector>(v: V, blocks: [V::Bytes; 4], room: &mut [u8; 8 * BLOCK]) {
    for (bytes, to) in blocks.into_iter().zip(room.as_chunks_mut().0) {
        v.store(bytes, to);
    }
}
