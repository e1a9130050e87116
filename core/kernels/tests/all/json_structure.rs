//! The promises of `json_structure`: every tier names the tokens that the reference names, and finds the same error at
//! the same place, however the text is cut; and none reads past its slice.

use crate::json_places::Places;
use crate::oracle::{Numbers, in_parallel, one_in, random_cases, sample, tier_names, tiers};
use stringmill_kernels::{JsonPlace, JsonStructure, JsonTokens, Tier, json_structure_with, json_token_offset};
use stringmill_outcome::{Chunk, Error, ErrorCode};
use stringmill_reference::{self as reference, JsonRules};

/// The result of a scan: the kinds of tokens, how much was read, the state at the end, an error, and the places of tokens.
type Found = (Vec<u8>, usize, JsonPlace, Option<Error>, Places);

const RULES: [JsonStructure; 5] = [
    JsonStructure::STRICT,
    JsonStructure { lines: true, lone_surrogates: true, ..JsonStructure::STRICT },
    JsonStructure { lines: true, string_max: 64, ..JsonStructure::STRICT },
    JsonStructure { string_max: 5, ..JsonStructure::STRICT },
    JsonStructure { apart: true, ..JsonStructure::STRICT },
];

/// Scans a stream that comes in `parts`, at most `groups` blocks at once.
fn scan(tier: Tier, rules: JsonStructure, parts: &[&[u8]], groups: usize) -> Found {
    let (mut kinds, mut place, mut base) = (Vec::new(), JsonPlace::BETWEEN, 0);
    let mut places = Places::default();
    let mut pending = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        pending.extend_from_slice(part);
        let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
        loop {
            let mut room = JsonTokens::ROOM;
            let (src, chunk) = match pending.len() > 64 * groups {
                true => (Box::from(&pending[..64 * groups]), Chunk::More),
                false => (pending.clone().into_boxed_slice(), chunk),
            };
            let found = json_structure_with(tier, &rules, place, &src, &mut room, chunk);
            places.scan(tier, rules, place, (&src, base), chunk, found);
            kinds.extend(kinds_of(found.groups, found.tokens));
            pending.drain(..found.read);
            (place, base) = (found.place, base + found.read);
            if let Some(code) = found.error {
                return (kinds, base, place, Some(Error::new(code, base as u64)), places);
            }
            assert!(found.read > 0 || src.is_empty() || chunk == Chunk::More, "{tier}: no progress");
            if pending.is_empty() || found.read == 0 {
                break;
            }
        }
        assert!(pending.len() <= if chunk == Chunk::Last { 0 } else { 11 }, "{tier}: left {}", pending.len());
    }
    (kinds, base, place, None, places)
}

fn kinds_of(tokens: &[JsonTokens], count: usize) -> Vec<u8> {
    let kind = |at: usize| {
        let (group, bit) = (&tokens[at / 64], at % 64);
        let masks = [
            (group.open_object, b'{'),
            (group.close_object, b'}'),
            (group.open_array, b'['),
            (group.close_array, b']'),
            (group.colon, b':'),
            (group.comma, b','),
            (group.string, b'"'),
            (group.scalar, b'0'),
            (group.line_end, b'\n'),
        ];
        let mut kinds = masks.iter().filter(|(mask, _)| mask >> bit & 1 == 1);
        let kind = kinds.next().expect("a token is of some kind").1;
        assert!(kinds.next().is_none(), "a token is of one kind");
        kind
    };
    let kinds = (0..count).map(kind).collect();
    let unused = tokens.iter().skip(count / 64).map(|group| group.scalar | group.string | group.comma);
    let beyond = |(at, mask): (usize, u64)| if at == 0 { mask >> (count % 64) } else { mask };
    assert!(unused.enumerate().all(|group| beyond(group) == 0), "tokens that are not there");
    kinds
}

/// The result of the reference.
fn expected(rules: JsonStructure, src: &[u8]) -> (Vec<u8>, Vec<usize>, Option<Error>, Places) {
    let JsonStructure { lines, apart, lone_surrogates, string_max } = rules;
    let mut found = reference::json_structure(JsonRules { lines, lone_surrogates, string_max }, src, Chunk::Last);
    let joined = |pair: &[(u8, usize)]| reference::json_scalars_touch(src, pair[0], pair[1]);
    if apart && let Some(before) = found.tokens.windows(2).position(joined) {
        found.error = Some(Error::new(ErrorCode::JsonTrailing, found.tokens[before + 1].1 as u64));
        found.tokens.truncate(before + 1);
    }
    let kind = |&(first, _): &(u8, usize)| if b"{}[]:,\"\n".contains(&first) { first } else { b'0' };
    let places = Places::expected(src, &found.tokens, found.error);
    (found.tokens.iter().map(kind).collect(), found.tokens.iter().map(|token| token.1).collect(), found.error, places)
}

