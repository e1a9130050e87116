//! Any bytes, any class: every tier finds the same run as a loop over bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::{ByteClass, Tier, scan_with};

fuzz_target!(|input: (Vec<u8>, bool, bool, &[u8])| {
    let (list, but, non_ascii, src) = input;
    let list: Vec<u8> = list.into_iter().map(|byte| byte & 0x7F).collect();
    let class = if but { ByteClass::all_but(&list) } else { ByteClass::new(&list) };
    let class = if non_ascii { class.with_non_ascii() } else { class };
    let member = |byte: u8| if byte.is_ascii() { list.contains(&byte) != but } else { non_ascii };
    let expected = src.iter().take_while(|&&byte| member(byte)).count();
    for tier in Tier::available() {
        assert_eq!(scan_with(tier, &class, src), expected, "{tier}");
    }
});
