//! `smill check --rejects`.

use crate::running::{Numbers, smill};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const SORT: [&str; 5] = ["check", "--format", "ndjson", "--rejects", "bad"];

/// Files of a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()).filter(|entry| entry.path().is_file());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn valid_lines_pass_and_invalid_lines_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"{\"a\":1}\r\n{\"a\":1,}\n\n\xFF\"\\\"\n[1]\n  \n\"caf\xC3\xA9\" \"x\"\r\n2\n{\"b\":";
    let outcome = smill(SORT.iter().chain(&["--pass", "-"])).within(folder.path()).input(text).caught();
    assert_eq!(outcome.out.escape_ascii().to_string(), b"{\"a\":1}\r\n\n[1]\n  \n2\n".escape_ascii().to_string());
    assert_eq!(outcome.code, Some(1));
    let warning = "warning: 4 lines rejected to bad, reasons in bad.reasons; the first: stdin:2:8 (byte 16), record 2: expected a string, found }\n";
    assert_eq!(outcome.err, warning);
    let files = files(folder.path());
    assert_eq!(files.len(), 2, "no temporary stays");
    assert_eq!(files["bad"], b"{\"a\":1,}\n\xFF\"\\\"\n\"caf\xC3\xA9\" \"x\"\r\n{\"b\":\n");
    let expected = r#"{"source":"stdin","record":2,"line":2,"column":8,"start":9,"offset":16,"code":302,"name":"json_string_expected","says":"expected a string, found }"}
{"source":"stdin","record":4,"line":4,"column":1,"start":19,"offset":19,"code":102,"name":"utf8_impossible_byte","says":"ill-formed UTF-8: byte that never occurs in UTF-8: FF"}
{"source":"stdin","record":7,"line":7,"column":8,"start":31,"offset":39,"code":305,"name":"json_trailing","says":"data after the JSON value, found \""}
{"source":"stdin","record":9,"line":9,"column":6,"start":46,"offset":51,"code":306,"name":"json_incomplete","says":"input ends inside a JSON value"}
"#;
    assert_eq!(std::str::from_utf8(&files["bad.reasons"]).unwrap(), expected);
    // The reasons are NDJSON themselves.
    let reasons = smill(["check", "--format", "ndjson", "bad.reasons"]).within(folder.path());
    assert_eq!(reasons.fine(), b"");
}

#[test]
fn without_bad_lines_the_files_are_empty() {
    let folder = crate::pack::folder(&[("in", b"1\n[2]\n\n\"3\""), ("bad", b"old"), ("bad.reasons", b"old")]);
    let outcome = smill(SORT.iter().chain(&["--pass", "in"])).within(folder.path()).caught();
    assert_eq!((outcome.code, &outcome.out[..], outcome.err.as_str()), (Some(0), &b"1\n[2]\n\n\"3\""[..], ""));
    let files = files(folder.path());
    assert_eq!((files["bad"].len(), files["bad.reasons"].len(), files.len()), (0, 0, 3));
    // Good lines go nowhere unless that is asked for.
    assert_eq!(smill(SORT.iter().chain(&["in"])).within(folder.path()).fine(), b"");
}

/// Lines of any length, good and bad, are all somewhere, unchanged and in their order.
#[test]
fn no_byte_is_lost() {
    let mut numbers = Numbers(77);
    let (mut good, mut bad, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..300 {
        let len = [3, 50, 1000, 70_000, 200_000][numbers.below(5)];
        let text = crate::running::literal(&numbers.text(len));
        let right = number % 3 != 1;
        // Bad from the beginning, in the middle, or only at the end.
        let line = match (right, numbers.below(3)) {
            (true, _) => format!("[{text}]\n"),
            (_, 0) => format!(",{text}\n"),
            (_, 1) => format!("[{text} {text}]\n"),
            _ => format!("[{text}\n"),
        };
        all.extend_from_slice(line.as_bytes());
        if right { &mut good } else { &mut bad }.extend_from_slice(line.as_bytes());
    }
    let folder = tempfile::tempdir().unwrap();
    let outcome = smill(SORT.iter().chain(&["--pass", "-"])).within(folder.path()).input(&all).caught();
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.out == good);
    assert!(files(folder.path())["bad"] == bad);
}

#[test]
fn a_line_past_the_limit_is_rejected_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let long = format!("[{}]\n", "1,".repeat(500_000) + "1");
    let text = format!("1\n{long}2\n");
    let outcome =
        smill(SORT.iter().chain(&["--pass", "--max-length", "1000", "-"])).within(folder.path()).input(&text).caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"1\n2\n"[..]));
    let files = files(folder.path());
    assert!(files["bad"] == long.as_bytes());
    let reason = String::from_utf8(files["bad.reasons"].clone()).unwrap();
    assert!(reason.contains("\"line\":2,\"column\":1001,\"start\":2,\"offset\":1002,\"code\":704"), "{reason}");
}

