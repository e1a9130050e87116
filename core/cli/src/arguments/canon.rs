//! The arguments of `smill canon`.

use crate::arguments::help::{TEMPLATE, after};
use crate::arguments::input::InputArguments;
use crate::arguments::output::InPlaceArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use stringmill::convert::canonical::{CanonicalLimits, Form, RepeatedNames};
use stringmill::json::JsonCheck;

/// Write JSON in canonical form (RFC 8785) or sorted for people, or verify it
///
/// Members are sorted by the UTF-16 code units of their names, numbers are written as ECMAScript writes them, and no white
/// space is left: the output ends without a line feed. Refused are repeated names, lone surrogates, numbers above the range
/// of a double, and integers that a double cannot hold, such as 9007199254740993. If a text needs more than --memory, sorted
/// members go to a temporary file in TMPDIR, or in /tmp.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill canon api.json > canonical.json
  smill canon api.json | sha256sum
  smill canon -i api.json api/*.json
  smill canon -o canonical/ api/*.json
  smill canon api.json | smill canon --verify
  smill canon --pretty api.json | less
  smill canon --memory 64M api.json > canonical.json
",
    after_help = after("canon")
)]
pub(crate) struct CanonArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: InPlaceArguments,
    /// Write nothing; exit with 3 and show the first place after which the text is not canonical
    #[arg(long, conflicts_with_all = ["output", "in_place", "compress", "check"])]
    pub(crate) verify: bool,
    /// Sort for people: members in the same order, numbers and strings as they are written, each value on a line; not canonical
    #[arg(long, visible_alias = "sort-keys", conflicts_with = "verify")]
    pub(crate) pretty: bool,
    /// With --pretty, a name that its object has already: an error, or all its members stay, in their order
    #[arg(long, value_name = "POLICY", default_value = "refuse", requires = "pretty")]
    repeated: Repeated,
    /// Round integers that a double cannot hold, instead of refusing them
    #[arg(long, conflicts_with_all = ["verify", "pretty"])]
    round_integers: bool,
    /// Report bytes read, written, and moved to the temporary file as one line of JSON
    #[arg(long)]
    pub(crate) report: bool,
    /// Memory to use at most, apart from buffers of a few MiB: bytes, or with K, M or G at the end
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size)]
    memory: u64,
    /// Maximum nesting depth
    #[arg(long, value_name = "N", default_value_t = JsonCheck::DEPTH_MAX, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    max_depth: u64,
    /// The inputs; standard input if - or absent. Several require --in-place, --check, or a folder as --output
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Repeated {
    Refuse,
    Keep,
}

/// The least limit on memory.
const MEMORY_MIN: u64 = 1 << 20;

impl CanonArguments {
    pub(crate) fn form(&self) -> Form {
        match (self.pretty, self.repeated) {
            (false, _) => Form::Canonical,
            (true, Repeated::Refuse) => Form::Pretty(RepeatedNames::Refuse),
            (true, Repeated::Keep) => Form::Pretty(RepeatedNames::Keep),
        }
    }

    /// The limits of one of `at_once` texts, which share the memory.
    pub(crate) fn limits(&self, at_once: usize) -> CanonicalLimits {
        CanonicalLimits {
            depth_max: self.max_depth,
            memory_max: usize::try_from(self.memory).unwrap_or(usize::MAX) / at_once,
            rounds_integers: self.round_integers,
        }
    }
}

fn size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K') => (&text[..text.len() - 1], 10),
        Some(b'M') => (&text[..text.len() - 1], 20),
        Some(b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let size = digits.parse::<u64>().ok().filter(|_| is_number).and_then(|size| size.checked_mul(1 << shift));
    match size {
        Some(size) if size >= MEMORY_MIN => Ok(size),
        Some(_) => Err("at least 1M is necessary".to_owned()),
        None => Err("expected a number of bytes, as in 1000000, 512K, 64M or 2G".to_owned()),
    }
}
