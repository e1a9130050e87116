//! An error in an input of many records names the record: after its place in diagnostics and lists, and in reasons.

use crate::running::smill;
use std::fs;

/// Arguments, input, and the place of the error.
const CASES: &[(&str, &[u8], &str)] = &[
    ("convert --from ndjson --to ndjson", b"{\"a\":1}\n\n{\"b\":}\n", "3:6 (byte 14), record 3"),
    ("convert --from json --lines --to ion", b"[1]\n[", "2:2 (byte 5), record 2"),
    ("convert --from json-values --to ndjson", b"1 2 {\"a\":[1]} [1, }", "1:19 (byte 18), record 4"),
    ("convert --from json-values --to json-seq --pretty", b"1 2 {\"a\":[1]} [1, }", "1:19 (byte 18), record 4"),
    ("convert --from json-values --to ion", b"1 \"2\" {\"a\":[1]} [1, }", "1:21 (byte 20), record 4"),
    ("convert --from json-values --to ion --typed", b"1 {\"$ion_int\":\"2\"} [1, }", "1:24 (byte 23), record 3"),
    ("convert --from json-values --to ion --pretty --width 40", b"1 [2] [1, }", "1:11 (byte 10), record 3"),
    ("convert --from json-values --to ion-binary", b"1 [2] [1, }", "1:11 (byte 10), record 3"),
    ("convert --from json --each --to ndjson", b"[1,{\"a\":[1]}, [1, }", "1:19 (byte 18), record 3"),
    ("convert --from json --each --to ion", b"[1,{\"a\":[1]}, [1, }", "1:19 (byte 18), record 3"),
    ("convert --from json-seq --to ndjson", b"\x1E1\n\x1E\n\x1E[1]\x1E[", "3:7 (byte 11), record 3"),
    ("convert --from ion --to ndjson", b"1 {a:[1]} [1, }", "1:15 (byte 14), record 3"),
    ("convert --from ion --lines --to ndjson", b"1 2\n{a:[1]}\n[1, }", "3:5 (byte 16), record 3"),
    ("convert --from ion --to ion", b"$ion_symbol_table::{symbols:[\"x\"]} $10 [2] [1, }", "1:48 (byte 47), record 3"),
    ("convert --from ion --to ion-binary", b"1 {a:[1]} [1, }", "1:15 (byte 14), record 3"),
    ("convert --from ion --each --to ion", b"(1 {a:[1]} [1, })", "1:16 (byte 15), record 3"),
    ("convert --from dynamodb-ion --to ndjson", b"{Item:{a:1.}} 1", "1:15 (byte 14), record 2"),
    ("check --format ndjson", b"1\n\n[", "3:2 (byte 4), record 3"),
    ("check --format json-values", b"1 2 {\"a\":[1]} [1, }", "1:19 (byte 18), record 4"),
    ("check --format json-values", b"1 2 {\"a\":[1]} [1, ", "1:19 (byte 18), record 4"),
    ("check --format json-seq", b"\x1E1\n\x1E\n\x1E[1]\x1E[", "3:7 (byte 11), record 3"),
    ("check --format ion", b"1 {a:[1]} [1, }", "1:15 (byte 14), record 3"),
    ("repair --format ndjson", b"[1]\n[2,]\n", "2:4 (byte 7), record 2"),
    ("escape --lines", b"a\n\n\xFF", "3:1 (byte 3), record 3"),
    ("escape --null", b"a\n\0b\0\xFF", "2:4 (byte 5), record 3"),
    ("unescape --lines", b"\"a\"\n\n\"\\x\"", "3:2 (byte 6), record 2"),
    // One value has no number.
    ("convert --from json --to ion", b"[1, [}", "1:6 (byte 5)"),
    ("check --format json", b"[1, [}", "1:6 (byte 5)"),
    ("canon", b"[1, [}", "1:6 (byte 5)"),
    ("escape", b"a\n\xFF", "2:1 (byte 2)"),
    // Before the first text of a sequence.
    ("check --format json-seq", b"x\x1E1\n", "1:1 (byte 0)"),
];

#[test]
fn places_have_the_number_of_the_record() {
    for &(arguments, input, place) in CASES {
        let err = smill(arguments.split(' ')).input(input).fails(3);
        let line = err.lines().nth(1).unwrap_or_default();
        assert_eq!(line.trim_start(), format!("--> stdin:{place}"), "{arguments}: {err}");
    }
}

/// Each input has its own numbers.
#[test]
fn numbers_begin_again_with_each_input() {
    let folder = crate::pack::folder(&[("a", b"1 2 3"), ("b", b"1 ["), ("c", b"1\n[\n2\nx\n")]);
    let err = smill(["convert", "--from", "json-values", "--to", "ndjson", "a", "b"]).within(folder.path()).fails(3);
    assert!(err.contains("--> b:1:4 (byte 3), record 2\n"), "{err}");
    let list = smill(["check", "--format", "json-values", "--all", "a", "b"]).within(folder.path()).caught();
    assert!(list.out.starts_with(b"b:1:4 (byte 3), record 2: "), "{}", list.out.escape_ascii());
    let list = smill(["check", "--format", "ndjson", "--all", "c", "c"]).within(folder.path()).caught().out;
    let list = String::from_utf8(list).unwrap();
    let places: Vec<_> = list.lines().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(places, ["c:2:2 (byte 3), record 2", "c:4:1 (byte 6), record 4"].repeat(2));
    // Rejected records, in a sequence too: texts have numbers, blanks have none.
    let text = "x\u{1E}\u{1E}1\n\u{1E} \u{1E}[\u{1E}2\n\u{1E}]";
    smill(["convert", "--from", "json-seq", "--to", "ndjson", "--rejects", "bad"])
        .within(folder.path())
        .input(text)
        .fails(1);
    let reasons = fs::read_to_string(folder.path().join("bad.reasons")).unwrap();
    let records: Vec<_> = reasons.lines().map(|line| line.split(',').nth(1).unwrap()).collect();
    assert_eq!(records, ["\"record\":null", "\"record\":2", "\"record\":4"]);
}
