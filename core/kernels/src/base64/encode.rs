//! Bytes into base64.
//! Bytes in, ASCII out; never fails.
//! Standard: RFC 4648, sections 4 and 5.
//! Method: 48 bytes become 64 numbers in one register or more, and these their symbols (Muła and Lemire, "Base64 encoding
//! and decoding at almost the speed of a memory copy", 2020).
//! Output bound: four bytes for each three of input and for what is left over.

use super::rules::{Base64Encode, tables};
use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, Base64Tables, CodeUnits, first_bits};
use stringmill_outcome::{Chunk, Progress};

/// Bytes that a block of symbols spells.
const GROUPS: usize = BLOCK / 4 * 3;

/// Encodes as much of `src` into `dst` as fits.
///
/// Three bytes become four symbols. Stops at the end of `src`, if `dst` has no room for the next group, or, if `chunk`
/// says that more follows, before one or two bytes that are less than a group: they belong before the bytes given next.
/// Bytes of `dst` past `written` may be overwritten. No line breaks are written.
///
/// ```
/// use stringmill::{Base64Encode, Chunk, base64_encode};
///
/// let mut dst = [0; 12];
/// let done = base64_encode(Base64Encode::STANDARD, b"Ion & co", &mut dst, Chunk::Last);
/// assert_eq!(&dst[..done.written], b"SW9uICYgY28=");
/// ```
#[inline]
pub fn base64_encode(rules: Base64Encode, src: &[u8], dst: &mut [u8], chunk: Chunk) -> Progress {
    base64_encode_with(Tier::best(), rules, src, dst, chunk)
}

/// As [`base64_encode`], on a chosen tier.
///
/// ```
/// use stringmill::{Base64Encode, Chunk, Tier, base64_encode_with};
///
/// assert!(Tier::available().all(|tier| {
///     base64_encode_with(tier, Base64Encode::STANDARD, b"hi", &mut [0; 4], Chunk::Last).written == 4
/// }));
/// ```
#[cfg_attr(not(debug_assertions), inline)]
pub fn base64_encode_with(tier: Tier, rules: Base64Encode, src: &[u8], dst: &mut [u8], chunk: Chunk) -> Progress {
    tier.run::<Encode>((rules, chunk), src, dst)
}

struct Encode;

impl Kernel for Encode {
    type Context<'a> = (Base64Encode, Chunk);
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (rules, chunk): (Base64Encode, Chunk), src: &[u8], dst: &mut [u8]) -> Progress {
        let tables = tables(rules.alphabet);
        let Progress { read, written } = whole_blocks(v, tables, src, dst);
        let (rest, room) = (&src[read..], &mut dst[written..]);
        // Less than a block is left, or there is room for less; an incomplete group is encoded with the groups before
        // it.
        let ends = chunk == Chunk::Last && rest.len() < GROUPS;
        let last = if ends { text_len(rules, rest.len()) } else { usize::MAX };
        let (used, len) = if last <= room.len() {
            (rest.len(), last)
        } else {
            let groups = (rest.len() / 3).min(room.len() / 4);
            (3 * groups, 4 * groups)
        };
        if len > 0 {
            let symbols = v.symbols(tables, v.split_sextets(v.load_part(rest)));
            let spelt = first_bits((4 * rest.len()).div_ceil(3));
            v.store_prefix(v.blend(spelt, symbols, v.splat(b'=')), &mut room[..len]);
        }
        Progress { read: read + used, written: written + len }
    }

    fn run_scalar((rules, chunk): (Base64Encode, Chunk), src: &[u8], dst: &mut [u8]) -> Progress {
        let tables = tables(rules.alphabet);
        let mut done = Progress::default();
        for (&[a, b, c], to) in src.as_chunks::<3>().0.iter().zip(dst.as_chunks_mut::<4>().0) {
            let bits = u32::from_be_bytes([0, a, b, c]);
            *to = [bits >> 18, bits >> 12, bits >> 6, bits].map(|number| tables.symbol(number));
            done.read += 3;
            done.written += 4;
        }
        let rest = &src[done.read..];
        let len = text_len(rules, rest.len().min(2));
        if chunk == Chunk::Last
            && rest.len() < 3
            && let Some(room) = dst[done.written..].get_mut(..len)
        {
            let [a, b] = [0, 1].map(|at| rest.get(at).copied().unwrap_or(0) as u32);
            let mut text = [a >> 2, a << 4 | b >> 4, b << 2, 0].map(|number| tables.symbol(number));
            text[rest.len() + 1..].fill(b'=');
            room.copy_from_slice(&text[..len]);
            done = Progress { read: src.len(), written: done.written + len };
        }
        done
    }
}

/// Encodes for as long as whole blocks can be stored.
#[inline(always)]
fn whole_blocks<V: CodeUnits>(v: V, tables: &Base64Tables, src: &[u8], dst: &mut [u8]) -> Progress {
    let (mut at, mut to) = (0, 0);
    while let Some(block) = src[at..].first_chunk()
        && let Some(room) = dst[to..].first_chunk_mut::<BLOCK>()
    {
        v.store(v.symbols(tables, v.split_sextets(v.load(block))), room);
        at += GROUPS;
        to += BLOCK;
    }
    if src.len() - at >= GROUPS
        && let Some(room) = dst[to..].first_chunk_mut::<BLOCK>()
    {
        v.store(v.symbols(tables, v.split_sextets(v.load_prefix(&src[at..]))), room);
        at += GROUPS;
        to += BLOCK;
    }
    Progress { read: at, written: to }
}

/// Length of the text of `len` bytes, less than a block.
#[inline(always)]
fn text_len(rules: Base64Encode, len: usize) -> usize {
    if rules.padded { len.div_ceil(3) * 4 } else { (4 * len).div_ceil(3) }
}
