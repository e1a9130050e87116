//! Timestamps of binary Ion, in UTC, as Ion text, in local time.

use super::cursor::Cursor;
use super::magnitude::coefficient;
use crate::grammar::timestamp::{Precision, Timestamp, days};
use crate::grammar::window::{Scan, ScanStop};
use crate::spelling;
use std::ops::RangeInclusive;
use stringmill_kernels::Tier;
use stringmill_outcome::ErrorCode;
use stringmill_output::Output;

/// Writes a timestamp. `body` is at its first byte after the head, and ends with it.
pub(crate) fn spell(out: &mut Output, tier: Tier, mut body: Cursor<'_>) -> Scan<()> {
    let start = body.at;
    let offset = offset(&mut body)?;
    let mut fraction = Output::default();
    let mut stamp = fields(&mut body, &mut fraction)?;
    // The specification says to ignore an offset without a time of day.
    if stamp.precision >= Precision::Minute {
        stamp.offset = offset;
        if let Some(minutes) = offset.filter(|&minutes| minutes != 0) {
            shift(&mut stamp, minutes).ok_or(ScanStop::Error(ErrorCode::TimestampRange, start))?;
        }
    }
    stamp.fraction = fraction.written();
    if fraction.is_refused() {
        out.refuse();
        return Ok(());
    }
    spelling::timestamp(out, tier, &stamp).map_err(|_| ScanStop::Error(ErrorCode::TimestampRange, start))
}

/// Minutes from UTC to local time; `None` if unknown, which is negative zero.
fn offset(body: &mut Cursor<'_>) -> Scan<Option<i16>> {
    let start = body.at;
    match body.var_int()? {
        (true, 0) => Ok(None),
        (_, minutes) if minutes >= 24 * 60 => Err(ScanStop::Error(ErrorCode::TimestampRange, start)),
        (true, minutes) => Ok(Some(-(minutes as i16))),
        (false, minutes) => Ok(Some(minutes as i16)),
    }
}

/// The fields in UTC; the digits of the fraction go to `fraction`.
fn fields(body: &mut Cursor<'_>, fraction: &mut Output) -> Scan<Timestamp<'static>> {
    let mut stamp = Timestamp {
        precision: Precision::Year,
        year: field(body, 1..=9999)?,
        month: 1,
        day: 1,
        hour: 0,
        minute: 0,
        second: 0,
        fraction: &[],
        offset: None,
    };
    let more = |body: &Cursor<'_>| (body.at as u64) < body.end;
    if !more(body) {
        return Ok(stamp);
    }
    stamp.month = field(body, 1..=12)? as u8;
    stamp.precision = Precision::Month;
    if !more(body) {
        return Ok(stamp);
    }
    stamp.day = field(body, 1..=days(stamp.year, stamp.month.into()))? as u8;
    stamp.precision = Precision::Day;
    if !more(body) {
        return Ok(stamp);
    }
    stamp.hour = field(body, 0..=23)? as u8;
    if !more(body) {
        return Err(ScanStop::Error(ErrorCode::TimestampMalformed, body.at));
    }
    stamp.minute = field(body, 0..=59)? as u8;
    stamp.precision = Precision::Minute;
    if !more(body) {
        return Ok(stamp);
    }
    stamp.second = field(body, 0..=59)? as u8;
    stamp.precision = Precision::Second;
    if more(body) {
        fraction_digits(body, fraction)?;
    }
    Ok(stamp)
}

fn field(body: &mut Cursor<'_>, range: RangeInclusive<u16>) -> Scan<u16> {
    let start = body.at;
    let value = body.var_uint()?;
    let value = u16::try_from(value).ok().filter(|value| range.contains(value));
    value.ok_or(ScanStop::Error(ErrorCode::TimestampRange, start))
}

/// Writes the digits of a fraction of a second: a decimal that is at least 0 and less than 1.
fn fraction_digits(body: &mut Cursor<'_>, out: &mut Output) -> Scan<()> {
    let start = body.at;
    let exponent = body.var_int64()?;
    let mut digits = Output::default();
    let negative = coefficient(&mut digits, *body)?;
    let len = digits.written().len();
    let places = exponent.unsigned_abs();
    let is_zero = digits.written() == b"0";
    match exponent {
        _ if digits.is_refused() => out.refuse(),
        0.. if is_zero => {}
        // The number of digits is limited by the length of the value, so that a short input cannot make a long text.
        ..0 if places > FRACTION_MAX.max(3 * (body.end - body.at as u64)) => {
            return Err(ScanStop::Error(ErrorCode::LimitStringLen, start));
        }
        ..0 if len as u64 <= places && (!negative || is_zero) => {
            out.put_times(b'0', places as usize - len);
            out.put(digits.written());
        }
        _ => return Err(ScanStop::Error(ErrorCode::TimestampRange, start)),
    }
    Ok(())
}

/// Adds minutes to the fields, less than a day; `None` if the year leaves its range.
pub(crate) fn shift(stamp: &mut Timestamp<'_>, minutes: i16) -> Option<()> {
    const DAY: i16 = 24 * 60;
    let time = i16::from(stamp.hour) * 60 + i16::from(stamp.minute) + minutes;
    let of_day = time.rem_euclid(DAY);
    (stamp.hour, stamp.minute) = ((of_day / 60) as u8, (of_day % 60) as u8);
    if time >= DAY {
        (stamp.day, stamp.month, stamp.year) = match (stamp.day, stamp.month) {
            (day, month) if u16::from(day) < days(stamp.year, month.into()) => (day + 1, month, stamp.year),
            (_, 12) => (1, 1, stamp.year + 1),
            (_, month) => (1, month + 1, stamp.year),
        };
    } else if time < 0 {
        (stamp.day, stamp.month, stamp.year) = match (stamp.day, stamp.month) {
            (1, 1) => (31, 12, stamp.year - 1),
            (1, month) => (days(stamp.year, u16::from(month) - 1) as u8, month - 1, stamp.year),
            (day, month) => (day - 1, month, stamp.year),
        };
    }
    (1..=9999).contains(&stamp.year).then_some(())
}

/// The most digits of a fraction that any timestamp may have.
const FRACTION_MAX: u64 = 4096;
