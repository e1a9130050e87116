//! The promises that hold for any input, tried on random ones that shrink to the smallest that fails.

use super::subject::{Operation, check_latin1};
use crate::oracle::{parts, profiles, tiers};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use stringmill_kernels::{JsonEscapeLatin1, JsonEscapeUtf16};
use stringmill_outcome::{Chunk, Progress, Repairs};
use stringmill_profile::{AsciiEscape, IllFormedUtf16, Profile, UnicodeForm};
use stringmill_reference as reference;

/// How many random cases each promise is tried on.
fn cases(number: u32) -> ProptestConfig {
    // No file of past failures: a failure becomes a vector.
    ProptestConfig {
        cases: crate::oracle::random_cases(number),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Code units in runs of each kind, with surrogates alone among them now and then.
fn units() -> impl Strategy<Value = Vec<u16>> {
    let piece = prop_oneof![
        4 => vec(0x20..0x7Fu16, 0..90),
        2 => vec(0..0x80u16, 0..8),
        2 => vec(0x80..0x800u16, 0..50),
        2 => vec(0x800..0xD800u16, 0..50),
        2 => vec((0xD800..0xDC00u16, 0xDC00..0xE000u16), 0..30)
            .prop_map(|pairs| pairs.into_iter().flat_map(|(high, low)| [high, low]).collect()),
        1 => vec(0xE000..=0xFFFFu16, 0..8),
        1 => vec(0xD800..0xE000u16, 0..2),
        1 => vec(select(&[0x61, 0xE9, 0x6F22, 0xD83D, 0xDE00][..]), 0..90),
        1 => vec(any::<u16>(), 0..4),
    ];
    vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

/// A profile of the table or of the tests, with escapes of a user's.
fn profile() -> impl Strategy<Value = Profile<'static>> {
    let base = prop_oneof![
        select(profiles().to_vec()),
        select(Profile::ROWS.iter().map(|row| row.profile).collect::<Vec<_>>())
    ];
    let escape = vec(0..0x80u8, 1..=7).prop_map(|text| AsciiEscape::text(&text).expect("one to seven bytes of ASCII"));
    (base, vec((0..0x80u8, escape), 0..4), any::<bool>(), any::<bool>()).prop_map(|(base, escapes, ion, escaped)| {
        let profile = escapes.into_iter().fold(base, |profile, (byte, escape)| profile.with_ascii(byte, escape));
        let form = if ion { UnicodeForm::Ion } else { profile.form() };
        profile.with_form(form).with_replacement_escaped(escaped).with_surrogates_refused(false)
    })
}

/// The operation of a policy: escaping if it has a profile.
fn with_operation<T>(
    profile: Option<&Profile<'_>>,
    policy: IllFormedUtf16,
    work: impl FnOnce(Operation<'_>) -> T,
) -> T {
    match (profile, policy) {
        (Some(profile), IllFormedUtf16::Wtf8) => with_operation(Some(profile), IllFormedUtf16::Replace, work),
        (None, IllFormedUtf16::Escape) => work(Operation::Transcode(IllFormedUtf16::Wtf8)),
        (Some(profile), policy) => {
            work(Operation::Escape(&JsonEscapeUtf16::new(profile, policy).expect("the profile takes the policy")))
        }
        (None, policy) => work(Operation::Transcode(policy)),
    }
}

proptest! {
    #![proptest_config(cases(600))]

    /// The same bytes, repairs and error as the reference, with room for all, for exactly all, and for less.
    #[test]
    fn one_answer(
        src in units(), profile in proptest::option::of(profile()), policy in select(IllFormedUtf16::ALL),
        caps in vec(any::<Index>(), 2),
    ) {
        with_operation(profile.as_ref(), policy, |operation| {
            let caps: Vec<_> = caps.iter().map(|cap| cap.index(operation.bound(src.len()) + 1)).collect();
            operation.check(&src, &caps);
        });
    }

    /// A stream cut anywhere gives the same output as the whole.
    #[test]
    fn one_answer_of_every_cut(
        src in units(), profile in proptest::option::of(profile()), policy in select(IllFormedUtf16::ALL),
        cuts in vec(any::<Index>(), 0..4),
    ) {
        let parts = parts(&src, &cuts);
        with_operation(profile.as_ref(), policy, |operation| {
            let expected = operation.reference(&src);
            for tier in tiers() {
                assert_eq!(operation.fed(tier, &parts), expected, "{tier} {operation:?}, parts {parts:04x?}");
            }
        });
    }

    /// Any units, any room, more to come or not: an answer that makes sense, the same on each tier, nothing beside `dst`.
    #[test]
    fn total(
        src in vec(any::<u16>(), 0..200), profile in proptest::option::of(profile()),
        policy in select(IllFormedUtf16::ALL), cap in 0..700usize, more in any::<bool>(),
    ) {
        const MARK: u8 = 0xA5;
        let chunk = if more { Chunk::More } else { Chunk::Last };
        with_operation(profile.as_ref(), policy, |operation| {
            let mut first = None;
            for tier in tiers() {
                let (mut memory, mut repairs) = (vec![MARK; cap + 128], Repairs::default());
                let found = operation.call(tier, &src, &mut memory[64..64 + cap], chunk, &mut repairs);
                assert_eq!(*first.get_or_insert((found, repairs)), (found, repairs), "{tier} {operation:?}");
                match found {
                    Ok(Progress { read, written }) => assert!(read <= src.len() && written <= cap, "{tier}"),
                    Err(error) => assert!(error.offset < src.len() as u64, "{tier} {error:?}"),
                }
                let beside = memory[..64].iter().chain(&memory[64 + cap..]);
                assert!(beside.into_iter().all(|&byte| byte == MARK), "{tier}");
            }
        });
    }

    /// The output of the standard library for well-formed text.
    #[test]
    fn exact_utf8(text in any::<String>()) {
        let src: Vec<_> = text.encode_utf16().collect();
        for tier in tiers() {
            let found = Operation::Transcode(IllFormedUtf16::Reject).whole(tier, &src).expect("well formed");
            prop_assert_eq!(&found.0, text.as_bytes(), "{}", tier);
        }
    }

    #[test]
    fn one_answer_for_latin1(src in vec(any::<u8>(), 0..300), profile in profile(), cap in any::<Index>()) {
        check_latin1(&JsonEscapeLatin1::new(&profile), &src, &[cap.index(3 * src.len() + 1)]);
        let text: String = src.iter().map(|&byte| byte as char).collect();
        prop_assert_eq!(reference::latin1_to_utf8(&src), text.into_bytes());
    }
}

/// A text longer than the buffer on the stack, with delicate pieces around the ends of that buffer and of blocks.
#[test]
fn one_answer_around_the_ends_of_the_room() {
    let [json, ascii, dotnet, .., pairs] = profiles();
    for (profile, escaped_len) in [(json, 3), (ascii, 6), (dotnet, 6), (pairs, 3)] {
        let rules = JsonEscapeUtf16::new(&profile, IllFormedUtf16::Escape).expect("the profile takes the policy");
        for special in [&[0xD83D, 0xDE00][..], &[0xD83D], &[0xDE00], &[0x22], &[0x0A], &[0x6F22]] {
            for end in [64, 128, 256, 512, 1024] {
                for place in end - 3..end + 2 {
                    let mut src = vec![0x6F22; 1100];
                    src.splice(place..place + special.len(), special.iter().copied());
                    let room = escaped_len * place;
                    Operation::Escape(&rules).check(&src, &[room - 1, room, room + 5]);
                    src.truncate(end + 1);
                    Operation::Escape(&rules).check(&src, &[]);
                }
            }
        }
    }
}
