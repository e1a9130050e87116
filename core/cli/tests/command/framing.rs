//! Any number of values in any framing, in and out: `smill convert` and `smill check`.

use crate::running::{Numbers, smill};
use std::fs;

fn convert(arguments: &str) -> crate::running::Call {
    smill(["convert"].into_iter().chain(arguments.split(' ')))
}

/// Values as lines, longer than all buffers together, some of them longer than one.
fn values(seed: u64) -> Vec<String> {
    let mut numbers = Numbers(seed);
    let mut value = |number: usize| match numbers.below(5) {
        0 => number.to_string(),
        1 => format!("\"text [{{ \\\" {}\"", "x".repeat(numbers.below(50))),
        2 => format!("[{number},[\"]\"],{{}}]"),
        3 if number % 50 == 3 => format!("{{\"long\":\"{}\"}}", "\u{e9},".repeat(numbers.below(90_000))),
        _ => format!("{{\"id\":{number},\"tags\":[null,true]}}"),
    };
    (0..4000).map(&mut value).collect()
}

#[test]
fn every_framing_has_the_same_values() {
    for seed in [1, 2] {
        let values = values(seed);
        let lines = values.join("\n") + "\n";
        let array = format!(" [\n{} ]\n", values.join(" ,\n"));
        let sequence: String = values.iter().map(|value| format!("\u{1E}{value}\n")).collect();
        let joined = values.join(" ");
        let folder = tempfile::tempdir().unwrap();
        let inputs = [
            ("--from ndjson", &lines),
            ("--from json --each", &array),
            ("--from json-seq", &sequence),
            ("--from json-values", &joined),
        ];
        for (from, input) in inputs {
            fs::write(folder.path().join("in"), input).unwrap();
            for (to, output) in [("ndjson", &lines), ("json-seq", &sequence)] {
                let found = convert(&format!("{from} --to {to} in")).within(folder.path()).fine();
                assert!(found == output.as_bytes(), "{from} --to {to}, seed {seed}");
            }
            let found = convert(&format!("{from} --to json --array")).input(input).fine();
            assert!(found == format!("[{}]\n", values.join(",")).as_bytes(), "{from}");
            let ion = convert(&format!("{from} --to ion")).input(input).fine();
            let back = convert("--from ion --to ndjson").input(ion).fine();
            assert!(back == lines.as_bytes(), "{from} --to ion, seed {seed}");
        }
        let list = convert("--from json --to ion").input(&array).fine();
        assert!(convert("--from ion --each --to ndjson").input(list).fine() == lines.as_bytes());
    }
}

#[test]
fn values_need_no_white_space_between_them() {
    let joined = "{\"a\":1}{\"b\":2}1 2 \"x\"[]\"y\"true\n";
    let lines = "{\"a\":1}\n{\"b\":2}\n1\n2\n\"x\"\n[]\n\"y\"\ntrue\n";
    assert_eq!(convert("--from json-values --to ndjson").input(joined).fine(), lines.as_bytes());
    assert_eq!(convert("--from json-values --to ndjson").input("").fine(), b"");
    smill(["check", "--format", "json-values"]).input(joined).fine();
    let err = convert("--from json-values --to ndjson").input("[1]\n12 truefalse").fails(3);
    assert!(
        err.starts_with("error: data after the JSON value, found f\n  --> stdin:2:8 (byte 11), record 3\n"),
        "{err}"
    );
    let err = smill(["check", "--format", "json-values"]).input("1 01").fails(3);
    assert!(err.contains("stdin:1:4 (byte 3)"), "{err}");
}

