//! The arguments of `smill selftest`.

use super::help::TEMPLATE;
use clap::Args;

/// Run the test vectors of this release on every tier of this machine
///
/// Each operation gets every input of vectors/, whole and in pieces, and must produce the expected bytes, verdict and
/// offset. Prints one line for each operation and tier: cases passed, cases in total, cases skipped.
#[derive(Args, Debug)]
#[command(
    help_template = TEMPLATE,
    before_help = "Examples:
  smill selftest
  smill selftest json_escape utf8_validate
",
    after_help = "Exit codes: 0 if all cases passed, 1 if a case failed, 2 wrong usage, 4 a write failed."
)]
pub(crate) struct SelftestArguments {
    /// Operations to test; all if absent
    #[arg(value_name = "OPERATION")]
    pub(crate) operations: Vec<String>,
}
