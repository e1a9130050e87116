//! `smill check`: whether text is well-formed, and where it is not.

use crate::args::{CheckArguments, Format};
use crate::explain::{self, Task};
use crate::failure::{Exit, Failure};
use crate::listing::Listing;
use crate::messages::Messages;
use crate::output::Output;
use crate::picture::Picture;
use crate::progress::Meter;
use crate::source::Source;
use crate::window::{WINDOW, Window};
use std::path::Path;
use stringmill::{Error, utf8_validate};

pub(crate) fn run(arguments: &CheckArguments, messages: &Messages) -> Result<Exit, Failure> {
    let Format::Utf8 = arguments.format;
    let mut check = Check {
        all: arguments.all,
        window: Window::new(WINDOW),
        output: Output::new(),
        meter: Meter::new(None, messages.quiet()),
    };
    let (mut exit, mut files) = (Exit::Done, 0);
    for path in &arguments.paths {
        // The other files are still worth a look after one that is bad.
        if path == Path::new("-") {
            files += 1;
            exit = exit.max(check.file(Source::open(None), messages)?);
            continue;
        }
        let listing = match Listing::of(std::slice::from_ref(path)) {
            Ok(listing) => listing,
            Err(failure) => {
                messages.failure(&failure);
                exit = exit.max(failure.exit());
                continue;
            }
        };
        exit = exit.max(listing.report_skipped(messages));
        files += listing.len();
        for listed in listing.iter() {
            exit = exit.max(check.file(Source::open_listed(listed), messages)?);
        }
    }
    let Check { output, meter, .. } = check;
    output.close()?;
    messages.total(&format!("{files} files, {}", meter.total()));
    Ok(exit)
}

/// What all files need.
struct Check {
    all: bool,
    window: Window,
    output: Output,
    meter: Meter,
}

impl Check {
    /// Checks one file, and says what is wrong with it. Fails only where nothing more can be said.
    fn file(&mut self, source: Result<Source, Failure>, messages: &Messages) -> Result<Exit, Failure> {
        self.window.reset();
        let found = source.and_then(|mut source| match self.all {
            true => list(&mut source, &mut self.window, &mut self.output, &self.meter),
            false => first(&mut source, &mut self.window, &self.meter),
        });
        match found {
            Ok(exit) => Ok(exit),
            Err(Failure::ClosedPipe) => Err(Failure::ClosedPipe),
            Err(failure) => {
                self.output.flush()?;
                messages.failure(&failure);
                Ok(failure.exit())
            }
        }
    }
}

/// Fails at the first error of the file.
fn first(source: &mut Source, window: &mut Window, meter: &Meter) -> Result<Exit, Failure> {
    let Some(error) = next_error(source, window, meter)? else { return Ok(Exit::Done) };
    Err(Failure::Invalid(Picture::new(error.code, source.name(), window.scene(), Task::Check)))
}

/// Lists every error of the file.
fn list(source: &mut Source, window: &mut Window, output: &mut Output, meter: &Meter) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    while let Some(error) = next_error(source, window, meter)? {
        exit = Exit::Invalid;
        let picture = Picture::new(error.code, source.name(), window.scene(), Task::Check);
        output.put(picture.line().as_bytes())?;
        output.put(b"\n")?;
        window.consume(explain::span(error.code, window.unread()));
    }
    Ok(exit)
}

/// Goes to the next error, which is then at the first unread byte; `None` at the end.
fn next_error(source: &mut Source, window: &mut Window, meter: &Meter) -> Result<Option<Error>, Failure> {
    loop {
        match utf8_validate(window.unread(), window.chunk()) {
            Ok(len) => window.consume(len),
            Err(error) => {
                window.consume(error.offset as usize);
                source.look_ahead(window);
                return Ok(Some(error));
            }
        }
        if window.is_spent() {
            return Ok(None);
        }
        meter.add(source.read_into(window)?);
    }
}
