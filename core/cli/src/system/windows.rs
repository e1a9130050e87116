//! Windows. An open folder is not shared for renaming or deleting: another process cannot move it while it is used.

use super::{Facts, FileId, Kind, Standard};
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, IsTerminal, Read, Seek, SeekFrom, Write};
use std::os::windows::ffi::OsStringExt;
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::os::windows::io::AsHandle;
use std::path::{Component, Path, PathBuf};
use tempfile::TempPath;

/// An open folder. While it is open, neither it nor a folder above it can be renamed or removed.
#[derive(Debug)]
pub(crate) struct FolderHandle {
    dir: Dir,
    /// Its path as `\\?\C:\...`, in which no name has a special meaning. It serves the calls that Windows has for paths alone. The
    /// calls of `cap-std` for them cut `\\?\` off, which makes `\\?\UNC\server\folder` a path relative to the working directory.
    path: PathBuf,
}
/// An open file.
pub(crate) type FileHandle = File;
/// A stream to read from.
pub(crate) type Stream<'s> = &'s File;
/// Standard input.
pub(crate) type Stdin = File;

/// An error of the system, by its number. Numbers that mean the same become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Errno(i32);

impl Errno {
    pub(crate) const ENOENT: Errno = Errno(2);
    pub(crate) const EBADF: Errno = Errno(6);
    pub(crate) const ENOMEM: Errno = Errno(8);
    pub(crate) const EOPNOTSUPP: Errno = Errno(50);
    pub(crate) const EEXIST: Errno = Errno(80);
    pub(crate) const EPIPE: Errno = Errno(109);
    pub(crate) const EILSEQ: Errno = Errno(1113);
    pub(crate) const ENAMETOOLONG: Errno = Errno(206);
    pub(crate) const ENOTDIR: Errno = Errno(267);
    pub(crate) const ELOOP: Errno = Errno(1921);
    #[allow(non_upper_case_globals)] // the name that it has on other systems
    pub(crate) const UnknownErrno: Errno = Errno(0);

    pub(crate) fn from_raw(number: i32) -> Self {
        match number {
            3 => Errno::ENOENT,
            14 | 1455 => Errno::ENOMEM,
            183 => Errno::EEXIST,
            232 | 233 => Errno::EPIPE,
            681 => Errno::ELOOP,
            _ => Errno(number),
        }
    }

    /// The text of the system.
    pub(crate) fn desc(self) -> String {
        let text = Error::from_raw_os_error(self.0).to_string();
        text.rfind(" (os error").map_or(text.as_str(), |end| &text[..end]).to_owned()
    }
}

impl From<Error> for Errno {
    fn from(error: Error) -> Self {
        match (error.raw_os_error(), error.kind()) {
            (Some(number), _) => Errno::from_raw(number),
            // `cap-std` makes some errors itself.
            (None, ErrorKind::NotFound) => Errno::ENOENT,
            (None, ErrorKind::AlreadyExists) => Errno::EEXIST,
            (None, ErrorKind::NotADirectory) => Errno::ENOTDIR,
            (None, ErrorKind::OutOfMemory) => Errno::ENOMEM,
            (None, _) => Errno(5),
        }
    }
}

pub(crate) fn stdin() -> Stdin {
    let stdin = std::io::stdin();
    // If the process has no standard input, the command was refused before this call.
    stdin.as_handle().try_clone_to_owned().map(File::from).or_else(|_| File::open("NUL")).expect("NUL can be opened")
}

/// A name or a path of these bytes: UTF-8, or what `bytes_of` makes of names that are not UTF-16.
pub(crate) fn os_str(bytes: &[u8]) -> Cow<'_, OsStr> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(OsStr::new(text)),
        Err(_) => Cow::Owned(OsString::from_wide(&units(bytes))),
    }
}

/// The UTF-16 units of UTF-8 in which surrogates are encoded as other code points of three bytes; U+FFFD for other ill-formed bytes.
fn units(mut bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    while !bytes.is_empty() {
        let is_surrogate = |piece: &[u8]| matches!(piece, [0xED, 0xA0..=0xBF, 0x80..=0xBF]);
        let text = bytes.windows(3).position(is_surrogate).unwrap_or(bytes.len());
        units.extend(String::from_utf8_lossy(&bytes[..text]).encode_utf16());
        bytes = &bytes[text..];
        if let [_, middle, last, rest @ ..] = bytes {
            units.push(0xD000 | u16::from(middle & 0x3F) << 6 | u16::from(last & 0x3F));
            bytes = rest;
        }
    }
    units
}

