//! Raw bytes, or text known to be well-formed, into the inside of an escaped string.
//! Bytes in, bytes out; the quotes around the string are the caller's.
//! Standard: RFC 8259, section 7; Unicode, table 3-7 and section 3.9 for what is ill-formed and how it is cut.
//! Method: blocks of 64 bytes are classified with two nibble look-ups that hold any set of ASCII bytes. A clean block
//! is one store; a block with two-byte escapes is expanded by its mask at a cost that does not depend on how many there
//! are (`blocks.rs`). What a block cannot express, one character at a time (`units.rs`).
//! Output bound: [`JsonEscape::bound`].

mod above;
mod blocks;
mod character;
mod classes;
mod clean;
mod few;
mod rules;
mod spell;
mod spell_utf16;
mod units;
mod valid;

pub(crate) use blocks::{escape_block as escape_one_block, escape_bytes, escape_special};
pub(crate) use classes::Classes;
pub use rules::JsonEscape;
pub(crate) use spell_utf16::spell_utf16;

use crate::tier::{Kernel, Tier};
use crate::utf8::{Sequence, sequence};
use crate::vector::{BLOCK, SHORT, Vector};
use clean::Clean;
use rules::NonAscii;
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
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_escape_with(
    tier: Tier,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    let mut error = None;
    let call = (rules, &mut Rest { tier, chunk, repairs, error: &mut error });
    // Functions of their own for what most strings are spare them what the others set up. They hand on what they cannot
    // do, with all they were given, so that neither they nor their callers need to keep it.
    let done = if src.len() <= SHORT {
        tier.run::<EscapeShort>(call, src, dst)
    } else if src.len() <= BLOCK {
        tier.run::<EscapeBlock>(call, src, dst)
    } else if src.len() <= clean::MAX_LEN {
        tier.run::<EscapeClean>(call, src, dst)
    } else {
        tier.run::<EscapePlain>((call, 0), src, dst)
    };
    error.map_or(Ok(done), Err)
}

/// What a call is about beside source and destination: the rules in a register, and behind a pointer what few strings
/// need.
type Call<'a> = (&'a JsonEscape<'a>, &'a mut Rest<'a>);

struct Rest<'a> {
    tier: Tier,
    chunk: Chunk,
    repairs: &'a mut Repairs,
    /// Not in a `Result`, which would be returned through memory.
    error: &'a mut Option<Error>,
}

/// What [`EscapeValid`] and [`EscapeLong`] are about: the rest of the call if they see to what they cannot do, and how
/// far it got before.
type Part<'a> = (&'a JsonEscape<'a>, Option<&'a mut Rest<'a>>, Progress);

/// Escapes what a part has left, if it was given the rest of the call.
#[inline(always)]
fn go_on((rules, rest, done): Part<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    match rest {
        Some(rest) if done.read < src.len() => escape_from((rules, rest), done, src, dst),
        _ => done,
    }
}

/// Escapes a string that [`EscapeShort`] or [`EscapeBlock`] cannot.
#[inline(never)]
fn escape_any_block(call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    if call.0.spells() && !src.is_ascii() {
        let mut done = Progress::default();
        if src.len() <= few::SHORT_TEXT {
            done = few::one_by_one(call.0, src, dst);
            if done.read == src.len() {
                return done;
            }
        }
        return escape_from(call, done, src, dst);
    }
    call.1.tier.run::<EscapeAnyBlock>(call, src, dst)
}

/// Escapes a string from where [`EscapeClean`] stopped.
#[inline(never)]
fn escape_plain(call: Call<'_>, clean: usize, src: &[u8], dst: &mut [u8]) -> Progress {
    if call.0.non_ascii != NonAscii::None && src[clean] >= 0x80 {
        return escape_from(call, Progress { read: clean, written: clean }, src, dst);
    }
    call.1.tier.run::<EscapePlain>((call, clean), src, dst)
}

/// Escapes from where non-ASCII bytes stopped [`EscapeClean`] or [`EscapePlain`].
#[inline(never)]
fn escape_valid((rules, rest): Call<'_>, done: Progress, src: &[u8], dst: &mut [u8]) -> Progress {
    rest.tier.run::<EscapeValid>((rules, Some(rest), done), src, dst)
}

