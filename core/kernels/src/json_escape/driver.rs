//! Decides which station continues. No other file decides this.
//!
//! ```text
//! escape  the first leaf, by length; strings of up to 64 bytes have one of their own if all non-ASCII characters are escaped
//!         up to 1,024 bytes: the second leaf, by the bytes in front of which the first one stopped
//! go_on   until src or dst is used up:
//!             the leaf for text under these rules, unless an ill-formed piece follows
//!             Long, unless an ill-formed piece follows
//!             single units: the piece, or the next 64 bytes
//! ```
//!
//! Each step returns as soon as all of `src` is read.

use super::leaf::{CLEAN_MAX_LEN, Clean, Long, MarkedAll, MarkedSome, Mixed, Plain, Runs, Short, Spell, Valid, Whole};
use super::rules::{JsonEscape, NonAscii};
use super::unit::{self, Stop};
use crate::tier::{IS_DOWNLOADED, Kernel, Tier};
use crate::utf8::{Sequence, sequence};
use crate::vector::{BLOCK, SHORT};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};

/// Ill-formed pieces closer than this are handled with the text between them: starting blocks again costs as much.
const NEAR: usize = 128;

/// Up to this length single characters cost less than the set-up of [`Spell`], even if none is ASCII.
const SPELL_MIN: usize = 24;

/// The bits of eight bytes that ASCII lacks.
const NON_ASCII: u64 = 0x8080_8080_8080_8080;

/// Escapes as [`json_escape`](crate::json_escape()) promises.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn escape(
    tier: Tier,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    // Most strings are short and clean. They get leaves that skip the set-up of the general case.
    if rules.spells() && src.len() <= BLOCK && !IS_DOWNLOADED {
        return escape_short(tier, rules, src, dst, chunk, repairs);
    }
    let some = rules.spells_any && !IS_DOWNLOADED;
    let mut done = if some && src.len() <= SHORT {
        tier.run::<MarkedSome<SHORT>>(rules, src, dst)
    } else if some && src.len() <= BLOCK {
        tier.run::<MarkedSome<BLOCK>>(rules, src, dst)
    } else if src.len() <= SHORT {
        tier.run::<Short<SHORT>>(rules, src, dst)
    } else if src.len() <= BLOCK {
        tier.run::<Short<BLOCK>>(rules, src, dst)
    } else if src.len() <= CLEAN_MAX_LEN {
        tier.run::<Clean>(rules, src, dst)
    } else {
        tier.run::<Plain>(rules, src, dst)
    };
    if done.read == src.len() {
        return Ok(done);
    }
    if src.len() <= CLEAN_MAX_LEN && tier.has_vectors() {
        done = done.then(second(rules, &src[done.read..], &mut dst[done.written..], tier));
        if done.read == src.len() {
            return Ok(done);
        }
    }
    let mut text = Text { tier, rules, src, dst, done };
    go_on(&mut text, chunk, repairs)?;
    Ok(text.done)
}

/// Escapes a string of up to a block under rules that escape all non-ASCII characters.
#[cfg_attr(not(debug_assertions), inline(always))]
fn escape_short(
    tier: Tier,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
    chunk: Chunk,
    repairs: &mut Repairs,
) -> Result<Progress, Error> {
    // Text that begins with a non-ASCII letter has few ASCII bytes, and needs no mask of special bytes.
    let dense = src.first().is_some_and(|&byte| byte >= 0x80);
    let done = if dense && src.len() <= SPELL_MIN {
        unit::spelled(rules, src, dst)
    } else if dense && tier.has_vectors() {
        spell(rules, src, dst, tier)
    } else if src.len() <= SHORT {
        tier.run::<MarkedAll<SHORT>>(rules, src, dst)
    } else {
        tier.run::<MarkedAll<BLOCK>>(rules, src, dst)
    };
    if done.read == src.len() {
        return Ok(done);
    }
    rest_of_marked(&mut Text { tier, rules, src, dst, done }, chunk, repairs)
}

/// Escapes a string of up to a block that has many special bytes, or what is left of one in which an ill-formed piece
/// follows.
#[inline(never)]
fn rest_of_marked(text: &mut Text<'_>, chunk: Chunk, repairs: &mut Repairs) -> Result<Progress, Error> {
    let Text { tier, rules, src, .. } = *text;
    if text.done.read == 0 && tier.has_vectors() {
        text.done = if is_plain_next(rules, src) {
            tier.run::<Whole>(rules, src, text.dst)
        } else if src.len() > SPELL_MIN {
            spell(rules, src, text.dst, tier)
        } else {
            unit::spelled(rules, src, text.dst)
        };
    }
    if !text.is_read() {
        text.units_until(text.src.len(), chunk, repairs)?;
    }
    Ok(text.done)
}

