//! Lines that are records: held until they are known to be good or bad; bad ones go unchanged to a file, with their
//! reasons beside them.

use crate::explain::{self, Task};
use crate::failure::{Exit, Failure};
use crate::memory;
use crate::messages::Messages;
use crate::picture::Picture;
use crate::placing::{Draft, Placed};
use crate::signature::Signature;
use crate::source::{FileId, Input, LOOK_AHEAD, Source};
use crate::target::{Refusal, Target, name_of, replaceable};
use crate::visible::visible;
use crate::window::Scene;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use stringmill::{Chunk, Error, ErrorCode, IllFormed, JsonEscape, Place, Position, Profile, Repairs, json_escape};

/// Longest line, where no limit is given.
pub(crate) const LINE_MAX: u64 = 64 << 20;
/// Bytes that are read at once.
const BLOCK: usize = 128 * 1024;
/// What is appended to the name of the file of bad lines.
const REASONS: &str = ".reasons";
/// Bytes before and after an error that its picture or reason may show.
const BEFORE: usize = 256;
const AFTER: usize = 128;

/// A file that is written in large blocks.
struct Sheet {
    draft: Draft,
    block: Vec<u8>,
}

impl Sheet {
    fn begin(target: &mut Target, path: &Path) -> Result<Self, Failure> {
        let name = name_of(path);
        match target.begin(name) {
            Ok(begun) => Ok(Sheet { draft: begun.or_usage(name)?, block: Vec::with_capacity(BLOCK) }),
            Err(Refusal::Name(why)) => Err(Failure::Usage(format!("--rejects: {why}"))),
            Err(Refusal::System(failure)) => Err(failure),
        }
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if self.block.len() + bytes.len() > BLOCK {
            self.draft.write(&self.block)?;
            self.block.clear();
        }
        if bytes.len() > BLOCK {
            return self.draft.write(bytes);
        }
        self.block.extend_from_slice(bytes);
        Ok(())
    }

    fn end(self) -> Result<Draft, Failure> {
        self.draft.write(&self.block)?;
        Ok(self.draft)
    }
}

/// A stretch of a stream that begins with a line.
#[derive(Default)]
pub(crate) struct Stretch {
    /// Bytes that are consumed, and those that are not.
    buffer: Vec<u8>,
    /// Where in the buffer the unconsumed bytes begin.
    start: usize,
    /// Offset of the first unconsumed byte in the stream.
    pub(crate) base: u64,
    /// The number of its line.
    pub(crate) line: u64,
    pub(crate) ended: bool,
}

impl Stretch {
    /// The beginning of a stream.
    pub(crate) fn new() -> Self {
        Stretch { line: 1, ..Stretch::default() }
    }

    /// The bytes that are not consumed.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    pub(crate) fn chunk(&self) -> Chunk {
        if self.ended { Chunk::Last } else { Chunk::More }
    }

    /// Drops the first `len` bytes, which hold `lines` line feeds.
    pub(crate) fn consume(&mut self, len: usize, lines: u64) {
        self.start += len;
        self.base += len as u64;
        self.line += lines;
    }

    pub(crate) fn read(&mut self, input: &mut Input<'_>) -> Result<(), Failure> {
        // Only here, so that each byte moves at most once for each block that is read.
        self.buffer.drain(..std::mem::take(&mut self.start));
        let from = self.buffer.len();
        memory::reserve(&mut self.buffer, BLOCK)?;
        self.buffer.resize(from + BLOCK, 0);
        let len = input.read_some(&mut self.buffer[from..])?;
        self.buffer.truncate(from + len);
        self.ended = len == 0;
        Ok(())
    }

    /// Reads on until an error at `at` can be shown with what follows it in its line, as [`Source::look_ahead`].
    pub(crate) fn look_ahead(&mut self, at: usize, input: &mut Input<'_>) -> Result<(), Failure> {
        while !self.ended
            && self.bytes().len() < at + AFTER
            && self.feed(at).is_none()
            && input.source.is_ready_within(LOOK_AHEAD)
        {
            self.read(input)?;
        }
        Ok(())
    }

    /// The first line feed that is not before `from`.
    pub(crate) fn feed(&self, from: usize) -> Option<usize> {
        self.bytes()[from..].iter().position(|&byte| byte == b'\n').map(|feed| from + feed)
    }

    /// How many lines end before `len`.
    pub(crate) fn lines_before(&self, len: usize) -> u64 {
        let mut place = Place::default();
        place.pass(&self.bytes()[..len]);
        place.position().line - 1
    }

    /// Line and column of the byte at `at`.
    pub(crate) fn position(&self, at: usize) -> Position {
        let mut place = Place::default();
        place.pass(&self.bytes()[..at]);
        let position = place.position();
        Position { line: self.line + position.line - 1, ..position }
    }

    /// What stands around the byte at `at` of the first line.
    pub(crate) fn scene(&self, at: usize) -> Scene {
        let (bytes, from) = (self.bytes(), at.saturating_sub(BEFORE));
        Scene {
            before: bytes[from..at].to_vec(),
            line: 0,
            cut: from > 0,
            after: bytes[at..bytes.len().min(at + AFTER)].to_vec(),
            position: self.position(at),
            offset: self.base + at as u64,
        }
    }
}

/// The bad lines and their reasons, each in a file.
pub(crate) struct Rejects {
    path: PathBuf,
    /// The files that exist already and will be replaced.
    replaced: Vec<FileId>,
    target: Target,
    bad: Sheet,
    reasons: Sheet,
    /// The first reason, for the message.
    first: Option<String>,
    pub(crate) count: u64,
}

