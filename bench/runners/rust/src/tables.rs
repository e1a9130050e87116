//! Tables of a record beside its goals: allocated bytes, the start of a process, and 10,000 records of .NET.

use crate::row::Row;
use std::fmt::Write;

/// The tables for which the rows have figures, each with its title.
pub(crate) fn tables(record: &str, rows: &[Row]) -> String {
    let mut out = String::new();
    let all: Vec<&Row> = rows.iter().collect();
    let title = match record.rsplit('-').next() {
        Some("php") => "memory: bytes that a call takes at its peak, its result included",
        _ => "garbage: bytes that a call allocates",
    };
    table(title, &all, allocated, &mut out);
    let starts: Vec<&Row> = rows.iter().filter(|row| row.operation == "cold-start").collect();
    table(
        "cold start: milliseconds until 10,000 strings were written, median and quartiles",
        &starts,
        millis,
        &mut out,
    );
    let is_record = |row: &&Row| ["serialize", "serialize-reused", "deserialize"].contains(&&*row.operation);
    let records: Vec<&Row> = rows.iter().filter(is_record).collect();
    table(
        "the table of dotnet/runtime pull 39733: milliseconds for 10,000 records of an int and a string, median",
        &records,
        millis_of_many,
        &mut out,
    );
    out
}

fn allocated(row: &Row) -> Option<String> {
    row.allocated.map(|bytes| format!("{bytes:.1}"))
}

fn millis(row: &Row) -> Option<String> {
    let [quarter, median, three_quarters] =
        [row.timing.quarter, row.timing.median, row.timing.three_quarters].map(|time| time / 1e6);
    Some(format!("{median:.0} ({quarter:.0}-{three_quarters:.0})"))
}

fn millis_of_many(row: &Row) -> Option<String> {
    Some(format!("{:.2}", row.timing.median * 10_000.0 / 1e6))
}

/// For each operation and variant a head with the subjects, and a line for each content and length.
fn table(title: &str, rows: &[&Row], cell: fn(&Row) -> Option<String>, out: &mut String) {
    let rows: Vec<(&Row, String)> = rows.iter().filter_map(|&row| Some((row, cell(row)?))).collect();
    if rows.is_empty() {
        return;
    }
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\n{title}");
    let mut cases: Vec<(&str, &str)> = Vec::new();
    for (row, _) in &rows {
        if !cases.contains(&(&*row.operation, &*row.variant)) {
            cases.push((&row.operation, &row.variant));
        }
    }
    for case in cases {
        let here: Vec<_> = rows.iter().filter(|(row, _)| (&*row.operation, &*row.variant) == case).collect();
        let mut subjects: Vec<&str> = Vec::new();
        let mut lines: Vec<(&str, usize)> = Vec::new();
        for (row, _) in &here {
            if !subjects.contains(&&*row.subject) {
                subjects.push(&row.subject);
            }
            if !lines.contains(&(&*row.content, row.length)) {
                lines.push((&row.content, row.length));
            }
        }
        let wide = |subject: &str| subject.len().max(15) + 2;
        let _ = write!(out, "{:<40}", format!("{} {}", case.0, case.1));
        subjects.iter().for_each(|subject| {
            let _ = write!(out, "{subject:>0$}", wide(subject));
        });
        for (content, length) in lines {
            let _ = write!(out, "\n  {:<38}", format!("{content} {length}"));
            for subject in &subjects {
                let found = here
                    .iter()
                    .find(|(row, _)| row.content == content && row.length == length && row.subject == *subject);
                let _ = write!(out, "{:>1$}", found.map_or("-", |(_, text)| text), wide(subject));
            }
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_under_their_subjects() {
        let lines = [
            "a,v,x,8,s,8,1,1,1,0.0",
            "a,v,x,8,peer,8,1,1,1,32.5",
            "a,w,x,8,s,8,1,1,1,2.0",
            "a,v,y,8,peer,8,1,1,1,7.0",
            "a,u,x,8,s,8,1,1,1,",
        ];
        let rows: Vec<Row> = lines.iter().map(|line| Row::parse(line).unwrap()).collect();
        let text = tables("r", &rows);
        let fields: Vec<Vec<&str>> = text.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
        let v = [vec!["a", "v", "s", "peer"], vec!["x", "8", "0.0", "32.5"], vec!["y", "8", "-", "7.0"]];
        assert_eq!(fields, [&v[..], &[vec!["a", "w", "s"], vec!["x", "8", "2.0"]]].concat());
    }

    #[test]
    fn a_start_is_shown_in_milliseconds() {
        let row = Row::parse("cold-start,main jdk25,html,1024,s,1024,98600000,90000000,120000000,").unwrap();
        assert!(tables("r", &[row]).ends_with(" 99 (90-120)\n"));
    }
}
