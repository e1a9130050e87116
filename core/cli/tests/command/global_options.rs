//! Options and habits of all commands.

use crate::running::{SMILL, smill};
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

#[test]
fn the_version_names_the_tiers() {
    let version = String::from_utf8(smill(["--version"]).fine()).unwrap();
    assert_eq!(version, format!("smill {}\n", env!("CARGO_PKG_VERSION")));
    for arguments in [["--version", "-v"], ["-v", "-V"]] {
        let version = String::from_utf8(smill(arguments).env("STRINGMILL_TIER", "scalar").fine()).unwrap();
        assert!(version.contains("\ntier      scalar (forced by STRINGMILL_TIER)\navailable scalar"), "{version}");
        let version = String::from_utf8(smill(arguments).env("STRINGMILL_TIER", "").fine()).unwrap();
        assert!(version.contains("(the highest available)"), "{version}");
    }
}

#[test]
fn a_tier_that_is_not_there_is_refused() {
    for arguments in [&["--version"][..], &["escape"], &["check", "-"]] {
        let err = smill(arguments).env("STRINGMILL_TIER", "abacus").fails(2);
        assert!(err.starts_with("error: STRINGMILL_TIER: tier 'abacus' is not available here"), "{err}");
    }
}

#[test]
fn tiers_write_the_same() {
    let text = crate::running::Numbers(7).text(100_000);
    let expected = smill(["escape"]).input(&text).fine();
    for tier in stringmill::Tier::available() {
        assert_eq!(smill(["escape"]).env("STRINGMILL_TIER", tier.name()).input(&text).fine(), expected, "{tier}");
    }
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for arguments in [&[][..], &["nosuch"], &["escape", "--nosuch"], &["escape", "a", "b"], &["pack"], &["-v"]] {
        smill(arguments).fails(2);
    }
    let err = smill(["escpae"]).fails(2);
    assert!(err.contains("escape"), "mistyped commands are guessed: {err}");
}

#[test]
fn help_shows_examples_first() {
    for arguments in [&["--help"][..], &["escape", "--help"], &["unescape", "-h"], &["check", "--help"]] {
        let help = String::from_utf8(smill(arguments).fine()).unwrap();
        let (examples, usage) = (help.find("Examples:").unwrap(), help.find("Usage:").unwrap());
        assert!(examples < usage && help.contains("Exit codes:"), "{help}");
    }
}

#[test]
fn missing_files_are_named() {
    for command in ["escape", "unescape", "check"] {
        let err = smill([command, "no\u{1b}such"]).fails(4);
        assert_eq!(err, "error: cannot open no\\u{1b}such: No such file or directory\n");
        if command != "check" {
            let err = smill([command, "/"]).fails(4);
            assert_eq!(err, "error: cannot read /: Is a directory\n");
        }
    }
}

#[test]
fn a_full_disk_is_reported() {
    let convert = &["convert", "--from", "json", "--to", "json"];
    for (arguments, input) in [(&["escape"][..], "x"), (&["unescape"], "\"x\""), (&["--version"], ""), (convert, "1")] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let outcome = smill(arguments).input(input).stdout(full).run();
        assert_eq!(outcome.code, Some(4));
        assert_eq!(outcome.err, "error: cannot write to stdout: No space left on device\n");
    }
}

