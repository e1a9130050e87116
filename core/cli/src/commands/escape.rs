//! `smill escape`: writes one stream of text as one JSON string, or as one for each line.

use crate::arguments::strings::{EscapeArguments, StringArguments};
use crate::commands::{files, profiles};
use crate::input::chain::{Broken, Chain};
use crate::input::literal::{Terminator, Wrap};
use crate::output::stdout::Output;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::{Messages, counted};
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::repairs::{Piece, RepairReport};
use std::path::Path;
use stringmill::JsonEscape;

pub(crate) fn run(arguments: &EscapeArguments, messages: &Messages) -> Result<Exit, Failure> {
    let Some(rules) = profiles::rules(&arguments.writing)? else { return Ok(Exit::Done) };
    let StringArguments { files, output, .. } = &arguments.string;
    files::each(files, Some(output), messages, |turn, messages| escape(arguments, &rules, turn.file, messages))
}

fn escape(
    arguments: &EscapeArguments,
    rules: &JsonEscape<'_>,
    file: Option<&Path>,
    messages: &Messages,
) -> Result<Exit, Failure> {
    let source = arguments.string.input.open_under(file, arguments.writing.on_invalid)?;
    let destination = arguments.string.output.destination(file, &source)?;
    let meter = Meter::new(source.len(), messages.hides_progress());
    let mut chain = Chain::new(source, stages(arguments, rules));
    let lines = arguments.lines || arguments.null;
    let mut output = Output::to(destination).of_records(lines.then_some(b'\n'));
    chain.run(&mut output, &meter).map_err(|broken| match broken {
        Broken::Ends(failure) => failure,
        Broken::Stage(at, error) => {
            let record = lines.then(|| chain.stage(at).strings() + 1);
            let scene = chain.scene(at, error.offset as usize);
            Failure::Invalid(chain.source().diagnostic(error.code, scene, Task::Escape).in_record(record))
        }
    })?;
    if !lines {
        output.put(b"\n")?;
    }
    chain.close();
    let published = output.close()?;
    // If the input is decoded, its text is well-formed, so only one of the decoder and the first stage has repairs.
    let first = chain.stage(0);
    let (encoding, repaired) = chain.source().repaired().unwrap_or(("UTF-8", first.repaired()));
    let strings = if lines { counted(first.strings(), "string") + ", " } else { String::new() };
    messages.total(&format!("{strings}{}", meter.total()));
    drop(meter);
    published.report(messages);
    let report = RepairReport {
        name: chain.source().name(),
        policy: rules.policy().name(),
        strings: first.strings(),
        piece: Piece::IllFormed(encoding),
        repaired,
    };
    Ok(published.exit().max(report.report(arguments.string.report, messages)?))
}

fn stages<'r>(arguments: &EscapeArguments, rules: &'r JsonEscape<'r>) -> Vec<Wrap<'r>> {
    let stage = |at| {
        let many = match at {
            0 if arguments.null => Some(Terminator::Nul),
            _ => (arguments.lines || arguments.null).then_some(Terminator::LineFeed),
        };
        Wrap::new(rules, !arguments.string.bare, many)
    };
    (0..arguments.string.times).map(stage).collect()
}
