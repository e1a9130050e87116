//! Takes strings of at most [`SHORT`] bytes under rules that escape all non-ASCII characters. Stops in front of
//! ill-formed bytes and near the end of the room; takes nothing of a string with many special bytes.

use crate::json_escape::blocks::escape_marked;
use crate::json_escape::rules::JsonEscape;
use crate::json_escape::unit;
use crate::tier::Leaf;
use crate::vector::{SHORT, Units};
use stringmill_outcome::Progress;

pub(crate) struct MarkedShort;

impl Leaf for MarkedShort {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        escape_marked::<_, true, SHORT>(v.short(), rules, src, dst)
    }

    #[inline(always)]
    fn run_scalar(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        unit::text(rules, src, dst)
    }
}
