//! Takes all of a string of up to [`SHORT`] bytes, or nothing: ASCII with two-byte escapes, and validated text.

use crate::json_escape::blocks::escape_register;
use crate::json_escape::rules::JsonEscape;
use crate::json_escape::unit;
use crate::tier::Leaf;
use crate::vector::{SHORT, Units};
use stringmill_outcome::Progress;

pub(crate) struct Short;

impl Leaf for Short {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u8;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        // The second check of the length spares the masks a check.
        let written = (src.len() <= SHORT).then(|| escape_register::<_, false>(v.short(), rules, src, dst)).flatten();
        written.map_or(Progress::default(), |written| Progress { read: src.len(), written })
    }

    #[inline(always)]
    fn run_scalar(rules: &JsonEscape<'_>, src: &[u8], dst: &mut [u8]) -> Progress {
        unit::text(rules, src, dst)
    }
}
