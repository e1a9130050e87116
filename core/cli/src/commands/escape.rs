//! `smill escape`: writes one stream of text as one JSON string.

use crate::arguments::strings::EscapeArguments;
use crate::commands::profiles;
use crate::input::chain::{Broken, Chain};
use crate::input::literal::Wrap;
use crate::output::stdout::Output;
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;

pub(crate) fn run(arguments: &EscapeArguments, messages: &Messages) -> Result<Exit, Failure> {
    let Some(rules) = profiles::rules(&arguments.writing)? else { return Ok(Exit::Done) };
    let file = arguments.string.file.as_deref();
    let source = arguments.string.input.open(file)?;
    let destination = arguments.string.output.destination(file, &source)?;
    let meter = Meter::new(source.len(), messages.quiet());
    let stages = (0..arguments.string.times).map(|_| Wrap::new(&rules, !arguments.string.bare)).collect();
    let mut chain = Chain::new(source, stages);
    let mut output = Output::to(destination);
    chain.run(&mut output, &meter).map_err(|broken| match broken {
        Broken::Ends(failure) => failure,
        Broken::Stage(at, error) => {
            let scene = chain.scene(at, error.offset as usize);
            Failure::Invalid(Diagnostic::new(error.code, chain.source().name(), scene, Task::Escape))
        }
    })?;
    output.put(b"\n")?;
    let published = output.close()?;
    messages.total(&meter.total());
    drop(meter);
    published.report(messages);
    // Only the first stage repairs: its output is well-formed, or the policy copies and counts no repairs.
    let Some((count, offset, position)) = chain.stage(0).repaired().count() else { return Ok(Exit::Done) };
    messages.warning(&format!(
        "{count} ill-formed piece{} of UTF-8 under --on-invalid {}, the first at {}:{}:{} (byte {offset})",
        if count == 1 { "" } else { "s" },
        rules.policy().name(),
        visible(chain.source().name()),
        position.line,
        position.column,
    ));
    Ok(Exit::Changed)
}
