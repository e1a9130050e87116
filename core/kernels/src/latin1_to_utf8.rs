//! Latin-1 into UTF-8.
//! Bytes in, bytes out; there is no ill-formed input.
//! Standard: ISO 8859-1, whose bytes are the first 256 code points; Unicode, section 3.9, definition D92 (UTF-8).
//! Method: ASCII is copied; of other blocks each byte becomes a lane of two, and the gaps between them are closed.
//! Output bound: [`latin1_to_utf8_bound`].

use crate::plain_text::{NeedsWork, STRIDE, copy_plain};
use crate::tier::{Kernel, Leaf, Tier};
use crate::vector::{BLOCK, CODE_UNITS, CodeUnitClasses, CodeUnits, Vector};
use stringmill_outcome::Progress;

/// The most bytes that `len` bytes of Latin-1 can become; `None` if that exceeds `usize`.
///
/// ```
/// assert_eq!(stringmill::latin1_to_utf8_bound(100), Some(200));
/// ```
pub const fn latin1_to_utf8_bound(len: usize) -> Option<usize> {
    len.checked_mul(2)
}

/// Transcodes as much of `src` into `dst` as fits.
///
/// Stops early, at a whole character, if `dst` has no room for the next one; room of two bytes always makes progress.
/// Bytes of `dst` past `written` may be overwritten. Gives no errors.
///
/// ```
/// let mut dst = [0; 8];
/// let done = stringmill::latin1_to_utf8(b"na\xEFve", &mut dst);
/// assert_eq!(&dst[..done.written], "naïve".as_bytes());
/// ```
#[inline]
pub fn latin1_to_utf8(src: &[u8], dst: &mut [u8]) -> Progress {
    latin1_to_utf8_with(Tier::best(), src, dst)
}

/// As [`latin1_to_utf8`], on a chosen tier.
///
/// ```
/// use stringmill::{Tier, latin1_to_utf8_with};
///
/// assert!(Tier::available().all(|tier| latin1_to_utf8_with(tier, b"\xE9", &mut [0; 2]).written == 2));
/// ```
#[cfg_attr(not(debug_assertions), inline)]
pub fn latin1_to_utf8_with(tier: Tier, src: &[u8], dst: &mut [u8]) -> Progress {
    // Short text has a function of its own, without the set-up of the other.
    if src.len() <= BLOCK
        && let Some(written) = tier.run::<ShortText>((), src, dst)
    {
        return Progress { read: src.len(), written };
    }
    tier.run::<Transcode>((), src, dst)
}

/// Transcodes at most a block: all of it, or nothing if it has too little room.
struct ShortText;

impl Leaf for ShortText {
    type Context<'a> = ();
    type CodeUnit = u8;
    type Output = Option<usize>;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Option<usize> {
        if src.is_empty() {
            return Some(0);
        }
        if src.len() > CODE_UNITS {
            return block(v, v.load_part(src), src.len(), dst);
        }
        // Half a block has room for all in one.
        let units = v.widen(v.load_prefix(src))[0];
        let non_ascii = !v.code_units_with(units, 0xFF80, 0);
        let written = CodeUnitClasses { non_ascii, long: 0 }.written(src.len());
        if dst.len() < written {
            return None;
        }
        v.write_short_code_units(units, non_ascii, src.len(), dst);
        Some(written)
    }
}

struct Transcode;

impl Kernel for Transcode {
    type Context<'a> = ();
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        let mut done = transcode_blocks(v, src, dst);
        if done.read < src.len() {
            transcode_bytes(src, dst, &mut done);
        }
        done
    }

    fn run_scalar((): (), src: &[u8], dst: &mut [u8]) -> Progress {
        let mut done = Progress::default();
        transcode_bytes(src, dst, &mut done);
        done
    }
}

struct NonAscii;

impl<V: Vector> NeedsWork<V> for NonAscii {
    #[inline(always)]
    fn needs_work(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        v.and(bytes, v.splat(0x80))
    }
}

