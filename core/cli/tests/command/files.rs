//! Commands that turn each of several files into another.

use crate::running::smill;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn text(folder: &Path, name: &str) -> String {
    String::from_utf8(fs::read(folder.join(name)).unwrap()).unwrap()
}

/// Names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn each_file_is_replaced_and_the_others_are_untouched() {
    let folder = folder(&[("a.txt", b"caf\xE9"), ("b.txt", b"text"), ("c.txt", b"\xFF\xFF")]);
    let inode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().ino();
    let before = inode("b.txt");
    let outcome = smill(["clean", "-i", "a.txt", "b.txt", "c.txt"]).within(folder.path()).caught();
    assert_eq!((outcome.code, &*outcome.out), (Some(1), &b""[..]));
    let said: Vec<&str> = outcome.err.lines().collect();
    assert!(said.len() == 2 && said[0].contains("a.txt") && said[1].contains("c.txt"), "{said:?}");
    assert_eq!(
        ["a.txt", "b.txt", "c.txt"].map(|name| text(folder.path(), name)),
        ["caf\u{fffd}", "text", "\u{fffd}\u{fffd}"]
    );
    assert_eq!(inode("b.txt"), before);
    // Now nothing is left to do.
    assert_eq!(smill(["clean", "-i", "a.txt", "b.txt", "c.txt"]).within(folder.path()).fine(), b"");
}

#[test]
fn messages_and_reports_come_in_the_order_of_the_arguments() {
    let numbers: Vec<String> = (0..40).map(|number| format!("{number:02}.json")).collect();
    // The first files are the longest.
    let texts: Vec<Vec<u8>> =
        (0..40).map(|number| format!("[{}1,]", "1,".repeat((40 - number) * 2000)).into_bytes()).collect();
    let files: Vec<(&str, &[u8])> = numbers.iter().zip(&texts).map(|(name, text)| (&**name, &**text)).collect();
    let folder = folder(&files);
    let arguments = ["repair", "--mend", "trailing-commas", "--report", "-o", "out/"].map(str::to_owned);
    let outcome = smill(arguments.iter().chain(&numbers)).within(folder.path()).caught();
    assert_eq!(outcome.code, Some(0), "{}", outcome.err);
    let sources: Vec<&str> = outcome.err.lines().map(|line| line.split('"').nth(3).unwrap()).collect();
    assert_eq!(sources, numbers);
    for (name, text) in &files {
        let mended = fs::read(folder.path().join("out").join(name)).unwrap();
        assert_eq!(mended.len() + 1, text.len());
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), *text);
    }
}

#[test]
fn an_error_in_one_file_does_not_stop_the_others() {
    let folder = folder(&[("a.json", b"{\"b\":1,\"a\":2}"), ("b.json", b"[1,]"), ("c.json", b"[ 1 ]")]);
    let outcome = smill(["canon", "-i", "a.json", "b.json", "none.json", "c.json"]).within(folder.path()).caught();
    assert_eq!(outcome.code, Some(4));
    let places: Vec<_> = ["b.json:1:4", "none.json"].map(|place| outcome.err.find(place).unwrap()).into();
    assert!(places.is_sorted(), "{}", outcome.err);
    assert_eq!(
        ["a.json", "b.json", "c.json"].map(|name| text(folder.path(), name)),
        ["{\"a\":2,\"b\":1}", "[1,]", "[1]"]
    );
    assert_eq!(names(folder.path()), ["a.json", "b.json", "c.json"]);
}

#[test]
fn a_folder_gets_a_file_for_each() {
    let folder = folder(&[("a/x.txt", b"\xFF"), ("y.txt", b"y"), ("b/x.txt", b"")]);
    let run = |arguments: &[&str]| smill([&["clean", "-q"], arguments].concat()).within(folder.path());
    assert_eq!(run(&["-o", "out/", "a/x.txt", "y.txt"]).caught().code, Some(1));
    assert_eq!(names(&folder.path().join("out")), ["x.txt", "y.txt"]);
    assert_eq!(text(folder.path(), "out/x.txt"), "\u{fffd}");
    // A folder that is there needs no slash, and takes one file too.
    assert_eq!(run(&["-o", "out", "b/x.txt"]).fine(), b"");
    assert_eq!(text(folder.path(), "out/x.txt"), "");
    let err = run(&["-o", "out", "a/x.txt", "b/x.txt"]).fails(2);
    assert_eq!(err, "error: two of the files would be written to one place: x.txt\n");
    assert!(run(&["-o", "./", "y.txt"]).fails(2).contains("--output would replace y.txt, which is read"));
    let err = run(&["-o", "out"]).input("text").fails(2);
    assert_eq!(err, "error: --output with a folder requires the name of one file\n");
}

