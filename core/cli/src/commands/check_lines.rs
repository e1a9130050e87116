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
    let quiet = messages.hides_progress() || rejects.uses_stderr();
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
    // Valid lines first: if they cannot be published, the rejected ones are not published either.
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
            let (valid, error) = self.checker.valid_lines(&buffer, &mut checked);
            if let Some(output) = &mut self.good {
                output.put(&buffer.bytes()[..valid])?;
            }
            self.lines += buffer.consume(valid);
            let mut input = Input { source, output: self.good.as_mut(), meter: &self.meter };
            if let Some(error) = error {
                self.rejects.take(error.code, "", error.offset as usize, &mut input, &mut buffer)?;
                self.lines += 1;
            } else if buffer.ended {
                // The last line may have no line feed.
                self.lines += u64::from(!buffer.bytes().is_empty());
                return self.good.as_mut().map_or(Ok(()), |output| output.put(buffer.bytes()));
            } else {
                self.rejects.pass_on(input.source)?;
                buffer.read(&mut input)?;
            }
        }
    }
}
