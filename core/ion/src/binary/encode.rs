//! Writes scalars of binary Ion, each in its shortest form.

use super::timestamp::shift;
use crate::grammar::timestamp::{Precision, Timestamp};
use crate::kind::Kind;
use crate::value::{Decimal, Int, whole_digits};
use crate::write_error::WriteError;
use stringmill_numbers::bytes_of_decimal;
use stringmill_output::Output;

/// The type code of a value.
pub(crate) fn code(kind: Kind) -> u8 {
    match kind {
        Kind::Null => 0,
        Kind::Bool => 1,
        Kind::Int => 2,
        Kind::Float => 4,
        Kind::Decimal => 5,
        Kind::Timestamp => 6,
        Kind::Symbol => 7,
        Kind::String => 8,
        Kind::Clob => 9,
        Kind::Blob => 10,
        Kind::List => 11,
        Kind::Sexp => 12,
        Kind::Struct => 13,
    }
}

/// The type code of annotations and their value.
pub(crate) const WRAPPER: u8 = 14;

/// Writes a type descriptor and a length.
#[inline]
pub(crate) fn head(out: &mut Output, code: u8, len: usize) {
    if len < 14 {
        out.put_byte(code << 4 | len as u8);
    } else {
        out.put_byte(code << 4 | 14);
        var_uint(out, len as u64);
    }
}

/// The length of what [`head`] writes.
pub(crate) fn head_len(len: usize) -> usize {
    if len < 14 { 1 } else { 1 + (usize::BITS - len.leading_zeros()).div_ceil(7) as usize }
}

#[inline]
pub(crate) fn var_uint(out: &mut Output, value: u64) {
    if value < 0x80 {
        return out.put_byte(value as u8 | 0x80);
    }
    let groups = (u64::BITS - value.leading_zeros()).div_ceil(7);
    for group in (0..groups).rev() {
        let bits = (value >> (7 * group)) as u8 & 0x7F;
        out.put_byte(if group == 0 { bits | 0x80 } else { bits });
    }
}

fn var_int(out: &mut Output, negative: bool, magnitude: u64) {
    let sign = if negative { 0x40 } else { 0 };
    // The first byte has six bits of the magnitude.
    let groups = (u64::BITS - (magnitude >> 6).leading_zeros()).div_ceil(7);
    for group in (0..=groups).rev() {
        let mut bits = (magnitude >> (7 * group).min(63)) as u8 & 0x7F;
        if group == groups {
            bits = bits & 0x3F | sign;
        }
        out.put_byte(if group == 0 { bits | 0x80 } else { bits });
    }
}

/// Writes an int of 64 bits or a symbol ID: a type code and the bytes of the magnitude.
#[inline]
pub(crate) fn uint(out: &mut Output, code: u8, value: u64) {
    let zeros = value.leading_zeros() as usize / 8;
    out.put_byte(code << 4 | (8 - zeros) as u8);
    out.put(&value.to_be_bytes()[zeros..]);
}

/// Writes an int.
pub(crate) fn int(out: &mut Output, int: &Int<'_>) -> Result<(), WriteError> {
    let code = |is_zero: bool| if int.negative && !is_zero { 3 } else { 2 };
    if let Some(value) = int.magnitude() {
        uint(out, code(value == 0), value);
        return Ok(());
    }
    let mut bytes = Vec::new();
    match int.radix {
        10 => bytes_of_decimal(int.digits, &mut bytes).map_err(WriteError::of_number)?,
        radix => bytes_of_bits(int.digits, radix.trailing_zeros(), &mut bytes)?,
    }
    head(out, code(bytes.is_empty()), bytes.len());
    out.put(&bytes);
    Ok(())
}

