//! The arguments of the command line.

use crate::bench_arguments::BenchArguments;
use crate::convert_arguments::ConvertArguments;
use crate::help::{TEMPLATE, exit_codes};
use crate::visible::visible_lines;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::sync::LazyLock;
use stringmill::json::JsonCheck;
use stringmill::{IllFormed, LoneSurrogates, Profile};

#[derive(Debug, Parser)]
#[command(
    name = "smill",
    // Otherwise the name by which the command was called, which is the caller's text.
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
  smill convert --to ndjson log.ion        Ion to JSON, with a count of what was lost
",
    after_help = exit_codes(),
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

/// Options of all commands.
#[derive(Args, Clone, Debug)]
pub(crate) struct Habits {
    /// When to colour messages; auto follows NO_COLOR and CLICOLOR_FORCE
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
    /// Hide notes and the progress bar; errors and warnings stay
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Print a summary at the end
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
    #[command(help_template = TEMPLATE, after_help = exit_codes())]
    Bench(BenchArguments),
    Selftest(SelftestArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// Write files and folders as one JSON object {path: text}
///
/// A folder is packed with everything in it, except symbolic links, pipes, sockets and devices, the output itself, and
/// temporary files of smill (named .smill-PID-NUMBER.tmp, two decimal numbers). Each of these is packed if PATH names it.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill pack notes > notes.json
  smill pack --ndjson --on-invalid replace logs > logs.ndjson
  git ls-files -z | smill pack -0 > sources.json
",
    after_help = exit_codes()
)]
pub(crate) struct PackArguments {
    #[command(flatten)]
    pub(crate) writing: Writing,
    /// Write NDJSON, one {"path":...,"text":...} on each line, instead of one object
    #[arg(long)]
    pub(crate) ndjson: bool,
    /// Number of threads that read files; the output is the same for any number
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<usize>,
    /// Also pack the files and folders named in LIST, one on each line; - is standard input
    #[arg(long, value_name = "LIST")]
    pub(crate) files_from: Vec<PathBuf>,
    /// Names in lists end with NUL instead of a line feed; without a list, read one from standard input
    #[arg(short = '0', long)]
    pub(crate) null: bool,
    /// Files, and folders with everything in them; - reads a list from standard input
    #[arg(value_name = "PATH", required_unless_present_any = ["files_from", "null"])]
    pub(crate) paths: Vec<PathBuf>,
}

/// Write the files of a packed folder
///
/// Each file is written without a name in the folder of its target, synced to disk, and then linked or renamed to its
/// name. A failure leaves each file complete or absent, never half-written. If the file system has no files without a name
/// (O_TMPFILE), the file has a temporary name, .smill-PID-NUMBER.tmp. A killed process leaves that file; pack skips it,
/// and the next unpack into the same folder removes it. Members with such a name are left out.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill unpack -C copy notes.json
  smill pack notes | smill unpack -C copy --no-sync
",
    after_help = exit_codes()
)]
pub(crate) struct UnpackArguments {
    /// The folder to write into; created if missing
    #[arg(short = 'C', long, value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// Replace existing files; without it they are kept
    ///
    /// A file that replaces another keeps its permissions and its access ACL, and its owner and group if the process may
    /// set them; if not, the group gets no permission that others lack. Other extended attributes, the set-user-ID,
    /// set-group-ID and sticky bits, and hard links are not kept. A symbolic link is replaced, not followed; its
    /// replacement, as every new file, gets its permissions from the umask.
    #[arg(long)]
    pub(crate) force: bool,
    /// Do not sync each file to disk: much faster for many small files, but a system crash may leave empty files
    #[arg(long)]
    pub(crate) no_sync: bool,
    /// How to handle \ud800 to \udfff escapes that are not pairs
    #[arg(long, value_name = "POLICY", default_value = "reject", value_parser = surrogates())]
    pub(crate) on_invalid: LoneSurrogates,
    /// Read NDJSON, even if the input is empty
    #[arg(long, conflicts_with = "object")]
    pub(crate) ndjson: bool,
    /// Read one object, even if its first name is "path"
    #[arg(long)]
    pub(crate) object: bool,
    /// The input; standard input if - or absent
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
    after_help = exit_codes()
)]
pub(crate) struct EscapeArguments {
    #[command(flatten)]
    pub(crate) writing: Writing,
    #[command(flatten)]
    pub(crate) string: StringArguments,
}

/// Write the text of one JSON string
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill unescape < page.json > page.html
  smill unescape --times 2 < wrapped.json  JSON in JSON in JSON
