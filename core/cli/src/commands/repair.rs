//! `smill repair`: mends JSON and NDJSON.
//!
//! Valid text is found by the checker and copied. A line that is not valid is kept whole, and so is a JSON text up to the limit on
//! length: nothing of a text that cannot be mended is written. A longer JSON text goes through a window.

use crate::arguments::repair::RepairArguments;
use crate::commands::check_json::CheckOfJson;
use crate::commands::files;
use crate::input::decoding::{MARK, Undecodable};
use crate::input::line_buffer::{LineBuffer, Records};
use crate::input::source::{Input, Source};
use crate::input::window::{Scene, WINDOW, Window};
use crate::output::rejects::Rejects;
use crate::output::stdout::Output;
use crate::process::memory;
use crate::report::changes::Changes;
use crate::report::failure::{Exit, Failure};
use crate::report::messages::Messages;
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use std::borrow::Cow;
use std::path::Path;
use stringmill::convert::repair::{Change, Mend, RecordEnd, RecordStart, Repair, RepairError, RepairRules, RepairSink};
use stringmill::json::{JsonCheck, JsonStack, Restrictions};
use stringmill::{Error, ErrorCode, IllFormed};

pub(crate) fn run(arguments: &RepairArguments, messages: &Messages) -> Result<Exit, Failure> {
    let output = Some(&arguments.output);
    files::each(&arguments.files, output, messages, |turn, messages| repair(arguments, turn.file, messages))
}

fn repair(arguments: &RepairArguments, file: Option<&Path>, messages: &Messages) -> Result<Exit, Failure> {
    let rules = arguments.rules(file)?;
    let lines = arguments.has_lines(file);
    let mut source = arguments.input.open_under(file, rules.ill_formed)?;
    source.mark_undecodable();
    let destination = arguments.output.destination(file, &source)?;
    let rejects = Rejects::of(&arguments.rejects, &destination)?;
    rejects.as_ref().map_or(Ok(()), |rejects| rejects.spares(&source))?;
    let mut changes = Changes::new(source.name(), arguments.changes.as_deref())?;
    changes.spare(&source, &destination, rejects.as_ref())?;
    let quiet =
        messages.hides_progress() || changes.uses_stderr() || rejects.as_ref().is_some_and(Rejects::uses_stderr);
    let is_file = destination.path().is_some();
    let mut work = Work {
        checker: CheckOfJson::new(
            check_rules(&rules, lines.then_some(arguments.max_length)),
            Restrictions {
                no_nul: rules.mends.has(Mend::NulEscapes),
                unique_names: rules.mends.has(Mend::RepeatedFirst) || rules.mends.has(Mend::RepeatedLast),
                ..Restrictions::NONE
            },
        ),
        repair: Repair::new(rules, JsonStack::growing()),
        policy: rules.ill_formed,
        len_max: arguments.max_length,
        meter: Meter::new(source.len(), quiet),
        source,
        output: Output::to(destination),
        changes: &mut changes,
        rejects,
    };
    let done = if lines { work.lines() } else { work.text() };
    let Work { output, meter, rejects, mut source, .. } = work;
    source.close();
    if let Err(failure) = done {
        drop(output);
        // An unfinished file is removed, so it has no changes to report. Standard output has the changed text already.
        if !is_file && !matches!(failure, Failure::ClosedPipe) {
            let told = changes.close(messages).and(changes.tell(arguments.report, messages));
            if let Err(late) = told {
                messages.failure(&late);
            }
        }
        return Err(failure);
    }
    // Valid lines first: if they cannot be published, the rejected ones are not published either.
    let published = output.close()?;
    let rejected = rejects.map(Rejects::publish).transpose()?;
    changes.close(messages)?;
    messages.total(&meter.total());
    drop(meter);
    published.report(messages);
    changes.tell(arguments.report, messages)?;
    Ok(published.exit().max(rejected.map_or(Exit::Done, |rejected| rejected.warn(messages))))
}

/// The rules for text that needs no repair; `line_max` is the limit of a line.
fn check_rules(rules: &RepairRules, line_max: Option<u64>) -> JsonCheck {
    JsonCheck {
        lines: line_max.is_some(),
        values: false,
        lone_surrogates: rules.lone_surrogates,
        depth_max: rules.depth_max,
        string_max: rules.string_max,
        len_max: line_max.unwrap_or(u64::MAX),
    }
}

/// The work in progress.
struct Work<'s, 'c> {
    checker: CheckOfJson,
    repair: Repair<'s>,
    policy: IllFormed,
    /// The most bytes that are held in memory.
    len_max: u64,
    source: Source,
    output: Output,
    changes: &'c mut Changes,
    rejects: Option<Rejects>,
    meter: Meter,
}

