//! Text of which most is `\uXXXX`, as that of most languages is after escaping into ASCII: up to eight escapes and then
//! up to 15 bytes of ASCII in each step, without a branch that depends on the length of words.

use crate::tier::Leaf;
use crate::vector::{BLOCK, Bytes16, CodeUnits, EIGHT_CODE_UNITS, EIGHT_ESCAPES, UnspellCodeUnits};
use stringmill_outcome::Progress;

/// Unescapes from the beginning of `src`, which is between units, while most of it is escapes and there is a block of
/// it, and room. Stops at anything but plain ASCII and `\uXXXX` of no surrogate.
pub(super) struct DenseEscapes;

/// Whether `src` begins as text for [`DenseEscapes`] does, and is long enough for it to pay.
#[inline(always)]
pub(super) fn is_for_dense(src: &[u8]) -> bool {
    src.len() >= 4 * BLOCK && src.starts_with(b"\\u")
}

/// From this many escapes in a block on it pays, and as long as there are [`STAY`].
pub(super) const ENTER: u32 = 7;
const STAY: u32 = 5;
/// The room that a step may overwrite.
const ROOM: usize = EIGHT_CODE_UNITS + 2 * PLAIN;

/// Escapes of a step.
const EIGHT: usize = 8;
/// Plain bytes that a step widens. At most one byte less counts, so that a step always ends before the end of its
/// block.
const PLAIN: usize = 16;
/// Bytes of an escape.
const ESCAPE: usize = EIGHT_ESCAPES / EIGHT;
/// The backslashes of a block that begins with an escape and has nothing else.
const RUN: u64 = {
    let (mut run, mut place) = (0, 0);
    while place < BLOCK {
        run |= 1 << place;
        place += ESCAPE;
    }
    run
};

impl Leaf for DenseEscapes {
    type Context<'a> = ();
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        match v.code_unit_unspeller() {
            Some(unspeller) => unescape(v, unspeller, src, dst),
            None => Progress::default(),
        }
    }
}

#[inline(always)]
fn unescape<V: CodeUnits>(v: V, unspeller: impl UnspellCodeUnits, src: &[u8], dst: &mut [u8]) -> Progress {
    let mut done = Progress::default();
    // The backslashes of the next block, and of the one after it. Both are shifted at the end of a step, so that no
    // step waits for a load that depends on the step before.
    let (mut escapes, mut next_escapes) = (backslashes(v, src, 0), backslashes(v, src, BLOCK));
    while let Some(block) = src[done.read..].first_chunk::<BLOCK>() {
        if escapes == RUN {
            let run = run(unspeller, &src[done.read..], &mut dst[2 * done.written..]);
            if run > 0 {
                done = Progress { read: done.read + ESCAPE * run, written: done.written + run };
                (escapes, next_escapes) = (backslashes(v, src, done.read), backslashes(v, src, done.read + BLOCK));
                continue;
            }
        }
        let Some(room) = dst[2 * done.written..].first_chunk_mut::<ROOM>() else { break };
        let good = unspeller
            .unspell(block.first_chunk().expect("a block has 64"), room.first_chunk_mut().expect("room has 48"));
        let len = (!escapes & RUN | 1 << EIGHT_ESCAPES).trailing_zeros() as usize;
        let count = len / ESCAPE;
        let whole = good.trailing_ones() as usize;
        if whole < count {
            return Progress { read: done.read + ESCAPE * whole, written: done.written + whole };
        }
        let (Some(text), Some(to)) =
            (block[len..].first_chunk::<PLAIN>(), room[2 * count..].first_chunk_mut::<{ 2 * PLAIN }>())
        else {
            break;
        };
        let plain = (escapes >> len | 1 << (PLAIN - 1)).trailing_zeros() as usize;
        if Bytes16::of(text).not_plain(b'"') & !(u32::MAX << plain) != 0 {
            return Progress { read: done.read + len, written: done.written + count };
        }
        for (unit, byte) in to.as_chunks_mut().0.iter_mut().zip(text) {
            *unit = u16::from(*byte).to_ne_bytes();
        }
        done = Progress { read: done.read + len + plain, written: done.written + count + plain };
        if escapes.count_ones() < STAY {
            break;
        }
        escapes = escapes >> (len + plain) | next_escapes << (BLOCK - len - plain);
        next_escapes = backslashes(v, src, done.read + BLOCK);
    }
    done
}

/// The backslashes of the block at this place.
#[inline(always)]
fn backslashes<V: CodeUnits>(v: V, src: &[u8], at: usize) -> u64 {
    v.equal(v.load_part(&src[at.min(src.len())..]), b'\\')
}

/// Unescapes eight after eight from the beginning of `src`; returns how many.
#[inline(always)]
fn run(unspeller: impl UnspellCodeUnits, src: &[u8], dst: &mut [u8]) -> usize {
    let mut units = 0;
    for (eight, room) in src.as_chunks().0.iter().zip(dst.as_chunks_mut().0) {
        let good = unspeller.unspell(eight, room);
        if good != 0xFF {
            return units + good.trailing_ones() as usize;
        }
        units += EIGHT;
    }
    units
}
