//! Takes all of a string of up to [`BLOCK`] bytes, or nothing: escapes of any length, and text in which no character above
//! U+007F is escaped.

use crate::json_escape::blocks::escape_block;
use crate::json_escape::rules::JsonEscape;
use crate::tier::Leaf;
use crate::vector::{BLOCK, Units};
use stringmill_outcome::Progress;

pub(crate) struct Whole;

impl Leaf for Whole {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        // The check of the length spares the masks one.
        let written = if src.len() <= BLOCK { escape_block(v, rules, src, dst) } else { None };
        written.map_or(Progress::default(), |written| Progress { read: src.len(), written })
    }
}
