//! JSON numbers to the nearest float of 64 bits.
//! Reads a text and returns a value, without allocating.
//!
//! Standard: IEEE 754, round to nearest, ties to even. Source: Daniel Lemire, "Number parsing at a gigabyte per second"
//! (2021), with the powers of ten of [`shortest`](crate::shortest), which are rounded up.
//!
//! Method: the digits become a whole number, times a power of ten. If both are exact floats, one division or product
//! rounds correctly. Otherwise the whole number is multiplied by the upper 128 bits of the power. The product is wrong
//! by less than two units of its upper 128 bits; if that could change the rounding, the standard library reads the
//! text. It also reads more than 19 digits, and values outside of the normal floats.

use crate::shortest_digits::power_of_ten;
use core::str::FromStr;

/// A JSON number, read as a whole number times a power of ten.
///
/// ```
/// use stringmill::DecimalText;
///
/// let number = DecimalText::prefix(b"-12.50, 3").expect("a number is there");
/// assert_eq!((number.text(), number.float64()), (&b"-12.50"[..], -12.5));
/// assert!(!number.is_integer() && !number.is_ecmascript() && number.short_integer().is_none());
/// assert_eq!(DecimalText::new(b"17").and_then(|number| number.short_integer()), Some(17));
/// assert!(DecimalText::new(b"012").is_some_and(|number| number.has_leading_zero()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DecimalText<'t> {
    text: &'t [u8],
    negative: bool,
    /// All digits except those of the exponent, as a whole number; wrong if `len` exceeds [`DIGITS`].
    digits: u64,
    /// The number of digits in `digits`.
    len: usize,
    /// The number of digits after the point.
    fraction: usize,
    /// The exponent as written.
    exponent: Option<i32>,
}

/// Every whole number of this length fits in 64 bits.
const DIGITS: usize = 19;
/// Whole numbers below this, times the same power of ten, read as different floats: a float is at most 2^-52 of its
/// value away from the next one. So no decimal with fewer digits reads as the same float either.
const DISTINCT: u64 = 1 << 52;
/// ECMAScript writes a number below one without an exponent if its first nonzero digit is at most at this place after
/// the point.
const FRACTION: usize = 6;
/// Whole numbers up to this one are exact floats, as are powers of ten up to the 22nd.
const EXACT: u64 = 1 << 53;
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

impl<'t> DecimalText<'t> {
    /// Reads `text` as one JSON number. `None` for other texts, except that leading zeros are accepted.
    #[inline]
    pub fn new(text: &'t [u8]) -> Option<Self> {
        let number = Self::prefix(text)?;
        (number.text.len() == text.len()).then_some(number)
    }

    /// Reads the longest JSON number at the beginning of `text`. `None` if there is none, or if a point or the letter
    /// of an exponent has no digits after it. Accepts leading zeros.
    // Always inlined: as a struct in memory, the fields would be loaded before their stores are done.
    #[inline(always)]
    pub fn prefix(text: &'t [u8]) -> Option<Self> {
        let negative = text.first() == Some(&b'-');
        let start = usize::from(negative);
        let mut digits = 0;
        let mut at = match text.get(start..) {
            // Most floats have one digit before the point. A separate arm is faster than the search in a word.
            Some([digit @ b'0'..=b'9', b'.', ..]) => {
                digits = u64::from(digit - b'0');
                start + 1
            }
            _ => digits_from(text, start, &mut digits),
        };
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
            Some(b'e' | b'E') => {
                let (value, len) = exponent(&text[at + 1..])?;
                at += 1 + len;
                Some(value)
            }
            _ => None,
        };
        Some(DecimalText { text: &text[..at], negative, digits, len, fraction, exponent })
    }

    /// The text of the number.
    #[inline]
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// Whether the number has neither point nor exponent.
    #[inline]
    pub fn is_integer(&self) -> bool {
        self.fraction == 0 && self.exponent.is_none()
    }

    /// The value of an integer of at most 18 digits; 0 for `-0`.
    #[inline]
    pub fn short_integer(&self) -> Option<i64> {
        let value = self.digits as i64;
        (self.is_integer() && self.len < DIGITS).then_some(if self.negative { -value } else { value })
    }

    /// Whether the first of several digits is a zero, which JSON does not allow.
    #[inline]
    pub fn has_leading_zero(&self) -> bool {
        self.len - self.fraction > 1 && self.text[usize::from(self.negative)] == b'0'
    }

    /// Whether ECMAScript writes this number as the same text. True only for plain numbers whose digits are a whole
    /// number below 2^52, which have at most 15 digits; false for some other numbers that it writes so.
    #[inline]
    pub fn is_ecmascript(&self) -> bool {
        if self.digits == 0 || self.digits >= DISTINCT || self.len > DIGITS || self.exponent.is_some() {
            return self.text == b"0";
        }
        // ECMAScript writes floats below 10^-6 with an exponent.
        let has_exponent = self.fraction > FRACTION && self.digits < 10_u64.pow((self.fraction - FRACTION) as u32);
        self.fraction == 0 || !(has_exponent || self.text.ends_with(b"0"))
    }

    /// The nearest float; infinity if the number exceeds the greatest float.
    #[inline(always)]
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
        nearest_float(self.text).expect("the standard library reads what JSON has")
    }

    /// The nearest float without its sign; `None` if 128 bits do not suffice to find it.
    #[inline(always)]
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

