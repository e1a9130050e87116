//! Every system call of the shipped command made to fail in turn: nothing is lost, the message names the file, the exit
//! code is right, and no temporary stays.
//!
//! The faults come from a library written in C (`tests/faults/faults.c`), built with `cc` and loaded before all others.

use crate::running::{Numbers, Outcome, literal, smill};
use crate::unpack::tree;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::{TempDir, tempdir};

const EINTR: &str = "4";
pub(crate) const EIO: &str = "5";
const EEXIST: &str = "17";
const EINVAL: &str = "22";
pub(crate) const ENOSPC: &str = "28";
const SHORT: &str = "short";

/// The library of faults.
pub(crate) fn library() -> &'static Path {
    static BUILT: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = BUILT.get_or_init(|| {
        let folder = tempdir().unwrap();
        let path = folder.path().join("faults.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/faults.c");
        let built = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&path).arg(source).status();
        assert!(built.expect("a C compiler builds the faults").success());
        (folder, path)
    });
    path
}

/// A run with one fault.
pub(crate) struct Faulty {
    pub(crate) outcome: Outcome,
    /// Whether there were enough calls for the fault to happen.
    pub(crate) happened: bool,
    pub(crate) at: usize,
}

/// A fault: which call fails, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault(pub(crate) &'static str, pub(crate) &'static str);

/// Missing features of the system; see `tests/faults/faults.c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lacks(pub(crate) &'static str);

pub(crate) const NOTHING: Lacks = Lacks("");
pub(crate) const TMPFILE: Lacks = Lacks("tmpfile");
const DESCRIPTORS: Lacks = Lacks("descriptors");
const LINKS: Lacks = Lacks("links");

/// Whether files of this folder can exist without a name.
pub(crate) fn has_tmpfile(folder: &Path) -> bool {
    use nix::fcntl::{OFlag, open};
    open(folder, OFlag::O_WRONLY | OFlag::O_TMPFILE, nix::sys::stat::Mode::S_IRUSR).is_ok()
}

/// As [`sweep_on`], on this system as it is.
fn sweep(
    fault: Fault,
    arguments: &[&str],
    input: &[u8],
    prepare: impl Fn(&Path),
    judge: impl FnMut(&Path, &Faulty),
) -> usize {
    sweep_on(NOTHING, fault, arguments, input, prepare, judge)
}

/// Runs `arguments` in a fresh folder made by `prepare`, with `fault` at each call in turn until the command makes
/// no more of them. `judge` sees each folder and run. Returns how many faults happened.
pub(crate) fn sweep_on(
    lacks: Lacks,
    fault: Fault,
    arguments: &[&str],
    input: &[u8],
    prepare: impl Fn(&Path),
    mut judge: impl FnMut(&Path, &Faulty),
) -> usize {
    for at in 1.. {
        let outer = tempdir().unwrap();
        let folder = outer.path().join("the-folder");
        fs::create_dir(&folder).unwrap();
        prepare(&folder);
        let mark = outer.path().join("mark");
        let outcome = smill(arguments)
            .within(&folder)
            .input(input)
            .env("LD_PRELOAD", library().to_str().unwrap())
            .env("FAULT_CALL", fault.0)
            .env("FAULT_HOW", fault.1)
            .env("FAULT_AT", &at.to_string())
            .env("FAULT_IN", "the-folder")
            .env("FAULT_SYSTEM", lacks.0)
            .env("FAULT_MARK", mark.to_str().unwrap())
            .caught();
        let faulty = Faulty { outcome, happened: mark.exists(), at };
        judge(&folder, &faulty);
        if !faulty.happened {
            return at - 1;
        }
        assert!(at < 10_000, "{fault:?} never ends");
    }
    unreachable!("the loop above has no end of its own")
}

