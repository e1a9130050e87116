//! Promise 3, in bounds, and promise 6, bounds hold: guard pages on both sides of source and destination, every length,
//! and room that is exact or little.

use super::subject::{Operation, Written, all_rules};
use crate::guarded::{Flush, Guarded, SIDES};
use crate::oracle::{profiles, sample, tier_names, tiers};
use stringmill_kernels::{
    JsonEscapeLatin1, JsonEscapeUtf16, Tier, Utf16ToUtf8, json_escape_latin1_with, latin1_to_utf8_bound,
    latin1_to_utf8_with,
};
use stringmill_outcome::{Chunk, ErrorCode, Repairs};
use stringmill_profile::{AsciiEscape, IllFormedUtf16, Profile, UnicodeForm};
use stringmill_reference as reference;

/// Longest source, in units.
const LEN: usize = 150;
/// Room between the guards: the longest escape of the longest source.
const ROOM: usize = LEN * 7;

/// The parts of texts.
const CONTENTS: &[(&str, &[u16])] = &[
    ("ASCII", &[0x61, 0x62, 0x63]),
    ("escapes", &[0x61, 0x22, 0x5C, 0x01]),
    ("two bytes each", &[0xE9, 0x436]),
    ("three bytes each", &[0x6F22, 0x2028, 0xFFFD]),
    ("pairs", &[0xD83D, 0xDE00]),
    ("mixed", &[0x61, 0x62, 0xE9, 0x6F22, 0xD83D, 0xDE00, 0x7F]),
    ("lone surrogates", &[0x61, 0xD83D, 0xDE00, 0x6F22, 0xDC00, 0xE9, 0xDBFF]),
];

/// `len` units of `content`.
fn text(content: &[u16], len: usize) -> Vec<u16> {
    content.iter().copied().cycle().take(len).collect()
}

/// Bytes of `units` in memory.
fn memory_of(units: &[u16]) -> Vec<u8> {
    units.iter().flat_map(|unit| unit.to_ne_bytes()).collect()
}

/// The units whose memory this is.
fn units_of(bytes: &[u8]) -> &[u16] {
    // SAFETY: any two bytes are a u16.
    let (before, units, after) = unsafe { bytes.align_to::<u16>() };
    assert!(before.is_empty() && after.is_empty(), "units are not aligned");
    units
}

/// Every operation on code units.
fn operations<'a>(rules: &'a [JsonEscapeUtf16<'a>]) -> Vec<Operation<'a>> {
    let plain = IllFormedUtf16::ALL.iter().filter(|policy| **policy != IllFormedUtf16::Escape);
    plain.map(|&policy| Operation::Transcode(policy)).chain(rules.iter().map(Operation::Escape)).collect()
}

#[test]
fn in_bounds() {
    let (mut src_memory, mut dst_memory) = (Guarded::new(2 * LEN), Guarded::new(ROOM));
    let profiles = profiles();
    let rules = all_rules(&profiles);
    let mut runs = 0;
    for operation in operations(&rules) {
        for (name, content) in CONTENTS {
            for len in sample(0, 0..=LEN) {
                let text = text(content, len);
                let expected = operation.reference(&text);
                for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                    let src = units_of(src_memory.holding(&memory_of(&text), side));
                    for dst_side in SIDES {
                        check(operation, tier, src, &mut dst_memory, dst_side, &expected, name);
                        runs += 1;
                    }
                }
            }
        }
    }
    println!("UTF-16: {runs} runs of lengths 0 to {LEN} between guard pages on {}", tier_names());
}

/// Runs with exactly the room that the output needs.
fn check(
    operation: Operation<'_>,
    tier: Tier,
    src: &[u16],
    dst_memory: &mut Guarded,
    side: Flush,
    expected: &Written,
    name: &str,
) {
    let cap = expected.as_ref().map_or(operation.bound(src.len()), |(out, _)| out.len());
    dst_memory.filled(cap, side, |dst| {
        let mut repairs = Repairs::default();
        let found = operation.call(tier, src, dst, Chunk::Last, &mut repairs);
        let found = found.map(|done| (dst[..done.written].to_vec(), repairs));
        assert_eq!(found, *expected, "{tier} {operation:?} {name}, length {}, dst flush at its {side:?}", src.len());
    });
}

#[test]
fn in_bounds_with_little_room() {
    let (mut src_memory, mut dst_memory) = (Guarded::new(2 * LEN), Guarded::new(ROOM));
    let profiles = profiles();
    let rules = all_rules(&profiles);
    for operation in operations(&rules) {
        for ((_, content), len) in CONTENTS.iter().flat_map(|content| [(content, 37), (content, 101)]) {
            let text = text(content, len);
            for cap in sample(len, 0..operation.bound(len).min(240)) {
                let expected = operation.progress(&text, cap);
                for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                    let src = units_of(src_memory.holding(&memory_of(&text), side));
                    dst_memory.filled(cap, side, |dst| {
                        let found = operation.call(tier, src, dst, Chunk::Last, &mut Repairs::default());
                        assert_eq!(found, expected, "{tier} {operation:?}, cap {cap}, {text:04x?}");
                    });
                }
            }
        }
    }
}

