//! The order of JSON tokens.
//!
//! Tokens come in masks of 64. A shift of a mask by one place marks the successors of its tokens, so a few operations
//! check all pairs of adjacent tokens. The masks of a block of text have gaps, and there an addition carries each token
//! to its successor. Only brackets are handled one by one, because they need a stack. The stack has one bit for each
//! level; the innermost 64 levels are in a word.

use crate::stack::JsonStack;
use stringmill_kernels::JsonTokens;
use stringmill_outcome::ErrorCode;

/// The state after the last token.
#[derive(Debug)]
pub(crate) struct Grammar<'s> {
    level: Level,
    /// The outer levels.
    stack: JsonStack<'s>,
    depth_max: u64,
    /// The number of levels that have memory, at most `depth_max`.
    room: u64,
    /// All ones if a text may follow another one without a line end between them.
    values: u64,
    /// How many texts have begun, if several may.
    texts: u64,
    before: LastToken,
}

/// The open containers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// One bit for each level, the innermost level lowest: 1 for an object, 0 for an array.
    top: u64,
    pub(crate) depth: u64,
}

pub(crate) const OUTSIDE: Level = Level { top: 0, depth: 0 };

/// The kind of the last token, as the lowest bits of masks.
#[derive(Clone, Copy, Debug, Default)]
struct LastToken {
    /// No token, or the end of a line: a text begins.
    start: u64,
    open_object: u64,
    open_array: u64,
    /// A colon, or a comma in an array: a value must follow.
    value: u64,
    /// A comma in an object.
    comma: u64,
    name: u64,
    /// The end of a value.
    end: u64,
}

const NOTHING: LastToken = LastToken { start: 0, open_object: 0, open_array: 0, value: 0, comma: 0, name: 0, end: 0 };
const START: LastToken = LastToken { start: 1, ..NOTHING };

/// The nesting of 64 tokens.
struct Nesting {
    /// Tokens in an object.
    in_object: u64,
    /// Tokens outside of all containers.
    outside: u64,
    /// Brackets that close no open container; only the first is reliable.
    unmatched: u64,
    /// The bracket that exceeds the depth or the memory; the nesting after it is unknown.
    too_deep: Option<(u32, ErrorCode)>,
}

/// How the tokens of a group are placed in its masks.
trait TokenBits: Copy {
    /// The tokens that follow the tokens of `mask`; the first token is one of them if `before` is 1. The second number
    /// is the `before` of the next group: 1 if the last token is in `mask`, and unchanged if there is no token.
    fn after(self, mask: u64, before: u64) -> (u64, u64);
}

/// Tokens without gaps: the first `len` bits of the masks.
#[derive(Clone, Copy)]
struct LeadingBits {
    len: u32,
}

impl TokenBits for LeadingBits {
    #[inline(always)]
    fn after(self, mask: u64, before: u64) -> (u64, u64) {
        (mask << 1 | before, mask >> (self.len - 1) & 1)
    }
}

/// Tokens with gaps between them: the bits that are not in `gaps`.
#[derive(Clone, Copy)]
struct GappedBits {
    gaps: u64,
}

impl TokenBits for GappedBits {
    #[inline(always)]
    fn after(self, mask: u64, before: u64) -> (u64, u64) {
        // A bit added to a gap is carried to the next token.
        let (sum, is_carried) = (mask << 1 | before).overflowing_add(self.gaps);
        (sum & !self.gaps, mask >> 63 | u64::from(is_carried))
    }
}

/// The verdict on a group.
struct GroupVerdict {
    /// Tokens at wrong places.
    bad: u64,
    /// Tokens that begin texts, if all tokens are in the right order.
    texts: u64,
    /// Line ends in containers.
    line: u64,
    /// Tokens that must be strings; and, in `colon`, tokens that must be colons.
    string: u64,
    colon: u64,
    /// Tokens after a value.
    after_end: u64,
    before: LastToken,
}

impl GroupVerdict {
    /// The error of the token at `at`. The function is inline, because a call would store all masks in memory.
    #[inline(always)]
    fn error(&self, nesting: &Nesting, at: u32) -> ErrorCode {
        let has = |mask: u64| mask >> at & 1 == 1;
        match () {
            () if has(self.line) => ErrorCode::JsonIncomplete,
            () if has(self.string) => ErrorCode::JsonStringExpected,
            () if has(self.colon) => ErrorCode::JsonColonExpected,
            () if !has(self.after_end) => ErrorCode::JsonValueExpected,
            () if has(nesting.outside) => ErrorCode::JsonTrailing,
            () if has(nesting.in_object) => ErrorCode::JsonCommaExpected,
            () => ErrorCode::JsonBracketExpected,
        }
    }
}

