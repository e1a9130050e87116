//! The promises that hold for any input, tried on random ones that shrink to the smallest that fails: each kernel
//! against the reference, on every tier, under profiles of the table and of random users, with little room and cut
//! anywhere. Delicate cases are tried in full: each special byte at each place of each short length.
//!
//! With `exhaustive.rs` and `guard_pages.rs`, this replaces the tests that a kernel would otherwise have in its own
//! file.

// Miri is too slow for these.
#![cfg(not(miri))]

use crate::oracle::{
    self, escape, escape_fed, parts, profiles, reference_unescape, rules, sample, tier_names, tiers, unescape,
    unescape_fed,
};
use crate::pieces::{BROKEN_ESCAPES, ESCAPES, ILL_FORMED};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use stringmill_kernels::{JsonEscape, JsonUnescape, Tier, json_escape_with, json_unescape_with};
use stringmill_outcome::{Chunk, Error, Progress, Repairs};
use stringmill_profile::{AsciiEscape, CodeRange, HexCase, IllFormed, LoneSurrogates, Profile, UnicodeForm};
use stringmill_reference as reference;

/// How many random cases each promise is tried on.
fn cases(number: u32) -> ProptestConfig {
    // No file of past failures: a failure becomes a vector.
    ProptestConfig { cases: oracle::random_cases(number), failure_persistence: None, ..ProptestConfig::default() }
}

/// The bytes that escaping handles specially.
const DELICATE: &[&[u8]] = &[b"\"", b"\\", b"\n", b"\0", b"\x1F", b"\x7F", b"/", b"<", b"&", b"\"\\\"\\\"\\"];
const CHARACTERS: &[&str] = &["é", "ж", "漢", "\u{2028}", "😀", "\u{FFFD}", "\u{10FFFF}", "a", "d83d"];
/// Bytes that no string contains as they are.
const STOPS: &[&[u8]] = &[b"\"", b"\n", b"\xC3", b"\xED\xA0\x80"];

/// One of the listed pieces.
fn one_of(pieces: &'static [&'static [u8]]) -> impl Strategy<Value = Vec<u8>> {
    select(pieces).prop_map(<[u8]>::to_vec)
}

fn characters() -> impl Strategy<Value = Vec<u8>> {
    select(CHARACTERS).prop_map(|text| text.as_bytes().to_vec())
}

fn plain() -> impl Strategy<Value = Vec<u8>> {
    (0..100usize).prop_map(|len| b"plain text, as long as it takes ".iter().copied().cycle().take(len).collect())
}

/// Bytes made of runs of plain text, delicate characters, ill-formed pieces and noise. Half of them are at most a block,
/// which has leaves of its own.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = || {
        prop_oneof![
            3 => plain(),
            2 => vec(0..0x80u8, 1..6),
            1 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
            3 => characters(),
            2 => one_of(DELICATE),
            1 => one_of(ILL_FORMED),
            1 => vec(any::<u8>(), 1..4),
        ]
    };
    let text = || vec(piece(), 0..12).prop_map(|pieces| pieces.concat());
    let short = (text(), any::<Index>(), 1..=64usize).prop_map(|(text, from, len)| {
        let rest = &text[from.index(text.len() + 1)..];
        rest[..rest.len().min(len)].to_vec()
    });
    prop_oneof![text(), short]
}

/// The inside of a string: text and escapes, now and then broken.
fn inside() -> impl Strategy<Value = Vec<u8>> {
    let piece = || prop_oneof![8 => one_of(ESCAPES), 3 => plain(), 3 => characters()];
    let last = prop_oneof![1 => prop_oneof![one_of(BROKEN_ESCAPES), one_of(STOPS)], 3 => Just(Vec::new())];
    (vec(piece(), 0..20), last, vec(piece(), 0..4))
        .prop_map(|(first, last, more)| [first.concat(), last, more.concat()].concat())
}

/// A table of a user: any form of any length.
fn ascii_escape() -> impl Strategy<Value = AsciiEscape> {
    let case = || select(&[HexCase::Lower, HexCase::Upper][..]);
    prop_oneof![
        (0..0x80u8).prop_map(AsciiEscape::short),
        (0..0x80u8, case()).prop_map(|(byte, case)| AsciiEscape::unicode(byte, case)),
        (0..0x80u8, case()).prop_map(|(byte, case)| AsciiEscape::hex(byte, case)),
        vec(0..0x80u8, 1..=7).prop_map(|text| AsciiEscape::text(&text).expect("one to seven bytes of ASCII")),
    ]
}