/// A length from which on a text is judged in groups of blocks, and at which such a group begins.
const BLANK: usize = 1024;

/// Compares all tiers with the reference, on `src` whole and cut at `cuts`.
fn compare(rules: JsonStructure, src: &[u8], cuts: &[usize]) {
    let (kinds, offsets, error, places) = expected(rules, src);
    let read = error.map_or(src.len(), |error| error.offset as usize);
    for tier in tiers() {
        let whole = scan(tier, rules, &[src], src.len().div_ceil(64).max(1));
        let seen = || format!("{tier} {rules:?} {}", src.escape_ascii());
        assert_eq!((&whole.0, whole.1, whole.3), (&kinds, read, error), "{}", seen());
        assert_eq!(whole.4, places, "{}", seen());
        assert!(error.is_some() || whole.2.is_between(), "{}", seen());
        // After a long blank, the text is judged as a part of a long one.
        if tier != Tier::SCALAR {
            let long = scan(tier, rules, &[&[&[b' '; BLANK], src].concat()], usize::MAX / 64);
            let after = long.3.map(|error| Error::new(error.code, error.offset - BLANK as u64));
            let at = long.4.earlier(BLANK);
            assert_eq!((long.0, long.1 - BLANK, long.2, after, at), whole, "after a blank, {}", seen());
        }
        for &cut in cuts {
            let parts = [&src[..cut], &src[cut..]];
            let found = scan(tier, rules, &parts, src.len().div_ceil(64).max(1));
            assert_eq!(found, whole, "cut at {cut}, {}", seen());
        }
    }
    // Each place is found by a scan from the beginning.
    for (index, &offset) in offsets.iter().enumerate().step_by(if cfg!(miri) { 40 } else { 1 }) {
        assert_eq!(json_token_offset(&rules, JsonPlace::BETWEEN, src, index), offset, "{}", src.escape_ascii());
    }
    let after = json_token_offset(&rules, JsonPlace::BETWEEN, src, offsets.len());
    assert_eq!(after, src.len(), "{}", src.escape_ascii());
}

/// The parts of JSON, right and wrong.
const PIECES: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b" ",
    b"\n",
    b"\t\r ",
    b"\"",
    b"\"\"",
    b"\"key\"",
    b"\"a longer string\"",
    b"true",
    b"false",
    b"null",
    b"0",
    b"-0.5e+10",
    b"1234567890",
    b"3.14159",
    b"-7",
    b"1E5",
    b"\"\\\"\"",
    b"\"\\\\\"",
    b"\"\\n\\t\\u00e9\"",
    b"\"\\ud83d\\ude00\"",
    "\"é漢😀\"".as_bytes(),
    b"plain text that may stand in a string ",
    b"\\",
    b"\\u",
    b"\\u12",
    b"\\ud83d",
    b"\\udc00",
    b"-",
    b".",
    b"e",
    b"E+",
    b"00",
    b"1.",
    b"tru",
    b"nul",
    b"x",
    b"\x00",
    b"\x1F",
    b"\x7F",
    b"\xC3",
    b"\xE2\x82",
    b"\xED\xA0\x80",
    b"\xFF",
    "é".as_bytes(),
    "\u{FEFF}".as_bytes(),
    b"'",
    b"\\\\\\\\\\\\\\\\",
    b"0123456789012345678901234567890123456789012345678901234567890123456789",
];

/// A text of this many pieces; most of them as a text would have them.
fn soup(numbers: &mut Numbers, pieces: usize) -> Vec<u8> {
    let mostly_right = numbers.below(4) > 0;
    let mut text = Vec::new();
    for _ in 0..pieces {
        let right = mostly_right && numbers.below(40) > 0;
        text.extend_from_slice(PIECES[numbers.below(if right { 28 } else { PIECES.len() })]);
        // Between scalars, so that more of a text is right.
        if right && numbers.below(8) > 0 {
            text.push(b", \n:"[numbers.below(4)]);
        }
    }
    text
}

#[test]
fn agrees_with_reference() {
    let runs = random_cases(if cfg!(miri) { 20 } else { 40_000 }) as usize;
    in_parallel(runs, |run| {
        let mut numbers = Numbers(run as u64 * 7919 + 1);
        let pieces = numbers.below(if run % 4 == 0 { 60 } else { 12 });
        let text = soup(&mut numbers, pieces);
        let cuts: Vec<_> = (0..3).map(|_| numbers.below(text.len() + 1)).collect();
        compare(RULES[run % RULES.len()], &text, &cuts);
    });
    println!("{runs} texts on {}", tier_names());
}

