//! Text of which most is unicode escapes: runs of every length, and everything that may end one.

use super::subject::Operation;
use crate::oracle::{in_parallel, sample, tier_names};
use stringmill_profile::LoneSurrogates;

const REJECT: Operation = Operation::Unescape(LoneSurrogates::Reject);

/// Escapes in both cases, at the limits of surrogates, and of units that need special care.
const ESCAPES: [&str; 8] = [r"\u0436", r"\u6F22", r"\uabCD", r"\uFFff", r"\ud7ff", r"\uE000", r"\u0022", r"\u005c"];

/// Text between two escapes.
const BREAKS: &[&[u8]] = &[
    b"",
    b" ",
    b", ",
    b"seven l",
    b"eight le",
    b"15 plain bytes.",
    b"16 plain bytes..",
    b"17 plain bytes...",
    b"plain text of about forty bytes in a row",
    b"\"",
    b" \"",
    b"\\n",
    b"\\\\",
    b"\\\\u0436",
    b"\\",
    "ж".as_bytes(),
    b"abc\x1F",
    b"\x7F",
    b" \x80",
    b"\\ud83d\\ude00",
    b"\\uD83D\\uDE00\\ud83d\\ude00",
    b"\\ud83d",
    b"\\udc80",
    b"\\ude00\\ud83d",
    b"\\U0436",
    b"/u0436",
];

/// Bytes around the digits, and bytes with a meaning of their own.
const NO_DIGITS: &[u8] = b"/:@G`g\\\"u \x00\x1F\x7F\x80\xB0\xE1\xFF";

/// `count` escapes, from number `from` on.
fn escapes(from: usize, count: usize) -> String {
    ESCAPES.iter().cycle().skip(from % ESCAPES.len()).take(count).copied().collect()
}

/// Words of these lengths, a space after each.
fn words(lens: impl IntoIterator<Item = usize>) -> Vec<u8> {
    lens.into_iter().map(|len| escapes(len, len) + " ").collect::<String>().into_bytes()
}

#[test]
fn runs_of_every_length_and_what_ends_them() {
    const LONGEST: usize = 40;
    in_parallel(LONGEST + 1, |len| {
        for (turn, end) in BREAKS.iter().enumerate() {
            let text = [escapes(turn, len).as_bytes(), end, &words([3, len, 6, 1, 12, 30, 9])].concat();
            REJECT.check(&text, &[len, len + 1, len + 9]);
            // The same after a beginning of other text.
            REJECT.check(&[b"plain ", &words([9, 11])[..], &text].concat(), &[]);
            if len % 8 == turn % 8 {
                Operation::Unescape(LoneSurrogates::Replace).check(&text, &[]);
                Operation::Unescape(LoneSurrogates::Reversible).check(&text, &[]);
            }
        }
    });
    println!("runs of up to {LONGEST} escapes with {} breaks on {}", BREAKS.len(), tier_names());
}

#[test]
fn no_digit_at_every_place() {
    let whole = escapes(0, 60).into_bytes();
    in_parallel(26 * 6, |place| {
        for (number, &byte) in sample(place, NO_DIGITS.iter().enumerate()) {
            let mut text = whole.clone();
            text[place] = byte;
            REJECT.check(&text, &[place / 6, number]);
            let mut text = words([7, 5, 1, 8, 2, 9, 4, 6, 20]);
            text[place] = byte;
            REJECT.check(&text, &[]);
        }
    });
    println!("{} bytes that are no digits on {}", NO_DIGITS.len(), tier_names());
}

#[test]
fn words_cut_at_every_byte_and_with_any_room() {
    let text = words([6, 1, 8, 3, 12, 2, 7, 30, 5, 4, 8, 1]);
    in_parallel(text.len() + 1, |cut| {
        REJECT.check(&text[..cut], &[cut / 6]);
        REJECT.check(&text, &[cut]);
        let (first, rest) = text.split_at(cut);
        for tier in crate::oracle::tiers() {
            assert_eq!(REJECT.fed(tier, &[first, rest]), REJECT.reference(&text), "{tier}, cut at {cut}");
        }
    });
    println!("{} cuts on {}", text.len() + 1, tier_names());
}
