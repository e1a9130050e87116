//! Takes ASCII with two-byte escapes, and blocks of other text in which no character is escaped.

use crate::json_escape::blocks::escape_strides;
use crate::json_escape::rules::JsonEscape;
use crate::tier::Leaf;
use crate::vector::Units;
use stringmill_outcome::Progress;

pub(crate) struct Mixed;

impl Leaf for Mixed {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        if V::SMALL {
            // The same function as the leaf `Long`.
            escape_strides::<V, true, true>(v, rules, src, dst)
        } else {
            escape_strides::<V, true, false>(v, rules, src, dst)
        }
    }
}