/// Expects a failed run: exit code 4 and one line that names the file.
pub(crate) fn says(faulty: &Faulty, fault: Fault) {
    let Outcome { code, err, .. } = &faulty.outcome;
    assert_eq!(*code, Some(4), "{fault:?} {}: {err}", faulty.at);
    assert!(err.starts_with("error: cannot ") && err.lines().count() == 1, "{fault:?} {}: {err}", faulty.at);
}

const OLD: &[(&str, &str)] = &[("old", "old text"), ("d/old", "old text in d")];

fn new_texts() -> Vec<(&'static str, Vec<u8>)> {
    let mut numbers = Numbers(5);
    // The text of 300,000 bytes needs more than one write, and the input more than one read.
    vec![("a", b"small".to_vec()), ("d/b", b"x\n".to_vec()), ("d/e/c", numbers.text(300_000)), ("z", vec![])]
}

fn packed() -> Vec<u8> {
    let members: Vec<_> = new_texts().iter().map(|(name, text)| format!("\"{name}\":{}", literal(text))).collect();
    format!("{{{}}}", members.join(",")).into_bytes()
}

fn prepare_old(folder: &Path) {
    fs::create_dir(folder.join("d")).unwrap();
    for (name, text) in OLD {
        fs::write(folder.join(name), text).unwrap();
    }
}

/// Expects all old files, and beside them only new files, each with its whole text. Returns the number of new files.
fn whole_files_only(folder: &Path, faulty: &Faulty, fault: Fault) -> usize {
    let files = tree(folder);
    for (name, text) in OLD {
        assert_eq!(files[name.as_bytes()], text.as_bytes(), "{fault:?} {}", faulty.at);
    }
    let new = new_texts();
    let known = |name: &[u8], text: &[u8]| new.iter().any(|(n, t)| (n.as_bytes(), &t[..]) == (name, text));
    let added = files.iter().filter(|(name, _)| !OLD.iter().any(|(old, _)| old.as_bytes() == &name[..]));
    let added: Vec<_> = added.collect();
    for (name, text) in &added {
        assert!(known(name, text), "{fault:?} {}: {} is not whole", faulty.at, name.escape_ascii());
    }
    added.len()
}

#[test]
fn unpack_survives_every_fault() {
    for (lacks, fault, least, harmless_most) in [
        // The first file without a name is a trial.
        (NOTHING, Fault("open", EIO), 8, 1),
        (TMPFILE, Fault("open", EIO), 8, 1),
        (NOTHING, Fault("read", EIO), 3, 0),
        (NOTHING, Fault("write", ENOSPC), 4, 0),
        (NOTHING, Fault("fsync", EIO), 8, 0),
        // A file that cannot be linked is copied into one with a name.
        (NOTHING, Fault("link", EIO), 0, 9),
        (TMPFILE, Fault("rename", EIO), 4, 0),
        (NOTHING, Fault("mkdir", ENOSPC), 1, 0),
        (NOTHING, Fault("stat", EIO), 4, 0),
        (TMPFILE, Fault("lock", ENOSPC), 4, 9),
        // Closing a folder, or the input, loses nothing.
        (NOTHING, Fault("close", EIO), 5, 99),
        (TMPFILE, Fault("close", EIO), 5, 99),
    ] {
        let mut harmless = 0;
        let happened = sweep_on(lacks, fault, &["unpack"], &packed(), prepare_old, |folder, faulty| {
            let new = whole_files_only(folder, faulty, fault);
            harmless += usize::from(faulty.happened && faulty.outcome.code == Some(0));
            if faulty.happened && (faulty.outcome.code != Some(0) || harmless > harmless_most) {
                says(faulty, fault);
                let named = ["stdin", "./", " .:"].iter().any(|name| faulty.outcome.err.contains(name));
                assert!(named, "{}", faulty.outcome.err);
            } else {
                assert_eq!((faulty.outcome.code, faulty.outcome.err.as_str()), (Some(0), ""), "{fault:?}");
                assert_eq!(new, new_texts().len());
            }
        });
        assert!(happened >= least, "{fault:?} happened {happened} times");
    }
}