/// The magnitude of digits of `bits` bits each, most significant byte first, without leading zeros.
fn bytes_of_bits(digits: &[u8], bits: u32, bytes: &mut Vec<u8>) -> Result<(), WriteError> {
    let per_byte = (8 / bits) as usize;
    bytes.try_reserve_exact(digits.len() / per_byte + 1).map_err(|_| WriteError::MemoryRefused)?;
    let (first, rest) = digits.split_at(digits.len() % per_byte);
    let pieces = [first].into_iter().chain(rest.chunks(per_byte)).filter(|piece| !piece.is_empty());
    let values = pieces.map(|piece| {
        piece.iter().fold(0u32, |value, &digit| value << bits | char::from(digit).to_digit(16).unwrap_or(0)) as u8
    });
    bytes.extend(values.skip_while(|&byte| byte == 0));
    Ok(())
}

/// Writes a float, in four bytes if these suffice.
pub(crate) fn float(out: &mut Output, value: f64) {
    let short = value as f32;
    if value.to_bits() == 0 {
        out.put_byte(0x40);
    } else if value.is_nan() {
        out.put(&[0x44, 0x7F, 0xC0, 0, 0]);
    } else if f64::from(short).to_bits() == value.to_bits() {
        out.put_byte(0x44);
        out.put(&short.to_be_bytes());
    } else {
        float64(out, value);
    }
}

/// Writes a float in 64 bits, but zero without bytes.
pub(crate) fn float64(out: &mut Output, value: f64) {
    if value.to_bits() == 0 {
        return out.put_byte(0x40);
    }
    out.put_byte(0x48);
    out.put(&value.to_be_bytes());
}

/// Writes a decimal; `body` is cleared and used.
pub(crate) fn decimal(out: &mut Output, body: &mut Output, value: &Decimal<'_>) -> Result<(), WriteError> {
    let exponent = value.exponent.ok_or(WriteError::ExponentRange)?;
    body.truncate(0);
    let is_zero = value.coefficient == b"0" && !value.negative;
    if !is_zero || exponent != 0 {
        var_int(body, exponent < 0, exponent.unsigned_abs());
        coefficient(body, value.negative, value.coefficient)?;
    }
    head(out, code(Kind::Decimal), body.len());
    out.put(body.written());
    Ok(())
}

/// Writes an Int field: sign and magnitude; nothing for positive zero.
fn coefficient(out: &mut Output, negative: bool, digits: &[u8]) -> Result<(), WriteError> {
    let mut bytes = Vec::new();
    let word;
    let magnitude = if digits.len() <= 19 {
        word = whole_digits(digits).to_be_bytes();
        &word[word.iter().take_while(|&&byte| byte == 0).count()..]
    } else {
        bytes_of_decimal(digits, &mut bytes).map_err(WriteError::of_number)?;
        &bytes
    };
    let sign = if negative { 0x80 } else { 0 };
    match magnitude.split_first() {
        Some((&first, rest)) if first < 0x80 => {
            out.put_byte(first | sign);
            out.put(rest);
        }
        None if !negative => {}
        _ => {
            out.put_byte(sign);
            out.put(magnitude);
        }
    }
    Ok(())
}

/// Writes a timestamp, in UTC; `body` is cleared and used.
pub(crate) fn timestamp(out: &mut Output, body: &mut Output, value: &Timestamp<'_>) -> Result<(), WriteError> {
    let mut utc = *value;
    body.truncate(0);
    match value.offset {
        Some(minutes) => {
            var_int(body, minutes < 0, minutes.unsigned_abs().into());
            // Readers refuse times that leave the years 1 to 9999.
            let _ = shift(&mut utc, -minutes);
        }
        None => var_int(body, true, 0),
    }
    var_uint(body, utc.year.into());
    let fields = [utc.month, utc.day, utc.hour, utc.minute, utc.second];
    let len = match utc.precision {
        Precision::Year => 0,
        Precision::Month => 1,
        Precision::Day => 2,
        Precision::Minute => 4,
        Precision::Second => 5,
    };
    fields[..len].iter().for_each(|&field| var_uint(body, field.into()));
    if !utc.fraction.is_empty() {
        var_int(body, true, utc.fraction.len() as u64);
        coefficient(body, false, utc.fraction)?;
    }
    head(out, code(Kind::Timestamp), body.len());
    out.put(body.written());
    Ok(())
}