impl<'s> Grammar<'s> {
    /// A grammar of one text, or of any number if `values`.
    #[inline]
    pub(crate) fn new(stack: JsonStack<'s>, depth_max: u64, values: bool) -> Self {
        let depth_max = depth_max.min(stack.levels_max());
        let room = depth_max.min(stack.levels());
        let values = if values { u64::MAX } else { 0 };
        Grammar { level: OUTSIDE, stack, depth_max, room, values, texts: 0, before: START }
    }

    pub(crate) fn depth(&self) -> u64 {
        self.level.depth
    }

    /// Makes room for more levels, or says why there is none.
    #[cold]
    fn deepen(&mut self) -> Result<(), ErrorCode> {
        if self.room == self.depth_max {
            return Err(ErrorCode::LimitDepth);
        }
        self.stack.deepen()?;
        self.room = self.depth_max.min(self.stack.levels());
        Ok(())
    }

    pub(crate) fn restart(&mut self) {
        (self.level, self.texts, self.before) = (OUTSIDE, 0, START);
    }

    /// Reads the first `count` tokens of `groups`. An error comes with the index of its token.
    #[inline]
    pub(crate) fn read(&mut self, groups: &[JsonTokens], count: usize) -> Result<(), (usize, ErrorCode)> {
        for (number, tokens) in groups.iter().take(count.div_ceil(64)).enumerate() {
            let len = (count - 64 * number).min(64) as u32;
            self.group(tokens, len).map_err(|(at, code)| (64 * number + at as usize, code))?;
        }
        Ok(())
    }

    /// The error of a scalar right after another scalar: `outside` outside of containers.
    pub(crate) fn scalar_error(&self, outside: ErrorCode) -> ErrorCode {
        match (self.level.depth, self.level.top & 1) {
            (0, _) => outside,
            (_, 0) => ErrorCode::JsonBracketExpected,
            _ => ErrorCode::JsonCommaExpected,
        }
    }

    /// Reads one token by its first byte: the rules of [`Grammar::judge`], for one token.
    pub(crate) fn token(&mut self, byte: u8) -> Result<(), ErrorCode> {
        let LastToken { start, open_object, open_array, value, comma, name, end } = self.before;
        let (is_outside, in_object) = (self.level.depth == 0, self.level.top & 1);
        self.before = match byte {
            b'"' if open_object | comma == 1 => LastToken { name: 1, ..NOTHING },
            b':' if name == 1 => LastToken { value: 1, ..NOTHING },
            b',' if end == 1 && in_object == 1 => LastToken { comma: 1, ..NOTHING },
            b',' if end == 1 && !is_outside => LastToken { value: 1, ..NOTHING },
            b'}' if in_object & (open_object | end) == 1 => self.close(),
            b']' if !is_outside && in_object == 0 && open_array | end == 1 => self.close(),
            b'\n' if is_outside => START,
            b'\n' => return Err(ErrorCode::JsonIncomplete),
            b':' | b',' | b'}' | b']' => return Err(self.misplaced()),
            _ if start | open_array | value == 1 || is_outside && end & self.values == 1 => self.begin(byte)?,
            _ => return Err(self.misplaced()),
        };
        Ok(())
    }

    /// Begins a value with `byte`.
    fn begin(&mut self, byte: u8) -> Result<LastToken, ErrorCode> {
        if self.values != 0 && self.level.depth == 0 {
            self.texts += 1;
        }
        let is_object = match byte {
            b'{' => 1,
            b'[' => 0,
            _ => return Ok(LastToken { end: 1, ..NOTHING }),
        };
        if self.level.depth == self.room {
            self.deepen()?;
        }
        self.level = self.level.turn(&mut self.stack, 1, is_object);
        Ok(LastToken { open_object: is_object, open_array: is_object ^ 1, ..NOTHING })
    }

    /// Ends the innermost container.
    fn close(&mut self) -> LastToken {
        self.level = self.level.turn(&mut self.stack, 0, 0);
        LastToken { end: 1, ..NOTHING }
    }

