//! One character at a time: the scalar tier, and the remainder of blocks.

use stringmill_outcome::{Chunk, Progress};

/// Transcodes characters until at least `until` code units of `src` are read, or one is a lone surrogate or has no
/// room.
pub(super) fn transcode(src: &[u16], dst: &mut [u8], done: &mut Progress, until: usize) {
    while done.read < until {
        pack_ascii(&src[..until], dst, done);
        let Some(&unit) = src[..until].get(done.read) else { break };
        let room = &mut dst[done.written..];
        let (read, written) = match unit {
            0..=0x7F => (1, put(room, [unit as u8])),
            0x80..=0x7FF => (1, put(room, [0xC0 | (unit >> 6) as u8, continuation(unit as u32)])),
            0xD800..=0xDFFF => {
                let (..=0xDBFF, Some(&low @ 0xDC00..=0xDFFF)) = (unit, src.get(done.read + 1)) else { return };
                let code = pair(unit, low);
                let [first, second] = [0xF0 | (code >> 18) as u8, continuation(code >> 12)];
                (2, put(room, [first, second, continuation(code >> 6), continuation(code)]))
            }
            _ => {
                let mut three = [0; 3];
                write_three(unit, &mut three);
                (1, put(room, three))
            }
        };
        let Some(written) = written else { return };
        done.read += read;
        done.written += written;
    }
}

/// Packs ASCII for as long as there are four code units of it together.
#[inline]
fn pack_ascii(src: &[u16], dst: &mut [u8], done: &mut Progress) {
    while let Some(&[a, b, c, d]) = src[done.read..].first_chunk::<4>()
        && a | b | c | d < 0x80
        && let Some(room) = dst[done.written..].first_chunk_mut::<4>()
    {
        *room = [a as u8, b as u8, c as u8, d as u8];
        done.read += 4;
        done.written += 4;
    }
}

#[inline]
fn put<const N: usize>(room: &mut [u8], bytes: [u8; N]) -> Option<usize> {
    *room.first_chunk_mut::<N>()? = bytes;
    Some(N)
}

/// The continuation byte with the low six bits of `code`.
#[inline]
fn continuation(code: u32) -> u8 {
    0x80 | (code & 0x3F) as u8
}

/// The code point of a surrogate pair.
#[inline]
fn pair(high: u16, low: u16) -> u32 {
    0x1_0000 + ((high as u32 & 0x3FF) << 10) + (low as u32 & 0x3FF)
}

/// Writes the three bytes of a code unit from U+0800 on; of a surrogate, its bytes in WTF-8.
#[inline]
pub(super) fn write_three(unit: u16, to: &mut [u8; 3]) {
    *to = [0xE0 | (unit >> 12) as u8, continuation(unit as u32 >> 6), continuation(unit as u32)];
}

/// Whether the code unit at the beginning of `src` is a surrogate that is half of no pair; false if its other half may
/// still come.
pub(crate) fn is_lone(src: &[u16], chunk: Chunk) -> bool {
    match *src {
        [0xD800..=0xDBFF, 0xDC00..=0xDFFF, ..] => false,
        [0xD800..=0xDBFF] => chunk == Chunk::Last,
        [0xD800..=0xDFFF, ..] => true,
        _ => false,
    }
}
