//! Blocks of UTF-16 with `\uXXXX` for each code unit that is not ASCII, or for each surrogate.
//!
//! Each code unit is two bytes with three bytes of output each, so that a block of any mix is three lanes that are
//! woven into one text:
//!
//! | | low byte | high byte |
//! |---|---|---|
//! | spelled, and `\u00HH` | `\uH` | HHH |
//! | ASCII with a two-byte escape | the two | nothing |
//! | other | UTF-8 | nothing |

use crate::json_escape::{Classes, JsonEscape};
use crate::vector::{
    BLOCK, CODE_UNITS, CodeUnits, LOW_BYTES, Lanes, SpellCodeUnits, WEAVE_ROOM, bytes_of, first_bits, write_within,
};
use stringmill_outcome::Progress;

/// How many code units of a block were read and how many bytes written, and why a run may end with it.
pub(super) struct SpelledBlock {
    pub(super) read: usize,
    pub(super) written: usize,
    pub(super) is_ascii: bool,
    /// Whether a lone surrogate follows.
    pub(super) is_cut: bool,
}

/// Bytes of an escape.
const ESCAPE: usize = "\\uXXXX".len();

/// The low bytes of code units that are not ASCII.
#[inline(always)]
fn non_ascii<V: CodeUnits>(v: V, bytes: V::Bytes) -> u64 {
    (v.nonzero(bytes) >> 1 | v.high_bits(bytes)) & LOW_BYTES
}

/// The work that the code units of a block need, at their low bytes.
struct Marks {
    /// All code units.
    here: u64,
    /// ASCII to escape.
    escaped: u64,
    /// Code units to spell.
    spelled: u64,
    /// Code units that are neither ASCII nor to spell.
    utf8: u64,
}

pub(super) struct Speller<'a, V: CodeUnits> {
    pub(super) v: V,
    rules: &'a JsonEscape<'a>,
    pub(super) classes: Classes<V>,
    digits: V::Table,
    /// 0x80 in each low byte.
    low: V::Bytes,
}

impl<'a, V: CodeUnits> Speller<'a, V> {
    #[inline(always)]
    pub(super) fn new(v: V, rules: &'a JsonEscape<'a>) -> Self {
        Speller {
            v,
            rules,
            classes: Classes::of_ascii(v, rules),
            digits: v.table(rules.digits()),
            low: v.splat_u16(0x0080),
        }
    }

    /// Continues from `done` by whole blocks without surrogates and without escapes of ASCII, up to a block of ASCII.
    #[inline(always)]
    pub(super) fn whole_blocks(
        &self,
        spell: impl SpellCodeUnits<V>,
        src: &[u16],
        dst: &mut [u8],
        mut done: Progress,
    ) -> Progress {
        let v = self.v;
        while let Some(block) = src[done.read..].first_chunk::<CODE_UNITS>()
            && let Some(room) = dst[done.written..].first_chunk_mut()
        {
            let bytes = v.load_part(bytes_of(block));
            let spelled = non_ascii(v, bytes);
            if spelled == 0 || v.code_units_with(bytes, 0xF800, 0xD800) != 0 {
                break;
            }
            if spelled == LOW_BYTES {
                // A call of its own, so that the code in it does not wait for a look-up.
                spell.spell(bytes, LOW_BYTES, self.rules.digits(), room);
            } else {
                if v.nonzero(v.members(self.classes.special, bytes)) & LOW_BYTES & !spelled != 0 {
                    break;
                }
                spell.spell(bytes, spelled, self.rules.digits(), room);
            }
            let written = done.written + CODE_UNITS + (ESCAPE - 1) * spelled.count_ones() as usize;
            done = Progress { read: done.read + CODE_UNITS, written };
        }
        done
    }