",
    after_help = exit_codes()
)]
pub(crate) struct UnescapeArguments {
    /// How to handle \ud800 to \udfff escapes that are not pairs
    #[arg(long, value_name = "POLICY", default_value = "reject", value_parser = surrogates())]
    pub(crate) on_invalid: LoneSurrogates,
    #[command(flatten)]
    pub(crate) string: StringArguments,
}

/// The form of one string, and its input.
#[derive(Args, Clone, Debug)]
pub(crate) struct StringArguments {
    /// Without surrounding quotes; when reading, ignore one trailing newline
    #[arg(long)]
    pub(crate) bare: bool,
    /// Repeat N times, each time on the previous result
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=32))]
    pub(crate) times: u8,
    /// The input; standard input if - or absent
    pub(crate) file: Option<PathBuf>,
}

/// Check that text is well-formed, or show where it is not
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill check notes/a.txt notes/b.txt
  smill check --all < log.txt              one line for each error
  smill check --format json api/*.json
  smill check --format ndjson --all events.ndjson
  smill check --format ion orders/*.ion
  smill check --format ndjson --rejects bad.ndjson --pass events.ndjson | load
",
    after_help = exit_codes()
)]
pub(crate) struct CheckArguments {
    /// The format to check
    #[arg(long, value_name = "FORMAT", default_value = "utf8")]
    pub(crate) format: Format,
    /// List every error on standard output, instead of the first of each file; in NDJSON the first of each line
    #[arg(long)]
    pub(crate) all: bool,
    /// Write invalid lines of NDJSON unchanged to FILE, and the reason of each, as a line of NDJSON, to FILE.reasons; both
    /// files are replaced after all input is read, and keep their permissions as with unpack --force
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    pub(crate) rejects: Option<PathBuf>,
    /// With --rejects: write the valid lines unchanged to standard output
    #[arg(long, requires = "rejects")]
    pub(crate) pass: bool,
    /// Files to check, and folders with everything in them; standard input if - or absent
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    // Last, since its heading holds for all that follows.
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
    Ndjson,
    /// Amazon Ion 1.0 text
    Ion,
}

/// Rules and limits for JSON and Ion.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options for JSON and Ion")]
pub(crate) struct JsonArguments {
    /// Accept \ud800 to \udfff escapes that are not pairs
    #[arg(long)]
    pub(crate) lone_surrogates: bool,
    /// Maximum nesting depth
    #[arg(long, value_name = "N", default_value_t = JsonCheck::DEPTH_MAX, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    pub(crate) max_depth: u64,
    /// Maximum length of a string with its escapes, or of an Ion scalar; values below 64 are slow [default: no limit; for
    /// Ion 1 GiB]
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_string: Option<u64>,
    /// Maximum length of a text, in NDJSON of a line [default: no limit; 64 MiB with --rejects]
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

impl CheckArguments {
    /// The paths to check; standard input if none is given.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        static STDIN: LazyLock<[PathBuf; 1]> = LazyLock::new(|| [PathBuf::from("-")]);
        if self.paths.is_empty() { &*STDIN } else { &self.paths }
    }
}

/// Run the test vectors of this release on every tier of this machine
///
/// Each operation gets every input of vectors/, whole and in pieces, and must produce the expected bytes, verdict and
/// offset. Prints one line for each operation and tier: cases passed, cases in total, cases skipped.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill selftest
  smill selftest json_escape utf8_validate
",
    after_help = "Exit codes: 0 if all cases passed, 1 if a case failed, 2 wrong usage, 4 a write failed."
)]
pub(crate) struct SelftestArguments {
    /// Operations to test; all if absent
    #[arg(value_name = "OPERATION")]
    pub(crate) operations: Vec<String>,
}

/// Write the completion script of a shell
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill completions bash > ~/.local/share/bash-completion/completions/smill
  smill completions fish > ~/.config/fish/completions/smill.fish
",
    after_help = exit_codes()
)]
pub(crate) struct CompletionsArguments {
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

/// How to write strings.
#[derive(Args, Clone, Debug)]
pub(crate) struct Writing {
    /// Escaping rules, as in php:unescaped-unicode,hex-tag; "list" prints all
    #[arg(long, value_name = "PROFILE[:OPTION,...]", default_value = "json", value_parser = profile)]
    pub(crate) profile: ProfileChoice,
    /// How to handle invalid UTF-8
    #[arg(long, value_name = "POLICY", default_value = "reject", value_parser = ill_formed())]
    pub(crate) on_invalid: IllFormed,
}

/// A profile, or the request to list all.
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
        Err(unknown) => Err(format!("{}; --profile list shows all", visible_lines(&unknown.to_string()))),
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
