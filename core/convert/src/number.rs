//! The text of an Ion number as a JSON number, digit for digit.

use stringmill_output::{Output, Short};

/// Writes an int, decimal or float that is not special. Where its text is a JSON number, that is what is written; else
/// underscores go, a point with no digit behind it goes, and the `d` of a decimal becomes an `e`.
///
/// `None` where it is an int of base 2 or 16 with more than [`DIGITS_MAX`] digits.
#[inline]
pub(crate) fn write(out: &mut Output, text: &[u8]) -> Option<()> {
    if let Some((digits, radix)) = based(text) {
        return write_based(out, text[0] == b'-', digits, radix);
    }
    if is_json(text) {
        out.put(text);
        return Some(());
    }
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'_' => {}
            b'd' | b'D' => out.put_byte(b'e'),
            b'.' if !text.get(at + 1).is_some_and(u8::is_ascii_digit) => {}
            byte => out.put_byte(byte),
        }
    }
    Some(())
}

/// Whether a float is written as `nan`, `+inf` or `-inf`.
pub(crate) fn is_special(text: &[u8]) -> bool {
    matches!(text.last(), Some(b'n' | b'f'))
}

/// Whether the digits of a float exceed the largest finite double, as in `1e400`. Its value is then an infinity. `None` if the
/// system refuses memory.
pub(crate) fn overflows(text: &[u8]) -> Option<bool> {
    let exponent = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if text.len() < FINITE_LEN && exponent < FINITE_EXPONENT_LEN {
        return Some(false);
    }
    let mut plain = String::new();
    plain.try_reserve_exact(text.len()).ok()?;
    plain.extend(text.iter().filter(|&&byte| byte != b'_').map(|&byte| char::from(byte)));
    Some(plain.parse().is_ok_and(f64::is_infinite))
}

/// A float has fewer than 310 digits before its point if it is finite, so a shorter text with an exponent of fewer than
/// three digits is.
const FINITE_LEN: usize = 200;
const FINITE_EXPONENT_LEN: usize = 3;

/// Whether the text of an Ion int of base 10, decimal or float is a JSON number too.
#[inline]
fn is_json(text: &[u8]) -> bool {
    let Some(short) = Short::of(text) else { return is_json_by_bytes(text) };
    // A point before an exponent is rare, and so is an exponent.
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

/// The digits of an int of another base that are made decimal: the time grows with their square.
pub(crate) const DIGITS_MAX: usize = 1 << 17;

fn write_based(out: &mut Output, negative: bool, digits: &[u8], radix: u32) -> Option<()> {
    if digits.len() > DIGITS_MAX {
        return None;
    }
    // Each is a digit of base 10^19, the least first.
    let shift = radix.trailing_zeros();
    let mut parts: Vec<u64> = Vec::new();
    // Each part has more than 63 bits.
    if parts.try_reserve_exact(digits.len() * shift as usize / 63 + 2).is_err() {
        out.refuse();
        return Some(());
    }
    parts.push(0);
    let (mut word, mut bits) = (0u64, 0);
    let mut take = |word: u64, bits: u32| {
        let mut carry = u128::from(word);
        for part in &mut parts {
            carry += u128::from(*part) << bits;
            (*part, carry) = ((carry % PART) as u64, carry / PART);
        }
        if carry > 0 {
            parts.push(carry as u64);
        }
    };
    for digit in digits.iter().filter_map(|&byte| char::from(byte).to_digit(radix)) {
        word = word << shift | u64::from(digit);
        bits += shift;
        if bits == 60 {
            take(word, bits);
            (word, bits) = (0, 0);
        }
    }
    take(word, bits);
    if negative && parts.iter().any(|&part| part != 0) {
        out.put_byte(b'-');
    }
    let mut parts = parts.iter().rev();
    if let Some(first) = parts.next() {
        out.put(first.to_string().as_bytes());
    }
    for part in parts {
        out.put(format!("{part:019}").as_bytes());
    }
    Some(())
}

const PART: u128 = 10_000_000_000_000_000_000;
