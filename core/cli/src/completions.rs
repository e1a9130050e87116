//! `smill completions`: what a shell completes.

use crate::args::{Arguments, CompletionsArguments};
use crate::failure::{Exit, Failure};
use crate::output::Output;
use clap::CommandFactory;

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "smill", &mut script);
    let mut output = Output::new();
    output.put(&script)?;
    output.close()?;
    Ok(Exit::Done)
}
