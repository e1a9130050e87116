//! UTF-16 that is ASCII, narrowed into bytes in registers.

use crate::json_escape::{JsonEscape, escape_bytes};
use crate::plain_text::ABOVE_ASCII;
use crate::vector::{CODE_UNITS, CodeUnits, bytes_of};

/// Escapes up to two blocks of code units as soon as they are narrowed; the second is empty unless the first is full.
/// Returns `None`, and does nothing, if a code unit is not ASCII or needs a long escape.
#[inline(always)]
pub(super) fn escape_ascii<V: CodeUnits>(
    v: V,
    rules: &JsonEscape<'_>,
    low: &[u16],
    high: &[u16],
    dst: &mut [u8],
) -> Option<usize> {
    let len = low.len() + high.len();
    let (low, high) = (v.load_part(bytes_of(low)), v.load_part(bytes_of(high)));
    if v.code_units_with(v.or(low, high), ABOVE_ASCII, 0) != u32::MAX {
        return None;
    }
    let bytes = v.narrow(low, high);
    let mut room = [0; 2 * CODE_UNITS];
    v.store(bytes, &mut room);
    escape_bytes(v, rules, bytes, &room[..len], dst)
}