/// A profile that a user built.
#[derive(Clone, Debug)]
struct UserProfile {
    base: Profile<'static>,
    ascii: Vec<(u8, AsciiEscape)>,
    non_ascii: Option<Vec<CodeRange>>,
    form: UnicodeForm,
    hex: HexCase,
    escapes_replacement: bool,
}

impl UserProfile {
    fn profile(&self) -> Profile<'_> {
        let changed = self.ascii.iter().fold(self.base, |profile, &(byte, escape)| profile.with_ascii(byte, escape));
        let changed =
            changed.with_hex(self.hex).with_form(self.form).with_replacement_escaped(self.escapes_replacement);
        match &self.non_ascii {
            Some(ranges) => changed.with_non_ascii(ranges),
            None => changed,
        }
    }
}

fn user_profile() -> impl Strategy<Value = UserProfile> {
    // Ascending and apart: every second gap between sorted borders.
    let ranges = vec(prop_oneof![0x80..0x900u32, 0x80..0x11_0000u32], 0..10).prop_map(|mut borders| {
        borders.sort_unstable();
        borders.dedup();
        borders.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
    });
    let ascii = prop_oneof![
        1 => Just(Vec::new()),
        3 => vec((0..0x80u8, ascii_escape()), 1..8),
        1 => vec((0..0x80u8, ascii_escape()), 128),
    ];
    let base = prop_oneof![
        select(profiles().to_vec()),
        select(Profile::ROWS.iter().map(|row| row.profile).collect::<Vec<_>>())
    ];
    let flags = (
        select(&[UnicodeForm::Json, UnicodeForm::Ion][..]),
        select(&[HexCase::Lower, HexCase::Upper][..]),
        any::<bool>(),
    );
    (base, ascii, proptest::option::of(ranges), flags).prop_map(|(base, ascii, non_ascii, flags)| {
        let (form, hex, escapes_replacement) = flags;
        UserProfile { base: base.with_surrogates_refused(false), ascii, non_ascii, form, hex, escapes_replacement }
    })
}

fn ill_formed() -> impl Strategy<Value = IllFormed> {
    select(IllFormed::ALL)
}

fn surrogates() -> impl Strategy<Value = LoneSurrogates> {
    select(LoneSurrogates::ALL)
}

