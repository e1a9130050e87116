//! The place of an output: a stream, which gets the bytes as they come, or a file, which is replaced after all is written.

use crate::output::descriptor::{close_stdout, write_standard};
use crate::output::original::Original;
use crate::output::publish::{Draft, Published};
use crate::output::target::{Refusal, Target, is_same_path, name_of, replaceable};
use crate::report::failure::{Failure, errno};
use crate::report::visible::visible;
use crate::system::{self, FileHandle, FileId, Kind, Standard, bytes_of};
use std::path::{Path, PathBuf};

pub(crate) enum Place {
    Standard(Standard),
    Stream(Stream),
    File(Box<NewFile>),
    /// None: the output is compared with the file of this path.
    Compared(PathBuf),
}

/// A pipe or a device with a name.
pub(crate) struct Stream {
    file: FileHandle,
    path: PathBuf,
}

/// An unfinished file. Dropping it leaves the old file as it is.
pub(crate) struct NewFile {
    target: Target,
    draft: Draft,
    path: PathBuf,
    /// The file that exists already and will be replaced.
    replaced: Option<FileId>,
    /// The file that was read, if it is the one that is replaced.
    pub(crate) original: Option<Original>,
    /// The path that the replaced file gets.
    pub(crate) backup: Option<PathBuf>,
}

impl Place {
    /// Begins the output that `option` names: `-`, a pipe, a device, or a file.
    pub(crate) fn named(option: &str, path: &Path) -> Result<Self, Failure> {
        let standard = if path == Path::new("-") { Some(Standard::Output) } else { system::standard(path) };
        if let Some(standard) = standard {
            return Ok(Place::Standard(standard));
        }
        match system::at_path(path) {
            Ok(facts) if matches!(facts.kind, Kind::Pipe | Kind::Device) => Stream::open(path).map(Place::Stream),
            _ => NewFile::begin(option, path).map(|file| Place::File(Box::new(file))),
        }
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Place::Standard(standard) => write_standard(*standard, bytes),
            Place::Stream(Stream { file, path }) => {
                system::write_file(file, bytes).map_err(|error| Failure::io("write to", path, error))
            }
            Place::File(file) => file.draft.write(bytes),
            Place::Compared(_) => Ok(()),
        }
    }

    /// Closes a stream, or gives a file its name, unless it is `unchanged`.
    pub(crate) fn close(self, unchanged: bool) -> Result<Published, Failure> {
        match self {
            Place::Standard(Standard::Output) => close_stdout()?,
            // It stays open for messages.
            Place::Standard(Standard::Error) => {}
            Place::Stream(Stream { file, path }) => {
                system::close(file).map_err(|error| Failure::io("close", &path, error))?;
            }
            Place::File(file) => return file.publish(unchanged),
            Place::Compared(path) if unchanged => return Ok(Published::unchanged(path)),
            Place::Compared(path) => return Ok(Published::outdated(path)),
        }
        Ok(Published::default())
    }

    /// Identity of the file that is written or will be replaced; `None` for a pipe, a device and a new file.
    pub(crate) fn id(&self) -> Option<FileId> {
        match self {
            Place::Standard(standard) => system::standard_id(*standard),
            Place::Stream(_) | Place::Compared(_) => None,
            Place::File(file) => file.replaced,
        }
    }

    /// The path of a file; `None` for a stream.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Place::Standard(_) | Place::Stream(_) => None,
            Place::File(file) => Some(&file.path),
            Place::Compared(path) => Some(path),
        }
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Place::Standard(Standard::Output) => "standard output".to_owned(),
            Place::Standard(Standard::Error) => "standard error".to_owned(),
            Place::Stream(Stream { path, .. }) | Place::Compared(path) => visible(bytes_of(path)),
            Place::File(file) => visible(bytes_of(&file.path)),
        }
    }

    /// Whether two outputs here would destroy each other. A device, such as a terminal or `/dev/null`, takes several.
    pub(crate) fn is(&self, other: &Place) -> bool {
        match (self, other) {
            (Place::Standard(one), Place::Standard(two)) if one == two => true,
            (Place::File(one), Place::File(two)) => is_same_path(&one.path, &two.path),
            _ => self.end().is_some() && self.end() == other.end(),
        }
    }

    /// Identity of the file or the pipe.
    fn end(&self) -> Option<FileId> {
        match self {
            Place::Standard(standard) => system::standard_end(*standard),
            Place::Stream(Stream { file, .. }) => system::end_id(system::stream(file)),
            Place::File(file) => file.replaced,
            Place::Compared(_) => None,
        }
    }
}

impl Stream {
    fn open(path: &Path) -> Result<Self, Failure> {
        let file = system::open_to_write(path).map_err(|error| Failure::io("open", path, error))?;
        Ok(Stream { file, path: path.to_owned() })
    }
}

impl NewFile {
    /// Begins the file at `path`, which `option` names.
    pub(crate) fn begin(option: &str, path: &Path) -> Result<Self, Failure> {
        let name = name_of(path);
        let replaced = replaceable(option, path)?;
        let mut target = Target::around(path)?;
        let draft = match target.begin(name) {
            Ok(begun) => begun.or_usage(name)?,
            Err(Refusal::Name(why)) => return Err(Failure::Usage(format!("{option}: {why}"))),
            Err(Refusal::System(failure)) => return Err(failure),
        };
        Ok(NewFile { target, draft, path: path.to_owned(), replaced, original: None, backup: None })
    }

    /// Gives the file its name, unless the file of that name has the same text.
    fn publish(self, unchanged: bool) -> Result<Published, Failure> {
        let NewFile { mut target, draft, original, path, backup, .. } = self;
        if let Some(original) = original
            && !original.is_at(&path)?
        {
            return Err(Failure::Overtaken(path));
        }
        if unchanged {
            return Ok(Published::unchanged(path));
        }
        if let Some(backup) = backup {
            keep(&path, &backup).map_err(|error| Failure::io("keep the old file as", &backup, errno(&error)))?;
        }
        let published = target.publish(draft);
        let finished = target.finish()?;
        published.map(|()| finished)
    }
}

/// Gives the file at `path` the name `backup` too, or makes a copy where it cannot have two names. A file of this name is replaced.
fn keep(path: &Path, backup: &Path) -> std::io::Result<()> {
    let mut unfinished = backup.as_os_str().to_owned();
    unfinished.push(format!(".{}", std::process::id()));
    let unfinished = Path::new(&unfinished);
    let kept = match std::fs::hard_link(path, unfinished) {
        Ok(()) => std::fs::rename(unfinished, backup),
        Err(_) => std::fs::copy(path, unfinished).and_then(|_| std::fs::rename(unfinished, backup)),
    };
    // It is still there after an error, and if both are names of one file already.
    let _ = std::fs::remove_file(unfinished);
    kept
}
