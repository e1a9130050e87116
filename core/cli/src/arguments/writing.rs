//! How strings are written: the options that `pack` and `escape` share, and the parsers of policies.

use crate::report::visible::visible_lines;
use clap::Args;
use stringmill::{IllFormed, LoneSurrogates, Profile};

/// How to write strings.
#[derive(Args, Clone, Debug)]
pub(crate) struct Writing {
    /// Escaping rules, as in php:unescaped-unicode,hex-tag; "list" prints all
    #[arg(long, value_name = "PROFILE[:OPTION,...]", default_value = "json", value_parser = profile)]
    pub(crate) profile: ProfileChoice,
    /// How to handle invalid UTF-8
    #[arg(long, value_name = "POLICY", default_value = "reject", value_parser = ill_formed(IllFormed::ALL))]
    pub(crate) on_invalid: IllFormed,
}

/// A profile, or the request to list all.
#[derive(Clone, Debug)]
pub(crate) enum ProfileChoice {
    Use(Box<Profile<'static>>),
    List,
}

fn profile(text: &str) -> Result<ProfileChoice, String> {
    if text == "list" {
        return Ok(ProfileChoice::List);
    }
    match Profile::parse(text) {
        Ok(profile) => Ok(ProfileChoice::Use(Box::new(profile))),
        Err(unknown) => Err(format!("{}; --profile list shows all", visible_lines(&unknown.to_string()))),
    }
}

/// A parser of the names of `policies`.
pub(super) fn ill_formed(policies: &'static [IllFormed]) -> impl clap::builder::TypedValueParser<Value = IllFormed> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(policies.iter().map(|policy| policy.name()))
        .try_map(|name| IllFormed::from_name(&name).ok_or("unknown policy"))
}

pub(super) fn surrogates() -> impl clap::builder::TypedValueParser<Value = LoneSurrogates> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(LoneSurrogates::ALL.iter().map(|policy| policy.name()))
        .try_map(|name| LoneSurrogates::from_name(&name).ok_or("unknown policy"))
}
