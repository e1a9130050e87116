//! UTF-16 into the inside of an escaped string of UTF-8.
//! Code units in, bytes out; does not add the surrounding quotes.
//! Standard: RFC 8259, section 7; Unicode, section 3.9, definitions D91 (UTF-16) and D92 (UTF-8).
//! Method: some hundred units at a time are transcoded into a buffer on the stack and escaped from there into `dst`, by
//! the kernels for both on the same tier. The output of the first is well-formed, so the second checks nothing. Blocks
//! of ASCII need no buffer: each is escaped as soon as it is narrowed. If all non-ASCII is escaped, text with non-ASCII
//! is escaped straight from its units.
//! Output bound: [`JsonEscapeUtf16::bound`].

use crate::json_escape::{
    Classes, JsonEscape, escape_bytes, escape_one_block, escape_special, json_escape_with, spell_utf16,
};
use crate::plain::{ABOVE_ASCII, narrow_block, narrow_plain};
use crate::tier::{Leaf, Tier};
use crate::utf8::is_continuation;
use crate::utf16_to_utf8::{is_lone, transcode_short, well_formed};
use crate::vector::{BLOCK, UNITS, Units, bytes_of};
use core::fmt;
use stringmill_outcome::{Chunk, Error, ErrorCode, Progress, Repairs};
use stringmill_profile::{HexCase, IllFormed, IllFormedUtf16, Profile};

/// A profile and a policy for lone surrogates, ready for use: make it once, `const` if you can, and escape many strings
/// with it.
#[derive(Clone)]
pub struct JsonEscapeUtf16<'a> {
    escape: JsonEscape<'a>,
    policy: IllFormedUtf16,
    bound: usize,
    /// The bytes that replace a lone surrogate, if they are the same for all.
    repair: [u8; 7],
    repair_len: usize,
}

impl<'a> JsonEscapeUtf16<'a> {
    /// Room in which [`json_escape_utf16`] always makes progress: the most that one character becomes, a surrogate pair
    /// of escapes.
    pub const UNIT_MAX: usize = 12;

    /// Prepares `profile` with `policy` for lone surrogates.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::PolicyUnsupported`], at offset 0, for [`IllFormedUtf16::Wtf8`], as the output must be well-formed,
    /// and for [`IllFormedUtf16::Escape`] if readers of the profile refuse lone surrogate escapes.
    pub const fn new(profile: &Profile<'a>, policy: IllFormedUtf16) -> Result<Self, Error> {
        let refused = match policy {
            IllFormedUtf16::Wtf8 => true,
            IllFormedUtf16::Escape => profile.refuses_surrogates(),
            IllFormedUtf16::Reject | IllFormedUtf16::Replace | IllFormedUtf16::QuestionMark => false,
        };
        if refused {
            return Err(Error::new(ErrorCode::PolicyUnsupported, 0));
        }
        let escape = match JsonEscape::new(profile, IllFormed::Copy) {
            Ok(escape) => escape,
            Err(error) => return Err(error),
        };
        let (repair, repair_len) = repair(profile, policy);
        let mut bound = longest_ascii(profile, 3);
        if !profile.non_ascii().is_empty() && bound < 6 {
            bound = 6;
        }
        if repair_len > bound {
            bound = repair_len;
        }
        Ok(JsonEscapeUtf16 { escape, policy, bound, repair, repair_len })
    }

    /// The most bytes that `len` code units can become, with the quotes not counted; `None` if that exceeds `usize`.
    pub const fn bound(&self, len: usize) -> Option<usize> {
        len.checked_mul(self.bound)
    }

    /// The profile.
    pub const fn profile(&self) -> &Profile<'a> {
        self.escape.profile()
    }

    /// The policy for lone surrogates.
    pub const fn policy(&self) -> IllFormedUtf16 {
        self.policy
    }

    /// Copies `src` into `dst`, of the same length, as bytes. Returns true if that is all: if `src` is ASCII without
    /// anything to escape. Otherwise the contents of `dst` are unspecified.
    ///
    /// Unit by unit, for text so short that a call of [`json_escape_utf16`] would cost more.
    #[inline(always)]
    pub fn copy_plain(&self, src: &[u16], dst: &mut [u8]) -> bool {
        let stops = self.escape.stops();
        let (mut all, mut stop) = (0, false);
        for (&unit, byte) in src.iter().zip(dst) {
            *byte = unit as u8;
            all |= unit;
            stop |= stops[usize::from(unit as u8)];
        }
        all < 0x80 && !stop
    }
}

impl fmt::Debug for JsonEscapeUtf16<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonEscapeUtf16({}, {})", self.profile().name(), self.policy.name())
    }
}

