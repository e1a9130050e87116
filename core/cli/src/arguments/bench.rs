//! The arguments of `smill bench`.

use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Measure the operations on this machine, on each tier, beside memcpy
///
/// The table is in GB/s of input, which is bytes read in a nanosecond. Tiers and memcpy run in turn, so that a disturbance
/// affects all of them, and the table shows medians. Compare rates within one run only.
#[derive(Args, Debug)]
#[command(before_help = "Examples:
  smill bench                              everything, in about ten seconds
  smill bench json_escape html             one operation, on one kind of text
  smill bench --lengths 8,1K --svg now.svg
")]
pub(crate) struct BenchArguments {
    /// Lengths of the texts in units of the input; K is 1024, M is 1024 K
    #[arg(long, value_name = "LEN,...", value_delimiter = ',', default_value = "16,64,256,8K,1M", value_parser = length)]
    pub(crate) lengths: Vec<usize>,
    /// Total measuring time in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = time)]
    pub(crate) time: Duration,
    /// Also write a picture of the highest tier
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Operations, settings or contents as the table names them; all if absent
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
}

fn length(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.strip_suffix(['K', 'k']) {
        Some(digits) => (digits, 1024),
        None => text.strip_suffix(['M', 'm']).map_or((text, 1), |digits| (digits, 1024 * 1024)),
    };
    let len = digits.parse::<usize>().ok().and_then(|number| number.checked_mul(unit));
    len.filter(|len| (1..=LENGTH_MAX).contains(len)).ok_or_else(|| "must be from 1 to 16M, as in 64 or 8K".to_owned())
}

fn time(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "must be a number of seconds from 0.01 to 3600".to_owned())
}

/// Rates no longer change above this length.
const LENGTH_MAX: usize = 16 * 1024 * 1024;
