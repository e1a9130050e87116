//! A record of a run: rows in a `.csv`; in a `.txt` beside it what they were measured on, what each peer does, and
//! which claims hold; and a picture.

use crate::folder::{BENCH, from_toml};
use crate::row::Row;
use crate::{claims, picture, quoted, response, tables};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs, io};
use stringmill_measure::Timing;

#[derive(Default)]
pub(crate) struct Record {
    pub(crate) rows: Vec<Row>,
}

const HEAD: &str = "operation,variant,content,length,subject,bytes,median_ns,quarter_ns,three_quarters_ns";
/// What records have in addition that count what is allocated, or that compare a peer with ours in each round.
const ALLOCATED: &str = ",allocated_bytes";
const RATIOS: &str = ",ratio,quarter_ratio,three_quarters_ratio";
/// The line of a `.txt` after which claims follow.
const CLAIMS: &str = "\nclaims\n";

impl Record {
    /// The rows of a `.csv`.
    pub(crate) fn read(csv: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(csv).map_err(|error| format!("{}: {error}", csv.display()))?;
        let mut lines = text.lines();
        let head = lines.next().unwrap_or_default();
        if ["", ALLOCATED, RATIOS].iter().all(|&more| head.strip_suffix(more) != Some(HEAD)) {
            return Err(format!("{}: its first line is not '{HEAD}'", csv.display()));
        }
        let row = |line: &str| Row::parse(line).ok_or_else(|| format!("{}: what is '{line}'?", csv.display()));
        Ok(Record { rows: lines.map(row).collect::<Result<_, _>>()? })
    }

    /// Writes `bench/records/MACHINE/DATE-kernels.csv`, `.txt` and `.svg`, wherever this runs. Where only some cases
    /// were `chosen`, they take their places in the record of the day, and it says so.
    pub(crate) fn write(mut self, machine: &str, not_run: &[(String, String)], chosen: &str) -> Result<(), String> {
        let folder = Path::new(BENCH).join("records").join(machine);
        let csv = folder.join(format!("{}-kernels.csv", said_by("date", &["-u", "+%Y-%m-%d"])));
        let mut earlier = String::new();
        if !chosen.is_empty() && csv.is_file() {
            self.rows = renewed(Record::read(&csv)?.rows, self.rows);
            let text = fs::read_to_string(csv.with_extension("txt")).unwrap_or_default();
            earlier = earlier_runs(&text);
        }
        let about = self.about(not_run, chosen, &earlier)?;
        let written = fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&csv, self.csv()))
            .and_then(|()| fs::write(csv.with_extension("txt"), about + CLAIMS));
        written.map_err(|error| format!("{}: {error}", csv.display()))?;
        self.write_beside(&csv)
    }

    /// Writes the claims and the picture anew, beside the `.csv` that the rows are from.
    pub(crate) fn write_beside(&self, csv: &Path) -> Result<(), String> {
        let said = |error: io::Error| format!("{}: {error}", csv.display());
        let txt = csv.with_extension("txt");
        let text = fs::read_to_string(&txt).map_err(said)?;
        let about = text.split(CLAIMS).next().unwrap_or_default();
        let name = csv.file_stem().unwrap_or_default().to_string_lossy();
        let claims = claims::table(&name, &self.rows)?;
        let tables = tables::tables(&name, &self.rows) + &quoted::tables(&name, &self.rows)?;
        fs::write(&txt, format!("{about}{CLAIMS}{claims}{tables}")).map_err(said)?;
        let field = |key: &str| about.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("?").trim().to_owned();
        let processor = field("processor");
        let svg = picture::picture(&self.rows, &name, &processor);
        fs::write(csv.with_extension("svg"), svg.svg()).map_err(said)?;
        if let Some(svg) = response::picture(&self.rows, &name, &processor)? {
            fs::write(csv.with_file_name(format!("{name}-response.svg")), svg).map_err(said)?;
        }
        println!("wrote {} and beside it .txt and .svg", csv.display());
        Ok(())
    }

    fn csv(&self) -> String {
        let mut csv = format!("{HEAD}\n");
        for Row { operation, variant, content, length, subject, bytes, timing, .. } in &self.rows {
            let Timing { median, quarter, three_quarters } = timing;
            // Writing to a string cannot fail.
            let _ = writeln!(
                csv,
                "{operation},{variant},{content},{length},{subject},{bytes:.1},{median:.2},{quarter:.2},{three_quarters:.2}"
            );
        }
        csv
    }

    /// What the rows were measured on.
    fn about(&self, not_run: &[(String, String)], chosen: &str, earlier: &str) -> Result<String, String> {
        let chosen = if chosen.is_empty() { "all" } else { chosen };
        let mut about = format!(
            "date      {}\ncommit    {}\ncases     {chosen}\n{earlier}processor {}\ncompilers {}; {}\nsystem    {} {}\n\
             method    {}\n\npeers\n",
            said_by("date", &["-u", "+%Y-%m-%d %H:%M UTC"]),
            said_by("git", &["describe", "--always", "--dirty"]),
            processor(),
            said_by("rustc", &["--version"]),
            said_by("c++", &["--version"]).lines().next().unwrap_or("no C++"),
            env::consts::OS,
            env::consts::ARCH,
            "subjects in turn, 15 rounds of 1 ms or more, median and quartiles of one call; outputs compared first",
        );
        for Peer { name, package, does } in from_toml::<Peers>("cases/peers.toml")?.peer {
            let ran = self.rows.iter().any(|row| row.subject == name || row.subject.ends_with(&format!("+ {name}")));
            let version = package.as_deref().map(version).unwrap_or_default();
            if ran {
                let _ = writeln!(about, "  {name}{version}: {does}");
            }
        }
        for (name, reason) in not_run {
            let _ = writeln!(about, "  {name}: not run ({reason})");
        }
        Ok(about)
    }
}

