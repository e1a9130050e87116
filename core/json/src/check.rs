//! Checks that a text, or each line of it, is JSON.
//! Bytes in, in pieces of any size; a verdict out, with the offset of the first error.
//! Standard: RFC 8259; Unicode, table 3-7. Memory: one bit for each open container, in a stack of the caller. No
//! recursion.

use crate::grammar::Grammar;
use crate::stack::JsonStack;
use stringmill_kernels::{
    JsonPlace, JsonPlaces, JsonStructure, JsonStructureProgress, JsonTokenRoom, JsonTokenSink, JsonTokens, Tier,
    json_places_with, json_short_places_with, json_short_structure_with, json_structure_with, json_token_offset,
};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// Rules and limits of [`JsonChecker`].
///
/// ```
/// use stringmill::json::{JsonCheck, json_check};
///
/// const LINES: JsonCheck = JsonCheck { lines: true, depth_max: 8, ..JsonCheck::STRICT };
/// let mut stack = [0; JsonCheck::stack_len(LINES.depth_max).unwrap()];
/// assert_eq!(json_check(LINES, &mut stack, b"{\"a\":1}\n[2]\n"), Ok(()));
/// assert_eq!(JsonCheck::STRICT.depth_max, JsonCheck::DEPTH_MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonCheck {
    /// Whether each line is a text of its own, as in NDJSON. Lines of white space are skipped.
    pub lines: bool,
    /// Whether any number of texts may follow each other, with or without white space between them; without `lines`
    /// only. Numbers and literals need white space between each other: `1"a"[]` is three texts, but `truefalse` is an
    /// error.
    pub values: bool,
    /// Whether escapes `\ud800` to `\udfff` may be alone; otherwise each must be part of a pair.
    pub lone_surrogates: bool,
    /// The maximum depth of nested arrays and objects. A short stack may lower it.
    pub depth_max: u64,
    /// The maximum length of a string, without quotes and before unescaping. A limit below 64 makes the check slow.
    pub string_max: u64,
    /// The maximum length of a text; with `lines`, of a line without its line feed; with `values`, of all texts.
    pub len_max: u64,
}

impl JsonCheck {
    /// RFC 8259, surrogates in pairs only, at most [`JsonCheck::DEPTH_MAX`] levels, any size.
    pub const STRICT: JsonCheck = JsonCheck {
        lines: false,
        values: false,
        lone_surrogates: false,
        depth_max: JsonCheck::DEPTH_MAX,
        string_max: u64::MAX,
        len_max: u64::MAX,
    };

    /// The default depth. Many readers accept no more.
    pub const DEPTH_MAX: u64 = 1024;

    /// Elements of a stack for `depth` levels; `None` if they exceed `usize`.
    pub const fn stack_len(depth: u64) -> Option<usize> {
        // The innermost 64 levels are in a word of the checker.
        let len = depth.div_ceil(64).saturating_sub(1);
        if len > usize::MAX as u64 { None } else { Some(len as usize) }
    }
}

/// Checks a stream.
///
/// ```
/// use stringmill::Tier;
/// use stringmill::json::{JsonCheck, JsonChecker};
/// use stringmill::{Chunk, ErrorCode};
///
/// let mut stack = [0; 15];
/// let mut checker = JsonChecker::new(JsonCheck::STRICT, &mut stack);
/// assert_eq!(checker.step(b"{\"a\": [1, 2", Chunk::More), Ok(11));
/// let error = checker.step(b", ]}", Chunk::Last).unwrap_err();
/// assert_eq!((error.code, error.offset), (ErrorCode::JsonValueExpected, 2));
/// checker.restart();
/// assert_eq!(checker.step(b"true", Chunk::Last), Ok(4));
///
/// let rules = JsonCheck { values: true, ..JsonCheck::STRICT };
/// let mut checker = JsonChecker::with_tier(Tier::best(), rules, &mut stack);
/// checker.step(b"[1] [2]", Chunk::Last)?;
/// assert_eq!(checker.texts(), Some(2));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonChecker<'s> {
    tier: Tier,
    rules: JsonCheck,
    /// The rules of tokens, made once. All calls take a reference: a copy would load fields together that were stored
    /// one by one, and the processor waits for such loads.
    structure: JsonStructure,
    grammar: Grammar<'s>,
    place: JsonPlace,
    /// Bytes of the text so far; with `lines`, of the line.
    len: u64,
}