#[test]
fn damaged_texts_of_a_sequence_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "\u{1E}{\"a\":1}\n\u{1E}12\u{1E}[2,\n 3]\n\u{1E}\u{1E}{\"b\":\n\u{1E}\"caf\u{e9}\" x\n\u{1E}5\n\u{1E}true";
    let outcome = convert("--from json-seq --to ndjson --rejects bad").within(folder.path()).input(text).caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"{\"a\":1}\n[2,3]\n5\n"[..]));
    let warning = "warning: 4 texts rejected to bad, reasons in bad.reasons; the first: stdin:2:4 (byte 12), record 2: text ends inside a JSON value\n";
    assert_eq!(outcome.err, warning);
    let bad = fs::read(folder.path().join("bad")).unwrap();
    assert_eq!(bad, "\u{1E}12\u{1E}{\"b\":\n\u{1E}\"caf\u{e9}\" x\n\u{1E}true".as_bytes());
    let expected = r#"{"source":"stdin","record":2,"line":2,"column":4,"start":9,"offset":12,"code":306,"name":"json_incomplete","says":"text ends inside a JSON value"}
{"source":"stdin","record":4,"line":5,"column":1,"start":22,"offset":29,"code":306,"name":"json_incomplete","says":"text ends inside a JSON value"}
{"source":"stdin","record":5,"line":5,"column":9,"start":29,"offset":38,"code":305,"name":"json_trailing","says":"data after the JSON value, found x"}
{"source":"stdin","record":7,"line":7,"column":6,"start":43,"offset":48,"code":306,"name":"json_incomplete","says":"input ends inside a JSON value"}
"#;
    assert_eq!(fs::read_to_string(folder.path().join("bad.reasons")).unwrap(), expected);
    // Without `--rejects`, the first bad text ends the work.
    let err = convert("--from json-seq --to ndjson").input(text).fails(3);
    let picture = "\
error: text ends inside a JSON value
  --> stdin:2:4 (byte 12), record 2
   |
 2 | \\u{1e}12\\u{1e}[2,
   |         ^
   = hex  1e 31 32 [] 1e 5b 32
   = help complete the value, or check whether the input is cut short
";
    assert_eq!(err, picture);
    assert!(smill(["check", "--format", "json-seq"]).input(text).fails(3).starts_with(&picture[..60]));
    let listed = smill(["check", "--format", "json-seq", "--all"]).input(text).caught();
    let places: Vec<_> =
        listed.out.split(|&byte| byte == b'\n').map(|line| line.split(|&byte| byte == b' ').next()).collect();
    let place = |text: &'static str| Some(text.as_bytes());
    assert_eq!(places, [place("stdin:2:4"), place("stdin:5:1"), place("stdin:5:9"), place("stdin:7:6"), place("")]);
}

/// A sequence is read in pieces of any size.
#[test]
fn records_may_be_longer_than_any_buffer() {
    let folder = tempfile::tempdir().unwrap();
    let (mut good, mut bad, mut all) = (String::new(), String::new(), String::new());
    for number in 0..60 {
        let text = "long text, ".repeat([0, 3, 11_000, 13_000, 40_000][number % 5]);
        let right = number % 3 != 1;
        let record =
            if right { format!("\u{1E}[\"{text}\",\n{number}]\n") } else { format!("\u{1E}[\"{text}\" {number}]\n") };
        all += &record;
        if right { &mut good } else { &mut bad }.push_str(&record.replace(",\n", ","));
    }
    let outcome = convert("--from json-seq --to json-seq --rejects bad").within(folder.path()).input(&all).caught();
    assert!(outcome.out == good.as_bytes());
    assert!(fs::read(folder.path().join("bad")).unwrap() == bad.as_bytes());
    let outcome = convert("--from json-seq --to json-seq --rejects bad --max-length 1000")
        .within(folder.path())
        .input(&all)
        .caught();
    let short: String = good.split_inclusive('\n').filter(|record| record.len() < 1000).collect();
    assert!(outcome.out == short.as_bytes());
}

