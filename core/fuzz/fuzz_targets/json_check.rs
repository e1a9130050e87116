//! Any bytes under any limits, cut anywhere: every tier has the verdict of the reference, as one text line by line, and as
//! any number of texts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::Tier;
use stringmill::json::JsonCheck;
use stringmill_fuzz::json_errors;
use stringmill_reference::{JsonLimits, JsonRules, json_check, json_check_lines, json_check_values};

fuzz_target!(|input: (u8, bool, [u8; 3], &[u8])| {
    let (cut, lone_surrogates, [depth, string, len], src) = input;
    // 255 means no limit.
    let limit = |limit: u8| if limit == u8::MAX { u64::MAX } else { limit.into() };
    let (string_max, len_max) = (limit(string), limit(len));
    let limits = JsonLimits { depth: depth.into(), len: len_max };
    for (lines, values) in [(false, false), (true, false), (false, true)] {
        let scan = JsonRules { lines, lone_surrogates, string_max };
        let expected = match lines {
            true => json_check_lines(scan, limits, src),
            false if values => json_check_values(scan, limits, src).err().into_iter().collect(),
            false => json_check(scan, limits, src).err().into_iter().collect(),
        };
        let rules = JsonCheck { lines, values, lone_surrogates, depth_max: depth.into(), string_max, len_max };
        for tier in Tier::available() {
            assert_eq!(json_errors(tier, rules, src.split_at(src.len().min(cut as usize)).into()), expected, "{tier}");
        }
    }
});
