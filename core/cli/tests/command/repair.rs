//! `smill repair`.

use crate::compressed::gzip;
use crate::memory::peak_kib;
use crate::running::{SMILL, smill};
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

const DAMAGED: &[u8] = b"{\"a\":1}\n{\"a\":\"x\ty\xE9\"}\n{\"b\":tru}\n\n{\"d\":[1,2";

#[test]
fn valid_text_passes_unchanged() {
    let all = "truncated,closers,trailing-commas,missing-commas,comments,single-quotes,names,escapes,python-words,\
               nan-null,plus-signs,leading-zeros,bare-points,hex-numbers,nul-escapes,repeated-first";
    for text in ["{ \"a\" : [1.50, \"\\u00e9\\/\"] }\r\n", "0", " null ", "\"caf\u{e9}\""] {
        for arguments in [&["repair"][..], &["repair", "--mend", all], &["repair", "--max-length", "8"]] {
            let outcome = smill(arguments).input(text).caught();
            assert_eq!((outcome.code, &*outcome.err, &*outcome.out), (Some(0), "", text.as_bytes()));
        }
    }
    let lines = "{\"a\":1}\n\n \t\n[2]\r\n3";
    assert_eq!(smill(["repair", "--format", "ndjson", "--mend", all]).input(lines).fine(), lines.as_bytes());
    assert_eq!(smill(["repair", "--format", "ndjson"]).input("").fine(), b"");
}

/// A truncated last line has a reason of its own, and no line is written that cannot be mended.
#[test]
fn lines_that_cannot_be_mended_are_errors_or_rejects() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let arguments = [&["repair", "--format", "ndjson"], more].concat();
        smill(arguments).within(folder.path()).input(DAMAGED).caught()
    };
    let outcome = run(&[]);
    assert_eq!(outcome.code, Some(3));
    assert_eq!(outcome.out, "{\"a\":1}\n{\"a\":\"x\\ty\u{fffd}\"}\n".as_bytes());
    let said = "note: control-characters: 1, the first at stdin:2:8 (byte 15)\n\
                warning: utf8: 1, the first at stdin:2:10 (byte 17)\n\
                error: neither true nor false nor null, found }\n  --> stdin:3:9 (byte 29), record 3\n";
    assert!(outcome.err.starts_with(said), "{}", outcome.err);

    let outcome = run(&["--rejects", "bad"]);
    assert_eq!(outcome.code, Some(1));
    assert_eq!(outcome.out, "{\"a\":1}\n{\"a\":\"x\\ty\u{fffd}\"}\n\n".as_bytes());
    assert_eq!(fs::read(folder.path().join("bad")).unwrap(), b"{\"b\":tru}\n{\"d\":[1,2\n");
    let reasons = fs::read_to_string(folder.path().join("bad.reasons")).unwrap();
    let reasons: Vec<&str> = reasons.lines().collect();
    assert!(reasons[0].contains("\"line\":3,\"column\":9,") && !reasons[0].contains("truncated"), "{}", reasons[0]);
    assert!(reasons[1].contains("\"line\":5,\"column\":10,"), "{}", reasons[1]);
    assert!(reasons[1].ends_with("\"says\":\"input ends inside a JSON value: the last line is truncated\"}"));

    let outcome = run(&["--rejects", "bad", "--mend", "truncated"]);
    assert!(outcome.out.ends_with(b"\n\n{\"d\":[1]}"));
    assert!(outcome.err.contains("warning: truncated: 1, the first at stdin:5:8 (byte 39)\n"), "{}", outcome.err);
    let outcome = run(&["--rejects", "bad", "--mend", "drop-truncated"]);
    assert!(outcome.out.ends_with(b"}\n\n"));
    assert!(outcome.err.contains("warning: drop-truncated: 1, the first at stdin:5:1 (byte 32)\n"), "{}", outcome.err);
    let kept = smill(["repair", "--format", "ndjson", "--mend", "keep-truncated"]).input("1\n{\"d\":\"x\\u00").caught();
    assert_eq!((kept.code, &*kept.out), (Some(0), &b"1\n{\"d\":\"x\"}"[..]));
    assert!(kept.err.contains("warning: keep-truncated: 2, the first at stdin:2:8 (byte 9)\n"), "{}", kept.err);
    // A line feed ends the line: it is not truncated, and only brackets may be missing.
    let err = smill(["repair", "--format", "ndjson", "--mend", "truncated"]).input("[1,2\n").fails(3);
    assert!(err.starts_with("error: line ends inside a JSON value\n  --> stdin:1:5 (byte 4), record 1\n"), "{err}");
    let closed = smill(["repair", "--format", "ndjson", "--mend", "closers"]).input("[1,2\n").caught();
    assert_eq!((closed.code, &*closed.out), (Some(0), &b"[1,2]\n"[..]));
}

