//! A pull reader of JSON: one event after another, of a text or of the pieces of a stream.
//! Standard: RFC 8259. Verdicts and offsets are those of [`JsonChecker`], which judges each window before its tokens
//! are read.
//!
//! ```text
//! judge a window of 4 KiB: its verdict, and two lists of offsets
//!     starts  {  "     "   [  1  2.5  ]  }      brackets, strings, numbers, literals
//!     ends       "     "       ,    ]           closing quotes, ends of scalars, each with its mark
//! next: take a start, and an end if it is no bracket; at the end of the lists judge the next window
//! skip: take starts and count brackets
//! ```
//!
//! No byte of a string or a number is looked at again to find its end. Commas and colons are in neither list: the order
//! of tokens is judged, and a string is a name if the innermost container is an object and no name waits for its value.

mod drain;
mod event;
mod nesting;
mod window;

pub(crate) use self::drain::WindowToken;
pub use self::event::{Event, Number, Text};
pub(crate) use self::nesting::{Bracket, Nesting};
pub(crate) use self::window::Window;

use crate::check::{JsonCheck, JsonChecker};
use crate::restricted::{Judge, Restrictions};
use crate::stack::JsonStack;
use alloc::vec::Vec;
use stringmill_kernels::{ByteClass, JsonPlaces, Tier, scan_with};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Reads JSON, one event after another.
///
/// ```
/// use stringmill::json::{Event, Reader};
///
/// let mut reader = Reader::new(br#"{"name": "Ada", "born": 1815, "notes": [{"a": 1}]}"#);
/// let mut born = None;
/// loop {
///     match reader.next()? {
///         Event::Name(name) if name.is("born") => {
///             let Event::Number(number) = reader.next()? else { continue };
///             born = number.u64();
///         }
///         Event::Name(_) => reader.skip(),
///         Event::End => break,
///         _ => {}
///     }
/// }
/// assert_eq!(born, Some(1815));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<'s> {
    src: &'s [u8],
    chunk: Chunk,
    state: ReaderState,
}

/// The state of a reader between two pieces of a stream. After a restart it reads another text in the same memory.
///
/// ```
/// use stringmill::Chunk;
/// use stringmill::json::{Event, JsonCheck, PausedReader};
///
/// let (mut strings, mut kept) = (0, Vec::new());
/// let mut paused = PausedReader::new(JsonCheck::STRICT);
/// for (piece, chunk) in [("[\"one\", \"tw", Chunk::More), ("o\"]", Chunk::Last)] {
///     kept.extend_from_slice(piece.as_bytes());
///     let mut reader = paused.resume(&kept, chunk);
///     loop {
///         match reader.next()? {
///             Event::String(_) => strings += 1,
///             Event::More | Event::End => break,
///             _ => {}
///         }
///     }
///     let read;
///     (paused, read) = reader.pause();
///     kept.drain(..read); // The bytes of a token that is not finished stay.
/// }
/// assert_eq!(strings, 2);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug)]
pub struct PausedReader(ReaderState);

#[derive(Debug)]
struct ReaderState {
    tier: Tier,
    checker: JsonChecker<'static>,
    window: Window,
    nesting: Nesting,
    /// Whether `restrictions` has a rule.
    is_restricted: bool,
    /// Rules beyond those of the checker.
    restrictions: Restrictions,
    /// The seed of the hashes of names.
    seed: u64,
    /// The judge of `restrictions`, from the first window on. It is in a vector, since only a vector reports refused
    /// memory.
    judge: Vec<Judge>,
    /// Bytes of `src` that are judged.
    judged: usize,
    /// Where the token of the last event begins.
    at: usize,
    /// The string, number or literal that has begun and has no end in this window.
    open: Option<usize>,
    skip: Skip,
    /// Bytes of the stream before `src`.
    before: u64,
    /// The end of all events, or of those of a line.
    error: Option<Error>,
    /// Whether the caller has seen the error.
    is_reported: bool,
    /// Whether `judged` is in a line that is left out unread.
    in_bad_line: bool,
}

