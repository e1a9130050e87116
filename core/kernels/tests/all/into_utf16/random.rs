//! The promises that hold for any input, tried on random ones that shrink to the smallest that fails.

use super::subject::{Operation, operations};
use crate::oracle::{parts, random_cases, tiers};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use stringmill_outcome::{Chunk, Progress, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates};

const SHORT: &[&[u8]] = &[b"\\n", b"\\\"", b"\\\\", b"\\/", b"\\t", b"\\b"];
const WRONG: &[&[u8]] = &[b"\"", b"\\", b"\x1F", b"\x80", b"\xE2\x82", b"\xED\xA0\x80", b"\xF0\x9F", b"\\u1", b"\\q"];

/// Text in pieces: plain runs, characters of each length, escapes, and errors.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let unicode = (any::<u16>(), any::<bool>())
        .prop_map(|(unit, upper)| if upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") }.into_bytes());
    let pair = any::<char>().prop_map(|character| {
        let mut units = [0; 2];
        character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>().into_bytes()
    });
    let piece = prop_oneof![
        8 => "[a-z ]{0,70}".prop_map(String::into_bytes),
        4 => "[à-ÿа-я]{1,20}".prop_map(String::into_bytes),
        4 => "[一-龥]{1,20}".prop_map(String::into_bytes),
        2 => "[😀-🙏]{1,9}".prop_map(String::into_bytes),
        4 => vec(pair, 1..8).prop_map(|all| all.concat()),
        1 => unicode,
        3 => select(SHORT).prop_map(<[u8]>::to_vec),
        1 => select(WRONG).prop_map(<[u8]>::to_vec),
    ];
    vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn cases(number: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(random_cases(number)) }
}

proptest! {
    #![proptest_config(cases(1500))]

    /// The same units, repairs and error as the reference, with room for all, for exactly all, and for less.
    #[test]
    fn one_answer(src in bytes(), operation in select(operations()), caps in vec(any::<Index>(), 2)) {
        let caps: Vec<_> = caps.iter().map(|cap| cap.index(src.len() + 1)).collect();
        operation.check(&src, &caps);
    }

    /// A stream cut anywhere gives the same output as the whole.
    #[test]
    fn one_answer_of_every_cut(src in bytes(), operation in select(operations()), cuts in vec(any::<Index>(), 0..4)) {
        let (parts, expected) = (parts(&src, &cuts), operation.reference(&src));
        for tier in tiers() {
            assert_eq!(operation.fed(tier, &parts), expected, "{tier} {operation:?}, parts {parts:02x?}");
        }
    }

    /// Any bytes, any room, more to come or not: an answer that makes sense, the same on each tier, nothing beside `dst`.
    #[test]
    fn total(
        src in vec(any::<u8>(), 0..300), operation in select(operations()), cap in 0..320usize, more in any::<bool>(),
    ) {
        const MARK: u16 = 0xA5A5;
        let chunk = if more { Chunk::More } else { Chunk::Last };
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
            assert!(beside.into_iter().all(|&unit| unit == MARK), "{tier}");
        }
    }

    /// The output of the standard library for well-formed text, plain and as serde_json escapes it.
    #[test]
    fn exact_utf16(text in any::<String>()) {
        let units: Vec<_> = text.encode_utf16().collect();
        let escaped = serde_json::to_string(&text).expect("a string");
        for tier in tiers() {
            let found = Operation::Transcode(IllFormed::Reject).fed(tier, &[text.as_bytes()]).expect("well formed");
            prop_assert_eq!(&found.0, &units, "{}", tier);
            let inside = &escaped.as_bytes()[1..];
            let found = Operation::Unescape(LoneSurrogates::Reject).fed(tier, &[inside]).expect("escaped");
            prop_assert_eq!((&found.0, found.1), (&units, inside.len() - 1), "{}", tier);
        }
    }
}
