//! The folder that files are written into: each as a whole or not at all, and none outside.

use crate::failure::{Failure, errno};
use crate::output::write_all;
use crate::temporaries::Temporaries;
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, RenameFlags, openat, renameat, renameat2};
use nix::sys::stat::{Mode, SFlag, fstatat, mkdirat};
use nix::unistd::{LinkatFlags, UnlinkatFlags, close, fsync, linkat, unlinkat};
use std::ffi::OsStr;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is to be done with files that exist, and when a file counts as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Replace files that exist.
    pub(crate) force: bool,
    /// Wait until the disk has a file before it gets its name.
    pub(crate) sync: bool,
}

/// A folder to write into.
pub(crate) struct Target {
    path: PathBuf,
    root: Arc<OwnedFd>,
    manner: Manner,
    /// The folder of the last file, by its name within the target: files of one folder mostly follow each other.
    folder: (Vec<u8>, Arc<OwnedFd>),
    /// Whether entries of that folder are not yet known to be safe.
    unsafe_entries: bool,
    temporaries: Temporaries,
    made: u64,
}

/// Why a name is not written to.
pub(crate) enum Refusal {
    /// The name, or what stands where it leads, is not acceptable.
    Name(String),
    /// The system refused.
    System(Failure),
}

/// A file on its way into the target. It is removed unless it is placed.
pub(crate) struct Draft {
    file: OwnedFd,
    folder: Arc<OwnedFd>,
    temporary: String,
    name: Vec<u8>,
    /// Path to show.
    path: PathBuf,
}

impl Target {
    /// Opens the folder at `path`, and makes it if it is not there.
    pub(crate) fn open(path: &Path, manner: Manner) -> Result<Self, Failure> {
        std::fs::create_dir_all(path).map_err(|error| Failure::io("make the folder", path, errno(&error)))?;
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        let root = nix::fcntl::open(path, flags, Mode::empty()).map_err(|error| Failure::io("open", path, error))?;
        let root = Arc::new(root);
        let temporaries =
            Temporaries::guarded().map_err(|error| Failure::Io(format!("cannot hear signals: {error}")))?;
        let folder = (Vec::new(), Arc::clone(&root));
        Ok(Target { path: path.to_owned(), root, manner, folder, unsafe_entries: false, temporaries, made: 0 })
    }

    /// Begins the file called `name`; `None` where there is one that is to be kept.
    pub(crate) fn begin(&mut self, name: &[u8]) -> Result<Option<Draft>, Refusal> {
        check(name).map_err(Refusal::Name)?;
        let path = self.path.join(OsStr::from_bytes(name));
        let (folder, file_name) = match name.iter().rposition(|&byte| byte == b'/') {
            Some(slash) => (&name[..slash], &name[slash + 1..]),
            None => (&b""[..], name),
        };
        self.enter(folder)?;
        let folder = Arc::clone(&self.folder.1);
        if !self.manner.force && exists(&folder, file_name) {
            return Ok(None);
        }
        let (file, temporary) = self.make(&folder).map_err(|error| system("create", &path, error))?;
        Ok(Some(Draft { file, folder, temporary, name: file_name.to_vec(), path }))
    }

    /// Goes to the folder called `name`, part by part, never through a link, and makes what is missing.
    fn enter(&mut self, name: &[u8]) -> Result<(), Refusal> {
        if self.folder.0 == name {
            return Ok(());
        }
        self.settle().map_err(Refusal::System)?;
        let mut folder = Arc::clone(&self.root);
        let mut end = 0;
        for part in name.split(|&byte| byte == b'/').filter(|part| !part.is_empty()) {
            end += part.len() + usize::from(end > 0);
            folder = Arc::new(self.step(&folder, part, &name[..end])?);
        }
        self.folder = (name.to_vec(), folder);
        Ok(())
    }

    /// Opens the folder `part` in `folder`, which is called `name` within the target.
    fn step(&self, folder: &OwnedFd, part: &[u8], name: &[u8]) -> Result<OwnedFd, Refusal> {
        let path = self.path.join(OsStr::from_bytes(name));
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        let open = || openat(folder, part, flags, Mode::empty());
        match open() {
            Ok(fd) => return Ok(fd),
            Err(Errno::ENOENT) => {}
            // What O_NOFOLLOW says of a link depends on O_DIRECTORY.
            Err(Errno::ELOOP | Errno::ENOTDIR) if is_link(folder, part) => {
                return Err(Refusal::Name("name leads through a symbolic link".to_owned()));
            }
            Err(error) => return Err(system("open the folder", &path, error)),
        }
        match mkdirat(folder, part, Mode::from_bits_truncate(0o777)) {
            Ok(()) | Err(Errno::EEXIST) => {}
            Err(error) => return Err(system("make the folder", &path, error)),
        }
        if self.manner.sync {
            fsync(folder).map_err(|error| system("sync the folder of", &path, error))?;
        }
        open().map_err(|error| system("open the folder", &path, error))
    }

