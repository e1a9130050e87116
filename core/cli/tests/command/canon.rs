//! `smill canon`.

use crate::memory::peak_kib;
use crate::running::{Outcome, SMILL, smill};
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

#[test]
fn a_text_is_written_in_canonical_form() {
    // The example of RFC 8785, section 3.2.2.
    let text = r#"{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }"#;
    let expected = "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
                    \"string\":\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
    let out = smill(["canon"]).input(text).fine();
    assert_eq!(String::from_utf8(out.clone()).unwrap(), expected);
    assert_eq!(smill(["canon", "--verify"]).input(out).fine(), b"");
}

#[test]
fn the_first_place_that_is_not_canonical_is_shown() {
    for (text, place, says) in [
        ("{\"a\":1, \"b\":2}", "1:8 (byte 7)", "white space in canonical JSON"),
        ("{\"a\":1,\"b\":[]}\n", "1:15 (byte 14)", "white space in canonical JSON"),
        ("{\"b\":1,\"c\":2,\"a\":3}", "1:14 (byte 13)", "name belongs before the name that precedes it"),
        ("{\"a\":1,\"a\":2}", "1:8 (byte 7)", "name occurs twice in its object"),
        // U+1F600 sorts by its surrogates, before U+FB33.
        ("{\"\u{fb33}\":1,\"\u{1F600}\":2}", "1:8 (byte 9)", "name belongs before the name that precedes it"),
        ("[\"ab\\u0041\"]", "1:5 (byte 4)", "escape differs from its canonical form: \\u"),
        ("[\"\\u001F\"]", "1:3 (byte 2)", "escape differs from its canonical form: \\u"),
        ("[1,-0]", "1:4 (byte 3)", "number differs from its canonical form"),
        ("[1e400]", "1:2 (byte 1)", "number exceeds the range of a double"),
        ("[\"\\ud800\"]", "1:3 (byte 2)", "lone surrogate: \\ud800"),
        ("[1", "1:3 (byte 2)", "input ends inside a JSON value"),
    ] {
        let err = smill(["canon", "--verify"]).input(text).fails(3);
        let expected = format!("error: {says}\n  --> stdin:{place}\n");
        assert!(err.starts_with(&expected), "{text}: {err}");
    }
}

/// The place of a repeated name is known only at the end: a file is read again, a stream was copied.
#[test]
fn a_repeated_name_is_shown_in_files_and_streams() {
    let folder = tempfile::tempdir().unwrap();
    let members: String = (0..100_000).map(|number| format!("\"name {number}\": \"caf\u{e9}\",\n")).collect();
    let early = format!("{{\"x\": 0,\n\"x\": 1,\n{members}\"z\": 0}}");
    let late = format!("{{\"x\": 0,\n{members}\n\"x\": 1}}");
    for text in [early, late] {
        fs::write(folder.path().join("file"), &text).unwrap();
        let offset = text.rfind("\"x\": 1").unwrap();
        let line = text[..offset].matches('\n').count() + 1;
        for memory in ["1M", "256M"] {
            let err = smill(["canon", "--memory", memory, "file"]).within(folder.path()).fails(3);
            assert!(err.starts_with("error: name occurs twice in its object\n"), "{err}");
            assert!(err.contains(&format!("--> file:{line}:1 (byte {offset})\n")), "{err}");
            assert!(err.contains(&format!(" {line} | \"x\": 1")), "{err}");
            let piped = smill(["canon", "--memory", memory]).input(&text).fails(3);
            assert_eq!(piped, err.replace("--> file", "--> stdin"));
        }
    }
}