/// Rows of which those that were measured again stand in the places of those before.
fn renewed(before: Vec<Row>, mut now: Vec<Row>) -> Vec<Row> {
    let again: BTreeSet<[String; 3]> = now.iter().map(Row::case).collect();
    let mut rows = Vec::new();
    for row in before {
        let case = row.case();
        if again.contains(&case) {
            // All rows of the case at the first one of before, none at the others.
            rows.extend(now.extract_if(.., |new| new.case() == case));
        } else {
            rows.push(row);
        }
    }
    rows.append(&mut now);
    rows
}

/// The lines that say which cases earlier runs of a record measured.
fn earlier_runs(about: &str) -> String {
    let field = |key: &str| about.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("?").trim();
    let last = format!("earlier   {}, commit {}: {}\n", field("date"), field("commit"), field("cases"));
    let before = about.lines().filter(|line| line.starts_with("earlier ")).map(|line| format!("{line}\n"));
    std::iter::once(last).chain(before).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Peers {
    peer: Vec<Peer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Peer {
    name: String,
    package: Option<String>,
    does: String,
}

/// The version of a package in the lock files of the runner and of the libraries of peers.
fn version(package: &str) -> String {
    let locked = |path: &str| {
        let lock: toml::Table = from_toml(path).ok()?;
        let packages = lock.get("package")?.as_array()?.iter();
        let named = packages.filter(|entry| entry.get("name").and_then(toml::Value::as_str) == Some(package));
        let versions: Vec<_> = named.filter_map(|entry| entry.get("version")?.as_str()).collect();
        (!versions.is_empty()).then(|| versions.join(" and "))
    };
    let found = locked("runners/rust/Cargo.lock").or_else(|| locked("runners/peers/Cargo.lock"));
    found.map(|version| format!(" {version}")).unwrap_or_default()
}

fn said_by(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).args(arguments).current_dir(BENCH).output();
    output.map_or_else(|_| "unknown".into(), |output| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split(": ").nth(1)).unwrap_or("unknown").to_string()
    };
    format!("{}, family {}, model {}", field("model name"), field("cpu family"), field("model\t"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(lines: &[&str]) -> Vec<Row> {
        lines.iter().map(|line| Row::parse(line).unwrap()).collect()
    }

    #[test]
    fn cases_measured_again_take_their_places() {
        let before = rows(&["a,-,x,4,s,4,1,1,1", "a,-,y,4,s,4,2,2,2", "a,-,y,8,s,8,3,3,3", "b,-,x,4,s,4,4,4,4"]);
        let now = rows(&["a,-,y,4,s,4,5,5,5", "a,-,y,16,s,16,6,6,6", "c,-,x,4,s,4,7,7,7"]);
        let medians: Vec<_> = renewed(before, now).iter().map(|row| row.timing.median).collect();
        assert_eq!(medians, [1.0, 5.0, 6.0, 4.0, 7.0]);
    }

    #[test]
    fn earlier_runs_are_told() {
        let about = "date      now\ncommit    abc\ncases     html\nearlier   then, commit 123: all\nprocessor p\n";
        assert_eq!(earlier_runs(about), "earlier   now, commit abc: html\nearlier   then, commit 123: all\n");
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = Record { rows: rows(&["a,-,x,4,s (native),4.0,1.25,1.00,2.50"]) };
        let csv = record.csv();
        assert_eq!(csv.lines().nth(1), Some("a,-,x,4,s (native),4.0,1.25,1.00,2.50"));
    }
}
