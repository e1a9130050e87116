//! Numbers into text by their definition: the exact value of a float, all its decimal digits, and the shortest decimal
//! that rounds to nothing else.
//! Standard: IEEE 754, binary64, section 4.3.1; ECMA-262, Number::toString, with its note 2.

use std::cmp::Ordering;
use stringmill_outcome::{Error, ErrorCode};
use stringmill_profile::FloatShape;

/// The decimal digits of an integer.
pub fn int64_write(value: i64) -> Vec<u8> {
    let digits = uint64_write(value.unsigned_abs());
    if value < 0 { [b"-".to_vec(), digits].concat() } else { digits }
}

/// As [`int64_write`], without a sign.
pub fn uint64_write(value: u64) -> Vec<u8> {
    let mut text = Vec::new();
    let mut left = value;
    loop {
        text.insert(0, b'0' + (left % 10) as u8);
        left /= 10;
        if left == 0 {
            return text;
        }
    }
}

/// The shortest digits that read back as `value`, in a shape.
///
/// # Errors
///
/// 603 for NaN and infinities.
pub fn float64_write(shape: &FloatShape, value: f64) -> Result<Vec<u8>, Error> {
    if !value.is_finite() {
        return Err(Error::new(ErrorCode::NumberNotFinite, 0));
    }
    let (digits, exponent) = if value == 0.0 { ("0".to_owned(), 0) } else { shortest(value.abs()) };
    Ok(laid_out(shape, value.is_sign_negative(), &digits, exponent, shape.plain_last))
}

/// As [`float64_write`], for a float of 32 bits: the shortest digits that read back as the same float of 32 bits.
///
/// # Errors
///
/// 603 for NaN and infinities.
pub fn float32_write(shape: &FloatShape, value: f32) -> Result<Vec<u8>, Error> {
    if !value.is_finite() {
        return Err(Error::new(ErrorCode::NumberNotFinite, 0));
    }
    let (digits, exponent) = if value == 0.0 { ("0".to_owned(), 0) } else { shortest_single(value.abs()) };
    Ok(laid_out(shape, value.is_sign_negative(), &digits, exponent, shape.plain_last_single))
}

/// Digits, and the exponent of the first, in a shape.
fn laid_out(shape: &FloatShape, negative: bool, digits: &str, exponent: i32, plain_last: i16) -> Vec<u8> {
    let zero = digits == "0";
    let sign = if negative && (!zero || shape.negative_zero) { "-" } else { "" };
    let plain = (i32::from(shape.plain_first)..=i32::from(plain_last)).contains(&exponent);
    let body = if plain || zero { fixed(shape, digits, exponent) } else { scaled(shape, digits, exponent) };
    (sign.to_owned() + &body).into_bytes()
}

/// Digits in plain notation.
fn fixed(shape: &FloatShape, digits: &str, exponent: i32) -> String {
    if exponent < 0 {
        let zeros = "0".repeat((-exponent - 1) as usize);
        return format!("0.{zeros}{digits}");
    }
    // The number of digits before the point.
    let whole = exponent as usize + 1;
    if digits.len() > whole {
        return format!("{}.{}", &digits[..whole], &digits[whole..]);
    }
    let fraction = if shape.plain_fraction { ".0" } else { "" };
    format!("{digits:0<whole$}{fraction}")
}

/// Digits with an exponent.
fn scaled(shape: &FloatShape, digits: &str, exponent: i32) -> String {
    let (first, rest) = digits.split_at(1);
    let fraction = match rest {
        "" if shape.exponent_fraction => ".0".to_owned(),
        "" => String::new(),
        _ => format!(".{rest}"),
    };
    let sign = if exponent < 0 { '-' } else { '+' };
    let width = usize::from(shape.exponent_digits);
    let letter = if shape.exponent_upper { 'E' } else { 'e' };
    format!("{first}{fraction}{letter}{sign}{:0>width$}", exponent.abs())
}