/// A text of 40 MB in 4 MiB of memory, with temporary files of either kind.
#[test]
fn large_texts_need_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let member = |number: u32| format!("\"{:08x}\":{{\"a\":[{number}]}}", number.wrapping_mul(0x9E37_79B1));
    let count = 1_600_000;
    let path = folder.path().join("in");
    let mut file = std::io::BufWriter::new(fs::File::create(&path).unwrap());
    for number in 0..count {
        write!(file, "{}{}", if number == 0 { "{" } else { ", " }, member(number)).unwrap();
    }
    file.write_all(b"}\n").unwrap();
    drop(file);
    let mut child = Command::new(SMILL)
        .args(["canon", "--memory", "4M", "in"])
        .current_dir(folder.path())
        .env("TMPDIR", folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut out = vec![0];
    stdout.read_exact(&mut out).unwrap();
    // The output begins when all input is read and merged.
    let peak = peak_kib(&child);
    assert!(peak < 16 * 1024, "{peak} KiB");
    stdout.read_to_end(&mut out).unwrap();
    assert!(child.wait().unwrap().success());
    let mut members: Vec<String> = (0..count).map(member).collect();
    members.sort_unstable();
    assert!(out == format!("{{{}}}", members.join(",")).as_bytes());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn limits_on_memory_are_sizes() {
    for size in ["1M", "1024K", "2G", "1048576"] {
        assert_eq!(smill(["canon", "--memory", size]).input("[ ]").fine(), b"[]");
    }
    for size in ["", "M", "1", "1023K", "-1M", "+2M", "1.5M", "1T", "99999999999G"] {
        smill(["canon", &format!("--memory={size}")]).input("[]").fails(2);
    }
    let err = smill(["canon", "--memory", "1M"]).input("{\"name\":".repeat(100_000)).fails(5);
    assert!(err.starts_with("error: nested deeper than the limit"), "{err}");
    let deep = ["canon", "--memory", "1M", "--max-depth", "1000000"];
    let err = smill(deep).input("{\"name\":".repeat(100_000)).fails(5);
    assert!(err.starts_with("error: text needs more memory than the limit"), "{err}");
    assert!(err.ends_with("= help --memory sets it\n"), "{err}");
}

#[test]
fn a_temporary_file_that_cannot_be_created_is_named() {
    let text = format!("[{}]", "{\"b\":1, \"a\":2},".repeat(200_000) + "0");
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let mut child = Command::new(SMILL)
        .args(["canon", "--memory", "1M"])
        .env("TMPDIR", &missing)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command stops before it has read all of it.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let out = child.wait_with_output().unwrap();
    let expected =
        format!("error: cannot create a temporary file in {}: No such file or directory\n", missing.display());
    assert_eq!((out.status.code(), String::from_utf8(out.stderr).unwrap()), (Some(4), expected));
}

#[test]
fn members_are_sorted_for_people() {
    let text = r#"{"b": [1.50, "\u00e9"], "a": {}, "b": 1e400}"#;
    let kept = "{\n  \"a\": {},\n  \"b\": [\n    1.50,\n    \"\\u00e9\"\n  ],\n  \"b\": 1e400\n}\n";
    for option in ["--pretty", "--sort-keys"] {
        let out = smill(["canon", option, "--repeated", "keep"]).input(text).fine();
        assert_eq!(String::from_utf8(out).unwrap(), kept);
        let err = smill(["canon", option]).input(text).fails(3);
        assert!(err.starts_with("error: name occurs twice in its object\n"), "{err}");
    }
    assert!(smill(["canon", "--repeated", "keep"]).input(text).fails(2).contains("--pretty"));
}

#[test]
fn a_report_is_a_line_of_json() {
    let members: String = (0..60_000).map(|number| format!("\"name {number}\": {number},")).collect();
    let text = format!("{{{members}\"\": 0}}");
    let report = |arguments: &[&str]| {
        let Outcome { code, out, err } = smill(["canon", "--report"].iter().chain(arguments)).input(&text).caught();
        assert_eq!(code, Some(0), "{err}");
        let report: serde_json::Value = serde_json::from_str(&err).unwrap();
        assert_eq!((&report["source"], &report["read"]), (&"stdin".into(), &text.len().into()), "{err}");
        assert_eq!(report["written"], out.len(), "{err}");
        report["stored"].as_u64().unwrap()
    };
    assert_eq!(report(&[]), 0);
    assert!(report(&["--memory", "1M"]) > text.len() as u64 / 2);
    let canonical = smill(["canon"]).input(&text).fine();
    let err = smill(["canon", "--verify", "--report"]).input(&canonical).caught().err;
    assert_eq!(err, format!("{{\"source\":\"stdin\",\"read\":{},\"canonical\":true}}\n", canonical.len()));
}

/// A line feed at the end is one column after the line, and not shown.
#[test]
fn a_line_feed_gets_one_caret() {
    for (input, line, hex) in [
        ("{\"a\":1}\n", " 1 | {\"a\":1}\n   |        ^\n", "3a 31 7d [0a]"),
        ("{\"a\":\n\n1}", " 1 | {\"a\":\n   |      ^\n", "61 22 3a [0a] 0a 31 7d"),
        ("{\"a\":1}\r\n", " 1 | {\"a\":1}\\u{d}\n   |        ^^^^^\n", "3a 31 7d [0d] 0a"),
    ] {
        let err = smill(["canon", "--verify"]).input(input).fails(3);
        assert!(err.contains(line) && err.contains(hex), "{err}");
    }
}