/// Files that are replaced are old or new, never something between.
#[test]
fn forced_unpack_keeps_the_old_file_until_the_new_one_is_whole() {
    let prepare = |folder: &Path| {
        fs::write(folder.join("f"), "old").unwrap();
        fs::set_permissions(folder.join("f"), Permissions::from_mode(0o640)).unwrap();
    };
    let faults = ["open", "read", "write", "fsync", "rename", "close", "link", "stat", "chmod", "acl", "lock"];
    for (lacks, call) in [NOTHING, TMPFILE].into_iter().flat_map(|lacks| faults.map(|call| (lacks, call))) {
        if call == "link" && (lacks == TMPFILE || !has_tmpfile(&std::env::temp_dir())) {
            continue;
        }
        let fault = Fault(call, if call == "write" { ENOSPC } else { EIO });
        let input = b"{\"f\":\"new\"}";
        let happened = sweep_on(lacks, fault, &["unpack", "--force"], input, prepare, |folder, faulty| {
            let files = tree(folder);
            assert_eq!(files.len(), 1, "{fault:?} {}: {files:?}", faulty.at);
            let mode = fs::metadata(folder.join("f")).unwrap().mode() & 0o7777;
            // Without its ACL, a file may be open to fewer users, never to more.
            assert!(mode == 0o640 || call == "acl" && mode == 0o600, "{fault:?} {}: {mode:o}", faulty.at);
            let text = &files[&b"f"[..]];
            match faulty.outcome.code {
                Some(0) => assert_eq!(text, b"new"),
                _ => {
                    says(faulty, fault);
                    assert!(text == b"old" || text == b"new");
                }
            }
        });
        assert!(happened > 0, "{fault:?}");
    }
}

/// Interrupted and short calls are no errors; a file system that cannot rename without replacing is no obstacle.
#[test]
fn harmless_faults_do_no_harm() {
    for (lacks, fault) in [
        (NOTHING, Fault("read", EINTR)),
        (NOTHING, Fault("write", EINTR)),
        (NOTHING, Fault("read", SHORT)),
        (NOTHING, Fault("write", SHORT)),
        (TMPFILE, Fault("rename", EINVAL)),
    ] {
        let happened = sweep_on(lacks, fault, &["unpack"], &packed(), prepare_old, |folder, faulty| {
            assert_eq!((faulty.outcome.code, faulty.outcome.err.as_str()), (Some(0), ""), "{fault:?} {}", faulty.at);
            assert_eq!(whole_files_only(folder, faulty, fault), new_texts().len());
        });
        assert!(happened > 0, "{fault:?}");
        let text = Numbers(9).text(300_000);
        for arguments in [&["escape"][..], &["pack", "-j", "1", "."], &["pack", "-j", "2", "."]] {
            if fault.0 == "rename" {
                continue;
            }
            let prepare = |folder: &Path| fs::write(folder.join("f"), &text).unwrap();
            let expected = match arguments[0] {
                "escape" => format!("{}\n", literal(&text)),
                _ => format!("{{\n\"f\":{}\n}}\n", literal(&text)),
            };
            let happened = sweep(fault, arguments, &text, prepare, |_, faulty| {
                assert_eq!((faulty.outcome.code, faulty.outcome.err.as_str()), (Some(0), ""), "{fault:?}");
                assert!(faulty.outcome.out == expected.as_bytes(), "{fault:?} {}", faulty.at);
            });
            assert!(happened > 0, "{fault:?} {arguments:?}");
        }
    }
}

