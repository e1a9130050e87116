//! Blocks of text whose non-ASCII characters are all written as `\uXXXX`, in pairs above U+FFFF.
//!
//! Each byte of a well-formed sequence has three bytes of output or none, and needs no byte but the one before it and
//! the one after it to know them, so a block of any mix is three lanes that are woven into one text:
//!
//! | | byte 1 | byte 2 | byte 3 | byte 4 |
//! |---|---|---|---|---|
//! | of two | `\u0` | XXX | | |
//! | of three | `\uX` | nothing | XXX | |
//! | of four | `\ud` | XXX | `\ud` | XXX |
//!
//! An ASCII byte uses one lane, one with a two-byte escape two of them; a `\u00XX` is lane 0, `u00`, and the others.
//! Blocks begin between sequences: a sequence that the end of a block cuts is taken again with the next block.

use super::classes::Classes;
use super::rules::{JsonEscape, NonAscii};
use crate::plain::STRIDE;
use crate::utf8::whole_len;
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, UNICODE_ROOM, Vector, WEAVE_ROOM, first_bits};
use stringmill_outcome::Progress;
use stringmill_profile::{HexCase, UnicodeForm};

/// Whether this path can write what the profile asks for.
#[inline(always)]
pub(super) fn serves(rules: &JsonEscape<'_>) -> bool {
    rules.non_ascii == NonAscii::All && rules.profile().form() == UnicodeForm::Json
}

/// Escapes from `done`, which stands between units, on as many blocks as it can, and the last bytes of `src` if it gets
/// there, and leaves `done` between units. Stops at ill-formed bytes, for want of room, and after some blocks of ASCII.
#[inline(always)]
pub(super) fn escape<V: Vector>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8], done: &mut Progress) {
    let src = &src[..whole_len(src).max(done.read)];
    let (classes, tables, letters) = (Classes::new(v, rules), Tables::new(v), Letters::new(v, rules));
    let mut calm = 0;
    while calm < STRIDE && done.read < src.len() {
        let rest = &src[done.read..];
        let bytes = v.load_part(rest);
        let room = &mut dst[done.written..];
        // Past the end stand zeros, which are members of most sets.
        let here = first_bits(rest.len());
        let special = v.nonzero(v.members(classes.special, bytes)) & here;
        if special == 0
            && let Some(room) = room.first_chunk_mut::<BLOCK>()
        {
            v.store(bytes, room);
            let len = rest.len().min(BLOCK);
            *done = Progress { read: done.read + len, written: done.written + len };
            calm += 1;
            continue;
        }
        let high = v.high_bits(bytes);
        calm = if high == 0 { calm + 1 } else { 0 };
        let len = rest.first_chunk().map_or(rest.len(), uncut_len);
        let before = v.splat(0);
        if v.any(tables.errors(v, bytes, before)) {
            break;
        }
        let escaped = special & !high;
        let block = letters.block(v, &classes, bytes, escaped);
        let Some(written) = write(v, rules, &classes, block, len, room) else { break };
        *done = Progress { read: done.read + len, written: done.written + written };
    }
}

/// Length of a well-formed block without a sequence that its end cuts.
#[inline(always)]
fn uncut_len(block: &[u8; BLOCK]) -> usize {
    // No early exit: a branch would go wrong every second time.
    let [.., third, second, last] = *block;
    BLOCK - (last >= 0xC0) as usize - 2 * (second >= 0xE0) as usize - 3 * (third >= 0xF0) as usize
}

/// What a block is written as.
struct Block<V: Vector> {
    bytes: V::Bytes,
    /// ASCII bytes that are escaped.
    escaped: u64,
    lanes: [V::Bytes; 3],
    /// How many lanes of each byte count.
    counts: V::Bytes,
}

/// Weaves the first `len` bytes into `room`, by way of a copy where the room is exact; `None` where it is too little,
/// or an escape is of no form that weaving knows.
#[inline(always)]
fn write<V: Vector>(
    v: V,
    rules: &JsonEscape<'_>,
    classes: &Classes<V>,
    block: Block<V>,
    len: usize,
    room: &mut [u8],
) -> Option<usize> {
    let Block { bytes, escaped, lanes: [first, second, third], counts } = block;
    let counts = v.and(counts, v.load_first(len));
    if escaped != 0 {
        let long = v.nonzero(v.members(classes.hard, bytes)) & escaped;
        if long != 0 {
            let digits = v.table(rules.long_digits.as_ref()?);
            let second = v.blend(long, v.look_up_high(digits, bytes), second);
            let third = v.blend(long, v.look_up_low(digits, bytes), third);
            let counts = v.blend(long & first_bits(len), v.splat(6), counts);
            let mut copy = [0; UNICODE_ROOM];
            if let Some(room) = room.first_chunk_mut() {
                return Some(v.weave_long([first, second, third], counts, len, room));
            }
            let written = v.weave_long([first, second, third], counts, len, &mut copy);
            room.get_mut(..written)?.copy_from_slice(&copy[..written]);
            return Some(written);
        }
    }
    if let Some(room) = room.first_chunk_mut() {
        return Some(v.weave([first, second, third], counts, len, room));
    }
    let mut copy = [0; WEAVE_ROOM];
    let written = v.weave([first, second, third], counts, len, &mut copy);
    room.get_mut(..written)?.copy_from_slice(&copy[..written]);
    Some(written)
}

