//! How a command reads: the options that all readers of streams share.

use crate::input::source::{RATIO_MAX, Source};
use crate::report::failure::Failure;
use clap::Args;
use std::path::Path;

/// How to read a stream.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArguments {
    /// Maximum length of text relative to its gzip or zstd data; the first 64 MiB are free
    ///
    /// Input is decompressed if its first bytes are those of gzip or zstd data. Damaged or incomplete data is an error, after
    /// the text before it.
    #[arg(long, value_name = "N", default_value_t = RATIO_MAX, value_parser = clap::value_parser!(u64).range(1..))]
    max_ratio: u64,
}

impl InputArguments {
    /// Opens `path`; standard input if it is `-` or absent.
    pub(crate) fn open(&self, path: Option<&Path>) -> Result<Source, Failure> {
        Source::open(path).map(|source| self.apply(source))
    }

    /// The same source under these options.
    pub(crate) fn apply(&self, source: Source) -> Source {
        source.decompressed(self.max_ratio)
    }
}