/// A path of these bytes.
pub(crate) fn path_of(bytes: &[u8]) -> Cow<'_, Path> {
    match os_str(bytes) {
        Cow::Borrowed(text) => Cow::Borrowed(Path::new(text)),
        Cow::Owned(text) => Cow::Owned(PathBuf::from(text)),
    }
}

/// The bytes of a path as the command writes them, with `/` between its parts, and the length of its root, as of `C:/`.
pub(crate) fn parts(path: &Path) -> (Cow<'_, [u8]>, usize) {
    let bytes = path.as_os_str().as_encoded_bytes();
    let root = |part: &Component<'_>| matches!(part, Component::Prefix(_) | Component::RootDir);
    let len = path.components().take_while(root).map(|part| part.as_os_str().len()).sum();
    (bytes.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect(), len)
}

/// Opens the folder at `path`, which may be a link.
pub(crate) fn open_folder(path: &Path) -> Result<FolderHandle, Errno> {
    let path = path.canonicalize()?;
    Ok(FolderHandle { dir: Dir::open_ambient_dir(&path, ambient_authority())?, path })
}

/// Opens the folder `name` in `folder`, never through a link.
pub(crate) fn enter(folder: &FolderHandle, name: &[u8]) -> Result<FolderHandle, Errno> {
    let name = os_str(name);
    let dir = folder.dir.open_dir_nofollow(&name)?;
    let path = folder.path.join(name);
    match path.canonicalize() {
        Ok(path) if path.parent() == Some(&folder.path) => Ok(FolderHandle { dir, path }),
        // A link that the system does not show as one, such as a link of Unix under Wine.
        Ok(_) => Err(Errno::ELOOP),
        // Wine fails here for a long path.
        Err(_) => Ok(FolderHandle { dir, path }),
    }
}

pub(crate) fn make_folder(folder: &FolderHandle, name: &[u8]) -> Result<(), Errno> {
    Ok(std::fs::create_dir(folder.path.join(os_str(name)))?)
}

/// Does nothing: NTFS keeps a log of names, and Windows has no call that syncs a folder.
pub(crate) fn sync_folder(_: &FolderHandle) -> Result<(), Errno> {
    Ok(())
}

/// Syncs a file to disk.
pub(crate) fn sync(file: &FileHandle) -> Result<(), Errno> {
    Ok(file.sync_all()?)
}

/// Closes a file. Windows reports failed writes before that.
pub(crate) fn close(file: File) -> Result<(), Errno> {
    drop(file);
    Ok(())
}

/// Writes all of `bytes` to a file.
pub(crate) fn write_file(mut file: &FileHandle, bytes: &[u8]) -> Result<(), Errno> {
    Ok(file.write_all(bytes)?)
}

/// Writes all of `bytes` to a standard stream.
pub(crate) fn write_standard(standard: Standard, bytes: &[u8]) -> Result<(), Errno> {
    if standard == Standard::Error {
        return Ok(std::io::stderr().lock().write_all(bytes)?);
    }
    let mut out = std::io::stdout().lock();
    Ok(out.write_all(bytes).and_then(|()| out.flush())?)
}

/// Standard streams have no names.
pub(crate) fn standard(_: &Path) -> Option<Standard> {
    None
}

/// Opens a pipe or a device to write to.
pub(crate) fn open_to_write(path: &Path) -> Result<FileHandle, Errno> {
    Ok(std::fs::OpenOptions::new().write(true).open(path)?)
}

/// Does nothing: Windows reports failed writes before the end, so standard output stays open.
pub(crate) fn close_stdout() -> Result<(), Errno> {
    Ok(())
}

/// Reads once; returns 0 at the end, which is a broken pipe too. The standard library reads a console as UTF-8.
pub(crate) fn read(mut stream: Stream<'_>, room: &mut [u8]) -> Result<usize, Errno> {
    let read = if stream.is_terminal() { std::io::stdin().read(room) } else { stream.read(room) };
    match read.map_err(Errno::from) {
        Err(Errno::EPIPE) => Ok(0),
        done => done,
    }
}