/// Escapes from where a long escape stopped [`EscapePlain`].
#[inline(never)]
fn escape_long((rules, rest): Call<'_>, done: Progress, src: &[u8], dst: &mut [u8]) -> Progress {
    rest.tier.run::<EscapeLong>((rules, Some(rest), done), src, dst)
}

/// Escapes a string that [`EscapeAnyBlock`] cannot.
#[inline(never)]
fn escape(call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
    escape_from(call, Progress::default(), src, dst)
}

/// Whether there is no room for the next unit, and that is plain to see: it is ASCII.
#[inline(always)]
fn is_full(rules: &JsonEscape<'_>, src: &[u8], dst: &[u8], done: Progress) -> bool {
    let room = dst.len() - done.written;
    room < 8 && src.get(done.read).is_some_and(|&byte| byte < 0x80 && room < rules.entries[byte as usize][7] as usize)
}

/// Escapes from where [`EscapePlain`] stopped.
#[inline(never)]
fn escape_from((rules, rest): Call<'_>, mut done: Progress, src: &[u8], dst: &mut [u8]) -> Progress {
    if is_full(rules, src, dst, done) {
        return done;
    }
    if rules.spells() {
        done = spell::escape(rest.tier, rules, src, dst, done);
        if done.read == src.len() {
            return done;
        }
    }
    rest.tier.run::<Escape>((rules, rest, done), src, dst)
}

/// A string of at most `SHORT` bytes: all of it, unless something in it needs more than a register can do.
struct EscapeShort;

impl Kernel for EscapeShort {
    type Context<'a> = Call<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        // That the length is checked again spares the masks a check.
        if src.len() <= SHORT
            && let Some(written) = blocks::escape_register::<_, false>(v.short(), call.0, src, dst)
        {
            return Progress { read: src.len(), written };
        }
        escape_any_block(call, src, dst)
    }

    fn run_scalar(call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        escape(call, src, dst)
    }
}

/// A string of at most a block: as [`EscapeShort`].
struct EscapeBlock;

impl Kernel for EscapeBlock {
    type Context<'a> = Call<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        if src.len() <= BLOCK
            && let Some(written) = blocks::escape_register::<_, true>(v, call.0, src, dst)
        {
            return Progress { read: src.len(), written };
        }
        escape_any_block(call, src, dst)
    }

    fn run_scalar(call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        escape(call, src, dst)
    }
}

/// A string of at most a block: all of it, unless something in it takes more than a block.
struct EscapeAnyBlock;

impl Kernel for EscapeAnyBlock {
    type Context<'a> = Call<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        if src.len() <= BLOCK
            && let Some(written) = blocks::escape_block(v, call.0, src, dst)
        {
            return Progress { read: src.len(), written };
        }
        escape(call, src, dst)
    }

    fn run_scalar(call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        escape(call, src, dst)
    }
}

/// A longer string, up to where something needs to be done.
struct EscapeClean;

impl Kernel for EscapeClean {
    type Context<'a> = Call<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        let Clean { len, high } = clean::copy(v, &call.0.special, src, dst);
        if len == src.len() {
            return Progress { read: len, written: len };
        }
        if high && call.0.only_validates {
            return escape_valid(call, Progress { read: len, written: len }, src, dst);
        }
        escape_plain(call, len, src, dst)
    }

    fn run_scalar(call: Call<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        escape(call, src, dst)
    }
}

/// A longer string, up to where it needs more than ASCII and two-byte escapes, of which the first bytes are copied.
struct EscapePlain;

impl Kernel for EscapePlain {
    type Context<'a> = (Call<'a>, usize);
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, (call, clean): Self::Context<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        let done = Progress { read: clean, written: clean };
        let done = blocks::escape::<V, false, false>(v, call.0, src, dst, done);
        if done.read == src.len() || is_full(call.0, src, dst, done) {
            return done;
        }
        if call.0.non_ascii != NonAscii::Some && blocks::has_long(v, call.0, &src[done.read..]) {
            return escape_long(call, done, src, dst);
        }
        if call.0.only_validates {
            return escape_valid(call, done, src, dst);
        }
        escape_from(call, done, src, dst)
    }

    fn run_scalar((call, clean): Self::Context<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        escape_from(call, Progress { read: clean, written: clean }, src, dst)
    }
}

