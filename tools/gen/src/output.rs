//! Generated files: written, or compared with the file.

use crate::spec::root;
use std::io::Write;
use std::process::{Command, Stdio};
use std::{fs, io};

/// Writes or compares the generated files of one run.
pub(crate) struct Output {
    check: bool,
    fresh: bool,
}

impl Output {
    /// With `check`, nothing is written.
    pub(crate) fn new(check: bool) -> Self {
        Output { check, fresh: true }
    }

    /// A Rust file, formatted by rustfmt.toml.
    pub(crate) fn rust(&mut self, path: &str, code: &str) -> Result<(), String> {
        let formatted = rustfmt(code).map_err(|error| format!("{path}: rustfmt: {error}"))?;
        self.text(path, &formatted)
    }

    /// A file, byte for byte.
    pub(crate) fn text(&mut self, path: &str, text: &str) -> Result<(), String> {
        let full = root().join(path);
        let current = match fs::read(&full) {
            Ok(current) => Some(current),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("{path}: {error}")),
        };
        if current.as_deref() == Some(text.as_bytes()) {
            return Ok(());
        }
        if self.check {
            println!("{path}: stale");
            self.fresh = false;
            return Ok(());
        }
        println!("{path}: written");
        fs::write(&full, text).map_err(|error| format!("{path}: {error}"))
    }

    /// The part of a hand-written file between two marker lines, which begin with `begin` and `end` after any white space.
    /// The rest of the file stays.
    pub(crate) fn part(&mut self, path: &str, begin: &str, end: &str, text: &str) -> Result<(), String> {
        let current = fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))?;
        let place = |mark: &str, from: usize| {
            let lines = current[from..].split_inclusive('\n').scan(from, |at, line| {
                *at += line.len();
                Some((*at - line.len(), *at, line))
            });
            let mut marked = lines.filter(|(_, _, line)| line.trim_start().starts_with(mark));
            marked.next().map(|(first, last, _)| (first, last)).ok_or(format!("{path}: no line begins with '{mark}'"))
        };
        let (_, from) = place(begin, 0)?;
        let (to, _) = place(end, from)?;
        self.text(path, &format!("{}{text}{}", &current[..from], &current[to..]))
    }

    /// Whether no file was stale.
    pub(crate) fn finish(self) -> bool {
        self.fresh
    }
}

fn rustfmt(code: &str) -> Result<String, String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(root().join("rustfmt.toml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{error}; it is a component of the toolchain: rustup component add rustfmt"))?;
    // rustfmt reads all of its input before it writes.
    let written = child.stdin.take().map(|mut stdin| stdin.write_all(code.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() || !matches!(written, Some(Ok(()))) {
        return Err("it did not take the code".into());
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
