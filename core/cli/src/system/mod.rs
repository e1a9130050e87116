//! The only module that knows the system: files relative to open folders, streams, and the names that a system can hold.
//!
//! Linux and macOS have the functions of POSIX that take an open folder. Windows has none that the standard library offers, so
//! `cap-std` resolves names below a folder there. The two files have the same functions.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
mod attributes;

#[cfg(unix)]
pub(crate) use attributes::Attributes;
#[cfg(unix)]
pub(crate) use unix::*;
#[cfg(windows)]
pub(crate) use windows::*;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod not_linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::*;
#[cfg(not(target_os = "linux"))]
pub(crate) use not_linux::*;

use std::ffi::OsStr;

/// Identity of a file, independent of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileId {
    pub(crate) device: u64,
    pub(crate) inode: u64,
}

/// The kind of a file. On Windows a pipe or a device is `Other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(windows, allow(dead_code))]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    Pipe,
    /// A terminal, `/dev/null` and the like; not one with blocks, such as a disk.
    Device,
    Other,
}

/// A standard stream to write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standard {
    Output,
    Error,
}

/// The facts of a file that exists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) kind: Kind,
    pub(crate) id: FileId,
    /// Number of its names.
    pub(crate) links: u64,
    /// Its permissions; 0o666 on Windows.
    pub(crate) mode: u32,
    #[cfg(unix)]
    pub(crate) owner: u32,
    #[cfg(unix)]
    pub(crate) group: u32,
}

/// A name or a path as bytes: as the system has it, or UTF-8 on Windows, with surrogates of names that are not UTF-16.
pub(crate) fn bytes_of(name: &(impl AsRef<OsStr> + ?Sized)) -> &[u8] {
    name.as_ref().as_encoded_bytes()
}
