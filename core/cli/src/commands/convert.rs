//! `smill convert`: converts between JSON, NDJSON, JSON sequences and Ion, text or binary.
//!
//! Texts go through a window. Lines and texts of a sequence, which are records, are read in a buffer, so that no part of a bad
//! record is written.

use crate::arguments::convert::{ConvertArguments, Plan};
use crate::codec::format::is_binary_ion;
use crate::input::line_buffer::{LINE_MAX, LineBuffer, Records};
use crate::input::source::{Input, Source, stdin_once};
use crate::input::window::{Scene, WINDOW, Window};
use crate::output::rejects::Rejects;
use crate::output::stdout::Output;
use crate::process::memory;
use crate::report::diagnostic::Diagnostic;
use crate::report::failure::{Exit, Failure};
use crate::report::losses::LossReport;
use crate::report::messages::Messages;
use crate::report::progress::Meter;
use crate::report::remedy::Task;
use crate::report::visible::visible;
use std::path::PathBuf;
use stringmill::convert::{self, ConversionError, Converter};
use stringmill::json::JsonStack;
use stringmill::{ErrorCode, Tier};

pub(crate) fn run(arguments: &ConvertArguments, messages: &Messages) -> Result<Exit, Failure> {
    let files = arguments.files();
    let only = if files.len() == 1 { files.first() } else { None };
    arguments.output.allows(only.map(PathBuf::as_path))?;
    let Begun { plan, opened } = begin(arguments)?;
    let catalog = arguments.catalog.read(Task::Convert)?;
    stdin_once(files)?;
    let open = || Ok::<_, Failure>((arguments.input.open(Some(&files[0]))?, Window::new(WINDOW)));
    let (source, mut window) = opened.map_or_else(open, Ok)?;
    let destination = arguments.output.destination(only.map(PathBuf::as_path), &source)?;
    let mut rejects = Rejects::of(&arguments.rejects, &destination)?;
    let quiet = messages.hides_progress() || rejects.as_ref().is_some_and(Rejects::uses_stderr);
    let meter = Meter::new(only.and_then(|_| source.len()), quiet);
    meter.add(window.unread().len());
    let mut work = Work {
        converter: Converter::with_catalog(Tier::best(), &plan.conversion, JsonStack::growing(), catalog)
            .with_line_max(plan.line_max),
        names: vec![source.name().to_vec()],
        source,
        reads_ion: !matches!(plan.conversion.source, convert::Source::Json(_)),
        has_many: plan.has_many(),
        binary: false,
        output: Output::to(destination),
        losses: LossReport::new(arguments.on_loss),
        meter,
    };
    for (at, file) in files.iter().enumerate() {
        if at > 0 {
            if work.binary {
                return Err(Failure::Usage("binary Ion is read from one file".to_owned()));
            }
            work.source = arguments.input.open(Some(file))?;
            window.reset();
            work.names.push(work.source.name().to_vec());
        }
        if let Some(rejects) = &rejects {
            rejects.spares(&work.source)?;
            work.source.mark_undecodable();
        }
        let last = at + 1 == files.len();
        work.converter.begin_input(last).map_err(|refused| work.no_memory(refused))?;
        match plan.records {
            Some(records) => work.records(rejects.as_mut(), records, plan.line_max, last)?,
            None => work.text(&mut window)?,
        }
    }
    let Work { output, losses, meter, names, mut source, .. } = work;
    source.close();
    // Valid records first: if they cannot be published, the rejected ones are not published either.
    let published = output.close()?;
    let rejected = rejects.map(Rejects::publish).transpose()?;
    match &rejected {
        Some(rejected) => messages.total(&format!("{} rejected, {}", rejected.count(), meter.total())),
        None => messages.total(&meter.total()),
    }
    drop(meter);
    published.report(messages);
    let lost = losses.report(&names, arguments.report, messages)?;
    let rejected = rejected.map_or(Exit::Done, |rejected| rejected.warn(messages));
    Ok(published.exit().max(rejected).max(lost))
}

/// A plan, and the first input with its first bytes if these were needed for it.
struct Begun {
    plan: Plan,
    opened: Option<(Source, Window)>,
}

fn begin(arguments: &ConvertArguments) -> Result<Begun, Failure> {
    let mut opened = None;
    let plan = arguments.plan(LINE_MAX, |file| {
        let (source, window) = opened.insert((arguments.input.open(Some(file))?, Window::new(WINDOW)));
        // A read from a terminal would wait, and binary Ion is not typed.
        Ok(!source.is_terminal()
            && Input { source, output: None, meter: &Meter::hidden() }.begins_binary_ion(window)?)
    })?;
    Ok(Begun { plan, opened })
}

/// The work in progress.
struct Work<'s> {
    converter: Converter<'s>,
    source: Source,
    reads_ion: bool,
    /// Whether an input has any number of values.
    has_many: bool,
    /// Whether the input is binary Ion.
    binary: bool,
    /// The names of all inputs so far.
    names: Vec<Vec<u8>>,
    output: Output,
    losses: LossReport,
    meter: Meter,
}

/// Bytes that the converter writes before its output is taken.
const MOST: usize = 64 * 1024;

