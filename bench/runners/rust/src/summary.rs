//! The picture of the README: five bars, each the ratio of two rows of one record.

use crate::folder::{self, BENCH, from_toml};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// `cases/summary.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Summary {
    bar: Vec<Bar>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bar {
    label: String,
    /// The program or library that it is compared with.
    beside: String,
    /// `MACHINE/PART`: the newest record of it.
    record: String,
    ours: Columns,
    peer: Columns,
}

/// The rows in which each of these columns has this value.
type Columns = BTreeMap<String, String>;

/// The columns with a time; a record has one of them.
const TIMES: [&str; 2] = ["median_ns", "seconds"];

const WIDTH: usize = 820;
const LEFT: usize = 292;
const LONGEST: f64 = 300.0;
const HEAD: usize = 66;
const ROW: usize = 32;

/// Blue is ours as in the other pictures, on light and dark ground.
const STYLE: &str = "\
    .ground { fill: #ffffff } text { fill: #1b2733 } .dim { fill: #5b6b7a } .ours { fill: #3f8fd0 }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0f161d } text { fill: #e3eaf0 } .dim { fill: #93a3b1 } .ours { fill: #1b80cb }
    }";

/// Writes `docs/speed.svg`.
pub(crate) fn draw() -> Result<(), String> {
    let path = Path::new(BENCH).join("../docs/speed.svg");
    fs::write(&path, svg()?).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

fn svg() -> Result<String, String> {
    let bars = from_toml::<Summary>("cases/summary.toml")?.bar;
    let ratios = bars.iter().map(ratio).collect::<Result<Vec<_>, _>>()?;
    let most = ratios.iter().copied().fold(1.0, f64::max);
    let high = HEAD + ROW * bars.len() + 12;
    let title = "How many times faster";
    let about = "Each bar: the time of what is named at its end, divided by ours, from one interleaved run";
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {high}\" width=\"{WIDTH}\" height=\"{high}\" \
         role=\"img\" aria-labelledby=\"title about\" font-family=\"system-ui, sans-serif\" font-size=\"14\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"about\">{about}</desc>\n<style>\n{STYLE}\n</style>\n\
         <rect class=\"ground\" width=\"{WIDTH}\" height=\"{high}\"/>\n\
         <text x=\"16\" y=\"28\" font-size=\"18\" font-weight=\"bold\">{title}</text>\n\
         <text x=\"16\" y=\"50\" class=\"dim\">{about}</text>\n"
    );
    for (number, (Bar { label, beside, .. }, ratio)) in bars.iter().zip(ratios).enumerate() {
        let top = HEAD + ROW * number;
        let (long, middle) = (ratio / most * LONGEST, top + 19);
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{middle}\" text-anchor=\"end\">{label}</text>\
             <rect class=\"ours\" x=\"{LEFT}\" y=\"{top}\" width=\"{long:.0}\" height=\"{}\" rx=\"2\"/>\
             <text x=\"{:.0}\" y=\"{middle}\"><tspan font-weight=\"bold\">{ratio:.1}</tspan> \
             <tspan class=\"dim\">times as fast as {beside}</tspan></text>",
            LEFT - 12,
            ROW - 6,
            LEFT as f64 + long + 10.0,
        );
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// The median time of the peer divided by that of ours.
fn ratio(bar: &Bar) -> Result<f64, String> {
    let csv = newest(&bar.record)?;
    let text = fs::read_to_string(&csv).map_err(|error| format!("{}: {error}", csv.display()))?;
    let time = |columns| median(&text, columns).ok_or_else(|| format!("{}: no row has {columns:?}", csv.display()));
    Ok(time(&bar.peer)? / time(&bar.ours)?)
}

fn newest(record: &str) -> Result<PathBuf, String> {
    let any_date = Path::new(BENCH).join("records").join(record);
    let part = any_date.file_name().unwrap_or_default().to_string_lossy();
    let named = any_date.with_file_name(format!("0000-00-00-{part}.csv"));
    folder::same_part(&named, "csv").pop().ok_or_else(|| format!("there is no record {record}"))
}

/// The median time of the rows that have these columns.
fn median(csv: &str, columns: &Columns) -> Option<f64> {
    let mut lines = csv.lines().map(fields);
    let head = lines.next()?;
    let place = |name: &str| head.iter().position(|column| column == name);
    let wanted: Vec<(usize, &String)> =
        columns.iter().map(|(name, value)| Some((place(name)?, value))).collect::<Option<_>>()?;
    let time = TIMES.iter().find_map(|name| place(name))?;
    let rows = lines.filter(|row| wanted.iter().all(|&(at, value)| row.get(at) == Some(value)));
    let mut times: Vec<f64> = rows.filter_map(|row| row.get(time)?.parse().ok()).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

/// The fields of a line of CSV; a quoted one may have commas.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for character in line.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            _ => fields.last_mut().into_iter().for_each(|field| field.push(character)),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_the_named_rows_is_taken() {
        let csv = "race,command,seconds\n\"a, b\",ours,3\n\"a, b\",ours,1\n\"a, b\",ours,2\n\"a, b\",cat,9\n";
        let named = |command: &str| Columns::from([("race".into(), "a, b".into()), ("command".into(), command.into())]);
        assert_eq!(median(csv, &named("ours")), Some(2.0));
        assert_eq!(median(csv, &named("cat")), Some(9.0));
        assert_eq!(median(csv, &named("jq")), None);
        assert_eq!(median(csv, &Columns::from([("lost".into(), "x".into())])), None);
    }

    #[test]
    fn the_picture_is_of_the_records() {
        let shown = fs::read_to_string(Path::new(BENCH).join("../docs/speed.svg")).unwrap();
        assert!(shown == svg().unwrap(), "docs/speed.svg is not what `make pictures` writes");
    }
}
