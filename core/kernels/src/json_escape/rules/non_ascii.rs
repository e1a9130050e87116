//! Which characters above U+007F a profile escapes.
//!
//! A profile may have hundreds of ranges, as one that escapes all unassigned characters; few scripts are then free of
//! gaps. Vector code checks whether a block may have an escaped character: first by its lead bytes, and then by the
//! bytes after these.

use crate::utf8::{Sequence, code_of, sequence};
use stringmill_profile::{CodeRange, Profile};

/// How text above U+007F is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NonAscii {
    /// Each byte is copied.
    Copied,
    /// Sequences are validated, and copied.
    Validated,
    /// Some characters are escaped, the others copied, validated or not.
    SomeEscaped,
    /// Each character becomes an escape of JSON.
    Spelled,
    /// Each character becomes an escape of Ion, which leaves cannot write.
    ByUnit,
}

impl NonAscii {
    /// Whether characters may be copied.
    #[inline(always)]
    pub(crate) fn may_stay(self) -> bool {
        !matches!(self, NonAscii::Spelled | NonAscii::ByUnit)
    }
}

/// Which characters are escaped, of a profile that escapes some and not all, as vectors and single units look them up.
#[derive(Clone)]
pub(crate) struct Ranges {
    above: NonAsciiSet,
    /// For each low nibble of a byte: one bit for each high nibble from C to F with which the byte may lead an escaped
    /// sequence.
    pub(crate) lead_low: [u8; 16],
    /// As `lead_low`, for the second and the third byte of an escaped sequence, with high nibbles from 8 to B, if all
    /// escaped sequences have three bytes or more. Two more look-ups pay, because other sequences with the same lead
    /// byte may be frequent, as quotation marks are next to U+2028.
    pub(crate) next_low: Option<[[u8; 16]; 2]>,
    /// If `next_low` is `None`: the lead bytes from E4 to EF, which `lead_low` then lacks. See [`LeadPairs`].
    pub(crate) lead_pairs: Option<LeadPairs>,
}

/// Pairs of a lead and a second byte that may begin an escaped sequence, as three tables: for each low nibble of the
/// lead byte, and for each nibble of the second byte, one bit for each lead byte that has such a pair. From the eighth
/// on leads share a bit; then, and with several gaps, the tables name more pairs than there are.
///
/// Ideographs have most sequences of the first of these lead bytes, and few of them are escaped. A look-up of each
/// character would take long.
#[derive(Clone)]
pub(crate) struct LeadPairs {
    pub(crate) lead_low: [u8; 16],
    pub(crate) second_high: [u8; 16],
    pub(crate) second_low: [u8; 16],
}

/// The lead byte of U+4000.
const FIRST_PAIR_LEAD: usize = 0xE4;

/// For each high nibble of a lead byte: all bits if the sequence has three bytes.
pub(crate) const THREE_HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0];

/// For each high nibble from C to F: its bit in [`Ranges::lead_low`].
pub(crate) const LEAD_HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8];

/// For each high nibble from 8 to B: its bit in [`Ranges::next_low`].
pub(crate) const NEXT_HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 0];

impl Ranges {
    pub(super) const fn new(profile: &Profile<'_>, non_ascii: NonAscii) -> Self {
        let some = matches!(non_ascii, NonAscii::SomeEscaped);
        let above = if some { NonAsciiSet::of(profile.non_ascii()) } else { NonAsciiSet::EMPTY };
        let mut ranges = Ranges { above, lead_low: [0; 16], next_low: None, lead_pairs: None };
        let mut byte: usize = 0xC2;
        while byte <= 0xF4 {
            if lead_may_be_escaped(profile.non_ascii(), byte as u32) {
                ranges.lead_low[byte & 15] |= 1 << ((byte >> 4) - 0xC);
            }
            byte += 1;
        }
        ranges.next_low = next_low(profile.non_ascii());
        if ranges.next_low.is_none() && some {
            ranges.set_far();
        }
        ranges
    }

