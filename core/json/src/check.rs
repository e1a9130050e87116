//! Whether text is JSON, or each line of it.
//! Bytes in, in pieces of any size; a verdict out, with the offset of what is wrong.
//! Standard: RFC 8259; Unicode, table 3-7. Nothing of the text is held but a bit for each open container, in a stack that the
//! caller lends. No recursion.

use crate::grammar::Grammar;
use stringmill_kernels::{JsonPlace, JsonStructure, JsonTokens, Tier, json_structure_with, json_token_offset};
use stringmill_outcome::{Chunk, Error, ErrorCode};

/// What [`JsonChecker`] takes for right, and how far a text may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonCheck {
    /// Whether each line is a text of its own, as in NDJSON. Lines of white space alone are passed over.
    pub lines: bool,
    /// Whether escapes `\ud800` to `\udfff` may stand alone; otherwise each must be part of a pair.
    pub lone_surrogates: bool,
    /// The most arrays and objects inside each other. The stack that is lent may set a lower limit.
    pub depth_max: u64,
    /// The most bytes of a string between its quotes, escapes as they are written. A limit below 64 makes the check slow.
    pub string_max: u64,
    /// The most bytes of a text; of a line, without its line feed, where lines count.
    pub len_max: u64,
}

impl JsonCheck {
    /// RFC 8259, surrogates in pairs only; at most [`JsonCheck::DEPTH_MAX`] levels deep, of any size.
    pub const STRICT: JsonCheck = JsonCheck {
        lines: false,
        lone_surrogates: false,
        depth_max: JsonCheck::DEPTH_MAX,
        string_max: u64::MAX,
        len_max: u64::MAX,
    };

    /// The depth that is taken where none is named. Many readers take no more.
    pub const DEPTH_MAX: u64 = 1024;

    /// Elements of a stack for `depth` levels; `None` where they are more than there can be.
    pub const fn stack_len(depth: u64) -> Option<usize> {
        // The innermost 64 levels are held elsewhere.
        let len = depth.div_ceil(64).saturating_sub(1);
        if len > usize::MAX as u64 { None } else { Some(len as usize) }
    }
}

/// Groups of tokens that are found at once.
const GROUPS: usize = 64;

/// Checks a stream.
///
/// ```
/// use stringmill_json::{JsonCheck, JsonChecker};
/// use stringmill_outcome::{Chunk, ErrorCode};
///
/// let mut stack = [0; 15];
/// let mut checker = JsonChecker::new(JsonCheck::STRICT, &mut stack);
/// assert_eq!(checker.step(b"{\"a\": [1, 2", Chunk::More), Ok(11));
/// let error = checker.step(b", ]}", Chunk::Last).unwrap_err();
/// assert_eq!((error.code, error.offset), (ErrorCode::JsonValueExpected, 2));
/// ```
#[derive(Debug)]
pub struct JsonChecker<'s> {
    tier: Tier,
    rules: JsonCheck,
    grammar: Grammar<'s>,
    place: JsonPlace,
    /// Bytes of the text so far; of the line, where lines count.
    len: u64,
    tokens: [JsonTokens; GROUPS],
}

impl<'s> JsonChecker<'s> {
    /// A checker at the beginning of a stream, with room for [`JsonCheck::stack_len`] levels in `stack`.
    pub fn new(rules: JsonCheck, stack: &'s mut [u64]) -> Self {
        Self::with_tier(Tier::best(), rules, stack)
    }

    /// As [`JsonChecker::new`], on a chosen tier.
    pub fn with_tier(tier: Tier, rules: JsonCheck, stack: &'s mut [u64]) -> Self {
        JsonChecker {
            tier,
            rules,
            grammar: Grammar::new(stack, rules.depth_max),
            place: JsonPlace::BETWEEN,
            len: 0,
            tokens: [JsonTokens::EMPTY; GROUPS],
        }
    }

    /// Forgets what was read: the next byte begins a stream, or a line.
    pub fn restart(&mut self) {
        self.grammar.restart();
        (self.place, self.len) = (JsonPlace::BETWEEN, 0);
    }

