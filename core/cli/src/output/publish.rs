//! Publishes finished files: syncs each to disk, then links or renames it to its name.
//!
//! If the file system supports `O_TMPFILE`, an unfinished file has no name, so a killed process leaves nothing. A link
//! never replaces a file; to replace one, the new file is linked to a temporary name and renamed at once.
//!
//! A sync takes a thousand times as long as writing a small file, and many syncs in parallel take little longer than one.
//! So several threads sync files in parallel.

use crate::output::temporaries::{Temporaries, Temporary};
use crate::process::threads;
use crate::report::failure::{Exit, Failure, errno};
use crate::report::messages::Messages;
use crate::report::visible::visible;
use crate::system::{self, Attributes, Errno, FileHandle, FileId, FolderHandle, LinkMethod, bytes_of};
use std::collections::HashSet;
use std::fs::File;
use std::io::Seek;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// How to handle existing files, and whether to sync.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WriteOptions {
    /// Replace files that exist.
    pub(crate) force: bool,
    /// Sync a file before it gets its name.
    pub(crate) sync: bool,
    /// Files may get modes. Before a file has its mode no other user may read it.
    pub(crate) modes: bool,
}

/// A folder of the target.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) fd: Arc<FolderHandle>,
    /// Path for messages.
    pub(crate) path: PathBuf,
    /// How to name an unnamed file here; `None` if files need a name from the start.
    pub(crate) link: Option<Arc<Link>>,
    /// Whether it has new names that are not synced yet.
    pub(crate) renewed: AtomicBool,
}

/// How unnamed files get a name.
#[derive(Debug)]
pub(crate) struct Link {
    method: LinkMethod,
    /// Whether a file system or a security module refused to link an unnamed file.
    refused: AtomicBool,
}

/// An unfinished file. It is removed unless it is published.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) file: FileHandle,
    pub(crate) folder: Arc<Folder>,
    pub(crate) state: State,
    pub(crate) name: Vec<u8>,
    /// Path for messages.
    pub(crate) path: PathBuf,
    /// Attributes that the replaced file had when the draft was begun.
    pub(crate) replaced: Option<Attributes>,
    /// Permissions that the file gets.
    pub(crate) mode: Option<u32>,
    /// Permissions of a new file without a mode, if the draft has fewer.
    pub(crate) usual_mode: Option<u32>,
}

/// The name of a draft until it is published.
#[derive(Debug)]
pub(crate) enum State {
    Nameless(Arc<Link>, Temporaries),
    Named(Temporary),
}

/// The results of all drafts so far.
#[derive(Debug, Default)]
pub(crate) struct Published {
    /// Files that got their names.
    pub(crate) written: u64,
    /// Files that appeared while a draft was written, and were kept.
    pub(crate) kept: u64,
    /// Files that could not inherit all attributes of the files they replaced.
    changed: u64,
    first_changed: Option<PathBuf>,
    /// The file that is left alone, because its text would be the same.
    unchanged: Option<PathBuf>,
    /// The file that would change, if the output were more than compared with it.
    outdated: Option<PathBuf>,
    failure: Option<Failure>,
    /// Identities of the drafts that may replace a file. Another process may replace such a file, and the system may then use its
    /// number again.
    replacements: HashSet<FileId>,
}

/// The result of one draft.
enum Outcome {
    Written,
    /// Written, but with another owner, group or ACL than the file it replaced.
    Changed(PathBuf),
    Kept,
}

/// Publishes drafts, with or without a sync.
pub(crate) struct Publisher {
    options: WriteOptions,
    published: Arc<Mutex<Published>>,
    queue: Option<SyncSender<Draft>>,
    workers: Vec<JoinHandle<()>>,
}

