//! UTF-16 into UTF-8.
//! Code units in, bytes out.
//! Standard: Unicode, section 3.9, definitions D91 (UTF-16) and D92 (UTF-8).
//! Method: blocks of 32 code units. ASCII is packed. Other code units are spread into lanes, each with up to three
//! bytes, and the gaps between them are closed: by an instruction (Clausecker and Lemire, "Transcoding Unicode
//! characters with AVX-512 instructions", 2023), or by a shuffle from a table (Lemire and Mula, 2022). Each half of a
//! surrogate pair writes two of its four bytes, so that a pair only needs two bits of its high half in its low half
//! (`blocks.rs`). Text that is short of room is transcoded one character at a time (`units.rs`). A block with lone
//! surrogates is copied with their replacements in it (`surrogate_repair.rs`).
//! Output bound: [`Utf16ToUtf8::bound`].

mod blocks;
mod surrogate_repair;
mod units;

use self::blocks::TwoByteText;
pub(crate) use blocks::transcode_short;
pub(crate) use units::is_lone;

use crate::tier::{Kernel, Leaf, Tier};
use crate::vector::{CODE_UNITS, CodeUnits};
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::IllFormedUtf16;
use surrogate_repair::SurrogateRepair;

/// A policy for lone surrogates, known to make sense in plain UTF-8.
///
/// ```
/// use stringmill::{IllFormedUtf16, Utf16ToUtf8};
///
/// let rules = Utf16ToUtf8::new(IllFormedUtf16::Replace)?;
/// assert_eq!((rules.policy(), rules.bound(10)), (IllFormedUtf16::Replace, Some(30)));
/// assert_eq!(Utf16ToUtf8::UNIT_MAX, 4);
/// assert!(Utf16ToUtf8::new(IllFormedUtf16::Escape).is_err());
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utf16ToUtf8 {
    policy: IllFormedUtf16,
}

impl Utf16ToUtf8 {
    /// Room in which [`utf16_to_utf8`] always makes progress: the most that one character becomes.
    pub const UNIT_MAX: usize = 4;

    /// Takes the policy for lone surrogates.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::PolicyUnsupported`], at offset 0, for [`IllFormedUtf16::Escape`]: plain text has no escapes.
    pub const fn new(policy: IllFormedUtf16) -> Result<Self, Error> {
        match policy {
            IllFormedUtf16::Escape => Err(Error::new(ErrorCode::PolicyUnsupported, 0)),
            _ => Ok(Utf16ToUtf8 { policy }),
        }
    }

    /// The most bytes that `len` code units can become; `None` if that exceeds `usize`.
    pub const fn bound(self, len: usize) -> Option<usize> {
        len.checked_mul(3)
    }

    /// The policy for lone surrogates.
    pub const fn policy(self) -> IllFormedUtf16 {
        self.policy
    }
}

/// Transcodes as much of `src` into `dst` as fits.
///
/// Stops early, at a whole character, if `dst` has no room for the next one, or if `src` ends with a high surrogate and
/// `chunk` says that more follows. Room of [`Utf16ToUtf8::UNIT_MAX`] bytes always makes progress. Bytes of `dst` past
/// `written` may be overwritten. `repairs` counts the lone surrogates that the policy has replaced or passed.
///
/// # Errors
///
/// Only under [`IllFormedUtf16::Reject`]: [`ErrorCode::Utf16SurrogateLone`] for the first lone surrogate, at its offset
/// in code units of `src`, once all before it had room. The contents of `dst` are then unspecified.
///
/// ```
/// use stringmill::{Chunk, IllFormedUtf16, Repairs, Utf16ToUtf8, utf16_to_utf8};
///
/// let rules = Utf16ToUtf8::new(IllFormedUtf16::Reject)?;
/// let mut dst = [0; 8];
/// let done = utf16_to_utf8(rules, &[0xE9, 0xD83D, 0xDE00], &mut dst, Chunk::Last, &mut Repairs::default())?;
/// assert_eq!(&dst[..done.written], "é😀".as_bytes());
/// # Ok::<(), stringmill::Error>(())
/// ```
#[inline]
pub fn utf16_to_utf8(
    rules: Utf16ToUtf8,
    src: &[u16],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    utf16_to_utf8_with(Tier::best(), rules, src, dst, chunk, repairs)
}

