//! Restricted texts have the verdict and the offset of the reference, on every tier and for every cut, as one text,
//! line by line and as values; also after an error, in memory that was used before.

use crate::check::{Numbers, StreamChecker, errors, expected, tiers};
use crate::reader::{Events, Jump, Seen, read, reference_events, runs};
use crate::reader_lines::{Step, read as read_lines, shortened};
use stringmill_json::{
    Event, JsonCheck, PausedReader, RestrictedChecker, Restrictions, Tape, TapeEntry, TapeKind, json_restricted,
};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};
use stringmill_reference::{self as reference, JsonRestrictions, JsonRules};

const LINES: JsonCheck = JsonCheck { lines: true, ..JsonCheck::STRICT };
const VALUES: JsonCheck = JsonCheck { values: true, ..JsonCheck::STRICT };

fn all_restrictions() -> impl Iterator<Item = Restrictions> {
    (0..16).map(|bits| Restrictions {
        unique_names: bits & 1 != 0,
        i_json: bits & 2 != 0,
        no_nul: bits & 4 != 0,
        jsonb: bits & 8 != 0,
    })
}

impl StreamChecker for RestrictedChecker {
    fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        RestrictedChecker::step(self, src, chunk)
    }

    fn restart(&mut self) {
        RestrictedChecker::restart(self);
    }
}

/// As [`errors`], in memory that was used before.
fn check(checker: &mut RestrictedChecker, lines: bool, parts: &[&[u8]]) -> Vec<Error> {
    checker.restart();
    errors(checker, lines, parts)
}

/// The verdict of the reference.
fn reference_errors(rules: JsonCheck, restrictions: Restrictions, src: &[u8]) -> Vec<Error> {
    let Restrictions { unique_names, i_json, no_nul, jsonb } = restrictions;
    let restrictions = JsonRestrictions { unique_names, i_json, no_nul, jsonb };
    let lone_surrogates = rules.lone_surrogates && !restrictions.refuse_surrogates();
    let rules = JsonCheck { lone_surrogates, ..rules };
    let scan = JsonRules { lines: false, lone_surrogates, string_max: rules.string_max };
    let errors = expected(rules, src);
    if !rules.lines {
        let checked = errors.first().map_or(Ok(()), |&error| Err(error));
        return reference::json_restricted(scan, restrictions, checked, src).err().into_iter().collect();
    }
    let (mut base, mut found) = (0, Vec::new());
    for line in src.split_inclusive(|&byte| byte == b'\n') {
        let end = base + line.len();
        let is_here = |error: &&Error| {
            (base..end).contains(&(error.offset as usize)) || end == src.len() && error.offset == end as u64
        };
        let checked =
            errors.iter().find(is_here).map_or(Ok(()), |error| Err(Error::new(error.code, error.offset - base as u64)));
        let verdict = reference::json_restricted(scan, restrictions, checked, line);
        found.extend(verdict.err().map(|error| error.after(base as u64)));
        base = end;
    }
    found
}

/// Compares with the reference, whole and cut in two at each of `cuts`, and byte by byte.
fn compare(rules: JsonCheck, restrictions: Restrictions, src: &[u8], cuts: &[usize]) -> Vec<Error> {
    let expected = reference_errors(rules, restrictions, src);
    let seen = || format!("{rules:?} {restrictions:?} {}", src.escape_ascii());
    for tier in tiers() {
        let mut checker = RestrictedChecker::with_tier(tier, rules, restrictions, 7);
        assert_eq!(check(&mut checker, rules.lines, &[src]), expected, "{tier} {}", seen());
        let bytes: Vec<_> = (0..src.len().max(1)).map(|at| &src[at..src.len().min(at + 1)]).collect();
        assert_eq!(check(&mut checker, rules.lines, &bytes), expected, "{tier}, byte by byte, {}", seen());
    }
    let mut checker = RestrictedChecker::new(rules, restrictions, 7);
    for &cut in cuts {
        let parts = [&src[..cut], &src[cut..]];
        assert_eq!(check(&mut checker, rules.lines, &parts), expected, "cut at {cut}, {}", seen());
    }
    expected
}

