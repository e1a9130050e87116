//! The folder that files are written into: each as a whole or not at all, and none outside.

use crate::failure::{Failure, errno};
use crate::placing::{Draft, Folder, Manner, Placed, Placing, leave};
use crate::temporaries::{Temporaries, Temporary};
use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, openat};
use nix::sys::stat::{Mode, SFlag, fstatat, mkdirat};
use nix::unistd::fsync;
use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A folder to write into.
pub(crate) struct Target {
    path: PathBuf,
    root: Arc<OwnedFd>,
    manner: Manner,
    /// The folder of the last file, and its name within the target: files of one folder mostly follow each other.
    folder: Option<(Vec<u8>, Arc<Folder>)>,
    temporaries: Temporaries,
    made: u64,
    placing: Placing,
}

/// Why a name is not written to.
pub(crate) enum Refusal {
    /// The name, or what stands where it leads, is not acceptable.
    Name(String),
    /// The system refused.
    System(Failure),
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
        let placing = Placing::new(manner);
        Ok(Target { path: path.to_owned(), root, manner, folder: None, temporaries, made: 0, placing })
    }

    /// Begins the file called `name`; `None` where there is one that is to be kept.
    pub(crate) fn begin(&mut self, name: &[u8]) -> Result<Option<Draft>, Refusal> {
        check(name).map_err(Refusal::Name)?;
        let path = self.path.join(OsStr::from_bytes(name));
        let (folder, file_name) = match name.iter().rposition(|&byte| byte == b'/') {
            Some(slash) => (&name[..slash], &name[slash + 1..]),
            None => (&b""[..], name),
        };
        let folder = self.enter(folder)?;
        if !self.manner.force && exists(&folder.fd, file_name) {
            return Ok(None);
        }
        let (file, temporary) = self.make(&folder.fd).map_err(|error| system("create", &path, error))?;
        Ok(Some(Draft { file, folder, temporary, name: file_name.to_vec(), path }))
    }

    /// Goes to the folder called `name`, part by part, never through a link, and makes what is missing.
    fn enter(&mut self, name: &[u8]) -> Result<Arc<Folder>, Refusal> {
        if let Some((present, folder)) = &self.folder
            && present == name
        {
            return Ok(Arc::clone(folder));
        }
        self.leave().map_err(Refusal::System)?;
        let mut fd = Arc::clone(&self.root);
        let mut end = 0;
        for part in name.split(|&byte| byte == b'/').filter(|part| !part.is_empty()) {
            end += part.len() + usize::from(end > 0);
            fd = Arc::new(self.step(&fd, part, &name[..end])?);
        }
        let path = self.path.join(OsStr::from_bytes(name));
        let folder = Arc::new(Folder { fd, path, renewed: AtomicBool::new(false) });
        self.folder = Some((name.to_vec(), Arc::clone(&folder)));
        Ok(folder)
    }

    fn leave(&mut self) -> Result<(), Failure> {
        self.folder.take().map_or(Ok(()), |(_, folder)| leave(folder, self.manner))
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
    fn make(&mut self, folder: &Arc<OwnedFd>) -> Result<(OwnedFd, Temporary), Errno> {
        let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
        loop {
            let name = format!(".smill-{}-{}.tmp", std::process::id(), self.made);
            self.made += 1;
            let open = |name: &str| openat(&**folder, name, flags, Mode::from_bits_truncate(0o666));
            match self.temporaries.make(name, folder, open) {
                // Left by another process of this number.
                Err(Errno::EEXIST) => {}
                made => return made,
            }
        }
    }

    /// Gives a draft its name, now or soon. Fails if that failed, or if an earlier one has failed since.
    pub(crate) fn place(&mut self, draft: Draft) -> Result<(), Failure> {
        self.placing.place(draft)
    }

    /// Waits for all drafts to be placed.
    pub(crate) fn finish(&mut self) -> Result<Placed, Failure> {
        let placed = self.placing.finish();
        let left = self.leave();
        let placed = placed?;
        left.map(|()| placed)
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
