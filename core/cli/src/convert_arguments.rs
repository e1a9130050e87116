//! What the command line of `smill convert` may say.

use crate::failure::Failure;
use crate::help::{EXIT_CODES, TEMPLATE};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use stringmill::convert::{Conversion, Layout, NumberRules, OnLoss, Source, Target, Top};
use stringmill::ion::{self, Kind, Limits};
use stringmill::json::JsonCheck;

/// Write JSON, NDJSON or Ion text as another of them, or anew
///
/// Ion becomes JSON by the rules for down-converting; what they drop is counted and said. With --typed nothing is dropped:
/// JSON then says which type of Ion a value has, and becomes the same Ion again. Digits of numbers stay as they are.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill convert --to ndjson log.ion > log.ndjson
  smill convert --to json --pretty order.ion
  smill convert --to ndjson --typed log.ion | smill convert --from ndjson --typed --to ion
  smill convert --to ion --integers decimal prices.json
  smill convert --from ndjson --to ion --rejects bad.ndjson events.ndjson > events.ion
",
    after_help = EXIT_CODES
)]
pub(crate) struct ConvertArguments {
    /// What is read [default: what the name of the file ends in: .json, .ndjson, .jsonl or .ion]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// What is written
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Where lines end: nowhere, behind each value at the top level, or behind each value
    #[arg(long, value_name = "LAYOUT", default_value = "lines")]
    layout: LayoutChoice,
    /// As --layout pretty
    #[arg(long, conflicts_with = "layout")]
    pretty: bool,
    /// Write all values as one JSON array
    #[arg(long)]
    array: bool,
    /// Each line of what is read is a record of its own, as in NDJSON; a bad one harms no other
    #[arg(long)]
    lines: bool,
    /// Put bad lines unchanged into FILE, in their order, and the reason of each, as a line of NDJSON, into FILE.reasons
    #[arg(long, value_name = "FILE")]
    pub(crate) rejects: Option<PathBuf>,
    /// JSON tells the types of Ion that it does not have, so that the same values come back
    #[arg(long)]
    typed: bool,
    /// What is done about values that the other format cannot hold
    #[arg(long, value_name = "POLICY", default_value = "report")]
    pub(crate) on_loss: LossPolicy,
    /// Say what was lost as one line of JSON
    #[arg(long)]
    pub(crate) report: bool,
    /// What numbers of JSON without point and exponent become in Ion
    #[arg(long, value_name = "TYPE", default_value = "int")]
    integers: WholeNumber,
    /// What all other numbers of JSON become in Ion; as floats they may be rounded
    #[arg(long, value_name = "TYPE", default_value = "decimal")]
    fractions: OtherNumber,
    /// The most containers inside each other
    #[arg(long, value_name = "N", default_value_t = JsonCheck::DEPTH_MAX, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    max_depth: u64,
    /// The most bytes of a string of JSON, or of a value of Ion that is no container, as they are written [default: of Ion
    /// 1 GiB]
    #[arg(long, value_name = "BYTES")]
    max_string: Option<u64>,
    /// The most bytes of a line, where lines are records [default: 64 MiB]
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_length: Option<u64>,
    /// What to read; standard input if - or not given
    pub(crate) file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One JSON text, as RFC 8259 has it
    Json,
    /// One JSON text on each line
    #[value(alias = "jsonl")]
    Ndjson,
    /// Amazon Ion 1.0 text
    Ion,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LayoutChoice {
    Compact,
    Lines,
    Pretty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LossPolicy {
    /// They become what is nearest to them, and are counted: exit code 1
    Report,
    /// The first of them is an error; of lines, each line with one
    Refuse,
    /// They become what is nearest to them, and nothing is said
    Allow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WholeNumber {
    Int,
    Decimal,
    Float,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OtherNumber {
    Decimal,
    Float,
}

/// What is to be done.
pub(crate) struct Plan {
    pub(crate) conversion: Conversion,
    /// Whether lines are records.
    pub(crate) lines: bool,
    /// Levels of JSON to have room for.
    pub(crate) depth_max: u64,
    pub(crate) line_max: u64,
}

impl ConvertArguments {
    /// What they ask for, if that makes sense. Lines are at most `line_max` long where nothing is said.
    pub(crate) fn plan(&self, line_max: u64) -> Result<Plan, Failure> {
        let usage = |why: &str| Err(Failure::Usage(why.to_owned()));
        let Some(from) = self.from.or_else(|| self.file.as_deref().and_then(by_name)) else {
            return usage("--from must say what is read: json, ndjson or ion");
        };
        let lines = self.lines || from == Format::Ndjson;
        let layout = if self.pretty { LayoutChoice::Pretty } else { self.layout };
        if self.rejects.is_some() && !lines {
            return usage("--rejects goes with --from ndjson or --lines");
        }
        if self.max_length.is_some() && !lines {
            return usage("--max-length goes with --from ndjson or --lines");
        }
        if self.to == Format::Ndjson && (layout == LayoutChoice::Pretty || self.array) {
            return usage("NDJSON has a value on each line: --pretty and --array go with --to json");
        }
        if self.array && self.to == Format::Ion {
            return usage("--array goes with --to json");
        }
        if self.typed && (from == Format::Ion) == (self.to == Format::Ion) {
            return usage("--typed goes with Ion on one side and JSON on the other");
        }
        let line_max = self.max_length.unwrap_or(line_max);
        let conversion = Conversion {
            source: self.source(from, lines, line_max),
            target: self.target(layout),
            typed: self.typed,
            on_loss: match self.on_loss {
                LossPolicy::Report => OnLoss::Report,
                LossPolicy::Refuse => OnLoss::Refuse,
                LossPolicy::Allow => OnLoss::Allow,
            },
            numbers: NumberRules {
                whole: match self.integers {
                    WholeNumber::Int => Kind::Int,
                    WholeNumber::Decimal => Kind::Decimal,
                    WholeNumber::Float => Kind::Float,
                },
                others: match self.fractions {
                    OtherNumber::Decimal => Kind::Decimal,
                    OtherNumber::Float => Kind::Float,
                },
            },
        };
        Ok(Plan { conversion, lines, depth_max: self.max_depth, line_max })
    }

    fn source(&self, from: Format, lines: bool, line_max: u64) -> Source {
        let whole = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
        match from {
            Format::Json | Format::Ndjson => Source::Json(JsonCheck {
                lines,
                depth_max: self.max_depth,
                string_max: self.max_string.unwrap_or(u64::MAX),
                len_max: if lines { line_max } else { u64::MAX },
                ..JsonCheck::STRICT
            }),
            Format::Ion => Source::Ion(Limits {
                depth: whole(self.max_depth),
                value_len: self.max_string.map_or(Limits::DEFAULT.value_len, whole),
                ..Limits::DEFAULT
            }),
        }
    }

    fn target(&self, layout: LayoutChoice) -> Target {
        match self.to {
            Format::Json => {
                let top = if self.array { Top::Array } else { Top::One };
                Target::Json(top, if layout == LayoutChoice::Pretty { Layout::Pretty } else { Layout::Compact })
            }
            Format::Ndjson => Target::Json(Top::Lines, Layout::Compact),
            Format::Ion => Target::Ion(match layout {
                LayoutChoice::Compact => ion::Options::COMPACT,
                LayoutChoice::Lines => ion::Options::LINES,
                LayoutChoice::Pretty => ion::Options::PRETTY,
            }),
        }
    }
}

fn by_name(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()? {
        "json" => Some(Format::Json),
        "ndjson" | "jsonl" => Some(Format::Ndjson),
        "ion" => Some(Format::Ion),
        _ => None,
    }
}
