//! JSON into JSON: the same tokens with other white space. Its input is checked, and may be cut anywhere.

use crate::conversion_error::ConversionError;
use crate::engine::{Engine, Pause, Run};
use crate::json_text::JsonText;
use crate::layout::{JsonWriter, Layout, TopLevel};
use crate::loss::Losses;
use crate::texts::{Frame, Piece, Texts};
use stringmill_json::JsonChecker;
use stringmill_kernels::{ByteClass, JsonIndent, JsonStringState, scan_with};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Converts JSON to JSON.
#[derive(Debug)]
pub(crate) struct Reformat<'s> {
    checker: JsonChecker<'s>,
    json: JsonWriter,
    /// Whether each line is a text of its own.
    lines: bool,
    means: Method,
}

/// The method of a conversion.
#[derive(Debug)]
enum Method {
    /// Drops white space and adds none. `at_line`: the output is empty or ends with a line feed.
    Squeeze { inside: JsonStringState, at_line: bool },
    /// Lays out each text, with separators between texts. `begun`: inside of a text.
    LayOut { begun: bool, by: LayoutState, texts: Texts },
}

/// The layout of a text, with the state at the next byte.
#[derive(Clone, Copy, Debug)]
enum LayoutState {
    Compact(JsonStringState),
    Indent(JsonIndent),
}

impl LayoutState {
    /// The state at the beginning of a text.
    fn new(json: &JsonWriter) -> Self {
        match json.layout() {
            Layout::Compact => LayoutState::Compact(JsonStringState::BETWEEN),
            Layout::Pretty => LayoutState::Indent(JsonIndent::new(json.depth())),
        }
    }

    /// Writes bytes of `src` until the output has about `most` bytes, which it must not have yet. Returns how many are
    /// read.
    fn write(&mut self, json: &mut JsonWriter, src: &[u8], most: usize) -> usize {
        let most = most - json.out.len();
        match self {
            LayoutState::Compact(inside) => {
                let src = &src[..src.len().min(most)];
                json.out.compact(json.tier, inside, false, src);
                src.len()
            }
            LayoutState::Indent(at) => json.out.indent(json.tier, at, src, most),
        }
    }
}

impl<'s> Reformat<'s> {
    pub(crate) fn new(checker: JsonChecker<'s>, json: JsonWriter, frame: Frame, lines: bool) -> Self {
        let as_it_comes = matches!((frame, json.top()), (Frame::One, TopLevel::One) | (Frame::Lines, TopLevel::Lines));
        let means = match json.layout() {
            Layout::Compact if as_it_comes => Method::Squeeze { inside: JsonStringState::BETWEEN, at_line: true },
            _ => Method::LayOut { begun: false, by: LayoutState::new(&json), texts: Texts::new(json.tier, frame) },
        };
        Reformat { checker, json, lines, means }
    }

    /// Converts the checked bytes `src`, which begin at `base`. Returns how many are consumed: all, unless `most` bytes
    /// are written.
    fn convert(&mut self, src: &[u8], base: u64, most: usize) -> Result<usize, ConversionError> {
        let Reformat { json, lines, means, .. } = self;
        let (begun, by, texts) = match means {
            Method::Squeeze { .. } if !*lines && json.is_full() => {
                // The text belongs to another input.
                let white = scan_with(json.tier, &ByteClass::WHITE_SPACE_JSON, src);
                return match white == src.len() {
                    true => Ok(white),
                    false => Err(ConversionError::at(ErrorCode::ConvertOneValue, base + white as u64)),
                };
            }
            Method::Squeeze { inside, at_line } => {
                let from = json.out.len();
                json.out.compact(json.tier, inside, *lines, src);
                *at_line = match lines {
                    true => json.out.drop_empty_lines(json.tier, from, *at_line),
                    false => *at_line && json.out.len() == from,
                };
                return Ok(src.len());
            }
            Method::LayOut { begun, by, texts } => (begun, by, texts),
        };
        let mut at = 0;
        while at < src.len() {
            let (rest, before) = (&src[at..], *texts);
            match texts.next(rest).map_err(|code| ConversionError::at(code, base + at as u64))? {
                Piece::Between(len) => at += len,
                Piece::End(len) => {
                    at += len;
                    if std::mem::take(begun) {
                        json.end();
                    }
                }
                Piece::Text(len) => {
                    if !*begun {
                        if json.is_full() {
                            return Err(ConversionError::at(ErrorCode::ConvertOneValue, base + at as u64));
                        }
                        json.begin();
                        *begun = true;
                    }
                    if json.out.len() >= most {
                        *texts = before;
                        return Ok(at);
                    }
                    let written = by.write(json, &rest[..len], most);
                    if written < len {
                        // Reads the same piece again, up to this place.
                        *texts = before;
                        if written > 0 {
                            texts.next(&rest[..written]).map_err(|code| ConversionError::at(code, base + at as u64))?;
                        }
                    }
                    at += written;
                }
            }
        }
        Ok(src.len())
    }

