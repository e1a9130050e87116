//! Texts of at most 64 bytes are checked by a function of their own. Every fault at every place, and every text cut anywhere, has
//! the verdict and the offset of the reference on every tier. One checker checks all texts, so each error is followed by a text.

use stringmill_json::{JsonCheck, JsonChecker};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error};
use stringmill_reference::{JsonLimits, JsonRules, json_check, json_check_values};

/// Two bytes more than that function takes.
const LONGEST: usize = 66;

const RULES: [JsonCheck; 5] = [
    JsonCheck::STRICT,
    JsonCheck { lone_surrogates: true, ..JsonCheck::STRICT },
    JsonCheck { values: true, ..JsonCheck::STRICT },
    JsonCheck { string_max: 64, depth_max: 2, ..JsonCheck::STRICT },
    JsonCheck { string_max: 7, len_max: 60, ..JsonCheck::STRICT },
];

/// Units that a string may not have, or may have only with the right bytes after them.
const IN_STRINGS: &[&[u8]] = &[
    b"\x80",
    b"\xBF",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xC3",
    b"\xC3(",
    b"\xE0\x80\x80",
    b"\xE0\x9F\xBF",
    b"\xE2\x82",
    b"\xED\xA0\x80",
    b"\xED\xBF\xBF",
    b"\xEF\xBF",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x9F\x98",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xFF",
    b"\0",
    b"\x1F",
    b"\n",
    b"\x7F",
    "é".as_bytes(),
    "漢".as_bytes(),
    "😀".as_bytes(),
    b"\"",
    b"\\",
    b"\\\\",
    b"\\\"",
    b"\\x",
    b"\\n",
    b"\\u",
    b"\\u00",
    b"\\u00g0",
    b"\\u00e9",
    b"\\ud83d",
    b"\\ud83d\\",
    b"\\ud83d\\u",
    b"\\ud83d\\ude",
    b"\\ud83d\\u0041",
    b"\\ud83d\\ude00",
    b"\\ude00",
];

/// Tokens, whole, cut and wrong, and bytes that begin none.
const BETWEEN: &[&[u8]] = &[
    b"1",
    b"-",
    b"-1",
    b"01",
    b"-01",
    b"0",
    b"1.",
    b"1.5",
    b"1..5",
    b"1.5.5",
    b".5",
    b"1e",
    b"1e+",
    b"1e+5",
    b"1e5.5",
    b"1E-5",
    b"+1",
    b"1-",
    b"1e5e5",
    b"12345678901234567890",
    b"t",
    b"tr",
    b"tru",
    b"true",
    b"truex",
    b"true1",
    b"fals",
    b"false",
    b"nul",
    b"null",
    b"nulltrue",
    b"True",
    b"x",
    b"'",
    b"\x0B",
    b"\xEF\xBB\xBF",
    b"\xC3\xA9",
    b"\xC3",
    b"\xFF",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"{}",
    b"[]",
    b"[[[",
    b"{\"a\"",
    b"{\"a\":",
    b"{\"a\":1,",
    b"[1,",
    b"\"",
    b"\"a",
    b"\"\"",
    b"\"a\":1",
    b" ",
    b"\r\n\t",
    b"1 2",
    b"[]1",
    b"{]",
    b"[}",
];

/// The two halves of texts between which a unit is put, for strings and between tokens.
const AROUND_UNITS: [(&str, &str); 3] = [("\"", "\""), ("{\"a\":\"", "\"}"), ("[\"", "\",1]")];
const AROUND_TOKENS: [(&str, &str); 6] =
    [("", ""), ("[", "]"), ("{\"a\":", "}"), ("[1,", ",2]"), ("{", ":1}"), ("[[1", "]]")];

fn expected(rules: JsonCheck, src: &[u8]) -> Result<(), Error> {
    let JsonCheck { lines, values, lone_surrogates, depth_max, string_max, len_max } = rules;
    let (scan, limits) =
        (JsonRules { lines, lone_surrogates, string_max }, JsonLimits { depth: depth_max, len: len_max });
    if values { json_check_values(scan, limits, src) } else { json_check(scan, limits, src) }
}

