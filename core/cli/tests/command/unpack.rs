//! `smill unpack`.

use crate::faults::{Lacks, NOTHING, TMPFILE, has_tmpfile, library};
use crate::pack::folder;
use crate::running::{Numbers, SMILL, smill};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;
use tempfile::tempdir;

/// All files below `root`, by their path from there; links count as files with their target as text.
pub(crate) fn tree(root: &Path) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                files.insert(
                    path.into_os_string().into_vec(),
                    fs::read_link(entry.path()).unwrap().into_os_string().into_vec(),
                );
            } else {
                files.insert(path.into_os_string().into_vec(), fs::read(entry.path()).unwrap());
            }
        }
    }
    files
}

fn names(root: &Path) -> Vec<String> {
    tree(root).into_keys().map(|name| String::from_utf8(name).unwrap()).collect()
}

#[test]
fn packed_folders_are_restored_to_the_byte() {
    let from = tempdir().unwrap();
    let mut numbers = Numbers(11);
    for at in 0..60 {
        let path = from.path().join(format!("d{}/e{}/f {at}", at % 7, at % 3));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let len = if at == 33 { 1_000_000 } else { numbers.below(5000) };
        fs::write(path, numbers.text(len)).unwrap();
    }
    fs::write(from.path().join("path"), "a name that is also a word of NDJSON").unwrap();
    fs::write(from.path().join("text"), "").unwrap();
    for (shape, sync) in [(None, None), (Some("--ndjson"), None), (None, Some("--no-sync"))] {
        let packed = smill(["pack", "."].into_iter().chain(shape)).within(from.path()).fine();
        let to = tempdir().unwrap();
        let copy = to.path().join("new/copy");
        let arguments = ["unpack", "-C", copy.to_str().unwrap()].into_iter().chain(sync);
        assert_eq!(smill(arguments).input(packed).fine(), b"");
        assert!(tree(from.path()) == tree(&copy));
    }
}

#[test]
fn bytes_that_are_not_utf8_come_back_under_reversible() {
    let from = tempdir().unwrap();
    fs::write(from.path().join(OsStr::from_bytes(b"n\xFF\xC3")), b"\xED\xA0\x80 \xFF\x00 \xE2\x82").unwrap();
    let all: Vec<u8> = (0..=255).chain(0..=255).collect();
    fs::write(from.path().join("all"), all).unwrap();
    let packed = smill(["pack", "--on-invalid", "reversible", "."]).within(from.path()).caught();
    assert_eq!(packed.code, Some(1));
    let to = tempdir().unwrap();
    smill(["unpack", "--on-invalid", "reversible"]).within(to.path()).input(&packed.out).fine();
    assert!(tree(from.path()) == tree(to.path()));
    let other = tempdir().unwrap();
    let err = smill(["unpack"]).within(other.path()).input(&packed.out).fails(3);
    assert!(err.starts_with("error: lone surrogate: \\udc80\n"), "{err}");
}

#[test]
fn names_that_would_leave_are_refused() {
    for (name, why) in [
        ("../x", "name leads out of the folder: ../x"),
        ("a/../../x", "name leads out of the folder: a/../../x"),
        ("/tmp/x", "name is absolute: /tmp/x"),
        ("", "name is empty: "),
        ("a//b", "name has an empty part: a//b"),
        ("a//", "name has an empty part: a//"),
        ("../a/", "name leads out of the folder: ../a/"),
        ("/", "name is empty: /"),
        ("./a", "name has a part '.': ./a"),
        ("..", "name leads out of the folder: .."),
        ("a\\u0000b", "name contains a NUL: a\\u{0}b"),
        ("\\u002e./x", "name leads out of the folder: ../x"),
    ] {
        for shape in ["object", "lines"] {
            let outer = tempdir().unwrap();
            let inner = outer.path().join("in");
            let input = match shape {
                "object" => format!("{{\n\"ok\":\"fine\",\n\"{name}\":\"bad\"}}"),
                _ => format!("{{\"path\":\"ok\",\"text\":\"fine\"}}\n{{\"path\":\"{name}\",\"text\":\"bad\"}}"),
            };
            let err = smill(["unpack", "-C", inner.to_str().unwrap()]).input(input).fails(3);
            assert!(err.starts_with(&format!("error: {why}\n")), "{err}");
            assert_eq!(names(outer.path()), ["in/ok"], "{name}");
        }
    }
}

