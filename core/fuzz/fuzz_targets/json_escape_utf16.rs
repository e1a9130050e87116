//! Any code units, any profile, any policy, cut anywhere: every tier equals the reference.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::{Chunk, IllFormedUtf16, JsonEscapeUtf16, Repairs, Tier, json_escape_utf16_with};
use stringmill_fuzz::{Rules, utf16};

fuzz_target!(|input: (Rules, u8, Vec<u16>)| {
    let (Rules { profile, cut, .. }, policy, src) = input;
    let policy = IllFormedUtf16::ALL[policy as usize % IllFormedUtf16::ALL.len()];
    let expected = stringmill_reference::json_escape_utf16(&profile, policy, &src);
    let rules = JsonEscapeUtf16::new(&profile, policy);
    for tier in Tier::available() {
        let found = rules.as_ref().map_err(|error| *error).and_then(|rules| {
            utf16(&src, cut, &|src, chunk: Chunk, repairs: &mut Repairs, out: &mut Vec<u8>| {
                *out = vec![0; rules.bound(src.len()).expect("a small input")];
                json_escape_utf16_with(tier, rules, src, out, chunk, repairs)
            })
        });
        assert_eq!(found, expected, "{tier}");
    }
});
