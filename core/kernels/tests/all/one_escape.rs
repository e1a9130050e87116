//! Text in which only one byte needs work, at every place of strings of every length that the vectors handle: a check
//! of a few blocks at once must not miss it, nor copy too much before it.

// Miri is too slow for these.
#![cfg(not(miri))]

use crate::oracle::{rules, tiers};
use stringmill_kernels::json_escape_with;
use stringmill_outcome::{Chunk, Progress, Repairs};
use stringmill_profile::{IllFormed, Profile};

/// Up to beyond four blocks each length; then around the longest string that is taken as one of middling length.
fn lengths() -> impl Iterator<Item = usize> {
    (60..=330).chain([448, 449, 511, 512, 513, 640, 641, 767, 768, 769, 960, 1023, 1024, 1025, 1100])
}

/// The output for `byte` in JSON.
fn escape_of(byte: u8) -> &'static str {
    match byte {
        b'"' => "\\\"",
        b'\n' => "\\n",
        1 => "\\u0001",
        _ => "é",
    }
}

#[test]
fn one_escape_at_every_place() {
    let rules = [IllFormed::Copy, IllFormed::Reject].map(|policy| rules(&Profile::JSON, policy));
    for len in lengths() {
        let plain: Vec<u8> = (0..len).map(|i| b'a' + (i % 23) as u8).collect();
        let mut dst = vec![0; 8 * len];
        for place in 0..len - 1 {
            let kind = place % 4;
            let (byte, width) = ([b'"', b'\n', 1, 0xC3][kind], [1, 1, 1, 2][kind]);
            let escape = escape_of(byte).as_bytes();
            let mut src = plain.clone();
            src[place] = byte;
            if width == 2 {
                src[place + 1] = 0xA9;
            }
            let expected = [&plain[..place], escape, &plain[place + width..]].concat();
            // Each place meets one policy, and ample room or no more than it takes, in turn.
            let (rules, room) = (&rules[place / 4 % 2], [dst.len(), expected.len()][place / 8 % 2]);
            for tier in tiers() {
                let dst = &mut dst[..room];
                let done = json_escape_with(tier, rules, &src, dst, Chunk::Last, &mut Repairs::default());
                assert_eq!(done, Ok(Progress { read: len, written: expected.len() }), "{tier}, {place} of {len}");
                assert!(dst[..expected.len()] == expected, "{tier}, {place} of {len}, room {room}");
            }
        }
    }
}