/// As [`utf16_to_utf8`], on a chosen tier.
///
/// ```
/// use stringmill::{Chunk, IllFormedUtf16, Repairs, Tier, Utf16ToUtf8, utf16_to_utf8_with};
///
/// let rules = Utf16ToUtf8::new(IllFormedUtf16::Reject)?;
/// for tier in Tier::available() {
///     let done = utf16_to_utf8_with(tier, rules, &[0x61; 3], &mut [0; 4], Chunk::Last, &mut Repairs::default())?;
///     assert_eq!(done.written, 3);
/// }
/// # Ok::<(), stringmill::Error>(())
/// ```
#[inline]
pub fn utf16_to_utf8_with(
    tier: Tier,
    rules: Utf16ToUtf8,
    src: &[u16],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    let done = well_formed(tier, src, dst);
    if done.read == src.len() || !is_lone(&src[done.read..], chunk) {
        return Ok(done);
    }
    repaired(tier, rules, src, dst, chunk, repairs, done)
}

/// Transcodes up to the first lone surrogate or a high one at the end, as far as there is room.
#[cfg_attr(not(debug_assertions), inline)]
pub(crate) fn well_formed(tier: Tier, src: &[u16], dst: &mut [u8]) -> Progress {
    // Short text has a function of its own, without the set-up of the other.
    if src.len() <= CODE_UNITS
        && let Some(written) = tier.run::<ShortText>((), src, dst)
    {
        return Progress { read: src.len(), written };
    }
    let mut done = Progress::default();
    // Text without code units from U+0800 on has a function of its own, too. The first code unit usually shows which
    // text it is.
    if src.len() > CODE_UNITS && src[0] < 0x800 {
        done = tier.run::<TwoByteText>((), src, dst);
        if done.read == src.len() {
            return done;
        }
    }
    done.then(tier.run::<WellFormedText>((), &src[done.read..], &mut dst[done.written..]))
}

/// Continues at a lone surrogate, and at each one after it.
#[cold]
fn repaired(
    tier: Tier,
    rules: Utf16ToUtf8,
    src: &[u16],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
    done: Progress,
) -> Result<Progress, Error> {
    match rules.policy {
        IllFormedUtf16::Reject | IllFormedUtf16::Escape => {
            Err(Error::new(ErrorCode::Utf16SurrogateLone, done.read as u64))
        }
        policy => Ok(tier.run::<RepairedText>(SurrogateRepair { policy, chunk, repairs, done }, src, dst)),
    }
}

/// Transcodes at most a block: all of it, or nothing if it has too little room or a character is cut.
struct ShortText;

impl Leaf for ShortText {
    type Context<'a> = ();
    type CodeUnit = u16;
    type Output = Option<usize>;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (): (), src: &[u16], dst: &mut [u8]) -> Option<usize> {
        blocks::transcode_short(v, src, dst)
    }
}

/// Transcodes up to the first lone surrogate, or until the room ends.
struct WellFormedText;

impl Kernel for WellFormedText {
    type Context<'a> = ();
    type CodeUnit = u16;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, (): (), src: &[u16], dst: &mut [u8]) -> Progress {
        let mut done = Progress::default();
        loop {
            blocks::transcode(v, src, dst, &mut done);
            if done.read == src.len() {
                return done;
            }
            // The next block is short of room, or has a lone surrogate.
            let until = src.len().min(done.read + CODE_UNITS);
            units::transcode(src, dst, &mut done, until);
            if done.read < until || until == src.len() {
                return done;
            }
        }
    }

    fn run_scalar((): (), src: &[u16], dst: &mut [u8]) -> Progress {
        let mut done = Progress::default();
        units::transcode(src, dst, &mut done, src.len());
        done
    }
}

/// Transcodes all of the text, and repairs each lone surrogate in its place.
struct RepairedText;

impl Kernel for RepairedText {
    type Context<'a> = SurrogateRepair<'a>;
    type CodeUnit = u16;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, mut repair: SurrogateRepair<'_>, src: &[u16], dst: &mut [u8]) -> Progress {
        let mut done = repair.done;
        while done.read < src.len() {
            match blocks::repaired(v, src, dst, &mut repair, &mut done) {
                // After one lone surrogate, more are likely.
                Some(true) => {}
                Some(false) => blocks::transcode(v, src, dst, &mut done),
                None => {
                    let until = src.len().min(done.read + CODE_UNITS);
                    units::transcode(src, dst, &mut done, until);
                    if done.read < until && repair.one(src, dst, &mut done).is_none() {
                        return done;
                    }
                }
            }
        }
        done
    }

    fn run_scalar(mut repair: SurrogateRepair<'_>, src: &[u16], dst: &mut [u8]) -> Progress {
        let mut done = repair.done;
        loop {
            units::transcode(src, dst, &mut done, src.len());
            if repair.one(src, dst, &mut done).is_none() {
                return done;
            }
        }
    }
}