const NAMES: &[&str] = &[
    "a",
    "b",
    "\\u0061",
    "\\u0062",
    "",
    "é",
    "\\u00e9",
    "\\u00E9",
    "😀",
    "\\ud83d\\ude00",
    "a\\u0000",
    "\\t",
    "\\u0009",
    "\\/",
    "/",
    "\\ud83d",
    "\\ud83e",
    "a name longer than a word of the hash",
    "a name longer than a word of the hash\\u0021",
];
const VALUES_OF: &[&str] = &[
    "1",
    "9007199254740991",
    "9007199254740992",
    "-9007199254740991",
    "-9007199254740992",
    "1e308",
    "1e309",
    "-1e999",
    "1e-999",
    "1e131071",
    "1e131072",
    "0e200000",
    "1e-16383",
    "1e-16384",
    "12345678901234567890",
    "0.0000001e131079",
    "1e1073741822",
    "0e1073741822",
    "0e1073741823",
    "0e-99999999999999999999999999999999999999999999",
    "1.5",
    "-0",
    "1e999x",
    "\"\\u0000\"",
    "\"\\uFFFE\"",
    "\"\\ufdd0\"",
    "\"\\uFDEF\"",
    "\"\\ufdf0\"",
    "\"\\ud83f\\udfff\"",
    "\"\\ud83f\\udffd\"",
    "\"\u{FFFF}\"",
    "\"\u{FDD5}\"",
    "\"\u{10FFFE}\"",
    "\"\u{1FFFE}\"",
    "\"\u{FFFD}\"",
    "\"\u{F000}\"",
    "\"\\\\u0000\"",
    "\"\\\\\\u0000\"",
    "\"x\\ud800\"",
    "\"\\u000",
    "true",
    "nul",
    "\"plain\"",
];

fn value(numbers: &mut Numbers, depth: usize, out: &mut String) {
    match numbers.below(if depth == 0 { 3 } else { 6 }) {
        0..=2 => *out += VALUES_OF[numbers.below(VALUES_OF.len())],
        3 => {
            *out += "[";
            for index in 0..numbers.below(4) {
                *out += if index > 0 { "," } else { "" };
                value(numbers, depth - 1, out);
            }
            *out += "]";
        }
        _ => {
            *out += "{";
            for index in 0..numbers.below(6) {
                let name = NAMES[numbers.below(NAMES.len())];
                *out += &format!("{}\"{name}\":", if index > 0 { "," } else { "" });
                value(numbers, depth - 1, out);
            }
            *out += "}";
        }
    }
}

/// Up to three texts, at times cut.
fn texts(numbers: &mut Numbers) -> String {
    let mut text = String::new();
    for _ in 0..1 + numbers.below(3) {
        value(numbers, 3, &mut text);
        text += ["\n", " ", "\r\n"][numbers.below(3)];
    }
    if numbers.below(8) == 0 {
        let at = numbers.below(text.len());
        text.truncate((0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0));
    }
    text
}

fn any_restrictions(numbers: &mut Numbers) -> Restrictions {
    all_restrictions().nth(numbers.below(16)).expect("sixteen")
}

#[test]
fn restricted_texts_agree_with_the_reference_for_every_cut() {
    let mut numbers = Numbers(45);
    let mut refused = std::collections::BTreeMap::new();
    for _ in 0..runs(4_000) {
        let rules = [JsonCheck::STRICT, LINES, VALUES][numbers.below(3)];
        let text = texts(&mut numbers);
        let lone_surrogates = numbers.below(2) == 0;
        let len_max = if numbers.below(6) == 0 { numbers.below(40) as u64 } else { u64::MAX };
        let string_max = if numbers.below(8) == 0 { numbers.below(12) as u64 } else { u64::MAX };
        let rules = JsonCheck { lone_surrogates, len_max, string_max, ..rules };
        let restrictions = any_restrictions(&mut numbers);
        let cuts: Vec<_> = (0..=text.len()).collect();
        for error in compare(rules, restrictions, text.as_bytes(), &cuts) {
            *refused.entry(error.code.name()).or_insert(0) += 1;
        }
    }
    if runs(4_000) > 100 {
        for code in [
            ErrorCode::NameRepeated,
            ErrorCode::JsonNul,
            ErrorCode::JsonNoncharacter,
            ErrorCode::JsonIntegerInexact,
            ErrorCode::JsonNumberRange,
            ErrorCode::NumberOverflow,
        ] {
            assert!(refused.contains_key(code.name()), "{}: {refused:?}", code.name());
        }
    }
}

