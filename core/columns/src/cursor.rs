//! A cursor over one JSON text that is known to be valid.
//!
//! Only this module of the crate knows JSON's grammar. Method: most names, strings and numbers are short, so the
//! search for their end looks at words of eight bytes. A kernel continues after [`SHORT`] bytes.

use stringmill_json::is_equal;
use stringmill_kernels::{ByteClass, JsonUnescape, Tier, json_unescape_with, scan_with};
use stringmill_numbers::DecimalText;
use stringmill_outcome::{Chunk, Repairs};
use stringmill_profile::LoneSurrogates;

/// The kind of a value, by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Token {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number,
    /// A string.
    Text,
    /// An array.
    List,
    /// An object.
    Object,
}

/// A number.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Number<'t> {
    /// Its text.
    pub text: &'t str,
    /// Whether the number has neither point nor exponent.
    pub is_whole: bool,
}

/// A cursor over one line.
#[derive(Debug)]
#[doc(hidden)]
pub struct Cursor<'t> {
    tier: Tier,
    src: &'t [u8],
    at: usize,
}

/// Bytes of a string to search before a kernel is called.
const SHORT: usize = 32;

/// All integers of this many digits fit in 64 bits.
const SHORT_DIGITS: usize = 18;

/// The bytes that a skipped container may have between strings and brackets.
const BETWEEN: ByteClass = ByteClass::all_but(b"\"[]{}");

/// Whether a byte can be part of a number.
const fn is_numeric(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')
}

/// Sets the highest bit of the first byte of `word`, from the lowest on, that is a quote or a backslash; higher bits
/// are undefined.
#[inline(always)]
fn string_stops(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGH: u64 = ONES * 0x80;
    let equal = |byte: u8| {
        let other = word ^ (ONES * u64::from(byte));
        other.wrapping_sub(ONES) & !other
    };
    (equal(b'"') | equal(b'\\')) & HIGH
}

impl<'t> Cursor<'t> {
    /// A cursor at the value of `src`.
    #[doc(hidden)]
    #[inline]
    pub fn new(tier: Tier, src: &'t [u8]) -> Self {
        let mut cursor = Cursor { tier, src, at: 0 };
        cursor.blanks();
        cursor
    }

    /// Another cursor over the same text, at the value at `at`.
    pub(crate) fn at_value(&self, at: usize) -> Self {
        Cursor { at, ..*self }
    }

    /// The offset of the next byte.
    #[doc(hidden)]
    #[inline]
    pub fn at(&self) -> usize {
        self.at
    }

