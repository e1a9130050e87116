//! A string of one block, written at once.

use crate::json_escape::blocks::escape_block;
use crate::json_escape::rules::JsonEscape;
use crate::tier::Leaf;
use crate::vector::{BLOCK, CodeUnits};
use stringmill_outcome::Progress;

/// Takes all of a string of at most 64 bytes, or nothing: escapes of any length, and text in which no character above
/// U+007F is escaped.
pub(crate) struct Whole;

impl Leaf for Whole {
    type Context<'a> = &'a JsonEscape<'a>;
    type CodeUnit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: CodeUnits>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        // The check of the length lets the compiler drop a check of the masks.
        let written = if src.len() <= BLOCK { escape_block(v, rules, src, dst) } else { None };
        written.map_or(Progress::default(), |written| Progress { read: src.len(), written })
    }
}