/// The events of RFC 8259 that end before the first fault of either kind.
fn expected_events(rules: JsonCheck, restrictions: Restrictions, src: &[u8]) -> Events {
    let is_refused = restrictions.i_json || restrictions.jsonb;
    let rules = JsonCheck { lone_surrogates: rules.lone_surrogates && !is_refused, ..rules };
    let (mut events, error) = reference_events(rules, src);
    let first = reference_errors(rules, restrictions, src).into_iter().next();
    if first != error {
        let before = first.map_or(src.len(), |error| error.offset as usize);
        events.retain(|seen| {
            let quotes = if matches!(seen.kind, '"' | 'n') { 2 } else { 0 };
            seen.at + (seen.bytes.len() + quotes).max(1) <= before
        });
    }
    (events, first)
}

/// The events of tapes of at most three entries.
fn tape_events(mut paused: PausedReader, parts: &[&[u8]]) -> Events {
    let (mut seen, mut pending, mut before, mut tape) = (Vec::new(), Vec::new(), 0, Tape::default());
    for (number, part) in parts.iter().enumerate() {
        pending.extend_from_slice(part);
        let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
        let mut reader = paused.resume(&pending, chunk);
        loop {
            match tape.fill(&mut reader, 3) {
                Ok(true) => seen.extend(tape.entries().iter().map(|entry| of_entry(entry, &pending, before))),
                Ok(false) => break,
                Err(error) => return (seen, Some(error)),
            }
        }
        let read;
        (paused, read) = reader.pause();
        pending.drain(..read);
        before += read;
    }
    (seen, None)
}

fn of_entry(entry: &TapeEntry, piece: &[u8], before: usize) -> Seen {
    let (kind, quote) = match entry.kind {
        TapeKind::BeginObject => ('{', 0),
        TapeKind::EndObject => ('}', 0),
        TapeKind::BeginArray => ('[', 0),
        TapeKind::EndArray => (']', 0),
        TapeKind::Name => ('n', 1),
        TapeKind::String => ('"', 1),
        TapeKind::Number => ('0', 0),
        TapeKind::True | TapeKind::False | TapeKind::Null => ('t', 0),
    };
    let is_bracket = matches!(kind, '{' | '}' | '[' | ']');
    let text = &piece[entry.offset as usize..][..entry.len as usize];
    let mark = match kind {
        '0' => entry.flags & TapeEntry::IS_INTEGER == 0,
        _ => entry.flags & TapeEntry::HAS_ESCAPE != 0,
    };
    Seen {
        kind,
        at: before + entry.offset as usize - quote,
        bytes: if is_bracket { Vec::new() } else { text.to_vec() },
        mark,
    }
}

/// Long enough for several windows: names, numbers and strings of any length in front.
fn pushed(numbers: &mut Numbers, text: String) -> String {
    match numbers.below(4) {
        0 => format!("{}{text}", " ".repeat(4_096 - numbers.below(60).min(text.len()))),
        1 => format!("[\"{}\\u0041\",{text}", "x".repeat(4_080 - numbers.below(60))),
        _ => text,
    }
}

