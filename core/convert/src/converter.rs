//! The public converter: it keeps the places in the input, and one [`Engine`] does the rest.

use crate::conversion::{Conversion, Source, Target};
use crate::conversion_error::ConversionError;
use crate::engine::{Engine, Pause, Run};
use crate::from_ion::FromIon;
use crate::ion_to_ion::IonToIon;
use crate::ion_values::IonValues;
use crate::json_text::IN_LINE;
use crate::lay_out::{self, PrettyEngine};
use crate::layout::JsonWriter;
use crate::loss::Losses;
use crate::reformat::Reformat;
use crate::texts::Frame;
use crate::to_binary::JsonToBinary;
use crate::to_ion::ToIon;
use stringmill_ion::{BinaryWriter, Catalog, Options, Reader, Writer};
use stringmill_json::{JsonChecker, JsonStack, TextSequence};
use stringmill_kernels::{Tier, scan_with};
use stringmill_outcome::{Chunk, ErrorCode};

/// How far a step got.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, NumberRules, OnLoss, Source, Target, TopLevel};
/// use stringmill::ion::Limits;
/// use stringmill::Chunk;
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(TopLevel::One, Layout::Compact),
///     each: false,
///     typed: false,
///     on_loss: OnLoss::Report,
///     numbers: NumberRules::EXACT,
///     pretty: None,
/// };
/// let mut converter = Converter::new(&conversion, &mut []);
/// let step = converter.step(b"{a: 1", Chunk::More, usize::MAX)?;
/// assert_eq!((step.full, step.ended), (false, false), "it needs more input");
/// # Ok::<(), stringmill::convert::ConversionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConverterProgress {
    /// Bytes of the input that are consumed.
    pub read: usize,
    /// Whether the output is full: the same call continues after [`Converter::take`].
    pub full: bool,
    /// Whether all input is converted.
    pub ended: bool,
}

/// Converts a text in pieces. Its memory depends on the longest scalar, as the crate's page says, and on the depth.
///
/// ```
/// use stringmill::convert::{Conversion, Converter, Layout, Loss, NumberRules, OnLoss, Source, Target, TopLevel};
/// use stringmill::{Chunk, ion::Limits};
///
/// let conversion = Conversion {
///     source: Source::Ion(Limits::DEFAULT),
///     target: Target::Json(TopLevel::One, Layout::Compact),
///     each: false,
///     typed: false,
///     on_loss: OnLoss::Report,
///     numbers: NumberRules::EXACT,
///     pretty: None,
/// };
/// let mut converter = Converter::new(&conversion, &mut []);
/// converter.step(b"{id: 0x11, at: 2024-01-01}", Chunk::Last, usize::MAX)?;
/// assert_eq!(converter.take(|json| Ok::<_, ()>(json.to_vec())), Ok(b"{\"id\":17,\"at\":\"2024-01-01\"}\n".to_vec()));
/// assert_eq!(converter.losses().first(Loss::Timestamp), Some(15));
/// # Ok::<(), stringmill::convert::ConversionError>(())
/// ```
#[derive(Debug)]
pub struct Converter<'s> {
    tier: Tier,
    engine: Box<dyn Engine + 's>,
    /// Offset of the first byte that is not consumed.
    offset: u64,
    /// Offset after the last byte that the engine has taken.
    seen: u64,
    /// Whether the input ends at `seen`.
    last: bool,
    /// The error at `seen`, if the text before it is not converted yet.
    invalid: Option<ConversionError>,
    ended: bool,
    /// Whether another input follows.
    more: bool,
    /// The number of values at the top level of earlier inputs.
    values: u64,
    /// The longest allowed line of Ion. The rules of JSON have a limit of their own.
    line_max: u64,
    is_from_ion: bool,
}

impl<'s> Converter<'s> {
    /// A converter at the beginning of a text. For JSON, `stack` has
    /// [`JsonCheck::stack_len`](stringmill_json::JsonCheck::stack_len) elements, or grows.
    pub fn new(conversion: &Conversion, stack: impl Into<JsonStack<'s>>) -> Self {
        Converter::with_tier(Tier::best(), conversion, stack)
    }

    /// As [`Converter::new`], on a chosen tier.
    pub fn with_tier(tier: Tier, conversion: &Conversion, stack: impl Into<JsonStack<'s>>) -> Self {
        Converter::with_catalog(tier, conversion, stack, Catalog::EMPTY)
    }

