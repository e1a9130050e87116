//! `smill check --rejects`: passes valid lines of NDJSON on, writes invalid lines to a file and their reasons to another.
//!
//! A line stays in memory until it is known to be valid or invalid. The rest of an invalid line is copied without being
//! kept, so the limit on length bounds the memory.

use crate::arguments::check::CheckArguments;
use crate::commands::check_json::CheckOfJson;
use crate::input::line_buffer::{LINE_MAX, LineBuffer, Records};
use crate::input::listing::Listing;
use crate::input::source::{Input, Source};
use crate::output::rejects::Rejects;
use crate::output::stdout::Output;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::{Messages, counted};
use crate::report::progress::Meter;
use std::path::Path;
use stringmill::json::JsonCheck;

/// Sorts the lines of all files; `path` is the file for invalid ones.
pub(crate) fn run(
    arguments: &CheckArguments,
    rules: JsonCheck,
    path: &Path,
    messages: &Messages,
) -> Result<Exit, Failure> {
    let rules = JsonCheck { len_max: rules.len_max.min(arguments.json.max_length.unwrap_or(LINE_MAX)), ..rules };
    let destination = arguments.output.destination()?;
    let beside = arguments.pass.then_some(&destination);
    let rejects = Rejects::begin(path, arguments.rejects.reasons.as_deref(), beside)?;
    let output = destination.id();
    let quiet = messages.quiet() || rejects.uses_stderr();
    let mut sorting = Sorting {
        checker: CheckOfJson::new(rules, arguments.json.restrictions()),
        good: arguments.pass.then(|| Output::to(destination)),
        rejects,
        lines: 0,
        meter: Meter::new(None, quiet),
    };
    let mut exit = Exit::Done;
    for path in arguments.paths() {
        if path == Path::new("-") {
            sorting.file(&mut arguments.input.open(None)?)?;
            continue;
        }
        let listing = Listing::of(std::slice::from_ref(path), output)?;
        exit = exit.max(listing.report_skipped(messages));
        for listed in listing.iter() {
            sorting.file(&mut arguments.input.apply(Source::open_listed(listed)?))?;
        }
    }
    let Sorting { good, rejects, lines, meter, .. } = sorting;
    // Valid lines first: if this fails, no line is lost from the output and kept in the file of rejects alone.
    let published = good.map(Output::close).transpose()?;
    let rejected = rejects.publish()?;
    messages.total(&format!("{}, {} rejected, {}", counted(lines, "line"), rejected.count(), meter.total()));
    drop(meter);
    if let Some(published) = published {
        published.report(messages);
    }
    Ok(exit.max(rejected.warn(messages)))
}

/// The work in progress.
struct Sorting {
    checker: CheckOfJson,
    /// The output for valid lines, with --pass.
    good: Option<Output>,
    rejects: Rejects,
    /// Lines so far, valid and invalid.
    lines: u64,
    meter: Meter,
}

impl Sorting {
    /// Sorts the lines of one file.
    fn file(&mut self, source: &mut Source) -> Result<(), Failure> {
        self.rejects.spares(source)?;
        source.mark_undecodable();
        self.checker.restart();
        let mut buffer = LineBuffer::new(Records::Lines);
        // Bytes of the buffer that are checked.
        let mut checked = 0;
        loop {
            match self.checker.step(&buffer.bytes()[checked..], buffer.chunk()) {
                Ok(read) => {
                    checked = self.good_lines(&mut buffer, checked, checked + read)?;
                    if buffer.ended {
                        return self.last_line(&mut buffer);
                    }
                    self.rejects.pass_on(source)?;
                    let output = self.good.as_mut();
                    buffer.read(&mut Input { source, output, meter: &self.meter })?;
                }
                Err(error) => {
                    let at = self.good_lines(&mut buffer, checked, checked + error.offset as usize)?;
                    let mut input = Input { source, output: self.good.as_mut(), meter: &self.meter };
                    self.rejects.take(error.code, "", at, &mut input, &mut buffer)?;
                    self.lines += 1;
                    self.checker.restart();
                    checked = 0;
                }
            }
        }
    }

    /// Passes on the complete lines among the first `checked` bytes; returns the number of checked bytes that remain. The
    /// first `searched` bytes contain no line feed.
    fn good_lines(&mut self, buffer: &mut LineBuffer, searched: usize, checked: usize) -> Result<usize, Failure> {
        let whole = buffer.whole(searched, checked);
        let len = whole.len();
        if let Some(output) = &mut self.good {
            output.put(whole)?;
        }
        self.lines += buffer.consume(len);
        Ok(checked - len)
    }

    /// Passes on a last line without a line feed.
    fn last_line(&mut self, buffer: &mut LineBuffer) -> Result<(), Failure> {
        self.lines += u64::from(!buffer.bytes().is_empty());
        match &mut self.good {
            Some(output) => output.put(buffer.bytes()),
            None => Ok(()),
        }
    }
}
