//! `--members`: the names of the members of a line.

use crate::report::failure::Failure;
use crate::report::visible::{visible, visible_lines};
use stringmill::pack::Members;

/// The part of a file that a member has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Path,
    Text,
    Mode,
}

/// A part, and the name that it gets.
#[derive(Clone, Debug)]
pub(crate) struct MemberName {
    part: Part,
    name: String,
}

impl Part {
    const ALL: [Part; 3] = [Part::Path, Part::Text, Part::Mode];

    /// Its name in the option, and the default name of its member.
    fn name(self) -> &'static str {
        match self {
            Part::Path => "path",
            Part::Text => "text",
            Part::Mode => "mode",
        }
    }
}

/// Parses `PART=NAME`.
pub(super) fn member(text: &str) -> Result<MemberName, String> {
    let (part, name) = text.split_once('=').ok_or("must be PART=NAME, as in path=file")?;
    let part = Part::ALL.into_iter().find(|known| known.name() == part);
    let part = part.ok_or("PART must be path, text or mode")?;
    match name.len() {
        0 => Err("NAME is empty".to_owned()),
        1..=Members::NAME_MAX => Ok(MemberName { part, name: name.to_owned() }),
        _ => Err(format!("NAME has more than {} bytes: {}", Members::NAME_MAX, visible_lines(name))),
    }
}

/// The members under these options.
pub(crate) fn members(chosen: &[MemberName], modes: bool) -> Result<Members<'_>, Failure> {
    let mut names = Part::ALL.map(Part::name);
    for (at, MemberName { part, name }) in chosen.iter().enumerate() {
        if chosen[..at].iter().any(|earlier| earlier.part == *part) {
            return Err(Failure::Usage(format!("--members names {} twice", part.name())));
        }
        if *part == Part::Mode && !modes {
            return Err(Failure::Usage("--members mode=NAME needs --modes".to_owned()));
        }
        names[*part as usize] = name;
    }
    let [path, text, mode] = names;
    let used = if modes { 3 } else { 2 };
    for (at, name) in names.iter().enumerate().take(used) {
        if let Some(first) = names[..at].iter().position(|earlier| earlier == name) {
            return Err(Failure::Usage(format!(
                "--members: {} and {} have the same name: {}",
                Part::ALL[first].name(),
                Part::ALL[at].name(),
                visible(name.as_bytes())
            )));
        }
    }
    Ok(Members { path, text, mode: modes.then_some(mode) })
}
