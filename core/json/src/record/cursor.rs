//! A place in JSON text, and what can be passed over from there.
//! Standard: RFC 8259. The text of strings that are passed over is not judged beyond what the grammar says of it: neither
//! UTF-8 nor surrogates.

use stringmill_kernels::{Class, Tier, scan_with};
use stringmill_outcome::{Error, ErrorCode};

/// Text and a place in it.
pub(super) struct Cursor<'a> {
    pub(super) tier: Tier,
    pub(super) src: &'a [u8],
    pub(super) at: usize,
}

/// A number of the text.
pub(super) struct Number<'a> {
    pub(super) text: &'a str,
    pub(super) is_integer: bool,
}

/// Integers of so many digits are floats of 64 bits, too.
const SHORT_DIGITS: usize = 15;

/// Strings are looked at for so many bytes before they count as long.
const SHORT_STRING: usize = 24;

/// The highest bit of the first byte of `word`, from the lowest on, that is no ASCII or not itself in a JSON string; what
/// is above it does not count.
#[inline(always)]
fn string_stops(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    let less = |byte: u8, than: u8| (word ^ (ONES * u64::from(byte))).wrapping_sub(ONES * u64::from(than));
    (less(0, 0x20) | less(b'"', 1) | less(b'\\', 1) | word) & (ONES * 0x80)
}

/// Whether texts of one length are equal; mostly they are so short that a call would cost more.
#[inline(always)]
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    // The last bytes reach back over the first.
    #[inline(always)]
    fn ends<const N: usize>(a: &[u8], b: &[u8]) -> bool {
        a.first_chunk::<N>() == b.first_chunk() && a.last_chunk::<N>() == b.last_chunk()
    }
    match b.len() {
        1 => ends::<1>(a, b),
        4..=7 => ends::<4>(a, b),
        8..=16 => ends::<8>(a, b),
        _ => a == b,
    }
}

impl<'a> Cursor<'a> {
    /// An error at this place, or one that says that the text ends here.
    #[cold]
    pub(super) fn error(&self, code: ErrorCode) -> Error {
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

    /// Passes over white space.
    #[inline(always)]
    pub(super) fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
    }

    /// Passes over `text`, if it stands here.
    #[inline(always)]
    pub(super) fn passes(&mut self, text: &[u8]) -> bool {
        let there = self.rest().get(..text.len()).is_some_and(|head| is_equal(head, text));
        if there {
            self.at += text.len();
        }
        there
    }

    /// Passes over white space, and then over `byte`.
    ///
    /// # Errors
    ///
    /// `code` where another stands there.
    #[inline(always)]
    pub(super) fn expect(&mut self, byte: u8, code: ErrorCode) -> Result<(), Error> {
        self.space();
        if self.passes(&[byte]) { Ok(()) } else { Err(self.error(code)) }
    }

    /// Passes over a literal.
    pub(super) fn literal(&mut self, text: &[u8]) -> Result<(), Error> {
        if self.passes(text) { Ok(()) } else { Err(self.error(ErrorCode::JsonLiteralUnknown)) }
    }

    /// Passes over the string whose opening quote is here; returns its inside.
    pub(super) fn string(&mut self) -> Result<&'a [u8], Error> {
        let from = self.at + 1;
        self.at = from;
        loop {
            self.at += scan_with(self.tier, &Class::STRING, self.rest());
            let escape_len = match self.rest() {
                [b'"', ..] => {
                    self.at += 1;
                    return Ok(&self.src[from..self.at - 1]);
                }
                [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
                [b'\\', b'u', a, b, c, d, ..] if [a, b, c, d].iter().all(|digit| digit.is_ascii_hexdigit()) => 6,
                [b'\\', b'u', ..] => return Err(self.error(ErrorCode::EscapeHex)),
                [b'\\', ..] => return Err(self.error(ErrorCode::EscapeUnknown)),
                [] => return Err(Error::new(ErrorCode::StringUnterminated, self.at as u64)),
                _ => return Err(self.error(ErrorCode::ControlUnescaped)),
            };
            self.at += escape_len;
        }
    }

