//! Strings of up to a block under rules that escape some or all non-ASCII characters. Clean ones, ones with two-byte escapes
//! and ones whose other characters stay are written from registers. In others the special bytes are found, and
//! [`unit::marked`] escapes these characters one after another.

use super::classes::Classes;
use super::one::special;
use crate::json_escape::rules::JsonEscape;
use crate::json_escape::unit::{self, MARKED_TEXT};
use crate::utf8::whole_len;
use crate::vector::Register;
use stringmill_outcome::Progress;

/// With more special bytes another way costs less, if all of them are escaped.
const MANY: u32 = 16;

/// The same for text of ASCII.
const MANY_ASCII: u32 = 3;

/// Escapes a string of up to `MAX` bytes, or takes nothing of a string with many special bytes. All non-ASCII characters are
/// escaped if `SPELLS`, and otherwise some. Stops at ill-formed bytes and near the end of the room.
#[inline(always)]
pub(crate) fn escape_marked<R: Register, const SPELLS: bool, const MAX: usize>(
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
