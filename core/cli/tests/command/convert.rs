//! `smill convert` of texts.

use crate::running::{Numbers, smill};
use std::fs::File;

fn convert<'a>(arguments: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    ["convert"].into_iter().chain(arguments.iter().copied())
}

const ION: &str = "log::{id:0x11, price:1.50, at:2024-01-01, ok:yes}\n(a 1)\n";

#[test]
fn ion_becomes_json_and_losses_are_reported() {
    let outcome = smill(convert(&["--from", "ion", "--to", "ndjson"])).input(ION).caught();
    let json = "{\"id\":17,\"price\":1.50,\"at\":\"2024-01-01\",\"ok\":\"yes\"}\n[\"a\",1]\n";
    assert_eq!((outcome.code, String::from_utf8(outcome.out).unwrap().as_str()), (Some(1), json));
    let warnings = "\
warning: values without their annotations: 1, the first at stdin:1:6 (byte 5)
warning: symbols as strings: 2, the first at stdin:1:46 (byte 45)
warning: sexps as arrays: 1, the first at stdin:2:1 (byte 50)
warning: decimals as numbers: 1, the first at stdin:1:22 (byte 21)
warning: timestamps as strings: 1, the first at stdin:1:31 (byte 30)
";
    assert_eq!(outcome.err, warnings);
    let outcome = smill(convert(&["--from", "ion", "--to", "ndjson", "--report"])).input(ION).caught();
    let report = "{\"source\":\"stdin\",\"losses\":{\
        \"annotations\":{\"count\":1,\"line\":1,\"column\":6,\"offset\":5},\
        \"symbol\":{\"count\":2,\"line\":1,\"column\":46,\"offset\":45},\
        \"sexp\":{\"count\":1,\"line\":2,\"column\":1,\"offset\":50},\
        \"decimal\":{\"count\":1,\"line\":1,\"column\":22,\"offset\":21},\
        \"timestamp\":{\"count\":1,\"line\":1,\"column\":31,\"offset\":30}}}\n";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), report));
    let allowed = convert(&["--from", "ion", "--to", "ndjson", "--on-loss", "allow"]);
    assert_eq!(smill(allowed).input(ION).fine(), json.as_bytes());
    // Without losses, the report says so.
    let outcome = smill(convert(&["--from", "ion", "--to", "json", "--report"])).input("[1]").caught();
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), "{\"source\":\"stdin\",\"losses\":{}}\n"));
    let refused = smill(convert(&["--from", "ion", "--to", "json", "--on-loss", "refuse"])).input("{a:[1,2024T]}");
    let expected = "\
error: value that the other format cannot represent
  --> stdin:1:7 (byte 6), record 1
   |
 1 | {a:[1,2024T]}
   |       ^^^^^
   = hex  5b 31 2c [32 30 32 34 54] 5d 7d
   = note loss: timestamps as strings
   = help remove the value or comment, accept the loss, or convert with types
   = help --on-loss allow writes the nearest value, and --typed loses nothing between Ion and JSON
";
    assert_eq!(refused.fails(3), expected);
}

#[test]
fn lost_comments_are_reported() {
    let text = "// two\n[1, /* here */ 2]\n";
    let ion = smill(convert(&["--from", "ion", "--to", "ion"])).input(text).caught();
    let warning = "warning: comments left out: 2, the first at stdin:1:1 (byte 0)\n";
    assert_eq!((ion.code, ion.out.as_slice(), ion.err.as_str()), (Some(1), &b"[1,2]\n"[..], warning));
    let report = smill(convert(&["--from", "ion", "--to", "ion", "--lines", "--report"])).input(text).fails(1);
    let comments = "\"comments\":{\"count\":2,\"line\":1,\"column\":1,\"offset\":0}";
    assert_eq!(report, format!("{{\"source\":\"stdin\",\"losses\":{{{comments}}}}}\n"));
    let allowed = smill(convert(&["--from", "ion", "--to", "ion", "--on-loss", "allow"])).input(text).fine();
    assert_eq!(allowed, b"[1,2]\n");
    let refused = smill(convert(&["--from", "ion", "--to", "ion", "--on-loss", "refuse"])).input("[1, /* here */ 2]");
    assert!(refused.fails(3).contains("--> stdin:1:5 (byte 4)"));
    let none = smill(convert(&["--from", "ion", "--to", "ion"])).input("[1, '/*', {{////}}]").fine();
    assert_eq!(none, b"[1,'/*',{{////}}]\n");
}