/// Texts that reach over several blocks, shifted against them by every amount.
const TEXTS: &[&[u8]] = &[
    br#"{"id": 48151623, "time": "2024-05-17", "items": [{"sku": "A-1042", "count": 2, "price": -11.95e-3}], "note": null, "ok": [true,false]}"#,
    br#"["\\\"\\", "\u00e9\u20AC\ud83d\ude00\ud83D\uDE00", "\\\\\\\\\\\\\\\\\\\\\\\\\\\\", "\n\t\/"]"#,
    "[\"é漢😀é漢😀é漢😀é漢😀é漢😀\", 0.00000000000000000000000000000000000000000000000000000000000001, 1e0, 12]".as_bytes(),
    b"[[],{},[{}],\n0,-0,1,-1,0.5,1.5e5,1E+5,2e-5,false,null,true\t,\r\"\",\"\\\\\"]",
];

/// Each delicate piece instead of each byte of each text, at every shift against the blocks.
#[test]
fn agrees_at_every_place() {
    const SPECIAL: &[&[u8]] = &[
        b"\"",
        b"\\",
        b"\n",
        b"\x01",
        b"\x7F",
        b"\xFF",
        b"\xC3\xA9",
        b"\xC3",
        b"-",
        b"+",
        b".",
        b"e",
        b"0",
        b"7",
        b"t",
        b"n",
        b",",
        b":",
        b"{",
        b"]",
        b" ",
        b"u",
        b"d",
        b"\\u",
        b"\\ud800",
        b"\\udfff",
        b"",
    ];
    let shifts: Vec<usize> = if cfg!(miri) { vec![0] } else { (0..=66).collect() };
    let work = |number: usize| {
        let (text, shift) = (TEXTS[number % TEXTS.len()], shifts[number / TEXTS.len()]);
        for at in sample(number, 0..text.len()).filter(|&at| !cfg!(miri) || at == 63) {
            for special in SPECIAL.iter().step_by(if cfg!(miri) { 5 } else { 1 }) {
                let changed = [&b" ".repeat(shift), &text[..at], special, &text[at + 1..]].concat();
                compare(RULES[at % 2], &changed, if at % 8 == shift % 8 { &[0][..] } else { &[] });
            }
        }
    };
    in_parallel(TEXTS.len() * shifts.len(), work);
    println!("{} pieces in the place of each byte on {}", SPECIAL.len(), tier_names());
}

/// Blocks are judged eight at a time: each text around the end of such a group, after white space or a long string, with
/// a delicate byte instead of some of its own, and all of it again in the next group.
#[test]
fn agrees_around_groups() {
    const GROUP: usize = 512;
    const SPECIAL: &[u8] = b"\"\\\x01\xC3-.e0tu,{]";
    let fillers: [fn(usize) -> Vec<u8>; 2] =
        [|len| vec![b' '; len], |len| [&b"[\""[..], &vec![b'a'; GROUP + len - 4], b"\","].concat()];
    let work = |number: usize| {
        let (text, filler) = (TEXTS[number % TEXTS.len()], fillers[number / TEXTS.len()]);
        let chosen = |shift: &usize| !cfg!(miri) || (*shift == GROUP && number.is_multiple_of(3));
        for shift in sample(number, GROUP - text.len()..=GROUP).filter(chosen) {
            let filler = filler(shift);
            for at in (shift % 5..text.len()).step_by(if cfg!(miri) { 100 } else { 5 }) {
                for special in SPECIAL.iter().step_by(if cfg!(miri) { 12 } else { 1 }) {
                    let (before, after) = (&text[..at], &text[at + 1..]);
                    let right = [&filler, text, b",", &vec![b' '; GROUP - text.len() - 1]].concat();
                    same_as_expected(RULES[at % 2], &[&filler, before, &[*special], after, b"]"].concat());
                    same_as_expected(RULES[at % 2], &[&right, before, &[*special], after, b"]"].concat());
                }
            }
        }
    };
    in_parallel(TEXTS.len() * fillers.len(), work);
    println!("{} bytes around groups on {}", SPECIAL.len(), tier_names());
}

/// Compares all tiers with the reference, on `src` whole.
fn same_as_expected(rules: JsonStructure, src: &[u8]) {
    let (kinds, _, error, places) = expected(rules, src);
    let read = error.map_or(src.len(), |error| error.offset as usize);
    for tier in tiers() {
        let (found, to, _, wrong, at) = scan(tier, rules, &[src], src.len().div_ceil(64));
        let seen = (&found, to, wrong, &at);
        assert_eq!(seen, (&kinds, read, error, &places), "{tier} {rules:?} {}", src.escape_ascii());
    }
}

