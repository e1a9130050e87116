//! Refused memory: under limits of many sizes each command either does all its work or ends with exit code 5 and a
//! message. Nothing wrong is written, and no signal ends it.

use crate::compressed::{gzip, zstd};
use crate::running::SMILL;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

const MIB: usize = 1 << 20;

/// Bytes of the longest strings.
fn long() -> usize {
    if std::env::var("STRINGMILL_ONE_IN").is_ok() { 12 * MIB } else { 64 * MIB }
}

/// Commands, and the file that each reads from standard input.
const CASES: &[(&str, &str)] = &[
    ("check", "string"),
    ("check --all", "bad"),
    ("check --format json", "string"),
    ("check --format json --max-depth 4294967296", "deep"),
    ("check --format json --max-depth 3000000", "deep"),
    ("check --format ndjson --rejects bad-lines --pass", "lines"),
    ("check --format ion", "string"),
    ("check --format ion --max-depth 3000000", "deep"),
    ("check --format ion", "symbols"),
    ("check --format ion", "names"),
    ("check --format ion", "annotations"),
    ("check --format ion", "blob"),
    ("convert --from json --to ion", "string"),
    ("convert --from json --to ion", "escapes"),
    ("convert --from json --to ion", "members"),
    ("convert --from json --to ion --max-depth 3000000", "deep"),
    ("convert --from json --to json --pretty --max-depth 3000", "string"),
    ("convert --from ion --to json", "string"),
    ("convert --from ion --to json", "escapes"),
    ("convert --from ion --to json", "members"),
    ("convert --from ion --to json", "blob"),
    ("convert --from ion --to json", "clob"),
    ("convert --from ion --to json --max-depth 3000000", "deep"),
    ("convert --from ion --to ndjson --typed", "symbols"),
    ("convert --from ion --to ion", "string"),
    ("convert --from ion --to ion", "gaps"),
    ("convert --from ion --to ion --pretty", "blob"),
    ("convert --from ion --to ion --pretty --comments keep --width 80", "blob"),
    ("convert --from ndjson --to ion --typed", "typed"),
    ("convert --from ndjson --to ion --rejects bad-lines", "lines"),
    ("convert --from ndjson --to ndjson --rejects bad-lines", "lines"),
    ("convert --from ion --lines --to ndjson --rejects bad-lines", "lines"),
    ("convert --from ion --lines --to ion --rejects bad-lines", "lines"),
    ("repair", "string"),
    ("repair --max-depth 3000000", "deep"),
    ("repair --format ndjson --rejects bad-lines", "lines"),
    ("canon", "string"),
    ("canon --memory 4M", "members"),
    ("canon --memory 2G --max-depth 3000000", "deep"),
    ("canon", "members"),
    ("escape --times 12", "empty"),
    ("escape", "string"),
    ("escape", "bad"),
    ("clean -c", "bad"),
    ("clean", "string"),
    ("escape", "gzip"),
    ("escape", "zstd"),
    ("escape --compress gzip", "string"),
    ("escape --compress zstd", "string"),
    ("unescape", "string"),
    ("pack -j 4 folder", "empty"),
    ("pack -j 256 folder", "empty"),
    ("pack -0", "list"),
    ("unpack -C out", "packed"),
    ("unpack -C out --no-sync", "packed"),
    ("completions bash", "empty"),
    ("man smill", "empty"),
];

