//! Digits and decimal exponent of the text of a float.

/// A value that is not negative: its digits, the first of them followed by a point, times ten to the exponent.
pub(crate) struct Decimal {
    digits: [u8; DIGITS_MAX],
    len: usize,
    pub(crate) exponent: i16,
}

/// The most digits that a float of 64 bits needs.
const DIGITS_MAX: usize = 17;

impl Decimal {
    /// Takes the text of a float apart, whatever notation it is in: `0.0015`, `150.0`, `1.5e-7`. Its sign is passed
    /// over, and zero has the digit 0.
    pub(crate) fn of(text: &[u8]) -> Self {
        let (mantissa, written) = match text.iter().rposition(|&byte| byte == b'e') {
            Some(at) => (&text[..at], signed(&text[at + 1..])),
            None => (text, 0),
        };
        let mut decimal = Decimal { digits: [b'0'; DIGITS_MAX], len: 1, exponent: 0 };
        // Digits from the first one that is not zero on, and those of them that stand before the point; where a zero
        // stands behind the point before all of them, that is one fewer than none.
        let (mut seen, mut before_point, mut point) = (0, 0, false);
        for &byte in mantissa.iter().filter(|&&byte| byte != b'-') {
            match byte {
                b'.' => point = true,
                b'0' if seen == 0 => before_point -= i16::from(point),
                _ => {
                    if byte != b'0' {
                        // Zeros at the end are no digits; nor are there others past the most.
                        decimal.digits[seen] = byte;
                        decimal.len = seen + 1;
                    }
                    seen += 1;
                    before_point += i16::from(!point);
                }
            }
        }
        if seen > 0 {
            decimal.exponent = written + before_point - 1;
        }
        decimal
    }

    /// Without zeros at the end; `0` for zero.
    pub(crate) fn digits(&self) -> &[u8] {
        &self.digits[..self.len]
    }
}

/// An exponent with its sign.
fn signed(text: &[u8]) -> i16 {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let magnitude = digits.iter().fold(0, |number, digit| 10 * number + i16::from(digit - b'0'));
    if text.starts_with(b"-") { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation() {
        for (text, digits, exponent) in [
            ("0.0", "0", 0),
            ("-0.0", "0", 0),
            ("1.0", "1", 0),
            ("-10.0", "1", 1),
            ("1500.0", "15", 3),
            ("150.25", "15025", 2),
            ("100.001", "100001", 2),
            ("0.5", "5", -1),
            ("0.0015", "15", -3),
            ("-0.000010203", "10203", -5),
            ("1e+16", "1", 16),
            ("1.5e300", "15", 300),
            ("5e-324", "5", -324),
            ("-1.2345678901234567e-7", "12345678901234567", -7),
            ("12345678901234568", "12345678901234568", 16),
        ] {
            let found = Decimal::of(text.as_bytes());
            assert_eq!((found.digits(), found.exponent), (digits.as_bytes(), exponent), "{text}");
        }
    }
}
