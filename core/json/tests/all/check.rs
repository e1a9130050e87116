//! The JSON checker has the verdict and the offset of the reference, on every tier and for every cut; and the verdict of
//! serde_json, for JSON that both accept alike.

use std::panic::AssertUnwindSafe;
use stringmill_json::{JsonCheck, JsonChecker, json_check, json_check_with};
use stringmill_kernels::Tier;
use stringmill_outcome::{Chunk, Error, ErrorCode};
use stringmill_reference::{self as reference, JsonLimits, JsonRules};

/// The tiers of this machine; prints the other ones.
pub(crate) fn tiers() -> Vec<Tier> {
    let tiers: Vec<_> = Tier::available().collect();
    for name in Tier::known().filter(|name| tiers.iter().all(|tier| tier.name() != *name)) {
        println!("tier {name}: not run (the machine does not have it)");
    }
    tiers
}

/// A checker of a stream.
pub(crate) trait StreamChecker {
    /// Checks the next bytes, and returns how many of them are consumed.
    fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error>;
    /// The next byte begins a stream, or a line.
    fn restart(&mut self);
}

impl StreamChecker for JsonChecker<'_> {
    fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let read = JsonChecker::step(self, src, chunk)?;
        assert!(src.len() - read <= if chunk == Chunk::Last { 0 } else { 11 }, "{self:?}: left too much");
        Ok(read)
    }

    fn restart(&mut self) {
        JsonChecker::restart(self);
    }
}

/// The errors of a stream in `parts`: the first one; with `lines`, that of each line.
pub(crate) fn errors(checker: &mut impl StreamChecker, lines: bool, parts: &[&[u8]]) -> Vec<Error> {
    let (mut errors, mut pending, mut base) = (Vec::new(), Vec::new(), 0);
    let mut passing = false;
    for (number, part) in parts.iter().enumerate() {
        pending.extend_from_slice(part);
        let chunk = if number + 1 == parts.len() { Chunk::Last } else { Chunk::More };
        loop {
            let read = if passing {
                let feed = pending.iter().position(|&byte| byte == b'\n');
                passing = feed.is_none();
                feed.map_or(pending.len(), |feed| feed + 1)
            } else {
                match checker.step(&pending, chunk) {
                    Ok(read) => read,
                    Err(error) => {
                        errors.push(error.after(base));
                        if !lines {
                            return errors;
                        }
                        checker.restart();
                        passing = true;
                        error.offset as usize
                    }
                }
            };
            pending.drain(..read);
            base += read as u64;
            if pending.is_empty() || !passing && read == 0 {
                break;
            }
        }
    }
    assert!(pending.is_empty(), "all is read");
    errors
}

/// As [`errors`], of a new checker.
fn check(tier: Tier, rules: JsonCheck, parts: &[&[u8]]) -> Vec<Error> {
    let mut stack = vec![0; JsonCheck::stack_len(rules.depth_max.min(1 << 16)).expect("small")];
    errors(&mut JsonChecker::with_tier(tier, rules, &mut stack), rules.lines, parts)
}

/// The verdict of the reference.
pub(crate) fn expected(rules: JsonCheck, src: &[u8]) -> Vec<Error> {
    let JsonCheck { lines, values, lone_surrogates, depth_max, string_max, len_max } = rules;
    let (scan, limits) =
        (JsonRules { lines, lone_surrogates, string_max }, JsonLimits { depth: depth_max, len: len_max });
    match lines {
        true => reference::json_check_lines(scan, limits, src),
        false if values => reference::json_check_values(scan, limits, src).err().into_iter().collect(),
        false => reference::json_check(scan, limits, src).err().into_iter().collect(),
    }
}

fn compare(rules: JsonCheck, src: &[u8], cuts: &[usize]) -> Vec<Error> {
    let expected = expected(rules, src);
    for tier in Tier::available() {
        let seen = || format!("{tier} {rules:?} {}", src.escape_ascii());
        assert_eq!(check(tier, rules, &[src]), expected, "{}", seen());
        for &cut in cuts {
            assert_eq!(check(tier, rules, &[&src[..cut], &src[cut..]]), expected, "cut at {cut}, {}", seen());
        }
    }
    expected
}

/// Numbers that look random and are the same in each run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }

    fn one_of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

