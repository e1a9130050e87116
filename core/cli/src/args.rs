//! What the command line may say.

use crate::bench_arguments::BenchArguments;
use crate::convert_arguments::ConvertArguments;
use crate::help::{EXIT_CODES, TEMPLATE};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use stringmill::json::JsonCheck;
use stringmill::{IllFormed, LoneSurrogates, Profile};

#[derive(Debug, Parser)]
#[command(
    name = "smill",
    about = "Text between raw bytes, JSON and Amazon Ion at memory speed.",
    help_template = TEMPLATE,
    before_help = "Examples:
  smill pack notes > notes.json            a folder as one JSON object {path: text}
  smill unpack -C copy notes.json          and back into files
  smill escape < page.html                 any text as one JSON string
  smill unescape < page.json > page.html   and back
  smill check --all notes/*.txt            every place that is not UTF-8
  smill check --format json notes.json     whether it is JSON, or where not
  smill convert --to ndjson log.ion        Ion into JSON, and what was lost
",
    after_help = EXIT_CODES,
    disable_version_flag = true,
    arg_required_else_help = true
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) habits: Habits,
    /// Print the version; with -v also the instruction tiers of this machine
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What all commands take.
#[derive(Args, Clone, Debug)]
pub(crate) struct Habits {
    /// When to colour messages; NO_COLOR and CLICOLOR_FORCE are heard under auto
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
    /// No notes and no progress bar; errors and warnings stay
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Say in the end how much was done
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Pack(PackArguments),
    Unpack(UnpackArguments),
    Escape(EscapeArguments),
    Unescape(UnescapeArguments),
    Check(CheckArguments),
    Convert(ConvertArguments),
    #[command(help_template = TEMPLATE, after_help = EXIT_CODES)]
    Bench(BenchArguments),
    Selftest(SelftestArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// Write files and folders as one JSON object {path: text}
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill pack notes > notes.json
  smill pack --ndjson --on-invalid replace logs > logs.ndjson
  git ls-files -z | smill pack -0 > sources.json
",
    after_help = EXIT_CODES
)]
pub(crate) struct PackArguments {
    #[command(flatten)]
    pub(crate) writing: Writing,
    /// Write NDJSON, {\"path\":...,\"text\":...} a line, not one object
    #[arg(long)]
    pub(crate) ndjson: bool,
    /// How many workers read files; the output is the same for any number
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<usize>,
    /// Take the names of more files and folders from LIST, one a line; - is standard input
    #[arg(long, value_name = "LIST")]
    pub(crate) files_from: Vec<PathBuf>,
    /// Names in lists end with NUL, not with a line feed; without a list, standard input is one
    #[arg(short = '0', long)]
    pub(crate) null: bool,
    /// Files, and folders with all that is in them; - is a list on standard input
    #[arg(value_name = "PATH", required_unless_present_any = ["files_from", "null"])]
    pub(crate) paths: Vec<PathBuf>,
}

/// Write the files of a packed folder
///
/// Each file is written beside its place, made durable, and put in its place as a whole: a file is there with all its
/// text or not at all, whatever fails.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill unpack -C copy notes.json
  smill pack notes | smill unpack -C copy --no-sync
",
    after_help = EXIT_CODES
)]
pub(crate) struct UnpackArguments {
    /// The folder to write into; it is made if it is not there
    #[arg(short = 'C', long, value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// Replace files that exist; otherwise they are kept
    #[arg(long)]
    pub(crate) force: bool,
    /// Do not wait until each file is safe on disk: much faster for many small files, but a crash of the machine may
    /// leave empty ones
    #[arg(long)]
    pub(crate) no_sync: bool,
    /// What becomes of \\ud800 to \\udfff escapes that are not pairs
    #[arg(long, value_name = "POLICY", default_value = "reject", value_parser = surrogates())]
    pub(crate) on_invalid: LoneSurrogates,
    /// The input is NDJSON, even if it is empty
    #[arg(long, conflicts_with = "object")]
    pub(crate) ndjson: bool,
    /// The input is one object, even if its first name is "path"
    #[arg(long)]
    pub(crate) object: bool,
    /// What to read; standard input if - or not given
    pub(crate) file: Option<PathBuf>,
}

/// Write one stream of text as one JSON string
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill escape < page.html
  smill escape --profile php:unescaped-unicode --on-invalid replace log.txt
  smill escape --times 2 < value.json      JSON in JSON in JSON
",
    after_help = EXIT_CODES
)]
pub(crate) struct EscapeArguments {
    #[command(flatten)]
    pub(crate) writing: Writing,
    #[command(flatten)]
    pub(crate) string: StringArguments,
}

/// Write the text that one JSON string stands for
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill unescape < page.json > page.html
  smill unescape --times 2 < wrapped.json  JSON in JSON in JSON
",
    after_help = EXIT_CODES
)]
pub(crate) struct UnescapeArguments {
    /// What becomes of \\ud800 to \\udfff escapes that are not pairs
    #[arg(long, value_name = "POLICY", default_value = "reject", value_parser = surrogates())]
    pub(crate) on_invalid: LoneSurrogates,
    #[command(flatten)]
    pub(crate) string: StringArguments,
}

/// What one string is, and where it comes from.
#[derive(Args, Clone, Debug)]
pub(crate) struct StringArguments {
    /// No quotes stand around the string; where it is read, one line feed at its end is not text
    #[arg(long)]
    pub(crate) bare: bool,
    /// Do it N times over, each time with the whole string of the time before
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=32))]
    pub(crate) times: u8,
    /// What to read; standard input if - or not given
    pub(crate) file: Option<PathBuf>,
}

/// Say whether text is well-formed, or where it is not
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill check notes/a.txt notes/b.txt
  smill check --all < log.txt              one line for each place
  smill check --format json api/*.json
  smill check --format ndjson --all events.ndjson
  smill check --format ion orders/*.ion
  smill check --format ndjson --rejects bad.ndjson --pass events.ndjson | load
",
    after_help = EXIT_CODES
)]
pub(crate) struct CheckArguments {
    /// What the text should be
    #[arg(long, value_name = "FORMAT", default_value = "utf8")]
    pub(crate) format: Format,
    /// List every place on standard output, not only the first of each file; of NDJSON the first of each line
    #[arg(long)]
    pub(crate) all: bool,
    /// Put bad lines of NDJSON unchanged into FILE, in their order, and the reason of each, as a line of NDJSON, into
    /// FILE.reasons; both are replaced, as whole files, when all is read
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    pub(crate) rejects: Option<PathBuf>,
    /// With --rejects: write the good lines unchanged to standard output
    #[arg(long, requires = "rejects")]
    pub(crate) pass: bool,
    #[command(flatten)]
    pub(crate) json: JsonArguments,
    /// Files to check, and folders with all that is in them; - is standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// UTF-8, as Unicode's table 3-7 has it
    Utf8,
    /// One JSON text, as RFC 8259 has it, without a byte order mark
    Json,
    /// One JSON text on each line; lines of white space alone are passed over
    Ndjson,
    /// Amazon Ion 1.0 text
    Ion,
}

/// What JSON may be.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options for JSON and Ion")]
pub(crate) struct JsonArguments {
    /// Take \\ud800 to \\udfff escapes that are not pairs
    #[arg(long)]
    pub(crate) lone_surrogates: bool,
    /// The most containers inside each other
    #[arg(long, value_name = "N", default_value_t = JsonCheck::DEPTH_MAX, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    pub(crate) max_depth: u64,
    /// The most bytes of a string, escapes as they are written, or of an Ion value that is no container; below 64 this
    /// is slow [default: no limit; of Ion 1 GiB]
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_string: Option<u64>,
    /// The most bytes of a text, of NDJSON a line [default: no limit; 64 MiB with --rejects]
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_length: Option<u64>,
}

impl JsonArguments {
    /// Whether one of them is given.
    pub(crate) fn is_used(&self) -> bool {
        let JsonArguments { lone_surrogates, max_depth, max_string, max_length } = self;
        *lone_surrogates || *max_depth != JsonCheck::DEPTH_MAX || max_string.is_some() || max_length.is_some()
    }
}

/// Run the vectors of this release on every tier of this machine
///
/// Each operation gets every input of vectors/ whole and in pieces, and must give the bytes, the verdict and the offset
/// that stand there. Prints a line for each operation and tier: cases passed, cases there are, cases skipped.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill selftest
  smill selftest json_escape utf8_validate
",
    after_help = "Exit codes: 0 all passed, 1 a case failed, 2 wrong usage, 4 writing failed."
)]
pub(crate) struct SelftestArguments {
    /// Operations to test; all if none is named
    #[arg(value_name = "OPERATION")]
    pub(crate) operations: Vec<String>,
}

/// Write the completions for a shell
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill completions bash > ~/.local/share/bash-completion/completions/smill
  smill completions fish > ~/.config/fish/completions/smill.fish
",
    after_help = EXIT_CODES
)]
pub(crate) struct CompletionsArguments {
    /// The shell to write for
    pub(crate) shell: clap_complete::Shell,
}

/// Write the manual page, or all of them into a folder
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill man | man -l -
  smill man ~/.local/share/man/man1
",
    after_help = EXIT_CODES
)]
pub(crate) struct ManArguments {
    /// The folder to write smill.1 and a page for each command into; it is made if it is not there
    #[arg(value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
}

/// How strings are written.
#[derive(Args, Clone, Debug)]
pub(crate) struct Writing {
    /// What is escaped and how, as in php:unescaped-unicode,hex-tag; "list" lists all
    #[arg(long, value_name = "PROFILE[:OPTION,...]", default_value = "json", value_parser = profile)]
    pub(crate) profile: ProfileChoice,
    /// What becomes of bytes that are not UTF-8
    #[arg(long, value_name = "POLICY", default_value = "reject", value_parser = ill_formed())]
    pub(crate) on_invalid: IllFormed,
}

/// A profile, or the wish to see which there are.
#[derive(Clone, Debug)]
pub(crate) enum ProfileChoice {
    Use(Box<Profile<'static>>),
    List,
}

fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=256) => Ok(jobs),
        _ => Err("must be a number from 1 to 256".to_owned()),
    }
}

fn profile(text: &str) -> Result<ProfileChoice, String> {
    if text == "list" {
        return Ok(ProfileChoice::List);
    }
    match Profile::parse(text) {
        Ok(profile) => Ok(ProfileChoice::Use(Box::new(profile))),
        Err(unknown) => Err(format!("{unknown}; --profile list shows all")),
    }
}

fn ill_formed() -> impl clap::builder::TypedValueParser<Value = IllFormed> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(IllFormed::ALL.iter().map(|policy| policy.name()))
        .try_map(|name| IllFormed::from_name(&name).ok_or("unknown policy"))
}

fn surrogates() -> impl clap::builder::TypedValueParser<Value = LoneSurrogates> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(LoneSurrogates::ALL.iter().map(|policy| policy.name()))
        .try_map(|name| LoneSurrogates::from_name(&name).ok_or("unknown policy"))
}
