//! `smill clean`.

use crate::compressed::gzip;
use crate::running::{Numbers, smill};
use std::fs;

/// Pieces of text and ill-formed bytes, with line ends of all kinds.
fn mixed(seed: u64, len: usize) -> Vec<u8> {
    const PIECES: [&[u8]; 16] = [
        b"plain words ",
        b"\xC3\xA9",
        b"\xE2\x82\xAC",
        b"\xF0\x9F\x98\x80",
        b"\xFF",
        b"\xC3",
        b"\xED\xA0\x80",
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"\xC0\x80",
        b"\r\n",
        b"\r",
        b"\n",
        b"\r\r\n",
        b"\\x",
        b"\x80",
    ];
    let mut numbers = Numbers(seed);
    let mut text = Vec::new();
    while text.len() < len {
        // Long runs of plain text among the rest.
        let times = if numbers.below(50) == 0 { numbers.below(9000) } else { 1 };
        let piece = if times > 1 { PIECES[0] } else { PIECES[numbers.below(PIECES.len())] };
        text.extend_from_slice(&piece.repeat(times));
    }
    text
}

fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[test]
fn well_formed_text_passes_unchanged() {
    let text = Numbers(31).text(900_000);
    for text in [&b""[..], b"a", "\u{FEFF}caf\u{e9}\r\n\0\u{FFFD}".as_bytes(), &text] {
        for policy in ["reject", "replace", "replace-java", "replace-php", "ignore-php", "visible"] {
            assert!(smill(["clean", "--on-invalid", policy]).input(text).fine() == text, "{policy}");
        }
    }
    // Policies whose output would not be well-formed UTF-8, or would only be so in JSON.
    for policy in ["copy", "reversible"] {
        smill(["clean", "--on-invalid", policy]).fails(2);
    }
}

/// Rust's standard library replaces maximal subparts, too.
#[test]
fn replacements_are_those_of_the_standard_library() {
    for (seed, len) in [100, 5000, 131_072, 131_073, 400_000, 700_000].into_iter().enumerate() {
        let text = mixed(seed as u64, len);
        let expected = String::from_utf8_lossy(&text);
        let outcome = smill(["clean"]).input(&text).caught();
        assert_eq!(outcome.code, Some(1));
        assert!(outcome.out == expected.as_bytes(), "seed {seed}");
        let outcome = smill(["clean", "-c"]).input(&text).caught();
        assert!(outcome.out == with_line_feeds(&expected).as_bytes(), "seed {seed}, with newlines normalized");
    }
}

/// Each policy gives the text that it gives in a JSON string.
#[test]
fn policies_are_those_of_escape() {
    for seed in 40..44 {
        let text = mixed(seed, 300_000);
        for policy in ["replace", "replace-java", "replace-php", "ignore-php", "visible"] {
            let escaped = smill(["escape", "--on-invalid", policy]).input(&text).caught();
            let expected = smill(["unescape"]).input(&escaped.out).fine();
            let outcome = smill(["clean", "--on-invalid", policy]).input(&text).caught();
            assert!(outcome.out == expected, "{policy} {seed}");
            assert_eq!((outcome.code, &outcome.err), (escaped.code, &escaped.err), "{policy} {seed}");
            // A piece that is left out between CR and LF keeps them apart.
            if policy == "ignore-php" {
                continue;
            }
            let normal = smill(["clean", "--normalize-newlines", "--on-invalid", policy, "-q"]).input(&text).caught();
            let expected = with_line_feeds(std::str::from_utf8(&expected).unwrap());
            assert!(normal.out == expected.as_bytes(), "{policy} {seed}, with newlines normalized");
            assert_eq!(normal.err, outcome.err, "{policy} {seed}");
        }
    }
}

/// Characters, ill-formed pieces and CR LF across the border of the window.
#[test]
fn chunk_borders_change_nothing() {
    for shift in 0..8 {
        for tail in ["\u{1F600}\u{e9}\r\nx".as_bytes(), b"\r\n\r\r\nx", b"\xF0\x9F\x98x", b"\xED\xA0\x80x", b"\r"] {
            let mut text = vec![b'x'; (128 << 10) - 6 + shift];
            text.extend_from_slice(tail);
            let expected = String::from_utf8_lossy(&text);
            assert!(smill(["clean"]).input(&text).caught().out == expected.as_bytes(), "{shift} {tail:?}");
            let out = smill(["clean", "-c"]).input(&text).caught().out;
            assert!(out == with_line_feeds(&expected).as_bytes(), "{shift} {tail:?}");
        }
    }
}