    /// Passes over the string whose opening quote is here, if it is short ASCII without an escape, and widens its inside
    /// into `room`; returns its length. `None`, and nothing is passed, says only that it needs a closer look.
    ///
    /// Eight bytes in one word at a time: of strings so short a call of a kernel would cost more.
    #[inline(always)]
    pub(super) fn short_string(&mut self, room: &mut [u16]) -> Option<usize> {
        let inside = self.src.get(self.at + 1..)?;
        for from in (0..SHORT_STRING).step_by(8) {
            let bytes = match inside.get(from..)?.first_chunk() {
                Some(bytes) => *bytes,
                // The text ends here, and zeros take the place of what is not there.
                None => {
                    let missing = from + 8 - inside.len();
                    let last = u64::from_le_bytes(*self.src.last_chunk()?);
                    last.checked_shr(8 * missing as u32)?.to_le_bytes()
                }
            };
            *room.get_mut(from..)?.first_chunk_mut()? = bytes.map(u16::from);
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
        if self.at > from { Ok(()) } else { Err(self.error(ErrorCode::NumberDigitExpected)) }
    }

    /// Passes over an integer of up to [`SHORT_DIGITS`] digits that is no minus zero; where there is none, over nothing.
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
        // A first zero is that of 0 alone; -0 is a float of its own.
        let whole = ends && len > 0 && (digits[0] != b'0' || (len == 1 && !negative));
        whole.then(|| {
            self.at += len + usize::from(negative);
            if negative { -value } else { value }
        })
    }

    /// Passes over a number.
    pub(super) fn number(&mut self) -> Result<Number<'a>, Error> {
        let from = self.at;
        self.passes(b"-");
        if self.byte() == Some(b'0') {
            self.at += 1;
            if self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err(self.error(ErrorCode::NumberLeadingZero));
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
        let text = core::str::from_utf8(&self.src[from..self.at]).map_err(|_| self.error(ErrorCode::Internal))?;
        Ok(Number { text, is_integer: self.at == whole })
    }

    /// Passes over the name of a member and its colon.
    fn name(&mut self) -> Result<(), Error> {
        self.space();
        if self.byte() != Some(b'"') {
            return Err(self.error(ErrorCode::JsonStringExpected));
        }
        self.string()?;
        self.expect(b':', ErrorCode::JsonColonExpected)
    }

    /// Passes over any value.
    pub(super) fn value(&mut self) -> Result<(), Error> {
        // One bit for each level, the innermost lowest: whether it is an object.
        let (mut depth, mut objects) = (0, 0_u64);
        loop {
            self.space();
            match self.byte() {
                Some(open @ (b'{' | b'[')) => {
                    if depth == u64::BITS {
                        return Err(self.error(ErrorCode::LimitDepth));
                    }
                    self.at += 1;
                    (depth, objects) = (depth + 1, objects << 1 | u64::from(open == b'{'));
                    self.space();
                    if !self.passes(if open == b'{' { b"}" } else { b"]" }) {
                        if open == b'{' {
                            self.name()?;
                        }
                        continue;
                    }
                    (depth, objects) = (depth - 1, objects >> 1);
                }
                Some(b'"') => {
                    self.string()?;
                }
                Some(b't') => self.literal(b"true")?,
                Some(b'f') => self.literal(b"false")?,
                Some(b'n') => self.literal(b"null")?,
                Some(b'-' | b'0'..=b'9') => {
                    self.number()?;
                }
                _ => return Err(self.error(ErrorCode::JsonValueExpected)),
            }
            // What ends here may end more.
            loop {
                if depth == 0 {
                    return Ok(());
                }
                let object = objects & 1 == 1;
                self.space();
                if self.passes(b",") {
                    if object {
                        self.name()?;
                    }
                    break;
                }
                if !self.passes(if object { b"}" } else { b"]" }) {
                    let code = if object { ErrorCode::JsonCommaExpected } else { ErrorCode::JsonBracketExpected };
                    return Err(self.error(code));
                }
                (depth, objects) = (depth - 1, objects >> 1);
            }
        }
    }
}
