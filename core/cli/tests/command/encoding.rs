//! `--encoding`: text in other encodings.

use crate::compressed::{gzip, zstd};
use crate::running::{Numbers, smill};
use encoding_rs::Encoding;
use std::fs;
use std::process::{Command, Stdio};

/// One label of each encoding that has a decoder.
const LABELS: &[&str] = &[
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-8-i",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "koi8-r",
    "koi8-u",
    "ibm866",
    "macintosh",
    "x-mac-cyrillic",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "shift_jis",
    "euc-kr",
    "x-user-defined",
];

/// Bytes with the structure of many encodings: plain text, lead and trail bytes, escape sequences.
fn bytes(numbers: &mut Numbers, len: usize) -> Vec<u8> {
    const PIECES: [&[u8]; 14] = [
        b"plain words ",
        b"\n",
        b"\x1b$B",
        b"\x1b(B",
        b"\x1b(J",
        b"$\"",
        b"\x81\x30\x81\x30",
        b"\x8e\xa1",
        b"\x8f\xa2\xaf",
        b"\x00\xd8\x00\xdc",
        b"\xd8\x00",
        b"\xdc\x00",
        b"\xa4\xa2",
        b"\x88\x62",
    ];
    let mut out = Vec::new();
    while out.len() < len {
        match numbers.below(3) {
            0 => out.extend_from_slice(PIECES[numbers.below(PIECES.len())]),
            1 => out.push(numbers.below(256) as u8),
            _ => out.extend([0x80 + numbers.below(128) as u8, 0x30 + numbers.below(0xD0) as u8]),
        }
    }
    out.truncate(len);
    // The bytes must not begin with a byte order mark by chance.
    out[0] = b'x';
    out
}

/// Inputs from short ones to some of several blocks.
#[test]
fn every_encoding_is_that_of_encoding_rs() {
    let mut numbers = Numbers(61);
    for label in LABELS {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        for len in [1, 2, 3, 1000, 65_535, 65_536, 65_537, 300_001] {
            let input = bytes(&mut numbers, len);
            let (expected, malformed) = encoding.decode_without_bom_handling(&input);
            let outcome = smill(["clean", "--encoding", label]).input(&input).caught();
            assert!(outcome.out == expected.as_bytes(), "{label} {len}");
            assert_eq!(outcome.code, Some(i32::from(malformed)), "{label} {len}: {}", outcome.err);
            assert!(outcome.err.contains(encoding.name()) == malformed, "{label} {len}: {}", outcome.err);
        }
    }
}

