//! Every unit, and every pair of classes at every place around blocks.

use super::subject::{Operation, all_rules, check_latin1};
use crate::oracle::{in_parallel, profiles, sample, tier_names};
use stringmill_kernels::JsonEscapeLatin1;
use stringmill_profile::IllFormedUtf16;

/// The edges of each class of code units, and one of its inside.
pub(crate) const REPRESENTATIVES: &[u16] = &[
    0x0000, 0x0022, 0x0061, 0x007F, 0x0080, 0x00E9, 0x07FF, 0x0800, 0x6F22, 0xD7FF, 0xD800, 0xD83D, 0xDBFF, 0xDC00,
    0xDE00, 0xDFFF, 0xE000, 0xFFFD, 0xFFFF,
];

/// The text around the units of interest.
const FILLERS: &[&[u16]] = &[&[0x61], &[0xE9], &[0x6F22], &[0xD83D, 0xDE00], &[0x61, 0x3B1, 0x6F22, 0xD83D, 0xDE00]];

/// Two and a half blocks of `filler` with `special` at `place`, cut to `len`.
fn placed(filler: &[u16], special: &[u16], place: usize, len: usize) -> Vec<u16> {
    let mut units: Vec<_> = filler.iter().copied().cycle().take(place).collect();
    units.extend_from_slice(special);
    units.extend(filler.iter().copied().cycle().take(len.saturating_sub(units.len())));
    units
}

#[test]
fn exact_utf8_of_every_unit() {
    // Alone, amid ASCII, and amid characters of each length.
    let profiles = profiles();
    let rules = all_rules(&profiles);
    in_parallel(256, |high| {
        for low in sample(high, 0..=255) {
            let unit = (high << 8 | low) as u16;
            for filler in FILLERS {
                let src = placed(filler, &[unit], 5, 40);
                Operation::Transcode(IllFormedUtf16::Replace).check(&src, &[]);
            }
            for rules in &rules {
                Operation::Escape(rules).check(&[unit, 0x61], &[0, 1, 2, 5, 6]);
            }
            Operation::Transcode(IllFormedUtf16::Wtf8).check(&[unit], &[0, 1, 2]);
        }
    });
    println!("every code unit alone and amid others on {}", tier_names());
}

#[test]
fn exact_utf8_of_every_pair() {
    // Every surrogate pair, 1024 in one text; each text begins at another place of its block.
    in_parallel(0x400, |high| {
        let mut src = vec![0x61; high % 33];
        for low in 0..0x400 {
            src.extend([0xD800 + high as u16, 0xDC00 + low]);
        }
        Operation::Transcode(IllFormedUtf16::Reject).check(&src, &[]);
    });
    println!("every surrogate pair on {}", tier_names());
}

#[test]
fn one_answer_for_every_pair_of_classes_at_every_place() {
    const LEN: usize = 80;
    let profiles = profiles();
    let rules = all_rules(&profiles);
    in_parallel(LEN + 2, |place| {
        for filler in FILLERS {
            let pairs = REPRESENTATIVES.iter().flat_map(|a| REPRESENTATIVES.iter().map(move |b| (*a, *b)));
            for (a, b) in sample(place, pairs) {
                let src = placed(filler, &[a, b], place, LEN);
                for policy in [IllFormedUtf16::Reject, IllFormedUtf16::Replace] {
                    Operation::Transcode(policy).check(&src, &[place, 2 * place]);
                }
                let rules = &rules[(place + a as usize + b as usize) % rules.len()];
                Operation::Escape(rules).check(&src, &[place, 3 * place]);
            }
        }
    });
    println!("pairs of {} classes at each of {} places on {}", REPRESENTATIVES.len(), LEN + 2, tier_names());
}

