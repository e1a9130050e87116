//! One string of any size in little memory.

use crate::running::SMILL;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// Maximum peak memory of a process.
const LIMIT_KIB: u64 = 64 * 1024;

/// Text that is written over and over: escapes, characters of all lengths, and a length that no buffer divides.
fn pattern() -> Vec<u8> {
    let mut pattern = "plain \"quoted\" \\ caf\u{e9} \u{20ac} \u{1F600}\n\t\u{1} ".repeat(30_011).into_bytes();
    pattern.extend_from_slice(b"odd");
    pattern
}

fn piped(arguments: &[&str], stdin: impl Into<Stdio>) -> Child {
    Command::new(SMILL).args(arguments).stdin(stdin).stdout(Stdio::piped()).spawn().unwrap()
}

/// The most memory that a process which is still there has had.
pub(crate) fn peak_kib(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

/// Writes the pattern until `len` bytes are written; the input stays open, so that its reader does.
fn feed(mut stdin: ChildStdin, len: u64) -> ChildStdin {
    let pattern = pattern();
    let mut left = len;
    while left > 0 {
        let part = pattern.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        stdin.write_all(&pattern[..part]).unwrap();
        left -= part as u64;
    }
    stdin
}

/// Checks that the next `len` bytes are the pattern.
fn expect(out: &mut impl Read, len: u64) {
    let pattern = pattern();
    let mut buffer = vec![0; 1 << 20];
    let mut seen = 0u64;
    while seen < len {
        let most = buffer.len().min(usize::try_from(len - seen).unwrap_or(usize::MAX));
        let got = out.read(&mut buffer[..most]).unwrap();
        assert!(got > 0, "only {seen} bytes came");
        let mut at = 0;
        while at < got {
            let from = ((seen + at as u64) % pattern.len() as u64) as usize;
            let part = (got - at).min(pattern.len() - from);
            assert!(buffer[at..at + part] == pattern[from..from + part], "bytes differ after {seen}");
            at += part;
        }
        seen += got as u64;
    }
}

/// At least `len` bytes of text through `escape | unescape`; `after` follows in the output.
fn there_and_back(len: u64, options: &[&str], after: &'static [u8]) {
    // No character is cut.
    let len = len.next_multiple_of(pattern().len() as u64);
    let mut escape = piped(&[&["escape"], options].concat(), Stdio::piped());
    let mut unescape = piped(&[&["unescape"], options].concat(), escape.stdout.take().unwrap());
    let mut out = unescape.stdout.take().unwrap();
    let reading = std::thread::spawn(move || {
        expect(&mut out, len);
        let mut rest = Vec::new();
        out.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, after);
    });
    let stdin = feed(escape.stdin.take().unwrap(), len);
    // All but the last buffers have passed; both processes still wait for the end of the input.
    for process in [&escape, &unescape] {
        let peak = peak_kib(process);
        println!("{len} bytes, {options:?}: at most {peak} KiB");
        assert!(peak < LIMIT_KIB, "{peak} KiB");
    }
    drop(stdin);
    reading.join().unwrap();
    assert!(escape.wait().unwrap().success() && unescape.wait().unwrap().success());
}

#[test]
fn a_string_of_300_mb_takes_little_memory() {
    there_and_back(300_000_000, &[], b"");
    there_and_back(30_000_000, &["--times", "3"], b"");
    // The text has no NUL, so with `--null` it is one string.
    there_and_back(60_000_000, &["--null"], b"\0");
}

#[test]
fn cleaning_300_mb_takes_little_memory() {
    const LEN: u64 = 300_000_000;
    let len = LEN.next_multiple_of(pattern().len() as u64);
    let mut clean = piped(&["clean"], Stdio::piped());
    let mut out = clean.stdout.take().unwrap();
    let reading = std::thread::spawn(move || expect(&mut out, len));
    let stdin = feed(clean.stdin.take().unwrap(), len);
    let peak = peak_kib(&clean);
    assert!(peak < LIMIT_KIB, "{peak} KiB");
    drop(stdin);
    reading.join().unwrap();
    assert!(clean.wait().unwrap().success());
}

