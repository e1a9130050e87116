//! `smill pack`.

use crate::running::{Numbers, literal, smill};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// A folder with files of these names and texts.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn pack(within: &Path, arguments: &[&str]) -> String {
    String::from_utf8(smill(["pack"].iter().chain(arguments)).within(within).fine()).unwrap()
}

#[test]
fn members_of_the_object_are_in_byte_order() {
    let files: &[(&str, &[u8])] =
        &[("d/b/c", b"1"), ("d/b.txt", b"2\n"), ("d/B", b"\"3\""), ("d/b-", b""), ("d/\u{e9}", "\u{20ac}".as_bytes())];
    let folder = folder(files);
    let expected = "{\n\"d/B\":\"\\\"3\\\"\",\n\"d/b-\":\"\",\n\"d/b.txt\":\"2\\n\",\n\"d/b/c\":\"1\",\n\"d/\u{e9}\":\"\u{20ac}\"\n}\n";
    for given in [&["d"][..], &["./d/"], &["d/b", "d/\u{e9}", "d/B", "d/b.txt", "d/b-"]] {
        assert_eq!(pack(folder.path(), given), expected);
    }
    assert_eq!(pack(folder.path(), &["."]), expected);
    assert_eq!(
        pack(folder.path(), &["--ndjson", "d/b", "d/B"]),
        "{\"path\":\"d/B\",\"text\":\"\\\"3\\\"\"}\n{\"path\":\"d/b/c\",\"text\":\"1\"}\n"
    );
}

#[test]
fn names_cannot_lead_outside_and_a_note_says_so() {
    let folder = folder(&[("d/b.txt", b"2\n")]);
    let inside = folder.path().join("d");
    let name = folder.path().to_str().unwrap().strip_prefix('/').unwrap();
    for (given, name) in
        [(inside.to_str().unwrap().to_owned(), format!("{name}/d/b.txt")), ("../d/b.txt".into(), "d/b.txt".into())]
    {
        let outcome = smill(["pack", &given]).within(&inside).caught();
        assert_eq!(String::from_utf8(outcome.out).unwrap(), format!("{{\n\"{name}\":\"2\\n\"\n}}\n"));
        assert_eq!(outcome.code, Some(0));
        assert!(outcome.err.starts_with("note: "), "{}", outcome.err);
        assert!(outcome.err.contains(&format!(" is stored as {name}: ")), "{}", outcome.err);
    }
}

#[test]
fn an_empty_folder_is_an_empty_object() {
    let folder = folder(&[]);
    assert_eq!(pack(folder.path(), &["."]), "{\n}\n");
    assert_eq!(pack(folder.path(), &["--ndjson", "."]), "");
}

#[test]
fn lists_name_files_and_folders() {
    let folder = folder(&[("a b", b"1"), ("c\nd", b"2"), ("e/f", b"3"), ("list", b"e\na b\n")]);
    assert_eq!(pack(folder.path(), &["--files-from", "list"]), "{\n\"a b\":\"1\",\n\"e/f\":\"3\"\n}\n");
    let all = "{\n\"a b\":\"1\",\n\"c\\nd\":\"2\",\n\"e/f\":\"3\"\n}\n";
    let names = "c\nd\0e\0a b\0";
    for arguments in [&["pack", "-0"][..], &["pack", "-0", "-"], &["pack", "--null", "--files-from", "-"]] {
        let out = smill(arguments).within(folder.path()).input(names).fine();
        assert_eq!(String::from_utf8(out).unwrap(), all);
    }
    let out = smill(["pack", "-"]).within(folder.path()).input("./e/f\na b\n").fine();
    assert_eq!(out, b"{\n\"a b\":\"1\",\n\"e/f\":\"3\"\n}\n");
    smill(["pack"]).fails(2);
}

#[test]
fn a_name_given_twice_is_refused() {
    let folder = folder(&[("a/b", b"1")]);
    for arguments in [&["pack", "a", "a/b"][..], &["pack", "a/b", "./a//b"]] {
        let outcome = smill(arguments).within(folder.path()).caught();
        assert_eq!((outcome.code, outcome.err.as_str()), (Some(2), "error: a/b is named twice\n"));
        assert!(outcome.out.is_empty());
    }
}

#[test]
fn links_are_followed_if_named_and_skipped_in_folders() {
    let folder = folder(&[("real/a", b"1")]);
    symlink("real", folder.path().join("link")).unwrap();
    symlink("a", folder.path().join("real/inner")).unwrap();
    nix_fifo(&folder.path().join("real/pipe"));
    let outcome = smill(["pack", "link"]).within(folder.path()).caught();
    assert_eq!(String::from_utf8(outcome.out).unwrap(), "{\n\"link/a\":\"1\"\n}\n");
    let expected = "\
warning: skipped link/inner: it is a symbolic link
warning: skipped link/pipe: it is not a file
";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
    assert_eq!(pack(folder.path(), &["real/inner"]), "{\n\"real/inner\":\"1\"\n}\n");
}

fn nix_fifo(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

#[test]
fn the_output_is_not_packed_into_itself() {
    let folder = folder(&[("a", b"1")]);
    let out = folder.path().join("out.json");
    let outcome = smill(["pack", "."]).within(folder.path()).stdout(fs::File::create(&out).unwrap()).run();
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), "note: skipped ./out.json: it is the output\n"));
    assert_eq!(fs::read(&out).unwrap(), b"{\n\"a\":\"1\"\n}\n");
    let outcome = smill(["pack", "out.json"]).within(folder.path()).stdout(fs::File::create(&out).unwrap()).run();
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(2), "error: out.json is the output\n"));
}

