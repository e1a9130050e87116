//! Invalid lines: written unchanged to a file, with the reason of each in a second file.

use crate::input::decoding::{MARK, UNDECODABLE};
use crate::input::line_buffer::{LineBuffer, Records};
use crate::input::source::{Input, Source};
use crate::output::destination::Destination;
use crate::output::publish::{Draft, Published};
use crate::output::target::{Refusal, Target, is_same_path, name_of, replaceable};
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use crate::report::remedy::Task;
use crate::report::signature::Signature;
use crate::report::span::describe;
use crate::report::visible::visible;
use crate::system::{FileId, bytes_of};
use std::path::{Path, PathBuf};
use stringmill::{Chunk, Error, ErrorCode, IllFormed, JsonEscape, Position, Profile, Repairs, json_escape};
use stringmill_diagnostic::in_record;

/// Bytes of one write.
const BLOCK: usize = 128 * 1024;
/// The suffix of the file of reasons.
const REASONS: &str = ".reasons";

/// A file with a write buffer.
struct RejectFile {
    draft: Draft,
    block: Vec<u8>,
}

impl RejectFile {
    fn begin(target: &mut Target, path: &Path) -> Result<Self, Failure> {
        let name = name_of(path);
        match target.begin(name) {
            Ok(begun) => Ok(RejectFile { draft: begun.or_usage(name)?, block: Vec::with_capacity(BLOCK) }),
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

    /// As [`RejectFile::put`], with the bytes in the input of what could not be decoded.
    fn put_text(&mut self, text: &[u8], source: &mut Source) -> Result<(), Failure> {
        let mut rest = text;
        while let Some(at) = rest.iter().position(|&byte| byte == MARK)
            && let Some(piece) = source.take_marked()
        {
            self.put(&rest[..at])?;
            self.put(&piece.bytes)?;
            rest = &rest[at + 1..];
        }
        self.put(rest)
    }

    fn end(self) -> Result<Draft, Failure> {
        self.draft.write(&self.block)?;
        Ok(self.draft)
    }
}

/// The path of the file of reasons.
fn reasons_of(path: &Path) -> PathBuf {
    let mut reasons = path.as_os_str().to_owned();
    reasons.push(REASONS);
    PathBuf::from(reasons)
}

/// The file of rejected lines and the file of reasons.
pub(crate) struct Rejects {
    path: PathBuf,
    /// The files that exist already and will be replaced.
    replaced: Vec<FileId>,
    target: Target,
    bad: RejectFile,
    reasons: RejectFile,
    /// The first reason, for the message.
    first: Option<String>,
    pub(crate) count: u64,
    records: Records,
}

impl Rejects {
    /// Begins both files: `path`, and `path.reasons`.
    pub(crate) fn begin(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Err(Failure::Usage("--rejects requires the name of a file; ./- names a file called -".to_owned()));
        }
        let reasons = reasons_of(path);
        let replaced = [replaceable("--rejects", path)?, replaceable("--rejects", &reasons)?];
        let replaced = replaced.into_iter().flatten().collect();
        let mut target = Target::around(path)?;
        let (bad, reasons) = (RejectFile::begin(&mut target, path)?, RejectFile::begin(&mut target, &reasons)?);
        Ok(Rejects {
            path: path.to_owned(),
            replaced,
            target,
            bad,
            reasons,
            first: None,
            count: 0,
            records: Records::Lines,
        })
    }

    /// Refuses an output that is one of the two files.
    pub(crate) fn spares_output(&self, destination: &Destination) -> Result<(), Failure> {
        match destination.path() {
            Some(path) if is_same_path(path, &self.path) || is_same_path(path, &reasons_of(&self.path)) => {
                let shown = visible(bytes_of(&path));
                Err(Failure::Usage(format!("--rejects would replace {shown}, which is the output")))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a source that one of the two files would replace.
    pub(crate) fn spares(&self, source: &Source) -> Result<(), Failure> {
        if source.id().is_some_and(|id| self.replaced.contains(&id)) {
            return Err(Failure::Usage(format!("--rejects would replace {}, which is read", visible(source.name()))));
        }
        Ok(())
    }

    /// Rejects the first record of the buffer, invalid at `at`; `more` is appended to the reason.
    pub(crate) fn take(
        &mut self,
        code: ErrorCode,
        more: &str,
        at: usize,
        input: &mut Input<'_>,
        buffer: &mut LineBuffer,
    ) -> Result<(), Failure> {
        // The reason quotes the text after the error, up to the end of the record.
        buffer.look_ahead(at, input)?;
        // The whole input has another format: rejecting its records would hide that.
        let scene = buffer.scene(at);
        if Signature::of_scene(&scene).is_some() {
            return Err(Failure::Invalid(input.source.diagnostic(code, scene, Task::Check)));
        }
        self.records = buffer.records;
        self.reason(code, more, input.source, buffer, at)?;
        let mut from = at;
        loop {
            if let Some(end) = buffer.end(from) {
                self.bad.put_text(&buffer.bytes()[..end], input.source)?;
                buffer.consume(end);
                return Ok(());
            }
            self.bad.put_text(buffer.bytes(), input.source)?;
            buffer.consume(buffer.bytes().len());
            from = 0;
            if buffer.ended {
                return if buffer.records == Records::Lines { self.bad.put(b"\n") } else { Ok(()) };
            }
            buffer.read(input)?;
        }
    }

    /// Writes the reason for rejecting the first record of the buffer.
    fn reason(
        &mut self,
        code: ErrorCode,
        more: &str,
        source: &Source,
        buffer: &LineBuffer,
        at: usize,
    ) -> Result<(), Failure> {
        let Position { line, column, .. } = buffer.position(at);
        let record = buffer.record();
        let offset = buffer.base + at as u64;
        let name = source.name();
        let (code, code_name, what) = match source.marked(offset) {
            Some(piece) => ("null".to_owned(), UNDECODABLE, piece.reason()),
            None => {
                let what = format!("{}{more}", describe(code, &buffer.bytes()[at..]));
                ((code as u16).to_string(), code.name(), what)
            }
        };
        self.reasons.put(
            format!(
                "{{\"source\":\"{}\",\"record\":{},\"line\":{line},\"column\":{column},\"start\":{},\"offset\":{offset},\"code\":{},\"name\":\"{}\",\"says\":\"{}\"}}\n",
                escaped(name)?,
                record.map_or("null".to_owned(), |record| record.to_string()),
                buffer.base,
                code,
                code_name,
                escaped(what.as_bytes())?,
            )
            .as_bytes(),
        )?;
        self.count += 1;
        let place = || format!("{}:{line}:{column} (byte {offset}){}", visible(name), in_record(record));
        self.first.get_or_insert_with(|| format!("{}: {what}", place()));
        Ok(())
    }

    /// Publishes both files.
    pub(crate) fn publish(mut self) -> Result<Rejected, Failure> {
        let drafts = [self.bad.end()?, self.reasons.end()?];
        let published = drafts.into_iter().try_for_each(|draft| self.target.publish(draft));
        // Even after a failure, no half-written file stays.
        let finished = self.target.finish()?;
        published?;
        let Rejects { path, first, count, records, .. } = self;
        Ok(Rejected { path, published: finished, first, count, records })
    }
}

/// The result: how many lines were rejected, and the first reason.
pub(crate) struct Rejected {
    path: PathBuf,
    published: Published,
    first: Option<String>,
    count: u64,
    records: Records,
}

impl Rejected {
    /// How many records were rejected, in words.
    pub(crate) fn count(&self) -> String {
        let name = match self.records {
            Records::Lines => "line",
            Records::Sequence => "text",
        };
        format!("{} {name}{}", self.count, if self.count == 1 { "" } else { "s" })
    }

    /// Warns if a line was rejected.
    pub(crate) fn warn(&self, messages: &Messages) -> Exit {
        self.published.report(messages);
        let Some(first) = &self.first else { return Exit::Done };
        let path = visible(bytes_of(&self.path));
        messages
            .warning(&format!("{} rejected to {path}, reasons in {path}{REASONS}; the first: {first}", self.count()));
        Exit::Changed
    }
}

/// `text` as the inside of a JSON string that is safe for a terminal; ill-formed bytes in visible form.
pub(crate) fn escaped(text: &[u8]) -> Result<String, Failure> {
    let failed = |error: Error| Failure::Io(format!("cannot write a reason: {error}"));
    let mut dst = vec![0; REASON.bound(text.len()).unwrap_or(0)];
    let done = json_escape(&REASON, text, &mut dst, Chunk::Last, &mut Repairs::default()).map_err(failed)?;
    dst.truncate(done.written);
    Ok(String::from_utf8_lossy(&dst).into_owned())
}

static REASON: JsonEscape<'static> = match JsonEscape::new(&Profile::TERMINAL, IllFormed::Visible) {
    Ok(rules) => rules,
    Err(_) => panic!("every profile can show ill-formed bytes"),
};
