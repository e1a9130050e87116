//! `smill unescape`.

use crate::running::smill;

#[test]
fn writes_the_text_and_no_newline() {
    assert_eq!(
        smill(["unescape"]).input("\"a\\n\\u00e9\\ud83d\\ude00\\/\"\n").fine(),
        "a\n\u{e9}\u{1F600}/".as_bytes()
    );
    assert_eq!(smill(["unescape"]).input(" \t\r\n \"x\" \r\n ").fine(), b"x");
    assert_eq!(smill(["unescape"]).input("\"\"").fine(), b"");
}

#[test]
fn bare_text_may_end_its_line() {
    assert_eq!(smill(["unescape", "--bare"]).input("a\\n\n").fine(), b"a\n");
    assert_eq!(smill(["unescape", "--bare"]).input("a\\n").fine(), b"a\n");
    assert_eq!(smill(["unescape", "--bare"]).input("\n").fine(), b"");
    assert_eq!(smill(["unescape", "--bare"]).input("").fine(), b"");
    let err = smill(["unescape", "--bare"]).input("a\n\n").fails(3);
    assert!(
        err.starts_with("error: unescaped control character in a string, found \\u{a}\n  --> stdin:1:2 (byte 1)\n"),
        "{err}"
    );
}

#[test]
fn gives_back_marked_bytes() {
    let marked = smill(["escape", "--on-invalid", "reversible"]).input(b"\xFFa\xED\xA0\x80").caught().out;
    assert_eq!(smill(["unescape", "--on-invalid", "reversible"]).input(&marked).fine(), b"\xFFa\xED\xA0\x80");
    smill(["unescape"]).input(&marked).fails(3);
}

#[test]
fn counts_replaced_surrogates() {
    let outcome = smill(["unescape", "--on-invalid", "replace"]).input("\"a\\ud800b\\udc00\"").caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), "a\u{FFFD}b\u{FFFD}".as_bytes()));
    assert_eq!(outcome.err, "warning: 2 lone surrogates replaced, the first at stdin:1:3 (byte 2)\n");
}

/// Each kind of error: its words, its place, and how many bytes are marked.
#[test]
fn every_error_has_its_place() {
    let cases: &[(&[u8], &str, &str, &str)] = &[
        (b"", "string literal does not begin with a quote, found the end of the input", "1:1 (byte 0)", "[]"),
        (b" \n x", "string literal does not begin with a quote, found x", "2:2 (byte 3)", "20 0a 20 [78]"),
        (b"\"abc", "input ends inside a string", "1:5 (byte 4)", "61 62 63 []"),
        (b"\"abc\n", "unescaped control character in a string, found \\u{a}", "1:5 (byte 4)", "61 62 63 [0a]"),
        (b"\"a\" b", "data after the string literal, found b", "1:5 (byte 4)", "61 22 20 [62]"),
        (b"\"a\\qb\"", "unknown escape: \\q", "1:3 (byte 2)", "22 61 [5c 71] 62 22"),
        (b"\"a\\\xC3\xA9b\"", "unknown escape: \\\u{e9}", "1:3 (byte 2)", "22 61 [5c c3 a9] 62 22"),
        (
            b"\"\\u12\"",
            "unicode escape without four hexadecimal digits: \\u12\"",
            "1:2 (byte 1)",
            "22 [5c 75 31 32 22]",
        ),
        (b"\"\\u12", "input ends inside an escape: \\u12", "1:2 (byte 1)", "22 [5c 75 31 32]"),
        (b"\"\\", "input ends inside an escape: \\", "1:2 (byte 1)", "22 [5c]"),
        (b"\"\\ud800\"", "lone surrogate: \\ud800", "1:2 (byte 1)", "22 [5c 75 64 38 30 30] 22"),
        (b"\"\x80\"", "ill-formed UTF-8: continuation byte without a lead byte: 80", "1:2 (byte 1)", "22 [80] 22"),
        (b"\"\xC0\xAF\"", "ill-formed UTF-8: overlong UTF-8 sequence: C0 AF", "1:2 (byte 1)", "22 [c0 af] 22"),
        (
            b"\"\xED\xA0\x80\"",
            "ill-formed UTF-8: surrogate code point in UTF-8: ED A0 80",
            "1:2 (byte 1)",
            "22 [ed a0 80] 22",
        ),
        (
            b"\"\xF4\x90\x80\x80\"",
            "ill-formed UTF-8: code point above U+10FFFF: F4 90 80 80",
            "1:2 (byte 1)",
            "22 [f4 90 80 80] 22",
        ),
        (b"\"\xFE\"", "ill-formed UTF-8: byte that never occurs in UTF-8: FE", "1:2 (byte 1)", "22 [fe] 22"),
        (b"\"\xE2\x82", "ill-formed UTF-8: input ends inside a UTF-8 sequence: E2 82", "1:2 (byte 1)", "22 [e2 82]"),
    ];
    for (input, what, place, hex) in cases {
        let err = smill(["unescape"]).input(input).fails(3);
        let lines: Vec<_> = err.lines().collect();
        assert_eq!(lines[0], format!("error: {what}"));
        assert_eq!(lines[1].trim_start(), format!("--> stdin:{place}"), "{what}");
        assert_eq!(lines[5].trim_start(), format!("= hex  {hex}"), "{what}");
        assert!(lines[6].trim_start().starts_with("= help "), "{what}");
    }
    let err = smill(["unescape", "--bare"]).input("a\"b").fails(3);
    assert!(err.starts_with("error: unescaped quote inside a string\n  --> stdin:1:2 (byte 1)\n"), "{err}");
}

#[test]
fn an_inner_error_names_its_level() {
    let expected = "\
error: unknown escape: \\q
  --> stdin (level 2):1:4 (byte 3)
   |
 1 | \"ab\\qcd\"
   |    ^^
   = hex  22 61 62 [5c 71] 63 64 22
   = note positions refer to the text after 1 of 3 unescapes
   = help write a backslash as \\\\, or use an escape of the format: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX in JSON
";
    let input = smill(["escape"]).input("\"ab\\qcd\"").fine();
    assert_eq!(smill(["unescape", "--times", "3"]).input(input).fails(3), expected);
}
