//! A temporary file without a name, for data that exceeds the memory; it is gone when the process ends.

use crate::report::failure::{Failure, errno};
use crate::system::{self, Errno};
use std::fs::File;
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
        system::open_scratch(&self.folder, |number| format!(".smill-{}-{number}.tmp", std::process::id()))
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
        let written = system::write_all_at(self.file()?, bytes, at);
        written.map_err(|error| self.failure("write", errno(&error)))?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    fn read(&mut self, at: u64, dst: &mut [u8]) -> Result<(), Failure> {
        let read = system::read_exact_at(self.file()?, dst, at);
        read.map_err(|error| self.failure("read", errno(&error)))
    }
}