impl Rejects {
    /// Begins the files: `path`, and that of its reasons.
    pub(crate) fn begin(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Err(Failure::Usage(
                "--rejects writes two files, and - is none; --rejects ./- names one".to_owned(),
            ));
        }
        let mut reasons = path.as_os_str().to_owned();
        reasons.push(REASONS);
        let reasons = PathBuf::from(reasons);
        let replaced = [replaceable("--rejects", path)?, replaceable("--rejects", &reasons)?];
        let replaced = replaced.into_iter().flatten().collect();
        let mut target = Target::around(path)?;
        let (bad, reasons) = (Sheet::begin(&mut target, path)?, Sheet::begin(&mut target, &reasons)?);
        Ok(Rejects { path: path.to_owned(), replaced, target, bad, reasons, first: None, count: 0 })
    }

    /// Refuses to read a file that the rejected lines or their reasons would replace.
    pub(crate) fn spares(&self, source: &Source) -> Result<(), Failure> {
        if source.id().is_some_and(|id| self.replaced.contains(&id)) {
            return Err(Failure::Usage(format!("--rejects would replace {}, which is read", visible(source.name()))));
        }
        Ok(())
    }

    /// Rejects the first line of the stretch, which is wrong at `at`; `more` follows what is wrong with it.
    pub(crate) fn take(
        &mut self,
        code: ErrorCode,
        more: &str,
        at: usize,
        input: &mut Input<'_>,
        stretch: &mut Stretch,
    ) -> Result<(), Failure> {
        // The reason shows what was found, as far as the line goes.
        stretch.look_ahead(at, input)?;
        // Not one bad line but another format: setting its lines aside would hide that.
        let scene = stretch.scene(at);
        if Signature::of_scene(&scene).is_some() {
            return Err(Failure::Invalid(Picture::new(code, input.source.name(), scene, Task::Check)));
        }
        self.reason(code, more, input.source.name(), stretch, at)?;
        let mut from = at;
        loop {
            if let Some(feed) = stretch.feed(from) {
                self.bad.put(&stretch.bytes()[..=feed])?;
                stretch.consume(feed + 1, 1);
                return Ok(());
            }
            self.bad.put(stretch.bytes())?;
            stretch.consume(stretch.bytes().len(), 0);
            from = 0;
            if stretch.ended {
                return self.bad.put(b"\n");
            }
            stretch.read(input)?;
        }
    }

    /// Writes why the first line of the stretch is rejected.
    fn reason(
        &mut self,
        code: ErrorCode,
        more: &str,
        name: &[u8],
        stretch: &Stretch,
        at: usize,
    ) -> Result<(), Failure> {
        let (line, column) = (stretch.line, stretch.position(at).column);
        let offset = stretch.base + at as u64;
        let what = format!("{}{more}", explain::what(code, &stretch.bytes()[at..]));
        self.reasons.put(
            format!(
                "{{\"source\":\"{}\",\"line\":{line},\"column\":{column},\"start\":{},\"offset\":{offset},\"code\":{},\"name\":\"{}\",\"says\":\"{}\"}}\n",
                escaped(name)?,
                stretch.base,
                code as u16,
                code.name(),
                escaped(what.as_bytes())?,
            )
            .as_bytes(),
        )?;
        self.count += 1;
        self.first.get_or_insert_with(|| format!("{}:{line}:{column} (byte {offset}): {what}", visible(name)));
        Ok(())
    }

    /// Gives the files their names.
    pub(crate) fn place(mut self) -> Result<Rejected, Failure> {
        let drafts = [self.bad.end()?, self.reasons.end()?];
        let placed = drafts.into_iter().try_for_each(|draft| self.target.place(draft));
        // Whatever happened, nothing half-written stays.
        let finished = self.target.finish()?;
        placed?;
        Ok(Rejected { path: self.path, placed: finished, first: self.first, count: self.count })
    }
}

/// What was rejected.
pub(crate) struct Rejected {
    path: PathBuf,
    placed: Placed,
    first: Option<String>,
    pub(crate) count: u64,
}

impl Rejected {
    /// Warns of it, where there is any.
    pub(crate) fn warn(&self, messages: &Messages) -> Exit {
        self.placed.tell(messages);
        let Some(first) = &self.first else { return Exit::Done };
        let (lines, path) = (if self.count == 1 { "line" } else { "lines" }, visible(self.path.as_os_str().as_bytes()));
        messages.warning(&format!(
            "{} {lines} rejected to {path}, reasons in {path}{REASONS}; the first: {first}",
            self.count
        ));
        Exit::Changed
    }
}

/// `text` as the inside of a JSON string that is fit for a terminal; bytes that are no UTF-8 in visible form.
pub(crate) fn escaped(text: &[u8]) -> Result<String, Failure> {
    let wrong = |error: Error| Failure::Io(format!("cannot write a reason: {error}"));
    let mut dst = vec![0; REASON.bound(text.len()).unwrap_or(0)];
    let done = json_escape(&REASON, text, &mut dst, Chunk::Last, &mut Repairs::default()).map_err(wrong)?;
    dst.truncate(done.written);
    Ok(String::from_utf8_lossy(&dst).into_owned())
}

static REASON: JsonEscape<'static> = match JsonEscape::new(&Profile::TERMINAL, IllFormed::Visible) {
    Ok(rules) => rules,
    Err(_) => panic!("every profile can show ill-formed bytes"),
};
