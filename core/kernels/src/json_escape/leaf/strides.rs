//! Blocks of 64 bytes in a row, and the last bytes of a text.
//!
//! Most text has neither non-ASCII bytes that need a check nor long escapes. A function without code for them has less
//! set-up.

use crate::json_escape::blocks::{Classes, Marks, fill, marks_of, write};
use crate::json_escape::rules::JsonEscape;
use crate::json_escape::unit;
use crate::plain_text::{STRIDE, copy_plain};
use crate::tier::Leaf;
use crate::utf8::{boundary, whole_len};
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, CodeUnits, Vector, first_bits};
use stringmill_outcome::Progress;

/// Takes ASCII with two-byte escapes, expanded by a mask at a cost that does not depend on their number, and other
/// bytes if they need no look. Stops in front of other non-ASCII bytes and long escapes.
pub(crate) type Plain = Strides<false, false>;

/// Takes ASCII with two-byte escapes, and blocks of other text in which no character is escaped. Stops in front of
/// blocks with such characters, ill-formed bytes and long escapes.
pub(crate) type Mixed = Strides<true, false>;

/// Takes blocks with escapes of any length, and other text in which no character is escaped. Stops in front of blocks
/// with such characters and ill-formed bytes.
pub(crate) type Long = Strides<true, true>;

/// Stops at bytes above 0x7F that need a look without `HIGH`, and at long escapes without `LONG`.
pub(crate) struct Strides<const HIGH: bool, const LONG: bool>;

impl<const HIGH: bool, const LONG: bool> Leaf for Strides<HIGH, LONG> {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        // On tiers for which code size matters, `Mixed` runs the function of `Long`.
        if HIGH && V::SMALL {
            escape::<V, true, true>(v, rules, src, dst)
        } else {
            escape::<V, HIGH, LONG>(v, rules, src, dst)
        }
    }

    #[inline(always)]
    fn run_scalar(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        if HIGH { Progress::default() } else { unit::text(rules, src, dst) }
    }
}

/// Escapes as many blocks as it can, and the last bytes of `src` if it gets there. Stops between units.
#[inline(always)]
fn escape<V: Vector, const HIGH: bool, const LONG: bool>(
    v: V,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
) -> Progress {
    // Without `HIGH` it reads only ASCII, or bytes that are units each.
    let src = if HIGH { &src[..whole_len(src)] } else { src };
    let (classes, before) = (Classes::new(v, rules), v.splat(0));
    let mut pass = StridesPass::<V, HIGH, LONG> { v, rules, classes, before, open: false, at: 0, to: 0 };
    // Goes block by block while sequences may reach from one block into the next, and with long escapes; otherwise by
    // strides.
    while pass.at < src.len() {
        let whole = if LONG || pass.open { pass.block(src, dst) } else { pass.stride(src, dst) };
        if !whole {
            break;
        }
    }
    if HIGH && rules.validates() && pass.at < src.len() {
        pass.part_before_errors(src, dst);
    }
    // A sequence that the last block cut is left to the next station; its bytes were copied one for one.
    let end = if HIGH { boundary(src, pass.at) } else { pass.at };
    Progress { read: end, written: pass.to - (pass.at - end) }
}

/// A pass over blocks, and the progress in it.
struct StridesPass<'a, V: Vector, const HIGH: bool, const LONG: bool> {
    v: V,
    rules: &'a JsonEscape<'a>,
    classes: Classes<V>,
    /// The block before.
    before: V::Bytes,
    /// Whether the block before may end inside a sequence.
    open: bool,
    at: usize,
    to: usize,
}

impl<V: Vector, const HIGH: bool, const LONG: bool> StridesPass<'_, V, HIGH, LONG> {
    /// Escapes four blocks, and more after them if they need no work; one block if there are fewer. Returns whether it
    /// could.
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

    /// Escapes one block, or the last bytes of `src`. Returns whether it could.
    #[inline(always)]
    fn block(&mut self, src: &[u8], dst: &mut [u8]) -> bool {
        let (v, set) = (self.v, self.classes.special);
        let rest = &src[self.at..];
        if (HIGH || LONG)
            && let Some(block) = rest.first_chunk()
        {
            // This code is a copy for whole blocks, because many whole blocks can follow each other.
            let bytes = v.load(block);
            return self.bytes(bytes, v.nonzero(v.members(set, bytes)), BLOCK, src, dst);
        }
        let (bytes, len) = (v.load_part(rest), rest.len().min(BLOCK));
        // The zeros after the end are members of most sets.
        let special = v.nonzero(v.members(set, bytes)) & first_bits(len);
        self.bytes(bytes, special, len, src, dst)
    }

    /// Escapes the first `len` of `bytes`, with which the rest of `src` begins; some are `special`. Returns whether it
    /// could.
    #[inline(always)]
    fn bytes(&mut self, bytes: V::Bytes, special: u64, len: usize, src: &[u8], dst: &mut [u8]) -> bool {
        let (v, rules, classes) = (self.v, self.rules, &self.classes);
        let mut marks = Marks::default();
        if special != 0 || self.open {
            match marks_of::<V, HIGH, LONG>(
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

    /// Escapes the bytes before an ill-formed piece in the next block, if it can.
    #[inline(always)]
    fn part_before_errors(&mut self, src: &[u8], dst: &mut [u8]) {
        let v = self.v;
        let rest = &src[self.at..];
        let errors = v.nonzero(Tables::new(v).errors(v, v.load_part(rest), self.before));
        let end = boundary(src, self.at + rest.len().min(errors.trailing_zeros() as usize));
        if errors != 0 && end > self.at {
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
