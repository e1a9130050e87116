//! Takes blocks with escapes of any length, and other text in which no character is escaped.

use crate::json_escape::blocks::escape_strides;
use crate::json_escape::rules::JsonEscape;
use crate::tier::Leaf;
use crate::vector::Units;
use stringmill_outcome::Progress;

pub(crate) struct Long;

impl Leaf for Long {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        escape_strides::<V, true, true>(v, rules, src, dst)
    }
}
