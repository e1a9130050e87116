//! Profiles by name, in the syntax of the command line and of the vectors.

use crate::{Profile, ProfileOption, ProfileRow, rows};
use core::fmt;

/// A profile or an option that does not exist.
///
/// ```
/// use stringmill::Profile;
///
/// let error = Profile::parse("php:hex-tags").unwrap_err();
/// assert_eq!((error.name, error.profile), ("hex-tags", Some("php")));
/// assert_eq!(error.to_string(), "profile 'php' has no option 'hex-tags'");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownProfile<'n> {
    /// The name that was not found.
    pub name: &'n str,
    /// The profile whose options were searched; `None` if the profile itself is unknown.
    pub profile: Option<&'static str>,
}

impl fmt::Display for UnknownProfile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.profile {
            Some(profile) => write!(f, "profile '{profile}' has no option '{}'", self.name),
            None => write!(f, "no profile is called '{}'", self.name),
        }
    }
}

impl core::error::Error for UnknownProfile<'_> {}

impl Profile<'static> {
    /// Every row, in the order of `spec/profiles.toml`.
    pub const ROWS: &'static [ProfileRow] = rows::ROWS;

    /// The profile with the name `name` or `name:option,option`, such as `php:unescaped-unicode,hex-tag`. Options
    /// apply in the order of the row, not in the order of `text`.
    pub fn parse(text: &str) -> Result<Profile<'static>, UnknownProfile<'_>> {
        let (name, asked) = text.split_once(':').unwrap_or((text, ""));
        let Some(row) = Self::ROWS.iter().find(|row| row.profile.name() == name) else {
            return Err(UnknownProfile { name, profile: None });
        };
        let asked = || asked.split(',').filter(|option| !option.is_empty());
        if let Some(unknown) = asked().find(|name| !row.options.iter().any(|option| option.name == *name)) {
            return Err(UnknownProfile { name: unknown, profile: Some(row.profile.name()) });
        }
        let on = |name: &str| asked().any(|option| option == name);
        let chosen = row.options.iter().filter(|option| on(option.name) && option.requires.is_none_or(on));
        Ok(chosen.fold(row.profile, |profile, option| option.applied_to(profile)))
    }
}

impl ProfileOption {
    fn applied_to(&self, profile: Profile<'static>) -> Profile<'static> {
        let mut changed = self.ascii.iter().fold(profile, |p, &(byte, escape)| p.with_ascii(byte, escape));
        if let Some(ranges) = self.non_ascii {
            changed = changed.with_non_ascii(ranges);
        }
        if let Some(hex) = self.hex {
            changed = changed.with_hex(hex);
        }
        if let Some(escaped) = self.escapes_replacement {
            changed = changed.with_replacement_escaped(escaped);
        }
        changed
    }
}
