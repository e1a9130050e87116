//! Ion numbers as JSON numbers, with all digits.

use stringmill_output::{Output, Short};

/// Writes an int, decimal or finite float. Text that is a JSON number stays unchanged. Otherwise drops underscores and a
/// point without a digit after it, and replaces the `d` of a decimal by `e`.
///
/// `None` for an int of base 2 or 16 with more than [`DIGITS_MAX`] digits.
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

/// Whether a float is `nan`, `+inf` or `-inf`.
pub(crate) fn is_special(text: &[u8]) -> bool {
    matches!(text.last(), Some(b'n' | b'f'))
}

/// Whether a float exceeds the largest finite double, such as `1e400`; its value is then an infinity. `None` if the system
/// refuses memory.
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

/// A text shorter than this with an exponent of fewer digits is finite: the value is below 1e300.
const FINITE_LEN: usize = 200;
const FINITE_EXPONENT_LEN: usize = 3;

/// Whether the text of an int of base 10, a decimal or a float is a JSON number.
#[inline]
fn is_json(text: &[u8]) -> bool {
    let Some(short) = Short::of(text) else { return is_json_by_bytes(text) };
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

/// The most digits of an int of base 2 or 16; the conversion to base 10 takes quadratic time.
pub(crate) const DIGITS_MAX: usize = 1 << 17;

fn write_based(out: &mut Output, negative: bool, digits: &[u8], radix: u32) -> Option<()> {
    if digits.len() > DIGITS_MAX {
        return None;
    }
    // Digits of base 10^19, least significant first.
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
