//! `smill escape` and `unescape` with one string on each line.

use crate::running::{Numbers, literal, smill};
use std::fmt::Write;

/// Lines of text: short, empty, with CR LF, and longer than a window.
fn lines(seed: u64, count: usize, longest: usize) -> Vec<Vec<u8>> {
    let mut numbers = Numbers(seed);
    let mut line = || {
        let len = [0, 1, 7, 60, 300, longest][numbers.below(6)];
        let mut line = numbers.text(len);
        line.retain(|&byte| byte != b'\n' && byte != 0);
        if numbers.below(4) == 0 {
            line.push(b'\r');
        }
        line
    };
    (0..count).map(|_| line()).collect()
}

/// The literals of `strings`, each on a line, written plainly.
fn literals(strings: &[Vec<u8>]) -> Vec<u8> {
    let mut out = String::new();
    for string in strings {
        writeln!(out, "{}", literal(string).replace('\r', "\\r")).unwrap();
    }
    out.into_bytes()
}

#[test]
fn each_line_becomes_a_string_and_back() {
    for (seed, longest) in [(1, 1000), (2, 131_071), (3, 131_072), (4, 300_000), (5, 700_001)] {
        let lines = lines(seed, 120, longest);
        let text = lines.concat_with(b"\n");
        let expected = literals(&lines);
        assert!(smill(["escape", "--lines"]).input(&text).fine() == expected, "seed {seed}");
        assert!(smill(["unescape", "--lines"]).input(&expected).fine() == text, "seed {seed}");
        // The last line without its line feed, and literals in white space.
        let cut = text.strip_suffix(b"\n").unwrap();
        if !lines.last().unwrap().is_empty() {
            assert!(smill(["escape", "--lines"]).input(cut).fine() == expected, "seed {seed}");
        }
        let spaced = String::from_utf8(expected.clone()).unwrap().replace('\n', " \t\r\n\n  \n ");
        assert!(smill(["unescape", "--lines"]).input(spaced).fine() == text, "seed {seed}");
        let bare = smill(["escape", "--lines", "--bare"]).input(&text).fine();
        assert!(smill(["unescape", "--lines", "--bare"]).input(bare).fine() == text, "seed {seed}");
        let thrice = smill(["escape", "--lines", "--times", "3"]).input(&text).fine();
        assert!(smill(["unescape", "--lines", "--times", "3"]).input(thrice).fine() == text, "seed {seed}");
    }
}

#[test]
fn strings_with_line_feeds_end_with_nul() {
    for (seed, longest) in [(11, 1000), (12, 131_072), (13, 400_000)] {
        let mut strings = lines(seed, 80, longest);
        strings.iter_mut().step_by(3).for_each(|string| string.extend_from_slice(b"\nand \n"));
        let text = strings.concat_with(b"\0");
        let expected = literals(&strings);
        assert!(smill(["escape", "--null"]).input(&text).fine() == expected, "seed {seed}");
        assert!(smill(["unescape", "-0"]).input(&expected).fine() == text, "seed {seed}");
        let twice = smill(["escape", "--null", "--lines", "--times", "2"]).input(&text).fine();
        assert!(smill(["unescape", "--null", "--times", "2"]).input(twice).fine() == text, "seed {seed}");
    }
}

trait ConcatWith {
    /// All items, each with `end` after it.
    fn concat_with(&self, end: &[u8]) -> Vec<u8>;
}

impl ConcatWith for Vec<Vec<u8>> {
    fn concat_with(&self, end: &[u8]) -> Vec<u8> {
        self.iter().flat_map(|item| [item, end].concat()).collect()
    }
}

#[test]
fn edges() {
    let cases: &[(&[&str], &[u8], &[u8])] = &[
        (&["escape", "--lines"], b"", b""),
        (&["escape", "--lines"], b"\n", b"\"\"\n"),
        (&["escape", "--lines"], b"\n\nx", b"\"\"\n\"\"\n\"x\"\n"),
        (&["escape", "--lines"], b"a\r\nb\rc\0\n", b"\"a\\r\"\n\"b\\rc\\u0000\"\n"),
        (&["escape", "--null"], b"a\0", b"\"a\"\n"),
        (&["escape", "--null"], b"a\n\0\0b", b"\"a\\n\"\n\"\"\n\"b\"\n"),
        (&["escape", "--lines", "--bare"], b"a\"\n\n", b"a\\\"\n\n"),
        (&["unescape", "--lines"], b"", b""),
        (&["unescape", "--lines"], b"\n \r\n", b""),
        (&["unescape", "--lines"], b"\"\"\n\"a\"", b"\na\n"),
        (&["unescape", "--lines", "--bare"], b"\na\\t\n", b"\na\t\n"),
        (&["unescape", "--lines", "--bare"], b"a\n\n", b"a\n\n"),
        (&["unescape", "--null"], b"\"a\\nb\"\n\"\"\n", b"a\nb\0\0"),
        (&["unescape", "--null", "--bare"], b"a\\nb", b"a\nb\0"),
    ];
    for (arguments, input, output) in cases {
        let out = smill(*arguments).input(input).fine();
        assert_eq!(out.escape_ascii().to_string(), output.escape_ascii().to_string(), "{arguments:?}");
    }
}

