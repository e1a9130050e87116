//! Whole files get their names: waits until the disk has each, and renames it.
//!
//! Waiting for the disk takes a thousand times as long as writing a small file, and a disk serves many waits in little
//! more time than one. So many files wait at once, each on a thread of its own.

use crate::failure::Failure;
use crate::output::write_all;
use crate::temporaries::Temporary;
use nix::errno::Errno;
use nix::fcntl::{RenameFlags, renameat, renameat2};
use nix::unistd::{LinkatFlags, UnlinkatFlags, close, fsync, linkat, unlinkat};
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// How many files wait for the disk at once.
const WAITING: usize = 16;

/// What is to be done with files that exist, and when a file counts as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Replace files that exist.
    pub(crate) force: bool,
    /// Wait until the disk has a file before it gets its name.
    pub(crate) sync: bool,
}

/// A folder of the target.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) fd: Arc<OwnedFd>,
    /// Path to show.
    pub(crate) path: PathBuf,
    /// Whether it has new names that may not be on the disk yet.
    pub(crate) renewed: AtomicBool,
}

/// A file on its way into the target. It is removed unless it is placed.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) file: OwnedFd,
    pub(crate) folder: Arc<Folder>,
    pub(crate) temporary: Temporary,
    pub(crate) name: Vec<u8>,
    /// Path to show.
    pub(crate) path: PathBuf,
}

/// What became of the drafts so far.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    /// Files that got their names.
    pub(crate) written: u64,
    /// Files that came up while a draft was written, and are kept.
    pub(crate) kept: u64,
    failure: Option<Failure>,
}

/// Places drafts, with or without waiting for the disk.
pub(crate) struct Placing {
    manner: Manner,
    placed: Arc<Mutex<Placed>>,
    queue: Option<SyncSender<Draft>>,
    workers: Vec<JoinHandle<()>>,
}

impl Draft {
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        write_all(self.file.as_fd(), bytes).map_err(|error| Failure::io("write to", &self.path, error))
    }

    /// Gives the file its name; false where a file of that name has come up and is kept.
    fn place(self, manner: Manner) -> Result<bool, Failure> {
        let Draft { file, folder, temporary, name, path } = self;
        if manner.sync {
            fsync(&file).map_err(|error| Failure::io("sync", &path, error))?;
        }
        // Some file systems tell of a failed write only now.
        close(file).map_err(|error| Failure::io("close", &path, error))?;
        let placed = temporary.place(|temporary| match manner.force {
            true => renameat(&*folder.fd, temporary, &*folder.fd, &name[..]),
            false => rename_to_new(&folder.fd, temporary, &name),
        });
        let written = match placed {
            Ok(()) => true,
            Err(Errno::EEXIST) if !manner.force => false,
            Err(error) => return Err(Failure::io("put in place", &path, error)),
        };
        folder.renewed.fetch_or(written, Ordering::Relaxed);
        leave(folder, manner)?;
        Ok(written)
    }
}

/// Lets go of a folder. The last to do so waits until the disk has its names.
pub(crate) fn leave(folder: Arc<Folder>, manner: Manner) -> Result<(), Failure> {
    let Some(Folder { fd, path, renewed }) = Arc::into_inner(folder) else { return Ok(()) };
    if !manner.sync || !renewed.into_inner() {
        return Ok(());
    }
    fsync(&*fd).map_err(|error| Failure::io("sync the folder", &path, error))
}

impl Placing {
    pub(crate) fn new(manner: Manner) -> Self {
        let placed = Arc::default();
        let (mut queue, mut workers) = (None, Vec::new());
        if manner.sync {
            let (sender, receiver) = sync_channel(WAITING);
            let receiver = Arc::new(Mutex::new(receiver));
            for _ in 0..WAITING {
                let (receiver, placed) = (Arc::clone(&receiver), Arc::clone(&placed));
                workers.push(std::thread::spawn(move || work(&receiver, &placed, manner)));
            }
            queue = Some(sender);
        }
        Placing { manner, placed, queue, workers }
    }

    /// Places `draft`, now or soon. Fails if that failed, or if an earlier one has failed since.
    pub(crate) fn place(&self, draft: Draft) -> Result<(), Failure> {
        match &self.queue {
            // The workers listen as long as this queue is there.
            Some(queue) => drop(queue.send(draft)),
            None => note(&self.placed, draft.place(self.manner)),
        }
        lock(&self.placed).failure.take().map_or(Ok(()), Err)
    }

    /// Waits for all drafts to be placed.
    pub(crate) fn finish(&mut self) -> Result<Placed, Failure> {
        self.queue = None;
        for worker in self.workers.drain(..) {
            if worker.join().is_err() {
                return Err(Failure::Io("cannot go on: a worker failed".to_owned()));
            }
        }
        let mut placed = std::mem::take(&mut *lock(&self.placed));
        placed.failure.take().map_or(Ok(placed), Err)
    }
}

/// Places drafts as long as there are any. A draft is whole, so it is placed even after another has failed.
fn work(queue: &Mutex<Receiver<Draft>>, placed: &Mutex<Placed>, manner: Manner) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(draft) = next else { return };
        note(placed, draft.place(manner));
    }
}

fn note(placed: &Mutex<Placed>, result: Result<bool, Failure>) {
    let mut placed = lock(placed);
    match result {
        Ok(true) => placed.written += 1,
        Ok(false) => placed.kept += 1,
        Err(failure) => {
            placed.failure.get_or_insert(failure);
        }
    }
}

fn lock(placed: &Mutex<Placed>) -> MutexGuard<'_, Placed> {
    placed.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Renames, unless there is a file of that name: then `EEXIST`.
fn rename_to_new(folder: &OwnedFd, from: &str, to: &[u8]) -> Result<(), Errno> {
    match renameat2(folder, from, folder, to, RenameFlags::RENAME_NOREPLACE) {
        // Not every file system can; a second link is as good.
        Err(Errno::EINVAL | Errno::ENOSYS) => {
            linkat(folder, from, folder, to, LinkatFlags::empty())?;
            unlinkat(folder, from, UnlinkatFlags::NoRemoveDir)
        }
        done => done,
    }
}
