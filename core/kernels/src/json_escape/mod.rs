//! Raw bytes, or text known to be well-formed, into the inside of an escaped string.
//! Bytes in, bytes out; the quotes around the string are the caller's.
//! Standard: RFC 8259, section 7; Unicode, table 3-7 and section 3.9 for what is ill-formed and how it is cut.
//! Method: blocks of 64 bytes are classified with two nibble look-ups that hold any set of ASCII bytes. A clean block
//! is one store; a block with two-byte escapes is expanded by its mask at a cost that does not depend on how many there
//! are (`blocks.rs`). What a block cannot express, one character at a time (`units.rs`).
//! Output bound: [`JsonEscape::bound`].

mod blocks;
mod classes;
mod rules;
mod spell;
mod units;

pub use rules::JsonEscape;

use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, Vector};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use units::Stop;

/// Escapes as much of `src` into `dst` as fits, under `rules`.
///
/// Stops early, at a whole unit, where `dst` has no room for the next one, or where `src` ends inside a sequence and
/// `chunk` says that more follows. A unit is a well-formed sequence, or a piece of ill-formed bytes as the policy cuts
/// them; under `copy`, with a profile that escapes nothing above 0x7F, it is a byte. Room of [`JsonEscape::UNIT_MAX`]
/// bytes always makes progress. Bytes of `dst` past `written` may be overwritten. `repairs` counts the pieces that a
/// policy has replaced, dropped or marked.
///
/// # Errors
///
/// Only under [`IllFormed::Reject`](stringmill_profile::IllFormed::Reject): the first ill-formed piece (codes 101 to
/// 107), at the offset of its first byte in `src`, once all before it had room. What `dst` then holds is unspecified.
#[inline]
pub fn json_escape(
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    json_escape_with(Tier::best(), rules, src, dst, chunk, repairs)
}

/// As [`json_escape`], on a chosen tier.
#[inline]
pub fn json_escape_with(
    tier: Tier,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    // Functions of their own for what most strings are spare them what the others set up.
    let done = if src.len() <= BLOCK {
        tier.run::<EscapeShort>(rules, src, dst)
    } else {
        tier.run::<EscapePlain>(rules, src, dst)
    };
    if done.read == src.len() {
        return Ok(done);
    }
    escape_from(tier, Context { rules, chunk, repairs, done }, src, dst)
}

/// Escapes from where the functions for most strings stopped; out of line, to leave their callers small.
#[inline(never)]
fn escape_from(tier: Tier, context: Context<'_>, src: &[u8], dst: &mut [u8]) -> Result<Progress, Error> {
    tier.run::<Escape>(context, src, dst)
}

/// A string of at most one block: all of it, or nothing where something in it needs more than a register can do.
struct EscapeShort;

impl Kernel for EscapeShort {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        match blocks::escape_short(v, rules, src, dst) {
            Some(written) => Progress { read: src.len(), written },
            None => Progress::default(),
        }
    }

    #[inline(always)]
    fn run_scalar(_: &JsonEscape<'_>, _: &[u8], _: &mut [u8]) -> Progress {
        Progress::default()
    }
}

/// A string up to where it needs more than ASCII and two-byte escapes.
struct EscapePlain;

impl Kernel for EscapePlain {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        let mut done = Progress::default();
        blocks::escape::<V, false>(v, rules, src, dst, &mut done);
        done
    }

    #[inline(always)]
    fn run_scalar(_: &JsonEscape<'_>, _: &[u8], _: &mut [u8]) -> Progress {
        Progress::default()
    }
}

/// Any string, from where the other stopped.
struct Escape;

struct Context<'a> {
    rules: &'a JsonEscape<'a>,
    chunk: Chunk,
    repairs: &'a mut Repairs,
    done: Progress,
}

impl Kernel for Escape {
    type Context<'a> = Context<'a>;
    type Unit = u8;
    type Output = Result<Progress, Error>;

    #[inline(always)]
    fn run<V: Vector>(v: V, context: Context<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        let Context { rules, chunk, repairs, mut done } = context;
        let spelled = spell::serves(rules);
        loop {
            let from = done.read;
            if spelled {
                spell::escape(v, rules, src, dst, &mut done);
                if done.read == src.len() {
                    return Ok(done);
                }
            }
            blocks::escape::<V, true>(v, rules, src, dst, &mut done);
            if done.read == src.len() {
                return Ok(done);
            }
            if spelled && done.read > from {
                continue;
            }
            // The block ahead holds something that a block cannot express.
            let until = src.len().min(done.read + BLOCK);
            let stop = units::escape(rules, src, dst, &mut done, until, chunk, repairs)?;
            if stop == Stop::Stuck || done.read == src.len() {
                return Ok(done);
            }
        }
    }

    fn run_scalar(context: Context<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        let Context { rules, chunk, repairs, mut done } = context;
        units::escape(rules, src, dst, &mut done, src.len(), chunk, repairs)?;
        Ok(done)
    }
}
