//! Figures of a record that the docs quote, as lines of their tables.

use crate::folder::from_toml;
use crate::row::Row;
use serde::Deserialize;
use std::fmt::Write;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::BENCH;
    use crate::record::Record;
    use std::path::Path;

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
        let docs = std::fs::read_to_string(Path::new(BENCH).join("../docs/dotnet.md")).unwrap();
        let named = docs.split_once("](../bench/").and_then(|(_, rest)| rest.split_once(".txt)"));
        let csv = Path::new(BENCH).join(format!("{}.csv", named.unwrap().0));
        let name = csv.file_stem().unwrap().to_string_lossy().into_owned();
        let tables = tables(&name, &Record::read(&csv).unwrap().rows).unwrap();
        let lines: Vec<&str> = tables.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(lines.len(), 12);
        for line in lines {
            assert!(!line.contains(" - ") && docs.lines().any(|said| said == line), "not said: {line}");
        }
    }
}
