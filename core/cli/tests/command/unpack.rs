//! `smill unpack`.

use crate::pack::folder;
use crate::running::{Numbers, SMILL, smill};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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
fn packed_folders_come_back_to_the_byte() {
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
    assert!(err.starts_with("error: lone surrogate \\udc80\n"), "{err}");
}

#[test]
fn names_that_would_leave_are_refused() {
    for (name, why) in [
        ("../x", "name leads out of the folder: ../x"),
        ("a/../../x", "name leads out of the folder: a/../../x"),
        ("/tmp/x", "name is absolute: /tmp/x"),
        ("", "name is empty: "),
        ("a//b", "name has an empty part: a//b"),
        ("a/", "name has an empty part: a/"),
        ("./a", "name has a part '.': ./a"),
        ("..", "name leads out of the folder: .."),
        ("a\\u0000b", "name holds a NUL: a\\u{0}b"),
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

/// The picture of a refused name, to the byte.
#[test]
fn a_refused_name_is_pictured() {
    let to = tempdir().unwrap();
    let expected = "\
error: name leads out of the folder: ../x
  --> stdin:2:1 (byte 12)
   |
 2 | \"../x\":\"bad\"}
   | ^^^^^^
   = hex  22 2c 0a [22 2e 2e 2f 78 22] 3a 22 62
   = help nothing is written under such a name; what came before it is
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
    // Replaced is the link, not what it leads to.
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
    // What is kept is still read to its end.
    smill(["unpack"]).within(to.path()).input("{\"a\":\"bad \\q\"}").fails(3);
    let many: Vec<_> = (0..30).map(|at| format!("\"n{at}\":\"x\"")).collect();
    let many = format!("{{{}}}", many.join(","));
    smill(["unpack"]).within(to.path()).input(&many).fine();
    let err = smill(["unpack"]).within(to.path()).input(&many).fails(1);
    assert_eq!(err.lines().count(), 11);
    assert!(err.ends_with("warning: kept 30 files in all\n"), "{err}");
}

#[test]
fn a_name_that_stands_twice_is_refused() {
    let to = tempdir().unwrap();
    for options in [&["unpack"][..], &["unpack", "--force"]] {
        let err = smill(options).within(to.path()).input("{\"a\":\"1\",\"b\":\"2\",\"\\u0061\":\"3\"}").caught();
        assert_eq!(err.code, Some(3));
        assert!(err.err.contains("error: name stands twice: a\n  --> stdin:1:18 (byte 17)\n"), "{}", err.err);
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

/// A signal in the middle of a file: it dies of the signal, and leaves no temporary.
#[test]
fn signals_leave_nothing_half_written() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let to = tempdir().unwrap();
        // Under nohup a hangup is ignored, and what is ignored stays so; `env` makes it as it is at a terminal.
        let mut command = Command::new("env");
        command.args(["--default-signal=HUP,INT,TERM", SMILL, "unpack"]).current_dir(to.path());
        let mut child = command.stdin(Stdio::piped()).spawn().expect("env runs");
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"{\"whole\":\"x\",\"half\":\"some").unwrap();
        stdin.flush().unwrap();
        // Until the first file has its name and the second is begun.
        let listed = || {
            let entries = fs::read_dir(to.path()).unwrap().map(|entry| entry.unwrap().file_name());
            entries.map(|name| name.into_string().unwrap()).collect::<Vec<_>>()
        };
        while !(listed().len() == 2 && listed().iter().any(|name| name == "whole")) {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        assert!(listed().iter().any(|name| name.starts_with(".smill-")));
        kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
        let status = child.wait().unwrap();
        assert!(status.signal().is_some(), "{status}");
        assert_eq!(names(to.path()), ["whole"]);
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
