//! Which files `smill pack` takes: `--exclude`, `--gitignore`, `--text-only`, `--skip-unreadable`, `--empty-folders`.

use crate::faults::{EIO, Fault, NOTHING, sweep_on};
use crate::pack::folder;
use crate::running::{Numbers, smill};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";

fn names(within: &Path, arguments: &[&str]) -> Vec<String> {
    let out = String::from_utf8(smill([&["pack"], arguments].concat()).within(within).fine()).unwrap();
    out.lines().filter_map(|line| line.strip_prefix('"')?.split("\":").next().map(str::to_owned)).collect()
}

#[test]
fn files_that_are_not_text_are_skipped_with_a_count() {
    let folder = folder(&[("d/a", b"text"), ("d/b.png", PNG), ("d/c", b"\xFF\xFEa\0"), ("d/e", b"x\0y")]);
    let outcome = smill(["pack", "d"]).within(folder.path()).caught();
    // Well-formed text with a NUL is packed.
    assert_eq!(String::from_utf8(outcome.out).unwrap(), "{\n\"d/a\":\"text\",\n\"d/e\":\"x\\u0000y\"\n}\n");
    let expected = "\
warning: skipped d/b.png: it is not text
warning: skipped d/c: it is UTF-16 text: --encoding auto decodes it
warning: skipped 2 of 4 files
";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
    // A file that an argument names is an error, and not skipped.
    let err = smill(["pack", "d/a", "d/b.png"]).within(folder.path()).fails(3);
    assert!(err.contains("--> d/b.png:1:1 (byte 0)") && err.contains("--skip-unreadable"), "{err}");
    let outcome =
        smill(["pack", "--report", "--skip-unreadable", "d/a", "d/b.png", "none"]).within(folder.path()).caught();
    let expected = "{\"files\":1,\"ill_formed\":{\"count\":0,\"files\":0},\"left_out\":0,\"empty_folders\":[],\"skipped\":[\
        {\"path\":\"none\",\"why\":\"it cannot be read: No such file or directory\"},\
        {\"path\":\"d/b.png\",\"why\":\"it is not text\"}],\"changed\":[]}\n";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
    // Policies that keep ill-formed bytes pack files that are not text too.
    let outcome = smill(["pack", "--on-invalid", "reversible", "d"]).within(folder.path()).caught();
    assert!(String::from_utf8(outcome.out).unwrap().contains("\"d/b.png\":\"\\udc89PNG"));
}

#[test]
fn text_only_looks_at_the_content() {
    let folder = folder(&[("a", b"text\x1b[0m\n"), ("b.txt", PNG), ("c", b"x\0y"), ("d", b"")]);
    for policy in ["reject", "replace", "reversible"] {
        let outcome = smill(["pack", "--text-only", "--on-invalid", policy, "."]).within(folder.path()).caught();
        assert_eq!(String::from_utf8(outcome.out).unwrap(), "{\n\"a\":\"text\\u001b[0m\\n\",\n\"d\":\"\"\n}\n");
        assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), "note: left out 2 files that are not text\n"));
    }
    fs::write(folder.path().join("e"), "late \u{e9}".repeat(3000).as_bytes().split_last().unwrap().1).unwrap();
    smill(["pack", "--text-only", "."]).within(folder.path()).fails(3);
}

/// Files of all lengths around the window, with an ill-formed byte at the end or not, in any place of the order.
#[test]
fn skipped_files_leave_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let mut expected = Vec::new();
    let mut numbers = Numbers(71);
    for at in 0..150 {
        let len = [0, 5, 131_071, 131_072, 131_073, 400_000][numbers.below(6)];
        let mut text = "x".repeat(len).into_bytes();
        let name = format!("f{at:03}");
        // The first batch is skipped as a whole.
        match at < 40 || numbers.below(3) == 0 {
            true => text.push(0xFF),
            false => expected.push(format!("\n\"{name}\":\"{}\"", "x".repeat(len))),
        }
        fs::write(folder.path().join(name), text).unwrap();
    }
    let expected = format!("{{{}\n}}\n", expected.join(","));
    for jobs in ["1", "2", "9"] {
        let outcome = smill(["pack", "-j", jobs, "--skip-unreadable", "."]).within(folder.path()).caught();
        assert!(outcome.out == expected.as_bytes() && outcome.code == Some(1), "{jobs}");
        let lines = outcome.err.lines().count();
        assert!(lines == 11 && outcome.err.ends_with(" of 150 files\n"), "{}", outcome.err);
    }
    let outcome = smill(["pack", "--ndjson", "--skip-unreadable", "f000", "f001"]).within(folder.path()).caught();
    assert_eq!((outcome.code, outcome.out), (Some(1), Vec::new()));
    let outcome = smill(["pack", "--skip-unreadable", "f000", "f001"]).within(folder.path()).caught();
    assert_eq!((outcome.code, outcome.out), (Some(1), b"{\n}\n".to_vec()));
}

