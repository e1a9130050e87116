//! JSON objects with their fields in the order in which they are added. A map of `serde_json` keeps that order only with a
//! feature that would compile it a second time, and the build of `smill` would wait for it.

use std::fmt::{Display, Formatter, Result, Write};

/// The fields of an object, without its braces.
pub(crate) struct Fields(String);

impl Fields {
    pub(crate) fn new() -> Self {
        Fields(String::new())
    }

    /// A field whose value is JSON already.
    pub(crate) fn raw(&mut self, name: &str, value: impl Display) {
        let comma = if self.0.is_empty() { "" } else { "," };
        // Writing to a `String` cannot fail.
        let _ = write!(self.0, "{comma}{}:{value}", quoted(name));
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) {
        self.raw(name, quoted(value));
    }

    pub(crate) fn texts(&mut self, name: &str, values: &[impl AsRef<str>]) {
        let values: Vec<_> = values.iter().map(|value| quoted(value.as_ref())).collect();
        self.raw(name, format_args!("[{}]", values.join(",")));
    }
}

impl Display for Fields {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        formatter.write_str(&self.0)
    }
}

/// A JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..=' ' if character != ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