#[test]
fn readers_and_tapes_have_the_first_fault_and_the_events_before_it() {
    let mut numbers = Numbers(49);
    let mut refused = 0;
    for _ in 0..runs(800) {
        let rules = [JsonCheck::STRICT, VALUES][numbers.below(2)];
        let rules = JsonCheck { lone_surrogates: numbers.below(2) == 0, ..rules };
        let text = texts(&mut numbers);
        let (text, restrictions) = (pushed(&mut numbers, text), any_restrictions(&mut numbers));
        let src = text.as_bytes();
        let expected = expected_events(rules, restrictions, src);
        refused += usize::from(expected.1.is_some_and(|error| !error.code.name().contains("expected")));
        let seen = |cut: usize| format!("cut at {cut}, {rules:?} {restrictions:?} {text}");
        let begin = |tier| PausedReader::with_tier(tier, rules).restricted(restrictions, 7);
        for tier in tiers() {
            assert_eq!(read(begin(tier), &[src], None).0, expected, "{tier} {}", seen(0));
            assert_eq!(tape_events(begin(tier), &[src]), expected, "{tier} {}", seen(0));
            let bytes: Vec<_> = (0..src.len().max(1)).map(|at| &src[at..src.len().min(at + 1)]).collect();
            assert_eq!(read(begin(tier), &bytes, None).0, expected, "{tier} byte by byte, {}", seen(0));
        }
        let mut used = begin(Tier::best());
        for cut in src.len().saturating_sub(200)..=src.len() {
            let parts = [&src[..cut], &src[cut..]];
            let found;
            (found, used) = read(used.restart(), &parts, None);
            assert_eq!(found, expected, "{}", seen(cut));
            assert_eq!(tape_events(begin(Tier::best()), &parts), expected, "{}", seen(cut));
            // Whatever is left out has its verdict nevertheless.
            let after = numbers.below(expected.0.len() + 1);
            for jump in [Jump::Skip, Jump::Leave] {
                let (found, _) = read(begin(Tier::best()), &parts, Some((after, &[jump, jump])));
                assert_eq!(found.1, expected.1, "{jump:?} twice after {after}, {}", seen(cut));
                assert_eq!(found.0[..after], expected.0[..after], "{}", seen(cut));
                assert!(expected.0.ends_with(&found.0[after..]), "{jump:?} twice after {after}, {}", seen(cut));
            }
        }
    }
    assert!(runs(800) < 100 || refused > 200, "{refused}");
}

#[test]
fn lines_after_a_refused_one_are_right() {
    let mut numbers = Numbers(50);
    for run in 0..runs(2_000) {
        let text = [texts(&mut numbers), "\n".into(), texts(&mut numbers), "[7]\n".into()].concat();
        let restrictions = any_restrictions(&mut numbers);
        let (src, most) = (text.as_bytes(), [usize::MAX, 1, 2, 3][run as usize % 4]);
        let (mut steps, mut start) = (Vec::new(), 0);
        for line in src.split_inclusive(|&byte| byte == b'\n') {
            let (events, error) = expected_events(LINES, restrictions, line);
            steps.extend(events.into_iter().map(|seen| Ok(Seen { at: seen.at + start, ..seen })));
            steps.extend(error.map(|error| Err(error.after(start as u64))));
            start += line.len();
        }
        let expected: Vec<Step> = shortened(steps, most);
        for cut in 0..=text.len() {
            let second = cut + numbers.below(text.len() - cut + 1);
            let parts = [&src[..cut], &src[cut..second], &src[second..]];
            let paused = PausedReader::with_tier(tiers()[cut % tiers().len()], LINES).restricted(restrictions, 3);
            let found = read_lines(paused, &parts, most);
            assert_eq!(found, expected, "cuts at {cut} and {second}, {most}, {restrictions:?} {text}");
        }
    }
}