/// The diagnostic of a refused name, to the byte.
#[test]
fn a_refused_name_has_a_diagnostic() {
    let to = tempdir().unwrap();
    let expected = "\
error: name leads out of the folder: ../x
  --> stdin:2:1 (byte 12)
   |
 2 | \"../x\":\"bad\"}
   | ^^^^^^
   = hex  22 2c 0a [22 2e 2e 2f 78 22] 3a 22 62
   = help give the member another name; the files before it are written
";
    let err = smill(["unpack"]).within(to.path()).input("{\"a\":\"fine\",\n\"../x\":\"bad\"}").fails(3);
    assert_eq!(err, expected.replace("byte 12", "byte 13"));
}

#[test]
fn links_are_never_followed() {
    let outer = folder(&[("outside/kept", b"old")]);
    let inner = outer.path().join("in");
    fs::create_dir(&inner).unwrap();
    symlink("../outside", inner.join("link")).unwrap();
    symlink("../outside/kept", inner.join("file")).unwrap();
    let before = tree(outer.path());
    let unpack = |options: &[&'static str], input: &str| {
        smill(["unpack", "-C", inner.to_str().unwrap()].iter().chain(options)).input(input).caught()
    };
    for options in [&[][..], &["--force"]] {
        let outcome = unpack(options, "{\"link/new\":\"x\"}");
        assert_eq!(outcome.code, Some(3));
        assert!(outcome.err.starts_with("error: name leads through a symbolic link: link/new\n"), "{}", outcome.err);
        assert!(tree(outer.path()) == before);
    }
    let outcome = unpack(&[], "{\"file\":\"x\"}");
    assert_eq!(outcome.code, Some(1), "a link that exists is kept");
    assert!(tree(outer.path()) == before);
    // The link is replaced, not its target.
    assert_eq!(unpack(&["--force"], "{\"file\":\"x\"}").code, Some(0));
    assert_eq!(fs::read(outer.path().join("outside/kept")).unwrap(), b"old");
    assert_eq!(fs::read(inner.join("file")).unwrap(), b"x");
    assert!(!fs::symlink_metadata(inner.join("file")).unwrap().is_symlink());
}

#[test]
fn existing_files_are_kept_unless_forced() {
    let to = folder(&[("a", b"old"), ("b", b"old")]);
    let input = "{\"a\":\"new\",\"b\":\"new\",\"c\":\"new\"}";
    let outcome = smill(["unpack"]).within(to.path()).input(input).caught();
    let expected = "\
warning: kept a: it exists, and --force was not given
warning: kept b: it exists, and --force was not given
";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
    let texts = || ["a", "b", "c"].map(|name| fs::read_to_string(to.path().join(name)).unwrap());
    assert_eq!(texts(), ["old", "old", "new"]);
    smill(["unpack", "--force"]).within(to.path()).input(input).fine();
    assert_eq!(texts(), ["new", "new", "new"]);
    // The text of a kept file is still read to its end.
    smill(["unpack"]).within(to.path()).input("{\"a\":\"bad \\q\"}").fails(3);
    let many: Vec<_> = (0..30).map(|at| format!("\"n{at}\":\"x\"")).collect();
    let many = format!("{{{}}}", many.join(","));
    smill(["unpack"]).within(to.path()).input(&many).fine();
    let err = smill(["unpack"]).within(to.path()).input(&many).fails(1);
    assert_eq!(err.lines().count(), 11);
    assert!(err.ends_with("warning: kept 30 files in all\n"), "{err}");
}

#[test]
fn a_repeated_name_is_refused() {
    let to = tempdir().unwrap();
    for options in [&["unpack"][..], &["unpack", "--force"]] {
        let err = smill(options).within(to.path()).input("{\"a\":\"1\",\"b\":\"2\",\"\\u0061\":\"3\"}").caught();
        assert_eq!(err.code, Some(3));
        assert!(err.err.contains("error: name occurs twice: a\n  --> stdin:1:18 (byte 17)\n"), "{}", err.err);
        assert_eq!(fs::read(to.path().join("a")).unwrap(), b"1");
    }
}

