//! A limit bounds memory, and costs none: buffers have the size of the input.

use crate::running::SMILL;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Address space in KiB: of the command and its libraries, and a little more.
const SPACE_KIB: u64 = 200 << 10;

/// Each command with the largest limits that it accepts.
const COMMANDS: &[&[&str]] = &[
    &["check", "--format", "json", "--max-depth", DEPTH, "--max-string", MOST, "--max-length", MOST, "-"],
    &["check", "--format", "ndjson", "--max-depth", DEPTH, "--max-string", MOST, "--max-length", MOST, "-"],
    &["check", "--format", "json-seq", "--max-depth", DEPTH, "--max-string", MOST, "--max-length", MOST, "-"],
    &["check", "--format", "json-values", "--max-depth", DEPTH, "-"],
    &["check", "--format", "ion", "--max-depth", DEPTH, "--max-string", MOST, "-"],
    &["check", "--format", "ndjson", "--max-depth", DEPTH, "--max-length", MOST, "--rejects", "bad", "--pass", "-"],
    &["convert", "--from", "json", "--to", "ion", "--max-depth", DEPTH, "--max-string", MOST],
    &["convert", "--from", "json", "--to", "ion-binary", "--max-depth", DEPTH, "--max-string", MOST],
    &["convert", "--from", "json", "--to", "json", "--pretty", "--max-depth", DEPTH, "--width", "1000"],
    &["convert", "--from", "ndjson", "--to", "json", "--max-depth", DEPTH, "--max-string", MOST, "--max-length", MOST],
    &["convert", "--from", "ion", "--to", "json", "--max-depth", DEPTH, "--max-string", MOST],
    &["canon", "--max-depth", DEPTH, "--memory", MOST],
    &["canon", "--verify", "--max-depth", DEPTH, "--memory", MOST],
    &["repair", "--max-depth", DEPTH, "--max-string", MOST, "--max-length", MOST],
    &["repair", "--format", "ndjson", "--max-depth", DEPTH, "--max-string", MOST, "--max-length", MOST],
    &["escape", "--max-ratio", MOST],
];
const DEPTH: &str = "4294967296";
const MOST: &str = "9223372036854775807";

fn within_space(arguments: &[&str], input: &[u8]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {SPACE_KIB}; exec \"$0\" \"$@\""), SMILL])
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeding = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = feeding.join().unwrap();
    output
}

#[test]
#[cfg(target_os = "linux")]
fn no_buffer_has_the_size_of_a_limit() {
    for arguments in COMMANDS {
        let input = if arguments.contains(&"json-seq") { &b"\x1E[]\n"[..] } else { b"[]" };
        let output = within_space(arguments, input);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*err), (Some(0), ""), "{arguments:?}");
    }
}

/// The memory grows with the depth, and the innermost container is where the limit is reached.
#[test]
#[cfg(target_os = "linux")]
fn a_deep_input_has_room_for_its_depth() {
    const LEVELS: usize = 300_000;
    let deep = ["[".repeat(LEVELS), "]".repeat(LEVELS)].concat();
    let commands: &[&[&str]] = &[
        &["check", "--format", "json", "-"],
        &["convert", "--from", "json", "--to", "json"],
        &["canon"],
        &["canon", "--verify"],
        &["repair"],
    ];
    for arguments in commands {
        let allowed = |levels: usize| {
            within_space(&[arguments, &["--max-depth", &levels.to_string()][..]].concat(), deep.as_bytes())
        };
        let output = allowed(LEVELS);
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
            (Some(0), ""),
            "{arguments:?}"
        );
        let (code, err) = (allowed(LEVELS - 1).status.code(), String::from_utf8(allowed(LEVELS - 1).stderr).unwrap());
        let place = format!("1:{LEVELS} (byte {})", LEVELS - 1);
        assert!(code == Some(5) && err.contains(&place), "{arguments:?}: {err}");
    }
    // The damage is in the innermost array, so the repair keeps the depth too.
    let damaged = ["[".repeat(LEVELS), ",]".to_owned(), "]".repeat(LEVELS - 1)].concat();
    let arguments = ["repair", "--mend", "trailing-commas", "--max-depth", DEPTH];
    let output = within_space(&arguments, damaged.replace(",]", "1,]").as_bytes());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 2 * LEVELS + 1));
}