/// Reads once from `offset` on, and leaves the position of the stream.
pub(crate) fn read_at(mut stream: Stream<'_>, offset: u64, room: &mut [u8]) -> Result<usize, Errno> {
    let before = position(stream)?;
    let read = stream.seek_read(room, offset);
    stream.seek(SeekFrom::Start(before))?;
    match read {
        // At the end of the file.
        Err(error) if error.raw_os_error() == Some(38) => Ok(0),
        read => Ok(read?),
    }
}

/// The position of a stream that is a file.
pub(crate) fn position(mut stream: Stream<'_>) -> Result<u64, Errno> {
    Ok(stream.stream_position()?)
}

/// Goes to the first byte.
pub(crate) fn rewind(mut stream: Stream<'_>) -> Result<(), Errno> {
    Ok(stream.rewind()?)
}

/// Whether a read certainly returns at once. A pipe may wait.
pub(crate) fn is_ready_within(stream: Stream<'_>, _: u8) -> bool {
    file_id(stream).is_some()
}

/// A second handle of the stream.
pub(crate) fn another(stream: Stream<'_>) -> std::io::Result<File> {
    stream.try_clone()
}

/// A borrowed handle as a stream.
pub(crate) fn stream(of: &File) -> Stream<'_> {
    of
}

pub(crate) fn write_all_at(file: &File, mut bytes: &[u8], mut offset: u64) -> std::io::Result<()> {
    while !bytes.is_empty() {
        let len = file.seek_write(bytes, offset)?;
        (bytes, offset) = (&bytes[len..], offset + len as u64);
    }
    Ok(())
}

pub(crate) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> std::io::Result<()> {
    while !bytes.is_empty() {
        let len = file.seek_read(bytes, offset)?;
        if len == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        (bytes, offset) = (&mut bytes[len..], offset + len as u64);
    }
    Ok(())
}

/// Identity of the file behind a stream; `None` for a pipe, a console or another device.
pub(crate) fn file_id(stream: Stream<'_>) -> Option<FileId> {
    winapi_util::file::typ(stream).ok().filter(winapi_util::file::Type::is_disk)?;
    information(stream).map(|(id, _)| id)
}

/// Identity of the file behind a standard stream, as [`file_id`].
pub(crate) fn standard_id(standard: Standard) -> Option<FileId> {
    let handle = match standard {
        Standard::Output => std::io::stdout().as_handle().try_clone_to_owned(),
        Standard::Error => std::io::stderr().as_handle().try_clone_to_owned(),
    };
    file_id(&File::from(handle.ok()?))
}

/// Identity of the file behind a stream to write to; that of a pipe is not known.
pub(crate) fn end_id(stream: Stream<'_>) -> Option<FileId> {
    file_id(stream)
}

/// Identity of the file or pipe behind a standard stream, as [`end_id`].
pub(crate) fn standard_end(standard: Standard) -> Option<FileId> {
    standard_id(standard)
}

fn information(file: &File) -> Option<(FileId, u64)> {
    let found = winapi_util::file::information(file).ok()?;
    let id = FileId { device: found.volume_serial_number(), inode: found.file_index() };
    Some((id, found.number_of_links()))
}

/// The facts of an open file.
pub(crate) fn facts(stream: Stream<'_>) -> Result<Facts, Errno> {
    let metadata = stream.metadata()?;
    Ok(facts_of(kind(&metadata), Some(stream)))
}

/// Identity of an open folder.
pub(crate) fn folder_id(folder: &FolderHandle) -> Result<FileId, Errno> {
    let file = folder.dir.try_clone()?.into_std_file();
    Ok(facts_of(Kind::Folder, Some(&file)).id)
}

