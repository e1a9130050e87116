//! Files that another process changes while the command reads them.

use crate::running::SMILL;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::tempdir;

const LEN: usize = 48 << 20;
/// The most that the command reads at once.
const WINDOW: usize = 128 << 10;
const NEW: &[u8] = b"\"a new line\"\n";

fn append(path: &Path) {
    OpenOptions::new().append(true).open(path).unwrap().write_all(NEW).unwrap();
}

fn shorten(path: &Path) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(LEN as u64 / 2).unwrap();
}

/// How much of the file the process has read; `None` if it is not open.
fn position(process: u32, path: &Path) -> Option<usize> {
    let open = fs::read_dir(format!("/proc/{process}/fd")).ok()?;
    let open = open.flatten().find(|fd| fs::read_link(fd.path()).is_ok_and(|file| file == path))?;
    let facts = fs::read_to_string(format!("/proc/{process}/fdinfo/{}", open.file_name().to_str()?)).ok()?;
    facts.lines().find_map(|line| line.strip_prefix("pos:"))?.trim().parse().ok()
}

/// Runs the command on a long file `f` that `change` changes after more than one read.
fn overtaken(folder: &Path, arguments: &[&str], change: fn(&Path)) -> Output {
    let path = folder.canonicalize().unwrap().join("f");
    fs::write(&path, b"\"x\xC3\xA9\"\n".repeat(LEN / 6)).unwrap();
    let mut command = Command::new(SMILL);
    command.args(arguments).current_dir(folder).stdout(File::create(folder.join("out")).unwrap());
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    let process = Pid::from_raw(child.id().try_into().unwrap());
    let begun = Instant::now();
    while position(child.id(), &path).is_none_or(|read| read <= WINDOW) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{arguments:?} reads nothing");
    }
    kill(process, Signal::SIGSTOP).unwrap();
    assert!(position(child.id(), &path).is_some_and(|read| read < LEN / 2), "{arguments:?} was not stopped in time");
    change(&path);
    kill(process, Signal::SIGCONT).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_file_that_another_process_changes_is_not_replaced() {
    for (arguments, change) in [
        (&["clean", "-i", "f"][..], append as fn(&Path)),
        (&["clean", "-i", "f"], shorten),
        (&["escape", "--lines", "-i", "f"], append),
        (&["convert", "--from", "ndjson", "--to", "ion", "-i", "f"], append),
    ] {
        let folder = tempdir().unwrap();
        let output = overtaken(folder.path(), arguments, change);
        let err = String::from_utf8(output.stderr).unwrap();
        let said = "warning: f was changed while it was read: it is left alone\n";
        assert_eq!((output.status.code(), err.as_str()), (Some(1), said), "{arguments:?}");
        let now = fs::read(folder.path().join("f")).unwrap();
        assert!(now.starts_with(b"\"x\xC3\xA9\"\n") && (now.ends_with(NEW) || now.len() == LEN / 2), "{arguments:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary stays");
    }
}

#[test]
fn pack_names_a_file_that_another_process_changes() {
    for change in [append as fn(&Path), shorten] {
        let folder = tempdir().unwrap();
        let output = overtaken(folder.path(), &["pack", "f"], change);
        let err = String::from_utf8(output.stderr).unwrap();
        let said = "warning: f was changed while it was read: its text may be incomplete\n";
        assert_eq!((output.status.code(), err.as_str()), (Some(1), said));
        let output = overtaken(folder.path(), &["pack", "--report", "f"], change);
        let report = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && report.ends_with(",\"changed\":[\"f\"]}\n"), "{report}");
    }
}
