//! A conversion: what is read, what is written, and how far it got.

use crate::conversion::{Conversion, Source, Target};
use crate::from_ion::{FromIon, Pause};
use crate::ion_to_ion::IonToIon;
use crate::json_text::IN_LINE;
use crate::layout::JsonWriter;
use crate::loss::Losses;
use crate::reformat::Reformat;
use crate::refused::Refused;
use crate::to_ion::ToIon;
use stringmill_ion::{Reader, Writer};
use stringmill_json::JsonChecker;
use stringmill_kernels::{Tier, scan_with};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// How far a step got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Bytes of the input that are done with.
    pub read: usize,
    /// Whether the same call again gets on, once what is written has been taken.
    pub full: bool,
    /// Whether all is read and written.
    pub ended: bool,
}

/// Converts a text in pieces. What it holds depends on the longest scalar, as the page of the crate says, and on the depth.
///
/// ```
/// use stringmill_convert::{Conversion, Converter, Layout, Loss, NumberRules, OnLoss, Source, Target, Top};
/// use stringmill_ion::Limits;
/// use stringmill_outcome::Chunk;
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(Top::One, Layout::Compact),
///     typed: false,
///     on_loss: OnLoss::Report,
///     numbers: NumberRules::EXACT,
/// };
/// let mut stack = [];
/// let mut converter = Converter::new(&conversion, &mut stack);
/// let step = converter.step(b"{id: 0x11, at: 2024-01-01}", Chunk::Last, usize::MAX)?;
/// assert!(step.ended);
/// assert_eq!(converter.take(|bytes| Ok::<_, ()>(bytes.to_vec())), Ok(b"{\"id\":17,\"at\":\"2024-01-01\"}\n".to_vec()));
/// assert_eq!(converter.losses().first(Loss::Timestamp), Some(15));
/// # Ok::<(), stringmill_convert::Refused>(())
/// ```
#[derive(Debug)]
pub struct Converter<'s> {
    tier: Tier,
    engine: Engine<'s>,
    /// Offset of the first byte that is not done with.
    offset: u64,
    /// Offset behind the last byte that was looked at.
    seen: u64,
    /// Whether the text ends there.
    last: bool,
    ended: bool,
    /// Written before what the engine holds.
    kept: Vec<u8>,
    /// Whether what was taken is nothing, or ends a line.
    at_line: bool,
    /// The longest line of Ion.
    line_max: u64,
}

