//! `smill check`.

use crate::running::smill;

#[test]
fn well_formed_text_is_silent() {
    assert_eq!(smill(["check", "-"]).input("all \u{e9} \u{1F600} well").fine(), b"");
    assert_eq!(smill(["check", "--format", "utf8", "-"]).input("").fine(), b"");
    let text = "\u{1F600}".repeat(200_001);
    assert_eq!(smill(["check", "--all", "-"]).input(&text).fine(), b"");
    assert_eq!(smill(["check", "-"]).input(format!("abc{text}")).fine(), b"");
}

#[test]
fn the_first_error_has_a_diagnostic() {
    let expected = "\
error: ill-formed UTF-8: byte that never occurs in UTF-8: FF
   --> stdin:12:3 (byte 24)
    |
 12 | ab\\xFFc
    |   ^^^^
    = hex  0a 61 62 [ff] 63 0a
    = help convert the input to UTF-8, or replace the ill-formed bytes
    = help --all lists every place
";
    let text = [b"1\n".repeat(11).as_slice(), b"ab\xFFc\n"].concat();
    assert_eq!(smill(["check", "-"]).input(text).fails(3), expected);
}

#[test]
fn all_places_are_listed() {
    let outcome = smill(["check", "--all", "-"]).input(b"a\xFF\n\xC3\xA9\x80\x80b\xED\xA0\x80\n\xE2\x82").caught();
    let expected = "\
stdin:1:2 (byte 1): ill-formed UTF-8: byte that never occurs in UTF-8: FF
stdin:2:2 (byte 5): ill-formed UTF-8: continuation byte without a lead byte: 80
stdin:2:2 (byte 6): ill-formed UTF-8: continuation byte without a lead byte: 80
stdin:2:3 (byte 8): ill-formed UTF-8: surrogate code point in UTF-8: ED A0 80
stdin:3:1 (byte 12): ill-formed UTF-8: input ends inside a UTF-8 sequence: E2 82
";
    assert_eq!(String::from_utf8(outcome.out).unwrap(), expected);
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(3), ""));
}

#[test]
fn other_files_are_still_checked() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("good", &b"good"[..]), ("bad", b"b\xFF"), ("worse", b"\xC0")] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let err = smill(["check", "good", "bad", "worse"]).within(folder.path()).fails(3);
    assert_eq!(err.matches("error: ill-formed").count(), 2);
    let err = smill(["check", "bad", "missing", "worse"]).within(folder.path()).fails(4);
    assert_eq!(err.matches("error: ill-formed").count(), 2);
    assert!(err.contains("error: cannot open missing: No such file or directory\n"), "{err}");
}

#[test]
fn folders_are_checked_with_all_that_is_in_them() {
    let folder = crate::pack::folder(&[("d/b", b"\xFF"), ("d/a", b"good"), ("d/c/d", b"x\n\x80")]);
    let outcome = smill(["check", "--all", "d"]).within(folder.path()).caught();
    let expected = "\
d/b:1:1 (byte 0): ill-formed UTF-8: byte that never occurs in UTF-8: FF
d/c/d:2:1 (byte 2): ill-formed UTF-8: continuation byte without a lead byte: 80
";
    assert_eq!((outcome.code, String::from_utf8(outcome.out).unwrap().as_str()), (Some(3), expected));
    std::os::unix::fs::symlink("a", folder.path().join("d/link")).unwrap();
    std::fs::remove_file(folder.path().join("d/b")).unwrap();
    std::fs::remove_file(folder.path().join("d/c/d")).unwrap();
    let err = smill(["check", "d"]).within(folder.path()).fails(1);
    assert_eq!(err, "warning: skipped d/link: it is a symbolic link\n");
}

/// Names that announce a format, and a broken text of it.
const NAMED: &[(&str, &str)] = &[
    ("a.json", "{\"a\":1"),
    ("a.ndjson", "{\"a\":1}\n{\"a\"\n"),
    ("a.jsonl", "1\n2 3\n"),
    ("a.json-seq", "\x1e1\n\x1e[2\n"),
    ("a.ion", "{a:1"),
    ("a.10n", "a"),
];

/// `check` recognises an input by its name as `convert` does; `--format utf8` asks for the encoding alone.
#[test]
fn names_announce_formats() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in NAMED {
        std::fs::write(folder.path().join(name), text).unwrap();
        let call = |arguments: &[&str]| smill(arguments.iter().chain([name])).within(folder.path());
        let checked = call(&["check"]).fails(3);
        let converted = call(&["convert", "--to", "ndjson"]).fails(3);
        let place = |err: &str| err.lines().take(2).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(place(&checked), place(&converted), "{name}");
        call(&["check", "--format", "utf8"]).fine();
    }
    // In folders too, and a file without an announcement is text.
    std::fs::write(folder.path().join("a.txt"), "{").unwrap();
    let err = smill(["check", "."]).within(folder.path()).fails(3);
    assert_eq!(err.matches("error: ").count(), NAMED.len(), "{err}");
    for (name, text) in [("b.json", "[1]"), ("b.ndjson", "1\n2\n"), ("b.json-seq", "\x1e1\n"), ("b.ion", "{a:1}")] {
        std::fs::write(folder.path().join(name), text).unwrap();
        smill(["check", name]).within(folder.path()).fine();
    }
}

/// Options that a format has are accepted if all names announce it.
#[test]
fn options_go_by_names_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("deep.json"), "[[1]]").unwrap();
    std::fs::write(folder.path().join("lines.jsonl"), "1\n2 3\n").unwrap();
    let call = |arguments: &[&str]| smill(arguments).within(folder.path()).caught();
    assert_eq!(call(&["check", "--max-depth", "2", "deep.json"]).code, Some(0));
    assert_eq!(call(&["check", "--max-depth", "1", "deep.json"]).code, Some(5));
    assert_eq!(call(&["check", "--max-depth", "1", "deep.json", "-"]).code, Some(2));
    assert_eq!(call(&["check", "--max-depth", "1", "--format", "utf8", "deep.json"]).code, Some(2));
    let sorted = call(&["check", "--rejects", "bad", "--pass", "lines.jsonl"]);
    assert_eq!((sorted.code, &sorted.out[..]), (Some(1), &b"1\n"[..]), "{}", sorted.err);
    assert_eq!(call(&["check", "--rejects", "bad", "deep.json"]).code, Some(2));
}