#[test]
fn one_answer_where_many_surrogates_are_alone() {
    // Every order of six units of four kinds, repeated until it was at each place around the edge of a block.
    const KINDS: [u16; 4] = [0x61, 0x6F22, 0xD83D, 0xDE00];
    const LEN: usize = 75;
    let [.., pairs] = profiles();
    let rules = all_rules(&[pairs]);
    in_parallel(KINDS.len().pow(6), |order| {
        let src: Vec<_> = (0..LEN).map(|at| KINDS[order >> (2 * (at % 7 % 6)) & 3]).collect();
        for &policy in IllFormedUtf16::ALL {
            if policy != IllFormedUtf16::Escape {
                Operation::Transcode(policy).check(&src, &[order % (3 * LEN)]);
            }
        }
        Operation::Escape(&rules[order % rules.len()]).check(&src, &[order % (3 * LEN)]);
    });
    println!("every order of six units on {}", tier_names());
}

#[test]
fn one_answer_at_every_place_of_every_length() {
    const LEN: usize = 3 * 32 + 1;
    let profiles = profiles();
    let rules = all_rules(&profiles);
    in_parallel(LEN + 1, |len| {
        for filler in FILLERS {
            for special in [&[0x61][..], &[0xE9], &[0x6F22], &[0xD83D, 0xDE00], &[0xD83D], &[0xDE00]] {
                for place in sample(len, 0..=len.saturating_sub(special.len())) {
                    let src = placed(filler, special, place, len);
                    for &policy in IllFormedUtf16::ALL {
                        if policy != IllFormedUtf16::Escape {
                            Operation::Transcode(policy).check(&src, &[]);
                        }
                    }
                    Operation::Escape(&rules[(place + len) % rules.len()]).check(&src, &[]);
                }
            }
        }
    });
    println!("each kind of unit at each place of each length on {}", tier_names());
}

#[test]
fn one_answer_for_escapes_at_every_place_of_ascii() {
    // Blocks of 64, in pairs if text is long; after `before` ASCII begins again. Units whose low byte is a letter or a
    // quote, and units that narrow to zero or 0xFF, are no ASCII.
    const LEN: usize = 3 * 64 + 1;
    const ALONE: [u16; 10] = [0x22, 0x00, 0x3C, 0x7F, 0x80, 0xE9, 0x0122, 0x7F61, 0x8061, 0xD83D];
    const TOGETHER: [&[u16]; 2] = [&[0xD83D, 0xDE00], &[0x22, 0x3C, 0x5C, 0x0A]];
    let profiles = profiles();
    let rules = all_rules(&profiles);
    in_parallel(LEN + 1, |len| {
        let special = ALONE.iter().map(core::slice::from_ref).chain(TOGETHER);
        for (turn, special) in special.enumerate() {
            for place in sample(len + turn, 0..=len.saturating_sub(special.len())) {
                let rules = &rules[(place + len + turn) % rules.len()];
                let src = placed(&[0x61], special, place, len);
                Operation::Escape(rules).check(&src, &[place, place + turn]);
                if place % 16 == len % 16 {
                    let before: Vec<u16> = [0xE9].into_iter().chain([0x61; 520]).collect();
                    Operation::Escape(rules).check(&[before, src].concat(), &[526 + place]);
                    let long = placed(&[0x61], special, 64 + place, 720 + len);
                    Operation::Escape(rules).check(&long, &[64 + place]);
                }
            }
        }
    });
    println!("what is escaped at each place of ASCII of each length on {}", tier_names());
}

#[test]
fn one_answer_for_latin1_at_every_place_of_every_length() {
    const LEN: usize = 3 * 64 + 1;
    let rules = profiles().map(|profile| JsonEscapeLatin1::new(&profile));
    for byte in 0..=255 {
        rules.iter().for_each(|rules| check_latin1(rules, &[byte], &[0, 1, 2, 5, 6, 7]));
        check_latin1(&rules[0], &[[b'a'; 70], [byte; 70]].concat(), &[]);
    }
    in_parallel(LEN + 1, |len| {
        for (filler, special) in [(b'a', 0xE9), (0xFF, b'a'), (0x80, 0xBF), (b'a', b'"')] {
            for place in sample(len, 0..len) {
                let mut src = vec![filler; len];
                src[place] = special;
                check_latin1(&rules[place % rules.len()], &src, &[place, place + 1, 2 * place]);
            }
        }
    });
    println!("Latin-1: each kind of byte at each place of each length on {}", tier_names());
}