#[test]
fn bad_input_leaves_whole_files_only() {
    for (input, code, files) in [
        ("", 3, &[][..]),
        ("[]", 3, &[]),
        ("{\"a\":\"x\",\"b\":\"cut", 3, &["a"]),
        ("{\"a\":\"x\",\"b\":\"bad \\q\"}", 3, &["a"]),
        ("{\"a\":\"x\",\"b\":null}", 3, &["a"]),
        ("{\"a\":\"x\"} {", 3, &["a"]),
        ("{\"path\":\"a\",\"text\":\"x\"}\n{\"path\":\"b\"", 3, &["a"]),
        ("{\"a\":\"x\",\"a/b\":\"y\"}", 3, &["a"]),
        ("{\"a/b/c\":\"x\",\"a/b\":\"y\"}", 3, &["a/b/c"]),
        ("{\"a/b\":\"x\",\"a/b/c/d\":\"y\"}", 3, &["a/b"]),
    ] {
        let to = tempdir().unwrap();
        smill(["unpack"]).within(to.path()).input(input).fails(code);
        assert_eq!(names(to.path()), files, "{input}");
    }
}

#[test]
fn the_shape_is_seen_or_said() {
    let line = "{\"path\":\"a\",\"text\":\"x\"}\n";
    for (options, input, files) in [
        (&["unpack"][..], line, &["a"][..]),
        (&["unpack", "--ndjson"], line, &["a"]),
        (&["unpack", "--object"], line, &["path", "text"]),
        (&["unpack", "--ndjson"], "", &[]),
    ] {
        let to = tempdir().unwrap();
        smill(options).within(to.path()).input(input).fine();
        assert_eq!(names(to.path()), files);
    }
    smill(["unpack", "--object", "--ndjson"]).fails(2);
}

#[test]
fn names_have_a_limit() {
    let to = tempdir().unwrap();
    let name = |len: usize| "n/".repeat(len / 2);
    let err = smill(["unpack"]).within(to.path()).input(format!("{{\n\"{}a\":\"x\"}}", name(4096))).fails(5);
    assert!(err.starts_with("error: name is longer than the limit\n  --> stdin:2:1 (byte 2)\n"), "{err}");
    let err = smill(["unpack"]).within(to.path()).input(format!("{{\n\"{}", "\\u0041".repeat(300_000))).fails(5);
    assert!(err.starts_with("error: name is longer than the limit\n  --> stdin:2:1 (byte 2)\n"), "{err}");
    // Deep, with few open files.
    let deep = format!("{}leaf", "d/".repeat(400));
    let out = Command::new("sh")
        .args(["-c", "ulimit -n 32; printf '{\"%s\":\"deep\"}' \"$1\" | \"$2\" unpack --no-sync", "sh", &deep, SMILL])
        .current_dir(to.path())
        .output()
        .expect("sh runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert_eq!(names(to.path()), [deep]);
}

#[test]
fn names_and_texts_cross_every_border() {
    let to = tempdir().unwrap();
    for shift in 0..14 {
        // The escape of the name or of the text lies on the end of the read buffer.
        let pad = "x".repeat(131_072 - 2 - 10 + shift);
        let input = format!("{{\"p\":\"{pad}\",\"n\u{e9}\\u00e9\\n{shift}\":\"t\u{1F600}\\ud83d\\ude00\"}}");
        smill(["unpack", "--force", "--no-sync"]).within(to.path()).input(&input).fine();
        let name = format!("n\u{e9}\u{e9}\n{shift}");
        assert_eq!(fs::read_to_string(to.path().join(name)).unwrap(), "t\u{1F600}\u{1F600}");
        assert_eq!(fs::read(to.path().join("p")).unwrap().len(), pad.len());
    }
}

/// An `unpack` in `folder` that has written the file `whole`, and is in the middle of the next.
fn halfway(folder: &Path, lacks: Lacks) -> (Child, ChildStdin) {
    // Under nohup a child inherits that SIGHUP is ignored; `env` restores the default.
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", SMILL, "unpack"]).current_dir(folder);
    command.env("LD_PRELOAD", library()).env("FAULT_SYSTEM", lacks.0);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("env runs");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"{\"whole\":\"x\",\"half\":\"some").unwrap();
    stdin.flush().unwrap();
    let open_files = format!("/proc/{}/fd", child.id());
    let is_draft = |path: PathBuf| {
        let name = path.strip_prefix(folder).ok().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with('#') || name.starts_with(".smill-"))
    };
    let has_draft = || {
        let files = fs::read_dir(&open_files).unwrap();
        files.flatten().any(|entry| fs::read_link(entry.path()).is_ok_and(is_draft))
    };
    for _ in 0..PATIENCE {
        if folder.join("whole").exists() && has_draft() {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    if !has_draft() {
        child.kill().unwrap();
        panic!("no second file is begun in {}: {:?} {:?}", folder.display(), names(folder), child.wait());
    }
    (child, stdin)
}

/// Polls of 2 ms each: longer than any machine needs.
const PATIENCE: usize = 30_000;

fn send(child: &mut Child, signal: Signal) {
    kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(signal as i32), "{status}");
}

