//! The folder that files are written into: each file whole or not at all, and none outside the folder.

use crate::output::names::NameRule;
use crate::output::publish::{Draft, Folder, Link, Published, Publisher, State, WriteOptions, leave};
use crate::output::temporaries::{Temporaries, process_of};
use crate::report::failure::{Failure, errno};
use crate::report::visible::visible;
use crate::system::{self, Attributes, Errno, FileHandle, FileId, FolderHandle, Kind, bytes_of, os_str};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Number of files that are synced in parallel.
const PARALLEL: usize = 16;

/// A folder to write into.
pub(crate) struct Target {
    path: PathBuf,
    root: Arc<FolderHandle>,
    options: WriteOptions,
    /// The folder of the last file, by its name within the target; the next file is often in the same folder.
    folder: Option<(Vec<u8>, Arc<Folder>)>,
    temporaries: Temporaries,
    /// Folders from which temporaries of killed processes were removed.
    clean: HashSet<FileId>,
    /// How unnamed files get a name, by device; `None` if they cannot.
    links: HashMap<u64, Option<Arc<Link>>>,
    publisher: Publisher,
}

/// The result of a request to write a file.
pub(crate) enum Begun {
    Draft(Draft),
    /// The file exists and must be kept.
    Exists,
    /// The name is that of a temporary: a later run would remove the file as abandoned.
    IsTemporary,
}

/// Why a file cannot be written.
pub(crate) enum Refusal {
    /// The name, or a file on its path, is not acceptable.
    Name(String),
    /// The system refused.
    System(Failure),
}

impl Target {
    /// Opens the folder at `path`; creates it if it is missing.
    pub(crate) fn open(path: &Path, options: WriteOptions) -> Result<Self, Failure> {
        Target::with(path, options, PARALLEL)
    }

    fn with(path: &Path, options: WriteOptions, parallel: usize) -> Result<Self, Failure> {
        std::fs::create_dir_all(path).map_err(|error| Failure::io("make the folder", path, errno(&error)))?;
        let root = system::open_folder(path).map_err(|error| Failure::io("open", path, error))?;
        let root = Arc::new(root);
        let temporaries = Temporaries::guarded()?;
        let publisher = Publisher::new(options, parallel)?;
        let mut target = Target {
            path: path.to_owned(),
            root: Arc::clone(&root),
            options,
            folder: None,
            temporaries,
            clean: HashSet::new(),
            links: HashMap::new(),
            publisher,
        };
        target.prepare(&root).map_err(|error| Failure::io("read the folder", path, error))?;
        Ok(target)
    }