/// At least `len` bytes of text through `escape`, compressed on both sides.
#[test]
fn compressed_text_of_200_mb_takes_little_memory() {
    const LEN: usize = 200_000_000;
    let pattern = pattern();
    for (name, compress, member) in
        [("gzip", "gzip", crate::compressed::gzip(&pattern)), ("zstd", "zstd", crate::compressed::zstd(&pattern))]
    {
        let arguments = ["escape", "--max-ratio", "1000000", "--compress", compress];
        let mut escape = piped(&arguments, Stdio::piped());
        let mut out = escape.stdout.take().unwrap();
        let reading = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()).unwrap());
        let mut stdin = escape.stdin.take().unwrap();
        for _ in 0..LEN.div_ceil(pattern.len()) {
            stdin.write_all(&member).unwrap();
        }
        let peak = peak_kib(&escape);
        println!("{name}: at most {peak} KiB");
        assert!(peak < LIMIT_KIB, "{name}: {peak} KiB");
        drop(stdin);
        assert!(escape.wait().unwrap().success());
        assert!(reading.join().unwrap() > 10_000);
    }
}

/// `text` with a number in place of each `#`, again and again, up to `len` bytes.
fn numbered(text: &str, len: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(len + text.len());
    let mut number = 0;
    while out.len() < len {
        out.extend_from_slice(text.replace('#', &number.to_string()).as_bytes());
        number += 1;
    }
    out
}

/// Commands in constant memory, with the beginning of their input and what follows it again and again. The input does not
/// end before the peak is measured.
const CONSTANT: &[(&str, &str, &str)] = &[
    ("escape", "", "plain \"quoted\" caf\u{e9}\n"),
    ("escape --lines", "", "plain \"quoted\" caf\u{e9}\n"),
    ("unescape", "\"", "plain \\\"quoted\\\" \\u00e9\\n"),
    ("unescape --lines", "", "\"text #\"\n"),
    ("clean", "", "caf\u{e9} \u{20ac}\n"),
    ("check", "", "caf\u{e9} \u{20ac}\n"),
    ("check --format json", "[0", ",{\"name\": [#, \"text\"]}"),
    ("check --format ndjson --all", "", "{\"name\": [#, \"text\"]}\n"),
    ("check --format ion", "", "{name: [#, word, 2024-01-01T]}\n"),
    ("convert --from json --to json --pretty", "[0", ",{\"name\": [#, \"text\"]}"),
    ("convert --from json --to ion", "[0", ",{\"name\": [#, \"text\"]}"),
    ("convert --from json --each --to ndjson", "[0", ",{\"name\": [#, \"text\"]}"),
    ("convert --from ndjson --to ion", "", "{\"name\": [#, \"text\"]}\n"),
    ("convert --from ion --to ndjson", "", "{name: [#, word, 2024-01-01T]}\n"),
    ("convert --from ion --to json", "[0", ", {name: [#, word]}"),
    ("repair --format ndjson --mend trailing-commas", "", "{\"name\": [#, \"text\",]}\n"),
    ("canon --memory 1M", "[0", ",{\"name\": [#, \"text\"], \"again\": 1.0}"),
    ("canon --memory 1M --pretty", "{\"\": 0", ", \"name #\": 0"),
    ("canon --verify", "[0", ",{\"again\":1,\"name\":[#,\"text\"]}"),
    ("unpack --no-sync --force", "{\"file\":\"", "text \\n # "),
];

/// The same for binary Ion, after its version marker.
const CONSTANT_BINARY: &[(&str, &[u8])] = &[
    ("check", b"\xD5\x84\x21\x07\x85\x11\x83abc\x00"),
    ("convert --from ion-binary --to ion", b"\xD5\x84\x21\x07\x85\x11\x83abc\x00"),
    ("inspect", b"\xD5\x84\x21\x07\x85\x11\xE8\x81\x84\xB5\x83abc\x0F\x0E\x86padded"),
    ("inspect --json", b"\xD5\x84\x21\x07\x85\x11\x83abc\x00"),
];

