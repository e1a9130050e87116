//! The arguments of `smill pack` and `smill unpack`.

use super::help::{TEMPLATE, after};
use super::input::{EncodingArguments, InputArguments};
use super::output::OutputArguments;
use super::writing::{Writing, surrogates};
use clap::Args;
use std::path::PathBuf;
use stringmill::LoneSurrogates;

/// Write files and folders as one JSON object {path: text}
///
/// A folder is packed with everything in it, except symbolic links, pipes, sockets and devices, the output itself, and
/// temporary files of smill (named .smill-PID-NUMBER.tmp, two decimal numbers). Each of these is packed if PATH names it.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill pack -o notes.json notes
  smill pack --ndjson --on-invalid replace logs > logs.ndjson
  git ls-files -z | smill pack -0 > sources.json
",
    after_help = after("pack")
)]
pub(crate) struct PackArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) writing: Writing,
    #[command(flatten)]
    pub(crate) encoding: EncodingArguments,
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
  smill unpack -C copy notes.json.gz
  smill pack notes | smill unpack -C copy --no-sync
",
    after_help = after("unpack")
)]
pub(crate) struct UnpackArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
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

fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(jobs @ 1..=256) => Ok(jobs),
        _ => Err("must be a number from 1 to 256".to_owned()),
    }
}