/// A line that ends inside a token has the error of `smill check`, with a carriage return before the line feed or not, and a
/// mend keeps the end of the line.
#[test]
fn the_end_of_a_line_is_no_byte_of_the_line() {
    for cut in ["{\"a\":\"te", "{\"a\":\"te\\", "[\"\\u00e", "[tru", "[1.", "[-"] {
        for end in ["\n", "\r\n"] {
            let text = format!("{cut}{end}{{\"b\":1}}{end}");
            let repaired = smill(["repair", "--format", "ndjson"]).input(&text).fails(3);
            let checked = smill(["check", "--format", "ndjson", "-"]).input(&text).fails(3);
            let shown = |err: &str| err.split("   = help").next().map(str::to_owned);
            assert_eq!(shown(&repaired), shown(&checked));
            assert!(repaired.starts_with("error: line ends inside "), "{repaired}");
        }
    }
    let arguments = ["repair", "--format", "ndjson", "--mend", "closers,comments,trailing-commas,bare-points"];
    let outcome = smill(arguments).input("[1,\r\n{\"a\":\"b\tc\",}// x\r\n[\"\r\"]\r\n3.\r\n").caught();
    assert_eq!(outcome.out, b"[1]\r\n{\"a\":\"b\\tc\"}\r\n[\"\\r\"]\r\n3.0\r\n", "{}", outcome.err);
}

#[test]
fn the_list_has_every_change() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["repair", "--mend", "single-quotes,nan-string,comments", "--changes", "changes", "--quiet"];
    let text = b"// \xFF\n{\"caf\xC3\xA9\": 'x',\n \"n\":NaN}";
    let outcome = smill(arguments).within(folder.path()).input(text).caught();
    assert_eq!((outcome.code, &*outcome.err), (Some(0), ""));
    assert_eq!(outcome.out, "\n{\"caf\u{e9}\": \"x\",\n \"n\":\"NaN\"}".as_bytes());
    let list = fs::read_to_string(folder.path().join("changes")).unwrap();
    let row = |place: &str, mend: &str, before: &str, after: &str, code: &str| {
        format!(
            "{{\"source\":\"stdin\",\"record\":1,{place},\"mend\":\"{mend}\",{before},\"after\":\"{after}\",{code}}}\n"
        )
    };
    let value = "\"code\":308,\"name\":\"json_value_expected\",\"says\":\"expected a JSON value\"";
    let expected = [
        row("\"line\":1,\"column\":1,\"offset\":0", "comments", "\"before\":\"// \\\\xFF\",\"length\":4", "", value),
        row("\"line\":2,\"column\":10,\"offset\":15", "single-quotes", "\"before\":\"'\",\"length\":1", "\\\"", value),
        row("\"line\":2,\"column\":12,\"offset\":17", "single-quotes", "\"before\":\"'\",\"length\":1", "\\\"", value),
        row(
            "\"line\":3,\"column\":6,\"offset\":25",
            "nan-string",
            "\"before\":\"NaN\",\"length\":3",
            "\\\"NaN\\\"",
            value,
        ),
    ];
    assert_eq!(list, expected.concat());
    // Each line is JSON.
    smill(["check", "--format", "ndjson", "changes"]).within(folder.path()).fine();
}