    /// Forgets an unfinished text.
    fn restart(&mut self) {
        match &mut self.means {
            Method::Squeeze { inside, .. } => *inside = JsonStringState::BETWEEN,
            Method::LayOut { begun, by, texts } => {
                (*begun, *by) = (false, LayoutState::new(&self.json));
                texts.restart();
            }
        }
    }

    fn no_memory(&self, offset: u64) -> Result<(), ConversionError> {
        if self.json.out.is_refused() { Err(ConversionError::no_memory(offset)) } else { Ok(()) }
    }

    /// Ends a text.
    fn end(&mut self) {
        let open = match &mut self.means {
            Method::Squeeze { at_line, .. } => !std::mem::replace(at_line, true),
            Method::LayOut { begun, texts, .. } => {
                texts.restart();
                std::mem::take(begun)
            }
        };
        if open {
            self.json.end();
        }
    }
}

impl Engine for Reformat<'_> {
    fn feed(&mut self, new: &[u8], offset: u64, chunk: Chunk) -> Result<usize, ConversionError> {
        Ok(self.checker.step(new, chunk).map_err(|error| error.after(offset))?)
    }

    fn run(&mut self, src: &[u8], base: u64, last: bool, most: usize) -> Result<Run, ConversionError> {
        let read = self.convert(src, base, most)?;
        let pause = match last {
            _ if read < src.len() => Pause::Full,
            true => Pause::End,
            false => Pause::Input,
        };
        if pause == Pause::End {
            self.end();
        }
        self.no_memory(base + read as u64)?;
        Ok(Run { read, pause })
    }

    fn begin_input(&mut self) -> Result<(), ConversionError> {
        self.checker.restart();
        Ok(())
    }

    fn check(&mut self, new: &[u8]) -> Result<(), Error> {
        self.checker.restart();
        self.checker.step(new, Chunk::Last).map(|_| ())
    }

    fn lines(&mut self, src: &[u8], offset: u64) -> Result<bool, ConversionError> {
        if !matches!(self.means, Method::Squeeze { .. }) {
            return Ok(false);
        }
        self.convert(src, offset, usize::MAX)?;
        self.end();
        self.json.whole = self.json.out.len();
        self.no_memory(offset)?;
        Ok(true)
    }

    fn line(&mut self, line: &[u8], offset: u64) -> Result<(), ConversionError> {
        let mark = self.json.mark();
        if let Err(refused) = self.convert(line, offset, usize::MAX) {
            self.json.return_to(mark);
            self.restart();
            return Err(refused);
        }
        self.end();
        self.no_memory(offset)
    }

    fn finish(&mut self, offset: u64) -> Result<(), ConversionError> {
        self.json.finish(offset)
    }

    fn losses(&self) -> Losses {
        Losses::default()
    }

    fn values(&self) -> u64 {
        self.json.values()
    }

    fn written(&self) -> &[u8] {
        self.json.out.written()
    }

    fn whole(&self) -> usize {
        self.json.whole
    }

    fn clear_written(&mut self) {
        self.json.clear();
    }
}
