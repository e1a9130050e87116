//! The string is in one register, or a few.

use crate::json_escape::blocks::{Classes, special};
use crate::json_escape::rules::{JsonEscape, NonAscii};
use crate::json_escape::unit;
use crate::tier::Leaf;
use crate::utf8_validate::Tables;
use crate::vector::{CodeUnits, Register, SHORT};
use stringmill_outcome::Progress;

/// Takes all of a string of at most 32 or 64 bytes, or nothing: ASCII with two-byte escapes, and validated text.
pub(crate) struct Short<const MAX: usize>;

impl<const MAX: usize> Leaf for Short<MAX> {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        // The check of the length lets the compiler drop checks of the masks.
        let written = if src.len() > MAX {
            None
        } else if MAX == SHORT {
            escape::<_, false>(v.short(), rules, src, dst)
        } else {
            escape::<_, true>(v, rules, src, dst)
        };
        written.map_or(Progress::default(), |written| Progress { read: src.len(), written })
    }

    #[inline(always)]
    fn run_scalar(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        unit::text(rules, src, dst)
    }
}

/// Escapes all of a `src` that fits into a register: ASCII with two-byte escapes, or validated text; `None` for others.
/// If `ROOMY`, text with escapes needs the room of a block of escapes.
#[inline(always)]
fn escape<R: Register, const ROOMY: bool>(r: R, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    let classes = Classes::new(r, rules);
    let bytes = r.load_prefix(src);
    let Some((special, hard)) = special(r, &classes, bytes, src.len()) else {
        return r.expand_within(bytes, 0, src.len(), dst);
    };
    let mut escaped = special;
    if hard != 0 {
        escaped = escaped_of_valid(r, rules, bytes, special, hard)?;
        if escaped == 0 {
            return r.expand_within(bytes, 0, src.len(), dst);
        }
    }
    if ROOMY {
        return Some(r.expand(classes.second_bytes(r, bytes), escaped, src.len(), dst.first_chunk_mut()?));
    }
    r.expand_within(classes.second_bytes(r, bytes), escaped, src.len(), dst)
}

/// The bytes among `special` that are escaped, under rules that copy well-formed sequences. `bytes` are a whole text.
/// `None` if the text is ill-formed, if the rules differ, or if one of the `hard` bytes has a long escape.
#[inline(always)]
fn escaped_of_valid<R: Register>(
    r: R,
    rules: &JsonEscape<'_>,
    bytes: R::Bytes,
    special: u64,
    hard: u64,
) -> Option<u64> {
    // All bytes above 0x7F are hard under these rules; no other byte may be hard.
    if rules.non_ascii != NonAscii::Validated || r.high_bits(bytes) & special != hard {
        return None;
    }
    let escaped = special ^ hard;
    // A sequence that the end of the text cuts is an error before the zeros after it, if there are any.
    let errors = Tables::new(r).errors(r, bytes, r.splat(0));
    (!r.any(r.or(errors, r.unfinished(bytes)))).then_some(escaped)
}
