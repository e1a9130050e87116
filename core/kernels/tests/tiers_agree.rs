//! Promise 2, one answer: every tier gives the bytes, progress, repairs and error of the scalar tier.

use stringmill_kernels::{JsonEscape, JsonUnescape, Tier, json_escape_with, json_unescape_with};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates, Profile};

fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

#[test]
fn escape_of_mixed_text() {
    let pieces: &[&[u8]] = &[
        b"a",
        b"plain ascii text ",
        b"\"",
        b"\\",
        b"\n",
        b"\x01",
        b"\x7f",
        "é".as_bytes(),
        "漢字".as_bytes(),
        "😀".as_bytes(),
        b"\xC3",
        b"\xED\xA0\x80",
        b"\xE2\x82",
        b"\xF0\x9F",
        b"\xFF",
        b"\x80",
        b"/<>&'",
    ];
    let scalar = Tier::available().next().unwrap();
    let mut seed = 0x9E37_79B9_7F4A_7C15;
    for round in 0..200_000 {
        let mut src = Vec::new();
        let kinds = next(&mut seed);
        for _ in 0..next(&mut seed) % 40 {
            let pick = next(&mut seed) as usize % pieces.len();
            if kinds >> pick & 1 == 1 {
                src.extend_from_slice(pieces[pick]);
            } else {
                src.extend_from_slice(b"abcdefgh");
            }
        }
        let policy = IllFormed::ALL[next(&mut seed) as usize % IllFormed::ALL.len()];
        let chunk = if next(&mut seed) & 1 == 0 { Chunk::Last } else { Chunk::More };
        let rules = JsonEscape::new(&Profile::JSON, policy).unwrap();
        let bound = rules.bound(src.len()).unwrap();
        let cap = if next(&mut seed) & 1 == 0 { bound } else { next(&mut seed) as usize % (bound + 1) };
        let run = |tier| {
            let mut dst = vec![0; cap];
            let mut repairs = Repairs::default();
            let done = json_escape_with(tier, &rules, &src, &mut dst, chunk, &mut repairs);
            done.map(|done| {
                dst.truncate(done.written);
                (done, dst, repairs)
            })
        };
        let expected = run(scalar);
        for tier in Tier::available() {
            assert_eq!(run(tier), expected, "{tier}, {policy:?}, {chunk:?}, round {round}: {src:02x?}");
        }
    }
}

#[test]
fn unescape_of_mixed_text() {
    let pieces: &[&[u8]] = &[
        b"a",
        b"plain ascii text ",
        b"\\\"",
        b"\\\\",
        b"\\n",
        b"\\u0001",
        b"\\u00e9",
        b"\\u6f22\\u5B57",
        b"\\u07fF",
        b"\\ud83d\\ude00",
        "\u{e9}".as_bytes(),
        "\u{6f22}".as_bytes(),
        "\u{1f600}".as_bytes(),
        b"\\u0022",
        b"\\/\\b\\f\\r\\t",
        b"\\udc80",
        b"\\ud800",
        b"\"",
        b"\x01",
        b"\xC3",
        b"\\x",
        b"\\u12G4",
        b"\\",
    ];
    let scalar = Tier::available().next().unwrap();
    let mut seed = 0x9E37_79B9_7F4A_7C15;
    for round in 0..400_000 {
        let mut src = Vec::new();
        let kinds = next(&mut seed);
        let fine = if next(&mut seed).is_multiple_of(4) { pieces.len() } else { 15 };
        for _ in 0..next(&mut seed) % 40 {
            let pick = next(&mut seed) as usize % fine;
            if kinds >> pick & 1 == 1 {
                src.extend_from_slice(pieces[pick]);
            } else {
                src.extend_from_slice(&b"abcdefgh"[..next(&mut seed) as usize % 9]);
            }
        }
        src.truncate(src.len().saturating_sub(next(&mut seed) as usize % 5));
        let rules = JsonUnescape { surrogates: LoneSurrogates::ALL[next(&mut seed) as usize % 3] };
        let chunk = if next(&mut seed) & 1 == 0 { Chunk::Last } else { Chunk::More };
        let cap = if next(&mut seed) & 1 == 0 { src.len() } else { next(&mut seed) as usize % (src.len() + 1) };
        let run = |tier| {
            let mut dst = vec![0; cap];
            let mut repairs = Repairs::default();
            let done = json_unescape_with(tier, rules, &src, &mut dst, chunk, &mut repairs);
            done.map(|done| {
                dst.truncate(done.written);
                (done, dst, repairs)
            })
        };
        let expected = run(scalar);
        for tier in Tier::available() {
            assert_eq!(run(tier), expected, "{tier}, {rules:?}, {chunk:?}, round {round}: {}", src.escape_ascii());
        }
    }
}