#[test]
fn typed_json_converts_back_to_the_same_ion() {
    let json = smill(convert(&["--from", "ion", "--to", "ndjson", "--typed"])).input(ION).fine();
    let ion = smill(convert(&["--from", "ndjson", "--to", "ion", "--typed"])).input(&json).fine();
    assert_eq!(String::from_utf8(ion).unwrap(), "log::{id:0x11,price:1.50,at:2024-01-01,ok:yes}\n(a 1)\n");
    let array = smill(convert(&["--from", "ion", "--to", "json", "--typed", "--array", "--pretty"])).input(ION).fine();
    let ion = smill(convert(&["--from", "json", "--to", "ion", "--typed", "--pretty"])).input(&array).fine();
    assert!(ion.starts_with(b"[\n  log::{\n    id: 0x11,\n"), "{}", ion.escape_ascii());
    let err = smill(convert(&["--from", "json", "--to", "ion", "--typed"])).input("{\"$ion_int\":\"x\"}").fails(3);
    assert!(
        err.starts_with("error: object does not have the form of a typed Ion value\n  --> stdin:1:13 (byte 12)"),
        "{err}"
    );
}

#[test]
fn layouts() {
    let run = |arguments: &[&str], text: &str| String::from_utf8(smill(convert(arguments)).input(text).fine()).unwrap();
    let json = "{\"a\": [1, -0, 2.50e1], \"b c\": {}}";
    assert_eq!(run(&["--from", "json", "--to", "json"], json), "{\"a\":[1,-0,2.50e1],\"b c\":{}}\n");
    let pretty = "{\n  \"a\": [\n    1,\n    -0,\n    2.50e1\n  ],\n  \"b c\": {}\n}\n";
    assert_eq!(run(&["--from", "json", "--to", "json", "--pretty"], json), pretty);
    assert_eq!(run(&["--from", "json", "--to", "ion"], json), "{a:[1,-0.,2.50d1],'b c':{}}\n");
    let floats = ["--from", "json", "--to", "ion", "--integers", "decimal", "--fractions", "float"];
    assert_eq!(run(&floats, json), "{a:[1.,-0.,2.50e1],'b c':{}}\n");
    assert_eq!(run(&["--from", "ion", "--to", "ion"], "a  b::[1, 2]"), "a\nb::[1,2]\n");
    assert_eq!(run(&["--from", "ion", "--to", "ion", "--layout", "compact"], "a\nb::[1,\n2]"), "a b::[1,2]\n");
    assert_eq!(run(&["--from", "ion", "--to", "ion", "--pretty"], "b::[1,{}] a"), "b::[\n  1,\n  {}\n]\na\n");
    assert_eq!(run(&["--from", "ion", "--to", "ion"], ""), "");
    assert_eq!(run(&["--from", "ndjson", "--to", "json", "--array"], "1\n\n[2]"), "[1,[2]]\n");
    let rounded =
        smill(convert(&["--from", "json", "--to", "ion", "--integers", "float"])).input("[1,9007199254740993]");
    let warning = "warning: numbers rounded to floats: 1, the first at stdin:1:4 (byte 3)\n";
    assert_eq!(rounded.fails(1), warning);
}