/// Tokens to pass before the next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Skip {
    /// The number of open containers to leave.
    levels: u64,
    /// The number of values or members to pass after those containers.
    values: u64,
}

impl Skip {
    const NOTHING: Skip = Skip { levels: 0, values: 0 };
    /// More containers than any text opens.
    const ALL: Skip = Skip { levels: 1 << 62, values: 0 };
}

impl<'s> Reader<'s> {
    /// A reader of one text, which is all of `src`, by [`JsonCheck::STRICT`].
    #[inline]
    pub fn new(src: &'s [u8]) -> Self {
        Self::with_rules(JsonCheck::STRICT, src)
    }

    /// A reader of one text or more, which are all of `src`.
    ///
    /// ```
    /// use stringmill::json::{Event, JsonCheck, Reader};
    ///
    /// let rules = JsonCheck { values: true, ..JsonCheck::STRICT };
    /// let mut reader = Reader::with_rules(rules, b"1 2");
    /// assert!(matches!(reader.next()?, Event::Number(_)));
    /// assert!(matches!(reader.next()?, Event::Number(_)));
    /// assert!(matches!(reader.next()?, Event::End));
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    #[inline]
    pub fn with_rules(rules: JsonCheck, src: &'s [u8]) -> Self {
        Reader { src, chunk: Chunk::Last, state: ReaderState::new(Tier::best(), rules) }
    }

