//! Blocks of 32 units, as far as they are well-formed and have room.

use crate::vector::{BLOCK, UNITS, UnitClasses, Units, bytes_of};
use stringmill_outcome::Progress;

/// Blocks in a stride. Text is looked at a stride at a time once this many blocks in a row were ASCII.
const STRIDE: usize = 4;

/// Transcodes from `done` on, which stands between characters, as many blocks as it can, and the last units of `src` if
/// it gets there; leaves `done` between characters.
#[inline(always)]
pub(super) fn transcode<V: Units>(v: V, src: &[u16], dst: &mut [u8], done: &mut Progress) {
    let mut state = State { before: v.splat(0), open: 0, at: *done };
    let mut calm = STRIDE;
    loop {
        if calm >= STRIDE && state.open == 0 {
            let packed = pack_ascii(v, &src[state.at.read..], &mut dst[state.at.written..]);
            state.at = Progress { read: state.at.read + packed, written: state.at.written + packed };
            calm = 0;
        }
        let Some(units) = src[state.at.read..].first_chunk::<UNITS>() else { break };
        let units = v.load_part(bytes_of(units));
        let Some(ascii) = block(v, units, UNITS, &mut dst[state.at.written..], &mut state) else { break };
        calm = if ascii { calm + 1 } else { 0 };
    }
    let rest = &src[state.at.read..];
    if !rest.is_empty() && rest.len() < UNITS {
        block(v, v.load_prefix(bytes_of(rest)), rest.len(), &mut dst[state.at.written..], &mut state);
    }
    // The first half of a pair has written two of its four bytes.
    let half = state.open as usize;
    *done = Progress { read: state.at.read - half, written: state.at.written - 2 * half };
}

/// Transcodes all of `src`, which is at most a block; `None` where there is too little room or it is not all whole
/// characters.
#[inline(always)]
pub(super) fn transcode_short<V: Units>(v: V, src: &[u16], dst: &mut [u8]) -> Option<usize> {
    if src.is_empty() {
        return Some(0);
    }
    let mut state = State { before: v.splat(0), open: 0, at: Progress::default() };
    block(v, v.load_part(bytes_of(src)), src.len(), dst, &mut state)?;
    (state.open == 0).then_some(state.at.written)
}

/// Where the loop over blocks stands.
struct State<V: Units> {
    /// The block before.
    before: V::Bytes,
    /// 1 where it ended with a high surrogate, else 0.
    open: u32,
    at: Progress,
}

/// Transcodes the first `len` units of a block and says whether they were ASCII; `None`, and nothing is done, where one
/// is a lone surrogate or there is too little room.
#[inline(always)]
fn block<V: Units>(v: V, units: V::Bytes, len: usize, room: &mut [u8], state: &mut State<V>) -> Option<bool> {
    let non_ascii = !v.units_with(units, 0xFF80, 0);
    let mut classes = UnitClasses { non_ascii, long: 0 };
    let mut open = 0;
    if non_ascii | state.open == 0 {
        let packed = v.narrow(units, units);
        match room.first_chunk_mut::<BLOCK>() {
            Some(room) => v.store(packed, room),
            None => v.store_prefix(packed, room.get_mut(..len)?),
        }
    } else {
        let mut long = !v.units_with(units, 0xF800, 0);
        if long | state.open == 0 {
            v.write_short_units(units, non_ascii, len, with_room(room, classes, len)?);
        } else {
            let surrogates = v.units_with(units, 0xF800, 0xD800);
            long &= !surrogates;
            classes.long = long;
            if surrogates | state.open == 0 {
                v.write_units::<false>(units, units, classes, len, with_room(room, classes, len)?);
            } else {
                let high = v.units_with(units, 0xFC00, 0xD800);
                let after_high = (high << 1) | state.open;
                // Past the end no unit is low; a high one there must wait for the next block.
                let here = u32::MAX >> (UNITS - len);
                if (after_high & here) ^ (surrogates & !high) != 0 {
                    return None;
                }
                v.write_units::<true>(units, state.before, classes, len, with_room(room, classes, len)?);
                open = high >> (len - 1) & 1;
            }
        }
    }
    state.at = Progress { read: state.at.read + len, written: state.at.written + classes.written(len) };
    state.before = units;
    state.open = open;
    Some(non_ascii == 0)
}

/// `room`, if it holds what the first `len` units become.
#[inline(always)]
fn with_room(room: &mut [u8], classes: UnitClasses, len: usize) -> Option<&mut [u8]> {
    (room.len() >= classes.written(len)).then_some(room)
}

/// Packs from the beginning of `src` for as long as all is ASCII, in strides; returns how many units.
#[inline(always)]
fn pack_ascii<V: Units>(v: V, src: &[u16], dst: &mut [u8]) -> usize {
    let mut packed = 0;
    let non_ascii = v.splat_unit(0xFF80);
    let (from, to) = (src.as_chunks::<UNITS>().0, dst.as_chunks_mut::<BLOCK>().0);
    for (from, to) in from.as_chunks::<STRIDE>().0.iter().zip(to.as_chunks_mut::<{ STRIDE / 2 }>().0) {
        let (a, b) = (v.load_part(bytes_of(&from[0])), v.load_part(bytes_of(&from[1])));
        let (c, d) = (v.load_part(bytes_of(&from[2])), v.load_part(bytes_of(&from[3])));
        if v.any(v.and(v.or(v.or(a, b), v.or(c, d)), non_ascii)) {
            break;
        }
        v.store(v.narrow(a, b), &mut to[0]);
        v.store(v.narrow(c, d), &mut to[1]);
        packed += STRIDE * UNITS;
    }
    for (from, to) in from.as_chunks::<2>().0.iter().zip(to).skip(packed / BLOCK) {
        let (a, b) = (v.load_part(bytes_of(&from[0])), v.load_part(bytes_of(&from[1])));
        if v.any(v.and(v.or(a, b), non_ascii)) {
            break;
        }
        v.store(v.narrow(a, b), to);
        packed += BLOCK;
    }
    packed
}
