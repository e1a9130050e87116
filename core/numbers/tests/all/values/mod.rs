//! Numbers of every kind.
// Each test file uses some of them.
#![allow(dead_code)]

/// The value with the floats next below and above it, if they are finite.
pub(crate) fn beside(value: f64) -> impl Iterator<Item = f64> {
    [value.next_down(), value, value.next_up()].into_iter().filter(|value| value.is_finite())
}

pub(crate) fn powers_of_two() -> impl Iterator<Item = f64> {
    let normal = (1..0x7FF).map(|exponent| f64::from_bits(exponent << 52));
    let subnormal = (0..52).map(|bit| f64::from_bits(1 << bit));
    normal.chain(subnormal)
}

pub(crate) fn powers_of_ten() -> impl Iterator<Item = f64> {
    (-324..=308).map(|exponent| format!("1e{exponent}").parse().expect("a float"))
}

/// Few digits, times ten to every exponent up to `scale` in either direction.
pub(crate) fn short_decimals(scale: i32) -> impl Iterator<Item = f64> {
    let digits = (1..100).chain((101..100_000).step_by(997)).chain([999_999, 1_234_567, 100_000_001, 999_999_999_999]);
    digits.flat_map(move |digits: u64| {
        (-scale..=scale).map(move |exponent| format!("{digits}e{exponent}").parse().expect("a float"))
    })
}

/// Integers of every length, both ends of each, and both ends of all.
pub(crate) fn integers() -> impl Iterator<Item = u64> {
    let tens = (0..20).map(|exponent| 10_u64.pow(exponent));
    let twos = (0..64).map(|exponent| 1_u64 << exponent);
    let powers = tens.chain(twos).flat_map(|power| [power - 1, power, power + 1]);
    let random = random().zip((0..64).cycle()).map(|(bits, shift)| bits >> shift).take(100_000);
    powers.chain([u64::MAX, u64::MAX - 1]).chain(random).chain(0..20_000)
}

/// Bits without a pattern, the same in each run.
pub(crate) fn random() -> impl Iterator<Item = u64> {
    let mut state: u64 = 0;
    std::iter::repeat_with(move || {
        // SplitMix64 of Steele, Lea and Flood.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    })
}
