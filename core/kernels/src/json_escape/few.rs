//! Blocks in which few bytes are anything but themselves: an accent here, a line's end there. To weave such a block costs
//! what it costs to weave any other; where that is more than a few copies of it, each is written by itself. And texts so
//! short that no block is worth it.

use super::character::{digits, spelled, spelled_pair};
use super::rules::JsonEscape;
use crate::vector::{BLOCK, UNICODE_ROOM, Vector};
use stringmill_outcome::Progress;

/// Up to so many bytes, to set up for vectors takes longer than a look at each character.
pub(super) const SHORT_TEXT: usize = 16;

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
    let digits = digits(rules);
    if let Some(room) = room.first_chunk_mut() {
        v.store(bytes, room);
    }
    let mut done = Progress::default();
    while special != 0 {
        let at = special.trailing_zeros() as usize;
        let to = done.written + (at - done.read);
        let (Some(&character), Some(room)) = (text[at..].first_chunk(), room.get_mut(to..)) else { return done };
        let Some((len, escape)) = spelled(rules, digits, character) else {
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

/// Escapes a text of at most [`SHORT_TEXT`] bytes one character after another, up to ill-formed bytes or near the end of
/// the room.
pub(super) fn one_by_one(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    let digits = digits(rules);
    // Past the end stand zeros, which end no sequence.
    let mut text = [0; SHORT_TEXT + 3];
    text[..src.len()].copy_from_slice(src);
    let mut done = Progress::default();
    while done.read < src.len() {
        let (Some(&character), Some(room)) =
            (text[done.read..].first_chunk(), dst[done.written..].first_chunk_mut::<12>())
        else {
            break;
        };
        let (len, escape_len) = match spelled(rules, digits, character) {
            Some((len, escape)) => {
                room[..8].copy_from_slice(&escape);
                (len, escape[7] as usize)
            }
            None => {
                let Some(pair) = text[done.read..].first_chunk().and_then(|&four| spelled_pair(digits, four)) else {
                    break;
                };
                *room = pair;
                (4, pair.len())
            }
        };
        done = Progress { read: done.read + len, written: done.written + escape_len };
    }
    done
}