impl Draft {
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        system::write_file(&self.file, bytes).map_err(|error| Failure::io("write to", &self.path, error))
    }

    /// Gives the file its name, unless a file of that name has appeared and must be kept.
    fn publish(self, options: WriteOptions, published: &Mutex<Published>) -> Result<Outcome, Failure> {
        let Draft { mut file, folder, mut state, name, path, mut replaced, mode, usual_mode } = self;
        let failed = |act, error| Failure::io(act, &path, error);
        let mut exact = true;
        let put = loop {
            let mut exists = false;
            if options.force {
                let own = system::facts(system::stream(&file)).map_err(|error| failed("look at", error))?;
                lock(published).replacements.insert(own.id);
                if let Some(facts) = system::named(&folder.fd, &name).map_err(|error| failed("look at", error))? {
                    exists = true;
                    let is_own = lock(published).replacements.contains(&facts.id);
                    if is_own && !lists(&folder.fd, &name).map_err(|error| failed("read the folder of", error))? {
                        let path = visible(bytes_of(&path));
                        return Err(Failure::Name(format!(
                            "name of another file of this input on this file system: {path}"
                        )));
                    }
                    replaced = Attributes::of(&facts, &folder.fd, &name).or(replaced);
                }
            }
            if let Some(attributes) = &replaced {
                exact = attributes.apply_to(&file, mode).map_err(|error| failed("keep the mode of", error))?;
            } else if let Some(mode) = mode.or(usual_mode) {
                system::set_mode(&file, mode).map_err(|error| failed("set the mode of", error))?;
            }
            if options.sync {
                system::sync(&file).map_err(|error| failed("sync", error))?;
            }
            // Some file systems report a failed write only at close.
            let copy = file.try_clone().map_err(|error| failed("close", errno(&error)))?;
            system::close(copy).map_err(|error| failed("close", error))?;
            match state.put(&file, &folder.fd, &name, options.force, exists) {
                // The file has appeared since the look-up: try again, now to replace it.
                Err(Errno::EEXIST) if options.force => {}
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
        system::close(file).map_err(|error| failed("close", error))?;
        folder.renewed.fetch_or(written, Ordering::Relaxed);
        leave(folder, options)?;
        Ok(match (written, exact) {
            (true, true) => Outcome::Written,
            (true, false) => Outcome::Changed(path),
            (false, _) => Outcome::Kept,
        })
    }
}

impl State {
    /// Whether the system refused to link unnamed files.
    fn is_refused(&self) -> bool {
        matches!(self, State::Nameless(link, _) if !link.works())
    }

    /// Copies `file`, which could not be linked, into a file with a temporary name. The refusal of the link is not
    /// reported; if its cause affects the copy too, the copy fails.
    fn named(self, file: &FileHandle, folder: &Arc<FolderHandle>) -> Result<(FileHandle, Self), Errno> {
        let State::Nameless(_, temporaries) = self else { return Err(Errno::EOPNOTSUPP) };
        let (to, temporary) = temporaries.create(folder, system::facts(system::stream(file))?.mode)?;
        let (mut from, mut to) = (File::from(file.try_clone().map_err(|error| errno(&error))?), File::from(to));
        from.rewind().and_then(|()| std::io::copy(&mut from, &mut to)).map_err(|error| errno(&error))?;
        Ok((to.into(), State::Named(temporary)))
    }

    /// Gives `file` its name. `EEXIST` if a file of that name exists and must be kept, or was not known to exist.
    fn put(
        &self,
        file: &FileHandle,
        folder: &FolderHandle,
        name: &[u8],
        force: bool,
        exists: bool,
    ) -> Result<(), Errno> {
        match self {
            State::Nameless(link, temporaries) if force && exists => {
                // The lock may fail: no other process can see an unnamed file.
                system::lock(file);
                let link = |temporary: &str| link.give_name(file, folder, temporary.as_bytes());
                temporaries.pass(folder, link, |temporary| system::rename(folder, temporary, name))
            }
            State::Nameless(link, _) => link.give_name(file, folder, name),
            State::Named(temporary) => temporary.place(|temporary| match force {
                true => system::rename(folder, temporary, name),
                false => system::rename_to_new(folder, temporary, name),
            }),
        }
    }
}

impl Link {
    pub(crate) fn new(method: LinkMethod) -> Self {
        Link { method, refused: AtomicBool::new(false) }
    }

    pub(crate) fn works(&self) -> bool {
        !self.refused.load(Ordering::Relaxed)
    }

    /// Gives `file` a name; `EEXIST` if a file of that name exists.
    fn give_name(&self, file: &FileHandle, folder: &FolderHandle, name: &[u8]) -> Result<(), Errno> {
        let done = self.method.link(file, folder, name);
        if !matches!(done, Ok(()) | Err(Errno::EEXIST)) {
            self.refused.store(true, Ordering::Relaxed);
        }
        done
    }
}

impl Published {
    /// Nothing is published: the file at `path` has this text already.
    pub(crate) fn unchanged(path: PathBuf) -> Self {
        Published { unchanged: Some(path), ..Published::default() }
    }

    /// Nothing is published: the file at `path` was only compared, and would change.
    pub(crate) fn outdated(path: PathBuf) -> Self {
        Published { outdated: Some(path), ..Published::default() }
    }

    /// The exit code: whether a file would change.
    pub(crate) fn exit(&self) -> Exit {
        if self.outdated.is_some() { Exit::Changed } else { Exit::Done }
    }

    /// Notes which files could not inherit all attributes of the files they replaced, and which one is left alone.
    pub(crate) fn report(&self, messages: &Messages) {
        if let Some(path) = &self.unchanged {
            messages.total(&format!("{} has nothing to change and is left alone", visible(bytes_of(path))));
        }
        if let Some(path) = &self.outdated {
            messages.warning(&format!("{} would change", visible(bytes_of(path))));
        }
        let Some(first) = &self.first_changed else { return };
        messages.note(&format!(
            "{} replaced file{} another owner, group or ACL, the first is {}",
            self.changed,
            if self.changed == 1 { " has" } else { "s have" },
            visible(bytes_of(&first)),
        ));
    }
}

/// Drops a reference to a folder. Dropping the last one syncs the folder.
pub(crate) fn leave(folder: Arc<Folder>, options: WriteOptions) -> Result<(), Failure> {
    let Some(Folder { fd, path, renewed, .. }) = Arc::into_inner(folder) else { return Ok(()) };
    if !options.sync || !renewed.into_inner() {
        return Ok(());
    }
    system::sync_folder(&fd).map_err(|error| Failure::io("sync the folder", &path, error))
}

impl Publisher {
    /// A publisher that syncs this many files in parallel.
    pub(crate) fn new(options: WriteOptions, parallel: usize) -> Result<Self, Failure> {
        let published = Arc::default();
        let (mut queue, mut workers) = (None, Vec::new());
        if options.sync {
            let (sender, receiver) = sync_channel(parallel);
            let receiver = Arc::new(Mutex::new(receiver));
            for _ in 0..parallel {
                let (receiver, published) = (Arc::clone(&receiver), Arc::clone(&published));
                workers.push(threads::start(|begun| {
                    std::thread::Builder::new().spawn(move || {
                        begun.wait();
                        work(&receiver, &published, options);
                    })
                })?);
            }
            queue = Some(sender);
        }
        Ok(Publisher { options, published, queue, workers })
    }

    /// Publishes `draft`, now or soon. Fails if this draft failed, or if an earlier draft has failed since the last call.
    pub(crate) fn publish(&self, draft: Draft) -> Result<(), Failure> {
        match &self.queue {
            // The workers receive as long as this queue exists.
            Some(queue) => drop(queue.send(draft)),
            None => note(&self.published, draft.publish(self.options, &self.published)),
        }
        lock(&self.published).failure.take().map_or(Ok(()), Err)
    }

    /// Waits until all drafts are published.
    pub(crate) fn finish(&mut self) -> Result<Published, Failure> {
        self.queue = None;
        for worker in self.workers.drain(..) {
            if worker.join().is_err() {
                return Err(Failure::Io("cannot continue: a worker failed".to_owned()));
            }
        }
        let mut published = std::mem::take(&mut *lock(&self.published));
        published.failure.take().map_or(Ok(published), Err)
    }
}

/// Publishes drafts until the queue closes. A draft is complete, so it is published even after another one has failed.
fn work(queue: &Mutex<Receiver<Draft>>, published: &Mutex<Published>, options: WriteOptions) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(draft) = next else { return };
        note(published, draft.publish(options, published));
    }
}

fn note(published: &Mutex<Published>, result: Result<Outcome, Failure>) {
    let mut published = lock(published);
    match result {
        Ok(Outcome::Written) => published.written += 1,
        Ok(Outcome::Changed(path)) => {
            published.written += 1;
            published.changed += 1;
            published.first_changed.get_or_insert(path);
        }
        Ok(Outcome::Kept) => published.kept += 1,
        Err(failure) => {
            published.failure.get_or_insert(failure);
        }
    }
}

fn lock(published: &Mutex<Published>) -> MutexGuard<'_, Published> {
    published.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether `folder` has an entry of exactly this name. A file that is found by it may have another one: the file system may ignore
/// case or the form of Unicode.
fn lists(folder: &FolderHandle, name: &[u8]) -> Result<bool, Errno> {
    let mut found = false;
    system::each_name(folder, |listed| {
        found = listed == name;
        Ok(!found)
    })?;
    Ok(found)
}
