//! A stream of bytes from a file or from standard input.

use crate::codec::encoding::TextEncoding;
use crate::codec::format::{Compression, MAGIC_LEN, is_binary_ion, may_begin_binary_ion};
use crate::input::decoding::{Decoding, Undecodable};
use crate::input::decompression::Decompression;
use crate::input::listing::Listed;
use crate::input::repaired::Repaired;
use crate::input::window::{Scene, WINDOW, Window};
use crate::output::old_text::Reader;
use crate::output::original::Original;
use crate::output::stdout::Output;
use crate::process::{closed, memory};
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Failure, errno};
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;
use crate::system::{self, Errno, FileId, Standard, Stdin, Stream, bytes_of};
use std::collections::VecDeque;
use std::fs::File;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use stringmill::{ErrorCode, IllFormed};

/// A stream of bytes with a name.
#[derive(Debug)]
pub(crate) struct Source {
    name: PathBuf,
    handle: Handle,
    form: Form,
    ratio_max: u64,
    /// Decodes the bytes, decompressed, if they are not UTF-8.
    decoding: Option<Box<Decoding>>,
    /// Why a read has failed. Every later one fails in the same way, even if a look ahead has ignored the first failure.
    failed: Option<Failure>,
}

/// Whether the bytes of a source are compressed.
#[derive(Debug)]
enum Form {
    /// Unknown before the first bytes are read.
    Unknown,
    /// The bytes pass as they are.
    Plain,
    /// They are compressed, and nothing is read yet.
    Found(Compression),
    Compressed(Decompression),
}

#[derive(Debug)]
enum Handle {
    File(File),
    Stdin(Stdin),
}

