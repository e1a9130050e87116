//! Blocks of 32 code units, as far as they are well-formed and have room.

use super::surrogate_repair::SurrogateRepair;
use crate::tier::Leaf;
use crate::vector::{BLOCK, CODE_UNITS, CodeUnitClasses, CodeUnits, WritePairs, bytes_of, first_bits};
use stringmill_outcome::{Chunk, Progress};

/// Blocks in a stride. Text is checked a stride at a time after this many blocks of ASCII in a row.
const STRIDE: usize = 4;

/// The first of each two code units.
const EVERY_OTHER: u32 = 0x5555_5555;

/// Transcodes from `done`, which is between characters, as many blocks as it can, and the last code units of `src`;
/// leaves `done` between characters.
#[inline(always)]
pub(super) fn transcode<V: CodeUnits>(v: V, src: &[u16], dst: &mut [u8], done: &mut Progress) {
    let mut state = State { before: v.splat(0), open: 0, at: *done };
    let mut plain_blocks = STRIDE;
    loop {
        if plain_blocks >= STRIDE && state.open == 0 {
            let packed = pack_ascii(v, &src[state.at.read..], &mut dst[state.at.written..]);
            state.at = Progress { read: state.at.read + packed, written: state.at.written + packed };
            plain_blocks = 0;
        }
        let Some(units) = src[state.at.read..].first_chunk::<CODE_UNITS>() else { break };
        let units = v.load_part(bytes_of(units));
        let Some(ascii) = block(v, units, CODE_UNITS, &mut dst[state.at.written..], &mut state) else { break };
        plain_blocks = if ascii { plain_blocks + 1 } else { 0 };
    }
    let rest = &src[state.at.read..];
    if !rest.is_empty() && rest.len() < CODE_UNITS {
        block(v, v.load_prefix(bytes_of(rest)), rest.len(), &mut dst[state.at.written..], &mut state);
    }
    // The first half of a pair has written two of its four bytes.
    let half = state.open as usize;
    *done = Progress { read: state.at.read - half, written: state.at.written - 2 * half };
}

/// Transcodes all of `src`, which is at most a block; `None` if there is too little room or it is not all whole
/// characters.
#[inline(always)]
pub(crate) fn transcode_short<V: CodeUnits>(v: V, src: &[u16], dst: &mut [u8]) -> Option<usize> {
    if src.is_empty() {
        return Some(0);
    }
    let mut state = State { before: v.splat(0), open: 0, at: Progress::default() };
    block(v, v.load_part(bytes_of(src)), src.len(), dst, &mut state)?;
    (state.open == 0).then_some(state.at.written)
}

/// Transcodes the next block, or the remainder, and repairs its lone surrogates. Returns whether there were any.
/// Returns `None`, and does nothing, if there is too little room, if the policy keeps each lone surrogate and there are
/// pairs too, or if the remainder is a high surrogate whose other half may follow.
#[inline(always)]
pub(super) fn repaired<V: CodeUnits>(
    v: V,
    src: &[u16],
    dst: &mut [u8],
    repair: &mut SurrogateRepair<'_>,
    done: &mut Progress,
) -> Option<bool> {
    let rest = &src[done.read..];
    let mut len = rest.len().min(CODE_UNITS);
    let units = v.load_part(bytes_of(&rest[..len]));
    let mut here = first_bits(len) as u32;
    let high = v.code_units_with(units, 0xFC00, 0xD800) & here;
    let low = v.code_units_with(units, 0xFC00, 0xDC00) & here;
    if high & !(here >> 1) != 0 && (rest.len() > len || repair.chunk == Chunk::More) {
        // The other half of the pair would be in the next block.
        len -= 1;
        here >>= 1;
    }
    let lone = ((high & !(low >> 1)) | (low & !(high << 1))) & here;
    let (text, room) = (&rest[..len], &mut dst[done.written..]);
    let written = match repair.substitute() {
        _ if len == 0 => return None,
        _ if lone == 0 => transcode_short(v, text, room)?,
        Some(substitute) => {
            let mut block = [0; CODE_UNITS];
            let block = &mut block[..len];
            block.copy_from_slice(text);
            ones(lone).for_each(|place| block[place] = substitute);
            transcode_short(v, block, room)?
        }
        None if lone == (high | low) & here => {
            let long = !v.code_units_with(units, 0xF800, 0) & here;
            let classes = CodeUnitClasses { non_ascii: !v.code_units_with(units, 0xFF80, 0) & here, long };
            v.write_code_units::<false>(units, units, classes, len, with_room(room, classes, len)?);
            classes.written(len)
        }
        None => return None,
    };
    ones(lone).for_each(|place| repair.repairs.note(done.read + place));
    *done = Progress { read: done.read + len, written: done.written + written };
    Some(lone != 0)
}

