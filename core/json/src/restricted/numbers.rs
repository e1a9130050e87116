//! Numbers that are refused.
//! Standard: RFC 7493, section 2.2; PostgreSQL, `set_var_from_str` and `make_result` of numeric.c.

use super::rules::Restrictions;
use crate::reader::Number;
use stringmill_outcome::ErrorCode;

/// The greatest integer of I-JSON.
const EXACT_MAX: u64 = (1 << 53) - 1;
/// No integer with fewer digits exceeds [`EXACT_MAX`].
const EXACT_DIGITS: usize = 16;
/// A number without an exponent and with fewer bytes is a finite double.
const FINITE_LEN: usize = 308;

/// The most decimal places of a `numeric`, and the highest power of ten of its first digit.
const SCALE_MAX: i64 = (1 << 14) - 1;
const POWER_MAX: i64 = 4 * (1 << 15) - 1;
/// Exponents from this on are refused by themselves.
const EXPONENT_END: i64 = i32::MAX as i64 / 2;

/// Judges a number.
pub(super) fn check(restrictions: Restrictions, number: &Number<'_>) -> Result<(), ErrorCode> {
    if restrictions.i_json {
        double(number)?;
    }
    if restrictions.jsonb && (!number.is_integer() || number.text().len() as i64 > SCALE_MAX) {
        numeric(number.text())?;
    }
    Ok(())
}

/// Whether a double holds an integer, and every one near it, or is near another number.
fn double(number: &Number<'_>) -> Result<(), ErrorCode> {
    let text = number.text();
    if number.is_integer() {
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        let is_exact = digits.len() < EXACT_DIGITS || digits.len() == EXACT_DIGITS && whole(digits) <= EXACT_MAX;
        return if is_exact { Ok(()) } else { Err(ErrorCode::JsonIntegerInexact) };
    }
    let may_overflow = text.len() > FINITE_LEN || text.iter().any(|&byte| byte | 0x20 == b'e');
    if may_overflow && number.f64().is_infinite() { Err(ErrorCode::NumberOverflow) } else { Ok(()) }
}

/// The value of at most 19 digits.
fn whole(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |value, digit| 10 * value + u64::from(digit - b'0'))
}

/// Whether a `numeric` has room for all digits of a number.
fn numeric(text: &[u8]) -> Result<(), ErrorCode> {
    let (mantissa, exponent) = match text.iter().position(|byte| byte | 0x20 == b'e') {
        Some(at) => (&text[..at], exponent(&text[at + 1..])),
        None => (text, 0),
    };
    let mantissa = mantissa.strip_prefix(b"-").unwrap_or(mantissa);
    let point = mantissa.iter().position(|&byte| byte == b'.').unwrap_or(mantissa.len());
    let scale = mantissa.len().saturating_sub(point + 1) as i64 - exponent;
    let power = match mantissa.iter().position(|byte| matches!(byte, b'1'..=b'9')) {
        Some(first) if first < point => (point - first - 1) as i64 + exponent,
        Some(first) => exponent - (first - point) as i64,
        None => 0,
    };
    let has_room = exponent.abs() < EXPONENT_END && scale <= SCALE_MAX && power <= POWER_MAX;
    if has_room { Ok(()) } else { Err(ErrorCode::JsonNumberRange) }
}

/// The value of an exponent with its sign, or one that is far too great.
fn exponent(text: &[u8]) -> i64 {
    let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    let far = |value: i64| value.min(EXPONENT_END);
    let value = digits.iter().fold(0, |value, digit| far(10 * value + i64::from(digit - b'0')));
    if text.first() == Some(&b'-') { -value } else { value }
}