#[test]
fn several_files_need_several_outputs() {
    let folder = folder(&[("a", b"\"a\""), ("b", b"\"b\"")]);
    for command in ["clean", "repair", "canon", "escape", "unescape"] {
        for output in [&[][..], &["-o", "out"]] {
            let err = smill([&[command], output, &["a", "b"]].concat()).within(folder.path()).fails(2);
            assert_eq!(err, "error: several files require --in-place, --check, or --output with a folder\n");
        }
        let err = smill([command, "-i", "a", "a"]).within(folder.path()).fails(2);
        assert_eq!(err, "error: two of the files would be written to one place: a\n");
        assert_eq!(smill([command, "-o", "out/", "a", "b"]).within(folder.path()).caught().code, Some(0));
        fs::remove_dir_all(folder.path().join("out")).unwrap();
    }
    for option in ["--changes", "--rejects"] {
        let arguments = ["repair", "--format", "ndjson", "-i", option, "list", "a", "b"];
        let err = smill(arguments).within(folder.path()).fails(2);
        assert!(err.contains("error: --rejects and --changes are for one input\n"), "{err}");
    }
    assert_eq!(smill(["canon", "--verify", "a", "b"]).within(folder.path()).fine(), b"");
    assert_eq!(names(folder.path()), ["a", "b"]);
}

#[test]
fn check_writes_nothing_and_names_what_would_change() {
    let files: [(&str, &[u8]); 3] = [("a.json", b"[1]"), ("b.json", b"[1,]"), ("c.json", b"[2 ,]")];
    let folder = folder(&files);
    let run = |words: &[&str]| smill(words).within(folder.path()).caught();
    let outcome = run(&["repair", "-q", "--mend", "trailing-commas", "--check", "a.json", "b.json", "c.json"]);
    assert_eq!(outcome.code, Some(1));
    assert_eq!(
        (&*outcome.out, &*outcome.err),
        (&b""[..], "warning: b.json would change\nwarning: c.json would change\n")
    );
    assert_eq!(run(&["repair", "--check", "a.json"]).code, Some(0));
    assert_eq!(run(&["repair", "--check", "b.json", "a.json"]).code, Some(3));
    assert_eq!(run(&["canon", "--check", "a.json"]).code, Some(0));
    assert_eq!(run(&["clean", "--check", "a.json", "b.json"]).code, Some(0));
    assert_eq!(run(&["escape", "--check", "a.json"]).code, Some(1));
    for words in
        [&["clean", "--check", "-i", "a.json"][..], &["clean", "--check", "-o", "x", "a.json"], &["clean", "--check"]]
    {
        assert_eq!(run(words).code, Some(2), "{words:?}");
    }
    files.iter().for_each(|(name, text)| assert_eq!(fs::read(folder.path().join(name)).unwrap(), *text));
    assert_eq!(names(folder.path()), ["a.json", "b.json", "c.json"]);
}

#[test]
fn a_backup_is_the_old_file() {
    let folder = folder(&[("a.json", b"[1,]"), ("b.json", b"[2]"), ("c.json", b"x")]);
    let run =
        |words: &[&str]| smill([&["repair", "-q", "--mend", "trailing-commas"], words].concat()).within(folder.path());
    assert_eq!(run(&["-i.bak", "a.json", "b.json", "c.json"]).caught().code, Some(3));
    // A file without a change, or with an error, has no backup.
    assert_eq!(names(folder.path()), ["a.json", "a.json.bak", "b.json", "c.json"]);
    assert_eq!(
        (text(folder.path(), "a.json"), text(folder.path(), "a.json.bak")),
        ("[1]".to_owned(), "[1,]".to_owned())
    );
    // The next backup replaces it.
    fs::write(folder.path().join("a.json"), "[3,]").unwrap();
    assert_eq!(run(&["--in-place", "--backup", ".bak", "a.json"]).fine(), b"");
    assert_eq!(
        (text(folder.path(), "a.json"), text(folder.path(), "a.json.bak")),
        ("[3]".to_owned(), "[3,]".to_owned())
    );
    assert_eq!(names(folder.path()).len(), 4);
    for words in
        [&["--backup", ".bak", "a.json"][..], &["-i", "--backup", "/x", "a.json"], &["-i", "--backup", "", "a.json"]]
    {
        assert_eq!(run(words).caught().code, Some(2), "{words:?}");
    }
    // The backup of one file is no other file of the call.
    let err = run(&["-i.bak", "a.json", "a.json.bak"]).fails(2);
    assert_eq!(err, "error: two of the files would be written to one place: a.json.bak\n");
    assert_eq!(
        (text(folder.path(), "a.json"), text(folder.path(), "a.json.bak")),
        ("[3]".to_owned(), "[3,]".to_owned())
    );
    // After `--` the word is a file.
    assert!(run(&["-i", "--", "-i.bak"]).fails(4).contains("-i.bak"));
}

/// Each hook takes files, and finds nothing to do after it has run.
#[test]
fn the_hooks_of_pre_commit_run() {
    let hooks = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.pre-commit-hooks.yaml")).unwrap();
    let entries: Vec<&str> = hooks.lines().filter_map(|line| line.strip_prefix("  entry: smill ")).collect();
    assert_eq!(entries.len(), hooks.matches("- id: smill-").count());
    let folder = folder(&[("a.json", b"{\"b\":\"\t\",\"a\":1}"), ("b.json", b"[]")]);
    let run = |entry: &str| smill(entry.split(' ').chain(["a.json", "b.json"])).within(folder.path()).caught();
    assert_eq!(run(entries[0]).code, Some(3));
    for entry in &entries[1..] {
        assert_eq!(run(entry).code, Some(0), "{entry}");
        assert_eq!(run(&entry.replace("-i", "--check")).code, Some(0), "{entry}");
    }
    assert_eq!(text(folder.path(), "a.json"), "{\n  \"a\": 1,\n  \"b\": \"\\t\"\n}\n");
    assert_eq!(run(entries[0]).code, Some(0));
}