/// Tables from which the lanes are made.
struct Letters<V: Vector> {
    digits: V::Table,
    /// By bits 16 to 19 of a character above U+FFFF: the second digit of its first surrogate.
    planes: V::Table,
    /// By high nibble: the bits that `\` and `u` have, and the top one, for lead bytes.
    leads: V::Table,
    /// By high nibble: which bits of the byte are its third digit.
    thirds: V::Table,
    /// By high nibble of the byte before: how many lanes of a continuation byte count.
    counts: V::Table,
}

impl<V: Vector> Letters<V> {
    #[inline(always)]
    fn new(v: V, rules: &JsonEscape<'_>) -> Self {
        let (digits, planes) = match rules.profile().hex() {
            HexCase::Lower => (&LOWER, &PLANES_LOWER),
            HexCase::Upper => (&UPPER, &PLANES_UPPER),
        };
        Letters {
            digits: v.table(digits),
            planes: v.table(planes),
            leads: v.table(&LEADS),
            thirds: v.table(&THIRDS),
            counts: v.table(&COUNTS),
        }
    }

    /// What a well-formed block is written as, `escaped` ASCII bytes by a backslash and a letter.
    #[inline(always)]
    fn block(&self, v: V, classes: &Classes<V>, bytes: V::Bytes, escaped: u64) -> Block<V> {
        let mut lanes = self.lanes(v, bytes);
        let (mut ascii, mut ascii_counts) = (bytes, v.splat(1));
        if escaped != 0 {
            ascii = v.blend(escaped, v.splat(b'\\'), bytes);
            ascii_counts = v.blend(escaped, v.splat(2), ascii_counts);
            lanes[1] = v.choose(bytes, lanes[1], classes.second_bytes(v, bytes));
        }
        lanes[0] = v.choose(bytes, lanes[0], ascii);
        let one = v.earlier::<1>(bytes, v.splat(0));
        let counts = v.choose(bytes, v.look_up_high(self.counts, one), ascii_counts);
        Block { bytes, escaped, lanes, counts }
    }

    /// The lanes of the non-ASCII bytes.
    #[inline(always)]
    fn lanes(&self, v: V, bytes: V::Bytes) -> [V::Bytes; 3] {
        let one = v.earlier::<1>(bytes, v.splat(0));
        let lead = v.look_up_high(self.leads, bytes);
        // The low four bits count, and the top one, which makes the look-up give zero.
        let low = v.splat(0x0F);
        let mut x = v.and(v.shift_down::<2>(one), low);
        let mut y =
            v.or(v.and(v.shift_up::<2>(one), v.splat(0b1100)), v.and(v.shift_down::<4>(bytes), v.splat(0b0011)));
        let mut z = v.and(bytes, v.look_up_high(self.thirds, bytes));
        let mut heads = lead;
        let fours = v.saturating_sub(bytes, v.splat(0xF0 - 0x80));
        let mut planes = None;
        if v.high_bits(fours) != 0 {
            let before = v.splat(0);
            let second = v.earlier::<1>(fours, before);
            let third = v.earlier::<2>(fours, before);
            let last = v.earlier::<3>(fours, before);
            planes = Some((second, v.look_up(self.planes, y)));
            let after = v.later(y);
            x = v.choose(last, v.or(x, v.splat(0b1100)), x);
            y = v.choose(second, v.and(v.shift_down::<2>(v.saturating_sub(bytes, v.splat(0x10))), low), y);
            z = v.choose(second, after, v.choose(v.or(fours, third), v.splat(0xD), z));
            heads = v.choose(third, v.splat(HEAD), heads);
        }
        let mut first = self.digit_or(v, x, heads, b'\\');
        if let Some((second, plane)) = planes {
            first = v.choose(second, plane, first);
        }
        [first, self.digit_or(v, y, heads, b'u'), v.look_up(self.digits, z)]
    }

    /// The digit for `nibbles`, or `letter` where `heads` says so.
    #[inline(always)]
    fn digit_or(&self, v: V, nibbles: V::Bytes, heads: V::Bytes, letter: u8) -> V::Bytes {
        v.or(v.look_up(self.digits, v.or(nibbles, heads)), v.and(heads, v.splat(letter)))
    }
}

/// The top bit, and the bits of `\` and `u`.
const HEAD: u8 = 0x80 | b'\\' | b'u';

const LOWER: [u8; 16] = *b"0123456789abcdef";
const UPPER: [u8; 16] = *b"0123456789ABCDEF";
const PLANES_LOWER: [u8; 16] = planes(HexCase::Lower);
const PLANES_UPPER: [u8; 16] = planes(HexCase::Upper);
const LEADS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, HEAD, HEAD, HEAD, HEAD];
const THIRDS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 15, 0, 0, 15, 0];
const COUNTS: [u8; 16] = [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 3];

/// By the low four bits of a plane: the second digit of the first surrogate of its characters, which is 8 and the upper
/// two bits of the plane before it.
const fn planes(case: HexCase) -> [u8; 16] {
    let mut digits = [0; 16];
    let mut plane = 0;
    while plane < 16 {
        digits[plane as usize] = case.digit(8 | ((plane + 15) & 15) >> 2);
        plane += 1;
    }
    digits
}