const BINARY_ION: &[u8] = b"\xE0\x01\x00\xEA";

/// Buffers have their size after the first megabytes.
const SIZES: [usize; 2] = [8_000_000, 32_000_000];

/// Peak memory for an input that is not ended.
fn unended_peak(arguments: &str, input: &[u8]) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(SMILL);
    command.args(arguments.split(' ')).current_dir(folder.path()).env("TMPDIR", folder.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let reading = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()).unwrap());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input).unwrap_or_else(|error| {
        panic!("{arguments}: the command has ended: {error}");
    });
    let peak = peak_kib(&child);
    drop(stdin);
    child.wait().unwrap();
    reading.join().unwrap();
    peak
}

#[test]
fn peak_memory_does_not_depend_on_the_length_of_the_input() {
    let text = |begin: &str, again: &str, len| [begin.as_bytes(), &numbered(again, len)].concat();
    let binary = |again: &[u8], len| [BINARY_ION, &again.repeat(len / again.len())].concat();
    let texts = CONSTANT.iter().map(|&(arguments, begin, again)| (arguments, SIZES.map(|len| text(begin, again, len))));
    let binaries = CONSTANT_BINARY.iter().map(|&(arguments, again)| (arguments, SIZES.map(|len| binary(again, len))));
    for (arguments, inputs) in texts.chain(binaries) {
        let [less, more] = inputs.map(|input| unended_peak(arguments, &input));
        println!("{arguments}: {less} KiB for 8 MB, {more} KiB for 32 MB");
        assert!(more < less + 3 * 1024 && more < LIMIT_KIB, "{arguments}: {less} KiB, then {more} KiB");
    }
}

#[test]
#[ignore = "slow: takes about half a minute; make deep runs it"]
fn a_string_of_6_gb_takes_little_memory() {
    // More than 4 GiB in any case.
    there_and_back(if one_in() == 1 { 6_000_000_000 } else { 4_400_000_000 }, &[], b"");
}

/// STRINGMILL_ONE_IN: one case in this many runs.
fn one_in() -> usize {
    std::env::var("STRINGMILL_ONE_IN").map_or(1, |number| number.parse().expect("a number"))
}

/// A huge file among small ones, packed and unpacked.
#[test]
fn packing_a_huge_file_needs_little_memory() {
    const HUGE: u64 = 200_000_000;
    let from = tempfile::tempdir().unwrap();
    let mut file = File::create(from.path().join("huge")).unwrap();
    let pattern = pattern();
    let mut left = HUGE as usize;
    while left > 0 {
        let part = left.min(pattern.len());
        file.write_all(&pattern[..part]).unwrap();
        left -= part;
    }
    for at in 0..100 {
        std::fs::write(from.path().join(format!("small{at}")), "small").unwrap();
    }
    let to = tempfile::tempdir().unwrap();
    let mut pack = Command::new(SMILL)
        .args(["pack", "-j", "4", "."])
        .current_dir(from.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut packed = pack.stdout.take().unwrap();
    let mut unpack =
        Command::new(SMILL).args(["unpack", "--no-sync", "-C"]).arg(to.path()).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = unpack.stdin.take().unwrap();
    // The output of one goes through this test to the other, so that the test can look at both before they end.
    let mut buffer = vec![0; 1 << 16];
    let mut passed = 0;
    let mut looked = false;
    loop {
        let got = packed.read(&mut buffer).unwrap();
        if got == 0 {
            break;
        }
        stdin.write_all(&buffer[..got]).unwrap();
        passed += got as u64;
        if !looked && passed > HUGE {
            looked = true;
            for process in [&pack, &unpack] {
                let peak = peak_kib(process);
                assert!(peak < LIMIT_KIB, "{peak} KiB");
            }
        }
    }
    assert!(looked);
    drop(stdin);
    assert!(pack.wait().unwrap().success() && unpack.wait().unwrap().success());
    expect_file(&to.path().join("huge"), HUGE);
}

fn expect_file(path: &Path, len: u64) {
    assert_eq!(path.metadata().unwrap().len(), len);
    expect(&mut File::open(path).unwrap(), len);
}

/// At least `len` bytes of records through `convert`, between `first` and `last`; returns the length of the output.
fn convert_records(arguments: &[&str], [first, record, last]: [&str; 3], len: usize) -> u64 {
    let mut convert =
        piped(&[&["convert", "--on-loss", "report", "--quiet", "--report"], arguments].concat(), Stdio::piped());
    let mut out = convert.stdout.take().unwrap();
    let reading = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()).unwrap());
    let mut stdin = convert.stdin.take().unwrap();
    let records = record.repeat(10_000);
    stdin.write_all(first.as_bytes()).unwrap();
    for _ in 0..len.div_ceil(records.len()) {
        stdin.write_all(records.as_bytes()).unwrap();
    }
    let peak = peak_kib(&convert);
    println!("{arguments:?}, {len} bytes: at most {peak} KiB");
    assert!(peak < LIMIT_KIB, "{peak} KiB");
    stdin.write_all(last.as_bytes()).unwrap();
    drop(stdin);
    assert!(convert.wait().unwrap().code().is_some_and(|code| code < 2));
    reading.join().unwrap()
}