#[test]
fn several_files_are_sorted_one_after_another() {
    let folder = crate::pack::folder(&[("a", b"1\n,"), ("b", b"2\n"), ("c", b"[\n3")]);
    let outcome = smill(SORT.iter().chain(&["--pass", "a", "b", "c"])).within(folder.path()).caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"1\n2\n3"[..]));
    let files = files(folder.path());
    assert_eq!(files["bad"], b",\n[\n");
    let reasons = String::from_utf8(files["bad.reasons"].clone()).unwrap();
    let sources: Vec<_> = reasons.lines().map(|line| &line[..20]).collect();
    assert_eq!(sources, ["{\"source\":\"a\",\"recor", "{\"source\":\"c\",\"recor"]);
}

#[test]
fn files_that_are_read_are_not_replaced() {
    let folder = crate::pack::folder(&[("in", b"1\n"), ("d/x", b"")]);
    std::os::unix::fs::symlink("in", folder.path().join("link")).unwrap();
    for (path, why) in [("in", "is read"), ("d", "is a folder"), ("link", "is a symbolic link")] {
        let err = smill(["check", "--format", "ndjson", "--rejects", path, "in"]).within(folder.path()).fails(2);
        assert!(err.contains(why), "{path}: {err}");
    }
    for arguments in [&["--format", "json"][..], &["--format", "ndjson", "--all"], &["--format", "utf8"]] {
        smill(["check", "--rejects", "bad", "in"].iter().chain(arguments)).within(folder.path()).fails(2);
    }
    smill(["check", "--format", "ndjson", "--pass", "in"]).within(folder.path()).fails(2);
    // An unreadable input leaves the existing files.
    fs::write(folder.path().join("bad"), "old").unwrap();
    smill(SORT.iter().chain(&["in", "missing"])).within(folder.path()).fails(4);
    assert_eq!(files(folder.path())["bad"], b"old");
}

/// A line that cannot be decoded is rejected with the bytes that it has in the input, and others are not affected.
#[test]
fn lines_that_cannot_be_decoded_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    // Two pieces in one line, a piece after another error, and one at the end of the input.
    let input = b"[\"\x93\xfa\"]\n[\"a\x81 b\xff\"]\n[1\n{\"\x93\xfa\x81\":}\n{\"a\":nul, \"\xff\":2}\n[2]\n\"\x81";
    let bad = b"[\"a\x81 b\xff\"]\n[1\n{\"\xe6\x97\xa5\x81\":}\n{\"a\":nul, \"\xff\":2}\n\"\x81\n";
    let check = ["check", "--format", "ndjson", "--rejects", "bad", "--pass"];
    let convert = ["convert", "--from", "ndjson", "--to", "ndjson", "--rejects", "bad"];
    let repair = ["repair", "--format", "ndjson", "--on-invalid", "reject", "--rejects", "bad"];
    for arguments in [&check[..], &convert, &repair] {
        let arguments = [arguments, &["--encoding", "shift_jis"]].concat();
        let outcome = smill(&arguments).within(folder.path()).input(input).caught();
        assert_eq!((outcome.code, &outcome.out[..]), (Some(1), "[\"\u{65e5}\"]\n[2]\n".as_bytes()), "{}", outcome.err);
        let first = "5 lines rejected to bad, reasons in bad.reasons; the first: stdin:2:4 (byte 11), record 2: ill-formed Shift_JIS: 81";
        assert!(outcome.err.contains(first), "{}", outcome.err);
        let found = fs::read(folder.path().join("bad")).unwrap();
        assert!(found == bad, "{}", found.escape_ascii());
        let reasons = fs::read_to_string(folder.path().join("bad.reasons")).unwrap();
        let lines: Vec<&str> = reasons.lines().collect();
        let expected = "\"line\":2,\"column\":4,\"start\":8,\"offset\":11,\"code\":null,\"name\":\"undecodable\",\"says\":\"ill-formed Shift_JIS: 81, at byte 10\"}";
        assert!(lines[0].contains(expected), "{}", lines[0]);
        assert!(lines[1].contains("\"line\":3,\"column\":3,") && lines[1].contains("\"code\":3"), "{}", lines[1]);
        assert!(lines[2].contains("\"line\":4,\"column\":4,") && lines[2].contains("undecodable"), "{}", lines[2]);
        assert!(lines[3].contains("\"line\":5,\"column\":9,") && !lines[3].contains("undecodable"), "{}", lines[3]);
        assert!(lines[4].contains("\"line\":7,\"column\":2,") && lines[4].contains("Shift_JIS: 81"), "{}", lines[4]);
    }
    // UTF-16: a line with a lone surrogate, longer than any buffer, among good ones.
    let long = "long text, ".repeat(30_000);
    let mut input: Vec<u8> = format!("[1]\n[\"{long}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    input.extend_from_slice(b"\x00\xd8");
    input.extend(format!("{long}\"]\n[2]\n").encode_utf16().flat_map(u16::to_le_bytes));
    for arguments in [&check[..], &convert] {
        let arguments = [arguments, &["--encoding", "utf-16le"]].concat();
        let outcome = smill(&arguments).within(folder.path()).input(&input).caught();
        assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"[1]\n[2]\n"[..]), "{}", outcome.err);
        assert!(outcome.err.contains("ill-formed UTF-16LE: lone surrogate: 00 D8"), "{}", outcome.err);
        let expected = [format!("[\"{long}").as_bytes(), b"\x00\xd8", format!("{long}\"]\n").as_bytes()].concat();
        assert!(fs::read(folder.path().join("bad")).unwrap() == expected);
    }
}
