//! [`Vector::weave`] for any room.

use crate::vector::{Aligned, Lanes, UNICODE_ROOM, Vector, WEAVE_ROOM};

/// Weaves into `room`, through a copy if the room is tight; `None` if it is too little.
#[inline(always)]
pub(crate) fn weave_within<V: Vector>(v: V, lanes: Lanes<V>, len: usize, room: &mut [u8]) -> Option<usize> {
    if let Some(room) = room.first_chunk_mut() {
        return Some(v.weave(lanes, len, room));
    }
    let mut copy = Aligned([0; WEAVE_ROOM]);
    let written = v.weave(lanes, len, &mut copy.0);
    room.get_mut(..written)?.copy_from_slice(&copy.0[..written]);
    Some(written)
}

/// As [`weave_within`], with `\u00XX` for each byte that `long` names.
#[inline(always)]
pub(crate) fn weave_long_within<V: Vector>(
    v: V,
    lanes: Lanes<V>,
    long: u64,
    len: usize,
    room: &mut [u8],
) -> Option<usize> {
    if let Some(room) = room.first_chunk_mut() {
        return Some(v.weave_long(lanes, long, len, room));
    }
    let mut copy = Aligned([0; UNICODE_ROOM]);
    let written = v.weave_long(lanes, long, len, &mut copy.0);
    room.get_mut(..written)?.copy_from_slice(&copy.0[..written]);
    Some(written)
}