/// The places of the bits that are set, from the lowest on.
#[inline(always)]
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (place < CODE_UNITS).then_some(place)
    })
}

/// Transcodes up to the first code unit from U+0800 on, as far as there is room for blocks. Most text in alphabets has
/// no such code unit, and a loop for it alone has less to set up and to choose.
pub(super) struct TwoByteText;

impl Leaf for TwoByteText {
    type Context<'a> = ();
    type CodeUnit = u16;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (): (), src: &[u16], dst: &mut [u8]) -> Progress {
        let mut done = Progress::default();
        loop {
            let packed = pack_ascii(v, &src[done.read..], &mut dst[done.written..]);
            done = Progress { read: done.read + packed, written: done.written + packed };
            let mut plain_blocks = 0;
            while plain_blocks < STRIDE {
                // Often text ends with a block, and an empty remainder would take as long as a whole block.
                if done.read == src.len() {
                    return done;
                }
                if let Some(written) = low_blocks(v, &src[done.read..], &mut dst[done.written..]) {
                    done = Progress { read: done.read + 2 * CODE_UNITS, written: done.written + written };
                    plain_blocks = if written == 2 * CODE_UNITS { plain_blocks + 2 } else { 0 };
                    continue;
                }
                let (rest, room) = (&src[done.read..], &mut dst[done.written..]);
                let (Some(block), Some(room)) = (rest.first_chunk::<CODE_UNITS>(), room.first_chunk_mut::<BLOCK>())
                else {
                    if rest.len() < CODE_UNITS
                        && let Some(written) = low_part(v, rest, room)
                    {
                        done = Progress { read: src.len(), written: done.written + written };
                    }
                    return done;
                };
                let units = v.load_part(bytes_of(block));
                if v.code_units_with(units, 0xF800, 0) != u32::MAX {
                    return done;
                }
                let classes = CodeUnitClasses { non_ascii: !v.code_units_with(units, 0xFF80, 0), long: 0 };
                v.write_short_code_units(units, classes.non_ascii, CODE_UNITS, room);
                done = Progress { read: done.read + CODE_UNITS, written: done.written + classes.written(CODE_UNITS) };
                plain_blocks = if classes.non_ascii == 0 { plain_blocks + 1 } else { 0 };
            }
        }
    }
}

/// Transcodes two blocks of code units below U+0800; `None` if one is not or there is too little room.
#[inline(always)]
fn low_blocks<V: CodeUnits>(v: V, src: &[u16], room: &mut [u8]) -> Option<usize> {
    let blocks = src.as_chunks::<CODE_UNITS>().0.first_chunk::<2>()?;
    let room = room.first_chunk_mut::<{ 2 * BLOCK }>()?;
    let (first, second) = (v.load_part(bytes_of(&blocks[0])), v.load_part(bytes_of(&blocks[1])));
    if v.code_units_with(v.or(first, second), 0xF800, 0) != u32::MAX {
        return None;
    }
    let one = CodeUnitClasses { non_ascii: !v.code_units_with(first, 0xFF80, 0), long: 0 };
    let other = CodeUnitClasses { non_ascii: !v.code_units_with(second, 0xFF80, 0), long: 0 };
    let written = one.written(CODE_UNITS);
    v.write_short_code_units(first, one.non_ascii, CODE_UNITS, room);
    v.write_short_code_units(second, other.non_ascii, CODE_UNITS, room.get_mut(written..)?.first_chunk_mut::<BLOCK>()?);
    Some(written + other.written(CODE_UNITS))
}

/// Transcodes less than a block of code units below U+0800; `None` if one is not or there is too little room.
#[inline(always)]
fn low_part<V: CodeUnits>(v: V, src: &[u16], room: &mut [u8]) -> Option<usize> {
    let units = v.load_prefix(bytes_of(src));
    if v.code_units_with(units, 0xF800, 0) != u32::MAX {
        return None;
    }
    let classes = CodeUnitClasses { non_ascii: !v.code_units_with(units, 0xFF80, 0), long: 0 };
    v.write_short_code_units(units, classes.non_ascii, src.len(), with_room(room, classes, src.len())?);
    Some(classes.written(src.len()))
}

/// The state of the loop over blocks.
struct State<V: CodeUnits> {
    /// The block before.
    before: V::Bytes,
    /// 1 if it ended with a high surrogate, else 0.
    open: u32,
    at: Progress,
}

