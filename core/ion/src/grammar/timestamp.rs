//! The whole grammar of timestamps, field by field, and their parser.
//! Standard: Amazon Ion 1.0, timestamps. Years 1 to 9999, both as written and in UTC; no leap seconds.

use crate::grammar::window::{Scan, ScanStop, Window};
use stringmill_kernels::{ByteClass, Bytes16};
use stringmill_outcome::ErrorCode;

/// The last field of a timestamp. The timestamp has all earlier fields, too.
///
/// ```
/// use stringmill::ion::{Event, Precision, Reader};
///
/// let mut reader = Reader::new(b"2024-02T");
/// reader.next()?;
/// assert_eq!(reader.timestamp().unwrap().precision, Precision::Month);
/// assert!(Precision::Month < Precision::Day);
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // The names are the fields.
pub enum Precision {
    Year,
    Month,
    Day,
    Minute,
    Second,
}

/// A timestamp with its fields as written, in local time. Absent fields have their smallest value.
///
/// ```
/// use stringmill::ion::Reader;
///
/// let mut reader = Reader::new(b"2024-02-29T23:59:30.50+01:00");
/// reader.next()?;
/// let time = reader.timestamp().unwrap();
/// assert_eq!((time.year, time.month, time.day, time.hour), (2024, 2, 29, 23));
/// assert_eq!((time.fraction, time.offset), (&b"50"[..], Some(60)));
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timestamp<'a> {
    /// The last field that is present.
    pub precision: Precision,
    /// 1 to 9999.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// The digits after the decimal point of the second, including trailing zeros; empty without a point.
    pub fraction: &'a [u8],
    /// Minutes from UTC to local time; `None` if unknown: `-00:00`, or no time of day.
    pub offset: Option<i16>,
}

/// The end of the timestamp at `start` if it is well-formed, has seconds and is in UTC; otherwise `None`, and the
/// caller has to call [`scan`].
#[inline]
pub(crate) fn plain_end(bytes: &[u8], start: usize) -> Option<usize> {
    let text = bytes.get(start..)?.first_chunk::<20>()?;
    let (first, _) = text.split_first_chunk::<16>()?;
    let marks = (text[4], text[7], text[10], text[13], text[16]);
    let has_digits = Bytes16::of(first).not_digit() == 0b0010_0100_1001_0000;
    if !has_digits
        || marks != (b'-', b'-', b'T', b':', b':')
        || !text[17].is_ascii_digit()
        || !text[18].is_ascii_digit()
    {
        return None;
    }
    let two = |at: usize| u16::from(text[at]) * 10 + u16::from(text[at + 1]) - 11 * u16::from(b'0');
    let (year, month, day) = (two(0) * 100 + two(2), two(5), two(8));
    let is_day = (1..=12).contains(&month) && (1..=days(year, month)).contains(&day);
    if !is_day || year == 0 || two(11) > 23 || two(14) > 59 || two(17) > 59 {
        return None;
    }
    let mut end = start + 19;
    if text[19] == b'.' {
        end += 1;
        while bytes.get(end)?.is_ascii_digit() {
            end += 1;
        }
        if end == start + 20 {
            return None;
        }
    }
    (*bytes.get(end)? == b'Z').then_some(end + 1)
}

/// The end of the timestamp at `start`, which begins with four digits and `-` or `T`.
pub(crate) fn scan(window: Window, start: usize) -> Scan<usize> {
    let year = number(&window.bytes[start..start + 4]);
    in_range(year, 1..=9999, start)?;
    let mut at = start + 4;
    if window.get(at)? == Some(b'T') {
        return Ok(at + 1);
    }
    let month = two_digits(window, at + 1, 1..=12)?;
    at += 3;
    match window.get(at)? {
        Some(b'T') => return Ok(at + 1),
        Some(b'-') => {}
        _ => return Err(ScanStop::Error(ErrorCode::TimestampMalformed, at)),
    }
    let day = two_digits(window, at + 1, 1..=days(year, month))?;
    at += 3;
    if window.get(at)? != Some(b'T') {
        return Ok(at);
    }
    at += 1;
    if !window.get(at)?.is_some_and(|byte| byte.is_ascii_digit()) {
        return Ok(at);
    }
    time_end(window, at, (year, month, day))
}

