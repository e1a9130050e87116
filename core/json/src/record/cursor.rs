//! A position in JSON text, and the functions that skip tokens and values from there.
//! Standard: RFC 8259. Verdicts and offsets are those of [`json_check`](crate::json_check), which has the same grammar.

use crate::equal::is_equal;
use crate::grammar::Grammar;
use stringmill_kernels::{
    ByteClass, JsonPlace, JsonStructure, JsonTokens, JsonUnescape, Tier, json_structure_with, json_token_offset,
    json_unescape_with, scan_with, utf8_validate_with,
};
use stringmill_outcome::{Chunk, Error, ErrorCode, Repairs};
use stringmill_profile::LoneSurrogates;

/// A text and a place in it.
pub(super) struct Cursor<'a> {
    pub(super) tier: Tier,
    pub(super) src: &'a [u8],
    pub(super) at: usize,
    /// The number of arrays and objects that may still be opened.
    pub(super) levels_left: u64,
}

/// A number.
pub(super) struct Number<'a> {
    pub(super) text: &'a str,
    pub(super) is_integer: bool,
}

/// Integers of up to this many digits are exact as doubles.
const SHORT_DIGITS: usize = 15;

/// The length up to which strings are scanned without a kernel.
const SHORT_STRING: usize = 24;

/// The length up to which containers are skipped token by token.
const SHORT_CONTAINER: usize = 256;

/// The most bytes of a longer container that are scanned at once. The scan includes bytes after its end.
const LONG_CONTAINER: usize = 512;

/// Sets the highest bit of the first byte of `word`, from the lowest on, that is not ASCII or that JSON escapes; higher
/// bits are undefined.
#[inline(always)]
fn string_stops(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    let less = |byte: u8, than: u8| (word ^ (ONES * u64::from(byte))).wrapping_sub(ONES * u64::from(than));
    (less(0, 0x20) | less(b'"', 1) | less(b'\\', 1) | word) & (ONES * 0x80)
}

impl<'a> Cursor<'a> {
    /// The error of an invalid byte between tokens.
    #[cold]
    pub(super) fn error(&self, code: ErrorCode) -> Error {
        const CHARACTER_MAX: usize = 4;
        let rest = self.rest();
        let character = &rest[..rest.len().min(CHARACTER_MAX)];
        match utf8_validate_with(self.tier, character, Chunk::Last) {
            Err(error) if error.offset == 0 => error.after(self.at as u64),
            _ => self.error_in_token(code),
        }
    }

    /// The error of an invalid byte in a number or a literal.
    #[cold]
    fn error_in_token(&self, code: ErrorCode) -> Error {
        let code = if self.at >= self.src.len() { ErrorCode::JsonIncomplete } else { code };
        Error::new(code, self.at as u64)
    }

