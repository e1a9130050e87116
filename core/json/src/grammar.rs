//! The order of JSON tokens.
//!
//! Tokens come in masks of 64. A shift of a mask by one place marks the successors of its tokens, so a few operations check
//! all pairs of adjacent tokens. Only brackets are handled one by one, because they need a stack. It has one bit for each
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
    /// The levels that there is memory for, at most `depth_max`.
    room: u64,
    /// All ones if a text may follow another one without a line end between them.
    values: u64,
    /// How many texts have begun, if several may.
    texts: u64,
    before: Before,
}

/// The open containers.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// A one for each object, a zero for each array: the innermost level in the lowest bit.
    top: u64,
    depth: u64,
}

const OUTSIDE: Level = Level { top: 0, depth: 0 };

/// The kind of the last token, as the lowest bits of masks.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
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

const START: Before = Before { start: 1, open_object: 0, open_array: 0, value: 0, comma: 0, name: 0, end: 0 };

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

impl<'s> Grammar<'s> {
    pub(crate) fn new(stack: JsonStack<'s>, depth_max: u64) -> Self {
        let depth_max = depth_max.min(stack.levels_max());
        let room = depth_max.min(stack.levels());
        Grammar { level: OUTSIDE, stack, depth_max, room, values: 0, texts: 0, before: START }
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

    /// The same grammar for any number of texts.
    pub(crate) fn with_values(self, values: bool) -> Self {
        Grammar { values: if values { u64::MAX } else { 0 }, ..self }
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

    /// The error of a scalar right after another one, with `outside` as that of texts.
    pub(crate) fn scalar_error(&self, outside: ErrorCode) -> ErrorCode {
        match (self.level.depth, self.level.top & 1) {
            (0, _) => outside,
            (_, 0) => ErrorCode::JsonBracketExpected,
            _ => ErrorCode::JsonCommaExpected,
        }
    }

    /// Reads one token by its first byte.
    pub(crate) fn token(&mut self, byte: u8) -> Result<(), ErrorCode> {
        let mut tokens = JsonTokens::EMPTY;
        *match byte {
            b'{' => &mut tokens.open_object,
            b'}' => &mut tokens.close_object,
            b'[' => &mut tokens.open_array,
            b']' => &mut tokens.close_array,
            b':' => &mut tokens.colon,
            b',' => &mut tokens.comma,
            b'"' => &mut tokens.string,
            _ => &mut tokens.scalar,
        } = 1;
        self.group(&tokens, 1).map_err(|(_, code)| code)
    }

    /// How many texts have begun, if several may follow each other without a line end.
    pub(crate) fn texts(&self) -> Option<u64> {
        (self.values != 0).then_some(self.texts)
    }

    /// Whether no array or object is open.
    pub(crate) fn is_outside(&self) -> bool {
        self.level.depth == 0
    }

    /// Checks that the text may end here; `none`: no text needs to have begun.
    pub(crate) fn end(&self, none: bool) -> Result<(), ErrorCode> {
        match (self.level.depth, self.before.start) {
            (0, 1) if none => Ok(()),
            (0, 1) => Err(ErrorCode::JsonValueExpected),
            (0, _) => Ok(()),
            _ => Err(ErrorCode::JsonIncomplete),
        }
    }

    /// Reads `len` tokens. One piece: the rules in order.
    #[inline]
    fn group(&mut self, tokens: &JsonTokens, len: u32) -> Result<(), (u32, ErrorCode)> {
        let Nesting { in_object, outside, unmatched, too_deep } = self.nesting(tokens);
        let &JsonTokens { open_object, close_object, open_array, close_array, colon, comma, string, scalar, line_end } =
            tokens;
        let before = self.before;
        let starts = open_object | open_array | string | scalar;

        // The successors of each kind of token.
        let after_open_object = open_object << 1 | before.open_object;
        let after_open_array = open_array << 1 | before.open_array;
        let value = colon | comma & !in_object;
        let after_value = value << 1 | before.value;
        let comma_in_object = comma & in_object;
        let after_comma = comma_in_object << 1 | before.comma;
        let name = string & (after_open_object | after_comma);
        let after_name = name << 1 | before.name;
        let end = string & !name | scalar | close_object | close_array;
        let after_end = end << 1 | before.end;
        let after_start = line_end << 1 | before.start;

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
        bad &= u64::MAX >> (64 - len);
        if self.values != 0 {
            let read = len.min(bad.trailing_zeros() + 1);
            self.texts += u64::from((outside & starts & (u64::MAX >> (64 - read))).count_ones());
        }

        if bad != 0 || too_deep.is_some() {
            let at = bad.trailing_zeros();
            if let Some(too_deep) = too_deep.filter(|&(place, _)| place < at) {
                return Err(too_deep);
            }
            let has = |mask: u64| mask >> at & 1 == 1;
            return Err((
                at,
                match () {
                    () if has(line) => ErrorCode::JsonIncomplete,
                    () if has(after_open_object | after_comma) => ErrorCode::JsonStringExpected,
                    () if has(after_name) => ErrorCode::JsonColonExpected,
                    () if !has(after_end) => ErrorCode::JsonValueExpected,
                    () if has(outside) => ErrorCode::JsonTrailing,
                    () if has(in_object) => ErrorCode::JsonCommaExpected,
                    () => ErrorCode::JsonBracketExpected,
                },
            ));
        }
        let last = |mask: u64| mask >> (len - 1) & 1;
        self.before = Before {
            start: last(line_end),
            open_object: last(open_object),
            open_array: last(open_array),
            value: last(value),
            comma: last(comma_in_object),
            name: last(name),
            end: last(end),
        };
        Ok(())
    }

    /// Follows the brackets, without a branch on their kind, which the processor could not predict.
    #[inline]
    fn nesting(&mut self, tokens: &JsonTokens) -> Nesting {
        let opens = tokens.open_object | tokens.open_array;
        let objects = tokens.open_object | tokens.close_object;
        let mut left = opens | tokens.close_object | tokens.close_array;
        // In registers, not in the grammar, which each bracket would have to wait for.
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
    /// All ones in an object, zero otherwise: outside of containers, `top` is zero.
    #[inline]
    fn is_in_object(self) -> u64 {
        (self.top & 1).wrapping_neg()
    }

    /// Opens a level if `opens` is 1, otherwise closes one.
    #[inline]
    fn turn(self, stack: &mut [u64], opens: u64, is_object: u64) -> Level {
        let outer = self.depth - (opens ^ 1);
        if (outer.is_multiple_of(64)) & (outer > 0) {
            return self.turn_page(stack, opens, is_object);
        }
        let top = if opens == 1 { self.top << 1 | is_object } else { self.top >> 1 };
        Level { top, depth: outer + opens }
    }

    /// As `turn`, if the word of the innermost 64 levels changes.
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
