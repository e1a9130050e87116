//! `smill convert`: converts between JSON, NDJSON and Ion, text or binary.
//!
//! Texts go through a window. Lines that are records are read in a buffer, so that nothing of a bad one is
//! written.

use crate::arguments::convert::{ConvertArguments, Plan};
use crate::codec::format::BINARY_ION;
use crate::input::line_buffer::{LINE_MAX, LineBuffer};
use crate::input::source::{Input, Source};
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
use stringmill::ErrorCode;
use stringmill::convert::{self, Converter, Refused};
use stringmill::json::JsonCheck;

pub(crate) fn run(arguments: &ConvertArguments, messages: &Messages) -> Result<Exit, Failure> {
    let plan = arguments.plan(LINE_MAX)?;
    let levels = JsonCheck::stack_len(plan.depth_max).ok_or(Failure::Usage("too deep".to_owned()))?;
    let file = arguments.file.as_deref();
    let source = arguments.input.open(file)?;
    let destination = arguments.output.destination(file, &source)?;
    let rejects = arguments.rejects.as_ref().map(|path| Rejects::begin(path)).transpose()?;
    rejects.as_ref().map_or(Ok(()), |rejects| rejects.spares(&source).and(rejects.spares_output(&destination)))?;
    let meter = Meter::new(source.len(), messages.quiet());
    let mut stack = memory::zeros(levels)?;
    let mut work = Work {
        converter: Converter::new(&plan.conversion, &mut stack).with_line_max(plan.line_max),
        source,
        reads_ion: !matches!(plan.conversion.source, convert::Source::Json(_)),
        binary: false,
        output: Output::to(destination),
        losses: LossReport::new(arguments.on_loss),
        meter,
    };
    let rejected = match plan {
        Plan { lines: true, line_max, .. } => work.lines(rejects, line_max)?,
        Plan { lines: false, .. } => {
            work.text()?;
            None
        }
    };
    let Work { output, losses, meter, source, .. } = work;
    // Valid lines first: if this fails, no line is lost from the output and kept in the file of rejects alone.
    let published = output.close()?;
    let rejected = rejected.map(Rejects::publish).transpose()?;
    match &rejected {
        Some(rejected) => messages.total(&format!("{} lines rejected, {}", rejected.count, meter.total())),
        None => messages.total(&meter.total()),
    }
    drop(meter);
    published.report(messages);
    let lost = losses.report(source.name(), arguments.report, messages)?;
    Ok(rejected.map_or(Exit::Done, |rejected| rejected.warn(messages)).max(lost))
}

/// The work in progress.
struct Work<'s> {
    converter: Converter<'s>,
    source: Source,
    reads_ion: bool,
    /// Whether the input is binary Ion.
    binary: bool,
    output: Output,
    losses: LossReport,
    meter: Meter,
}

/// Bytes that the converter writes before its output is taken.
const MOST: usize = 64 * 1024;

impl Work<'_> {
    /// Converts a text.
    fn text(&mut self) -> Result<(), Failure> {
        let mut window = Window::new(WINDOW);
        loop {
            if window.offset() == 0 {
                self.binary = self.reads_ion && window.unread().starts_with(&BINARY_ION);
            }
            let done = self.converter.step(window.unread(), window.chunk(), MOST);
            let base = window.offset();
            self.losses.note(&self.converter.losses(), |offset| window.position((offset - base) as usize));
            let step = match done {
                Ok(step) => step,
                Err(refused) if refused.error.code == ErrorCode::MemoryRefused => return Err(self.no_memory(refused)),
                Err(refused) => {
                    window.consume((refused.error.offset - base) as usize);
                    self.source.look_ahead(&mut window);
                    return Err(self.failure(refused, window.scene()));
                }
            };
            self.converter.take(|bytes| self.output.put(bytes))?;
            window.consume(step.read);
            if step.ended {
                return Ok(());
            }
            if !step.full {
                window.widen().map_err(memory::refused)?;
                self.input().read_into(&mut window)?;
            }
        }
    }

    /// Converts lines. Writes invalid ones to `rejects` and returns it; without it, the first is an error.
    fn lines(&mut self, mut rejects: Option<Rejects>, line_max: u64) -> Result<Option<Rejects>, Failure> {
        let mut buffer = LineBuffer::new();
        // Bytes of the buffer that contain no line feed.
        let mut searched = 0;
        loop {
            let len = match buffer.bytes()[searched..].iter().rposition(|&byte| byte == b'\n') {
                _ if buffer.ended => buffer.bytes().len(),
                feed => feed.map_or(0, |feed| searched + feed + 1),
            };
            let done = match len {
                // No line feed yet, and already too long.
                0 if buffer.bytes().len() as u64 > line_max => Err(too_long(buffer.base + line_max)),
                _ => self.converter.lines(&buffer.bytes()[..len], buffer.base),
            };
            if let Err(refused) = done
                && refused.error.code == ErrorCode::MemoryRefused
            {
                return Err(self.no_memory(refused));
            }
            let base = buffer.base;
            self.losses.note(&self.converter.losses(), |offset| buffer.position((offset - base) as usize));
            self.converter.take(|bytes| self.output.put(bytes))?;
            if let Err(refused) = done {
                self.bad_line(refused, &mut buffer, rejects.as_mut())?;
                searched = 0;
                continue;
            }
            buffer.consume(len, buffer.lines_before(len));
            searched = buffer.bytes().len();
            if buffer.ended {
                break;
            }
            buffer.read(&mut self.input())?;
        }
        if let Err(refused) = self.converter.end_lines(buffer.base) {
            return Err(self.failure(refused, buffer.scene(0)));
        }
        self.converter.take(|bytes| self.output.put(bytes))?;
        Ok(rejects)
    }

    fn input(&mut self) -> Input<'_> {
        Input { source: &mut self.source, output: Some(&mut self.output), meter: &self.meter }
    }

    fn bad_line(
        &mut self,
        refused: Refused,
        buffer: &mut LineBuffer,
        rejects: Option<&mut Rejects>,
    ) -> Result<(), Failure> {
        let at = (refused.error.offset - buffer.base) as usize;
        let start = buffer.bytes()[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1);
        buffer.consume(start, buffer.lines_before(start));
        let at = at - start;
        match rejects {
            Some(rejects) => {
                let more = refused.loss.map_or(String::new(), |loss| format!(": {}", loss.says()));
                rejects.take(refused.error.code, &more, at, &mut self.input(), buffer)
            }
            None => {
                buffer.look_ahead(at, &mut self.input())?;
                Err(self.failure(refused, buffer.scene(at)))
            }
        }
    }

    fn no_memory(&self, refused: Refused) -> Failure {
        let (name, offset) = (visible(self.source.name()), refused.error.offset);
        Failure::Memory(format!("{name} (byte {offset}): {}", refused.error.code.says()))
    }

    fn failure(&self, refused: Refused, scene: Scene) -> Failure {
        let code = refused.error.code;
        let diagnostic = match self.binary {
            true => Diagnostic::in_binary_ion(code, self.source.name(), scene, Task::Convert),
            false => self.source.diagnostic(code, scene, Task::Convert),
        };
        Failure::Invalid(match refused.loss {
            Some(loss) => diagnostic.with_note(format!("loss: {}", loss.says())),
            None => diagnostic,
        })
    }
}

fn too_long(offset: u64) -> Refused {
    Refused { error: stringmill::Error::new(ErrorCode::LimitRecordLen, offset), loss: None }
}