impl Source {
    /// Opens `path`, as it is; standard input if it is `-` or absent.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        match path {
            Some(path) if path != Path::new("-") => {
                let file = File::open(path).map_err(|error| Failure::io("open", path, errno(&error)))?;
                Source::new(path.to_owned(), Handle::File(file)).apart_from_output()
            }
            _ if closed::stdin() => Err(Failure::io("read", Path::new("stdin"), Errno::EBADF)),
            _ => Source::new(PathBuf::from("stdin"), Handle::Stdin(system::stdin())).apart_from_output(),
        }
    }

    fn new(name: PathBuf, handle: Handle) -> Self {
        Source { name, handle, form: Form::Plain, ratio_max: RATIO_MAX, decoding: None, failed: None }
    }

    /// The same source, decompressed if its first bytes are those of gzip or zstd data. The text may be `ratio_max` times as
    /// long as its compressed form.
    #[must_use]
    pub(crate) fn decompressed(mut self, ratio_max: u64) -> Self {
        self.ratio_max = ratio_max;
        self.form = Form::Unknown;
        if self.id().is_some() {
            // A file can be looked at before it is read. A failure shows in the read that follows.
            let position = system::position(self.stream()).unwrap_or(0);
            let mut head = [0; MAGIC_LEN];
            if let Ok(len) = system::read_at(self.stream(), position, &mut head) {
                self.form = Compression::of(&head[..len]).map_or(Form::Plain, Form::Found);
            }
        }
        self
    }

    /// The same source, decoded from `encoding` to UTF-8. `policy` says how to handle what cannot be decoded; it is one of
    /// [`DECODING`].
    #[must_use]
    pub(crate) fn decoded(mut self, encoding: TextEncoding, policy: IllFormed) -> Self {
        let decodes = encoding != TextEncoding::Utf8;
        self.decoding = decodes.then(|| Box::new(Decoding::new(encoding, policy, self.name.clone())));
        self
    }

    /// Lists what cannot be decoded instead of an error.
    pub(crate) fn list_undecodable(&mut self) {
        if let Some(decoding) = &mut self.decoding {
            decoding.list();
        }
    }

    /// What could not be decoded since the last call.
    pub(crate) fn undecodable(&mut self) -> VecDeque<Undecodable> {
        self.decoding.as_mut().map(|decoding| decoding.take_list()).unwrap_or_default()
    }

    /// Marks what cannot be decoded in the text, instead of an error, so that the record with it is invalid.
    pub(crate) fn mark_undecodable(&mut self) {
        if let Some(decoding) = &mut self.decoding {
            decoding.mark();
        }
    }

    /// The undecodable input bytes that the mark at this offset in the text replaces.
    pub(crate) fn marked(&self, offset: u64) -> Option<&Undecodable> {
        self.decoding.as_ref()?.piece_at(offset)
    }

    /// Takes the undecodable input bytes of the next mark.
    pub(crate) fn take_marked(&mut self) -> Option<Undecodable> {
        self.decoding.as_mut()?.take_piece()
    }

    /// The name of the encoding that the input was decoded from, and what could not be decoded. `None` if it was UTF-8.
    pub(crate) fn repaired(&self) -> Option<(&'static str, &Repaired)> {
        self.decoding.as_ref()?.repaired()
    }

    /// The diagnostic of an error of kind `code` at `scene` in the text.
    pub(crate) fn diagnostic(&self, code: ErrorCode, scene: Scene, task: Task) -> Box<Diagnostic> {
        self.with_notes(Diagnostic::new(code, self.name(), scene, task))
    }

    /// Adds a note to a diagnostic if its offset does not count bytes of the input.
    pub(crate) fn with_notes(&self, diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
        match self.repaired() {
            Some((name, _)) => diagnostic.with_note(format!("the byte offset is one in the text decoded from {name}")),
            None => diagnostic,
        }
    }

    /// The format of a file that is compressed; for a pipe only after the first read.
    pub(crate) fn compression(&self) -> Option<Compression> {
        match &self.form {
            Form::Unknown | Form::Plain => None,
            Form::Found(format) => Some(*format),
            Form::Compressed(decompression) => Some(decompression.format()),
        }
    }

    /// Refuses a file that is also standard output: reading it might never end.
    fn apart_from_output(self) -> Result<Self, Failure> {
        let output = system::standard_id(Standard::Output);
        if output.is_some() && output == self.id() {
            return Err(Failure::Usage(format!("{} is the output", visible(self.name()))));
        }
        Ok(self)
    }

    /// Identity of the file; `None` for a pipe, a terminal or another device.
    pub(crate) fn id(&self) -> Option<FileId> {
        system::file_id(self.stream())
    }

    /// The permissions of the file.
    pub(crate) fn mode(&self) -> Result<u32, Failure> {
        let facts = system::facts(self.stream()).map_err(|error| Failure::io("look at", &self.name, error))?;
        Ok(facts.mode)
    }

    /// Opens a file of a listing, as it is.
    pub(crate) fn open_listed(listed: Listed<'_>) -> Result<Self, Failure> {
        let open = if listed.named { system::open_named } else { system::open_found };
        let path = system::path_of(listed.path);
        let file = open(listed.path).map_err(|error| Failure::io("open", &path, error))?;
        Ok(Source::new(path.into_owned(), Handle::File(file)))
    }

    /// Whether the source can be read again: it is a regular file, and not decompressed.
    pub(crate) fn can_begin_again(&self) -> bool {
        matches!(self.form, Form::Plain) && self.id().is_some()
    }

    /// The state of a regular file now. It takes a system call, which would slow down the reading of short files.
    pub(crate) fn look(&self) -> Result<Option<Original>, Failure> {
        match &self.handle {
            Handle::File(file) => Original::of(file, &self.name),
            Handle::Stdin(_) => Ok(None),
        }
    }

    /// Opens the file a second time, and reads its text from the start, decompressed but not decoded.
    pub(crate) fn again(&self) -> Result<Reader, Failure> {
        let mut source = Source::open(Some(&self.name))?;
        if self.compression().is_some() {
            source = source.decompressed(self.ratio_max);
        }
        Ok(Box::new(move |room| source.read_some(room)))
    }

    /// Returns to the first byte of a source that can begin again.
    pub(crate) fn begin_again(&mut self) -> Result<(), Failure> {
        system::rewind(self.stream()).map_err(|error| Failure::io("read", &self.name, error))?;
        self.failed = None;
        if let Some(decoding) = &mut self.decoding {
            decoding.restart();
        }
        Ok(())
    }

    /// Reads the whole source into memory.
    pub(crate) fn read_all(&mut self) -> Result<Vec<u8>, Failure> {
        let (mut bytes, mut len) = (Vec::new(), 0);
        loop {
            memory::reserve(&mut bytes, WINDOW)?;
            bytes.resize(len + WINDOW, 0);
            match self.read_some(&mut bytes[len..])? {
                0 => break,
                read => len += read,
            }
        }
        bytes.truncate(len);
        Ok(bytes)
    }

    /// The offset of the next byte in a regular file that is read as it is; `None` for any other source.
    pub(crate) fn offset(&self) -> Option<u64> {
        self.id().filter(|_| self.is_plain())?;
        system::position(self.stream()).ok()
    }

    /// Reads a regular file once from `offset` on; returns the number of bytes, 0 at the end.
    pub(crate) fn read_at(&self, offset: u64, room: &mut [u8]) -> Result<usize, Failure> {
        system::read_at(self.stream(), offset, room).map_err(|error| Failure::io("read", &self.name, error))
    }

    /// The path as given, or `stdin`, for messages.
    pub(crate) fn name(&self) -> &[u8] {
        bytes_of(&self.name)
    }

    /// Number of bytes in the source, if known.
    pub(crate) fn len(&self) -> Option<u64> {
        if !self.is_plain() {
            return None;
        }
        let facts = File::from(system::another(self.stream()).ok()?).metadata().ok()?;
        facts.is_file().then_some(facts.len())
    }

    /// Whether the text is the bytes of the file. For a pipe that is not read yet, this may be true of compressed input.
    fn is_plain(&self) -> bool {
        self.compression().is_none() && self.decoding.is_none()
    }

    /// Closes a file after it was read to its end: Windows replaces no open file, except on NTFS. The handle becomes standard input,
    /// which is not read.
    pub(crate) fn close(&mut self) {
        self.form = Form::Plain;
        self.handle = Handle::Stdin(system::stdin());
    }

    /// Whether a person types the input.
    pub(crate) fn is_terminal(&self) -> bool {
        match &self.handle {
            Handle::File(file) => file.is_terminal(),
            Handle::Stdin(_) => std::io::stdin().is_terminal(),
        }
    }

    fn stream(&self) -> Stream<'_> {
        match &self.handle {
            Handle::File(file) => system::stream(file),
            Handle::Stdin(stdin) => system::stream(stdin),
        }
    }

    /// Reads once into `room`; returns the number of bytes, 0 at the end.
    pub(crate) fn read_some(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        if let Some(failure) = &self.failed {
            return Err(failure.clone());
        }
        let len = self.read_text(room);
        self.failed = len.as_ref().err().cloned();
        len
    }

    fn read_text(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        let Some(mut decoding) = self.decoding.take() else { return self.read_bytes(room) };
        let len = decoding.read_some(room, |room| self.read_bytes(room));
        self.decoding = Some(decoding);
        len
    }

    /// As [`Source::read_some`], before the text is decoded.
    fn read_bytes(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        let format = match &mut self.form {
            Form::Compressed(decompression) => return decompression.read_some(room),
            Form::Plain => return self.read_plain(room),
            Form::Found(format) => {
                let format = *format;
                return self.begin(format, Vec::new(), room);
            }
            Form::Unknown => self.first(room)?,
        };
        match format {
            (len, None) => Ok(len),
            (len, Some(format)) => self.begin(format, room[..len].to_vec(), room),
        }
    }

    fn read_plain(&self, room: &mut [u8]) -> Result<usize, Failure> {
        system::read(self.stream(), room).map_err(|error| Failure::io("read", &self.name, error))
    }

    /// Reads the first bytes, enough of them to know their form.
    fn first(&mut self, room: &mut [u8]) -> Result<(usize, Option<Compression>), Failure> {
        let mut len = self.read_plain(room)?;
        while Compression::may_begin(&room[..len]) {
            match self.read_plain(&mut room[len..])? {
                0 => break,
                more => len += more,
            }
        }
        self.form = Form::Plain;
        Ok((len, Compression::of(&room[..len])))
    }

    /// Starts to decompress data that begins with `head`, and reads the first text.
    fn begin(&mut self, format: Compression, head: Vec<u8>, room: &mut [u8]) -> Result<usize, Failure> {
        let mut decompression = Decompression::start(format, head, self.stream(), &self.name, self.ratio_max)?;
        let len = decompression.read_some(room);
        self.form = Form::Compressed(decompression);
        len
    }

    /// Reads once into `window` and returns the number of bytes; finishes the window at the end.
    pub(crate) fn read_into(&mut self, window: &mut Window) -> Result<usize, Failure> {
        // On a terminal, a second read would wait for a second end-of-file key.
        if window.is_finished() {
            return Ok(0);
        }
        let len = self.read_some(window.room())?;
        match len {
            0 => window.finish(),
            _ => window.fill(len),
        }
        Ok(len)
    }

    /// Reads on until a diagnostic of the first unread byte has all the text it may show, or the stream ends. Waits at most
    /// [`LOOK_AHEAD`] for a live stream: the error matters more than the rest of its line.
    pub(crate) fn look_ahead(&mut self, window: &mut Window) {
        // The diagnostic is useful without the rest of the line. A failure shows in the read that follows.
        while window.wants_more()
            && !shows_enough(window.unread())
            && self.is_ready_within(LOOK_AHEAD)
            && matches!(self.read_into(window), Ok(1..))
        {}
    }

    /// Flushes `output` if the next read waits: its reader may wait too.
    pub(crate) fn pass_on(&mut self, output: &mut Output) -> Result<(), Failure> {
        if output.keeps() && !self.is_ready_within(0) { output.pass_on() } else { Ok(()) }
    }

    /// Whether a read returns within this time. Files are always ready.
    pub(crate) fn is_ready_within(&mut self, milliseconds: u8) -> bool {
        if self.failed.is_some() || self.decoding.as_ref().is_some_and(|decoding| decoding.has_bytes()) {
            return true;
        }
        if let Form::Compressed(decompression) = &mut self.form {
            return decompression.is_ready_within(milliseconds);
        }
        // A failure shows in the read that follows.
        system::is_ready_within(self.stream(), milliseconds)
    }
}

