//! Blocks of 64 bytes: as far as a run of them can be expressed without looking at single characters.

use super::rules::{ASCII_HIGH, JsonEscape, LEAD_HIGH, NonAscii};
use crate::utf8::{announced_len, boundary};
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, Vector, first_bits};
use stringmill_outcome::Progress;

/// The tables of the rules, ready for use.
struct Classes<V: Vector> {
    escaped_low: V::Table,
    long_low: V::Table,
    high: V::Table,
    letters: V::Table,
    lead_low: V::Table,
    lead_high: V::Table,
    utf8: Tables<V>,
    above_controls: V::Bytes,
    low_nibble: V::Bytes,
}

impl<V: Vector> Classes<V> {
    #[inline(always)]
    fn new(v: V, rules: &JsonEscape<'_>) -> Self {
        Classes {
            escaped_low: v.table(&rules.escaped_low),
            long_low: v.table(&rules.long_low),
            high: v.table(&ASCII_HIGH),
            letters: v.table(&rules.letters),
            lead_low: v.table(&rules.lead_low),
            lead_high: v.table(&LEAD_HIGH),
            utf8: Tables::new(v),
            above_controls: v.splat(0x70),
            low_nibble: v.splat(0x0F),
        }
    }

    /// Not zero where the byte is in the set.
    #[inline(always)]
    fn members(&self, v: V, low: V::Table, bytes: V::Bytes) -> V::Bytes {
        v.and(v.look_up(low, bytes), v.look_up(self.high, v.high_nibbles(bytes)))
    }

    /// Each byte that has a two-byte escape turned into its second byte; others stay, where they are not escaped.
    #[inline(always)]
    fn second_bytes(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        // Only bytes below 0x10 change, and the addition lifts all others out of the reach of the look-up.
        v.xor(bytes, v.look_up(self.letters, v.saturating_add(bytes, self.above_controls)))
    }

    /// Whether the non-ASCII bytes of a block need the path for single characters.
    #[inline(always)]
    fn refuses(&self, v: V, rules: &JsonEscape<'_>, bytes: V::Bytes, before: V::Bytes) -> bool {
        match rules.non_ascii {
            NonAscii::All => return true,
            NonAscii::None => {}
            NonAscii::Some => {
                let low = v.look_up(self.lead_low, v.and(bytes, self.low_nibble));
                if v.any(v.and(low, v.look_up(self.lead_high, v.high_nibbles(bytes)))) {
                    return true;
                }
            }
        }
        rules.validates() && v.any(self.utf8.errors(v, bytes, before))
    }
}

/// Most bytes that a block with long escapes fills or overwrites.
const LONG_ROOM: usize = 7 * BLOCK + 8;

/// Escapes from `done` on as many blocks as it can, and the last bytes of `src` if it gets there, and leaves `done`
/// between units.
#[inline(always)]
pub(super) fn escape<V: Vector>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8], done: &mut Progress) {
    let src = &src[..whole_len(src).max(done.read)];
    let classes = Classes::new(v, rules);
    let mut before = v.splat(0);
    let mut open = false;
    let Progress { read: mut at, written: mut to } = *done;
    while let Some(block) = src.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        let bytes = v.load(block);
        let non_ascii = v.high_bits(bytes) != 0;
        if (non_ascii || open) && classes.refuses(v, rules, bytes, before) {
            break;
        }
        let room = &mut dst[to..];
        let escaped = classes.members(v, classes.escaped_low, bytes);
        let written = if !v.any(escaped) {
            let Some(room) = room.first_chunk_mut::<BLOCK>() else { break };
            v.store(bytes, room);
            BLOCK
        } else if rules.has_long && v.any(classes.members(v, classes.long_low, bytes)) {
            let Some(room) = room.first_chunk_mut::<LONG_ROOM>() else { break };
            long_escapes(rules, block, room)
        } else {
            match expand(v, classes.second_bytes(v, bytes), v.nonzero(escaped), BLOCK, room) {
                Some(written) => written,
                None => break,
            }
        };
        (before, open) = (bytes, non_ascii);
        at += BLOCK;
        to += written;
    }
    let rest = &src[at..];
    if !rest.is_empty() && rest.len() < BLOCK {
        let bytes = v.load_prefix(rest);
        let refused = (open || v.high_bits(bytes) != 0) && classes.refuses(v, rules, bytes, before);
        let long =
            rules.has_long && v.nonzero(classes.members(v, classes.long_low, bytes)) & first_bits(rest.len()) != 0;
        if !refused && !long {
            let escaped = v.nonzero(classes.members(v, classes.escaped_low, bytes)) & first_bits(rest.len());
            if let Some(written) = expand(v, classes.second_bytes(v, bytes), escaped, rest.len(), &mut dst[to..]) {
                at += rest.len();
                to += written;
            }
        }
    }
    // A sequence that the last block cut is left for whoever goes on; its bytes were copied one for one.
    let end = boundary(src, at).max(done.read);
    *done = Progress { read: end, written: to - (at - end) };
}

/// Expands into `room`, by way of a copy where the room is exact; `None` where it is too little.
#[inline(always)]
fn expand<V: Vector>(v: V, bytes: V::Bytes, marked: u64, len: usize, room: &mut [u8]) -> Option<usize> {
    if let Some(room) = room.first_chunk_mut::<{ 2 * BLOCK }>() {
        return Some(v.expand(bytes, marked, len, room));
    }
    let written = len + marked.count_ones() as usize;
    let room = room.get_mut(..written)?;
    let mut copy = [0; 2 * BLOCK];
    v.expand(bytes, marked, len, &mut copy);
    room.copy_from_slice(&copy[..written]);
    Some(written)
}

/// Escapes a block with its table, one byte after another.
#[inline(always)]
fn long_escapes(rules: &JsonEscape<'_>, block: &[u8; BLOCK], room: &mut [u8; LONG_ROOM]) -> usize {
    let mut to = 0;
    for &byte in block {
        let entry = &rules.entries[byte as usize];
        if let Some(out) = room.get_mut(to..).and_then(|room| room.first_chunk_mut::<8>()) {
            *out = *entry;
        }
        to += entry[7] as usize;
    }
    to
}

/// Length of `src` without a sequence that its end cuts.
#[inline(always)]
fn whole_len(src: &[u8]) -> usize {
    let end = src.len();
    match src {
        [.., last] if *last < 0x80 => end,
        [.., lead] if announced_len(*lead) > 1 => end - 1,
        [.., lead, _] if announced_len(*lead) > 2 => end - 2,
        [.., lead, _, _] if announced_len(*lead) > 3 => end - 3,
        _ => end,
    }
}
