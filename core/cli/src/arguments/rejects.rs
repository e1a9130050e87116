//! Where bad records go: the options `--rejects` and `--reasons`.

use clap::Args;
use std::path::PathBuf;

/// The options of commands that continue after a bad record.
#[derive(Args, Clone, Debug)]
pub(crate) struct RejectArguments {
    /// Write bad lines, or texts of a sequence, unchanged to FILE, and the reason of each, as a line of NDJSON, to
    /// FILE.reasons
    ///
    /// Both are written as with --output: a file is replaced after all input is read, and compressed if its name ends in .gz,
    /// .zst or .zstd; - is standard output. If FILE is a pipe or a device, reasons go to standard error; if it is standard
    /// error itself, each line follows its reason.
    #[arg(long, value_name = "FILE")]
    pub(crate) rejects: Option<PathBuf>,
    /// With --rejects: write the reasons to FILE
    #[arg(long, value_name = "FILE", requires = "rejects")]
    pub(crate) reasons: Option<PathBuf>,
}
