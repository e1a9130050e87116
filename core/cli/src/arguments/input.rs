//! How a command reads: the options that all readers of streams share.

use crate::codec::encoding::{LABELS, TextEncoding};
use crate::input::catalog;
use crate::input::source::{DECODING, RATIO_MAX, Source};
use crate::report::failure::Failure;
use crate::report::remedy::Task;
use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use std::path::{Path, PathBuf};
use stringmill::IllFormed;
use stringmill::ion::Catalog;

/// How to read a stream.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArguments {
    #[command(flatten)]
    encoding: EncodingArguments,
    #[command(flatten)]
    compressed: CompressedArguments,
}

/// How to decompress the input.
#[derive(Args, Clone, Debug)]
pub(crate) struct CompressedArguments {
    /// Maximum length of text relative to its gzip or zstd data; the first 64 MiB are free
    ///
    /// Input is decompressed if its first bytes are those of gzip or zstd data. Damaged or incomplete data is an error, after
    /// the text before it.
    #[arg(long, value_name = "N", default_value_t = RATIO_MAX, value_parser = clap::value_parser!(u64).range(1..))]
    max_ratio: u64,
}

/// The encoding of the input.
#[derive(Args, Clone, Debug)]
pub(crate) struct EncodingArguments {
    /// Encoding of the input: a label of the WHATWG Encoding Standard, or auto; the output is UTF-8; list shows the labels
    ///
    /// For example utf-16le, windows-1252, shift_jis or gb18030. auto reads UTF-8 or UTF-16 by the byte order mark, and UTF-8
    /// without one. With any other label than utf-8, a byte order mark of UTF-8 or UTF-16 has precedence over LABEL, as the
    /// standard says, and is left out. What cannot be decoded is an error, or goes by --on-invalid of escape, pack, clean and
    /// repair (reject, replace, ignore-php or visible); its offset counts bytes of the input, decompressed but not decoded. Lines,
    /// columns, and offsets of all other errors are those of the text as UTF-8.
    #[arg(long, value_name = "LABEL", default_value = "utf-8", value_parser = EncodingParser, hide_possible_values = true)]
    encoding: TextEncoding,
}

impl InputArguments {
    /// Opens `path`; standard input if it is `-` or absent.
    pub(crate) fn open(&self, path: Option<&Path>) -> Result<Source, Failure> {
        Source::open(path).map(|source| self.apply(source))
    }

    /// As [`InputArguments::open`], with a policy for what cannot be decoded.
    pub(crate) fn open_under(&self, path: Option<&Path>, policy: IllFormed) -> Result<Source, Failure> {
        self.encoding.allows(policy)?;
        let source = self.compressed.apply(Source::open(path)?);
        Ok(self.encoding.apply(source, policy))
    }

    /// The same source under these options.
    pub(crate) fn apply(&self, source: Source) -> Source {
        self.encoding.apply(self.compressed.apply(source), IllFormed::Reject)
    }
}

/// The shared symbol tables of Ion.
#[derive(Args, Clone, Debug)]
pub(crate) struct CatalogArguments {
    /// Folder of shared symbol tables that Ion imports: all its files named .ion or .10n, text or binary
    #[arg(long, value_name = "DIR")]
    catalog: Option<PathBuf>,
}

impl CatalogArguments {
    /// The tables, or none.
    pub(crate) fn read(&self, task: Task) -> Result<Catalog, Failure> {
        self.catalog.as_deref().map_or(Ok(Catalog::EMPTY), |folder| catalog::read(folder, task))
    }

    /// Refuses the option for input that is not Ion.
    pub(crate) fn require_ion(&self, is_ion: bool) -> Result<(), Failure> {
        match self.catalog.is_some() && !is_ion {
            true => Err(Failure::Usage("--catalog is for Ion".to_owned())),
            false => Ok(()),
        }
    }
}

impl CompressedArguments {
    /// The same source, decompressed.
    pub(crate) fn apply(&self, source: Source) -> Source {
        source.decompressed(self.max_ratio)
    }
}

impl EncodingArguments {
    /// Refuses a policy that has no meaning in another encoding than UTF-8.
    pub(crate) fn allows(&self, policy: IllFormed) -> Result<(), Failure> {
        if self.encoding == TextEncoding::Utf8 || DECODING.contains(&policy) {
            return Ok(());
        }
        let policies: Vec<_> = DECODING.iter().map(|policy| policy.name()).collect();
        let text = format!(
            "--on-invalid {} requires UTF-8; with --encoding it is one of {}",
            policy.name(),
            policies.join(", ")
        );
        Err(Failure::Usage(text))
    }

    /// The same source, decoded.
    pub(crate) fn apply(&self, source: Source, policy: IllFormed) -> Source {
        source.decoded(self.encoding, policy)
    }

    /// The name of the encoding.
    pub(crate) fn name(&self) -> &'static str {
        self.encoding.name()
    }
}

/// Parses a label; completions offer the frequent ones.
#[derive(Clone)]
struct EncodingParser;

impl TypedValueParser for EncodingParser {
    type Value = TextEncoding;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<TextEncoding, clap::Error> {
        if value == "list" {
            let text = format!("{}\nand every other label of the WHATWG Encoding Standard\n", LABELS.join("\n"));
            return Err(clap::Error::raw(ErrorKind::DisplayHelp, text));
        }
        let parser = StringValueParser::new();
        parser.try_map(|label| TextEncoding::of_label(&label)).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(LABELS.iter().map(|label| PossibleValue::new(*label))))
    }
}
