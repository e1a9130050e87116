//! The reader: pieces to tokens, without the text around the value.

use super::fence::{Opening, OpeningFence};
use super::rules::{PartialAround, PartialRules, PartialSink};
use super::spot::{PartialCount, PartialSpot};
use super::tokens::{Tokens, Walk};
use crate::check::{JsonCheck, JsonChecker};
use crate::stack::JsonStack;
use alloc::vec::Vec;
use core::mem;
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Reads the value so far.
///
/// ```
/// use stringmill::json::{PartialReader, PartialRules, PartialSink};
///
/// /// Collects the text of all strings.
/// #[derive(Default)]
/// struct Strings(String);
///
/// impl PartialSink for Strings {
///     fn text(&mut self, text: &str) {
///         self.0 += text;
///     }
///     # fn open(&mut self, _: bool) {}
///     # fn close(&mut self) {}
///     # fn has(&mut self, _: &str) -> bool { false }
///     # fn name(&mut self, _: &str) {}
///     # fn begin_string(&mut self) {}
///     # fn end_string(&mut self) {}
///     # fn number(&mut self, _: &str) {}
///     # fn word(&mut self, _: Option<bool>) {}
/// }
///
/// let (mut reader, mut seen) = (PartialReader::new(PartialRules::STRICT), Strings::default());
/// reader.push(br#"{"title": "Cr\u00"#, &mut seen)?;
/// assert_eq!(seen.0, "Cr");
/// reader.push(b"eape\"", &mut seen)?;
/// assert_eq!((seen.0.as_str(), reader.is_done()), ("Crêpe", false));
/// let error = reader.finish(&mut seen).unwrap_err();
/// assert_eq!((error.code.name(), error.offset), ("json_incomplete", 22));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug)]
pub struct PartialReader {
    rules: PartialRules,
    checker: JsonChecker<'static>,
    tokens: Tokens,
    state: State,
    /// Whether the value is after an opening fence, and a closing fence may follow it.
    is_fenced: bool,
    /// The bytes that the checker has left: the beginning of a character or an escape.
    held: Vec<u8>,
    /// The place of the first byte that is not read, which is in `held` or the next piece.
    at: PartialSpot,
    /// The place where the fence or the name in progress begins.
    mark: PartialSpot,
    skipped: [PartialCount; 2],
    /// How many bytes may follow.
    allowed: u64,
    error: Option<Fault>,
}

/// What the next byte belongs to.
#[derive(Clone, Copy, Debug)]
enum State {
    /// The text before the value, of any kind.
    Before,
    Inside,
    OpeningFence(OpeningFence),
    /// The number of backticks of a closing fence that were read.
    ClosingFence(u8),
    /// The text after the value, of any kind.
    After,
}

#[derive(Clone, Copy, Debug)]
struct Fault {
    code: ErrorCode,
    at: PartialSpot,
}

impl Fault {
    fn error(self) -> Error {
        Error::new(self.code, self.at.count.bytes)
    }
}

impl PartialReader {
    /// A reader at the beginning of a text.
    pub fn new(rules: PartialRules) -> Self {
        let PartialRules { depth_max, string_max, len_max, unique_names: _, around } = rules;
        let check = JsonCheck { depth_max, string_max, ..JsonCheck::STRICT };
        PartialReader {
            rules,
            checker: JsonChecker::new(check, JsonStack::growing()),
            tokens: Tokens::default(),
            state: if around == PartialAround::Text { State::Before } else { State::Inside },
            is_fenced: false,
            held: Vec::new(),
            at: PartialSpot::default(),
            mark: PartialSpot::default(),
            skipped: [PartialCount::default(); 2],
            allowed: len_max,
            error: None,
        }
    }

    /// Reads the next piece.
    ///
    /// # Errors
    ///
    /// The first error of the text, with the code and the offset that [`JsonChecker::step`] has for the whole text; a
    /// repeated name (312); and again for each further piece. `sink` has all that is before the offset.
    pub fn push(&mut self, piece: &[u8], sink: &mut impl PartialSink) -> Result<(), Error> {
        self.refused()?;
        let within = usize::try_from(self.allowed).ok().and_then(|len| piece.get(..len)).unwrap_or(piece);
        self.allowed -= within.len() as u64;
        let mut read = self.read(within, sink);
        if read.is_ok() && within.len() < piece.len() {
            let mut at = self.at;
            at.pass(&self.held);
            read = Err(Fault { code: ErrorCode::LimitRecordLen, at });
        }
        self.keep(read)
    }

    /// Ends the text.
    ///
    /// # Errors
    ///
    /// As [`PartialReader::push`], and that of a text that is not whole.
    pub fn finish(&mut self, sink: &mut impl PartialSink) -> Result<(), Error> {
        self.refused()?;
        let expected = |at| Err(Fault { code: ErrorCode::JsonValueExpected, at });
        let ended = match self.state {
            // The closing fence may be incomplete or absent.
            State::After | State::ClosingFence(_) => Ok(()),
            State::OpeningFence(_) => expected(self.mark),
            State::Before => expected(self.at),
            State::Inside => {
                let held = mem::take(&mut self.held);
                match self.checker.step(&held, Chunk::Last) {
                    Ok(_) => Ok(()),
                    Err(error) => {
                        self.at.pass(&held[..error.offset as usize]);
                        Err(Fault { code: error.code, at: self.at })
                    }
                }
            }
        };
        if ended.is_ok() {
            self.tokens.end(sink);
        }
        self.keep(ended)
    }

