//! The inside of a JSON string into the text it stands for.
//! Bytes in, bytes out; stops at the first unescaped quote, which is the caller's.
//! Standard: RFC 8259, section 7; Unicode, table 3-7.
//! Method: blocks of 64 bytes whose escapes are decoded in place and squeezed out by one compression (`blocks.rs`,
//! `unicode.rs`); what a block cannot express, one unit at a time (`units.rs`).
//! Output bound: never longer than the input.

mod blocks;
mod rules;
mod unicode;
mod units;

pub use rules::JsonUnescape;

use crate::tier::{Kernel, Tier};
use crate::vector::{BLOCK, Vector};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use units::Stop;

/// Unescapes as much of `src` into `dst` as fits.
///
/// Stops at the first unescaped quote (then `src[read]` is that quote), at the end of `src`, where `dst` has no room
/// for the next whole unit, or where `src` ends inside a unit and `chunk` says that more follows: up to eleven bytes
/// are then left unread, since a pair of surrogate escapes is one unit. Bytes of `dst` past `written` may be
/// overwritten. `repairs` counts the lone surrogates that the policy has replaced.
///
/// # Errors
///
/// The first of these, once all before it had room; offsets are from the start of `src`:
/// an unescaped control character (202), an unknown escape (203), a `\u` without four hexadecimal digits (204), an
/// escape cut by the end of the stream (205), a lone surrogate under [`LoneSurrogates::Reject`](stringmill_profile::LoneSurrogates::Reject), or one that is no byte
/// under [`LoneSurrogates::Reversible`](stringmill_profile::LoneSurrogates::Reversible) (110), ill-formed UTF-8 (101 to 107).
#[inline]
pub fn json_unescape(
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    json_unescape_with(Tier::best(), rules, src, dst, chunk, repairs)
}

/// As [`json_unescape`], on a chosen tier.
#[inline]
pub fn json_unescape_with(
    tier: Tier,
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    tier.run::<Unescape>(Context { rules, chunk, repairs }, src, dst)
}

struct Unescape;

struct Context<'a> {
    rules: JsonUnescape,
    chunk: Chunk,
    repairs: &'a mut Repairs,
}

impl Kernel for Unescape {
    type Context<'a> = Context<'a>;
    type Unit = u8;
    type Output = Result<Progress, Error>;

    #[inline(always)]
    fn run<V: Vector>(v: V, context: Context<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        let Context { rules, chunk, repairs } = context;
        let mut done = Progress::default();
        loop {
            blocks::unescape(v, src, dst, &mut done);
            // The block ahead holds something that a block cannot express, or begins with the quote.
            let until = src.len().min(done.read + BLOCK);
            let stop = units::unescape(rules, src, dst, &mut done, until, chunk, repairs)?;
            if stop == Stop::Stuck || done.read == src.len() {
                return Ok(done);
            }
        }
    }

    fn run_scalar(context: Context<'_>, src: &[u8], dst: &mut [u8]) -> Self::Output {
        let Context { rules, chunk, repairs } = context;
        let mut done = Progress::default();
        units::unescape(rules, src, dst, &mut done, src.len(), chunk, repairs)?;
        Ok(done)
    }
}
