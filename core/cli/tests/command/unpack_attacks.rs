//! Input of a stranger: names that lead elsewhere, that are refused by the system, or that meet other files.

use crate::faults::library;
use crate::pack::folder;
use crate::running::smill;
use crate::unpack::tree;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::tempdir;

/// One file as an object, and as lines with the name first or last.
fn shapes(name: &str) -> [String; 3] {
    [
        format!("{{\n\"{name}\":\"bad\"}}"),
        format!("{{\"path\":\"{name}\",\"text\":\"bad\"}}\n"),
        format!("{{\"text\":\"bad\",\"other\":[\"{name}\"],\"path\":\"{name}\"}}\n"),
    ]
}

/// Expects that each shape of `name` is refused as `what`, with the place of the name, and changes nothing in `outer`.
fn refused(outer: &Path, name: &str, what: &str) {
    let before = tree(outer);
    for (input, options) in shapes(name).iter().flat_map(|input| [(input, &[][..]), (input, &["--force"])]) {
        let inner = outer.join("in");
        let outcome = smill([&["unpack", "-C", inner.to_str().unwrap()], options].concat()).input(input).caught();
        assert_eq!(outcome.code, Some(3), "{input}: {}", outcome.err);
        assert!(outcome.err.starts_with(&format!("error: {what}: ")), "{input}: {}", outcome.err);
        let line = if input.starts_with("{\n") { 2 } else { 1 };
        let start = input.rfind(&format!("\"{name}\"")).unwrap();
        assert!(outcome.err.contains(&format!("--> stdin:{line}:")), "{input}: {}", outcome.err);
        assert!(outcome.err.contains(&format!("(byte {start})")), "{input}: {}", outcome.err);
        assert!(tree(outer) == before, "{input}");
    }
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let outer = folder(&[("in/kept", b"old"), ("outside", b"old")]);
    for (name, what) in [
        ("../outside", "name leads out of the folder"),
        ("a/../../outside", "name leads out of the folder"),
        ("\\u002e\\u002e\\u002foutside", "name leads out of the folder"),
        ("..", "name leads out of the folder"),
        ("../", "name leads out of the folder"),
        ("/outside", "name is absolute"),
        ("//outside", "name is absolute"),
        ("\\/outside", "name is absolute"),
        ("a\\u0000/../b", "name contains a NUL"),
        ("", "name is empty"),
        ("a//b", "name has an empty part"),
        ("./a", "name has a part '.'"),
        ("a/.", "name has a part '.'"),
    ] {
        refused(outer.path(), name, what);
    }
}

#[test]
fn links_and_files_in_the_way_are_refused() {
    let outer = folder(&[("in/file", b"old"), ("in/folder/f", b"old"), ("outside/f", b"old")]);
    symlink("../outside", outer.path().join("in/link")).unwrap();
    symlink("none", outer.path().join("in/broken")).unwrap();
    symlink("..", outer.path().join("in/folder/up")).unwrap();
    for name in ["link/f", "link/new", "broken/f", "folder/up/file", "folder/up/../f"] {
        let what =
            if name.contains("..") { "name leads out of the folder" } else { "name leads through a symbolic link" };
        refused(outer.path(), name, what);
    }
    refused(outer.path(), "file/f", "name leads through a file that exists");
    // A folder in the way is kept, as a file is.
    for input in shapes("folder") {
        let outcome = smill(["unpack", "-C", "in"]).within(outer.path()).input(&input).caught();
        assert_eq!((outcome.code, outcome.err.contains("kept folder")), (Some(1), true), "{}", outcome.err);
        let err = smill(["unpack", "--force", "-C", "in"]).within(outer.path()).input(&input).fails(3);
        assert!(err.starts_with("error: name is that of a folder that exists: folder\n  --> stdin:"), "{err}");
    }
    assert_eq!(fs::read(outer.path().join("in/folder/f")).unwrap(), b"old");
}

