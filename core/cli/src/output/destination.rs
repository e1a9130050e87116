//! Where a command writes: standard output, or a file that is replaced only after all is written.

use crate::output::attributes::{FileId, file_id};
use crate::output::descriptor::{close_stdout, write_stdout};
use crate::output::publish::{Draft, Published};
use crate::output::target::{Refusal, Target, name_of, replaceable};
use crate::report::failure::Failure;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

/// Where a command writes.
pub(crate) enum Destination {
    Stdout,
    File(Box<NewFile>),
}

/// An unfinished file. Dropping it leaves the old file as it is.
pub(crate) struct NewFile {
    target: Target,
    draft: Draft,
    path: PathBuf,
    /// The file that exists already and will be replaced.
    replaced: Option<FileId>,
}

impl Destination {
    /// Begins the file at `path`, which `option` names.
    pub(crate) fn file(option: &str, path: &Path) -> Result<Self, Failure> {
        let name = name_of(path);
        let replaced = replaceable(option, path)?;
        let mut target = Target::around(path)?;
        let draft = match target.begin(name) {
            Ok(begun) => begun.or_usage(name)?,
            Err(Refusal::Name(why)) => return Err(Failure::Usage(format!("{option}: {why}"))),
            Err(Refusal::System(failure)) => return Err(failure),
        };
        Ok(Destination::File(Box::new(NewFile { target, draft, path: path.to_owned(), replaced })))
    }

    /// Identity of the file that is written or will be replaced; `None` for a pipe and for a new file.
    pub(crate) fn id(&self) -> Option<FileId> {
        match self {
            Destination::Stdout => file_id(std::io::stdout().as_fd()),
            Destination::File(file) => file.replaced,
        }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Destination::Stdout => None,
            Destination::File(file) => Some(&file.path),
        }
    }

    /// Writes all of `bytes`.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Destination::Stdout => write_stdout(bytes),
            Destination::File(file) => file.draft.write(bytes),
        }
    }

    /// Closes standard output, or gives the file its name.
    pub(crate) fn close(self) -> Result<Published, Failure> {
        match self {
            Destination::Stdout => close_stdout().map(|()| Published::default()),
            Destination::File(file) => {
                let NewFile { mut target, draft, .. } = *file;
                let published = target.publish(draft);
                let finished = target.finish()?;
                published.map(|()| finished)
            }
        }
    }
}
