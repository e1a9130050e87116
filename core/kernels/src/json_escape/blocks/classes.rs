//! Classes of the bytes of a block: special, hard, escaped. The picture of these sets is in `rules/sets.rs`.

use crate::json_escape::rules::{JsonEscape, LEAD_HIGH, LeadPairs, NEXT_HIGH, NonAscii, THREE_HIGH};
use crate::plain_text::NeedsWork;
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, Register, Vector};

/// The tables of the rules, ready for use.
pub(crate) struct Classes<V: Register> {
    pub(crate) special: V::Set,
    pub(crate) hard: V::Set,
    letters: V::Table,
    above_controls: V::Bytes,
}

impl<V: Register> Classes<V> {
    #[inline(always)]
    pub(crate) fn new(v: V, rules: &JsonEscape<'_>) -> Self {
        Classes {
            special: v.set(&rules.sets.special),
            hard: v.set(&rules.sets.hard),
            letters: v.table(&rules.spelling.letters),
            above_controls: v.splat(0x70),
        }
    }

    /// As [`Classes::new`], with non-ASCII bytes neither special nor hard.
    #[inline(always)]
    pub(crate) fn of_ascii(v: V, rules: &JsonEscape<'_>) -> Self {
        Classes { special: v.set(&rules.sets.escaped), hard: v.set(&rules.sets.long), ..Self::new(v, rules) }
    }

    /// Not zero if a byte of four blocks is hard. `members` are their special bytes.
    #[inline(always)]
    pub(crate) fn hard_in_four(&self, v: V, blocks: [V::Bytes; 4], members: [V::Bytes; 4]) -> V::Bytes {
        let ([a, b, c, d], hard) = (blocks, self.hard);
        let [in_a, in_b, in_c, in_d] = members;
        let low = v.or(v.part_members(hard, in_a, a), v.part_members(hard, in_b, b));
        v.or(low, v.or(v.part_members(hard, in_c, c), v.part_members(hard, in_d, d)))
    }

    /// Turns each byte that has a two-byte escape into its second byte. Bytes that are not escaped stay.
    #[inline(always)]
    pub(crate) fn second_bytes(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        // Only bytes below 0x10 change, because the addition moves all other bytes beyond the table.
        v.xor(bytes, v.look_up(self.letters, v.saturating_add(bytes, self.above_controls)))
    }

    /// Whether the non-ASCII bytes of a block, with which `text` begins, need single units.
    #[inline(always)]
    pub(crate) fn refuses(
        &self,
        v: V,
        rules: &JsonEscape<'_>,
        (bytes, text): (V::Bytes, &[u8]),
        before: V::Bytes,
    ) -> bool {
        match rules.non_ascii {
            NonAscii::Spelled | NonAscii::ByUnit => return true,
            NonAscii::Copied | NonAscii::Validated => {}
            NonAscii::SomeEscaped => {
                if self.may_be_escaped(v, rules, (bytes, text), before) {
                    return true;
                }
            }
        }
        rules.validates() && v.any(Tables::new(v).errors(v, bytes, before))
    }

    /// Whether an escaped sequence begins in a block, with which `text` begins, or may end there. A sequence that the
    /// end of the block cuts may show in the next block only; callers count it as read after that. With `next_low`,
    /// true also for some blocks without such a sequence.
    #[inline(always)]
    fn may_be_escaped(&self, v: V, rules: &JsonEscape<'_>, (bytes, text): (V::Bytes, &[u8]), before: V::Bytes) -> bool {
        let (lead_low, lead_high) = (v.table(&rules.ranges.lead_low), v.table(&LEAD_HIGH));
        let Some([second_low, third_low]) = &rules.ranges.next_low else {
            let near = v.nonzero(v.and(v.look_up_low(lead_low, bytes), v.look_up_high(lead_high, bytes)));
            let paired = paired_seconds(v, rules, bytes, before);
            if paired & 1 != 0 {
                return true;
            }
            let mut leads = near | paired >> 1;
            while leads != 0 {
                if rules.ranges.has_at(rules.profile(), text, leads.trailing_zeros() as usize) {
                    return true;
                }
                leads &= leads - 1;
            }
            return false;
        };
        let two = v.earlier::<2>(bytes, before);
        let leads = v.and(v.look_up_low(lead_low, two), v.look_up_high(lead_high, two));
        if !v.any(leads) {
            return false;
        }
        let (one, high) = (v.earlier::<1>(bytes, before), v.table(&NEXT_HIGH));
        let seconds = v.nonzero(v.and(v.look_up_low(v.table(second_low), one), v.look_up_high(high, one)));
        let thirds = v.nonzero(v.and(v.look_up_low(v.table(third_low), bytes), v.look_up_high(high, bytes)));
        v.nonzero(leads) & seconds & thirds != 0
    }
}

/// Second bytes that may belong to an escaped sequence, after a lead byte from E4 to EF.
#[inline(always)]
fn paired_seconds<V: Register>(v: V, rules: &JsonEscape<'_>, bytes: V::Bytes, before: V::Bytes) -> u64 {
    let Some(LeadPairs { lead_low, second_high, second_low }) = &rules.ranges.lead_pairs else { return 0 };
    let one = v.earlier::<1>(bytes, before);
    let leads = v.and(v.look_up_low(v.table(lead_low), one), v.look_up_high(v.table(&THREE_HIGH), one));
    let next = v.and(v.look_up_low(v.table(second_low), bytes), v.look_up_high(v.table(second_high), bytes));
    v.nonzero(v.and(leads, next))
}

impl<V: Vector> Classes<V> {
    /// Writes four blocks without long escapes. Returns how many bytes.
    #[inline(always)]
    pub(crate) fn expand_four(
        &self,
        v: V,
        blocks: [V::Bytes; 4],
        members: [V::Bytes; 4],
        room: &mut [u8; 8 * BLOCK],
    ) -> usize {
        let mut written = 0;
        for (bytes, members) in blocks.into_iter().zip(members) {
            // At most two blocks are written for each block before, so that this slice of 8 blocks never ends early.
            let Some(to) = room.get_mut(written..).and_then(|room| room.first_chunk_mut()) else { break };
            written += v.expand(self.second_bytes(v, bytes), v.nonzero(members), BLOCK, to);
        }
        written
    }
}

impl<V: Vector> NeedsWork<V> for Classes<V> {
    #[inline(always)]
    fn needs_work(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        v.members(self.special, bytes)
    }
}
