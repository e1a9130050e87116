//! The inside of a JSON string into its text.
//! Bytes in, bytes out; stops at the first unescaped quote, which is left to the caller.
//! Standard: RFC 8259, section 7; Unicode, table 3-7.
//! Method: blocks of 64 bytes whose escapes are decoded in place and closed up by one compression (`blocks.rs`,
//! `unicode.rs`); the remainder one unit at a time (`units.rs`).
//! Output bound: never longer than the input.

mod blocks;
mod rules;
mod unicode;
mod units;

use self::blocks::{Blocks, ShortString};
use self::unicode::UnicodeBlocks;
pub(crate) use blocks::{Classes, Escapes, escapes};
pub use rules::JsonUnescape;
pub(crate) use unicode::{TIMES_16, values};
pub(crate) use units::{STOPS, Stop, Unit, unit};

use crate::tier::Tier;
use crate::vector::BLOCK;
use stringmill_outcome::{Chunk, Error, Progress, Repairs};

/// Unescapes as much of `src` into `dst` as fits.
///
/// Stops at the first unescaped quote (then `src[read]` is that quote), at the end of `src`, if `dst` has no room for
/// the next whole unit, or if `src` ends inside a unit and `chunk` says that more follows: up to eleven bytes are then
/// left unread, since a pair of surrogate escapes is one unit. Bytes of `dst` past `written` may be overwritten.
/// `repairs` counts the lone surrogates that the policy has replaced.
///
/// # Errors
///
/// The first of these, once all before it had room; offsets are from the start of `src`: an unescaped control character
/// (202), an unknown escape (203), a `\u` without four hexadecimal digits (204), an escape cut by the end of the stream
/// (205), a lone surrogate under [`LoneSurrogates::Reject`](stringmill_profile::LoneSurrogates::Reject), or one that is
/// no byte under [`LoneSurrogates::Reversible`](stringmill_profile::LoneSurrogates::Reversible) (110), ill-formed UTF-8
/// (101 to 107).
///
/// ```
/// use stringmill::{Chunk, JsonUnescape, LoneSurrogates, Repairs, json_unescape};
///
/// let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
/// let src = br#"caf\u00e9", next"#;
/// let mut dst = vec![0; rules.bound(src.len())];
/// let done = json_unescape(rules, src, &mut dst, Chunk::Last, &mut Repairs::default())?;
/// assert_eq!(&dst[..done.written], "café".as_bytes());
/// assert_eq!(src[done.read], b'"');
/// # Ok::<(), stringmill::Error>(())
/// ```
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
///
/// ```
/// use stringmill::{Chunk, JsonUnescape, LoneSurrogates, Repairs, Tier, json_unescape_with};
///
/// let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
/// for tier in Tier::available() {
///     let done = json_unescape_with(tier, rules, br"a\tb", &mut [0; 8], Chunk::Last, &mut Repairs::default())?;
///     assert_eq!(done.written, 3);
/// }
/// # Ok::<(), stringmill::Error>(())
/// ```
#[cfg_attr(not(debug_assertions), inline)]
pub fn json_unescape_with(
    tier: Tier,
    rules: JsonUnescape,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    let done =
        if src.len() <= BLOCK + 1 { tier.run::<ShortString>((), src, dst) } else { tier.run::<Blocks>((), src, dst) };
    if is_end(src, done) {
        return Ok(done);
    }
    unescape_rest(tier, Context { rules, chunk, repairs }, src, dst, done)
}

/// Whether nothing is left to do: a quote between units ends the string.
#[inline]
pub(crate) fn is_end(src: &[u8], done: Progress) -> bool {
    src.get(done.read).is_none_or(|&byte| byte == b'"')
}

struct Context<'a> {
    rules: JsonUnescape,
    chunk: Chunk,
    repairs: &'a mut Repairs,
}

/// Unescapes from `done`, at a block that needs more than short escapes.
fn unescape_rest(
    tier: Tier,
    context: Context<'_>,
    src: &[u8],
    dst: &mut [u8],
    mut done: Progress,
) -> Result<Progress, Error> {
    let Context { rules, chunk, repairs } = context;
    loop {
        let start = done.read;
        done = done.then(tier.run::<UnicodeBlocks>((), &src[start..], &mut dst[done.written..]));
        if done.read == start && !is_end(src, done) {
            // The next block has something that no block can express.
            let until = if tier.has_vectors() { src.len().min(done.read + BLOCK) } else { src.len() };
            if units::unescape(rules, src, dst, &mut done, until, chunk, repairs)? == Stop::NoProgress {
                return Ok(done);
            }
        }
        if !is_end(src, done) {
            done = done.then(tier.run::<Blocks>((), &src[done.read..], &mut dst[done.written..]));
        }
        if is_end(src, done) {
            return Ok(done);
        }
    }
}
