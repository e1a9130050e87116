//! Which names of an input become files: those that the system can hold, or those that Windows can hold too.

use crate::report::visible::visible;
use clap::ValueEnum;
use std::borrow::Cow;

/// A rule for names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NameRule {
    /// Any name that the system takes; not on Windows
    Any,
    /// Refuse names that Windows cannot hold, and names that differ only in case
    Windows,
    /// As windows, but write what Windows cannot hold as %XX, and % before two hexadecimal digits as %25
    WindowsEscaped,
}

/// ASCII characters that no name on Windows has, apart from control characters.
const FORBIDDEN: &[u8] = b"<>:\"|?*\\";
/// Longest part of a name on Windows, in UTF-16 units.
const PART_MAX: usize = 255;
/// Devices of Windows, in every folder and with every extension. A digit follows the last two.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
const NUMBERED: [&str; 2] = ["COM", "LPT"];

impl NameRule {
    /// The rule unless another is chosen.
    pub(crate) const DEFAULT: NameRule = if cfg!(windows) { NameRule::Windows } else { NameRule::Any };

    /// Whether names that differ only in case are one name.
    pub(crate) fn folds(self) -> bool {
        self != NameRule::Any
    }

    /// The name of the file for `name`, or why there is none.
    pub(crate) fn apply(self, name: &[u8]) -> Result<Cow<'_, [u8]>, String> {
        if self == NameRule::Any {
            return Ok(Cow::Borrowed(name));
        }
        let Ok(text) = std::str::from_utf8(name) else { return Err("name is not UTF-8".to_owned()) };
        let written = match self {
            NameRule::WindowsEscaped => {
                let parts: Vec<_> = text.split('/').map(escaped).collect();
                Cow::Owned(parts.join("/"))
            }
            _ => Cow::Borrowed(text),
        };
        written.split('/').try_for_each(check)?;
        Ok(match written {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        })
    }
}

/// The name in a form that is the same for all names that Windows takes for one: each character without its case. Windows has its
/// own table of upper case, one character for one. Every pair of characters that is equal there is equal here too.
pub(crate) fn folded(name: &[u8]) -> Vec<u8> {
    fn only(mut cases: impl Iterator<Item = char>) -> Option<char> {
        cases.next().filter(|_| cases.next().is_none())
    }
    let fold = |sign: char| {
        let upper = only(sign.to_uppercase()).unwrap_or(sign);
        only(upper.to_lowercase()).unwrap_or(upper)
    };
    String::from_utf8_lossy(name).chars().map(fold).collect::<String>().into_bytes()
}

/// Why this system would read another file under `name`, an entry of a folder: other systems can make names that Windows changes.
pub(crate) fn misread(name: &[u8]) -> Option<String> {
    if cfg!(windows) { check(&String::from_utf8_lossy(name)).err() } else { None }
}

/// Refuses a part of a name that Windows cannot hold. This rule allows `.` and `..`.
fn check(part: &str) -> Result<(), String> {
    if let Some(at) = part.bytes().position(is_forbidden) {
        let shown = visible(&part.as_bytes()[at..=at]);
        return Err(format!("name has '{shown}', which Windows cannot hold"));
    }
    if ends_early(part) {
        return Err("name has a part that ends with a dot or a space, which Windows drops".to_owned());
    }
    if is_device(part) {
        return Err("name has a part that is a device of Windows".to_owned());
    }
    if part.len() > PART_MAX && part.encode_utf16().count() > PART_MAX {
        return Err(format!("name has a part of more than {PART_MAX} UTF-16 units, which Windows cannot hold"));
    }
    Ok(())
}

/// The part as Windows can hold it, unless it is too long. A NUL stays: every rule refuses it.
fn escaped(part: &str) -> String {
    let bytes = part.as_bytes();
    let device = is_device(part);
    let mut out = String::with_capacity(part.len());
    for (at, sign) in part.char_indices() {
        let digits = bytes[at + 1..].iter().take(2).filter(|next| next.is_ascii_hexdigit()).count();
        let is_last = at + 1 == part.len() && ends_early(part);
        match u8::try_from(sign) {
            Ok(byte @ 1..) if is_forbidden(byte) || byte == b'%' && digits == 2 || is_last || device && at == 0 => {
                out.push_str(&format!("%{byte:02X}"));
            }
            _ => out.push(sign),
        }
    }
    out
}

