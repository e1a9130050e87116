//! Times commands over the same files, turn by turn, so that a slow moment of the machine meets all of them.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Timed rounds; one more before them warms the caches and is not counted.
const ROUNDS: usize = 5;

/// One command of a race.
pub(crate) struct Runner {
    /// Its name in the table.
    pub(crate) name: &'static str,
    /// Its work, for the table.
    pub(crate) does: &'static str,
    /// The shell command; the arguments of the race are `$1`, `$2` and so on.
    pub(crate) command: &'static str,
}

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

    /// MB/s of a round that took `seconds`.
    pub(crate) fn rate(&self, seconds: f64) -> f64 {
        self.bytes as f64 / 1e6 / seconds
    }
}

/// The input of a race, and the results of its commands.
pub(crate) type Race = (&'static str, Vec<Result>);

/// Runs all commands with these arguments, which stand for `bytes` bytes of text; their output goes to /dev/null. Skips a
/// command that is not installed, with a message.
pub(crate) fn run(runners: &'static [Runner], words: &[&OsStr], bytes: u64) -> io::Result<Vec<Result>> {
    let (here, missing): (Vec<_>, Vec<_>) = runners.iter().partition(|runner| is_here(runner));
    for runner in missing {
        println!("{}: not run (its first word is no command here)", runner.name);
    }
    let result = |runner| Result { runner, seconds: Vec::new(), bytes };
    let mut results: Vec<Result> = here.into_iter().map(result).collect();
    for round in 0..=ROUNDS {
        for result in &mut results {
            let seconds = time(result.runner, words)?;
            if round > 0 {
                result.seconds.push(seconds);
            }
        }
        eprintln!("round {round} of {ROUNDS}{}", if round == 0 { ", not counted" } else { "" });
    }
    Ok(results)
}

/// Whether the first program of a command can be found.
fn is_here(runner: &Runner) -> bool {
    let program = runner.command.split(' ').next().unwrap_or_default();
    let found = Command::new("bash").args(["-c", "command -v \"$1\"", "race", program]).stdout(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

fn time(runner: &Runner, words: &[&OsStr]) -> io::Result<f64> {
    let start = Instant::now();
    let mut shell = Command::new("bash");
    shell.args(["-o", "pipefail", "-c", runner.command, "race"]).args(words);
    let status = shell.stdout(Stdio::null()).status()?;
    let seconds = start.elapsed().as_secs_f64();
    if !status.success() {
        return Err(io::Error::other(format!("'{}' ended with {status}", runner.command)));
    }
    Ok(seconds)
}