    /// Whether the character `code`, above U+007F, is escaped.
    #[inline(always)]
    pub(crate) fn has(&self, profile: &Profile<'_>, code: usize) -> bool {
        self.above.has(profile, code)
    }

    /// As [`Ranges::has`], of the sequence whose first byte, from C2 to F4, is at `at`. Ill-formed sequences give any
    /// answer.
    #[inline(always)]
    pub(crate) fn has_at(&self, profile: &Profile<'_>, text: &[u8], at: usize) -> bool {
        self.above.has_at(profile, text, at)
    }

    const fn set_far(&mut self) {
        let mut pairs = LeadPairs { lead_low: [0; 16], second_high: [0; 16], second_low: [0; 16] };
        let mut bit = 1;
        let mut lead = FIRST_PAIR_LEAD;
        while lead <= 0xEF {
            let low = lead & 15;
            self.lead_low[low] &= !LEAD_HIGH[0xE];
            let mut second = 0x80;
            while second <= 0xBF {
                if self.above.has_of_64(low << 12 | (second & 0x3F) << 6) {
                    pairs.lead_low[low] = bit;
                    pairs.second_high[second >> 4] |= bit;
                    pairs.second_low[second & 15] |= bit;
                }
                second += 1;
            }
            if pairs.lead_low[low] != 0 && bit < 0x80 {
                bit <<= 1;
            }
            lead += 1;
        }
        self.lead_pairs = Some(pairs);
    }
}

/// [`Ranges::next_low`] of a profile with these ranges.
const fn next_low(ranges: &[CodeRange]) -> Option<[[u8; 16]; 2]> {
    if ranges.is_empty() || ranges[0].0 < 0x800 {
        return None;
    }
    let mut next = [[0; 16]; 2];
    let mut i = 0;
    while i < ranges.len() {
        let (first, last) = ranges[i];
        // Characters of three bytes, then those of four.
        if first < 0x1_0000 {
            let last = if last < 0x1_0000 { last } else { 0xFFFF };
            add_sixes(&mut next[0], first >> 6, last >> 6);
            add_sixes(&mut next[1], first, last);
        }
        if last >= 0x1_0000 {
            let first = if first < 0x1_0000 { 0x1_0000 } else { first };
            add_sixes(&mut next[0], first >> 12, last >> 12);
            add_sixes(&mut next[1], first >> 6, last >> 6);
        }
        i += 1;
    }
    Some(next)
}

/// Whether a sequence that begins with `lead` can be an escaped scalar value.
const fn lead_may_be_escaped(ranges: &[CodeRange], lead: u32) -> bool {
    let (first, last) = match lead {
        0xC2..=0xDF => ((lead & 0x1F) << 6, (lead & 0x1F) << 6 | 0x3F),
        0xE0..=0xEF => ((lead & 0x0F) << 12, (lead & 0x0F) << 12 | 0xFFF),
        _ => ((lead & 0x07) << 18, (lead & 0x07) << 18 | 0x3_FFFF),
    };
    let mut i = 0;
    while i < ranges.len() {
        if ranges[i].0 <= last && ranges[i].1 >= first {
            return true;
        }
        i += 1;
    }
    false
}

/// Adds the continuation bytes with the low six bits of `first` to `last` to a table of [`Ranges::next_low`].
const fn add_sixes(low: &mut [u8; 16], first: u32, last: u32) {
    let mut six = first;
    // After 64 code points in a row the table has all continuation bytes.
    while six <= last && six < first + 64 {
        low[six as usize & 15] |= 1 << (six >> 4 & 3);
        six += 1;
    }
}

/// The end of the characters that have one bit each. Frequent scripts that have gaps are below it.
const NEAR: usize = 0x3100;

/// A set of characters above U+007F. It has one bit for each character below [`NEAR`], and one bit for each group of 64
/// characters from there up to U+FFFF.
#[derive(Clone)]
struct NonAsciiSet {
    near: [u64; NEAR / 64],
    far: [u64; 0x1_0000 / 64 / 64],
}

