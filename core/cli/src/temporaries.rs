//! The files being written, known to the thread that hears signals: an interrupted command leaves no temporary behind.

use crate::signals;
use nix::errno::Errno;
use nix::unistd::{UnlinkatFlags, unlinkat};
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
        let all = temporaries.clone();
        signals::before_death(move || {
            let mut living = all.lock();
            for (name, folder) in living.drain() {
                let _ = unlinkat(&*folder, &name[..], UnlinkatFlags::NoRemoveDir);
            }
            // The lock is kept until the process is gone, so that no other temporary is made.
            std::mem::forget(living);
        })?;
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
