//! `smill convert`: JSON, NDJSON and Ion text into one another.
//!
//! Texts go through a window. Lines that are records are held one stretch at a time, so that nothing of a bad one is
//! written.

use crate::convert_arguments::{ConvertArguments, Plan};
use crate::explain::Task;
use crate::failure::{Exit, Failure};
use crate::losses::Account;
use crate::memory;
use crate::messages::Messages;
use crate::output::Output;
use crate::picture::Picture;
use crate::progress::Meter;
use crate::records::{LINE_MAX, Rejects, Stretch};
use crate::source::{Input, Source};
use crate::visible::visible;
use crate::window::{Scene, WINDOW, Window};
use stringmill::ErrorCode;
use stringmill::convert::{Converter, Refused};
use stringmill::json::JsonCheck;

pub(crate) fn run(arguments: &ConvertArguments, messages: &Messages) -> Result<Exit, Failure> {
    let plan = arguments.plan(LINE_MAX)?;
    let levels = JsonCheck::stack_len(plan.depth_max).ok_or(Failure::Usage("too deep".to_owned()))?;
    let source = Source::open(arguments.file.as_deref())?;
    let rejects = arguments.rejects.as_ref().map(|path| Rejects::begin(path)).transpose()?;
    rejects.as_ref().map_or(Ok(()), |rejects| rejects.spares(&source))?;
    let meter = Meter::new(source.len(), messages.quiet());
    let mut stack = memory::zeros(levels)?;
    let mut work = Work {
        converter: Converter::new(&plan.conversion, &mut stack).with_line_max(plan.line_max),
        source,
        output: Output::new(),
        account: Account::new(arguments.on_loss),
        meter,
    };
    let rejected = match plan {
        Plan { lines: true, line_max, .. } => work.lines(rejects, line_max)?,
        Plan { lines: false, .. } => {
            work.text()?;
            None
        }
    };
    let Work { output, account, meter, source, .. } = work;
    // The good lines first: bad lines that are in their file are in no other place.
    output.close()?;
    let rejected = rejected.map(Rejects::place).transpose()?;
    match &rejected {
        Some(rejected) => messages.total(&format!("{} lines rejected, {}", rejected.count, meter.total())),
        None => messages.total(&meter.total()),
    }
    drop(meter);
    let lost = account.tell(source.name(), arguments.report, messages)?;
    Ok(rejected.map_or(Exit::Done, |rejected| rejected.warn(messages)).max(lost))
}

/// The work in progress.
struct Work<'s> {
    converter: Converter<'s>,
    source: Source,
    output: Output,
    account: Account,
    meter: Meter,
}

/// Bytes that are written before they are taken.
const MOST: usize = 64 * 1024;

impl Work<'_> {
    /// Converts a text.
    fn text(&mut self) -> Result<(), Failure> {
        let mut window = Window::new(WINDOW);
        loop {
            let done = self.converter.step(window.unread(), window.chunk(), MOST);
            let base = window.offset();
            self.account.note(&self.converter.losses(), |offset| window.position((offset - base) as usize));
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

    /// Converts lines. Bad ones go to `rejects`, which come back; without, the first is an error.
    fn lines(&mut self, mut rejects: Option<Rejects>, line_max: u64) -> Result<Option<Rejects>, Failure> {
        let mut stretch = Stretch::new();
        // Bytes of the stretch that are known to hold no line feed.
        let mut searched = 0;
        loop {
            let len = match stretch.bytes()[searched..].iter().rposition(|&byte| byte == b'\n') {
                _ if stretch.ended => stretch.bytes().len(),
                feed => feed.map_or(0, |feed| searched + feed + 1),
            };
            let done = match len {
                // Without an end so far, it is too long already.
                0 if stretch.bytes().len() as u64 > line_max => Err(too_long(stretch.base + line_max)),
                _ => self.converter.lines(&stretch.bytes()[..len], stretch.base),
            };
            if let Err(refused) = done
                && refused.error.code == ErrorCode::MemoryRefused
            {
                return Err(self.no_memory(refused));
            }
            let base = stretch.base;
            self.account.note(&self.converter.losses(), |offset| stretch.position((offset - base) as usize));
            self.converter.take(|bytes| self.output.put(bytes))?;
            if let Err(refused) = done {
                self.bad_line(refused, &mut stretch, rejects.as_mut())?;
                searched = 0;
                continue;
            }
            stretch.consume(len, stretch.lines_before(len));
            searched = stretch.bytes().len();
            if stretch.ended {
                break;
            }
            stretch.read(&mut self.input())?;
        }
        if let Err(refused) = self.converter.end_lines(stretch.base) {
            return Err(self.failure(refused, stretch.scene(0)));
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
        stretch: &mut Stretch,
        rejects: Option<&mut Rejects>,
    ) -> Result<(), Failure> {
        let at = (refused.error.offset - stretch.base) as usize;
        let start = stretch.bytes()[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1);
        stretch.consume(start, stretch.lines_before(start));
        let at = at - start;
        match rejects {
            Some(rejects) => {
                let more = refused.loss.map_or(String::new(), |loss| format!(": {}", loss.says()));
                rejects.take(refused.error.code, &more, at, &mut self.input(), stretch)
            }
            None => {
                stretch.look_ahead(at, &mut self.input())?;
                Err(self.failure(refused, stretch.scene(at)))
            }
        }
    }

    fn no_memory(&self, refused: Refused) -> Failure {
        let (name, offset) = (visible(self.source.name()), refused.error.offset);
        Failure::Memory(format!("{name} (byte {offset}): {}", refused.error.code.says()))
    }

    fn failure(&self, refused: Refused, scene: Scene) -> Failure {
        let picture = Picture::new(refused.error.code, self.source.name(), scene, Task::Convert);
        Failure::Invalid(match refused.loss {
            Some(loss) => picture.with_note(format!("it would be one of these: {}", loss.says())),
            None => picture,
        })
    }
}

fn too_long(offset: u64) -> Refused {
    Refused { error: stringmill::Error::new(ErrorCode::LimitRecordLen, offset), loss: None }
}
