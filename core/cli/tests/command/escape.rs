//! `smill escape`.

use crate::running::{Numbers, literal, smill};

#[test]
fn writes_one_literal_and_a_newline() {
    assert_eq!(
        smill(["escape"]).input("hi \"you\"\n\u{1}\u{e9}").fine(),
        "\"hi \\\"you\\\"\\n\\u0001\u{e9}\"\n".as_bytes()
    );
    assert_eq!(smill(["escape"]).input("").fine(), b"\"\"\n");
    assert_eq!(smill(["escape", "--bare"]).input("a\"b").fine(), b"a\\\"b\n");
    assert_eq!(smill(["escape", "--bare"]).input("").fine(), b"\n");
}

#[test]
fn reads_a_file_a_dash_or_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.txt"), "from\ta file").unwrap();
    assert_eq!(smill(["escape", "a.txt"]).within(folder.path()).fine(), b"\"from\\ta file\"\n");
    assert_eq!(smill(["escape", "-"]).input("dash").fine(), b"\"dash\"\n");
}

#[test]
fn wraps_n_times_as_n_calls_do() {
    for bare in [&[][..], &["--bare"]] {
        let mut expected = b"say \"hi\" \\ \n \xC3\xA9".to_vec();
        for times in 1..=6 {
            let mut out = smill(["escape"].iter().chain(bare)).input(&expected).fine();
            assert_eq!(out.pop(), Some(b'\n'));
            expected = out;
            let times = times.to_string();
            let arguments = ["escape", "--times", &times].into_iter().chain(bare.iter().copied());
            let out = smill(arguments).input("say \"hi\" \\ \n \u{e9}").fine();
            assert_eq!(out, [&expected[..], b"\n"].concat());
        }
    }
}

#[test]
fn wraps_and_peels_32_levels() {
    let wrapped = smill(["escape", "--times", "16", "--bare"]).input("\u{e9}\n").fine();
    assert_eq!(wrapped.len(), 2 + (1 << 15) + 1 + 1, "two bytes of text, backslashes, the letter and a line feed");
    assert_eq!(smill(["unescape", "--times", "16", "--bare"]).input(wrapped).fine(), "\u{e9}\n".as_bytes());
    assert_eq!(smill(["escape", "--times", "32", "--bare"]).input("plain").fine(), b"plain\n");
    for times in ["0", "33", "-1", "x"] {
        smill(["escape", "--times", times]).fails(2);
        smill(["unescape", "--times", times]).fails(2);
    }
}

/// The diagnostic that docs and README promise, to the byte.
#[test]
fn refuses_with_a_diagnostic() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("notes")).unwrap();
    let mut text = vec![b'-'; 127 - 13 - 2];
    text.extend_from_slice(b"\n\ncaf\\u{e9} men\xE1A la carte\nnext line\n");
    std::fs::write(folder.path().join("notes/a.txt"), text).unwrap();
    let outcome = smill(["escape", "notes/a.txt"]).within(folder.path()).caught();
    let expected = "\
error: ill-formed UTF-8: lead byte without its continuation bytes: E1, found 41
  --> notes/a.txt:3:14 (byte 127)
   |
 3 | caf\\u{e9} men\\xE1A la carte
   |              ^^^^
   = hex  6d 65 6e [e1] 41 20 6c
   = help convert the input to UTF-8, or replace the ill-formed bytes
   = help --on-invalid replace writes U+FFFD instead, and smill check --all lists every place
";
    assert_eq!(outcome.err, expected);
    assert_eq!(outcome.code, Some(3));
}

