//! Promise 3, in bounds, where no guard pages can stand: `src` and `dst` are allocations of exactly their size, so that
//! Miri and AddressSanitizer see each byte too far. Miri is slow, so this tries few lengths and every content.

mod oracle;

use oracle::{CONTENTS, ESCAPED, filled_with, profiles, rules, tier_names, tiers};
use stringmill_kernels::{Class, JsonUnescape, json_escape_with, json_unescape_with, scan_with, utf8_validate_with};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates};

/// Around the sizes of words, registers and blocks.
const LENGTHS: &[usize] = if cfg!(miri) {
    &[0, 1, 3, 7, 8, 15, 17, 31, 33, 47, 63, 64, 65, 127, 130]
} else {
    &[
        0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 62, 63, 64, 65, 66, 127, 128, 129, 191, 193,
        257, 300,
    ]
};

/// An allocation of exactly `len` bytes.
fn room(len: usize) -> Box<[u8]> {
    vec![0; len].into_boxed_slice()
}

#[test]
fn in_bounds_escape() {
    // Each length meets one profile and one policy, the next length the next ones.
    let mut rotation = 0;
    for (_, pieces) in CONTENTS {
        for &len in LENGTHS {
            rotation += 1;
            let profile = profiles()[rotation % profiles().len()];
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
    for (_, pieces) in ESCAPED {
        for &len in LENGTHS {
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
    for (_, pieces) in CONTENTS {
        for &len in LENGTHS {
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
    for (class, pieces) in
        [(&Class::STRING, &b"plain text"[..]), (&Class::WHITE_SPACE_ION, b" \n\t"), (&Class::DIGITS, b"1234567")]
    {
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