/// The end of the time of day at `at`, with its offset, on this date.
fn time_end(window: Window, mut at: usize, date: (u16, u16, u16)) -> Scan<usize> {
    let hour = two_digits(window, at, 0..=23)?;
    expect(window, at + 2, b':')?;
    let minute = two_digits(window, at + 3, 0..=59)?;
    at += 5;
    if window.get(at)? == Some(b':') {
        two_digits(window, at + 1, 0..=59)?;
        at += 3;
        if window.get(at)? == Some(b'.') {
            let end = window.run(&ByteClass::DIGITS, at + 1);
            if end == at + 1 {
                window.get(end)?;
                return Err(ScanStop::Error(ErrorCode::TimestampMalformed, end));
            }
            at = end;
        }
    }
    let east = match window.get(at)? {
        Some(b'Z') => return Ok(at + 1),
        Some(b'+') => true,
        Some(b'-') => false,
        _ => return Err(ScanStop::Error(ErrorCode::TimestampMalformed, at)),
    };
    let hours = two_digits(window, at + 1, 0..=23)?;
    expect(window, at + 3, b':')?;
    let offset = hours * 60 + two_digits(window, at + 4, 0..=59)?;
    let minutes = hour * 60 + minute;
    let is_out_of_range = match date {
        (1, 1, 1) => east && minutes < offset,
        (9999, 12, 31) => !east && minutes + offset >= 24 * 60,
        _ => false,
    };
    if is_out_of_range { Err(ScanStop::Error(ErrorCode::TimestampRange, at)) } else { Ok(at + 6) }
}

impl<'a> Timestamp<'a> {
    /// Parses a text that [`scan`] has checked.
    pub(crate) fn of(text: &'a [u8]) -> Self {
        let field = |at: usize| number(&text[at..at + 2]) as u8;
        let mut timestamp = Timestamp {
            precision: Precision::Year,
            year: number(&text[..4]),
            month: 1,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
            fraction: &[],
            offset: None,
        };
        if text.len() >= 8 {
            timestamp.precision = Precision::Month;
            timestamp.month = field(5);
        }
        if text.len() >= 10 {
            timestamp.precision = Precision::Day;
            timestamp.day = field(8);
        }
        if text.len() <= 11 {
            return timestamp;
        }
        timestamp.precision = Precision::Minute;
        timestamp.hour = field(11);
        timestamp.minute = field(14);
        let mut at = 16;
        if text[at] == b':' {
            timestamp.precision = Precision::Second;
            timestamp.second = field(17);
            at = 19;
        }
        if text[at] == b'.' {
            let end = at + 1 + text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            timestamp.fraction = &text[at + 1..end];
            at = end;
        }
        timestamp.offset = match text[at] {
            b'Z' => Some(0),
            sign => {
                let minutes = i16::from(field(at + 1)) * 60 + i16::from(field(at + 4));
                match sign {
                    b'+' => Some(minutes),
                    _ if minutes == 0 => None,
                    _ => Some(-minutes),
                }
            }
        };
        timestamp
    }
}

fn number(digits: &[u8]) -> u16 {
    digits.iter().fold(0, |number, digit| number * 10 + u16::from(digit - b'0'))
}

fn two_digits(window: Window, at: usize, range: std::ops::RangeInclusive<u16>) -> Scan<u16> {
    for place in at..at + 2 {
        if !window.get(place)?.is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(ScanStop::Error(ErrorCode::TimestampMalformed, place));
        }
    }
    let value = number(&window.bytes[at..at + 2]);
    in_range(value, range, at).map(|()| value)
}

fn in_range(value: u16, range: std::ops::RangeInclusive<u16>, at: usize) -> Scan<()> {
    if range.contains(&value) { Ok(()) } else { Err(ScanStop::Error(ErrorCode::TimestampRange, at)) }
}

fn expect(window: Window, at: usize, byte: u8) -> Scan<()> {
    if window.get(at)? == Some(byte) { Ok(()) } else { Err(ScanStop::Error(ErrorCode::TimestampMalformed, at)) }
}

/// The number of days of a month.
pub(crate) fn days(year: u16, month: u16) -> u16 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}