const ION: &str = "log::{id:0x1F, price:1.50, at:2024-01-01, ok:yes, tags:[a, \"b c\"]}";
const JSON: &str = "{\"id\":31, \"price\":1.50, \"ok\":true, \"tags\":[null, \"b \\u00e9\"]}";

fn convert_much(len: usize) {
    let (ions, jsons) = (format!("{ION},\n"), format!("{JSON},\n"));
    let (ion_list, json_list) = (["[", &ions, "1]"], ["[", &jsons, "1]"]);
    let commented = format!("// a line\n{ION}, /* after */\n");
    let commented_list = ["[", &commented, "1]"];
    let (ion_lines, json_lines) = (format!("{ION}\n"), format!("{JSON}\n"));
    let json_texts = format!("\u{1E}{JSON}\n");
    let conversions = [
        (&["--from", "ion", "--to", "json"][..], ion_list),
        (&["--from", "ion", "--to", "json", "--typed", "--pretty"], ion_list),
        (&["--from", "ion", "--to", "ion"], ion_list),
        (&["--from", "json", "--to", "ion"], json_list),
        (&["--from", "json", "--to", "json"], json_list),
        (&["--from", "json", "--to", "json", "--pretty"], json_list),
        (&["--from", "ion", "--to", "ion", "--pretty", "--comments", "keep", "--width", "80"], commented_list),
        (&["--from", "json", "--to", "json", "--pretty", "--width", "80"], json_list),
        (&["--from", "ion", "--to", "ndjson"], ["", &ion_lines, ""]),
        (&["--from", "ion", "--lines", "--to", "ndjson"], ["", &ion_lines, ""]),
        (&["--from", "ndjson", "--to", "ion"], ["", &json_lines, ""]),
        (&["--from", "ndjson", "--to", "ndjson"], ["", &json_lines, ""]),
        (&["--from", "json", "--each", "--to", "ndjson"], json_list),
        (&["--from", "json", "--each", "--to", "ion"], json_list),
        (&["--from", "ion", "--each", "--to", "ndjson"], ion_list),
        (&["--from", "json-values", "--to", "json-seq"], ["", &json_lines, ""]),
        (&["--from", "json-seq", "--to", "ndjson"], ["", &json_texts, ""]),
    ];
    // With STRINGMILL_ONE_IN, all conversions but the first get a part of the length.
    let part = (len / one_in()).max(len.min(60_000_000));
    for ((arguments, text), len) in conversions.into_iter().zip(std::iter::once(len).chain(std::iter::repeat(part))) {
        assert!(convert_records(arguments, text, len) > len as u64 / 2);
    }
}

#[test]
fn converting_a_huge_list_and_many_values_needs_little_memory() {
    convert_much(60_000_000);
}

