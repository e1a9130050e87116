//! The arguments of `smill convert`.

use crate::arguments::help::{TEMPLATE, after, choices};
use crate::arguments::input::{CatalogArguments, InputArguments};
use crate::arguments::output::InPlaceArguments;
use crate::arguments::rejects::RejectArguments;
use crate::codec::format::NamedFormat;
use crate::input::line_buffer::Records;
use crate::report::failure::Failure;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use stringmill::convert::{Conversion, Indent, Layout, NumberRules, OnLoss, PrettyLayout, Source, Target, TopLevel};
use stringmill::ion::{self, Kind, Limits};
use stringmill::json::JsonCheck;

/// Convert between JSON, NDJSON, JSON sequences and Ion, or reformat one of them
///
/// Ion becomes JSON by the down-conversion rules of the Ion cookbook; losses are counted and reported. With --typed nothing
/// is lost: the JSON names the Ion type of each value and converts back to the same Ion. Digits of numbers are kept.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill convert --to ndjson log.ion > log.ndjson
  smill convert --to json --pretty order.ion
  smill convert --to json --pretty -i api.json
  smill convert --to ion --pretty --comments keep --width 100 -i order.ion
  smill convert -o events.ion.zst events.ndjson.gz
  smill convert --to ndjson --typed log.ion | smill convert --from ndjson --typed --to ion
  smill convert -o log.10n log.ion
  smill convert --to ion orders.10n
  smill convert --catalog tables --to ion orders.10n
  smill convert --to ion --integers decimal prices.json
  smill convert --from dynamodb-ion --to ndjson export.ion.gz > items.ndjson
  smill convert --encoding windows-1252 --to ion prices.json
  smill convert --from ndjson --to ion --rejects bad.ndjson events.ndjson > events.ion
  smill convert --each --to ndjson prices.json
  smill convert --from json-values --to json-seq api.json value.json
  smill convert --to json --array api/*.json > all.json
",
    after_help = after("convert")
)]
pub(crate) struct ConvertArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) catalog: CatalogArguments,
    #[command(flatten)]
    pub(crate) output: InPlaceArguments,
    /// Input format [default: by file name: .json, .ndjson, .jsonl, .json-seq, .ion or .10n, before .gz, .zst or .zstd;
    /// otherwise ion-binary for one input that begins with its version marker]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Output format [default: by the name of the output file, as for --from]
    #[arg(long, value_name = "FORMAT")]
    to: Option<TargetFormat>,
    /// Line breaks: none, after each top-level value, or after each value
    #[arg(long, value_name = "LAYOUT", default_value = "lines")]
    layout: LayoutChoice,
    /// Same as --layout pretty
    #[arg(long, conflicts_with = "layout")]
    pretty: bool,
    /// With --pretty: indentation of each level, a number of blanks or "tab"
    #[arg(long, value_name = "N", default_value = "2", value_parser = indent)]
    indent: Indent,
    /// With --pretty: write containers that fit on one line of at most N columns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=WIDTH_MAX))]
    width: Option<u16>,
    /// With --pretty, Ion to Ion: how to handle comments
    #[arg(long, value_name = "POLICY", default_value = "drop")]
    comments: CommentPolicy,
    /// Write all values as one JSON array
    #[arg(long)]
    array: bool,
    /// Read the items of the arrays at the top level as values, instead of the arrays; in Ion of lists and sexps
    #[arg(long)]
    each: bool,
    /// Treat each input line as a separate record, as in NDJSON; an invalid line does not affect others
    #[arg(long)]
    lines: bool,
    #[command(flatten)]
    pub(crate) rejects: RejectArguments,
    /// Encode the Ion types that JSON lacks, so that the same values come back
    #[arg(long)]
    typed: bool,
    /// How to handle values that the output format cannot represent, and comments if Ion becomes Ion
    #[arg(long, value_name = "POLICY", default_value = "report")]
    pub(crate) on_loss: LossPolicy,
    /// Report losses as one line of JSON
    #[arg(long)]
    pub(crate) report: bool,
    /// Ion type of JSON numbers without point and exponent
    #[arg(long, value_name = "TYPE", default_value = "int")]
    integers: WholeNumber,
    /// Ion type of all other JSON numbers; float may round them
    #[arg(long, value_name = "TYPE", default_value = "decimal")]
    fractions: OtherNumber,
    /// Maximum nesting depth
    #[arg(long, value_name = "N", default_value_t = JsonCheck::DEPTH_MAX, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    max_depth: u64,
    /// Maximum length of a JSON string with its escapes, or of an Ion scalar [default: no limit; for Ion 1 GiB]
    #[arg(long, value_name = "BYTES")]
    max_string: Option<u64>,
    /// Maximum length of a line or a text of a sequence, if these are records [default: 64 MiB]
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_length: Option<u64>,
    /// The inputs, whose values follow each other; standard input if - or absent
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One JSON text (RFC 8259)
    Json,
    /// One JSON text on each line
    #[value(alias = "jsonl")]
    Ndjson,
    /// Any number of JSON texts, with or without white space between them
    JsonValues,
    /// JSON texts after record separators (RFC 7464)
    JsonSeq,
    /// Amazon Ion 1.0 text; as input also binary Ion, by its version marker
    Ion,
    /// Binary Amazon Ion 1.0
    IonBinary,
    /// DynamoDB table export in Ion, only with --from: each item becomes an object of its attributes
    DynamodbIon,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TargetFormat {
    /// One JSON text (RFC 8259)
    Json,
    /// One JSON text on each line
    #[value(alias = "jsonl")]
    Ndjson,
    /// Each JSON text after a record separator, and a line feed after it (RFC 7464)
    JsonSeq,
    /// Amazon Ion 1.0 text
    Ion,
    /// Binary Amazon Ion 1.0
    IonBinary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LayoutChoice {
    Compact,
    Lines,
    Pretty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CommentPolicy {
    /// Keep each comment, in order, at its place between the tokens; one that ends a line ends it in the output
    Keep,
    /// Leave comments out; they count as losses
    Drop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LossPolicy {
    /// Write the nearest value and report how many there were; exit code 1
    Report,
    /// Stop at the first one with an error; with --lines reject each such line
    Refuse,
    /// Write the nearest value without a report
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

/// The conversion that the arguments describe.
pub(crate) struct Plan {
    pub(crate) conversion: Conversion,
    /// The kind of records of the input, if it has records.
    pub(crate) records: Option<Records>,
    pub(crate) line_max: u64,
}

impl Plan {
    /// Whether an input has any number of values.
    pub(crate) fn has_many(&self) -> bool {
        match self.conversion.source {
            Source::Json(rules) => rules.values || self.conversion.each,
            Source::Ion(_) | Source::IonBinary(_) | Source::DynamoDb(_) => true,
        }
    }
}

impl ConvertArguments {
    /// The plan, or an error if the arguments contradict each other. `line_max` is the default limit of a line; `is_binary_ion`
    /// looks into an input if neither an option nor a name says the format.
    pub(crate) fn plan(
        &self,
        line_max: u64,
        is_binary_ion: impl FnOnce(&Path) -> Result<bool, Failure>,
    ) -> Result<Plan, Failure> {
        let usage = |why: &str| Err(Failure::Usage(why.to_owned()));
        let from = match self.from {
            Some(from) => from,
            None => self.recognised_format(is_binary_ion)?,
        };
        let to = self.target_format()?;
        let records = match from {
            Format::JsonSeq | Format::JsonValues if self.lines => {
                return usage("--lines requires --from json, ndjson, ion or dynamodb-ion");
            }
            Format::JsonSeq => Some(Records::Sequence),
            _ => (self.lines || from == Format::Ndjson).then_some(Records::Lines),
        };
        self.check_export(from, to)?;
        self.catalog.require_ion(matches!(from, Format::Ion | Format::IonBinary | Format::DynamodbIon))?;
        let layout = if self.pretty { LayoutChoice::Pretty } else { self.layout };
        if self.rejects.rejects.is_some() && records.is_none() {
            return usage("--rejects requires --from ndjson, --from json-seq or --lines");
        }
        if self.max_length.is_some() && records.is_none() {
            return usage("--max-length requires --from ndjson, --from json-seq or --lines");
        }
        self.check_formats((from, to), records, layout)?;
        let pretty = self.pretty((from, to), layout == LayoutChoice::Pretty)?;
        let line_max = self.max_length.unwrap_or(line_max);
        let conversion = Conversion {
            source: self.source(from, records, line_max),
            target: self.target(to, layout),
            each: self.each,
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
            pretty,
        };
        Ok(Plan { conversion, records, line_max })
    }

    /// Refuses options that the formats do not have.
    fn check_formats(
        &self,
        (from, to): (Format, TargetFormat),
        records: Option<Records>,
        layout: LayoutChoice,
    ) -> Result<(), Failure> {
        let usage = |why: &str| Err(Failure::Usage(why.to_owned()));
        if to == TargetFormat::Ndjson && (layout == LayoutChoice::Pretty || self.array) {
            return usage("--pretty and --array require --to json: NDJSON has one value on each line");
        }
        let to_ion = matches!(to, TargetFormat::Ion | TargetFormat::IonBinary);
        if to == TargetFormat::IonBinary && layout != LayoutChoice::Lines {
            return usage("--layout and --pretty are for text: binary Ion has no white space");
        }
        if records.is_some() && from == Format::IonBinary {
            return usage("--lines and --rejects are for text: binary Ion has no lines");
        }
        if self.each && from == Format::DynamodbIon {
            return usage("--each is not for DynamoDB exports, which have one item in each value");
        }
        if from == Format::IonBinary && self.files.len() > 1 {
            return usage("binary Ion is read from one file");
        }
        if self.array && to != TargetFormat::Json {
            return usage("--array requires --to json");
        }
        if self.typed && matches!(from, Format::Ion | Format::IonBinary) == to_ion {
            return usage("--typed requires Ion on one side and JSON on the other");
        }
        Ok(())
    }

    /// DynamoDB exports become plain JSON, and nothing else.
    fn check_export(&self, from: Format, to: TargetFormat) -> Result<(), Failure> {
        let is_plain_json = !matches!(to, TargetFormat::Ion | TargetFormat::IonBinary) && !self.typed;
        let why =
            "--from dynamodb-ion requires --to json, ndjson or json-seq, without --typed; --from ion keeps all types";
        if from != Format::DynamodbIon || is_plain_json { Ok(()) } else { Err(Failure::Usage(why.to_owned())) }
    }

    /// Line breaks and indentation, if they are not those of the target.
    fn pretty(&self, (from, to): (Format, TargetFormat), is_pretty: bool) -> Result<Option<PrettyLayout>, Failure> {
        let comments = self.comments == CommentPolicy::Keep;
        let pretty = PrettyLayout { indent: self.indent, width: self.width.unwrap_or(0).into(), comments };
        if pretty == PrettyLayout::default() {
            return Ok(None);
        }
        let usage = |why: &str| Err(Failure::Usage(why.to_owned()));
        if comments && (from, to) != (Format::Ion, TargetFormat::Ion) {
            return usage("--comments keep requires Ion on both sides");
        }
        if comments && self.each {
            return usage("--each leaves comments out");
        }
        if to == TargetFormat::JsonSeq {
            return usage("--indent and --width require --to json or ion");
        }
        if !is_pretty {
            return usage("--indent, --width and --comments keep require --pretty");
        }
        Ok(Some(pretty))
    }

    /// The inputs; standard input if none is named.
    pub(crate) fn files(&self) -> &[PathBuf] {
        static STDIN: LazyLock<[PathBuf; 1]> = LazyLock::new(|| [PathBuf::from("-")]);
        if self.files.is_empty() { &*STDIN } else { &self.files }
    }

    /// The format that `--to` or the name of the output says.
    fn target_format(&self) -> Result<TargetFormat, Failure> {
        let named = self.output.path(self.files()).and_then(NamedFormat::of).map(TargetFormat::from);
        let missing = || Failure::Usage(format!("--to is required: {}", choices::<TargetFormat>()));
        self.to.or(named).ok_or_else(missing)
    }

    /// The format that the names of all inputs say, or the first bytes of the only one.
    fn recognised_format(&self, is_binary_ion: impl FnOnce(&Path) -> Result<bool, Failure>) -> Result<Format, Failure> {
        let names = choices::<Format>();
        let files = self.files();
        let mut formats = files.iter().map(|file| NamedFormat::of(file));
        match formats.next().flatten() {
            Some(first) if formats.all(|other| other == Some(first)) => Ok(first.into()),
            Some(_) => Err(Failure::Usage(format!("--from is required for files with different names: {names}"))),
            None if files.len() == 1 && is_binary_ion(&files[0])? => Ok(Format::IonBinary),
            None => Err(Failure::Usage(format!("--from is required: {names}"))),
        }
    }

    fn source(&self, from: Format, records: Option<Records>, line_max: u64) -> Source {
        match from {
            Format::Json | Format::Ndjson | Format::JsonValues | Format::JsonSeq => Source::Json(JsonCheck {
                lines: records == Some(Records::Lines),
                values: from == Format::JsonValues,
                depth_max: self.max_depth,
                string_max: self.max_string.unwrap_or(u64::MAX),
                len_max: if records.is_some() { line_max } else { u64::MAX },
                ..JsonCheck::STRICT
            }),
            Format::Ion => Source::Ion(self.limits()),
            Format::IonBinary => Source::IonBinary(self.limits()),
            Format::DynamodbIon => Source::DynamoDb(self.limits()),
        }
    }

    fn limits(&self) -> Limits {
        let whole = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
        Limits {
            depth: whole(self.max_depth),
            value_len: self.max_string.map_or(Limits::DEFAULT.value_len, whole),
            ..Limits::DEFAULT
        }
    }

    fn target(&self, to: TargetFormat, layout: LayoutChoice) -> Target {
        let json = if layout == LayoutChoice::Pretty { Layout::Pretty } else { Layout::Compact };
        match to {
            TargetFormat::Json => {
                let top = if self.array { TopLevel::Array } else { TopLevel::One };
                Target::Json(top, json)
            }
            TargetFormat::Ndjson => Target::Json(TopLevel::Lines, Layout::Compact),
            TargetFormat::JsonSeq => Target::Json(TopLevel::Sequence, json),
            TargetFormat::IonBinary => Target::IonBinary(self.limits().value_len),
            TargetFormat::Ion => Target::Ion(match layout {
                LayoutChoice::Compact => ion::Options::COMPACT,
                LayoutChoice::Lines => ion::Options::LINES,
                LayoutChoice::Pretty => ion::Options::PRETTY,
            }),
        }
    }
}

fn indent(text: &str) -> Result<Indent, String> {
    if text == "tab" {
        return Ok(Indent::Tab);
    }
    let count = text.parse().ok().filter(|&count| count <= BLANKS_MAX);
    count.map(Indent::Blanks).ok_or(format!("a number of blanks up to {BLANKS_MAX}, or tab"))
}

/// The greatest indentation of a level, in blanks.
const BLANKS_MAX: u8 = 16;
/// The greatest width of lines.
const WIDTH_MAX: i64 = 10_000;

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

impl From<NamedFormat> for TargetFormat {
    fn from(named: NamedFormat) -> Self {
        match named {
            NamedFormat::Json => TargetFormat::Json,
            NamedFormat::Ndjson => TargetFormat::Ndjson,
            NamedFormat::JsonSeq => TargetFormat::JsonSeq,
            NamedFormat::Ion => TargetFormat::Ion,
            NamedFormat::IonBinary => TargetFormat::IonBinary,
        }
    }
}
