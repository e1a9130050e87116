//! Strings of 1 to 64 bytes with every ill-formed sequence and every kind of escape at every place, validated, unescaped and
//! repaired on every tier, against the reference.

// Miri is too slow for these.
#![cfg(not(miri))]

use crate::oracle::{in_parallel, reference_unescape, sample_in_turn, tier_names, tiers, unescape};
use crate::pieces::{BROKEN_ESCAPES, ESCAPES};
use crate::short_text::{AROUND, LONGEST, pieces, string};
use stringmill_kernels::{
    JsonUnescape, Tier, Utf8ToUtf16, json_unescape_utf16_with, utf8_to_utf16_with, utf8_validate_with,
};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates};
use stringmill_reference as reference;

/// Calls `check` with each piece at each place of strings of each length, in each surrounding.
fn each_string(pieces: &[&[u8]], check: impl Fn(&[u8]) + Sync) {
    in_parallel(LONGEST, |group| {
        let len = group + 1;
        for (turn, piece) in pieces.iter().enumerate() {
            for at in sample_in_turn(group + turn, 0..(len + 1).saturating_sub(piece.len())) {
                for around in AROUND {
                    check(&string(around, piece, at, len));
                }
            }
        }
    });
    println!("{} pieces at every place of strings of 1 to {LONGEST} bytes on {}", pieces.len(), tier_names());
}

/// The units, bytes read and repairs of a call with exactly the room of one unit for each byte.
fn units(
    src: &[u8],
    step: impl Fn(&[u8], &mut [u16], &mut Repairs) -> Result<Progress, Error>,
) -> Result<(Vec<u16>, usize, Repairs), Error> {
    let (mut dst, mut repairs) = (vec![0; src.len()], Repairs::default());
    let done = step(src, &mut dst, &mut repairs)?;
    dst.truncate(done.written);
    Ok((dst, done.read, repairs))
}

#[test]
fn exact_validation_of_short_text_with_a_piece_at_every_place() {
    let tiers = tiers();
    each_string(&pieces(), |text| {
        let expected = reference::utf8_validate(text).map(|()| text.len());
        for &tier in &tiers {
            assert_eq!(utf8_validate_with(tier, text, Chunk::Last), expected, "{tier}: {text:02x?}");
        }
    });
}

#[test]
fn exact_unescaping_of_short_text_with_a_piece_at_every_place() {
    let tiers = tiers();
    let pieces = [&pieces()[..], ESCAPES, BROKEN_ESCAPES].concat();
    let compare = |tier: Tier, surrogates: LoneSurrogates, text: &[u8]| {
        let expected = reference_unescape(surrogates, text);
        assert_eq!(unescape(tier, surrogates, text), expected, "{tier} {surrogates:?}: {text:02x?}");
        let expected = reference::json_unescape_utf16(surrogates, text);
        let expected = expected.map(|found| (found.text, found.read, found.repairs));
        let found = units(text, |src, dst, repairs| {
            json_unescape_utf16_with(tier, JsonUnescape { surrogates }, src, dst, Chunk::Last, repairs)
        });
        assert_eq!(found, expected, "{tier} {surrogates:?}: {text:02x?}");
    };
    each_string(&pieces, |text| {
        for &surrogates in LoneSurrogates::ALL {
            tiers.iter().for_each(|&tier| compare(tier, surrogates, text));
        }
    });
}

#[test]
fn exact_repair_into_utf16_of_short_text_with_a_piece_at_every_place() {
    let tiers = tiers();
    each_string(&pieces(), |text| {
        for &policy in IllFormed::ALL {
            let expected = reference::utf8_to_utf16(policy, text).map(|(out, repairs)| (out, text.len(), repairs));
            for &tier in &tiers {
                let found = Utf8ToUtf16::new(policy).and_then(|rules| {
                    units(text, |src, dst, repairs| utf8_to_utf16_with(tier, rules, src, dst, Chunk::Last, repairs))
                });
                assert_eq!(found, expected, "{tier} {policy:?}: {text:02x?}");
            }
        }
    });
}