impl<'s> JsonChecker<'s> {
    /// A checker at the beginning of a stream; `stack` has [`JsonCheck::stack_len`] elements, or is
    /// [`JsonStack::growing`].
    pub fn new(rules: JsonCheck, stack: impl Into<JsonStack<'s>>) -> Self {
        Self::with_tier(Tier::best(), rules, stack)
    }

    /// As [`JsonChecker::new`], on a chosen tier.
    #[inline]
    pub fn with_tier(tier: Tier, rules: JsonCheck, stack: impl Into<JsonStack<'s>>) -> Self {
        let JsonCheck { lines, values, lone_surrogates, string_max, .. } = rules;
        JsonChecker {
            tier,
            rules,
            structure: JsonStructure { lines, apart: values, lone_surrogates, string_max },
            grammar: Grammar::new(stack.into(), rules.depth_max, rules.values),
            place: JsonPlace::BETWEEN,
            len: 0,
        }
    }

    /// With [`JsonCheck::values`]: how many texts have begun, the one with an error included.
    pub fn texts(&self) -> Option<u64> {
        self.grammar.texts()
    }

    /// How many arrays and objects are open. Each byte opens at most one.
    ///
    /// ```
    /// use stringmill::Chunk;
    /// use stringmill::json::{JsonCheck, JsonChecker};
    ///
    /// let mut checker = JsonChecker::new(JsonCheck::STRICT, &mut []);
    /// checker.step(b"[[", Chunk::More)?;
    /// assert_eq!(checker.depth(), 2);
    /// # Ok::<(), stringmill::Error>(())
    /// ```
    pub fn depth(&self) -> u64 {
        self.grammar.depth()
    }

    /// Refuses lone surrogates, if `refused`, whatever the rules.
    pub(crate) fn refuse_lone_surrogates(&mut self, refused: bool) {
        self.rules.lone_surrogates &= !refused;
        self.structure.lone_surrogates = self.rules.lone_surrogates;
    }

    /// Whether each line is a text.
    pub(crate) fn has_lines(&self) -> bool {
        self.rules.lines
    }

    /// Resets the checker: the next byte begins a stream, or a line.
    pub fn restart(&mut self) {
        self.grammar.restart();
        (self.place, self.len) = (JsonPlace::BETWEEN, 0);
    }