/// Writes all inputs into `folder`.
fn inputs(folder: &Path) {
    let put = |name: &str, parts: &[&str]| fs::write(folder.join(name), parts.concat()).unwrap();
    let some = long() / 4;
    let numbered = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    put("empty", &[]);
    put("string", &["\"", &"plain words caf\u{e9} ".repeat(long() / 18), "\"\n"]);
    put("escapes", &["\"", &"a \\\"quoted\\\" \\\\ \\n \\u00e9 \\ud83d\\ude00 ".repeat(some / 40), "\"\n"]);
    put("deep", &[&"[".repeat(2_000_000), &"]".repeat(2_000_000)]);
    put("members", &["{", &numbered(some / 40, &|at| format!("\"a name of some length {at}\":{at},")), "\"z\":0}"]);
    let texts = numbered(some / 20, &|at| format!("\"symbol {at}\","));
    put("symbols", &["$ion_symbol_table::{symbols:[", &texts, "]} $10 $11"]);
    put("gaps", &["$ion_symbol_table::{symbols:[", &texts, "null]} $", &(10 + some / 20).to_string()]);
    put("names", &["{'", &"n\\x41 ".repeat(some / 6), "':1}"]);
    put("annotations", &[&"a::".repeat(some / 12), "1"]);
    put("blob", &["{{", &"YWJj".repeat(some / 4), "}}"]);
    put("clob", &["{{\"", &"plain \\x7F words ".repeat(some / 17), "\"}}"]);
    put(
        "typed",
        &["{\"$ion_blob\":\"", &"YWJj".repeat(some / 4), "\"}\n{\"$ion_clob\":\"", &"clob ".repeat(some / 5), "\"}\n"],
    );
    let line = format!("\"{}\"", "plain words ".repeat(some / 12));
    put("lines", &["1\n", &line, "\n2\n[", &line, "\n{\"a\":[", &line, "]}\nnone of it\n3\n"]);
    fs::write(folder.join("bad"), b"text \xE1\x80 and more \xFF\n".repeat(some / 2000)).unwrap();
    let text = fs::read(folder.join("string")).unwrap();
    fs::write(folder.join("gzip"), gzip(&text)).unwrap();
    fs::write(folder.join("zstd"), zstd(&text)).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    for at in 0..2000 {
        let sub = folder.join(format!("folder/{}", at % 40));
        fs::create_dir_all(&sub).unwrap();
        fs::write(sub.join(format!("a file of which the name has some length {at}")), "text").unwrap();
    }
    let paths = fs::read_dir(folder.join("folder/7")).unwrap().map(|it| it.unwrap().path());
    let mut list: Vec<String> = paths.map(|path| format!("{}\0", path.display())).collect();
    list.push("./".repeat(1000) + "empty\0");
    put("list", &[&list.concat()]);
    let files = numbered(1500, &|at| format!("\"folder {}/the name of a file {at}\":\"text\\n\",", at % 30));
    put("packed", &["{", &files, "\"z\":\"", &"plain words ".repeat(some / 120), "\"}"]);
}

/// The files that a run left.
#[derive(Debug, PartialEq, Eq)]
struct Left {
    code: Option<i32>,
    signal: Option<i32>,
    out: Vec<u8>,
    err: String,
    /// Files that have a name of their own.
    files: BTreeMap<String, Vec<u8>>,
}

/// Runs a case in `folder` with at most this many KiB of memory.
fn run(folder: &Path, (arguments, input): (&str, &str), limit: Option<usize>) -> Left {
    let limited = match limit {
        Some(kib) => format!("ulimit -v {kib} && exec \"$0\" \"$@\""),
        None => "exec \"$0\" \"$@\"".to_owned(),
    };
    // The time limit turns a thread that waits for itself into a failure of this case.
    let output = Command::new("timeout")
        .args(["--signal=KILL", "120", "sh", "-c", &limited, SMILL])
        .args(arguments.split(' '))
        .current_dir(folder)
        // With a backtrace a panic needs more memory.
        .env("RUST_BACKTRACE", "1")
        .stdin(fs::File::open(folder.join(input)).unwrap())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let mut files = BTreeMap::new();
    for name in ["out", "bad-lines", "bad-lines.reasons"] {
        collect(&folder.join(name), &mut files);
    }
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    Left { code: output.status.code(), signal: output.status.signal(), out: output.stdout, err, files }
}

