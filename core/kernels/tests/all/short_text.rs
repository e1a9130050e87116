//! Strings of 1 to 64 bytes with every ill-formed sequence and every kind of character at every place, escaped on every
//! tier, against the reference: they have leaves of their own.

// Miri is too slow for these.
#![cfg(not(miri))]

use crate::oracle::{in_parallel, sample_in_turn, tier_names, tiers};
use crate::pieces::ILL_FORMED;
use stringmill_kernels::{JsonEscape, Tier, json_escape_with};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::{IllFormed, Profile};
use stringmill_reference as reference;

/// The longest string of these leaves.
pub(crate) const LONGEST: usize = 64;

/// Well-formed characters whose ways differ.
const CHARACTERS: &[&[u8]] = &[
    "\u{80}".as_bytes(),
    "é".as_bytes(),
    "\u{2028}".as_bytes(),
    "漢".as_bytes(),
    "\u{FFFF}".as_bytes(),
    "😀".as_bytes(),
    b"\"",
    b"/",
    b"\n",
    b"\x01",
    b"\x1F",
    b"\x7F",
];

/// Ill-formed pieces and characters.
pub(crate) fn pieces() -> Vec<&'static [u8]> {
    [ILL_FORMED, CHARACTERS].concat()
}

/// What is around the piece: ASCII, characters of two and three bytes, pairs, and escapes.
pub(crate) const AROUND: [&str; 5] = ["abcdefghijklm", "né ", "ж", "漢", "a\"é😀\n"];

/// A string of `len` bytes with the piece at `at`.
pub(crate) fn string(around: &str, piece: &[u8], at: usize, len: usize) -> Vec<u8> {
    let (before, after) = (around.bytes().cycle().take(at), around.bytes().cycle());
    before.chain(piece.iter().copied()).chain(after).take(len).collect()
}

/// Compares one string on every tier, in much room and in exactly as much as it takes.
fn compare(tiers: &[Tier], rules: &JsonEscape<'_>, text: &[u8], dst: &mut [u8]) {
    let expected = reference::json_escape(rules.profile(), rules.policy(), text);
    let exact = expected.as_ref().map_or(dst.len(), |(out, _)| out.len());
    for &tier in tiers {
        for room in [dst.len(), exact] {
            let mut repairs = Repairs::default();
            let found = json_escape_with(tier, rules, text, &mut dst[..room], Chunk::Last, &mut repairs);
            let same = match (&found, &expected) {
                (Ok(done), Ok((out, counted))) => {
                    done.read == text.len() && dst[..done.written] == **out && repairs == *counted
                }
                (Err(error), Err(expected)) => error == expected,
                _ => false,
            };
            assert!(same, "{tier} {rules:?}: {text:02x?} became {found:?} {repairs:?} in {room}");
        }
    }
}

/// Each piece at each place of strings of each length.
#[test]
fn exact_short_text_with_a_piece_at_every_place() {
    let tiers = tiers();
    let profiles = ["json", "php", "php:unescaped-unicode", "ascii", "dotnet", "dotnet-relaxed"];
    let (policies, pieces) = (IllFormed::ALL, pieces());
    in_parallel(profiles.len() * policies.len() * LONGEST, |group| {
        let (profile, number) = (profiles[group % profiles.len()], group / profiles.len());
        let (policy, len) = (policies[number % policies.len()], 1 + number / policies.len());
        let profile = Profile::parse(profile).expect("a profile");
        let Ok(rules) = JsonEscape::new(&profile, policy) else { return };
        let mut dst = [0; 1024];
        for (turn, piece) in pieces.iter().enumerate() {
            for at in sample_in_turn(group + turn, 0..(len + 1).saturating_sub(piece.len())) {
                // The first policy refuses, as callers without a choice do, and so meets every surrounding.
                let all = if policy == IllFormed::Reject { AROUND.len() } else { 1 };
                for around in AROUND.iter().cycle().skip(turn + at + len).take(all) {
                    compare(&tiers, &rules, &string(around, piece, at, len), &mut dst);
                }
            }
        }
    });
    println!("{} pieces at every place of strings of 1 to {LONGEST} bytes on {}", pieces.len(), tier_names());
}