    /// The next event. Events come up to the first error, whatever the pieces of the stream.
    ///
    /// # Errors
    ///
    /// As [`JsonChecker::step`], with the offset in the stream; from then on always the same. Also
    /// [`MemoryRefused`](stringmill_outcome::ErrorCode::MemoryRefused).
    #[expect(clippy::should_implement_trait)]
    // A call that is not inlined returns events through memory, which is 5% slower.
    #[inline(always)]
    pub fn next(&mut self) -> Result<Event<'s>, Error> {
        let state = &mut self.state;
        let Some(start) = state.window.start() else { return self.next_window() };
        // The window is a part of the text, unless the caller has changed it.
        let Some(&first) = self.src.get(start) else { return Ok(Event::More) };
        if let Some(Bracket { opens, is_object }) = Bracket::of(first) {
            if opens == 1 && state.nesting.is_full() {
                return self.deepen(start);
            }
            state.window.pass();
            state.at = start;
            state.nesting.turn(opens, is_object);
            return Ok(match first {
                b'{' => Event::BeginObject,
                b'}' => Event::EndObject,
                b'[' => Event::BeginArray,
                _ => Event::EndArray,
            });
        }
        match state.window.end() {
            Some((end, mark)) => {
                state.window.pass_value();
                Ok(self.value(start, end, mark))
            }
            None => {
                state.window.pass();
                state.open = Some(start);
                self.next_window()
            }
        }
    }

    /// Skips the next value with all values in it; before a name, the whole member; at the end of a container, nothing.
    /// Skipped text is checked: an error in it comes with the next event.
    ///
    /// ```
    /// use stringmill::json::{Event, Reader};
    ///
    /// let mut reader = Reader::new(b"[[1, [2]], 3]");
    /// reader.next()?;
    /// reader.skip();
    /// let Event::Number(number) = reader.next()? else { panic!() };
    /// assert_eq!(number.u64(), Some(3));
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    pub fn skip(&mut self) {
        let state = &mut self.state;
        if state.pass_open() && !core::mem::take(&mut state.nesting.wants_name) {
            return state.nesting.end_value();
        }
        state.skip.values += 1;
        self.finish_skip();
    }

    /// Skips the rest of the innermost container, with its end; outside of containers, nothing.
    ///
    /// ```
    /// use stringmill::json::{Event, Reader};
    ///
    /// let mut reader = Reader::new(b"[[1, [2]], 3]");
    /// (reader.next()?, reader.next()?);
    /// reader.leave();
    /// assert_eq!(reader.depth(), 1);
    /// assert!(matches!(reader.next()?, Event::Number(_)));
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    pub fn leave(&mut self) {
        self.leave_levels(1);
    }

    /// Moves to the next line, with [`JsonCheck::lines`]. After an error, skips the rest of the line with the error
    /// unchecked. Otherwise skips and checks the rest of the value that has begun: an error in it comes with the next
    /// event. Between two lines, and without `lines`, nothing happens.
    ///
    /// Events come before an error of their line. So a record is valid only once the event after it has come.
    ///
    /// ```
    /// use stringmill::json::{Event, JsonCheck, Reader};
    ///
    /// let rules = JsonCheck { lines: true, ..JsonCheck::STRICT };
    /// let mut reader = Reader::with_rules(rules, b"[1]\n[2,]\n[3]\n");
    /// let (mut ends, mut errors) = (0, Vec::new());
    /// loop {
    ///     match reader.next() {
    ///         Ok(Event::EndArray) => ends += 1,
    ///         Ok(Event::End) => break,
    ///         Ok(_) => {}
    ///         Err(error) => {
    ///             errors.push(error.offset);
    ///             reader.next_line();
    ///         }
    ///     }
    /// }
    /// assert_eq!((ends, errors), (2, vec![7]));
    /// ```
    pub fn next_line(&mut self) {
        let state = &mut self.state;
        if !state.checker.has_lines() {
            return;
        }
        match state.error.filter(|_| state.is_reported) {
            None => self.leave_levels(u64::MAX),
            Some(error) => {
                // The bytes from the error on are still in this piece.
                let at = error.offset.saturating_sub(state.before) as usize;
                state.restart();
                (state.judged, state.in_bad_line) = (at, true);
            }
        }
    }

    /// Skips the rest of at most `levels` containers.
    fn leave_levels(&mut self, levels: u64) {
        let state = &mut self.state;
        let levels = levels.min(state.nesting.depth());
        if levels > 0 {
            state.pass_open();
            (0..levels).for_each(|_| state.nesting.turn(0, 0));
            // The values to skip are in these containers.
            state.skip = Skip { levels: state.skip.levels + levels, values: 0 };
            self.finish_skip();
        }
    }

    /// How many arrays and objects are open after the last event.
    pub fn depth(&self) -> u64 {
        self.state.nesting.depth()
    }

    /// Where the last event begins, from the beginning of the stream; the length of the stream after [`Event::End`].
    ///
    /// ```
    /// use stringmill::json::{Event, Reader};
    ///
    /// let mut reader = Reader::new(b"[1, true]");
    /// while !matches!(reader.next()?, Event::Bool(_)) {}
    /// assert_eq!(reader.offset(), 4);
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    pub fn offset(&self) -> u64 {
        self.state.before + self.state.at as u64
    }

    /// The first byte of the next token; does not read the token. `None` at the end of the piece. Must not be called
    /// during a skip.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn first(&mut self) -> Result<Option<u8>, Error> {
        loop {
            if let Some(first) = self.state.window.first(self.src) {
                return Ok(Some(first));
            }
            if let Some(error) = self.state.error {
                return Err(error);
            }
            if !self.state.judge(self.src, self.chunk) {
                return Ok(None);
            }
        }
    }

    /// As [`Reader::offset`], from the beginning of this piece.
    pub(crate) fn piece_offset(&self) -> usize {
        self.state.at
    }

    /// Stops reading this piece. Returns the state, and how many bytes of the piece are read. The next piece must begin
    /// with the unread bytes, which belong to a token that is not finished or to events that the caller has not read.
    ///
    /// ```
    /// use stringmill::Chunk;
    /// use stringmill::json::{Event, JsonCheck, PausedReader};
    ///
    /// let mut reader = PausedReader::new(JsonCheck::STRICT).resume(b"[12", Chunk::More);
    /// assert!(matches!(reader.next()?, Event::BeginArray));
    /// assert!(matches!(reader.next()?, Event::More));
    /// let (paused, read) = reader.pause();
    /// assert_eq!(read, 1);
    /// let mut reader = paused.resume(b"123]", Chunk::Last);
    /// let Event::Number(number) = reader.next()? else { panic!() };
    /// assert_eq!(number.u64(), Some(123));
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    #[inline]
    pub fn pause(self) -> (PausedReader, usize) {
        let mut state = self.state;
        let read = state.leave_piece();
        (PausedReader(state), read)
    }

    /// Makes memory for the level that begins at `start`, and reads its event.
    #[cold]
    fn deepen(&mut self, start: usize) -> Result<Event<'s>, Error> {
        let state = &mut self.state;
        if let Err(code) = state.nesting.deepen() {
            let error = Error::new(code, start as u64).after(state.before);
            state.window.clear();
            (state.error, state.is_reported, state.judged) = (Some(error), true, start);
            return Err(error);
        }
        self.next()
    }

    /// The string, number or literal from `start` to `end`, which is the place of the closing quote, or of the byte
    /// after a number or literal.
    #[inline]
    fn value(&mut self, start: usize, end: usize, mark: bool) -> Event<'s> {
        let state = &mut self.state;
        state.at = start;
        let text = self.src.get(start..end).unwrap_or(&[]);
        let is_name = state.nesting.take_value();
        match text {
            [b'"', raw @ ..] => {
                let text = Text { tier: state.tier, raw, has_escape: mark };
                if is_name { Event::Name(text) } else { Event::String(text) }
            }
            [b't', ..] => Event::Bool(true),
            [b'f', ..] => Event::Bool(false),
            [b'n', ..] => Event::Null,
            _ => Event::Number(Number { text, is_integer: !mark }),
        }
    }

    /// The next event, if the lists of the window are at their end.
    #[cold]
    #[inline(never)]
    fn next_window(&mut self) -> Result<Event<'s>, Error> {
        loop {
            if let Some(error) = self.state.error {
                self.state.is_reported = true;
                return Err(error);
            }
            if self.state.window.is_last || !self.state.judge(self.src, self.chunk) {
                break;
            }
            if self.state.skip != Skip::NOTHING {
                self.pass_tokens();
            }
            if let Some(start) = self.state.open
                && let Some((end, mark)) = self.state.window.end()
            {
                self.state.open = None;
                self.state.window.pass_end();
                return Ok(self.value(start, end, mark));
            }
            if self.state.window.start().is_some() {
                return self.next();
            }
        }
        if self.chunk == Chunk::More {
            return Ok(Event::More);
        }
        self.state.at = self.src.len();
        Ok(Event::End)
    }

    /// Passes the tokens of a skip, up to the end of this piece.
    fn finish_skip(&mut self) {
        while self.state.skip != Skip::NOTHING {
            self.pass_tokens();
            let is_done = self.state.skip == Skip::NOTHING || self.state.error.is_some();
            if is_done || !self.state.judge(self.src, self.chunk) {
                return;
            }
        }
    }

    /// Passes the tokens of a skip, up to the end of the window.
    fn pass_tokens(&mut self) {
        let ReaderState { window, nesting, skip, .. } = &mut self.state;
        if skip.levels > 0 && !window.pass_levels(self.src, &mut skip.levels) {
            return;
        }
        skip.levels = 0;
        while skip.values > 0 {
            if nesting.wants_name && window.first(self.src) == Some(b'"') {
                window.pass_value();
                nesting.wants_name = false;
            }
            let Some(first) = window.first(self.src) else { return };
            if matches!(first, b'}' | b']') {
                skip.values = 0;
                return;
            }
            skip.values -= 1;
            nesting.end_value();
            if !window.pass_levels(self.src, &mut skip.levels) {
                return;
            }
            skip.levels = 0;
        }
    }
}

