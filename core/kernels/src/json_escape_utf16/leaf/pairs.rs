//! Takes UTF-16 up to a lone surrogate, under rules that spell surrogates and copy all other non-ASCII.
//!
//! Blocks of ASCII are narrowed and escaped, blocks without escapes are transcoded. A block with both, or with
//! surrogates, is woven (`speller.rs`).

use crate::json_escape::JsonEscape;
use crate::json_escape_utf16::speller::{SpelledBlock, Speller};
use crate::plain_text::STRIDE;
use crate::tier::Leaf;
use crate::vector::{CODE_UNITS, CodeUnitClasses, CodeUnits, bytes_of};
use stringmill_outcome::Progress;

pub(crate) struct Pairs;

impl Leaf for Pairs {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u16;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8]) -> Progress {
        let speller = Speller::new(v, rules);
        let mut done = Progress::default();
        let mut ascii = 0;
        while ascii < 2 * STRIDE && done.read < src.len() {
            let (rest, room) = (&src[done.read..], &mut dst[done.written..]);
            let block = match without_weaving(&speller, rest, room) {
                Some(block) => block,
                None => match speller.block::<true>(rest, room) {
                    Some(block) => block,
                    None => break,
                },
            };
            ascii = if block.is_ascii { ascii + 1 } else { 0 };
            done = Progress { read: done.read + block.read, written: done.written + block.written };
            if block.is_cut {
                break;
            }
        }
        done
    }
}

/// Writes the next block if it is ASCII, or has neither escapes nor surrogates; `None` for others, and if it has too
/// little room.
#[inline(always)]
fn without_weaving<V: CodeUnits>(speller: &Speller<'_, V>, src: &[u16], room: &mut [u8]) -> Option<SpelledBlock> {
    let (v, classes) = (speller.v, &speller.classes);
    let len = src.len().min(CODE_UNITS);
    let here = u32::MAX >> (CODE_UNITS - len);
    let units = v.load_part(bytes_of(&src[..len]));
    let non_ascii = !v.code_units_with(units, 0xFF80, 0);
    // Code units that are not ASCII may become any byte.
    let narrow = v.narrow(units, units);
    let escaped = v.nonzero(v.members(classes.special, narrow)) as u32 & here & !non_ascii;
    if non_ascii == 0 {
        if escaped != 0 && v.nonzero(v.members(classes.hard, narrow)) as u32 & escaped != 0 {
            return None;
        }
        let written = v.expand_within(classes.second_bytes(v, narrow), escaped.into(), len, room)?;
        return Some(SpelledBlock { read: len, written, is_ascii: true, is_cut: false });
    }
    let long = !v.code_units_with(units, 0xF800, 0);
    let unit_classes = CodeUnitClasses { non_ascii, long };
    let written = unit_classes.written(len);
    if escaped != 0 || v.code_units_with(units, 0xF800, 0xD800) != 0 || room.len() < written {
        return None;
    }
    if long == 0 {
        v.write_short_code_units(units, non_ascii, len, room);
    } else {
        v.write_code_units::<false>(units, units, unit_classes, len, room);
    }
    Some(SpelledBlock { read: len, written, is_ascii: false, is_cut: false })
}