/// The facts of `name` in `folder`, not through a link; `None` if it does not exist.
pub(crate) fn named(folder: &FolderHandle, name: &[u8]) -> Result<Option<Facts>, Errno> {
    let name = os_str(name);
    let metadata = match folder.dir.symlink_metadata(&name).map_err(Errno::from) {
        Ok(metadata) => metadata,
        Err(Errno::ENOENT) => return Ok(None),
        Err(error) => return Err(error),
    };
    let kind = match metadata.file_type() {
        kind if kind.is_symlink() => Kind::Link,
        kind if kind.is_dir() => Kind::Folder,
        kind if kind.is_file() => Kind::File,
        _ => Kind::Other,
    };
    let file = match kind {
        Kind::File => folder.dir.open_with(&name, OpenOptions::new().read(true).follow(FollowSymlinks::No)).ok(),
        _ => None,
    };
    Ok(Some(facts_of(kind, file.map(cap_std::fs::File::into_std).as_ref())))
}

/// The facts of the file at `path`, through links.
pub(crate) fn at_path(path: &Path) -> Result<Facts, Errno> {
    let kind = kind(&std::fs::metadata(path)?);
    Ok(facts_of(kind, File::open(path).ok().as_ref()))
}

/// The facts of the file at `path`, or of the link if it is one.
pub(crate) fn link_at_path(path: &Path) -> Result<Facts, Errno> {
    let kind = kind(&std::fs::symlink_metadata(path)?);
    Ok(facts_of(kind, File::open(path).ok().filter(|_| kind == Kind::File).as_ref()))
}

fn kind(metadata: &Metadata) -> Kind {
    match metadata.file_type() {
        kind if kind.is_symlink() => Kind::Link,
        kind if kind.is_dir() => Kind::Folder,
        kind if kind.is_file() => Kind::File,
        _ => Kind::Other,
    }
}

/// The facts of a file of this kind. Without an open `file` they have an identity that no file has.
fn facts_of(kind: Kind, file: Option<&File>) -> Facts {
    let (id, links) = file.and_then(information).unwrap_or((FileId { device: 0, inode: 0 }, 1));
    Facts { kind, id, links, mode: 0o666 }
}

/// What a new file inherits from the file it replaces: nothing, since it gets the permissions of its folder.
#[derive(Debug)]
pub(crate) struct Attributes;

impl Attributes {
    pub(crate) fn of(_: &Facts, _: &FolderHandle, _: &[u8]) -> Option<Self> {
        None
    }

    pub(crate) fn apply_to(&self, _: &FileHandle, _: Option<u32>) -> Result<bool, Errno> {
        Ok(true)
    }
}

/// Does nothing: Windows has no permissions of this form.
pub(crate) fn set_mode(_: &FileHandle, _: u32) -> Result<(), Errno> {
    Ok(())
}

/// Creates the file `name` in `folder`, with the permissions that the folder gives its files.
pub(crate) fn create(folder: &FolderHandle, name: &str, _: u32) -> Result<FileHandle, Errno> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).follow(FollowSymlinks::No);
    Ok(folder.dir.open_with(name, &options)?.into_std())
}

/// Removes the file `name` from `folder`.
pub(crate) fn remove(folder: &FolderHandle, name: &[u8]) -> Result<(), Errno> {
    Ok(std::fs::remove_file(folder.path.join(os_str(name)))?)
}

/// Renames a file in `folder`; replaces another.
pub(crate) fn rename(folder: &FolderHandle, from: &str, to: &[u8]) -> Result<(), Errno> {
    Ok(std::fs::rename(folder.path.join(from), folder.path.join(os_str(to)))?)
}

/// Renames a file in `folder`; `EEXIST` if a file of the new name exists.
pub(crate) fn rename_to_new(folder: &FolderHandle, from: &str, to: &[u8]) -> Result<(), Errno> {
    let temporary = TempPath::try_from_path(folder.path.join(from))?;
    Ok(temporary.persist_noclobber(folder.path.join(os_str(to))).map_err(|refused| refused.error)?)
}

/// Calls `each` with the names in `folder` until it returns false.
pub(crate) fn each_name(
    folder: &FolderHandle,
    mut each: impl FnMut(&[u8]) -> Result<bool, Errno>,
) -> Result<(), Errno> {
    // The folder keeps its path while it is open; the call of `cap-std` fails if the path is long.
    for entry in std::fs::read_dir(&folder.path)? {
        if !each(super::bytes_of(&entry?.file_name()))? {
            break;
        }
    }
    Ok(())
}

