//! What the help of all commands has in common.

/// Examples first: most people come for one of them.
pub(crate) const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

pub(crate) const EXIT_CODES: &str = "Exit codes: 0 done, 1 done but something was replaced or skipped, 2 wrong usage, \
3 invalid input, 4 reading or writing failed, 5 a limit was reached.";
