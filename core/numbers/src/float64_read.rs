//! JSON numbers into the nearest float of 64 bits.
//! Text in, a value out; allocates nothing.
//!
//! Standard: IEEE 754, round to nearest, ties to even. Source: Daniel Lemire, "Number parsing at a gigabyte per second" (2021),
//! with the powers of ten of [`shortest`](crate::shortest), which are rounded up.
//!
//! Method: the digits become a whole number, times a power of ten. If both are exact floats, one division or product rounds
//! correctly. Otherwise the whole number is multiplied by the upper 128 bits of the power. The product is wrong by less than
//! two units of its upper 128 bits; if that could change the rounding, the standard library reads the text. It also reads
//! more than 19 digits, and values outside of the normal floats.

use crate::shortest::power_of_ten;

/// A JSON number, read as a whole number times a power of ten.
#[derive(Clone, Copy, Debug)]
pub struct DecimalText<'t> {
    text: &'t [u8],
    negative: bool,
    /// All digits but those of the exponent, as a whole number; wrong if `len` exceeds [`DIGITS`].
    digits: u64,
    /// How many digits these are.
    len: usize,
    /// How many of them follow the point.
    fraction: usize,
    /// The exponent as written.
    exponent: Option<i32>,
}

/// Every whole number of this length fits in 64 bits.
const DIGITS: usize = 19;
/// Whole numbers below this, times the same power of ten, read as different floats: a float is at most 2^-52 of its value away
/// from the next one. So no decimal with fewer digits reads as the same float either.
const DISTINCT: u64 = 1 << 52;
/// The most digits after the point of a number without an exponent in the shape of ECMAScript, if its first digit is not zero.
const FRACTION: usize = 6;
/// Whole numbers up to this one, and powers of ten up to the 22nd, are floats.
const EXACT: u64 = 1 << 53;
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

impl<'t> DecimalText<'t> {
    /// Reads the JSON number that is all of `text`. `None` for other texts, except for zeros before its first digit.
    #[inline]
    pub fn new(text: &'t [u8]) -> Option<Self> {
        let negative = text.first() == Some(&b'-');
        let start = usize::from(negative);
        let mut digits = 0;
        let mut at = digits_from(text, start, &mut digits);
        let (mut len, mut fraction) = (at - start, 0);
        if len == 0 {
            return None;
        }
        if text.get(at) == Some(&b'.') {
            let end = digits_from(text, at + 1, &mut digits);
            fraction = end - at - 1;
            (at, len) = (end, len + fraction);
            if fraction == 0 {
                return None;
            }
        }
        let exponent = match text.get(at) {
            None => None,
            Some(b'e' | b'E') => Some(exponent(&text[at + 1..])?),
            Some(_) => return None,
        };
        Some(DecimalText { text, negative, digits, len, fraction, exponent })
    }

    /// Whether the shape of ECMAScript is the same text. Finds plain numbers whose digits are a whole number below 2^52, which
    /// are all of at most 15 digits; false for some others.
    #[inline]
    pub fn is_ecmascript(&self) -> bool {
        if self.digits == 0 || self.digits >= DISTINCT || self.len > DIGITS || self.exponent.is_some() {
            return self.text == b"0";
        }
        // A float below 10^-6 has an exponent.
        let has_exponent = self.fraction > FRACTION && self.digits < 10_u64.pow((self.fraction - FRACTION) as u32);
        self.fraction == 0 || !(has_exponent || self.text.ends_with(b"0"))
    }

    /// The nearest float; an infinity above the greatest.
    #[inline]
    pub fn float64(&self) -> f64 {
        match self.magnitude() {
            Some(magnitude) if self.negative => -magnitude,
            Some(magnitude) => magnitude,
            None => self.by_the_standard_library(),
        }
    }

    #[cold]
    #[inline(never)]
    fn by_the_standard_library(&self) -> f64 {
        let text = str::from_utf8(self.text).expect("digits, signs, a point and an e");
        text.parse().expect("the standard library reads what JSON has")
    }

