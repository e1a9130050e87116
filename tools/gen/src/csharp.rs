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
    let (mut numbers, mut texts) = (String::new(), String::new());
    for row in rows {
        let name = camel(&row.name);
        let unit = row.unit();
        let _ = writeln!(numbers, "        /// <summary>{}; at {}.</summary>", capitalised(&row.says), row.offset);
        let _ = writeln!(numbers, "        {name} = {},", row.code);
        let _ = writeln!(
            texts,
            "                case ErrorCode.{name}: return new[] {{ {:?}, {:?}, {unit:?}, {:?} }};",
            row.name, row.says, row.remedy
        );
    }
    let numbers = numbers.trim_end();
    format!(
        "// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.
using System;

namespace StringMill
{{
    /// <summary>The errors of inputs and requests. Numbers are the same in every release and language.</summary>
    public enum ErrorCode
    {{
{numbers}
    }}

    /// <summary>The texts of each <see cref=\"ErrorCode\"/>.</summary>
    public static class ErrorCodes
    {{
        /// <summary>Returns the name that all languages share, such as <c>utf8_overlong</c>.</summary>
        /// <param name=\"code\">A code.</param>
        /// <exception cref=\"ArgumentOutOfRangeException\">There is no such code.</exception>
        public static string Id(ErrorCode code)
        {{
            return Texts(code)[0];
        }}

        /// <summary>Returns the reason: a phrase in lower case, without a full stop and without advice.</summary>
        /// <param name=\"code\">A code.</param>
        /// <exception cref=\"ArgumentOutOfRangeException\">There is no such code.</exception>
        public static string Says(ErrorCode code)
        {{
            return Texts(code)[1];
        }}

        /// <summary>Returns the unit of offsets of this error: <c>byte</c> or <c>code unit</c>; empty for an error of a call.</summary>
        /// <param name=\"code\">A code.</param>
        /// <exception cref=\"ArgumentOutOfRangeException\">There is no such code.</exception>
        public static string Unit(ErrorCode code)
        {{
            return Texts(code)[2];
        }}

        /// <summary>Returns advice: one sentence in the imperative, in lower case and without a full stop.</summary>
        /// <param name=\"code\">A code.</param>
        /// <exception cref=\"ArgumentOutOfRangeException\">There is no such code.</exception>
        public static string Remedy(ErrorCode code)
        {{
            return Texts(code)[3];
        }}

        // Name, reason, unit of offsets, advice.
        private static string[] Texts(ErrorCode code)
        {{
            switch (code)
            {{
{texts}                default: throw new ArgumentOutOfRangeException(nameof(code));
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
        "            new ProfileRow({:?}, {:?}, {}, {:?}{options}),
",
        row.name, row.ascii, row.non_ascii, row.traits,
    )
}

fn option_row(option: &OptionText) -> String {
    format!(
        ",
                new ProfileRow.Option({:?}, {}, {:?}, {}, {:?})",
        option.name,
        option.requires.map_or("null".into(), |name| format!("{name:?}")),
        option.ascii,
        option.non_ascii.as_deref().unwrap_or("null"),
        option.traits,
    )
}
