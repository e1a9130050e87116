//! Outputs that an option names: all of them are compressed by their names, and written as they come into pipes and devices.

use crate::compressed::text_of;
use crate::live::Live;
use crate::running::smill;
use nix::unistd::pipe;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::{TempDir, tempdir};

const LINES: &[u8] = b"1\n[\n2\n]\n";
/// Each command with `--rejects`, and what it rejects of [`LINES`].
const SORTERS: [&[&str]; 3] = [
    &["check", "--format", "ndjson", "--pass"],
    &["convert", "--from", "ndjson", "--to", "ndjson"],
    &["repair", "--format", "ndjson"],
];
const BAD: &[u8] = b"[\n]\n";

/// A folder with the lines in `in`.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("in"), LINES).unwrap();
    folder
}

fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [command, more].concat()
}

/// Runs a command line of bash, in which `smill` is the command. Waits for the processes of `>(...)` too.
fn bash(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    let script = format!("smill() {{ {} \"$@\"; }}; {line}", crate::running::SMILL);
    let output = Command::new("bash").args(["-c", &script]).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_output_is_compressed_by_its_name() {
    for (command, suffix) in SORTERS.iter().flat_map(|command| [".gz", ".zst", ".zstd"].map(|suffix| (command, suffix)))
    {
        let folder = folder();
        let name = |stem: &str| format!("{stem}{suffix}");
        let (bad, reasons) = (name("bad"), name("reasons"));
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        smill(with(command, &["--rejects", &bad, "in"])).within(folder.path()).fails(1);
        let plain = read(&format!("{bad}.reasons"));
        assert!(text_of(&read(&bad)) == BAD && plain.starts_with(b"{\"source\":\"in\",\"record\":2,"), "{command:?}");
        smill(with(command, &["--rejects", &bad, "--reasons", &reasons, "in"])).within(folder.path()).fails(1);
        assert!(text_of(&read(&bad)) == BAD && text_of(&read(&reasons)) == plain, "{command:?}");
    }
    let folder = folder();
    let read = |name: &str| text_of(&fs::read(folder.path().join(name)).unwrap());
    fs::write(folder.path().join("a.json"), "[1,]").unwrap();
    smill(["repair", "--mend", "trailing-commas", "--changes", "changes.gz", "a.json"]).within(folder.path()).caught();
    assert!(read("changes.gz").starts_with(b"{\"source\":\"a.json\",\"record\":1,"));
    let bench = ["bench", "--time", "0.01", "--lengths", "8", "utf8_validate", "cjk", "--svg", "picture.zst"];
    smill(bench).within(folder.path()).fine();
    assert!(read("picture.zst").starts_with(b"<svg "));
}

/// A pipe has no file beside it: the reasons go to standard error.
#[test]
fn pipes_are_written() {
    let reason = "{\"source\":\"in\",\"record\":2,";
    for command in SORTERS {
        let command = command.join(" ");
        let folder = folder();
        let (code, out, err) =
            bash(folder.path(), &format!("smill {command} --rejects >(gzip >bad.gz) in; code=$?; wait; exit $code"));
        assert_eq!((code, out.as_str()), (Some(1), "1\n2\n"), "{err}");
        assert!(err.starts_with(reason) && err.contains(", reasons in standard error; the first: in:2:"), "{err}");
        assert_eq!(text_of(&fs::read(folder.path().join("bad.gz")).unwrap()), BAD);
        let line = format!(
            "smill {command} --rejects >(cat >bad) --reasons >(cat >why) -o >(cat >good) in; code=$?; wait; exit $code"
        );
        let (code, out, err) = bash(folder.path(), &line);
        assert!(code == Some(1) && out.is_empty() && err.starts_with("warning: 2 lines rejected to /dev/fd/"), "{err}");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(
            read("bad").as_bytes() == BAD && read("good") == "1\n2\n" && read("why").starts_with(reason),
            "{command}"
        );
        let (code, out, _) = bash(
            folder.path(),
            &format!("mkfifo fifo; cat fifo >copy & smill {command} --rejects fifo in; code=$?; wait; exit $code"),
        );
        assert!(code == Some(1) && out == "1\n2\n" && read("copy").as_bytes() == BAD, "{command}");
        assert!(!folder.path().join("fifo.reasons").exists());
    }
}

#[test]
fn standard_streams_are_written() {
    for (command, name) in SORTERS.iter().flat_map(|command| ["stderr", "fd/2"].map(|name| (command, name))) {
        let folder = folder();
        let stderr = format!("/dev/{name}");
        let outcome = smill(with(command, &["--rejects", &stderr, "in"])).within(folder.path()).caught();
        assert_eq!((outcome.code, &outcome.out[..]), (Some(1), &b"1\n2\n"[..]));
        let lines: Vec<_> = outcome.err.lines().collect();
        assert!(
            lines[0].starts_with("{\"source\":\"in\",\"record\":2,") && lines[2].contains("\"record\":4,"),
            "{lines:?}"
        );
        assert_eq!((lines[1], lines[3], lines.len()), ("[", "]", 5));
        assert!(
            lines[4]
                .starts_with("warning: 2 lines rejected to standard error, each after its reason; the first: in:2:")
        );
        // Nothing is written twice, or from the start of the file.
        let (code, ..) = bash(
            folder.path(),
            &format!("echo old >err; smill {} --rejects {stderr} in >good 2>>err", command.join(" ")),
        );
        let err = fs::read_to_string(folder.path().join("err")).unwrap();
        assert_eq!((code, err), (Some(1), format!("old\n{}", outcome.err)));
    }
    let folder = folder();
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let outcome = smill(["check", "--format", "ndjson", "--rejects", name, "in"]).within(folder.path()).caught();
        assert_eq!((outcome.code, &outcome.out[..]), (Some(1), BAD), "{name}");
        assert_eq!(smill(["clean", "-o", name, "in"]).within(folder.path()).fine(), LINES);
    }
    assert_eq!(smill(["clean", "-o", "/dev/null", "in"]).within(folder.path()).fine(), b"");
    let err = smill(["clean", "-o", "/dev/full", "in"]).within(folder.path()).fails(4);
    assert_eq!(err, "error: cannot write to /dev/full: No space left on device\n");
    let err = bash(folder.path(), "smill check --format ndjson --rejects /dev/stderr in 2>&-; echo $?").1;
    assert_eq!(err, "4\n");
}

