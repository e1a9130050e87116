//! The promises of `scan`, on every tier: the reference's answer for each class, byte, place and length, classes that a
//! user builds, and no byte outside the source.

#![cfg(not(miri))]

use crate::guarded::{Guarded, SIDES};
use crate::oracle::{in_parallel, random_cases, sample, tier_names, tiers};
use proptest::collection::vec;
use proptest::prelude::*;
use stringmill_kernels::{ByteClass, scan, scan_with};
use stringmill_reference as reference;

/// The ready classes, in the order of the reference's.
const READY: [&ByteClass; 7] = [
    &ByteClass::WHITE_SPACE_JSON,
    &ByteClass::WHITE_SPACE_ION,
    &ByteClass::IDENTIFIER,
    &ByteClass::DIGITS,
    &ByteClass::HEX,
    &ByteClass::STRING,
    &ByteClass::STRING_ASCII,
];

/// Each ready class with the reference's.
fn classes() -> impl Iterator<Item = (&'static ByteClass, reference::ByteClass)> {
    assert_eq!(READY.len(), reference::ByteClass::ALL.len());
    READY.into_iter().zip(reference::ByteClass::ALL.iter().copied())
}

/// `len` bytes that belong to the class, all of them in turn.
fn run_of(class: reference::ByteClass, len: usize) -> Vec<u8> {
    let members: Vec<_> = (0..=u8::MAX).filter(|&byte| class.has(byte)).collect();
    members.into_iter().cycle().take(len).collect()
}

#[test]
fn each_byte_is_in_or_out_as_the_reference_has_it() {
    for (class, plain) in classes() {
        for byte in 0..=u8::MAX {
            assert_eq!(class.has(byte), plain.has(byte), "{plain:?} {byte:02x}");
            for tier in tiers() {
                assert_eq!(scan_with(tier, class, &[byte]), plain.has(byte) as usize, "{tier} {plain:?} {byte:02x}");
                let src = [vec![byte], run_of(plain, 100)].concat();
                let expected = if plain.has(byte) { src.len() } else { 0 };
                assert_eq!(scan_with(tier, class, &src), expected, "{tier} {plain:?} {byte:02x} first");
            }
        }
    }
}

/// Some bytes outside each class at each place of each length up to three blocks and a byte, and past a stride.
#[test]
fn one_answer_at_every_place_of_every_length() {
    let lengths: Vec<_> = (0..=3 * 64 + 1).chain(315..=325).chain(575..=580).collect();
    let tiers = tiers();
    in_parallel(lengths.len(), |number| {
        let len = lengths[number];
        for (class, plain) in classes() {
            for &tier in &tiers {
                assert_eq!(scan_with(tier, class, &run_of(plain, len)), len, "{tier} {plain:?} {len}");
            }
            let outside =
                [0, b'"', b'\\', b'\n', b'/', b'@', 0x7F, 0x80, 0xFF].into_iter().filter(|&byte| !plain.has(byte));
            let cases = outside.flat_map(|byte| (0..len).map(move |place| (byte, place)));
            for (byte, place) in sample(number, cases) {
                let mut src = run_of(plain, len);
                src[place] = byte;
                assert_eq!(reference::scan(plain, &src), place);
                for &tier in &tiers {
                    assert_eq!(scan_with(tier, class, &src), place, "{tier} {plain:?} {byte:02x} at {place} of {len}");
                }
            }
        }
    });
    println!("scan: each place of {} lengths on {}", lengths.len(), tier_names());
}

#[test]
fn in_bounds() {
    const LEN: usize = 600;
    let mut memory = Guarded::new(LEN);
    let mut runs = 0;
    for (class, plain) in classes() {
        for len in 0..=LEN {
            for stop in [len / 3, len.saturating_sub(1), len] {
                let mut text = run_of(plain, len);
                if let Some(byte) = text.get_mut(stop) {
                    *byte = if plain.has(0x01) { b'"' } else { 0x01 };
                }
                for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                    let src = memory.holding(&text, side);
                    assert_eq!(scan_with(tier, class, src), stop, "{tier} {plain:?}, length {len}");
                    runs += 1;
                }
            }
        }
    }
    println!("scan: {runs} runs of lengths 0 to {LEN} between guard pages on {}", tier_names());
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program")]
fn a_class_is_made_of_ascii() {
    assert!(std::panic::catch_unwind(|| ByteClass::new(b"\x80")).is_err());
    assert!(std::panic::catch_unwind(|| ByteClass::all_but("é".as_bytes())).is_err());
}

#[test]
fn a_class_of_none_and_of_all() {
    let (none, all) = (ByteClass::new(b""), ByteClass::all_but(b"").with_non_ascii());
    for byte in 0..=u8::MAX {
        assert!(!none.has(byte) && all.has(byte), "{byte:02x}");
    }
    assert_eq!(scan(&ByteClass::WHITE_SPACE_JSON, b"  \n\t{}"), 4);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: random_cases(3000), failure_persistence: None, ..ProptestConfig::default() })]

    /// Classes that a user builds, and texts that stay inside them for a while.
    #[test]
    fn one_answer(
        list in vec(0..0x80u8, 0..60), but in any::<bool>(), non_ascii in any::<bool>(),
        picks in vec(any::<u8>(), 0..400), tail in vec(any::<u8>(), 0..80),
    ) {
        let class = if but { ByteClass::all_but(&list) } else { ByteClass::new(&list) };
        let class = if non_ascii { class.with_non_ascii() } else { class };
        let member = |byte: u8| if byte < 0x80 { list.contains(&byte) != but } else { non_ascii };
        let members: Vec<u8> = (0..=u8::MAX).filter(|&byte| member(byte)).collect();
        let inside = picks.iter().filter(|_| !members.is_empty()).map(|&pick| members[pick as usize % members.len()]);
        let src: Vec<u8> = inside.chain(tail).collect();
        let expected = src.iter().take_while(|&&byte| member(byte)).count();
        for tier in tiers() {
            prop_assert_eq!(scan_with(tier, &class, &src), expected, "{}", tier);
        }
    }
}