/// Every chunk size, and every two parts.
#[test]
fn chunks_do_not_matter() {
    let texts = TEXTS.iter().flat_map(|text| RULES.map(|rules| (text, rules)));
    for (number, (text, rules)) in texts.enumerate().step_by(if cfg!(miri) { 3 * one_in().min(3) } else { 1 }) {
        let text = if cfg!(miri) { text.repeat(2) } else { [*text, b"\n", *text, b" ", *text].concat() };
        let cuts: Vec<_> = (0..=text.len()).filter(|at| !cfg!(miri) || at % 300 == 70).collect();
        compare(rules, &text, &cuts);
        let whole = scan(tiers()[0], rules, &[&text], text.len().div_ceil(64));
        for size in sample(number, 1..=130).filter(|&size| !cfg!(miri) || size == 63) {
            let parts: Vec<_> = text.chunks(size).collect();
            for tier in tiers() {
                for groups in if cfg!(miri) { vec![2] } else { vec![1, 2, 7] } {
                    assert_eq!(scan(tier, rules, &parts, groups), whole, "{tier} {rules:?}, chunks of {size}");
                }
            }
        }
    }
}

/// Each line is a text: a line that is cut anywhere has the code and offset that it has alone, whatever follows.
#[test]
fn a_line_ends_its_text() {
    const LINES: &[&str] = &[
        r#"{"id": -48.5e+3, "t\"\u00e9": ["\ud83d\ude00", "\ud83d", true, null, false], "é漢😀": "\\\n"}"#,
        r#"["\udc00", "\u12g", "\x", 01, 1.x, nul, "a long string of plain text without anything to see"]"#,
        "{\"name\": \"te\u{1}\", \"é\u{FEFF}\": 1}\u{FEFF}",
    ];
    let shifts: &[usize] = if cfg!(miri) { &[57] } else { &[0, 3, 31, 57, 500] };
    let work = |number: usize| {
        let (line, shift) = (LINES[number % LINES.len()].as_bytes(), shifts[number / LINES.len()]);
        for end in sample(number, 0..=line.len()).filter(|&end| !cfg!(miri) || end % 27 == 9 * number) {
            let line = [&b" ".repeat(shift), &line[..end]].concat();
            for lines in &RULES[1..3] {
                let alone = expected(JsonStructure { lines: false, ..*lines }, &line);
                compare(*lines, &line, &[]);
                for feed in [&b"\n"[..], b"\r\n"] {
                    let text = [&line, feed, b"{\"next\": \"x\"}\n"].concat();
                    assert_eq!(expected(*lines, &text).2, alone.2, "{}", text.escape_ascii());
                    let cuts = [line.len().saturating_sub(1), line.len(), line.len() + 1];
                    compare(*lines, &text, &cuts);
                }
            }
        }
    };
    in_parallel(LINES.len() * shifts.len(), work);
    println!("{} lines, cut at each byte, on {}", LINES.len(), tier_names());
}

/// Runs of digits, of backslashes and of plain text far longer than a block.
#[test]
#[cfg_attr(miri, ignore = "takes a minute, for no access that others have not")]
fn long_runs() {
    for len in (0..140).chain([4096, 9000]) {
        let digits = "7".repeat(len + 1);
        let texts = [
            format!("[{digits},{digits}.{digits}e{digits} , -{digits}E-{digits}]"),
            format!("[{digits}.{digits}.{digits}]"),
            format!("[{digits}e{digits}e{digits}]"),
            format!("[{digits}e{digits}.{digits}]"),
            format!("[{digits}-]"),
            format!("[0{digits}]"),
            format!("[0.{digits}.]"),
            format!("[-{digits}true]"),
            format!("[\"{}\"]", "\\".repeat(len)),
            format!("[\"{}\"]", "\\\\".repeat(len)),
            format!("[\"{}\"]", "\\ud83d\\ude00".repeat(len)),
            format!("[\"{}\\ud83d\"]", "x".repeat(len)),
            format!("[\"{}\\ud83d\\n\", 1]", "x".repeat(len)),
            format!("[\"{}é\u{1}\"]", "x".repeat(len)),
            format!("{}tru", " ".repeat(len)),
            format!("{}true{}", " ".repeat(len), " ".repeat(len)),
            format!("{}false{}", " ".repeat(len), ",".repeat(len)),
        ];
        for text in sample(len, texts) {
            for rules in RULES {
                compare(rules, text.as_bytes(), &[text.len() / 2, len.min(text.len())]);
            }
        }
    }
}

/// Of a text with too many tokens, as much is read as surely fits.
#[test]
fn little_room() {
    for tier in tiers() {
        let mut room = JsonTokens::ROOM;
        let most = 64 * room.len();
        for len in [0, 1, 63, 64, 65, most - 1, most, most + 1, 2 * most] {
            let text = b"[".repeat(len);
            let found = json_structure_with(tier, &RULES[0], JsonPlace::BETWEEN, &text, &mut room, Chunk::Last);
            let fits = len.min(most);
            assert_eq!((found.read, found.tokens, found.error), (fits, fits, None), "{tier}");
            assert_eq!(found.groups.len(), fits.div_ceil(64), "{tier}");
        }
    }
}
