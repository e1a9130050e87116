//! Output before an error: a command that fails has written all complete records before it.

use crate::running::{Call, smill};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::process::Stdio;

/// Arguments, a good record with `#` for its number, a bad record, and the good record in the output.
struct Case {
    arguments: &'static str,
    record: &'static str,
    bad: &'static str,
    written: &'static str,
}

const fn case(arguments: &'static str, record: &'static str, bad: &'static str, written: &'static str) -> Case {
    Case { arguments, record, bad, written }
}

/// Every command that writes records.
const CASES: &[Case] = &[
    case("convert --from ndjson --to ndjson", "{\"a\": #}\n", "{\"a\":}\n", "{\"a\":#}\n"),
    case("convert --from ndjson --to ion", "{\"a\": #}\n", "{\"a\":}\n", "{a:#}\n"),
    case("convert --from json --lines --to json-seq --pretty", "[#]\n", "[}\n", "\u{1E}[\n  #\n]\n"),
    case("convert --from json-seq --to ndjson", "\u{1E}[#]\n", "\u{1E}12", "[#]\n"),
    case("convert --from json-values --to ndjson", "{\"a\":#} ", "{\"a\":tru}", "{\"a\":#}\n"),
    case("convert --from json-values --to ndjson", "{\"a\":#} ", "{\"a\":[1, \"x", "{\"a\":#}\n"),
    case("convert --from json-values --to ndjson", "# ", "\"x", "#\n"),
    case("convert --from json-values --to json-seq --pretty", "[#] ", "[[1, ", "\u{1E}[\n  #\n]\n"),
    case("convert --from json-values --to ion", "[#] ", "{\"a\":[1, ", "[#]\n"),
    case("convert --from json-values --to ion --pretty --width 40", "[#] ", "{\"a\":[1,\n\"x", "[#]\n"),
    case("convert --from json-values --to ion --typed", "{\"$ion_symbol\":\"s#\"} ", "{\"$ion_int\":\"x\"} ", "s#\n"),
    case("convert --from ion --to ndjson", "{a:#} ", "{a:[1, ", "{\"a\":#}\n"),
    case("convert --from ion --to ndjson --on-loss refuse", "{a:#} ", "{a:[1, sexp]}", "{\"a\":#}\n"),
    case(
        "convert --from ion --to ndjson --typed",
        "a::# ",
        "b::[1,",
        "{\"$ion_annotations\":[\"a\"],\"$ion_value\":#}\n",
    ),
    case("convert --from ion --to ion", "{a: #} ", "[{a: #} ", "{a:#}\n"),
    case("convert --from ion --to ion --pretty --width 40", "{a:#} ", "[{a:#} ", "{a: #}\n"),
    case("convert --from ion --to ion --pretty --comments keep", "[] // c#\n", "{a:1, /* c */", "[] // c#\n"),
    case("convert --from ion --lines --to ion", "{a: #}\n", "[{a: #}\n", "{a:#}\n"),
    case("check --format ndjson --rejects bad --pass", "[#]\n", "\n\u{1}\n", "[#]\n"),
    case("repair --format ndjson --mend trailing-commas", "[#,]\n", "[#;]\n", "[#]\n"),
    case("escape --lines", "text #\n", "te\u{7F}xt", "\"text #\"\n"),
    case("escape --null", "text\n#\0", "te\u{7F}xt", "\"text\\n#\"\n"),
    case("escape --lines --times 2", "text #\n", "te\u{7F}xt", "\"\\\"text #\\\"\"\n"),
    case("unescape --lines", "\"text #\"\n", "\"te\\x\"\n", "text #\n"),
    case("unescape --null", "\"text\\n#\"\n", "\"te\\x\"\n", "text\n#\0"),
    case("unescape --lines --times 2", "\"\\\"text #\\\"\"\n", "\"\\\"text\"\n", "text #\n"),
    case("clean --on-invalid reject", "text #\n", "\u{7F}", "text #\n"),
];

/// Copies of `text` with 0, 1, 2 up to `count` - 1 in place of `#`. DEL in `text` becomes a byte that is not UTF-8.
fn numbered(text: &str, count: usize) -> Vec<u8> {
    let all: String = (0..count).map(|number| text.replace('#', &number.to_string())).collect();
    all.bytes().map(|byte| if byte == 0x7F { 0xFF } else { byte }).collect()
}

/// Runs from a file, so that the output is written only as blocks are full, and at the end.
fn call(arguments: &str, input: &[u8]) -> Call {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(input).unwrap();
    std::io::Seek::rewind(&mut file).unwrap();
    smill(arguments.split(' ')).stdin(file)
}