/// A reader of rejected lines that goes away loses lines, so the exit code says it.
#[test]
fn a_reader_of_bad_lines_that_goes_away_is_an_error() {
    let folder = folder();
    fs::write(folder.path().join("in"), b"[\n".repeat(100_000)).unwrap();
    let (_, out, err) = bash(
        folder.path(),
        "smill check --format ndjson --rejects >(head -c1 >/dev/null) --reasons /dev/null in; echo $?",
    );
    assert_eq!(out, "4\n");
    assert!(err.starts_with("error: cannot write to /dev/fd/") && err.ends_with(": Broken pipe\n"), "{err}");
}

#[test]
fn outputs_of_one_place_are_refused() {
    let folder = folder();
    fs::create_dir(folder.path().join("d")).unwrap();
    let refused = |arguments: &[&str], command: &[&str]| {
        let said = smill([command, arguments, &["in"]].concat()).within(folder.path()).fails(2);
        said.strip_prefix("error: ").unwrap().replace('\n', "")
    };
    for command in SORTERS {
        for (arguments, says) in [
            (&["--rejects", "-"][..], "the output and --rejects have the same place: standard output"),
            (&["--rejects", "/dev/stdout"], "the output and --rejects have the same place: standard output"),
            (&["--rejects", "a", "-o", "d/../a"], "the output and --rejects have the same place: a"),
            (
                &["--rejects", "a", "-o", "a.reasons"],
                "the output and the reasons of --rejects have the same place: a.reasons",
            ),
            (
                &["--rejects", "a", "--reasons", "-"],
                "the output and the reasons of --rejects have the same place: standard output",
            ),
            (
                &["--rejects", "a", "--reasons", "./a"],
                "--rejects and the reasons of --rejects have the same place: ./a",
            ),
            (&["--rejects", "in"], "--rejects would replace in, which is read"),
            (&["--rejects", "a", "--reasons", "in"], "--rejects would replace in, which is read"),
        ] {
            assert_eq!(refused(arguments, command), says, "{command:?}");
        }
        // The output and the messages are one pipe.
        let line = format!("smill {} --rejects >(cat) in 2>&1", command.join(" "));
        let (code, out, _) = bash(folder.path(), &line);
        let says = "error: the output and the reasons of --rejects have the same place: standard error\n";
        assert_eq!((code, out.as_str()), (Some(2), says));
        // One file, by a redirection and by its name.
        let line = format!("smill {} --rejects a in >a", command.join(" "));
        assert_eq!(bash(folder.path(), &line).0, Some(2));
        // Devices take several outputs.
        let null = ["--rejects", "/dev/null", "--reasons", "/dev/null", "-o", "/dev/null", "in"];
        smill(with(command, &null)).within(folder.path()).fails(1);
    }
    for (arguments, says) in [
        (&["--changes", "-"][..], "the output and --changes have the same place: standard output"),
        (&["--changes", "a", "-o", "a"], "the output and --changes have the same place: a"),
        (&["--changes", "a", "--rejects", "a"], "--rejects and --changes have the same place: a"),
        (&["--changes", "a.reasons", "--rejects", "a"], "--rejects and --changes have the same place: a.reasons"),
        (&["--changes", "in"], "--changes would replace in, which is read"),
    ] {
        assert_eq!(refused(arguments, &["repair", "--format", "ndjson"]), says);
    }
    let err = smill(["bench", "--svg", "/dev/stdout"]).fails(2);
    assert_eq!(err, "error: the table and --svg have the same place: standard output\n");
    assert_eq!(fs::read(folder.path().join("in")).unwrap(), LINES);
}