/// Escapes `src` by way of a room of `cap` bytes that is emptied as often as needed.
fn escape_by_way_of(tier: Tier, rules: &JsonEscape<'_>, src: &[u8], cap: usize) -> oracle::Escaped {
    let mut repairs = Repairs::default();
    let (mut out, mut read, mut dst) = (Vec::new(), 0, vec![0; cap]);
    while read < src.len() {
        repairs.base = read as u64;
        let done = json_escape_with(tier, rules, &src[read..], &mut dst, Chunk::Last, &mut repairs)
            .map_err(|error| error.after(read as u64))?;
        assert!(done.read > 0, "{tier} {rules:?}: no progress in {cap} bytes at {read} of {src:02x?}");
        out.extend_from_slice(&dst[..done.written]);
        read += done.read;
    }
    Ok((out, Repairs { base: 0, ..repairs }))
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn one_answer_of_escape(src in bytes(), user in user_profile(), policy in ill_formed(), cuts in vec(any::<Index>(), 0..3)) {
        let profile = user.profile();
        let rules = rules(&profile, policy);
        let expected = reference::json_escape(&profile, policy, &src);
        for tier in tiers() {
            prop_assert_eq!(&escape(tier, &rules, &src), &expected, "{}", tier);
            prop_assert_eq!(&escape_fed(tier, &rules, &parts(&src, &cuts)), &expected, "{} cut", tier);
        }
    }

    #[test]
    fn one_answer_of_unescape(src in inside(), policy in surrogates(), cuts in vec(any::<Index>(), 0..3)) {
        let expected = reference_unescape(policy, &src);
        for tier in tiers() {
            prop_assert_eq!(&unescape(tier, policy, &src), &expected, "{}", tier);
            prop_assert_eq!(&unescape_fed(tier, policy, &parts(&src, &cuts)), &expected, "{} cut", tier);
        }
    }

    #[test]
    fn one_answer_of_validate(src in bytes(), cuts in vec(any::<Index>(), 0..3)) {
        let expected = reference::utf8_validate(&src);
        for tier in tiers() {
            prop_assert_eq!(&oracle::validate_fed(tier, &parts(&src, &cuts)), &expected, "{}", tier);
        }
    }

    /// With little capacity, every tier makes the longest run of whole units, and continuing from there gives the whole.
    #[test]
    fn one_answer_of_escape_with_little_room(
        src in bytes(), user in user_profile(), policy in ill_formed(), cap in any::<Index>(),
    ) {
        let profile = user.profile();
        let rules = rules(&profile, policy);
        let expected = reference::json_escape(&profile, policy, &src);
        let cap = cap.index(expected.as_ref().map_or(src.len(), |(out, _)| out.len()) + 2);
        // If bytes pass unchecked, a sequence may be cut; the progress of a tier is then compared with the others
        // below.
        let longest = (policy != IllFormed::Copy).then(|| oracle::escape_progress(&profile, policy, &src, cap));
        let mut first: Option<Result<Progress, Error>> = longest;
        for tier in tiers() {
            let mut dst = vec![0; cap];
            let found = json_escape_with(tier, &rules, &src, &mut dst, Chunk::Last, &mut Repairs::default());
            prop_assert_eq!(*first.get_or_insert(found), found, "{}, cap {}", tier, cap);
            if let (Ok(done), Ok((out, _))) = (found, &expected) {
                prop_assert_eq!(&dst[..done.written], &out[..done.written], "{}, cap {}", tier, cap);
            }
            let whole = escape_by_way_of(tier, &rules, &src, cap.max(JsonEscape::UNIT_MAX));
            prop_assert_eq!(&whole, &expected, "{} by way of {}", tier, cap.max(JsonEscape::UNIT_MAX));
        }
    }

    #[test]
    fn one_answer_of_unescape_with_little_room(src in inside(), policy in surrogates(), cap in any::<Index>()) {
        let cap = cap.index(src.len() + 2);
        let expected = oracle::unescape_progress(policy, &src, cap);
        for tier in tiers() {
            let (mut dst, rules) = (vec![0; cap], JsonUnescape { surrogates: policy });
            let found = json_unescape_with(tier, rules, &src, &mut dst, Chunk::Last, &mut Repairs::default());
            prop_assert_eq!(found, expected, "{}, cap {}", tier, cap);
        }
    }

    /// Any bytes, any rules, any room, more to come or not: an answer that makes sense, and nothing beside `dst`.
    #[test]
    fn total(
        src in prop_oneof![bytes(), inside(), vec(any::<u8>(), 0..200)],
        user in user_profile(), policy in ill_formed(), surrogates in surrogates(), cap in 0..600usize, more in any::<bool>(),
    ) {
        const MARK: u8 = 0xA5;
        let chunk = if more { Chunk::More } else { Chunk::Last };
        let profile = user.profile();
        let rules = rules(&profile, policy);
        for tier in tiers() {
            let mut memory = vec![MARK; cap + 128];
            let mut repairs = Repairs::default();
            let dst = &mut memory[64..64 + cap];
            let escaped = json_escape_with(tier, &rules, &src, dst, chunk, &mut repairs);
            let unescaped = json_unescape_with(tier, JsonUnescape { surrogates }, &src, dst, chunk, &mut repairs);
            for found in [escaped, unescaped] {
                match found {
                    Ok(done) => prop_assert!(done.read <= src.len() && done.written <= cap, "{} {:?}", tier, done),
                    Err(error) => prop_assert!(error.offset <= src.len() as u64, "{} {:?}", tier, error),
                }
            }
            let beside = memory[..64].iter().chain(&memory[64 + cap..]);
            prop_assert!(beside.into_iter().all(|&byte| byte == MARK), "{}", tier);
        }
    }

    /// Unescaping restores the output of JSON profiles; reversible marks restore any bytes at all.
    #[test]
    fn round_trip(src in bytes(), ascii in any::<bool>()) {
        let profile = if ascii { Profile::ASCII } else { Profile::JSON };
        for tier in tiers() {
            let (escaped, _) = escape(tier, &rules(&profile, IllFormed::Reversible), &src).expect("every byte has a mark");
            let back = unescape(tier, LoneSurrogates::Reversible, &escaped).expect("marks are read");
            prop_assert_eq!((&back.0, back.1), (&src, escaped.len()), "{}", tier);
        }
        let text = String::from_utf8_lossy(&src).into_owned().into_bytes();
        for tier in tiers() {
            let (escaped, _) = escape(tier, &rules(&profile, IllFormed::Reject), &text).expect("well formed");
            prop_assert!(std::str::from_utf8(&escaped).is_ok(), "{}", tier);
            let back = unescape(tier, LoneSurrogates::Reject, &escaped).expect("what was written is read");
            prop_assert_eq!((&back.0, back.1), (&text, escaped.len()), "{}", tier);
        }
    }

    #[test]
    fn bounds_hold(src in bytes(), user in user_profile(), policy in ill_formed(), len in any::<usize>()) {
        let profile = user.profile();
        let rules = rules(&profile, policy);
        if let Ok((out, _)) = reference::json_escape(&profile, policy, &src) {
            prop_assert!(out.len() <= rules.bound(src.len()).expect("small"));
        }
        // A bound is a multiple of the length, or there is none.
        let one = rules.bound(1).expect("one byte");
        prop_assert_eq!(rules.bound(len), len.checked_mul(one));
        prop_assert_eq!(rules.bound(usize::MAX / one).map(|bound| bound / one), Some(usize::MAX / one));
        prop_assert_eq!(rules.bound(usize::MAX / one + 1), None);
        prop_assert_eq!(rules.bound(0), Some(0));
    }
}