#[test]
fn pretty_text_has_the_chosen_width_and_indentation_and_keeps_comments() {
    let run = |arguments: &[&str], text: &str| String::from_utf8(smill(convert(arguments)).input(text).fine()).unwrap();
    let ion = "// head\na::{b:[1,2], /* two */ c:\"x\" // end\n}";
    let keep = ["--from", "ion", "--to", "ion", "--pretty", "--comments", "keep"];
    let expected = "// head\na::{\n  b: [\n    1,\n    2\n  ],\n  /* two */ c: \"x\" // end\n}\n";
    assert_eq!(run(&keep, ion), expected);
    let wide = [&keep[..], &["--width", "40", "--indent", "tab"]].concat();
    let expected = "// head\na::{\n\tb: [1, 2],\n\t/* two */ c: \"x\" // end\n}\n";
    assert_eq!(run(&wide, ion), expected);
    assert_eq!(run(&wide, expected), expected);
    let json = "{\"a\": [1, -0, 2.50e1], \"b c\": {}}";
    let narrow = ["--from", "json", "--to", "json", "--pretty", "--width", "30", "--indent", "4"];
    assert_eq!(run(&narrow, json), "{\n    \"a\": [1, -0, 2.50e1],\n    \"b c\": {}\n}\n");
    let ion = ["--from", "json", "--to", "ion", "--pretty", "--width", "40"];
    assert_eq!(run(&ion, json), "{a: [1, -0., 2.50d1], 'b c': {}}\n");
    let deep = "[".repeat(1024) + &"]".repeat(1024);
    for from in ["json", "ion"] {
        // Level 1,024 is the last that adds indentation.
        let arguments = ["--from", from, "--to", from, "--pretty", "--indent", "1", "--max-depth", "2000"];
        let deeper = run(&arguments, &format!("[[{deep}]]"));
        assert_eq!(deeper.lines().map(|line| line.len() - line.trim_start().len()).max(), Some(1024), "{from}");
        assert_eq!(run(&arguments, &deeper), deeper);
    }
}

#[test]
fn dynamodb_exports_become_lines_of_items() {
    let export = "$ion_1_0 {Item:{Id:\"x\",N:1.5,Tags:$dynamodb_SS::[\"a\"]}}\n$ion_1_0 {Item:{Id:\"y\"}}\n";
    let arguments = ["--from", "dynamodb-ion", "--to", "ndjson"];
    let expected = b"{\"Id\":\"x\",\"N\":1.5,\"Tags\":[\"a\"]}\n{\"Id\":\"y\"}\n";
    for input in [export.as_bytes(), &crate::compressed::gzip(export.as_bytes())] {
        let outcome = smill(convert(&arguments)).input(input).caught();
        assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &expected[..]));
        let warning = "warning: values without their annotations: 1, the first at stdin:1:49 (byte 48)\n";
        assert_eq!(outcome.err, warning);
    }
    let refused = smill(convert(&arguments)).input("$ion_1_0 {Item:{a:2024T}}").fails(3);
    assert!(
        refused.starts_with("error: value that DynamoDB exports do not have there\n  --> stdin:1:19 (byte 18)"),
        "{refused}"
    );
    for to in [&["--to", "ion"][..], &["--to", "ndjson", "--typed"], &["--to", "dynamodb-ion"]] {
        smill(convert(&["--from", "dynamodb-ion"]).chain(to.iter().copied())).fails(2);
    }
    smill(convert(&["--from", "ion", "--to", "dynamodb-ion"])).fails(2);
}

