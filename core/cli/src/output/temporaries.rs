//! Names of unfinished files: `.smill-PID-NUMBER.tmp`.
//!
//! A process that ends by a signal removes its own temporaries. A killed process cannot, so a later process removes them,
//! if no process has that number and no process locks the file. The lock protects the files of other containers and
//! machines, whose process numbers mean nothing here.

use crate::process::signals;
use crate::report::failure::Failure;
use crate::system::{self, Errno, FileHandle, FolderHandle};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All temporaries of this process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Temporaries(Arc<Mutex<Living>>);

/// The temporaries that exist.
#[derive(Debug, Default)]
struct Living {
    /// By name, with the folders they are in. No two have the same name.
    folders: HashMap<String, Arc<FolderHandle>>,
    /// The number of the next one.
    next: u64,
}

/// A temporary file: dropping this removes it, unless it was published.
#[derive(Debug)]
pub(crate) struct Temporary {
    name: String,
    all: Temporaries,
}

/// The process in the name of a temporary; `None` if `name` is not such a name.
pub(crate) fn process_of(name: &[u8]) -> Option<u32> {
    let numbers = name.strip_prefix(b".smill-")?.strip_suffix(b".tmp")?;
    let dash = numbers.iter().position(|&byte| byte == b'-')?;
    let process: u32 = number(&numbers[..dash])?.try_into().ok()?;
    number(&numbers[dash + 1..])?;
    (1..=i32::MAX as u32).contains(&process).then_some(process)
}

/// Reads a number as this module writes it: decimal, without a sign or leading zeros.
fn number(digits: &[u8]) -> Option<u64> {
    let canonical = digits == b"0" || matches!(digits, [b'1'..=b'9', ..]);
    let text = std::str::from_utf8(digits).ok()?;
    if canonical { text.parse().ok() } else { None }
}

impl Living {
    fn fresh(&mut self) -> String {
        let number = self.next;
        self.next += 1;
        format!(".smill-{}-{number}.tmp", std::process::id())
    }
}

impl Temporaries {
    /// No temporaries yet; from now on, a signal that ends the process removes those that exist.
    pub(crate) fn guarded() -> Result<Self, Failure> {
        let temporaries = Temporaries::default();
        let all = temporaries.clone();
        signals::before_death(move || {
            let mut living = all.lock();
            for (name, folder) in living.folders.drain() {
                let _ = system::remove(&folder, name.as_bytes());
            }
            // Keep the lock until the process ends, so that no thread makes another temporary.
            std::mem::forget(living);
        })?;
        Ok(temporaries)
    }

    /// Creates a temporary in `folder`.
    pub(crate) fn create(&self, folder: &Arc<FolderHandle>, mode: u32) -> Result<(FileHandle, Temporary), Errno> {
        loop {
            let mut living = self.lock();
            let name = living.fresh();
            match system::create(folder, &name, mode) {
                // Another process of this number has left the file.
                Err(Errno::EEXIST) => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    living.folders.insert(name.clone(), Arc::clone(folder));
                    let temporary = Temporary { name, all: self.clone() };
                    drop(living);
                    // Before the lock, another process may have removed it as abandoned.
                    if system::lock(&file) && system::facts(system::stream(&file))?.links > 0 {
                        return Ok((file, temporary));
                    }
                }
            }
        }
    }

    /// Links an unnamed file to a temporary name in `folder`, then calls `then` to rename it. A signal ends the process
    /// before or after both, not between.
    pub(crate) fn pass(
        &self,
        folder: &FolderHandle,
        link: impl Fn(&str) -> Result<(), Errno>,
        then: impl FnOnce(&str) -> Result<(), Errno>,
    ) -> Result<(), Errno> {
        let mut living = self.lock();
        let name = loop {
            let name = living.fresh();
            match link(&name) {
                Err(Errno::EEXIST) => {}
                Err(error) => return Err(error),
                Ok(()) => break name,
            }
        };
        let done = then(&name);
        if done.is_err() {
            // Report the failure of `then`, not one of the removal.
            let _ = system::remove(folder, name.as_bytes());
        }
        done
    }

    /// Removes the temporaries of killed processes from `folder`.
    pub(crate) fn clean(&self, folder: &FolderHandle) -> Result<(), Errno> {
        system::each_name(folder, |name| {
            if process_of(name).is_some_and(|process| !self.is_alive(process, name)) {
                system::remove_abandoned(folder, name)?;
            }
            Ok(true)
        })
    }

    /// Whether `process`, the number in `name`, may still write to the file.
    fn is_alive(&self, process: u32, name: &[u8]) -> bool {
        if process == std::process::id() {
            // In a container, consecutive processes may have the same number.
            let living = self.lock();
            return std::str::from_utf8(name).is_ok_and(|name| living.folders.contains_key(name));
        }
        system::is_running(process)
    }

    fn lock(&self) -> MutexGuard<'_, Living> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Temporary {
    /// Calls `rename` on the temporary; after a success there is nothing to remove.
    pub(crate) fn place(&self, rename: impl FnOnce(&str) -> Result<(), Errno>) -> Result<(), Errno> {
        let mut living = self.all.lock();
        rename(&self.name)?;
        living.folders.remove(&self.name);
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut living = self.all.lock();
        if let Some(folder) = living.folders.remove(&self.name) {
            // Ignore the result: the command already reports a failure, or keeps an existing file.
            let _ = system::remove(&folder, self.name.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_as_written_here_are_those_of_temporaries() {
        let process = |name: &str| process_of(name.as_bytes());
        assert_eq!(process(".smill-1-0.tmp"), Some(1));
        assert_eq!(process(".smill-4194304-18446744073709551615.tmp"), Some(4_194_304));
        assert_eq!(process(&Living::default().fresh()), Some(std::process::id()));
        for name in [
            "",
            ".smill-.tmp",
            ".smill--1.tmp",
            ".smill-1-.tmp",
            ".smill-1.tmp",
            ".smill-0-1.tmp",
            ".smill-01-1.tmp",
            ".smill-1-01.tmp",
            ".smill-+1-1.tmp",
            ".smill--1-1.tmp",
            ".smill-1-1-1.tmp",
            ".smill-1-1.tmp~",
            ".smill-1-1.tmp.tmp",
            ".smill-1-x.tmp",
            "smill-1-1.tmp",
            "x.smill-1-1.tmp",
            ".smill-2147483648-1.tmp",
            ".smill-1-18446744073709551616.tmp",
            ".SMILL-1-1.tmp",
            ".smill- 1-1.tmp",
        ] {
            assert_eq!(process(name), None, "{name}");
        }
    }

    /// In a container, the process that left a file may have had the number of this one.
    #[test]
    fn a_file_of_an_earlier_process_of_this_number_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: u64| folder.path().join(format!(".smill-{}-{number}.tmp", std::process::id()));
        std::fs::write(path(7), "left").unwrap();
        let fd = Arc::new(system::open_folder(folder.path()).unwrap());
        let temporaries = Temporaries::default();
        let (_file, temporary) = temporaries.create(&fd, 0o600).unwrap();
        temporaries.clean(&fd).unwrap();
        assert!(!path(7).exists() && path(0).exists());
        drop(temporary);
        assert!(!path(0).exists());
    }
}
