//! The facts of `spec/` as TypeScript, for the part of the package that has no module of WebAssembly.

use crate::spec::ErrorRow;
use std::fmt::Write;

/// The path of the table of errors.
pub(crate) const ERRORS: &str = "js/src/partial/error-rows.ts";

/// The errors of JSON text.
const CODES: &[u16] = &[
    101, 102, 103, 104, 105, 106, 107, 110, 111, 201, 202, 203, 204, 205, 302, 303, 304, 305, 306, 308, 309, 310, 311,
    312, 601, 602, 702, 703, 704,
];

/// The text of `error-rows.ts`.
pub(crate) fn error_rows(rows: &[ErrorRow]) -> String {
    let mut out = "// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.\n\n\
                   /** Number, cause and advice of each error of JSON text. */\nexport const ROWS = {\n"
        .to_owned();
    for row in rows.iter().filter(|row| CODES.contains(&row.code)) {
        let _ = writeln!(out, "  {}: [{}, {:?}, {:?}],", row.name, row.code, row.says, row.remedy);
    }
    out + "} as const;\n"
}
