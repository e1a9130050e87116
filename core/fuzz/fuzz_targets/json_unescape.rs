//! Any bytes, any policy, cut anywhere: every tier equals the reference.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::Tier;
use stringmill_fuzz::{Rules, unescape};

fuzz_target!(|input: (Rules, &[u8])| {
    let (rules, src) = input;
    let expected = stringmill_reference::json_unescape(rules.surrogates, src);
    let expected = expected.map(|found| (found.text, found.read, found.repairs));
    for tier in Tier::available() {
        assert_eq!(unescape(tier, rules.surrogates, rules.parts(src)), expected, "{tier}");
    }
});
