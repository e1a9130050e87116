//! A record of a run: rows in a `.csv`, and in a `.txt` beside it what they were measured on.

use crate::measure::Timing;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

pub(crate) struct Record {
    rows: String,
}

impl Record {
    pub(crate) fn new() -> Self {
        Record { rows: "operation,policy,content,length,subject,bytes,median_ns,quarter_ns,three_quarters_ns\n".into() }
    }

    pub(crate) fn row(&mut self, names: [&str; 5], bytes: f64, timing: &Timing) {
        let Timing { median, quarter, three_quarters } = timing;
        let _ = writeln!(self.rows, "{},{bytes:.1},{median:.2},{quarter:.2},{three_quarters:.2}", names.join(","));
    }

    /// Writes `FOLDER/DATE.csv` and `FOLDER/DATE.txt`.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let date = said_by("date", &["-u", "+%Y-%m-%d"]);
        fs::write(folder.join(format!("{date}-kernels.csv")), &self.rows)?;
        let about = format!(
            "date      {date}\ncommit    {}\nprocessor {}\ncompiler  {}\nsystem    {} {}\nmethod    subjects in turn, 15 rounds, median and quartiles of one call\n",
            said_by("git", &["describe", "--always", "--dirty"]),
            processor(),
            said_by("rustc", &["--version"]),
            env::consts::OS,
            env::consts::ARCH,
        );
        fs::write(folder.join(format!("{date}-kernels.txt")), about)
    }
}

fn said_by(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).args(arguments).output();
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
