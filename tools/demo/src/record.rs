//! The table for people, and the record behind it.

use crate::race::Result as Timed;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The table, with what ran above it.
pub(crate) fn report(results: &[Timed], facts: &[String]) -> String {
    let mut out = facts.join("\n");
    let rounds = results.first().map_or(0, |result| result.seconds.len());
    let bytes = results.first().map_or(0, |result| result.bytes);
    let _ = writeln!(
        out,
        "\ncorpus: {:.1} MB; median of {rounds} interleaved rounds, output to /dev/null\n",
        bytes as f64 / 1e6
    );
    let median = |name: &str| results.iter().find(|result| result.runner.name == name).map(Timed::median);
    let (Some(ours), Some(cat)) = (median("smill pack"), median("cat")) else { return out };
    let _ = writeln!(
        out,
        "{:<20}{:>8}  {:>15}  {:>10}  {:>12}  does",
        "command", "MB/s", "lowest-highest", "time / cat", "smill faster"
    );
    for result in results {
        let (low, high) = result.seconds.iter().fold((f64::MAX, 0f64), |(low, high), s| (low.min(*s), high.max(*s)));
        let spread = format!("{:.0}-{:.0}", result.rate(high), result.rate(low));
        let _ = writeln!(
            out,
            "{:<20}{:>8.0}  {:>15}  {:>9.2}x  {:>11.1}x  {}",
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
pub(crate) fn write(record: &Path, results: &[Timed], report: &str) -> io::Result<PathBuf> {
    let mut rows = "command,round,seconds,bytes\n".to_owned();
    for result in results {
        for (round, seconds) in result.seconds.iter().enumerate() {
            let _ = writeln!(rows, "{},{},{seconds:.6},{}", result.runner.name, round + 1, result.bytes);
        }
    }
    let text = record.with_extension("txt");
    fs::create_dir_all(record.parent().unwrap_or(record))?;
    fs::write(record.with_extension("csv"), rows)?;
    fs::write(&text, report)?;
    Ok(text)
}
