//! A file that is read and may be replaced, as it was before it was read.

use crate::report::failure::{Failure, errno};
use crate::system::{self, Errno, FileId, bytes_of};
use std::fs::File;
use std::path::Path;
use std::time::SystemTime;

/// A regular file at one time: another process that writes to it changes its length or its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Original {
    id: FileId,
    len: u64,
    modified: Option<SystemTime>,
}

impl Original {
    /// `None` for a folder, a pipe or a device.
    pub(crate) fn of(file: &File, path: &Path) -> Result<Option<Self>, Failure> {
        let facts = file.metadata().map_err(|error| Failure::io("look at", path, errno(&error)))?;
        let id = system::file_id(system::stream(file)).filter(|_| facts.is_file());
        Ok(id.map(|id| Original { id, len: facts.len(), modified: facts.modified().ok() }))
    }

    /// Whether the file at `path` is this one, as it was.
    pub(crate) fn is_at(&self, path: &Path) -> Result<bool, Failure> {
        match system::open_found(bytes_of(path)) {
            Ok(file) => Ok(Original::of(&file, path)? == Some(*self)),
            // It was removed, or a link replaced it.
            Err(Errno::ENOENT | Errno::ELOOP) => Ok(false),
            Err(error) => Err(Failure::io("open", path, error)),
        }
    }
}
