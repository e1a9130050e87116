//! Bad records: written unchanged to one output, with the reason of each in a second.

use crate::arguments::rejects::RejectArguments;
use crate::input::decoding::{MARK, UNDECODABLE};
use crate::input::line_buffer::{LineBuffer, Records};
use crate::input::source::{Input, Source};
use crate::output::destination::Destination;
use crate::output::publish::Published;
use crate::output::stdout::Output;
use crate::report::failure::{Exit, Failure};
use crate::report::json;
use crate::report::messages::{Messages, counted};
use crate::report::remedy::Task;
use crate::report::signature::Signature;
use crate::report::span::describe;
use crate::report::visible::visible;
use std::path::{Path, PathBuf};
use stringmill::{ErrorCode, Position};
use stringmill_diagnostic::in_record;

/// The suffix of the file of reasons.
const REASONS: &str = ".reasons";

/// The path of the file of reasons.
fn reasons_of(path: &Path) -> PathBuf {
    let mut reasons = path.as_os_str().to_owned();
    reasons.push(REASONS);
    PathBuf::from(reasons)
}

/// Where rejected records and their reasons go.
pub(crate) struct Rejects {
    bad: Output,
    /// `None` if each record follows its reason.
    reasons: Option<Output>,
    /// The first reason, for the message.
    first: Option<String>,
    pub(crate) count: u64,
    records: Records,
}

impl Rejects {
    /// Begins both outputs, if there are any. `output` is that of the command.
    pub(crate) fn of(arguments: &RejectArguments, output: &Destination) -> Result<Option<Self>, Failure> {
        let begin = |path: &PathBuf| Rejects::begin(path, arguments.reasons.as_deref(), Some(output));
        arguments.rejects.as_ref().map(begin).transpose()
    }

    /// Begins both outputs.
    pub(crate) fn begin(path: &Path, reasons: Option<&Path>, output: Option<&Destination>) -> Result<Self, Failure> {
        let bad = Destination::named("--rejects", path)?;
        let named = reasons.is_some();
        let reasons = match (reasons, bad.path()) {
            (Some(path), _) => Destination::named("--reasons", path)?,
            (None, Some(path)) => Destination::named("--rejects", &reasons_of(path))?,
            // A stream has no file beside it.
            (None, None) => Destination::stderr(),
        };
        let reasons = Some(reasons).filter(|reasons| named || !reasons.is_same(&bad));
        let own = [("--rejects", Some(&bad)), ("the reasons of --rejects", reasons.as_ref())];
        let all = [("the output", output)].into_iter().chain(own);
        Destination::differ(&all.filter_map(|(name, output)| Some((name, output?))).collect::<Vec<_>>())?;
        let to = |destination| Output::to(destination).of_records(Some(b'\n'));
        let (bad, reasons) = (to(bad), reasons.map(to));
        Ok(Rejects { bad, reasons, first: None, count: 0, records: Records::Lines })
    }

    /// Refuses a source that one of the two outputs would replace.
    pub(crate) fn spares(&self, source: &Source) -> Result<(), Failure> {
        self.destinations().try_for_each(|output| output.spares("--rejects", source.id(), source.name()))
    }

    /// Whether one of the outputs is standard error, which then has no room for a progress bar.
    pub(crate) fn uses_stderr(&self) -> bool {
        self.destinations().any(Destination::is_stderr)
    }

    pub(crate) fn destinations(&self) -> impl Iterator<Item = &Destination> {
        [Some(&self.bad), self.reasons.as_ref()].into_iter().flatten().map(Output::destination)
    }

    /// Writes what a reader may wait for, if the next read of `source` waits.
    pub(crate) fn pass_on(&mut self, source: &mut Source) -> Result<(), Failure> {
        source.pass_on(&mut self.bad)?;
        self.reasons.as_mut().map_or(Ok(()), |reasons| source.pass_on(reasons))
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
                self.put_text(&buffer.bytes()[..end], input.source)?;
                buffer.consume(end);
                return Ok(());
            }
            self.put_text(buffer.bytes(), input.source)?;
            buffer.consume(buffer.bytes().len());
            from = 0;
            if buffer.ended {
                return if buffer.records == Records::Lines { self.bad.put(b"\n") } else { Ok(()) };
            }
            self.pass_on(input.source)?;
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
            Some(piece) => (None, UNDECODABLE, piece.reason()),
            None => {
                let what = format!("{}{more}", describe(code, &buffer.bytes()[at..]));
                (Some(code as u64), code.name(), what)
            }
        };
        self.reasons.as_mut().unwrap_or(&mut self.bad).put(&json::line(|json| {
            json.member("source", name);
            json.member("record", record);
            json.member("line", line);
            json.member("column", column);
            json.member("start", buffer.base);
            json.member("offset", offset);
            json.member("code", code);
            json.member("name", code_name);
            json.member("says", &*what);
        })?)?;
        self.count += 1;
        let place = || format!("{}:{line}:{column} (byte {offset}){}", visible(name), in_record(record));
        self.first.get_or_insert_with(|| format!("{}: {what}", place()));
        Ok(())
    }

    /// Writes a text, with the bytes in the input of what could not be decoded.
    fn put_text(&mut self, text: &[u8], source: &mut Source) -> Result<(), Failure> {
        let mut rest = text;
        while let Some(at) = rest.iter().position(|&byte| byte == MARK)
            && let Some(piece) = source.take_marked()
        {
            self.bad.put(&rest[..at])?;
            self.bad.put(&piece.bytes)?;
            rest = &rest[at + 1..];
        }
        self.bad.put(rest)
    }

    /// Publishes both outputs.
    pub(crate) fn publish(mut self) -> Result<Rejected, Failure> {
        // Both are whole before the first gets its name.
        self.bad.complete()?;
        self.reasons.as_mut().map_or(Ok(()), Output::complete)?;
        let Rejects { bad, reasons, first, count, records } = self;
        let place = match &reasons {
            Some(reasons) => format!("{}, reasons in {}", bad.destination().name(), reasons.destination().name()),
            None => format!("{}, each after its reason", bad.destination().name()),
        };
        let published = [Some(bad), reasons].into_iter().flatten().map(Output::close).collect::<Result<_, _>>()?;
        Ok(Rejected { place, published, first, count, records })
    }
}

/// The result: how many lines were rejected, and the first reason.
pub(crate) struct Rejected {
    /// Where the lines and the reasons are, for the message.
    place: String,
    published: Vec<Published>,
    first: Option<String>,
    count: u64,
    records: Records,
}

impl Rejected {
    /// How many records were rejected, in words.
    pub(crate) fn count(&self) -> String {
        counted(
            self.count,
            match self.records {
                Records::Lines => "line",
                Records::Sequence => "text",
            },
        )
    }

    /// Warns if a line was rejected.
    pub(crate) fn warn(&self, messages: &Messages) -> Exit {
        self.published.iter().for_each(|published| published.report(messages));
        let Some(first) = &self.first else { return Exit::Done };
        messages.warning(&format!("{} rejected to {}; the first: {first}", self.count(), self.place));
        Exit::Changed
    }
}