    /// As [`Converter::with_tier`], with shared symbol tables that Ion may import.
    pub fn with_catalog(
        tier: Tier,
        conversion: &Conversion,
        stack: impl Into<JsonStack<'s>>,
        catalog: Catalog,
    ) -> Self {
        let Conversion { source, target, each, typed, on_loss, numbers, pretty } = *conversion;
        // Binary Ion has no layout.
        let pretty = pretty.filter(|_| !matches!(target, Target::IonBinary(_)));
        let target = pretty.map_or(target, |pretty| lay_out::compact(pretty, target));
        let comments = pretty.is_some_and(|pretty| pretty.comments);
        let ion = |limits| Reader::streaming().on_tier(tier).limited(limits).with_catalog(catalog);
        let json = |top, layout| JsonWriter::new(tier, top, layout);
        let checker = |rules, stack: JsonStack<'s>| JsonChecker::with_tier(tier, rules, stack);
        let stack = stack.into();
        let to_ion = |checker, options| {
            let values = IonValues::new(tier, options, numbers, on_loss);
            Box::new(ToIon::new(tier, checker, values, typed, each))
        };
        let engine: Box<dyn Engine + 's> = match (source, target) {
            (Source::Json(rules), Target::Json(top, layout)) => {
                let frame = if each { Frame::Items } else { Frame::of(rules) };
                Box::new(Reformat::new(checker(rules, stack), json(top, layout), frame, rules.lines))
            }
            (Source::Json(rules), Target::Ion(options)) => to_ion(checker(rules, stack), options),
            (Source::Json(rules), Target::IonBinary(value_max)) => {
                Box::new(JsonToBinary::new(tier, to_ion(checker(rules, stack), Options::LINES), value_max))
            }
            (Source::DynamoDb(limits), Target::Json(top, layout)) => {
                Box::new(FromIon::new(ion(limits), json(top, layout), on_loss, false, false).of_export())
            }
            (Source::Ion(limits) | Source::IonBinary(limits) | Source::DynamoDb(limits), target) => {
                let reader = ion(limits);
                let reader = if matches!(source, Source::IonBinary(_)) { reader.only_binary() } else { reader };
                match target {
                    Target::Json(top, layout) => {
                        Box::new(FromIon::new(reader, json(top, layout), on_loss, typed, each))
                    }
                    Target::Ion(options) => {
                        let values = IonToIon::new(reader, Writer::new(options).on_tier(tier), on_loss);
                        let values = if comments { values.with_comments() } else { values };
                        Box::new(values.of_items(each))
                    }
                    Target::IonBinary(value_max) => {
                        Box::new(IonToIon::new(reader, BinaryWriter::new(value_max), on_loss).of_items(each))
                    }
                }
            }
        };
        let engine = match pretty {
            Some(pretty) => Box::new(PrettyEngine::new(tier, engine, pretty)),
            None => engine,
        };
        Converter {
            tier,
            engine,
            offset: 0,
            seen: 0,
            last: false,
            invalid: None,
            ended: false,
            more: false,
            values: 0,
            line_max: u64::MAX,
            is_from_ion: !matches!(source, Source::Json(_)),
        }
    }

    /// The same converter with a limit on lines of Ion, in bytes without the line feed.
    #[must_use]
    pub fn with_line_max(mut self, bytes: u64) -> Self {
        if self.is_from_ion {
            self.line_max = bytes;
        }
        self
    }

    /// Begins the first input, or another one after the end of the last: their values follow each other in the output.
    /// An input begins at offset 0. `last`: no other input follows, so its end is that of the output.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MemoryRefused`] if the system refuses memory.
    pub fn begin_input(&mut self, last: bool) -> Result<(), ConversionError> {
        self.more = !last;
        self.values = self.engine.values();
        let begun = self.seen > 0 || self.last;
        (self.offset, self.seen, self.last) = (0, 0, false);
        if begun { self.engine.begin_input() } else { Ok(()) }
    }

    /// The number of the value of the input that is converted next, or in part, from 1 on: of a value at the top level,
    /// or of an item. After an error of [`Converter::step`], of the value with the error.
    pub fn value_number(&self) -> u64 {
        self.engine.values() - self.values + 1
    }

    /// All losses so far.
    pub fn losses(&self) -> Losses {
        self.engine.losses()
    }

    /// Converts `src`, which begins at the first byte that is not consumed and extends the `src` of the last call.
    /// Stops after the value that makes the output reach `most` bytes.
    ///
    /// # Errors
    ///
    /// Input that is no JSON or Ion (1xx to 7xx), or that the target cannot express (8xx), at its offset in the whole
    /// text. The output then has all values before the error, and after [`Converter::whole`] bytes a part of the value
    /// with the error. [`ErrorCode::MemoryRefused`] if the system refuses memory; then output that was not taken is
    /// lost. After an error, the output may be taken, and nothing else.
    pub fn step(&mut self, src: &[u8], chunk: Chunk, most: usize) -> Result<ConverterProgress, ConversionError> {
        let (base, last) = (self.offset, chunk == Chunk::Last);
        let known = ((self.seen - base) as usize).min(src.len());
        if self.invalid.is_none() && (known < src.len() || last && !self.last) {
            self.last = last;
            match self.engine.feed(&src[known..], self.seen, chunk) {
                Ok(len) => self.seen += len as u64,
                Err(refused) => (self.seen, self.invalid) = (refused.error.offset, Some(refused)),
            }
        }
        let ready = &src[..((self.seen - base) as usize).min(src.len())];
        let last = last && self.invalid.is_none();
        let Run { read, pause } = self.engine.run(ready, base, last, most)?;
        self.offset += read as u64;
        if let Some(refused) = self.invalid.filter(|_| pause != Pause::Full) {
            return Err(refused);
        }
        if pause == Pause::End && !self.more {
            self.finish()?;
        }
        Ok(ConverterProgress { read, full: pause == Pause::Full, ended: pause == Pause::End })
    }

    /// Converts lines, each a record of its own: JSON texts, or any number of Ion values, whose symbol tables stay in
    /// force for later lines. `src` begins with a line, at `offset` of the whole text, and ends with one.
    ///
    /// # Errors
    ///
    /// As [`Converter::step`], for the first line with an error. Lines before it are converted, the line itself is not.
    /// The next call may continue after it, unless memory was refused.
    pub fn lines(&mut self, src: &[u8], offset: u64) -> Result<(), ConversionError> {
        let known = (self.seen.saturating_sub(offset) as usize).min(src.len());
        let (mut good, mut refused) = (src, None);
        if let Err(error) = self.engine.check(&src[known..]) {
            let before = &src[..known + error.offset as usize];
            good = &src[..before.iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1)];
            refused = Some(error.after(offset + known as u64).into());
        }
        self.seen = offset + good.len() as u64;
        if !self.engine.lines(good, offset)? {
            self.one_by_one(good, offset)?;
        }
        refused.map_or(Ok(()), Err)
    }

    /// Converts the texts of a text sequence, each a record of its own. `src` begins with a text, or with blanks at the
    /// beginning of the input, at `offset` of the input, and ends with a text. The rules of the source are those of one
    /// text.
    /// Standard: RFC 7464, section 2.
    ///
    /// # Errors
    ///
    /// As [`Converter::step`], for the first text with an error; [`ErrorCode::ConvertSeparator`] if no record separator
    /// is before it; [`ErrorCode::JsonIncomplete`] at the end of a number or literal without white space after it,
    /// which may have been longer. Texts before it are converted, the text itself is not. The next call may continue
    /// after it, unless memory was refused.
    pub fn sequence(&mut self, src: &[u8], offset: u64) -> Result<(), ConversionError> {
        let (mut sequence, mut at) = (TextSequence::default(), 0);
        loop {
            let part = sequence.next(&src[at..], Chunk::Last).map_err(|error| error.after(offset + at as u64))?;
            let (start, end) = (at + part.start, at + part.end);
            self.seen = offset + end as u64;
            if !part.is_last {
                return Ok(());
            }
            let (text, begin) = (&src[start..end], offset + start as u64);
            self.engine.check(text).map_err(|error| error.after(begin))?;
            sequence.consume(text);
            sequence.end().map_err(|code| ConversionError::at(code, self.seen))?;
            self.engine.line(text, begin)?;
            at = end;
        }
    }

    fn one_by_one(&mut self, src: &[u8], offset: u64) -> Result<(), ConversionError> {
        let mut at = 0;
        while at < src.len() {
            let line = &src[at..at + scan_with(self.tier, &IN_LINE, &src[at..])];
            let begin = offset + at as u64;
            if line.len() as u64 > self.line_max {
                return Err(ConversionError::at(ErrorCode::LimitRecordLen, begin + self.line_max));
            }
            self.engine.line(line, begin)?;
            at += line.len() + 1;
        }
        Ok(())
    }

    /// Ends the output after the last line.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ConvertOneValue`] at `offset` if the target has exactly one value and there was none.
    pub fn end_lines(&mut self, offset: u64) -> Result<(), ConversionError> {
        self.offset = offset;
        self.finish()
    }

    fn finish(&mut self) -> Result<(), ConversionError> {
        if std::mem::replace(&mut self.ended, true) {
            return Ok(());
        }
        self.engine.finish(self.offset)
    }

    /// Bytes of the output that was not taken yet up to the end of its last whole value at the top level.
    pub fn whole(&self) -> usize {
        self.engine.whole()
    }

    /// Passes the output that was not taken yet to `put`, and clears it.
    ///
    /// # Errors
    ///
    /// Errors of `put`. The output is then kept.
    pub fn take<T, E>(&mut self, mut put: impl FnMut(&[u8]) -> Result<T, E>) -> Result<T, E> {
        let done = put(self.engine.written())?;
        self.engine.clear_written();
        Ok(done)
    }
}
