//! Promise 3, in bounds, without guard pages: `src` and `dst` are allocations of exactly their size, so that Miri and
//! AddressSanitizer see each byte too far. Miri is slow, so this tries few lengths and every content.

use crate::oracle::{self, CONTENTS, ESCAPED, filled_with, one_in, profiles, rules, tier_names, tiers};
use stringmill_kernels::{
    Base64Decode, Base64Encode, ByteClass, JsonEscapeLatin1, JsonEscapeUtf16, JsonUnescape, Utf8ToUtf16, Utf16ToUtf8,
    base64_decode_with, base64_encode_with, json_escape_latin1_with, json_escape_utf16_with, json_escape_with,
    json_unescape_utf16_with, json_unescape_with, latin1_to_utf8_with, scan_with, utf8_to_utf16_with,
    utf8_validate_with, utf16_to_utf8_with,
};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::{Base64Alphabet, IllFormed, IllFormedUtf16, LoneSurrogates, Profile};

/// Around the sizes of words, registers and blocks.
const LENGTHS: &[usize] = if cfg!(miri) {
    &[0, 1, 3, 7, 8, 15, 17, 31, 33, 47, 63, 64, 65, 127, 130]
} else {
    &[
        0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 62, 63, 64, 65, 66, 127, 128, 129, 191, 193,
        257, 300,
    ]
};

/// The lengths for a content. Miri needs a second for each of the longer ones: it tries every second, in turn, or every
/// eighth if time is short.
fn lengths(turn: usize) -> impl Iterator<Item = usize> {
    let step = if !cfg!(miri) { 1 } else { 2 * one_in().min(4) };
    LENGTHS.iter().copied().skip(turn % step).step_by(step)
}

/// An allocation of exactly `len` bytes.
fn room(len: usize) -> Box<[u8]> {
    vec![0; len].into_boxed_slice()
}

#[test]
fn in_bounds_escape() {
    let profiles = profiles();
    // Each length meets one profile and one policy, the next length the next ones.
    let mut rotation = 0;
    for (turn, (_, pieces)) in CONTENTS.iter().enumerate() {
        for len in lengths(turn) {
            rotation += 1;
            let profile = profiles[rotation % profiles.len()];
            let policy = IllFormed::ALL[rotation % IllFormed::ALL.len()];
            let (rules, src) = (rules(&profile, policy), filled_with(pieces, len).into_boxed_slice());
            let expected = stringmill_reference::json_escape(&profile, policy, &src);
            let cap = expected.as_ref().map_or(rules.bound(len).expect("small"), |(out, _)| out.len());
            for tier in tiers() {
                let (mut dst, mut repairs) = (room(cap), Repairs::default());
                let found = json_escape_with(tier, &rules, &src, &mut dst, Chunk::Last, &mut repairs);
                let found = found.map(|done| (dst[..done.written].to_vec(), repairs));
                assert_eq!(found, expected, "{tier} {rules:?}, length {len}");
                let mut little = room(cap / 2);
                let done = json_escape_with(tier, &rules, &src, &mut little, Chunk::More, &mut Repairs::default());
                if let (Ok(done), Ok((out, _))) = (done, &expected) {
                    assert_eq!(little[..done.written], out[..done.written], "{tier} {rules:?}, little room");
                }
            }
        }
    }
    println!("escape: {rotation} texts in exact allocations on {}", tier_names());
}

#[test]
fn in_bounds_unescape() {
    let mut rotation = 0;
    for (turn, (_, pieces)) in ESCAPED.iter().enumerate() {
        for len in lengths(turn) {
            rotation += 1;
            let policy = LoneSurrogates::ALL[rotation % LoneSurrogates::ALL.len()];
            let (rules, src) = (JsonUnescape { surrogates: policy }, filled_with(pieces, len).into_boxed_slice());
            let expected = oracle::reference_unescape(policy, &src);
            let cap = expected.as_ref().map_or(len, |found| found.0.len());
            for tier in tiers() {
                let (mut dst, mut repairs) = (room(cap), Repairs::default());
                let found = json_unescape_with(tier, rules, &src, &mut dst, Chunk::Last, &mut repairs);
                let found = found.map(|done| (dst[..done.written].to_vec(), done.read, repairs));
                assert_eq!(found, expected, "{tier} {policy:?}, length {len}");
                let mut little = room(cap / 2);
                let done = json_unescape_with(tier, rules, &src, &mut little, Chunk::More, &mut Repairs::default());
                if let (Ok(done), Ok(found)) = (done, &expected) {
                    assert_eq!(little[..done.written], found.0[..done.written], "{tier} {policy:?}, little room");
                }
            }
        }
    }
    println!("unescape: {rotation} texts in exact allocations on {}", tier_names());
}

