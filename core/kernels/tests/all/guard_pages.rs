//! Promise 3, in bounds: no kernel touches a byte outside the slices it is given.
//!
//! `src` and `dst` are flush against a page without access, before or after them, so that one byte too far ends the
//! run. On the open side `dst` is followed by marked bytes, which must not change.

#![cfg(not(miri))]

use crate::guarded::{Flush, Guarded, SIDES};
use crate::oracle::{self, CONTENTS, ESCAPED, filled_with, profiles, rules, sample_in_turn, tier_names, tiers};
use stringmill_kernels::{JsonEscape, JsonUnescape, Tier, json_escape_with, json_unescape_with, utf8_validate_with};
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::{IllFormed, LoneSurrogates};

/// Longest source.
const LEN: usize = 300;
/// Room between the guards: the longest escape of the longest source.
const ROOM: usize = LEN * 28;
#[test]
fn in_bounds_escape() {
    let (mut src_memory, mut dst_memory) = (Guarded::new(LEN), Guarded::new(ROOM));
    let (mut groups, mut runs) = (0, 0);
    for profile in &profiles() {
        for &policy in IllFormed::ALL {
            let rules = rules(profile, policy);
            for (name, pieces) in CONTENTS {
                groups += 1;
                for len in sample_in_turn(groups, 0..=LEN) {
                    let text = filled_with(pieces, len);
                    let expected = stringmill_reference::json_escape(profile, policy, &text);
                    for (tier, src_side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                        let src = src_memory.holding(&text, src_side);
                        for dst_side in SIDES {
                            check_escape(tier, &rules, src, &mut dst_memory, dst_side, &expected, name);
                            runs += 1;
                        }
                    }
                }
            }
        }
    }
    println!("escape: {runs} runs of lengths 0 to {LEN} between guard pages on {}", tier_names());
}

/// Escapes into exactly the room that the output needs.
fn check_escape(
    tier: Tier,
    rules: &JsonEscape<'_>,
    src: &[u8],
    dst_memory: &mut Guarded,
    dst_side: Flush,
    expected: &oracle::Escaped,
    name: &str,
) {
    // Before an error, at most all that the rest becomes.
    let cap = expected.as_ref().map_or(rules.bound(src.len()).expect("small"), |(out, _)| out.len());
    dst_memory.filled(cap, dst_side, |dst| {
        let mut repairs = Repairs::default();
        let found = json_escape_with(tier, rules, src, dst, Chunk::Last, &mut repairs);
        let found = found.map(|done| (dst[..done.written].to_vec(), repairs));
        assert_eq!(found, *expected, "{tier} {rules:?} {name}, length {}, dst flush at its {dst_side:?}", src.len());
    });
}

#[test]
fn in_bounds_escape_with_little_room() {
    let (mut src_memory, mut dst_memory) = (Guarded::new(LEN), Guarded::new(ROOM));
    let (mut groups, mut runs) = (0, 0);
    for profile in &profiles() {
        for policy in [IllFormed::Reject, IllFormed::Replace, IllFormed::Visible, IllFormed::IgnorePhp] {
            let rules = rules(profile, policy);
            for ((_, pieces), len) in CONTENTS.iter().flat_map(|content| [(content, 70), (content, 131)]) {
                let text = filled_with(pieces, len);
                groups += 1;
                for cap in sample_in_turn(groups, 0..rules.bound(len).expect("small").min(300)) {
                    let expected = oracle::escape_progress(profile, policy, &text, cap);
                    for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                        let src = src_memory.holding(&text, side);
                        dst_memory.filled(cap, side, |dst| {
                            let found = json_escape_with(tier, &rules, src, dst, Chunk::Last, &mut Repairs::default());
                            assert_eq!(found, expected, "{tier} {rules:?} {text:02x?}, cap {cap}");
                        });
                        runs += 1;
                    }
                }
            }
        }
    }
    println!("escape: {runs} runs with little room between guard pages on {}", tier_names());
}

