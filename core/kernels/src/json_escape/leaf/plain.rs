//! Takes ASCII with two-byte escapes, and other bytes if they need no look.

use crate::json_escape::blocks::escape_strides;
use crate::json_escape::rules::JsonEscape;
use crate::json_escape::unit;
use crate::tier::Leaf;
use crate::vector::Units;
use stringmill_outcome::Progress;

pub(crate) struct Plain;

impl Leaf for Plain {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        escape_strides::<V, false, false>(v, rules, src, dst)
    }

    #[inline(always)]
    fn run_scalar(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        unit::text(rules, src, dst)
    }
}