/// Transcodes as many blocks as have room, and the last bytes.
#[inline(always)]
fn transcode_blocks<V: CodeUnits>(v: V, src: &[u8], dst: &mut [u8]) -> Progress {
    let mut done = Progress::default();
    let mut plain_blocks = STRIDE;
    loop {
        if plain_blocks >= STRIDE {
            let copied = copy_plain(v, &NonAscii, &src[done.read..], &mut dst[done.written..]);
            done = Progress { read: done.read + copied, written: done.written + copied };
            plain_blocks = 0;
            // Short ASCII often ends before a whole stride.
            while let Some(bytes) = src[done.read..].first_chunk::<BLOCK>()
                && v.high_bits(v.load(bytes)) == 0
                && let Some(room) = dst[done.written..].first_chunk_mut()
            {
                v.store(v.load(bytes), room);
                done = Progress { read: done.read + BLOCK, written: done.written + BLOCK };
            }
        }
        let (rest, room) = (&src[done.read..], &mut dst[done.written..]);
        let (Some(bytes), Some(room)) = (rest.first_chunk::<BLOCK>(), room.first_chunk_mut::<{ 2 * BLOCK }>()) else {
            break;
        };
        // Room for any, ASCII or not, so that nothing has to be chosen.
        let non_ascii = v.high_bits(v.load(bytes));
        v.write_latin1(bytes, non_ascii, room);
        let written = BLOCK + non_ascii.count_ones() as usize;
        done = Progress { read: done.read + BLOCK, written: done.written + written };
        plain_blocks = if written == BLOCK { plain_blocks + 1 } else { 0 };
    }
    while let Some(bytes) = src[done.read..].first_chunk::<BLOCK>() {
        let Some(written) = block(v, v.load(bytes), BLOCK, &mut dst[done.written..]) else { return done };
        done = Progress { read: done.read + BLOCK, written: done.written + written };
    }
    let rest = &src[done.read..];
    if rest.is_empty() {
        return done;
    }
    // Read some bytes before the rest again: all of it may be ASCII.
    if let Some(bytes) = src.last_chunk::<BLOCK>()
        && v.high_bits(v.load(bytes)) == 0
        && let Some(room) = dst.get_mut(..done.written + rest.len()).and_then(|dst| dst.last_chunk_mut())
    {
        v.store(v.load(bytes), room);
        return Progress { read: src.len(), written: done.written + rest.len() };
    }
    if let Some(written) = block(v, v.load_prefix(rest), rest.len(), &mut dst[done.written..]) {
        done = Progress { read: src.len(), written: done.written + written };
    }
    done
}

/// Transcodes the first `len` bytes of a block. Returns how many bytes it wrote; `None` if they have no room.
#[inline(always)]
fn block<V: CodeUnits>(v: V, bytes: V::Bytes, len: usize, room: &mut [u8]) -> Option<usize> {
    let non_ascii = v.high_bits(bytes);
    if non_ascii == 0 {
        match room.first_chunk_mut::<BLOCK>() {
            Some(room) => v.store(bytes, room),
            None => v.store_prefix(bytes, room.get_mut(..len)?),
        }
        return Some(len);
    }
    let written = len + non_ascii.count_ones() as usize;
    if room.len() < written {
        return None;
    }
    let [low, high] = v.widen(bytes);
    v.write_short_code_units(low, non_ascii as u32, len.min(CODE_UNITS), room);
    if len > CODE_UNITS {
        let first = CodeUnitClasses { non_ascii: non_ascii as u32, long: 0 }.written(CODE_UNITS);
        v.write_short_code_units(high, (non_ascii >> CODE_UNITS) as u32, len - CODE_UNITS, room.get_mut(first..)?);
    }
    Some(written)
}

/// Transcodes one byte at a time, or eight if all are ASCII.
fn transcode_bytes(src: &[u8], dst: &mut [u8], done: &mut Progress) {
    loop {
        while let Some(word) = src[done.read..].first_chunk::<8>()
            && u64::from_ne_bytes(*word) & 0x8080_8080_8080_8080 == 0
            && let Some(room) = dst[done.written..].first_chunk_mut::<8>()
        {
            *room = *word;
            done.read += 8;
            done.written += 8;
        }
        let (Some(&byte), room) = (src.get(done.read), &mut dst[done.written..]) else { return };
        if byte < 0x80 {
            let Some(room) = room.first_mut() else { return };
            *room = byte;
        } else {
            let Some(room) = room.first_chunk_mut::<2>() else { return };
            *room = [0xC0 | byte >> 6, 0x80 | byte & 0x3F];
        }
        done.read += 1;
        done.written += 1 + (byte >> 7) as usize;
    }
}