#[test]
fn several_inputs_follow_each_other() {
    let folder = crate::pack::folder(&[
        ("a.json", b"1"),
        ("b.json", b" {\"b\":\n2}"),
        ("bad.json", b"[1,\n x]"),
        ("c.ndjson", b"1\n2"),
        ("d.ndjson", b"3\nx\n4\n"),
        ("e.ion", b"a::1"),
        ("f.ion", b"b\n2024T"),
    ]);
    let convert = |arguments: &str| convert(arguments).within(folder.path());
    assert_eq!(convert("--to ndjson a.json b.json a.json").fine(), b"1\n{\"b\":2}\n1\n");
    assert_eq!(convert("--from json --to json --array a.json - b.json").input("[]").fine(), b"[1,[],{\"b\":2}]\n");
    assert_eq!(convert("--to ion a.json b.json").fine(), b"1\n{b:2}\n");
    let err = convert("--to ndjson a.json bad.json b.json").fails(3);
    assert!(err.contains("--> bad.json:2:2 (byte 5)"), "{err}");
    let err = convert("--to json a.json b.json").fails(3);
    assert!(err.contains("--> b.json:1:2 (byte 1)"), "{err}");
    let outcome = convert("--to ndjson --rejects bad c.ndjson d.ndjson").caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"1\n2\n3\n4\n"[..]));
    assert!(
        outcome.err.ends_with("the first: d.ndjson:2:1 (byte 2), record 2: expected a JSON value, found x\n"),
        "{}",
        outcome.err
    );
    // Each loss has its first place.
    let outcome = convert("--to ndjson e.ion f.ion").caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"1\n\"b\"\n\"2024T\"\n"[..]));
    assert!(outcome.err.contains(": 1, the first at e.ion:1:4 (byte 3)"), "{}", outcome.err);
    assert!(outcome.err.contains("timestamps as strings: 1, the first at f.ion:2:1 (byte 2)"), "{}", outcome.err);
    let report = convert("--to ndjson --report e.ion f.ion").fails(1);
    assert!(report.starts_with("{\"source\":\"e.ion\",\"losses\":{"), "{report}");
    assert!(
        report.contains("\"timestamp\":{\"count\":1,\"source\":\"f.ion\",\"line\":2,\"column\":1,\"offset\":2}"),
        "{report}"
    );
    // A failure in a later file leaves no output file.
    convert("--to ndjson -o out a.json missing.json").fails(4);
    assert!(!folder.path().join("out").exists());
    for (arguments, said) in [
        ("--to ndjson a.json c.ndjson", "--from is required for files with different names"),
        ("--to ndjson a.json -", "--from is required for files with different names"),
        ("--from json --to ndjson -i a.json b.json", "--in-place requires the name of one file"),
        ("--from json --to ndjson - -", "standard input is named twice"),
        ("--from json-values --lines --to ndjson", "--lines requires --from json, ndjson, ion or dynamodb-ion"),
        (
            "--from json-values --rejects bad --to ndjson",
            "--rejects requires --from ndjson, --from json-seq or --lines",
        ),
        ("--from json --to json-seq --array", "--array requires --to json"),
        ("--from json --to json-values", "invalid value 'json-values'"),
        ("--from json-values --to json-seq --pretty --indent 4", "--indent and --width require --to json or ion"),
        ("--from json-values --to json-seq --pretty --width 40", "--indent and --width require --to json or ion"),
        ("--from ion --each --to ion --pretty --comments keep", "--each leaves comments out"),
        ("--from dynamodb-ion --each --to ndjson", "--each is not for DynamoDB exports"),
    ] {
        let err = convert(arguments).fails(2);
        assert!(err.contains(said), "{arguments}: {err}");
    }
}

#[test]
fn only_arrays_have_items() {
    let picture = "\
error: expected an array of values, found {
  --> stdin:2:1 (byte 1), record 1
   |
 2 | {\"a\":[1]}
   | ^
   = hex  0a [7b] 22 61 22
   = help put the values into an array, or convert each value at the top level as it is
   = help without --each a value is converted as it is
";
    assert_eq!(convert("--from json --each --to ndjson").input("\n{\"a\":[1]}").fails(3), picture);
    let outcome = convert("--from ndjson --each --to ndjson --rejects /dev/null").input("[1]\n{}\n[2]\n").caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"1\n2\n"[..]), "{}", outcome.err);
    assert_eq!(convert("--from ndjson --each --to ndjson").input("[1,2]\n[]\n[[3]]\n").fine(), b"1\n2\n[3]\n");
    assert_eq!(convert("--from json-values --each --to ndjson").input("[1,2][] [[3]]").fine(), b"1\n2\n[3]\n");
    let err = convert("--from json --each --to ndjson").input("[{\"a\":1},\n{\"a\":tru}]").fails(3);
    assert!(err.contains("--> stdin:2:9 (byte 18)"), "{err}");
}

#[test]
fn items_may_be_binary_ion() {
    let binary = convert("--from ion --each --to ion-binary").input("[1, {a:b}] (c)").fine();
    assert_eq!(convert("--from ion --to ion").input(&binary).fine(), b"1\n{a:b}\nc\n");
    let list = convert("--from ion --to ion-binary").input("[1, {a:b}]").fine();
    assert_eq!(convert("--from ion-binary --each --to ion").input(&list).fine(), b"1\n{a:b}\n");
    assert_eq!(
        convert("--from json --each --to ion-binary").input("[1,2]").fine(),
        b"\xE0\x01\x00\xEA\x21\x01\x21\x02"
    );
}
