//! Members of lines: names to choose, modes, any order, members of other programs.

use crate::faults::{EIO, ENOSPC, Fault, NOTHING, TMPFILE, has_tmpfile, library, says, sweep_on};
use crate::pack::folder;
use crate::running::{Numbers, SMILL, smill};
use crate::unpack::tree;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::tempdir;

/// The permissions of each file below `root`.
fn modes(root: &Path) -> BTreeMap<Vec<u8>, u32> {
    let mode = |name: &[u8]| {
        let path = root.join(OsStr::from_bytes(name));
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
    };
    tree(root).into_keys().map(|name| (name.clone(), mode(&name))).collect()
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[test]
fn members_get_chosen_names() {
    let from = folder(&[("a", b"x\n")]);
    set_mode(&from.path().join("a"), 0o750);
    for (options, expected) in [
        (&["--modes"][..], r#"{"path":"a","mode":"0750","text":"x\n"}"#),
        (&["--members", "path=file,text=content"], r#"{"file":"a","content":"x\n"}"#),
        (&["--members", "text=a \"b\"", "--members", "path=\u{e9}="], "{\"\u{e9}=\":\"a\",\"a \\\"b\\\"\":\"x\\n\"}"),
        (&["--modes", "--members", "path=text,text=path,mode=m"], r#"{"text":"a","m":"0750","path":"x\n"}"#),
        (&["--members", "path=mode"], r#"{"mode":"a","text":"x\n"}"#),
    ] {
        let packed = smill([&["pack", "--ndjson"], options, &["a"]].concat()).within(from.path()).fine();
        assert_eq!(String::from_utf8(packed.clone()).unwrap(), format!("{expected}\n"));
        let to = tempdir().unwrap();
        smill([&["unpack"], options].concat()).within(to.path()).input(packed).fine();
        assert!(tree(from.path()) == tree(to.path()));
        assert!(!options.contains(&"--modes") || modes(from.path()) == modes(to.path()));
    }
}

#[test]
fn unsuitable_names_of_members_are_refused() {
    let long = format!("path={}", "n".repeat(257));
    for (options, says) in [
        (&["--members", "path=text"][..], "error: --members: path and text have the same name: text\n"),
        (&["--members", "path=x,text=x"], "error: --members: path and text have the same name: x\n"),
        (&["--modes", "--members", "text=mode"], "error: --members: text and mode have the same name: mode\n"),
        (&["--members", "path=a,path=b"], "error: --members names path twice\n"),
        (&["--members", "mode=a"], "error: --members mode=NAME needs --modes\n"),
        (&["--members", "path="], "error: invalid value 'path=' for '--members <PART=NAME,...>': NAME is empty\n"),
        (
            &["--members", "path"],
            "error: invalid value 'path' for '--members <PART=NAME,...>': must be PART=NAME, as in",
        ),
        (
            &["--members", "size=a"],
            "error: invalid value 'size=a' for '--members <PART=NAME,...>': PART must be path, te",
        ),
        (&["--members", ""], "error: invalid value '' for '--members <PART=NAME,...>': must be PART=NAME"),
        (&["--members", &long], "error: invalid value"),
    ] {
        for command in [&["pack", "--ndjson", "."][..], &["unpack"]] {
            let err = smill([command, options].concat()).input("").fails(2);
            assert!(err.starts_with(says), "{err}");
        }
    }
    for arguments in [&["pack", "--modes", "."][..], &["pack", "--members", "path=a", "."]] {
        assert!(smill(arguments).fails(2).contains("--ndjson"));
    }
    for arguments in [&["unpack", "--object", "--modes"][..], &["unpack", "--object", "--members", "path=a"]] {
        assert!(smill(arguments).fails(2).contains("cannot be used with"));
    }
}

/// Modes are set as they are, under any umask, on systems with and without files that have no name.
#[test]
fn modes_are_restored() {
    let lines: String = [0o644, 0o755, 0o600, 0o400, 0o777, 0o000, 0o070]
        .map(|mode| format!("{{\"path\":\"d/{mode:o}\",\"mode\":\"{mode:03o}\",\"text\":\"x\"}}\n"))
        .concat();
    // The mode may come first or last, and be absent.
    let lines = lines + "{\"text\":\"\",\"path\":\"last\",\"mode\":\"0751\"}\n{\"path\":\"usual\",\"text\":\"\"}\n";
    for lacks in ["", "tmpfile", "links"] {
        for umask in ["000", "022", "077"] {
            let to = tempdir().unwrap();
            let script = format!("umask {umask}; exec \"$0\" unpack --modes --no-sync");
            let mut call = Command::new("sh");
            call.args(["-c", &script, SMILL]).current_dir(to.path()).stdin(Stdio::piped());
            let mut child = call.env("LD_PRELOAD", library()).env("FAULT_SYSTEM", lacks).spawn().expect("sh runs");
            child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
            assert!(child.wait().unwrap().success());
            for (name, mode) in modes(to.path()) {
                let name = String::from_utf8(name).unwrap();
                let expected = match name.as_str() {
                    "last" => 0o751,
                    "usual" => 0o666 & !u32::from_str_radix(umask, 8).unwrap(),
                    name => u32::from_str_radix(&name[2..], 8).unwrap(),
                };
                assert_eq!(mode, expected, "{name} under {umask}, without {lacks:?}");
            }
        }
    }
}

#[test]
fn modes_replace_those_of_files_that_exist() {
    let to = folder(&[("a", b"old"), ("b", b"old")]);
    set_mode(&to.path().join("a"), 0o640);
    set_mode(&to.path().join("b"), 0o640);
    symlink("a", to.path().join("c")).unwrap();
    let input = "{\"path\":\"a\",\"mode\":\"0755\",\"text\":\"n\"}\n{\"path\":\"b\",\"text\":\"n\"}\n\
        {\"path\":\"c\",\"mode\":\"0700\",\"text\":\"n\"}\n";
    smill(["unpack", "--modes", "--force"]).within(to.path()).input(input).fine();
    let expected = [("a", 0o755), ("b", 0o640), ("c", 0o700)].map(|(name, mode)| (name.as_bytes().to_vec(), mode));
    assert_eq!(modes(to.path()), BTreeMap::from(expected));
    assert!(tree(to.path()).into_values().all(|text| text == b"n"));
    // Without `--modes`, the member `mode` is skipped as any other.
    smill(["unpack", "--force"]).within(to.path()).input(input).fine();
    assert_eq!(modes(to.path())[&b"a"[..]], 0o755);
}

#[test]
fn no_file_gets_the_rights_of_its_owner_or_group() {
    let to = tempdir().unwrap();
    let line = |name: &str, mode: &str| format!("{{\"path\":\"{name}\",\"mode\":\"{mode}\",\"text\":\"\"}}\n");
    let input = [line("a", "4755"), line("b", "2755"), line("c", "1777"), line("d", "0755")].concat();
    let outcome = smill(["unpack", "--modes"]).within(to.path()).input(&input).caught();
    let expected = "warning: left out the set-user-ID, set-group-ID or sticky bit of 3 files, the first is ./a\n";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
    assert_eq!(modes(to.path()).into_values().collect::<Vec<_>>(), [0o755, 0o755, 0o777, 0o755]);
    set_mode(&to.path().join("a"), 0o4755);
    let packed = smill(["pack", "--ndjson", "--modes", "a"]).within(to.path()).fine();
    assert_eq!(packed, line("a", "0755").as_bytes());
    let outcome = smill(["unpack", "--modes", "--report"]).within(tempdir().unwrap().path()).input(&input).caught();
    let expected = "{\"source\":\"stdin\",\"files\":4,\"kept\":0,\"left_out\":0,\"reduced_modes\":3,\"skipped_members\":0,\
        \"lone_surrogates\":0}\n";
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), expected));
}

/// The diagnostic of a mode, to the byte; the file of its line is not written.
#[test]
fn other_modes_are_refused_with_their_place() {
    let expected = "\
error: mode is not three or four octal digits: 75
  --> stdin:2:25 (byte 60)
   |
 2 | {\"text\":\"\\u0000\",\"mode\":\"75\",\"path\":\"b\"}
   |                         ^^^^
   = hex  65 22 3a [22 37 35 22] 2c 22 70
   = help write a mode as in \"0644\"; the files before it are written
";
    let to = tempdir().unwrap();
    let input = |mode: &str| {
        let first = "{\"path\":\"a\",\"text\":\"\",\"mode\":\"644\"}\n";
        format!("{first}{{\"text\":\"\\u0000\",\"mode\":{mode},\"path\":\"b\"}}\n")
    };
    let err = smill(["unpack", "--modes"]).within(to.path()).input(input("\"75\"")).fails(3);
    assert_eq!(err, expected);
    let long = format!("\"{}\"", "7".repeat(100_000));
    for mode in ["\"\"", "\"8\"", "\"0o644\"", "\"00644\"", "\"0648\"", "\"rwxr-xr-x\"", "\"-644\"", &long] {
        let err = smill(["unpack", "--modes", "--force"]).within(to.path()).input(input(mode)).fails(3);
        assert!(err.starts_with("error: mode is not three or four octal digits: "), "{err}");
        assert!(err.len() < 2000 && err.contains("--> stdin:2:25 (byte 60)"), "{err}");
    }
    let err = smill(["unpack", "--modes", "--force"]).within(to.path()).input(input("420")).fails(3);
    assert!(err.starts_with("error: expected a string, found 4\n"), "{err}");
    assert_eq!(tree(to.path()).into_keys().collect::<Vec<_>>(), [b"a"]);
}

/// Texts of all lengths around the buffers come before their paths, among other members.
#[test]
fn lines_of_other_programs_are_read() {
    let to = tempdir().unwrap();
    let (mut input, mut expected) = (String::new(), BTreeMap::new());
    for (at, len) in [0, 1, 131_060, 131_071, 131_072, 131_073, 262_144, 700_000, 3].into_iter().enumerate() {
        let text = "x".repeat(len) + "\n\u{e9}";
        let literal = crate::running::literal(text.as_bytes());
        input +=
            &format!("{{\"size\":{len},\"text\":{literal},\"meta\":{{\"path\":[\"no\",null]}},\"path\":\"d/{at}\"}}\n");
        expected.insert(format!("d/{at}").into_bytes(), text.into_bytes());
    }
    smill(["unpack", "--ndjson"]).within(to.path()).input(&input).fine();
    assert!(tree(to.path()) == expected);
    // All files exist now, and none of them changes.
    let outcome = smill(["unpack", "--ndjson", "--report"]).within(to.path()).input(&input).caught();
    assert_eq!(outcome.code, Some(1));
    let report = outcome.err.lines().last().unwrap();
    assert!(
        report.contains("\"files\":0,\"kept\":9,") && report.contains("\"skipped_members\":18,"),
        "{}",
        outcome.err
    );
    assert!(tree(to.path()) == expected);
}

#[test]
fn lines_that_lack_a_member_are_refused() {
    for (options, line, note) in [
        (&["--ndjson"][..], "{\"file\":\"a\",\"text\":\"x\"}", "no member is called path"),
        (&[], "{\"path\":\"a\",\"content\":\"x\"}", "no member is called text"),
        (&["--members", "path=file"], "{\"path\":\"a\",\"text\":\"x\"}", "no member is called file"),
        (&["--ndjson"], "{}", "no member is called path"),
    ] {
        let to = tempdir().unwrap();
        let err = smill([&["unpack"], options].concat()).within(to.path()).input(line).fails(3);
        assert!(err.starts_with("error: object lacks a required member\n"), "{err}");
        let column = line.len();
        assert!(err.contains(&format!(":1:{column} (byte {})", column - 1)) && err.contains(note), "{err}");
        assert!(err.contains("--members path=NAME,text=NAME"), "{err}");
        assert!(tree(to.path()).is_empty());
    }
    for line in ["{\"path\":\"a\",\"path\":\"b\"", "{\"text\":\"\",\"path\":\"a\",\"text\":\"b\"}"] {
        let err = smill(["unpack"]).within(tempdir().unwrap().path()).input(line).fails(3);
        assert!(err.starts_with("error: name occurs twice in its object\n"), "{err}");
    }
}

#[test]
fn the_text_of_a_folder_is_refused_with_its_place() {
    for (input, what, place) in [
        ("{\"d/\":\"\",\"e/\":\"x\"}", "error: text of a folder\n", "1:16 (byte 15)"),
        (
            "{\"path\":\"d/\",\"text\":\"\"}\n{\"path\":\"e/\",\"text\":\"x\"}",
            "error: text of a folder\n",
            "2:22 (byte 45)",
        ),
        (
            "{\"text\":\"\",\"path\":\"d/\"}\n{\"text\":\"x\",\"path\":\"e/\"}",
            "error: name ends with a slash, and its text is not empty: e/\n",
            "2:20 (byte 43)",
        ),
    ] {
        let to = tempdir().unwrap();
        let err = smill(["unpack"]).within(to.path()).input(input).fails(3);
        assert!(err.starts_with(what) && err.contains(place), "{err}");
        assert!(to.path().join("d").is_dir() && tree(to.path()).is_empty());
    }
}

/// A failure of any call leaves whole files with their modes, and nothing else.
#[test]
fn lines_survive_every_fault() {
    let long = "y".repeat(300_000);
    let input = format!(
        "{{\"text\":\"{long}\",\"path\":\"a\",\"mode\":\"0700\"}}\n{{\"path\":\"b\",\"mode\":\"0600\",\"text\":\"z\"}}\n"
    );
    let calls = ["open", "read", "write", "fsync", "rename", "close", "link", "stat", "chmod", "lock"];
    for (lacks, call) in [NOTHING, TMPFILE].into_iter().flat_map(|lacks| calls.map(|call| (lacks, call))) {
        let fault = Fault(call, if call == "write" { ENOSPC } else { EIO });
        let mut failed = 0;
        sweep_on(
            lacks,
            fault,
            &["unpack", "--modes"],
            input.as_bytes(),
            |_| {},
            |folder, faulty| {
                for (name, text) in tree(folder) {
                    let expected = if name == b"a" { &long } else { "z" };
                    assert!(text == expected.as_bytes(), "{fault:?} {}: {}", faulty.at, name.escape_ascii());
                }
                for (name, mode) in modes(folder) {
                    assert_eq!(mode, if name == b"a" { 0o700 } else { 0o600 }, "{fault:?} {}", faulty.at);
                }
                if faulty.outcome.code == Some(0) {
                    assert_eq!(tree(folder).len(), 2, "{fault:?} {}", faulty.at);
                } else {
                    failed += 1;
                    says(faulty, fault);
                }
            },
        );
        // A file that cannot be linked is copied, and one that cannot be locked is written all the same.
        let cannot = call == "link" || call == "lock" || call == "rename" && lacks == NOTHING;
        assert!(failed > 0 || cannot, "{fault:?}");
    }
}

/// A signal in the middle of `pack -o` leaves the old file, or none, and no temporary.
#[test]
fn signals_leave_the_old_output() {
    let signals = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];
    for (lacks, signal) in ["", "tmpfile"].into_iter().flat_map(|lacks| signals.map(|signal| (lacks, signal))) {
        let outer = folder(&[("d/a", &b"x".repeat(1_000_000)), ("out/old.json", b"old")]);
        let pipe = outer.path().join("d/b");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        for output in ["out/old.json", "out/new.json"] {
            let mut command = Command::new("env");
            command.args(["--default-signal=HUP,INT,TERM", SMILL, "pack", "-j", "1", "-o", output, "d/a", "d/b"]);
            command.current_dir(outer.path()).env("LD_PRELOAD", library()).env("FAULT_SYSTEM", lacks);
            let mut child = command.spawn().expect("env runs");
            // Opening waits for the reader: pack has begun the second file then.
            let writer = fs::File::options().write(true).open(&pipe).unwrap();
            let named = fs::read_dir(outer.path().join("out")).unwrap().count();
            assert!(named == 1 || lacks == "tmpfile" || !has_tmpfile(outer.path()), "{lacks:?}");
            kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
            let status = child.wait().unwrap();
            assert_eq!(status.signal(), Some(signal as i32), "{status}");
            drop(writer);
            let expected = BTreeMap::from([(b"old.json".to_vec(), b"old".to_vec())]);
            assert!(tree(&outer.path().join("out")) == expected, "{lacks:?} {signal} {output}");
        }
    }
}

/// Names and contents that a program may mishandle.
fn random_tree(numbers: &mut Numbers, root: &Path) {
    const PARTS: [&str; 14] = [
        "a",
        "B",
        "b c",
        "-x",
        "--",
        "\u{e9}",
        "e\u{301}",
        "\u{1F600}",
        "new\nline",
        "quo\"te",
        "back\\slash",
        "path",
        ".hidden",
        "C:",
    ];
    const TEXTS: [&str; 7] =
        ["", "x", "one\r\ntwo\r\n", "\u{FEFF}mark", "nul\0nul", "\u{2028}\u{7f}\u{1b}[0m", "\\ud800 \"{}[]\","];
    for _ in 0..25 {
        let depth = 1 + numbers.below(4);
        let parts: Vec<_> = (0..depth).map(|_| PARTS[numbers.below(PARTS.len())]).collect();
        let path = root.join(parts.join("/"));
        if fs::create_dir_all(path.parent().unwrap()).is_err() || path.is_dir() {
            continue;
        }
        let text = match numbers.below(9) {
            at if at < TEXTS.len() => TEXTS[at].as_bytes().to_vec(),
            7 => vec![0x89, b'P', 0, 0xFF],
            _ => {
                let len = numbers.below(200_000);
                numbers.text(len)
            }
        };
        if path.exists() {
            set_mode(&path, 0o600);
        }
        fs::write(&path, text).unwrap();
        set_mode(&path, [0o644, 0o755, 0o600, 0o400, 0o777, 0o664][numbers.below(6)]);
    }
    fs::create_dir_all(root.join("empty/inner")).unwrap();
}

#[test]
fn random_trees_come_back() {
    const NAMES: [&str; 6] = ["file", "content", "\u{e9} \"", "x=y", "p\na", "mode"];
    for seed in 0..20 {
        let mut numbers = Numbers(seed * 7 + 1);
        let from = tempdir().unwrap();
        random_tree(&mut numbers, from.path());
        let first = numbers.below(NAMES.len());
        let members = format!("path={},text={},mode=the mode", NAMES[first], NAMES[(first + 1) % NAMES.len()]);
        let options = ["--modes", "--members", &members];
        let packed = smill([&["pack", "--ndjson", "--empty-folders"], &options[..], &["."]].concat())
            .within(from.path())
            .caught();
        assert!(matches!(packed.code, Some(0 | 1)), "{}", packed.err);
        let to = tempdir().unwrap();
        smill([&["unpack", "--no-sync"], &options[..]].concat()).within(to.path()).input(packed.out).fine();
        // All but binary files.
        let expected: BTreeMap<_, _> =
            tree(from.path()).into_iter().filter(|(_, text)| std::str::from_utf8(text).is_ok()).collect();
        assert!(tree(to.path()) == expected, "{seed}");
        let kept = modes(from.path()).into_iter().filter(|(name, _)| expected.contains_key(name));
        assert_eq!(modes(to.path()), kept.collect(), "{seed}");
        assert!(to.path().join("empty/inner").is_dir());
        let skipped = packed.code == Some(1);
        assert_eq!(skipped, tree(from.path()).len() > expected.len(), "{}", packed.err);
    }
}

/// As long as the process lives, its text of 200 MB is in a file that has no name.
#[test]
fn a_text_before_its_path_takes_little_memory() {
    let to = tempdir().unwrap();
    let mut command = Command::new(SMILL);
    command.args(["unpack", "--ndjson", "--no-sync"]).current_dir(to.path()).stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"{\"other\":\"").unwrap();
    let piece = "y".repeat(1_000_000);
    (0..100).for_each(|_| stdin.write_all(piece.as_bytes()).unwrap());
    stdin.write_all(b"\",\"text\":\"").unwrap();
    (0..100).for_each(|_| stdin.write_all(piece.as_bytes()).unwrap());
    let peak = crate::memory::peak_kib(&child);
    assert!(peak < 64 * 1024, "{peak} KiB");
    assert!(tree(to.path()).is_empty());
    stdin.write_all(b"\",\"path\":\"a\"}").unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::metadata(to.path().join("a")).unwrap().len(), 100_000_000);
}