/// A file that appears while its text is read is kept.
#[test]
fn a_file_that_appears_late_is_kept() {
    let all = new_texts().len();
    for (lacks, fault) in [(NOTHING, Fault("link", EEXIST)), (TMPFILE, Fault("rename", EEXIST))] {
        let mut kept = 0;
        let happened = sweep_on(lacks, fault, &["unpack"], &packed(), prepare_old, |folder, faulty| {
            let new = whole_files_only(folder, faulty, fault);
            let code = faulty.outcome.code;
            kept += usize::from((code, new) == (Some(1), all - 1));
            assert!((code, new) == (Some(0), all) || (code, new) == (Some(1), all - 1), "{}", faulty.outcome.err);
        });
        if lacks == TMPFILE || has_tmpfile(&std::env::temp_dir()) {
            assert_eq!(kept, all, "{fault:?} happened {happened} times");
        }
    }
}

/// A file to be replaced may disappear before the new one is complete, or appear only then.
#[test]
fn forced_unpack_replaces_a_file_that_appears_late() {
    let (fault, input) = (Fault("link", EEXIST), b"{\"a\":\"new\",\"b\":\"new\"}");
    let prepare = |folder: &Path| fs::write(folder.join("b"), "old").unwrap();
    sweep(fault, &["unpack", "--force"], input, prepare, |folder, faulty| {
        assert_eq!((faulty.outcome.code, faulty.outcome.err.as_str()), (Some(0), ""), "{}", faulty.at);
        assert!(tree(folder).into_values().eq([b"new", b"new"]), "{}", faulty.at);
    });
}

/// Systems that lack something write the same files, with the same modes.
#[test]
fn every_system_writes_the_same() {
    for lacks in [NOTHING, TMPFILE, DESCRIPTORS, LINKS, Lacks("umask")] {
        for arguments in [&["unpack"][..], &["unpack", "--force"], &["unpack", "--force", "--no-sync"]] {
            let none = Fault("none", EIO);
            let happened = sweep_on(lacks, none, arguments, &packed(), prepare_old, |folder, faulty| {
                assert_eq!((faulty.outcome.code, faulty.outcome.err.as_str()), (Some(0), ""), "{lacks:?}");
                assert_eq!(whole_files_only(folder, faulty, none), new_texts().len());
                for (name, _) in new_texts() {
                    let mode = |name: &str| fs::metadata(folder.join(name)).unwrap().mode();
                    assert_eq!(mode(name), mode("old"), "{lacks:?}: {name}");
                }
            });
            assert_eq!(happened, 0);
        }
    }
}

/// A process that is killed at any call leaves complete files. If the system supports unnamed files, it leaves nothing
/// else, except one temporary between the two calls that replace a file; the next run removes it.
#[test]
fn killed_at_any_call() {
    let prepare = |folder: &Path| {
        prepare_old(folder);
        fs::write(folder.join("a"), "small").unwrap();
    };
    let calls = ["open", "write", "fsync", "link", "rename", "close", "stat", "lock"];
    for (lacks, call) in [NOTHING, TMPFILE].into_iter().flat_map(|lacks| calls.map(|call| (lacks, call))) {
        let fault = Fault(call, "kill");
        let nameless = lacks == NOTHING && has_tmpfile(&std::env::temp_dir());
        let mut left = 0;
        let happened = sweep_on(lacks, fault, &["unpack", "--force"], &packed(), prepare, |folder, faulty| {
            assert_eq!(faulty.outcome.code, (!faulty.happened).then_some(0), "{}", faulty.outcome.err);
            let temporaries = || tree(folder).into_keys().filter(|name| name.starts_with(b".smill-")).count();
            // A lock lets only one thread at a time be between the two calls that replace a file.
            assert!(!nameless || temporaries() <= 1, "{fault:?} {}: {} left", faulty.at, temporaries());
            left += temporaries();
            if temporaries() > 0 {
                let packed = smill(["pack", "."]).within(folder).caught();
                let says = "it is a temporary file of smill\n";
                assert!(packed.code == Some(0) && packed.err.contains(says), "{}", packed.err);
                assert!(!String::from_utf8(packed.out).unwrap().contains(".smill-"));
            }
            smill(["unpack", "--force"]).within(folder).input(packed()).fine();
            assert_eq!(temporaries(), 0, "{fault:?} {}", faulty.at);
            assert_eq!(whole_files_only(folder, faulty, fault), new_texts().len());
        });
        // A temporary of another thread is seldom there when the process is killed in a call that needs none.
        assert!(!nameless || call == "rename" || 2 * left <= happened, "{fault:?} left {left} of {happened}");
    }
}

