//! Where a command writes: a place, and the compression of what it gets.

use crate::codec::compressor::{Compressor, Refused};
use crate::codec::format::Compression;
use crate::output::old_text::{OldText, Reader};
use crate::output::original::Original;
use crate::output::place::{NewFile, Place};
use crate::output::publish::Published;
use crate::report::failure::Failure;
use crate::report::visible::visible;
use crate::system::{FileId, Standard};
use std::path::{Path, PathBuf};

/// Where a command writes.
pub(crate) struct Destination {
    place: Place,
    compressor: Option<Compressor>,
    /// Whether the compressor keeps bytes that a reader of a stream may wait for.
    kept: bool,
    /// The rest of the text that is replaced, as long as the output equals it.
    old_text: Option<OldText>,
}

impl Destination {
    pub(crate) fn stdout() -> Self {
        Destination::at(Place::Standard(Standard::Output))
    }

    pub(crate) fn stderr() -> Self {
        Destination::at(Place::Standard(Standard::Error))
    }

    fn at(place: Place) -> Self {
        Destination { place, compressor: None, kept: false, old_text: None }
    }

    /// Begins the output at `path`, which `option` names, compressed as the name says.
    pub(crate) fn named(option: &str, path: &Path) -> Result<Self, Failure> {
        Destination::plain(option, path)?.compressed(Compression::by_name(path))
    }

    /// The same, not compressed.
    pub(crate) fn plain(option: &str, path: &Path) -> Result<Self, Failure> {
        Place::named(option, path).map(Destination::at)
    }

    /// Begins to replace the file at `path`, unless it is no longer the original when all is written. A file whose text would be
    /// the same is left alone: `old_text` reads the text, and is absent if the file gets another compression.
    /// The old file stays at the path `backup`.
    pub(crate) fn in_place(
        path: &Path,
        original: Option<Original>,
        old_text: Option<Reader>,
        backup: Option<PathBuf>,
    ) -> Result<Self, Failure> {
        let mut file = NewFile::begin("--in-place", path)?;
        file.original = original;
        file.backup = backup;
        let destination = Destination::at(Place::File(Box::new(file)));
        Ok(Destination { old_text: old_text.map(OldText::new), ..destination })
    }

    /// Writes nothing, and finds out whether the text of the file at `path`, which `old_text` reads, would be another.
    pub(crate) fn compared(path: &Path, old_text: Reader) -> Self {
        let destination = Destination::at(Place::Compared(path.to_owned()));
        Destination { old_text: Some(OldText::new(old_text)), ..destination }
    }

    /// Compresses all that is written from now on.
    pub(crate) fn compressed(mut self, format: Option<Compression>) -> Result<Self, Failure> {
        if let Some(format) = format {
            self.compressor = Some(Compressor::new(format).ok_or_else(refused)?);
        }
        Ok(self)
    }

    /// Refuses outputs that would destroy each other. Each has its name in a message, such as its option.
    pub(crate) fn differ(outputs: &[(&str, &Destination)]) -> Result<(), Failure> {
        for (at, (option, output)) in outputs.iter().enumerate() {
            if let Some((other, _)) = outputs[..at].iter().find(|(_, other)| other.is_same(output)) {
                return Err(Failure::Usage(format!("{other} and {option} have the same place: {}", output.name())));
            }
        }
        Ok(())
    }

    /// Refuses an output that would replace the file of this identity, which is read under the name `source`.
    pub(crate) fn spares(&self, option: &str, id: Option<FileId>, source: &[u8]) -> Result<(), Failure> {
        match id.is_some() && id == self.id() {
            true => Err(Failure::Usage(format!("{option} would replace {}, which is read", visible(source)))),
            false => Ok(()),
        }
    }

    /// Whether both write to one place.
    pub(crate) fn is_same(&self, other: &Destination) -> bool {
        self.place.is(&other.place)
    }

    /// Whether it is standard error.
    pub(crate) fn is_stderr(&self) -> bool {
        matches!(self.place, Place::Standard(Standard::Error))
    }

    /// Identity of the file that is written or will be replaced; `None` for a pipe, a device and a new file.
    pub(crate) fn id(&self) -> Option<FileId> {
        self.place.id()
    }

    /// The path of a file that is replaced; `None` for a stream.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.place.path()
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> String {
        self.place.name()
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
        self.kept && self.path().is_none()
    }

    /// Writes what the compressor keeps, at some cost of the ratio.
    pub(crate) fn pass_on(&mut self) -> Result<(), Failure> {
        self.kept = false;
        self.compressor.as_mut().map_or(Ok(()), |compressor| compressor.flush(|block| self.place.put(block)))
    }

    /// Ends the compressed data. All is written then.
    pub(crate) fn end(&mut self) -> Result<(), Failure> {
        self.compressor.take().map_or(Ok(()), |mut compressor| compressor.end(|block| self.place.put(block)))
    }

    /// Ends the compressed data, and closes a stream or gives a file its name.
    pub(crate) fn close(&mut self) -> Result<Published, Failure> {
        let unchanged = self.old_text.take().map_or(Ok(false), OldText::has_ended)?;
        self.end()?;
        // Standard error needs no close, so it is the place of a closed output.
        std::mem::replace(&mut self.place, Place::Standard(Standard::Error)).close(unchanged)
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