#[test]
fn the_diagnostic_is_coloured_on_request() {
    let picture = smill(["escape", "--color", "always"]).input(b"\xFF").fails(3);
    assert!(picture.starts_with("\x1b[1m\x1b[31merror\x1b[0m\x1b[1m: ill-formed"), "{picture:?}");
    assert!(smill(["escape"]).env("CLICOLOR_FORCE", "1").input(b"\xFF").fails(3).contains('\x1b'));
    assert!(
        !smill(["escape"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").input(b"\xFF").fails(3).contains('\x1b')
    );
    assert!(!smill(["escape", "--color", "never"]).env("CLICOLOR_FORCE", "1").input(b"\xFF").fails(3).contains('\x1b'));
}

#[test]
fn the_diagnostic_shows_control_bytes_and_long_lines_safely() {
    let mut text = b"first\n".to_vec();
    text.extend_from_slice("\u{e9}".repeat(300_000).as_bytes());
    text.extend_from_slice(b"\x1b[2J\x07\t\xF0\x9F\x98 tail \x9b");
    text.extend_from_slice("z".repeat(300_000).as_bytes());
    let expected = "\
error: ill-formed UTF-8: lead byte without its continuation bytes: F0 9F 98, found 20
  --> stdin:2:300007 (byte 600012)
   |
 2 | ...\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\\u{1b}[2J\\u{7}\\u{9}\\xF0\\x9F\\x98 tail \\x9Bzzzzzzzzzzzzzzzzzzzz...
   |                                                      ^^^^^^^^^^^^
   = hex  4a 07 09 [f0 9f 98] 20 74 61
   = help convert the input to UTF-8, or replace the ill-formed bytes
   = help --on-invalid replace writes U+FFFD instead, and smill check --all lists every place
";
    assert_eq!(smill(["escape"]).input(text).fails(3), expected);
}

#[test]
fn counts_replacements_of_a_policy() {
    let outcome = smill(["escape", "--on-invalid", "replace"]).input(b"ok\n\xC3\xA9\xFFa\xED\xA0\x80").caught();
    assert_eq!(outcome.code, Some(1));
    assert_eq!(outcome.out, "\"ok\\n\u{e9}\u{FFFD}a\u{FFFD}\u{FFFD}\u{FFFD}\"\n".as_bytes());
    let expected =
        "warning: 4 ill-formed pieces of UTF-8 under --on-invalid replace, the first at stdin:2:2 (byte 5)\n";
    assert_eq!(outcome.err, expected);
    let outcome = smill(["escape", "--on-invalid", "reversible"]).input(b"\xFF").caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"\"\\udcff\"\n"[..]));
    assert!(outcome.err.starts_with("warning: 1 ill-formed piece of UTF-8 under --on-invalid reversible"));
    assert_eq!(smill(["escape", "--on-invalid", "copy"]).input(b"\xFF").fine(), b"\"\xFF\"\n");
}

#[test]
fn the_first_replaced_place_is_found_far_into_a_stream() {
    let mut text = "line \u{e9}\n".repeat(100_000).into_bytes();
    let offset = text.len() + 3;
    text.extend_from_slice(b"abc\xFFdef\xFF");
    let err = smill(["escape", "--on-invalid", "visible"]).input(text).fails(1);
    assert!(err.ends_with(&format!("the first at stdin:100001:4 (byte {offset})\n")), "{err}");
}

/// Multi-byte characters and escapes across every border near the size of the buffers.
#[test]
fn chunk_borders_change_nothing() {
    for (seed, len) in [65_535, 65_536, 131_071, 131_072, 131_073, 262_143, 262_147, 393_219].into_iter().enumerate() {
        let text = Numbers(seed as u64).text(len);
        let out = smill(["escape"]).input(&text).fine();
        assert_eq!(out, format!("{}\n", literal(&text)).as_bytes());
        assert_eq!(smill(["unescape"]).input(&out).fine(), text);
        let out = smill(["escape", "--times", "3", "--bare"]).input(&text).fine();
        assert_eq!(smill(["unescape", "--times", "3", "--bare"]).input(out).fine(), text);
    }
    for shift in 0..6 {
        let mut text = vec![b'x'; 131_072 - 4 + shift];
        text.extend_from_slice("\u{1F600}\u{1F600}\u{1F600}\"\n".as_bytes());
        let out = smill(["escape"]).input(&text).fine();
        assert_eq!(out, format!("{}\n", literal(&text)).as_bytes());
        assert_eq!(smill(["unescape"]).input(&out).fine(), text);
    }
}

#[test]
fn profiles_are_listed_and_checked() {
    let list = String::from_utf8(smill(["escape", "--profile", "list"]).fine()).unwrap();
    assert!(list.starts_with("json "), "{list}");
    let err = smill(["escape", "--profile", "nosuch"]).fails(2);
    assert!(err.contains("no profile is called 'nosuch'; --profile list shows all"), "{err}");
    let err = smill(["escape", "--profile", "json:nosuch"]).fails(2);
    assert!(err.contains("profile 'json' has no option 'nosuch'"), "{err}");
    smill(["escape", "--on-invalid", "nosuch"]).fails(2);
}