/// Codecs of Python that agree with the standard, on bytes that they can decode.
#[test]
fn decoding_agrees_with_python() {
    const SCRIPT: &str =
        "import sys; d=sys.stdin.buffer.read(); sys.stdout.buffer.write(d.decode(sys.argv[1]).encode())";
    const TEXT: &str = "caf\u{e9} \u{416}\u{e4}\n\u{20ac}\u{3b1}\u{5d0}\u{644}\u{e01}\u{42f} \u{65e5}\u{672c}\u{8a9e}\u{1F600}\u{ac00}z";
    let mut ran = 0;
    for (label, codec) in [
        ("utf-16le", "utf-16-le"),
        ("utf-16be", "utf-16-be"),
        ("iso-8859-2", "iso8859-2"),
        ("iso-8859-5", "iso8859-5"),
        ("iso-8859-7", "iso8859-7"),
        ("iso-8859-15", "iso8859-15"),
        ("windows-1251", "cp1251"),
        ("windows-1250", "cp1250"),
        ("koi8-r", "koi8-r"),
        ("ibm866", "cp866"),
        ("macintosh", "mac-roman"),
        ("gb18030", "gb18030"),
        ("euc-jp", "euc-jp"),
        ("shift_jis", "cp932"),
        ("euc-kr", "cp949"),
        ("big5", "big5hkscs"),
        ("iso-2022-jp", "iso2022-jp"),
    ] {
        let encode = format!(
            "import sys; t=sys.stdin.buffer.read().decode(); sys.stdout.buffer.write(''.join(c for c in t if not \
             c.encode({codec:?}, 'ignore') == b'').encode({codec:?})*500)"
        );
        let python = |script: &str, input: &[u8]| {
            let mut command = Command::new("python3");
            let child = command.args(["-c", script, codec]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
            let mut child = child.ok()?;
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), input).unwrap();
            let out = child.wait_with_output().unwrap();
            assert!(out.status.success(), "{codec}");
            Some(out.stdout)
        };
        let Some(encoded) = python(&encode, TEXT.as_bytes()) else {
            println!("codecs of Python: not run (there is no python3)");
            return;
        };
        let expected = python(SCRIPT, &encoded).unwrap();
        assert!(expected.len() > 3000, "{codec}: {}", expected.len());
        assert!(smill(["clean", "--encoding", label]).input(&encoded).fine() == expected, "{label}");
        ran += 1;
    }
    assert_eq!(ran, 17);
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn every_reader_decodes() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], input: &[u8]| smill(arguments).within(folder.path()).input(input).fine();
    for (command, text) in [
        (&["escape"][..], "caf\u{e9} \u{1F600}\n"),
        (&["unescape"], "\"caf\u{e9}\\n\""),
        (&["check", "--format", "json"], "{\"caf\u{e9}\":1}"),
        (&["check", "--format", "ion"], "{a:\"\u{e9}\"}"),
        (&["check", "--format", "ndjson", "--rejects", "bad", "--pass"], "{\"a\":\"\u{e9}\"}\n"),
        (&["clean"], "\u{1F600}\r\n"),
        (&["convert", "--from", "json", "--to", "ion"], "{\"a\":\"\u{e9}\"}"),
        (&["convert", "--from", "ndjson", "--to", "json", "--array"], "1\n\"\u{e9}\"\n"),
        (&["canon"], "{\"b\":1,\"a\":\"\u{e9}\"}"),
        (&["unpack", "--force"], "{\"a\":\"\u{e9}\"}"),
    ] {
        let expected = run(command, text.as_bytes());
        let marked = [b"\xFF\xFE", &utf16(text)[..]].concat();
        let swapped: Vec<u8> = marked.chunks(2).flat_map(|unit| [unit[1], unit[0]]).collect();
        for (label, input) in [
            ("utf-16le", utf16(text)),
            ("utf-16", marked.clone()),
            ("auto", marked),
            ("auto", swapped.clone()),
            ("utf-16", swapped),
            ("auto", text.as_bytes().to_vec()),
            ("auto", format!("\u{FEFF}{text}").into()),
            ("windows-1252", format!("\u{FEFF}{text}").into()),
            ("utf-8", text.as_bytes().to_vec()),
        ] {
            for input in [input.clone(), gzip(&input), zstd(&input)] {
                assert!(run(&[command, &["--encoding", label]].concat(), &input) == expected, "{command:?} {label}");
            }
        }
    }
    assert_eq!(fs::read(folder.path().join("a")).unwrap(), "\u{e9}".as_bytes());
    fs::write(folder.path().join("in"), utf16("{\"b\":1, \"a\":2}")).unwrap();
    // An error that is found late reads the text again.
    let err = smill(["canon", "--encoding", "utf-16le"]).input(utf16("{\"\u{e9}\":1,\"\u{e9}\":2}")).fails(3);
    assert!(err.contains("stdin:1:8 (byte 8)") && err.contains("text decoded from UTF-16LE"), "{err}");
    smill(["canon", "-i", "--encoding", "utf-16le", "in"]).within(folder.path()).fine();
    assert_eq!(fs::read(folder.path().join("in")).unwrap(), b"{\"a\":2,\"b\":1}");
}

#[test]
fn a_folder_is_packed_in_its_encoding() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [("a", &b"caf\xE9"[..]), ("b", b"\xFF\xFEx\0\x00\xD8"), ("c", b"\xEF\xBB\xBFt")] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let arguments = ["pack", "--encoding", "latin1", "--on-invalid", "replace", "."];
    let outcome = smill(arguments).within(folder.path()).caught();
    let expected = "{\n\"a\":\"caf\u{e9}\",\n\"b\":\"x\u{FFFD}\",\n\"c\":\"t\"\n}\n";
    assert_eq!((outcome.code, String::from_utf8(outcome.out).unwrap().as_str()), (Some(1), expected));
    assert!(
        outcome.err.ends_with("in 1 file under --on-invalid replace, the first at ./b:1:2 (byte 4)\n"),
        "{}",
        outcome.err
    );
}

/// `"caf\u{e9}"` and a lone surrogate in the second line.
const BAD: &[u8] = b"\xFF\xFEa\0\n\0\xE9\0\x00\xD8b\0\x00\xDC\n\0\xD8";

