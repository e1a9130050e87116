//! The whole grammar of numbers: where one ends, and which error it has.
//! Standard: Amazon Ion 1.0, text encoding. Leading zeros are errors; underscores are allowed between digits, but not
//! in an exponent. After a number must come a bracket, comma, quote, white space or the end of the input, but no
//! comment.

use crate::grammar::timestamp;
use crate::grammar::window::{Scan, ScanStop, Window};
use crate::kind::Kind;
use stringmill_kernels::{ByteClass, Tier};
use stringmill_outcome::{Error, ErrorCode};

/// The kind and the end of the number at `start`, which begins with a digit, or a minus and a digit.
pub(crate) fn scan(window: Window, start: usize) -> Scan<(Kind, usize)> {
    let negative = window.bytes[start] == b'-';
    let first = start + usize::from(negative);
    if window.bytes[first] == b'0' {
        match window.get(first + 1)? {
            Some(b'x' | b'X') => return whole(window, digits(window, first + 2, &ByteClass::HEX)?),
            Some(b'b' | b'B') => return whole(window, digits(window, first + 2, &BITS)?),
            _ => {}
        }
    }
    let year_end = window.run(&ByteClass::DIGITS, first);
    if !negative && year_end - first == 4 && matches!(window.get(year_end)?, Some(b'-' | b'T')) {
        let end = timestamp::scan(window, start)?;
        return ended(window, end).map(|()| (Kind::Timestamp, end));
    }
    let mut end = digits(window, first, &ByteClass::DIGITS)?;
    if window.bytes[first] == b'0' && end - first > 1 {
        return Err(ScanStop::Error(ErrorCode::NumberLeadingZero, first + 1));
    }
    let mut kind = Kind::Int;
    if window.get(end)? == Some(b'.') {
        kind = Kind::Decimal;
        end += 1;
        if window.get(end)?.is_some_and(|byte| byte.is_ascii_digit()) {
            end = digits(window, end, &ByteClass::DIGITS)?;
        }
    }
    if let Some(mark @ (b'e' | b'E' | b'd' | b'D')) = window.get(end)? {
        kind = if mark | 0x20 == b'e' { Kind::Float } else { Kind::Decimal };
        let sign = matches!(window.get(end + 1)?, Some(b'+' | b'-'));
        let from = end + 1 + usize::from(sign);
        end = window.run(&ByteClass::DIGITS, from);
        if end == from {
            window.get(from)?;
            return Err(ScanStop::Error(ErrorCode::NumberDigitExpected, from));
        }
    }
    ended(window, end).map(|()| (kind, end))
}

fn whole(window: Window, end: usize) -> Scan<(Kind, usize)> {
    ended(window, end).map(|()| (Kind::Int, end))
}

/// The end of digits with single underscores between them.
fn digits(window: Window, mut at: usize, kind: &ByteClass) -> Scan<usize> {
    loop {
        if !window.get(at)?.is_some_and(|byte| kind.has(byte)) {
            return Err(ScanStop::Error(ErrorCode::NumberDigitExpected, at));
        }
        let end = window.run(kind, at);
        if window.get(end)? != Some(b'_') {
            return Ok(end);
        }
        at = end + 1;
    }
}

/// Checks that a text is a number or timestamp of this kind.
///
/// # Errors
///
/// If it is not, at the offset in `text`.
pub(crate) fn check(tier: Tier, kind: Kind, text: &[u8]) -> Result<(), Error> {
    if kind == Kind::Float && matches!(text, b"nan" | b"+inf" | b"-inf") {
        return Ok(());
    }
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    if !digits.first().is_some_and(u8::is_ascii_digit) {
        return Err(Error::new(ErrorCode::NumberDigitExpected, (text.len() - digits.len()) as u64));
    }
    match scan(Window { bytes: text, last: true, tier }, 0) {
        Ok((found, end)) if found == kind && end == text.len() => Ok(()),
        Ok((found, end)) => {
            let at = if found == kind { end } else { 0 };
            Err(Error::new(ErrorCode::IonNumberEnd, at as u64))
        }
        Err(stop) => Err(stop.error()),
    }
}

/// Checks that a number may end at `at`.
fn ended(window: Window, at: usize) -> Scan<()> {
    if may_end(window, at)? { Ok(()) } else { Err(ScanStop::Error(ErrorCode::IonNumberEnd, at)) }
}

/// Whether the input ends at `at`, or one of the fifteen stop characters is there.
pub(crate) fn may_end(window: Window, at: usize) -> Scan<bool> {
    Ok(window.get(at)?.is_none_or(|byte| STOPS.has(byte)))
}

const BITS: ByteClass = ByteClass::new(b"01");
pub(crate) const STOPS: ByteClass = ByteClass::new(b"{}[](),\"' \t\n\r\x0B\x0C");