/// The nearest `f64` or `f32` to a number of any length; `None` if `text` is not a number. Also reads texts that JSON
/// does not allow, such as `1.e5` and `nan`.
pub fn nearest_float<F: FromStr>(text: &[u8]) -> Option<F> {
    let mut room = [0; SIGNIFICANT + AROUND];
    let text = if text.len() <= room.len() { text } else { shortened(text, &mut room) };
    str::from_utf8(text).ok()?.parse().ok()
}

/// Exceeds the most digits that a number halfway between two floats can have, which is 767. Of digits after these it
/// only matters whether one is not zero.
const SIGNIFICANT: usize = 800;
/// Room for a sign, one digit for all digits after the kept ones, and an exponent.
const AROUND: usize = 16;

/// Returns a shorter number with the same nearest float. The standard library counts exponents only up to 65,536, and
/// the digits of a long number may exceed that.
fn shortened<'r>(text: &[u8], room: &'r mut [u8; SIGNIFICANT + AROUND]) -> &'r [u8] {
    let letter = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
    let (mantissa, exponent) = letter.map_or((text, 0), |at| (&text[..at], long_exponent(&text[at + 1..])));
    let start = usize::from(mantissa.first() == Some(&b'-'));
    room[0] = b'-';
    // The number is the digits in `room` times ten to the power of `power`.
    let (mut len, mut power, mut scale, mut others) = (start, exponent, 0, false);
    for &byte in &mantissa[start..] {
        match byte {
            b'.' => scale = 1,
            b'0' if len == start => power -= scale,
            _ if len < start + SIGNIFICANT => {
                room[len] = byte;
                len += 1;
                power -= scale;
            }
            _ => {
                others |= byte != b'0';
                power += 1 - scale;
            }
        }
    }
    // Zero has no significant digit. Nonzero digits beyond the kept ones are replaced by a single one.
    if others || len == start {
        room[len] = b'0' + u8::from(others);
        len += 1;
        power -= i64::from(others);
    }
    // With any other power, a number of at most 801 digits is infinity or zero.
    let power = power.clamp(-2000, 400);
    let digits = power.unsigned_abs() as u16;
    room[len..len + 2].copy_from_slice(if power < 0 { b"e-" } else { b"e+" });
    for (at, unit) in [1000, 100, 10, 1].into_iter().enumerate() {
        room[len + 2 + at] = b'0' + (digits / unit % 10) as u8;
    }
    &room[..len + 6]
}

/// The exponent after its letter. An exponent that is too large to matter for any text in memory becomes another such
/// one.
fn long_exponent(text: &[u8]) -> i64 {
    let digits = text.iter().filter(|byte| byte.is_ascii_digit());
    let value = digits.fold(0, |value, digit| (10 * value + i64::from(digit - b'0')).min(1 << 58));
    if text.first() == Some(&b'-') { -value } else { value }
}