/// After a signal in the middle of a file, the process dies of the signal, and leaves no temporary.
#[test]
fn signals_leave_nothing_half_written() {
    for (signal, lacks) in [
        (Signal::SIGINT, NOTHING),
        (Signal::SIGTERM, NOTHING),
        (Signal::SIGHUP, NOTHING),
        (Signal::SIGINT, TMPFILE),
        (Signal::SIGTERM, TMPFILE),
        (Signal::SIGHUP, TMPFILE),
    ] {
        let to = tempdir().unwrap();
        let (mut child, _stdin) = halfway(to.path(), lacks);
        assert_eq!(names(to.path()).len(), if lacks == TMPFILE || !has_tmpfile(to.path()) { 2 } else { 1 });
        send(&mut child, signal);
        assert_eq!(names(to.path()), ["whole"]);
    }
}

/// A killed process cannot remove a temporary, so it has none if the system supports unnamed files. Otherwise
/// `pack` skips it, and the next `unpack` removes it.
#[test]
fn temporaries_of_killed_processes_are_skipped_and_removed() {
    let to = tempdir().unwrap();
    if has_tmpfile(to.path()) {
        let (mut child, _stdin) = halfway(to.path(), NOTHING);
        send(&mut child, Signal::SIGKILL);
        assert_eq!(names(to.path()), ["whole"]);
        fs::remove_file(to.path().join("whole")).unwrap();
    } else {
        println!("unpack without temporaries: not run (files here need a name)");
    }
    let (mut child, _stdin) = halfway(to.path(), TMPFILE);
    let left = names(to.path());
    let temporary = left.iter().find(|name| name.starts_with(".smill-")).unwrap();
    // As long as the process lives, its file is left alone.
    smill(["unpack"]).within(to.path()).input("{\"other\":\"y\"}").fine();
    assert!(to.path().join(temporary).exists());
    send(&mut child, Signal::SIGKILL);
    let skipped = format!("note: skipped ./{temporary}: it is a temporary file of smill\n");
    let packed = smill(["pack", "."]).within(to.path()).caught();
    assert_eq!((packed.code, packed.err.as_str()), (Some(0), skipped.as_str()));
    assert_eq!(packed.out, b"{\n\"other\":\"y\",\n\"whole\":\"x\"\n}\n");
    assert_eq!(smill(["check", "."]).within(to.path()).fails(0), skipped);
    // If an argument names the temporary, it is packed as any file.
    assert!(smill(["pack", temporary]).within(to.path()).fine().starts_with(b"{\n\".smill-"));
    smill(["unpack"]).within(to.path()).input("{\"new\":\"z\"}").fine();
    assert_eq!(names(to.path()), ["new", "other", "whole"]);
}

