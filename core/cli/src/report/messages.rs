//! Messages on standard error.

use crate::arguments::global_options::GlobalOptions;
use crate::output::descriptor::{close_stdout, stdout_failure};
use crate::process::closed;
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Failure, errno};
use crate::report::visible::{styled_visible, visible, visible_lines};
use crate::system::{Errno, bytes_of};
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::error::ContextValue;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// A number with its noun, as in `1 file` and `2 files`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Prints a help text to standard output, or an error in the arguments to standard error.
pub(crate) fn print_clap(said: &clap::Error) -> Result<(), Failure> {
    let text = styled_visible(&said.render().ansi().to_string());
    if said.use_stderr() {
        // If the write fails, the exit code still reports the error.
        let _ = anstream::stderr().write_all(text.as_bytes());
        return Ok(());
    }
    if closed::stdout() {
        return Err(stdout_failure(Errno::EBADF));
    }
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| stdout_failure(errno(&error)))?;
    close_stdout()
}

/// Escapes the user's text in a message of clap, so that it cannot contain terminal sequences.
pub(crate) fn quote_arguments(mut said: clap::Error) -> clap::Error {
    let shown: Vec<_> = said
        .context()
        .filter_map(|(kind, value)| {
            let value = match value {
                ContextValue::String(text) => ContextValue::String(visible_lines(text)),
                ContextValue::Strings(texts) => {
                    ContextValue::Strings(texts.iter().map(|text| visible_lines(text)).collect())
                }
                _ => return None,
            };
            Some((kind, value))
        })
        .collect();
    for (kind, value) in shown {
        said.insert(kind, value);
    }
    said
}

/// Standard error, with or without colours; shared by all threads.
#[derive(Debug)]
pub(crate) struct Messages {
    colour: anstream::ColorChoice,
    quiet: bool,
    verbose: bool,
    /// The messages so far, if they are not printed yet.
    kept: Option<Mutex<Vec<Kept>>>,
}

/// A message that is not printed yet.
#[derive(Debug)]
enum Kept {
    Message(String),
    /// Text for another program.
    Plain(Vec<u8>),
}

impl Messages {
    pub(crate) fn new(colour: anstream::ColorChoice, options: &GlobalOptions) -> Self {
        Messages { colour, quiet: options.quiet, verbose: options.verbose, kept: None }
    }

    /// The same, but messages are kept, for [`Messages::pass_on`].
    pub(crate) fn kept(&self) -> Self {
        Messages { kept: Some(Mutex::default()), ..*self }
    }

    /// Prints the messages that `other` has kept.
    pub(crate) fn pass_on(&self, other: Messages) -> Result<(), Failure> {
        let kept = other.kept.map(|kept| kept.into_inner().unwrap_or_else(PoisonError::into_inner));
        for message in kept.unwrap_or_default() {
            match message {
                Kept::Message(text) => self.write(&text),
                Kept::Plain(text) => self.plain(&text)?,
            }
        }
        Ok(())
    }

    /// Keeps a message. Returns whether messages are kept.
    fn keep(&self, message: impl FnOnce() -> Kept) -> bool {
        let Some(kept) = &self.kept else { return false };
        kept.lock().unwrap_or_else(PoisonError::into_inner).push(message());
        true
    }

    /// Whether the progress bar is hidden.
    pub(crate) fn hides_progress(&self) -> bool {
        self.quiet || self.kept.is_some()
    }

    /// Reports why the command stops; says nothing if the reader of the output closed the pipe.
    pub(crate) fn failure(&self, failure: &Failure) {
        match failure {
            Failure::Invalid(diagnostic) => self.diagnostic(diagnostic),
            Failure::Usage(text)
            | Failure::Name(text)
            | Failure::Encoded(text)
            | Failure::Limit(text)
            | Failure::Io(text)
            | Failure::Memory(text) => self.say(ERROR, "error", text),
            Failure::Overtaken(path) => {
                self.warning(&format!("{} was changed while it was read: it is left alone", visible(bytes_of(path))));
            }
            Failure::ClosedPipe => {}
        }
    }

    pub(crate) fn diagnostic(&self, diagnostic: &Diagnostic) {
        self.write(&diagnostic.draw());
    }

    /// Something was replaced or skipped.
    pub(crate) fn warning(&self, text: &str) {
        self.say(WARNING, "warning", text);
    }

    /// Information, hidden under `--quiet`.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            self.say(NOTE, "note", text);
        }
    }

    /// A summary at the end, printed only under `--verbose`.
    pub(crate) fn total(&self, text: &str) {
        if self.verbose {
            self.say(NOTE, "done", text);
        }
    }

    /// Text for another program: no style, no prefix. It must not get lost, as a message may.
    pub(crate) fn plain(&self, text: &[u8]) -> Result<(), Failure> {
        if self.keep(|| Kept::Plain(text.to_vec())) {
            return Ok(());
        }
        let written = match closed::stderr() {
            true => Err(Errno::EBADF),
            false => self.try_write(text).map_err(|error| errno(&error)),
        };
        written.map_err(|error| Failure::io("write to", Path::new("stderr"), error))
    }

    fn say(&self, style: Style, kind: &str, text: &str) {
        self.write(&format!("{style}{kind}{style:#}: {}\n", visible_lines(text)));
    }

    fn write(&self, text: &str) {
        if self.keep(|| Kept::Message(text.to_owned())) {
            return;
        }
        // If standard error fails, only the exit code can report the error.
        let _ = self.try_write(text.as_bytes());
    }

    fn try_write(&self, text: &[u8]) -> std::io::Result<()> {
        AutoStream::new(std::io::stderr().lock(), self.colour).write_all(text)
    }
}