    /// Opens the folder of the file at `path`, which must exist, to replace files.
    pub(crate) fn around(path: &Path) -> Result<Self, Failure> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::metadata(folder).map_err(|error| Failure::io("open the folder", folder, errno(&error)))?;
        Target::with(folder, WriteOptions { force: true, sync: true, modes: false }, 1)
    }

    /// Begins the file called `name`.
    pub(crate) fn begin(&mut self, name: &[u8]) -> Result<Begun, Refusal> {
        check(name).map_err(Refusal::Name)?;
        NameRule::DEFAULT.apply(name).map_err(Refusal::Name)?;
        let path = self.path.join(os_str(name));
        let (folder, file_name) = match name.iter().rposition(|&byte| byte == b'/') {
            Some(slash) => (&name[..slash], &name[slash + 1..]),
            None => (&b""[..], name),
        };
        if process_of(file_name).is_some() {
            return Ok(Begun::IsTemporary);
        }
        let folder = self.enter(folder)?;
        let facts = system::named(&folder.fd, file_name).map_err(|error| match error {
            Errno::ENAMETOOLONG => too_long(),
            Errno::EILSEQ => not_text(),
            _ => system("look at", &path, error),
        })?;
        if facts.is_some() && !self.options.force {
            return Ok(Begun::Exists);
        }
        if facts.is_some_and(|facts| facts.kind == Kind::Folder) {
            return Err(Refusal::Name("name is that of a folder that exists".to_owned()));
        }
        let link = folder.link.as_ref().filter(|link| link.works());
        // No other process can open an unnamed file. A named temporary must have no more permissions than the old file.
        let replaced = match link {
            Some(_) => None,
            None => facts.and_then(|facts| Attributes::of(&facts, &folder.fd, file_name)),
        };
        let mode = if replaced.is_some() { 0o600 } else { 0o666 };
        let made = self.make(&folder.fd, link, mode);
        let (file, state) = made.map_err(|error| system("create", &path, error))?;
        let mut usual_mode = None;
        if self.options.modes && link.is_none() && replaced.is_none() {
            let facts = system::facts(system::stream(&file));
            let hidden = facts.and_then(|facts| system::set_mode(&file, 0o600).map(|()| facts.mode));
            usual_mode = Some(hidden.map_err(|error| system("set the mode of", &path, error))?);
        }
        Ok(Begun::Draft(Draft {
            file,
            folder,
            state,
            name: file_name.to_vec(),
            path,
            replaced,
            mode: None,
            usual_mode,
        }))
    }

    /// Makes the folder called `name`, if it is missing.
    pub(crate) fn make_folder(&mut self, name: &[u8]) -> Result<(), Refusal> {
        check(name).map_err(Refusal::Name)?;
        self.enter(name).map(drop)
    }

    /// Opens the folder called `name`, part by part, never through a link; creates missing folders.
    fn enter(&mut self, name: &[u8]) -> Result<Arc<Folder>, Refusal> {
        if let Some((present, folder)) = &self.folder
            && present == name
        {
            return Ok(Arc::clone(folder));
        }
        self.leave().map_err(Refusal::System)?;
        let mut fd = Arc::clone(&self.root);
        let mut end = 0;
        for part in name.split(|&byte| byte == b'/').filter(|part| !part.is_empty()) {
            end += part.len() + usize::from(end > 0);
            fd = Arc::new(self.step(&fd, part, &name[..end])?);
        }
        let path = self.path.join(os_str(name));
        let link = self.prepare(&fd).map_err(|error| system("read the folder", &path, error))?;
        let folder = Arc::new(Folder { fd, path, link, renewed: AtomicBool::new(false) });
        self.folder = Some((name.to_vec(), Arc::clone(&folder)));
        Ok(folder)
    }

    fn leave(&mut self) -> Result<(), Failure> {
        self.folder.take().map_or(Ok(()), |(_, folder)| leave(folder, self.options))
    }

    /// Opens the folder `part` in `folder`, which is called `name` within the target.
    fn step(&self, folder: &FolderHandle, part: &[u8], name: &[u8]) -> Result<FolderHandle, Refusal> {
        let path = self.path.join(os_str(name));
        let open = || system::enter(folder, part);
        match open() {
            Ok(fd) => return Ok(fd),
            Err(Errno::ENOENT) => {}
            Err(error @ (Errno::ELOOP | Errno::ENOTDIR)) => {
                // With O_DIRECTORY, the error of O_NOFOLLOW for a link is often that of a file.
                let is_link = error == Errno::ELOOP || is_link(folder, part);
                let what = if is_link { "symbolic link" } else { "file that exists" };
                return Err(Refusal::Name(format!("name leads through a {what}")));
            }
            Err(Errno::ENAMETOOLONG) => return Err(too_long()),
            Err(Errno::EILSEQ) => return Err(not_text()),
            Err(error) => return Err(system("open the folder", &path, error)),
        }
        match system::make_folder(folder, part) {
            Ok(()) | Err(Errno::EEXIST) => {}
            Err(error) => return Err(system("make the folder", &path, error)),
        }
        if self.options.sync {
            system::sync_folder(folder).map_err(|error| system("sync the folder of", &path, error))?;
        }
        open().map_err(|error| system("open the folder", &path, error))
    }

    /// Removes abandoned temporaries from `folder` once, and finds out how unnamed files get a name there.
    fn prepare(&mut self, folder: &FolderHandle) -> Result<Option<Arc<Link>>, Errno> {
        let id = system::folder_id(folder)?;
        if self.clean.insert(id) {
            self.temporaries.clean(folder)?;
        }
        // If this fails, files get temporary names; if those fail too, their creation reports the error.
        let find = || system::find_link_method(folder).ok().map(|method| Arc::new(Link::new(method)));
        let link = self.links.entry(id.device).or_insert_with(find);
        Ok(link.clone())
    }

    /// Creates a file in `folder`, unnamed if it can be linked later.
    fn make(
        &self,
        folder: &Arc<FolderHandle>,
        link: Option<&Arc<Link>>,
        mode: u32,
    ) -> Result<(FileHandle, State), Errno> {
        match link {
            Some(link) => {
                let file = system::create_unnamed(folder, mode)?;
                Ok((file, State::Nameless(Arc::clone(link), self.temporaries.clone())))
            }
            None => {
                let (file, temporary) = self.temporaries.create(folder, mode)?;
                Ok((file, State::Named(temporary)))
            }
        }
    }

    /// Publishes a draft, now or soon. Fails if this draft failed, or if an earlier draft has failed since the last call.
    pub(crate) fn publish(&mut self, draft: Draft) -> Result<(), Failure> {
        self.publisher.publish(draft)
    }

    /// Writes a file.
    pub(crate) fn write(&mut self, name: &[u8], bytes: &[u8]) -> Result<(), Failure> {
        let draft = self.begin(name).map_err(|refusal| match refusal {
            Refusal::Name(why) => Failure::Usage(format!("{why}: {}", visible(name))),
            Refusal::System(failure) => failure,
        })?;
        let draft = draft.or_usage(name)?;
        draft.write(bytes)?;
        self.publish(draft)
    }

    /// Waits until all drafts are published.
    pub(crate) fn finish(&mut self) -> Result<Published, Failure> {
        let published = self.publisher.finish();
        let left = self.leave();
        let published = published?;
        left.map(|()| published)
    }
}

