//! `smill check --format json` and `ndjson`.

use crate::running::smill;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn valid_json_is_silent_and_invalid_json_has_a_diagnostic() {
    assert_eq!(smill(["check", "--format", "json", "-"]).input("{\"a\": [1, 2.5e-3, null, \"\u{e9}\"]}\n").fine(), b"");
    let expected = "\
error: expected a string, found }
  --> stdin:2:12 (byte 16)
   |
 2 | :1, \"b\": 2,}
   |            ^
   = hex  20 32 2c [7d] 0a
   = help put names and texts in double quotes, and remove a comma before a closing brace
";
    let err = smill(["check", "--format", "json", "-"]).input("{\"a\"\n:1, \"b\": 2,}\n").fails(3);
    assert_eq!(err, expected);
}

#[test]
fn every_bad_line_is_listed() {
    let text = "{\"a\":1}\n{\"a\":1,}\n\n[1\n\"\\x\"\n\u{FEFF}1\n2 3\ntrue\n[\"te\n{\"c\":\"te\r\n{\"\\u12\n[1.\ntru\r\n{\"b\":";
    let outcome = smill(["check", "--all", "--format", "ndjson", "-"]).input(text).caught();
    let expected = "\
stdin:2:8 (byte 15), record 2: expected a string, found }
stdin:4:3 (byte 20), record 4: line ends inside a JSON value
stdin:5:2 (byte 22), record 5: unknown escape: \\x
stdin:6:1 (byte 26), record 6: byte order mark before the JSON value
stdin:7:3 (byte 33), record 7: data after the JSON value, found 3
stdin:9:5 (byte 44), record 9: line ends inside a string
stdin:10:9 (byte 53), record 10: line ends inside a string
stdin:11:3 (byte 57), record 11: line ends inside an escape: \\u12
stdin:12:4 (byte 65), record 12: line ends inside a JSON value
stdin:13:4 (byte 69), record 13: line ends inside a JSON value
stdin:14:6 (byte 76), record 14: input ends inside a JSON value
";
    assert_eq!(String::from_utf8(outcome.out).unwrap(), expected);
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(3), ""));
    // The same lines are more than one JSON text.
    let out = smill(["check", "--all", "--format", "json", "-"]).input(text).caught().out;
    let out = String::from_utf8(out).unwrap();
    assert_eq!(out, "stdin:2:1 (byte 8): data after the JSON value, found {\n");
}

#[test]
fn places_far_into_a_stream() {
    let line = format!("{{\"text\":\"{}\"}}\n", "x\u{e9}".repeat(100_000));
    let text = format!("{line}{line}{{\"text\":\"{}\u{1}\"}}\n{line}[", "y".repeat(300_000));
    let outcome = smill(["check", "--all", "--format", "ndjson", "-"]).input(&text).caught();
    let expected = format!(
        "stdin:3:300010 (byte {}), record 3: unescaped control character in a string, found \\u{{1}}\nstdin:5:2 (byte {}), record 5: input ends inside a JSON value\n",
        2 * line.len() + 300_009,
        text.len()
    );
    assert_eq!(String::from_utf8(outcome.out).unwrap(), expected);
}

#[test]
fn limits_are_exit_code_5() {
    let check = |arguments: &[&str], text: &str| {
        let outcome = smill(["check", "--format"].iter().chain(arguments)).input(text).caught();
        (outcome.code.unwrap(), outcome.err.lines().next().unwrap_or_default().to_owned())
    };
    let deep = format!("{}{}", "[".repeat(1025), "]".repeat(1025));
    assert_eq!(check(&["json", "-"], &deep), (5, "error: nested deeper than the limit".into()));
    assert_eq!(check(&["json", "--max-depth", "1025", "-"], &deep), (0, String::new()));
    let text = "[\"12345\"]";
    assert_eq!(check(&["json", "--max-string", "5", "-"], text), (0, String::new()));
    assert_eq!(check(&["json", "--max-string", "4", "-"], text), (5, "error: string is longer than the limit".into()));
    assert_eq!(check(&["json", "--max-length", "9", "-"], text), (0, String::new()));
    assert_eq!(check(&["ndjson", "--max-length", "8", "-"], text), (5, "error: text is longer than the limit".into()));
    assert_eq!(check(&["json", "-"], "\"\\ud800\"").0, 3);
    assert_eq!(check(&["json", "--lone-surrogates", "-"], "\"\\ud800\"").0, 0);
    // Wrong usage is reported before anything is read.
    assert_eq!(check(&["utf8", "--max-depth", "3", "-"], text).0, 2);
    assert_eq!(check(&["json", "--max-depth", "0", "-"], text).0, 2);
}

/// A million and ten million containers inside each other, in a process with 128 KiB of stack and little memory.
#[test]
fn depth_needs_no_stack() {
    let limited = |depth: usize, arguments: &str| {
        let script = format!("ulimit -s 128; exec {} check --format json {arguments} -", crate::running::SMILL);
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("sh runs");
        let mut stdin = child.stdin.take().unwrap();
        let text = [b"[".repeat(depth), b"]".repeat(depth)].concat();
        // A command that stops early does not read all.
        let _ = stdin.write_all(&text);
        drop(stdin);
        child.wait_with_output().unwrap().status.code()
    };
    for depth in [1_000_000, 10_000_000] {
        assert_eq!(limited(depth, ""), Some(5));
        assert_eq!(limited(depth, &format!("--max-depth {depth}")), Some(0));
        assert_eq!(limited(depth, &format!("--max-depth {}", depth - 1)), Some(5));
    }
}

