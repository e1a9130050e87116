//! The `smill` command: text between raw bytes, JSON and Ion, over the public API of stringmill and nothing else.

#![deny(unsafe_code)] // all of it is in heap.rs

mod args;
mod attributes;
mod bench;
mod bench_arguments;
mod chain;
mod check;
mod completions;
mod convert;
mod convert_arguments;
mod escape;
mod explain;
mod failure;
mod heap;
mod help;
mod listing;
mod literal;
mod losses;
mod man;
mod memory;
mod messages;
mod output;
mod pack;
mod picture;
mod placing;
mod profiles;
mod progress;
mod records;
mod rejects;
mod selftest;
mod signals;
mod signature;
mod source;
mod target;
mod temporaries;
mod threads;
mod turns;
mod unescape;
mod unpack;
mod version;
mod visible;
mod window;

use args::{Arguments, Command, Habits, When};
use clap::{CommandFactory, Parser};
use failure::{Exit, Failure};
use messages::{Messages, print_clap, quote_arguments};
use std::process::ExitCode;
use stringmill::Tier;

fn main() -> ExitCode {
    if let Err(error) = heap::end_without_memory() {
        eprintln!("error: cannot hear signals: {error}");
        return ExitCode::from(Exit::Io as u8);
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(said) => return ExitCode::from(print(quote_arguments(said)) as u8),
    };
    let messages = Messages::new(colour(arguments.habits.color), &arguments.habits);
    let exit = run(arguments, &messages).unwrap_or_else(|failure| {
        messages.failure(&failure);
        failure.exit()
    });
    ExitCode::from(exit as u8)
}

fn run(arguments: Arguments, messages: &Messages) -> Result<Exit, Failure> {
    // A tier that was asked for and is not there must not be replaced silently.
    let forced = Tier::forced().map_err(|error| Failure::Usage(format!("STRINGMILL_TIER: {error}")))?;
    let Arguments { habits: Habits { verbose, .. }, version, command } = arguments;
    if version {
        return version::run(verbose, forced);
    }
    match command {
        Some(Command::Pack(arguments)) => pack::run(&arguments, messages),
        Some(Command::Unpack(arguments)) => unpack::run(&arguments, messages),
        Some(Command::Escape(arguments)) => escape::run(&arguments, messages),
        Some(Command::Unescape(arguments)) => unescape::run(&arguments, messages),
        Some(Command::Check(arguments)) => check::run(&arguments, messages),
        Some(Command::Convert(arguments)) => convert::run(&arguments, messages),
        Some(Command::Bench(arguments)) => bench::run(&arguments, messages),
        Some(Command::Selftest(arguments)) => selftest::run(&arguments),
        Some(Command::Completions(arguments)) => completions::run(&arguments),
        Some(Command::Man(arguments)) => man::run(&arguments, messages),
        None => {
            let usage = Arguments::command().render_usage();
            Err(Failure::Usage(format!("no command given\n\n{usage}\n\nFor more information, try '--help'.")))
        }
    }
}

/// Prints a help text, or what is wrong with the arguments.
fn print(said: clap::Error) -> Exit {
    let done = if said.use_stderr() { Exit::Usage } else { Exit::Done };
    match print_clap(&said) {
        Ok(()) => done,
        Err(failure) => {
            if let Failure::Io(text) = &failure {
                eprintln!("error: {text}");
            }
            failure.exit()
        }
    }
}

fn colour(when: When) -> anstream::ColorChoice {
    match when {
        // Hears NO_COLOR, CLICOLOR and CLICOLOR_FORCE.
        When::Auto => anstream::AutoStream::choice(&std::io::stderr()),
        When::Always => anstream::ColorChoice::Always,
        When::Never => anstream::ColorChoice::Never,
    }
}