/// The memory for an array does not depend on its length.
#[test]
fn items_of_a_300_mb_array_become_lines_in_little_memory() {
    let list = format!("{JSON},\n");
    let arguments = ["--from", "json", "--each", "--to", "ndjson"];
    assert!(convert_records(&arguments, ["[", &list, "1]"], 300_000_000) > 200_000_000);
}

#[test]
#[ignore = "slow: takes minutes; make deep runs it"]
fn converting_2_gb_takes_little_memory() {
    convert_much(2_000_000_000);
}

/// The peak of a conversion of `before`, at least `len` bytes of `piece` over and over, and `after`.
fn peak_of(arguments: &str, [before, piece, after]: [&str; 3], len: usize) -> u64 {
    let arguments: Vec<_> = ["convert", "--on-loss", "allow"].into_iter().chain(arguments.split(' ')).collect();
    let mut convert = piped(&arguments, Stdio::piped());
    let mut out = convert.stdout.take().unwrap();
    let mut stdin = convert.stdin.take().unwrap();
    let pieces = piece.repeat((1 << 16) / piece.len());
    let text = [before, &pieces.repeat(len / pieces.len()), after].concat();
    let writing = std::thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    // The output is about as long as the input. Most of it is read: the process has passed its peak and waits until the
    // rest is read.
    let (mut buffer, mut seen) = (vec![0; 1 << 16], 0);
    while seen < len / 4 * 3 {
        let got = out.read(&mut buffer).unwrap();
        assert!(got > 0, "{arguments:?}: only {seen} bytes came");
        seen += got;
    }
    let peak = peak_kib(&convert);
    std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    writing.join().unwrap();
    assert!(convert.wait().unwrap().success(), "{arguments:?}");
    peak
}

/// Bytes of memory for each byte of one long value. `docs/ion.md` has the table.
#[test]
fn a_long_value_needs_the_memory_that_the_page_states() {
    let (plain, escaped) = (["\"", "plain words caf\u{e9} ", "\" \n"], ["\"", "a\\nb\\\"c d ", "\" \n"]);
    let typed = ["[\"", "plain words caf\u{e9} ", "\", 1]\n"];
    let name = ["{\"", "a name ", "\":1}\n"];
    let number = ["[1", "2345678901234567", "]\n"];
    let blob = ["{{", "YWJjYWJjYWJj", "}} \n"];
    let cases = [
        ("--from json --to ion", plain, 0.1),
        ("--from json --to ion", escaped, 0.1),
        ("--from ndjson --to ion --typed", typed, 2.5),
        ("--from json --to ion", name, 2.5),
        ("--from json --to ion", number, 2.5),
        ("--from json --to json", plain, 0.1),
        ("--from json --to json --pretty", escaped, 0.1),
        ("--from json --to json", number, 0.1),
        ("--from ndjson --to ndjson", plain, 2.5),
        ("--from ndjson --to ion", plain, 2.5),
        ("--from ion --to json", plain, 3.5),
        ("--from ion --to json", escaped, 4.5),
        ("--from ion --to ion", plain, 3.5),
        ("--from ion --to ion", escaped, 4.5),
        ("--from ion --to json", blob, 5.0),
        ("--from ion --to ion", name, 3.5),
        ("--from ion --to ndjson --lines", plain, 3.5),
        ("--from json --to json --pretty --width 80", ["[[\"", "plain words ", "\"]]\n"], 0.1),
        ("--from ion --to ion --pretty --width 80", ["[[\"", "plain words ", "\"]]\n"], 4.5),
        ("--from ion --to ion --pretty --comments keep", ["/*", " words of a comment", "*/ 1\n"], 5.5),
    ];
    let mut wrong = Vec::new();
    for (arguments, parts, most) in cases {
        const LEN: usize = 9_000_000;
        let [once, twice] = [LEN, 2 * LEN].map(|len| peak_of(arguments, parts, len));
        let each = (twice.saturating_sub(once) * 1024) as f64 / LEN as f64;
        println!("{each:5.2} bytes a byte, {twice} KiB: {arguments} {}", parts.concat());
        if each > most {
            wrong.push(format!("{each:.2} bytes a byte, not {most}: {arguments} {}", parts.concat()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
