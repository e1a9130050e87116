//! `smill convert` of lines that are records.

use crate::running::{Numbers, literal, smill};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const TO_ION: [&str; 7] = ["convert", "--from", "ndjson", "--to", "ion", "--rejects", "bad"];
const TO_JSON: [&str; 8] = ["convert", "--from", "ion", "--lines", "--to", "ndjson", "--rejects", "bad"];

/// Files of a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn valid_lines_pass_and_invalid_lines_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"{\"a\":1}\r\n{\"a\":1,}\n\n\xFF\"\n[1]\n\"caf\xC3\xA9\" \"x\"\n2\n{\"b\":";
    let outcome = smill(TO_ION).within(folder.path()).input(text).caught();
    assert_eq!((outcome.code, outcome.out.escape_ascii().to_string().as_str()), (Some(1), "{a:1}\\n[1]\\n2\\n"));
    let warning = "warning: 4 lines rejected to bad, reasons in bad.reasons; the first: stdin:2:8 (byte 16), record 2: expected a string, found }\n";
    assert_eq!(outcome.err, warning);
    let files = files(folder.path());
    assert_eq!(files.len(), 2, "no temporary stays");
    assert_eq!(files["bad"], b"{\"a\":1,}\n\xFF\"\n\"caf\xC3\xA9\" \"x\"\n{\"b\":\n");
    let expected = r#"{"source":"stdin","record":2,"line":2,"column":8,"start":9,"offset":16,"code":302,"name":"json_string_expected","says":"expected a string, found }"}
{"source":"stdin","record":4,"line":4,"column":1,"start":19,"offset":19,"code":102,"name":"utf8_impossible_byte","says":"ill-formed UTF-8: byte that never occurs in UTF-8: FF"}
{"source":"stdin","record":6,"line":6,"column":8,"start":26,"offset":34,"code":305,"name":"json_trailing","says":"data after the JSON value, found \""}
{"source":"stdin","record":8,"line":8,"column":6,"start":40,"offset":45,"code":306,"name":"json_incomplete","says":"input ends inside a JSON value"}
"#;
    assert_eq!(std::str::from_utf8(&files["bad.reasons"]).unwrap(), expected);
}

#[test]
fn lines_of_ion_share_their_symbol_table() {
    let folder = tempfile::tempdir().unwrap();
    let text = "$ion_symbol_table::{symbols:[\"s\"]}\n[1, $10]\n[1,\n{{\"x\"\n2 // two\n$11\n'''a''' '''b'''\n";
    let outcome = smill(TO_JSON).within(folder.path()).input(text).caught();
    assert_eq!(String::from_utf8(outcome.out).unwrap(), "[1,\"s\"]\n2\n\"ab\"\n");
    assert_eq!(outcome.code, Some(1));
    let files = files(folder.path());
    assert_eq!(files["bad"], b"[1,\n{{\"x\"\n$11\n");
    let reasons = String::from_utf8(files["bad.reasons"].clone()).unwrap();
    let codes: Vec<_> = reasons.lines().map(|line| line.split("\"name\":\"").nth(1).unwrap()).collect();
    assert!(codes[0].starts_with("ion_incomplete") && codes[1].starts_with("ion_incomplete"), "{reasons}");
    assert!(codes[2].starts_with("ion_symbol_id"), "{reasons}");
    // The report counts the symbol of the valid line.
    assert!(outcome.err.contains("symbols as strings: 1, the first at stdin:2:5 (byte 39)"), "{}", outcome.err);
}

#[test]
fn lines_that_would_lose_something_are_rejected_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let refuse = TO_JSON.iter().copied().chain(["--on-loss", "refuse"]);
    let outcome = smill(refuse).within(folder.path()).input("[1]\na::[2]\n[3]\n[4, 5.]\n").caught();
    assert_eq!((outcome.code, outcome.out.as_slice()), (Some(1), &b"[1]\n[3]\n"[..]));
    let files = files(folder.path());
    assert_eq!(files["bad"], b"a::[2]\n[4, 5.]\n");
    let says = "\"says\":\"value that the other format cannot represent: values without their annotations\"";
    assert!(String::from_utf8(files["bad.reasons"].clone()).unwrap().contains(says));
}

/// Lines of any length, good and bad, are all somewhere, and in their order.
#[test]
fn no_line_is_lost() {
    let mut numbers = Numbers(77);
    let (mut good, mut bad, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..200 {
        let len = [3, 50, 1000, 70_000, 200_000][numbers.below(5)];
        let text = literal(&numbers.text(len)).replace("\\u0000", "\\n");
        let right = number % 3 != 1;
        let line = match (right, numbers.below(3)) {
            (true, _) => format!("[{text}]\n"),
            (_, 0) => format!(",{text}\n"),
            (_, 1) => format!("[{text} {text}]\n"),
            _ => format!("[{text}\n"),
        };
        all.extend_from_slice(line.as_bytes());
        if right { &mut good } else { &mut bad }.extend_from_slice(line.as_bytes());
    }
    for arguments in [&TO_JSON[..], &["convert", "--from", "ndjson", "--to", "ndjson", "--rejects", "bad"], &TO_ION] {
        let folder = tempfile::tempdir().unwrap();
        let outcome = smill(arguments).within(folder.path()).input(&all).caught();
        assert_eq!(outcome.code, Some(1));
        assert!(outcome.out == good, "{arguments:?}");
        assert!(files(folder.path())["bad"] == bad, "{arguments:?}");
    }
}

#[test]
fn a_line_past_the_limit_is_rejected_as_a_whole() {
    let long = format!("[{}]\n", "1,".repeat(500_000) + "1");
    let text = format!("1\n{long}2\n[1,2,3,4,5]\n");
    for arguments in [&TO_ION[..], &TO_JSON] {
        let folder = tempfile::tempdir().unwrap();
        let call = smill(arguments.iter().chain(&["--max-length", "10"])).within(folder.path());
        let outcome = call.input(&text).caught();
        assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"1\n2\n"[..]));
        let files = files(folder.path());
        assert!(files["bad"] == [long.as_bytes(), b"[1,2,3,4,5]\n"].concat());
        let reasons = String::from_utf8(files["bad.reasons"].clone()).unwrap();
        assert!(reasons.contains("\"line\":2,\"column\":11,\"start\":2,\"offset\":12,\"code\":704"), "{reasons}");
        assert!(reasons.contains("\"line\":4,\"column\":11,"), "{reasons}");
    }
}

#[test]
fn without_a_file_for_them_the_first_bad_line_ends_all() {
    let outcome = smill(["convert", "--from", "ndjson", "--to", "ion"]).input("1\n\n[2\n3\n").caught();
    assert_eq!(outcome.code, Some(3));
    assert!(
        outcome.err.starts_with("error: line ends inside a JSON value\n  --> stdin:3:3 (byte 5), record 3\n"),
        "{}",
        outcome.err
    );
}

#[test]
fn files_that_are_read_are_not_replaced() {
    let folder = crate::pack::folder(&[("in.ndjson", b"1\n")]);
    let call = |path| smill(["convert", "--to", "ion", "--rejects", path, "in.ndjson"]).within(folder.path());
    assert!(call("in.ndjson").fails(2).contains("is read"));
    fs::write(folder.path().join("bad"), "old").unwrap();
    smill(["convert", "--from", "ndjson", "--to", "ion", "--rejects", "bad", "missing"]).within(folder.path()).fails(4);
    assert_eq!(files(folder.path())["bad"], b"old");
    assert_eq!(call("bad").fine(), b"1\n");
    assert_eq!(files(folder.path())["bad"], b"");
}
