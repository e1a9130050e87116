//! The arguments of `smill inspect`.

use crate::arguments::help::{TEMPLATE, after};
use crate::arguments::input::{CatalogArguments, CompressedArguments};
use crate::arguments::output::OutputArguments;
use clap::Args;
use std::path::PathBuf;
use std::sync::LazyLock;
use stringmill::ion::Limits;
use stringmill::json::JsonCheck;

/// Show the bytes of binary Ion beside the text that they mean
///
/// A line has offset, length, type, bytes in hexadecimal, and Ion text. The length includes everything inside; the bytes of a
/// container or of annotations are its head alone, so each byte of the input appears once, except in padding. After // are
/// symbol IDs; of a string in a symbol table, the ID that it gets. Offsets of compressed input are those of its contents.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill inspect orders.10n
  smill inspect --max-bytes 32 orders.10n | less
  smill inspect --skip-bytes 4 --limit-bytes 100 orders.10n
  smill inspect --json orders.10n > orders.ndjson
  smill convert --to ion-binary order.ion | smill inspect
",
    after_help = after("inspect")
)]
pub(crate) struct InspectArguments {
    #[command(flatten)]
    pub(crate) input: CompressedArguments,
    #[command(flatten)]
    pub(crate) catalog: CatalogArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// Write a JSON object for each line: source, offset, length, depth, type, bytes, text; ids if there are any; cut if bytes
    /// or text are
    #[arg(long)]
    pub(crate) json: bool,
    /// Leave out what ends at or before offset N; containers around the rest remain
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) skip_bytes: u64,
    /// Stop before the first value that begins N bytes or more after --skip-bytes
    #[arg(long, value_name = "N")]
    pub(crate) limit_bytes: Option<u64>,
    /// Show at most N bytes of a scalar, and of its text
    #[arg(long, value_name = "N")]
    max_bytes: Option<usize>,
    /// Maximum nesting depth
    #[arg(long, value_name = "N", default_value_t = JsonCheck::DEPTH_MAX, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    max_depth: u64,
    /// Maximum length of a scalar [default: 1 GiB]
    #[arg(long, value_name = "BYTES")]
    max_string: Option<u64>,
    /// The inputs; standard input if - or absent
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl InspectArguments {
    /// The inputs; standard input if none is named.
    pub(crate) fn files(&self) -> &[PathBuf] {
        static STDIN: LazyLock<[PathBuf; 1]> = LazyLock::new(|| [PathBuf::from("-")]);
        if self.files.is_empty() { &*STDIN } else { &self.files }
    }

    pub(crate) fn limits(&self) -> Limits {
        let whole = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
        Limits {
            depth: whole(self.max_depth),
            value_len: self.max_string.map_or(Limits::DEFAULT.value_len, whole),
            ..Limits::DEFAULT
        }
    }

    /// The most bytes of a value that are shown.
    pub(crate) fn bytes_max(&self) -> usize {
        self.max_bytes.unwrap_or(usize::MAX)
    }

    /// Offset from which no value is shown.
    pub(crate) fn end(&self) -> u64 {
        self.limit_bytes.map_or(u64::MAX, |limit| self.skip_bytes.saturating_add(limit))
    }
}
