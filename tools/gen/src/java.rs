//! The facts of `spec/` as Java.

use crate::profiles::{Escape, escapes, ranges, resolve};
use crate::rust::{capitalised, constant};
use crate::spec::{ErrorRow, Form, Hex, OptionRow, ProfileRow, Unicode};
use std::fmt::Write;

/// Where a generated class of the public package stands.
pub(crate) fn path(class: &str) -> String {
    format!("java/stringmill/src/main/java/io/github/stringmill/{class}.java")
}

/// The text of `ErrorCode.java`.
pub(crate) fn error_code(rows: &[ErrorRow]) -> String {
    let mut constants = String::new();
    for (place, row) in rows.iter().enumerate() {
        let end = if place + 1 < rows.len() { ',' } else { ';' };
        let unit = row.unit.as_deref().unwrap_or("byte");
        let _ = writeln!(constants, "    /** {}; at {}. */", capitalised(&row.says), row.offset);
        let _ = writeln!(constants, "    {}({}, {:?}, {unit:?}){end}", row.name.to_uppercase(), row.code, row.says);
    }
    format!(
        "// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.
package io.github.stringmill;

import java.util.Locale;

/** What can be wrong with an input or a request; numbers are the same in every release and language. */
public enum ErrorCode {{
{constants}
    private final int number;
    private final String says;
    private final String unit;

    ErrorCode(int number, String says, String unit) {{
        this.number = number;
        this.says = says;
        this.unit = unit;
    }}

    /**
     * The number of the error; hundreds are families.
     *
     * @return a number that is never given to another error
     */
    public int number() {{
        return number;
    }}

    /**
     * The name that all languages share, such as {{@code utf8_overlong}}.
     *
     * @return the name, in snake case
     */
    public String id() {{
        return name().toLowerCase(Locale.ROOT);
    }}

    /**
     * What is wrong.
     *
     * @return a phrase in lower case, without a full stop and without advice
     */
    public String says() {{
        return says;
    }}

    /**
     * What an offset of this error counts.
     *
     * @return {{@code byte}} or {{@code code unit}}
     */
    public String unit() {{
        return unit;
    }}
}}
"
    )
}

/// The text of `ProfileRows.java`.
pub(crate) fn profile_rows(rows: &[ProfileRow], unicode: &Unicode) -> Result<String, String> {
    let mut lists = Lists::default();
    let mut table = Vec::new();
    for index in 0..rows.len() {
        table.push(profile_row(rows, index, unicode, &mut lists)?);
    }
    let (table, lists) = (table.join(",\n"), lists.text());
    Ok(format!(
        "// Generated from spec/profiles.toml by `cargo run -p stringmill-gen -- profiles`; do not edit.
package io.github.stringmill;

import io.github.stringmill.ProfileRow.Option;
import java.util.List;

/** Every row of profiles, as {{@link ProfileRow}} explains them. */
final class ProfileRows {{
{lists}    static final List<ProfileRow> ALL = List.of(
{table});

    private ProfileRows() {{}}
}}
"
    ))
}

fn profile_row(rows: &[ProfileRow], index: usize, unicode: &Unicode, lists: &mut Lists) -> Result<String, String> {
    let row = &rows[index];
    let resolved = resolve(rows, index, unicode)?;
    let mut options = Vec::new();
    for option in &row.option {
        options.push(option_row(row, option, resolved.hex, unicode, lists)?);
    }
    let form = if resolved.form == Form::Ion { " ion" } else { "" };
    let traits = traits(Some(resolved.hex), row.replacement_escaped.then_some(true)) + form;
    let traits = traits + if row.refuses_surrogates { " surrogates-refused" } else { "" };
    let forms = (0u8..).zip(resolved.ascii).filter(|(_, escape)| *escape != Escape::AsIs);
    let options = if options.is_empty() { String::new() } else { format!("\n{}", options.join(",\n")) };
    Ok(format!(
        "            new ProfileRow({:?},\n                    {:?},\n                    {:?},\n                    {}, {:?}, List.of({options}))",
        row.name,
        row.about,
        entries(forms),
        lists.expression(&row.name, &resolved.non_ascii),
        traits,
    ))
}

fn option_row(
    row: &ProfileRow,
    option: &OptionRow,
    hex: Hex,
    unicode: &Unicode,
    lists: &mut Lists,
) -> Result<String, String> {
    let mut changed = [None; 128];
    for rule in &option.ascii {
        for (byte, escape) in escapes(rule, option.hex.unwrap_or(hex))? {
            changed[byte as usize] = Some(escape);
        }
    }
    let changed = (0u8..).zip(changed).filter_map(|(byte, escape)| Some((byte, escape?)));
    let non_ascii = match &option.non_ascii {
        None => "null".into(),
        Some(rules) => lists.expression(&format!("{}-{}", row.name, option.name), &ranges(rules, unicode)?),
    };
    Ok(format!(
        "                    new Option({:?},\n                            {:?},\n                            {}, {:?}, {non_ascii}, {:?})",
        option.name,
        option.about,
        option.requires.as_ref().map_or("null".into(), |name| format!("{name:?}")),
        entries(changed),
        traits(option.hex, option.replacement_escaped),
    ))
}

fn traits(hex: Option<Hex>, replacement_escaped: Option<bool>) -> String {
    let hex = hex.map(|hex| if hex == Hex::Upper { "upper" } else { "lower" });
    let replacement =
        replacement_escaped.map(|escaped| if escaped { "replacement-escaped" } else { "replacement-plain" });
    [hex, replacement].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// `00-07=u 08=\b`: neighbours of one form together.
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

/// Long lists of ranges, each different one once, named after the first row that has it.
#[derive(Default)]
struct Lists {
    lists: Vec<(String, Vec<(u32, u32)>)>,
}

impl Lists {
    /// An expression for `ranges`.
    fn expression(&mut self, owner: &str, ranges: &[(u32, u32)]) -> String {
        let spans: Vec<_> = ranges.iter().map(|&(first, last)| span(first, last)).collect();
        if spans.len() <= 4 {
            return format!("{:?}", spans.join(" "));
        }
        if let Some((name, _)) = self.lists.iter().find(|(_, list)| list == ranges) {
            return name.clone();
        }
        let name = constant(owner) + "_NON_ASCII";
        self.lists.push((name.clone(), ranges.to_vec()));
        name
    }

    /// A string constant for each; a constant of a class file holds 65,535 bytes, and the longest here is far below.
    fn text(&self) -> String {
        let mut text = String::new();
        for (name, ranges) in &self.lists {
            let _ = write!(text, "    private static final String {name} =\n            \"");
            let mut column = 13;
            for (place, &(first, last)) in ranges.iter().enumerate() {
                let literal = if place == 0 { span(first, last) } else { format!(" {}", span(first, last)) };
                if column + literal.len() > 118 {
                    text += "\"\n                    + \"";
                    column = 23;
                }
                column += literal.len();
                text += &literal;
            }
            text += "\";\n\n";
        }
        text
    }
}
