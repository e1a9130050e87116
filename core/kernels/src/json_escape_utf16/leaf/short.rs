//! Takes all of a short string, or nothing: up to two blocks of ASCII, or one of other text.

use crate::json_escape::{JsonEscape, escape_block};
use crate::json_escape_utf16::ascii_block::escape_ascii;
use crate::tier::Leaf;
use crate::utf16_to_utf8::transcode_short;
use crate::vector::{BLOCK, CODE_UNITS, CodeUnits};
use stringmill_outcome::Progress;

pub(crate) struct Short;

impl Leaf for Short {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u16;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8]) -> Progress {
        match escape(v, rules, src, dst) {
            Some(written) => Progress { read: src.len(), written },
            None => Progress::default(),
        }
    }
}

#[inline(always)]
fn escape<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8]) -> Option<usize> {
    if let Some((low, high)) = src.split_first_chunk::<CODE_UNITS>().filter(|(_, high)| !high.is_empty()) {
        return escape_ascii(v, rules, low, high, dst);
    }
    let mut room = [0; 3 * CODE_UNITS];
    let len = transcode_short(v, src, &mut room)?;
    if len > BLOCK {
        return None;
    }
    escape_block(v, rules, &room[..len], dst)
}