/// The shortest digits, none of the last being zero, and the exponent of the first.
fn shortest(value: f64) -> (String, i32) {
    let bits = value.to_bits();
    let (field, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
    // The value is `significand` times two to the `power`.
    let (significand, power) = match field {
        0 => (fraction, -1074),
        _ => (1 << 52 | fraction, field as i32 - 1075),
    };
    // The float below a power of two is only half as far away, but for the least exponent.
    shortest_between(significand, power, fraction == 0 && field > 1)
}

/// The same for a float of 32 bits.
fn shortest_single(value: f32) -> (String, i32) {
    let bits = value.to_bits();
    let (field, fraction) = (bits >> 23, bits & ((1 << 23) - 1));
    let (significand, power) = match field {
        0 => (fraction, -149),
        _ => (1 << 23 | fraction, field as i32 - 150),
    };
    shortest_between(significand.into(), power, fraction == 0 && field > 1)
}

/// The shortest digits between the floats beside `significand` times two to the `power`.
fn shortest_between(significand: u64, power: i32, below_is_near: bool) -> (String, i32) {
    // In quarters of the distance to the float above: the value, and the middles between it and the floats beside it.
    let (below, above) = (if below_is_near { 1 } else { 2 }, 2);
    let quarters = [4 * significand - below, 4 * significand, 4 * significand + above];
    let all = quarters.map(|quarters| exact(quarters, power - 2));
    // With zeros in front, so that they can be compared, and one into which a candidate may carry.
    let len = 1 + all.iter().map(Vec::len).max().unwrap_or(0);
    let [low, value, high] = all.map(|digits| [vec![0; len - digits.len()], digits].concat());
    // Reading rounds a middle to the float whose significand is even.
    let reads_back = |candidate: &Vec<u8>| match significand % 2 {
        0 => low <= *candidate && *candidate <= high,
        _ => low < *candidate && *candidate < high,
    };
    let first = |digits: &[u8]| digits.iter().position(|&digit| digit != 0).expect("a number above zero");
    for end in first(&value) + 1..=len {
        let down = cut(&value, end);
        let up = raised(&down, end);
        let chosen = match (reads_back(&down), reads_back(&up)) {
            (false, false) => continue,
            (true, false) => down,
            (false, true) => up,
            (true, true) => nearest(&value, down, up, end),
        };
        let (first, last) = (first(&chosen), chosen.iter().rposition(|&digit| digit != 0).unwrap_or(0));
        let text = chosen[first..=last].iter().map(|digit| char::from(b'0' + digit)).collect();
        let behind_point = (2 - power).max(0);
        return (text, (len - 1 - first) as i32 - behind_point);
    }
    unreachable!("all digits of a value read back as it")
}

/// Of the two decimals with digits up to `end` around a value the nearer one; of two as near, the even one.
fn nearest(value: &[u8], down: Vec<u8>, up: Vec<u8>, end: usize) -> Vec<u8> {
    let half: Vec<u8> = (end..value.len()).map(|place| if place == end { 5 } else { 0 }).collect();
    match value[end..].cmp(&half) {
        // Nothing is cut off.
        _ if half.is_empty() => down,
        Ordering::Less => down,
        Ordering::Equal if down[end - 1].is_multiple_of(2) => down,
        Ordering::Equal | Ordering::Greater => up,
    }
}

/// The digits up to `end`, and zeros.
fn cut(digits: &[u8], end: usize) -> Vec<u8> {
    digits.iter().enumerate().map(|(place, &digit)| if place < end { digit } else { 0 }).collect()
}

/// One more in the last place before `end`. The first digit is not nine.
fn raised(digits: &[u8], end: usize) -> Vec<u8> {
    let mut digits = digits.to_vec();
    let mut place = end - 1;
    while digits[place] == 9 {
        digits[place] = 0;
        place -= 1;
    }
    digits[place] += 1;
    digits
}

/// All decimal digits of `number` times two to the `power`, without the point. A half is five times as much, one place
/// further after the point.
fn exact(number: u64, power: i32) -> Vec<u8> {
    // Nine digits each, the last ones first.
    let mut limbs = vec![number % LIMB, number / LIMB % LIMB, number / LIMB / LIMB];
    let base: u64 = if power < 0 { 5 } else { 2 };
    let mut left = power.unsigned_abs();
    while left > 0 {
        let step = left.min(12);
        let mut carry = 0;
        for limb in &mut limbs {
            let product = *limb * base.pow(step) + carry;
            *limb = product % LIMB;
            carry = product / LIMB;
        }
        limbs.push(carry);
        left -= step;
    }
    let digits: String = limbs.iter().rev().map(|limb| format!("{limb:09}")).collect();
    digits.trim_start_matches('0').bytes().map(|digit| digit - b'0').collect()
}

/// Limbs are below this.
const LIMB: u64 = 1_000_000_000;
