//! Times commands over the same files, turn by turn, so that a slow moment of the machine meets all of them.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Timed rounds; one more before them warms the caches and is not counted.
const ROUNDS: usize = 5;

/// One command of the race.
pub(crate) struct Runner {
    /// What the table calls it.
    pub(crate) name: &'static str,
    /// What it does, for the table.
    pub(crate) does: &'static str,
    /// What the shell runs in the folder above the corpus: `$1` is the corpus, `$2` a list of its files, parted by NUL.
    command: &'static str,
}

/// The first is the one that the others are compared with.
pub(crate) const RUNNERS: &[Runner] = &[
    Runner { name: "smill pack", does: "one JSON object, a string for each file", command: "smill pack \"$1\"" },
    Runner { name: "smill pack -j 1", does: "the same on one thread", command: "smill pack -j 1 \"$1\"" },
    Runner { name: "cat", does: "copies the files; the list is made before", command: "xargs -0 cat <\"$2\"" },
    Runner {
        name: "find | sort | cat",
        does: "the same, and finds the files as smill must",
        command: "find \"$1\" -type f -print0 | LC_ALL=C sort -z | xargs -0 cat",
    },
    Runner {
        name: "cat | jq -Rs .",
        does: "all files as one single string",
        command: "xargs -0 cat <\"$2\" | jq -Rs .",
    },
    Runner { name: "python3", does: "json.dumps, one object as smill", command: "python3 \"$PEER\" \"$1\"" },
];

/// How long a command took.
pub(crate) struct Result {
    pub(crate) runner: &'static Runner,
    /// Seconds of each timed round.
    pub(crate) seconds: Vec<f64>,
    /// Bytes of text that it took in.
    pub(crate) bytes: u64,
}

impl Result {
    /// Seconds of the middle round.
    pub(crate) fn median(&self) -> f64 {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }

    /// Millions of bytes in a second, where a round took `seconds`.
    pub(crate) fn rate(&self, seconds: f64) -> f64 {
        self.bytes as f64 / 1e6 / seconds
    }
}

/// Runs all commands over `folder`. Their output goes to /dev/null; `out` is for the list of files.
pub(crate) fn run(folder: &Path, out: &Path) -> io::Result<Vec<Result>> {
    let list = out.join("corpus.list");
    let bytes = write_list(folder, &list)?;
    let mut results: Vec<Result> = RUNNERS.iter().map(|runner| Result { runner, seconds: Vec::new(), bytes }).collect();
    for round in 0..=ROUNDS {
        for result in &mut results {
            let seconds = time(result.runner, folder, &list)?;
            if round > 0 {
                result.seconds.push(seconds);
            }
        }
        eprintln!("round {round} of {ROUNDS}{}", if round == 0 { ", not counted" } else { "" });
    }
    Ok(results)
}

fn time(runner: &Runner, folder: &Path, list: &Path) -> io::Result<f64> {
    let start = Instant::now();
    let arguments: [&OsStr; 6] = [
        "-o".as_ref(),
        "pipefail".as_ref(),
        "-c".as_ref(),
        runner.command.as_ref(),
        folder.as_os_str(),
        list.as_os_str(),
    ];
    let status =
        Command::new("bash").args(&arguments[..4]).arg("race").args(&arguments[4..]).stdout(Stdio::null()).status()?;
    let seconds = start.elapsed().as_secs_f64();
    if !status.success() {
        return Err(io::Error::other(format!("'{}' ended with {status}", runner.command)));
    }
    Ok(seconds)
}

/// Writes the paths of all files below `folder` to `list`, in order; returns the sum of their lengths.
fn write_list(folder: &Path, list: &Path) -> io::Result<u64> {
    let (mut paths, mut bytes) = (Vec::new(), 0);
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                bytes += entry.metadata()?.len();
                paths.push(entry.path().into_os_string().into_encoded_bytes());
            }
        }
    }
    paths.sort();
    fs::write(list, [paths.join(&0), vec![0]].concat())?;
    Ok(bytes)
}
