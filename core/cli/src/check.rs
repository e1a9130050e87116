//! `smill check`: whether text is well-formed, and where it is not.

use crate::args::{CheckArguments, Format};
use crate::explain::{self, Task};
use crate::failure::{Exit, Failure};
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
    let meter = Meter::new(None, messages.quiet());
    let mut window = Window::new(WINDOW);
    let mut output = Output::new();
    let mut exit = Exit::Done;
    for path in &arguments.paths {
        window.reset();
        let found = match arguments.all {
            true => list(path, &mut window, &mut output, &meter),
            false => first(path, &mut window, &meter),
        };
        match found {
            Ok(true) => {}
            Ok(false) => exit = exit.max(Exit::Invalid),
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => {
                // The other files are still worth a look.
                output.flush()?;
                messages.failure(&failure);
                exit = exit.max(failure.exit());
            }
        }
    }
    output.close()?;
    Ok(exit)
}

/// Fails at the first error of the file.
fn first(path: &Path, window: &mut Window, meter: &Meter) -> Result<bool, Failure> {
    let mut source = Source::open(Some(path))?;
    let Some(error) = next_error(&mut source, window, meter)? else { return Ok(true) };
    Err(Failure::Invalid(Picture::new(error.code, source.name(), window.scene(), Task::Check)))
}

/// Lists every error of the file; returns whether there was none.
fn list(path: &Path, window: &mut Window, output: &mut Output, meter: &Meter) -> Result<bool, Failure> {
    let mut source = Source::open(Some(path))?;
    let mut well_formed = true;
    while let Some(error) = next_error(&mut source, window, meter)? {
        well_formed = false;
        let picture = Picture::new(error.code, source.name(), window.scene(), Task::Check);
        output.put(picture.line().as_bytes())?;
        output.put(b"\n")?;
        window.consume(explain::span(error.code, window.unread()));
    }
    Ok(well_formed)
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
