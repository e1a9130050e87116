//! Runs the command and checks the outcome.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The command under test.
pub(crate) const SMILL: &str = env!("CARGO_BIN_EXE_smill");

/// A call of the command, not yet run.
pub(crate) struct Call {
    command: Command,
    input: Vec<u8>,
    stdin: Option<Stdio>,
}

/// The outcome of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

/// `smill` with `arguments`, in a clean environment.
pub(crate) fn smill<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Call {
    let mut command = Command::new(SMILL);
    command.args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    Call { command, input: Vec::new(), stdin: None }
}

impl Call {
    pub(crate) fn input(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.input = bytes.as_ref().to_vec();
        self
    }

    /// Reads from `from` instead of the bytes of [`Call::input`].
    pub(crate) fn stdin(mut self, from: impl Into<Stdio>) -> Self {
        self.stdin = Some(from.into());
        self
    }

    pub(crate) fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs as user and group `id`, without other groups.
    pub(crate) fn user(mut self, id: u32) -> Self {
        std::os::unix::process::CommandExt::uid(&mut self.command, id);
        std::os::unix::process::CommandExt::gid(&mut self.command, id);
        self
    }

    pub(crate) fn stdout(mut self, to: impl Into<Stdio>) -> Self {
        self.command.stdout(to);
        self
    }

    pub(crate) fn run(mut self) -> Outcome {
        let stdin = self.stdin.unwrap_or_else(Stdio::piped);
        let mut child = self.command.stdin(stdin).stderr(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take();
        // A command that stops early does not read all: that is no failure of the test.
        let writer = std::thread::spawn(move || stdin.map(|mut stdin| drop(stdin.write_all(&self.input))));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let err = String::from_utf8(output.stderr).expect("messages are UTF-8");
        Outcome { code: output.status.code(), out: output.stdout, err }
    }

    /// Runs with standard output caught.
    pub(crate) fn caught(self) -> Outcome {
        self.stdout(Stdio::piped()).run()
    }

    /// Runs, expects exit code 0 and no messages, and returns the output.
    pub(crate) fn fine(self) -> Vec<u8> {
        let outcome = self.caught();
        assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), ""), "{}", outcome.out.escape_ascii());
        outcome.out
    }

    /// Runs, expects `code`, and returns the messages.
    pub(crate) fn fails(self, code: i32) -> String {
        let outcome = self.caught();
        assert_eq!(outcome.code, Some(code), "{}", outcome.err);
        outcome.err
    }
}

/// Numbers that look random and are the same in each run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }

    /// `len` bytes of text with many escapes and multi-byte characters.
    pub(crate) fn text(&mut self, len: usize) -> Vec<u8> {
        const PIECES: [&str; 12] =
            ["a", "plain words ", "\"", "\\", "\n", "\t", "\0", "\u{e9}", "\u{20ac}", "\u{1F600}", "<p>", "x"];
        let mut text = Vec::with_capacity(len + 12);
        while text.len() < len {
            text.extend_from_slice(PIECES[self.below(PIECES.len())].as_bytes());
        }
        let whole = String::from_utf8_lossy(&text[..len]).trim_end_matches('\u{FFFD}').len();
        text.truncate(whole);
        text.resize(len, b'.');
        text
    }
}

/// `text` as a literal, written plainly.
pub(crate) fn literal(text: &[u8]) -> String {
    let mut out = String::from("\"");
    for c in std::str::from_utf8(text).unwrap().chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\0' => out.push_str("\\u0000"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