/// Ill-formed pieces this close together are taken with what is between them: to begin with blocks anew takes as long.
const NEAR: usize = 128;

/// Any string, from where the others stopped.
struct Escape;

impl Kernel for Escape {
    type Context<'a> = (&'a JsonEscape<'a>, &'a mut Rest<'a>, Progress);
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, (rules, rest, mut done): Self::Context<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        let spelled = rules.spells();
        // Where ill-formed bytes are found, the blocks before them are done.
        let wrong =
            |at: usize| (spelled || rules.validates()) && !matches!(sequence(&src[at..]), Sequence::Whole { .. });
        let (mut before, mut looked) = (usize::MAX, 0);
        loop {
            if !wrong(done.read) {
                done = if rules.only_validates {
                    rest.tier.run::<EscapeValid>((rules, None, done), src, dst)
                } else {
                    blocks::escape::<V, true, false>(v, rules, src, dst, done)
                };
                if done.read == src.len() {
                    return done;
                }
            }
            let wrong = wrong(done.read);
            let stuck = wrong || !spelled || done.read == before;
            if !wrong && (stuck || blocks::has_long(v, rules, &src[done.read..])) {
                done = rest.tier.run::<EscapeLong>((rules, None, done), src, dst);
                if done.read == src.len() {
                    return done;
                }
            }
            if stuck {
                // The block ahead holds something that a block cannot express, or an ill-formed piece stands here, and where
                // pieces are close together, more of them soon.
                let ahead = match wrong {
                    true if done.read - looked >= NEAR => 1,
                    true => NEAR,
                    false => BLOCK,
                };
                let mut until = src.len().min(done.read + ahead);
                if rules.some_in_pairs
                    && let Some((from, to)) = spell::run_of_four(src, done.read)
                {
                    if from > done.read {
                        until = from;
                    } else {
                        let begun = done.read;
                        done = spell::escape(rest.tier, rules, &src[..to], dst, done);
                        if done.read == src.len() {
                            return done;
                        }
                        if done.read > begun {
                            continue;
                        }
                    }
                }
                loop {
                    let repaired = rest.repairs.count;
                    if rest.units(rules, src, dst, &mut done, until) == Stop::Stuck || done.read == src.len() {
                        return done;
                    }
                    // On with units as long as they meet one piece after another.
                    if ahead != NEAR || rest.repairs.count == repaired {
                        break;
                    }
                    until = src.len().min(done.read + NEAR);
                }
                looked = done.read;
            }
            if spelled {
                before = done.read;
                done = spell::escape(rest.tier, rules, src, dst, done);
                if done.read == src.len() {
                    return done;
                }
            }
        }
    }

    fn run_scalar((rules, rest, mut done): Self::Context<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        rest.units(rules, src, dst, &mut done, src.len());
        done
    }
}

/// Text with non-ASCII characters that are validated and not escaped, as far as it is well-formed and without long
/// escapes; and what follows, if it is given the rest of the call.
struct EscapeValid;

impl Kernel for EscapeValid {
    type Context<'a> = Part<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, (rules, rest, done): Part<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        let done = valid::escape(v, rules, src, dst, done);
        go_on((rules, rest, done), src, dst)
    }

    fn run_scalar(context: Self::Context<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        go_on(context, src, dst)
    }
}

/// Text that has long escapes, as far as blocks can express it; and what follows, if it is given the rest of the call.
struct EscapeLong;

impl Kernel for EscapeLong {
    type Context<'a> = Part<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Vector>(v: V, (rules, rest, done): Part<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        let done = blocks::escape::<V, true, true>(v, rules, src, dst, done);
        go_on((rules, rest, done), src, dst)
    }

    fn run_scalar(context: Self::Context<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        go_on(context, src, dst)
    }
}

impl Rest<'_> {
    /// Escapes units until at least `until` bytes of `src` are read; keeps the error of one that is refused.
    fn units(&mut self, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8], done: &mut Progress, until: usize) -> Stop {
        units::escape(rules, src, dst, done, until, self.chunk, self.repairs).unwrap_or_else(|error| {
            *self.error = Some(error);
            Stop::Stuck
        })
    }
}
