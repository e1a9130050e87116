//! The fewest digits that read back as the same float; of several such decimals, the nearest one.
//!
//! Source: Raffaello Giulietti, "The Schubfach way to render doubles" (2020, revised 2022).
//!
//! Method: let the float be c * 2^q, and k the power of ten with 10^k <= 2^q < 10^(k+1). All reals that round to the
//! float lie within half of 2^q around it. In units of 10^k this interval is at least one unit wide and less than ten,
//! so it holds at most one multiple of ten. If there is one, it has the fewest digits, after its zeros are cut. If
//! there is none, the whole number nearest to the float is the answer.
//!
//! The paper computes the float and both ends of the interval, each with a product of its own ([`by_three_products`]).
//! [`shortest`] computes the float alone, to 64 bits before the point and 64 after it; the ends are a known distance
//! away. Products are exact except for the power of ten, whose 128 bits are rounded up, so these 64 bits after the
//! point are at most one too large. If a comparison is so close that this decides, and for powers of two, whose lower
//! neighbour is nearer, the three products follow.

/// The digits of `significand * 2^exponent`, as a whole number and a power of ten. The number may end in zeros. The
/// neighbours below and above the float are equally far away.
///
/// `significand` has 53 bits at most and is not zero; `exponent` is from -1074 to 971.
#[inline(always)]
pub(crate) fn shortest(significand: u64, exponent: i32) -> (u64, i32) {
    let power = floor_log10_of_power_of_two(exponent);
    let (scale, shift) = scale(power, exponent);
    let upper = (scale >> 64) as u64;
    let scaled = significand << shift;
    let sum = u128::from(scaled) * u128::from(upper) + ((u128::from(scaled) * u128::from(scale as u64)) >> 64);
    let (whole, fraction) = ((sum >> 64) as u64, sum as u64);

    // Distances in units of 2^-60; each is too small by less than one unit.
    let digit = whole % 10;
    let above_ten = (digit << 60) | (fraction >> 4);
    let half_interval = upper >> (5 - shift);
    let upper_end = above_ten + half_interval;
    let close = half_interval.wrapping_sub(above_ten).wrapping_add(1) <= 2
        || upper_end.wrapping_sub(NEXT_TEN - 3) <= 4
        || fraction.wrapping_sub((1 << 63) - 1) <= 1;
    if close {
        return by_three_products(significand, exponent, false);
    }
    let ten = whole - digit;
    let rounded = whole + (fraction >> 63);
    let shorter = if upper_end > NEXT_TEN { ten + 10 } else { ten };
    let is_shorter = (half_interval > above_ten) | (upper_end > NEXT_TEN);
    (if is_shorter { shorter } else { rounded }, power)
}

/// As [`shortest`], for a float whose lower neighbour is half as far away as the upper one.
#[cold]
pub(crate) fn shortest_of_power_of_two(significand: u64, exponent: i32) -> (u64, i32) {
    by_three_products(significand, exponent, true)
}

/// As [`shortest`], for the least exponent of floats of 64 bits.
#[cold]
pub(crate) fn shortest_of_subnormal(significand: u64) -> (u64, i32) {
    by_three_products(significand, -1074, false)
}

/// As [`shortest`], for every float. Rounds four times the float, and the ends of the interval, to odd: the lowest bit
/// then says whether the product was exact.
#[cold]
#[inline(never)]
fn by_three_products(significand: u64, exponent: i32, lower_is_nearer: bool) -> (u64, i32) {
    let power =
        if lower_is_nearer { floor_log10_of_three_quarters(exponent) } else { floor_log10_of_power_of_two(exponent) };
    let (scale, shift) = scale(power, exponent);
    let times_scale = |quarters: u64| round_to_odd(scale, quarters << shift);
    let quarters = significand << 2;
    // An end of the interval belongs to it if the significand is even.
    let odd = significand & 1;
    let value = times_scale(quarters);
    let low = times_scale(quarters - if lower_is_nearer { 1 } else { 2 }) + odd;
    let high = times_scale(quarters + 2) - odd;

    let whole = value >> 2;
    let ten = whole / 10 * 10;
    let down_is_inside = ten > 0 && low <= ten << 2;
    let up_is_inside = (ten + 10) << 2 <= high;
    if down_is_inside != up_is_inside {
        return (if up_is_inside { ten + 10 } else { ten }, power);
    }
    let whole_is_inside = low <= whole << 2;
    let next_is_inside = (whole + 1) << 2 <= high;
    let half = (whole << 2) + 2;
    let up = if whole_is_inside == next_is_inside {
        value > half || (value == half && whole & 1 == 1)
    } else {
        next_is_inside
    };
    (whole + u64::from(up), power)
}

/// `floor(log10(2^exponent))`, for exponents of floats.
#[inline(always)]
const fn floor_log10_of_power_of_two(exponent: i32) -> i32 {
    (exponent * 1_262_611) >> 22
}

/// `floor(log10(3/4 * 2^exponent))`, for exponents of floats.
const fn floor_log10_of_three_quarters(exponent: i32) -> i32 {
    (exponent * 1_262_611 - 524_031) >> 22
}