fn is_forbidden(byte: u8) -> bool {
    byte < 0x20 || FORBIDDEN.contains(&byte)
}

fn ends_early(part: &str) -> bool {
    part.ends_with(['.', ' ']) && part != "." && part != ".."
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end_matches(' ').to_ascii_uppercase();
    let numbered = |device: &&str| {
        let rest = stem.strip_prefix(*device).map(|rest| rest.chars());
        rest.is_some_and(|mut rest| matches!((rest.next(), rest.next()), (Some('0'..='9' | '¹' | '²' | '³'), None)))
    };
    DEVICES.contains(&&*stem) || NUMBERED.iter().any(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_windows() {
        let apply = |rule: NameRule, name: &str| {
            rule.apply(name.as_bytes()).map(|name| String::from_utf8(name.into_owned()).unwrap()).ok()
        };
        for (name, written) in [
            ("a:b", "a%3Ab"),
            ("a\\b", "a%5Cb"),
            ("x/<>\"|?*", "x/%3C%3E%22%7C%3F%2A"),
            ("a\u{1}\nb", "a%01%0Ab"),
            ("a./b ", "a%2E/b%20"),
            ("a. .", "a. %2E"),
            ("CON", "%43ON"),
            ("d/nul.txt", "d/%6Eul.txt"),
            ("Com1 .a/lpt\u{b9}", "%43om1 .a/%6Cpt\u{b9}"),
            ("conin$", "%63onin$"),
        ] {
            assert_eq!(apply(NameRule::Windows, name), None, "{name}");
            assert_eq!(apply(NameRule::WindowsEscaped, name).as_deref(), Some(written));
            // An escaped name passes the rule, and is not escaped again.
            assert_eq!(apply(NameRule::Windows, written).as_deref(), Some(written));
        }
        for name in
            ["", "a", "a/b.c", "console", "com", "com10", ".a", "a b", "\u{e9}.txt", "100%", "%4", "a/../b", "./a"]
        {
            for rule in [NameRule::Any, NameRule::Windows, NameRule::WindowsEscaped] {
                assert_eq!(apply(rule, name).as_deref(), Some(name), "{rule:?}");
            }
        }
        // Different names stay different.
        assert_eq!(apply(NameRule::WindowsEscaped, "a%3Ab").as_deref(), Some("a%253Ab"));
        assert_eq!(NameRule::Windows.apply(b"\xFF"), Err("name is not UTF-8".to_owned()));
        assert!(NameRule::Windows.apply(b"a\0").is_err() && NameRule::WindowsEscaped.apply(b"a\0").is_err());
    }

    /// A part has at most 255 UTF-16 units, after escaping too.
    #[test]
    fn long_names() {
        for (sign, units) in [("a", 1), ("\u{20ac}", 1), ("\u{1f600}", 2)] {
            let most = 255 / units;
            for rule in [NameRule::Windows, NameRule::WindowsEscaped] {
                let applied = |count: usize| rule.apply(format!("d/{}/x", sign.repeat(count)).as_bytes()).is_ok();
                assert!(applied(most) && !applied(most + 1), "{sign}");
            }
        }
        let name = ":".repeat(86);
        assert!(NameRule::WindowsEscaped.apply(&name.as_bytes()[1..]).is_ok());
        assert!(NameRule::WindowsEscaped.apply(name.as_bytes()).is_err());
    }

    #[test]
    fn names_that_differ_in_case() {
        for (one, other) in
            [("A\u{c9}/b", "a\u{e9}/B"), ("\u{3a3}", "\u{3c2}"), ("\u{1fb3}", "\u{1fbc}"), ("\u{10400}", "\u{10428}")]
        {
            assert_eq!(folded(one.as_bytes()), folded(other.as_bytes()), "{one}");
        }
        for (one, other) in [("a", "b"), ("\u{df}", "ss"), ("e\u{301}", "\u{e9}"), ("\u{fb01}", "fi")] {
            assert_ne!(folded(one.as_bytes()), folded(other.as_bytes()), "{one}");
        }
    }
}
