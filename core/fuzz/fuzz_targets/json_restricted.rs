//! Any bytes under any restrictions, cut anywhere: every tier has the verdict of the reference.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::json::{JsonCheck, RestrictedChecker, Restrictions};
use stringmill::{Chunk, Error, Tier};
use stringmill_reference::{JsonLimits, JsonRestrictions, JsonRules, json_check, json_restricted};

fuzz_target!(|input: (u16, [bool; 5], &[u8])| {
    let (cut, [unique_names, i_json, no_nul, jsonb, lone_surrogates], src) = input;
    let restrictions = JsonRestrictions { unique_names, i_json, no_nul, jsonb };
    let lone = lone_surrogates && !restrictions.refuse_surrogates();
    let scan = JsonRules { lines: false, lone_surrogates: lone, string_max: u64::MAX };
    let checked = json_check(scan, JsonLimits { depth: 1024, ..JsonLimits::NONE }, src);
    let expected = json_restricted(scan, restrictions, checked, src);
    let rules = JsonCheck { lone_surrogates, ..JsonCheck::STRICT };
    let restrictions = Restrictions { unique_names, i_json, no_nul, jsonb };
    for tier in Tier::available() {
        let mut checker = RestrictedChecker::with_tier(tier, rules, restrictions, 1);
        assert_eq!(in_parts(&mut checker, src, src.len().min(cut.into())), expected, "{tier}");
    }
});

/// The verdict of a text in two parts.
fn in_parts(checker: &mut RestrictedChecker, src: &[u8], cut: usize) -> Result<(), Error> {
    let read = checker.step(&src[..cut], Chunk::More)?;
    checker.step(&src[read..], Chunk::Last).map(|_| ()).map_err(|error| error.after(read as u64))
}