/// A source and the output that depends on it: the output is flushed before a read waits for more input.
pub(crate) struct Input<'i> {
    pub(crate) source: &'i mut Source,
    pub(crate) output: Option<&'i mut Output>,
    pub(crate) meter: &'i Meter,
}

impl Input<'_> {
    /// As [`Source::read_some`].
    pub(crate) fn read_some(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        self.pass_on()?;
        let len = self.source.read_some(room)?;
        self.meter.add(len);
        Ok(len)
    }

    /// As [`Source::read_into`].
    pub(crate) fn read_into(&mut self, window: &mut Window) -> Result<usize, Failure> {
        self.pass_on()?;
        let len = self.source.read_into(window)?;
        self.meter.add(len);
        Ok(len)
    }

    /// Whether the input is binary Ion. Reads only as much into an empty window as the answer needs.
    pub(crate) fn begins_binary_ion(&mut self, window: &mut Window) -> Result<bool, Failure> {
        while may_begin_binary_ion(window.unread()) && !window.is_finished() {
            self.read_into(window)?;
        }
        Ok(is_binary_ion(window.unread()))
    }

    fn pass_on(&mut self) -> Result<(), Failure> {
        self.output.as_mut().map_or(Ok(()), |output| self.source.pass_on(output))
    }
}

/// The policies for text that cannot be decoded.
pub(crate) const DECODING: &[IllFormed] =
    &[IllFormed::Reject, IllFormed::Replace, IllFormed::IgnorePhp, IllFormed::Visible];

/// Default maximum length of a text relative to its compressed form. gzip reaches 1,032, on equal bytes.
pub(crate) const RATIO_MAX: u64 = 1000;

/// Milliseconds that a diagnostic waits for the rest of its line.
pub(crate) const LOOK_AHEAD: u8 = 100;

/// Refuses a second `-`: nothing would be left to read.
pub(crate) fn stdin_once<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), Failure> {
    let named = paths.into_iter().filter(|path| *path == Path::new("-")).count();
    if named > 1 { Err(Failure::Usage("standard input is named twice".to_owned())) } else { Ok(()) }
}

/// Whether `found` is all that a diagnostic can show: the longest span, the rest of its line, and some bytes after it.
fn shows_enough(found: &[u8]) -> bool {
    const RUN: usize = 12;
    const REST: usize = 3;
    found.get(RUN..).and_then(|rest| rest.split_last_chunk::<REST>()).is_some_and(|(line, _)| line.contains(&b'\n'))
}