#[test]
fn standard_output_has_all_records_before_the_error() {
    let folder = tempfile::tempdir().unwrap();
    for Case { arguments, record, bad, written } in CASES {
        // One record, several, and more than the buffers of input and output.
        for count in [0, 1, 7, 30_000] {
            let input = [numbered(record, count), numbered(bad, 1), numbered(record, 3)].concat();
            // Lines that are rejected are no failure: the second file is.
            let rejects = arguments.contains("--rejects");
            let input = if rejects { numbered(record, count) } else { input };
            let arguments = if rejects { format!("{arguments} - missing") } else { (*arguments).to_owned() };
            let outcome = call(&arguments, &input).within(folder.path()).caught();
            assert_eq!(outcome.code, Some(if rejects { 4 } else { 3 }), "{arguments}: {}", outcome.err);
            let expected = numbered(written, count);
            assert!(
                outcome.out == expected,
                "{arguments}, {count} records: {} bytes of {}, {}",
                outcome.out.len(),
                expected.len(),
                outcome.out[outcome.out.len().saturating_sub(100)..].escape_ascii()
            );
        }
    }
}

#[test]
fn items_before_an_error_are_written() {
    for (from, open) in [("json", "["), ("ion", "(")] {
        for (to, written) in [("ndjson", "[#]\n"), ("json-seq", "\u{1E}[#]\n"), ("ion", "[#]\n")] {
            for count in [0, 1, 7, 30_000] {
                let separator = if from == "json" { "," } else { " " };
                let input = [open.as_bytes(), &numbered(&format!("[#]{separator}"), count), b"[1, :"].concat();
                let outcome = call(&format!("convert --from {from} --each --to {to}"), &input).caught();
                assert_eq!(outcome.code, Some(3), "{}", outcome.err);
                assert!(outcome.out == numbered(written, count), "{from} to {to}, {count}");
            }
        }
    }
}

/// After an error no more of a single value or text is written.
#[test]
fn one_value_is_not_written_in_part() {
    for (arguments, input) in [
        ("convert --from json --to json", "[1, 2, {\"a\": tru"),
        ("convert --from json --to json --pretty", "[1, 2, {\"a\": tru"),
        ("convert --from json-values --to json --array", "1 2 x"),
        ("convert --from ion --to json", "[1, 2, {a: tru"),
        ("canon", "[1, 2, {\"a\": tru"),
        ("canon --pretty", "[1, 2, {\"a\": tru"),
    ] {
        let outcome = call(arguments, input.as_bytes()).caught();
        assert_eq!((outcome.code, outcome.out.escape_ascii().to_string()), (Some(3), String::new()), "{arguments}");
    }
}

/// Values before the file that cannot be read are written.
#[test]
fn a_later_file_fails() {
    let folder = crate::pack::folder(&[("a.json", b"[1]"), ("bad.json", b"x")]);
    for second in ["bad.json", "missing.json"] {
        let call = || smill(["convert", "--to", "ndjson", "a.json", second]).within(folder.path());
        assert_eq!(call().caught().out, b"[1]\n");
    }
}

/// Compressed output can be read up to the error; it has no end, so a reader knows that more should follow.
#[test]
fn compressed_output_is_readable_up_to_the_error() {
    let input = [numbered("[#]\n", 30_000), b"[\n".to_vec()].concat();
    let outcome = call("convert --from ndjson --to ndjson --compress gzip", &input).caught();
    assert_eq!(outcome.code, Some(3), "{}", outcome.err);
    let mut text = Vec::new();
    let end = flate2::read::GzDecoder::new(&outcome.out[..]).read_to_end(&mut text);
    assert!(text == numbered("[#]\n", 30_000));
    assert_eq!(end.unwrap_err().kind(), std::io::ErrorKind::UnexpectedEof);
}

#[test]
fn a_file_is_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    for Case { arguments, record, bad, .. } in CASES.iter().filter(|case| !case.arguments.contains("--rejects")) {
        fs::write(folder.path().join("out"), "old").unwrap();
        let input = [numbered(record, 3), numbered(bad, 1), numbered(record, 3)].concat();
        call(&format!("{arguments} -o out"), &input).within(folder.path()).fails(3);
        assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"old", "{arguments}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{arguments}");
    }
}

/// The error of the input comes first, and gives the exit code.
#[test]
fn an_error_of_writing_after_the_error_is_the_second() {
    let full = || File::options().write(true).open("/dev/full").unwrap();
    for Case { arguments, record, bad, .. } in CASES.iter().filter(|case| !case.arguments.contains("--rejects")) {
        let input = [numbered(record, 3), numbered(bad, 1)].concat();
        let outcome = call(arguments, &input).stdout(full()).run();
        assert_eq!(outcome.code, Some(3), "{arguments}: {}", outcome.err);
        assert!(outcome.err.contains("\n  --> stdin"), "{}", outcome.err);
        let second = "\nerror: cannot write to stdout: No space left on device\n";
        assert!(outcome.err.ends_with(second), "{arguments}: {}", outcome.err);
    }
    // A closed pipe adds no error to that of the input.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let outcome = call("escape --lines", b"a\n\xFF").stdout(Stdio::from(writer)).run();
    assert_eq!(outcome.code, Some(3));
    assert!(!outcome.err.contains("cannot write"), "{}", outcome.err);
}