#[test]
fn what_cannot_be_decoded_has_places_in_the_input() {
    let clean = |arguments: &[&str]| smill([&["clean", "--encoding", "auto"], arguments].concat()).input(BAD).caught();
    for (policy, expected) in [
        ("replace", "a\n\u{e9}\u{FFFD}b\u{FFFD}\n\u{FFFD}"),
        ("visible", "a\n\u{e9}\\x00\\xD8b\\x00\\xDC\n\\xD8"),
        ("ignore-php", "a\n\u{e9}b\n"),
    ] {
        let outcome = clean(&["--on-invalid", policy]);
        assert_eq!((outcome.code, String::from_utf8(outcome.out).unwrap().as_str()), (Some(1), expected), "{policy}");
        let expected = format!(
            "warning: 3 ill-formed pieces of UTF-16LE under --on-invalid {policy}, the first at stdin:2:2 (byte 8)\n"
        );
        assert_eq!(outcome.err, expected);
    }
    let report = "{\"source\":\"stdin\",\"encoding\":\"UTF-16LE\",\"policy\":\"replace\",\"changes\":{\
        \"ill_formed\":{\"count\":3,\"line\":2,\"column\":2,\"offset\":8}}}\n";
    assert_eq!(clean(&["--report"]).err, report);
    let picture = "\
error: ill-formed UTF-16LE: lone surrogate: 00 D8
  --> stdin:2:2 (byte 8)
   = help smill clean --encoding utf-16le replaces it, smill check --all --encoding utf-16le lists every place
";
    assert_eq!(
        (clean(&["--on-invalid", "reject"]).code, clean(&["--on-invalid", "reject"]).err),
        (Some(3), picture.to_owned())
    );
    for command in ["check", "escape"] {
        assert_eq!(smill([command, "--encoding", "utf-16"]).input(BAD).fails(3), picture);
    }
    // Readers of a format stop at the first error of either kind.
    let bad = [b"\xFF\xFE", &utf16("\"a")[..], b"\x00\xD8\"\0"].concat();
    for command in [&["unescape"][..], &["convert", "--from", "json", "--to", "ion"], &["canon"]] {
        let err = smill([command, &["--encoding", "utf-16"]].concat()).input(&bad).fails(3);
        assert!(
            err.starts_with("error: ill-formed UTF-16LE: lone surrogate: 00 D8\n  --> stdin:1:3 (byte 6)\n"),
            "{err}"
        );
    }
    let outcome = smill(["check", "--all", "--encoding", "utf-16"]).input(BAD).caught();
    let list = "stdin:2:2 (byte 8): ill-formed UTF-16LE: lone surrogate: 00 D8\n\
        stdin:2:4 (byte 12): ill-formed UTF-16LE: lone surrogate: 00 DC\n\
        stdin:3:1 (byte 16): ill-formed UTF-16LE: half a code unit at the end: D8\n";
    assert_eq!((outcome.code, String::from_utf8(outcome.out).unwrap().as_str()), (Some(3), list));
    let outcome = smill(["check", "--all", "--encoding", "shift_jis"]).input(b"ab\n\x81\x20c\xFF").caught();
    let list = "stdin:2:1 (byte 3): ill-formed Shift_JIS: 81\nstdin:2:4 (byte 6): ill-formed Shift_JIS: FF\n";
    assert_eq!((outcome.code, String::from_utf8(outcome.out).unwrap().as_str()), (Some(3), list));
}

