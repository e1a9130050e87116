//! The facts of `spec/` as Java.

use crate::row_text::{Lists, OptionText, RowText};
use crate::rust::{capitalised, constant};
use crate::spec::{ErrorRow, ProfileRow, Unicode};
use std::fmt::Write;

/// The path of a generated class of the public package.
pub(crate) fn path(class: &str) -> String {
    format!("java/stringmill/src/main/java/io/github/stringmill/{class}.java")
}

/// The text of `ErrorCode.java`.
pub(crate) fn error_code(rows: &[ErrorRow]) -> String {
    let mut constants = String::new();
    for (place, row) in rows.iter().enumerate() {
        let end = if place + 1 < rows.len() { ',' } else { ';' };
        let unit = row.unit();
        let _ = writeln!(constants, "    /** {}; at {}. */", capitalised(&row.says), row.offset);
        let _ = writeln!(constants, "    {}({}, {:?}, {unit:?},", row.name.to_uppercase(), row.code, row.says);
        let _ = writeln!(constants, "            {:?}){end}\n", row.remedy);
    }
    format!(
        "// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.
package io.github.stringmill;

import java.util.Locale;

/** The cause of an error. Numbers are the same in every release and language. */
public enum ErrorCode {{
{constants}    private final int number;
    private final String says;
    private final String unit;
    private final String remedy;

    ErrorCode(int number, String says, String unit, String remedy) {{
        this.number = number;
        this.says = says;
        this.unit = unit;
        this.remedy = remedy;
    }}

    /**
     * The number of the error; hundreds are families.
     *
     * @return a number that no other error ever gets
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
     * The cause in a few words.
     *
     * @return a phrase in lower case, without a full stop and without advice
     */
    public String says() {{
        return says;
    }}

    /**
     * Advice for the user.
     *
     * @return one sentence in the imperative, in lower case and without a full stop
     */
    public String remedy() {{
        return remedy;
    }}

    /**
     * The unit of an offset of this error.
     *
     * @return {{@code byte}} or {{@code code unit}}; empty for an error of a call, which has no place in the input
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
    let mut lists = Lists::new(|owner| constant(owner) + "_NON_ASCII");
    let mut table = Vec::new();
    for index in 0..rows.len() {
        table.push(profile_row(&RowText::of(rows, index, unicode, &mut lists)?));
    }
    // A constant of a class file has at most 65,535 bytes, and the longest here is far below.
    let (table, lists) = (table.join(",\n"), lists.text("    private static final String"));
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

fn profile_row(row: &RowText) -> String {
    let options: Vec<_> = row.options.iter().map(option_row).collect();
    let options = if options.is_empty() { String::new() } else { format!("\n{}", options.join(",\n")) };
    format!(
        "            new ProfileRow({:?},\n                    {:?},\n                    {:?},\n                    {}, {:?}, List.of({options}))",
        row.name, row.about, row.ascii, row.non_ascii, row.traits,
    )
}

fn option_row(option: &OptionText) -> String {
    format!(
        "                    new Option({:?},\n                            {:?},\n                            {}, {:?}, {}, {:?})",
        option.name,
        option.about,
        option.requires.map_or("null".into(), |name| format!("{name:?}")),
        option.ascii,
        option.non_ascii.as_deref().unwrap_or("null"),
        option.traits,
    )
}