    /// Writes the next block, in which all but ASCII is spelled, or, if `PAIRS`, all surrogates. `None` if it has too
    /// little room, begins with a lone surrogate, or holds a long escape that is not `\u00XX`.
    #[inline(always)]
    pub(super) fn block<const PAIRS: bool>(&self, src: &[u16], room: &mut [u8]) -> Option<SpelledBlock> {
        let v = self.v;
        let bytes = v.load_part(bytes_of(&src[..src.len().min(CODE_UNITS)]));
        let (mut len, mut is_cut, mut surrogates) = (2 * src.len().min(CODE_UNITS), false, 0);
        let non_ascii = non_ascii(v, bytes);
        if non_ascii != 0 {
            surrogates = v.equal(v.and(bytes, v.splat(0xF8)), 0xD8) & !LOW_BYTES;
            if surrogates != 0 {
                (len, is_cut) = self.paired(bytes, surrogates, len, src.len() > CODE_UNITS);
                if len == 0 {
                    return None;
                }
            }
        }
        let here = first_bits(len) & LOW_BYTES;
        let escaped = v.nonzero(v.members(self.classes.special, bytes)) & here & !non_ascii;
        let spelled = if PAIRS { surrogates >> 1 } else { non_ascii } & here;
        let utf8 = non_ascii & here & !spelled;
        let written = if let Some(spell) = v.code_unit_speller()
            && escaped | utf8 == 0
            && let Some(room) = room.first_chunk_mut()
        {
            spell.spell(bytes, spelled, self.rules.digits(), room);
            len / 2 + (ESCAPE - 1) * spelled.count_ones() as usize
        } else {
            let lanes = self.lanes(bytes, Marks { here, escaped, spelled, utf8 })?;
            write_within!(room, WEAVE_ROOM, |room| v.weave(lanes, len, room))?
        };
        Some(SpelledBlock { read: len / 2, written, is_ascii: non_ascii & here == 0, is_cut })
    }

    /// The lanes of a block; `None` if it holds a long escape that is not `\u00XX`.
    #[inline(always)]
    fn lanes(&self, bytes: V::Bytes, marks: Marks) -> Option<Lanes<V>> {
        let v = self.v;
        let Marks { here, escaped, mut spelled, utf8 } = marks;
        let (mut seconds, mut short) = (v.splat(b'u'), 0);
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
        let mut low = [v.blend(spelled | short, v.splat(b'\\'), bytes), seconds, v.later(upper)];
        let mut three = 0;
        if utf8 != 0 {
            three = utf8 & !(v.below(bytes, 0x08) >> 1);
            low = self.with_utf8(low, bytes, utf8, three);
        }
        Some(Lanes {
            bytes: [
                v.choose(self.low, low[0], lower),
                v.choose(self.low, low[1], upper_before),
                v.choose(self.low, low[2], lower_before),
            ],
            counts: [here | spelled << 1, spelled | spelled << 1 | short | utf8, spelled | spelled << 1 | three],
        })
    }

    /// The lanes of low bytes, with UTF-8 for the code units that `utf8` names; those that `three` names have three
    /// bytes.
    #[inline(always)]
    fn with_utf8(&self, low: [V::Bytes; 3], bytes: V::Bytes, utf8: u64, three: u64) -> [V::Bytes; 3] {
        let (v, high) = (self.v, self.v.later(bytes));
        let continuation = v.splat(0x80);
        let last = v.or(v.and(bytes, v.splat(0x3F)), continuation);
        // Six bits from bit 6 on, of which a code unit of two bytes has five.
        let upper = v.and(v.shift_up::<2>(high), v.splat(0x3C));
        let middle = v.or(upper, v.and(v.shift_down::<2>(v.shift_down::<4>(bytes)), v.splat(0x03)));
        let lead_of_three = v.or(v.and(v.shift_down::<4>(high), v.splat(0x0F)), v.splat(0xE0));
        let lead = v.blend(three, lead_of_three, v.or(middle, v.splat(0xC0)));
        let second = v.blend(three, v.or(middle, continuation), last);
        [v.blend(utf8, lead, low[0]), v.blend(utf8, second, low[1]), v.blend(three, last, low[2])]
    }

    /// How many of the first `len` bytes come before the first lone surrogate, and whether there is one; a pair that
    /// the end of the block cuts, if there is `more`, is left to the next one. `surrogates` names their high bytes.
    #[inline(always)]
    fn paired(&self, bytes: V::Bytes, surrogates: u64, len: usize, more: bool) -> (usize, bool) {
        let v = self.v;
        let high = v.equal(v.and(bytes, v.splat(0xFC)), 0xD8) & surrogates;
        let low = surrogates & !high;
        if lone(high, low, len) == 0 {
            return (len, false);
        }
        up_to_lone(high, low, len, more)
    }
}

/// The surrogates without their other half among the first `len` bytes of a block; `high` and `low` name their high
/// bytes.
#[inline(always)]
fn lone(high: u64, low: u64, len: usize) -> u64 {
    ((high & !(low >> 2)) | (low & !(high << 2))) & first_bits(len)
}

/// As [`Speller::paired`], where a surrogate seems to be alone. A call of its own: the next load would else wait for
/// these masks.
#[cold]
fn up_to_lone(high: u64, low: u64, len: usize, more: bool) -> (usize, bool) {
    let is_cut = more && high >> (BLOCK - 1) != 0;
    let len = if is_cut { len - 2 } else { len };
    match lone(high, low, len) {
        0 => (len, false),
        lone => (lone.trailing_zeros() as usize - 1, true),
    }
}
