//! Decides which station continues. No other file decides this.
//!
//! ```text
//! first   spell, if the rules spell all non-ASCII and the text begins with some
//!         else short, for up to 64 code units; then ascii, if a block of it follows
//! until all is read
//!         code unit, if a lone surrogate follows
//!         spell or pairs, if the rules spell; then ascii, if a block of it follows
//!         if that is nothing: transcode the next code units into a room, and escape it as UTF-8; then ascii likewise
//! ```

use super::leaf::{Ascii, Pairs, Short, Spell};
use super::rules::JsonEscapeUtf16;
use super::unit::repair_lone;
use crate::json_escape::{JsonEscape, json_escape_with};
use crate::tier::Tier;
use crate::utf8::is_continuation;
use crate::utf16_to_utf8::{is_lone, well_formed};
use crate::vector::{BLOCK, CODE_UNITS};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};

/// Escapes as [`json_escape_utf16`](crate::json_escape_utf16()) promises.
pub(super) fn escape(
    tier: Tier,
    rules: &JsonEscapeUtf16<'_>,
    src: &[u16],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    let mut done = Progress::default();
    if !(rules.escape.spells() && src.first().is_some_and(|&unit| unit >= 0x80)) {
        if src.len() <= 2 * CODE_UNITS {
            done = tier.run::<Short>(&rules.escape, src, dst);
        }
        if done.read < src.len() {
            done = escape_leading_ascii(tier, &rules.escape, src, dst, done);
        }
    }
    if done.read < src.len() {
        done = spell(tier, &rules.escape, src, dst, done);
    }
    if done.read == src.len() {
        return Ok(done);
    }
    // The buffer is filled with zeros first, so short text gets a small buffer.
    match src.len() {
        0..=64 => staged::<{ 3 * 64 }>(tier, rules, src, dst, done, chunk, repairs),
        65..=128 => staged::<{ 3 * 128 }>(tier, rules, src, dst, done, chunk, repairs),
        129..=256 => staged::<{ 3 * 256 }>(tier, rules, src, dst, done, chunk, repairs),
        _ => staged::<{ 3 * 512 }>(tier, rules, src, dst, done, chunk, repairs),
    }
}

/// Continues from `done` by code units, if the rules spell some.
fn spell(tier: Tier, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8], done: Progress) -> Progress {
    let (rest, room) = (&src[done.read..], &mut dst[done.written..]);
    if rules.spells() {
        done.then(tier.run::<Spell>(rules, rest, room))
    } else if rules.spells_pairs_only() {
        done.then(tier.run::<Pairs>(rules, rest, room))
    } else {
        done
    }
}

/// Escapes ASCII from `done`, if it is a block or more.
#[inline(always)]
fn escape_leading_ascii(tier: Tier, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8], done: Progress) -> Progress {
    let (src, dst) = (&src[done.read..], &mut dst[done.written..]);
    match src.first_chunk::<BLOCK>() {
        Some(block) if block.iter().fold(0, |all, unit| all | unit) < 0x80 => {
            done.then(tier.run::<Ascii>(rules, src, dst))
        }
        _ => done,
    }
}

/// Escapes from `done` by way of a room of `ROOM` bytes, three for each code unit.
fn staged<const ROOM: usize>(
    tier: Tier,
    rules: &JsonEscapeUtf16<'_>,
    src: &[u16],
    dst: &mut [u8],
    mut done: Progress,
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    let mut room = [0; ROOM];
    while done.read < src.len() {
        let rest = &src[done.read..];
        if is_lone(rest, chunk) {
            match repair_lone(rules, rest[0], &mut dst[done.written..], done.read)? {
                Some(written) => {
                    repairs.note(done.read);
                    done = Progress { read: done.read + 1, written: done.written + written };
                    continue;
                }
                None => return Ok(done),
            }
        }
        let begun = done.read;
        done = spell(tier, &rules.escape, src, dst, done);
        if done.read == begun {
            let part = &rest[..rest.len().min(ROOM / 3)];
            let staged = well_formed(tier, part, &mut room);
            if staged.read == 0 {
                // A high surrogate whose other half is still to come.
                return Ok(done);
            }
            let text = &room[..staged.written];
            let escaped = escape_whole(tier, &rules.escape, text, &mut dst[done.written..]);
            done.written += escaped.written;
            if escaped.read < text.len() {
                done.read += code_units_in(&text[..escaped.read]);
                return Ok(done);
            }
            done.read += staged.read;
        }
        done = escape_leading_ascii(tier, &rules.escape, src, dst, done);
    }
    Ok(done)
}

/// Escapes well-formed `text` as far as whole characters have room.
pub(crate) fn escape_whole(tier: Tier, rules: &JsonEscape<'_>, text: &[u8], dst: &mut [u8]) -> Progress {
    let escaped = json_escape_with(tier, rules, text, dst, Chunk::Last, &mut Repairs::default());
    let Progress { read, written } = escaped.unwrap_or_default();
    // If no character above U+007F is escaped, their bytes are copied one by one.
    let back = text[..read].iter().rev().take_while(|byte| is_continuation(**byte)).count();
    let cut = text.get(read).is_some_and(|byte| is_continuation(*byte));
    if cut { Progress { read: read - back - 1, written: written - back - 1 } } else { Progress { read, written } }
}

/// Code units of UTF-16 that well-formed `text` has.
fn code_units_in(text: &[u8]) -> usize {
    // One for each character, and one more for each that has four bytes.
    text.iter().map(|&byte| !is_continuation(byte) as usize + (byte >= 0xF0) as usize).sum()
}