/// Moves the file at `path`, or all files below it, into `files`.
fn collect(path: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            collect(&entry.unwrap().path(), files);
        }
        fs::remove_dir(path).unwrap();
    } else if let Ok(bytes) = fs::read(path) {
        let name = path.file_name().unwrap().to_string_lossy();
        // A temporary is no file of the output yet.
        if !name.starts_with(".smill-") {
            files.insert(path.to_string_lossy().into_owned(), bytes);
        }
        fs::remove_file(path).unwrap();
    }
}

/// The least memory with which the command starts.
fn start(folder: &Path) -> usize {
    let starts = |kib: &usize| run(folder, ("--version", "empty"), Some(*kib)).code == Some(0);
    (1024..).step_by(256).find(starts).unwrap()
}

/// The fault of `left`, a run that neither was complete nor ended with an error.
fn wrong(left: &Left, whole: &Left) -> Option<String> {
    let Left { code, signal, out, err, files } = left;
    if code == &whole.code {
        let same = (out, files) == (&whole.out, &whole.files);
        return (!same).then(|| "wrote something else".to_owned());
    }
    let some = || {
        let (out, all) = (&out[..out.len().min(200)], &whole.out[..whole.out.len().min(200)]);
        format!("{} instead of {}", out.escape_ascii(), all.escape_ascii())
    };
    match code {
        Some(5) if !whole.out.starts_with(out) => Some(format!("wrote what is no part of the output: {}", some())),
        Some(5) if files.iter().any(|(name, bytes)| whole.files.get(name) != Some(bytes)) => {
            Some(format!("left a file that is not whole: {:?}", files.keys()))
        }
        Some(5) if err.contains("error") => None,
        _ => Some(format!("ended with {code:?}, signal {signal:?}: {err}")),
    }
}

#[test]
fn every_command_does_its_work_or_says_that_memory_was_refused() {
    let folder = tempfile::tempdir().unwrap();
    inputs(folder.path());
    let least = start(folder.path());
    // With STRINGMILL_ONE_IN, fewer limits.
    let step = if std::env::var("STRINGMILL_ONE_IN").is_ok() { 4.0 } else { 2.0 };
    let (mut failed, mut refused, mut done) = (Vec::new(), 0, 0);
    for case in CASES {
        let whole = run(folder.path(), *case, None);
        assert!(matches!(whole.code, Some(0 | 1 | 3)), "{case:?}: {:?} {}", whole.code, whole.err);
        let mut more = 128.0;
        while more < (4 * long() / 1024 + (256 << 10)) as f64 {
            let limit = least + more as usize;
            let left = run(folder.path(), *case, Some(limit));
            match left.code {
                Some(5) => refused += 1,
                _ => done += 1,
            }
            if let Some(wrong) = wrong(&left, &whole) {
                failed.push(format!("{case:?} with {limit} KiB {wrong}"));
            }
            more *= step;
        }
    }
    println!("from {least} KiB on: {done} runs did all their work, {refused} were refused memory");
    assert!(failed.is_empty(), "{} runs: {failed:#?}", failed.len());
    assert!(refused > CASES.len() && done > CASES.len(), "{refused} refused, {done} done");
}

/// The limits at which a thread starts, but then gets no memory, are narrow.
#[test]
fn threads_without_memory_end_the_command() {
    let folder = tempfile::tempdir().unwrap();
    inputs(folder.path());
    let least = start(folder.path());
    let step = if std::env::var("STRINGMILL_ONE_IN").is_ok() { 64 } else { 8 };
    let mut failed = Vec::new();
    for case in CASES.iter().filter(|case| case.0.contains("--rejects")) {
        let whole = run(folder.path(), *case, None);
        for more in (4096..12288).step_by(step) {
            let left = run(folder.path(), *case, Some(least + more));
            if let Some(wrong) = wrong(&left, &whole) {
                failed.push(format!("{case:?} with {} KiB {wrong}", least + more));
            }
        }
    }
    assert!(failed.is_empty(), "{} runs: {failed:#?}", failed.len());
}
