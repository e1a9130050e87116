//! What the vectors ask about the bytes of a block.

use super::rules::{ASCII_HIGH, JsonEscape, LEAD_HIGH, NonAscii};
use crate::plain::NeedsWork;
use crate::utf8_validate::Tables;
use crate::vector::Vector;

/// The tables of the rules, ready for use.
pub(super) struct Classes<V: Vector> {
    pub(super) escaped_low: V::Table,
    pub(super) long_low: V::Table,
    /// 0x80 where non-ASCII bytes need a look, else zero.
    pub(super) watched: V::Bytes,
    high: V::Table,
    letters: V::Table,
    above_controls: V::Bytes,
}

impl<V: Vector> Classes<V> {
    #[inline(always)]
    pub(super) fn new(v: V, rules: &JsonEscape<'_>) -> Self {
        Classes {
            escaped_low: v.table(&rules.escaped_low),
            long_low: v.table(&rules.long_low),
            watched: v.splat(rules.watched),
            high: v.table(&ASCII_HIGH),
            letters: v.table(&rules.letters),
            above_controls: v.splat(0x70),
        }
    }

    /// Not zero where the byte is in the set of ASCII bytes that `low` stands for.
    #[inline(always)]
    pub(super) fn members(&self, v: V, low: V::Table, bytes: V::Bytes) -> V::Bytes {
        v.and(v.look_up(low, bytes), v.look_up(self.high, v.high_nibbles(bytes)))
    }

    /// Each byte that has a two-byte escape turned into its second byte; others stay, where they are not escaped.
    #[inline(always)]
    pub(super) fn second_bytes(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        // Only bytes below 0x10 change, and the addition lifts all others out of the reach of the look-up.
        v.xor(bytes, v.look_up(self.letters, v.saturating_add(bytes, self.above_controls)))
    }

    /// Whether the non-ASCII bytes of a block need the path for single characters.
    #[inline(always)]
    pub(super) fn refuses(&self, v: V, rules: &JsonEscape<'_>, bytes: V::Bytes, before: V::Bytes) -> bool {
        match rules.non_ascii {
            NonAscii::All => return true,
            NonAscii::None => {}
            NonAscii::Some => {
                let low = v.look_up(v.table(&rules.lead_low), v.and(bytes, v.splat(0x0F)));
                if v.any(v.and(low, v.look_up(v.table(&LEAD_HIGH), v.high_nibbles(bytes)))) {
                    return true;
                }
            }
        }
        rules.validates() && v.any(Tables::new(v).errors(v, bytes, before))
    }
}

impl<V: Vector> NeedsWork<V> for Classes<V> {
    /// Not zero where the byte is escaped or is not ASCII and needs a look.
    #[inline(always)]
    fn needs_work(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        v.or(self.members(v, self.escaped_low, bytes), v.and(bytes, self.watched))
    }
}
