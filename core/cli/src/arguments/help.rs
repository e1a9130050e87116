//! Parts of the help texts and manual pages that all commands share.

use clap::ValueEnum;
use stringmill::ErrorCode;

/// The layout of a help text: the examples come first.
pub(crate) const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// The names of all values of an option, for a message.
pub(crate) fn choices<V: ValueEnum>() -> String {
    let values = V::value_variants().iter().filter_map(V::to_possible_value);
    let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Exit codes with their meaning.
pub(crate) const EXIT_STATUS: &[(u8, &str)] = &[
    (0, "success"),
    (1, "success, but something was replaced or skipped, or with --check would change"),
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

/// The memory of a command beside buffers of fixed size, and the options that limit it.
pub(crate) struct Memory {
    command: &'static str,
    /// What the command keeps in memory. Without a limit named here, its size does not depend on the length of the input.
    keeps: &'static str,
    /// Options with the error of an input that exceeds them, which gives exit code 5.
    limits: &'static [(&'static str, ErrorCode)],
}

const DEPTH: (&str, ErrorCode) = ("--max-depth", ErrorCode::LimitDepth);
const STRING: (&str, ErrorCode) = ("--max-string", ErrorCode::LimitStringLen);
const LINE: (&str, ErrorCode) = ("--max-length", ErrorCode::LimitRecordLen);

/// Every command that reads an input. The table of `docs/bytes.md` has the same rows.
pub(crate) const MEMORY: &[Memory] = &[
    Memory { command: "pack", keeps: "the names of all files; a text is streamed", limits: &[] },
    Memory {
        command: "unpack",
        keeps: "a hash of each name; a text is streamed; 128 KiB of one before its path, the rest in a temporary file",
        limits: &[],
    },
    Memory { command: "escape", keeps: "nothing; a string is streamed", limits: &[] },
    Memory { command: "unescape", keeps: "nothing; a string is streamed", limits: &[] },
    Memory {
        command: "check",
        keeps: "one bit for each level of JSON, with rules beyond RFC 8259 the names of open objects and the longest name \
                or number; a line with --rejects; the longest value and the symbol table of Ion",
        limits: &[DEPTH, STRING, LINE],
    },
    Memory { command: "clean", keeps: "nothing", limits: &[] },
    Memory { command: "repair", keeps: "a record of NDJSON, or a part of a JSON text", limits: &[DEPTH, STRING, LINE] },
    Memory {
        command: "convert",
        keeps: "one bit for each level of JSON; a name or number on its way to Ion; a record with --lines; the longest \
                value and the symbol table of Ion",
        limits: &[DEPTH, STRING, LINE],
    },
    Memory {
        command: "canon",
        keeps: "the text up to --memory, the rest in a temporary file; with --verify a name of each open object",
        limits: &[DEPTH, ("--memory", ErrorCode::LimitMemory)],
    },
    Memory { command: "inspect", keeps: "the longest value and the symbol table", limits: &[DEPTH, STRING] },
];

impl Memory {
    /// The memory of the command called `name`, if it reads an input.
    pub(crate) fn of(name: &str) -> Option<&'static Memory> {
        MEMORY.iter().find(|memory| memory.command == name)
    }

    /// The sentences for the end of a help text.
    pub(crate) fn sentence(&self) -> String {
        let options: Vec<_> = self.limits.iter().map(|(option, _)| *option).collect();
        let limits = if options.is_empty() { String::new() } else { format!(" Limits: {}.", options.join(", ")) };
        format!("Memory beside buffers: {}.{limits}", self.keeps)
    }
}

/// The end of the help text of a command: memory and exit codes.
pub(crate) fn after(command: &str) -> String {
    let memory = Memory::of(command).map(|memory| memory.sentence() + "\n").unwrap_or_default();
    memory + &exit_codes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;
    use clap::CommandFactory;

    fn table() -> String {
        let row = |memory: &Memory| {
            let limits = memory.limits.iter().map(|(option, code)| format!("`{option}` ({})", *code as u16));
            let limits = limits.collect::<Vec<_>>().join(", ");
            format!("| `{}` | {} | {limits} |\n", memory.command, memory.keeps)
        };
        MEMORY.iter().map(row).collect()
    }

    #[test]
    fn the_docs_have_the_table_of_memory() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bytes.md")).unwrap();
        assert!(page.contains(&table()), "docs/bytes.md needs these rows:\n{}", table());
    }

    /// Each command has its sentence, and the options that it names.
    #[test]
    fn commands_have_the_limits_that_they_name() {
        let root = Arguments::command();
        for memory in MEMORY {
            let command = root.find_subcommand(memory.command).unwrap();
            let after = command.get_after_help().unwrap().to_string();
            assert!(after.starts_with(&memory.sentence()), "{after}");
            for (option, _) in memory.limits {
                let has = command.get_arguments().any(|argument| argument.get_long() == option.strip_prefix("--"));
                assert!(has, "{}: {option}", memory.command);
            }
        }
        let reads = |command: &&clap::Command| command.get_arguments().any(|argument| argument.get_id() == "max_ratio");
        let missing = root.get_subcommands().filter(reads).find(|command| Memory::of(command.get_name()).is_none());
        assert!(missing.is_none(), "{missing:?}");
    }
}