impl ReaderState {
    /// The state at the beginning of a stream. One expression makes it in its place, because a processor waits if it
    /// copies bytes that it has just stored.
    #[inline]
    fn new(tier: Tier, rules: JsonCheck) -> Self {
        ReaderState {
            tier,
            checker: JsonChecker::with_tier(tier, rules, JsonStack::growing()),
            window: Window::default(),
            nesting: Nesting::new(),
            is_restricted: false,
            restrictions: Restrictions::NONE,
            seed: 0,
            judge: Vec::new(),
            judged: 0,
            at: 0,
            open: None,
            skip: Skip::NOTHING,
            before: 0,
            error: None,
            is_reported: false,
            in_bad_line: false,
        }
    }

    /// Judges the next window of `src`. Returns false if there is none.
    fn judge(&mut self, src: &[u8], chunk: Chunk) -> bool {
        if self.in_bad_line && !self.pass_line(src) {
            return false;
        }
        let rest = src.get(self.judged..).unwrap_or(&[]);
        let is_whole = rest.len() <= JsonPlaces::WINDOW;
        let rest = if is_whole { rest } else { &rest[..JsonPlaces::WINDOW] };
        let chunk = if is_whole { chunk } else { Chunk::More };
        // An empty text is judged once.
        if rest.is_empty() && (chunk == Chunk::More || self.window.is_last) {
            return false;
        }
        self.window.is_last = chunk == Chunk::Last;
        let ReaderState { window, checker, judged, skip, .. } = self;
        let verdict = match self.is_restricted {
            false => window.judge(checker, *judged, rest, chunk, &mut skip.levels),
            true => self.judge_restricted(src, rest, chunk),
        };
        match verdict {
            Ok(end) => {
                let read = end - self.judged;
                self.judged = end;
                // A byte that is left unread may end a number before it.
                read > 0 || chunk == Chunk::Last || self.window.end().is_some()
            }
            Err(error) => {
                self.error = Some(error.after(self.before));
                // The refused name or number may have begun in an earlier window.
                self.judged = self.judged.min(error.offset as usize);
                true
            }
        }
    }