/// Compares every tier with the reference; with `rules`, on one checker for all texts.
fn compare(texts: impl Fn(&mut dyn FnMut(&[u8]))) {
    for (number, rules) in RULES.into_iter().enumerate() {
        for tier in Tier::available() {
            let mut stack = [0; 15];
            let mut checker = JsonChecker::with_tier(tier, rules, &mut stack);
            let mut count = 0;
            texts(&mut |src| {
                count += 1;
                if cfg!(miri) && count % 997 != number {
                    return;
                }
                let found = checker.step(src, Chunk::Last);
                let seen = || format!("{tier} {rules:?} {}", src.escape_ascii());
                assert_eq!(found, expected(rules, src).map(|()| src.len()), "{}", seen());
                checker.restart();
            });
            assert!(count > 1000, "{count} texts");
        }
    }
}

/// Texts of each length up to the longest: `around` `unit`, filled up with `filler` on both sides.
fn placed(around: (&str, &str), unit: &[u8], filler: u8, take: &mut dyn FnMut(&[u8])) {
    let least = around.0.len() + around.1.len() + unit.len();
    for len in [0, 1, 15, 16, 17, 31, 32, 33, 62, 63, 64, 65, LONGEST].into_iter().filter(|&len| len >= least) {
        for before in 0..=len - least {
            let mut text = around.0.as_bytes().to_vec();
            text.resize(text.len() + before, filler);
            text.extend(unit);
            text.resize(len - around.1.len(), filler);
            text.extend(around.1.as_bytes());
            take(&text);
        }
    }
}

#[test]
fn every_unit_at_every_place_of_a_string() {
    compare(|take| {
        for around in AROUND_UNITS {
            IN_STRINGS.iter().for_each(|unit| placed(around, unit, b'a', take));
        }
    });
}

#[test]
fn every_token_at_every_place() {
    compare(|take| {
        for around in AROUND_TOKENS {
            BETWEEN.iter().for_each(|token| placed(around, token, b' ', take));
        }
    });
}

/// A text that is right, with every beginning of it, after every number of blanks.
#[test]
fn every_text_cut_anywhere() {
    const TEXTS: [&str; 8] = [
        "{\"a\":1}",
        "{\"name\":\"é\",\"list\":[1,-2.5e+3,true,false,null],\"o\":{}}",
        "[{\"a\":[[]]},{\"b\":\"\\ud83d\\ude00\\n\"}]",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":{\"f\":{\"g\":[]}}}}}}}",
        "\"漢字 and a string of 60 bytes or so, with \\\"quotes\\\" in it\"",
        "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]",
        "-12345678901234567890123456789012345678901234567890123456789.5e1",
    ];
    compare(|take| {
        for text in TEXTS {
            for end in 0..=text.len() {
                for blanks in 0..=LONGEST - end {
                    take(&[&b" ".repeat(blanks), &text.as_bytes()[..end]].concat());
                }
            }
        }
    });
}

/// Each byte at each place of a text that is right.
#[test]
fn every_byte_in_every_place() {
    const TEXT: &[u8] = b"{\"k\":[1,\"\\u00e9\",{\"a\":true,\"b\":-0.5}],\"l\":[[],{}],\"m\":\"x\"}";
    compare(|take| {
        for at in 0..TEXT.len() {
            for byte in 0..=u8::MAX {
                let mut text = TEXT.to_vec();
                text[at] = byte;
                take(&text);
            }
        }
    });
}

/// A lone surrogate near the end of a piece, in a string that the piece closes, is no pair that is cut.
#[test]
fn lone_surrogates_before_the_end_of_a_piece() {
    let rules = JsonCheck { lone_surrogates: true, string_max: 70, ..JsonCheck::STRICT };
    for blanks in 0..=70 {
        let text = [&b" ".repeat(blanks)[..], b"[\"abc\\ud830\",\"\\udfffd\",\"e\"]"].concat();
        for (tier, cut) in Tier::available().flat_map(|tier| (0..=text.len()).map(move |cut| (tier, cut))) {
            let mut checker = JsonChecker::with_tier(tier, rules, &mut []);
            let read = checker.step(&text[..cut], Chunk::More).unwrap_or_else(|error| panic!("{tier} {cut}: {error}"));
            let rest = checker.step(&text[read..], Chunk::Last);
            assert_eq!(rest, Ok(text.len() - read), "{tier}, cut at {cut}, {}", text.escape_ascii());
        }
    }
}
