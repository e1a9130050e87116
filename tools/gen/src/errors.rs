//! `spec/errors.toml` as the Rust enum of error codes.

use crate::rust::{camel, capitalised};
use crate::spec::ErrorRow;
use std::fmt::Write;

/// The text of `core/outcome/src/error_code.rs`.
pub(crate) fn generate(rows: &[ErrorRow]) -> String {
    let each = |line: &dyn Fn(&ErrorRow, &str) -> String| {
        rows.iter().fold(String::new(), |mut text, row| {
            let _ = writeln!(text, "{}", line(row, &camel(&row.name)));
            text
        })
    };
    let variants = each(&|row, name| {
        let says = capitalised(&row.says);
        format!("/// {says}; the offset points at {}.\n{name} = {},", row.offset, row.code)
    });
    let table = each(&|row, name| {
        let ErrorRow { name: snake, says, remedy, span, .. } = row;
        let unit = row.unit();
        format!(
            "Row {{ code: ErrorCode::{name}, name: {snake:?}, says: {says:?}, remedy: {remedy:?}, span: Span::{span:?}, \
             unit: {unit:?} }},"
        )
    });
    format!(
        "// Generated from spec/errors.toml by `cargo run -p stringmill-gen -- errors`; do not edit.

use crate::span::Span;

/// The cause of an error. Numbers are the same in every release and language; later releases add codes.
///
/// ```
/// use stringmill::{{ErrorCode, Span}};
///
/// let code = ErrorCode::EscapeUnknown;
/// assert_eq!((code as u16, code.name()), (203, \"escape_unknown\"));
/// assert_eq!((code.says(), code.unit(), code.span()), (\"unknown escape\", \"byte\", Span::Escape));
/// assert!(!code.remedy().is_empty());
/// assert!(ErrorCode::ALL.is_sorted());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u16)]
#[non_exhaustive]
pub enum ErrorCode {{
{variants}}}

impl ErrorCode {{
    /// Every code, in ascending order.
    pub const ALL: &[ErrorCode] = {{
        let mut all = [ErrorCode::Internal; ROWS.len()];
        let mut at = 0;
        while at < all.len() {{
            all[at] = ROWS[at].code;
            at += 1;
        }}
        &{{ all }}
    }};

    /// The name shared by all languages, in snake case.
    pub const fn name(self) -> &'static str {{
        self.row().name
    }}

    /// The cause in a few words, in lower case, without a full stop and without advice.
    pub const fn says(self) -> &'static str {{
        self.row().says
    }}

    /// Advice for the user: one sentence in the imperative, in lower case and without a full stop.
    pub const fn remedy(self) -> &'static str {{
        self.row().remedy
    }}

    /// The part of the input that the error covers, from the offset on.
    pub const fn span(self) -> Span {{
        self.row().span
    }}

    /// The unit of the offset: `byte` or `code unit`; empty for an error of a call, which has no place in the input.
    pub const fn unit(self) -> &'static str {{
        self.row().unit
    }}

    /// Found by halves, because the table is in the order of the numbers.
    const fn row(self) -> &'static Row {{
        let (mut from, mut to) = (0, ROWS.len());
        while to - from > 1 {{
            let middle = from.midpoint(to);
            if ROWS[middle].code as u16 <= self as u16 {{
                from = middle;
            }} else {{
                to = middle;
            }}
        }}
        &ROWS[from]
    }}
}}

/// What there is to know of a code.
struct Row {{
    code: ErrorCode,
    name: &'static str,
    says: &'static str,
    remedy: &'static str,
    span: Span,
    unit: &'static str,
}}

static ROWS: &[Row] = &[
{table}];
"
    )
}

/// The same rows as constants of C: the text between the marks of `core/capi/include/stringmill_errors.h`.
pub(crate) fn c_constants(rows: &[ErrorRow]) -> String {
    rows.iter().enumerate().fold(String::new(), |mut text, (number, row)| {
        // C++ before C++11 and strict C90 allow no comma after the last constant.
        let comma = if number + 1 < rows.len() { "," } else { "" };
        let _ = writeln!(text, "    /* {}; at {} */", row.says, row.offset);
        let _ = writeln!(text, "    SMILL_ERROR_{} = {}{comma}", row.name.to_uppercase(), row.code);
        text
    })
}

#[cfg(test)]
mod tests {
    use crate::spec;

    /// Codes ascend, so none is repeated, and each belongs to a family of `spec/errors.toml`.
    #[test]
    fn codes_ascend_within_the_families() {
        let rows = spec::errors().unwrap();
        assert!(rows.windows(2).all(|pair| pair[0].code < pair[1].code));
        for row in rows {
            assert!(matches!(row.code / 100, 1..=9), "{}: no family", row.code);
            assert!(!row.says.ends_with('.') && !row.offset.is_empty() && !row.since.is_empty(), "{}", row.name);
        }
    }

    /// A remedy is a short sentence that is true in every language: no option of the command, no name of a type.
    #[test]
    fn remedies_are_short_and_for_every_language() {
        for row in spec::errors().unwrap() {
            let (name, remedy) = (&row.name, &row.remedy);
            assert!((2..=25).contains(&remedy.split_whitespace().count()), "{name}: {remedy}");
            assert!(remedy.starts_with(|first: char| first.is_ascii_lowercase()), "{name}: {remedy}");
            assert!(!remedy.ends_with(['.', '?', '!']) && remedy.is_ascii(), "{name}: {remedy}");
            assert!(!remedy.contains("--") && !remedy.contains("::") && !remedy.contains("smill"), "{name}: {remedy}");
        }
    }
}
