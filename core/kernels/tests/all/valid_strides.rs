//! Text full of non-ASCII characters with one piece of another kind at every place: validation of several blocks at
//! once must find it, whichever sequences the borders of blocks cut, and must not depend on bytes before an ill-formed
//! piece.

// Miri is too slow for these.
#![cfg(not(miri))]

use crate::oracle::{escape_fed, in_parallel, rules, sample_in_turn, tiers};
use stringmill_kernels::json_escape_with;
use stringmill_outcome::{Chunk, Progress, Repairs};
use stringmill_profile::{IllFormed, Profile};
use stringmill_reference as reference;

/// The parts of the text: characters that fill blocks with sequences of all lengths, with and without escapes, and
/// ASCII for whole strides between them.
const TEXTS: [&str; 4] = [
    "漢é😀",
    "ю\"漢字\n",
    "日本語",
    "some plain text, which goes on and on for more than four blocks of sixty-four bytes before there is any character \
     that is not ASCII, so that a stride that needs nothing done comes between two that do, at one place or another of \
     the text, wherever it begins; then 😀 and é",
];

/// One of these at each place: ill-formed pieces, escapes, long escapes, and characters that fit or do not.
const PIECES: [&[u8]; 14] = [
    b"\xFF",
    b"\x80",
    b"\xC3",
    b"\xE2\x82",
    b"\xF0\x9F\x98",
    b"\xED\xA0\x80",
    b"\xC0\xAF",
    b"\xE0\x9F\xBF",
    b"\xF4\x90\x80\x80",
    b"\x01",
    b"\"",
    b"a",
    "é".as_bytes(),
    "😀".as_bytes(),
];

const LENGTHS: [usize; 10] = [65, 127, 128, 255, 256, 300, 512, 575, 1024, 1100];

/// `len` bytes of `text` over and over, with `piece` at `place`.
fn with_piece(text: &str, len: usize, piece: &[u8], place: usize) -> Vec<u8> {
    let mut src: Vec<u8> = text.bytes().cycle().take(len).collect();
    let piece = &piece[..piece.len().min(len - place)];
    src[place..place + piece.len()].copy_from_slice(piece);
    src
}

/// Whether all tiers give the result of the reference for `src`: whole, in just enough room, and in two parts.
fn check(policy: IllFormed, src: &[u8], cut: usize) {
    let (rules, expected) = (rules(&Profile::JSON, policy), reference::json_escape(&Profile::JSON, policy, src));
    let mut dst = vec![0; rules.bound(src.len()).expect("small")];
    let rooms = [Some(dst.len()), expected.as_ref().ok().map(|(text, _)| text.len())];
    for tier in tiers() {
        for room in rooms.into_iter().flatten() {
            let mut repairs = Repairs::default();
            let done = json_escape_with(tier, &rules, src, &mut dst[..room], Chunk::Last, &mut repairs);
            match &expected {
                Ok((text, counted)) => {
                    assert_eq!(done, Ok(Progress { read: src.len(), written: text.len() }), "{tier}, {src:02x?}");
                    assert!(dst[..text.len()] == *text, "{tier}, {src:02x?}");
                    assert_eq!(repairs, *counted, "{tier}, {src:02x?}");
                }
                Err(error) => assert_eq!(done, Err(*error), "{tier}, {src:02x?}"),
            }
        }
        let (first, second) = src.split_at(cut);
        assert_eq!(escape_fed(tier, &rules, &[first, second]), expected, "{tier}, cut at {cut}, {src:02x?}");
    }
}

#[test]
fn exact_utf8_in_strides() {
    in_parallel(LENGTHS.len() * TEXTS.len(), |group| {
        let (len, text) = (LENGTHS[group / TEXTS.len()], TEXTS[group % TEXTS.len()]);
        for place in 0..len {
            // Each place meets all pieces under one policy, and one of them under the other.
            for piece in sample_in_turn(group + place, PIECES) {
                check(IllFormed::Reject, &with_piece(text, len, piece, place), len - place);
            }
            check(IllFormed::Replace, &with_piece(text, len, PIECES[place % PIECES.len()], place), place);
        }
    });
}
