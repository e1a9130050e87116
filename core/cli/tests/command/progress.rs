//! The progress bar, in a pseudo-terminal.

use crate::running::SMILL;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);
/// A bar shows after a second.
const DELAY: Duration = Duration::from_millis(1100);

/// A command whose messages go to a terminal.
struct Terminal {
    child: Child,
    shown: Receiver<Vec<u8>>,
    screen: String,
}

impl Terminal {
    fn begin(command: &mut Command) -> Self {
        let ends = openpty(None, None).unwrap();
        // Children of other tests must not keep the terminal open.
        for end in [&ends.master, &ends.slave] {
            fcntl(end, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).unwrap();
        }
        // As at a terminal, whatever the caller of the test ignores.
        command.stderr(Stdio::from(ends.slave)).env("TERM", "xterm");
        let child = command.spawn().unwrap();
        // The command keeps its end of the terminal open until it gets another.
        command.stderr(Stdio::null());
        let (send, shown) = channel();
        std::thread::spawn(move || {
            let (mut terminal, mut bytes) = (File::from(ends.master), [0; 4096]);
            while let Ok(len @ 1..) = terminal.read(&mut bytes) {
                let _ = send.send(bytes[..len].to_vec());
            }
        });
        Terminal { child, shown, screen: String::new() }
    }

    /// Waits until the screen shows `text`.
    fn expect(&mut self, text: &str) {
        while !self.screen.contains(text) {
            let part = self.shown.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {text}: {:?}", self.screen));
            self.screen.push_str(&String::from_utf8_lossy(&part));
        }
    }

    /// The final content of the screen: all output after the last cleared line.
    fn left(mut self) -> (String, std::process::ExitStatus) {
        let status = self.child.wait().unwrap();
        drop(self.child.stdin.take());
        // A terminal without writers ends.
        loop {
            match self.shown.recv_timeout(PATIENCE) {
                Ok(part) => self.screen.push_str(&String::from_utf8_lossy(&part)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the terminal does not end: {:?}", self.screen),
            }
        }
        let left = self.screen.rsplit("\x1b[2K").next().unwrap_or_default().trim().to_owned();
        (left, status)
    }
}

fn smill(arguments: &[&str]) -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", SMILL]).args(arguments).stdin(Stdio::piped());
    command
}

/// The bytes a second that a bar shows.
fn rate(screen: &str) -> f64 {
    let shown = screen.split("/s").next().unwrap().rsplit(", ").next().unwrap();
    let (number, unit) = shown.split_once(' ').unwrap_or_else(|| panic!("{screen:?}"));
    let unit = match unit {
        "B" => 1.0,
        "KiB" => 1024.0,
        "MiB" => 1024.0 * 1024.0,
        _ => panic!("{screen:?}"),
    };
    number.parse::<f64>().unwrap() * unit
}

#[test]
fn the_rate_is_that_of_all_the_work() {
    let started = Instant::now();
    let mut terminal = Terminal::begin(smill(&["escape"]).stdout(Stdio::null()));
    let mut stdin = terminal.child.stdin.take().unwrap();
    stdin.write_all(&[b'a'; 1 << 20]).unwrap();
    std::thread::sleep(DELAY);
    stdin.write_all(b"a").unwrap();
    terminal.expect("/s");
    let rate = rate(&terminal.screen);
    // At most the rate of all bytes in the second before the bar, at least the rate over the whole test.
    let slowest = f64::from(1 << 20) / started.elapsed().as_secs_f64();
    assert!((slowest * 0.99..=1.02 * f64::from(1 << 20)).contains(&rate), "{rate}");
    drop(stdin);
    let (left, status) = terminal.left();
    assert!(status.success() && left.is_empty(), "{status} {left:?}");
}

#[test]
fn the_time_left_is_not_zero_before_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text");
    std::fs::write(&file, vec![b'a'; 8 << 20]).unwrap();
    let mut terminal = Terminal::begin(smill(&["escape", file.to_str().unwrap()]).stdout(Stdio::piped()));
    let mut out = terminal.child.stdout.take().unwrap();
    // The output is not read, so the command waits with most of the file still to read.
    std::thread::sleep(DELAY);
    let mut some = vec![0; 1 << 20];
    out.read_exact(&mut some).unwrap();
    terminal.expect("left");
    assert!(!terminal.screen.contains(", 0s left"), "{:?}", terminal.screen);
    std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    assert!(terminal.left().1.success());
}

#[test]
fn a_signal_clears_the_bar_and_the_temporaries() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = smill(&["check", "--format", "ndjson", "--rejects", "bad", "-"]);
        let mut terminal = Terminal::begin(command.current_dir(folder.path()).stdout(Stdio::null()));
        let mut stdin = terminal.child.stdin.take().unwrap();
        stdin.write_all(b"1\n").unwrap();
        std::thread::sleep(DELAY);
        stdin.write_all(b"2\n").unwrap();
        terminal.expect("/s");
        kill(Pid::from_raw(terminal.child.id() as i32), signal).unwrap();
        let (left, status) = terminal.left();
        assert_eq!(status.signal(), Some(signal as i32), "{status}");
        assert_eq!(left, "", "{signal}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{signal}");
    }
}
