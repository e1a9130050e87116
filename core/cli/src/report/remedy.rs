//! Advice on an error: the remedy that all languages share, and the option of this command for it.

use stringmill::ErrorCode as E;

/// The work that met an error. Hints depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Writing text as a JSON string: `escape`.
    Escape,
    /// Writing texts of files: `pack`.
    Pack,
    /// Reading one JSON string: `unescape`.
    Unescape,
    /// Looking for errors: `check`.
    Check,
    /// Reading a packed folder: `unpack`.
    Unpack,
    /// Writing another format: `convert`.
    Convert,
    /// Writing well-formed UTF-8: `clean`.
    Clean,
    /// Writing canonical JSON: `canon`.
    Canon,
    /// Mending JSON: `repair`.
    Repair,
    /// Showing the bytes of binary Ion: `inspect`.
    Inspect,
}

/// The remedy of an error, and the hint of this command if there is one.
pub(crate) fn remedies(code: E, task: Task) -> Vec<&'static str> {
    let hint = HINTS.iter().find(|(codes, tasks, _)| codes.contains(&code) && tasks.contains(&task));
    [code.remedy()].into_iter().chain(hint.map(|&(.., hint)| hint)).collect()
}

/// Whether an error is about the size of an input, not about its content.
pub(crate) fn is_limit(code: E) -> bool {
    // The hundreds are families.
    code as u16 / 100 == 7 || code == E::MemoryRefused
}

const UTF8: &[E] = &[
    E::Utf8StrayContinuation,
    E::Utf8ImpossibleByte,
    E::Utf8MissingContinuation,
    E::Utf8Overlong,
    E::Utf8Surrogate,
    E::Utf8AboveMax,
    E::Utf8Incomplete,
];

const ALL: &[Task] = &[
    Task::Escape,
    Task::Pack,
    Task::Unescape,
    Task::Check,
    Task::Unpack,
    Task::Convert,
    Task::Clean,
    Task::Canon,
    Task::Repair,
    Task::Inspect,
];

/// Options and commands that carry out a remedy, by code and task. The first match counts.
const HINTS: &[(&[E], &[Task], &str)] = &[
    (
        UTF8,
        &[Task::Escape, Task::Clean],
        "--on-invalid replace writes U+FFFD instead, and smill check --all lists every place",
    ),
    (
        UTF8,
        &[Task::Pack],
        "--on-invalid replace writes U+FFFD instead, --skip-unreadable packs the other files, smill check --all lists every \
         place",
    ),
    (UTF8, &[Task::Check], "--all lists every place"),
    (UTF8, &[Task::Repair], "--on-invalid replace writes U+FFFD instead, inside a string"),
    (
        &[E::JsonIncomplete, E::StringUnterminated, E::EscapeIncomplete],
        &[Task::Repair],
        "--mend truncated closes a text inside which the input ends, keep-truncated keeps its last string, drop-truncated drops \
         the line, closers adds brackets",
    ),
    (&[E::JsonTrailing], &[Task::Repair], "--format ndjson reads a value from each line"),
    (
        &[
            E::JsonStringExpected,
            E::JsonCommaExpected,
            E::JsonBracketExpected,
            E::JsonValueExpected,
            E::JsonLiteralUnknown,
            E::NumberDigitExpected,
            E::NumberLeadingZero,
            E::EscapeUnknown,
        ],
        &[Task::Repair],
        "smill repair --help lists what --mend can mend",
    ),
    (UTF8, ALL, "smill clean replaces it, smill check --all lists every place"),
    (&[E::SurrogateLone], &[Task::Check], "--lone-surrogates accepts it"),
    (
        &[E::SurrogateLone],
        &[Task::Unescape, Task::Unpack],
        "--on-invalid replace writes U+FFFD instead, and reversible restores the bytes that it marked",
    ),
    (&[E::QuoteMissing], ALL, "--bare reads text without quotes"),
    (&[E::QuoteUnescaped], ALL, "without --bare the text has quotes around it"),
    (&[E::LiteralTrailing], ALL, "smill unescape --lines reads a string from each line, smill unpack reads objects"),
    (
        &[E::JsonObjectExpected],
        ALL,
        "smill unpack reads the output of smill pack: {\"path\": \"text\", ...}, or NDJSON",
    ),
    (
        &[E::JsonMemberMissing],
        ALL,
        "--members path=NAME,text=NAME names the members of a line, and --object reads \"path\" as the name of a file",
    ),
    (
        &[E::JsonStringExpected],
        &[Task::Unpack],
        "--ndjson reads a file from each line, and --members path=NAME,text=NAME names its members",
    ),
    (&[E::JsonByteOrderMark, E::IonByteOrderMark], ALL, "--encoding auto leaves it out"),
    (
        &[E::JsonTrailing],
        &[Task::Check],
        "--format ndjson reads a value from each line, json-values any number with white space between numbers and words",
    ),
    (
        &[E::JsonTrailing],
        &[Task::Convert],
        "--from ndjson reads a value from each line, json-values any number with white space between numbers and words",
    ),
    (&[E::JsonTrailing], &[Task::Unpack], "--ndjson reads an object from each line"),
    (&[E::IonEncoding], ALL, "--encoding names its encoding, as in --encoding utf-16le"),
    (&[E::LimitNameLen], ALL, "no path may be longer than 4096 bytes"),
    (&[E::LimitDepth], &[Task::Check, Task::Convert, Task::Canon, Task::Repair, Task::Inspect], "--max-depth sets it"),
    (&[E::LimitStringLen], &[Task::Check, Task::Convert, Task::Repair, Task::Inspect], "--max-string sets it"),
    (&[E::LimitRecordLen], &[Task::Check, Task::Convert, Task::Repair], "--max-length sets it"),
    (&[E::LimitMemory], ALL, "--memory sets it"),
    (
        &[E::CanonicalWhiteSpace, E::CanonicalString, E::CanonicalNumber, E::CanonicalOrder],
        ALL,
        "smill canon without --verify writes the canonical text",
    ),
    (
        &[E::ConvertLoss],
        ALL,
        "--on-loss allow writes the nearest value, and --typed loses nothing between Ion and JSON",
    ),
    (&[E::IonBinaryMarker], &[Task::Inspect], "smill convert --to ion-binary turns Ion text or JSON into binary Ion"),
    (&[E::IonImportUnknown], ALL, "--catalog reads shared symbol tables from a folder"),
    (&[E::ConvertOneValue], ALL, "--to ndjson writes a value on each line, --array one array"),
    (&[E::ConvertArray], ALL, "without --each a value is converted as it is"),
    (&[E::ConvertSeparator], ALL, "json-values reads values without separators, ndjson a value from each line"),
    (&[E::ConvertTyped], ALL, "--typed reads the JSON that --typed writes"),
    (&[E::ConvertDynamodb], ALL, "--from ion takes any Ion"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A row that another one hides would never be shown.
    #[test]
    fn every_hint_is_reached() {
        for (codes, tasks, hint) in HINTS {
            let mut pairs = codes.iter().flat_map(|&code| tasks.iter().map(move |&task| (code, task)));
            assert!(pairs.any(|(code, task)| remedies(code, task) == [code.remedy(), *hint]), "{hint}");
        }
    }
}