impl NonAsciiSet {
    const EMPTY: Self = NonAsciiSet { near: [0; NEAR / 64], far: [0; 0x1_0000 / 64 / 64] };

    const fn of(ranges: &[CodeRange]) -> Self {
        let mut set = Self::EMPTY;
        let mut i = 0;
        while i < ranges.len() {
            let (first, last) = (ranges[i].0 as usize, ranges[i].1 as usize);
            add(&mut set.near, first, last);
            add(&mut set.far, first / 64, last / 64);
            i += 1;
        }
        set
    }

    /// Whether it has the character `code`. Asks `profile` if the tables cannot tell.
    #[inline(always)]
    fn has(&self, profile: &Profile<'_>, code: usize) -> bool {
        let has = |set: &[u64], number: usize| set.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0);
        if code < NEAR {
            return has(&self.near, code);
        }
        (code > 0xFFFF || has(&self.far, code / 64)) && profile.escapes_non_ascii(code as u32)
    }

    /// As [`NonAsciiSet::has`], of the sequence whose first byte, from C2 to F4, is at `at`.
    #[inline(always)]
    fn has_at(&self, profile: &Profile<'_>, text: &[u8], at: usize) -> bool {
        let text = &text[at..];
        match text.first_chunk() {
            Some(bytes) => self.has(profile, code_of(*bytes)),
            None => matches!(sequence(text), Sequence::Whole { code, .. } if self.has(profile, code as usize)),
        }
    }

    /// Whether it has one of the 64 characters from `code` on, which is a multiple of 64 below U+10000.
    const fn has_of_64(&self, code: usize) -> bool {
        self.far[code / 64 / 64] >> (code / 64 % 64) & 1 != 0
    }
}

/// Adds the numbers from `first` to `last` for which the set has room.
const fn add(set: &mut [u64], first: usize, last: usize) {
    let mut word = first / 64;
    while word < set.len() && word <= last / 64 {
        let from = if word == first / 64 { first % 64 } else { 0 };
        let to = if word == last / 64 { last % 64 } else { 63 };
        set[word] |= u64::MAX >> (63 - to) & u64::MAX << from;
        word += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_added_at_every_place_of_a_word() {
        // Miri is too slow for all.
        let step = if cfg!(miri) { 61 } else { 1 };
        for first in (0..200).step_by(step) {
            for last in (first..200).step_by(step) {
                let mut set = [0; 3];
                add(&mut set, first, last);
                for number in 0..192 {
                    let has = set[number / 64] >> (number % 64) & 1 != 0;
                    assert_eq!(has, (first..=last).contains(&number), "{number} of {first} to {last}");
                }
            }
        }
    }

    #[test]
    fn has_what_the_profile_has() {
        let all = 0x80..if cfg!(miri) { 0x400 } else { 0x11_0000 };
        let names = ["dotnet-relaxed", "dotnet-relaxed:net-core", "ion", "log", "terminal"];
        for name in names.into_iter().take(if cfg!(miri) { 1 } else { names.len() }) {
            let profile = Profile::parse(name).expect("a row of ours");
            let above = NonAsciiSet::of(profile.non_ascii());
            let mut text = [0; 5];
            for character in all.clone().filter_map(char::from_u32) {
                let code = character as u32;
                let escaped = profile.escapes_non_ascii(code);
                assert_eq!(above.has(&profile, code as usize), escaped, "{name}, U+{code:04X}");
                let len = character.encode_utf8(&mut text[1..]).len();
                // At the end of a text, and before others.
                assert_eq!(above.has_at(&profile, &text[..1 + len], 1), escaped, "{name}, U+{code:04X}");
                assert_eq!(
                    above.has_at(&profile, &[&text[..1 + len], b"abc"].concat(), 1),
                    escaped,
                    "{name}, U+{code:04X}"
                );
            }
        }
    }
}