/// Writes the repair of one record.
struct Writing<'w> {
    record: u64,
    policy: IllFormed,
    output: &'w mut Output,
    source: &'w mut Source,
    changes: &'w mut Changes,
    /// If present, the next `put` writes this text instead of its bytes.
    instead: Option<Vec<u8>>,
}

impl<'w> Writing<'w> {
    fn new(
        record: u64,
        policy: IllFormed,
        output: &'w mut Output,
        source: &'w mut Source,
        changes: &'w mut Changes,
    ) -> Self {
        Writing { record, policy, output, source, changes, instead: None }
    }
}

impl RepairSink for Writing<'_> {
    type Error = Failure;

    fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self.instead.take() {
            Some(shown) => self.output.put(&shown),
            None => self.output.put(bytes),
        }
    }

    /// Notes the change with the bytes of the input in place of the marks of undecodable pieces.
    fn change(&mut self, change: Change<'_>) -> Result<(), Failure> {
        let marks = change.before.iter().filter(|&&byte| byte == MARK).count();
        let pieces: Vec<_> = (0..marks).map_while(|_| self.source.take_marked()).collect();
        let before = unmarked(change.before, &pieces);
        let piece = pieces.first().filter(|_| change.mend == Mend::Utf8);
        // `Repair` sees only the mark. The policy that shows bytes needs the bytes of the piece, so their text is made here.
        if let (Some(piece), IllFormed::Visible) = (piece, self.policy) {
            let shown = piece.bytes.iter().flat_map(|byte| format!("\\\\x{byte:02X}").into_bytes());
            self.instead = Some(shown.collect());
        }
        let after = self.instead.as_deref().unwrap_or(change.after);
        self.changes.note(self.record, &Change { before: &before, after, ..change }, piece)
    }
}

/// `text` with the bytes of the input instead of its marks.
fn unmarked<'t>(text: &'t [u8], pieces: &[Undecodable]) -> Cow<'t, [u8]> {
    if pieces.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut pieces = pieces.iter();
    let mut bytes = Vec::with_capacity(text.len());
    for part in text.split_inclusive(|&byte| byte == MARK) {
        match part.split_last() {
            Some((&MARK, before)) => {
                bytes.extend_from_slice(before);
                bytes.extend_from_slice(pieces.next().map_or(&[MARK][..], |piece| &piece.bytes));
            }
            _ => bytes.extend_from_slice(part),
        }
    }
    Cow::Owned(bytes)
}

impl Work<'_, '_> {
    /// Repairs one JSON text.
    fn text(&mut self) -> Result<(), Failure> {
        let mut window = Window::new(WINDOW);
        let (mut checked, mut valid) = (0, true);
        while window.unread().len() as u64 <= self.len_max {
            if valid {
                match self.checker.step(&window.unread()[checked..], window.chunk()) {
                    Ok(read) => checked += read,
                    Err(_) => valid = false,
                }
            }
            if window.is_finished() {
                return self.held(&mut window, valid);
            }
            self.read(&mut window)?;
        }
        self.stream(&mut window)
    }

    /// Repairs a text that is in the window as a whole.
    fn held(&mut self, window: &mut Window, valid: bool) -> Result<(), Failure> {
        if valid {
            return self.output.put_block(window.unread());
        }
        let mut sink = Writing::new(1, self.policy, &mut self.output, &mut self.source, self.changes);
        let done = self.repair.record(window.unread(), RecordEnd::Input, RecordStart { offset: 0, line: 1 }, &mut sink);
        done.map_err(|error| self.failed(error, window))
    }

    /// Repairs a text of any length.
    fn stream(&mut self, window: &mut Window) -> Result<(), Failure> {
        // Bytes of an unfinished item that `step` has seen.
        let mut seen = 0;
        loop {
            // `step` starts an unfinished item over, so it waits for a quarter more: a long string takes linear time.
            if window.is_finished() || window.unread().len() >= seen + seen / 4 {
                let mut sink = Writing::new(1, self.policy, &mut self.output, &mut self.source, self.changes);
                match self.repair.step(window.unread(), window.chunk(), &mut sink) {
                    Ok(read) => window.consume(read),
                    Err(error) => return Err(self.failed(error, window)),
                }
                if window.is_finished() {
                    return Ok(());
                }
                seen = window.unread().len();
            }
            if window.unread().len() as u64 > self.len_max {
                let too_long = Error::new(ErrorCode::LimitRecordLen, self.len_max);
                return Err(self.failed(RepairError::Text(too_long), window));
            }
            self.read(window)?;
        }
    }

    fn read(&mut self, window: &mut Window) -> Result<usize, Failure> {
        window.widen().map_err(memory::refused)?;
        self.pass_on()?;
        self.input().read_into(window)
    }

