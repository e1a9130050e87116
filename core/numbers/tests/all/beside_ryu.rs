//! The digits beside those of another library, on a million floats: it has them by another method.

use crate::values;
use stringmill_numbers::{FloatWrite, NUMBER_ROOM, float64_write};
use stringmill_profile::FloatShape;

const SHAPE: FloatWrite = FloatWrite::new(&FloatShape::ECMASCRIPT);

/// Digits without zeros at either end, and the exponent that would make a whole number of them.
fn taken_apart(text: &str) -> (String, i32) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole.trim_start_matches('-'), fraction].concat();
    let cut = digits.trim_end_matches('0');
    let exponent = exponent.parse::<i32>().expect("a number") + (digits.len() - cut.len()) as i32;
    (cut.trim_start_matches('0').to_owned(), exponent - fraction.len() as i32)
}

fn agrees(value: f64) {
    let mut dst = [0; NUMBER_ROOM];
    let len = float64_write(&SHAPE, value, &mut dst).expect("a finite number");
    let found = std::str::from_utf8(&dst[..len]).expect("ASCII");
    assert_eq!(taken_apart(found), taken_apart(ryu::Buffer::new().format_finite(value)), "{:016x}", value.to_bits());
}

#[test]
fn random_bits() {
    let finite = values::random().map(f64::from_bits).filter(|value| value.is_finite());
    finite.take(500_000).for_each(agrees);
}

#[test]
fn usual_magnitudes() {
    for (bits, place) in values::random().take(500_000).zip((-12..28).cycle()) {
        agrees((bits >> 11) as f64 / (1_u64 << 53) as f64 * 10_f64.powi(place));
    }
}

#[test]
fn powers_and_short_decimals() {
    values::powers_of_two().chain(values::powers_of_ten()).for_each(|value| {
        values::beside(value).for_each(|value| {
            if value != 0.0 {
                agrees(value);
            }
        })
    });
    values::short_decimals(290).for_each(agrees);
}
