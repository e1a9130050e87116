//! `smill man`: writes manual pages from the declarations of the arguments.

use crate::arguments::Arguments;
use crate::arguments::help::{ENVIRONMENT, EXIT_STATUS, Memory};
use crate::arguments::pages::ManArguments;
use crate::output::publish::WriteOptions;
use crate::output::stdout::Output;
use crate::output::target::Target;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;
use std::fmt::Write;
use std::path::Path;

pub(crate) fn run(arguments: &ManArguments, messages: &Messages) -> Result<Exit, Failure> {
    let mut command = Arguments::command();
    command.build();
    match &arguments.directory {
        Some(folder) => all(&command, folder, messages)?,
        None => Output::print(&page(&command, &command)?)?,
    }
    Ok(Exit::Done)
}

/// Writes the page of each command into `folder`.
fn all(root: &Command, folder: &Path, messages: &Messages) -> Result<(), Failure> {
    let mut target = Target::open(folder, WriteOptions { force: true, sync: false, modes: false })?;
    for command in [root].into_iter().chain(subcommands(root)) {
        target.write(format!("{}.1", title(command)).as_bytes(), &page(root, command)?)?;
    }
    target.finish()?.report(messages);
    Ok(())
}

fn subcommands(root: &Command) -> impl Iterator<Item = &Command> {
    root.get_subcommands().filter(|command| command.get_name() != "help")
}

/// The name of the page of `command`, as in `smill-pack`.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

fn page(root: &Command, command: &Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let man = Man::new(command.clone()).source(concat!("smill ", env!("CARGO_PKG_VERSION")));
    man.render_title(&mut page)
        .and_then(|()| man.render_name_section(&mut page))
        .and_then(|()| {
            page.extend_from_slice(synopsis(command).as_bytes());
            man.render_description_section(&mut page)
        })
        .and_then(|()| man.render_options_section(&mut page))
        .and_then(|()| if command.has_subcommands() { man.render_subcommands_section(&mut page) } else { Ok(()) })
        .map_err(|error| Failure::Io(format!("cannot write the page: {error}")))?;
    for section in [memory(command), exit_status(command), environment(), examples(command), see_also(root, command)] {
        page.extend_from_slice(section.as_bytes());
    }
    Ok(page)
}

/// Every option with the name of its value. clap_mangen leaves the values out.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let mut text = format!(".SH SYNOPSIS\n\\fB{}\\fR", roff(name));
    let (operands, options): (Vec<&Arg>, Vec<&Arg>) = command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set())
        .partition(|argument| argument.is_positional());
    for option in options.into_iter().chain(operands) {
        let required = option.is_required_set();
        let (open, close) = if required { ("", "") } else { ("[", "]") };
        // Writing to a string cannot fail.
        let _ = write!(text, " {open}{}{close}", synopsis_of(option));
    }
    if command.has_subcommands() {
        text.push_str(" \\fICOMMAND\\fR ...");
    }
    text.push('\n');
    text
}

fn synopsis_of(argument: &Arg) -> String {
    let many = matches!(argument.get_action(), clap::ArgAction::Append);
    let value = argument.get_action().takes_values().then(|| {
        let names = argument.get_value_names().unwrap_or_default();
        let names: Vec<String> = names.iter().map(|name| format!("\\fI{}\\fR", roff(name))).collect();
        names.join(" ") + if many && argument.is_positional() { "..." } else { "" }
    });
    let name = match (argument.get_long(), argument.get_short()) {
        (Some(long), _) => Some(format!("\\fB{}\\fR", roff(&format!("--{long}")))),
        (None, Some(short)) => Some(format!("\\fB{}\\fR", roff(&format!("-{short}")))),
        (None, None) => None,
    };
    [name, value].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn memory(command: &Command) -> String {
    let sentence = Memory::of(command.get_name()).map(Memory::sentence);
    sentence.map(|text| format!(".SH MEMORY\n{}\n", roff(&text))).unwrap_or_default()
}

fn exit_status(command: &Command) -> String {
    if command.get_name() == "selftest" {
        return ".SH \"EXIT STATUS\"\n0 if all cases passed, 1 if a case failed, 2 wrong usage, 4 a write failed.\n"
            .to_owned();
    }
    let rows = EXIT_STATUS.iter().map(|(code, meaning)| format!(".TP\n\\fB{code}\\fR\n{}\n", sentence(meaning)));
    format!(".SH \"EXIT STATUS\"\n{}", rows.collect::<String>())
}

fn environment() -> String {
    let rows = ENVIRONMENT.iter().map(|(name, meaning)| format!(".TP\n\\fB{name}\\fR\n{}\n", roff(meaning)));
    format!(".SH ENVIRONMENT\n{}", rows.collect::<String>())
}

/// The examples, which a help text shows before its usage.
fn examples(command: &Command) -> String {
    let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    match examples.strip_prefix("Examples:\n") {
        Some(examples) => {
            let lines = examples.lines().map(|line| format!("\\&{}\n", roff(line)));
            format!(".SH EXAMPLES\n.nf\n{}.fi\n", lines.collect::<String>())
        }
        None => String::new(),
    }
}

fn see_also(root: &Command, command: &Command) -> String {
    let own = title(command);
    let pages =
        [root].into_iter().chain(subcommands(root)).map(title).chain(["iconv", "jq"]).filter(|page| *page != own);
    let pages = pages.map(|page| format!("\\fB{}\\fR(1)", roff(page))).collect::<Vec<_>>();
    format!(".SH \"SEE ALSO\"\n{}\n", pages.join(",\n"))
}

/// `text` with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    roff(&format!("{}{rest}.", first.to_uppercase()))
}

/// `text` without characters that have a meaning in a page.
fn roff(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}
