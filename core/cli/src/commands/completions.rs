//! `smill completions`: the completion script of a shell.

use crate::arguments::Arguments;
use crate::arguments::pages::CompletionsArguments;
use crate::output::stdout::Output;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use clap::CommandFactory;

pub(crate) fn run(arguments: &CompletionsArguments, messages: &Messages) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "smill", &mut script);
    let mut output = Output::to(arguments.output.destination()?);
    output.put(&script)?;
    output.close()?.report(messages);
    Ok(Exit::Done)
}