/// The second leaf, for the text at which the first leaf stopped. Most strings end in the second leaf. So this function
/// only passes its arguments on, in the registers in which the leaf expects them.
#[inline(never)]
fn second(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8], tier: Tier) -> Progress {
    match rules.non_ascii {
        NonAscii::Spelled if !is_plain_next(rules, src) => spell(rules, src, dst, tier),
        _ if src.len() <= BLOCK => tier.run::<Whole>(rules, src, dst),
        _ if is_plain_next(rules, src) => tier.run::<Plain>(rules, src, dst),
        NonAscii::Validated => tier.run::<Valid>(rules, src, dst),
        _ => Progress::default(),
    }
}

/// Spells text whose next block is not ASCII: alternates between the leaves for runs of long sequences, for any text
/// and for ASCII.
#[inline(never)]
fn spell(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8], tier: Tier) -> Progress {
    let mut text = Text { tier, rules, src, dst, done: Progress::default() };
    loop {
        let begun = text.done.read;
        // A call of the leaf for runs costs more than most runs that end within a block.
        if src[begun] >= 0xE0 && src.get(begun + BLOCK - 1).is_some_and(|&byte| byte >= 0x80) {
            text.run::<Runs>();
        }
        if !text.is_read() {
            text.run::<Spell>();
        }
        if text.is_read() || text.done.read == begun || text.is_ill_formed() {
            return text.done;
        }
        if text.is_plain_next() {
            text.run::<Plain>();
            if text.is_read() || text.is_plain_next() {
                return text.done;
            }
        }
    }
}

/// Whether the next block is ASCII, or other bytes need no look.
#[inline(always)]
fn is_plain_next(rules: &JsonEscape<'_>, rest: &[u8]) -> bool {
    if rules.non_ascii == NonAscii::Copied {
        return true;
    }
    match rest.first_chunk::<BLOCK>() {
        Some(block) => {
            let all = block.as_chunks().0.iter().fold(0, |all, &word| all | u64::from_ne_bytes(word));
            all & NON_ASCII == 0
        }
        None => rest.is_ascii(),
    }
}

/// A call after its first leaf.
struct Text<'a> {
    tier: Tier,
    rules: &'a JsonEscape<'a>,
    src: &'a [u8],
    dst: &'a mut [u8],
    done: Progress,
}

/// Alternates between the leaf for text, the leaf for long escapes and single units.
#[inline(never)]
fn go_on(text: &mut Text<'_>, chunk: Chunk, repairs: &mut Repairs) -> Result<(), Error> {
    if !text.tier.has_vectors() {
        text.units_until(text.src.len(), chunk, repairs)?;
        return Ok(());
    }
    if text.is_full() {
        return Ok(());
    }
    // Leaves also stop at an ill-formed piece. If one is known to follow, their set-up is saved.
    let mut ill_formed = text.is_ill_formed();
    let mut long_first = text.is_plain_next();
    let mut last_piece = 0;
    while !text.is_read() {
        let begun = text.done.read;
        if !long_first && !ill_formed {
            text.run_text();
            if text.is_read() {
                break;
            }
        }
        ill_formed = text.is_ill_formed();
        if !ill_formed && text.may_be_long() {
            text.run::<Long>();
        }
        long_first = false;
        if text.is_read() || text.rules.spells() && !ill_formed && text.done.read > begun {
            continue;
        }
        let near = ill_formed && text.done.read - last_piece < NEAR;
        let mut len = match ill_formed {
            true if near => NEAR,
            true => 1,
            false => BLOCK,
        };
        match text.next_run_of_four() {
            Some((0, run)) if text.spell_run(run) => continue,
            Some((before @ 1.., _)) => len = before,
            _ => {}
        }
        if text.units(len, near, chunk, repairs)? == Stop::Stuck {
            break;
        }
        last_piece = text.done.read;
        ill_formed = text.is_ill_formed();
    }
    Ok(())
}

