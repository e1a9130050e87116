//! The list of profiles, and the rules of the one that was chosen.

use crate::arguments::writing::{ProfileChoice, Writing};
use crate::output::stdout::Output;
use crate::report::failure::Failure;
use std::fmt::Write;
use stringmill::{JsonEscape, Profile};

/// The rules of the chosen profile and policy. For `--profile list`, prints the list and returns `None`.
pub(crate) fn rules(writing: &Writing) -> Result<Option<JsonEscape<'static>>, Failure> {
    let profile = match &writing.profile {
        ProfileChoice::Use(profile) => profile,
        ProfileChoice::List => {
            Output::print(list().as_bytes())?;
            return Ok(None);
        }
    };
    let rules = JsonEscape::new(profile, writing.on_invalid).map_err(|error| {
        let (profile, policy) = (profile.name(), writing.on_invalid.name());
        Failure::Usage(format!(
            "--profile {profile} with --on-invalid {policy}: {}: {}",
            error.code.says(),
            error.remedy()
        ))
    })?;
    Ok(Some(rules))
}

fn list() -> String {
    let mut text = String::new();
    for row in Profile::ROWS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<16} {}", row.profile.name(), row.about);
        for option in row.options {
            let _ = writeln!(text, "  :{:<26} {}", option.name, option.about);
        }
    }
    text
}