#[test]
fn bounds_hold_where_escapes_are_longest() {
    let seven = AsciiEscape::text(b"seven77").expect("seven bytes");
    let worst = (0..0x80).fold(Profile::empty("worst"), |profile, byte| profile.with_ascii(byte, seven));
    for &policy in IllFormed::ALL {
        for text in [&b"abc"[..], b"\xFF\xFF", b"\xF0\x9F\x98", "ééé".as_bytes(), "\u{800}".as_bytes()] {
            let all_escaped = worst.with_non_ascii(&[(0x80, 0x10_FFFF)]);
            for profile in [worst, all_escaped, all_escaped.with_form(UnicodeForm::Ion)] {
                let rules = rules(&profile, policy);
                let bound = rules.bound(text.len()).expect("small");
                if let Ok((out, _)) = reference::json_escape(&profile, policy, text) {
                    assert!(out.len() <= bound, "{rules:?}: {text:02x?} becomes {} bytes", out.len());
                }
            }
        }
        let rules = rules(&worst, policy);
        let marked = escape_by_way_of(tiers()[0], &rules, b"\xF0\x9F\x98\xFF\xE2\x82a", JsonEscape::UNIT_MAX);
        assert_eq!(marked, reference::json_escape(&worst, policy, b"\xF0\x9F\x98\xFF\xE2\x82a"));
    }
}

/// Each delicate character at each place of each length up to three blocks and a byte.
#[test]
fn one_answer_at_every_place_of_every_length() {
    const SPECIAL: &[&[u8]] = &[
        b"\"",
        b"\\",
        b"\n",
        b"\x01",
        b"\x7F",
        b"\xC3\xA9",
        b"\xE6\xBC\xA2",
        b"\xF0\x9F\x98\x80",
        b"\xFF",
        b"\xE2\x82",
    ];
    const LEN: usize = 3 * 64 + 1;
    let tiers = tiers();
    let profiles = profiles();
    let of_length = |len: usize| {
        for (special, profile) in
            SPECIAL.iter().flat_map(|special| profiles.iter().map(move |profile| (special, profile)))
        {
            let rules = rules(profile, IllFormed::Replace);
            for place in sample(len, 0..len.saturating_sub(special.len() - 1)) {
                let mut src = vec![b'a'; len];
                src[place..place + special.len()].copy_from_slice(special);
                let expected = reference::json_escape(profile, IllFormed::Replace, &src);
                for &tier in &tiers {
                    assert_eq!(
                        escape(tier, &rules, &src),
                        expected,
                        "{tier} {rules:?} {special:02x?} at {place} of {len}"
                    );
                }
                let escaped = expected.expect("replaced").0;
                let expected = reference_unescape(LoneSurrogates::Replace, &escaped);
                for &tier in &tiers {
                    let found = unescape(tier, LoneSurrogates::Replace, &escaped);
                    assert_eq!(found, expected, "{tier} {special:02x?} at {place} of {len}");
                }
            }
        }
    };
    oracle::in_parallel(LEN + 1, of_length);
    println!("each of {} special characters at each place of each length on {}", SPECIAL.len(), tier_names());
}
