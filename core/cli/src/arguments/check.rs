//! The arguments of `smill check`.

use super::help::{TEMPLATE, after};
use super::input::{CatalogArguments, InputArguments};
use super::output::OutputArguments;
use super::rejects::RejectArguments;
use crate::codec::format::NamedFormat;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use stringmill::json::{JsonCheck, Restrictions};

/// Check that text is well-formed, or show where it is not
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill check notes/a.txt notes/b.txt
  smill check --all < log.txt              one line for each error
  smill check api/*.json orders.10n
  smill check --all events.ndjson.gz
  smill check --format utf8 api/*.json     only whether they are UTF-8
  smill check --format json-values api.json value.json
  smill check --rejects bad.ndjson --pass events.ndjson | load
",
    after_help = after("check")
)]
pub(crate) struct CheckArguments {
    /// The format to check [default: by file name: .json, .ndjson, .jsonl, .json-seq, .ion or .10n, before .gz, .zst or
    /// .zstd; otherwise ion-binary for input that begins with its version marker, or utf8]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// List every error on standard output, instead of the first of each file; in NDJSON and sequences the first of each
    /// line or text
    #[arg(long, conflicts_with = "rejects")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) rejects: RejectArguments,
    /// With --rejects: write the valid lines unchanged to standard output
    #[arg(long, requires = "rejects")]
    pub(crate) pass: bool,
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) catalog: CatalogArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// Files to check, and folders with everything in them; standard input if - or absent
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    // Last, because its heading applies to all later arguments.
    #[command(flatten)]
    pub(crate) json: JsonArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// UTF-8 as Unicode, table 3-7, defines it
    Utf8,
    /// One JSON text (RFC 8259), without a byte order mark
    Json,
    /// One JSON text on each line; blank lines are skipped
    #[value(alias = "jsonl")]
    Ndjson,
    /// Any number of JSON texts, with or without white space between them
    JsonValues,
    /// JSON texts after record separators (RFC 7464)
    JsonSeq,
    /// Amazon Ion 1.0, text or binary; a file named .10n must be binary
    Ion,
    /// Binary Amazon Ion 1.0
    IonBinary,
}

impl Format {
    /// Whether the format is one of JSON.
    pub(crate) fn is_json(self) -> bool {
        matches!(self, Format::Json | Format::Ndjson | Format::JsonValues | Format::JsonSeq)
    }

    /// Whether the format is Ion, text or binary.
    pub(crate) fn is_ion(self) -> bool {
        matches!(self, Format::Ion | Format::IonBinary)
    }
}

impl From<NamedFormat> for Format {
    fn from(named: NamedFormat) -> Self {
        match named {
            NamedFormat::Json => Format::Json,
            NamedFormat::Ndjson => Format::Ndjson,
            NamedFormat::JsonSeq => Format::JsonSeq,
            NamedFormat::Ion => Format::Ion,
            NamedFormat::IonBinary => Format::IonBinary,
        }
    }
}

/// Rules and limits for JSON and Ion.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options for JSON and Ion")]
pub(crate) struct JsonArguments {
    /// Accept \ud800 to \udfff escapes that are not pairs
    #[arg(long)]
    pub(crate) lone_surrogates: bool,
    /// Refuse a name that its object has already; names are compared after unescaping
    #[arg(long)]
    pub(crate) unique_names: bool,
    /// Refuse what I-JSON refuses (RFC 7493): repeated names, noncharacters, integers beyond 9007199254740991, numbers that
    /// are infinite as a double
    #[arg(long, conflicts_with = "lone_surrogates")]
    pub(crate) i_json: bool,
    /// Refuse \u0000
    #[arg(long)]
    pub(crate) no_nul: bool,
    /// Refuse what PostgreSQL's type jsonb refuses: \u0000, and numbers that its numeric cannot hold
    #[arg(long, conflicts_with = "lone_surrogates")]
    pub(crate) jsonb: bool,
    /// Maximum nesting depth
    #[arg(long, value_name = "N", default_value_t = JsonCheck::DEPTH_MAX, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    pub(crate) max_depth: u64,
    /// Maximum length of a string with its escapes, or of an Ion scalar; values below 64 are slow [default: no limit; for
    /// Ion 1 GiB]
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_string: Option<u64>,
    /// Maximum length of a text, in NDJSON of a line, in json-values of all texts [default: no limit; 64 MiB with --rejects]
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_length: Option<u64>,
}

impl JsonArguments {
    /// Whether an argument differs from its default.
    pub(crate) fn is_used(&self) -> bool {
        self.is_of_json() || self.max_depth != JsonCheck::DEPTH_MAX || self.max_string.is_some()
    }

    /// Whether an argument is used that Ion does not have.
    pub(crate) fn is_of_json(&self) -> bool {
        self.lone_surrogates || self.max_length.is_some() || self.restrictions().is_any()
    }

    /// The rules beyond RFC 8259.
    pub(crate) fn restrictions(&self) -> Restrictions {
        let JsonArguments { unique_names, i_json, no_nul, jsonb, .. } = *self;
        Restrictions { unique_names, i_json, no_nul, jsonb }
    }
}

impl CheckArguments {
    /// The format that `--format` or the name of this file says.
    pub(crate) fn format_of(&self, path: &Path) -> Option<Format> {
        self.format.or_else(|| NamedFormat::of(path).map(Format::from))
    }

    /// Whether `--format` or the names of all paths say formats of which this is true.
    pub(crate) fn all_are(&self, is: impl Fn(Format) -> bool) -> bool {
        self.paths().iter().all(|path| self.format_of(path).is_some_and(&is))
    }

    /// The paths to check; standard input if none is given.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        static STDIN: LazyLock<[PathBuf; 1]> = LazyLock::new(|| [PathBuf::from("-")]);
        if self.paths.is_empty() { &*STDIN } else { &self.paths }
    }
}
