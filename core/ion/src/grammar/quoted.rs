//! The whole grammar of quoted text: strings, quoted symbols and clobs, short and long. [`scan`] checks all of it;
//! [`unescape`] runs only on demand.
//! Standard: Amazon Ion 1.0, strings and clobs. In long text, a raw CR or CR LF means a line feed. A backslash removes
//! the line end after it. The halves of a surrogate pair are two adjacent `\u` escapes.

use crate::grammar::blank::{self, PassedComments};
use crate::grammar::window::{Scan, ScanStop, Window};
use stringmill_kernels::ByteClass;
use stringmill_outcome::ErrorCode;

/// The kind of quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quote {
    Symbol,
    String,
    LongString,
    Clob,
    LongClob,
}

/// One quoted text, or several adjacent long ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuotedText {
    /// Place after the last closing quote.
    pub(crate) end: usize,
    /// Place after the white space that was read.
    pub(crate) next: usize,
    /// Whether the token is one text without an escape.
    pub(crate) plain: bool,
}

impl Quote {
    fn class(self) -> &'static ByteClass {
        match self {
            Quote::Symbol => &IN_SYMBOL,
            Quote::String | Quote::Clob => &IN_SHORT,
            Quote::LongString | Quote::LongClob => &IN_LONG,
        }
    }

    /// Length of an opening or closing quote.
    pub(crate) fn len(self) -> usize {
        if self.is_long() { 3 } else { 1 }
    }

    fn is_long(self) -> bool {
        matches!(self, Quote::LongString | Quote::LongClob)
    }

    fn is_clob(self) -> bool {
        matches!(self, Quote::Clob | Quote::LongClob)
    }
}

/// Whether three single quotes are at `at`.
pub(crate) fn long_begins(window: Window, at: usize) -> Scan<bool> {
    window.has(at, b"'''")
}

/// Scans the quoted text whose opening quote is at `start`. Adds comments between long texts and after them to
/// `passed`.
pub(crate) fn scan(window: Window, start: usize, quote: Quote, passed: &mut PassedComments) -> Scan<QuotedText> {
    let (mut end, mut plain) = scan_one(window, start + quote.len(), quote)?;
    let mut next = end;
    if quote.is_long() {
        loop {
            next = match quote {
                // Clobs have no comments.
                Quote::LongClob => window.run(&ByteClass::WHITE_SPACE_ION, end),
                _ => blank::skip(window, end, passed)?,
            };
            if !long_begins(window, next)? {
                break;
            }
            plain = false;
            (end, _) = scan_one(window, next + quote.len(), quote)?;
        }
    }
    Ok(QuotedText { end, next, plain })
}

/// The place after the closing quote of the text that begins at `at`, and whether it has no escape.
fn scan_one(window: Window, mut at: usize, quote: Quote) -> Scan<(usize, bool)> {
    let mut plain = true;
    loop {
        let stop = window.run(quote.class(), at);
        if stop == window.bytes.len() && !window.last {
            return Err(ScanStop::More);
        }
        if quote.is_clob() {
            if let Some(place) = window.bytes[at..stop].iter().position(|byte| !byte.is_ascii()) {
                return Err(ScanStop::Error(ErrorCode::IonClobNonAscii, at + place));
            }
        } else {
            window.utf8(at, stop)?;
        }
        at = match window.bytes.get(stop) {
            None => return Err(ScanStop::Error(ErrorCode::StringUnterminated, stop)),
            Some(b'\\') => {
                plain = false;
                escape(window, stop, quote)?.1
            }
            Some(b'\r') if quote.is_long() => {
                plain = false;
                stop + 1
            }
            Some(b'"') => return Ok((stop + 1, plain)),
            Some(b'\'') if !quote.is_long() || long_begins(window, stop)? => return Ok((stop + quote.len(), plain)),
            Some(b'\'') => stop + 1,
            Some(_) => return Err(ScanStop::Error(ErrorCode::ControlUnescaped, stop)),
        };
    }
}

/// Appends the unescaped text to `out`. `text` has its quotes, and [`scan`] has checked it.
pub(crate) fn unescape(text: Window, quote: Quote, out: &mut Vec<u8>) -> Scan<()> {
    // Unescaped text is never longer.
    out.try_reserve(text.bytes.len()).map_err(|_| ScanStop::Error(ErrorCode::MemoryRefused, 0))?;
    let mut at = 0;
    loop {
        at = unescape_one(text, at + quote.len(), quote, out)?;
        if at == text.bytes.len() {
            return Ok(());
        }
        at = blank::skip(text, at, &mut PassedComments::default())?;
    }
}

