//! Writes every generated file of stringmill from the facts in `spec/` and the seeds in `tools/gen/seeds/`.
//!
//! `cargo run -p stringmill-gen -- all` writes, `-- all --check` says which files are stale and changes nothing.

mod csharp;
mod documents;
mod errors;
mod hourglass;
mod jackson3;
mod java;
mod javascript;
mod output;
mod profiles;
mod row_text;
mod rust;
mod spec;
mod stations;
mod vectors;

use clap::{Parser, ValueEnum};
use output::Output;
use std::process::ExitCode;

/// Writes every generated file of stringmill.
#[derive(Parser)]
struct Arguments {
    /// The files to write.
    what: What,
    /// Change nothing; name each file that is stale and fail if there is one.
    #[arg(long)]
    check: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// core/outcome/src/error_code.rs, ErrorCode.java, ErrorCode.cs, and the constants of
    /// core/capi/include/stringmill_errors.h and js/src/partial/error-rows.ts, from spec/errors.toml.
    Errors,
    /// core/profile/src/rows.rs, ProfileRows.java and ProfileRows.cs from spec/profiles.toml.
    Profiles,
    /// The files in vectors/ from tools/gen/seeds/ and core/reference, with the hashes of the sweeps, which go to
    /// build/vectors/.
    Vectors,
    /// docs/hourglass.svg and the layers in docs/architecture.md from spec/layers.toml, and the stations there from the comments of
    /// core/kernels/src/json_escape/.
    Hourglass,
    /// Most files of java/stringmill-jackson3 from java/stringmill-jackson2 and tools/gen/seeds/jackson3.toml.
    Jackson3,
    /// All of them.
    All,
    /// build/documents.bin and build/partial.ndjson, which git ignores: JSON documents for the tests of front ends, with the
    /// verdict of core/reference, and with the values so far of their beginnings.
    Documents,
}

fn main() -> ExitCode {
    let Arguments { what, check } = Arguments::parse();
    match run(what, check) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Whether every file is up to date.
fn run(what: What, check: bool) -> Result<bool, String> {
    if what == What::Documents {
        return documents::write().map(|()| true);
    }
    let mut output = Output::new(check);
    let needed = |one| what == one || what == What::All;
    if needed(What::Errors) {
        let rows = spec::errors()?;
        output.rust("core/outcome/src/error_code.rs", &errors::generate(&rows))?;
        let header = "core/capi/include/stringmill_errors.h";
        output.part(header, "/* begin: written by", "/* end */", &errors::c_constants(&rows))?;
        output.text(&java::path("ErrorCode"), &java::error_code(&rows))?;
        output.text(&csharp::path("ErrorCode"), &csharp::error_code(&rows))?;
        output.text(javascript::ERRORS, &javascript::error_rows(&rows))?;
    }
    if needed(What::Profiles) {
        let (rows, unicode) = (spec::profiles()?, spec::unicode()?);
        output.rust("core/profile/src/rows.rs", &profiles::generate(&rows, &unicode)?)?;
        output.text(&java::path("ProfileRows"), &java::profile_rows(&rows, &unicode)?)?;
        output.text(&csharp::path("Escape/ProfileRows"), &csharp::profile_rows(&rows, &unicode)?)?;
    }
    if needed(What::Vectors) {
        vectors::generate(&mut output, check)?;
    }
    if needed(What::Hourglass) {
        let ((picture, layers), page) = (hourglass::generate()?, "docs/architecture.md");
        output.text("docs/hourglass.svg", &picture)?;
        output.part(page, "<!-- layers:", "<!-- end of layers", &layers)?;
        output.part(page, "<!-- stations:", "<!-- end of stations", &stations::generate()?)?;
    }
    if needed(What::Jackson3) {
        jackson3::generate(&mut output)?;
    }
    Ok(output.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check of `all --check`, as a test.
    #[test]
    fn every_generated_file_is_fresh() {
        assert_eq!(run(What::All, true), Ok(true), "cargo run -p stringmill-gen -- all");
    }
}