    /// The error of a token that cannot follow.
    #[cold]
    fn misplaced(&self) -> ErrorCode {
        let LastToken { open_object, comma, name, end, .. } = self.before;
        match () {
            () if open_object | comma == 1 => ErrorCode::JsonStringExpected,
            () if name == 1 => ErrorCode::JsonColonExpected,
            () if end == 0 => ErrorCode::JsonValueExpected,
            () => self.scalar_error(ErrorCode::JsonTrailing),
        }
    }

    /// How many texts have begun, if several may follow each other without a line end.
    pub(crate) fn texts(&self) -> Option<u64> {
        (self.values != 0).then_some(self.texts)
    }

    /// Whether no array or object is open.
    pub(crate) fn is_outside(&self) -> bool {
        self.level.depth == 0
    }

    /// Checks that the text may end here. With `none`, an input without a text is right, too.
    pub(crate) fn end(&self, none: bool) -> Result<(), ErrorCode> {
        match (self.level.depth, self.before.start) {
            (0, 1) if none => Ok(()),
            (0, 1) => Err(ErrorCode::JsonValueExpected),
            (0, _) => Ok(()),
            _ => Err(ErrorCode::JsonIncomplete),
        }
    }

    /// Reads `len` tokens, which follow each other without a gap.
    #[inline(always)]
    fn group(&mut self, tokens: &JsonTokens, len: u32) -> Result<(), (u32, ErrorCode)> {
        let nesting = self.nesting(tokens);
        let judged = self.judge(tokens, &nesting, LeadingBits { len });
        let bad = judged.bad & (u64::MAX >> (64 - len));
        if self.values != 0 {
            let read = len.min(bad.trailing_zeros() + 1);
            self.texts += u64::from((judged.texts & (u64::MAX >> (64 - read))).count_ones());
        }
        if bad != 0 || nesting.too_deep.is_some() {
            let at = bad.trailing_zeros();
            return Err(match nesting.too_deep {
                Some(too_deep) if too_deep.0 < at => too_deep,
                _ => (at, judged.error(&nesting, at)),
            });
        }
        self.before = judged.before;
        Ok(())
    }

    /// Reads the tokens of a block, each at the place of its first byte. Returns false, without a change, if one of
    /// them may be wrong, or may reach the stack.
    #[inline]
    pub(crate) fn block(&mut self, tokens: &JsonTokens) -> bool {
        let Some((level, nesting)) = self.level.shallow(tokens, self.room) else { return false };
        let places = GappedBits { gaps: !tokens.all() };
        let judged = self.judge(tokens, &nesting, places);
        if judged.bad != 0 {
            return false;
        }
        if self.values != 0 {
            self.texts += u64::from(judged.texts.count_ones());
        }
        (self.level, self.before) = (level, judged.before);
        true
    }

    /// Judges tokens by the rules in order, one mask for all tokens of a kind.
    #[inline(always)]
    fn judge(&self, tokens: &JsonTokens, nesting: &Nesting, places: impl TokenBits) -> GroupVerdict {
        let &JsonTokens { open_object, close_object, open_array, close_array, colon, comma, string, scalar, line_end } =
            tokens;
        let &Nesting { in_object, outside, unmatched, .. } = nesting;
        let before = self.before;
        let starts = open_object | open_array | string | scalar;

        // The successors of each kind of token.
        let (after_open_object, last_open_object) = places.after(open_object, before.open_object);
        let (after_open_array, last_open_array) = places.after(open_array, before.open_array);
        let (after_value, last_value) = places.after(colon | comma & !in_object, before.value);
        let (after_comma, last_comma) = places.after(comma & in_object, before.comma);
        let name = string & (after_open_object | after_comma);
        let (after_name, last_name) = places.after(name, before.name);
        let (after_end, last_end) = places.after(string & !name | scalar | close_object | close_array, before.end);
        let (after_start, last_start) = places.after(line_end, before.start);

        let mut bad = after_open_object & !(string | close_object);
        bad |= after_open_array & !(starts | close_array);
        bad |= after_value & !starts;
        bad |= after_comma & !string;
        bad |= after_name & !colon;
        let next_text = line_end | outside & starts & self.values;
        bad |= after_end & !(comma | close_object | close_array | next_text);
        bad |= after_end & outside & !next_text;
        bad |= after_start & !(starts | line_end);
        let line = line_end & !outside;
        bad |= unmatched | line;
        GroupVerdict {
            bad,
            texts: outside & starts,
            line,
            string: after_open_object | after_comma,
            colon: after_name,
            after_end,
            before: LastToken {
                start: last_start,
                open_object: last_open_object,
                open_array: last_open_array,
                value: last_value,
                comma: last_comma,
                name: last_name,
                end: last_end,
            },
        }
    }

