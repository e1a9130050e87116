//! The `smill` command: text between raw bytes, JSON and Amazon Ion, over the public API of stringmill and nothing else.

#![deny(unsafe_code)] // three files of process/ have all of it
#![cfg_attr(windows, allow(clippy::useless_conversion))] // a file handle is a File there, and an OwnedFd on other systems

mod arguments;
mod codec;
mod commands;
mod input;
mod output;
mod process;
mod report;
mod system;

use arguments::Arguments;
use arguments::global_options::When;
use clap::Parser;
use output::stdout::Output;
use report::failure::{Exit, Failure};
use report::messages::{Messages, print_clap, quote_arguments};
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(unix)]
    if let Err(error) = process::heap::end_without_memory() {
        eprintln!("error: cannot handle signals: {error}");
        return ExitCode::from(Exit::Io as u8);
    }
    let words = with_backup(without_help_of_help(std::env::args_os().collect()));
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(message) => return ExitCode::from(print(quote_arguments(message)) as u8),
    };
    let messages = Messages::new(colour(arguments.global.color), &arguments.global);
    let exit = commands::run(arguments, &messages).unwrap_or_else(|failure| {
        messages.failure(&failure);
        if let Some(late) = Output::late_failure() {
            messages.failure(late);
        }
        failure.exit()
    });
    ExitCode::from(exit as u8)
}

/// `smill help --help` as `smill --help`: the help command of clap takes no options.
fn without_help_of_help(mut words: Vec<OsString>) -> Vec<OsString> {
    if let [_, help, option] = &words[..]
        && help == "help"
        && (option == "--help" || option == "-h")
    {
        words.remove(1);
    }
    words
}

/// `-i.bak` as `--in-place --backup=.bak`: clap would take the name of a file for the value of an option that may have none.
fn with_backup(words: Vec<OsString>) -> Vec<OsString> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let one = |(at, word): (usize, OsString)| {
        let suffix = word.to_str().and_then(|word| word.strip_prefix("-i")).filter(|rest| rest.starts_with(['.', '~']));
        match suffix {
            Some(suffix) if at < end => vec!["--in-place".into(), format!("--backup={suffix}").into()],
            _ => vec![word],
        }
    };
    words.into_iter().enumerate().flat_map(one).collect()
}

/// Prints a help text, or an error in the arguments.
fn print(message: clap::Error) -> Exit {
    let exit = if message.use_stderr() { Exit::Usage } else { Exit::Done };
    match print_clap(&message) {
        Ok(()) => exit,
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
        // Reads NO_COLOR, CLICOLOR and CLICOLOR_FORCE.
        When::Auto => anstream::AutoStream::choice(&std::io::stderr()),
        When::Always => anstream::ColorChoice::Always,
        When::Never => anstream::ColorChoice::Never,
    }
}