#[test]
fn ill_formed_text_has_a_diagnostic_with_its_path() {
    let folder = folder(&[("d/a", b"fine"), ("d/b", b"one\ntwo \xFF\n"), ("d/c", b"\xFF")]);
    let expected = "\
error: ill-formed UTF-8: byte that never occurs in UTF-8: FF
  --> d/b:2:5 (byte 8)
   |
 2 | two \\xFF
   |     ^^^^
   = hex  77 6f 20 [ff] 0a
   = help convert the input to UTF-8, or replace the ill-formed bytes
   = help --on-invalid replace writes U+FFFD instead, --skip-unreadable packs the other files, smill check --all lists every place
";
    for jobs in ["1", "2", "7"] {
        assert_eq!(smill(["pack", "-j", jobs, "d"]).within(folder.path()).fails(3), expected);
    }
    let outcome = smill(["pack", "--on-invalid", "replace", "d"]).within(folder.path()).caught();
    assert_eq!(
        String::from_utf8(outcome.out).unwrap(),
        "{\n\"d/a\":\"fine\",\n\"d/b\":\"one\\ntwo \u{FFFD}\\n\",\n\"d/c\":\"\u{FFFD}\"\n}\n"
    );
    let expected =
        "warning: 2 ill-formed pieces of UTF-8 in 2 files under --on-invalid replace, the first at d/b:2:5 (byte 8)\n";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
}

#[test]
fn names_that_are_not_utf8_follow_the_policy() {
    let folder = folder(&[("x", b"1")]);
    fs::write(folder.path().join(OsStr::from_bytes(b"b\xFF")), "2").unwrap();
    let err = smill(["pack", "."]).within(folder.path()).fails(3);
    assert!(err.starts_with("error: path is not UTF-8: ./b\\xFF\n"), "{err}");
    let outcome = smill(["pack", "--on-invalid", "reversible", "."]).within(folder.path()).caught();
    assert_eq!(outcome.out, b"{\n\"b\\udcff\":\"2\",\n\"x\":\"1\"\n}\n");
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.err.ends_with("the first at the name of ./b\\xFF\n"), "{}", outcome.err);
    fs::write(folder.path().join(OsStr::from_bytes(b"b\xFE")), "3").unwrap();
    let err = smill(["pack", "--on-invalid", "replace", "."]).within(folder.path()).fails(3);
    assert!(err.starts_with("error: path is the same as another under --on-invalid replace: ./b\\x"), "{err}");
}

/// One huge file among small ones, more batches than workers, blocks that overflow: the same bytes for any `-j`.
#[test]
fn any_number_of_workers_writes_the_same() {
    let folder = tempdir().unwrap();
    let mut numbers = Numbers(3);
    let mut expected = String::from("{");
    for at in 0..500 {
        let len = if at == 77 { 3_000_000 } else { numbers.below(9000) };
        let text = if at % 50 == 3 { Vec::new() } else { numbers.text(len) };
        let name = format!("f{at:03}");
        let comma = if at == 0 { "" } else { "," };
        expected.push_str(&format!("{comma}\n\"{name}\":{}", literal(&text)));
        fs::write(folder.path().join(name), text).unwrap();
    }
    expected.push_str("\n}\n");
    for jobs in ["1", "2", "7", "64"] {
        let out = smill(["pack", "-j", jobs, "."]).within(folder.path()).fine();
        assert!(out == expected.as_bytes(), "-j {jobs}");
    }
    for jobs in ["0", "257", "x"] {
        smill(["pack", "-j", jobs, "."]).within(folder.path()).fails(2);
    }
}

#[test]
fn borders_of_the_read_buffer_change_nothing() {
    let folder = tempdir().unwrap();
    for len in (131_072 - 300..131_072 + 2).step_by(1).filter(|len| len % 7 == 0 || *len > 131_060) {
        let mut text = vec![b'x'; len];
        text.extend_from_slice("\u{1F600}\"\u{e9}\n".as_bytes());
        fs::write(folder.path().join("a"), &text).unwrap();
        let out = smill(["pack", "-j", "1", "a"]).within(folder.path()).fine();
        assert!(out == format!("{{\n\"a\":{}\n}}\n", literal(&text)).as_bytes(), "{len}");
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = folder(&[("a", b"1")]);
    let err = smill(["pack", "a", "missing"]).within(folder.path()).fails(4);
    assert_eq!(err, "error: cannot open missing: No such file or directory\n");
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let outcome = smill(["pack", "a"]).within(folder.path()).stdout(full).run();
    assert_eq!(
        (outcome.code, outcome.err.as_str()),
        (Some(4), "error: cannot write to stdout: No space left on device\n")
    );
}

#[test]
fn a_deep_tree_is_walked_without_recursion() {
    let folder = tempdir().unwrap();
    let mut path = folder.path().to_owned();
    for _ in 0..400 {
        path.push("d");
    }
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("f"), "deep").unwrap();
    let out = pack(folder.path(), &["."]);
    assert!(out.ends_with("d/d/f\":\"deep\"\n}\n"));
}