#[test]
fn in_bounds_latin1() {
    let (mut src_memory, mut dst_memory) = (Guarded::new(2 * LEN), Guarded::new(2 * ROOM));
    let rules = profiles().map(|profile| JsonEscapeLatin1::new(&profile));
    for content in [&b"abc"[..], b"\xE9", b"a\xE9\xFF\x80b", b"a\"\\\x01\xE9"] {
        for len in sample(0, 0..=2 * LEN) {
            let text: Vec<_> = content.iter().copied().cycle().take(len).collect();
            let plain = reference::latin1_to_utf8(&text);
            for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                let src = src_memory.holding(&text, side);
                for dst_side in SIDES {
                    dst_memory.filled(plain.len(), dst_side, |dst| {
                        assert_eq!(latin1_to_utf8_with(tier, src, dst).read, len, "{tier} {text:02x?}");
                        assert_eq!(*dst, plain, "{tier} {text:02x?}");
                    });
                    let rules = &rules[len % rules.len()];
                    let escaped = reference::json_escape_latin1(rules.profile(), &text);
                    dst_memory.filled(escaped.len(), dst_side, |dst| {
                        assert_eq!(json_escape_latin1_with(tier, rules, src, dst).read, len, "{tier} {text:02x?}");
                        assert_eq!(*dst, escaped, "{tier} {rules:?} {text:02x?}");
                    });
                }
            }
        }
    }
}

/// At both edges of a size: a product that fits, or none.
#[test]
fn bounds_hold() {
    let plain = Utf16ToUtf8::new(IllFormedUtf16::Reject).expect("plain text takes the policy");
    let seven = AsciiEscape::text(b"seven77").expect("seven bytes");
    let longest = (0..0x80).fold(Profile::empty("longest"), |profile, byte| profile.with_ascii(byte, seven));
    let all = Profile::JSON.with_non_ascii(&[(0x80, 0x10_FFFF)]);
    let utf16 = |profile: &Profile<'_>, policy, len| {
        JsonEscapeUtf16::new(profile, policy).expect("the profile takes the policy").bound(len)
    };
    let reject = IllFormedUtf16::Reject;
    type Bound<'a> = (usize, &'a dyn Fn(usize) -> Option<usize>);
    let bounds: [Bound<'_>; 11] = [
        (3, &|len| plain.bound(len)),
        (2, &latin1_to_utf8_bound),
        (6, &|len| utf16(&Profile::JSON, reject, len)),
        (7, &|len| utf16(&longest, reject, len)),
        (3, &|len| utf16(&Profile::empty("empty"), IllFormedUtf16::Replace, len)),
        (6, &|len| utf16(&Profile::empty("empty"), IllFormedUtf16::Escape, len)),
        (6, &|len| utf16(&Profile::empty("empty").with_replacement_escaped(true), IllFormedUtf16::Replace, len)),
        (6, &|len| JsonEscapeLatin1::new(&all).bound(len)),
        (7, &|len| JsonEscapeLatin1::new(&longest).bound(len)),
        (2, &|len| JsonEscapeLatin1::new(&Profile::empty("empty")).bound(len)),
        (4, &|len| {
            let escaped = Profile::empty("empty").with_non_ascii(&[(0xFF, 0x1FF)]);
            JsonEscapeLatin1::new(&escaped.with_form(UnicodeForm::Ion)).bound(len)
        }),
    ];
    for (number, (one, bound)) in bounds.into_iter().enumerate() {
        for edge in [usize::MAX / one, u32::MAX as usize / one, usize::MAX, u32::MAX as usize, 1, 0] {
            for len in [edge.saturating_sub(1), edge, edge.saturating_add(1)] {
                assert_eq!(bound(len), len.checked_mul(one), "bound {number} of {len}");
            }
        }
    }
}

#[test]
fn policies_without_a_place_are_refused() {
    let refused = |error: Option<stringmill_outcome::Error>| error.map(|error| (error.code, error.offset));
    let unsupported = Some((ErrorCode::PolicyUnsupported, 0));
    assert_eq!(refused(Utf16ToUtf8::new(IllFormedUtf16::Escape).err()), unsupported);
    let strict = Profile::JSON.with_surrogates_refused(true);
    for (profile, policy) in
        [(Profile::JSON, IllFormedUtf16::Wtf8), (strict, IllFormedUtf16::Wtf8), (strict, IllFormedUtf16::Escape)]
    {
        assert_eq!(refused(JsonEscapeUtf16::new(&profile, policy).err()), unsupported, "{policy:?}");
    }
    assert!(JsonEscapeUtf16::new(&strict, IllFormedUtf16::Replace).is_ok());
}