/// `--report` writes one line of JSON instead of words, as in the other commands.
#[test]
fn the_report_counts_the_changes() {
    let repair = |text: &str| {
        let arguments = ["repair", "--format", "ndjson", "--mend", "single-quotes", "--report"];
        let outcome = smill(arguments).input(text).caught();
        (outcome.code, outcome.err)
    };
    let none = "{\"source\":\"stdin\",\"changes\":{}}\n".to_owned();
    assert_eq!(repair("1\n[2]\n"), (Some(0), none));
    let changes = "{\"source\":\"stdin\",\"changes\":{\
                   \"control-characters\":{\"count\":1,\"line\":2,\"column\":2,\"offset\":3},\
                   \"single-quotes\":{\"count\":2,\"line\":3,\"column\":2,\"offset\":7}}}\n";
    assert_eq!(repair("1\n\"\t\"\n['a']\n"), (Some(0), changes.to_owned()));
    // The option had a file before.
    smill(["repair", "--report", "changes.ndjson", "a.json"]).fails(2);
}

#[test]
fn the_arguments_agree() {
    for (arguments, says) in [
        (&["--rejects", "bad"][..], "--rejects requires --format ndjson"),
        (&["--mend", "drop-truncated"], "--mend drop-truncated requires --format ndjson"),
        (&["--mend", "truncated,keep-truncated"], "--mend truncated and --mend keep-truncated contradict each other"),
        (&["--mend", "nan-null,nan-string"], "--mend nan-null and --mend nan-string contradict each other"),
    ] {
        let err = smill([&["repair"], arguments].concat()).input("1").fails(2);
        assert_eq!(err, format!("error: {says}\n"));
    }
    smill(["repair", "--mend", "guess"]).input("1").fails(2);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.json"), "[1,]").unwrap();
    smill(["repair", "--changes", "a.json", "a.json"]).within(folder.path()).fails(2);
    assert_eq!(fs::read(folder.path().join("a.json")).unwrap(), b"[1,]");
}

/// `--no-mend` and `--on-invalid reject` leave faults that are always mended otherwise.
#[test]
fn mends_can_be_switched_off() {
    for (arguments, text, says) in [
        (&["--no-mend", "control-characters"][..], &b"[\"\t\"]"[..], "unescaped control character in a string"),
        (&["--no-mend", "byte-order-mark"], b"\xEF\xBB\xBF[]", "byte order mark before the JSON value"),
        (&["--no-mend", "nul-padding"], b"[]\0", "data after the JSON value"),
        (&["--no-mend", "lone-surrogates"], b"\"\\udc00\"", "lone surrogate"),
        (&["--no-mend", "utf8"], b"\"\xFF\"", "ill-formed UTF-8"),
        (&["--on-invalid", "reject"], b"\"\xFF\"", "ill-formed UTF-8"),
    ] {
        let err = smill([&["repair"], arguments].concat()).input(text).fails(3);
        assert!(err.starts_with(&format!("error: {says}")), "{err}");
        assert_eq!(smill(["repair"]).input(text).caught().code, Some(0));
    }
    assert_eq!(smill(["repair", "--lone-surrogates"]).input(b"[\"\\udc00\t\"]").caught().out, b"[\"\\udc00\\t\"]");
    assert_eq!(smill(["repair", "--on-invalid", "visible"]).input(b"[\"\xFF\"]").caught().out, b"[\"\\\\xFF\"]");
}

/// The same output and messages for a text that is held, and one that is streamed.
#[test]
fn long_texts_are_streamed() {
    let items: String = (0..60_000).map(|number| format!("{{'n': {number}, \"s\": \"a\tb\"}},\n")).collect();
    let text = format!("[{items}]\0\0");
    let arguments = |limit| ["repair", "--mend", "single-quotes,trailing-commas", "--max-length", limit];
    let held = smill(arguments("10000000")).input(&text).caught();
    assert_eq!(held.code, Some(0), "{}", held.err);
    let streamed = smill(arguments("1000")).input(&text).caught();
    assert!(streamed.out == held.out && streamed.err == held.err, "{}", streamed.err);
    assert!(held.err.contains("single-quotes: 120000, the first at stdin:1:3 (byte 2)\n"), "{}", held.err);
    smill(["check", "--format", "json"]).input(&held.out).fine();
    let again = smill(["repair"]).input(&held.out).caught();
    assert!(again.out == held.out && again.err.is_empty());
    let err = smill(["repair", "--max-length", "1000"]).input(format!("[\"{}", "x".repeat(400_000))).fails(5);
    assert!(err.starts_with("error: text is longer than the limit\n"), "{err}");
}

