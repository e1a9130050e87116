//! Profiles that escape some non-ASCII characters and not all: such a character at every place between others whose bytes
//! differ in one, and runs of characters above U+FFFF, which have a path of their own. Both begin and end anywhere in a
//! block, for want of room too. And every character, with its neighbours, as scripts have them, and far from them.

// Miri is too slow for these.
#![cfg(not(miri))]

use crate::oracle::{in_parallel, rules, sample_in_turn, tiers};
use stringmill_kernels::{JsonEscape, JsonEscapeUtf16, json_escape_utf16_with, json_escape_with};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use stringmill_profile::{IllFormed, IllFormedUtf16, Profile};
use stringmill_reference as reference;

const PROFILES: [&str; 2] = ["jackson:surrogate-pairs", "dotnet-relaxed"];

/// Of four bytes each, from all planes.
const RUN: &str = "😀𐀀🎉\u{10FFFF}\u{1F1E9}𠮷";

/// The text after a run: nothing, characters that others escape, characters that none escapes, ill-formed pieces.
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

/// Characters that differ from U+2028 in one byte or none: the last, the second, the first; and characters of other
/// lengths.
const NEAR: &str = "\u{2027}a\u{202A}\u{2068}\u{3028}é\u{1028}\u{12028}\u{202F}bcd";

#[test]
fn one_at_every_place() {
    const RANGES: [(u32, u32); 3] = [(0x800, 0x8FF), (0x2028, 0x2029), (0xFFFE, 0x1_0010)];
    let rows = ["php:unescaped-unicode", "jackson:surrogate-pairs", "dotnet-relaxed"];
    let mut profiles: Vec<_> = rows.iter().map(|row| Profile::parse(row).expect("a row of ours")).collect();
    profiles.push(Profile::JSON.named("three-ranges").with_non_ascii(&RANGES));
    let escaped = ["\u{2028}", "\u{2029}", "\u{800}", "\u{8FF}", "\u{FFFE}", "\u{10000}", "\u{10010}", "\u{10FFFF}"];
    in_parallel(profiles.len() * escaped.len(), |number| {
        let (profile, one) = (&profiles[number / escaped.len()], escaped[number % escaped.len()]);
        let near: Vec<char> = NEAR.chars().cycle().take(130).collect();
        for place in 0..=near.len() {
            let around = [near[..place].iter().collect::<String>(), near[place..].iter().collect()];
            let src = [around[0].as_bytes(), one.as_bytes(), around[1].as_bytes()].concat();
            let policy = [IllFormed::Reject, IllFormed::Copy, IllFormed::Replace][place % 3];
            let expected = reference::json_escape(profile, policy, &src).map(|(text, repairs)| (text, repairs.count));
            let rules = rules(profile, policy);
            for tier in tiers() {
                for room in [JsonEscape::UNIT_MAX + place % 7, 12 * src.len() + 100] {
                    let found = in_rooms(tier, &rules, &src, room);
                    assert!(found == expected, "{tier}, {}, {one:?} at {place}, room {room}", profile.name());
                }
            }
        }
    });
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
                let rooms = [JsonEscape::UNIT_MAX, 100, 191, 192, 193, 256, 500, 12 * src.len() + 100];
                for tier in tiers() {
                    for room in sample_in_turn(count + before + number, rooms) {
                        let found = in_rooms(tier, &rules, &src, room);
                        assert!(found == expected, "{tier}, {count} after {before}, tail {number}, room {room}");
                    }
                }
            }
        }
    });
}

/// Rows with ranges of every kind: two of hundreds, and those that escape little.
const ROWS: [&str; 7] = [
    "dotnet-relaxed",
    "dotnet-relaxed:net-core",
    "ion",
    "log",
    "terminal",
    "php:unescaped-unicode",
    "jackson:surrogate-pairs",
];

/// All characters from U+0080 on to somewhere in the first plane above the BMP, in this order or, with a step that no power
/// of two shares, each far from the next; a part of them is a text.
fn texts(step: usize) -> Vec<String> {
    let all: Vec<char> = ('\u{80}'..='\u{1_1000}').collect();
    let chars: Vec<char> = (0..all.len()).map(|place| all[place * step % all.len()]).collect();
    chars.chunks(401).map(|part| part.iter().collect()).collect()
}

#[test]
fn every_character() {
    // The number of characters is odd and no multiple of this prime, so that it reaches each of them.
    const FAR: usize = 4099;
    in_parallel(2 * ROWS.len(), |number| {
        let (profile, step) = (ROWS[number / 2], [1, FAR][number % 2]);
        let profile = Profile::parse(profile).expect("a row of ours");
        for (place, text) in texts(step).iter().enumerate() {
            // Each text begins elsewhere in a block.
            let src = [&"plain \"text\" ".repeat(5)[..place % 64], text].concat();
            let policy = [IllFormed::Reject, IllFormed::Copy, IllFormed::Replace][place % 3];
            let expected = reference::json_escape(&profile, policy, src.as_bytes());
            let expected = expected.map(|(text, repairs)| (text, repairs.count));
            let (rules, units) = (rules(&profile, policy), src.encode_utf16().collect::<Vec<_>>());
            let from_utf16 =
                JsonEscapeUtf16::new(&profile, IllFormedUtf16::Replace).expect("the profile takes the policy");
            let bound = from_utf16.bound(units.len()).expect("short");
            for tier in tiers() {
                for room in sample_in_turn(place, [JsonEscape::UNIT_MAX, 500, 12 * src.len()]) {
                    let found = in_rooms(tier, &rules, src.as_bytes(), room);
                    assert!(found == expected, "{tier}, {}, text {place} by {step}, room {room}", profile.name());
                }
                let (mut dst, mut repairs) = (vec![0; bound], Repairs::default());
                let done = json_escape_utf16_with(tier, &from_utf16, &units, &mut dst, Chunk::Last, &mut repairs);
                let Progress { read, written } = done.expect("nothing is refused");
                let found = (dst[..written].to_vec(), repairs.count);
                assert!(read == units.len() && Ok(found) == expected, "{tier}, {}, UTF-16 {place}", profile.name());
            }
        }
    });
}
