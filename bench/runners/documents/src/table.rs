//! The figures as text: columns for a terminal, and tables for a page.

use crate::subjects::SUBJECTS;
use std::fmt::Write as _;

/// MB/s of each subject on a file.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) len: usize,
    pub(crate) speeds: Vec<f64>,
}

impl Row {
    /// The speed of a subject.
    fn of(&self, name: &str) -> f64 {
        let subjects = SUBJECTS.iter().zip(&self.speeds);
        subjects.filter(|(subject, _)| subject.name == name).map(|(_, &speed)| speed).next().unwrap_or(f64::NAN)
    }
}

/// A task: our subject, and the subjects of peers that do the same or more.
const TASKS: [(&str, &[&str]); 5] = [
    ("tape", &["sonic-val", "simd-tape", "yyjson", "simdjson"]),
    ("c-tape", &["yyjson", "simdjson"]),
    ("events", &["sonic-ign", "sonic-val", "simd-tape", "yyjson", "simdjson"]),
    ("floats", &["ondemand"]),
    ("skip", &["od-skip"]),
];

pub(crate) fn columns(rows: &[Row]) -> String {
    let mut out = format!("{:24} {:>9}", "file", "bytes");
    SUBJECTS.iter().for_each(|subject| _ = write!(out, " {:>10}", subject.name));
    for row in rows {
        _ = write!(out, "\n{:24} {:>9}", row.name, row.len);
        row.speeds.iter().for_each(|speed| _ = write!(out, " {speed:>10.0}"));
    }
    out + "\n"
}

/// MB/s.
pub(crate) fn speeds(rows: &[Row]) -> String {
    let mut out = head("MB/s", SUBJECTS.iter().map(|subject| subject.name));
    for row in rows {
        line(&mut out, &row.name, row.speeds.iter().map(|speed| format!("{speed:.0}")));
    }
    out
}

/// For each task how many times as fast as the fastest peer, which is named.
pub(crate) fn ratios(rows: &[Row]) -> String {
    let mut out = head("times as fast", TASKS.iter().map(|(ours, _)| *ours));
    for row in rows {
        let cells = TASKS.iter().map(|(ours, peers)| {
            let peer = peers.iter().max_by(|one, other| row.of(one).total_cmp(&row.of(other))).unwrap_or(&"");
            format!("{:.2} {peer}", row.of(ours) / row.of(peer))
        });
        line(&mut out, &row.name, cells);
    }
    out
}

/// The first two lines of a table.
pub(crate) fn head<'n>(first: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
    let mut out = String::new();
    line(&mut out, first, names.clone().map(|name| format!("`{name}`")));
    line(&mut out, "---", names.map(|_| "---:".to_string()));
    out
}

pub(crate) fn line(out: &mut String, first: &str, cells: impl Iterator<Item = String>) {
    _ = writeln!(out, "| {first} | {} |", cells.collect::<Vec<_>>().join(" | "));
}