const SCALARS: &[&str] = &["0", "-1", "3.25", "1e9", "-0.5E-3", "true", "false", "null", "12345678901234567890123"];
const STRINGS: &[&str] = &[
    r#""""#,
    r#""a""#,
    r#""key""#,
    r#""é漢😀""#,
    r#""\"\\\/\b\f\n\r\t""#,
    r#""\u00e9\ud83d\ude00""#,
    r#""a string that is longer than one block of sixty-four bytes, for once""#,
    r#""{[:,]}""#,
    r#""\\\\\\""#,
];
const WHITE: &[&str] = &["", "", "", " ", "\t", "\r", "  "];

/// Appends a value.
fn value(numbers: &mut Numbers, out: &mut String, depth: usize, feeds: bool) {
    let blank = |numbers: &mut Numbers| if feeds && numbers.below(6) == 0 { "\n" } else { numbers.one_of(WHITE) };
    match numbers.below(if depth == 0 { 2 } else { 5 }) {
        0 => *out += numbers.one_of(SCALARS),
        1 => *out += numbers.one_of(STRINGS),
        kind => {
            let object = kind % 2 == 0;
            out.push(if object { '{' } else { '[' });
            *out += blank(numbers);
            for number in 0..numbers.below(6) {
                if number > 0 {
                    *out += blank(numbers);
                    out.push(',');
                    *out += blank(numbers);
                }
                if object {
                    *out += numbers.one_of(STRINGS);
                    *out += blank(numbers);
                    out.push(':');
                    *out += blank(numbers);
                }
                value(numbers, out, depth - 1, feeds);
            }
            *out += blank(numbers);
            out.push(if object { '}' } else { ']' });
        }
    }
}

/// A random text, sometimes changed in one place.
pub(crate) fn text(numbers: &mut Numbers, lines: bool) -> Vec<u8> {
    const CHANGES: &[&[u8]] = &[
        b"",
        b",",
        b":",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b"\\",
        b"\n",
        b"\x01",
        b"\xFF",
        b"\xC3",
        b"1",
        b"-",
        b".",
        b"e",
        b"x",
        b"true",
        b"\\ud800",
        b"\xEF\xBB\xBF",
        "\u{e9}".as_bytes(),
        b" ",
        b"0",
    ];
    let mut out = String::new();
    for _ in 0..if lines { numbers.below(5) } else { 1 } {
        value(numbers, &mut out, 4, !lines);
        out += if lines && numbers.below(12) > 0 { "\n" } else { numbers.one_of(WHITE) };
    }
    let mut bytes = out.into_bytes();
    for _ in 0..[0, 1, 1, 3][numbers.below(4)] {
        let at = numbers.below(bytes.len() + 1);
        let until = (at + numbers.below(3)).min(bytes.len());
        bytes.splice(at..until, CHANGES[numbers.below(CHANGES.len())].iter().copied());
    }
    bytes
}

pub(crate) const LIMITED: JsonCheck =
    JsonCheck { lines: false, values: false, lone_surrogates: true, depth_max: 3, string_max: 20, len_max: 150 };

#[test]
fn one_answer() {
    let rules = [
        JsonCheck::STRICT,
        JsonCheck { lines: true, ..JsonCheck::STRICT },
        LIMITED,
        JsonCheck { lines: true, len_max: 40, ..LIMITED },
        JsonCheck { string_max: 64, lone_surrogates: true, ..JsonCheck::STRICT },
        JsonCheck { values: true, ..JsonCheck::STRICT },
        JsonCheck { values: true, ..LIMITED },
    ];
    let (mut right, mut wrong) = (0, 0);
    for run in 0..30_000 {
        let mut numbers = Numbers(run * 7919 + 3);
        let rules = rules[run as usize % rules.len()];
        let mut text = text(&mut numbers, rules.lines);
        while rules.values && numbers.below(2) == 0 {
            text.extend_from_slice(&self::text(&mut numbers, false));
        }
        let cuts: Vec<_> = (0..2).map(|_| numbers.below(text.len() + 1)).collect();
        let errors = compare(rules, &text, &cuts);
        *(if errors.is_empty() { &mut right } else { &mut wrong }) += 1;
        if rules == JsonCheck::STRICT {
            another_parser_agrees(&text, errors.is_empty());
        }
    }
    assert!(right > 5_000 && wrong > 5_000, "{right} texts are right, {wrong} wrong");
}