#[test]
fn in_bounds_validate() {
    let mut texts = 0;
    for (turn, (_, pieces)) in CONTENTS.iter().enumerate() {
        for len in lengths(turn) {
            texts += 1;
            let src = filled_with(pieces, len).into_boxed_slice();
            let expected = stringmill_reference::utf8_validate(&src).map(|()| len);
            for tier in tiers() {
                assert_eq!(utf8_validate_with(tier, &src, Chunk::Last), expected, "{tier}, length {len}");
            }
        }
    }
    println!("validate: {texts} texts in exact allocations on {}", tier_names());
}

#[test]
fn in_bounds_scan() {
    let mut texts = 0;
    for (class, pieces) in [
        (&ByteClass::STRING, &b"plain text"[..]),
        (&ByteClass::WHITE_SPACE_ION, b" \n\t"),
        (&ByteClass::DIGITS, b"1234567"),
    ] {
        for &len in LENGTHS {
            for stop in [len / 2, len.saturating_sub(1), len] {
                texts += 1;
                let mut src = filled_with(&[pieces], len).into_boxed_slice();
                if let Some(byte) = src.get_mut(stop) {
                    *byte = b'"';
                }
                for tier in tiers() {
                    assert_eq!(scan_with(tier, class, &src), stop, "{tier}, length {len}");
                }
            }
        }
    }
    println!("scan: {texts} texts in exact allocations on {}", tier_names());
}

#[test]
fn in_bounds_transcode() {
    const CONTENTS: [&[u16]; 5] = [
        &[0x61, 0x22],
        &[0xE9, 0x61],
        &[0x6F22, 0xE9, 0x61],
        &[0xD83D, 0xDE00, 0x61, 0xDC00, 0x6F22],
        &[0x61, 0xD83D, 0xDE00, 0x22, 0xE9, 0x6F22],
    ];
    let plain = Utf16ToUtf8::new(IllFormedUtf16::Replace).expect("plain text takes the policy");
    let pairs = Profile::JSON.named("pairs-like").with_non_ascii(&[(0x1_0000, 0x10_FFFF)]);
    let rules = [Profile::JSON, pairs].map(|profile| JsonEscapeUtf16::new(&profile, IllFormedUtf16::Escape));
    let rules = rules.map(|rules| rules.expect("json takes the policy"));
    let latin1 = JsonEscapeLatin1::new(&Profile::ASCII);
    let texts = CONTENTS.iter().enumerate().flat_map(|(turn, content)| lengths(turn).map(move |len| (content, len)));
    for (content, len) in texts {
        let src: Box<[u16]> = content.iter().copied().cycle().take(len).collect();
        let bytes: Box<[u8]> = src.iter().map(|&unit| unit as u8).collect();
        let text = stringmill_reference::utf16_to_utf8(plain.policy(), &src).expect("replaced").0;
        let strings = rules.each_ref().map(|rules| {
            let string = stringmill_reference::json_escape_utf16(rules.profile(), rules.policy(), &src);
            (rules, string.expect("escaped").0)
        });
        let from_latin1 = stringmill_reference::latin1_to_utf8(&bytes);
        let string_from_latin1 = stringmill_reference::json_escape_latin1(&Profile::ASCII, &bytes);
        for tier in tiers() {
            let repairs = &mut Repairs::default();
            for cap in [text.len(), text.len() / 2] {
                let mut dst = room(cap);
                let done = utf16_to_utf8_with(tier, plain, &src, &mut dst, Chunk::Last, repairs).expect("replaced");
                assert_eq!(dst[..done.written], text[..done.written], "{tier}, length {len}");
                assert!(cap < text.len() || done.written == cap, "{tier}, length {len}");
            }
            for (rules, string) in &strings {
                for cap in [string.len(), string.len() / 2] {
                    let mut dst = room(cap);
                    let done =
                        json_escape_utf16_with(tier, rules, &src, &mut dst, Chunk::Last, repairs).expect("escaped");
                    assert_eq!(dst[..done.written], string[..done.written], "{tier} {rules:?}, length {len}");
                    assert!(cap < string.len() || done.written == cap, "{tier} {rules:?}, length {len}");
                }
            }
            let mut dst = room(from_latin1.len());
            assert_eq!(latin1_to_utf8_with(tier, &bytes, &mut dst).read, len, "{tier}");
            assert_eq!(*dst, *from_latin1, "{tier}, length {len}");
            let mut dst = room(string_from_latin1.len());
            assert_eq!(json_escape_latin1_with(tier, &latin1, &bytes, &mut dst).read, len, "{tier}");
            assert_eq!(*dst, *string_from_latin1, "{tier}, length {len}");
        }
    }
    println!("transcode: texts of {} lengths in exact allocations on {}", LENGTHS.len(), tier_names());
}

