//! The facts of `spec/` as C#.

use crate::row_text::{Lists, OptionText, RowText};
use crate::rust::{camel, capitalised};
use crate::spec::{ErrorRow, ProfileRow, Unicode};
use std::fmt::Write;

/// The file of a generated class, given with its folder in the library.
pub(crate) fn path(class: &str) -> String {
    format!("dotnet/StringMill/{class}.cs")
}

/// The text of `ErrorCode.cs`.
pub(crate) fn error_code(rows: &[ErrorRow]) -> String {
    let (mut numbers, mut names, mut says) = (String::new(), String::new(), String::new());
    let (mut remedies, mut units) = (String::new(), String::new());
    for row in rows {
        let name = camel(&row.name);
        let _ = writeln!(numbers, "        /// <summary>{}; at {}.</summary>", capitalised(&row.says), row.offset);
        let _ = writeln!(numbers, "        {name} = {},\n", row.code);
        let _ = writeln!(names, "                case ErrorCode.{name}: return {:?};", row.name);
        let _ = writeln!(says, "                case ErrorCode.{name}: return {:?};", row.says);
        let _ = writeln!(remedies, "                case ErrorCode.{name}: return {:?};", row.remedy);
        if let Some(unit) = &row.unit {
            let _ = writeln!(units, "                case ErrorCode.{name}: return {unit:?};");
        }
    }
    let numbers = numbers.trim_end();
    format!(
        "// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.
using System;

namespace StringMill
{{
    /// <summary>
    /// What can be wrong with an input or a request; numbers are the same in every release and language.
    /// </summary>
    public enum ErrorCode
    {{
{numbers}
    }}

    /// <summary>What there is to say of an <see cref=\"ErrorCode\"/>.</summary>
    public static class ErrorCodes
    {{
        /// <summary>The name that all languages share, such as <c>utf8_overlong</c>.</summary>
        /// <param name=\"code\">A code.</param>
        /// <returns>The name, in snake case.</returns>
        /// <exception cref=\"ArgumentOutOfRangeException\">There is no such code.</exception>
        public static string Id(ErrorCode code)
        {{
            switch (code)
            {{
{names}                default: throw new ArgumentOutOfRangeException(nameof(code));
            }}
        }}

        /// <summary>What is wrong.</summary>
        /// <param name=\"code\">A code.</param>
        /// <returns>A phrase in lower case, without a full stop and without advice.</returns>
        /// <exception cref=\"ArgumentOutOfRangeException\">There is no such code.</exception>
        public static string Says(ErrorCode code)
        {{
            switch (code)
            {{
{says}                default: throw new ArgumentOutOfRangeException(nameof(code));
            }}
        }}

        /// <summary>Advice for the user.</summary>
        /// <param name=\"code\">A code.</param>
        /// <returns>One sentence in the imperative, in lower case and without a full stop.</returns>
        /// <exception cref=\"ArgumentOutOfRangeException\">There is no such code.</exception>
        public static string Remedy(ErrorCode code)
        {{
            switch (code)
            {{
{remedies}                default: throw new ArgumentOutOfRangeException(nameof(code));
            }}
        }}

        /// <summary>What an offset of this error counts.</summary>
        /// <param name=\"code\">A code.</param>
        /// <returns><c>byte</c> or <c>code unit</c>.</returns>
        public static string Unit(ErrorCode code)
        {{
            switch (code)
            {{
{units}                default: return \"byte\";
            }}
        }}
    }}
}}
"
    )
}

/// The text of `ProfileRows.cs`.
pub(crate) fn profile_rows(rows: &[ProfileRow], unicode: &Unicode) -> Result<String, String> {
    let mut lists = Lists::new(|owner| camel(&owner.replace('-', "_")) + "NonAscii");
    let mut table = String::new();
    for index in 0..rows.len() {
        table += &profile_row(&RowText::of(rows, index, unicode, &mut lists)?);
    }
    let lists = lists.text("        private const string");
    Ok(format!(
        "// Generated from spec/profiles.toml by `cargo run -p stringmill-gen -- profiles`; do not edit.
namespace StringMill
{{
    /// <summary>Every row of profiles, as <see cref=\"ProfileRow\"/> explains them.</summary>
    internal static class ProfileRows
    {{
{lists}        internal static readonly ProfileRow[] All =
        {{
{table}        }};
    }}
}}
"
    ))
}

fn profile_row(row: &RowText) -> String {
    let options: String = row.options.iter().map(option_row).collect();
    format!(
        "            new ProfileRow(
                {:?},
                {:?},
                {:?},
                {},
                {:?},
                new ProfileRow.Option[]
                {{
{options}                }}),
",
        row.name, row.about, row.ascii, row.non_ascii, row.traits,
    )
}

fn option_row(option: &OptionText) -> String {
    format!(
        "                    new ProfileRow.Option(
                        {:?},
                        {:?},
                        {}, {:?}, {}, {:?}),
",
        option.name,
        option.about,
        option.requires.map_or("null".into(), |name| format!("{name:?}")),
        option.ascii,
        option.non_ascii.as_deref().unwrap_or("null"),
        option.traits,
    )
}
