//! A record of a run: rows in a `.csv`; in a `.txt` beside it the machine, the task of each peer, and the verdicts on
//! goals; and a picture.

use crate::folder::{BENCH, from_toml};
use crate::row::Row;
use crate::{folder, mixed, picture, quoted, response, tables, verdicts};
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
/// More columns of a record that counts allocated bytes, or compares a peer with ours in each round.
const ALLOCATED: &str = ",allocated_bytes";
const RATIOS: &str = ",ratio,quarter_ratio,three_quarters_ratio";
/// The line of a `.txt` before the verdicts on goals.
const GOALS: &str = "\ngoals\n";
/// The line of a `.txt` of Java before the tables of a process that writes all kinds of text, which precede the goals.
const MIXED: &str = "\nmixed: all kinds of text in one process\n";

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

    /// Writes `bench/records/MACHINE/DATE-kernels.csv` and `.txt`, in the repository. If only some cases were `chosen`, the
    /// others come from the machine's newest record, and the new one says so.
    pub(crate) fn write(mut self, machine: &str, not_run: &[(String, String)], chosen: &str) -> Result<(), String> {
        let folder = Path::new(BENCH).join("records").join(machine);
        let csv = folder.join(format!("{}-kernels.csv", said_by("date", &["-u", "+%Y-%m-%d"])));
        let mut earlier = String::new();
        let newest = folder::same_part(&csv, "csv").pop();
        if let (false, Some(newest)) = (chosen.is_empty(), newest) {
            self.rows = renewed(Record::read(&newest)?.rows, self.rows);
            let text = fs::read_to_string(newest.with_extension("txt")).unwrap_or_default();
            earlier = earlier_runs(&text);
        }
        let about = self.about(not_run, chosen, &earlier)?;
        let written = fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&csv, self.csv()))
            .and_then(|()| fs::write(csv.with_extension("txt"), about + GOALS));
        written.map_err(|error| format!("{}: {error}", csv.display()))?;
        self.write_beside(&csv)
    }

    /// Writes the verdicts again, beside the `.csv` that the rows are from, and draws the pictures. Removes older records of
    /// the same machine and part.
    pub(crate) fn write_beside(&self, csv: &Path) -> Result<(), String> {
        let said = |error: io::Error| format!("{}: {error}", csv.display());
        let txt = csv.with_extension("txt");
        let text = fs::read_to_string(&txt).map_err(said)?;
        let about = text.split(GOALS).next().and_then(|text| text.split(MIXED).next()).unwrap_or_default();
        let name = csv.file_stem().unwrap_or_default().to_string_lossy();
        let verdicts = verdicts::table(&name, &self.rows)?;
        let tables = tables::tables(&name, &self.rows) + &quoted::tables(&name, &self.rows)?;
        let mut first = mixed::service(&self.rows)? + &mixed::ratios(&self.rows);
        if !first.is_empty() {
            first.insert_str(0, MIXED);
        }
        fs::write(&txt, format!("{about}{first}{GOALS}{verdicts}{tables}")).map_err(said)?;
        quoted::renew_java(csv, &self.rows)?;
        let field = |key: &str| about.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("?").trim().to_owned();
        let processor = field("processor");
        draw(csv, &name, &picture::picture(&self.rows, &name, &processor).svg())?;
        if let Some(svg) = response::picture(&self.rows, &name, &processor)? {
            draw(csv, &format!("{name}-response"), &svg)?;
        }
        for extension in ["csv", "txt"] {
            let mut same = folder::same_part(csv, extension);
            same.retain(|path| path.as_path() < csv.with_extension(extension).as_path());
            same.iter().try_for_each(fs::remove_file).map_err(said)?;
        }
        println!("wrote {} and {}", csv.display(), txt.display());
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

    /// The head of the `.txt`: date, machine, compilers, method, peers.
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

/// Writes a picture of a record to `build/pictures/`; beside the record too, if a page shows the picture of an older one,
/// which is removed.
fn draw(csv: &Path, name: &str, svg: &str) -> Result<(), String> {
    let beside = csv.with_file_name(format!("{name}.svg"));
    let said = |error: io::Error| format!("{}: {error}", beside.display());
    let machine = csv.parent().and_then(Path::file_name).unwrap_or_default();
    let built = Path::new(BENCH).join("../build/pictures").join(machine);
    fs::create_dir_all(&built).and_then(|()| fs::write(built.join(format!("{name}.svg")), svg)).map_err(said)?;
    let shown = folder::same_part(&beside, "svg");
    if !shown.is_empty() {
        fs::write(&beside, svg).map_err(said)?;
        shown.iter().filter(|path| **path < beside).try_for_each(fs::remove_file).map_err(said)?;
    }
    Ok(())
}

/// Draws every record again, and writes its verdicts.
pub(crate) fn report_all() -> Result<(), String> {
    for csv in folder::records()? {
        // Records of whole commands have other columns and no picture.
        let name = csv.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !["-demo", "-convert"].iter().any(|part| name.ends_with(part)) {
            Record::read(&csv)?.write_beside(&csv)?;
        }
    }
    Ok(())
}

/// The rows of both records; new rows of a case replace its old rows.
fn renewed(before: Vec<Row>, mut now: Vec<Row>) -> Vec<Row> {
    let again: BTreeSet<[String; 3]> = now.iter().map(Row::case).collect();
    let mut rows = Vec::new();
    for row in before {
        let case = row.case();
        if again.contains(&case) {
            // All new rows of the case replace its first old row.
            rows.extend(now.extract_if(.., |new| new.case() == case));
        } else {
            rows.push(row);
        }
    }
    rows.append(&mut now);
    rows
}

/// The lines with the cases of earlier runs of a record.
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
