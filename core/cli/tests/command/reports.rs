//! JSON for other programs, to the byte: every report, list and reason, with a name that is not UTF-8 and has characters to escape.

use crate::running::smill;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A quote, a backslash, controls, a character that turns text around, and a byte that is not UTF-8.
const NAME: &[u8] = b"a\"\\\t\x1b\xE2\x80\xAE\xFF.x";
/// The same inside a string of JSON.
const ESCAPED: &str = r#"a\"\\\t\u001b\u202e\\xFF.x"#;

/// Arguments before the name, the bytes of the file, and the output, with `#` for the escaped name.
type Case = (&'static str, &'static [u8], &'static str);

const REPORTS: &[Case] = &[
    (
        "escape --lines --on-invalid replace --report",
        b"a\xFF\nb\"\n",
        r##"{"source":"#","policy":"replace","strings":2,"changes":{"ill_formed":{"count":1,"line":1,"column":2,"offset":1}}}"##,
    ),
    (
        "unescape --on-invalid replace --report",
        b"\"a\\ud800\"",
        r##"{"source":"#","policy":"replace","strings":1,"changes":{"lone_surrogate":{"count":1,"line":1,"column":3,"offset":2}}}"##,
    ),
    (
        "clean --encoding shift_jis --normalize-newlines --report",
        b"\x83\x81\xFF\r\n",
        r##"{"source":"#","encoding":"Shift_JIS","policy":"replace","changes":{"ill_formed":{"count":1,"line":1,"column":2,"offset":2},"newline":{"count":1,"line":1,"column":3,"offset":6}}}"##,
    ),
    (
        "convert --from ion --to ndjson --report",
        b"[null.int,x]",
        r##"{"source":"#","losses":{"symbol":{"count":1,"line":1,"column":11,"offset":10},"typed_null":{"count":1,"line":1,"column":2,"offset":1}}}"##,
    ),
    ("canon --report", b"[1, \"\\u0061\"]", r##"{"source":"#","read":13,"written":7,"stored":0}"##),
    ("canon --verify --report", b"[1]", r##"{"source":"#","read":3,"canonical":true}"##),
    (
        "repair --report",
        b"[\"a\tb\xFF\"]",
        r##"{"source":"#","changes":{"control-characters":{"count":1,"line":1,"column":4,"offset":3},"utf8":{"count":1,"line":1,"column":6,"offset":5}}}"##,
    ),
    (
        "unpack --on-invalid replace --ndjson -C to --report",
        b"{\"path\":\"q\",\"text\":\"\\ud800\",\"z\":1}\n",
        r##"{"source":"#","files":1,"kept":0,"left_out":0,"reduced_modes":0,"skipped_members":1,"lone_surrogates":1}"##,
    ),
    (
        "check --format ndjson --rejects bad --reasons /dev/stderr --quiet",
        b"[1]\n[\"\x1b\"]\n",
        r##"{"source":"#","record":2,"line":2,"column":3,"start":4,"offset":6,"code":202,"name":"control_unescaped","says":"unescaped control character in a string, found \\u{1b}"}"##,
    ),
    (
        "check --format ndjson --encoding shift_jis --rejects bad --reasons /dev/stderr --quiet",
        b"\xFF[]\n",
        r##"{"source":"#","record":1,"line":1,"column":1,"start":0,"offset":0,"code":null,"name":"undecodable","says":"ill-formed Shift_JIS: FF, at byte 0"}"##,
    ),
    (
        "convert --from json-seq --to ndjson --rejects bad --reasons /dev/stderr --quiet",
        b"\"a\"\x1e1\n",
        r##"{"source":"#","record":null,"line":1,"column":1,"start":0,"offset":0,"code":805,"name":"convert_separator","says":"text without a record separator (U+001E) before it"}"##,
    ),
    (
        "repair --changes /dev/stderr --quiet",
        b"[\"a\x1bb\"]",
        r##"{"source":"#","record":1,"line":1,"column":4,"offset":3,"mend":"control-characters","before":"\u001b","length":1,"after":"\\u001b","code":202,"name":"control_unescaped","says":"unescaped control character in a string"}"##,
    ),
    (
        "repair --encoding shift_jis --on-invalid visible --changes /dev/stderr --quiet",
        b"[\"\xFF\"]",
        r##"{"source":"#","record":1,"line":1,"column":3,"offset":2,"mend":"utf8","before":"\\xFF","length":1,"after":"\\\\xFF","code":null,"name":"undecodable","says":"ill-formed Shift_JIS: FF, at byte 2"}"##,
    ),
    (
        "inspect --json --max-bytes 2 -o /dev/stderr",
        b"\xE0\x01\x00\xEA\x83\"\\\x1b\x71\x04",
        r##"{"source":"#","offset":0,"length":4,"depth":0,"type":"version","bytes":"e00100ea","text":"$ion_1_0"}
{"source":"#","offset":4,"length":4,"depth":0,"type":"string","bytes":"8322","text":"\"\\","cut":true}
{"source":"#","offset":8,"length":2,"depth":0,"type":"symbol","bytes":"7104","text":"na","ids":[4],"cut":true}"##,
    ),
];

fn expect_report(arguments: &str, name: &OsStr, folder: &Path, expected: &str) {
    let outcome = smill(arguments.split(' ').map(OsStr::new).chain([name])).within(folder).caught();
    // Warnings may follow.
    let lines: Vec<_> = outcome.err.lines().filter(|line| line.starts_with('{')).collect();
    assert_eq!(lines.join("\n"), expected.replace('#', ESCAPED), "{arguments}");
    for line in lines {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
}

#[test]
fn every_report_has_these_bytes() {
    for (arguments, input, expected) in REPORTS {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(OsStr::from_bytes(NAME)), input).unwrap();
        expect_report(arguments, OsStr::from_bytes(NAME), folder.path(), expected);
    }
}

/// A loss in another input than the first names that input.
#[test]
fn the_report_of_several_inputs_has_these_bytes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("first"), "[]").unwrap();
    fs::write(folder.path().join(OsStr::from_bytes(NAME)), "x").unwrap();
    let expected =
        r##"{"source":"first","losses":{"symbol":{"count":1,"source":"#","line":1,"column":1,"offset":0}}}"##;
    expect_report("convert --from ion --to ndjson --report first", OsStr::from_bytes(NAME), folder.path(), expected);
}

/// Names are in lists too: of empty folders and of skipped entries.
#[test]
fn the_report_of_pack_has_these_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let packed = folder.path().join(OsStr::from_bytes(NAME));
    fs::create_dir_all(packed.join("empty/1")).unwrap();
    fs::create_dir(packed.join("empty/2")).unwrap();
    fs::write(packed.join("ill-formed"), b"\xFF\n\xFF").unwrap();
    std::os::unix::fs::symlink("ill-formed", packed.join(OsStr::from_bytes(NAME))).unwrap();
    let expected = r##"{"files":1,"ill_formed":{"count":3,"files":1},"left_out":0,"empty_folders":["#/empty/1","#/empty/2"],"skipped":[{"path":"#/#","why":"it is a symbolic link"},{"path":"none","why":"it cannot be read: No such file or directory"}],"changed":[]}"##;
    let arguments = "pack --on-invalid visible --skip-unreadable --report none";
    expect_report(arguments, OsStr::from_bytes(NAME), folder.path(), expected);
}