    /// Makes a temporary in `folder`.
    fn make(&mut self, folder: &Arc<OwnedFd>) -> Result<(OwnedFd, String), Errno> {
        let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        loop {
            let name = format!(".smill-{}-{}.tmp", std::process::id(), self.made);
            self.made += 1;
            let made = self.temporaries.make(|| {
                let file = openat(&**folder, &name[..], flags, Mode::from_bits_truncate(0o666))?;
                Ok((file, Arc::clone(folder), name.clone()))
            });
            match made {
                // Left by another process of this number.
                Err(Errno::EEXIST) => {}
                made => return made.map(|file| (file, name)),
            }
        }
    }

    /// Gives a draft its name; false where a file of that name has come up and is kept.
    pub(crate) fn place(&mut self, draft: Draft) -> Result<bool, Failure> {
        let Draft { file, folder, temporary, name, path } = draft;
        if self.manner.sync {
            fsync(&file).map_err(|error| Failure::io("sync", &path, error))?;
        }
        // Some file systems tell of a failed write only now.
        close(file).map_err(|error| Failure::io("close", &path, error))?;
        let placed = self.temporaries.place(|| match self.manner.force {
            true => renameat(&*folder, &temporary[..], &*folder, &name[..]),
            false => rename_to_new(&folder, &temporary, &name),
        });
        match placed {
            Ok(()) => {
                self.unsafe_entries = true;
                Ok(true)
            }
            Err(Errno::EEXIST) => {
                self.discard()?;
                Ok(false)
            }
            Err(error) => Err(Failure::io("put in place", &path, error)),
        }
    }

    /// Removes the draft that was begun last, if it has not been placed.
    pub(crate) fn discard(&self) -> Result<(), Failure> {
        self.temporaries.remove().map_err(|error| Failure::io("remove the temporary in", &self.path, error))
    }

    /// Makes the names given in the present folder safe.
    pub(crate) fn settle(&mut self) -> Result<(), Failure> {
        if std::mem::take(&mut self.unsafe_entries) && self.manner.sync {
            let path = self.path.join(OsStr::from_bytes(&self.folder.0));
            fsync(&*self.folder.1).map_err(|error| Failure::io("sync the folder", &path, error))?;
        }
        Ok(())
    }
}

impl Draft {
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        write_all(self.file.as_fd(), bytes).map_err(|error| Failure::io("write to", &self.path, error))
    }
}

fn system(act: &str, path: &Path, error: Errno) -> Refusal {
    Refusal::System(Failure::io(act, path, error))
}

/// Refuses names that would lead out of the target, or that name no file.
fn check(name: &[u8]) -> Result<(), String> {
    let refuse = |why: &str| Err(why.to_owned());
    match name {
        [] => refuse("name is empty"),
        [b'/', ..] => refuse("name is absolute"),
        _ if name.contains(&0) => refuse("name holds a NUL"),
        _ => name.split(|&byte| byte == b'/').try_for_each(|part| match part {
            b"" => refuse("name has an empty part"),
            b"." => refuse("name has a part '.'"),
            b".." => refuse("name leads out of the folder"),
            _ => Ok(()),
        }),
    }
}

fn exists(folder: &OwnedFd, name: &[u8]) -> bool {
    fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW).is_ok()
}

fn is_link(folder: &OwnedFd, name: &[u8]) -> bool {
    fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW)
        .is_ok_and(|facts| SFlag::from_bits_truncate(facts.st_mode) & SFlag::S_IFMT == SFlag::S_IFLNK)
}

/// Renames, unless there is a file of that name: then `EEXIST`.
fn rename_to_new(folder: &OwnedFd, from: &str, to: &[u8]) -> Result<(), Errno> {
    match renameat2(folder, from, folder, to, RenameFlags::RENAME_NOREPLACE) {
        // Not every file system can; a second link is as good.
        Err(Errno::EINVAL | Errno::ENOSYS) => {
            linkat(folder, from, folder, to, LinkatFlags::empty())?;
            unlinkat(folder, from, UnlinkatFlags::NoRemoveDir)
        }
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside() {
        for name in ["a", "a/b", "a b/\u{e9}", "...", "a..", ".a", "a/..b", "-", "a\\b"] {
            assert_eq!(check(name.as_bytes()), Ok(()), "{name}");
        }
        for name in ["", "/", "/a", "a/", "a//b", ".", "./a", "a/.", "a/./b", "..", "../a", "a/..", "a/../b", "a\0b"] {
            assert!(check(name.as_bytes()).is_err(), "{name:?}");
        }
    }
}
