//! Input and output files: requests that would lose data or have no meaning are refused.

use crate::running::smill;
use std::fs::{self, File, OpenOptions};
use std::path::Path;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    folder
}

#[test]
fn check_without_a_path_reads_standard_input() {
    smill(["check"]).input("text").fine();
    let err = smill(["check"]).input(b"\xff").fails(3);
    assert!(err.contains("stdin:1:1 (byte 0)"), "{err}");
    let passed = folder(&[]);
    let arguments = ["check", "--format", "ndjson", "--rejects", "bad", "--pass"];
    let outcome = smill(arguments).within(passed.path()).input("1\nx\n2\n").caught();
    assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"1\n2\n"[..]), "{outcome:?}");
    assert_eq!(fs::read(passed.path().join("bad")).unwrap(), b"x\n");
}

#[test]
fn standard_input_is_read_once() {
    let said = "error: standard input is named twice\n";
    for arguments in [
        &["check", "-", "-"][..],
        &["inspect", "-", "-"],
        &["check", "--format", "ndjson", "--rejects", "bad", "-", "-"],
        &["pack", "-", "-"],
        &["pack", "--files-from", "-", "-"],
        &["pack", "--files-from", "-", "--files-from", "-"],
    ] {
        assert_eq!(smill(arguments).input("1\n").fails(2), said, "{arguments:?}");
    }
}

#[test]
fn the_output_is_not_an_input() {
    let files = folder(&[("a.json", "{\"b\":1}\n")]);
    let path = files.path().join("a.json");
    let append = || OpenOptions::new().append(true).open(&path).unwrap();
    for arguments in [
        &["escape", "a.json"][..],
        &["unescape", "a.json"],
        &["convert", "--to", "ion", "a.json"],
        &["canon", "a.json"],
        &["repair", "a.json"],
        &["pack", "a.json"],
        &["check", "--all", "a.json"],
        &["inspect", "a.json"],
    ] {
        let outcome = smill(arguments).within(files.path()).stdout(append()).run();
        assert_eq!((outcome.code, &*outcome.err), (Some(2), "error: a.json is the output\n"), "{arguments:?}");
    }
    for arguments in [&["escape"][..], &["check", "--all"], &["convert", "--from", "json", "--to", "ion"]] {
        let outcome = smill(arguments).stdin(File::open(&path).unwrap()).stdout(append()).run();
        assert_eq!((outcome.code, &*outcome.err), (Some(2), "error: stdin is the output\n"), "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\"b\":1}\n");
}

#[test]
fn rejects_go_to_files_that_nobody_reads() {
    let files = folder(&[("in", "1\nx\n"), ("in.reasons", "1\nx\n"), ("other", "1\n")]);
    fs::hard_link(files.path().join("in"), files.path().join("link")).unwrap();
    fs::create_dir(files.path().join("folder")).unwrap();
    fs::write(files.path().join("folder/bad"), "1\n").unwrap();
    let check = |rejects: &str, input: &str| {
        let arguments = ["check", "--format", "ndjson", "--rejects", rejects, input];
        smill(arguments).within(files.path()).fails(2)
    };
    let convert = |rejects: &str, input: &str| {
        let arguments = ["convert", "--from", "ndjson", "--to", "ion", "--rejects", rejects, input];
        smill(arguments).within(files.path()).fails(2)
    };
    for (rejects, input) in [("in", "in"), ("in", "link"), ("in", "in.reasons"), ("link", "in")] {
        let said = format!("error: --rejects would replace {input}, which is read\n");
        assert_eq!((check(rejects, input), convert(rejects, input)), (said.clone(), said));
    }
    assert_eq!(check("folder/bad", "folder"), "error: --rejects would replace folder/bad, which is read\n");
    let stdin = smill(["check", "--format", "ndjson", "--rejects", "in"]).within(files.path());
    let outcome = stdin.stdin(File::open(files.path().join("in")).unwrap()).caught();
    assert_eq!(outcome.err, "error: --rejects would replace stdin, which is read\n");
    assert_eq!(fs::read_to_string(files.path().join("in")).unwrap(), "1\nx\n");

    assert_eq!(check("folder", "other"), "error: --rejects replaces a file, and folder is a folder\n");
}

#[test]
fn rejects_need_a_folder_that_exists() {
    let files = folder(&[("in", "x\n")]);
    for command in [&["check", "--format", "ndjson"][..], &["convert", "--from", "ndjson", "--to", "ion"]] {
        let arguments = [command, &["--rejects", "absent/bad", "in"]].concat();
        let err = smill(arguments).within(files.path()).fails(4);
        assert_eq!(err, "error: cannot open the folder absent: No such file or directory\n");
    }
    assert!(!files.path().join("absent").exists());
}

#[test]
fn lists_with_other_line_ends_are_explained() {
    let files = folder(&[("a", "1"), ("b", "2"), ("c\r", "3"), ("windows", "a\r\nb\r\n"), ("nul", "a\0b\0")]);
    let pack = |arguments: &[&str]| smill(arguments).within(files.path());
    let windows = "error: windows:1: the name ends with a carriage return; tr -d '\\r' removes it\n";
    assert_eq!(pack(&["pack", "--files-from", "windows"]).fails(3), windows);
    let nul = "error: stdin:2: the name has a NUL; -0 reads lists whose names end with NUL\n";
    assert_eq!(pack(&["pack", "-"]).input("a\nb\0").fails(3), nul);
    assert!(pack(&["pack", "-0", "--files-from", "nul"]).fine().starts_with(b"{"));
    // A name may end with a carriage return.
    assert_eq!(pack(&["pack", "-"]).input("c\r\n").fine(), b"{\n\"c\\r\":\"3\"\n}\n");
}

#[test]
fn help_that_cannot_be_written_is_a_failure() {
    if !Path::new("/dev/full").exists() {
        println!("help to a full disk: not run (there is no /dev/full)");
        return;
    }
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["help"],
        &["help", "pack"],
        &["pack", "--help"],
        &["--version"],
        &["man"],
        &["completions", "bash"],
        &["pack", "--profile", "list", "."],
    ] {
        let outcome = smill(arguments).stdout(full()).run();
        assert_eq!(outcome.code, Some(4), "{arguments:?}: {}", outcome.err);
        assert!(outcome.err.starts_with("error: cannot write to stdout: No space left on device"), "{}", outcome.err);
    }
}
