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

    fn release(&mut self, at: u64, len: u64) -> Result<(), Failure> {
        let released = system::release(self.file()?, at, len);
        released.map_err(|error| self.failure("release a part of", error))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    /// The rest stays as it is, and the file does not grow shorter.
    #[test]
    fn released_blocks_are_given_back() {
        let mut scratch = Scratch::new();
        let text: Vec<u8> = (0..4_u32 << 20).map(|at| (at % 251) as u8).collect();
        scratch.append(&text).unwrap_or_else(|_| panic!("the text is written"));
        let blocks = |scratch: &mut Scratch| scratch.file().map(|file| file.metadata().unwrap().blocks()).unwrap_or(0);
        let before = blocks(&mut scratch);
        assert!(scratch.release(1000, 3 << 20).is_ok() && scratch.release(0, 0).is_ok());
        let after = blocks(&mut scratch);
        println!("{before} blocks, then {after}");
        assert!(after < before / 2 || after == before, "a file system without holes keeps all");
        let mut rest = vec![0; (1 << 20) - 1000];
        assert!(scratch.read((3 << 20) + 1000, &mut rest).is_ok() && rest == text[(3 << 20) + 1000..]);
    }
}