impl Begun {
    /// The draft of a file that an argument names. Any other result is a failure of usage.
    pub(crate) fn or_usage(self, name: &[u8]) -> Result<Draft, Failure> {
        match self {
            Begun::Draft(draft) => Ok(draft),
            Begun::Exists => Err(Failure::Usage(format!("{} exists", visible(name)))),
            Begun::IsTemporary => {
                Err(Failure::Usage(format!("{} is the name of a temporary file of smill", visible(name))))
            }
        }
    }
}

/// The name of the file at `path` in its folder.
pub(crate) fn name_of(path: &Path) -> &[u8] {
    path.file_name().map_or(b"", |name| bytes_of(name))
}

/// Whether two paths name one file, which need not exist: links in their folders are followed.
pub(crate) fn is_same_path(one: &Path, two: &Path) -> bool {
    let folder = |path: &Path| std::path::absolute(path).ok()?.parent()?.canonicalize().ok();
    name_of(one) == name_of(two) && folder(one) == folder(two)
}

/// Refuses to replace anything but a file for `option`. Returns the existing file.
pub(crate) fn replaceable(option: &str, path: &Path) -> Result<Option<FileId>, Failure> {
    let Ok(facts) = system::link_at_path(path) else { return Ok(None) };
    let shown = visible(bytes_of(&path));
    match facts.kind {
        Kind::File => Ok(Some(facts.id)),
        Kind::Link => {
            let leads = std::fs::canonicalize(path).map_err(|error| Failure::io("follow", path, errno(&error)))?;
            let leads = visible(bytes_of(&leads));
            Err(Failure::Usage(format!(
                "{option} replaces a file, and {shown} is a symbolic link; name its file: {leads}"
            )))
        }
        Kind::Folder => Err(Failure::Usage(format!("{option} replaces a file, and {shown} is a folder"))),
        Kind::Pipe | Kind::Device | Kind::Other => {
            Err(Failure::Usage(format!("{option} replaces a file, and {shown} is a pipe or a device")))
        }
    }
}

fn too_long() -> Refusal {
    Refusal::Name("name has a part that is too long for the file system".to_owned())
}

/// For file systems that have only names in UTF-8: APFS of macOS, and others by their settings.
fn not_text() -> Refusal {
    Refusal::Name("name is not UTF-8, as the file system demands".to_owned())
}

fn system(act: &str, path: &Path, error: Errno) -> Refusal {
    Refusal::System(Failure::io(act, path, error))
}

/// Refuses names that lead out of the target, and names that are not file names.
fn check(name: &[u8]) -> Result<(), String> {
    let refuse = |why: &str| Err(why.to_owned());
    match name {
        [] => refuse("name is empty"),
        [b'/', ..] => refuse("name is absolute"),
        _ if name.contains(&0) => refuse("name contains a NUL"),
        _ => name.split(|&byte| byte == b'/').try_for_each(|part| match part {
            b"" => refuse("name has an empty part"),
            b"." => refuse("name has a part '.'"),
            b".." => refuse("name leads out of the folder"),
            _ => Ok(()),
        }),
    }
}

fn is_link(folder: &FolderHandle, name: &[u8]) -> bool {
    system::named(folder, name).is_ok_and(|facts| facts.is_some_and(|facts| facts.kind == Kind::Link))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside() {
        for name in ["a", "a/b", "a b/\u{e9}", "...", "a..", ".a", "a/..b", "-", "a\\b"] {
            assert_eq!(check(name.as_bytes()), Ok(()), "{name}");
        }
        for name in ["", "/", "/a", "a/", "a//b", ".", "./a", "a/.", "a/./b", "..", "../a", "a/..", "a/../b", "a\0b"] {
            assert!(check(name.as_bytes()).is_err(), "{name:?}");
        }
    }
}
