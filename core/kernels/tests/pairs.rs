//! Runs of characters above U+FFFF under profiles that escape those, and not all non-ASCII: they have a path of their
//! own, which begins and ends anywhere in a block, for want of room too.

// Miri is too slow for these.
#![cfg(not(miri))]

mod oracle;

use oracle::{in_parallel, rules, tiers};
use stringmill_kernels::{JsonEscape, json_escape_with};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use stringmill_profile::{IllFormed, Profile};
use stringmill_reference as reference;

const PROFILES: [&str; 2] = ["jackson:surrogate-pairs", "dotnet-relaxed"];

/// Of four bytes each, from all planes.
const RUN: &str = "😀𐀀🎉\u{10FFFF}\u{1F1E9}𠮷";

/// What follows a run: nothing, what others escape, what nobody does, ill-formed pieces.
const TAILS: [&[u8]; 8] =
    [b"", b"a", b"\"\n", "é漢".as_bytes(), b"\x80", b"\xF0\x9F", b"\xF5\x80\x80\x80", b"\xF4\x90\x80\x80"];

/// All of `src`, in calls that have `room` each.
fn in_rooms(
    tier: stringmill_kernels::Tier,
    rules: &JsonEscape<'_>,
    src: &[u8],
    room: usize,
) -> Result<(Vec<u8>, u64), Error> {
    let (mut out, mut dst) = (Vec::new(), vec![0; room]);
    let (mut read, mut repairs) = (0, Repairs::default());
    loop {
        repairs.base = read as u64;
        let done = json_escape_with(tier, rules, &src[read..], &mut dst, Chunk::Last, &mut repairs);
        let Progress { read: more, written } =
            done.map_err(|error| Error::new(error.code, error.offset + read as u64))?;
        out.extend_from_slice(&dst[..written]);
        read += more;
        if read == src.len() {
            return Ok((out, repairs.count));
        }
        assert!(more > 0, "no progress in {room} bytes");
    }
}

#[test]
fn runs_of_pairs() {
    let counts: Vec<usize> = (0..24).chain([31, 32, 33, 300, 1030]).collect();
    in_parallel(counts.len() * PROFILES.len(), |number| {
        let (count, profile) = (counts[number / PROFILES.len()], PROFILES[number % PROFILES.len()]);
        let profile = Profile::parse(profile).expect("a row of ours");
        let run: String = RUN.chars().cycle().take(count).collect();
        for before in [0, 1, 2, 3, 17, 31, 61, 62, 63, 64, 65, 100, 127, 128, 200] {
            for (number, tail) in TAILS.iter().enumerate() {
                let plain = &"plain \u{20AC} text ".repeat(20)[..];
                let plain = &plain.as_bytes()[..before];
                let src = [plain, run.as_bytes(), tail, run.as_bytes(), b"end"].concat();
                let policy = [IllFormed::Reject, IllFormed::Replace, IllFormed::IgnorePhp][(before + number) % 3];
                let expected = reference::json_escape(&profile, policy, &src);
                let expected = expected.map(|(text, repairs)| (text, repairs.count));
                let rules = rules(&profile, policy);
                for tier in tiers() {
                    for room in [JsonEscape::UNIT_MAX, 100, 191, 192, 193, 256, 500, 12 * src.len() + 100] {
                        let found = in_rooms(tier, &rules, &src, room);
                        assert!(found == expected, "{tier}, {count} after {before}, tail {number}, room {room}");
                    }
                }
            }
        }
    });
}
