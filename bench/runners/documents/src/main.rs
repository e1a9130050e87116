//! JSON documents, read by each subject in turn in one process. Prints MB/s, the best of many rounds, so that only the ratios of a
//! row count; fails if the subjects do not see the same number of values.
//!
//! Five subjects are ours: `check` gives the verdict alone; `events` reads all events, each text as a slice; `floats` also reads each
//! number as a float; `tape` fills tapes of 1,024 entries; `skip` skips the members of the outermost container. A subject of a peer
//! is named by the peer and the task: `ign` reads and drops by serde, `val` and `simd-tape` build a document. All subjects judge every
//! byte. Ours and simd-json choose instructions when they run, sonic-rs when it is compiled: sonic-rs is fastest with
//! `RUSTFLAGS=-Ctarget-cpu=native`.

mod subjects;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use subjects::SUBJECTS;

const ROUNDS: u32 = 9;
const SAMPLE: Duration = Duration::from_millis(12);

fn main() -> ExitCode {
    let mut arguments: Vec<_> = std::env::args().skip(1).collect();
    let quick = arguments.first().is_some_and(|first| first == "--quick");
    arguments.drain(..usize::from(quick));
    let mut files: Vec<PathBuf> = arguments.iter().flat_map(|folder| json_files(folder)).collect();
    files.sort();
    if files.is_empty() {
        eprintln!("bench-json: no folder of .json files is given; `stringmill-demo shapes` makes some");
        return ExitCode::from(2);
    }
    print!("{:24} {:>9}", "file", "bytes");
    SUBJECTS.iter().for_each(|subject| print!(" {:>10}", subject.name));
    println!();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = match std::fs::read(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("error: {}: {error}", file.display());
                return ExitCode::FAILURE;
            }
        };
        let counts: Vec<_> =
            SUBJECTS.iter().filter(|subject| subject.counts).map(|subject| (subject.run)(&text)).collect();
        if counts.iter().any(|count| *count != counts[0]) {
            eprintln!("error: {name}: the subjects see {counts:?} values");
            return ExitCode::FAILURE;
        }
        if !quick {
            print!("{name:24} {:>9}", text.len());
            speeds(&text).iter().for_each(|speed| print!(" {speed:>10.0}"));
            println!();
        }
    }
    ExitCode::SUCCESS
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