/// Three records: a piece in a string, one outside of strings after one inside, and a valid one.
#[test]
fn repair_mends_what_cannot_be_decoded() {
    let units = |text: &str| utf16(text);
    let bad = [&units("[\"a")[..], b"\x00\xD8", &units("b\"]\n[\"")[..], b"\x01\xDC", &units("\", ")[..], b"\x02\xDC"]
        .concat();
    let input = [&bad[..], &units("]\n[1]\n")[..]].concat();
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["repair", "--format", "ndjson", "--encoding", "utf-16le", "--changes", "changes"];
    for (policy, shown) in [("replace", "\u{FFFD}"), ("visible", "\\\\x00\\\\xD8"), ("ignore-php", "")] {
        let call = smill([&arguments[..], &["--rejects", "bad", "--on-invalid", policy]].concat());
        let outcome = call.within(folder.path()).input(&input).caught();
        assert_eq!((outcome.code, &*outcome.out), (Some(1), format!("[\"a{shown}b\"]\n[1]\n").as_bytes()), "{policy}");
        assert!(outcome.err.contains("utf8: 1, the first at stdin:1:4 (byte 3)\n"), "{}", outcome.err);
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert_eq!(read("bad"), b"[\"\x01\xDC\", \x02\xDC]\n");
        let reasons = String::from_utf8(read("bad.reasons")).unwrap();
        let reason = "\"code\":null,\"name\":\"undecodable\",\"says\":\"ill-formed UTF-16LE: lone surrogate: 02 DC, at byte 28\"";
        assert!(reasons.contains(reason), "{reasons}");
        let changes = String::from_utf8(read("changes")).unwrap();
        let after = shown.replace('\\', "\\\\");
        let change = format!(
            "{{\"source\":\"stdin\",\"record\":1,\"line\":1,\"column\":4,\"offset\":3,\"mend\":\"utf8\",\
             \"before\":\"\\u0000\\\\xD8\",\"length\":2,\"after\":\"{after}\",\"code\":null,\"name\":\"undecodable\",\
             \"says\":\"ill-formed UTF-16LE: lone surrogate: 00 D8, at byte 6\"}}\n"
        );
        assert_eq!(changes, change);
    }
    let without = smill(arguments).within(folder.path()).input(&input).caught();
    assert_eq!((without.code, String::from_utf8(without.out).unwrap().as_str()), (Some(3), "[\"a\u{FFFD}b\"]\n"));
    assert!(without.err.contains("lone surrogate: 02 DC\n  --> stdin:2:7 (byte 28)\n"), "{}", without.err);
    // One text, held or streamed.
    for max_length in ["100", "4"] {
        let arguments = ["repair", "--encoding", "utf-16le", "--max-length", max_length];
        let outcome = smill(arguments).input(&bad[..16]).caught();
        assert_eq!((outcome.code, &*outcome.out), (Some(0), "[\"a\u{FFFD}b\"]\n".as_bytes()), "{max_length}");
        let outcome = smill(arguments).input(&bad).caught();
        assert_eq!(outcome.code, Some(3), "{max_length}");
    }
    smill(["repair", "--encoding", "utf-16le", "--on-invalid", "replace-java"]).input(&input).fails(2);
}

#[test]
fn policies_without_a_meaning_and_unknown_labels_are_refused() {
    let err = smill(["escape", "--encoding", "latin1", "--on-invalid", "reversible"]).fails(2);
    let expected = "error: --on-invalid reversible requires UTF-8; with --encoding it is one of reject, replace, ignore-php, \
        visible\n";
    assert_eq!(err, expected);
    let err = smill(["check", "--encoding", "windows-1251x\x1b[J"]).fails(2);
    assert!(err.contains("similar ones are windows-1251, ") && !err.contains('\x1b'), "{err}");
    let err = smill(["check", "--encoding", "iso-2022-kr"]).fails(2);
    assert!(err.contains("it is unsafe"), "{err}");
}

/// Without the option nothing is decoded, also under a policy that keeps bytes.
#[test]
fn the_default_keeps_bytes() {
    let marked = b"\xFF\xFEa\0";
    let err = smill(["convert", "--from", "json", "--to", "ion"]).input(marked).fails(3);
    assert!(err.contains("found UTF-16 text") && err.contains("help --encoding auto decodes it"), "{err}");
    let escaped = smill(["escape", "--on-invalid", "reversible"]).input(marked).caught().out;
    assert_eq!(smill(["unescape", "--on-invalid", "reversible"]).input(escaped).caught().out, marked);
    let err = smill(["check", "--format", "json", "--encoding", "auto"]).input(b"\xFF\xFE\0\0{\0\0\0").fails(3);
    assert!(err.contains("found UTF-32 text"), "{err}");
}

/// Text comes before the error that ends it.
#[test]
fn the_text_before_an_error_is_written() {
    let text = "x".repeat(400_000);
    let input = [&utf16(&text)[..], b"\x00\xDC"].concat();
    let outcome = smill(["escape", "--encoding", "utf-16le"]).input(&input).caught();
    assert_eq!(outcome.code, Some(3));
    assert!(outcome.err.contains("stdin:1:400001 (byte 800000)"), "{}", outcome.err);
}