/// The bytes that `policy` writes for a lone surrogate, and how many; of an escape, all but its digits.
const fn repair(profile: &Profile<'_>, policy: IllFormedUtf16) -> ([u8; 7], usize) {
    let text: &[u8] = match policy {
        IllFormedUtf16::QuestionMark => match &profile.ascii()[b'?' as usize] {
            escape if escape.bytes().is_some() => escape.bytes().unwrap(),
            _ => b"?",
        },
        IllFormedUtf16::Replace if profile.escapes_replacement() || profile.escapes_non_ascii(0xFFFD) => {
            return (unit_escape(0xFFFD, profile.hex()), 6);
        }
        IllFormedUtf16::Replace => "\u{FFFD}".as_bytes(),
        IllFormedUtf16::Escape => return (unit_escape(0xD800, profile.hex()), 6),
        IllFormedUtf16::Reject | IllFormedUtf16::Wtf8 => &[],
    };
    let mut copy = [0; 7];
    copy.split_at_mut(text.len()).0.copy_from_slice(text);
    (copy, text.len())
}

/// `\uXXXX`, and a byte that does not count.
const fn unit_escape(unit: u16, hex: HexCase) -> [u8; 7] {
    let [high, low] = unit.to_be_bytes();
    [b'\\', b'u', hex.digit(high >> 4), hex.digit(high), hex.digit(low >> 4), hex.digit(low), 0]
}

/// The most bytes that an ASCII character becomes, or `longest` if that is more.
pub(crate) const fn longest_ascii(profile: &Profile<'_>, mut longest: usize) -> usize {
    let mut byte = 0;
    while byte < 0x80 {
        if let Some(escape) = profile.ascii()[byte].bytes()
            && escape.len() > longest
        {
            longest = escape.len();
        }
        byte += 1;
    }
    longest
}

/// Escapes as much of `src` into `dst` as fits, under `rules`.
///
/// Stops early, at a whole character, if `dst` has no room for the next one, or if `src` ends with a high surrogate and
/// `chunk` says that more follows. Room of [`JsonEscapeUtf16::UNIT_MAX`] bytes always makes progress. Bytes of `dst`
/// past `written` may be overwritten. `repairs` counts the lone surrogates that the policy has replaced or escaped.
///
/// # Errors
///
/// Only under [`IllFormedUtf16::Reject`]: [`ErrorCode::Utf16SurrogateLone`] for the first lone surrogate, at its offset
/// in code units of `src`, once all before it had room. The contents of `dst` are then unspecified.
#[inline]
pub fn json_escape_utf16(
    rules: &JsonEscapeUtf16<'_>,
    src: &[u16],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    json_escape_utf16_with(Tier::best(), rules, src, dst, chunk, repairs)
}

/// As [`json_escape_utf16`], on a chosen tier.
pub fn json_escape_utf16_with(
    tier: Tier,
    rules: &JsonEscapeUtf16<'_>,
    src: &[u16],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    let mut done = Progress::default();
    if rules.escape.spells() && src.first().is_some_and(|&unit| unit >= 0x80) {
        done = spell_utf16(tier, &rules.escape, src, dst);
        if done.read == src.len() {
            return Ok(done);
        }
    } else if src.len() <= 2 * UNITS
        && let Some(written) = tier.run::<Short>(&rules.escape, src, dst)
    {
        return Ok(Progress { read: src.len(), written });
    } else {
        done = escape_leading_ascii(tier, &rules.escape, src, dst, done);
        if done.read == src.len() {
            return Ok(done);
        }
    }
    // The room is made of zeros first, so short text gets a small one.
    match src.len() {
        0..=64 => staged::<{ 3 * 64 }>(tier, rules, src, dst, done, chunk, repairs),
        65..=128 => staged::<{ 3 * 128 }>(tier, rules, src, dst, done, chunk, repairs),
        129..=256 => staged::<{ 3 * 256 }>(tier, rules, src, dst, done, chunk, repairs),
        _ => staged::<{ 3 * 512 }>(tier, rules, src, dst, done, chunk, repairs),
    }
}

/// Escapes a short string in one function, up to two blocks of units if they are ASCII. Does all of it or nothing.
struct Short;

impl Leaf for Short {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u16;
    type Output = Option<usize>;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8]) -> Option<usize> {
        if let Some((low, high)) = src.split_first_chunk::<UNITS>().filter(|(_, high)| !high.is_empty()) {
            return escape_ascii(v, rules, low, high, dst);
        }
        let mut room = [0; 3 * UNITS];
        let len = transcode_short(v, src, &mut room)?;
        if len > BLOCK {
            return None;
        }
        escape_one_block(v, rules, &room[..len], dst)
    }
}

