//! Rows of profiles in the text form that Java and C# parse.

use crate::profiles::{Escape, escapes, ranges, resolve};
use crate::spec::{Form, Hex, OptionRow, ProfileRow, Unicode};
use std::fmt::Write;

/// A row. The value of `non_ascii` is an expression: a literal, or the name of a list.
pub(crate) struct RowText<'a> {
    pub(crate) name: &'a str,
    pub(crate) about: &'a str,
    pub(crate) ascii: String,
    pub(crate) non_ascii: String,
    pub(crate) traits: String,
    pub(crate) options: Vec<OptionText<'a>>,
}

/// A named change of a row.
pub(crate) struct OptionText<'a> {
    pub(crate) name: &'a str,
    pub(crate) about: &'a str,
    pub(crate) requires: Option<&'a str>,
    pub(crate) ascii: String,
    pub(crate) non_ascii: Option<String>,
    pub(crate) traits: String,
}

impl<'a> RowText<'a> {
    /// The row with this number. Its long lists go to `lists`.
    pub(crate) fn of(
        rows: &'a [ProfileRow],
        index: usize,
        unicode: &Unicode,
        lists: &mut Lists,
    ) -> Result<Self, String> {
        let row = &rows[index];
        let resolved = resolve(rows, index, unicode)?;
        let mut options = Vec::new();
        for option in &row.option {
            options.push(option_text(row, option, resolved.hex, unicode, lists)?);
        }
        let form = if resolved.form == Form::Ion { " ion" } else { "" };
        let traits = traits(Some(resolved.hex), row.replacement_escaped.then_some(true)) + form;
        let forms = (0u8..).zip(resolved.ascii).filter(|(_, escape)| *escape != Escape::AsIs);
        Ok(RowText {
            name: &row.name,
            about: &row.about,
            ascii: entries(forms),
            non_ascii: lists.expression(&row.name, &resolved.non_ascii),
            traits: traits + if row.refuses_surrogates { " surrogates-refused" } else { "" },
            options,
        })
    }
}

fn option_text<'a>(
    row: &ProfileRow,
    option: &'a OptionRow,
    hex: Hex,
    unicode: &Unicode,
    lists: &mut Lists,
) -> Result<OptionText<'a>, String> {
    let mut changed = [None; 128];
    for rule in &option.ascii {
        for (byte, escape) in escapes(rule, option.hex.unwrap_or(hex))? {
            changed[byte as usize] = Some(escape);
        }
    }
    let changed = (0u8..).zip(changed).filter_map(|(byte, escape)| Some((byte, escape?)));
    let non_ascii = match &option.non_ascii {
        None => None,
        Some(rules) => Some(lists.expression(&format!("{}-{}", row.name, option.name), &ranges(rules, unicode)?)),
    };
    Ok(OptionText {
        name: &option.name,
        about: &option.about,
        requires: option.requires.as_deref(),
        ascii: entries(changed),
        non_ascii,
        traits: traits(option.hex, option.replacement_escaped),
    })
}

fn traits(hex: Option<Hex>, replacement_escaped: Option<bool>) -> String {
    let hex = hex.map(|hex| if hex == Hex::Upper { "upper" } else { "lower" });
    let replacement =
        replacement_escaped.map(|escaped| if escaped { "replacement-escaped" } else { "replacement-plain" });
    [hex, replacement].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// `00-07=u 08=\b`: adjacent bytes of one form as a range.
fn entries(forms: impl Iterator<Item = (u8, Escape)>) -> String {
    let mut pieces: Vec<(u8, u8, String)> = Vec::new();
    for (byte, escape) in forms {
        let form = match escape {
            Escape::AsIs => String::new(),
            Escape::Short(letter) => format!("\\{}", letter as char),
            Escape::Unicode(hex) => if hex == Hex::Upper { "U" } else { "u" }.into(),
            Escape::Hex(hex) => if hex == Hex::Upper { "X" } else { "x" }.into(),
        };
        match pieces.last_mut() {
            Some((_, last, before)) if *last + 1 == byte && *before == form => *last = byte,
            _ => pieces.push((byte, byte, form)),
        }
    }
    let texts: Vec<_> =
        pieces.iter().map(|(first, last, form)| format!("{}={form}", span((*first).into(), (*last).into()))).collect();
    texts.join(" ")
}

fn span(first: u32, last: u32) -> String {
    if first == last { format!("{first:02x}") } else { format!("{first:02x}-{last:02x}") }
}

/// Long lists of ranges without duplicates, named after the first row that uses each.
pub(crate) struct Lists {
    name: fn(&str) -> String,
    lists: Vec<(String, Vec<(u32, u32)>)>,
}

impl Lists {
    /// No lists yet; `name` makes the name of a list from the name of its row.
    pub(crate) fn new(name: fn(&str) -> String) -> Self {
        Lists { name, lists: Vec::new() }
    }

    /// An expression for `ranges`.
    fn expression(&mut self, owner: &str, ranges: &[(u32, u32)]) -> String {
        let spans: Vec<_> = ranges.iter().map(|&(first, last)| span(first, last)).collect();
        if spans.len() <= 4 {
            return format!("{:?}", spans.join(" "));
        }
        if let Some((name, _)) = self.lists.iter().find(|(_, list)| list == ranges) {
            return name.clone();
        }
        let name = (self.name)(owner);
        self.lists.push((name.clone(), ranges.to_vec()));
        name
    }

    /// A string constant for each; `declared` is the indent and the declaration before its name.
    pub(crate) fn text(&self, declared: &str) -> String {
        let indent = " ".repeat(declared.len() - declared.trim_start().len());
        let mut text = String::new();
        for (name, ranges) in &self.lists {
            let _ = write!(text, "{declared} {name} =\n{indent}        \"");
            let mut column = indent.len() + 9;
            for (place, &(first, last)) in ranges.iter().enumerate() {
                let literal = if place == 0 { span(first, last) } else { format!(" {}", span(first, last)) };
                if column + literal.len() > 118 {
                    text += &format!("\"\n{indent}                + \"");
                    column = indent.len() + 19;
                }
                column += literal.len();
                text += &literal;
            }
            text += "\";\n\n";
        }
        text
    }
}