    /// Checks `src`, the next bytes of the stream, and returns how many of them are consumed. These are all, unless
    /// `src` ends inside a character or an escape and more follows, or with `lines` after a carriage return inside a
    /// token; then up to eleven bytes are left, and the caller passes them again before the next bytes.
    ///
    /// # Errors
    ///
    /// The first error, with its offset in `src`: of `json_structure_with`, of the order of tokens (302 to 306, 308 to
    /// 310), or of a limit (702 to 704). The checker must then be restarted; with `lines`, at the beginning of another
    /// line. A line has the error that it has as a text of its own.
    pub fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        self.step_with(src, chunk, &mut VerdictOnly)
    }

    /// As [`JsonChecker::step`], for `places` too. After an error, some of them may be those of later tokens.
    #[inline]
    pub(crate) fn step_with(&mut self, src: &[u8], chunk: Chunk, places: &mut impl ScanMode) -> Result<usize, Error> {
        let mut read = 0;
        loop {
            let rest = &src[read..];
            let done = self.piece(rest, chunk, places).map_err(|error| error.after(read as u64))?;
            read += done;
            if read == src.len() || done == 0 {
                return Ok(read);
            }
        }
    }

    /// Checks the bytes up to the next place where the limit on length may be reached.
    #[inline]
    fn piece(&mut self, src: &[u8], chunk: Chunk, places: &mut impl ScanMode) -> Result<usize, Error> {
        let allowed = self.rules.len_max - self.len;
        if src.len() as u64 <= allowed {
            let read = self.tokens(src, chunk, places)?;
            self.len += read as u64;
            if self.rules.lines
                && let Some(feed) = src[..read].iter().rposition(|&byte| byte == b'\n')
            {
                self.len = (read - feed - 1) as u64;
            }
            return Ok(read);
        }
        // The limit may be reached here, unless a line ends before it.
        let allowed = allowed as usize;
        let feed = src[..=allowed].iter().position(|&byte| byte == b'\n').filter(|_| self.rules.lines);
        let Some(feed) = feed else {
            let read = self.tokens(&src[..allowed], Chunk::More, places)?;
            // The byte after the carriage return is no line feed, so the carriage return ends no line.
            if src[read..allowed].ends_with(b"\r")
                && let Err(error) = self.tokens(&src[read..=allowed], Chunk::More, &mut VerdictOnly)
                && error.offset < (allowed - read) as u64
            {
                return Err(error.after(read as u64));
            }
            return Err(Error::new(ErrorCode::LimitRecordLen, allowed as u64));
        };
        let read = self.tokens(&src[..=feed], Chunk::More, places)?;
        self.len = 0;
        Ok(read)
    }

    /// Checks `src`, which the limit on length allows.
    #[inline]
    fn tokens<F: ScanMode>(&mut self, src: &[u8], chunk: Chunk, places: &mut F) -> Result<usize, Error> {
        let is_short = src.len() <= JsonStructure::SHORT_MAX && self.place.is_between() && chunk == Chunk::Last;
        let read = match is_short {
            true if F::IS_ALONE => self.short(src)?,
            true if places.whole(self.tier, &self.structure, src, &mut self.grammar) => src.len(),
            _ => self.long(src, chunk, places)?,
        };
        if chunk == Chunk::Last {
            self.grammar.end(self.rules.lines || self.rules.values).map_err(|code| Error::new(code, read as u64))?;
        }
        Ok(read)
    }

    /// Checks a whole short text. The grammar gets each token as soon as the kernel finds it.
    #[inline]
    fn short(&mut self, src: &[u8]) -> Result<usize, Error> {
        let mut order = GrammarSink::new(&mut self.grammar);
        let taken = json_short_structure_with(self.tier, &self.structure, src, &mut order);
        if let Some(code) = order.error {
            return Err(Error::new(code, taken.read as u64));
        }
        self.place = taken.place;
        match taken.error {
            Some(code) => Err(self.unit_error(code, src, taken.read)),
            None => Ok(taken.read),
        }
    }

    /// Checks text of any length: the kernel finds many tokens, then the grammar checks their order.
    #[inline(never)]
    fn long(&mut self, src: &[u8], chunk: Chunk, places: &mut impl ScanMode) -> Result<usize, Error> {
        let mut room = JsonTokens::ROOM;
        let mut read = 0;
        loop {
            let (place, rest) = (self.place, &src[read..]);
            let part = Part { tier: self.tier, rules: &self.structure, place, src: rest, chunk };
            let found = places.scan(part, &mut room);
            self.grammar.read(found.groups, found.tokens).map_err(|(index, code)| {
                Error::new(code, (read + json_token_offset(&self.structure, place, rest, index)) as u64)
            })?;
            self.place = found.place;
            read += found.read;
            if let Some(code) = found.error {
                return Err(self.unit_error(code, src, read));
            }
            if read == src.len() || found.read == 0 {
                return Ok(read);
            }
        }
    }

    /// The error for `code`, which the kernel found at `at`. The code of a scalar right after another scalar depends on
    /// the container; a byte order mark at the beginning of a text has its own code.
    #[cold]
    fn unit_error(&self, code: ErrorCode, src: &[u8], at: usize) -> Error {
        let code = if code == ErrorCode::JsonTrailing { self.grammar.scalar_error(code) } else { code };
        let begins = match at.checked_sub(1) {
            Some(before) => self.rules.lines && src[before] == b'\n',
            None => self.len == 0,
        };
        let mark = begins && code == ErrorCode::JsonValueExpected && src[at..].starts_with(b"\xEF\xBB\xBF");
        Error::new(if mark { ErrorCode::JsonByteOrderMark } else { code }, at as u64)
    }
}

/// A part of a text, which begins at `place`.
pub(crate) struct Part<'p> {
    tier: Tier,
    rules: &'p JsonStructure,
    place: JsonPlace,
    src: &'p [u8],
    chunk: Chunk,
}

