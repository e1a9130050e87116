//! Takes UTF-16 up to a lone surrogate, under rules that spell: `\uXXXX` for each unit that is not ASCII.
//!
//! Each code unit is two bytes with three bytes of output each, so that a block of any mix is three lanes that are woven
//! into one text:
//!
//! | | low byte | high byte |
//! |---|---|---|
//! | any but ASCII, and `\u00HH` | `\uH` | HHH |
//! | ASCII with a two-byte escape | the two | nothing |
//! | other ASCII | the byte | nothing |

use crate::json_escape::{Classes, JsonEscape, weave_within};
use crate::plain::STRIDE;
use crate::tier::Leaf;
use crate::vector::{BLOCK, LOW_BYTES, Lanes, SpellUnits, UNITS, Units, bytes_of, first_bits};
use stringmill_outcome::Progress;

pub(crate) struct Spell;

impl Leaf for Spell {
    type Context<'a> = &'a JsonEscape<'a>;
    type Unit = u16;
    type Output = Progress;

    #[inline(always)]
    fn run<V: Units>(v: V, rules: &JsonEscape<'_>, src: &[u16], dst: &mut [u8]) -> Progress {
        let speller = Speller::new(v, rules);
        let mut done = Progress::default();
        let mut ascii = 0;
        while ascii < 2 * STRIDE && done.read < src.len() {
            if let Some(spell) = v.unit_speller() {
                done = speller.whole_blocks(spell, src, dst, done);
            }
            let Some(block) = speller.block(&src[done.read..], &mut dst[done.written..]) else { break };
            ascii = if block.is_ascii { ascii + 1 } else { 0 };
            done = Progress { read: done.read + block.read, written: done.written + block.written };
            if block.is_cut {
                break;
            }
        }
        done
    }
}

/// What was done with a block.
struct Spelled {
    read: usize,
    written: usize,
    is_ascii: bool,
    /// Whether a lone surrogate follows.
    is_cut: bool,
}

/// Bytes of an escape.
const ESCAPE: usize = "\\uXXXX".len();

/// The low bytes of units that are not ASCII.
#[inline(always)]
fn non_ascii<V: Units>(v: V, bytes: V::Bytes) -> u64 {
    (v.nonzero(bytes) >> 1 | v.high_bits(bytes)) & LOW_BYTES
}

struct Speller<'a, V: Units> {
    v: V,
    rules: &'a JsonEscape<'a>,
    classes: Classes<V>,
    digits: V::Table,
    /// 0x80 in each low byte.
    low: V::Bytes,
}

impl<'a, V: Units> Speller<'a, V> {
    #[inline(always)]
    fn new(v: V, rules: &'a JsonEscape<'a>) -> Self {
        Speller {
            v,
            rules,
            classes: Classes::of_ascii(v, rules),
            digits: v.table(rules.digits()),
            low: v.splat_unit(0x0080),
        }
    }

    /// Continues from `done` by whole blocks without surrogates and without escapes of ASCII, up to a block of ASCII.
    #[inline(always)]
    fn whole_blocks(&self, spell: impl SpellUnits<V>, src: &[u16], dst: &mut [u8], mut done: Progress) -> Progress {
        let v = self.v;
        while let Some(block) = src[done.read..].first_chunk::<UNITS>()
            && let Some(room) = dst[done.written..].first_chunk_mut()
        {
            let bytes = v.load_part(bytes_of(block));
            let spelled = non_ascii(v, bytes);
            if spelled == 0 || v.units_with(bytes, 0xF800, 0xD800) != 0 {
                break;
            }
            if spelled == LOW_BYTES {
                // Apart, so that nothing in it waits for a look-up.
                spell.spell(bytes, LOW_BYTES, self.rules.digits(), room);
            } else {
                if v.nonzero(v.members(self.classes.special, bytes)) & LOW_BYTES & !spelled != 0 {
                    break;
                }
                spell.spell(bytes, spelled, self.rules.digits(), room);
            }
            let written = done.written + UNITS + (ESCAPE - 1) * spelled.count_ones() as usize;
            done = Progress { read: done.read + UNITS, written };
        }
        done
    }

    /// Writes the next block; `None` if it has too little room, begins with a lone surrogate, or holds a long escape
    /// that is not `\u00XX`.
    #[inline(always)]
    fn block(&self, src: &[u16], room: &mut [u8]) -> Option<Spelled> {
        let v = self.v;
        let bytes = v.load_part(bytes_of(&src[..src.len().min(UNITS)]));
        let (mut len, mut is_cut) = (2 * src.len().min(UNITS), false);
        let non_ascii = non_ascii(v, bytes);
        if non_ascii != 0 {
            let surrogates = v.equal(v.and(bytes, v.splat(0xF8)), 0xD8) & !LOW_BYTES;
            if surrogates != 0 {
                (len, is_cut) = self.paired(bytes, surrogates, len, src.len() > UNITS);
                if len == 0 {
                    return None;
                }
            }
        }
        let here = first_bits(len) & LOW_BYTES;
        let escaped = v.nonzero(v.members(self.classes.special, bytes)) & here & !non_ascii;
        let (mut spelled, mut short) = (non_ascii & here, 0);
        if let Some(spell) = v.unit_speller()
            && escaped == 0
            && let Some(room) = room.first_chunk_mut()
        {
            spell.spell(bytes, spelled, self.rules.digits(), room);
            let written = len / 2 + (ESCAPE - 1) * spelled.count_ones() as usize;
            return Some(Spelled { read: len / 2, written, is_ascii: spelled == 0, is_cut });
        }
        let mut seconds = v.splat(b'u');
        if escaped != 0 {
            let long = v.nonzero(v.members(self.classes.hard, bytes)) & escaped;
            if long != 0 && self.rules.digits_of(v, bytes, long) != Some(self.rules.digits()) {
                return None;
            }
            spelled |= long;
            short = escaped & !long;
            seconds = v.blend(short, self.classes.second_bytes(v, bytes), seconds);
        }
        let zeros = v.splat(0);
        let (upper, lower) = (v.look_up_high(self.digits, bytes), v.look_up_low(self.digits, bytes));
        let (upper_before, lower_before) = (v.earlier::<1>(upper, zeros), v.earlier::<1>(lower, zeros));
        let firsts = v.blend(spelled | short, v.splat(b'\\'), bytes);
        let lanes = Lanes {
            bytes: [
                v.choose(self.low, firsts, lower),
                v.choose(self.low, seconds, upper_before),
                v.choose(self.low, v.later(upper), lower_before),
            ],
            counts: [here | spelled << 1, spelled | spelled << 1 | short, spelled | spelled << 1],
        };
        let written = weave_within(v, lanes, len, room)?;
        Some(Spelled { read: len / 2, written, is_ascii: non_ascii & here == 0, is_cut })
    }

    /// How many of the first `len` bytes come before the first lone surrogate, and whether there is one; a pair that the
    /// end of the block cuts, if there is `more`, is left to the next one. `surrogates` names their high bytes.
    #[inline(always)]
    fn paired(&self, bytes: V::Bytes, surrogates: u64, len: usize, more: bool) -> (usize, bool) {
        let v = self.v;
        let high = v.equal(v.and(bytes, v.splat(0xFC)), 0xD8) & surrogates;
        let low = surrogates & !high;
        let cut = more && high >> (BLOCK - 1) != 0;
        let len = if cut { len - 2 } else { len };
        let here = first_bits(len);
        let lone = ((high & !(low >> 2)) | (low & !(high << 2))) & here;
        if lone == 0 { (len, false) } else { (lone.trailing_zeros() as usize - 1, true) }
    }
}
