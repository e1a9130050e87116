//! What Linux alone has, on other systems: each file has a name from the start, and no ACL is kept.

use super::{Errno, FileHandle, FolderHandle};
use std::fs::File;

/// No way to name an unnamed file.
#[derive(Debug)]
pub(crate) enum LinkMethod {}

impl LinkMethod {
    pub(crate) fn link(&self, _: &FileHandle, _: &FolderHandle, _: &[u8]) -> Result<(), Errno> {
        match *self {}
    }
}

pub(crate) fn create_unnamed(_: &FolderHandle, _: u32) -> Result<FileHandle, Errno> {
    Err(Errno::EOPNOTSUPP)
}

pub(crate) fn find_link_method(_: &FolderHandle) -> Result<LinkMethod, Errno> {
    Err(Errno::EOPNOTSUPP)
}

/// The file keeps its blocks.
pub(crate) fn release(_: &File, _: u64, _: u64) -> Result<(), Errno> {
    Ok(())
}

/// No ACL.
#[cfg(unix)]
#[derive(Debug)]
pub(crate) struct Acl;

#[cfg(unix)]
impl Acl {
    pub(crate) fn of(_: &FolderHandle, _: &[u8]) -> Self {
        Acl
    }

    pub(crate) fn apply_to(&self, _: &FileHandle) -> bool {
        true
    }
}