/// Locks a file of this process while it is open. False if another process is about to remove the file. True on a file
/// system without locks: another process cannot lock it either, and then does not remove it.
pub(crate) fn lock(file: &FileHandle) -> bool {
    !matches!(file.try_lock(), Err(std::fs::TryLockError::WouldBlock))
}

/// Only the lock shows whether a temporary is in use.
pub(crate) fn is_running(_: u32) -> bool {
    false
}

/// Removes the file `name`, unless another process locks it or the lock cannot be tested.
pub(crate) fn remove_abandoned(folder: &FolderHandle, name: &[u8]) -> Result<(), Errno> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).follow(FollowSymlinks::No);
    let Ok(file) = folder.dir.open_with(os_str(name), &options) else { return Ok(()) };
    let file = file.into_std();
    if facts(&file)?.links != 1 || file.try_lock().is_err() {
        return Ok(());
    }
    match remove(folder, name) {
        Err(Errno::ENOENT) => Ok(()),
        done => done,
    }
}

/// Opens a file that a walk has found, unless it has become a link since.
pub(crate) fn open_found(path: &[u8]) -> Result<File, Errno> {
    const OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    let file = std::fs::OpenOptions::new().read(true).custom_flags(OPEN_REPARSE_POINT).open(os_str(path))?;
    if file.metadata()?.file_type().is_symlink() { Err(Errno::ELOOP) } else { Ok(file) }
}

/// Opens a file that an argument names.
pub(crate) fn open_named(path: &[u8]) -> Result<File, Errno> {
    Ok(File::open(os_str(path))?)
}

/// Opens a file for the parts of a work that exceed the memory; the system removes it when it is closed.
pub(crate) fn open_scratch(folder: &Path, name: impl Fn(u64) -> String) -> Result<File, Errno> {
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    const TEMPORARY: u32 = 0x0000_0100;
    let mut options = std::fs::OpenOptions::new();
    options.read(true).write(true).create_new(true).share_mode(0);
    options.custom_flags(DELETE_ON_CLOSE).attributes(TEMPORARY);
    let mut number = 0;
    loop {
        match options.open(folder.join(name(number))).map_err(Errno::from) {
            Err(Errno::EEXIST) => number += 1,
            done => return done,
        }
    }
}

/// A folder that is being read.
pub(crate) struct FolderWalk {
    path: PathBuf,
    entries: std::fs::ReadDir,
}

/// An entry of a folder.
pub(crate) struct FolderEntry {
    name: OsString,
    kind: Option<Kind>,
}

impl FolderWalk {
    /// Opens the folder at `path`; a link to it only if `follow`.
    pub(crate) fn open(path: &[u8], follow: bool) -> Result<Self, Errno> {
        let path = path_of(path).into_owned();
        if !follow && std::fs::symlink_metadata(&path)?.file_type().is_symlink() {
            return Err(Errno::ELOOP);
        }
        Ok(FolderWalk { entries: std::fs::read_dir(&path)?, path })
    }

    /// Opens the file `name` in it, unless it is a link.
    pub(crate) fn open_file(&self, name: &str) -> Result<File, Errno> {
        open_found(super::bytes_of(&self.path.join(name)))
    }

    /// The next entry, which is not `.` or `..`.
    pub(crate) fn next(&mut self) -> Option<Result<FolderEntry, Errno>> {
        self.entries.next().map(|entry| {
            let entry = entry?;
            let kind = entry.metadata().ok().map(|metadata| kind(&metadata));
            Ok(FolderEntry { name: entry.file_name(), kind })
        })
    }

    /// The facts of an entry, not through a link.
    pub(crate) fn facts(&self, entry: &FolderEntry) -> Option<Facts> {
        link_at_path(&self.path.join(&entry.name)).ok()
    }
}

impl FolderEntry {
    pub(crate) fn name(&self) -> &[u8] {
        self.name.as_encoded_bytes()
    }

    /// Its kind, if the folder has it.
    pub(crate) fn kind(&self) -> Option<Kind> {
        self.kind
    }

    /// Whether the file may have this number.
    pub(crate) fn may_be(&self, _: FileId) -> bool {
        true
    }
}