/// Neither rejected lines nor changes wait for the next input.
#[test]
fn a_live_stream_of_bad_lines_passes_one_by_one() {
    let mut live = Live::begin(&["check", "--format", "ndjson", "--rejects", "-", "--reasons", "/dev/null"]);
    live.exchange(b"1\n[\n", "[\n");
    live.exchange(b"]\n2\n", "]\n");
    assert_eq!(live.end(), (Some(1), String::new()));
    let to_null = ["-o", "/dev/null", "--rejects", "-", "--reasons", "/dev/null"];
    for command in &SORTERS[1..] {
        let mut live = Live::begin(&with(command, &to_null));
        live.exchange(b"1\n[\n2\n", "[\n");
        live.exchange(b"3\n]\n", "]\n");
        assert_eq!(live.end(), (Some(1), String::new()));
    }
    let mut live = Live::begin(&["repair", "--format", "ndjson", "-q", "-o", "/dev/null", "--changes", "-"]);
    let change = |line, offset| {
        format!(
            "{{\"source\":\"stdin\",\"record\":{line},\"line\":{line},\"column\":2,\"offset\":{offset},\"mend\":\"control-characters\",\"before\":\"\\t\",\"length\":1,\"after\":\"\\\\t\",\"code\":202,\"name\":\"control_unescaped\",\"says\":\"unescaped control character in a string\"}}\n"
        )
    };
    live.exchange(b"\"\t\"\n", &change(1, 1));
    live.exchange(b"2\n\"\t\"\n3\n", &change(3, 7));
    assert_eq!(live.end(), (Some(0), String::new()));
}

/// Bad lines before an error are in the pipe, as good ones are on standard output.
#[test]
fn an_error_keeps_what_a_pipe_got() {
    let (reader, writer) = pipe().unwrap();
    let folder = folder();
    let outcome = smill(["check", "--format", "ndjson", "--rejects", "-", "--reasons", "why", "in", "absent"])
        .within(folder.path())
        .stdout(writer)
        .run();
    assert_eq!(outcome.code, Some(4), "{}", outcome.err);
    let mut got = Vec::new();
    File::from(reader).read_to_end(&mut got).unwrap();
    assert_eq!(got, BAD);
    assert!(!folder.path().join("why").exists(), "a file is given up");
}
