//! A live stream passes record by record: the command writes all it can before it waits for more input.

use crate::running::SMILL;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than any machine needs. A command that buffers its output would wait for ever.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A command that gets its input piece by piece.
pub(crate) struct Live {
    pub(crate) child: Child,
    pub(crate) output: Receiver<Vec<u8>>,
    folder: tempfile::TempDir,
}

impl Live {
    pub(crate) fn begin(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(SMILL);
        command.args(arguments).current_dir(folder.path()).stderr(Stdio::piped());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(len @ 1..) = stdout.read(&mut bytes) {
                if send.send(bytes[..len].to_vec()).is_err() {
                    return;
                }
            }
        });
        Live { child, output, folder }
    }

    /// Gives `input`, and expects exactly `output` before any more input.
    pub(crate) fn exchange(&mut self, input: &[u8], output: &str) {
        self.child.stdin.as_mut().unwrap().write_all(input).unwrap();
        let mut got = Vec::new();
        while got.len() < output.len() {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => got.extend(bytes),
                Err(error) => panic!("{error}: after {:?} only {:?}", input.escape_ascii().to_string(), show(&got)),
            }
        }
        assert_eq!(show(&got), output);
    }

    /// Ends the input; returns the exit code and the output after that.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let rest: Vec<u8> = self.output.iter().flatten().collect();
        (self.child.wait().unwrap().code(), show(&rest))
    }
}

fn show(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn lines_are_converted_one_by_one() {
    let mut live = Live::begin(&["convert", "--from", "ndjson", "--to", "ion"]);
    live.exchange(b"{\"a\":1}\n", "{a:1}\n");
    live.exchange(b"[2]\n{\"b\":", "[2]\n");
    live.exchange(b"3}\n", "{b:3}\n");
    assert_eq!(live.end(), (Some(0), String::new()));

    let mut live = Live::begin(&["convert", "--from", "ndjson", "--to", "ndjson"]);
    live.exchange(b"{\"a\": 1}\n", "{\"a\":1}\n");
    live.exchange(b"[ 2 ]\n", "[2]\n");
    assert_eq!(live.end(), (Some(0), String::new()));

    let mut live = Live::begin(&["convert", "--from", "ion", "--lines", "--to", "ndjson"]);
    live.exchange(b"{a:1}\n", "{\"a\":1}\n");
    live.exchange(b"\"text\"\n", "\"text\"\n");
    assert_eq!(live.end(), (Some(0), String::new()));
}

#[test]
fn values_are_converted_as_they_end() {
    let mut live = Live::begin(&["convert", "--from", "ion", "--to", "ndjson"]);
    live.exchange(b"{a:1}\n", "{\"a\":1}\n");
    live.exchange(b"[1,2]\n", "[1,2]\n");
    live.exchange(b"\"text\"\n", "\"text\"\n");
    assert_eq!(live.end(), (Some(0), String::new()));

    let mut live = Live::begin(&["convert", "--from", "ion", "--to", "ion"]);
    live.exchange(b"{a:1}\n", "{a:1}\n");
    live.exchange(b"[1, 2]\n", "[1,2]\n");
    assert_eq!(live.end(), (Some(0), String::new()));

    let mut live = Live::begin(&["convert", "--from", "ndjson", "--to", "ndjson", "--rejects", "bad"]);
    live.exchange(b"1\n", "1\n");
    live.exchange(b"x\n2\n", "2\n");
    assert_eq!(std::fs::exists(live.folder.path().join("bad")).ok(), Some(false));
    assert_eq!(live.end(), (Some(1), String::new()));
}

#[test]
fn good_lines_pass_one_by_one() {
    let mut live = Live::begin(&["check", "--format", "ndjson", "--rejects", "bad", "--pass", "-"]);
    live.exchange(b"1\n", "1\n");
    live.exchange(b"2\nnul\n3\n{\"a\":", "2\n3\n");
    live.exchange(b"4}\n", "{\"a\":4}\n");
    // The end of a bad line is awaited after the good ones before it have passed.
    live.exchange(b"5\nx", "5\n");
    live.exchange(b"\n6\n", "6\n");
    let folder = live.folder.path().to_owned();
    drop(live.child.stdin.take());
    assert_eq!(live.child.wait().unwrap().code(), Some(1));
    assert_eq!(std::fs::read(folder.join("bad")).unwrap(), b"nul\nx\n");
}

#[test]
fn errors_are_listed_without_delay() {
    let mut live = Live::begin(&["check", "--all", "-"]);
    live.exchange(b"ab\xff cd\n", "stdin:1:3 (byte 2): ill-formed UTF-8: byte that never occurs in UTF-8: FF\n");
    live.exchange(b"\x80\n", "stdin:2:1 (byte 7): ill-formed UTF-8: continuation byte without a lead byte: 80\n");
    assert_eq!(live.end(), (Some(3), String::new()));

    let mut live = Live::begin(&["check", "--all", "--format", "ndjson", "-"]);
    live.exchange(b"1\nnul\n", "stdin:2:4 (byte 5), record 2: line ends inside a JSON value\n");
    live.exchange(b"[1,]\n", "stdin:3:4 (byte 9), record 3: expected a JSON value, found ]\n");
    assert_eq!(live.end(), (Some(3), String::new()));
}

#[test]
fn strings_pass_as_far_as_they_are_known() {
    let mut live = Live::begin(&["escape"]);
    live.exchange(b"line \"one\"\n", "\"line \\\"one\\\"\\n");
    // Half a character waits for its other half.
    live.exchange(b"caf\xc3", "caf");
    live.exchange(b"\xa9", "\u{e9}");
    assert_eq!(live.end(), (Some(0), "\"\n".to_owned()));

    let mut live = Live::begin(&["escape", "--times", "2"]);
    live.exchange(b"a\"", "\"\\\"a\\\\\\\"");
    assert_eq!(live.end(), (Some(0), "\\\"\"\n".to_owned()));

    let mut live = Live::begin(&["clean", "-c"]);
    live.exchange(b"one\ncaf\xc3", "one\ncaf");
    live.exchange(b"\xa9\r", "\u{e9}\n");
    live.exchange(b"\n\xff", "\u{FFFD}");
    live.exchange(b"a", "a");
    assert_eq!(live.end(), (Some(1), String::new()));

    let mut live = Live::begin(&["unescape"]);
    live.exchange(b"\"line \\\"one\\\"\\n\\u00", "line \"one\"\n");
    live.exchange(b"e9", "\u{e9}");
    live.exchange(b"\"", "");
    assert_eq!(live.end(), (Some(0), String::new()));
}

#[test]
fn a_fatal_error_does_not_wait_for_more() {
    for (arguments, input) in [
        (&["check"][..], &b"a\xffb"[..]),
        (&["check", "--format", "json"], b"[1,]"),
        (&["convert", "--from", "ndjson", "--to", "ion"], b"1\n[}\n"),
        (&["convert", "--from", "ion", "--to", "ndjson"], b"1 ] "),
        (&["unescape"], b"\"\\x\""),
        (&["unpack"], b"[1"),
        (&["escape"], b"\xff\xfe"),
    ] {
        let mut live = Live::begin(arguments);
        live.child.stdin.as_mut().unwrap().write_all(input).unwrap();
        // The input stays open.
        let (send, ended) = channel();
        let Live { mut child, folder, .. } = live;
        let input = child.stdin.take();
        std::thread::spawn(move || send.send(child.wait().unwrap().code()));
        assert_eq!(ended.recv_timeout(PATIENCE), Ok(Some(3)), "{arguments:?}");
        drop((input, folder));
    }
}