/// What a scan collects: the verdict alone, or also the places of tokens.
pub(crate) trait ScanMode {
    /// Whether the scan collects the verdict alone.
    const IS_ALONE: bool;
    /// Finds the tokens of `part`, as [`json_structure_with`].
    fn scan<'t>(&mut self, part: Part<'_>, room: &'t mut JsonTokenRoom) -> JsonStructureProgress<'t>;
    /// Reads a short text in one step. Returns false, without a change, if the text may be wrong or is too long.
    fn whole(&mut self, tier: Tier, rules: &JsonStructure, src: &[u8], grammar: &mut Grammar<'_>) -> bool;
}

/// A scan for the verdict alone.
struct VerdictOnly;

impl ScanMode for VerdictOnly {
    const IS_ALONE: bool = true;

    #[inline(always)]
    fn scan<'t>(&mut self, part: Part<'_>, room: &'t mut JsonTokenRoom) -> JsonStructureProgress<'t> {
        json_structure_with(part.tier, part.rules, part.place, part.src, room, part.chunk)
    }

    /// Always declines: [`JsonChecker::short`] reads short text and also finds its error.
    fn whole(&mut self, _: Tier, _: &JsonStructure, _: &[u8], _: &mut Grammar<'_>) -> bool {
        false
    }
}

impl ScanMode for JsonPlaces<'_> {
    const IS_ALONE: bool = false;

    #[inline(always)]
    fn scan<'t>(&mut self, part: Part<'_>, room: &'t mut JsonTokenRoom) -> JsonStructureProgress<'t> {
        let found = json_places_with(part.tier, part.rules, part.place, part.src, room, self, part.chunk);
        self.base += found.read;
        found
    }

    #[inline(always)]
    fn whole(&mut self, tier: Tier, rules: &JsonStructure, src: &[u8], grammar: &mut Grammar<'_>) -> bool {
        json_short_places_with(tier, rules, src, self, &mut GrammarSink::new(grammar))
    }
}

/// Passes the tokens of a short text to the grammar.
struct GrammarSink<'g, 's> {
    grammar: &'g mut Grammar<'s>,
    /// The reason that the grammar refused the last token.
    error: Option<ErrorCode>,
}

impl<'g, 's> GrammarSink<'g, 's> {
    #[inline]
    fn new(grammar: &'g mut Grammar<'s>) -> Self {
        GrammarSink { grammar, error: None }
    }
}

impl JsonTokenSink for GrammarSink<'_, '_> {
    #[inline]
    fn block(&mut self, tokens: &JsonTokens) -> bool {
        self.grammar.block(tokens)
    }

    #[inline]
    fn token(&mut self, first: u8) -> bool {
        self.error = self.grammar.token(first).err();
        self.error.is_none()
    }
}

/// Checks that `src` is JSON under `rules`: one text, one on each line, or any number.
///
/// # Errors
///
/// As [`JsonChecker::step`].
///
/// ```
/// use stringmill::json::{JsonCheck, json_check};
/// use stringmill::ErrorCode;
///
/// let mut stack = [0; 15];
/// assert_eq!(json_check(JsonCheck::STRICT, &mut stack, b"{\"a\": [1, 2.5e3, null]}"), Ok(()));
/// let error = json_check(JsonCheck::STRICT, &mut stack, b"[1 2]").unwrap_err();
/// assert_eq!((error.code, error.offset), (ErrorCode::JsonBracketExpected, 3));
/// ```
pub fn json_check(rules: JsonCheck, stack: &mut [u64], src: &[u8]) -> Result<(), Error> {
    JsonChecker::new(rules, stack).step(src, Chunk::Last).map(|_| ())
}

/// As [`json_check`], on a chosen tier.
///
/// # Errors
///
/// As [`JsonChecker::step`].
///
/// ```
/// use stringmill::{Tier, json::{JsonCheck, json_check_with}};
///
/// assert!(Tier::available().all(|tier| json_check_with(tier, JsonCheck::STRICT, &mut [0; 15], b"[]").is_ok()));
/// ```
pub fn json_check_with(tier: Tier, rules: JsonCheck, stack: &mut [u64], src: &[u8]) -> Result<(), Error> {
    JsonChecker::with_tier(tier, rules, stack).step(src, Chunk::Last).map(|_| ())
}
