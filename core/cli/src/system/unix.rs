//! Linux and macOS.

use super::{Facts, FileId, Kind, Standard};
use nix::dir::{Dir, OwningIter, Type};
use nix::fcntl::{AT_FDCWD, AtFlags, OFlag, openat, renameat};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::kill;
use nix::sys::stat::{FileStat, Mode, SFlag, fchmod, fstatat, mkdirat};
use nix::sys::uio::pread;
use nix::unistd::{Pid, UnlinkatFlags, Whence, geteuid, linkat, lseek, unlinkat};
use rustix::fs::{FlockOperation, RenameFlags, flock, renameat_with};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::Path;

pub(crate) use nix::errno::Errno;
pub(crate) use nix::unistd::close;

/// An open folder.
pub(crate) type FolderHandle = OwnedFd;
/// An open file.
pub(crate) type FileHandle = OwnedFd;
/// A stream to read from.
pub(crate) type Stream<'s> = BorrowedFd<'s>;
/// Standard input.
pub(crate) type Stdin = std::io::Stdin;

const FOLDER: OFlag = OFlag::O_RDONLY.union(OFlag::O_DIRECTORY).union(OFlag::O_CLOEXEC);

pub(crate) fn stdin() -> Stdin {
    std::io::stdin()
}

/// A name or a path of these bytes.
pub(crate) fn os_str(bytes: &[u8]) -> Cow<'_, OsStr> {
    Cow::Borrowed(OsStr::from_bytes(bytes))
}

/// A path of these bytes.
pub(crate) fn path_of(bytes: &[u8]) -> Cow<'_, Path> {
    Cow::Borrowed(Path::new(OsStr::from_bytes(bytes)))
}

/// The bytes of a path as the command writes them, with `/` between its parts, and the length of its root.
pub(crate) fn parts(path: &Path) -> (Cow<'_, [u8]>, usize) {
    let bytes = path.as_os_str().as_bytes();
    (Cow::Borrowed(bytes), usize::from(bytes.starts_with(b"/")))
}

/// Opens the folder at `path`, which may be a link.
pub(crate) fn open_folder(path: &Path) -> Result<FolderHandle, Errno> {
    nix::fcntl::open(path, FOLDER, Mode::empty())
}

/// Opens the folder `name` in `folder`, never through a link.
pub(crate) fn enter(folder: &FolderHandle, name: &[u8]) -> Result<FolderHandle, Errno> {
    openat(folder, name, FOLDER | OFlag::O_NOFOLLOW, Mode::empty())
}

pub(crate) fn make_folder(folder: &FolderHandle, name: &[u8]) -> Result<(), Errno> {
    mkdirat(folder, name, Mode::from_bits_truncate(0o777))
}

/// Syncs the names in a folder to disk.
pub(crate) fn sync_folder(folder: &FolderHandle) -> Result<(), Errno> {
    nix::unistd::fsync(folder)
}

/// Syncs a file to disk.
pub(crate) fn sync(file: &FileHandle) -> Result<(), Errno> {
    nix::unistd::fsync(file)
}

/// Writes all of `bytes` to a file.
pub(crate) fn write_file(file: &FileHandle, bytes: &[u8]) -> Result<(), Errno> {
    write_all(file.as_fd(), bytes)
}

/// Writes all of `bytes` to a standard stream.
pub(crate) fn write_standard(standard: Standard, bytes: &[u8]) -> Result<(), Errno> {
    match standard {
        Standard::Output => write_all(std::io::stdout().as_fd(), bytes),
        Standard::Error => write_all(std::io::stderr().as_fd(), bytes),
    }
}

/// The standard stream that `path` is a name of.
pub(crate) fn standard(path: &Path) -> Option<Standard> {
    match path.as_os_str().as_bytes() {
        b"/dev/stdout" | b"/dev/fd/1" | b"/proc/self/fd/1" => Some(Standard::Output),
        b"/dev/stderr" | b"/dev/fd/2" | b"/proc/self/fd/2" => Some(Standard::Error),
        _ => None,
    }
}

/// Opens a pipe or a device to write to. Waits for the reader of a pipe.
pub(crate) fn open_to_write(path: &Path) -> Result<FileHandle, Errno> {
    openat(AT_FDCWD, path, OFlag::O_WRONLY | OFlag::O_CLOEXEC | OFlag::O_NOCTTY, Mode::empty())
}

/// Closes standard output, because some file systems report errors only then.
pub(crate) fn close_stdout() -> Result<(), Errno> {
    close(1)
}