    /// The verdict on the window `rest` of `src` by all rules.
    #[inline(never)]
    fn judge_restricted(&mut self, src: &[u8], rest: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let ReaderState { window, checker, judged, skip, judge, restrictions, .. } = self;
        if judge.is_empty() {
            let refused = |_| Error::new(ErrorCode::MemoryRefused, *judged as u64);
            judge.try_reserve_exact(1).map_err(refused)?;
            judge.push(Judge::new(*restrictions, self.seed));
        }
        // A skip without lists would leave out tokens that are refused.
        let levels = if restrictions.judges_tokens() { &mut 0 } else { &mut skip.levels };
        let verdict = window.judge(checker, *judged, rest, chunk, levels);
        let verdict = match judge.first_mut() {
            Some(judge) => judge.window(src, window, verdict),
            None => verdict,
        };
        verdict.inspect_err(|error| window.keep_before(error.offset as usize))
    }

    /// Passes the token that has begun and has no end in this window. Returns false if there is none.
    fn pass_open(&mut self) -> bool {
        if self.open.take().is_none() {
            return false;
        }
        self.window.pass_end();
        true
    }

    /// Passes the rest of a line unread. Returns false if its end is not in `src`.
    fn pass_line(&mut self, src: &[u8]) -> bool {
        let rest = src.get(self.judged..).unwrap_or(&[]);
        let len = scan_with(self.tier, &LINE, rest);
        self.in_bad_line = len == rest.len();
        self.judged += len + usize::from(!self.in_bad_line);
        !self.in_bad_line
    }

    /// Stops reading a piece, and returns how many of its bytes are read.
    #[inline]
    fn leave_piece(&mut self) -> usize {
        // The tokens before an error are not counted as judged.
        let mut read = self.open.or_else(|| self.window.start()).unwrap_or(self.judged).min(self.judged);
        if let Some(judge) = self.judge.first_mut() {
            read = judge.held().map_or(read, |held| read.min(held));
            judge.shift(read);
        }
        self.window.shift(read);
        self.judged -= read;
        self.at = self.at.saturating_sub(read);
        self.before += read as u64;
        self.open = self.open.map(|open| open - read);
        read
    }

