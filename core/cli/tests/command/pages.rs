//! `smill completions` and `smill man`.

use crate::running::smill;
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

/// The commands that the help lists.
fn commands() -> BTreeSet<String> {
    let help = String::from_utf8(smill(["--help"]).fine()).unwrap();
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned));
    let names: BTreeSet<_> = names.filter(|name| !name.is_empty() && name != "help").collect();
    assert!(names.contains("check") && names.contains("man") && names.len() > 7, "{names:?}");
    names
}

#[test]
fn bash_sources_its_completions() {
    let script = smill(["completions", "bash"]).fine();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("smill.bash");
    std::fs::write(&path, script).unwrap();
    // The offers of the function after `smill `, and after `smill check --`.
    let test = r#"
        set -eu
        source "$1"
        complete -p smill >/dev/null
        COMP_WORDS=(smill ''); COMP_CWORD=1; _smill smill '' smill; echo "${COMPREPLY[@]}"
        COMP_WORDS=(smill check --); COMP_CWORD=2; _smill smill -- check; echo "${COMPREPLY[@]}"
    "#;
    let out = Command::new("bash").args(["-c", test, "bash"]).arg(&path).output().expect("bash runs");
    let (said, err) = (String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap());
    assert!(out.status.success() && err.is_empty(), "{err}");
    let mut lines = said.lines().map(|line| line.split(' ').collect::<BTreeSet<_>>());
    let (first, second) = (lines.next().unwrap(), lines.next().unwrap());
    for command in commands() {
        assert!(first.contains(&*command), "{command}: {said}");
    }
    assert!(second.contains("--format") && second.contains("--rejects"), "{said}");
}

#[test]
fn other_shells_have_completions_too() {
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let script = String::from_utf8(smill(["completions", shell]).fine()).unwrap();
        assert!(script.contains("smill") && script.contains("rejects"), "{shell}");
    }
    smill(["completions", "abacus"]).fails(2);
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("man1");
    assert_eq!(smill(["man", directory.to_str().unwrap()]).fine(), b"");
    let names = std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut expected: BTreeSet<_> = commands().iter().map(|command| format!("smill-{command}.1")).collect();
    expected.insert("smill.1".into());
    assert_eq!(names.collect::<BTreeSet<_>>(), expected);
    let main = std::fs::read(directory.join("smill.1")).unwrap();
    assert_eq!(smill(["man"]).fine(), main);
    for name in &expected {
        let page = std::fs::read_to_string(directory.join(name)).unwrap();
        for section in
            ["SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "ENVIRONMENT", "EXAMPLES", "\"SEE ALSO\""]
        {
            assert_eq!(page.matches(&format!(".SH {section}\n")).count(), 1, "{name}: {section}");
        }
        assert!(page.contains(&format!("smill {}", env!("CARGO_PKG_VERSION"))), "{name}");
        lint(name, &directory.join(name));
    }
}

/// groff has no warnings, if it is installed.
fn lint(name: &str, path: &std::path::Path) {
    let groff = Command::new("groff")
        .args(["-man", "-Tutf8", "-ww", "-Kutf8", "-P-cbou"])
        .arg(path)
        .stdin(Stdio::null())
        .output();
    match groff {
        Ok(out) => {
            assert!(out.status.success() && out.stderr.is_empty(), "{name}: {}", String::from_utf8_lossy(&out.stderr));
            let shown = String::from_utf8_lossy(&out.stdout).into_owned();
            assert!(shown.contains("SYNOPSIS"), "{name}: {shown}");
        }
        Err(error) => println!("lint of {name}: not run ({error})"),
    }
}

#[test]
fn pages_that_cannot_be_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let err = smill(["man", "file"]).within(folder.path()).fails(4);
    assert_eq!(err, "error: cannot make the folder file: File exists\n");
}
