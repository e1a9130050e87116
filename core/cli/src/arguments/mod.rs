//! The command line as clap reads it: the options and help text of each command, one file a command.

pub(crate) mod bench;
pub(crate) mod canon;
pub(crate) mod check;
pub(crate) mod clean;
pub(crate) mod convert;
pub(crate) mod global_options;
pub(crate) mod help;
pub(crate) mod input;
pub(crate) mod inspect;
pub(crate) mod members;
pub(crate) mod output;
pub(crate) mod pack;
pub(crate) mod pages;
pub(crate) mod rejects;
pub(crate) mod repair;
pub(crate) mod selftest;
pub(crate) mod strings;
pub(crate) mod writing;

use bench::BenchArguments;
use canon::CanonArguments;
use check::CheckArguments;
use clap::{Parser, Subcommand};
use clean::CleanArguments;
use convert::ConvertArguments;
use global_options::GlobalOptions;
use help::{TEMPLATE, exit_codes};
use inspect::InspectArguments;
use pack::{PackArguments, UnpackArguments};
use pages::{CompletionsArguments, ManArguments};
use repair::RepairArguments;
use selftest::SelftestArguments;
use strings::{EscapeArguments, UnescapeArguments};

#[derive(Debug, Parser)]
#[command(
    name = "smill",
    // A fixed name: the name that the caller used is untrusted text.
    bin_name = "smill",
    about = "Text between raw bytes, JSON and Amazon Ion at memory speed.",
    help_template = TEMPLATE,
    before_help = "Examples:
  smill pack notes > notes.json            a folder as one JSON object {path: text}
  smill unpack -C copy notes.json          and back into files
  smill escape < page.html                 any text as one JSON string
  smill unescape < page.json > page.html   and back
  smill check --all notes/*.txt            every place with invalid UTF-8
  smill check --format json notes.json     valid JSON, or the place of the first error
  smill clean -i log.txt                   invalid UTF-8 replaced, with a count
  smill repair events.ndjson > whole.ndjson   damaged JSON mended, with a count of each mend
  smill convert --to ndjson log.ion        Ion to JSON, with a count of losses
  smill canon api.json > canonical.json    canonical JSON (RFC 8785)
  smill inspect orders.10n | less          binary Ion, byte by byte
",
    after_help = exit_codes(),
    disable_version_flag = true,
    arg_required_else_help = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalOptions,
    /// Print the version; with -v also the instruction tiers of this machine
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Pack(PackArguments),
    Unpack(UnpackArguments),
    Escape(EscapeArguments),
    Unescape(UnescapeArguments),
    Check(CheckArguments),
    Clean(CleanArguments),
    Repair(RepairArguments),
    Convert(ConvertArguments),
    Canon(CanonArguments),
    Inspect(InspectArguments),
    #[command(help_template = TEMPLATE, after_help = exit_codes())]
    Bench(BenchArguments),
    Selftest(SelftestArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}
