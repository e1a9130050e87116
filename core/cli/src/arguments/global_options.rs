//! The options of every command.

use clap::{Args, ValueEnum};

/// Options of all commands.
#[derive(Args, Clone, Debug)]
pub(crate) struct GlobalOptions {
    /// When to colour messages; auto follows NO_COLOR and CLICOLOR_FORCE
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,
    /// Hide notes and the progress bar; errors and warnings stay
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Print a summary at the end
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}