    /// Checks `src`, the next bytes of the stream, and returns how many of them are done: all, unless it ends inside a
    /// character or an escape and `chunk` says that more follows; then up to eleven bytes less, and they belong before the
    /// bytes given next.
    ///
    /// # Errors
    ///
    /// The first place that is wrong, with its offset in `src`: what [`json_structure_with`] refuses, what stands where it
    /// must not (302 to 306, 308 to 310), a limit (702 to 704). The checker is of no more use then, until it is restarted;
    /// where lines count, at the beginning of another line.
    pub fn step(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let mut read = 0;
        loop {
            let rest = &src[read..];
            let done = self.piece(rest, chunk).map_err(|error| error.after(read as u64))?;
            read += done;
            if read == src.len() || done == 0 {
                return Ok(read);
            }
        }
    }

    /// Checks as much as keeps to the limit on length in the same way.
    fn piece(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let room = self.rules.len_max - self.len;
        if src.len() as u64 <= room {
            let read = self.tokens(src, chunk)?;
            self.len += read as u64;
            if self.rules.lines
                && let Some(feed) = src[..read].iter().rposition(|&byte| byte == b'\n')
            {
                self.len = (read - feed - 1) as u64;
            }
            return Ok(read);
        }
        // The limit may be reached here, unless a line ends before it.
        let room = room as usize;
        let feed = src[..=room].iter().position(|&byte| byte == b'\n').filter(|_| self.rules.lines);
        let Some(feed) = feed else {
            self.tokens(&src[..room], Chunk::More)?;
            return Err(Error::new(ErrorCode::LimitRecordLen, room as u64));
        };
        let read = self.tokens(&src[..=feed], Chunk::More)?;
        self.len = 0;
        Ok(read)
    }

    /// Checks `src` without regard to its length.
    fn tokens(&mut self, src: &[u8], chunk: Chunk) -> Result<usize, Error> {
        let JsonCheck { lines, lone_surrogates, string_max, .. } = self.rules;
        let rules = JsonStructure { lines, lone_surrogates, string_max };
        let mut read = 0;
        loop {
            let (place, rest) = (self.place, &src[read..]);
            let found = json_structure_with(self.tier, rules, place, rest, &mut self.tokens, chunk);
            self.grammar.read(&self.tokens, found.tokens).map_err(|(index, code)| {
                Error::new(code, (read + json_token_offset(rules, place, rest, index)) as u64)
            })?;
            self.place = found.place;
            read += found.read;
            if let Some(code) = found.error {
                return Err(self.named(code, src, read));
            }
            if read == src.len() {
                break;
            }
            if found.read == 0 {
                return Ok(read);
            }
        }
        if chunk == Chunk::Last {
            self.grammar.end(lines).map_err(|code| Error::new(code, read as u64))?;
        }
        Ok(read)
    }

    /// The error at `at`; a byte order mark where a text begins has a name of its own.
    fn named(&self, code: ErrorCode, src: &[u8], at: usize) -> Error {
        let begins = match at.checked_sub(1) {
            Some(before) => self.rules.lines && src[before] == b'\n',
            None => self.len == 0,
        };
        let mark = begins && code == ErrorCode::JsonValueExpected && src[at..].starts_with(b"\xEF\xBB\xBF");
        Error::new(if mark { ErrorCode::JsonByteOrderMark } else { code }, at as u64)
    }
}

/// Whether `src` is JSON under `rules`: one text, or one on each line.
///
/// # Errors
///
/// As [`JsonChecker::step`].
///
/// ```
/// use stringmill_json::{JsonCheck, json_check};
/// use stringmill_outcome::ErrorCode;
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
pub fn json_check_with(tier: Tier, rules: JsonCheck, stack: &mut [u64], src: &[u8]) -> Result<(), Error> {
    JsonChecker::with_tier(tier, rules, stack).step(src, Chunk::Last).map(|_| ())
}
