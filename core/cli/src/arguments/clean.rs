//! The arguments of `smill clean`.

use super::help::{TEMPLATE, after};
use super::input::InputArguments;
use super::output::InPlaceArguments;
use super::writing::ill_formed;
use clap::Args;
use std::path::PathBuf;
use stringmill::IllFormed;

/// Write bytes as well-formed UTF-8
///
/// Well-formed text passes unchanged. The exit code is 1 if ill-formed bytes were replaced or left out; a warning says how
/// many pieces there were and where the first is. smill check --all lists every place.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill clean < log.txt
  smill clean --on-invalid visible -o clean.txt log.txt
  smill clean -c --strip-bom -i notes/a.txt notes/b.txt
  smill clean --check notes/*.txt
  smill clean --report page.html > clean.html
  smill clean --encoding auto log.txt > utf-8.txt
",
    after_help = after("clean")
)]
pub(crate) struct CleanArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: InPlaceArguments,
    /// How to handle invalid UTF-8
    #[arg(long, value_name = "POLICY", default_value = "replace", value_parser = ill_formed(POLICIES))]
    pub(crate) on_invalid: IllFormed,
    /// Write each CR LF, and each CR alone, as LF
    #[arg(short = 'c', long)]
    pub(crate) normalize_newlines: bool,
    /// Leave out a byte order mark at the start
    #[arg(long)]
    pub(crate) strip_bom: bool,
    /// Report the changes as one line of JSON
    #[arg(long)]
    pub(crate) report: bool,
    /// The inputs; standard input if - or absent. Several require --in-place, --check, or a folder as --output
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// The policies whose output is well-formed UTF-8.
pub(super) const POLICIES: &[IllFormed] = &[
    IllFormed::Reject,
    IllFormed::Replace,
    IllFormed::ReplaceJava,
    IllFormed::ReplacePhp,
    IllFormed::IgnorePhp,
    IllFormed::Visible,
];