/// Escapes up to two blocks of units as soon as they are narrowed; the second is empty unless the first is full.
/// Returns `None`, and does nothing, if a unit is not ASCII or needs a long escape.
#[inline(always)]
fn escape_ascii<V: Units>(v: V, rules: &JsonEscape<'_>, low: &[u16], high: &[u16], dst: &mut [u8]) -> Option<usize> {
    let len = low.len() + high.len();
    let (low, high) = (v.load_part(bytes_of(low)), v.load_part(bytes_of(high)));
    if v.units_with(v.or(low, high), ABOVE_ASCII, 0) != u32::MAX {
        return None;
    }
    let bytes = v.narrow(low, high);
    let mut room = [0; 2 * UNITS];
    v.store(bytes, &mut room);
    escape_bytes(v, rules, bytes, &room[..len], dst)
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

/// From this many units on, two blocks are checked at once if the block before needed no work.
const LONG: usize = 512;

/// The leading ASCII, each block of it escaped as soon as it is narrowed, up to one that needs more.
struct Ascii;

impl Leaf for Ascii {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u16;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8]) -> Progress {
        let mut done = Progress::default();
        let (classes, above_ascii) = (Classes::new(v, rules), v.splat_unit(ABOVE_ASCII));
        while let Some(block) = src[done.read..].first_chunk::<BLOCK>() {
            let (bytes, units) = narrow_block(v, block);
            let (above, members) = (v.and(units, above_ascii), v.members(classes.special, bytes));
            let room = &mut dst[done.written..];
            if let Some(room) = room.first_chunk_mut()
                && !v.any(v.or(above, members))
            {
                v.store(bytes, room);
                done = done.then(Progress { read: BLOCK, written: BLOCK });
                if src.len() - done.read >= LONG {
                    let plain = narrow_plain(v, rules.special(), &src[done.read..], &mut dst[done.written..]);
                    done = done.then(Progress { read: plain, written: plain });
                }
                continue;
            }
            if v.any(above) {
                return done;
            }
            let Some(written) = escape_special(v, rules, &classes, bytes, members, room) else { return done };
            done = done.then(Progress { read: BLOCK, written });
        }
        let rest = &src[done.read..];
        let (low, high) = rest.split_at(rest.len().min(UNITS));
        match escape_ascii(v, rules, low, high, &mut dst[done.written..]) {
            Some(written) => done.then(Progress { read: rest.len(), written }),
            None => done,
        }
    }
}

/// Escapes from `done` by way of a room of `ROOM` bytes, three for each unit.
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
        let part = &rest[..rest.len().min(ROOM / 3)];
        let staged = well_formed(tier, part, &mut room);
        let text = &room[..staged.written];
        if staged.written > staged.read && rules.escape.spells() {
            let spelled = spell_utf16(tier, &rules.escape, rest, &mut dst[done.written..]);
            if spelled.read > 0 {
                done = Progress { read: done.read + spelled.read, written: done.written + spelled.written };
                continue;
            }
        }
        let escaped = escape_whole(tier, &rules.escape, text, &mut dst[done.written..]);
        done.written += escaped.written;
        if escaped.read < text.len() {
            done.read += units_in(&text[..escaped.read]);
            return Ok(done);
        }
        done.read += staged.read;
        let rest = &src[done.read..];
        if staged.read < part.len() && is_lone(rest, chunk) {
            match repair_lone(rules, rest[0], &mut dst[done.written..], done.read)? {
                Some(written) => {
                    repairs.note(done.read);
                    done = Progress { read: done.read + 1, written: done.written + written };
                }
                None => return Ok(done),
            }
        } else if staged.read == 0 {
            // A high surrogate whose other half is still to come.
            return Ok(done);
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
fn units_in(text: &[u8]) -> usize {
    // One for each character, and one more for each that has four bytes.
    text.iter().map(|&byte| !is_continuation(byte) as usize + (byte >= 0xF0) as usize).sum()
}

/// Writes the replacement for the lone surrogate `unit`; `None` if it has no room.
#[cold]
fn repair_lone(rules: &JsonEscapeUtf16<'_>, unit: u16, room: &mut [u8], offset: usize) -> Result<Option<usize>, Error> {
    let mut text = rules.repair;
    match rules.policy {
        IllFormedUtf16::Reject | IllFormedUtf16::Wtf8 => {
            return Err(Error::new(ErrorCode::Utf16SurrogateLone, offset as u64));
        }
        IllFormedUtf16::Escape => text = unit_escape(unit, rules.profile().hex()),
        IllFormedUtf16::Replace | IllFormedUtf16::QuestionMark => {}
    }
    let Some(room) = room.get_mut(..rules.repair_len) else { return Ok(None) };
    room.copy_from_slice(&text[..rules.repair_len]);
    Ok(Some(rules.repair_len))
}