/// The float nearest to `digits * 10^power`; `None` if the upper 128 bits of the product do not decide it. `digits` is
/// not zero.
#[inline]
fn by_product(digits: u64, power: i32) -> Option<f64> {
    let (scale, floor_log2) = power_of_ten(power)?;
    let zeros = digits.leading_zeros();
    let whole = u128::from(digits << zeros);
    let product = whole * (scale >> 64) + ((whole * u128::from(scale as u64)) >> 64);
    let drop = 128 - product.leading_zeros() - 53;
    let (kept, dropped) = ((product >> drop) as u64, product & ((1 << drop) - 1));
    // `product` lacks its lower 64 bits, and is not exact: the true value of the dropped part is above dropped - 2 and
    // below dropped + 1.
    let half = 1_u128 << (drop - 1);
    if dropped < 2 || dropped + 2 > 1 << drop || dropped.abs_diff(half) < 2 {
        return None;
    }
    let rounded = kept + u64::from(dropped > half);
    // The value is rounded * 2^exponent. The exponent field of a normal float is 1 to 2046. Rounding up may carry into
    // the field.
    let exponent = drop as i32 + 64 - zeros as i32 + floor_log2 - 127;
    let field = u64::try_from(exponent + 1075).ok().filter(|field| (1..2046).contains(field))?;
    Some(f64::from_bits((field << 52) + (rounded - (1 << 52))))
}

/// Reads the exponent after its letter. Returns the exponent and its length. More than six digits are cut off at
/// 1,000,000, far outside of the floats.
fn exponent(text: &[u8]) -> Option<(i32, usize)> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let digits = text[start..].iter().take_while(|byte| byte.is_ascii_digit());
    let (len, value) = digits.fold((start, 0), |(len, value): (usize, i32), digit| {
        (len + 1, (10 * value + i32::from(digit - b'0')).min(1_000_000))
    });
    (len > start).then_some((if negative { -value } else { value }, len))
}

/// Appends the digits of `text` from `at` on to `value`, and returns the end of the digits.
#[inline(always)]
fn digits_from(text: &[u8], mut at: usize, value: &mut u64) -> usize {
    while let Some(&chunk) = text[at..].first_chunk() {
        let (number, len) = leading_digits(u64::from_le_bytes(chunk));
        *value = value.wrapping_mul(TENS[len]).wrapping_add(number);
        at += len;
        if len < 8 {
            return at;
        }
    }
    let left = text.len() - at;
    if (3..8).contains(&left)
        && let Some(&last) = text.last_chunk()
    {
        // Replaces the bytes before the digits by zeros.
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

/// The value 1 in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The digit zero in each byte.
const ZEROS: u64 = EACH * b'0' as u64;

/// Powers of ten, indexed by the number of digits in a word.
const TENS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The digits at the beginning of a word, as a number, and how many there are. The first digit is in the lowest byte.
#[inline(always)]
fn leading_digits(word: u64) -> (u64, usize) {
    let digits = word ^ ZEROS;
    // A carry changes only bytes after the first byte that is not a digit, and those are not used.
    let others = (digits.wrapping_add(EACH * 0x76) | digits) & (EACH * 0x80);
    let len = others.trailing_zeros() as usize / 8;
    // Fills up with leading zeros.
    let digits = if len == 0 { 0 } else { digits << (8 * (8 - len)) };
    (joined(digits), len)
}

/// The number of eight digits, or `None` if a byte is not a digit. The first digit is in the lowest byte.
#[inline(always)]
fn eight_digits(word: u64) -> Option<u64> {
    let digits = word.wrapping_sub(ZEROS);
    if (word.wrapping_add(EACH * 0x46) | digits) & (EACH * 0x80) != 0 {
        return None;
    }
    Some(joined(digits))
}

/// Joins eight digits, each a byte from 0 to 9, to a number.
#[inline(always)]
fn joined(digits: u64) -> u64 {
    // Joins digits to pairs, pairs to fours, fours to the number. Each result is in the upper half of its lane.
    let pairs = digits.wrapping_mul(10 * 0x100 + 1) >> 8 & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100 * 0x1_0000 + 1) >> 16 & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(10_000 * 0x1_0000_0000 + 1) >> 32
}
