//! `--output` and `--in-place`: a file is replaced by the whole output, or stays as it is.

use crate::faults::{EIO, ENOSPC, Fault, NOTHING, TMPFILE, says, sweep_on};
use crate::running::{Numbers, literal, smill};
use crate::unpack::tree;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// Arguments of each command that writes a stream, and its input.
const WRITERS: &[(&[&str], &[u8])] = &[
    (&["escape"], b"a \"quoted\" line\n"),
    (&["escape", "--times", "3", "--bare"], b"a\\b"),
    (&["unescape"], b"\"a \\u00e9\""),
    (&["convert", "--from", "ndjson", "--to", "ion"], b"{\"a\":1}\n[2]\n"),
    (&["convert", "--from", "json", "--to", "json", "--pretty"], b"{\"a\":[1,2]}"),
    (&["check", "--format", "ndjson", "--rejects", "bad", "--pass"], b"1\n2\n"),
    (&["canon"], b"{\"b\": 1.0, \"a\": 2}"),
    (&["repair", "--mend", "trailing-commas", "-q"], b"{\"a\":\"\t\",}"),
    (&["completions", "zsh"], b""),
];

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    folder
}

#[test]
fn the_file_has_the_bytes_of_standard_output() {
    for (arguments, input) in WRITERS {
        let folder = folder(&[("./new", b"old text that is longer than the output")]);
        let expected = smill(*arguments).within(folder.path()).input(input).fine();
        for name in ["new", "./new", "-new"] {
            let option = if name.starts_with('-') { format!("--output={name}") } else { format!("-o{name}") };
            let out = smill(with(arguments, &[&option])).within(folder.path()).input(input).fine();
            assert_eq!(out, b"", "{arguments:?}");
            let path = folder.path().join(name);
            assert_eq!(fs::read(&path).unwrap(), expected, "{arguments:?} {name}");
            // A second run replaces it.
            smill(with(arguments, &[&option])).within(folder.path()).input(input).fine();
            assert_eq!(fs::read(&path).unwrap(), expected, "{arguments:?} {name}");
        }
        assert_eq!(smill(with(arguments, &["-o", "-"])).within(folder.path()).input(input).fine(), expected);
    }
}

#[test]
fn a_file_is_changed_in_place() {
    let text = Numbers(3).text(400_000);
    for (arguments, before, after) in [
        (&["escape", "-i", "f"][..], text.clone(), format!("{}\n", literal(&text)).into_bytes()),
        (&["unescape", "--in-place", "f"], literal(&text).into_bytes(), text.clone()),
        (&["convert", "--to", "json", "-i", "f.json"], b"[1, 2]".to_vec(), b"[1,2]\n".to_vec()),
        (&["canon", "-i", "f.json"], b"[1.0, 2]\n".to_vec(), b"[1,2]".to_vec()),
        (&["repair", "-q", "-i", "f.json"], b"[\"\t\"]\n".to_vec(), b"[\"\\t\"]\n".to_vec()),
        // The output may be named as the input.
        (&["escape", "-o", "f", "f"], b"a\"".to_vec(), b"\"a\\\"\"\n".to_vec()),
    ] {
        let name = *arguments.last().unwrap();
        let folder = folder(&[(name, &before)]);
        assert_eq!(smill(arguments).within(folder.path()).fine(), b"");
        assert!(fs::read(folder.path().join(name)).unwrap() == after, "{arguments:?}");
        assert_eq!(tree(folder.path()).len(), 1, "{arguments:?}");
    }
}

/// Exit code 1 is a success: the output is complete.
#[test]
fn a_repaired_text_replaces_the_file() {
    let folder = folder(&[("f", b"a\xffb")]);
    smill(["escape", "--on-invalid", "replace", "-i", "f"]).within(folder.path()).fails(1);
    assert_eq!(fs::read(folder.path().join("f")).unwrap(), "\"a\u{FFFD}b\"\n".as_bytes());
}

