//! Each byte of a well-formed sequence has three bytes of output or none, which depend on it and its two neighbours. So
//! a block of any mix is three lanes that are woven into one text:
//!
//! | | byte 1 | byte 2 | byte 3 | byte 4 |
//! |---|---|---|---|---|
//! | of two | `\u0` | HHH | | |
//! | of three | `\uH` | nothing | HHH | |
//! | of four | `\ud` | HHH | `\ud` | HHH |
//!
//! H is a hexadecimal digit. An ASCII byte uses one lane, one with a two-byte escape two of them; a `\u00HH` is lane 0,
//! `u00`, and the others.
//! Blocks begin between sequences: a sequence that the end of a block cuts is taken again with the next block.

use crate::json_escape::blocks::{Classes, sparse};
use crate::json_escape::rules::JsonEscape;
use crate::plain_text::STRIDE;
use crate::tier::Leaf;
use crate::utf8::{boundary, whole_len};
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, CodeUnits, Lanes, UNICODE_ROOM, Vector, WEAVE_ROOM, first_bits, write_within};
use stringmill_outcome::Progress;
use stringmill_profile::HexCase;

/// Takes text whose non-ASCII characters all become `\uXXXX`, in pairs above U+FFFF. Stops in front of ill-formed
/// bytes, and after four blocks of only ASCII.
pub(crate) struct Spell;

impl Leaf for Spell {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        blocks(v, rules, src, dst)
    }
}

/// Escapes blocks, and the last bytes of `src` if it gets there. Stops between units: at ill-formed bytes, for want of
/// room, and after four blocks of only ASCII or of only other bytes, for which other leaves are faster.
#[inline(always)]
fn blocks<V: Vector>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    let src = &src[..whole_len(src)];
    let (classes, tables, letters) = (Classes::new(v, rules), Tables::new(v), Letters::new(v, rules));
    let mut done = Progress::default();
    let mut alike = 0;
    while alike < STRIDE && done.read < src.len() {
        let rest = &src[done.read..];
        let room = &mut dst[done.written..];
        let bytes = v.load_part(rest);
        let high = v.high_bits(bytes);
        // The zeros after the end are members of most sets.
        let special = v.nonzero(v.members(classes.special, bytes)) & first_bits(rest.len());
        alike = if high == 0 || (v.run_speller().is_some() && high == u64::MAX) { alike + 1 } else { 0 };
        if special != 0
            && special.count_ones() <= V::FEW_SPECIAL
            && let (Some(text), Some(room)) = (rest.first_chunk(), room.first_chunk_mut())
            && v.high_bits(v.saturating_sub(bytes, v.splat(0xF0 - 0x80))) == 0
        {
            let Progress { read, written } = sparse(v, rules, text, bytes, special, room);
            done = Progress { read: done.read + read, written: done.written + written };
            if read < BLOCK {
                break;
            }
            continue;
        }
        let (len, written) = match room.first_chunk_mut() {
            Some(room) if special == 0 => {
                v.store(bytes, room);
                (rest.len().min(BLOCK), rest.len().min(BLOCK))
            }
            _ => {
                let errors = v.nonzero(tables.errors(v, bytes, v.splat(0)));
                let len = match errors {
                    0 => rest.first_chunk().map_or(rest.len(), uncut_len),
                    _ => boundary(rest, errors.trailing_zeros() as usize),
                };
                if len == 0 {
                    break;
                }
                let special = special & first_bits(len);
                let block = Sequences { bytes, high, escaped: special & !high, len };
                let Some(written) = block.spell(v, rules, &classes, &letters, room) else { break };
                (len, written)
            }
        };
        done = Progress { read: done.read + len, written: done.written + written };
    }
    done
}

/// Length of a well-formed block without a sequence that its end cuts.
#[inline(always)]
fn uncut_len(block: &[u8; BLOCK]) -> usize {
    // No early exit: a branch would go errors every second time.
    let [.., third, second, last] = *block;
    BLOCK - (last >= 0xC0) as usize - 2 * (second >= 0xE0) as usize - 3 * (third >= 0xF0) as usize
}

/// Well-formed bytes that begin and, at `len`, end between sequences.
struct Sequences<V: Vector> {
    bytes: V::Bytes,
    /// Which bytes are 0x80 or above.
    high: u64,
    /// Which bytes are ASCII with an escape.
    escaped: u64,
    len: usize,
}

impl<V: Vector> Sequences<V> {
    /// Writes the block; `None` if there is too little room, or if a long escape is not `\u00XX`.
    #[inline(always)]
    fn spell(
        self,
        v: V,
        rules: &JsonEscape<'_>,
        classes: &Classes<V>,
        letters: &Letters<V>,
        room: &mut [u8],
    ) -> Option<usize> {
        let Sequences { bytes, escaped, len, .. } = self;
        let mut lanes = Lanes { bytes: letters.lanes(v, bytes), counts: self.counts(v) };
        let (mut first, mut second) = (bytes, bytes);
        if escaped != 0 {
            first = v.blend(escaped, v.splat(b'\\'), bytes);
            second = classes.second_bytes(v, bytes);
        }
        lanes.bytes[0] = v.choose(bytes, lanes.bytes[0], first);
        lanes.bytes[1] = v.choose(bytes, lanes.bytes[1], second);
        if escaped != 0 {
            let long = v.nonzero(v.members(classes.hard, bytes)) & escaped;
            if long != 0 {
                let digits = v.table(rules.digits_of(v, bytes, long)?);
                lanes.bytes[1] = v.blend(long, v.look_up_high(digits, bytes), lanes.bytes[1]);
                lanes.bytes[2] = v.blend(long, v.look_up_low(digits, bytes), lanes.bytes[2]);
                lanes.counts[2] |= long;
                return write_within!(room, UNICODE_ROOM, |room| v.weave_long(lanes, long, len, room));
            }
        }
        write_within!(room, WEAVE_ROOM, |room| v.weave(lanes, len, room))
    }

