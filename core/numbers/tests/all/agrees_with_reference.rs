//! Every kind of number against the plain reference, and floats read back by the standard library.

use crate::values;
use stringmill_numbers::{FloatWrite, NUMBER_ROOM, float32_write, float64_write, int64_write, uint64_write};
use stringmill_outcome::ErrorCode;
use stringmill_profile::FloatShape;
use stringmill_random::cases;
use stringmill_reference as reference;

fn text(shape: &FloatShape, value: f64) -> String {
    let mut dst = [0; NUMBER_ROOM];
    let len = float64_write(&FloatWrite::new(shape), value, &mut dst).expect("a finite number");
    String::from_utf8(dst[..len].to_vec()).expect("ASCII")
}

fn agrees(value: f64) {
    for shape in FloatShape::ALL {
        let found = text(shape, value);
        let expected = reference::float64_write(shape, value).expect("a finite number");
        assert_eq!(found.as_bytes(), expected, "{found}, {} {:016x}", shape.name, value.to_bits());
        // Zero loses its sign in some shapes, and is equal to the other.
        assert_eq!(found.parse(), Ok(value), "{}", shape.name);
    }
}

/// Every choice of a shape, in other values than the rows have.
#[test]
fn shapes_of_ones_own() {
    for (first, last, digits) in [(0, -1, 1), (-12, 28, 9), (-1, 12, 2), (-2, 11, 3), (3, 7, 1), (-5, 15, 4)] {
        for choices in 0..8_u8 {
            let mut shape = FloatShape::PHP;
            (shape.plain_first, shape.plain_last, shape.exponent_digits) = (first, last, digits);
            shape.plain_fraction = choices & 1 != 0;
            shape.exponent_fraction = choices & 2 != 0;
            shape.negative_zero = choices & 4 != 0;
            let powers = values::powers_of_ten().filter(|value| (1e-16..1e32).contains(value)).flat_map(values::beside);
            for value in powers.chain(values::short_decimals(14).step_by(37)).chain([0.0]) {
                let expected = |value| reference::float64_write(&shape, value).expect("a finite number");
                assert_eq!(text(&shape, value).as_bytes(), expected(value), "{shape:?}");
                assert_eq!(text(&shape, -value).as_bytes(), expected(-value), "{shape:?}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "plain_last")]
fn shapes_that_need_more_than_the_room_are_refused() {
    let mut shape = FloatShape::ECMASCRIPT;
    shape.plain_last = 29;
    FloatWrite::new(&shape);
}

#[test]
fn hundredths() {
    for hundredths in
        (0..5_000_u64).chain((5_000..900_000).step_by(331)).chain((0..1_000).map(|step| 999_999_999_999_000 + step))
    {
        agrees(hundredths as f64 / 100.0);
        agrees((hundredths as f64 / 100.0).next_up());
        agrees(-(hundredths as f64 / 100.0).next_down());
    }
}

#[test]
fn zeros_and_extremes() {
    let positive = [0.0, 1.0, f64::MIN_POSITIVE, f64::MAX, f64::EPSILON, f64::from_bits(1)];
    for value in positive {
        for bits in [value.to_bits().saturating_sub(1), value.to_bits(), value.to_bits() + 1] {
            if f64::from_bits(bits).is_finite() {
                agrees(f64::from_bits(bits));
                agrees(-f64::from_bits(bits));
            }
        }
    }
}

#[test]
fn powers_of_two_with_neighbours() {
    values::powers_of_two().for_each(|value| values::beside(value).for_each(agrees));
}

#[test]
fn powers_of_ten_with_neighbours() {
    values::powers_of_ten().for_each(|value| values::beside(value).for_each(agrees));
}

#[test]
fn short_decimals() {
    values::short_decimals(20).for_each(agrees);
}

#[test]
fn whole_numbers() {
    for shift in 0..64 {
        let value = u64::MAX >> shift;
        for value in [value, value - value / 3, value & !0xFF] {
            agrees(value as f64);
        }
    }
    (0..2_000).for_each(|value| agrees(f64::from(value)));
}

#[test]
fn ties() {
    // Halves and quarters of whole numbers whose last digits the float can just represent: two decimals may be as near.
    for exponent in 44..=53 {
        for step in 0..400 {
            agrees(((1_u64 << exponent) + 3 * step) as f64 / 4.0);
            agrees(((1_u64 << exponent) + 7 * step) as f64 / 64.0);
        }
    }
}

#[test]
fn random_bits() {
    values::random()
        .map(f64::from_bits)
        .filter(|value| value.is_finite())
        .take(cases(20_000) as usize)
        .for_each(agrees);
}

#[test]
fn subnormals() {
    values::random().map(|bits| f64::from_bits(bits >> (bits % 52 + 12))).take(cases(5_000) as usize).for_each(agrees);
}

#[test]
fn usual_magnitudes() {
    for (bits, place) in values::random().take(cases(20_000) as usize).zip((-9..24).cycle()) {
        let value = (bits >> 11) as f64 / (1_u64 << 53) as f64;
        agrees(value * 10_f64.powi(place));
        agrees(-value * 10_f64.powi(place));
    }
}

#[test]
fn what_is_not_finite_is_an_error() {
    for value in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::from_bits(0x7FF0_0000_0000_0001)] {
        for shape in FloatShape::ALL {
            let found = float64_write(&FloatWrite::new(shape), value, &mut [0; NUMBER_ROOM]);
            assert_eq!(found, Err(ErrorCode::NumberNotFinite));
            assert_eq!(
                found,
                reference::float64_write(shape, value).map(|text| text.len()).map_err(|error| error.code)
            );
        }
    }
}

#[test]
fn integers_of_every_length_and_both_ends() {
    let mut dst = [0; NUMBER_ROOM];
    for value in values::integers() {
        let len = uint64_write(value, &mut dst).expect("room");
        assert_eq!(dst[..len], *value.to_string().as_bytes());
        assert_eq!(dst[..len], reference::uint64_write(value));
        for value in [value.cast_signed(), value.cast_signed().wrapping_neg()] {
            let len = int64_write(value, &mut dst).expect("room");
            assert_eq!(dst[..len], *value.to_string().as_bytes());
            assert_eq!(dst[..len], reference::int64_write(value));
        }
    }
}

/// Every exponent of floats of 32 bits, and some of their significands.
#[test]
fn floats_of_32_bits() {
    let some = (0..=u32::MAX).step_by(if cfg!(miri) { 40_000_003 } else { 100_003 }).map(f32::from_bits);
    let short = (0..20_000).map(|number| number as f32 / 100.0);
    let powers = (-45..=38).map(|exponent| format!("1e{exponent}").parse().expect("a power"));
    for value in some.chain(short).chain(powers).filter(|value: &f32| value.is_finite()) {
        for shape in FloatShape::ALL {
            let mut dst = [0; NUMBER_ROOM];
            let len = float32_write(&FloatWrite::new(shape), value, &mut dst).expect("a finite number");
            let expected = reference::float32_write(shape, value).expect("a finite number");
            assert_eq!(dst[..len], expected, "{} {value:e}", shape.name);
            let text = std::str::from_utf8(&dst[..len]).expect("ASCII");
            assert_eq!(text.parse(), Ok(value), "{}", shape.name);
        }
    }
    let rules = FloatWrite::new(&FloatShape::DOTNET);
    for (value, expected) in
        [(1e8, "100000000"), (1e9, "1E+09"), (123_456_790.0, "123456790"), (1e-4, "0.0001"), (1e-5, "1E-05")]
    {
        let mut dst = [0; NUMBER_ROOM];
        let len = float32_write(&rules, value, &mut dst).expect("a finite number");
        assert_eq!(&dst[..len], expected.as_bytes());
    }
    assert_eq!(float32_write(&rules, f32::NAN, &mut [0; NUMBER_ROOM]), Err(ErrorCode::NumberNotFinite));
}
