//! `smill --version`: which version this is, and with `-v` which instructions it uses.

use crate::output::stdout::Output;
use crate::report::failure::{Exit, Failure};
use std::fmt::Write;
use stringmill::Tier;

pub(crate) fn run(verbose: bool, forced: Option<Tier>) -> Result<Exit, Failure> {
    let mut text = format!("smill {}\n", env!("CARGO_PKG_VERSION"));
    if verbose {
        let why = if forced.is_some() { "forced by STRINGMILL_TIER" } else { "the highest available" };
        let names = Tier::available().map(Tier::name).collect::<Vec<_>>();
        let known = Tier::known().collect::<Vec<_>>();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "tier      {} ({why})", Tier::best());
        let _ = writeln!(text, "available {}", names.join(" "));
        let _ = writeln!(text, "built     {}", known.join(" "));
        let _ = writeln!(text, "target    {}-{}", std::env::consts::ARCH, std::env::consts::OS);
    }
    Output::print(text.as_bytes())?;
    Ok(Exit::Done)
}
