//! The arguments of `smill repair`.

use super::clean::POLICIES;
use super::help::{TEMPLATE, after};
use super::input::InputArguments;
use super::output::InPlaceArguments;
use super::rejects::RejectArguments;
use super::writing::ill_formed;
use crate::codec::format::NamedFormat;
use crate::input::line_buffer::LINE_MAX;
use crate::report::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use stringmill::IllFormed;
use stringmill::convert::repair::{Mend, Mends, RepairRules};
use stringmill::json::JsonCheck;

/// Repair JSON or NDJSON that was cut or damaged
///
/// Valid text passes unchanged. Always mended, unless --no-mend names them: control-characters, utf8, lone-surrogates,
/// byte-order-mark, nul-padding. All others only if --mend names them, and nothing else is guessed. A record that cannot be
/// mended is never written: it is an error, or a line of --rejects. Standard error has the count of each mend and its first
/// place, and --changes lists every change. The exit code is 0 if all is mended, 1 if lines were rejected.
///
/// A record of NDJSON, and a JSON text of at most --max-length, is mended in memory. A longer JSON text is mended as a
/// stream: only a member or element in progress is held, if it is no container. repeated-last needs all of the text, so a
/// longer one is an error then.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill repair events.ndjson > repaired.ndjson
  smill repair --mend drop-truncated -i.bak events.ndjson
  smill repair --mend keep-truncated cut.json
  smill repair --mend truncated,closers --changes changes.ndjson -o whole.json cut.json
  smill repair --mend comments,trailing-commas settings.json | smill check --format json
  smill repair --mend single-quotes,python-words --rejects bad records.ndjson > good.ndjson
",
    after_help = after("repair")
)]
pub(crate) struct RepairArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: InPlaceArguments,
    /// The format of the input [default: ndjson if the file name ends in .ndjson or .jsonl, before .gz, .zst or .zstd;
    /// otherwise json]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// What to mend apart from the mends that are always on
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = mends())]
    mend: Vec<Mend>,
    /// What not to mend
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = mends(), hide_possible_values = true)]
    no_mend: Vec<Mend>,
    /// How utf8 mends; reject mends nothing
    #[arg(long, value_name = "POLICY", default_value = "replace", value_parser = ill_formed(POLICIES))]
    on_invalid: IllFormed,
    #[command(flatten)]
    pub(crate) rejects: RejectArguments,
    /// Write each change to FILE, as a line of NDJSON: its place, the mend, the bytes before and after, and the reason
    #[arg(long, value_name = "FILE")]
    pub(crate) changes: Option<PathBuf>,
    /// Report the number of changes and the first place of each mend as one line of JSON
    #[arg(long)]
    pub(crate) report: bool,
    /// Accept \ud800 to \udfff escapes that are not pairs, and leave them as they are
    #[arg(long)]
    lone_surrogates: bool,
    /// Maximum nesting depth
    #[arg(long, value_name = "N", default_value_t = JsonCheck::DEPTH_MAX, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    max_depth: u64,
    /// Maximum length of a string with its escapes; values below 64 are slow [default: no limit]
    #[arg(long, value_name = "BYTES")]
    max_string: Option<u64>,
    /// Maximum length of what is held in memory: a line of NDJSON, or a part of a JSON text
    #[arg(long, value_name = "BYTES", default_value_t = LINE_MAX)]
    pub(crate) max_length: u64,
    /// The inputs; standard input if - or absent. Several require --in-place, --check, or a folder as --output
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One JSON text (RFC 8259)
    Json,
    /// One JSON text on each line; blank lines stay
    #[value(alias = "jsonl")]
    Ndjson,
}

/// A parser of the names of mends, which the help lists.
fn mends() -> impl TypedValueParser<Value = Mend> {
    let value = |mend: Mend| PossibleValue::new(mend.name()).help(mend.about());
    PossibleValuesParser::new(Mend::ALL.map(value)).try_map(|name| Mend::from_name(&name).ok_or("unknown mend"))
}

impl RepairArguments {
    /// Whether each line of the file is a text.
    pub(crate) fn has_lines(&self, file: Option<&Path>) -> bool {
        match self.format {
            Some(format) => format == Format::Ndjson,
            None => file.and_then(NamedFormat::of) == Some(NamedFormat::Ndjson),
        }
    }

    /// The rules of the repair of a file, or an error if the arguments contradict each other.
    pub(crate) fn rules(&self, file: Option<&Path>) -> Result<RepairRules, Failure> {
        let lines = self.has_lines(file);
        if self.files.len() > 1 && (self.rejects.rejects.is_some() || self.changes.is_some()) {
            return Err(Failure::Usage("--rejects and --changes are for one input".to_owned()));
        }
        if self.rejects.rejects.is_some() && !lines {
            return Err(Failure::Usage("--rejects requires --format ndjson".to_owned()));
        }
        if self.mend.contains(&Mend::DropTruncated) && !lines {
            return Err(Failure::Usage("--mend drop-truncated requires --format ndjson".to_owned()));
        }
        let alternatives = [
            (Mend::NanNull, Mend::NanString),
            (Mend::Truncated, Mend::DropTruncated),
            (Mend::Truncated, Mend::KeepTruncated),
            (Mend::KeepTruncated, Mend::DropTruncated),
            (Mend::RepeatedFirst, Mend::RepeatedLast),
        ];
        for (one, other) in alternatives {
            if self.mend.contains(&one) && self.mend.contains(&other) {
                let (one, other) = (one.name(), other.name());
                return Err(Failure::Usage(format!("--mend {one} and --mend {other} contradict each other")));
            }
        }
        let all = self.mend.iter().fold(Mends::SAFE, |mends, &mend| mends.with(mend));
        Ok(RepairRules {
            mends: self.no_mend.iter().fold(all, |mends, &mend| mends.without(mend)),
            ill_formed: self.on_invalid,
            blank: lines,
            lone_surrogates: self.lone_surrogates,
            depth_max: self.max_depth,
            string_max: self.max_string.unwrap_or(u64::MAX),
        })
    }
}