/// serde_json refuses lone surrogates too; numbers that it cannot represent are left out.
fn another_parser_agrees(text: &[u8], right: bool) {
    let found = serde_json::from_slice::<serde_json::Value>(text);
    if !matches!(&found, Err(error) if error.to_string().starts_with("number out of range")) {
        assert_eq!(found.is_ok(), right, "{}", text.escape_ascii());
    }
}

#[test]
fn every_chunk_size() {
    let mut numbers = Numbers(5);
    for lines in [false, true] {
        for _ in 0..12 {
            let text = text(&mut numbers, lines);
            let rules = JsonCheck { lines, ..JsonCheck::STRICT };
            let expected = expected(rules, &text);
            for (tier, size) in Tier::available().flat_map(|tier| (1..=130).map(move |size| (tier, size))) {
                let parts: Vec<_> = text.chunks(size).chain([&[][..]]).collect();
                assert_eq!(check(tier, rules, &parts), expected, "{tier}, chunks of {size}: {}", text.escape_ascii());
            }
        }
    }
}

/// Each code, at its place, from the start of the stream.
#[test]
fn each_code_at_its_place() {
    use ErrorCode as E;
    for (text, code, offset) in [
        ("", E::JsonValueExpected, 0),
        (" \n", E::JsonValueExpected, 2),
        ("[", E::JsonIncomplete, 1),
        ("[1", E::JsonIncomplete, 2),
        ("{\"a\":-", E::JsonIncomplete, 6),
        ("tru", E::JsonIncomplete, 3),
        ("{1", E::JsonStringExpected, 1),
        ("{\"a\":1,}", E::JsonStringExpected, 7),
        ("{\"a\" 1}", E::JsonColonExpected, 5),
        ("{\"a\":1 \"b\"}", E::JsonCommaExpected, 7),
        ("{\"a\":1]", E::JsonCommaExpected, 6),
        ("[1 2]", E::JsonBracketExpected, 3),
        ("[1}", E::JsonBracketExpected, 2),
        ("[1,]", E::JsonValueExpected, 3),
        ("[,1]", E::JsonValueExpected, 1),
        ("[1]]", E::JsonTrailing, 3),
        ("1,2", E::JsonTrailing, 1),
        ("{} x", E::JsonTrailing, 3),
        ("[+1]", E::JsonValueExpected, 1),
        ("['a']", E::JsonValueExpected, 1),
        ("\u{FEFF}{}", E::JsonByteOrderMark, 0),
        (" \u{FEFF}{}", E::JsonValueExpected, 1),
        ("[nul]", E::JsonLiteralUnknown, 4),
        ("[truex]", E::JsonBracketExpected, 5),
        ("[1.]", E::NumberDigitExpected, 3),
        ("[1e+]", E::NumberDigitExpected, 4),
        ("[-a]", E::NumberDigitExpected, 2),
        ("[-012]", E::NumberLeadingZero, 3),
        ("\"a", E::StringUnterminated, 2),
        ("\"a\nb\"", E::ControlUnescaped, 2),
        ("\"a\\x\"", E::EscapeUnknown, 2),
        ("\"\\u12g4\"", E::EscapeHex, 1),
        ("\"\\u12", E::EscapeIncomplete, 1),
        ("\"\\ud800\"", E::SurrogateLone, 1),
    ] {
        let cuts: Vec<_> = (0..=text.len()).collect();
        let found = compare(JsonCheck::STRICT, text.as_bytes(), &cuts);
        assert_eq!(found, [Error::new(code, offset)], "{text}");
    }
}

