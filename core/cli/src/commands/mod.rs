//! The work of each command, one file a command; arguments are parsed and messages are drawn elsewhere.

mod bench;
mod canon;
mod check;
mod check_json;
mod check_lines;
mod check_sequence;
mod clean;
mod completions;
mod convert;
mod escape;
mod files;
mod inspect;
mod man;
mod pack;
mod pack_report;
mod profiles;
mod repair;
mod selftest;
mod unescape;
mod unpack;
mod version;

use crate::arguments::{Arguments, Command};
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use clap::CommandFactory;
use stringmill::Tier;

/// Runs the command that the arguments name.
pub(crate) fn run(arguments: Arguments, messages: &Messages) -> Result<Exit, Failure> {
    // Another tier must not silently replace a forced one that this machine lacks.
    let forced = Tier::forced().map_err(|error| Failure::Usage(format!("STRINGMILL_TIER: {error}")))?;
    if arguments.version {
        return version::run(arguments.global.verbose, forced);
    }
    match arguments.command {
        Some(Command::Pack(arguments)) => pack::run(&arguments, messages),
        Some(Command::Unpack(arguments)) => unpack::run(&arguments, messages),
        Some(Command::Escape(arguments)) => escape::run(&arguments, messages),
        Some(Command::Unescape(arguments)) => unescape::run(&arguments, messages),
        Some(Command::Check(arguments)) => check::run(&arguments, messages),
        Some(Command::Clean(arguments)) => clean::run(&arguments, messages),
        Some(Command::Repair(arguments)) => repair::run(&arguments, messages),
        Some(Command::Convert(arguments)) => convert::run(&arguments, messages),
        Some(Command::Canon(arguments)) => canon::run(&arguments, messages),
        Some(Command::Inspect(arguments)) => inspect::run(&arguments, messages),
        Some(Command::Bench(arguments)) => bench::run(&arguments, messages),
        Some(Command::Selftest(arguments)) => selftest::run(&arguments),
        Some(Command::Completions(arguments)) => completions::run(&arguments, messages),
        Some(Command::Man(arguments)) => man::run(&arguments, messages),
        None => {
            let usage = Arguments::command().render_usage();
            Err(Failure::Usage(format!("no command given\n\n{usage}\n\nFor more information, try '--help'.")))
        }
    }
}