/// The data files of an incremental export: one for each partition, some of them empty, all compressed.
#[test]
fn data_files_of_an_incremental_export_become_one_stream_of_records() {
    let record = |fields: &str, time| {
        format!("$ion_1_0 {{Record:{{Keys:{{ID:\"x\"}},Metadata:{{WriteTimestampMicros:{time}.}}{fields}}}}}\n")
    };
    let change =
        ",OldImage:{ID:\"x\",Tags:$dynamodb_SS::[\"a\"]},NewImage:{ID:\"x\",N:1.50,Bytes:{{AAE=}},More:{a:[null]}}";
    let first = record(change, 1684374845117899u64) + &record(",OldImage:{ID:\"x\"}", 1684374845117900);
    let last = record(",NewImage:{ID:\"x\",N:2.}", 1684374845117901);
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<String> = [crate::compressed::gzip(first.as_bytes()), crate::compressed::gzip(b""), Vec::new()]
        .into_iter()
        .chain([crate::compressed::gzip(last.as_bytes())])
        .enumerate()
        .map(|(at, bytes)| {
            let path = folder.path().join(format!("{at}.ion.gz"));
            std::fs::write(&path, bytes).unwrap();
            path.to_str().unwrap().to_owned()
        })
        .collect();
    let arguments = ["convert", "--from", "dynamodb-ion", "--to", "ndjson", "--on-loss", "allow"];
    let out = smill(arguments.into_iter().chain(files.iter().map(String::as_str))).fine();
    let expected = "\
{\"Keys\":{\"ID\":\"x\"},\"Metadata\":{\"WriteTimestampMicros\":1684374845117899},\
\"OldImage\":{\"ID\":\"x\",\"Tags\":[\"a\"]},\
\"NewImage\":{\"ID\":\"x\",\"N\":1.50,\"Bytes\":\"AAE=\",\"More\":{\"a\":[null]}}}
{\"Keys\":{\"ID\":\"x\"},\"Metadata\":{\"WriteTimestampMicros\":1684374845117900},\"OldImage\":{\"ID\":\"x\"}}
{\"Keys\":{\"ID\":\"x\"},\"Metadata\":{\"WriteTimestampMicros\":1684374845117901},\"NewImage\":{\"ID\":\"x\",\"N\":2}}
";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn formats_are_known_by_names() {
    let folder =
        crate::pack::folder(&[("a.json", b"[1]"), ("a.ndjson", b"1\n2\n"), ("a.jsonl", b"1"), ("a.ion", b"1 2")]);
    for (file, expected) in [("a.json", "[1]\n"), ("a.ndjson", "1\n2\n"), ("a.jsonl", "1\n"), ("a.ion", "1\n2\n")] {
        let out = smill(convert(&["--to", "ndjson", file])).within(folder.path()).fine();
        assert_eq!(String::from_utf8(out).unwrap(), expected, "{file}");
    }
    let err = smill(convert(&["--to", "json"])).fails(2);
    assert_eq!(
        err,
        "error: --from is required: json, ndjson, json-values, json-seq, ion, ion-binary or dynamodb-ion\n"
    );
}

#[test]
fn the_name_of_the_output_says_its_format() {
    let folder = crate::pack::folder(&[("a.ion", b"1 2"), ("a.json", b"[1, 2]")]);
    let run = |arguments: &[&'static str]| smill(["convert"].iter().chain(arguments)).within(folder.path());
    for (output, expected) in [
        ("o.ndjson", &b"1\n2\n"[..]),
        ("o.json-seq", b"\x1e1\n\x1e2\n"),
        ("o.10n", b"\xe0\x01\x00\xea\x21\x01\x21\x02"),
    ] {
        assert_eq!(run(&["-o", output, "a.ion"]).fine(), b"");
        assert_eq!(std::fs::read(folder.path().join(output)).unwrap(), expected, "{output}");
    }
    // --to has precedence, and a file that is replaced keeps its format.
    assert_eq!(run(&["-o", "o.json", "--to", "ndjson", "a.ion"]).fine(), b"");
    assert_eq!(std::fs::read(folder.path().join("o.json")).unwrap(), b"1\n2\n");
    assert_eq!(run(&["-i", "--layout", "compact", "a.json"]).fine(), b"");
    assert_eq!(std::fs::read(folder.path().join("a.json")).unwrap(), b"[1,2]\n");
    assert_eq!(run(&["--check", "--layout", "compact", "a.json"]).fine(), b"");
    assert_eq!(run(&["--check", "--pretty", "a.json"]).fails(1), "warning: a.json would change\n");
    assert_eq!(std::fs::read(folder.path().join("a.json")).unwrap(), b"[1,2]\n");
    for arguments in [&["a.json"][..], &["-o", "o.txt", "a.json"], &["-o", "-", "a.json"]] {
        assert_eq!(run(arguments).fails(2), "error: --to is required: json, ndjson, json-seq, ion or ion-binary\n");
    }
}

#[test]
fn contradicting_arguments_are_refused() {
    for arguments in [
        &["--to", "ndjson", "--pretty"][..],
        &["--to", "ndjson", "--array"],
        &["--to", "ion", "--array"],
        &["--to", "ion", "--typed"],
        &["--to", "json", "--rejects", "bad"],
        &["--to", "json", "--max-length", "10"],
        &["--to", "json", "--layout", "compact", "--pretty"],
        &["--to", "ion", "--width", "80"],
        &["--to", "ion", "--indent", "tab", "--layout", "compact"],
        &["--to", "ion", "--pretty", "--indent", "17"],
        &["--to", "ion", "--pretty", "--width", "0"],
        &["--to", "ion", "--comments", "keep"],
        &["--to", "json", "--pretty", "--comments", "keep"],
        &["--to", "xml"],
        &[],
    ] {
        smill(convert(&["--from", "ion"]).chain(arguments.iter().copied())).fails(2);
    }
    smill(convert(&["--from", "json", "--to", "ndjson", "--typed"])).fails(2);
}

#[test]
fn errors_have_places_far_into_a_stream() {
    let line = format!("{{text:\"{}\"}}\n", "x\u{e9}".repeat(100_000));
    let ion = format!("{line}{line}[\n{}\n a b]", "1,".repeat(100_000));
    let err = smill(convert(&["--from", "ion", "--to", "ndjson", "--on-loss", "allow"])).input(&ion).fails(3);
    assert!(err.contains(&format!("--> stdin:5:4 (byte {})", ion.len() - 2)), "{err}");
    let err = smill(convert(&["--from", "ion", "--to", "json"])).input("1 /* two */ 2").fails(3);
    assert!(err.starts_with("error: one JSON text has exactly one value\n  --> stdin:1:13 (byte 12)"), "{err}");
    let err = smill(convert(&["--from", "json", "--to", "ion"])).input("[1,\n2,]").fails(3);
    assert!(err.starts_with("error: expected a JSON value, found ]\n  --> stdin:2:3 (byte 6)"), "{err}");
    // The first of its kind far inside.
    let ion = format!("[\n{}\n{}x]", "1,\n".repeat(100_000), "\"\u{e9}\",".repeat(50_000));
    let outcome = smill(convert(&["--from", "ion", "--to", "json"])).input(&ion).caught();
    let place = format!("the first at stdin:100003:200001 (byte {})\n", ion.len() - 2);
    assert!(outcome.code == Some(1) && outcome.err.ends_with(&place), "{}", outcome.err);
}

#[test]
fn limits_are_exit_code_5() {
    let deep = format!("{}{}", "[".repeat(1025), "]".repeat(1025));
    for from in ["json", "ion"] {
        for to in ["json", "ion"] {
            let err = smill(convert(&["--from", from, "--to", to])).input(&deep).fails(5);
            assert!(err.starts_with("error: nested deeper than the limit"), "{from} to {to}: {err}");
            let deeper = ["--from", from, "--to", to, "--max-depth", "2000"];
            assert_eq!(smill(convert(&deeper)).input(&deep).fine(), format!("{deep}\n").as_bytes());
            smill(convert(&["--from", from, "--to", to, "--max-string", "5"])).input("\"1234567890\"").fails(5);
        }
    }
}

#[test]
fn pieces_and_tiers_write_the_same() {
    let mut numbers = Numbers(5);
    let mut ion = String::new();
    for _ in 0..200 {
        let len = [3, 40, 3000][numbers.below(3)];
        let text = crate::running::literal(&numbers.text(len));
        ion += &format!("a::{{b:{text}, c:[{text}, {}], d:x}}\n", numbers.below(100_000));
    }
    // An escape that Ion does not have.
    let ion = ion.replace("\\u0000", "\\0");
    let arguments = ["--from", "ion", "--to", "ndjson", "--typed"];
    let json = smill(convert(&arguments)).input(&ion).fine();
    let back = smill(convert(&["--from", "ndjson", "--to", "ion", "--typed"])).input(&json).fine();
    for tier in stringmill::Tier::available() {
        let run = |arguments: &[&str], input: &[u8]| {
            smill(convert(arguments)).env("STRINGMILL_TIER", tier.name()).input(input).fine()
        };
        assert_eq!(run(&arguments, ion.as_bytes()), json, "{tier}");
        assert_eq!(run(&["--from", "ndjson", "--to", "ion", "--typed"], &json), back, "{tier}");
        assert_eq!(run(&["--from", "ion", "--to", "ion"], ion.as_bytes()), back, "{tier}");
    }
}

#[test]
fn a_full_disk_and_a_missing_file_are_reported() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let outcome = smill(convert(&["--from", "json", "--to", "ion"])).input("1").stdout(full).run();
    assert_eq!(
        (outcome.code, outcome.err.as_str()),
        (Some(4), "error: cannot write to stdout: No space left on device\n")
    );
    assert_eq!(
        smill(convert(&["--to", "ion", "no.json"])).fails(4),
        "error: cannot open no.json: No such file or directory\n"
    );
}

#[test]
fn binary_ion_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let json = "{\"id\":17,\"name\":\"a\",\"price\":1.50}\n{\"id\":18,\"name\":\"b\",\"price\":-0.5}\n";
    let binary = smill(convert(&["--from", "ndjson", "--to", "ion-binary"])).input(json).fine();
    assert!(binary.starts_with(b"\xE0\x01\x00\xEA"));
    std::fs::write(folder.path().join("log.10n"), &binary).unwrap();
    for arguments in [&["--to", "ndjson", "log.10n"][..], &["--from", "ion", "--to", "ndjson", "log.10n"]] {
        let call = smill(convert(arguments).chain(["--on-loss", "allow"])).within(folder.path());
        assert_eq!(call.fine(), json.as_bytes(), "{arguments:?}");
    }
    let ion = smill(convert(&["--to", "ion", "log.10n"])).within(folder.path()).fine();
    assert_eq!(
        String::from_utf8_lossy(&ion),
        json.replace('"', "").replace(":a,", ":\"a\",").replace(":b,", ":\"b\",")
    );
    assert_eq!(smill(convert(&["--from", "ion", "--to", "ion-binary"])).input(&ion).fine(), binary);
    let outcome = smill(convert(&["--to", "ndjson", "--report", "log.10n"])).within(folder.path()).caught();
    assert!(
        outcome.err.starts_with("{\"source\":\"log.10n\",\"losses\":{\"decimal\":{\"count\":2,"),
        "{}",
        outcome.err
    );
    let expected = "\
error: length of a value differs from that of its container
  --> stdin (byte 5), record 1
   |
   = hex  00 ea b1 [82] 61 62
   = help write the data again with an Ion 1.0 writer
";
    let call = smill(convert(&["--from", "ion-binary", "--to", "json"])).input(b"\xE0\x01\x00\xEA\xB1\x82ab");
    assert_eq!(call.fails(3), expected);
    let err = smill(convert(&["--from", "ion-binary", "--to", "json"])).input("[1]").fails(3);
    assert!(err.starts_with("error: binary Ion must begin with its version marker\n"), "{err}");
    for arguments in [
        &["--from", "ion-binary", "--lines", "--to", "json"][..],
        &["--from", "json", "--to", "ion-binary", "--pretty"],
        &["--from", "ion", "--to", "ion-binary", "--typed"],
        &["--from", "ion", "--to", "ion-binary", "--array"],
    ] {
        assert_eq!(smill(convert(arguments)).input("1").caught().code, Some(2), "{arguments:?}");
    }
}

#[test]
fn a_refused_scalar_is_not_written_and_its_record_is_named() {
    for (from, each, input) in [
        ("ion", None, &b"1 a 10"[..]),
        ("ion", Some("--each"), b"[1, a, 10]"),
        ("ion-binary", None, b"\xE0\x01\x00\xEA\x21\x01\x71\x04\x21\x0A"),
        ("ion-binary", Some("--each"), b"\xE0\x01\x00\xEA\xB6\x21\x01\x71\x04\x21\x0A"),
    ] {
        let arguments = ["--from", from, "--to", "ndjson", "--on-loss", "refuse"].into_iter().chain(each);
        let outcome = smill(["convert"].into_iter().chain(arguments)).input(input).caught();
        assert_eq!((outcome.code, &outcome.out[..]), (Some(3), &b"1\n"[..]), "{from} {each:?}");
        let place = outcome.err.lines().nth(1);
        assert!(place.is_some_and(|line| line.ends_with("record 2")), "{}", outcome.err);
    }
}

/// A byte 0A of binary Ion ends no line.
#[test]
fn losses_of_binary_ion_have_an_offset_alone() {
    let binary = b"\xE0\x01\x00\xEA\x21\x0A\x71\x04";
    let arguments = ["--from", "ion-binary", "--to", "ndjson"];
    let call = smill(convert(&arguments)).input(binary);
    assert_eq!(call.fails(1), "warning: symbols as strings: 1, the first at stdin (byte 6)\n");
    let report = smill(convert(&arguments).chain(["--report"])).input(binary).fails(1);
    assert_eq!(report, "{\"source\":\"stdin\",\"losses\":{\"symbol\":{\"count\":1,\"offset\":6}}}\n");
}
