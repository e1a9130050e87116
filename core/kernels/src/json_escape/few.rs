//! Blocks in which few bytes are anything but themselves: an accent here, a line's end there. To weave such a block costs
//! what it costs to weave any other; where that is more than a few copies of it, each is written by itself.

use super::rules::JsonEscape;
use crate::utf8::is_continuation;
use crate::vector::{BLOCK, UNICODE_ROOM, Vector};
use stringmill_outcome::Progress;
use stringmill_profile::HexCase;

/// Escapes a block in which few bytes are `special` and none above 0xEF, with which `text` begins: one character after
/// another, and what follows each of them by the block. Returns how many bytes it reads and writes: less than a block where
/// it comes upon ill-formed bytes, and more where a sequence reaches over the end.
#[inline(always)]
pub(super) fn few<V: Vector>(
    v: V,
    rules: &JsonEscape<'_>,
    text: &[u8; 2 * BLOCK + 2],
    bytes: V::Bytes,
    mut special: u64,
    room: &mut [u8; UNICODE_ROOM],
) -> Progress {
    let digits = match rules.profile().hex() {
        HexCase::Lower => &BYTES_LOWER,
        HexCase::Upper => &BYTES_UPPER,
    };
    if let Some(room) = room.first_chunk_mut() {
        v.store(bytes, room);
    }
    let mut done = Progress::default();
    while special != 0 {
        let at = special.trailing_zeros() as usize;
        let to = done.written + (at - done.read);
        let (Some(&character), Some(room)) = (text[at..].first_chunk(), room.get_mut(to..)) else { return done };
        let (mut len, mut escape) = (1, rules.entries[character[0] as usize]);
        if character[0] >= 0x80 {
            let Some((sequence_len, code)) = short_sequence(character) else {
                return Progress { read: at, written: to };
            };
            let ([a, b], [c, d]) = (digits[code >> 8], digits[code & 0xFF]);
            (len, escape) = (sequence_len, [b'\\', b'u', a, b, c, d, 0, 6]);
        }
        let escape_len = escape[7] as usize;
        let (Some(after), Some(room)) = (text[at + len..].first_chunk(), room.first_chunk_mut::<{ 8 + BLOCK }>())
        else {
            return done;
        };
        room[..8].copy_from_slice(&escape);
        if let Some(room) = room[escape_len..].first_chunk_mut() {
            v.store(v.load(after), room);
        }
        special = special >> at >> len << len << at;
        done = Progress { read: at + len, written: to + escape_len };
    }
    let rest = BLOCK.saturating_sub(done.read);
    Progress { read: done.read + rest, written: done.written + rest }
}

/// Length and scalar value of a well-formed sequence of two or of three bytes.
#[inline(always)]
fn short_sequence([lead, second, third]: [u8; 3]) -> Option<(usize, usize)> {
    let two = ((lead as usize & 0x1F) << 6) | (second as usize & 0x3F);
    let three = ((two & 0x3FF) << 6) | (third as usize & 0x3F);
    match lead {
        0xC2..=0xDF if is_continuation(second) => Some((2, two)),
        0xE0..=0xEF
            if is_continuation(second) && is_continuation(third) && matches!(three, 0x800..=0xD7FF | 0xE000..) =>
        {
            Some((3, three))
        }
        _ => None,
    }
}

/// For each byte: its two digits.
static BYTES_LOWER: [[u8; 2]; 256] = bytes(HexCase::Lower);
static BYTES_UPPER: [[u8; 2]; 256] = bytes(HexCase::Upper);

const fn bytes(case: HexCase) -> [[u8; 2]; 256] {
    let mut digits = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        digits[byte] = [case.digit(byte as u8 >> 4), case.digit(byte as u8 & 15)];
        byte += 1;
    }
    digits
}