#[test]
fn each_limit_and_each_end_of_a_text_at_its_place() {
    use ErrorCode as E;
    for (rules, text, code, offset) in [
        (JsonCheck { depth_max: 2, ..JsonCheck::STRICT }, "[[],[[1]]]", E::LimitDepth, 5),
        (JsonCheck { depth_max: 0, ..JsonCheck::STRICT }, " {}", E::LimitDepth, 1),
        (JsonCheck { string_max: 3, ..JsonCheck::STRICT }, "[\"abc\",\"ab\\n\"]", E::LimitStringLen, 10),
        (JsonCheck { string_max: 3, ..JsonCheck::STRICT }, "[\"abé\"]", E::LimitStringLen, 4),
        (JsonCheck { len_max: 3, ..JsonCheck::STRICT }, "[1]\n", E::LimitRecordLen, 3),
        (JsonCheck { len_max: 3, lines: true, ..JsonCheck::STRICT }, "[1]\n12\n[1] \n", E::LimitRecordLen, 10),
        (JsonCheck { lines: true, ..JsonCheck::STRICT }, "1\n\u{FEFF}2\n", E::JsonByteOrderMark, 2),
        (JsonCheck { lines: true, ..JsonCheck::STRICT }, "1\n[1,\n2]", E::JsonIncomplete, 5),
        (VALUES, "{}[] 1-2", E::JsonTrailing, 6),
        (VALUES, "truefalse", E::JsonTrailing, 4),
        (VALUES, "\"\"1true", E::JsonTrailing, 3),
        (VALUES, "01", E::NumberLeadingZero, 1),
        (VALUES, "[1-2]", E::JsonBracketExpected, 2),
        (VALUES, "{\"a\":truefalse}", E::JsonCommaExpected, 9),
        (VALUES, "1 ,2", E::JsonTrailing, 2),
        (VALUES, "1 ]", E::JsonTrailing, 2),
        (VALUES, "1 [2", E::JsonIncomplete, 4),
        (VALUES, "1 \u{FEFF}2", E::JsonValueExpected, 2),
    ] {
        let cuts: Vec<_> = (0..=text.len()).collect();
        assert_eq!(compare(rules, text.as_bytes(), &cuts)[0], Error::new(code, offset), "{text}");
    }
}

/// A line that is cut anywhere has the error that it has as a text, whatever follows, and spoils no other line.
#[test]
fn a_line_is_a_text_of_its_own() {
    const LINES: [&str; 3] = [
        r#"{"id": -48.5e+3, "t\"\u00e9": ["\ud83d\ude00", true, [null, {}]], "é漢😀": "\\\n"}"#,
        r#"["\ud83d", "\u12g"] x"#,
        "[\"te\u{1}\", 1 2]",
    ];
    let lines = JsonCheck { lines: true, ..JsonCheck::STRICT };
    for line in LINES.iter().flat_map(|line| (1..=line.len()).map(|end| &line.as_bytes()[..end])) {
        let alone: Vec<_> = json_check(JsonCheck::STRICT, &mut [0; 15], line).err().into_iter().collect();
        for end in ["\n", "\r\n"] {
            let text = [line, end.as_bytes(), b"[\"\"]\n"].concat();
            let cuts = [line.len() - 1, line.len(), line.len() + 1];
            let found = compare(lines, &text, &cuts).into_iter();
            // Between tokens the carriage return is white space of the line.
            let found = found.map(|error| Error::new(error.code, error.offset.min(line.len() as u64)));
            assert_eq!(found.collect::<Vec<_>>(), alone, "{}", text.escape_ascii());
        }
    }
}

/// A limit on length at a carriage return that is no end of a line: the error before it comes first.
#[test]
fn a_limit_behind_a_carriage_return() {
    for line in ["\"te\rxt\"", "tru\r e", "\"\\\rn\"", "-\r1", "\r\r 1"] {
        for len_max in 0..8 {
            let rules = JsonCheck { lines: true, len_max, ..JsonCheck::STRICT };
            for text in [line.as_bytes(), b"\xF4\r\xFF\xF4", b"1\xF4\r\xFF"] {
                compare(rules, text, &[0, 1, 2, 3]);
            }
        }
    }
}

const VALUES: JsonCheck = JsonCheck { values: true, ..JsonCheck::STRICT };

#[test]
fn texts_follow_each_other() {
    for text in
        ["", " \n", "{\"a\":1}{\"b\":2}", "1 2 \"x\"[]", "1\"a\"2{}3[true]false\"\"null\n", "\"\"\"\"", "[][]", "-1 -2"]
    {
        let cuts: Vec<_> = (0..=text.len()).collect();
        assert_eq!(compare(VALUES, text.as_bytes(), &cuts), [], "{text}");
        assert_eq!(compare(VALUES, text.repeat(70).as_bytes(), &[]).len(), usize::from(text == "-1 -2"), "{text}");
    }
}

