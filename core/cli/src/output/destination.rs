//! Where a command writes: standard output, or a file that is replaced only after all is written. Both may be compressed.

use crate::codec::compressor::{Compressor, Refused};
use crate::codec::format::Compression;
use crate::output::descriptor::{close_stdout, write_stdout};
use crate::output::old_text::{OldText, Reader};
use crate::output::original::Original;
use crate::output::publish::{Draft, Published};
use crate::output::target::{Refusal, Target, is_same_path, name_of, replaceable};
use crate::report::failure::Failure;
use crate::system::{self, FileId};
use std::path::{Path, PathBuf};

/// Where a command writes.
pub(crate) struct Destination {
    place: Place,
    compressor: Option<Compressor>,
    /// Whether the compressor keeps bytes that a reader of standard output may wait for.
    kept: bool,
    /// The rest of the text that is replaced, as long as the output equals it.
    old_text: Option<OldText>,
}

enum Place {
    Stdout,
    File(Box<NewFile>),
}

/// An unfinished file. Dropping it leaves the old file as it is.
struct NewFile {
    target: Target,
    draft: Draft,
    path: PathBuf,
    /// The file that exists already and will be replaced.
    replaced: Option<FileId>,
    /// The file that was read, if it is the one that is replaced.
    original: Option<Original>,
}

impl Destination {
    pub(crate) fn stdout() -> Self {
        Destination::at(Place::Stdout)
    }

    fn at(place: Place) -> Self {
        Destination { place, compressor: None, kept: false, old_text: None }
    }

    /// Begins the file at `path`, which `option` names.
    pub(crate) fn file(option: &str, path: &Path) -> Result<Self, Failure> {
        let name = name_of(path);
        let replaced = replaceable(option, path)?;
        let mut target = Target::around(path)?;
        let draft = match target.begin(name) {
            Ok(begun) => begun.or_usage(name)?,
            Err(Refusal::Name(why)) => return Err(Failure::Usage(format!("{option}: {why}"))),
            Err(Refusal::System(failure)) => return Err(failure),
        };
        Ok(Destination::at(Place::File(Box::new(NewFile {
            target,
            draft,
            path: path.to_owned(),
            replaced,
            original: None,
        }))))
    }

    /// The same, but a file that is no longer the original is left alone, and so is one whose text is written again.
    /// `old_text` reads the text; it is absent if the file gets another compression.
    pub(crate) fn in_place_of(mut self, original: Option<Original>, old_text: Option<Reader>) -> Self {
        self.old_text = old_text.map(OldText::new);
        if let Place::File(file) = &mut self.place {
            file.original = original;
        }
        self
    }

    /// Compresses all that is written from now on.
    pub(crate) fn compressed(mut self, format: Option<Compression>) -> Result<Self, Failure> {
        if let Some(format) = format {
            self.compressor = Some(Compressor::new(format).ok_or_else(refused)?);
        }
        Ok(self)
    }

    /// Identity of the file that is written or will be replaced; `None` for a pipe and for a new file.
    pub(crate) fn id(&self) -> Option<FileId> {
        match &self.place {
            Place::Stdout => system::stdout_id(),
            Place::File(file) => file.replaced,
        }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Stdout => None,
            Place::File(file) => Some(&file.path),
        }
    }

    /// Whether both write the file of one path.
    pub(crate) fn is_same_file(&self, other: &Destination) -> bool {
        match (self.path(), other.path()) {
            (Some(one), Some(two)) => is_same_path(one, two),
            _ => self.id().is_some() && self.id() == other.id(),
        }
    }

    /// Writes all of `bytes`.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if let Some(old_text) = &mut self.old_text
            && !old_text.continues_with(bytes)?
        {
            self.old_text = None;
        }
        match &mut self.compressor {
            None => self.place.put(bytes),
            Some(compressor) => {
                self.kept |= !bytes.is_empty();
                compressor.write(bytes, |block| self.place.put(block))
            }
        }
    }

    /// Whether a reader may wait for bytes that the compressor keeps. A file has no reader yet.
    pub(crate) fn keeps(&self) -> bool {
        self.kept && matches!(self.place, Place::Stdout)
    }

    /// Writes what the compressor keeps, at some cost of the ratio.
    pub(crate) fn pass_on(&mut self) -> Result<(), Failure> {
        self.kept = false;
        self.compressor.as_mut().map_or(Ok(()), |compressor| compressor.flush(|block| self.place.put(block)))
    }

    /// Ends the compressed data, and closes standard output or gives the file its name.
    pub(crate) fn close(&mut self) -> Result<Published, Failure> {
        let unchanged = self.old_text.take().map_or(Ok(false), OldText::has_ended)?;
        if let Some(compressor) = &mut self.compressor {
            compressor.end(|block| self.place.put(block))?;
        }
        match std::mem::replace(&mut self.place, Place::Stdout) {
            Place::Stdout => close_stdout().map(|()| Published::default()),
            Place::File(file) => file.publish(unchanged),
        }
    }
}

impl NewFile {
    /// Gives the file its name, unless the file of that name has the same text.
    fn publish(self, unchanged: bool) -> Result<Published, Failure> {
        let NewFile { mut target, draft, original, path, .. } = self;
        if let Some(original) = original
            && !original.is_at(&path)?
        {
            return Err(Failure::Overtaken(path));
        }
        if unchanged {
            return Ok(Published::unchanged(path));
        }
        let published = target.publish(draft);
        let finished = target.finish()?;
        published.map(|()| finished)
    }
}

impl Place {
    fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Place::Stdout => write_stdout(bytes),
            Place::File(file) => file.draft.write(bytes),
        }
    }
}

impl From<Refused> for Failure {
    fn from(_: Refused) -> Self {
        refused()
    }
}

fn refused() -> Failure {
    Failure::Memory("the system refused memory to compress the output".to_owned())
}
