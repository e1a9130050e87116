//! Any bytes are restored after escape and unescape, under every policy that promises it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stringmill::{IllFormed, LoneSurrogates, Profile, Tier};
use stringmill_fuzz::{Rules, escape, unescape};

fuzz_target!(|input: (Rules, &[u8])| {
    let (mut rules, src) = input;
    let profile = if rules.cut.is_multiple_of(2) { Profile::JSON } else { Profile::ASCII };
    (rules.profile, rules.ill_formed) = (profile, IllFormed::Reversible);
    for tier in Tier::available() {
        let (escaped, _) = escape(tier, &rules, rules.parts(src)).expect("every byte has a mark");
        let back = unescape(tier, LoneSurrogates::Reversible, rules.parts(&escaped)).expect("marks are read");
        assert_eq!((&back.0[..], back.1), (src, escaped.len()), "{tier}");
    }
});
