//! Values of JSON, written as JSON: compact, members in their order, numbers with their digits.
//! Standard: RFC 8259.

use std::fmt::{self, Display, Formatter, Write};

/// A value of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonValue {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// The digits as they were read.
    Number(String),
    /// The text without escapes.
    String(String),
    /// The elements.
    Array(Vec<JsonValue>),
    /// The members, each name once.
    Object(Vec<(String, JsonValue)>),
}

impl Display for JsonValue {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            JsonValue::Null => out.write_str("null"),
            JsonValue::Bool(value) => write!(out, "{value}"),
            JsonValue::Number(digits) => out.write_str(digits),
            JsonValue::String(text) => string(text, out),
            JsonValue::Array(items) => {
                out.write_char('[')?;
                for (at, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if at > 0 { "," } else { "" })?;
                }
                out.write_char(']')
            }
            JsonValue::Object(members) => {
                out.write_char('{')?;
                for (at, (name, value)) in members.iter().enumerate() {
                    out.write_str(if at > 0 { "," } else { "" })?;
                    string(name, out)?;
                    write!(out, ":{value}")?;
                }
                out.write_char('}')
            }
        }
    }
}

fn string(text: &str, out: &mut Formatter<'_>) -> fmt::Result {
    out.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' | '\\' => write!(out, "\\{character}")?,
            '\0'..='\u{1F}' => write!(out, "\\u{:04x}", character as u32)?,
            _ => out.write_char(character)?,
        }
    }
    out.write_char('"')
}
