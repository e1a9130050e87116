//! Where a command writes: the options `--output` and `--in-place`.

use crate::output::destination::Destination;
use crate::report::failure::Failure;
use clap::Args;
use std::path::{Path, PathBuf};

/// The option of commands that write one stream.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArguments {
    /// Write to FILE instead of standard output; - is standard output
    ///
    /// FILE is replaced, by a rename, after all output is written and synced to disk; a failure leaves the old file. The
    /// new file keeps the permissions and the access ACL of the old one, and its owner and group if the process may set
    /// them.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The options of commands that turn one file into another.
#[derive(Args, Clone, Debug)]
pub(crate) struct InPlaceArguments {
    #[command(flatten)]
    output: OutputArguments,
    /// Replace the input file, as --output does
    #[arg(short, long, conflicts_with = "output")]
    in_place: bool,
}

impl OutputArguments {
    /// Begins the output.
    pub(crate) fn destination(&self) -> Result<Destination, Failure> {
        match self.output.as_deref() {
            Some(path) if path != Path::new("-") => Destination::file("--output", path),
            _ => Ok(Destination::Stdout),
        }
    }
}

impl InPlaceArguments {
    /// Begins the output; `input` is the input file, if the arguments name one.
    pub(crate) fn destination(&self, input: Option<&Path>) -> Result<Destination, Failure> {
        if !self.in_place {
            return self.output.destination();
        }
        match input {
            Some(path) if path != Path::new("-") => Destination::file("--in-place", path),
            _ => Err(Failure::Usage("--in-place requires the name of a file".to_owned())),
        }
    }
}
