//! Blocks with few special bytes: an accent here, a line feed there. Weaving such a block costs as much as weaving any
//! other. On some tiers a few copies of the block cost less: one for each special byte.

use crate::json_escape::rules::{JsonEscape, byte_digits};
use crate::vector::{BLOCK, UNICODE_ROOM, Vector};
use stringmill_outcome::Progress;

/// Escapes a block in which few bytes are `special` and none above 0xEF, with which `text` begins: one character after
/// another, each followed by a copy of the rest. Reads less than a block in front of ill-formed bytes, and more if a
/// sequence crosses the end.
#[inline(always)]
pub(crate) fn sparse<V: Vector>(
    v: V,
    rules: &JsonEscape<'_>,
    text: &[u8; 2 * BLOCK + 2],
    bytes: V::Bytes,
    mut special: u64,
    room: &mut [u8; UNICODE_ROOM],
) -> Progress {
    let digits = byte_digits(rules.profile().hex());
    if let Some(room) = room.first_chunk_mut() {
        v.store(bytes, room);
    }
    let mut done = Progress::default();
    while special != 0 {
        let at = special.trailing_zeros() as usize;
        let to = done.written + (at - done.read);
        let (Some(&character), Some(room)) = (text[at..].first_chunk(), room.get_mut(to..)) else { return done };
        let Some((len, escape)) = rules.spelling.spelled(digits, character) else {
            return Progress { read: at, written: to };
        };
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