/// Output that is lost is an error, and so is input that cannot be read; no output at all is neither.
#[test]
fn closed_standard_streams_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a"), "{\"a\":[1]}").unwrap();
    std::fs::write(folder.path().join("b"), "{\"x\":\"\"}").unwrap();
    let run = |closed: &str, call: &str| {
        let script = format!("exec \"$0\" {call} {closed}");
        let run = Command::new("sh").args(["-c", &script, SMILL]).current_dir(folder.path()).output().unwrap();
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    for call in [
        "escape a",
        "check --format ndjson --pass --rejects bad a",
        "convert --from json --to ion a",
        "convert --from json --to ion --compress gzip a",
        "clean a",
        "canon a",
        "repair a",
        "pack a",
        "pack --profile list a",
        "man",
        "completions bash",
        "selftest",
        "--version",
        "--version -v",
        "escape --help",
    ] {
        assert_eq!(
            run(">&-", call),
            (Some(4), "error: cannot write to stdout: Bad file number\n".to_owned()),
            "{call}"
        );
    }
    for call in ["check --format json a", "escape a -o new", "unpack -C copy a --report", "man folder"] {
        assert_ne!(run(">&-", call).0, Some(4), "{call}");
    }
    // A report is output; messages are not.
    for call in ["escape a", "clean a", "canon a", "convert --from json --to ion a", "pack a", "unpack -C copy b"] {
        assert_eq!(run("--report 2>&-", call).0, Some(4), "{call}");
        assert_eq!(run("--report 2>/dev/full", call).0, Some(4), "{call}");
        assert_ne!(run("2>&-", call).0, Some(4), "{call}");
    }
    for call in ["escape", "check -", "pack -", "unpack"] {
        assert_eq!(run("<&-", call), (Some(4), "error: cannot read stdin: Bad file number\n".to_owned()), "{call}");
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let call = smill(["escape"]).input("x".repeat(10_000_000)).stdout(Stdio::from(writer));
    let taking = std::thread::spawn(move || {
        let mut some = [0; 10];
        reader.read_exact(&mut some).unwrap();
        some
    });
    let outcome = call.run();
    assert_eq!(&taking.join().unwrap(), b"\"xxxxxxxxx");
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(141), ""));
}

#[test]
fn verbose_says_how_much_was_done() {
    let folder = crate::pack::folder(&[("d/a", b"12345"), ("d/b", b"678")]);
    for (arguments, input, total) in [
        (&["-v", "pack", "d"][..], "", "done: 2 files, 8 bytes read in "),
        (&["escape", "-v"], "123", "done: 3 bytes read in "),
        (&["unescape", "--verbose"], "\"1\"", "done: 3 bytes read in "),
        (&["check", "-v", "d"], "", "done: 2 files, 8 bytes read in "),
        (&["check", "-v", "d/a"], "", "done: 1 file, 5 bytes read in "),
        (&["escape", "--lines", "-v"], "1", "done: 1 string, 1 byte read in "),
        (&["convert", "-v", "--from", "ion", "--to", "json"], "1", "done: 1 byte read in "),
        (&["unpack", "-v"], "{\"new\":\"\"}", "done: 1 file written, 0 kept, 10 bytes read in "),
    ] {
        let outcome = smill(arguments).within(folder.path()).input(input).caught();
        assert_eq!(outcome.code, Some(0));
        assert!(outcome.err.starts_with(total) && outcome.err.lines().count() == 1, "{}", outcome.err);
    }
}

/// On a terminal, long work shows a bar and clears it at the end; quiet work shows none.
#[test]
fn long_work_on_a_terminal_shows_progress() {
    // `script` makes a terminal; the pause makes the work last.
    let run = |options: &str| {
        let work = format!(
            "(head -c 200000 /dev/zero; sleep 1.3; head -c 200000 /dev/zero; sleep 0.2; echo) | {} escape {options} >/dev/null",
            crate::running::SMILL
        );
        let mut script = std::process::Command::new("script");
        let out = script.args(["-qec", &work, "/dev/null"]).env("TERM", "xterm").stdin(Stdio::null()).output();
        let out = out.expect("script of the Debian package bsdutils runs");
        assert!(out.status.success());
        String::from_utf8(out.stdout).unwrap()
    };
    let shown = run("");
    assert!(shown.contains("KiB") && shown.contains("/s"), "{shown:?}");
    assert!(shown.ends_with("\x1b[2K") || shown.trim_end_matches(['\r', '\n']).ends_with("\x1b[2K"), "{shown:?}");
    assert_eq!(run("--quiet"), "");
}

#[test]
fn help_has_a_help() {
    for option in ["--help", "-h"] {
        assert_eq!(smill(["help", option]).fine(), smill([option]).fine());
    }
}

/// Every listed label is one that `--encoding` takes.
#[test]
fn labels_are_listed() {
    let list = String::from_utf8(smill(["check", "--encoding", "list"]).fine()).unwrap();
    let labels: Vec<_> = list.lines().filter(|line| !line.contains(' ')).collect();
    assert!(labels.contains(&"utf-16le") && labels.len() > 30, "{list}");
    for label in labels {
        smill(["check", "--encoding", label]).input("").fine();
    }
}