#[test]
fn invalid_input_leaves_the_old_file() {
    let long = [&b"x".repeat(400_000)[..], b"\xff"].concat();
    let lines = [&b"{\"a\":1}\n".repeat(50_000)[..], b"nul\n"].concat();
    for (arguments, input) in [
        (&["escape", "-i", "f"][..], &long[..]),
        (&["escape", "-o", "f", "in"], &long),
        (&["unescape", "-o", "f", "in"], b"\"a"),
        (&["convert", "--from", "ndjson", "--to", "ion", "-o", "f", "in"], &lines),
        (&["convert", "--from", "ndjson", "--to", "ion", "-i", "f"], &lines),
        (&["canon", "-i", "f"], b"{\"a\": 1, \"a\": 2}"),
        (&["repair", "-i", "f"], b"[\"\t\", 1"),
        (&["pack", "-j", "2", "-o", "f", "in"], &long),
    ] {
        let in_place = arguments.contains(&"-i");
        let folder = folder(&[("in", input), ("f", if in_place { input } else { b"old" })]);
        let before = tree(folder.path());
        smill(arguments).within(folder.path()).fails(3);
        assert!(tree(folder.path()) == before, "{arguments:?}");
    }
}

#[test]
fn what_is_no_file_is_not_replaced() {
    let folder = folder(&[("f", b"1\n")]);
    fs::create_dir(folder.path().join("d")).unwrap();
    std::os::unix::fs::symlink("f", folder.path().join("link")).unwrap();
    let file = fs::canonicalize(folder.path().join("f")).unwrap();
    let leads =
        |option| format!("{option} replaces a file, and link is a symbolic link; name its file: {}", file.display());
    for (arguments, says) in [
        (&["pack", "-o", "d", "f"][..], "--output replaces a file, and d is a folder"),
        (&["escape", "-o", "link", "f"], &leads("--output")),
        (&["escape", "-i", "link"], &leads("--in-place")),
        (&["escape", "-o", ".smill-1-1.tmp", "f"], ".smill-1-1.tmp is the name of a temporary file of smill"),
        (&["escape", "-i"], "--in-place requires the name of one file"),
        (&["escape", "-i", "-"], "--in-place requires the name of one file"),
        (&["check", "-o", "new", "f"], "--output and --compress require --pass"),
    ] {
        let err = smill(arguments).within(folder.path()).fails(2);
        assert_eq!(err, format!("error: {says}\n"), "{arguments:?}");
    }
    smill(["escape", "-i", "-o", "new", "f"]).within(folder.path()).fails(2);
    let err = smill(["escape", "-o", "none/new", "f"]).within(folder.path()).fails(4);
    assert_eq!(err, "error: cannot open the folder none: No such file or directory\n");
    assert_eq!(tree(folder.path()).len(), 2, "the file and the link");
}

#[test]
fn rejects_and_output_are_different_files() {
    let folder = folder(&[("in", b"1\nx\n")]);
    for (rejects, output) in [("bad", "./bad"), ("bad", "bad.reasons"), ("bad", "d/../bad")] {
        fs::create_dir_all(folder.path().join("d")).unwrap();
        for command in [&["check", "--format", "ndjson", "--pass"][..], &["convert", "--from", "ndjson", "--to", "ion"]]
        {
            let arguments = with(command, &["--rejects", rejects, "-o", output, "in"]);
            let err = smill(&arguments).within(folder.path()).fails(2);
            assert!(err.starts_with("error: the output and ") && err.contains(" have the same place: bad"), "{err}");
        }
    }
    let arguments = ["check", "--format", "ndjson", "--pass", "--rejects", "bad", "-o", "d/bad", "in"];
    smill(arguments).within(folder.path()).fails(1);
    assert_eq!(fs::read(folder.path().join("d/bad")).unwrap(), b"1\n");
}