    /// Whether nothing that may follow changes the value. False after an error.
    pub fn is_done(&self) -> bool {
        self.tokens.is_whole() && self.error.is_none()
    }

    /// How much of the text before and after the value was skipped and is not white space.
    pub fn skipped(&self) -> [PartialCount; 2] {
        self.skipped
    }

    /// The first error, and its place.
    pub fn error(&self) -> Option<(Error, PartialSpot)> {
        self.error.map(|fault| (fault.error(), fault.at))
    }

    fn refused(&self) -> Result<(), Error> {
        self.error.map_or(Ok(()), |fault| Err(fault.error()))
    }

    fn keep(&mut self, result: Result<(), Fault>) -> Result<(), Error> {
        self.error = result.err();
        self.refused()
    }

    fn read(&mut self, piece: &[u8], sink: &mut impl PartialSink) -> Result<(), Fault> {
        let mut joined = mem::take(&mut self.held);
        let mut rest = piece;
        if !joined.is_empty() {
            joined.extend_from_slice(piece);
            rest = &joined;
        }
        while !rest.is_empty() {
            let read = self.step(rest, sink)?;
            self.at.pass(&rest[..read]);
            rest = &rest[read..];
            if read == 0 {
                self.held = rest.to_vec();
                break;
            }
        }
        Ok(())
    }

    /// Reads a part of `text`, and returns its length. It is 0 if all of `text` is the beginning of a unit.
    fn step(&mut self, text: &[u8], sink: &mut impl PartialSink) -> Result<usize, Fault> {
        match self.state {
            State::Before => {
                let read = text.iter().position(|byte| b"{[".contains(byte));
                if read.is_some() {
                    self.state = State::Inside;
                }
                let read = read.unwrap_or(text.len());
                self.skipped[0].pass_visible(&text[..read]);
                // A bracket at the beginning is the first byte of the value.
                if read == 0 { self.inside(text, sink) } else { Ok(read) }
            }
            State::Inside => self.inside(text, sink),
            State::OpeningFence(fence) => self.opening_fence(fence, text[0]),
            State::ClosingFence(len) => self.closing_fence(len, text[0]),
            State::After => {
                self.skipped[1].pass_visible(text);
                Ok(text.len())
            }
        }
    }

    /// Reads JSON. The tokens of the part that the checker accepts need no judgement.
    fn inside(&mut self, text: &[u8], sink: &mut impl PartialSink) -> Result<usize, Fault> {
        let mut part = text;
        if self.rules.around == PartialAround::Fence {
            if text[0] == b'`' && self.begins_fence() {
                return Ok(1);
            }
            // A backtick after a value may be a fence, which the checker must not get.
            let tick = text[1..].iter().position(|&byte| byte == b'`');
            part = tick.map_or(text, |tick| &text[..tick + 1]);
        }
        let mut checked = self.checker.step(part, Chunk::More);
        if checked == Ok(0) && part.len() < text.len() {
            // A backtick in the middle of a unit.
            part = text;
            checked = self.checker.step(part, Chunk::More);
        }
        let (len, code) = match checked {
            Ok(read) => (read, None),
            Err(error) => (error.offset as usize, Some(error.code)),
        };
        let part = &part[..len];
        match self.tokens.walk(self.rules, part, sink) {
            Walk::All => {}
            Walk::Root(read) => {
                self.state = State::After;
                return Ok(read);
            }
            Walk::Repeated(quote) => {
                let at = quote.map_or(self.mark, |quote| self.at.after(&part[..quote]));
                return Err(Fault { code: ErrorCode::NameRepeated, at });
            }
        }
        if let Some(code) = code {
            return Err(Fault { code, at: self.at.after(part) });
        }
        if self.rules.unique_names
            && let Some(quote) = self.tokens.name_begun_at()
        {
            self.mark = self.at.after(&part[..quote]);
        }
        Ok(len)
    }

    /// Whether a backtick here begins a fence.
    fn begins_fence(&mut self) -> bool {
        self.state = match () {
            () if self.is_fenced && self.tokens.is_whole() => State::ClosingFence(1),
            () if !self.is_fenced && !self.tokens.has_begun() => State::OpeningFence(OpeningFence::AFTER_TICK),
            () => return false,
        };
        self.mark = self.at;
        true
    }

    fn opening_fence(&mut self, mut fence: OpeningFence, byte: u8) -> Result<usize, Fault> {
        match fence.next(byte) {
            Opening::More => self.state = State::OpeningFence(fence),
            Opening::Wrong => return Err(Fault { code: ErrorCode::JsonValueExpected, at: self.mark }),
            Opening::Whole => {
                self.skipped[0] = fence.visible();
                self.is_fenced = true;
                // A byte order mark after the fence is one at the beginning.
                self.checker.restart();
                self.state = State::Inside;
            }
        }
        Ok(1)
    }

    fn closing_fence(&mut self, len: u8, byte: u8) -> Result<usize, Fault> {
        if byte != b'`' {
            return Err(Fault { code: ErrorCode::JsonTrailing, at: self.mark });
        }
        self.state = State::ClosingFence(len + 1);
        if len == 2 {
            self.skipped[1] = PartialCount { bytes: 3, characters: 3 };
            // One fence alone: the checker refuses all that follows.
            self.rules.around = PartialAround::Refuse;
            self.state = State::Inside;
        }
        Ok(1)
    }
}
