//! Takes all of a string of up to [`BLOCK`] bytes, or nothing: ASCII with two-byte escapes, and validated text.

use crate::json_escape::blocks::escape_register;
use crate::json_escape::rules::JsonEscape;
use crate::json_escape::unit;
use crate::tier::Leaf;
use crate::vector::{BLOCK, Units};
use stringmill_outcome::Progress;

pub(crate) struct Block;

impl Leaf for Block {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        let written = (src.len() <= BLOCK).then(|| escape_register::<_, true>(v, rules, src, dst)).flatten();
        written.map_or(Progress::default(), |written| Progress { read: src.len(), written })
    }

    #[inline(always)]
    fn run_scalar(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        unit::text(rules, src, dst)
    }
}