#[test]
fn in_bounds_into_utf16() {
    let texts = CONTENTS.iter().chain(ESCAPED).enumerate();
    for ((_, pieces), len) in texts.flat_map(|(turn, text)| lengths(turn).map(move |len| (text, len))) {
        let src = filled_with(pieces, len).into_boxed_slice();
        let policies = [IllFormed::Reject, IllFormed::Replace, IllFormed::ReplacePhp, IllFormed::Reversible];
        let transcode = Utf8ToUtf16::new(policies[len % 4]).expect("a policy of plain text");
        let unescape = JsonUnescape { surrogates: LoneSurrogates::ALL[len % 3] };
        let transcoded = stringmill_reference::utf8_to_utf16(transcode.policy(), &src).map(|(units, _)| units);
        let unescaped =
            stringmill_reference::json_unescape_utf16(unescape.surrogates, &src).map(|found| (found.text, found.read));
        for tier in tiers() {
            let repairs = &mut Repairs::default();
            let room = |cap: usize| vec![0u16; cap].into_boxed_slice();
            let mut dst = room(transcoded.as_ref().map_or(len, Vec::len));
            let done = utf8_to_utf16_with(tier, transcode, &src, &mut dst, Chunk::Last, repairs);
            assert_eq!(
                done.map(|done| (done.read, &dst[..])),
                transcoded.as_ref().map(|units| (len, &units[..])).map_err(|error| *error),
                "{tier}, length {len}"
            );
            let mut dst = room(unescaped.as_ref().map_or(len, |found| found.0.len()));
            let done = json_unescape_utf16_with(tier, unescape, &src, &mut dst, Chunk::Last, repairs);
            assert_eq!(
                done.map(|done| (&dst[..], done.read)),
                unescaped.as_ref().map(|found| (&found.0[..], found.1)).map_err(|error| *error),
                "{tier}, length {len}"
            );
            let mut little = room(dst.len() / 2);
            let done = json_unescape_utf16_with(tier, unescape, &src, &mut little, Chunk::More, repairs);
            if let (Ok(done), Ok(found)) = (done, &unescaped) {
                assert_eq!(little[..done.written], found.0[..done.written], "{tier}, little room");
            }
        }
    }
    println!("into UTF-16: texts of {} lengths in exact allocations on {}", LENGTHS.len(), tier_names());
}

#[test]
fn in_bounds_base64() {
    const ALPHABETS: [(Base64Encode, &[u8]); 2] = [(Base64Encode::STANDARD, b"\r\n"), (Base64Encode::URL, b"")];
    let mut texts = 0;
    for (turn, &len) in LENGTHS.iter().enumerate() {
        let bytes = filled_with(&[b"\x00\xFF\x5A\xA7Base64"], len).into_boxed_slice();
        // In Miri by turns.
        for &(encode, end) in if cfg!(miri) { &ALPHABETS[turn % 2..][..1] } else { &ALPHABETS } {
            let text = stringmill_reference::base64_encode(encode.alphabet, encode.padded, &bytes);
            let lines: Vec<u8> = text.chunks(9).flat_map(|line| [line, end].concat()).collect();
            let decode =
                if encode.alphabet == Base64Alphabet::Url { Base64Decode::URL } else { Base64Decode::FORGIVING };
            let lines = lines.into_boxed_slice();
            for tier in tiers() {
                texts += 1;
                let mut dst = room(text.len());
                let done = base64_encode_with(tier, encode, &bytes, &mut dst, Chunk::Last);
                assert_eq!((done.read, &dst[..]), (len, &text[..]), "{tier} {encode:?}, length {len}");
                let mut dst = room(len);
                let done = base64_decode_with(tier, decode, &lines, &mut dst, Chunk::Last).expect("base64");
                assert_eq!((done.read, &dst), (lines.len(), &bytes), "{tier} {decode:?}, length {len}");
                let mut little = room(len / 2);
                let done = base64_decode_with(tier, decode, &lines, &mut little, Chunk::More).expect("base64");
                assert_eq!(
                    (done.written, &little[..done.written]),
                    (len / 2 / 3 * 3, &bytes[..done.written]),
                    "{tier}"
                );
            }
        }
    }
    println!("base64: {texts} texts in exact allocations on {}", tier_names());
}
