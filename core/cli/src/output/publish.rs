//! Whole files get their names: waits until the disk has each, and links or renames it.
//!
//! Where the file system can (`O_TMPFILE`), a file has no name until it is whole, so a process that is killed leaves
//! nothing behind. Linking such a file never replaces one; to replace, it gets a temporary name first, and is renamed at
//! once.
//!
//! Waiting for the disk takes a thousand times as long as writing a small file, and a disk serves many waits in little
//! more time than one. So many files wait at once, each on a thread of its own.

use crate::output::attributes::{Attributes, descriptor, named};
use crate::output::stdout::write_all;
use crate::output::temporaries::{Temporaries, Temporary, lock as lock_file};
use crate::process::threads;
use crate::report::failure::{Failure, errno};
use crate::report::messages::Messages;
use crate::report::visible::visible;
use nix::errno::Errno;
use nix::fcntl::{AT_FDCWD, AtFlags, RenameFlags, renameat, renameat2};
use nix::sys::stat::{Mode, fstat};
use nix::unistd::{UnlinkatFlags, close, fsync, linkat, unlinkat};
use std::fs::File;
use std::io::Seek;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// How many files wait for the disk at once.
const WAITING: usize = 16;

/// What is to be done with files that exist, and when a file counts as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WriteOptions {
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
    /// How a file without a name gets one here; `None` if files need a name from the start.
    pub(crate) link: Option<Arc<Link>>,
    /// Whether it has new names that may not be on the disk yet.
    pub(crate) renewed: AtomicBool,
}

/// How files without a name get one.
#[derive(Debug)]
pub(crate) struct Link {
    way: Way,
    /// Whether a file system or a security module refused one that it had let exist.
    refused: AtomicBool,
}

/// How to call an open file that has no name.
#[derive(Debug)]
pub(crate) enum Way {
    /// By its descriptor. Before Linux 6.10 this takes a capability.
    Descriptor,
    /// By its path in `/proc`.
    Path,
}

/// A file on its way into the target. It is removed unless it is placed.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) file: OwnedFd,
    pub(crate) folder: Arc<Folder>,
    pub(crate) state: State,
    pub(crate) name: Vec<u8>,
    /// Path to show.
    pub(crate) path: PathBuf,
    /// Attributes of the file that it replaces, as they were when the draft was begun.
    pub(crate) replaced: Option<Attributes>,
}

/// What a draft is called until it is whole.
#[derive(Debug)]
pub(crate) enum State {
    Nameless(Arc<Link>, Temporaries),
    Named(Temporary),
}

/// What became of the drafts so far.
#[derive(Debug, Default)]
pub(crate) struct Published {
    /// Files that got their names.
    pub(crate) written: u64,
    /// Files that came up while a draft was written, and are kept.
    pub(crate) kept: u64,
    /// Files that replaced others and could not take over all their attributes.
    changed: u64,
    first_changed: Option<PathBuf>,
    failure: Option<Failure>,
}

/// What became of a draft.
enum Outcome {
    Written,
    /// Written, but with another owner, group or ACL than the file it replaced.
    Changed(PathBuf),
    Kept,
}

/// Places drafts, with or without waiting for the disk.
pub(crate) struct Publisher {
    manner: WriteOptions,
    placed: Arc<Mutex<Published>>,
    queue: Option<SyncSender<Draft>>,
    workers: Vec<JoinHandle<()>>,
}

impl Draft {
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        write_all(self.file.as_fd(), bytes).map_err(|error| Failure::io("write to", &self.path, error))
    }

    /// Gives the file its name, unless a file of that name has come up and is kept.
    fn place(self, manner: WriteOptions) -> Result<Outcome, Failure> {
        let Draft { mut file, folder, mut state, name, path, mut replaced } = self;
        let failed = |act, error| Failure::io(act, &path, error);
        let mut exact = true;
        let put = loop {
            let mut exists = false;
            if manner.force {
                if let Some(facts) = named(&folder.fd, &name).map_err(|error| failed("look at", error))? {
                    exists = true;
                    replaced = Attributes::of(&facts, &folder.fd, &name).or(replaced);
                }
                if let Some(attributes) = &replaced {
                    exact = attributes.give(&file).map_err(|error| failed("keep the mode of", error))?;
                }
            }
            if manner.sync {
                fsync(&file).map_err(|error| failed("sync", error))?;
            }
            // Some file systems tell of a failed write only when a descriptor is closed.
            let copy = file.try_clone().map_err(|error| failed("close", errno(&error)))?;
            close(copy).map_err(|error| failed("close", error))?;
            match state.put(&file, &folder.fd, &name, manner.force, exists) {
                // It has come up since.
                Err(Errno::EEXIST) if manner.force => {}
                Err(error) if error != Errno::EEXIST && state.is_refused() => {
                    (file, state) = state.named(&file, &folder.fd).map_err(|error| failed("put in place", error))?;
                }
                put => break put,
            }
        };
        let written = match put {
            Ok(()) => true,
            Err(Errno::EEXIST) => false,
            Err(error) => return Err(failed("put in place", error)),
        };
        close(file).map_err(|error| failed("close", error))?;
        folder.renewed.fetch_or(written, Ordering::Relaxed);
        leave(folder, manner)?;
        Ok(match (written, exact) {
            (true, true) => Outcome::Written,
            (true, false) => Outcome::Changed(path),
            (false, _) => Outcome::Kept,
        })
    }
}

impl State {
    /// Whether files without a name cannot get one after all.
    fn is_refused(&self) -> bool {
        matches!(self, State::Nameless(link, _) if !link.works())
    }

