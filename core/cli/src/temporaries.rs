//! The files being written, known to the thread that hears signals: an interrupted command leaves no temporary behind.

use nix::errno::Errno;
use nix::unistd::{UnlinkatFlags, unlinkat};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The temporaries that exist, by name, and the folders they are in. No two have the same name.
type Living = HashMap<String, Arc<OwnedFd>>;

/// All temporaries of this process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Temporaries(Arc<Mutex<Living>>);

/// A temporary: removed when this is dropped, unless it has been placed.
#[derive(Debug)]
pub(crate) struct Temporary {
    name: String,
    all: Temporaries,
}

impl Temporaries {
    /// Starts to listen for signals that end the process.
    pub(crate) fn guarded() -> std::io::Result<Self> {
        let temporaries = Temporaries::default();
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal)))?;
        let all = temporaries.clone();
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // The lock is kept until the process is gone, so that no other temporary is made.
                let mut living = all.lock();
                for (name, folder) in living.drain() {
                    let _ = unlinkat(&*folder, &name[..], UnlinkatFlags::NoRemoveDir);
                }
                let _ = emulate_default_handler(signal);
            }
        });
        Ok(temporaries)
    }

    /// Has `make` make a temporary called `name` in `folder`.
    pub(crate) fn make<T>(
        &self,
        name: String,
        folder: &Arc<OwnedFd>,
        make: impl FnOnce(&str) -> Result<T, Errno>,
    ) -> Result<(T, Temporary), Errno> {
        let mut living = self.lock();
        let made = make(&name)?;
        living.insert(name.clone(), Arc::clone(folder));
        Ok((made, Temporary { name, all: self.clone() }))
    }

    fn lock(&self) -> MutexGuard<'_, Living> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Temporary {
    /// Has `rename` give the temporary another name; if it succeeds, there is nothing left to remove.
    pub(crate) fn place(self, rename: impl FnOnce(&str) -> Result<(), Errno>) -> Result<(), Errno> {
        let mut living = self.all.lock();
        rename(&self.name)?;
        living.remove(&self.name);
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut living = self.all.lock();
        if let Some(folder) = living.remove(&self.name) {
            // There is another failure to tell of, or the file is to be kept; this one would not change what to do.
            let _ = unlinkat(&*folder, &self.name[..], UnlinkatFlags::NoRemoveDir);
        }
    }
}

/// Whether whoever started this process wants it to live through `signal`, as `nohup` does.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