/// Transcodes the first `len` code units of a block and says whether they were ASCII; `None`, and does nothing, if one
/// is a lone surrogate or there is too little room.
#[inline(always)]
fn block<V: CodeUnits>(v: V, units: V::Bytes, len: usize, room: &mut [u8], state: &mut State<V>) -> Option<bool> {
    let non_ascii = !v.code_units_with(units, 0xFF80, 0);
    let mut classes = CodeUnitClasses { non_ascii, long: 0 };
    let mut open = 0;
    if non_ascii | state.open == 0 {
        let packed = v.narrow(units, units);
        match room.first_chunk_mut::<BLOCK>() {
            Some(room) => v.store(packed, room),
            None => v.store_prefix(packed, room.get_mut(..len)?),
        }
    } else {
        let mut long = !v.code_units_with(units, 0xF800, 0);
        if long | state.open == 0 {
            v.write_short_code_units(units, non_ascii, len, with_room(room, classes, len)?);
        } else {
            let surrogates = v.code_units_with(units, 0xF800, 0xD800);
            long &= !surrogates;
            classes.long = long;
            if surrogates | state.open == 0 {
                v.write_code_units::<false>(units, units, classes, len, with_room(room, classes, len)?);
            } else {
                let high = v.code_units_with(units, 0xFC00, 0xD800);
                let after_high = (high << 1) | state.open;
                // Past the end no code unit is low; a high one there must wait for the next block.
                let here = u32::MAX >> (CODE_UNITS - len);
                if (after_high & here) ^ (surrogates & !high) != 0 {
                    return None;
                }
                open = high >> (len - 1) & 1;
                // Runs of emoji, and of the scripts above U+FFFF.
                if let Some(pair_writer) = v.pair_writer()
                    && (high == EVERY_OTHER) & (surrogates == u32::MAX) & (state.open == 0)
                    && len == CODE_UNITS
                    && let Some(room) = room.first_chunk_mut::<BLOCK>()
                {
                    pair_writer.write_pairs(units, room);
                } else {
                    v.write_code_units::<true>(units, state.before, classes, len, with_room(room, classes, len)?);
                }
            }
        }
    }
    state.at = Progress { read: state.at.read + len, written: state.at.written + classes.written(len) };
    state.before = units;
    state.open = open;
    Some(non_ascii == 0)
}

/// `room`, if it has space for the first `len` code units.
#[inline(always)]
fn with_room(room: &mut [u8], classes: CodeUnitClasses, len: usize) -> Option<&mut [u8]> {
    (room.len() >= classes.written(len)).then_some(room)
}

/// Packs from the beginning of `src` for as long as all is ASCII, in strides; returns how many code units.
#[inline(always)]
fn pack_ascii<V: CodeUnits>(v: V, src: &[u16], dst: &mut [u8]) -> usize {
    let mut packed = 0;
    let non_ascii = v.splat_u16(0xFF80);
    let (from, to) = (src.as_chunks::<CODE_UNITS>().0, dst.as_chunks_mut::<BLOCK>().0);
    for (from, to) in from.as_chunks::<STRIDE>().0.iter().zip(to.as_chunks_mut::<{ STRIDE / 2 }>().0) {
        let (a, b) = (v.load_part(bytes_of(&from[0])), v.load_part(bytes_of(&from[1])));
        let (c, d) = (v.load_part(bytes_of(&from[2])), v.load_part(bytes_of(&from[3])));
        if v.any(v.and(v.or(v.or(a, b), v.or(c, d)), non_ascii)) {
            break;
        }
        v.store(v.narrow(a, b), &mut to[0]);
        v.store(v.narrow(c, d), &mut to[1]);
        packed += STRIDE * CODE_UNITS;
    }
    // The rest of a stride, two blocks at a time.
    let (from, to) = (&from[packed / CODE_UNITS..], &mut to[packed / BLOCK..]);
    for (from, to) in from.as_chunks::<2>().0.iter().zip(to) {
        let (a, b) = (v.load_part(bytes_of(&from[0])), v.load_part(bytes_of(&from[1])));
        if v.any(v.and(v.or(a, b), non_ascii)) {
            break;
        }
        v.store(v.narrow(a, b), to);
        packed += BLOCK;
    }
    if ends_in_ascii(v, src, packed, dst) { src.len() } else { packed }
}

/// Packs the last code units, fewer than two blocks of them after the `packed` ones, by two blocks that reach back over
/// these; says whether all were ASCII and had room.
#[inline(always)]
fn ends_in_ascii<V: CodeUnits>(v: V, src: &[u16], packed: usize, dst: &mut [u8]) -> bool {
    if packed == 0 || packed == src.len() || src.len() - packed >= BLOCK {
        return false;
    }
    let Some(blocks) = src.last_chunk::<BLOCK>().map(|last| last.as_chunks::<CODE_UNITS>().0) else { return false };
    let Some(to) = dst.get_mut(..src.len()).and_then(|dst| dst.last_chunk_mut::<BLOCK>()) else { return false };
    let (a, b) = (v.load_part(bytes_of(&blocks[0])), v.load_part(bytes_of(&blocks[1])));
    let ascii = !v.any(v.and(v.or(a, b), v.splat_u16(0xFF80)));
    if ascii {
        v.store(v.narrow(a, b), to);
    }
    ascii
}