/// A line is read as if it were the whole input: a policy sees the same ill-formed pieces.
#[test]
fn policies_and_profiles_are_those_of_a_whole_input() {
    let bad: [&[u8]; 6] =
        [b"a\xE2\x82", b"\xE2\x82", b"\xF0\x9F\x98x", b"\x80", b"caf\xC3\xA9 \xED\xA0\x80</p>", b"\xFF\xFE"];
    for policy in ["replace", "replace-java", "replace-php", "ignore-php", "copy", "visible", "reversible"] {
        for profile in ["json", "ascii", "html", "php"] {
            let options = ["--profile", profile, "--on-invalid", policy];
            let one = |line: &[u8]| smill(["escape"].iter().chain(&options)).input(line).caught().out;
            let expected = bad.map(one).concat();
            let all = smill(["escape", "--lines"].iter().chain(&options)).input(bad.join(&b'\n')).caught();
            assert_eq!(all.out.escape_ascii().to_string(), expected.escape_ascii().to_string(), "{policy} {profile}");
            assert_eq!(all.code, Some(i32::from(policy != "copy")));
        }
    }
}

/// Arguments, input, error and place.
const ERRORS: &[(&[&str], &[u8], &str, &str)] = &[
    (
        &["escape", "--lines"],
        b"ok\nab\xE2\x82\nx",
        "ill-formed UTF-8: line ends inside a UTF-8 sequence: E2 82",
        "2:3 (byte 5)",
    ),
    (
        &["escape", "--lines"],
        b"ok\nab\xE2\x82",
        "ill-formed UTF-8: input ends inside a UTF-8 sequence: E2 82",
        "2:3 (byte 5)",
    ),
    (
        &["escape", "--null"],
        b"ok\0ab\xE2\x82\0x",
        "ill-formed UTF-8: text ends inside a UTF-8 sequence: E2 82",
        "1:6 (byte 5)",
    ),
    (&["unescape", "--lines"], b"\"a\"\n\n \"b\nc\"", "line ends inside a string", "3:4 (byte 8)"),
    (&["unescape", "--lines"], b"\"a\"\n\"b", "input ends inside a string", "2:3 (byte 6)"),
    (&["unescape", "--lines"], b"\"a\"\n\"b\\\n\"c\"", "line ends inside an escape: \\", "2:3 (byte 6)"),
    (&["unescape", "--lines"], b"\"b\\u12\n\"c\"", "line ends inside an escape: \\u12", "1:3 (byte 2)"),
    (
        &["unescape", "--lines"],
        b"\"b\\u1g\n\"c\"",
        "unicode escape without four hexadecimal digits: \\u1g",
        "1:3 (byte 2)",
    ),
    (
        &["unescape", "--lines"],
        b"\"\xE2\x82\n\"c\"",
        "ill-formed UTF-8: line ends inside a UTF-8 sequence: E2 82",
        "1:2 (byte 1)",
    ),
    (&["unescape", "--lines"], b"\"a\"\n12\n", "string literal does not begin with a quote, found 1", "2:1 (byte 4)"),
    (&["unescape", "--lines"], b"\"a\" \"b\"\n", "data after the string literal, found \"", "1:5 (byte 4)"),
    (&["unescape", "--lines"], b"\"a\\ud800\"\n", "lone surrogate: \\ud800", "1:3 (byte 2)"),
    (&["unescape", "--lines"], b"\"a\"\n\"b\\\\\\nc\"", "line feed in a text that ends with one", "2:5 (byte 8)"),
    (&["unescape", "--lines", "--bare"], b"a\nb\\u000A", "line feed in a text that ends with one", "2:2 (byte 3)"),
    (&["unescape", "--null"], b"\"a\\n\\u0000\"", "NUL in a text that ends with one", "1:5 (byte 4)"),
    (&["unescape", "--lines", "--bare"], b"a\nb\"c", "unescaped quote inside a string", "2:2 (byte 3)"),
    (&["unescape", "--lines", "--bare"], b"a\nb\\\nc", "line ends inside an escape: \\", "2:2 (byte 3)"),
    (
        &["unescape", "--lines", "--bare"],
        b"a\r\n",
        "unescaped control character in a string, found \\u{d}",
        "1:2 (byte 1)",
    ),
    (
        &["unescape", "--lines", "--bare"],
        b"a\xE2\x82\n",
        "ill-formed UTF-8: line ends inside a UTF-8 sequence: E2 82",
        "1:2 (byte 1)",
    ),
];

