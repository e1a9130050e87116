//! Ion numbers as JSON numbers, with all digits.

use stringmill_numbers::{decimal_of_bits, nearest_float};
use stringmill_outcome::{Error, ErrorCode};
use stringmill_output::{Output, ShortText};

/// Writes an int, decimal or finite float. Text that is a JSON number stays unchanged. Otherwise drops underscores and
/// a point without a digit after it, and replaces the `d` of a decimal by `e`.
///
/// # Errors
///
/// [`ErrorCode::LimitStringLen`] at the digit of an int of base 2 or 16 past
/// [`LONG_BITS_MAX`](stringmill_numbers::LONG_BITS_MAX).
#[inline]
pub(crate) fn write(out: &mut Output, text: &[u8]) -> Result<(), Error> {
    if let Some((digits, radix)) = based(text) {
        return write_based(out, text, digits, radix);
    }
    if is_json(text) {
        out.put(text);
        return Ok(());
    }
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'_' => {}
            b'd' | b'D' => out.put_byte(b'e'),
            b'.' if !text.get(at + 1).is_some_and(u8::is_ascii_digit) => {}
            byte => out.put_byte(byte),
        }
    }
    Ok(())
}

/// Whether a float is `nan`, `+inf` or `-inf`.
pub(crate) fn is_special(text: &[u8]) -> bool {
    matches!(text.last(), Some(b'n' | b'f'))
}

/// Whether a float exceeds the largest finite double, such as `1e400`; its value is then an infinity. `None` if the
/// system refuses memory.
pub(crate) fn overflows(text: &[u8]) -> Option<bool> {
    let exponent = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if text.len() < FINITE_LEN && exponent < FINITE_EXPONENT_LEN {
        return Some(false);
    }
    let mut plain = String::new();
    plain.try_reserve_exact(text.len()).ok()?;
    plain.extend(text.iter().filter(|&&byte| byte != b'_').map(|&byte| char::from(byte)));
    Some(nearest_float(plain.as_bytes()).is_some_and(f64::is_infinite))
}

/// A text shorter than this with an exponent of fewer digits is finite: the value is below 1e300.
const FINITE_LEN: usize = 200;
const FINITE_EXPONENT_LEN: usize = 3;

/// Whether the text of an int of base 10, a decimal or a float is a JSON number.
#[inline]
fn is_json(text: &[u8]) -> bool {
    let Some(short) = ShortText::of(text) else { return is_json_by_bytes(text) };
    // Exponents are rare.
    let has_exponent = short.has(b'e') || short.has(b'E');
    match has_exponent {
        true => is_json_by_bytes(text),
        false => text.last() != Some(&b'.') && !short.has(b'_') && !short.has(b'd') && !short.has(b'D'),
    }
}

fn is_json_by_bytes(text: &[u8]) -> bool {
    let mut before = 0;
    for &byte in text {
        if matches!(byte, b'_' | b'd' | b'D') || before == b'.' && !byte.is_ascii_digit() {
            return false;
        }
        before = byte;
    }
    before != b'.'
}

/// The digits of an int of base 2 or 16.
pub(crate) fn based(text: &[u8]) -> Option<(&[u8], u32)> {
    match text.strip_prefix(b"-").unwrap_or(text) {
        [b'0', b'x' | b'X', digits @ ..] => Some((digits, 16)),
        [b'0', b'b' | b'B', digits @ ..] => Some((digits, 2)),
        _ => None,
    }
}

fn write_based(out: &mut Output, text: &[u8], digits: &[u8], radix: u32) -> Result<(), Error> {
    let len = out.len();
    if text[0] == b'-' && digits.iter().any(|&digit| !matches!(digit, b'0' | b'_')) {
        out.put_byte(b'-');
    }
    let written = decimal_of_bits(digits, radix.trailing_zeros(), |piece| out.put(piece));
    written.or_else(|error| {
        out.truncate(len);
        if error.code == ErrorCode::MemoryRefused {
            out.refuse();
            return Ok(());
        }
        Err(Error { offset: error.offset + (text.len() - digits.len()) as u64, ..error })
    })
}
