//! Any bytes, any profile, any policy, cut anywhere: every tier equals the reference.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::Tier;
use stringmill_fuzz::{Rules, escape};

fuzz_target!(|input: (Rules, &[u8])| {
    let (rules, src) = input;
    let expected = stringmill_reference::json_escape(&rules.profile, rules.ill_formed, src);
    for tier in Tier::available() {
        assert_eq!(escape(tier, &rules, rules.parts(src)), expected, "{tier}");
    }
});