#[test]
fn in_bounds_unescape() {
    let (mut src_memory, mut dst_memory) = (Guarded::new(LEN), Guarded::new(ROOM));
    let mut runs = 0;
    for (&policy, (name, pieces)) in LoneSurrogates::ALL.iter().flat_map(|p| ESCAPED.iter().map(move |e| (p, e))) {
        let rules = JsonUnescape { surrogates: policy };
        for len in 0..=LEN {
            let text = filled_with(pieces, len);
            let expected = oracle::reference_unescape(policy, &text);
            let cap = expected.as_ref().map_or(len, |found| found.0.len());
            for (tier, src_side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                let src = src_memory.holding(&text, src_side);
                for dst_side in SIDES {
                    dst_memory.filled(cap, dst_side, |dst| {
                        let mut repairs = Repairs::default();
                        let found = json_unescape_with(tier, rules, src, dst, Chunk::Last, &mut repairs);
                        let found = found.map(|done| (dst[..done.written].to_vec(), done.read, repairs));
                        assert_eq!(found, expected, "{tier} {policy:?} {name}, length {len}, dst {dst_side:?}");
                    });
                    runs += 1;
                }
            }
        }
        for (len, cap) in [70, 131].into_iter().flat_map(|len| (0..len).map(move |cap| (len, cap))) {
            let text = filled_with(pieces, len);
            let expected = oracle::unescape_progress(policy, &text, cap);
            for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                let src = src_memory.holding(&text, side);
                dst_memory.filled(cap, side, |dst| {
                    let found = json_unescape_with(tier, rules, src, dst, Chunk::Last, &mut Repairs::default());
                    assert_eq!(found, expected, "{tier} {policy:?} {name}, length {len}, cap {cap}");
                });
                runs += 1;
            }
        }
    }
    println!("unescape: {runs} runs of lengths 0 to {LEN} between guard pages on {}", tier_names());
}

#[test]
fn in_bounds_validate() {
    let mut memory = Guarded::new(LEN);
    let mut runs = 0;
    for (name, pieces) in CONTENTS {
        for len in 0..=LEN {
            let text = filled_with(pieces, len);
            let expected = stringmill_reference::utf8_validate(&text).map(|()| len);
            for (tier, side) in tiers().into_iter().flat_map(|tier| SIDES.map(|side| (tier, side))) {
                let src = memory.holding(&text, side);
                assert_eq!(utf8_validate_with(tier, src, Chunk::Last), expected, "{tier} {name}, length {len}");
                runs += 1;
            }
        }
    }
    println!("validate: {runs} runs of lengths 0 to {LEN} between guard pages on {}", tier_names());
}

/// The guards themselves: a child process that reads or writes one byte too far must die of it.
#[cfg(unix)]
#[test]
fn guards_guard() {
    for flush in SIDES {
        let mut memory = Guarded::new(1);
        let len = memory.room().len();
        let place = memory.place(len, flush);
        let room = memory.room()[place].as_mut_ptr();
        let outside = match flush {
            Flush::Beginning => room.wrapping_sub(1),
            Flush::End => room.wrapping_add(len),
        };
        // SAFETY: the child only reads one byte, which must kill it, and leaves without unwinding or running handlers.
        let child = unsafe { libc::fork() };
        if child == 0 {
            // SAFETY: the handler is the default one; the read is of a mapped page that refuses it.
            unsafe {
                libc::signal(libc::SIGSEGV, libc::SIG_DFL);
                libc::signal(libc::SIGBUS, libc::SIG_DFL);
                std::ptr::read_volatile(outside);
                libc::_exit(0);
            }
        }
        assert!(child > 0, "no child process");
        let mut status = 0;
        // SAFETY: `status` is valid for writes, and the child is ours.
        assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
        assert!(libc::WIFSIGNALED(status), "a read at the {flush:?} of the room went through");
    }
}
