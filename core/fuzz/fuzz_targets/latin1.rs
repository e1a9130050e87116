//! Any bytes as Latin-1, any profile, a buffer of any size: every tier equals the reference.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::{JsonEscapeLatin1, Progress, Tier, json_escape_latin1_with, latin1_to_utf8_with};
use stringmill_fuzz::Rules;

fuzz_target!(|input: (Rules, u16, &[u8])| {
    let (Rules { profile, .. }, cap, src) = input;
    let text = stringmill_reference::latin1_to_utf8(src);
    let string = stringmill_reference::json_escape_latin1(&profile, src);
    let rules = JsonEscapeLatin1::new(&profile);
    for tier in Tier::available() {
        for cap in [cap as usize, text.len()] {
            let mut dst = vec![0; cap];
            let Progress { read, written } = latin1_to_utf8_with(tier, src, &mut dst);
            assert!(read == src.len() || cap - written < 2, "{tier} stops at {read} with room");
            assert_eq!(dst[..written], stringmill_reference::latin1_to_utf8(&src[..read]), "{tier}");
        }
        for cap in [cap as usize, string.len()] {
            let mut dst = vec![0; cap];
            let Progress { read, written } = json_escape_latin1_with(tier, &rules, src, &mut dst);
            assert!(
                read == src.len() || cap - written < JsonEscapeLatin1::UNIT_MAX,
                "{tier} stops at {read} with room"
            );
            assert_eq!(dst[..written], stringmill_reference::json_escape_latin1(&profile, &src[..read]), "{tier}");
        }
    }
});