/// The upper 128 bits of `10^-power`, and a shift. A number times `2^exponent`, shifted to the left so far and
/// multiplied by these bits, has its whole units of `10^power` 128 bits above the lowest bit.
#[inline(always)]
fn scale(power: i32, exponent: i32) -> (u128, u32) {
    let floor_log2 = (-power * 1_741_647) >> 19;
    (POWERS[(-power - POWER_MIN) as usize], (exponent + floor_log2 + 1) as u32)
}

/// The upper 128 bits of `10^power`, rounded up, and the exponent of the highest bit; `None` outside of the table.
#[inline(always)]
pub(crate) fn power_of_ten(power: i32) -> Option<(u128, i32)> {
    let place = usize::try_from(power - POWER_MIN).ok()?;
    Some((*POWERS.get(place)?, (power * 1_741_647) >> 19))
}

/// The product without its lower 128 bits. Sets the lowest bit of the result if one of them was set.
fn round_to_odd(scale: u128, number: u64) -> u64 {
    let low = u128::from(number) * u128::from(scale as u64);
    let sum = u128::from(number) * (scale >> 64) + (low >> 64);
    (sum >> 64) as u64 | u64::from(sum as u64 > 1)
}

/// The distance from one multiple of ten to the next.
const NEXT_TEN: u64 = 10 << 60;

const POWER_MIN: i32 = -292;
const POWER_MAX: i32 = 324;
const POWERS_LEN: usize = (POWER_MAX - POWER_MIN + 1) as usize;

/// The upper 128 bits of each power of ten, rounded up.
static POWERS: [u128; POWERS_LEN] = powers();

/// Words for 5^324, which has 753 bits, and for the inverse of 5^292: 679 bits, and 128 that have to be exact.
const WORDS: usize = 27;

const fn powers() -> [u128; POWERS_LEN] {
    let mut powers = [0; POWERS_LEN];
    let mut number = [0; WORDS];
    number[0] = 1;
    let mut power = 0;
    while power <= POWER_MAX {
        powers[(power - POWER_MIN) as usize] = upper_bits(&number);
        let mut carry = 0;
        let mut i = 0;
        while i < WORDS {
            let product = number[i] as u64 * 5 + carry;
            number[i] = product as u32;
            carry = product >> 32;
            i += 1;
        }
        power += 1;
    }
    // Dividing twice, rounding down each time, gives the quotient by the product, rounded down.
    number = [0; WORDS];
    number[WORDS - 1] = 1 << 31;
    power = -1;
    while power >= POWER_MIN {
        let mut rest = 0;
        let mut i = WORDS;
        while i > 0 {
            i -= 1;
            let dividend = (rest << 32) | number[i] as u64;
            number[i] = (dividend / 5) as u32;
            rest = dividend % 5;
        }
        // The inverse is never exact, so rounding up adds 1.
        powers[(power - POWER_MIN) as usize] = upper_bits_cut(&number).0 + 1;
        power -= 1;
    }
    powers
}

/// The upper 128 bits of a number, rounded up.
const fn upper_bits(number: &[u32; WORDS]) -> u128 {
    let (bits, cut) = upper_bits_cut(number);
    bits + cut as u128
}

/// The upper 128 bits of a number, whose first bit is set, and whether a bit below them is set.
const fn upper_bits_cut(number: &[u32; WORDS]) -> (u128, bool) {
    let mut top = WORDS;
    while number[top - 1] == 0 {
        top -= 1;
    }
    let mut bits: u128 = 0;
    let mut i = 1;
    while i <= 4 {
        bits = (bits << 32) | if i <= top { number[top - i] as u128 } else { 0 };
        i += 1;
    }
    let zeros = bits.leading_zeros();
    let next = if top > 4 { number[top - 5] } else { 0 };
    let next = (next as u64) << zeros;
    let mut cut = next as u32 != 0;
    i = 6;
    while i <= top {
        cut |= number[top - i] != 0;
        i += 1;
    }
    ((bits << zeros) | (next >> 32) as u128, cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the logarithms for every exponent of a float, with the powers of the table.
    #[test]
    fn logarithms() {
        for exponent in -1074..=971 {
            for power in [floor_log10_of_power_of_two(exponent), floor_log10_of_three_quarters(exponent)] {
                let (scale, shift) = scale(power, exponent);
                assert!((1..=4).contains(&shift), "{exponent}: {shift}");
                assert_eq!(scale.leading_zeros(), 0, "{power}");
            }
            // 2^exponent is at least one unit and less than ten.
            let (scale, shift) = scale(floor_log10_of_power_of_two(exponent), exponent);
            let unit = 1_u128 << (128 - shift);
            assert!(unit <= scale, "{exponent}");
            assert!(scale / 10 < unit, "{exponent}");
        }
    }
    /// Compares [`shortest`] with [`by_three_products`], for every exponent and for significands of every length.
    #[test]
    fn both_ways_agree() {
        let mut bits: u64 = 1;
        for round in 0..64 {
            for exponent in -1074..=971 {
                bits = bits.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                for significand in [bits >> 11 | 1 << 52, (bits >> 11 | 1) >> (round % 53), 1 << (round % 53)] {
                    let significand = significand.max(1);
                    let found = shortest(significand, exponent);
                    assert_eq!(found, by_three_products(significand, exponent, false), "{significand} * 2^{exponent}");
                }
            }
        }
    }
}
