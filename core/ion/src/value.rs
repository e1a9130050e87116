//! Numbers as sign, digits and exponent.

use stringmill_numbers::{DecimalText, nearest_float};

/// An int of any size.
///
/// ```
/// use stringmill::ion::Int;
///
/// let int = Int { negative: true, radix: 16, digits: b"ff" };
/// assert_eq!((int.to_i64(), int.to_u64()), (Some(-255), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int<'a> {
    /// Whether it has a minus sign; zero may have one too.
    pub negative: bool,
    /// 2, 10 or 16.
    pub radix: u32,
    /// Digits of the magnitude, at least one, without underscores.
    pub digits: &'a [u8],
}

impl Int<'_> {
    /// The int, if it fits in 64 bits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        let magnitude = self.magnitude()?;
        if self.negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
    }

    /// The int, if it fits in 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        self.magnitude().filter(|&magnitude| !self.negative || magnitude == 0)
    }

    /// The magnitude, if it fits in 64 bits.
    #[inline]
    pub(crate) fn magnitude(&self) -> Option<u64> {
        if self.radix == 10 && self.digits.len() <= DIGITS_THAT_FIT {
            return Some(whole_digits(self.digits));
        }
        self.any_magnitude()
    }

    fn any_magnitude(&self) -> Option<u64> {
        self.digits.iter().try_fold(0u64, |number, &digit| {
            let digit = char::from(digit).to_digit(self.radix).expect("a digit of the radix");
            number.checked_mul(u64::from(self.radix))?.checked_add(u64::from(digit))
        })
    }
}

/// A decimal: its coefficient times ten to its exponent.
///
/// ```
/// use stringmill::ion::{Decimal, Reader};
///
/// let mut reader = Reader::new(b"-1.50");
/// reader.next()?;
/// let price = reader.decimal().unwrap();
/// assert_eq!(price, Decimal { negative: true, coefficient: b"150", exponent: Some(-2) });
/// # Ok::<(), stringmill::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal<'a> {
    /// Whether it has a minus sign; zero may have one too.
    pub negative: bool,
    /// Digits without leading zeros; `0` for zero.
    pub coefficient: &'a [u8],
    /// `None` if the exponent does not fit in 64 bits.
    pub exponent: Option<i64>,
}

/// Parses a plain int.
#[inline]
pub(crate) fn plain_int(text: &[u8]) -> Int<'_> {
    let (negative, digits) = sign(text);
    Int { negative, radix: 10, digits }
}

/// Parses a plain decimal; its digits are in `buffer` if it has a point.
pub(crate) fn plain_decimal<'a>(text: &'a [u8], buffer: &'a mut Vec<u8>) -> Decimal<'a> {
    let (negative, text) = sign(text);
    let Some(point) = text.iter().position(|&byte| byte == b'.') else {
        return Decimal { negative, coefficient: text, exponent: Some(0) };
    };
    let fraction = &text[point + 1..];
    buffer.clear();
    buffer.extend_from_slice(&text[..point]);
    buffer.extend_from_slice(fraction);
    let zeros = buffer.iter().take_while(|&&byte| byte == b'0').count().min(buffer.len() - 1);
    Decimal { negative, coefficient: &buffer[zeros..], exponent: 0i64.checked_sub_unsigned(fraction.len() as u64) }
}

/// The nearest float to the number of a plain text.
pub(crate) fn plain_float(text: &[u8]) -> f64 {
    let number = DecimalText::new(text).map(|number| number.float64());
    // JSON has no `1.e5`, nor `nan`.
    number.or_else(|| nearest_float(text)).expect("the text was found to be a float")
}

/// The number of at most [`DIGITS_THAT_FIT`] digits.
#[inline]
pub(crate) fn whole_digits(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0'))
}

/// Parses an int; its digits are in `buffer` if it has underscores.
pub(crate) fn int<'a>(text: &'a [u8], buffer: &'a mut Vec<u8>) -> Int<'a> {
    let (negative, digits) = sign(text);
    let (radix, digits) = match digits {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        [b'0', b'b' | b'B', digits @ ..] => (2, digits),
        digits => (10, digits),
    };
    Int { negative, radix, digits: without(digits, |byte| byte == b'_', buffer) }
}

/// Parses a decimal; its digits are in `buffer` if it has a point or underscores.
pub(crate) fn decimal<'a>(text: &'a [u8], buffer: &'a mut Vec<u8>) -> Decimal<'a> {
    let (negative, text) = sign(text);
    let mark = text.iter().position(|byte| matches!(byte, b'd' | b'D'));
    let (digits, exponent) = text.split_at(mark.unwrap_or(text.len()));
    let fraction = match digits.iter().position(|&byte| byte == b'.') {
        Some(point) => digits[point + 1..].iter().filter(|&&byte| byte != b'_').count() as i64,
        None => 0,
    };
    let digits = without(digits, |byte| matches!(byte, b'_' | b'.'), buffer);
    let zeros = digits.iter().take_while(|&&byte| byte == b'0').count().min(digits.len() - 1);
    let exponent = match exponent {
        [] => Some(0),
        exponent => written_exponent(&exponent[1..]),
    };
    Decimal {
        negative,
        coefficient: &digits[zeros..],
        exponent: exponent.and_then(|exponent| exponent.checked_sub(fraction)),
    }
}

/// The nearest float, ties to even.
pub(crate) fn float(text: &[u8], buffer: &mut Vec<u8>) -> f64 {
    let digits = without(text, |byte| byte == b'_', buffer);
    plain_float(digits)
}

#[inline]
fn sign(text: &[u8]) -> (bool, &[u8]) {
    text.strip_prefix(b"-").map_or((false, text), |digits| (true, digits))
}

fn written_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = sign(text.strip_prefix(b"+").unwrap_or(text));
    digits.iter().try_fold(0i64, |number, digit| {
        let digit = i64::from(digit - b'0');
        number.checked_mul(10)?.checked_add(if negative { -digit } else { digit })
    })
}

/// Any number of this many digits fits in 64 bits.
const DIGITS_THAT_FIT: usize = 19;

/// `text` without the bytes that `drops` selects; in `buffer` if there are any.
fn without<'a>(text: &'a [u8], drops: impl Fn(u8) -> bool, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    if !text.iter().any(|&byte| drops(byte)) {
        return text;
    }
    buffer.clear();
    buffer.extend(text.iter().filter(|&&byte| !drops(byte)));
    buffer
}