    /// Copies `file`, which could not be linked, into one with a temporary name. Whatever the reason was, it is reported
    /// only if it is in the way of this one too.
    fn named(self, file: &OwnedFd, folder: &Arc<OwnedFd>) -> Result<(OwnedFd, Self), Errno> {
        let State::Nameless(_, temporaries) = self else { return Err(Errno::EINVAL) };
        let (to, temporary) = temporaries.create(folder, Mode::from_bits_truncate(fstat(file)?.st_mode & 0o777))?;
        let (mut from, mut to) = (File::from(file.try_clone().map_err(|error| errno(&error))?), File::from(to));
        from.rewind().and_then(|()| std::io::copy(&mut from, &mut to)).map_err(|error| errno(&error))?;
        Ok((to.into(), State::Named(temporary)))
    }

    /// Gives `file` its name. `EEXIST` if there is a file of that name that is not to be replaced, or that was not known
    /// to exist.
    fn put(&self, file: &OwnedFd, folder: &OwnedFd, name: &[u8], force: bool, exists: bool) -> Result<(), Errno> {
        match self {
            State::Nameless(link, temporaries) if force && exists => {
                // It may fail: no other process can see a file without a name.
                lock_file(file);
                let link = |temporary: &str| link.give(file, folder, temporary.as_bytes());
                temporaries.pass(folder, link, |temporary| renameat(folder, temporary, folder, name))
            }
            State::Nameless(link, _) => link.give(file, folder, name),
            State::Named(temporary) => temporary.place(|temporary| match force {
                true => renameat(folder, temporary, folder, name),
                false => rename_to_new(folder, temporary, name),
            }),
        }
    }
}

impl Link {
    pub(crate) fn new(way: Way) -> Self {
        Link { way, refused: AtomicBool::new(false) }
    }

    pub(crate) fn works(&self) -> bool {
        !self.refused.load(Ordering::Relaxed)
    }

    /// Gives `file` a name; `EEXIST` if there is a file of that name.
    fn give(&self, file: &OwnedFd, folder: &OwnedFd, name: &[u8]) -> Result<(), Errno> {
        let done = self.way.link(file, folder, name);
        if !matches!(done, Ok(()) | Err(Errno::EEXIST)) {
            self.refused.store(true, Ordering::Relaxed);
        }
        done
    }
}

impl Way {
    /// Gives `file` a name; `EEXIST` if there is a file of that name.
    pub(crate) fn link(&self, file: &OwnedFd, folder: &OwnedFd, name: &[u8]) -> Result<(), Errno> {
        match self {
            Way::Descriptor => linkat(file, "", folder, name, AtFlags::AT_EMPTY_PATH),
            Way::Path => linkat(AT_FDCWD, &descriptor(file), folder, name, AtFlags::AT_SYMLINK_FOLLOW),
        }
    }
}

impl Published {
    /// Says which files could not keep the attributes of those they replaced.
    pub(crate) fn tell(&self, messages: &Messages) {
        let Some(first) = &self.first_changed else { return };
        messages.note(&format!(
            "{} replaced file{} another owner, group or ACL, the first is {}",
            self.changed,
            if self.changed == 1 { " has" } else { "s have" },
            visible(first.as_os_str().as_bytes()),
        ));
    }
}

/// Lets go of a folder. The last to do so waits until the disk has its names.
pub(crate) fn leave(folder: Arc<Folder>, manner: WriteOptions) -> Result<(), Failure> {
    let Some(Folder { fd, path, renewed, .. }) = Arc::into_inner(folder) else { return Ok(()) };
    if !manner.sync || !renewed.into_inner() {
        return Ok(());
    }
    fsync(&*fd).map_err(|error| Failure::io("sync the folder", &path, error))
}

impl Publisher {
    pub(crate) fn new(manner: WriteOptions) -> Result<Self, Failure> {
        let placed = Arc::default();
        let (mut queue, mut workers) = (None, Vec::new());
        if manner.sync {
            let (sender, receiver) = sync_channel(WAITING);
            let receiver = Arc::new(Mutex::new(receiver));
            for _ in 0..WAITING {
                let (receiver, placed) = (Arc::clone(&receiver), Arc::clone(&placed));
                workers.push(threads::start(|begun| {
                    std::thread::Builder::new().spawn(move || {
                        begun.wait();
                        work(&receiver, &placed, manner);
                    })
                })?);
            }
            queue = Some(sender);
        }
        Ok(Publisher { manner, placed, queue, workers })
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
    pub(crate) fn finish(&mut self) -> Result<Published, Failure> {
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
fn work(queue: &Mutex<Receiver<Draft>>, placed: &Mutex<Published>, manner: WriteOptions) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(draft) = next else { return };
        note(placed, draft.place(manner));
    }
}

fn note(placed: &Mutex<Published>, result: Result<Outcome, Failure>) {
    let mut placed = lock(placed);
    match result {
        Ok(Outcome::Written) => placed.written += 1,
        Ok(Outcome::Changed(path)) => {
            placed.written += 1;
            placed.changed += 1;
            placed.first_changed.get_or_insert(path);
        }
        Ok(Outcome::Kept) => placed.kept += 1,
        Err(failure) => {
            placed.failure.get_or_insert(failure);
        }
    }
}

fn lock(placed: &Mutex<Published>) -> MutexGuard<'_, Published> {
    placed.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Renames, unless there is a file of that name: then `EEXIST`.
fn rename_to_new(folder: &OwnedFd, from: &str, to: &[u8]) -> Result<(), Errno> {
    match renameat2(folder, from, folder, to, RenameFlags::RENAME_NOREPLACE) {
        // Not every file system can; a second link is as good.
        Err(Errno::EINVAL | Errno::ENOSYS) => {
            linkat(folder, from, folder, to, AtFlags::empty())?;
            unlinkat(folder, from, UnlinkatFlags::NoRemoveDir)
        }
        done => done,
    }
}