#[test]
fn unreadable_files_are_skipped_on_request() {
    let folder = folder(&[("a", b"1"), ("d/b", b"2"), ("z", b"9")]);
    fs::set_permissions(folder.path().join("z"), fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(folder.path().join("d"), fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let call = || smill(["pack", "--skip-unreadable", "."]).within(folder.path());
    let outcome = if nix::unistd::geteuid().is_root() { call().user(65534).caught() } else { call().caught() };
    fs::set_permissions(folder.path().join("d"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(String::from_utf8(outcome.out).unwrap(), "{\n\"a\":\"1\"\n}\n", "{}", outcome.err);
    let expected = "\
warning: skipped ./d: it cannot be read: Permission denied
warning: skipped ./z: it cannot be read: Permission denied
warning: skipped 1 of 2 files
";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
}

/// A read that fails leaves out that file alone: no part of it is written.
#[test]
fn faults_of_reading_skip_one_file() {
    let long = "y".repeat(300_000);
    let prepare = |folder: &Path| {
        for (name, text) in [("a", "one"), ("b", &long), ("c", "three")] {
            fs::write(folder.join(name), text).unwrap();
        }
    };
    let arguments = ["pack", "-j", "1", "--skip-unreadable", "--ndjson", "."];
    let line = |name: &str, text: &str| format!("{{\"path\":\"{name}\",\"text\":\"{text}\"}}\n");
    let all = [line("a", "one"), line("b", &long), line("c", "three")];
    let mut skipped = 0;
    let happened = sweep_on(NOTHING, Fault("read", EIO), &arguments, b"", prepare, |_, faulty| {
        let out = String::from_utf8(faulty.outcome.out.clone()).unwrap();
        let present: Vec<&String> = all.iter().filter(|line| out.contains(line.as_str())).collect();
        if faulty.outcome.code == Some(4) {
            // The fault came in the second read of a long file, after its examination.
            assert!(faulty.outcome.err.starts_with("error: cannot read ./b: "), "{}", faulty.outcome.err);
            return;
        }
        assert_eq!(out, present.into_iter().cloned().collect::<String>(), "{}", faulty.at);
        assert_eq!(faulty.outcome.code, Some(i32::from(faulty.happened)));
        skipped += usize::from(faulty.happened);
    });
    assert!(happened > 6 && skipped > 4, "{happened} {skipped}");
}

/// A failure after some output leaves the old file, and no temporary.
#[test]
fn a_failed_pack_leaves_the_old_file() {
    let folder = folder(&[("d/a", &b"x".repeat(2_000_000)), ("d/b", b"bad \xFF"), ("out.json", b"old")]);
    for output in ["out.json", "new.json", "out.json.gz"] {
        smill(["pack", "-j", "2", "-o", output, "d"]).within(folder.path()).fails(3);
        let found: BTreeSet<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(found, BTreeSet::from(["d".into(), "out.json".into()]), "{output}");
        assert_eq!(fs::read(folder.path().join("out.json")).unwrap(), b"old");
    }
}

#[test]
fn globs_leave_out_files_and_folders() {
    let folder =
        folder(&[("n/a.md", b""), ("n/b.png", b""), ("n/old/c.md", b""), ("n/x/old/d.png", b""), ("t/e", b"")]);
    let run = |globs: &[&str]| {
        let globs = globs.iter().flat_map(|glob| ["--exclude", glob]);
        names(folder.path(), &[".", "-q"].into_iter().chain(globs).collect::<Vec<_>>())
    };
    assert_eq!(run(&["*.png"]), ["n/a.md", "n/old/c.md", "t/e"]);
    assert_eq!(run(&["old", "t"]), ["n/a.md", "n/b.png"]);
    assert_eq!(run(&["n/old"]), ["n/a.md", "n/b.png", "n/x/old/d.png", "t/e"]);
    assert_eq!(run(&["/n"]), ["t/e"]);
    assert_eq!(run(&["*.png", "!b.png"]), ["n/a.md", "n/b.png", "n/old/c.md", "t/e"]);
    assert_eq!(run(&["**/x/**", "*.md"]), ["n/b.png", "t/e"]);
    // Files that arguments name are left out too. Their names begin after `../`.
    assert_eq!(names(&folder.path().join("t"), &["-q", "--exclude", "*.md", "../n/a.md", "../n/b.png"]), ["n/b.png"]);
    assert_eq!(names(folder.path(), &["--exclude", "old", "n/old/c.md", "n/a.md"]), ["n/a.md"]);
    let err = smill(["pack", "--exclude", "[z-a]", "."]).within(folder.path()).fails(2);
    assert!(err.starts_with("error: --exclude [z-a]: "), "{err}");
}

/// The same files as `git ls-files`, for many trees and rules.
#[test]
fn rules_of_git_are_heard() {
    const NAMES: [&str; 7] = ["{a,x}", "a", "b.txt", "c.log", "build", "d e", "x"];
    const RULES: [&str; 17] = [
        "{a,x}", "*.log", "!c.log", "build/", "/x", "a/b.txt", "**/x", "d e", "!a", "build/**", "# none", "", "b.t?t",
        "[ac]*", "/*/build", "\\!x", "x/**/a",
    ];
    let mut numbers = Numbers(81);
    for seed in 0..12 {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path();
        let git = |arguments: &[&str]| Command::new("git").args(arguments).current_dir(root).output();
        match git(&["init", "-q", "."]) {
            Ok(done) => assert!(done.status.success()),
            Err(error) => return println!("rules of git: not run ({error})"),
        }
        for _ in 0..40 {
            let depth = 1 + numbers.below(4);
            let parts: Vec<&str> = (0..depth).map(|_| NAMES[numbers.below(NAMES.len())]).collect();
            let path = root.join(parts.join("/"));
            if fs::create_dir_all(path.parent().unwrap()).is_ok() && !path.is_dir() {
                fs::write(&path, "x").unwrap();
                if numbers.below(4) == 0 {
                    let rules: String = (0..3).map(|_| RULES[numbers.below(RULES.len())].to_owned() + "\n").collect();
                    fs::write(path.parent().unwrap().join(".gitignore"), rules).unwrap();
                }
            }
        }
        for within in ["."].into_iter().chain(NAMES).filter(|name| root.join(name).is_dir()) {
            let listed = git(&["-c", "core.excludesFile=/dev/null", "ls-files", "-coz", "--exclude-standard", within]);
            let listed = String::from_utf8(listed.unwrap().stdout).unwrap();
            let expected: BTreeSet<&str> = listed.split('\0').filter(|name| !name.is_empty()).collect();
            let packed = names(root, &["-q", "--gitignore", within]);
            let packed: BTreeSet<&str> = packed.iter().map(String::as_str).collect();
            // For an ignored folder in an argument, git lists nothing; `pack` packs it.
            if !(expected.is_empty() && within != ".") {
                assert_eq!(packed, expected, "{seed} {within}");
            }
        }
    }
}

#[test]
fn empty_folders_are_said_or_packed() {
    let folder = folder(&[("d/a", b"1"), ("d/only/b.png", PNG)]);
    fs::create_dir_all(folder.path().join("d/e/f")).unwrap();
    let arguments = ["pack", "--exclude", "*.png", "d"];
    let outcome = smill(arguments).within(folder.path()).caught();
    let expected = "note: left out 2 folders without files to pack, the first is d/e/f: --empty-folders packs them\n";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), expected));
    let outcome = smill([&arguments[..], &["--report"]].concat()).within(folder.path()).caught();
    assert!(outcome.err.contains("\"empty_folders\":[\"d/e/f\",\"d/only\"],"), "{}", outcome.err);
    for shape in [&[][..], &["--ndjson"]] {
        let packed = smill([&arguments[..], &["--empty-folders"], shape].concat()).within(folder.path()).fine();
        let text = String::from_utf8(packed.clone()).unwrap();
        assert!(text.contains("\"d/e/f/\"") && text.contains("\"d/only/\""), "{text}");
        let copy = tempfile::tempdir().unwrap();
        smill(["unpack"]).within(copy.path()).input(&packed).fine();
        assert!(copy.path().join("d/e/f").is_dir() && copy.path().join("d/only").is_dir());
        smill(["unpack", "--force"]).within(copy.path()).input(packed).fine();
    }
}

#[test]
fn a_long_list_of_skipped_entries_is_cut() {
    let folder = folder(&[("d/a", b"1")]);
    (0..15).for_each(|at| std::os::unix::fs::symlink("a", folder.path().join(format!("d/l{at:02}"))).unwrap());
    for command in ["pack", "check"] {
        let err = smill([command, "d"]).within(folder.path()).fails(1);
        assert_eq!(err.lines().count(), 11, "{err}");
        assert!(
            err.contains("skipped d/l09: ") && err.ends_with("warning: skipped 15 entries of folders in all\n"),
            "{err}"
        );
    }
    let outcome = smill(["pack", "--report", "d"]).within(folder.path()).caught();
    assert_eq!((outcome.code, outcome.err.matches("it is a symbolic link").count()), (Some(1), 15));
    assert_eq!(outcome.err.lines().count(), 1);
}
