//! The file being written, known to the thread that hears signals: an interrupted command leaves no temporary behind.

use nix::errno::Errno;
use nix::unistd::{UnlinkatFlags, unlinkat};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The temporary that exists, if any: its folder and its name in there.
type Living = Option<(Arc<OwnedFd>, String)>;

/// Guards the one temporary of this process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Temporaries(Arc<Mutex<Living>>);

impl Temporaries {
    /// Starts to listen for signals that end the process.
    pub(crate) fn guarded() -> std::io::Result<Self> {
        let temporaries = Temporaries::default();
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal)))?;
        let living = temporaries.clone();
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // The lock is kept until the process is gone, so that no other temporary is made.
                let mut living = living.lock();
                let _ = remove(&mut living);
                let _ = emulate_default_handler(signal);
            }
        });
        Ok(temporaries)
    }

    /// Runs `make`, which makes the temporary it returns.
    pub(crate) fn make<T>(&self, make: impl FnOnce() -> Result<(T, Arc<OwnedFd>, String), Errno>) -> Result<T, Errno> {
        let mut living = self.lock();
        let (made, folder, name) = make()?;
        *living = Some((folder, name));
        Ok(made)
    }

    /// Runs `place`, after which there is no temporary, if it succeeds.
    pub(crate) fn place<T>(&self, place: impl FnOnce() -> Result<T, Errno>) -> Result<T, Errno> {
        let mut living = self.lock();
        let done = place()?;
        *living = None;
        Ok(done)
    }

    /// Removes the temporary, if there is one.
    pub(crate) fn remove(&self) -> Result<(), Errno> {
        remove(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Living> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn remove(living: &mut Living) -> Result<(), Errno> {
    match living.take() {
        Some((folder, name)) => unlinkat(&*folder, &name[..], UnlinkatFlags::NoRemoveDir),
        None => Ok(()),
    }
}

/// Whether whoever started this process wants it to live through `signal`, as `nohup` does.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