/// Writes all of `bytes`, again after an interrupting signal.
fn write_all(fd: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match nix::unistd::write(fd, bytes) {
            Ok(0) => return Err(Errno::EIO),
            Ok(len) => bytes = &bytes[len..],
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads once, again after an interrupting signal; returns 0 at the end.
pub(crate) fn read(stream: Stream<'_>, room: &mut [u8]) -> Result<usize, Errno> {
    loop {
        match nix::unistd::read(stream, room) {
            Err(Errno::EINTR) => {}
            done => return done,
        }
    }
}

/// Reads once from `offset` on, and leaves the position of the stream.
pub(crate) fn read_at(stream: Stream<'_>, offset: u64, room: &mut [u8]) -> Result<usize, Errno> {
    loop {
        match pread(stream, room, offset.try_into().unwrap_or(i64::MAX)) {
            Err(Errno::EINTR) => {}
            done => return done,
        }
    }
}

/// The position of a stream that is a file.
pub(crate) fn position(stream: Stream<'_>) -> Result<u64, Errno> {
    lseek(stream, 0, Whence::SeekCur).map(|offset| offset.try_into().unwrap_or(0))
}

/// Goes to the first byte.
pub(crate) fn rewind(stream: Stream<'_>) -> Result<(), Errno> {
    lseek(stream, 0, Whence::SeekSet).map(drop)
}

/// Whether a read returns within this time, or fails.
pub(crate) fn is_ready_within(stream: Stream<'_>, milliseconds: u8) -> bool {
    poll(&mut [PollFd::new(stream, PollFlags::POLLIN)], PollTimeout::from(milliseconds)) != Ok(0)
}

/// A second handle of the stream.
pub(crate) fn another(stream: Stream<'_>) -> std::io::Result<OwnedFd> {
    stream.try_clone_to_owned()
}

/// A borrowed handle as a stream.
pub(crate) fn stream(of: &impl AsFd) -> Stream<'_> {
    of.as_fd()
}

pub(crate) fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> std::io::Result<()> {
    file.write_all_at(bytes, offset)
}

pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> std::io::Result<()> {
    file.read_exact_at(bytes, offset)
}

/// Identity of the file behind a stream; `None` for a pipe, a terminal or another device.
pub(crate) fn file_id(stream: Stream<'_>) -> Option<FileId> {
    let facts = facts_of(&nix::sys::stat::fstat(stream).ok()?);
    (facts.kind == Kind::File).then_some(facts.id)
}

/// Identity of the file behind a standard stream, as [`file_id`].
pub(crate) fn standard_id(standard: Standard) -> Option<FileId> {
    match standard {
        Standard::Output => file_id(std::io::stdout().as_fd()),
        Standard::Error => file_id(std::io::stderr().as_fd()),
    }
}

/// Identity of the file or pipe behind a stream; `None` for a device, such as a terminal or `/dev/null`, which several outputs may
/// share.
pub(crate) fn end_id(stream: Stream<'_>) -> Option<FileId> {
    facts(stream).ok().filter(|facts| facts.kind != Kind::Device).map(|facts| facts.id)
}

/// Identity of the file or pipe behind a standard stream, as [`end_id`].
pub(crate) fn standard_end(standard: Standard) -> Option<FileId> {
    match standard {
        Standard::Output => end_id(std::io::stdout().as_fd()),
        Standard::Error => end_id(std::io::stderr().as_fd()),
    }
}

/// The facts of an open file.
pub(crate) fn facts(stream: Stream<'_>) -> Result<Facts, Errno> {
    nix::sys::stat::fstat(stream).map(|facts| facts_of(&facts))
}

/// Identity of an open folder.
pub(crate) fn folder_id(folder: &FolderHandle) -> Result<FileId, Errno> {
    facts(folder.as_fd()).map(|facts| facts.id)
}

/// The facts of `name` in `folder`, not through a link; `None` if it does not exist.
pub(crate) fn named(folder: &FolderHandle, name: &[u8]) -> Result<Option<Facts>, Errno> {
    match fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW) {
        Ok(facts) => Ok(Some(facts_of(&facts))),
        Err(Errno::ENOENT) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The facts of the file at `path`, through links.
pub(crate) fn at_path(path: &Path) -> Result<Facts, Errno> {
    fstatat(AT_FDCWD, path, AtFlags::empty()).map(|facts| facts_of(&facts))
}

/// The facts of the file at `path`, or of the link if it is one.
pub(crate) fn link_at_path(path: &Path) -> Result<Facts, Errno> {
    fstatat(AT_FDCWD, path, AtFlags::AT_SYMLINK_NOFOLLOW).map(|facts| facts_of(&facts))
}

// The widths of these numbers differ between systems.
#[allow(clippy::unnecessary_cast, clippy::cast_lossless)]
fn facts_of(facts: &FileStat) -> Facts {
    Facts {
        kind: kind(SFlag::from_bits_truncate(facts.st_mode)),
        id: FileId { device: facts.st_dev as u64, inode: facts.st_ino as u64 },
        links: facts.st_nlink as u64,
        mode: facts.st_mode as u32 & 0o777,
        owner: facts.st_uid,
        group: facts.st_gid,
    }
}

fn kind(mode: SFlag) -> Kind {
    match mode & SFlag::S_IFMT {
        SFlag::S_IFREG => Kind::File,
        SFlag::S_IFDIR => Kind::Folder,
        SFlag::S_IFLNK => Kind::Link,
        SFlag::S_IFIFO => Kind::Pipe,
        SFlag::S_IFCHR => Kind::Device,
        _ => Kind::Other,
    }
}

/// Sets the permissions of `file`. Does nothing if it has them: a file system with one mode for all refuses changes.
pub(crate) fn set_mode(file: &FileHandle, mode: u32) -> Result<(), Errno> {
    let now = nix::sys::stat::fstat(file)?.st_mode & 0o7777;
    let mode = Mode::from_bits_truncate(mode as _);
    if now == mode.bits() { Ok(()) } else { fchmod(file, mode) }
}

/// Creates the file `name` in `folder`, with these permissions under the umask.
pub(crate) fn create(folder: &FolderHandle, name: &str, mode: u32) -> Result<FileHandle, Errno> {
    let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    openat(folder, name, flags, Mode::from_bits_truncate(mode as _))
}

/// Removes the file `name` from `folder`.
pub(crate) fn remove(folder: &FolderHandle, name: &[u8]) -> Result<(), Errno> {
    unlinkat(folder, name, UnlinkatFlags::NoRemoveDir)
}

/// Renames a file in `folder`; replaces another.
pub(crate) fn rename(folder: &FolderHandle, from: &str, to: &[u8]) -> Result<(), Errno> {
    renameat(folder, from, folder, to)
}

/// Renames a file in `folder`; `EEXIST` if a file of the new name exists. By the system call if the C library has no function
/// for it: musl, and glibc before 2.28.
pub(crate) fn rename_to_new(folder: &FolderHandle, from: &str, to: &[u8]) -> Result<(), Errno> {
    let done = renameat_with(folder, from, folder, to, RenameFlags::NOREPLACE);
    match done.map_err(|error| Errno::from_raw(error.raw_os_error())) {
        // Not every file system supports this; a second link has the same effect.
        Err(Errno::EINVAL | Errno::ENOSYS | Errno::ENOTSUP) => {
            linkat(folder, from, folder, to, AtFlags::empty())?;
            remove(folder, from.as_bytes())
        }
        done => done,
    }
}

/// Calls `each` with the names in `folder` until it returns false.
pub(crate) fn each_name(
    folder: &FolderHandle,
    mut each: impl FnMut(&[u8]) -> Result<bool, Errno>,
) -> Result<(), Errno> {
    for entry in Dir::openat(folder, ".", FOLDER, Mode::empty())?.iter() {
        if !each(entry?.file_name().to_bytes())? {
            break;
        }
    }
    Ok(())
}

/// Locks a file of this process while it is open. False if another process is about to remove the file. True on a file
/// system without locks: another process cannot lock it either, and then does not remove it.
pub(crate) fn lock(file: &FileHandle) -> bool {
    flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
}

/// Whether a process of this number runs.
pub(crate) fn is_running(process: u32) -> bool {
    i32::try_from(process).is_ok_and(|process| kill(Pid::from_raw(process), None) != Err(Errno::ESRCH))
}

/// Removes the file `name` of this user, unless another process locks it or the lock cannot be tested.
pub(crate) fn remove_abandoned(folder: &FolderHandle, name: &[u8]) -> Result<(), Errno> {
    let Some(facts) = named(folder, name)? else { return Ok(()) };
    if facts.kind != Kind::File || facts.links != 1 || facts.owner != geteuid().as_raw() {
        return Ok(());
    }
    // NFS locks only files that are open for writing.
    let flags = OFlag::O_RDWR | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
    let Ok(file) = openat(folder, name, flags, Mode::empty()) else { return Ok(()) };
    if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        return Ok(());
    }
    let locked = self::facts(file.as_fd())?;
    match named(folder, name)? {
        Some(facts) if facts.id == locked.id => match remove(folder, name) {
            Err(Errno::ENOENT) => Ok(()),
            done => done,
        },
        // Another process has removed or replaced it.
        _ => Ok(()),
    }
}

/// Opens a file that a walk has found. Since then, a link or a pipe may have replaced it: opening refuses a link, and does not
/// wait for the writer of a pipe.
pub(crate) fn open_found(path: &[u8]) -> Result<File, Errno> {
    open_to_read(path, OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK)
}

/// Opens a file that an argument names.
pub(crate) fn open_named(path: &[u8]) -> Result<File, Errno> {
    open_to_read(path, OFlag::empty())
}

fn open_to_read(path: &[u8], wary: OFlag) -> Result<File, Errno> {
    let flags = OFlag::O_RDONLY | OFlag::O_CLOEXEC | OFlag::O_NOCTTY | wary;
    openat(AT_FDCWD, path, flags, Mode::empty()).map(File::from)
}

/// Opens a file for the parts of a work that exceed the memory; its name is gone when this returns.
pub(crate) fn open_scratch(folder: &Path, name: impl Fn(u64) -> String) -> Result<File, Errno> {
    let mode = Mode::S_IRUSR | Mode::S_IWUSR;
    let flags = OFlag::O_RDWR | OFlag::O_CLOEXEC;
    #[cfg(target_os = "linux")]
    match openat(AT_FDCWD, folder, flags | OFlag::O_TMPFILE, mode) {
        Ok(file) => return Ok(File::from(file)),
        // The file system or the kernel has no files without names.
        Err(Errno::EOPNOTSUPP | Errno::EISDIR | Errno::ENOENT) => {}
        Err(error) => return Err(error),
    }
    let mut number = 0;
    loop {
        let path = folder.join(name(number));
        match openat(AT_FDCWD, &path, flags | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_NOFOLLOW, mode) {
            Err(Errno::EEXIST) => number += 1,
            Err(error) => return Err(error),
            Ok(file) => {
                unlinkat(AT_FDCWD, &path, UnlinkatFlags::NoRemoveDir)?;
                return Ok(File::from(file));
            }
        }
    }
}

/// A folder that is being read.
pub(crate) struct FolderWalk {
    entries: OwningIter,
    fd: OwnedFd,
}

/// An entry of a folder.
pub(crate) struct FolderEntry(nix::dir::Entry);

impl FolderWalk {
    /// Opens the folder at `path`; a link to it only if `follow`.
    pub(crate) fn open(path: &[u8], follow: bool) -> Result<Self, Errno> {
        let follow = if follow { OFlag::empty() } else { OFlag::O_NOFOLLOW };
        let dir = Dir::open(path, FOLDER | follow, Mode::empty())?;
        let fd = dir.as_fd().try_clone_to_owned().map_err(|_| Errno::last())?;
        Ok(FolderWalk { entries: dir.into_iter(), fd })
    }

    /// Opens the file `name` in it, unless it is a link.
    pub(crate) fn open_file(&self, name: &str) -> Result<File, Errno> {
        let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        openat(&self.fd, name, flags, Mode::empty()).map(File::from)
    }

    /// The next entry, which is not `.` or `..`.
    pub(crate) fn next(&mut self) -> Option<Result<FolderEntry, Errno>> {
        let is_child = |entry: &nix::dir::Entry| !matches!(entry.file_name().to_bytes(), b"." | b"..");
        self.entries.find(|entry| entry.as_ref().map_or(true, is_child)).map(|entry| entry.map(FolderEntry))
    }

    /// The facts of an entry, not through a link.
    pub(crate) fn facts(&self, entry: &FolderEntry) -> Option<Facts> {
        named(&self.fd, entry.name()).ok().flatten()
    }
}

impl FolderEntry {
    pub(crate) fn name(&self) -> &[u8] {
        self.0.file_name().to_bytes()
    }

    /// Its kind, if the folder has it.
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.0.file_type().map(|kind| match kind {
            Type::File => Kind::File,
            Type::Directory => Kind::Folder,
            Type::Symlink => Kind::Link,
            _ => Kind::Other,
        })
    }

    /// Whether the file may have this number.
    pub(crate) fn may_be(&self, id: FileId) -> bool {
        self.0.ino() == id.inode
    }
}
