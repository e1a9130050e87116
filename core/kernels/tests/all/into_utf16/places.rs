//! Every character and escape, and every kind of piece at every place around blocks.

use super::subject::{Operation, operations};
use crate::oracle::{REPRESENTATIVES, in_parallel, sample, tier_names};
use stringmill_profile::{IllFormed, LoneSurrogates};

/// The text around the pieces of interest.
const FILLERS: &[&str] = &["abcdefg", "éжα", "漢字！", "😀🎉", "aé漢😀 text"];
/// Fillers that are escaped.
const ESCAPED: &[&str] = &[
    r"\u0436\u03b1",
    r"\u6f22\u5b57",
    r"\ud83d\ude00\ud83c\udf89",
    r#"a\nb\"\\\/"#,
    r"ab\u0022c\n\u003Ed\\",
    r"é\u00e9a漢\t😀",
];
/// Pieces of interest: characters of each length, escapes of each kind, and errors.
const PIECES: &[&[u8]] = &[
    b"a",
    "é".as_bytes(),
    "漢".as_bytes(),
    "😀".as_bytes(),
    "\u{10FFFF}".as_bytes(),
    b"\\n",
    b"\\\\",
    b"\\u00e9",
    b"\\uD83D\\uDE00",
    b"\\ud83d",
    b"\\udc80",
    b"\\ud83d\\u0061",
    b"\\u12g4",
    b"\\u00g4",
    b"\\u004",
    b"\\x",
    b"\\",
    b"\"",
    b"\x1F",
    b"\x80",
    b"\xE2\x82",
    b"\xED\xA0\x80",
    b"\xF0\x9F\x98",
    b"\xF5",
];

/// `piece` after `place` bytes, or a few less, of whole characters of `filler`, and before the same up to `len`.
fn placed(filler: &str, piece: &[u8], place: usize, len: usize) -> Vec<u8> {
    let units: Vec<&str> = units_of(filler);
    let fill = |src: &mut Vec<u8>, end: usize| {
        for unit in units.iter().cycle() {
            if src.len() + unit.len() > end {
                break;
            }
            src.extend_from_slice(unit.as_bytes());
        }
    };
    let mut src = Vec::new();
    // The piece is at each place, whatever the length of the units before it.
    src.resize(place % units[0].len(), b'a');
    fill(&mut src, place);
    src.extend_from_slice(piece);
    fill(&mut src, len);
    src
}

/// The characters, escapes and pairs of escapes of a text.
fn units_of(mut text: &str) -> Vec<&str> {
    let mut units = Vec::new();
    while let Some(first) = text.chars().next() {
        let len = match text.as_bytes() {
            [b'\\', b'u', b'd', ..] => 12,
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => first.len_utf8(),
        };
        let (unit, rest) = text.split_at(len);
        units.push(unit);
        text = rest;
    }
    units
}

#[test]
fn one_answer_at_every_place_of_every_length() {
    const LEN: usize = 3 * 64 + 1;
    in_parallel(LEN + 1, |len| {
        let places = (0..=len).flat_map(|place| PIECES.iter().map(move |piece| (place, *piece)));
        for (place, piece) in sample(len, places) {
            let turn = place + len + piece.len();
            let plain = placed(FILLERS[turn % FILLERS.len()], piece, place, len);
            let escaped = placed(ESCAPED[turn % ESCAPED.len()], piece, place, len);
            for operation in operations() {
                match operation {
                    Operation::Transcode(IllFormed::Reject | IllFormed::Replace) => operation.check(&plain, &[]),
                    Operation::Transcode(_) if turn % 4 == 0 => operation.check(&plain, &[place]),
                    Operation::Transcode(_) => {}
                    Operation::Unescape(LoneSurrogates::Reject) => {
                        operation.check(&plain, &[]);
                        operation.check(&escaped, &[place / 2]);
                    }
                    Operation::Unescape(_) => operation.check(&escaped, &[]),
                }
            }
        }
    });
    println!("{} pieces at each place of each length on {}", PIECES.len(), tier_names());
}

