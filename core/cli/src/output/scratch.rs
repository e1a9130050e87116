//! A temporary file without a name, for data that exceeds the memory; it is gone when the process ends.

use crate::report::failure::{Failure, errno};
use nix::errno::Errno;
use nix::fcntl::{AT_FDCWD, OFlag, openat};
use nix::sys::stat::Mode;
use nix::unistd::{UnlinkatFlags, unlinkat};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use stringmill::convert::canonical::Storage;

/// A temporary file, by default in TMPDIR or /tmp; created by the first write.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: PathBuf,
    file: Option<File>,
    len: u64,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Scratch::within(std::env::temp_dir())
    }

    /// A temporary file in `folder`.
    pub(crate) fn within(folder: PathBuf) -> Self {
        Scratch { folder, file: None, len: 0 }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Writes from the start again. The file keeps its length.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    fn file(&mut self) -> Result<&File, Failure> {
        let file = match self.file.take() {
            Some(file) => file,
            None => self.create().map_err(|error| self.failure("create", error))?,
        };
        Ok(self.file.insert(file))
    }

    fn create(&self) -> Result<File, Errno> {
        let mode = Mode::S_IRUSR | Mode::S_IWUSR;
        let flags = OFlag::O_RDWR | OFlag::O_CLOEXEC;
        match openat(AT_FDCWD, &self.folder, flags | OFlag::O_TMPFILE, mode) {
            Ok(file) => return Ok(File::from(file)),
            // The file system or the kernel has no files without names.
            Err(Errno::EOPNOTSUPP | Errno::EISDIR | Errno::ENOENT) => {}
            Err(error) => return Err(error),
        }
        let mut number = 0_u64;
        loop {
            let path = self.folder.join(format!(".smill-{}-{number}.tmp", std::process::id()));
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

    fn failure(&self, act: &str, error: Errno) -> Failure {
        Failure::io(&format!("{act} a temporary file in"), &self.folder, error)
    }
}

impl Storage for Scratch {
    type Error = Failure;

    fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.is_empty() {
            return Ok(());
        }
        let at = self.len;
        let written = self.file()?.write_all_at(bytes, at);
        written.map_err(|error| self.failure("write", errno(&error)))?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    fn read(&mut self, at: u64, dst: &mut [u8]) -> Result<(), Failure> {
        let read = self.file()?.read_exact_at(dst, at);
        read.map_err(|error| self.failure("read", errno(&error)))
    }
}
