//! Numbers taken apart, digit for digit.

/// An int of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int<'a> {
    /// Whether a minus stands before it; before zero too.
    pub negative: bool,
    /// 2, 10 or 16.
    pub radix: u32,
    /// Digits of the magnitude, at least one, without underscores.
    pub digits: &'a [u8],
}

impl Int<'_> {
    /// The int, where it fits.
    pub fn to_i64(&self) -> Option<i64> {
        let magnitude = self.magnitude()?;
        if self.negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
    }

    /// The int, where it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.magnitude().filter(|&magnitude| !self.negative || magnitude == 0)
    }

    fn magnitude(&self) -> Option<u64> {
        self.digits.iter().try_fold(0u64, |number, &digit| {
            let digit = char::from(digit).to_digit(self.radix).expect("only digits of the radix stand there");
            number.checked_mul(u64::from(self.radix))?.checked_add(u64::from(digit))
        })
    }
}

/// A decimal: its coefficient times ten to its exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal<'a> {
    /// Whether a minus stands before it; zero may be negative.
    pub negative: bool,
    /// Digits, without zeros before them; `0` for zero.
    pub coefficient: &'a [u8],
    /// `None` where it does not fit.
    pub exponent: Option<i64>,
}

/// Takes the text of an int apart; `buffer` holds digits that do not stand as they are.
pub(crate) fn int<'a>(text: &'a [u8], buffer: &'a mut Vec<u8>) -> Int<'a> {
    let (negative, digits) = sign(text);
    let (radix, digits) = match digits {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        [b'0', b'b' | b'B', digits @ ..] => (2, digits),
        digits => (10, digits),
    };
    Int { negative, radix, digits: without(digits, |byte| byte == b'_', buffer) }
}

/// Takes the text of a decimal apart, likewise.
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
    let text = std::str::from_utf8(digits).expect("numbers are ASCII");
    text.parse().expect("the text was found to be a float")
}

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

/// `text` without some bytes, in `buffer` where there are any.
fn without<'a>(text: &'a [u8], drops: impl Fn(u8) -> bool, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    if !text.iter().any(|&byte| drops(byte)) {
        return text;
    }
    buffer.clear();
    buffer.extend(text.iter().filter(|&&byte| !drops(byte)));
    buffer
}
