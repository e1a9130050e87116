//! Processor, system and versions: a figure without them means nothing.

use std::fs;
use std::process::Command;
use std::thread;

/// Facts about this machine and this build, each `name: fact`, without commands that are not here.
pub(crate) fn facts() -> Vec<String> {
    let cores = thread::available_parallelism().map_or(0, usize::from);
    let mut facts = vec![
        format!("processor: {}, {cores} threads", cpu_name().unwrap_or_else(|| "unknown".to_owned())),
        format!("system: {}", said("uname", &["-srm"])),
        format!("commit: {}", said("git", &["describe", "--always", "--dirty", "--abbrev=12"])),
        format!("compiler: {}", said("rustc", &["--version"])),
        format!("smill: {}", said("smill", &["--version", "-v"])),
        format!("jq: {}", said("jq", &["--version"])),
        format!("python: {}", said("python3", &["--version"])),
        format!("ion-cli: {}", said("ion", &["--version"])),
    ];
    facts.retain(|fact| !fact.ends_with(": "));
    facts
}

fn cpu_name() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The output of a command on one line.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