/// The number of a process that has ended.
fn dead() -> u32 {
    let mut child = Command::new(SMILL).arg("--version").stdout(Stdio::null()).spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

/// Only unlocked regular files of ended processes are removed, in each folder that is written to.
#[test]
fn only_abandoned_temporaries_are_removed() {
    let (dead, alive) = (dead(), std::process::id());
    let abandoned = [format!(".smill-{dead}-0.tmp"), format!("d/.smill-{dead}-18.tmp")];
    let kept = [
        format!(".smill-{alive}-0.tmp"),
        format!(".smill-{dead}-1.tmp"),
        format!(".smill-{dead}-2.tmp"),
        format!(".smill-{dead}-3.tmp~"),
        format!(".smill-0{dead}-4.tmp"),
        format!(".smill-{dead}.tmp"),
        format!("elsewhere/.smill-{dead}-5.tmp"),
        "linked".to_owned(),
    ];
    let files: Vec<_> = abandoned.iter().chain(&kept).map(|name| (name.as_str(), &b"half"[..])).collect();
    let to = folder(&files);
    let locked = File::options().write(true).open(to.path().join(&kept[1])).unwrap();
    locked.lock().unwrap();
    fs::remove_file(to.path().join(&kept[2])).unwrap();
    fs::hard_link(to.path().join("linked"), to.path().join(&kept[2])).unwrap();
    let link = format!(".smill-{dead}-6.tmp");
    symlink("linked", to.path().join(&link)).unwrap();
    fs::create_dir(to.path().join(format!(".smill-{dead}-7.tmp"))).unwrap();
    smill(["unpack"]).within(to.path()).input("{\"a\":\"x\",\"d/e/f\":\"y\",\"d/g\":\"z\"}").fine();
    let mut expected: Vec<_> = kept.into_iter().chain([link, "a".into(), "d/e/f".into(), "d/g".into()]).collect();
    expected.sort();
    assert_eq!(names(to.path()), expected);
    assert!(to.path().join(format!(".smill-{dead}-7.tmp")).exists());
}

/// A file of such a name would be removed later, so it is not written in the first place.
#[test]
fn names_of_temporaries_are_left_out() {
    let to = tempdir().unwrap();
    let input = "{\".smill-1-0.tmp\":\"x\",\"d/.smill-22-3.tmp\":\"y\",\".smill-1.tmp\":\"z\"}";
    let outcome = smill(["unpack", "--force"]).within(to.path()).input(input).caught();
    let expected = "\
warning: skipped .smill-1-0.tmp: it has the name of a temporary file of smill
warning: skipped d/.smill-22-3.tmp: it has the name of a temporary file of smill
";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
    assert_eq!(names(to.path()), [".smill-1.tmp"]);
    smill(["unpack"]).within(to.path()).input("{\"../.smill-1-0.tmp\":\"x\"}").fails(3);
    let err = smill(["check", "--format", "ndjson", "--rejects", ".smill-1-0.tmp"]).within(to.path()).fails(2);
    assert_eq!(err, "error: .smill-1-0.tmp is the name of a temporary file of smill\n");
}

/// Several at once into one folder: each file is whole, and without `--force` each is written once.
#[test]
fn several_at_once_do_not_disturb_each_other() {
    let members: Vec<_> = (0..60).map(|at| format!("\"d{}/f{at}\":\"{}\"", at % 3, "text ".repeat(at * 40))).collect();
    let input = format!("{{{}}}", members.join(","));
    for (lacks, options) in [
        (NOTHING, &["--no-sync"][..]),
        (TMPFILE, &["--no-sync"]),
        (NOTHING, &["--no-sync", "--force"]),
        (TMPFILE, &["--no-sync", "--force"]),
        (NOTHING, &["--force"]),
    ] {
        let to = tempdir().unwrap();
        let calls: Vec<_> = (0..4)
            .map(|_| {
                let call = smill(["-v", "unpack"].iter().chain(options)).within(to.path()).input(&input);
                let call = call.env("LD_PRELOAD", library().to_str().unwrap()).env("FAULT_SYSTEM", lacks.0);
                std::thread::spawn(move || call.caught())
            })
            .collect();
        let mut written = 0;
        for call in calls {
            let outcome = call.join().unwrap();
            assert!(matches!(outcome.code, Some(0 | 1)), "{lacks:?} {options:?}: {}", outcome.err);
            let done = outcome.err.lines().find_map(|line| line.strip_prefix("done: ")).unwrap();
            written += done.split(' ').next().unwrap().parse::<usize>().unwrap();
        }
        assert_eq!(written, if options.contains(&"--force") { 240 } else { 60 });
        assert_eq!(names(to.path()).len(), 60);
        for at in 0..60 {
            let text = fs::read_to_string(to.path().join(format!("d{}/f{at}", at % 3))).unwrap();
            assert!(text == "text ".repeat(at * 40), "{at}");
        }
    }
}

#[test]
fn an_ignored_hangup_stays_ignored() {
    let to = tempdir().unwrap();
    let script = "trap '' HUP; (printf '{\"a\":\"x'; kill -s HUP 0; sleep 0.1; printf 'y\"}') | \"$1\" unpack";
    let mut command = Command::new("setsid");
    command.args(["-w", "sh", "-c", script, "sh", SMILL]).current_dir(to.path());
    let out = command.output().expect("setsid runs");
    assert!(out.status.success(), "{out:?}");
    assert_eq!(fs::read(to.path().join("a")).unwrap(), b"xy");
}

/// Lines whose first member is unknown are not taken for an object of files.
#[test]
fn a_line_that_begins_with_another_member_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let line = "{\"id\":\"x\",\"path\":\"a\",\"text\":\"b\"}";
    let err = smill(["unpack"]).within(folder.path()).input(line).fails(3);
    let picture = "error: object has the members of a line of NDJSON, and its first member is another one\n  --> stdin:1:22 (byte 21)\n";
    assert!(err.starts_with(picture) && err.contains("help --ndjson reads a file from each line, --object a"), "{err}");
    smill(["unpack", "--ndjson"]).within(folder.path()).input(line).fine();
    assert_eq!(std::fs::read(folder.path().join("a")).unwrap(), b"b");
    let names = "{\n\"id\":\"x\",\"path\":\"a\",\"text\":\"b\"}";
    for (option, input) in [("--object", line), ("--quiet", names)] {
        let folder = tempfile::tempdir().unwrap();
        smill(["unpack", option]).within(folder.path()).input(input).fine();
        assert_eq!(std::fs::read(folder.path().join("text")).unwrap(), b"b");
    }
}

