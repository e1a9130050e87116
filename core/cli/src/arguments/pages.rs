//! The arguments of `smill completions` and `smill man`.

use super::help::{TEMPLATE, exit_codes};
use super::output::OutputArguments;
use clap::Args;
use std::path::PathBuf;

/// Write the completion script of a shell
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill completions bash > ~/.local/share/bash-completion/completions/smill
  smill completions fish -o ~/.config/fish/completions/smill.fish
",
    after_help = exit_codes()
)]
pub(crate) struct CompletionsArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Write the manual page, or all pages into a folder
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill man | man -l -
  smill man ~/.local/share/man/man1
",
    after_help = exit_codes()
)]
pub(crate) struct ManArguments {
    /// The folder for smill.1 and one page for each command; created if missing
    #[arg(value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
}
