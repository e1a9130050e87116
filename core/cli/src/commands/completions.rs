//! `smill completions`: the completion script of a shell.

use crate::arguments::Arguments;
use crate::arguments::pages::CompletionsArguments;
use crate::output::stdout::Output;
use crate::report::failure::{Exit, Failure};
use clap::CommandFactory;

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "smill", &mut script);
    let mut output = Output::new();
    output.put(&script)?;
    output.close()?;
    Ok(Exit::Done)
}
