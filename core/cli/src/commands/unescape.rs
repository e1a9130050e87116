//! `smill unescape`: writes the text of one JSON string, or of one on each line.

use crate::arguments::strings::{StringArguments, UnescapeArguments};
use crate::commands::files;
use crate::input::chain::{Broken, Chain};
use crate::input::literal::{Extent, Peel, PeelError, Terminator};
use crate::output::stdout::Output;
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::{Messages, counted};
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::repairs::{Piece, RepairReport};
use std::path::Path;
use stringmill::JsonUnescape;

pub(crate) fn run(arguments: &UnescapeArguments, messages: &Messages) -> Result<Exit, Failure> {
    let StringArguments { files, output, .. } = &arguments.string;
    files::each(files, Some(output), messages, |turn, messages| unescape(arguments, turn.file, messages))
}

fn unescape(arguments: &UnescapeArguments, file: Option<&Path>, messages: &Messages) -> Result<Exit, Failure> {
    let source = arguments.string.input.open(file)?;
    let destination = arguments.string.output.destination(file, &source)?;
    let meter = Meter::new(source.len(), messages.hides_progress());
    let times = usize::from(arguments.string.times);
    let mut chain = Chain::new(source, stages(arguments));
    let terminator = match arguments.null {
        true => Some(Terminator::Nul),
        false => arguments.lines.then_some(Terminator::LineFeed),
    };
    let mut output = Output::to(destination).of_records(terminator.map(Terminator::byte));
    chain.run(&mut output, &meter).map_err(|broken| match broken {
        Broken::Ends(failure) => failure,
        Broken::Stage(at, error) => {
            let record = terminator.map(|_| chain.stage(at).strings() + 1);
            let diagnostic = diagnostic(&mut chain, at, error, arguments.null && at + 1 == times).in_record(record);
            Failure::Invalid(match at {
                0 => chain.source().with_notes(diagnostic),
                _ => diagnostic.with_note(format!("positions refer to the text after {at} of {times} unescapes")),
            })
        }
    })?;
    chain.close();
    let published = output.close()?;
    let lines = arguments.lines || arguments.null;
    let strings = if lines { counted(chain.stage(0).strings(), "string") + ", " } else { String::new() };
    messages.total(&format!("{strings}{}", meter.total()));
    drop(meter);
    published.report(messages);
    let mut exit = published.exit();
    for at in 0..times {
        let report = RepairReport {
            name: &level_name(&chain, at),
            policy: arguments.on_invalid.name(),
            strings: chain.stage(at).strings(),
            piece: Piece::LoneSurrogate,
            repaired: chain.stage(at).repaired(),
        };
        exit = exit.max(report.report(arguments.string.report, messages)?);
    }
    Ok(exit)
}

fn stages(arguments: &UnescapeArguments) -> Vec<Peel> {
    let rules = JsonUnescape { surrogates: arguments.on_invalid };
    let times = arguments.string.times;
    let stage = |at| {
        let extent = match (arguments.lines || arguments.null, at) {
            (true, _) if arguments.null && at + 1 == times => Extent::Lines(Terminator::Nul),
            (true, _) => Extent::Lines(Terminator::LineFeed),
            // Only the input of the first stage is a file, which may end with a line feed.
            (false, 0) => Extent::File,
            (false, _) => Extent::All,
        };
        Peel::new(rules, arguments.string.bare, extent)
    };
    (0..times).map(stage).collect()
}

/// The diagnostic of an error in the input of the stage of index `at`; `null`: its texts end with NUL.
fn diagnostic(chain: &mut Chain<Peel>, at: usize, error: PeelError, null: bool) -> Box<Diagnostic> {
    let name = level_name(chain, at);
    match error {
        PeelError::Invalid(error) => {
            let scene = chain.scene(at, error.offset as usize);
            Diagnostic::new(error.code, &name, scene, Task::Unescape)
        }
        PeelError::Terminator { offset } => {
            let scene = chain.scene(at, offset);
            let (what, help) = match null {
                false => ("line feed in a text that ends with one", "--null ends each text with NUL instead"),
                true => ("NUL in a text that ends with one", "--lines ends each text with a line feed instead"),
            };
            let span = if scene.after.get(1) == Some(&b'u') { 6 } else { 2 };
            Diagnostic::refused(what.to_owned(), span, help, &name, scene)
        }
    }
}

/// The name of the input of the stage of index `at`, for messages.
fn level_name(chain: &Chain<Peel>, at: usize) -> Vec<u8> {
    let mut name = chain.source().name().to_vec();
    if at > 0 {
        name.extend_from_slice(format!(" (level {})", at + 1).as_bytes());
    }
    name
}