#[test]
fn changes_are_counted_with_their_first_place() {
    let text = b"\xEF\xBB\xBFok\r\n\xC3\xA9\xFFa\xED\xA0\x80\r";
    let call = || smill(["clean", "-c", "--strip-bom"]).input(text);
    let outcome = call().caught();
    assert_eq!((outcome.code, outcome.out), (Some(1), "ok\n\u{e9}\u{FFFD}a\u{FFFD}\u{FFFD}\u{FFFD}\n".into()));
    let expected = "\
warning: 4 ill-formed pieces of UTF-8 under --on-invalid replace, the first at stdin:2:2 (byte 9)
note: 2 newlines with a carriage return, the first at stdin:1:4 (byte 5)
note: left out the byte order mark of stdin
";
    assert_eq!(outcome.err, expected);
    let outcome = smill(["clean", "-c", "--strip-bom", "--report"]).input(text).caught();
    let expected = "{\"source\":\"stdin\",\"policy\":\"replace\",\"changes\":{\
        \"ill_formed\":{\"count\":4,\"line\":2,\"column\":2,\"offset\":9},\
        \"newline\":{\"count\":2,\"line\":1,\"column\":4,\"offset\":5},\
        \"byte_order_mark\":{\"count\":1,\"line\":1,\"column\":1,\"offset\":0}}}\n";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
    // What an option asks for by name is no warning.
    let outcome = smill(["clean", "-c", "--strip-bom", "-q"]).input("\u{FEFF}a\r\n").caught();
    assert_eq!((outcome.code, &outcome.out[..], outcome.err.as_str()), (Some(0), &b"a\n"[..], ""));
    let outcome = smill(["clean", "--report"]).input("a\r\n").caught();
    assert_eq!(outcome.err, "{\"source\":\"stdin\",\"policy\":\"replace\",\"changes\":{}}\n");
}

#[test]
fn only_a_mark_at_the_start_is_left_out() {
    for (text, expected) in [
        ("\u{FEFF}", ""),
        ("\u{FEFF}a\u{FEFF}", "a\u{FEFF}"),
        ("\u{FEFF}\u{FEFF}", "\u{FEFF}"),
        ("a\u{FEFF}", "a\u{FEFF}"),
    ] {
        let outcome = smill(["clean", "--strip-bom"]).input(text).caught();
        assert_eq!((outcome.code, &outcome.out[..]), (Some(0), expected.as_bytes()), "{text:?}");
        assert_eq!(smill(["clean"]).input(text).fine(), text.as_bytes());
    }
    for text in [&b"\xEF"[..], b"\xEF\xBB"] {
        assert_eq!(smill(["clean", "--strip-bom"]).input(text).caught().out, "\u{FFFD}".as_bytes());
    }
}

#[test]
fn refuses_with_a_diagnostic() {
    let err = smill(["clean", "--on-invalid", "reject"]).input(b"one\ncaf\xE9 au lait\n").fails(3);
    let expected = "\
error: ill-formed UTF-8: lead byte without its continuation bytes: E9, found 20
  --> stdin:2:4 (byte 7)
   |
 2 | caf\\xE9 au lait
   |    ^^^^
   = hex  63 61 66 [e9] 20 61 75
   = help convert the input to UTF-8, or replace the ill-formed bytes
   = help --on-invalid replace writes U+FFFD instead, and smill check --all lists every place
";
    assert_eq!(err, expected);
}

#[test]
fn files_are_cleaned_in_place_and_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    fs::write(&path, b"a\xFF\r\n").unwrap();
    smill(["clean", "-ci", "f"]).within(folder.path()).fails(1);
    assert_eq!(fs::read(&path).unwrap(), "a\u{FFFD}\n".as_bytes());
    smill(["clean", "-i", "f"]).within(folder.path()).fine();
    fs::write(&path, gzip(b"a\xFF")).unwrap();
    assert_eq!(smill(["clean", "f"]).within(folder.path()).caught().out, "a\u{FFFD}".as_bytes());
}