/// The rules for Windows, on this system.
#[test]
fn names_that_windows_cannot_hold_are_refused_or_escaped() {
    let unpack = |rule: &str, input: &str| {
        let folder = tempdir().unwrap();
        let outcome = smill(["unpack", "--names", rule]).within(folder.path()).input(input).caught();
        let mut names: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        (outcome.code, outcome.err, names)
    };
    for (name, why) in [
        ("a:b", "name has ':', which Windows cannot hold: a:b\n  --> stdin:1:18 (byte 17)\n"),
        ("con", "name has a part that is a device of Windows: con\n"),
        ("d./x", "name has a part that ends with a dot or a space, which Windows drops: d./x\n"),
        ("A", "name occurs twice, or differs from another only in case: A\n"),
        ("x/b", "name has a folder that differs from another only in case: x/b\n"),
    ] {
        let input = format!("{{\"X/a\":\"\",\"a\":\"\",\"{name}\":\"\"}}");
        let (code, err, names) = unpack("windows", &input);
        assert!(code == Some(3) && err.starts_with(&format!("error: {why}")), "{err}");
        assert_eq!(names, ["X", "a"]);
        assert_eq!(unpack("any", &input).0, Some(0));
    }
    let (code, err, names) = unpack("windows-escaped", "{\"a:b\":\"\",\"con\":\"\",\"d. \":\"\",\"%3a\":\"\"}");
    assert_eq!((code, &*err), (Some(0), ""));
    assert_eq!(names, ["%253a", "%63on", "a%3Ab", "d.%20"]);
    assert_eq!(unpack("windows-escaped", "{\"a\":\"\",\"A\":\"\"}").0, Some(3));
}