#[test]
fn exact_utf16_of_every_character() {
    // 4,096 in one text, each text at another place of its block; also each after each kind of filler.
    in_parallel(0x11_0000 >> 12, |number| {
        let characters = || (number << 12..(number + 1) << 12).filter_map(|code| char::from_u32(code as u32));
        let mut text = "a".repeat(number % 65);
        text.extend(characters());
        let expected: Vec<_> = text.encode_utf16().collect();
        for tier in crate::oracle::tiers() {
            let found = Operation::Transcode(IllFormed::Reject).fed(tier, &[text.as_bytes()]).expect("well formed");
            assert_eq!(found.0, expected, "{tier}");
        }
        for character in sample(number, characters().filter(|&character| character >= ' ')) {
            let filler = FILLERS[character as usize % FILLERS.len()];
            let text = format!("{filler}{character}{filler}");
            Operation::Transcode(IllFormed::Reject).check(text.as_bytes(), &[]);
        }
    });
    println!("every character on {}", tier_names());
}

#[test]
fn exact_utf16_of_every_escape() {
    // Every code unit in each case of its digits, and every pair, at all places of blocks.
    in_parallel(0x100, |high| {
        let (mut lower, mut upper) = ("a".repeat(high % 65), "é".repeat(high % 33));
        let mut expected = [lower.encode_utf16().collect::<Vec<_>>(), upper.encode_utf16().collect()];
        for low in 0..0x100 {
            let unit = high << 8 | low;
            if (0xD800..0xE000).contains(&unit) {
                let (first, second) = (0xD800 | unit & 0x3FF, 0xDC00 | (unit * 7) & 0x3FF);
                lower.push_str(&format!("\\u{first:04x}\\u{second:04x}"));
                upper.push_str(&format!("\\u{first:04X}\\u{second:04X}"));
                expected.iter_mut().for_each(|units| units.extend([first as u16, second as u16]));
            } else {
                lower.push_str(&format!("\\u{unit:04x}"));
                upper.push_str(&format!("\\u{unit:04X}"));
                expected.iter_mut().for_each(|units| units.push(unit as u16));
            }
        }
        for tier in crate::oracle::tiers() {
            for (text, units) in [&lower, &upper].into_iter().zip(&expected) {
                let found = Operation::Unescape(LoneSurrogates::Reject).fed(tier, &[text.as_bytes()]).expect("escapes");
                assert_eq!(found.0, *units, "{tier}");
            }
        }
    });
    println!("every unicode escape on {}", tier_names());
}

#[test]
fn one_answer_for_every_short_string() {
    // Every string of up to three bytes that represent the classes of table 3-7, at the borders of registers and
    // blocks.
    let radix = REPRESENTATIVES.len();
    in_parallel(radix, |first| {
        for number in sample(first, 0..radix * radix * 3) {
            let string = [first, number / 3 / radix, number / 3 % radix].map(|place| REPRESENTATIVES[place]);
            let string = &string[..number % 3 + 1];
            for before in [0, 31, 61, 62, 63] {
                let all = operations();
                for operation in [Operation::Transcode(IllFormed::Replace), all[(number + before) % all.len()]] {
                    let mut src = vec![b'a'; before];
                    src.extend_from_slice(string);
                    operation.check(&src, &[]);
                    src.extend_from_slice(b"bcdefghi");
                    operation.check(&src, &[]);
                    // A character that the end of the block may cut, before an error.
                    let mut src = "😀".repeat(before / 4).into_bytes();
                    src.extend_from_slice(string);
                    src.extend_from_slice("é".repeat(20).as_bytes());
                    operation.check(&src, &[]);
                }
            }
        }
    });
    println!("strings of {radix} representatives on {}", tier_names());
}

#[test]
fn one_answer_however_it_is_cut() {
    let strings: &[&[u8]] = &[
        b"a\\ud83d\\ude00b\"rest",
        b"\\ud83d\\ude",
        b"\\ud83d\\u0041\\ude00",
        b"\\ud83dx\\n\\u00e9\xC3\xA9",
        b"\\udc80\\udcff\\ud800",
        b"\xF0\x9F\x98\x80\\\\\xE2\x82",
        b"\\u12g4",
        b"tail\\",
        b"\xED\xA0\x80\xE2\x82\xF0\x9F",
    ];
    for (string, before) in strings.iter().flat_map(|&string| [(string, 0), (string, 55), (string, 60)]) {
        let text = [&vec![b'a'; before][..], string].concat();
        for operation in operations() {
            let expected = operation.reference(&text);
            let cuts = (0..=text.len()).flat_map(|one| (one..=text.len()).map(move |two| (one, two)));
            for (first, second) in sample(before, cuts) {
                for tier in crate::oracle::tiers() {
                    let parts = [&text[..first], &text[first..second], &text[second..]];
                    let found = operation.fed(tier, &parts);
                    assert_eq!(found, expected, "{tier} {operation:?} {first} {second}: {}", text.escape_ascii());
                }
            }
        }
    }
}