#[test]
fn every_error_has_its_place() {
    for (arguments, input, what, place) in ERRORS {
        let err = smill(*arguments).input(input).fails(3);
        let lines: Vec<_> = err.lines().collect();
        assert_eq!(lines[0], format!("error: {what}"), "{arguments:?}");
        assert!(lines[1].trim_start().starts_with(&format!("--> stdin:{place}, record ")), "{what}: {err}");
    }
}

/// The diagnostic of a text that would end early.
#[test]
fn a_text_that_contains_its_terminator_is_refused() {
    let expected = "\
error: line feed in a text that ends with one
  --> stdin:2:4 (byte 7), record 2
   |
 2 | \"bc\\nd\"
   |    ^^
   = hex  22 62 63 [5c 6e] 64 22
   = help --null ends each text with NUL instead
";
    assert_eq!(smill(["unescape", "--lines"]).input("\"a\"\n\"bc\\nd\"").fails(3), expected);
    let twice = smill(["escape", "--lines"]).input("\"a\\nb\"").fine();
    let err = smill(["unescape", "--lines", "--times", "2"]).input(twice).fails(3);
    assert!(err.contains("--> stdin (level 2):1:3 (byte 2)") && err.contains("after 1 of 2 unescapes"), "{err}");
}

#[test]
fn the_report_counts_strings_and_replacements() {
    let outcome =
        smill(["escape", "--lines", "--on-invalid", "replace", "--report"]).input(b"a\n\xFFb\xFF\n\n").caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), "\"a\"\n\"\u{FFFD}b\u{FFFD}\"\n\"\"\n".as_bytes()));
    let report = r#"{"source":"stdin","policy":"replace","strings":3,"changes":{"ill_formed":{"count":2,"line":2,"column":1,"offset":2}}}"#;
    assert_eq!(outcome.err.trim_end(), report);
    let outcome =
        smill(["unescape", "--lines", "--on-invalid", "replace", "--report"]).input("\"a\"\n\"\\ud800\"\n").caught();
    let report = r#"{"source":"stdin","policy":"replace","strings":2,"changes":{"lone_surrogate":{"count":1,"line":2,"column":2,"offset":5}}}"#;
    assert_eq!((outcome.code, outcome.err.trim_end()), (Some(1), report));
    let outcome = smill(["unescape", "--times", "2", "--report"]).input("\"\\\"a\\\"\"").caught();
    let reports = r#"{"source":"stdin","policy":"reject","strings":1,"changes":{}}
{"source":"stdin (level 2)","policy":"reject","strings":1,"changes":{}}"#;
    assert_eq!((outcome.code, outcome.err.trim_end()), (Some(0), reports));
    let err = smill(["escape", "-0", "-v"]).input("a\0b").fails(0);
    assert!(err.starts_with("done: 2 strings, 3 bytes read in "), "{err}");
}

#[test]
fn files_are_read_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names");
    std::fs::write(&path, "a\nb").unwrap();
    assert_eq!(smill(["escape", "--lines", "names"]).within(folder.path()).fine(), b"\"a\"\n\"b\"\n");
    smill(["escape", "--lines", "-i", "names"]).within(folder.path()).fine();
    assert_eq!(std::fs::read(&path).unwrap(), b"\"a\"\n\"b\"\n");
    smill(["unescape", "--null", "-o", "out", "names"]).within(folder.path()).fine();
    assert_eq!(std::fs::read(folder.path().join("out")).unwrap(), b"a\0b\0");
    // A failure leaves the old file.
    std::fs::write(&path, "\"a\"\n\"b\\nc\"\n").unwrap();
    smill(["unescape", "--lines", "-i", "names"]).within(folder.path()).fails(3);
    assert_eq!(std::fs::read(&path).unwrap(), b"\"a\"\n\"b\\nc\"\n");
}
