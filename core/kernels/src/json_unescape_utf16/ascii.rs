//! ASCII with short escapes and with `\u00XX`, block after block: all text that becomes code units below U+0100, so
//! that one register is enough.
//!
//! Each code unit is made in the lane of its last byte, and the gaps are closed. [`Carry`] is the state of an escape
//! that the end of a block cuts.

use crate::json_unescape::{Classes, Escapes, TIMES_16, escapes, values};
use crate::plain_text::{NeedsWork, widen_plain};
use crate::tier::Leaf;
use crate::vector::{BLOCK, CodeUnits, first_bits};
use stringmill_outcome::Progress;

/// Unescapes from the beginning of `src` up to the first block with anything else, or to the end of the string; stops
/// between units.
pub(super) struct Ascii;

impl Leaf for Ascii {
    type Context<'a> = ();
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        let classes = Classes::new(v);
        let mut done = Progress::default();
        let mut carry = Carry::none(v);
        while let Some(block) = src[done.read..].first_chunk::<BLOCK>()
            && let Some(room) = dst[2 * done.written..].first_chunk_mut::<{ 2 * BLOCK }>()
        {
            let bytes = v.load(block);
            let special = classes.needs_work(v, bytes);
            if carry.is_none() && !v.any(special) {
                if v.write_widened(bytes, BLOCK, room).is_none() {
                    break;
                }
                done = done.then(Progress { read: BLOCK, written: BLOCK });
                let plain = widen_plain(v, &classes, &src[done.read..], &mut dst[2 * done.written..]);
                done = done.then(Progress { read: plain, written: plain });
                continue;
            }
            let found = escapes(v.equal(bytes, b'\\'), carry.backslash);
            if v.nonzero(special) & !found.escape & !found.escaped != 0 {
                break;
            }
            let Some((decoded, kept, next)) = decode(v, &classes, bytes, found, &carry) else { break };
            let written = v.write_kept_bytes(decoded, kept, room);
            done = done.then(Progress { read: BLOCK, written });
            carry = next;
        }
        let end = end(v, &classes, &src[done.read..], &carry, &mut dst[2 * done.written..]);
        // An escape that the end cuts was not written.
        end.map_or(Progress { read: done.read - carry.len(), ..done }, |end| done.then(end))
    }
}

/// The escape that the end of a block cuts.
struct Carry<V: CodeUnits> {
    /// 1 if the block ends with a backslash that escapes, otherwise 0.
    backslash: u64,
    /// The `u` of an escape; only the last four bits matter.
    letters: u64,
    /// The value of each hexadecimal digit.
    nibbles: V::Bytes,
}

impl<V: CodeUnits> Carry<V> {
    #[inline(always)]
    fn none(v: V) -> Self {
        Carry { backslash: 0, letters: 0, nibbles: v.splat(0) }
    }

    #[inline(always)]
    fn is_none(&self) -> bool {
        self.backslash | self.letters >> (BLOCK - 4) == 0
    }

    /// How many bytes of the block are of an escape that it cuts.
    #[inline(always)]
    fn len(&self) -> usize {
        let since_letter = self.letters.leading_zeros() as usize + 1;
        // The escape includes the backslash before the letter.
        if since_letter <= 4 { since_letter + 1 } else { self.backslash as usize }
    }
}

/// Decodes the escapes `found`, each in the lane of its last byte. Returns the bytes, the lanes that count, and the
/// state for the next block; `None` if an escape is neither short nor `\u00XX`.
#[inline(always)]
fn decode<V: CodeUnits>(
    v: V,
    classes: &Classes<V>,
    bytes: V::Bytes,
    Escapes { escape, escaped }: Escapes,
    before: &Carry<V>,
) -> Option<(V::Bytes, u64, Carry<V>)> {
    let letters = escaped & v.equal(bytes, b'u');
    let mut decoded = classes.decoded_letters(v, bytes, escaped & !letters)?;
    let mut next = Carry { backslash: escape >> (BLOCK - 1), letters, nibbles: before.nibbles };
    let mut kept = !escape;
    if letters | before.letters >> (BLOCK - 4) != 0 {
        let [first, second, third, fourth] = [1, 2, 3, 4].map(|n| letters << n | before.letters >> (BLOCK - n));
        let (nibbles, no_digits) = values(v, bytes);
        if (first | second) & !v.equal(bytes, b'0') | (third | fourth) & no_digits != 0 {
            return None;
        }
        let upper = v.look_up(v.table(&TIMES_16), v.earlier::<1>(nibbles, before.nibbles));
        decoded = v.blend(fourth, v.or(upper, nibbles), decoded);
        kept &= !(letters | first | second | third);
        next.nibbles = nibbles;
    }
    Some((decoded, kept, next))
}

/// Less than a block, or a block with the quote that ends the string; `None` if it needs more than this, more room, or
/// ends in the middle of a unit.
#[inline(always)]
fn end<V: CodeUnits>(v: V, classes: &Classes<V>, src: &[u8], before: &Carry<V>, dst: &mut [u8]) -> Option<Progress> {
    let bytes = v.load_part(src);
    let special = v.nonzero(classes.needs_work(v, bytes));
    let Escapes { escape, escaped } = escapes(v.equal(bytes, b'\\'), before.backslash);
    let quotes = v.equal(bytes, b'"') & !escaped;
    let text = first_bits(src.len()) & quotes.wrapping_sub(1) & !quotes;
    if special & text & !escape & !escaped != 0 {
        return None;
    }
    let len = text.trailing_ones() as usize;
    let found = Escapes { escape: escape & text, escaped: escaped & text };
    if before.is_none() && found.escape == 0 {
        v.write_widened(bytes, len, dst)?;
        return Some(Progress { read: len, written: len });
    }
    let (decoded, kept, _) = decode(v, classes, bytes, found, before)?;
    // The last byte is kept, unless the end cuts an escape.
    if kept >> len.checked_sub(1)? & 1 == 0 {
        return None;
    }
    let written = v.write_kept_within(decoded, v.splat(0), kept & text, dst)?;
    Some(Progress { read: len, written })
}
