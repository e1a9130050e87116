//! What the vectors ask about the bytes of a block.

use super::rules::{Far, JsonEscape, LEAD_HIGH, NEXT_HIGH, NonAscii, THREE_HIGH};
use crate::plain::NeedsWork;
use crate::utf8_validate::Tables;
use crate::vector::{BLOCK, Register, Vector};

/// The tables of the rules, ready for use.
pub(crate) struct Classes<V: Register> {
    pub(crate) special: V::Set,
    pub(super) hard: V::Set,
    letters: V::Table,
    above_controls: V::Bytes,
}

impl<V: Register> Classes<V> {
    #[inline(always)]
    pub(crate) fn new(v: V, rules: &JsonEscape<'_>) -> Self {
        Classes {
            special: v.set(&rules.special),
            hard: v.set(&rules.hard),
            letters: v.table(&rules.letters),
            above_controls: v.splat(0x70),
        }
    }

    /// As [`Classes::new`], with non-ASCII bytes neither special nor hard.
    #[inline(always)]
    pub(super) fn of_ascii(v: V, rules: &JsonEscape<'_>) -> Self {
        Classes { special: v.set(&rules.escaped), hard: v.set(&rules.long), ..Self::new(v, rules) }
    }

    /// Not all zero where a byte of four blocks is hard, of which `members` are special.
    #[inline(always)]
    pub(super) fn hard_in_four(&self, v: V, blocks: [V::Bytes; 4], members: [V::Bytes; 4]) -> V::Bytes {
        let ([a, b, c, d], hard) = (blocks, self.hard);
        let [in_a, in_b, in_c, in_d] = members;
        let low = v.or(v.part_members(hard, in_a, a), v.part_members(hard, in_b, b));
        v.or(low, v.or(v.part_members(hard, in_c, c), v.part_members(hard, in_d, d)))
    }

    /// Each byte that has a two-byte escape turned into its second byte; others stay, where they are not escaped.
    #[inline(always)]
    pub(super) fn second_bytes(&self, v: V, bytes: V::Bytes) -> V::Bytes {
        // Only bytes below 0x10 change, and the addition lifts all others out of the reach of the look-up.
        v.xor(bytes, v.look_up(self.letters, v.saturating_add(bytes, self.above_controls)))
    }

    /// Whether the non-ASCII bytes of a block, with which `text` begins, need the path for single characters.
    #[inline(always)]
    pub(super) fn refuses(
        &self,
        v: V,
        rules: &JsonEscape<'_>,
        (bytes, text): (V::Bytes, &[u8]),
        before: V::Bytes,
    ) -> bool {
        match rules.non_ascii {
            NonAscii::All => return true,
            NonAscii::None => {}
            NonAscii::Some => {
                if self.may_be_escaped(v, rules, (bytes, text), before) {
                    return true;
                }
            }
        }
        rules.validates() && v.any(Tables::new(v).errors(v, bytes, before))
    }

    /// Whether an escaped sequence begins among the bytes of a block, with which `text` begins, or may end there: one that
    /// the end of the block cuts may be seen with the next block alone, and nobody counts it as read before that. Where
    /// profiles escape few, whether one may be there.
    #[inline(always)]
    fn may_be_escaped(&self, v: V, rules: &JsonEscape<'_>, (bytes, text): (V::Bytes, &[u8]), before: V::Bytes) -> bool {
        let (lead_low, lead_high) = (v.table(&rules.lead_low), v.table(&LEAD_HIGH));
        let Some([second_low, third_low]) = &rules.next_low else {
            let near = v.nonzero(v.and(v.look_up_low(lead_low, bytes), v.look_up_high(lead_high, bytes)));
            let far = far_seconds(v, rules, bytes, before);
            if far & 1 != 0 {
                return true;
            }
            let mut leads = near | far >> 1;
            while leads != 0 {
                if rules.escapes_at(text, leads.trailing_zeros() as usize) {
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

/// Where second bytes stand that may be of an escaped sequence, behind a lead byte from E4 to EF.
#[inline(always)]
fn far_seconds<V: Register>(v: V, rules: &JsonEscape<'_>, bytes: V::Bytes, before: V::Bytes) -> u64 {
    let Some(Far { lead_low, second_high, second_low }) = &rules.far else { return 0 };
    let one = v.earlier::<1>(bytes, before);
    let leads = v.and(v.look_up_low(v.table(lead_low), one), v.look_up_high(v.table(&THREE_HIGH), one));
    let next = v.and(v.look_up_low(v.table(second_low), bytes), v.look_up_high(v.table(second_high), bytes));
    v.nonzero(v.and(leads, next))
}

impl<V: Vector> Classes<V> {
    /// Writes four blocks in which nothing is escaped with more than two bytes; returns how many bytes.
    #[inline(always)]
    pub(super) fn expand_four(
        &self,
        v: V,
        blocks: [V::Bytes; 4],
        members: [V::Bytes; 4],
        room: &mut [u8; 8 * BLOCK],
    ) -> usize {
        let mut written = 0;
        for (bytes, members) in blocks.into_iter().zip(members) {
            // Of 8 blocks of room, at most twice the blocks before are taken, so this slice is always there.
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