#[derive(Debug)]
enum Engine<'s> {
    FromIon(Box<FromIon>),
    IonToIon(Box<IonToIon>),
    Reformat(Box<JsonChecker<'s>>, Box<Reformat>),
    ToIon(Box<JsonChecker<'s>>, Box<ToIon>),
}

impl<'s> Converter<'s> {
    /// A converter at the beginning of a text. For JSON, `stack` has [`JsonCheck::stack_len`](stringmill_json::JsonCheck::stack_len) elements.
    pub fn new(conversion: &Conversion, stack: &'s mut [u64]) -> Self {
        Converter::with_tier(Tier::best(), conversion, stack)
    }

    /// As [`Converter::new`], on a chosen tier.
    pub fn with_tier(tier: Tier, conversion: &Conversion, stack: &'s mut [u64]) -> Self {
        let Conversion { source, target, typed, on_loss, numbers } = *conversion;
        let json = |top, layout| JsonWriter::new(tier, top, layout);
        let engine = match (source, target) {
            (Source::Ion(limits), Target::Json(top, layout)) => {
                Engine::FromIon(Box::new(FromIon::new(limits, json(top, layout), on_loss, typed)))
            }
            (Source::Ion(limits), Target::Ion(options)) => {
                Engine::IonToIon(Box::new(IonToIon::new(tier, limits, options, on_loss)))
            }
            (Source::Json(rules), Target::Json(top, layout)) => {
                let reformat = Reformat::new(json(top, layout), rules.lines);
                Engine::Reformat(Box::new(JsonChecker::with_tier(tier, rules, stack)), Box::new(reformat))
            }
            (Source::Json(rules), Target::Ion(options)) => Engine::ToIon(
                Box::new(JsonChecker::with_tier(tier, rules, stack)),
                Box::new(ToIon::new(tier, options, numbers, on_loss, typed)),
            ),
        };
        Converter {
            tier,
            engine,
            offset: 0,
            seen: 0,
            last: false,
            ended: false,
            kept: Vec::new(),
            at_line: true,
            line_max: u64::MAX,
        }
    }

    /// The same converter, which refuses lines of Ion of more than so many bytes, without their line feed.
    #[must_use]
    pub fn with_line_max(mut self, bytes: u64) -> Self {
        self.line_max = bytes;
        self
    }

    /// What was lost so far.
    pub fn losses(&self) -> Losses {
        match &self.engine {
            Engine::FromIon(engine) => engine.losses,
            Engine::ToIon(_, engine) => engine.values.losses,
            Engine::IonToIon(engine) => engine.losses,
            Engine::Reformat(..) => Losses::default(),
        }
    }

    /// Goes on with `src`, which begins at the first byte that is not done with and holds at least what it held before.
    /// Stops once `most` bytes and what belongs to them are written and not yet taken.
    ///
    /// # Errors
    ///
    /// What is no JSON or Ion (1xx to 7xx), or cannot be written (8xx), at its offset in the whole text. What was written
    /// before stays. [`ErrorCode::MemoryRefused`] if the system refuses memory; then what was written and not taken is lost.
    /// The converter is of no more use then.
    pub fn step(&mut self, src: &[u8], chunk: Chunk, most: usize) -> Result<Step, Refused> {
        let known = ((self.seen - self.offset) as usize).min(src.len());
        let (new, is_news) = (&src[known..], known < src.len() || chunk == Chunk::Last && !self.last);
        self.last = chunk == Chunk::Last;
        let base = self.offset;
        let pause = match &mut self.engine {
            Engine::FromIon(engine) => {
                feed(&mut engine.reader, new, chunk, is_news, &mut self.seen);
                let pause = engine.run(most)?;
                self.offset = engine.reader.settled();
                pause
            }
            Engine::IonToIon(engine) => {
                feed(&mut engine.reader, new, chunk, is_news, &mut self.seen);
                let pause = engine.run(most)?;
                self.offset = engine.reader.settled();
                pause
            }
            Engine::Reformat(checker, engine) => {
                check(checker, new, chunk, is_news, &mut self.seen)?;
                let known = &src[..(self.seen - base) as usize];
                let read = engine.run(known, base, most)?;
                self.offset += read as u64;
                if read == known.len() && self.last {
                    engine.end();
                }
                pause(read == known.len(), self.last)
            }
            Engine::ToIon(checker, engine) => {
                check(checker, new, chunk, is_news, &mut self.seen)?;
                let known = &src[..(self.seen - base) as usize];
                let read = engine.run(known, base, self.last, most)?;
                self.offset += read as u64;
                // A token that is cut is wanted whole, all else is done.
                pause(engine.values.writer.ready().len() < most, self.last)
            }
        };
        self.no_memory(self.offset)?;
        if pause == Pause::End {
            self.finish()?;
        }
        Ok(Step { read: (self.offset - base) as usize, full: pause == Pause::Full, ended: self.ended })
    }

    /// Says so if the system refused memory up to `offset`, so that what is written is lost.
    fn no_memory(&self, offset: u64) -> Result<(), Refused> {
        let refused = match &self.engine {
            Engine::FromIon(engine) => engine.json.out.is_refused(),
            Engine::Reformat(_, engine) => engine.json.out.is_refused(),
            // The writers of Ion say so themselves.
            Engine::IonToIon(_) | Engine::ToIon(..) => false,
        };
        if refused { Err(Refused::no_memory(offset)) } else { Ok(()) }
    }

    /// Converts lines, each a record of its own: JSON texts, or any number of Ion values, whose symbol tables hold for the
    /// lines behind them too. `src` begins with a line, at `offset` of the whole text, and ends with one.
    ///
    /// # Errors
    ///
    /// As [`Converter::step`], in the first line with an error. Lines before it are written, nothing of it is; and the next
    /// call may go on behind it, unless memory was refused.
    pub fn lines(&mut self, src: &[u8], offset: u64) -> Result<(), Refused> {
        let mut wrong = None;
        let mut good = src.len();
        if let Engine::Reformat(checker, _) | Engine::ToIon(checker, _) = &mut self.engine {
            let known = (self.seen.saturating_sub(offset) as usize).min(src.len());
            checker.restart();
            if let Err(error) = checker.step(&src[known..], Chunk::Last) {
                let at = known + error.offset as usize;
                wrong = Some(error.after(offset + known as u64));
                good = src[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1);
            }
            self.seen = offset + good as u64;
        }
        if let Engine::Reformat(_, engine) = &mut self.engine
            && engine.takes_lines_together()
        {
            engine.run(&src[..good], offset, usize::MAX)?;
            engine.end();
            good = 0;
            self.no_memory(offset)?;
        }
        let mut at = 0;
        while at < good {
            let end = at + scan_with(self.tier, &IN_LINE, &src[at..good]);
            self.line(&src[at..end], offset + at as u64)?;
            self.no_memory(offset + at as u64)?;
            at = end + 1;
        }
        wrong.map_or(Ok(()), |error: Error| Err(error.into()))
    }

    /// Converts one line, or nothing of it.
    fn line(&mut self, line: &[u8], offset: u64) -> Result<(), Refused> {
        let is_long = line.len() as u64 > self.line_max;
        if is_long && matches!(self.engine, Engine::FromIon(_) | Engine::IonToIon(_)) {
            return Err(Refused::at(ErrorCode::LimitRecordLen, offset + self.line_max));
        }
        match &mut self.engine {
            Engine::FromIon(engine) => {
                let (mark, losses) = (engine.json.mark(), engine.losses);
                engine.reader.restart(offset);
                engine.reader.feed(line, Chunk::Last);
                engine.run(usize::MAX).map(|_| ()).inspect_err(|_| {
                    engine.restart();
                    engine.json.return_to(mark);
                    engine.losses = losses;
                })
            }
            Engine::IonToIon(engine) => {
                let good = engine.writer.ready().len();
                engine.reader.restart(offset);
                engine.reader.feed(line, Chunk::Last);
                engine.run(usize::MAX).map(|_| ()).map_err(|refused| {
                    let refused = keep(&mut self.kept, &engine.writer, good, refused);
                    engine.restart();
                    refused
                })
            }
            Engine::Reformat(_, engine) => {
                let mark = engine.json.mark();
                match engine.run(line, offset, usize::MAX) {
                    Ok(_) => {
                        engine.end();
                        Ok(())
                    }
                    Err(refused) => {
                        engine.restart();
                        engine.json.return_to(mark);
                        Err(refused)
                    }
                }
            }
            Engine::ToIon(_, engine) => {
                let (good, losses) = (engine.values.writer.ready().len(), engine.values.losses);
                engine.run(line, offset, true, usize::MAX).map(|_| ()).map_err(|refused| {
                    let refused = keep(&mut self.kept, &engine.values.writer, good, refused);
                    engine.restart();
                    engine.values.losses = losses;
                    refused
                })
            }
        }
    }

    /// The end of all lines.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ConvertOneValue`] at `offset` where one value is wanted and there was none.
    pub fn end_lines(&mut self, offset: u64) -> Result<(), Refused> {
        self.offset = offset;
        self.finish()
    }

    fn finish(&mut self) -> Result<(), Refused> {
        if std::mem::replace(&mut self.ended, true) {
            return Ok(());
        }
        let json = match &mut self.engine {
            Engine::FromIon(engine) => &mut engine.json,
            Engine::Reformat(_, engine) => &mut engine.json,
            Engine::IonToIon(engine) => return end_ion(&mut self.kept, &mut engine.writer, self.at_line, self.offset),
            Engine::ToIon(_, engine) => {
                return end_ion(&mut self.kept, &mut engine.values.writer, self.at_line, self.offset);
            }
        };
        if json.is_short() {
            return Err(Refused::at(ErrorCode::ConvertOneValue, self.offset));
        }
        json.finish();
        Ok(())
    }

    /// Gives what is written and not yet taken to `put`, and clears it.
    ///
    /// # Errors
    ///
    /// Those of `put`; then nothing is cleared.
    pub fn take<T, E>(&mut self, mut put: impl FnMut(&[u8]) -> Result<T, E>) -> Result<T, E> {
        let written = match &self.engine {
            Engine::FromIon(engine) => engine.json.out.written(),
            Engine::Reformat(_, engine) => engine.json.out.written(),
            Engine::IonToIon(engine) => engine.writer.ready(),
            Engine::ToIon(_, engine) => engine.values.writer.ready(),
        };
        self.at_line = written.last().or(self.kept.last()).map_or(self.at_line, |&byte| byte == b'\n');
        let done = match self.kept.is_empty() {
            true => put(written)?,
            false => {
                self.kept.extend_from_slice(written);
                put(&self.kept)?
            }
        };
        self.kept.clear();
        match &mut self.engine {
            Engine::FromIon(engine) => engine.json.out.truncate(0),
            Engine::Reformat(_, engine) => engine.json.out.truncate(0),
            Engine::IonToIon(engine) => engine.writer.clear_ready(),
            Engine::ToIon(_, engine) => engine.values.writer.clear_ready(),
        }
        Ok(done)
    }
}

fn feed(reader: &mut Reader<'_>, new: &[u8], chunk: Chunk, is_news: bool, seen: &mut u64) {
    if is_news {
        reader.feed(new, chunk);
        *seen += new.len() as u64;
    }
}

fn check(
    checker: &mut JsonChecker<'_>,
    new: &[u8],
    chunk: Chunk,
    is_news: bool,
    seen: &mut u64,
) -> Result<(), Refused> {
    if is_news {
        *seen += checker.step(new, chunk).map_err(|error| error.after(*seen))? as u64;
    }
    Ok(())
}

fn pause(done: bool, last: bool) -> Pause {
    match (done, last) {
        (false, _) => Pause::Full,
        (true, true) => Pause::End,
        (true, false) => Pause::Input,
    }
}

/// Keeps the first `good` bytes of what a writer has written before `refused`, which comes back if there is memory.
fn keep(kept: &mut Vec<u8>, writer: &Writer, good: usize, refused: Refused) -> Refused {
    let written = writer.ready().get(..good).unwrap_or_default();
    match kept.try_reserve(written.len()) {
        Ok(()) => {
            kept.extend_from_slice(written);
            refused
        }
        Err(_) => Refused::no_memory(refused.error.offset),
    }
}

/// Ends the last line of Ion text, which ends at `offset`.
fn end_ion(kept: &mut Vec<u8>, writer: &mut Writer, at_line: bool, offset: u64) -> Result<(), Refused> {
    let written = writer.ready();
    if !written.last().or(kept.last()).map_or(at_line, |&byte| byte == b'\n') {
        kept.try_reserve(written.len() + 1).map_err(|_| Refused::no_memory(offset))?;
        kept.extend_from_slice(written);
        kept.push(b'\n');
        writer.clear_ready();
    }
    Ok(())
}
