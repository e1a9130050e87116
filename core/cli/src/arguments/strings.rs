//! The arguments of `smill escape` and `smill unescape`.

use super::help::{TEMPLATE, after};
use super::input::InputArguments;
use super::output::InPlaceArguments;
use super::writing::{Writing, surrogates};
use clap::Args;
use std::path::PathBuf;
use stringmill::LoneSurrogates;

/// Write one stream of text as one JSON string, or each of its lines
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill escape < page.html
  smill escape --profile php:unescaped-unicode --on-invalid replace log.txt
  smill escape --times 2 < value.json      JSON in JSON in JSON
  smill escape --lines names.txt > names.ndjson
  find notes -type f -print0 | smill escape --null
",
    after_help = after("escape")
)]
pub(crate) struct EscapeArguments {
    #[command(flatten)]
    pub(crate) writing: Writing,
    /// Write each line of the input, without its line feed, as one string on a line of its own
    #[arg(long)]
    pub(crate) lines: bool,
    /// As --lines, for input with NUL instead of a line feed after each string, as find -print0 writes it
    #[arg(short = '0', long)]
    pub(crate) null: bool,
    #[command(flatten)]
    pub(crate) string: StringArguments,
}

/// Write the text of one JSON string, or of one on each line
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill unescape -o page.html page.json
  smill unescape --times 2 < wrapped.json  JSON in JSON in JSON
  smill unescape --lines names.ndjson
  smill unescape --null names.ndjson | xargs -0 printf '<%s>'
",
    after_help = after("unescape")
)]
pub(crate) struct UnescapeArguments {
    /// How to handle \ud800 to \udfff escapes that are not pairs
    #[arg(long, value_name = "POLICY", default_value = "reject", value_parser = surrogates())]
    pub(crate) on_invalid: LoneSurrogates,
    /// Read one string from each line, and write its text as a line; a text that contains a line feed is an error
    #[arg(long)]
    pub(crate) lines: bool,
    /// As --lines, with NUL instead of a line feed after each text, as xargs -0 reads it
    #[arg(short = '0', long)]
    pub(crate) null: bool,
    #[command(flatten)]
    pub(crate) string: StringArguments,
}

/// The form of strings, and their input.
#[derive(Args, Clone, Debug)]
pub(crate) struct StringArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: InPlaceArguments,
    /// Without surrounding quotes; when reading, ignore one trailing newline
    #[arg(long)]
    pub(crate) bare: bool,
    /// Repeat N times, each time on the previous result
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=32))]
    pub(crate) times: u8,
    /// Report the number of strings and the replacements as JSON, one line for each level
    #[arg(long)]
    pub(crate) report: bool,
    /// The inputs; standard input if - or absent. Several require --in-place, --check, or a folder as --output
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}