/// A command that writes to standard output reports a fault, and after exit code 0 all output is written.
#[test]
fn writers_to_standard_output_survive_every_fault() {
    let text = Numbers(4).text(300_000);
    let prepare = |folder: &Path| {
        fs::create_dir(folder.join("d")).unwrap();
        for name in ["a", "d/b", "d/c"] {
            fs::write(folder.join(name), &text).unwrap();
        }
    };
    let literal = literal(&text);
    let escaped = format!("{literal}\n").into_bytes();
    let object = format!("{{\n\"a\":{literal},\n\"d/b\":{literal},\n\"d/c\":{literal}\n}}\n").into_bytes();
    let calls: [(&[&str], &[u8], &[u8]); 5] = [
        (&["escape"], &text, &escaped),
        (&["escape", "a"], b"", &escaped),
        (&["unescape"], &escaped, &text),
        (&["pack", "-j", "1", "."], b"", &object),
        (&["pack", "-j", "3", "."], b"", &object),
    ];
    for (arguments, input, expected) in calls {
        for fault in [Fault("open", EIO), Fault("read", EIO), Fault("write", ENOSPC), Fault("close", EIO)] {
            let happened = sweep(fault, arguments, input, prepare, |folder, faulty| {
                assert_eq!(tree(folder).len(), 3);
                // Closing a file that was only read loses nothing.
                if faulty.outcome.code == Some(0) {
                    assert!(!faulty.happened || fault.0 == "close", "{fault:?} {} {arguments:?}", faulty.at);
                    assert!(faulty.outcome.out == expected, "{fault:?} {} {arguments:?}", faulty.at);
                } else {
                    says(faulty, fault);
                }
            });
            let opens = fault.0 != "open" || arguments[0] == "pack" || arguments.len() > 1;
            assert_eq!(happened > 0, opens, "{fault:?} {arguments:?}");
        }
        // An error of closing the output is reported, too.
        let mut told = 0;
        sweep(Fault("close", ENOSPC), arguments, input, prepare, |_, faulty| {
            told += usize::from(faulty.outcome.err == "error: cannot write to stdout: No space left on device\n");
        });
        assert_eq!(told, 1, "{arguments:?}");
    }
}

/// Each command reports an error of closing, once for each of its outputs.
#[test]
fn errors_of_close_are_reported() {
    let brief = ["bench", "--time", "0.01", "--lengths", "8", "utf8_validate", "cjk", "--svg", "now.svg"];
    for (arguments, files) in [
        (&["--help"][..], &[][..]),
        (&["help", "pack"], &[]),
        (&["--version"], &[]),
        (&["completions", "bash"], &[]),
        (&["man"], &[]),
        (&["man", "pages"], &["pages/smill.1", "pages/smill-pack.1", "pages/smill-man.1"]),
        (&brief, &["./now.svg"]),
    ] {
        let mut told = Vec::new();
        sweep(
            Fault("close", ENOSPC),
            arguments,
            b"",
            |_| {},
            |_, faulty| {
                let file = faulty.outcome.err.strip_suffix(": No space left on device\n");
                if let Some(file) = file.and_then(|err| err.strip_prefix("error: cannot ")) {
                    assert_eq!(faulty.outcome.code, Some(4), "{file}");
                    told.push(file.to_owned());
                } else {
                    assert_eq!((faulty.outcome.code, faulty.outcome.err.as_str()), (Some(0), ""), "{arguments:?}");
                }
            },
        );
        for file in files {
            assert!(told.contains(&format!("close {file}")), "{arguments:?}: {file} is not among {told:?}");
        }
        let stdout = told.iter().filter(|told| *told == "write to stdout").count();
        assert_eq!(stdout, usize::from(files.is_empty() || arguments[0] == "bench"), "{arguments:?}: {told:?}");
    }
}