    /// The nearest float without its sign, if it can be told by 128 bits.
    #[inline]
    fn magnitude(&self) -> Option<f64> {
        if self.len > DIGITS {
            return None;
        }
        let power = self.exponent.unwrap_or(0).checked_sub(i32::try_from(self.fraction).ok()?)?;
        if self.digits <= EXACT
            && let Some(&scale) = POWERS.get(power.unsigned_abs() as usize)
        {
            let whole = self.digits as f64;
            return Some(if power < 0 { whole / scale } else { whole * scale });
        }
        if self.digits == 0 {
            return Some(0.0);
        }
        by_product(self.digits, power)
    }
}

/// The float nearest to `digits * 10^power`, unless the upper 128 bits of the product leave it open; `digits` is not zero.
#[inline]
fn by_product(digits: u64, power: i32) -> Option<f64> {
    let (scale, floor_log2) = power_of_ten(power)?;
    let zeros = digits.leading_zeros();
    let whole = u128::from(digits << zeros);
    let product = whole * (scale >> 64) + ((whole * u128::from(scale as u64)) >> 64);
    let drop = 128 - product.leading_zeros() - 53;
    let (kept, dropped) = ((product >> drop) as u64, product & ((1 << drop) - 1));
    // The product without its lower 64 bits, of which none is right: the true one is above dropped - 2 and below dropped + 1.
    let half = 1_u128 << (drop - 1);
    if dropped < 2 || dropped + 2 > 1 << drop || dropped.abs_diff(half) < 2 {
        return None;
    }
    let rounded = kept + u64::from(dropped > half);
    // The value is rounded * 2^exponent, of which the field of a normal float is 1 to 2046. Rounding up may carry into it.
    let exponent = drop as i32 + 64 - zeros as i32 + floor_log2 - 127;
    let field = u64::try_from(exponent + 1075).ok().filter(|field| (1..2046).contains(field))?;
    Some(f64::from_bits((field << 52) + (rounded - (1 << 52))))
}

/// Reads an exponent after its letter. One of more than six digits is far outside of the floats.
fn exponent(text: &[u8]) -> Option<i32> {
    let negative = text.first() == Some(&b'-');
    let digits = if matches!(text.first(), Some(b'+' | b'-')) { &text[1..] } else { text };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0, |value: i32, digit| (10 * value + i32::from(digit - b'0')).min(1_000_000));
    Some(if negative { -value } else { value })
}

/// Appends the digits of `text` from `at` on to `value`, and returns their end.
#[inline(always)]
fn digits_from(text: &[u8], mut at: usize, value: &mut u64) -> usize {
    while let Some(&chunk) = text[at..].first_chunk()
        && let Some(eight) = eight_digits(u64::from_le_bytes(chunk))
    {
        *value = value.wrapping_mul(100_000_000).wrapping_add(eight);
        at += 8;
    }
    let left = text.len() - at;
    if (3..8).contains(&left)
        && let Some(&last) = text.last_chunk()
    {
        // Zeros replace the bytes before.
        let before = (1 << (8 * (8 - left))) - 1;
        if let Some(digits) = eight_digits((u64::from_le_bytes(last) & !before) | (ZEROS & before)) {
            *value = value.wrapping_mul(10_u64.pow(left as u32)).wrapping_add(digits);
            return text.len();
        }
    }
    while let Some(digit) = text.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        *value = value.wrapping_mul(10).wrapping_add(digit.into());
        at += 1;
    }
    at
}

/// One in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// Eight digits.
const ZEROS: u64 = EACH * b'0' as u64;

/// The number of eight digits, the first one in the lowest byte.
#[inline(always)]
fn eight_digits(word: u64) -> Option<u64> {
    let digits = word.wrapping_sub(ZEROS);
    if (word.wrapping_add(EACH * 0x46) | digits) & (EACH * 0x80) != 0 {
        return None;
    }
    // Pairs of digits, then of pairs, then of fours; each is in the upper half of its lane.
    let pairs = digits.wrapping_mul(10 * 0x100 + 1) >> 8 & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100 * 0x1_0000 + 1) >> 16 & 0x0000_FFFF_0000_FFFF;
    Some(fours.wrapping_mul(10_000 * 0x1_0000_0000 + 1) >> 32)
}