    /// Resets the state to that before a text. Keeps the memory and the place in the stream.
    fn restart(&mut self) {
        if let Some(judge) = self.judge.first_mut() {
            judge.restart();
        }
        self.checker.restart();
        self.nesting.restart();
        self.window.restart();
        (self.open, self.skip) = (None, Skip::NOTHING);
        (self.error, self.is_reported, self.in_bad_line) = (None, false, false);
    }
}

/// All bytes of a line.
const LINE: ByteClass = ByteClass::all_but(b"\n").with_non_ascii();

impl PausedReader {
    /// The state at the beginning of a stream.
    #[inline]
    pub fn new(rules: JsonCheck) -> Self {
        Self::with_tier(Tier::best(), rules)
    }

    /// As [`PausedReader::new`], on a chosen tier.
    #[inline]
    pub fn with_tier(tier: Tier, rules: JsonCheck) -> Self {
        PausedReader(ReaderState::new(tier, rules))
    }

    /// Continues with `src`, which begins with the bytes that the last piece has left.
    ///
    /// # Panics
    ///
    /// If `src` is shorter than the bytes that the last piece has left.
    #[inline]
    pub fn resume(self, src: &[u8], chunk: Chunk) -> Reader<'_> {
        assert!(src.len() >= self.0.judged, "the piece begins with the bytes that were left");
        Reader { src, chunk, state: self.0 }
    }

    /// Adds rules beyond RFC 8259. The reader and a tape check them in the same pass, also in skipped values: a refused
    /// token or character is an error like any other. [`RestrictedChecker::new`](crate::RestrictedChecker::new)
    /// describes `seed` and the memory.
    ///
    /// ```
    /// use stringmill::json::{Event, JsonCheck, PausedReader, Restrictions};
    /// use stringmill::{Chunk, ErrorCode};
    ///
    /// let paused = PausedReader::new(JsonCheck::STRICT).restricted(Restrictions::UNIQUE_NAMES, 7);
    /// let mut reader = paused.resume(br#"{"a": 1, "a": 2}"#, Chunk::Last);
    /// while !matches!(reader.next()?, Event::Number(_)) {}
    /// let error = reader.next().unwrap_err();
    /// assert_eq!((error.code, error.offset), (ErrorCode::NameRepeated, 9));
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    #[must_use]
    pub fn restricted(mut self, restrictions: Restrictions, seed: u64) -> Self {
        if restrictions.is_any() {
            let state = &mut self.0;
            (state.is_restricted, state.restrictions, state.seed) = (true, restrictions, seed);
            state.checker.refuse_lone_surrogates(restrictions.refuses_surrogates());
        }
        self
    }

    /// Judges `src` without events, as [`RestrictedChecker::step`](crate::RestrictedChecker::step).
    pub(crate) fn pass(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let state = &mut self.0;
        assert!(src.len() >= state.judged, "the piece begins with the bytes that were left");
        state.skip = Skip::ALL;
        while state.error.is_none() && state.judge(src, chunk) {
            state.window.clear();
        }
        match state.error {
            Some(error) => Err(Error::new(error.code, error.offset - state.before)),
            None => Ok(state.leave_piece()),
        }
    }

    /// As [`JsonChecker::texts`].
    pub(crate) fn texts(&self) -> Option<u64> {
        self.0.checker.texts()
    }

    /// The state at the beginning of another stream, with the same rules and memory; also after an error.
    ///
    /// ```
    /// use stringmill::json::{Event, Reader};
    /// use stringmill::Chunk;
    ///
    /// let mut reader = Reader::new(b"[1 2]");
    /// while reader.next().is_ok() {}
    /// let (paused, _) = reader.pause();
    /// let mut reader = paused.restart().resume(b"[]", Chunk::Last);
    /// assert!(matches!(reader.next()?, Event::BeginArray));
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    #[inline]
    pub fn restart(mut self) -> Self {
        self.reset();
        self
    }

    /// As [`PausedReader::restart`], in place.
    #[inline]
    pub(crate) fn reset(&mut self) {
        self.0.restart();
        (self.0.judged, self.0.at, self.0.before) = (0, 0, 0);
    }
}
