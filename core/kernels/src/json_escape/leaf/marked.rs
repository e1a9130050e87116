//! Strings of up to a block under rules that escape some or all non-ASCII characters. Clean strings, ones with two-byte
//! escapes and ones whose other characters stay are written from registers. In others the special bytes are found, and
//! [`unit::marked`] escapes these characters one after another.

use crate::json_escape::blocks::{Classes, special};
use crate::json_escape::rules::JsonEscape;
use crate::json_escape::unit::{self, MARKED_TEXT};
use crate::tier::Leaf;
use crate::utf8::whole_len;
use crate::vector::{CodeUnits, Register, SHORT};
use stringmill_outcome::Progress;

/// Takes a string of at most 32 or 64 bytes under rules that escape all non-ASCII characters; nothing of one with many
/// special bytes. Stops in front of ill-formed bytes and near the end of the room.
pub(crate) type MarkedAll<const MAX: usize> = Marked<true, MAX>;

/// Takes a string of at most 32 or 64 bytes under rules that escape some non-ASCII characters. Stops in front of
/// ill-formed bytes and near the end of the room.
pub(crate) type MarkedSome<const MAX: usize> = Marked<false, MAX>;

/// A string of up to `MAX` bytes, [`SHORT`] or a block, or nothing of a longer one.
pub(crate) struct Marked<const SPELLS: bool, const MAX: usize>;

impl<const SPELLS: bool, const MAX: usize> Leaf for Marked<SPELLS, MAX> {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        if MAX == SHORT {
            escape::<_, SPELLS, MAX>(v.short(), rules, src, dst)
        } else {
            escape::<_, SPELLS, MAX>(v, rules, src, dst)
        }
    }

    #[inline(always)]
    fn run_scalar(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        unit::text(rules, src, dst)
    }
}

/// With more special bytes another way costs less, if all of them are escaped.
const MANY: u32 = 16;

/// As [`MANY`], for ASCII text.
const MANY_ASCII: u32 = 3;

#[inline(always)]
fn escape<R: Register, const SPELLS: bool, const MAX: usize>(
    r: R,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst: &mut [u8],
) -> Progress {
    if src.len() > MAX {
        return Progress::default();
    }
    let classes = Classes::new(r, rules);
    let bytes = r.load_prefix(src);
    let whole = |written| Progress { read: src.len(), written };
    let Some((special, hard)) = special(r, &classes, bytes, src.len()) else {
        return r.expand_within(bytes, 0, src.len(), dst).map_or(Progress::default(), whole);
    };
    let high = r.high_bits(bytes) & special;
    let stays = hard == 0 || !SPELLS && hard == high && stays(r, rules, &classes, bytes, src);
    if stays {
        let letters = classes.second_bytes(r, bytes);
        return r.expand_within(letters, special ^ high, src.len(), dst).map_or(Progress::default(), whole);
    }
    if SPELLS && special.count_ones() > if high == 0 { MANY_ASCII } else { MANY } {
        return Progress::default();
    }
    let mut text = [0; MARKED_TEXT];
    let (Some(copy), Some(room)) = (text.first_chunk_mut(), dst.first_chunk_mut()) else { return Progress::default() };
    r.expand(bytes, 0, src.len(), copy);
    r.expand(bytes, 0, src.len(), room);
    unit::marked::<SPELLS>(rules, &text, src.len(), special, dst)
}

/// Whether all non-ASCII characters of a text are well-formed and stay.
#[inline(always)]
fn stays<R: Register>(r: R, rules: &JsonEscape<'_>, classes: &Classes<R>, bytes: R::Bytes, src: &[u8]) -> bool {
    !classes.refuses(r, rules, (bytes, src), r.splat(0)) && whole_len(src) == src.len()
}