/// Rejects are there as whole files, old or new, whatever fails.
#[test]
fn rejects_survive_every_fault() {
    let good = format!("[{}]\n", literal(&Numbers(6).text(200_000)));
    let bad = format!("[{}\n", literal(&Numbers(8).text(300_000)));
    let input = format!("{good}{bad}{good}{bad}");
    let prepare = |folder: &Path| {
        for (name, text) in [("in", input.as_str()), ("bad", "old"), ("bad.reasons", "old")] {
            fs::write(folder.join(name), text).unwrap();
        }
    };
    let check = ["check", "--format", "ndjson", "--rejects", "bad", "--pass", "in"];
    let convert = ["convert", "--from", "ndjson", "--to", "ndjson", "--rejects", "bad", "in"];
    let faults = [
        Fault("open", EIO),
        Fault("read", EIO),
        Fault("write", ENOSPC),
        Fault("fsync", EIO),
        Fault("rename", EIO),
        Fault("close", EIO),
        Fault("read", EINTR),
        Fault("read", SHORT),
        Fault("write", SHORT),
        Fault("link", EIO),
    ];
    let runs = [(&check[..], NOTHING), (&check, TMPFILE), (&convert, NOTHING)];
    for ((arguments, lacks), fault) in runs.into_iter().flat_map(|run| faults.map(|fault| (run, fault))) {
        let mut harmless = 0;
        let happened = sweep_on(lacks, fault, arguments, b"", prepare, |folder, faulty| {
            let files = tree(folder);
            assert_eq!(files.len(), 3, "{fault:?} {}: {:?}", faulty.at, files.keys());
            let new = files[&b"bad"[..]] == [&*bad, &*bad].concat().into_bytes();
            assert!(new || files[&b"bad"[..]] == b"old", "{fault:?} {}", faulty.at);
            if faulty.outcome.code == Some(1) {
                assert!(new && faulty.outcome.out == [&*good, &*good].concat().into_bytes(), "{fault:?}");
                assert_eq!(files[&b"bad.reasons"[..]].split(|&byte| byte == b'\n').count(), 3);
                let never = ["close", "link"].contains(&fault.0) || fault.1 == EINTR || fault.1 == SHORT;
                harmless += usize::from(faulty.happened && !never);
                // These opens may fail: of the trial file without a name, for each output, and of the temporary of the
                // first output, which the second looks at.
                let trials = if lacks == TMPFILE { 3 } else { 2 };
                assert!(harmless <= if fault.0 == "open" { trials } else { 0 }, "{fault:?} {}", faulty.at);
            } else {
                says(faulty, fault);
            }
        });
        assert!(happened > 0 || fault.0 == "link" && lacks == TMPFILE, "{fault:?}");
    }
}

/// A closed pipe is not reported as an error, at any call.
#[test]
fn a_pipe_that_closes_at_any_write_is_quiet() {
    const EPIPE: &str = "32";
    let text = Numbers(4).text(300_000);
    let prepare = |folder: &Path| fs::write(folder.join("f"), &text).unwrap();
    for arguments in [&["escape"][..], &["pack", "-j", "1", "."], &["pack", "-j", "2", "."]] {
        let happened = sweep(Fault("write", EPIPE), arguments, &text, prepare, |_, faulty| {
            let expected = if faulty.happened { Some(141) } else { Some(0) };
            assert_eq!((faulty.outcome.code, faulty.outcome.err.as_str()), (expected, ""));
        });
        assert!(happened > 2);
    }
}