    #[inline(always)]
    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.src.get(self.at) {
            self.at += 1;
        }
    }

    /// The kind of the value at the cursor.
    #[doc(hidden)]
    #[inline]
    pub fn token(&self) -> Token {
        match self.src[self.at] {
            b'n' => Token::Null,
            b't' => Token::Bool(true),
            b'f' => Token::Bool(false),
            b'"' => Token::Text,
            b'[' => Token::List,
            b'{' => Token::Object,
            _ => Token::Number,
        }
    }

    /// Skips `text`, which is a whole token, if it is at the cursor. Returns whether it was.
    #[inline(always)]
    pub(crate) fn passes(&mut self, text: &[u8]) -> bool {
        let is_here = self.src.get(self.at..self.at + text.len()).is_some_and(|here| is_equal(here, text));
        self.at += if is_here { text.len() } else { 0 };
        is_here
    }

    /// Skips a number and returns it.
    #[doc(hidden)]
    #[inline]
    pub fn number(&mut self) -> Number<'t> {
        let (start, mut is_whole) = (self.at, true);
        while let Some(&byte) = self.src.get(self.at)
            && is_numeric(byte)
        {
            is_whole &= !matches!(byte, b'.' | b'e' | b'E');
            self.at += 1;
        }
        // A number is ASCII.
        Number { text: str::from_utf8(&self.src[start..self.at]).unwrap_or_default(), is_whole }
    }

    /// Skips a number and returns the nearest float; infinity if the number exceeds the greatest float.
    #[inline]
    pub(crate) fn float(&mut self) -> Option<f64> {
        let number = DecimalText::prefix(&self.src[self.at..])?;
        self.at += number.text().len();
        Some(number.float64())
    }

    /// Skips an integer of up to [`SHORT_DIGITS`] digits and returns it. Leaves minus zero and all other numbers.
    #[inline]
    pub(crate) fn short_integer(&mut self) -> Option<i64> {
        let negative = self.src[self.at] == b'-';
        let start = self.at + usize::from(negative);
        let (mut value, mut at) = (0, start);
        while let Some(digit @ b'0'..=b'9') = self.src.get(at) {
            if at - start == SHORT_DIGITS {
                return None;
            }
            (value, at) = (value * 10 + i64::from(digit - b'0'), at + 1);
        }
        let is_whole = !matches!(self.src.get(at), Some(b'.' | b'e' | b'E'));
        (is_whole && !(negative && value == 0)).then(|| {
            self.at = at;
            if negative { -value } else { value }
        })
    }

    /// Skips null, true or false.
    #[doc(hidden)]
    #[inline]
    pub fn word(&mut self) {
        self.at += if self.src[self.at] == b'f' { 5 } else { 4 };
    }

    /// The offset of the next quote or backslash.
    #[inline(always)]
    fn string_stop(&self, from: usize) -> usize {
        let mut at = from;
        while at < from + SHORT
            && let Some(bytes) = self.src.get(at..).and_then(|rest| rest.first_chunk())
        {
            let stops = string_stops(u64::from_le_bytes(*bytes));
            if stops != 0 {
                return at + stops.trailing_zeros() as usize / 8;
            }
            at += 8;
        }
        at + scan_with(self.tier, &ByteClass::STRING, &self.src[at..])
    }

    /// Skips a string. Returns the bytes between its quotes, and whether they contain escapes.
    #[inline]
    pub(crate) fn quoted(&mut self) -> (&'t [u8], bool) {
        let (start, mut escaped) = (self.at + 1, false);
        self.at = start;
        loop {
            self.at = self.string_stop(self.at);
            if self.src[self.at] == b'"' {
                self.at += 1;
                return (&self.src[start..self.at - 1], escaped);
            }
            escaped = true;
            self.at += 2;
        }
    }

    /// Skips a string and appends its text.
    #[doc(hidden)]
    #[inline]
    pub fn text(&mut self, out: &mut Vec<u8>) {
        let (inside, escaped) = self.quoted();
        if escaped {
            self.unescape(inside, out);
        } else {
            out.extend_from_slice(inside);
        }
    }

    fn unescape(&self, inside: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        // Unescaping never makes text longer, but the kernel needs spare room.
        out.resize(start + inside.len() + JsonUnescape::UNIT_MAX, 0);
        let rules = JsonUnescape { surrogates: LoneSurrogates::Reject };
        let done =
            json_unescape_with(self.tier, rules, inside, &mut out[start..], Chunk::Last, &mut Repairs::default());
        // The text was checked, so it has no error.
        out.truncate(start + done.map_or(0, |done| done.written));
    }

    /// Skips the bracket that opens a container. Returns false if the container is empty; its end is then skipped too.
    #[doc(hidden)]
    #[inline]
    pub fn open(&mut self) -> bool {
        self.at += 1;
        self.blanks();
        let is_empty = matches!(self.src[self.at], b']' | b'}');
        self.at += usize::from(is_empty);
        !is_empty
    }

    /// Skips the colon after a name.
    #[doc(hidden)]
    #[inline]
    pub fn colon(&mut self) {
        self.blanks();
        self.at += 1;
        self.blanks();
    }

    /// Skips the comma after an element. Returns false if the container ends instead, and skips its end.
    #[doc(hidden)]
    #[inline]
    pub fn comma(&mut self) -> bool {
        self.blanks();
        let has_more = self.src[self.at] == b',';
        self.at += 1;
        if has_more {
            self.blanks();
        }
        has_more
    }

    /// Skips a whole value.
    #[inline]
    pub(crate) fn skip(&mut self) {
        match self.src[self.at] {
            b'"' => drop(self.quoted()),
            b'[' | b'{' => self.skip_container(),
            b't' | b'f' | b'n' => self.word(),
            _ => {
                while self.src.get(self.at).is_some_and(|&byte| is_numeric(byte)) {
                    self.at += 1;
                }
            }
        }
    }

    /// Skips an array or object. Looks only at brackets and strings, because the text was checked.
    fn skip_container(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.src[self.at] {
                b'"' => drop(self.quoted()),
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b']' | b'}' => {
                    depth -= 1;
                    self.at += 1;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.at += scan_with(self.tier, &BETWEEN, &self.src[self.at..]),
            }
        }
    }
}