    /// Which bytes have a first, a second and a third byte of output.
    #[inline(always)]
    fn counts(&self, v: V) -> [u64; 3] {
        let here = first_bits(self.len);
        // The second byte of a sequence of three has none.
        let one = v.earlier::<1>(self.bytes, v.splat(0));
        let kept = here & !(v.equal(v.and(one, v.splat(0xF0)), 0xE0) & self.high);
        [kept, (kept & self.high) | self.escaped, kept & self.high]
    }
}

/// Tables from which the lanes are made.
struct Letters<V: Vector> {
    digits: V::Table,
    /// For each value of bits 16 to 19 of a character above U+FFFF: the second digit of its first surrogate.
    planes: V::Table,
    /// For each high nibble: if it is that of a lead byte, the top bit and the bits of `\` and `u`.
    heads: V::Table,
    /// For each high nibble: which bits of the byte are the third digit.
    thirds: V::Table,
}

impl<V: Vector> Letters<V> {
    #[inline(always)]
    fn new(v: V, rules: &JsonEscape<'_>) -> Self {
        let planes = match rules.profile().hex() {
            HexCase::Lower => &PLANES_LOWER,
            HexCase::Upper => &PLANES_UPPER,
        };
        Letters {
            digits: v.table(rules.digits()),
            planes: v.table(planes),
            heads: v.table(&HEADS),
            thirds: v.table(&THIRDS),
        }
    }

    /// The lanes of the non-ASCII bytes of a well-formed block.
    #[inline(always)]
    fn lanes(&self, v: V, bytes: V::Bytes) -> [V::Bytes; 3] {
        let before = v.splat(0);
        let one = v.earlier::<1>(bytes, before);
        let heads = v.look_up_high(self.heads, bytes);
        // Only the low four bits of `x`, `y` and `z` count.
        let x = v.shift_down::<2>(one);
        let (upper, lower) = (v.shift_up::<2>(one), v.shift_down::<4>(bytes));
        let y = v.xor(lower, v.and(v.xor(upper, lower), v.splat(0b1100)));
        let z = v.and(bytes, v.look_up_high(self.thirds, bytes));
        let first = v.saturating_sub(bytes, v.splat(0xF0 - 0x80));
        if v.high_bits(first) == 0 {
            return self.digits(v, [x, y, z], heads);
        }
        // Bytes of sequences of four: 0x80 and above if the byte is the first, second, third and last.
        let second = v.saturating_sub(one, v.splat(0xF0 - 0x80));
        let third = v.saturating_sub(v.earlier::<2>(bytes, before), v.splat(0xF0 - 0x80));
        let last = v.saturating_sub(v.earlier::<3>(bytes, before), v.splat(0xF0 - 0x80));
        let plane = v.look_up_low(self.planes, y);
        let x = v.choose(last, v.or(x, v.splat(0b1100)), x);
        let z = v.choose(v.or(first, third), v.splat(0xD), z);
        let z = v.choose(second, v.and(v.later(y), v.splat(0x0F)), z);
        // The plane less one, of which two bits, and two bits of the byte.
        let y = v.choose(second, v.shift_down::<2>(v.saturating_sub(bytes, v.splat(0x10))), y);
        let heads = v.choose(third, v.splat(HEAD), heads);
        let lanes = self.digits(v, [x, y, z], heads);
        [v.choose(second, plane, lanes[0]), lanes[1], lanes[2]]
    }

    /// The digits for nibbles, and a backslash and a `u` for the bytes that `heads` marks.
    #[inline(always)]
    fn digits(&self, v: V, [x, y, z]: [V::Bytes; 3], heads: V::Bytes) -> [V::Bytes; 3] {
        let low = v.splat(0x0F);
        // The top bit makes the look-up give zero.
        let x = v.look_up(self.digits, v.or(v.and(x, low), heads));
        let y = v.look_up(self.digits, v.or(v.and(y, low), heads));
        [v.or(x, v.and(heads, v.splat(b'\\'))), v.or(y, v.and(heads, v.splat(b'u'))), v.look_up(self.digits, z)]
    }
}

/// The top bit, and the bits of `\` and `u`.
const HEAD: u8 = 0x80 | b'\\' | b'u';

const PLANES_LOWER: [u8; 16] = planes(HexCase::Lower);
const PLANES_UPPER: [u8; 16] = planes(HexCase::Upper);
const HEADS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, HEAD, HEAD, HEAD, HEAD];
const THIRDS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 15, 0, 0, 15, 0];

/// For each low four bits of a plane: the second digit of the first surrogate of its characters, which is 8 plus the
/// upper two bits of the plane number less one.
const fn planes(case: HexCase) -> [u8; 16] {
    let mut digits = [0; 16];
    let mut plane = 0;
    while plane < 16 {
        digits[plane as usize] = case.digit(8 | (((plane + 15) & 15) >> 2));
        plane += 1;
    }
    digits
}
