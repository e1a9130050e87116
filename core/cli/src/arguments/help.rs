//! Parts of the help texts and manual pages that all commands share.

/// The layout of a help text: the examples come first.
pub(crate) const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// Exit codes with their meaning.
pub(crate) const EXIT_STATUS: &[(u8, &str)] = &[
    (0, "success"),
    (1, "success, but something was replaced or skipped"),
    (2, "wrong usage"),
    (3, "invalid input"),
    (4, "a read or a write failed"),
    (5, "a limit was reached"),
];

/// Environment variables that change what the command does.
pub(crate) const ENVIRONMENT: &[(&str, &str)] = &[
    (
        "STRINGMILL_TIER",
        "The instruction tier to use: scalar, sse42, avx2, avx512 or neon. smill --version -v lists them.",
    ),
    ("NO_COLOR", "No colours under --color auto, if set and not empty."),
    ("CLICOLOR", "No colours under --color auto, if 0."),
    ("CLICOLOR_FORCE", "Colours under --color auto also without a terminal, if set and not 0."),
];

/// The exit codes as one sentence, for the end of a help text.
pub(crate) fn exit_codes() -> String {
    let codes: Vec<String> = EXIT_STATUS.iter().map(|(code, meaning)| format!("{code} {meaning}")).collect();
    format!("Exit codes: {}.", codes.join(", "))
}