impl Work<'_> {
    /// Converts a text; `window` may have its first bytes.
    fn text(&mut self, window: &mut Window) -> Result<(), Failure> {
        loop {
            if window.offset() == 0 {
                self.binary = self.reads_ion && is_binary_ion(window.unread());
            }
            let done = self.converter.step(window.unread(), window.chunk(), MOST);
            let base = window.offset();
            let binary = self.binary;
            self.losses.note(&self.converter.losses(), self.names.len() - 1, |offset| {
                (!binary).then(|| window.position((offset - base) as usize))
            });
            let step = match done {
                Ok(step) => step,
                Err(refused) if refused.error.code == ErrorCode::MemoryRefused => return Err(self.no_memory(refused)),
                Err(refused) => {
                    self.pass_on()?;
                    window.consume((refused.error.offset - base) as usize);
                    self.source.look_ahead(window);
                    let record = self.has_many.then(|| self.converter.value_number());
                    return Err(self.failure(refused, window.scene(), record));
                }
            };
            self.pass_on()?;
            window.consume(step.read);
            if step.ended {
                return Ok(());
            }
            if !step.full {
                window.widen().map_err(memory::refused)?;
                self.input().read_into(window)?;
            }
        }
    }

    /// Writes the output of the converter.
    fn pass_on(&mut self) -> Result<(), Failure> {
        let whole = self.converter.whole();
        self.converter.take(|bytes| self.output.put_values(bytes, whole))
    }

    /// Converts records. Writes invalid ones to `rejects`; without it, the first is an error.
    fn records(
        &mut self,
        mut rejects: Option<&mut Rejects>,
        records: Records,
        line_max: u64,
        last: bool,
    ) -> Result<(), Failure> {
        let mut buffer = LineBuffer::new(records);
        // Bytes of the buffer without a border between records.
        let mut searched = 0;
        loop {
            let len = match records.last_border(buffer.bytes(), searched) {
                _ if buffer.ended => buffer.bytes().len(),
                border => border.unwrap_or(0),
            };
            let src = &buffer.bytes()[..len];
            let done = match records {
                // The record is too long, and its end is not read yet.
                _ if len == 0 && buffer.bytes().len() as u64 > line_max => Err(too_long(buffer.base + line_max)),
                Records::Lines => self.converter.lines(src, buffer.base),
                Records::Sequence => self.converter.sequence(src, buffer.base),
            };
            if let Err(refused) = done
                && refused.error.code == ErrorCode::MemoryRefused
            {
                return Err(self.no_memory(refused));
            }
            let base = buffer.base;
            self.losses.note(&self.converter.losses(), self.names.len() - 1, |offset| {
                Some(buffer.position((offset - base) as usize))
            });
            self.pass_on()?;
            if let Err(refused) = done {
                self.bad_record(refused, &mut buffer, rejects.as_deref_mut())?;
                searched = 0;
                continue;
            }
            buffer.consume(len);
            searched = buffer.bytes().len();
            if buffer.ended {
                break;
            }
            rejects.as_deref_mut().map_or(Ok(()), |rejects| rejects.pass_on(&mut self.source))?;
            buffer.read(&mut self.input())?;
        }
        if last && let Err(refused) = self.converter.end_lines(buffer.base) {
            return Err(self.failure(refused, buffer.scene(0), None));
        }
        self.pass_on()
    }

    fn input(&mut self) -> Input<'_> {
        Input { source: &mut self.source, output: Some(&mut self.output), meter: &self.meter }
    }

    fn bad_record(
        &mut self,
        refused: ConversionError,
        buffer: &mut LineBuffer,
        rejects: Option<&mut Rejects>,
    ) -> Result<(), Failure> {
        let at = (refused.error.offset - buffer.base) as usize;
        let start = buffer.records.last_border(&buffer.bytes()[..at], 0).unwrap_or(0);
        buffer.consume(start);
        let at = at - start;
        match rejects {
            Some(rejects) => {
                let more = refused.loss.map_or(String::new(), |loss| format!(": {}", loss.says()));
                rejects.take(refused.error.code, &more, at, &mut self.input(), buffer)
            }
            None => {
                buffer.look_ahead(at, &mut self.input())?;
                Err(self.failure(refused, buffer.scene(at), buffer.record()))
            }
        }
    }

    fn no_memory(&self, refused: ConversionError) -> Failure {
        let (name, offset) = (visible(self.source.name()), refused.error.offset);
        Failure::Memory(format!("{name} (byte {offset}): {}", refused.error.code.says()))
    }

    fn failure(&self, refused: ConversionError, scene: Scene, record: Option<u64>) -> Failure {
        let code = refused.error.code;
        let diagnostic = match self.binary {
            true => Diagnostic::in_binary_ion(code, self.source.name(), scene, Task::Convert),
            false => self.source.diagnostic(code, scene, Task::Convert),
        };
        let diagnostic = diagnostic.in_record(record);
        Failure::Invalid(match refused.loss {
            Some(loss) => diagnostic.with_note(format!("loss: {}", loss.says())),
            None => diagnostic,
        })
    }
}

fn too_long(offset: u64) -> ConversionError {
    ConversionError { error: stringmill::Error::new(ErrorCode::LimitRecordLen, offset), loss: None }
}