impl Text<'_> {
    /// Continues with a leaf.
    #[inline(always)]
    fn run<L>(&mut self)
    where
        L: for<'r> Kernel<Context<'r> = &'r JsonEscape<'r>, CodeUnit = u8, Output = Progress>,
    {
        let (src, dst) = (&self.src[self.done.read..], &mut self.dst[self.done.written..]);
        self.done = self.done.then(self.tier.run::<L>(self.rules, src, dst));
    }

    /// Continues with the leaf for most text under the rules.
    #[inline(always)]
    fn run_text(&mut self) {
        match self.rules.non_ascii {
            NonAscii::Validated => self.run::<Valid>(),
            NonAscii::SomeEscaped => self.run::<Mixed>(),
            NonAscii::Spelled if !self.is_plain_next() => {
                let (src, dst) = (&self.src[self.done.read..], &mut self.dst[self.done.written..]);
                self.done = self.done.then(spell(self.rules, src, dst, self.tier));
            }
            NonAscii::ByUnit if !self.is_plain_next() => {}
            NonAscii::Copied | NonAscii::Spelled | NonAscii::ByUnit => self.run::<Plain>(),
        }
    }

    /// Spells the next `len` bytes, which are sequences of four bytes, as far as possible. Returns whether any byte was
    /// read.
    fn spell_run(&mut self, len: usize) -> bool {
        let Text { tier, rules, src, done, .. } = *self;
        let more = spell(rules, &src[done.read..done.read + len], &mut self.dst[done.written..], tier);
        self.done = done.then(more);
        more.read > 0
    }

    /// The first run of sequences of four bytes in the next block, if it is worth a call: how many bytes come before
    /// it, and how many it has. A longer run comes in parts, so that little room does not mean a long look each time.
    fn next_run_of_four(&self) -> Option<(usize, usize)> {
        if !self.rules.some_in_pairs {
            return None;
        }
        let rest = &self.src[self.done.read..];
        let before = rest.iter().take(BLOCK).position(|&byte| byte >= 0xF0)?;
        let looks_like_one = |bytes: &&[u8; 4]| u32::from_le_bytes(**bytes) & 0xC0C0_C0F0 == 0x8080_80F0;
        let count = rest[before..].as_chunks().0.iter().take(16 * BLOCK).take_while(looks_like_one).count();
        (count >= 4).then_some((before, 4 * count))
    }

    /// Escapes the next `len` bytes by single units. If an ill-formed piece is `near` another, continues while more
    /// pieces follow.
    fn units(&mut self, mut len: usize, near: bool, chunk: Chunk, repairs: &mut Repairs) -> Result<Stop, Error> {
        loop {
            let (before, until) = (repairs.count, self.src.len().min(self.done.read + len));
            let stop = self.units_until(until, chunk, repairs)?;
            if stop == Stop::Stuck || self.is_read() || !near || repairs.count == before {
                return Ok(stop);
            }
            len = NEAR;
        }
    }

    /// Escapes single units until at least `until` bytes are read.
    #[inline(always)]
    fn units_until(&mut self, until: usize, chunk: Chunk, repairs: &mut Repairs) -> Result<Stop, Error> {
        unit::escape(self.rules, self.src, self.dst, &mut self.done, until, chunk, repairs)
    }

    #[inline(always)]
    fn is_read(&self) -> bool {
        self.done.read == self.src.len()
    }

    /// Whether the next unit is ASCII and has no room.
    #[inline(always)]
    fn is_full(&self) -> bool {
        let room = self.dst.len() - self.done.written;
        room < 8 && self.src.get(self.done.read).is_some_and(|&byte| byte < 0x80 && room < self.rules.entry_len(byte))
    }

    /// Whether an ill-formed piece follows, under rules that look for such pieces.
    #[inline(always)]
    fn is_ill_formed(&self) -> bool {
        let rest = &self.src[self.done.read..];
        (self.rules.spells() || self.rules.validates())
            && !rest.is_empty()
            && !matches!(sequence(rest), Sequence::Whole { .. })
    }

    #[inline(always)]
    fn is_plain_next(&self) -> bool {
        is_plain_next(self.rules, &self.src[self.done.read..])
    }

    /// Whether [`Long`] can take the next block. [`Whole`] has taken strings of one block.
    #[inline(always)]
    fn may_be_long(&self) -> bool {
        self.src.len() > BLOCK && !self.is_read() && (self.rules.non_ascii.may_stay() || self.is_plain_next())
    }
}