#[test]
fn an_error_is_confined_to_its_line() {
    let rules = JsonCheck { lines: true, ..JsonCheck::STRICT };
    let text = b"{\"a\":1}\n[1,\n\"\xFF\"\n\n  \r\n{\"b\":\n2\n\"x\" \"y\"\nnul\ntrue";
    let lines: Vec<_> = compare(rules, text, &(0..text.len()).collect::<Vec<_>>())
        .iter()
        .map(|error| (error.code, text[..error.offset as usize].iter().filter(|&&byte| byte == b'\n').count() + 1))
        .collect();
    use ErrorCode as E;
    let expected = [
        (E::JsonIncomplete, 2),
        (E::Utf8ImpossibleByte, 3),
        (E::JsonIncomplete, 6),
        (E::JsonTrailing, 8),
        (E::JsonIncomplete, 9),
    ];
    assert_eq!(lines, expected);
}

/// A million nested containers of each kind, in a thread with a small stack.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn depth_takes_no_stack() {
    const DEPTH: usize = 1_000_000;
    let work = || {
        for (open, inside, close) in [("[", "", "]"), ("{\"\":", "0", "}"), ("[{\"a\":[", "", "]}]")] {
            let levels = DEPTH / open.bytes().filter(|byte| b"[{".contains(byte)).count();
            let text = [open.repeat(levels), inside.to_owned(), close.repeat(levels)].concat();
            let depth = (levels * open.bytes().filter(|byte| b"[{".contains(byte)).count()) as u64;
            let mut stack = vec![0; JsonCheck::stack_len(depth).expect("small")];
            for tier in tiers() {
                let deep = JsonCheck { depth_max: depth, ..JsonCheck::STRICT };
                assert_eq!(json_check_with(tier, deep, &mut stack, text.as_bytes()), Ok(()));
                let shallow = JsonCheck { depth_max: depth - 1, ..JsonCheck::STRICT };
                let error = json_check_with(tier, shallow, &mut stack, text.as_bytes()).unwrap_err();
                assert_eq!(error.code, ErrorCode::LimitDepth);
                // A short stack is a limit, too.
                let error = json_check_with(tier, deep, &mut stack[..10], text.as_bytes()).unwrap_err();
                let first = expected(JsonCheck { depth_max: 11 * 64, ..JsonCheck::STRICT }, &text.as_bytes()[..20_000]);
                assert_eq!(error, first[0]);
                let cut = &text.as_bytes()[..text.len() - 1];
                let error = json_check_with(tier, deep, &mut stack, cut).unwrap_err();
                assert_eq!(error, Error::new(ErrorCode::JsonIncomplete, cut.len() as u64));
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(64 * 1024);
    thread.spawn(work).expect("a thread").join().expect("64 KiB are enough");
}

/// One level more and less than each multiple of 64, at which the stack is used.
#[test]
fn depth_around_the_words_of_the_stack() {
    for depth in [1, 2, 63, 64, 65, 127, 128, 129, 192, 193] {
        let text = ["[{\"a\":"].repeat(depth).concat() + "1" + &"}]".repeat(depth);
        let text = format!("[{text},{text},[{}]]", &text[..text.len()]);
        for limit in [2 * depth as u64 - 1, 2 * depth as u64, 2 * depth as u64 + 1, 2 * depth as u64 + 2] {
            compare(JsonCheck { depth_max: limit, ..JsonCheck::STRICT }, text.as_bytes(), &[text.len() / 2]);
        }
    }
}

/// A checker that is restarted after an error equals a new one.
#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program")]
fn restarting_forgets() {
    let mut stack = [0; 15];
    let mut checker = JsonChecker::new(JsonCheck::STRICT, &mut stack);
    for wrong in ["[[[", "{\"a\":\"", "[tru", "[1.", "}", "\"\\"] {
        let found = std::panic::catch_unwind(AssertUnwindSafe(|| checker.step(wrong.as_bytes(), Chunk::Last)));
        assert!(found.expect("no panic").is_err(), "{wrong}");
        checker.restart();
        assert_eq!(checker.step(b"{\"a\":[1,2]}", Chunk::Last), Ok(11), "after {wrong}");
        checker.restart();
    }
    assert_eq!(json_check(JsonCheck::STRICT, &mut [], b"[[]]"), Ok(()));
}
