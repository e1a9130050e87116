//! `smill unescape`: writes the text of one JSON string.

use crate::arguments::strings::UnescapeArguments;
use crate::input::chain::{Broken, Chain};
use crate::input::literal::Peel;
use crate::output::stdout::Output;
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;
use stringmill::JsonUnescape;

pub(crate) fn run(arguments: &UnescapeArguments, messages: &Messages) -> Result<Exit, Failure> {
    let file = arguments.string.file.as_deref();
    let source = arguments.string.input.open(file)?;
    let destination = arguments.string.output.destination(file, &source)?;
    let meter = Meter::new(source.len(), messages.quiet());
    let times = usize::from(arguments.string.times);
    let mut chain = Chain::new(source, stages(arguments));
    let mut output = Output::to(destination);
    chain.run(&mut output, &meter).map_err(|broken| match broken {
        Broken::Ends(failure) => failure,
        Broken::Stage(at, error) => {
            let scene = chain.scene(at, error.offset as usize);
            let diagnostic = Diagnostic::new(error.code, &level_name(&chain, at), scene, Task::Unescape);
            Failure::Invalid(match at {
                0 => diagnostic,
                _ => diagnostic.with_note(format!("positions refer to the text after {at} of {times} unescapes")),
            })
        }
    })?;
    let published = output.close()?;
    messages.total(&meter.total());
    drop(meter);
    published.report(messages);
    let mut exit = Exit::Done;
    for at in 0..times {
        let Some((count, offset, position)) = chain.stage(at).repaired().count() else { continue };
        messages.warning(&format!(
            "{count} lone surrogate{} replaced, the first at {}:{}:{} (byte {offset})",
            if count == 1 { "" } else { "s" },
            visible(&level_name(&chain, at)),
            position.line,
            position.column,
        ));
        exit = Exit::Changed;
    }
    Ok(exit)
}

fn stages(arguments: &UnescapeArguments) -> Vec<Peel> {
    let rules = JsonUnescape { surrogates: arguments.on_invalid };
    let stage = |at| match arguments.string.bare {
        // Only the outermost text is a file, which may end with a line feed.
        true => Peel::bare(rules, at == 0),
        false => Peel::literal(rules),
    };
    (0..arguments.string.times).map(stage).collect()
}

/// The name of the input of the stage of index `at`, for messages.
fn level_name(chain: &Chain<Peel>, at: usize) -> Vec<u8> {
    let mut name = chain.source().name().to_vec();
    if at > 0 {
        name.extend_from_slice(format!(" (level {})", at + 1).as_bytes());
    }
    name
}