/// The old output in a packed folder is not packed again, and the new one has no name yet.
#[test]
fn a_folder_is_packed_into_itself() {
    let folder = folder(&[("a", b"text"), ("b", b"text")]);
    for jobs in ["1", "3"] {
        let arguments = ["pack", "-j", jobs, "-o", "all.json", "."];
        let first = smill(arguments).within(folder.path()).caught();
        let expected = b"{\n\"a\":\"text\",\n\"b\":\"text\"\n}\n";
        assert_eq!(fs::read(folder.path().join("all.json")).unwrap(), expected);
        assert_eq!(first.code, Some(0), "{}", first.err);
        let second = smill(arguments).within(folder.path()).caught();
        let skipped = "note: skipped ./all.json: it is the output\n";
        assert_eq!((second.code, second.err.as_str()), (Some(0), skipped));
        assert_eq!(fs::read(folder.path().join("all.json")).unwrap(), expected);
        fs::remove_file(folder.path().join("all.json")).unwrap();
    }
}

/// Whatever fails, the file is old or new, and nothing else stays.
#[test]
fn the_file_survives_every_fault() {
    let text = Numbers(8).text(300_000);
    let escaped = format!("{}\n", literal(&text)).into_bytes();
    let packed = format!("{{\n\"f\":{}\n}}\n", literal(&text)).into_bytes();
    let prepare = |folder: &Path| {
        fs::write(folder.join("f"), &text).unwrap();
        fs::set_permissions(folder.join("f"), fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(folder.join("g"), "old").unwrap();
    };
    let lines = format!("{{\"path\":\"f\",\"mode\":\"0644\",\"text\":{}}}\n", literal(&text)).into_bytes();
    let runs: [(&[&str], &str, &[u8]); 4] = [
        (&["escape", "-i", "f"], "f", &escaped),
        (&["escape", "-o", "g", "f"], "g", &escaped),
        (&["pack", "-j", "1", "-o", "g", "f"], "g", &packed),
        (&["pack", "-j", "1", "--ndjson", "--modes", "-o", "g", "f"], "g", &lines),
    ];
    let faults = ["open", "read", "write", "fsync", "rename", "close", "link", "stat", "lock"];
    for (lacks, call) in [NOTHING, TMPFILE].into_iter().flat_map(|lacks| faults.map(|call| (lacks, call))) {
        let fault = Fault(call, if call == "write" { ENOSPC } else { EIO });
        for (arguments, name, expected) in runs {
            let mut refused = 0;
            sweep_on(lacks, fault, arguments, b"", prepare, |folder, faulty| {
                let files = tree(folder);
                assert_eq!(files.len(), 2, "{fault:?} {}: {:?}", faulty.at, files.keys());
                let (found, old) = (&files[name.as_bytes()], if name == "f" { &text[..] } else { b"old" });
                if faulty.outcome.code == Some(0) {
                    assert!(found == expected, "{fault:?} {} {arguments:?}", faulty.at);
                } else {
                    assert!(faulty.happened);
                    refused += 1;
                    says(faulty, fault);
                    assert!(found == old || found == expected, "{fault:?} {} {arguments:?}", faulty.at);
                }
            });
            // A trial file, a link that is replaced by a copy, and a lock that no other process needs may fail.
            let harmless = ["link", "lock"].contains(&call) || call == "rename" && lacks == NOTHING;
            assert!(refused > 0 || harmless, "{fault:?} {arguments:?}");
        }
    }
}

/// A pipe without a writer: the command would wait for one if it opened the pipe first.
#[test]
fn a_pipe_is_not_opened_to_be_replaced() {
    let folder = folder(&[]);
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status();
    assert!(made.unwrap().success());
    for command in [
        &["clean"][..],
        &["escape"],
        &["unescape"],
        &["canon"],
        &["repair"],
        &["convert", "--from", "json", "--to", "ion"],
    ] {
        let err = smill(command.iter().chain(&["-i", "pipe"])).within(folder.path()).fails(2);
        assert_eq!(err, "error: --in-place replaces a file, and pipe is a pipe or a device\n", "{command:?}");
    }
}
