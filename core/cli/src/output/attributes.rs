//! Identity, mode, owner, group and access ACL of a file. All but the identity are for the file that replaces it.
//!
//! Other extended attributes are not kept: they describe the old content (a checksum, a type) or give its program rights
//! (capabilities). Set-user-ID, set-group-ID and sticky bits are not kept either; most writes to a file clear them too.

use nix::errno::Errno;
use nix::fcntl::AtFlags;
use nix::sys::stat::{FileStat, Mode, SFlag, fchmod, fstat, fstatat};
use nix::unistd::{Gid, Uid, fchown};
use rustix::fs::{XattrFlags, fremovexattr, fsetxattr, lgetxattr, lgetxattr_query};
use std::ffi::OsStr;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The extended attribute of the access ACL.
const ACL: &str = "system.posix_acl_access";
const GROUP: u32 = 0o070;

/// The attributes that a new file inherits from the file it replaces.
#[derive(Debug)]
pub(crate) struct Attributes {
    mode: u32,
    owner: Uid,
    group: Gid,
    acl: Acl,
}

#[derive(Debug, PartialEq, Eq)]
enum Acl {
    /// No ACL, only the mode.
    None,
    Entries(Vec<u8>),
    /// The ACL cannot be read; it may or may not exist.
    Unknown,
}

/// The facts of `name` in `folder`; `None` if it does not exist.
pub(crate) fn named(folder: &OwnedFd, name: &[u8]) -> Result<Option<FileStat>, Errno> {
    match fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW) {
        Ok(facts) => Ok(Some(facts)),
        Err(Errno::ENOENT) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(crate) fn kind(facts: &FileStat) -> SFlag {
    SFlag::from_bits_truncate(facts.st_mode) & SFlag::S_IFMT
}

/// Identity of a file, independent of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileId {
    pub(crate) device: u64,
    pub(crate) inode: u64,
}

/// Identity of the file; `None` for a pipe, a terminal or another device.
pub(crate) fn file_id(fd: BorrowedFd<'_>) -> Option<FileId> {
    let facts = fstat(fd).ok()?;
    (kind(&facts) == SFlag::S_IFREG).then_some(FileId { device: facts.st_dev, inode: facts.st_ino })
}

impl Attributes {
    /// Those of the file `name` in `folder`, of which `facts` are known; `None` if it is not a regular file.
    pub(crate) fn of(facts: &FileStat, folder: &OwnedFd, name: &[u8]) -> Option<Self> {
        (kind(facts) == SFlag::S_IFREG).then(|| Attributes {
            mode: facts.st_mode & 0o777,
            owner: Uid::from_raw(facts.st_uid),
            group: Gid::from_raw(facts.st_gid),
            acl: Acl::of(folder, name),
        })
    }

    /// Sets them on `file`, as far as this process may, with `mode` instead of their own. Returns whether all were set; if not,
    /// the file is open to fewer users than the old one.
    pub(crate) fn apply_to(&self, file: &OwnedFd, mode: Option<u32>) -> Result<bool, Errno> {
        let new = fstat(file)?;
        let group = new.st_gid == self.group.as_raw() || fchown(file, None, Some(self.group)).is_ok();
        let exact = group && self.acl.apply_to(file);
        // After the ACL, which changes the mode.
        set_mode(file, mode.unwrap_or(if exact { self.mode } else { self.mode_for_another_group() }))?;
        // The owner last: only the owner of a file may change its mode and ACL.
        let owner = new.st_uid == self.owner.as_raw() || fchown(file, Some(self.owner), None).is_ok();
        Ok(exact && owner)
    }

    /// The mode under which the group has no rights that all others lack.
    fn mode_for_another_group(&self) -> u32 {
        self.mode & !GROUP | self.mode & (self.mode << 3) & GROUP
    }
}

impl Acl {
    fn of(folder: &OwnedFd, name: &[u8]) -> Self {
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

    /// Whether `file` now has this one, and no other.
    fn apply_to(&self, file: &OwnedFd) -> bool {
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

/// Sets the permissions of `file`. Does nothing if it has them: a file system with one mode for all refuses changes.
pub(crate) fn set_mode(file: &OwnedFd, mode: u32) -> Result<(), Errno> {
    if fstat(file)?.st_mode & 0o7777 == mode { Ok(()) } else { fchmod(file, Mode::from_bits_truncate(mode)) }
}

/// The path of an open file or folder.
pub(crate) fn descriptor(fd: &OwnedFd) -> PathBuf {
    Path::new("/proc/self/fd").join(fd.as_raw_fd().to_string())
}
