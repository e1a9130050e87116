//! Promise 3, in bounds, for `json_structure`: `src` is flush against a page without access, before or after it, in
//! every length up to more than four blocks.

#![cfg(not(miri))]

use crate::guarded::{Guarded, SIDES};
use crate::oracle::{tier_names, tiers};
use stringmill_kernels::{
    JsonPlace, JsonStructure, JsonTokenSink, JsonTokens, json_short_structure_with, json_structure_with,
};
use stringmill_outcome::Chunk;

const LEN: usize = 300;
const TEXTS: &[&[u8]] = &[
    b"[{\"a\":1,\"b\":[true,false,null,-1.5e+10]},",
    b"\"\\u00e9\\ud83d\\ude00\\\\\\\"\",",
    "\"é漢😀é漢😀\",".as_bytes(),
    b"tru",
    b"\"a long string without an end, ",
    b"[[[[[[[[",
    b"\"\xE2\x82",
    b"0123",
    b"\\\\\\\\\"",
];

/// Counts tokens.
struct Counted(usize);

impl JsonTokenSink for Counted {
    fn block(&mut self, tokens: &JsonTokens) -> bool {
        self.0 += tokens.all().count_ones() as usize;
        true
    }

    fn token(&mut self, _: u8) -> bool {
        self.0 += 1;
        true
    }
}

#[test]
fn in_bounds_structure() {
    let mut memory = Guarded::new(LEN);
    let mut runs = 0;
    for (text, shift) in TEXTS.iter().flat_map(|text| [0, 1, 7].map(|shift| (text, shift))) {
        for len in 0..=LEN {
            let text: Vec<u8> = b" ".repeat(shift).into_iter().chain(text.iter().copied().cycle()).take(len).collect();
            let mut expected = None;
            for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                for chunk in [Chunk::More, Chunk::Last] {
                    let src = memory.holding(&text, side);
                    let mut room = JsonTokens::ROOM;
                    let rules = JsonStructure::STRICT;
                    let found = json_structure_with(tier, &rules, JsonPlace::BETWEEN, src, &mut room, chunk);
                    if chunk == Chunk::Last {
                        let mut counted = Counted(0);
                        let taken = json_short_structure_with(tier, &rules, src, &mut counted);
                        let short = (taken.read, taken.place, taken.error, counted.0);
                        assert_eq!(short, (found.read, found.place, found.error, found.tokens), "{tier}, short");
                        let seen = (found.read, found.place, found.error, found.groups.to_vec());
                        assert_eq!(
                            expected.get_or_insert_with(|| seen.clone()),
                            &seen,
                            "{tier}, {}",
                            text.escape_ascii()
                        );
                    }
                    runs += 1;
                }
            }
        }
    }
    println!("structure: {runs} runs of lengths 0 to {LEN} between guard pages on {}", tier_names());
}