#[test]
fn a_name_that_is_skipped_in_parts_is_compared() {
    let paused = PausedReader::new(JsonCheck::STRICT).restricted(Restrictions::UNIQUE_NAMES, 1);
    let mut reader = paused.resume(br#"{"ab":1,"a"#, Chunk::More);
    while !matches!(reader.next(), Ok(Event::More)) {}
    reader.skip();
    let (paused, read) = reader.pause();
    assert_eq!(read, 8, "the name is kept");
    let mut reader = paused.resume(br#""ab":[2],"c":3}"#, Chunk::Last);
    let error = Error::new(ErrorCode::NameRepeated, 8);
    assert_eq!((reader.next().err(), reader.next().err()), (Some(error), Some(error)));
    let (paused, _) = reader.pause();
    let mut reader = paused.restart().resume(br#"{"ab":1}"#, Chunk::Last);
    while !matches!(reader.next(), Ok(Event::End)) {}
}

#[test]
fn each_character_is_judged_as_written_and_as_an_escape() {
    let both = Restrictions { i_json: true, no_nul: true, ..Restrictions::NONE };
    let planes = (0..=0x10).flat_map(|plane| [0xFFFD, 0xFFFE, 0xFFFF].map(|low| plane << 16 | low));
    let codes = [0, 1, 0xFDCF, 0xFDD0, 0xFDDF, 0xFDEF, 0xFDF0, 0xEFFF, 0x10000].into_iter().chain(planes);
    for character in codes.filter_map(char::from_u32) {
        let code = u32::from(character);
        let expected = match code {
            0 => Some(ErrorCode::JsonNul),
            0xFDD0..=0xFDEF => Some(ErrorCode::JsonNoncharacter),
            _ => (code & 0xFFFE == 0xFFFE).then_some(ErrorCode::JsonNoncharacter),
        };
        let mut units = [0; 2];
        let escape: String = character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect();
        let raw = if code < 0x20 { None } else { Some(character.to_string()) };
        for written in [Some(escape.to_uppercase().replace("\\U", "\\u")), Some(escape), raw].into_iter().flatten() {
            // At each place of a block, and as a name.
            for before in [0, 1, 15, 16, 31, 59, 60, 61, 62, 63, 64, 127] {
                let text = format!("[{{\"{}{written}é\":1}}]", "x".repeat(before));
                let found = json_restricted(both, 1, text.as_bytes()).err();
                assert_eq!(found, expected.map(|code| Error::new(code, 3 + before as u64)), "{text}");
            }
        }
    }
}

#[test]
fn names_are_compared_within_their_object_and_after_unescaping() {
    let repeated = |text: &str| json_restricted(Restrictions::UNIQUE_NAMES, 3, text.as_bytes()).err();
    let at = |offset| Some(Error::new(ErrorCode::NameRepeated, offset));
    assert_eq!(repeated(r#"{"a":{"a":[{"a":1},{"a":1}]},"b":{"a":1}}"#), None);
    assert_eq!(repeated(r#"{"a":{"b":1,"c":2},"b":1,"c":2,"a":3}"#), at(31));
    assert_eq!(repeated(r#"{"":1,"":2}"#), at(6));
    assert_eq!(repeated(r#"{"é":1,"\u00E9":2}"#), at(8));
    assert_eq!(repeated(r#"{"\"\\\/\b\f\n\r\t":1,"\u0022\u005c\u002f\u0008\u000c\u000a\u000d\u0009":2}"#), at(22));
    assert_eq!(repeated(r#"{"ab":1,"a":1,"b":1,"abc":1,"ba":1}"#), None);
    // An error in the name comes after its quote, but then it is no name.
    assert_eq!(repeated(r#"{"a":1,"a"#).map(|error| error.code), Some(ErrorCode::StringUnterminated));
}

#[test]
fn many_names_are_told_apart() {
    let count = if cfg!(miri) { 200 } else { 60_000 };
    let members: Vec<_> = (0..count).map(|number| format!("\"n{number}\":{{\"n{number}\":{{}},\"x\":1}}")).collect();
    let text = format!("{{{}}}", members.join(","));
    assert_eq!(json_restricted(Restrictions::UNIQUE_NAMES, 5, text.as_bytes()), Ok(()));
    for number in [0, 1, count / 2, count - 1] {
        let bad = format!("{},\"n{number}\":0}}", &text[..text.len() - 1]);
        let error = Error::new(ErrorCode::NameRepeated, text.len() as u64);
        assert_eq!(json_restricted(Restrictions::UNIQUE_NAMES, 5, bad.as_bytes()), Err(error));
    }
}

#[test]
fn one_name_in_nested_objects_is_not_compared_again_and_again() {
    let depth = if cfg!(miri) { 100 } else { 200_000 };
    let text = format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
    let rules = JsonCheck { depth_max: depth as u64, ..JsonCheck::STRICT };
    let mut checker = RestrictedChecker::new(rules, Restrictions::UNIQUE_NAMES, 11);
    assert_eq!(checker.step(text.as_bytes(), Chunk::Last), Ok(text.len()));
}

#[test]
fn strings_pass_in_parts_and_names_wait_for_their_end() {
    let mut checker = RestrictedChecker::with_tier(Tier::best(), JsonCheck::STRICT, Restrictions::I_JSON, 1);
    let text = "x".repeat(200_000);
    assert_eq!(checker.step(format!("[\"{text}").as_bytes(), Chunk::More), Ok(2 + text.len()));
    assert_eq!(checker.step(format!("{text}\",{{\"").as_bytes(), Chunk::More), Ok(text.len() + 3));
    let name = format!("\"{text}");
    assert_eq!(checker.step(name.as_bytes(), Chunk::More), Ok(0));
    let more = format!("{name}{text}\":123");
    assert_eq!(checker.step(more.as_bytes(), Chunk::More), Ok(more.len() - 3));
    assert_eq!(checker.step(b"12345}]", Chunk::Last), Ok(7));
}
