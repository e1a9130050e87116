//! Which characters above U+007F are escaped, where a profile escapes some of them and not all.
//!
//! The ranges of a profile may be hundreds, as where all that is not assigned is escaped; then few scripts are without a gap.

use crate::utf8::{Sequence, sequence};
use stringmill_profile::{CodeRange, Profile};

/// Below it lie all scripts with gaps that are much in use.
const NEAR: usize = 0x3100;

/// A set of characters above U+007F: each below [`NEAR`], and of those up to U+FFFF which 64 in a row have one.
#[derive(Clone)]
pub(super) struct Above {
    near: [u64; NEAR / 64],
    far: [u64; 0x1_0000 / 64 / 64],
}

impl Above {
    pub(super) const EMPTY: Self = Above { near: [0; NEAR / 64], far: [0; 0x1_0000 / 64 / 64] };

    pub(super) const fn of(ranges: &[CodeRange]) -> Self {
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

    /// Whether it has the character `code`, which `profile` has to say where nothing nearer tells.
    #[inline(always)]
    pub(super) fn has(&self, profile: &Profile<'_>, code: usize) -> bool {
        let has = |set: &[u64], number: usize| set.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0);
        if code < NEAR {
            return has(&self.near, code);
        }
        (code > 0xFFFF || has(&self.far, code / 64)) && profile.escapes_non_ascii(code as u32)
    }

    /// The same of the sequence of which the first byte, from C2 to F4, stands at `at`; of what is ill-formed anything.
    #[inline(always)]
    pub(super) fn has_at(&self, profile: &Profile<'_>, text: &[u8], at: usize) -> bool {
        let text = &text[at..];
        let Some(&[lead, second, third, fourth]) = text.first_chunk() else {
            return matches!(sequence(text), Sequence::Whole { code, .. } if self.has(profile, code as usize));
        };
        let six = |byte: u8| byte as usize & 0x3F;
        let lead = lead as usize;
        let code = match lead {
            0..0xE0 => (lead & 0x1F) << 6 | six(second),
            0xE0..0xF0 => (lead & 0xF) << 12 | six(second) << 6 | six(third),
            _ => (lead & 7) << 18 | six(second) << 12 | six(third) << 6 | six(fourth),
        };
        self.has(profile, code)
    }

    /// Whether it has one of the 64 characters from `code` on, which is a multiple of 64 below U+10000.
    pub(super) const fn has_of_64(&self, code: usize) -> bool {
        self.far[code / 64 / 64] >> (code / 64 % 64) & 1 != 0
    }
}

/// Adds what a set has room for of the numbers from `first` to `last`.
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
        for name in ["dotnet-relaxed", "dotnet-relaxed:net-core", "ion", "log", "terminal"] {
            let profile = Profile::parse(name).expect("a row of ours");
            let above = Above::of(profile.non_ascii());
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
