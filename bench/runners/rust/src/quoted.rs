//! Figures of a record that the docs quote, as lines of their tables.

use crate::folder::{BENCH, from_toml};
use crate::mixed;
use crate::row::Row;
use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    table: Vec<Table>,
}

/// One table; `bench/cases/dotnet-docs.toml` explains the fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    about: String,
    line: String,
}

const RUNTIMES: [(&str, &str); 4] = [
    ("mono-interpreter", "Mono interpreter"),
    ("mono-jit", "Mono JIT"),
    ("coreclr-3.1", "CoreCLR 3.1"),
    ("coreclr-8.0", "CoreCLR 8.0"),
];

/// The tables of `docs/dotnet.md` with the figures of these rows, each with its subject; nothing for other records.
pub(crate) fn tables(record: &str, rows: &[Row]) -> Result<String, String> {
    let mut out = String::new();
    if !record.ends_with("-dotnet") {
        return Ok(out);
    }
    for Table { about, line } in from_toml::<Tables>("cases/dotnet-docs.toml")?.table {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "\ntimes faster than System.Text.Json: {about}");
        for (runtime, name) in RUNTIMES {
            let _ = writeln!(out, "| {name} {}", filled(&line, runtime, rows));
        }
    }
    Ok(out)
}

/// The line with figures of this runtime.
fn filled(line: &str, runtime: &str, rows: &[Row]) -> String {
    let mut parts = line.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (case, rest) = part.split_once('}').unwrap_or((part, ""));
        out += &ratio(case, runtime, rows).map_or("-".into(), shown);
        out += rest;
    }
    out
}

/// The ratio of "operation content length kernels", if it was measured.
fn ratio(case: &str, runtime: &str, rows: &[Row]) -> Option<f64> {
    let fields: Vec<&str> = case.split(' ').collect();
    let &[operation, content, length, kernels] = &fields[..] else { return None };
    let length: usize = length.parse().ok()?;
    let is_it = |row: &&Row| {
        row.case() == [operation, runtime, content]
            && row.length == length
            && row.peer() == ("System.Text.Json", Some(kernels))
    };
    rows.iter().find(is_it)?.ratio
}

/// Two digits below 10, none after the point from there on.
fn shown(ratio: f64) -> String {
    if ratio < 9.95 {
        return format!("{ratio:.1}");
    }
    let whole = format!("{ratio:.0}");
    match whole.len().checked_sub(3) {
        None | Some(0) => whole,
        Some(thousands) => format!("{},{}", &whole[..thousands], &whole[thousands..]),
    }
}

/// The text of a page of the docs, and the figures of the first record that it names and that has some.
fn page(name: &str) -> Result<(String, PathBuf), String> {
    let path = Path::new(BENCH).join("../docs").join(name);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let links = text.split("](../bench/").skip(1).filter_map(|rest| rest.split(')').next());
    let csv = links
        .filter_map(|link| link.strip_suffix(".txt"))
        .map(|named| Path::new(BENCH).join(format!("{named}.csv")))
        .find(|csv| csv.exists())
        .ok_or("the page names no record with figures")?;
    Ok((text, csv))
}

/// Puts the tables of this record into `docs/java.md`, if the page quotes it.
pub(crate) fn renew_java(csv: &Path, rows: &[Row]) -> Result<(), String> {
    let (text, named) = page("java.md")?;
    if fs::canonicalize(csv).ok() != fs::canonicalize(named).ok() {
        return Ok(());
    }
    fs::write(Path::new(BENCH).join("../docs/java.md"), renewed(&text, &mixed::service(rows)?))
        .map_err(|error| format!("docs/java.md: {error}"))
}

/// The page, with each of the tables in place of the one that has the same first line.
fn renewed(page: &str, tables: &str) -> String {
    let mut out = String::new();
    let mut old = false;
    for line in page.lines() {
        old &= line.starts_with('|');
        let new = tables.split("\n\n").map(str::trim).find(|table| !old && table.lines().next() == Some(line));
        if let Some(table) = new {
            out = out + table + "\n";
            old = true;
        }
        if !old {
            out = out + line + "\n";
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    #[test]
    fn only_the_named_peer_counts() {
        let rows: Vec<Row> = [
            "serialize,mono-jit,clean,10,stringmill native,10,10,1,1,,,",
            "serialize,mono-jit,clean,10,Newtonsoft.Json beside native,10,60,1,1,1.00,1.00,1.00",
            "serialize,mono-jit,clean,10,System.Text.Json beside pure,10,60,1,1,2.00,1.00,1.00",
            "serialize,mono-jit,clean,10,System.Text.Json beside native,10,60,1,1,1713.60,1.00,1.00",
            "serialize,mono-jit,clean,100,System.Text.Json beside native,10,60,1,1,4.00,1.00,1.00",
            "serialize,coreclr-8.0,clean,10,System.Text.Json beside native,10,60,1,1,5.00,1.00,1.00",
        ]
        .map(|line| Row::parse(line).unwrap())
        .into();
        assert_eq!(filled("| {serialize clean 10 native}, {x clean 10 pure} |", "mono-jit", &rows), "| 1,714, - |");
    }

    #[test]
    fn figures_have_two_digits_or_more() {
        assert_eq!([0.97, 9.94, 9.96, 99.5, 999.4, 1713.6].map(shown), ["1.0", "9.9", "10", "100", "999", "1,714"]);
    }

    /// Each line, of the record that the page names.
    #[test]
    fn the_docs_quote_their_record() {
        let (docs, csv) = page("dotnet.md").unwrap();
        let name = csv.file_stem().unwrap().to_string_lossy().into_owned();
        let tables = tables(&name, &Record::read(&csv).unwrap().rows).unwrap();
        let lines: Vec<&str> = tables.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(lines.len(), 16);
        for line in lines {
            assert!(!line.contains(" - ") && docs.lines().any(|said| said == line), "not said: {line}");
        }
    }

    #[test]
    fn the_page_of_java_has_the_tables_of_its_record() {
        let (docs, csv) = page("java.md").unwrap();
        let tables = mixed::service(&Record::read(&csv).unwrap().rows).unwrap();
        assert!(tables.lines().count() > 2 * 20, "{tables}");
        for table in tables.split("\n\n") {
            assert!(docs.contains(table.trim()), "not said: {table}");
        }
    }

    #[test]
    fn a_table_is_replaced_and_nothing_else() {
        let page = "a\n\n| x | y |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n| z |\n|---|\n| 5 |\nb\n";
        let renewed = renewed(page, "\n| x | y |\n|---|---|\n| 6 | 7 |\n\n| w |\n|---|\n| 8 |\n");
        assert_eq!(renewed, "a\n\n| x | y |\n|---|---|\n| 6 | 7 |\n\n| z |\n|---|\n| 5 |\nb\n");
    }
}
