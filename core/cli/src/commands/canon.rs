//! `smill canon`: writes JSON in canonical form, or verifies that it is.

use crate::arguments::canon::CanonArguments;
use crate::commands::files::{self, Turn};
use crate::input::replay::Replay;
use crate::input::source::{Input, Source};
use crate::input::window::{Scene, WINDOW, Window};
use crate::output::scratch::Scratch;
use crate::output::stdout::Output;
use crate::process::memory;
use crate::report::failure::{Exit, Failure};
use crate::report::json;
use crate::report::messages::Messages;
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;
use stringmill::convert::canonical::{Canonical, CanonicalError, CanonicalVerifier};
use stringmill::json::JsonStack;
use stringmill::{Chunk, Error, ErrorCode};

pub(crate) fn run(arguments: &CanonArguments, messages: &Messages) -> Result<Exit, Failure> {
    let output = (!arguments.verify).then_some(&arguments.output);
    files::each(&arguments.files, output, messages, |turn, messages| canon(arguments, turn, messages))
}

fn canon(arguments: &CanonArguments, turn: Turn<'_>, messages: &Messages) -> Result<Exit, Failure> {
    let (file, limits) = (turn.file, arguments.limits(turn.at_once));
    let source = arguments.input.open(file)?;
    let meter = Meter::new(source.len(), messages.hides_progress());
    let mut text = Text { replay: Replay::new(&source), source, meter, read: 0 };
    let mut report = Report { written: None, stored: 0 };
    let mut exit = Exit::Done;
    if arguments.verify {
        let mut verifier = CanonicalVerifier::new(limits, JsonStack::growing());
        text.read(false, |src, chunk| verifier.step(src, chunk).map_err(CanonicalError::Text))?;
    } else {
        let destination = arguments.output.destination(file, &text.source)?;
        let mut canonical = Canonical::new(limits, JsonStack::growing(), Scratch::new()).with_form(arguments.form());
        text.read(true, |src, chunk| canonical.step(src, chunk))?;
        canonical.finish().map_err(|error| text.late(error))?;
        report.stored = canonical.stored();
        let (mut output, mut len) = (Output::to(destination), 0);
        let written = canonical.write(|bytes| {
            len += bytes.len() as u64;
            output.put(bytes).map_err(CanonicalError::Storage)
        });
        written.map_err(|error| text.late(error))?;
        report.written = Some(len);
        let published = output.close()?;
        published.report(messages);
        exit = published.exit();
    }
    messages.total(&text.meter.total());
    if arguments.report {
        messages.plain(&report.json(&text)?)?;
    }
    Ok(exit)
}

/// The result of a run without an error.
struct Report {
    /// Bytes of the output; `None` if the input was only verified.
    written: Option<u64>,
    /// Bytes that were moved to the temporary file.
    stored: u64,
}

impl Report {
    fn json(&self, text: &Text) -> Result<Vec<u8>, Failure> {
        json::line(|json| {
            json.member("source", text.source.name());
            json.member("read", text.read);
            match self.written {
                Some(written) => {
                    json.member("written", written);
                    json.member("stored", self.stored);
                }
                None => json.member("canonical", true),
            }
        })
    }
}

/// The input.
struct Text {
    source: Source,
    replay: Replay,
    meter: Meter,
    /// Bytes read.
    read: u64,
}

impl Text {
    /// Passes the input to `step`. `late`: an error may be found only after later bytes were read.
    fn read(
        &mut self,
        late: bool,
        mut step: impl FnMut(&[u8], Chunk) -> Result<usize, CanonicalError<Failure>>,
    ) -> Result<(), Failure> {
        let mut window = Window::new(WINDOW);
        loop {
            match step(window.unread(), window.chunk()) {
                Ok(read) => window.consume(read),
                Err(CanonicalError::Text(error)) if error.code != ErrorCode::MemoryRefused => {
                    window.consume((error.offset - window.offset()) as usize);
                    self.source.look_ahead(&mut window);
                    return Err(self.invalid(error, window.scene()));
                }
                Err(error) => return Err(self.late(error)),
            }
            if window.is_finished() {
                self.read = window.offset();
                return Ok(());
            }
            window.widen().map_err(memory::refused)?;
            let before = window.unread().len();
            Input { source: &mut self.source, output: None, meter: &self.meter }.read_into(&mut window)?;
            if late {
                self.replay.note(&window.unread()[before..])?;
            }
        }
    }

    /// The failure of an error at a place that was read earlier.
    fn late(&mut self, error: CanonicalError<Failure>) -> Failure {
        match error {
            CanonicalError::Storage(failure) => failure,
            CanonicalError::Text(error) if error.code == ErrorCode::MemoryRefused => {
                Failure::Memory(format!("{}: {}", visible(self.source.name()), error.code.says()))
            }
            CanonicalError::Text(error) => match self.replay.scene(&self.source, error.offset) {
                Ok(scene) => self.invalid(error, scene),
                Err(failure) => failure,
            },
        }
    }

    fn invalid(&self, error: Error, scene: Scene) -> Failure {
        Failure::Invalid(self.source.diagnostic(error.code, scene, Task::Canon))
    }
}
