//! Linux alone: access ACLs, files without a name (`O_TMPFILE`), which get one when they are complete, and files with holes.

use super::{Errno, FileHandle, FolderHandle};
use nix::fcntl::{AT_FDCWD, AtFlags, OFlag, openat};
use nix::sys::stat::{Mode, fstat, umask};
use nix::unistd::linkat;
use rustix::fs::{
    FallocateFlags, XattrFlags, fallocate, fgetxattr_query, fremovexattr, fsetxattr, lgetxattr, lgetxattr_query,
};
use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The extended attribute of the access ACL.
const ACL: &str = "system.posix_acl_access";

/// The access ACL of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Acl {
    /// No ACL, only the mode.
    None,
    Entries(Vec<u8>),
    /// The ACL cannot be read; it may or may not exist.
    Unknown,
}

/// How to refer to an open unnamed file.
#[derive(Debug)]
pub(crate) enum LinkMethod {
    /// By its descriptor. Before Linux 6.10 this needs a capability.
    Descriptor,
    /// By its path in `/proc`.
    Path,
}

impl LinkMethod {
    /// Gives `file` a name; `EEXIST` if a file of that name exists.
    pub(crate) fn link(&self, file: &FileHandle, folder: &FolderHandle, name: &[u8]) -> Result<(), Errno> {
        match self {
            LinkMethod::Descriptor => linkat(file, "", folder, name, AtFlags::AT_EMPTY_PATH),
            LinkMethod::Path => linkat(AT_FDCWD, &descriptor(file), folder, name, AtFlags::AT_SYMLINK_FOLLOW),
        }
    }
}

/// Creates an unnamed file in `folder`, with these permissions under the umask.
pub(crate) fn create_unnamed(folder: &FolderHandle, mode: u32) -> Result<FileHandle, Errno> {
    openat(folder, ".", OFlag::O_RDWR | OFlag::O_TMPFILE | OFlag::O_CLOEXEC, Mode::from_bits_truncate(mode))
}

/// Creates an unnamed file in `folder`, and finds out how it could get a name.
pub(crate) fn find_link_method(folder: &FolderHandle) -> Result<LinkMethod, Errno> {
    let file = create_unnamed(folder, 0o666)?;
    if !heeds_umask(folder, &file)? {
        return Err(Errno::EOPNOTSUPP);
    }
    // Linking to an existing name fails with EEXIST if the file is found, and leaves no link to remove.
    let finds = |method: &LinkMethod| method.link(&file, folder, b".") == Err(Errno::EEXIST);
    [LinkMethod::Descriptor, LinkMethod::Path].into_iter().find(finds).ok_or(Errno::EOPNOTSUPP)
}

/// Whether the new `file` respects the umask. Before Linux 6.0 it may not, on file systems without ACLs.
fn heeds_umask(folder: &FolderHandle, file: &FileHandle) -> Result<bool, Errno> {
    let withheld = umask(Mode::empty());
    umask(withheld);
    if fstat(file)?.st_mode & withheld.bits() & 0o777 == 0 {
        return Ok(true);
    }
    // In a folder with a default ACL, that ACL applies, and the umask does not.
    Ok(fgetxattr_query(folder, "system.posix_acl_default").is_ok())
}

/// Gives the blocks of a part of `file` back, if the file system can.
pub(crate) fn release(file: &File, at: u64, len: u64) -> Result<(), Errno> {
    if len == 0 {
        return Ok(());
    }
    match fallocate(file, FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE, at, len) {
        Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOSYS) => Ok(()),
        done => done.map_err(|error| Errno::from_raw(error.raw_os_error())),
    }
}

impl Acl {
    /// The access ACL of the file `name` in `folder`.
    pub(crate) fn of(folder: &FolderHandle, name: &[u8]) -> Self {
        // Through /proc/self/fd, because no call accepts both a folder and a name.
        let path = descriptor(folder).join(OsStr::from_bytes(name));
        let entries = lgetxattr_query(&path, ACL).and_then(|len| {
            let mut entries = vec![0; len];
            let len = lgetxattr(&path, ACL, &mut entries[..])?;
            entries.truncate(len);
            Ok(entries)
        });
        match entries {
            Ok(entries) => Acl::Entries(entries),
            Err(rustix::io::Errno::NODATA | rustix::io::Errno::OPNOTSUPP) => Acl::None,
            Err(_) => Acl::Unknown,
        }
    }

    /// Gives `file` this ACL. Returns whether `file` has it now, and no other.
    pub(crate) fn apply_to(&self, file: &FileHandle) -> bool {
        use rustix::io::Errno;
        match self {
            Acl::Entries(entries) => fsetxattr(file, ACL, entries, XattrFlags::empty()).is_ok(),
            // The new file may have inherited the default ACL of the folder.
            Acl::None | Acl::Unknown => {
                let removed = matches!(fremovexattr(file, ACL), Ok(()) | Err(Errno::NODATA | Errno::OPNOTSUPP));
                removed && *self == Acl::None
            }
        }
    }
}

/// The path of an open file or folder.
fn descriptor(fd: &OwnedFd) -> PathBuf {
    Path::new("/proc/self/fd").join(fd.as_raw_fd().to_string())
}