fn unescape_one(text: Window, mut at: usize, quote: Quote, out: &mut Vec<u8>) -> Scan<usize> {
    loop {
        let stop = text.run(quote.class(), at);
        out.extend_from_slice(&text.bytes[at..stop]);
        at = match text.bytes[stop] {
            b'\\' => {
                let (code, next) = escape(text, stop, quote)?;
                match code {
                    Some(code) if quote.is_clob() => out.push(code as u8),
                    Some(code) => push(code, out),
                    None => {}
                }
                next
            }
            b'\r' => {
                out.push(b'\n');
                stop + 1 + usize::from(text.bytes[stop + 1] == b'\n')
            }
            b'\'' if quote.is_long() && !long_begins(text, stop)? => {
                out.push(b'\'');
                stop + 1
            }
            _ => return Ok(stop + quote.len()),
        };
    }
}

fn push(code: u32, out: &mut Vec<u8>) {
    let scalar = char::from_u32(code).expect("`escape` refuses other numbers");
    out.extend_from_slice(scalar.encode_utf8(&mut [0; 4]).as_bytes());
}

/// The code point of the escape at `at`, `None` for an escaped line end, and the place after it.
fn escape(window: Window, at: usize, quote: Quote) -> Scan<(Option<u32>, usize)> {
    let error = |code| Err(ScanStop::Error(code, at));
    let Some(letter) = window.get(at + 1)? else { return error(ErrorCode::EscapeIncomplete) };
    let code = match letter {
        b'0' => 0,
        b'a' => 0x07,
        b'b' => 0x08,
        b't' => 0x09,
        b'n' => 0x0A,
        b'v' => 0x0B,
        b'f' => 0x0C,
        b'r' => 0x0D,
        b'"' | b'\'' | b'?' | b'/' | b'\\' => u32::from(letter),
        b'\n' => return Ok((None, at + 2)),
        b'\r' => return Ok((None, at + 2 + usize::from(window.get(at + 2)? == Some(b'\n')))),
        b'x' => return Ok((Some(hex(window, at, 2)?), at + 4)),
        b'u' if !quote.is_clob() => return code_unit(window, at),
        b'U' if !quote.is_clob() => {
            return match hex(window, at, 8)? {
                0xD800..=0xDFFF => error(ErrorCode::SurrogateLone),
                0x11_0000.. => error(ErrorCode::IonEscapeAboveMax),
                code => Ok((Some(code), at + 10)),
            };
        }
        _ => return error(ErrorCode::EscapeUnknown),
    };
    Ok((Some(code), at + 2))
}

/// The code point of a `\u` escape, or of two that are a surrogate pair.
fn code_unit(window: Window, at: usize) -> Scan<(Option<u32>, usize)> {
    let lone = Err(ScanStop::Error(ErrorCode::SurrogateLone, at));
    match hex(window, at, 4)? {
        high @ 0xD800..=0xDBFF => {
            if !window.has(at + 6, b"\\u")? {
                return lone;
            }
            match hex(window, at + 6, 4)? {
                low @ 0xDC00..=0xDFFF => Ok((Some(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)), at + 12)),
                _ => lone,
            }
        }
        0xDC00..=0xDFFF => lone,
        code => Ok((Some(code), at + 6)),
    }
}

/// The number of the hexadecimal digits after the backslash at `at` and a letter.
fn hex(window: Window, at: usize, len: usize) -> Scan<u32> {
    let mut number = 0;
    for place in at + 2..at + 2 + len {
        let Some(byte) = window.get(place)? else { return Err(ScanStop::Error(ErrorCode::EscapeIncomplete, at)) };
        let Some(digit) = char::from(byte).to_digit(16) else {
            return Err(ScanStop::Error(ErrorCode::IonEscapeDigits, at));
        };
        number = number << 4 | digit;
    }
    Ok(number)
}

pub(crate) const IN_SYMBOL: ByteClass = ByteClass::all_but(&stops(b'\'', true)).with_non_ascii();
pub(crate) const IN_SHORT: ByteClass = ByteClass::all_but(&stops(b'"', true)).with_non_ascii();
const IN_LONG: ByteClass = ByteClass::all_but(&stops(b'\'', false)).with_non_ascii();

/// The quote, the backslash and all controls but tab, vertical tab, form feed and, where lines may end, line feed.
const fn stops(quote: u8, at_lines: bool) -> [u8; 31] {
    // Places that are not needed repeat the quote.
    let mut stops = [quote; 31];
    stops[0] = b'\\';
    let (mut byte, mut len) = (0, 1);
    while byte < 0x20 {
        let plain = matches!(byte, b'\t' | 0x0B | 0x0C) || byte == b'\n' && !at_lines;
        if !plain {
            stops[len] = byte;
            len += 1;
        }
        byte += 1;
    }
    stops
}
