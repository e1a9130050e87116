//! The inside of a JSON string, in UTF-8, into the UTF-16 that it stands for.
//! Bytes in, code units out; stops at the first unescaped quote, which is the caller's.
//! Standard: RFC 8259, section 7; Unicode, table 3-7 and section 3.9, definition D91.
//! Method: blocks of 64 bytes. Each escape is decoded in the lane of its last byte, each character in those of its last
//! bytes, all of a block at once; then the gaps are closed (`blocks.rs`). What a block cannot express goes one unit at a
//! time (`units.rs`). Where unicode escapes are most of the text they are decoded without the gaps (`dense.rs`).
//! Output bound: no more units than there are bytes.

mod blocks;
mod dense;
mod units;

use self::dense::{Dense, is_for_dense};
use crate::json_unescape::{Classes, JsonUnescape, Stop, is_end};
use crate::plain::{NeedsWork, widen_plain};
use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, Units, bytes_of_mut, first_bits};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};

/// Unescapes as much of `src` into `dst` as fits.
///
/// As [`json_unescape`](crate::json_unescape()), but for what it writes: `written` counts code units, of which
/// [`JsonUnescape::UNIT_MAX`] always suffice for progress and `src.len()` for all. Under
/// [`LoneSurrogates::Reversible`](stringmill_profile::LoneSurrogates::Reversible) the escapes `\udc80` to `\udcff`, which
/// stand for bytes that were no UTF-8, are the lone surrogates that they spell.
///
/// # Errors
///
/// As [`json_unescape`](crate::json_unescape()).
#[inline]
pub fn json_unescape_utf16(
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u16],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    json_unescape_utf16_with(Tier::best(), rules, src, dst, chunk, repairs)
}

/// As [`json_unescape_utf16`], on a chosen tier.
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_unescape_utf16_with(
    tier: Tier,
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u16],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    let dst = bytes_of_mut(dst);
    let mut done = Progress::default();
    if is_for_dense(src) {
        done = tier.run::<Dense>((), src, dst);
    } else if src.first().is_some_and(|&byte| byte < 0x80) {
        done = tier.run::<Plain>((), src, dst);
        if is_end(src, done) {
            return Ok(done);
        }
    }
    done = done.then(tier.run::<Blocks>((), &src[done.read..], &mut dst[2 * done.written..]));
    if is_end(src, done) {
        return Ok(done);
    }
    unescape_rest(tier, rules, src, dst, done, chunk, repairs)
}

/// Goes on from `done`, where something stands that no block can express or that has no room there.
fn unescape_rest(
    tier: Tier,
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u8],
    mut done: Progress,
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    loop {
        let start = done.read;
        if is_for_dense(&src[start..]) {
            done = done.then(tier.run::<Dense>((), &src[start..], &mut dst[2 * done.written..]));
        }
        if done.read == start {
            let until = if tier.has_vectors() { src.len().min(start + BLOCK) } else { src.len() };
            if units::unescape(rules, src, dst, &mut done, until, chunk, repairs)? == Stop::Stuck {
                return Ok(done);
            }
        }
        if !is_end(src, done) {
            done = done.then(tier.run::<Blocks>((), &src[done.read..], &mut dst[2 * done.written..]));
        }
        if is_end(src, done) {
            return Ok(done);
        }
    }
}

/// Leading blocks of ASCII without an escape, and the end of the string if it gets there: all of most strings, which need
/// not wait for what [`Blocks`] sets up.
struct Plain;

impl Kernel for Plain {
    type Context<'a> = ();
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        let classes = Classes::new(v);
        let mut at = 0;
        while let (Some(block), Some([low, high])) = (src[at..].first_chunk(), two_blocks(&mut dst[2 * at..])) {
            let bytes = v.load(block);
            let special = classes.needs_work(v, bytes);
            let units = v.widen(bytes);
            v.store(units[0], low);
            v.store(units[1], high);
            if v.any(special) {
                let len = v.nonzero(special).trailing_zeros() as usize;
                at += if block[len] == b'"' { len } else { 0 };
                return Progress { read: at, written: at };
            }
            at += BLOCK;
            // Only then, as text with escapes mostly has one in its first block.
            if at == BLOCK {
                at += widen_plain(v, &classes, &src[at..], &mut dst[2 * at..]);
            }
        }
        let rest = &src[at..];
        let bytes = v.load_part(rest);
        // Behind the end of the text there are zeros.
        let special = v.nonzero(classes.needs_work(v, bytes)) | !first_bits(rest.len());
        let len = special.trailing_zeros() as usize;
        if len < BLOCK
            && rest.get(len).is_none_or(|&byte| byte == b'"')
            && v.write_widened(bytes, len, &mut dst[2 * at..]).is_some()
        {
            at += len;
        }
        Progress { read: at, written: at }
    }

    #[inline(always)]
    fn run_scalar((): (), _: &[u8], _: &mut [u8]) -> Progress {
        Progress::default()
    }
}

/// The first two blocks of `dst`, if it has so much room.
#[inline(always)]
fn two_blocks(dst: &mut [u8]) -> Option<&mut [[u8; BLOCK]; 2]> {
    dst.as_chunks_mut().0.first_chunk_mut()
}

/// Up to the first block with something that no block can express, or that is short of room; or that [`Dense`] does better.
struct Blocks;

impl Kernel for Blocks {
    type Context<'a> = ();
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, (): (), src: &[u8], dst: &mut [u8]) -> Progress {
        blocks::unescape(v, src, dst)
    }

    #[inline(always)]
    fn run_scalar((): (), _: &[u8], _: &mut [u8]) -> Progress {
        Progress::default()
    }
}