#[test]
fn compressed_files_are_mended_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("e.ndjson.gz");
    fs::write(&path, gzip(b"\xEF\xBB\xBF{\"a\":\"\x01\"}\n[1")).unwrap();
    let arguments = ["repair", "--mend", "drop-truncated", "-i", "e.ndjson.gz"];
    assert_eq!(smill(arguments).within(folder.path()).caught().code, Some(0));
    assert!(fs::read(&path).unwrap().starts_with(b"\x1f\x8b"));
    let text = smill(["clean", "e.ndjson.gz"]).within(folder.path()).fine();
    assert_eq!(text, b"{\"a\":\"\\u0001\"}\n");
    // A failure leaves the old file.
    fs::write(folder.path().join("bad.json"), "[tru]").unwrap();
    smill(["repair", "-i", "bad.json"]).within(folder.path()).fails(3);
    assert_eq!(fs::read(folder.path().join("bad.json")).unwrap(), b"[tru]");
}

/// 300 MB of lines, of which each hundredth is mended, in the memory of a few blocks.
#[test]
fn lines_need_little_memory() {
    let mut child = Command::new(SMILL)
        .args(["repair", "--format", "ndjson", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut block = "{\"id\":12345,\"name\":\"some text that is valid\"}\n".repeat(99);
    block.push_str("{\"id\":12345,\"name\":\"some\ttext\"}\n");
    let (times, len) = (300_000_000 / block.len(), block.len());
    let writer = std::thread::spawn(move || (0..times).for_each(|_| stdin.write_all(block.as_bytes()).unwrap()));
    let mut room = vec![0; 1 << 20];
    let (mut read, mut peak) = (0, 0);
    loop {
        // Near the end of the output the process may have ended, with its last bytes in the pipe.
        if read % 64 == 0 && read + 2 * room.len() < times * len {
            peak = peak.max(peak_kib(&child));
        }
        match stdout.read(&mut room).unwrap() {
            0 => break,
            more => read += more,
        }
    }
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(read, times * (len + 1));
    assert!(peak > 0 && peak < 20_000, "{peak} KiB");
}

/// Lines with pieces of JSON and of damage at random places.
fn damaged_lines(count: usize) -> Vec<u8> {
    let mut numbers = crate::running::Numbers(29);
    let pieces: [&[u8]; 24] = [
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"\"",
        b"'",
        b" ",
        b"\t",
        b"\xFF",
        b"\xC3\xA9",
        b"\\",
        b"\\u",
        b"d800",
        b"None",
        b"NaN",
        b"true",
        b"tru",
        b"+1",
        b".5",
        b"0x1F",
        b"name",
        b"/*x*/",
    ];
    let texts: [&[u8]; 4] = [b"{\"a\":[1,\"x\"]}", b"{'b':None}", b"[1,2", b"{c:0x1f,}"];
    let mut lines = Vec::new();
    for _ in 0..count {
        let mut line = texts[numbers.below(4)].to_vec();
        for _ in 0..numbers.below(3) {
            let at = numbers.below(line.len() + 1);
            line.splice(at..at, pieces[numbers.below(24)].iter().copied());
        }
        lines.extend_from_slice(&line);
        lines.push(b'\n');
    }
    lines
}

/// Python's json reads every output.
#[test]
fn python_reads_the_output() {
    const READER: &str = "import json, sys\nfor line in sys.stdin.buffer: json.loads(line)";
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("not run: no python3");
        return;
    }
    let lines = damaged_lines(30_000);
    let folder = tempfile::tempdir().unwrap();
    let all = "closers,trailing-commas,missing-commas,comments,single-quotes,names,escapes,python-words,nan-null,plus-signs,\
               leading-zeros,bare-points,hex-numbers";
    let arguments = ["repair", "--format", "ndjson", "--mend", all, "--rejects", "bad"];
    let outcome = smill(arguments).within(folder.path()).input(&lines).caught();
    assert_eq!(outcome.code, Some(1));
    let good = outcome.out.split(|&byte| byte == b'\n').count();
    assert!(good > 10_000, "{good} of 30000 lines are mended");
    smill(["check", "--format", "ndjson"]).input(&outcome.out).fine();
    let kept: Vec<u8> = outcome
        .out
        .split_inclusive(|&byte| byte == b'\n')
        .filter(|l| l.trim_ascii() != b"")
        .flatten()
        .copied()
        .collect();
    let mut python = Command::new("python3").args(["-c", READER]).stdin(Stdio::piped()).spawn().unwrap();
    python.stdin.take().unwrap().write_all(&kept).unwrap();
    assert!(python.wait().unwrap().success());
}

/// What PostgreSQL refuses is mended in texts that are otherwise valid, and counted.
#[test]
fn nul_escapes_are_mended_on_request() {
    let text = "{\"a\":\"x\\u0000y\"}\n{\"b\":1}\n{\"c\":\"\\u0000\\u0000\"}\n";
    assert_eq!(smill(["repair", "--format", "ndjson"]).input(text).fine(), text.as_bytes());
    let arguments = ["repair", "--format", "ndjson", "--mend", "nul-escapes", "--report"];
    let outcome = smill(arguments).input(text).caught();
    assert_eq!(outcome.code, Some(0));
    assert_eq!(String::from_utf8(outcome.out.clone()).unwrap(), text.replace("\\u0000", "\\ufffd"));
    assert!(outcome.err.contains("\"nul-escapes\":{\"count\":3,"), "{}", outcome.err);
    smill(["check", "--format", "ndjson", "--jsonb"]).input(outcome.out).fine();
}

/// Repeated names are mended in texts that are otherwise valid, in lines, in memory and as a stream.
#[test]
fn repeated_names_are_mended_on_request() {
    let text = "{\"a\":1,\"b\":2,\"\\u0061\":[3]}\n{\"a\":1}\n{\"c\":{\"d\":4,\"d\":5}}\n";
    let repair = |mend| smill(["repair", "--format", "ndjson", "--report", "--mend", mend]).input(text).caught();
    assert_eq!(smill(["repair", "--format", "ndjson"]).input(text).fine(), text.as_bytes());
    for (mend, expected, count) in [
        ("repeated-first", "{\"a\":1,\"b\":2}\n{\"a\":1}\n{\"c\":{\"d\":4}}\n", 4),
        ("repeated-last", "{\"b\":2,\"\\u0061\":[3]}\n{\"a\":1}\n{\"c\":{\"d\":5}}\n", 4),
    ] {
        let outcome = repair(mend);
        assert_eq!((outcome.code, String::from_utf8(outcome.out.clone()).unwrap().as_str()), (Some(0), expected));
        assert!(outcome.err.contains(&format!("\"{mend}\":{{\"count\":{count},")), "{}", outcome.err);
        smill(["check", "--format", "ndjson", "--unique-names"]).input(outcome.out).fine();
    }
    // A text that is longer than --max-length.
    let members: String = (0..1000).map(|number| format!("\"n{}\":[{number}],", number % 500)).collect();
    let long = format!("{{{members}\"end\":0}}");
    let first = ["repair", "--max-length", "100", "--mend", "repeated-first"];
    let first = smill(first).input(long.as_bytes()).caught().out;
    let in_memory = smill(["repair", "--mend", "repeated-first"]).input(long.as_bytes()).caught().out;
    assert_eq!(first, in_memory);
    assert_eq!(first.len(), (0..500).map(|n| format!("\"n{n}\":[{n}],").len()).sum::<usize>() + 9);
    let last = ["repair", "--max-length", "100", "--mend", "repeated-last"];
    let outcome = smill(last).input(long.as_bytes()).caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(5), &b""[..]), "{}", outcome.err);
    assert!(outcome.err.contains("longer than the limit"), "{}", outcome.err);
    let both = smill(["repair", "--mend", "repeated-first,repeated-last"]).input("{}").caught();
    assert_eq!(both.code, Some(2), "{}", both.err);
}
