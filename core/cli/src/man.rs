//! `smill man`: the manual pages.

use crate::args::{Arguments, ManArguments};
use crate::failure::{Exit, Failure, errno};
use crate::output::Output;
use clap::CommandFactory;
use clap_mangen::Man;
use std::path::Path;

pub(crate) fn run(arguments: &ManArguments) -> Result<Exit, Failure> {
    let mut command = Arguments::command();
    command.build();
    match &arguments.directory {
        Some(folder) => all(&command, folder)?,
        None => {
            let mut output = Output::new();
            output.put(&page(&command)?)?;
            output.close()?;
        }
    }
    Ok(Exit::Done)
}

/// Writes the page of each command into `folder`.
fn all(command: &clap::Command, folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::io("make the folder", folder, errno(&error)))?;
    let own = [command].into_iter().chain(command.get_subcommands().filter(|command| command.get_name() != "help"));
    for command in own {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = folder.join(format!("{name}.1"));
        std::fs::write(&path, page(command)?).map_err(|error| Failure::io("write", &path, errno(&error)))?;
    }
    Ok(())
}

fn page(command: &clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    // The examples stand before the usage on the screen; a page shows them where its reader looks for them.
    let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(command.clone().before_help("")).source(concat!("smill ", env!("CARGO_PKG_VERSION")));
    man.render(&mut page).map_err(|error| Failure::Io(format!("cannot write the page: {error}")))?;
    if let Some(examples) = examples.strip_prefix("Examples:\n") {
        page.extend_from_slice(format!(".SH EXAMPLES\n.nf\n{}.fi\n", roff(examples)).as_bytes());
    }
    Ok(page)
}

/// `text` as lines of a page, as they are.
fn roff(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-");
    escaped.lines().map(|line| format!("\\&{line}\n")).collect()
}
