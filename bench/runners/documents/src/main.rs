//! JSON documents, read by each subject in turn in one process. Prints MB/s, the best of many rounds, so that only the ratios of a
//! row count; fails if the subjects do not see the same number of values.
//!
//! Seven subjects are ours: `check` gives the verdict alone; `events` reads all events, each text as a slice; `floats` also reads each
//! number as a float; `tape` fills tapes of 1,024 entries; `skip` skips the members of the outermost container; `c-events` and `c-tape`
//! are `events` and `tape` through the C API. A subject of a peer is named by the peer and the task: `ign` reads and drops by serde;
//! `val`, `simd-tape`, `yyjson` and `simdjson` (its DOM) build a document; `ondemand` reads each value, numbers as floats, and
//! `od-skip` the members of the outermost container. `judgement.rs` finds out what each subject refuses, and
//! `rules.rs` what rules beyond RFC 8259 cost.
//!
//! Ours, simd-json and the DOM of simdjson choose instructions when they run, sonic-rs and On-Demand when they are compiled: they are
//! fastest with `RUSTFLAGS=-Ctarget-cpu=native`, with which `tools/run bench-json --record` builds.

mod judgement;
mod native;
mod padding;
mod rules;
mod subjects;
mod table;

use padding::padded;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use subjects::SUBJECTS;

const ROUNDS: u32 = 9;
const SAMPLE: Duration = Duration::from_millis(12);

fn main() -> ExitCode {
    let mut arguments: Vec<_> = std::env::args().skip(1).collect();
    let mode = arguments.first().filter(|first| first.starts_with("--")).cloned().unwrap_or_default();
    arguments.drain(..usize::from(!mode.is_empty()));
    if mode == "--refuses" {
        return if judgement::refuses(&arguments[0], &arguments[1]) { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    }
    if mode == "--verdicts" {
        return match judgement::table() {
            Ok(table) => {
                print!("{table}");
                ExitCode::SUCCESS
            }
            Err(error) => failure(&error),
        };
    }
    let mut files: Vec<PathBuf> = arguments.iter().flat_map(|folder| json_files(folder)).collect();
    files.sort();
    if files.is_empty() {
        eprintln!("bench-json: no folder of .json files is given; `stringmill-demo shapes` makes some");
        return ExitCode::from(2);
    }
    if mode == "--rules" {
        return match rules::texts(&files) {
            Ok(texts) => {
                print!("{}", rules::table(&texts));
                ExitCode::SUCCESS
            }
            Err(error) => failure(&error),
        };
    }
    let mut rows = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match row(&file, mode != "--quick") {
            Ok((len, speeds)) => rows.push(table::Row { name, len, speeds }),
            Err(says) => {
                eprintln!("error: {name}: {says}");
                return ExitCode::FAILURE;
            }
        }
    }
    match &*mode {
        "--quick" => {}
        "--table" => print!("{}\n{}", table::speeds(&rows), table::ratios(&rows)),
        _ => print!("{}", table::columns(&rows)),
    }
    ExitCode::SUCCESS
}

fn failure(error: &std::io::Error) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

/// The length of a file, and MB/s of each subject if it `is_timed`.
fn row(file: &PathBuf, is_timed: bool) -> Result<(usize, Vec<f64>), String> {
    let (bytes, len) = padded(std::fs::read(file).map_err(|error| error.to_string())?);
    let text = &bytes[..len];
    let mut counts = Vec::new();
    for subject in SUBJECTS {
        let count = (subject.run)(text).ok_or_else(|| format!("{} refuses it", subject.name))?;
        counts.extend(subject.counts.then_some(count));
    }
    if counts.iter().any(|count| *count != counts[0]) {
        return Err(format!("the subjects see {counts:?} values"));
    }
    Ok((len, if is_timed { speeds(text) } else { Vec::new() }))
}

fn json_files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "json")).collect()
}

/// MB/s of each subject.
fn speeds(text: &[u8]) -> Vec<f64> {
    let mut best = vec![Duration::MAX; SUBJECTS.len()];
    for _ in 0..ROUNDS {
        for (subject, best) in SUBJECTS.iter().zip(&mut best) {
            let (begin, mut runs) = (Instant::now(), 0);
            while begin.elapsed() < SAMPLE || runs == 0 {
                let begin = Instant::now();
                std::hint::black_box((subject.run)(std::hint::black_box(text)));
                *best = (*best).min(begin.elapsed());
                runs += 1;
            }
        }
    }
    best.iter().map(|best| text.len() as f64 / best.as_secs_f64() / 1e6).collect()
}