/// Replaced files lose their name, not their content: other names of them, pipes and targets of links stay as they are.
#[test]
fn other_names_of_a_replaced_file_keep_its_content() {
    let outer = folder(&[("in/a", b"old"), ("outside", b"old")]);
    fs::hard_link(outer.path().join("outside"), outer.path().join("in/hard")).unwrap();
    symlink("../outside", outer.path().join("in/soft")).unwrap();
    let pipe = outer.path().join("in/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let input = "{\"hard\":\"new\",\"soft\":\"new\",\"pipe\":\"new\"}";
    smill(["unpack", "--force", "-C", "in"]).within(outer.path()).input(input).fine();
    assert_eq!(fs::read(outer.path().join("outside")).unwrap(), b"old");
    for name in ["hard", "soft", "pipe"] {
        assert_eq!(fs::read(outer.path().join("in").join(name)).unwrap(), b"new", "{name}");
    }
}

#[test]
fn names_that_are_too_long_are_refused() {
    let outer = folder(&[("in/kept", b"old")]);
    let long = "n".repeat(256);
    for name in [long.clone(), format!("{long}/a"), format!("{}\u{e9}", "n".repeat(254))] {
        refused(outer.path(), &name, "name has a part that is too long for the file system");
    }
    smill(["unpack", "-C", "in"]).within(outer.path()).input(&shapes(&"n".repeat(255))[0]).fine();
    for input in shapes(&"d/".repeat(2049)) {
        let err = smill(["unpack"]).within(tempdir().unwrap().path()).input(input).fails(5);
        assert!(err.starts_with("error: name is longer than the limit\n  --> stdin:"), "{err}");
    }
}

/// Names with a special meaning on Windows, in a shell or on a terminal are plain names of files here.
#[test]
fn names_of_other_systems_are_file_names() {
    let names =
        ["C:\\x", "..\\x", "con", "a:stream", "end.", "end ", "-rf", "~", "$(x)", "\u{1b}[31m", "\u{202e}txt", "a\nb"];
    let outer = tempdir().unwrap();
    let members: Vec<_> = names.iter().map(|name| format!("{}:\"x\"", json(name))).collect();
    smill(["unpack", "-C", "in"]).within(outer.path()).input(format!("{{{}}}", members.join(","))).fine();
    let mut expected: Vec<_> = names.iter().map(|name| format!("in/{name}").into_bytes()).collect();
    expected.sort();
    assert_eq!(tree(outer.path()).into_keys().collect::<Vec<_>>(), expected);
    // No message has a control character.
    let outcome =
        smill(["unpack", "-C", "in"]).within(outer.path()).input(format!("{{{}}}", members.join(","))).caught();
    assert_eq!(outcome.code, Some(1));
    assert!(!outcome.err.contains(['\u{1b}', '\u{202e}']) && outcome.err.lines().count() == 11, "{}", outcome.err);
}

fn json(name: &str) -> String {
    let escaped = name.replace('\\', "\\\\").replace('\n', "\\n").replace('\u{1b}', "\\u001b");
    format!("\"{escaped}\"")
}

#[test]
fn a_name_is_given_once() {
    for (first, second, what) in [
        ("a", "a", "name occurs twice"),
        ("d/a", "d\\/\\u0061", "name occurs twice"),
        ("a", "a/b", "name leads through a file of this input"),
        ("a", "a/", "name leads through a file of this input"),
        ("a/b", "a", "name is that of a folder of this input"),
        ("a/", "a", "name is that of a folder of this input"),
    ] {
        let text = |name: &str| if name.ends_with('/') { "" } else { "x" };
        let object = format!("{{\"{first}\":\"{}\",\"{second}\":\"{}\"}}", text(first), text(second));
        let line = |name: &str| format!("{{\"text\":\"{}\",\"path\":\"{name}\"}}\n", text(name));
        for input in [object, line(first) + &line(second)] {
            for options in [&["unpack"][..], &["unpack", "--force"]] {
                let to = tempdir().unwrap();
                let err = smill(options).within(to.path()).input(&input).fails(3);
                let start = input.rfind(&format!("\"{second}\"")).unwrap();
                assert!(err.starts_with(&format!("error: {what}: ")), "{input}: {err}");
                assert!(err.contains(&format!("(byte {start})")), "{input}: {err}");
                assert_eq!(tree(to.path()).len(), usize::from(!first.ends_with('/')), "{input}");
            }
        }
    }
}

/// Names that differ in case or in the form of Unicode are different files. Where the file system does not tell them apart, no
/// file replaces another of the same input.
#[test]
fn names_that_a_file_system_takes_for_one() {
    let input = "{\"d/a\":\"1\",\"d/A\":\"2\",\"d/\u{e9}\":\"3\",\"d/e\u{301}\":\"4\"}";
    // With a sync, several threads publish files in any order.
    for options in [&["--no-sync"][..], &["--no-sync", "--force"]] {
        let to = tempdir().unwrap();
        let run = |options: &[&str], system: &str| {
            let call = smill([&["unpack"], options].concat()).within(to.path()).input(input);
            call.env("LD_PRELOAD", library().to_str().unwrap()).env("FAULT_SYSTEM", system).caught()
        };
        let outcome = run(options, "");
        assert_eq!((outcome.code, tree(to.path()).len()), (Some(0), 4), "{}", outcome.err);
        fs::remove_dir_all(to.path().join("d")).unwrap();
        let outcome = run(options, "case");
        if options.contains(&"--force") {
            assert_eq!(outcome.code, Some(3), "{}", outcome.err);
            let says = "error: name of another file of this input on this file system: ./d/";
            assert!(outcome.err.starts_with(says), "{}", outcome.err);
        } else {
            assert_eq!(outcome.code, Some(1), "{}", outcome.err);
        }
        assert_eq!(fs::read(to.path().join("d/a")).unwrap(), b"1");
        // Existing files that this input has not written are replaced.
        fs::remove_dir_all(to.path().join("d")).unwrap();
        fs::create_dir(to.path().join("d")).unwrap();
        fs::write(to.path().join("d/a"), "old").unwrap();
        let call = smill(["unpack", "--force"]).within(to.path()).input("{\"d/A\":\"new\"}");
        let outcome = call.env("LD_PRELOAD", library().to_str().unwrap()).env("FAULT_SYSTEM", "case").caught();
        assert_eq!(outcome.code, Some(0), "{}", outcome.err);
        assert_eq!(fs::read(to.path().join("d/a")).unwrap(), b"new");
    }
}