    #[inline(always)]
    pub(super) fn rest(&self) -> &'a [u8] {
        self.src.get(self.at..).unwrap_or(&[])
    }

    #[inline(always)]
    pub(super) fn byte(&self) -> Option<u8> {
        self.src.get(self.at).copied()
    }

    /// Skips white space.
    #[inline(always)]
    pub(super) fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
    }

    /// Skips `text`, if the cursor is at it.
    #[inline(always)]
    pub(super) fn passes(&mut self, text: &[u8]) -> bool {
        let there = self.rest().get(..text.len()).is_some_and(|head| is_equal(head, text));
        if there {
            self.at += text.len();
        }
        there
    }

    /// Skips white space and `byte`.
    ///
    /// # Errors
    ///
    /// `code`, for another byte.
    #[inline(always)]
    pub(super) fn expect(&mut self, byte: u8, code: ErrorCode) -> Result<(), Error> {
        self.space();
        if self.passes(&[byte]) { Ok(()) } else { Err(self.error(code)) }
    }

    /// Skips a literal, whose first byte is here.
    pub(super) fn literal(&mut self, text: &[u8]) -> Result<(), Error> {
        if self.passes(text) {
            return Ok(());
        }
        self.at += self.rest().iter().zip(text).take_while(|(byte, expected)| byte == expected).count();
        Err(self.error_in_token(ErrorCode::JsonLiteralUnknown))
    }

    /// Skips the string at whose opening quote the cursor is; returns the string without quotes.
    pub(super) fn string(&mut self) -> Result<&'a [u8], Error> {
        self.at += 1;
        let from = self.at;
        self.at += scan_with(self.tier, &ByteClass::STRING_ASCII, self.rest());
        if self.byte() != Some(b'"') {
            self.checked_text()?;
        }
        self.at += 1;
        Ok(&self.src[from..self.at - 1])
    }

    /// Skips the text of a string, up to its closing quote. Checks it by unescaping into a buffer that is dropped.
    fn checked_text(&mut self) -> Result<(), Error> {
        let (rules, mut repairs) = (JsonUnescape { surrogates: LoneSurrogates::Reject }, Repairs::default());
        let mut buffer = [0; 256];
        while self.byte() != Some(b'"') {
            if self.rest().is_empty() {
                return Err(Error::new(ErrorCode::StringUnterminated, self.at as u64));
            }
            let done = json_unescape_with(self.tier, rules, self.rest(), &mut buffer, Chunk::Last, &mut repairs)
                .map_err(|error| error.after(self.at as u64))?;
            self.at += done.read;
        }
        Ok(())
    }

    /// Skips the string whose opening quote is here, if it is short ASCII without an escape; widens its text into
    /// `units` and returns its length. `None` skips nothing, and the general function has to read the string.
    ///
    /// Method: words of eight bytes, because a call of a kernel would cost more for short strings.
    #[inline(always)]
    pub(super) fn short_string(&mut self, units: &mut [u16]) -> Option<usize> {
        let inside = self.src.get(self.at + 1..)?;
        for from in (0..SHORT_STRING).step_by(8) {
            let bytes = match inside.get(from..)?.first_chunk() {
                Some(bytes) => *bytes,
                // Pads the last word with zeros.
                None => {
                    let missing = from + 8 - inside.len();
                    let last = u64::from_le_bytes(*self.src.last_chunk()?);
                    last.checked_shr(8 * missing as u32)?.to_le_bytes()
                }
            };
            *units.get_mut(from..)?.first_chunk_mut()? = bytes.map(u16::from);
            let stops = string_stops(u64::from_le_bytes(bytes));
            if stops != 0 {
                let at = stops.trailing_zeros() as usize / 8;
                return (bytes[at] == b'"').then(|| {
                    self.at += from + at + 2;
                    from + at
                });
            }
        }
        None
    }

    fn digits(&mut self) -> Result<(), Error> {
        let from = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at > from { Ok(()) } else { Err(self.error_in_token(ErrorCode::NumberDigitExpected)) }
    }

    /// Skips an integer of up to [`SHORT_DIGITS`] digits, except minus zero; skips nothing else.
    #[inline]
    pub(super) fn short_integer(&mut self) -> Option<i64> {
        let (negative, digits) = match self.rest() {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let (mut value, mut len) = (0, 0);
        while let Some(digit @ b'0'..=b'9') = digits.get(len) {
            if len == SHORT_DIGITS {
                return None;
            }
            (value, len) = (value * 10 + i64::from(digit - b'0'), len + 1);
        }
        let ends = !matches!(digits.get(len), Some(b'.' | b'e' | b'E'));
        // A leading zero is allowed in 0 alone; -0 is only a float.
        let whole = ends && len > 0 && (digits[0] != b'0' || (len == 1 && !negative));
        whole.then(|| {
            self.at += len + usize::from(negative);
            if negative { -value } else { value }
        })
    }

    /// Skips a number.
    pub(super) fn number(&mut self) -> Result<Number<'a>, Error> {
        let from = self.at;
        self.passes(b"-");
        if self.byte() == Some(b'0') {
            self.at += 1;
            if self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err(self.error_in_token(ErrorCode::NumberLeadingZero));
            }
        } else {
            self.digits()?;
        }
        let whole = self.at;
        if self.passes(b".") {
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            self.digits()?;
        }
        let text =
            core::str::from_utf8(&self.src[from..self.at]).map_err(|_| self.error_in_token(ErrorCode::Internal))?;
        Ok(Number { text, is_integer: self.at == whole })
    }

    /// Skips any value.
    pub(super) fn value(&mut self) -> Result<(), Error> {
        match self.byte() {
            Some(b'{' | b'[') => self.container(),
            Some(byte) if !b"}]:,".contains(&byte) => self.token(byte),
            _ => Err(self.error(ErrorCode::JsonValueExpected)),
        }
    }

    /// Skips an array or an object: token by token, then many tokens at a time.
    fn container(&mut self) -> Result<(), Error> {
        let mut grammar = Grammar::new((&mut []).into(), self.levels_left, false);
        let short_end = self.at + SHORT_CONTAINER;
        while self.at < short_end {
            self.space();
            let Some(byte) = self.byte() else { return Err(self.error(ErrorCode::JsonIncomplete)) };
            grammar.token(byte).map_err(|code| self.error(code))?;
            self.token(byte)?;
            if grammar.is_outside() {
                return Ok(());
            }
        }
        self.long_container(&mut grammar)
    }

    /// Skips the rest of an array or object; `grammar` has read the beginning.
    #[cold]
    fn long_container(&mut self, grammar: &mut Grammar<'_>) -> Result<(), Error> {
        const RULES: &JsonStructure = &JsonStructure::STRICT;
        let mut room = JsonTokens::ROOM;
        let mut place = JsonPlace::BETWEEN;
        loop {
            let rest = self.rest();
            let piece = &rest[..rest.len().min(LONG_CONTAINER)];
            let chunk = if piece.len() < rest.len() { Chunk::More } else { Chunk::Last };
            let found = json_structure_with(self.tier, RULES, place, piece, &mut room, chunk);
            if let Err((index, code)) = grammar.read(found.groups, found.tokens) {
                self.at += json_token_offset(RULES, place, piece, index);
                if code != ErrorCode::JsonTrailing {
                    return Err(Error::new(code, self.at as u64));
                }
                // The scan ended with the first token after the container.
                while self.src[self.at - 1].is_ascii_whitespace() {
                    self.at -= 1;
                }
                return Ok(());
            }
            place = found.place;
            self.at += found.read;
            if let Some(code) = found.error {
                return Err(Error::new(code, self.at as u64));
            }
            if chunk == Chunk::Last {
                return grammar.end(false).map_err(|code| Error::new(code, self.at as u64));
            }
        }
    }

    /// Skips the token that begins with `byte`, which is here.
    fn token(&mut self, byte: u8) -> Result<(), Error> {
        match byte {
            b'{' | b'}' | b'[' | b']' | b':' | b',' => {
                self.at += 1;
                Ok(())
            }
            b'"' => self.string().map(|_| ()),
            b't' => self.literal(b"true"),
            b'f' => self.literal(b"false"),
            b'n' => self.literal(b"null"),
            b'-' | b'0'..=b'9' => self.number().map(|_| ()),
            _ => Err(self.error(ErrorCode::JsonValueExpected)),
        }
    }
}
