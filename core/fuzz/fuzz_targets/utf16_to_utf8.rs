//! Any code units, any policy, a buffer of any size, cut anywhere: every tier equals the reference.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::{Chunk, IllFormedUtf16, Repairs, Tier, Utf16ToUtf8, utf16_to_utf8_with};
use stringmill_fuzz::utf16;

fuzz_target!(|input: (u8, u8, Vec<u16>)| {
    let (policy, cut, src) = input;
    let policy = IllFormedUtf16::ALL[policy as usize % IllFormedUtf16::ALL.len()];
    let expected = stringmill_reference::utf16_to_utf8(policy, &src);
    let rules = Utf16ToUtf8::new(policy);
    for tier in Tier::available() {
        let found = rules.and_then(|rules| {
            utf16(&src, cut, &|src, chunk: Chunk, repairs: &mut Repairs, out: &mut Vec<u8>| {
                *out = vec![0; rules.bound(src.len()).expect("a small input")];
                utf16_to_utf8_with(tier, rules, src, out, chunk, repairs)
            })
        });
        assert_eq!(found, expected, "{tier}");
    }
});
