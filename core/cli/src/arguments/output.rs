//! Where a command writes, and in which form: the options `--output`, `--in-place` and `--compress`.

use crate::codec::format::Compression;
use crate::input::source::Source;
use crate::output::destination::Destination;
use crate::output::target::replaceable;
use crate::report::failure::Failure;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// The option of commands that write one stream.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArguments {
    /// Write to FILE instead of standard output; - is standard output
    ///
    /// FILE is replaced, by a rename, after all output is written and synced to disk; a failure leaves the old file. The
    /// new file keeps the permissions and the access ACL of the old one, and its owner and group if the process may set
    /// them. A pipe or a device, such as /dev/stderr, is written as the output comes.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Compress the output [default: by the name of the output file: .gz, .zst or .zstd]
    #[arg(long, value_name = "FORMAT")]
    compress: Option<CompressionChoice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompressionChoice {
    Gzip,
    Zstd,
    None,
}

/// The options of commands that turn one file into another.
#[derive(Args, Clone, Debug)]
pub(crate) struct InPlaceArguments {
    #[command(flatten)]
    output: OutputArguments,
    /// Replace the input file, as --output does; a compressed file is compressed again
    ///
    /// A file with nothing to change is left alone. If another process changes the file meanwhile, it is left alone, with a
    /// warning and exit code 1.
    #[arg(short, long, conflicts_with = "output")]
    in_place: bool,
}

impl OutputArguments {
    /// Begins the output.
    pub(crate) fn destination(&self) -> Result<Destination, Failure> {
        match self.output.as_deref() {
            Some(path) => {
                Destination::plain("--output", path)?.compressed(self.compression(Compression::by_name(path)))
            }
            None => Destination::stdout().compressed(self.compression(None)),
        }
    }

    /// Whether one of the options is given.
    pub(crate) fn is_used(&self) -> bool {
        self.output.is_some() || self.compress.is_some()
    }

    /// The format of the output; `default` if no option chooses it.
    fn compression(&self, default: Option<Compression>) -> Option<Compression> {
        match self.compress {
            Some(CompressionChoice::Gzip) => Some(Compression::Gzip),
            Some(CompressionChoice::Zstd) => Some(Compression::Zstd),
            Some(CompressionChoice::None) => None,
            None => default,
        }
    }
}

impl InPlaceArguments {
    /// Refuses an input that --in-place cannot replace, before it is opened: to open a pipe is to wait for its writer.
    pub(crate) fn allows(&self, input: Option<&Path>) -> Result<(), Failure> {
        match input {
            Some(path) if self.in_place && path != Path::new("-") => replaceable("--in-place", path).map(drop),
            _ => Ok(()),
        }
    }

    /// Begins the output; `input` is the input file, if the arguments name one, and `source` is open on it.
    pub(crate) fn destination(&self, input: Option<&Path>, source: &Source) -> Result<Destination, Failure> {
        if !self.in_place {
            return self.output.destination();
        }
        match input {
            Some(path) if path != Path::new("-") => {
                let compression = self.output.compression(source.compression());
                let old_text = if compression == source.compression() { Some(source.again()?) } else { None };
                Destination::in_place(path, source.look()?, old_text)?.compressed(compression)
            }
            _ => Err(Failure::Usage("--in-place requires the name of one file".to_owned())),
        }
    }
}