#[test]
fn tiers_say_the_same() {
    let text = crate::running::Numbers(11).text(60_000);
    let text = format!("[{},\n{} \"\\ud800\"]", crate::running::literal(&text), "\t-12.5e+7,".repeat(3000));
    let expected = smill(["check", "--format", "json", "-"]).input(&text).fails(3);
    assert!(expected.starts_with("error: lone surrogate: \\ud800\n  --> stdin:2:30003 "), "{expected}");
    for tier in stringmill::Tier::available() {
        let call = smill(["check", "--format", "json", "-"]).env("STRINGMILL_TIER", tier.name());
        assert_eq!(call.input(&text).fails(3), expected, "{tier}");
    }
}

#[test]
fn rules_beyond_the_standard_refuse_more() {
    let check = |option: &str, text: &str| smill(["check", "--format", "json", option, "-"]).input(text).caught();
    let expected = "\
error: name occurs twice in its object
  --> stdin:2:2 (byte 10)
   |
 2 |  \"\\u0061\": 2}
   |  ^^^^^^^^
   = hex  2c 0a 20 [22 5c 75 30 30 36 31 22] 3a 20 32
   = help rename or remove one of the two members
";
    let found = check("--unique-names", "{\"a\": 1,\n \"\\u0061\": 2}\n");
    assert_eq!((found.code, found.err.as_str()), (Some(3), expected));
    let text = "{\"a\": [\"\\u0000\", 9007199254740992, 1e131072, \"\u{FFFF}\"], \"a\": 1}";
    for (option, place, says) in [
        ("--unique-names", 53, "name occurs twice in its object"),
        ("--i-json", 17, "integer beyond 9007199254740991, up to which doubles are exact"),
        ("--no-nul", 8, "U+0000 in a string"),
        ("--jsonb", 8, "U+0000 in a string"),
    ] {
        let found = check(option, text).err;
        assert!(found.starts_with(&format!("error: {says}")), "{option}: {found}");
        assert!(found.contains(&format!("(byte {place})")), "{option}: {found}");
    }
    assert_eq!(smill(["check", "--format", "json", "-"]).input(text).fine(), b"");
    let err = smill(["check", "--format", "ion", "--i-json", "-"]).input("1").fails(2);
    assert!(err.contains("require a format of JSON"), "{err}");
}

#[test]
fn rules_hold_in_lines_sequences_and_values() {
    let lines = "{\"a\":1,\"a\":2}\n{\"a\":1}\n[1,]\n{\"b\":{\"a\":1},\"b\":2}\n{\"a\":2}\n";
    let listed = |format: &str, text: &str| {
        let outcome = smill(["check", "--all", "--unique-names", "--format", format, "-"]).input(text).caught();
        String::from_utf8(outcome.out).unwrap()
    };
    let expected = "\
stdin:1:8 (byte 7), record 1: name occurs twice in its object
stdin:3:4 (byte 25), record 3: expected a JSON value, found ]
stdin:4:14 (byte 40), record 4: name occurs twice in its object
";
    assert_eq!(listed("ndjson", lines), expected);
    let sequence = "\u{1E}{\"a\":1,\"a\":2}\n\u{1E}{\"a\":1}\n\u{1E}{\"b\":1,\"b\":2}\n";
    assert_eq!(listed("json-seq", sequence).matches("name occurs twice").count(), 2);
    assert_eq!(
        listed("json-values", "{\"a\":1} {\"a\":1,\"a\":2}"),
        "stdin:1:16 (byte 15), record 2: name occurs twice in its object\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["check", "--format", "ndjson", "--unique-names", "--rejects", "bad", "--pass", "-"];
    let outcome = smill(arguments).within(folder.path()).input(lines).caught();
    assert_eq!((outcome.code, outcome.out.as_slice()), (Some(1), &b"{\"a\":1}\n{\"a\":2}\n"[..]));
    let reasons = std::fs::read_to_string(folder.path().join("bad.reasons")).unwrap();
    assert_eq!(reasons.lines().count(), 3);
    assert_eq!(reasons.matches("\"code\":312").count(), 2, "{reasons}");
}

#[test]
fn long_names_and_strings_keep_their_place_under_rules() {
    // Longer than a window, so that each is cut.
    let name = "n".repeat(300_000);
    let text = format!("{{\"{name}\":\"{}\",\"x\":[],\"{name}\":1}}", "v".repeat(700_000));
    let err = smill(["check", "--format", "json", "--i-json", "-"]).input(&text).fails(3);
    let place = text.rfind("\"n").unwrap();
    assert!(err.starts_with("error: name occurs twice in its object"), "{err}");
    assert!(err.contains(&format!("(byte {place})")), "{err}");
}
