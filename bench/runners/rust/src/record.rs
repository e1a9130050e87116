//! A record of a run: rows in a `.csv`; in a `.txt` beside it what they were measured on, what each peer does, and
//! which claims hold; and a picture.

use crate::folder::{BENCH, from_toml};
use crate::row::Row;
use crate::{claims, picture};
use serde::Deserialize;
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
/// The line of a `.txt` after which claims follow.
const CLAIMS: &str = "\nclaims\n";

impl Record {
    /// The rows of a `.csv`.
    pub(crate) fn read(csv: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(csv).map_err(|error| format!("{}: {error}", csv.display()))?;
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(format!("{}: its first line is not '{HEAD}'", csv.display()));
        }
        let row = |line: &str| Row::parse(line).ok_or_else(|| format!("{}: what is '{line}'?", csv.display()));
        Ok(Record { rows: lines.map(row).collect::<Result<_, _>>()? })
    }

    /// Writes `bench/records/MACHINE/DATE-kernels.csv`, `.txt` and `.svg`, wherever this runs.
    pub(crate) fn write(&self, machine: &str, not_run: &[(String, String)]) -> Result<(), String> {
        let folder = Path::new(BENCH).join("records").join(machine);
        let csv = folder.join(format!("{}-kernels.csv", said_by("date", &["-u", "+%Y-%m-%d"])));
        let about = self.about(not_run)?;
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
        fs::write(&txt, format!("{about}{CLAIMS}{}", claims::table(&self.rows)?)).map_err(said)?;
        let name = csv.file_stem().unwrap_or_default().to_string_lossy();
        let field = |key: &str| about.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("?").trim().to_owned();
        let svg = picture::picture(&self.rows, &name, &field("processor"));
        fs::write(csv.with_extension("svg"), svg.svg()).map_err(said)?;
        println!("wrote {} and beside it .txt and .svg", csv.display());
        Ok(())
    }

    fn csv(&self) -> String {
        let mut csv = format!("{HEAD}\n");
        for Row { operation, variant, content, length, subject, bytes, timing } in &self.rows {
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
    fn about(&self, not_run: &[(String, String)]) -> Result<String, String> {
        let mut about = format!(
            "date      {}\ncommit    {}\nprocessor {}\ncompilers {}; {}\nsystem    {} {}\nmethod    {}\n\npeers\n",
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