    /// Follows the brackets, without a branch on their kind, which the processor could not predict.
    #[inline(always)]
    fn nesting(&mut self, tokens: &JsonTokens) -> Nesting {
        let opens = tokens.open_object | tokens.open_array;
        let objects = tokens.open_object | tokens.close_object;
        let mut left = opens | tokens.close_object | tokens.close_array;
        // A local variable stays in registers. With a field of the grammar, each bracket would wait for the store of
        // the bracket before it.
        let mut level = self.level;
        let mut nesting = Nesting {
            in_object: level.is_in_object(),
            outside: if level.depth == 0 { u64::MAX } else { 0 },
            unmatched: 0,
            too_deep: None,
        };
        while left != 0 {
            let at = left.trailing_zeros();
            let (is_object, opens) = (objects >> at & 1, opens >> at & 1);
            if opens == 1
                && level.depth == self.room
                && let Err(code) = self.deepen()
            {
                nesting.too_deep = Some((at, code));
                break;
            }
            if opens == 0 && level.depth == 0 {
                nesting.unmatched |= 1 << at;
                break;
            }
            nesting.unmatched |= ((opens ^ 1) & (level.top ^ is_object) & 1) << at;
            let before = level;
            level = level.turn(&mut self.stack, opens, is_object);
            // The bracket changes the container of all later tokens.
            let after = u64::MAX << at << 1;
            nesting.in_object ^= (before.is_in_object() ^ level.is_in_object()) & after;
            nesting.outside ^= u64::from((before.depth == 0) ^ (level.depth == 0)).wrapping_neg() & after;
            left &= left - 1;
        }
        self.level = level;
        nesting
    }
}

impl Level {
    /// The nesting of tokens that open no more levels than the innermost word has, at most `room`, and the level after
    /// them. `None` if they open more, or a bracket closes nothing.
    #[inline(always)]
    fn shallow(self, tokens: &JsonTokens, room: u64) -> Option<(Level, Nesting)> {
        let Level { mut top, mut depth } = self;
        let room = room.min(64);
        if depth > room {
            return None;
        }
        let opens = tokens.open_object | tokens.open_array;
        let objects = tokens.open_object | tokens.close_object;
        let mut left = opens | tokens.close_object | tokens.close_array;
        let mut nesting = Nesting {
            in_object: self.is_in_object(),
            outside: if depth == 0 { u64::MAX } else { 0 },
            unmatched: 0,
            too_deep: None,
        };
        while left != 0 {
            let at = left.trailing_zeros();
            let (is_object, opens) = (objects >> at & 1, opens >> at & 1);
            let before = Level { top, depth };
            if opens == 1 && depth < room {
                (top, depth) = (top << 1 | is_object, depth + 1);
            } else if opens == 0 && depth != 0 && top & 1 == is_object {
                (top, depth) = (top >> 1, depth - 1);
            } else {
                return None;
            }
            let after = u64::MAX << at << 1;
            nesting.in_object ^= ((before.top ^ top) & 1).wrapping_neg() & after;
            nesting.outside ^= u64::from((before.depth == 0) ^ (depth == 0)).wrapping_neg() & after;
            left &= left - 1;
        }
        Some((Level { top, depth }, nesting))
    }

    /// All ones in an object, zero otherwise: outside of containers, `top` is zero.
    #[inline]
    pub(crate) fn is_in_object(self) -> u64 {
        (self.top & 1).wrapping_neg()
    }

    /// Opens a level if `opens` is 1, otherwise closes one.
    #[inline]
    pub(crate) fn turn(self, stack: &mut [u64], opens: u64, is_object: u64) -> Level {
        let outer = self.depth - (opens ^ 1);
        if (outer.is_multiple_of(64)) & (outer > 0) {
            return self.turn_page(stack, opens, is_object);
        }
        let top = if opens == 1 { self.top << 1 | is_object } else { self.top >> 1 };
        Level { top, depth: outer + opens }
    }

    /// As `turn`, at a depth at which the word of the innermost 64 levels moves to the stack or from it.
    #[cold]
    fn turn_page(self, stack: &mut [u64], opens: u64, is_object: u64) -> Level {
        if opens == 1 {
            stack[(self.depth / 64 - 1) as usize] = self.top;
            Level { top: is_object, depth: self.depth + 1 }
        } else {
            let depth = self.depth - 1;
            Level { top: stack[(depth / 64 - 1) as usize], depth }
        }
    }
}