    /// Flushes the list of changes and the rejected lines if the next read waits: their readers may wait too.
    fn pass_on(&mut self) -> Result<(), Failure> {
        self.rejects.as_mut().map_or(Ok(()), |rejects| rejects.pass_on(&mut self.source))?;
        self.changes.list().map_or(Ok(()), |list| self.source.pass_on(list))
    }

    fn input(&mut self) -> Input<'_> {
        Input { source: &mut self.source, output: Some(&mut self.output), meter: &self.meter }
    }

    fn failed(&mut self, error: RepairError<Failure>, window: &mut Window) -> Failure {
        match error {
            RepairError::Sink(failure) => failure,
            RepairError::Text(error) | RepairError::Cut(error) => {
                window.consume(error.offset as usize);
                if let Some(piece) = self.source.marked(window.offset()) {
                    return piece.failure(self.source.name());
                }
                self.source.look_ahead(window);
                self.invalid(error.code, window.scene())
            }
        }
    }

    fn invalid(&self, code: ErrorCode, scene: Scene) -> Failure {
        Failure::Invalid(self.source.diagnostic(code, scene, Task::Repair))
    }

    /// Repairs lines.
    fn lines(&mut self) -> Result<(), Failure> {
        let mut buffer = LineBuffer::new(Records::Lines);
        // Bytes of the buffer that are checked.
        let mut checked = 0;
        loop {
            let (valid, error) = self.checker.valid_lines(&buffer, &mut checked);
            self.output.put(&buffer.bytes()[..valid])?;
            buffer.consume(valid);
            match error {
                Some(error) => self.bad_line(error, &mut buffer)?,
                None if buffer.ended => return self.output.put(buffer.bytes()),
                None => {
                    self.pass_on()?;
                    buffer.read(&mut self.input())?;
                }
            }
        }
    }

    /// Mends or rejects the first line of the buffer, which has this error.
    fn bad_line(&mut self, error: Error, buffer: &mut LineBuffer) -> Result<(), Failure> {
        if error.code == ErrorCode::LimitRecordLen {
            return self.refuse(error, false, buffer);
        }
        let mut searched = error.offset as usize;
        let feed = loop {
            let feed = buffer.end(searched).map(|end| end - 1);
            searched = buffer.bytes().len();
            if feed.unwrap_or(searched) as u64 > self.len_max {
                return self.refuse(Error::new(ErrorCode::LimitRecordLen, self.len_max), false, buffer);
            }
            if feed.is_some() || buffer.ended {
                break feed;
            }
            self.pass_on()?;
            buffer.read(&mut self.input())?;
        };
        let (end, after) = feed.map_or((RecordEnd::Input, searched), |feed| (RecordEnd::Line, feed + 1));
        // A carriage return before the line feed is left out too: neither belongs to a token that the end of the line cuts.
        let len = feed.map_or(after, |feed| feed - usize::from(buffer.bytes()[..feed].ends_with(b"\r")));
        let start = RecordStart { offset: buffer.base, line: buffer.line() };
        let mut sink = Writing::new(buffer.line(), self.policy, &mut self.output, &mut self.source, self.changes);
        match self.repair.record(&buffer.bytes()[..len], end, start, &mut sink) {
            Ok(()) => {
                self.output.put(&buffer.bytes()[len..after])?;
                buffer.consume(after);
                Ok(())
            }
            Err(RepairError::Sink(failure)) => Err(failure),
            Err(RepairError::Text(error)) => self.refuse(error, false, buffer),
            Err(RepairError::Cut(error)) => self.refuse(error, end == RecordEnd::Input, buffer),
        }
    }

    /// Rejects the first line of the buffer; `truncated`: the input ends inside it.
    fn refuse(&mut self, error: Error, truncated: bool, buffer: &mut LineBuffer) -> Result<(), Failure> {
        let at = error.offset as usize;
        match &mut self.rejects {
            Some(rejects) => {
                let more = if truncated { ": the last line is truncated" } else { "" };
                let mut input = Input { source: &mut self.source, output: Some(&mut self.output), meter: &self.meter };
                rejects.take(error.code, more, at, &mut input, buffer)
            }
            None => {
                if let Some(piece) = self.source.marked(buffer.base + error.offset) {
                    return Err(piece.failure(self.source.name()));
                }
                buffer.look_ahead(at, &mut self.input())?;
                let scene = buffer.scene(at);
                let diagnostic = self.source.diagnostic(error.code, scene, Task::Repair).in_record(buffer.record());
                Err(Failure::Invalid(match truncated {
                    true => diagnostic.with_note("the last line is truncated".to_owned()),
                    false => diagnostic,
                }))
            }
        }
    }
}
