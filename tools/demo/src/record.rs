//! The table of a race, and its record as CSV.

use crate::race::{Race, Result as Timed};
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The lines above the tables: machine and versions.
pub(crate) fn head(facts: &[String]) -> String {
    facts.join("\n") + "\n"
}

/// The table of a race; `about` names its input.
pub(crate) fn table(about: &str, results: &[Timed]) -> String {
    let mut out = String::new();
    let rounds = results.first().map_or(0, |result| result.seconds.len());
    let bytes = results.first().map_or(0, |result| result.bytes);
    let _ = writeln!(
        out,
        "{about}: {:.1} MB; median of {rounds} interleaved rounds, output to /dev/null\n",
        bytes as f64 / 1e6
    );
    let cat = results.iter().find(|result| result.runner.name == "cat").map(Timed::median);
    let (Some(ours), Some(cat)) = (results.first().map(Timed::median), cat) else { return out };
    let _ = writeln!(
        out,
        "{:<24}{:>8}  {:>15}  {:>10}  {:>12}  does",
        "command", "MB/s", "lowest-highest", "time / cat", "smill faster"
    );
    for result in results {
        let (low, high) = result.seconds.iter().fold((f64::MAX, 0f64), |(low, high), s| (low.min(*s), high.max(*s)));
        let spread = format!("{:.0}-{:.0}", result.rate(high), result.rate(low));
        let _ = writeln!(
            out,
            "{:<24}{:>8.0}  {:>15}  {:>9.2}x  {:>11.1}x  {}",
            result.runner.name,
            result.rate(result.median()),
            spread,
            result.median() / cat,
            result.median() / ours,
            result.runner.does
        );
    }
    out
}

/// Writes `record`.csv with every round and `record`.txt with the report; returns the path of the latter.
pub(crate) fn write(record: &Path, races: &[Race], report: &str) -> io::Result<PathBuf> {
    let mut rows = "race,command,round,seconds,bytes\n".to_owned();
    for (about, result) in races.iter().flat_map(|(about, results)| results.iter().map(move |result| (about, result))) {
        for (round, seconds) in result.seconds.iter().enumerate() {
            let _ = writeln!(rows, "\"{about}\",{},{},{seconds:.6},{}", result.runner.name, round + 1, result.bytes);
        }
    }
    let text = record.with_extension("txt");
    fs::create_dir_all(record.parent().unwrap_or(record))?;
    fs::write(record.with_extension("csv"), rows)?;
    fs::write(&text, report)?;
    Ok(text)
}
