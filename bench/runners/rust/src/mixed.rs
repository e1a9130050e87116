//! Tables of a process that writes all kinds of text: all its ratios, and what a service writes.

use crate::folder::from_toml;
use crate::row::Row;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write;
use stringmill_measure::length_name;

/// The rows of `bench/cases/java-docs.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Docs {
    row: Vec<Named>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    /// Operation, content and length, with commas.
    case: String,
}

const OPERATION: &str = "mixed ";
const NOT_SLOWER: f64 = 0.97;

/// The tables of the docs, one for each release of Java: nanoseconds, and how many times faster. Nothing without such rows.
pub(crate) fn service(rows: &[Row]) -> Result<String, String> {
    let mut out = String::new();
    let releases: BTreeSet<&str> =
        rows.iter().filter(|row| row.operation.starts_with(OPERATION)).map(|row| &*row.variant).collect();
    for release in releases {
        let java = release.trim_start_matches("jdk");
        // Writing to a string cannot fail.
        let _ =
            writeln!(out, "\n| Java {java}: ns of a string or object | Jackson | stringmill | stringmill at best |");
        out.push_str("|---|---:|---:|---:|\n");
        for Named { name, case } in from_toml::<Docs>("cases/java-docs.toml")?.row {
            let here: Vec<&Row> = rows.iter().filter(|row| row.is_of(&case, release)).collect();
            let Some((ours, peer)) = pair(&here, &["default"]) else { continue };
            let best = pair(&here, &["best", "native", "default"]).unwrap_or((ours, peer));
            let stock = whole(peer.timing.median);
            let _ = writeln!(out, "| {name} | {stock} | {} | {} |", faster((ours, peer)), faster(best));
        }
    }
    Ok(out)
}

/// Our row with the first of these kernels that was measured, and the peer's row beside it.
fn pair<'a>(here: &[&'a Row], kernels: &[&str]) -> Option<(&'a Row, &'a Row)> {
    kernels.iter().find_map(|kernels| {
        let ours = here.iter().find(|row| row.subject == format!("stringmill {kernels}"))?;
        let peer = here.iter().find(|row| row.is_peer() && row.stands_beside(&ours.subject))?;
        Some((*ours, *peer))
    })
}

fn faster((ours, peer): (&Row, &Row)) -> String {
    format!("{} ({:.2})", whole(ours.timing.median), peer.timing.median / ours.timing.median)
}

/// Without a fraction, and with commas.
fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl Row {
    fn is_of(&self, case: &str, release: &str) -> bool {
        format!("{},{},{}", self.operation, self.content, self.length) == case && self.variant.ends_with(release)
    }
}

/// For each release, kernels and operation a table of ratios by content and length, and how many rows are slower.
pub(crate) fn ratios(rows: &[Row]) -> String {
    let mut out = String::new();
    let ours: Vec<&Row> = rows.iter().filter(|row| row.operation.starts_with(OPERATION) && !row.is_peer()).collect();
    let mut tables: Vec<[&str; 3]> = Vec::new();
    for row in &ours {
        let table = [&*row.variant, &*row.subject, &*row.operation];
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    for [variant, subject, operation] in tables {
        let here: Vec<&Row> = (ours.iter().copied())
            .filter(|row| [&*row.variant, &*row.subject, &*row.operation] == [variant, subject, operation])
            .collect();
        table(&here, rows, &mut out);
    }
    out
}

fn table(here: &[&Row], rows: &[Row], out: &mut String) {
    let mut lengths: Vec<usize> = Vec::new();
    let mut contents: Vec<&str> = Vec::new();
    for row in here {
        if !lengths.contains(&row.length) {
            lengths.push(row.length);
        }
        if !contents.contains(&&*row.content) {
            contents.push(&row.content);
        }
    }
    lengths.sort_unstable();
    let ratio = |row: &Row| {
        let peer = rows.iter().find(|peer| {
            peer.is_peer() && peer.stands_beside(&row.subject) && peer.case() == row.case() && peer.length == row.length
        })?;
        Some(peer.timing.median / row.timing.median)
    };
    let slower = here.iter().filter(|row| ratio(row).is_some_and(|ratio| ratio < NOT_SLOWER)).count();
    let (operation, kernels) = (&here[0].operation, here[0].subject.trim_start_matches("stringmill "));
    // Writing to a string cannot fail.
    let _ = write!(out, "\n{:<40}", format!("{operation} {} {kernels}", here[0].variant));
    lengths.iter().for_each(|&length| {
        let _ = write!(out, "{:>9}", length_name(length));
    });
    for content in contents {
        let _ = write!(out, "\n  {content:<38}");
        for length in &lengths {
            let found = here.iter().find(|row| row.content == content && row.length == *length);
            let cell = found.and_then(|row| ratio(row)).map_or("-".into(), |ratio| format!("{ratio:.2}"));
            let _ = write!(out, "{cell:>9}");
        }
    }
    let _ = writeln!(out, "\n  {slower} of {} below {NOT_SLOWER}", here.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        [
            "mixed writeString,jdk25,cjk,1024,stringmill default,1024,1500,1,1,",
            "mixed writeString,jdk25,cjk,1024,jackson-core 2 beside default,1024,1000,1,1,",
            "mixed writeString,jdk25,cjk,1024,stringmill best,1024,250,1,1,",
            "mixed writeString,jdk25,cjk,1024,jackson-core 2 beside best,1024,2000,1,1,",
            "mixed writeString,jdk25,html,8,stringmill default,8,10,1,1,",
            "mixed writeString,jdk25,html,8,jackson-core 2 beside default,8,20,1,1,",
            "response,jackson2 jdk25,mix,1048576,stringmill default,1048576,3000000,1,1,",
            "response,jackson2 jdk25,mix,1048576,stringmill native,1048576,1000000,1,1,",
            "response,jackson2 jdk25,mix,1048576,jackson-core 2,1048576,6000000,1,1,",
        ]
        .map(|line| Row::parse(line).unwrap())
        .into()
    }

    #[test]
    fn kernels_are_compared_in_their_own_process() {
        let table = service(&rows()).unwrap();
        let lines: Vec<&str> = table.lines().skip(3).collect();
        assert_eq!(lines[0], "| CJK | 1,000 | 1,500 (0.67) | 250 (8.00) |");
        assert!(lines[1].ends_with("| 6,000,000 | 3,000,000 (2.00) | 1,000,000 (6.00) |"), "{table}");
    }

    #[test]
    fn slower_rows_are_counted() {
        let table = ratios(&rows());
        let words: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[1], ["mixed", "writeString", "jdk25", "default", "8", "1", "K"]);
        assert_eq!(words[2], ["cjk", "-", "0.67"]);
        assert_eq!(words[3], ["html", "2.00", "-"]);
        assert_eq!(words[4].join(" "), "1 of 2 below 0.97");
        assert_eq!(words[6], ["mixed", "writeString", "jdk25", "best", "1", "K"]);
    }
}
