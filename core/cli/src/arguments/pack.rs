//! The arguments of `smill pack` and `smill unpack`.

use super::help::{TEMPLATE, after};
use super::input::{EncodingArguments, InputArguments};
use super::members::{MemberName, member};
use super::output::OutputArguments;
use super::writing::{Writing, surrogates};
use crate::output::names::NameRule;
use clap::Args;
use std::path::PathBuf;
use stringmill::LoneSurrogates;

/// Write files and folders as one JSON object {path: text}
///
/// A folder is packed with everything in it, except symbolic links, pipes, sockets and devices, the output itself, and
/// temporary files of smill (named .smill-PID-NUMBER.tmp, two decimal numbers). Each of these is packed if PATH names it.
///
/// Under --on-invalid reject, files of a folder that are not text are skipped too, with a warning and exit code 1: files with
/// invalid UTF-8 and, among their first 8,000 bytes, control characters that text does not have. Any other invalid UTF-8, and
/// a file that PATH names, ends the work, unless --skip-unreadable is given. A failure leaves the old file of --output.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill pack -o notes.json notes
  smill pack --ndjson --on-invalid replace logs > logs.ndjson
  smill pack --text-only --gitignore --exclude '*.svg' notes > sources.json
  smill pack --skip-unreadable --report logs > logs.json
  smill pack --ndjson --modes --members path=file,text=content notes > notes.ndjson
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
    /// Names of the members of a line, as in path=file,text=content,mode=permissions; can be repeated
    ///
    /// PART is path, text or, with --modes, mode. A part that is not given keeps its own name.
    #[arg(long, value_name = "PART=NAME,...", value_delimiter = ',', value_parser = member, requires = "ndjson")]
    pub(crate) members: Vec<MemberName>,
    /// Write the permissions of each file into its line: "mode":"0644", as for chmod
    ///
    /// The set-user-ID, set-group-ID and sticky bits, owners, ACLs and the permissions of folders are not kept.
    #[arg(long, requires = "ndjson")]
    pub(crate) modes: bool,
    /// Skip files that cannot be read, or are not valid under --on-invalid reject, with a warning and exit code 1
    #[arg(long)]
    pub(crate) skip_unreadable: bool,
    /// Leave out files that are not text by their content: those with control characters, such as NUL, that text does not have
    ///
    /// The first 8,000 bytes decide, under any policy for invalid UTF-8.
    #[arg(long)]
    pub(crate) text_only: bool,
    /// Leave out files and folders that match GLOB, a line as in .gitignore at the root of all names; can be repeated
    ///
    /// A GLOB without a slash matches a name in any folder, as in '*.png'; one with a slash the whole name, as in
    /// 'notes/old' or '/target'. A folder is left out with all files in it. !GLOB takes back an earlier one.
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Leave out what the .gitignore files of the folders exclude, those above in the same repository too, and .git
    #[arg(long)]
    pub(crate) gitignore: bool,
    /// Also pack folders in which nothing is packed, as names that end with a slash, with an empty text
    #[arg(long)]
    pub(crate) empty_folders: bool,
    /// Report counts, skipped files and folders in which nothing is packed as one line of JSON
    #[arg(long)]
    pub(crate) report: bool,
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
/// The input is the output of smill pack, or NDJSON of other programs: the members of a line may have any order, and other
/// members are skipped. A text that comes before its path and is longer than 128 KiB waits in a temporary file without a name
/// in DIR.
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
  smill pack --ndjson --modes notes | smill unpack -C copy --modes
  smill unpack -C copy --members path=file,text=content sources.ndjson
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
    /// Set the permissions that the member mode of a line has: three or four octal digits in a string, as in "0755"
    ///
    /// The umask does not apply to them, and they replace those of a file that --force replaces. The set-user-ID,
    /// set-group-ID and sticky bits are left out, with a warning and exit code 1. A file whose line has no mode gets its
    /// permissions as without this option.
    #[arg(long, conflicts_with = "object")]
    pub(crate) modes: bool,
    /// Names of the members of a line, as in path=file,text=content,mode=permissions; can be repeated; implies --ndjson
    ///
    /// PART is path, text or, with --modes, mode. A part that is not given keeps its own name.
    #[arg(long, value_name = "PART=NAME,...", value_delimiter = ',', value_parser = member, conflicts_with = "object")]
    pub(crate) members: Vec<MemberName>,
    /// Which names become files [default: windows on Windows, any on other systems]
    ///
    /// Windows cannot hold the characters < > : " | ? * \ and control characters, a dot or space at the end of a name or of one
    /// of its folders, more than 255 UTF-16 units in one of these, and the names of devices, such as CON or nul.txt. It takes
    /// names that differ only in case for one; under both rules for Windows the second is an error.
    #[arg(long, value_name = "RULE")]
    pub(crate) names: Option<NameRule>,
    /// Report counts as one line of JSON
    #[arg(long)]
    pub(crate) report: bool,
    /// Do not sync each file to disk: much faster for many small files, but a system crash may leave empty files
    #[arg(long)]
    pub(crate) no_sync: bool,
    /// How to handle \ud800 to \udfff escapes that are not pairs
    #[arg(long, value_name = "POLICY", default_value = "reject", value_parser = surrogates())]
    pub(crate) on_invalid: LoneSurrogates,
    /// Read NDJSON, even if the input is empty
    #[arg(long, conflicts_with = "object")]
    pub(crate) ndjson: bool,
    /// Read one object, even if its first name is that of a member of lines: "path", "text" or "mode"
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
