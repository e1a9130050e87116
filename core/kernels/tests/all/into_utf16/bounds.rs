//! Promise 3, in bounds: guard pages on both sides of source and destination, every length, and room that is exact or
//! little.

use super::subject::{Operation, operations};
use crate::guarded::{Flush, Guarded, SIDES};
use crate::oracle::{CONTENTS, ESCAPED, filled_with, sample, tier_names, tiers};
use stringmill_kernels::{JsonUnescape, Utf8ToUtf16};
use stringmill_outcome::{Chunk, ErrorCode, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates};

/// Longest source, in bytes: three blocks and one more, and half a block.
const LEN: usize = 225;

/// The units whose memory this is.
fn units_of(bytes: &mut [u8]) -> &mut [u16] {
    // SAFETY: any two bytes are a u16.
    let (before, units, after) = unsafe { bytes.align_to_mut::<u16>() };
    assert!(before.is_empty() && after.is_empty(), "units are not aligned");
    units
}

/// The result of a call with `src` and `cap` units of room at these sides of their memory.
fn run(
    operation: Operation,
    memory: &mut [Guarded; 2],
    text: &[u8],
    cap: usize,
    sides: [Flush; 2],
    check: impl Fn(stringmill_kernels::Tier, Result<stringmill_outcome::Progress, stringmill_outcome::Error>, &[u16]),
) {
    let [src_memory, dst_memory] = memory;
    let src = src_memory.holding(text, sides[0]);
    for tier in tiers() {
        dst_memory.filled(2 * cap, sides[1], |dst| {
            let dst = units_of(dst);
            let found = operation.call(tier, src, dst, Chunk::Last, &mut Repairs::default());
            check(tier, found, dst);
        });
    }
}

#[test]
fn in_bounds() {
    let mut memory = [Guarded::new(LEN), Guarded::new(2 * LEN)];
    for operation in operations() {
        for (name, pieces) in CONTENTS.iter().chain(ESCAPED) {
            for len in sample(0, 0..=LEN) {
                let text = filled_with(pieces, len);
                let expected = operation.reference(&text);
                let cap = expected.as_ref().map_or(len, |(units, ..)| units.len());
                for sides in SIDES.into_iter().flat_map(|src| SIDES.map(|dst| [src, dst])) {
                    run(operation, &mut memory, &text, cap, sides, |tier, found, dst| match (&found, &expected) {
                        (Ok(done), Ok((units, read, _))) => {
                            assert_eq!((done.read, dst), (*read, &units[..]), "{tier} {operation:?} {name}, {len}")
                        }
                        _ => assert_eq!(
                            found.err(),
                            expected.as_ref().err().copied(),
                            "{tier} {operation:?} {name}, {len}"
                        ),
                    });
                }
            }
        }
    }
    println!("lengths 0 to {LEN} between guard pages on {}", tier_names());
}

#[test]
fn in_bounds_with_little_room() {
    let mut memory = [Guarded::new(LEN), Guarded::new(2 * LEN)];
    for operation in operations() {
        for ((name, pieces), len) in CONTENTS.iter().chain(ESCAPED).flat_map(|one| [(one, 70), (one, 197)]) {
            let text = filled_with(pieces, len);
            for cap in sample(len, 0..len) {
                let expected = operation.progress(&text, cap);
                for side in SIDES {
                    run(operation, &mut memory, &text, cap, [side, side], |tier, found, _| {
                        assert_eq!(found, expected, "{tier} {operation:?} {name}, cap {cap}");
                    });
                }
            }
        }
    }
}

#[test]
fn bounds_and_policies() {
    for policy in [IllFormed::Copy, IllFormed::Visible] {
        let error = Utf8ToUtf16::new(policy).expect_err("no place in UTF-16");
        assert_eq!((error.code, error.offset), (ErrorCode::PolicyUnsupported, 0));
    }
    let rules = Utf8ToUtf16::new(IllFormed::Reversible).expect("a policy");
    assert_eq!((rules.policy(), rules.bound(7)), (IllFormed::Reversible, 7));
    // The room that each promises to make progress in.
    for text in [&b"\xF0\x9F\x98"[..], b"\xFF", "😀".as_bytes()] {
        let mut dst = [0; Utf8ToUtf16::UNIT_MAX];
        for tier in tiers() {
            let operation = Operation::Transcode(IllFormed::Reversible);
            let done = operation.call(tier, text, &mut dst, Chunk::Last, &mut Repairs::default());
            assert_eq!(done.expect("reversible").read, text.len(), "{tier}");
            let mut dst = [0; JsonUnescape::UNIT_MAX];
            let operation = Operation::Unescape(LoneSurrogates::Replace);
            let done = operation.call(tier, b"\\ud83d\\ude00", &mut dst, Chunk::Last, &mut Repairs::default());
            assert_eq!(done.expect("a pair").written, 2, "{tier}");
        }
    }
}
