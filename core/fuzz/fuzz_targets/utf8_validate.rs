//! Any bytes, cut anywhere: every tier has the verdict of the reference and of the standard library.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::Tier;
use stringmill_fuzz::validate;

fuzz_target!(|input: (u8, &[u8])| {
    let (cut, src) = input;
    let expected = stringmill_reference::utf8_validate(src);
    let standard = std::str::from_utf8(src).err().map(|error| error.valid_up_to() as u64);
    assert_eq!(expected.err().map(|error| error.offset), standard);
    for tier in Tier::available() {
        assert_eq!(validate(tier, src.split_at(src.len().min(cut as usize)).into()), expected, "{tier}");
    }
});
