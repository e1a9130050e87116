//! Text into floats, beside the standard library, which reads by another method.

use crate::values;
use stringmill_numbers::{DecimalText, FloatWrite, NUMBER_ROOM, float64_write, nearest_float};
use stringmill_profile::FloatShape;

const SHAPE: FloatWrite = FloatWrite::new(&FloatShape::ECMASCRIPT);

fn agrees(text: &str) {
    let number = DecimalText::new(text.as_bytes()).unwrap_or_else(|| panic!("{text} is a number"));
    let expected: f64 = text.parse().unwrap();
    assert_eq!(number.float64().to_bits(), expected.to_bits(), "{text}");
    for after in [",", "]", " 12345678", "\n{\"a\":1234}", "-1", ":/", "é"] {
        let longer = format!("{text}{after}");
        let prefix = DecimalText::prefix(longer.as_bytes()).unwrap_or_else(|| panic!("{longer} begins with a number"));
        assert_eq!((prefix.text(), prefix.float64().to_bits()), (text.as_bytes(), expected.to_bits()), "{longer}");
    }
    assert_eq!(number.is_integer(), !text.contains(['.', 'e', 'E']), "{text}");
    let digits = text.trim_start_matches('-').len();
    let value = text.parse().ok().filter(|_| number.is_integer() && digits < 19);
    assert_eq!(number.short_integer(), value, "{text}");
    let mut dst = [0; NUMBER_ROOM];
    let len = if expected.is_finite() { float64_write(&SHAPE, expected, &mut dst).unwrap() } else { 0 };
    let is_same = &dst[..len] == text.as_bytes();
    if number.is_ecmascript() {
        assert!(is_same, "{text}");
    } else if is_same {
        // What is the same and not found has more than 15 digits, or an exponent.
        let digits = text.trim_start_matches(['-', '0', '.']).bytes().filter(u8::is_ascii_digit).count();
        assert!(digits > 15 || text.contains('e') || digits + text.len() > 20, "{text}");
    }
}

#[test]
fn floats_in_their_digits() {
    for value in values::random().map(f64::from_bits).filter(|value| value.is_finite()).take(100_000) {
        for text in [format!("{value:e}"), format!("{value:.16e}"), format!("{value:.18e}"), format!("{value:.14E}")] {
            agrees(&text);
        }
    }
}

#[test]
fn usual_magnitudes() {
    for (bits, place) in values::random().take(100_000).zip((-9..24).cycle()) {
        let value = (bits >> 11) as f64 / (1_u64 << 53) as f64 * 10_f64.powi(place);
        for text in [format!("{value}"), format!("-{value:.2}"), format!("{value:.0}"), format!("{value:.7}")] {
            agrees(&text);
        }
    }
}

#[test]
fn digits_and_powers_at_random() {
    for (bits, power) in values::random().take(200_000).zip((-350_i32..330).cycle()) {
        let digits = bits >> (power.unsigned_abs() % 64);
        agrees(&format!("{digits}e{power}"));
        agrees(&format!("-0.{digits}E+{}", power.unsigned_abs()));
        agrees(&format!("{}.{digits:03}", digits % 1000));
    }
}

/// Digits around 2 to the power of 52, below which different digits are different floats, with the point at each place.
#[test]
fn sixteen_digits() {
    let border = 1_u64 << 52;
    let beside =
        (border - 50..border + 50).chain([10_u64.pow(15) - 1, 10_u64.pow(15), 10_u64.pow(16) - 1, border << 1]);
    for digits in beside.chain(values::random().map(|bits| bits % (border + (border >> 4))).take(100_000)) {
        let digits = digits.to_string();
        for places in [0, 1, 3, 7, 8, 9, 15, 16, 17, 20] {
            let padded = format!("{digits:0>width$}", width = places + 1);
            let (whole, fraction) = padded.split_at(padded.len() - places);
            agrees(&if places == 0 { padded.clone() } else { format!("{whole}.{fraction}") });
        }
    }
}

/// Half way between two floats, and one more or less: the 128 bits do not suffice.
#[test]
fn half_way() {
    for bits in values::random().take(50_000) {
        let half = (bits >> 11 | 1 << 52) * 2 + 1;
        for whole in [half << (bits % 8), (half << (bits % 8)) + 1, (half << (bits % 8)) - 1] {
            agrees(&format!("{whole}"));
            agrees(&format!("{whole}.0"));
        }
        let float = f64::from_bits((bits >> 12) + (1000 << 52));
        let next = f64::from_bits((bits >> 12) + (1000 << 52) + 1);
        let exact = format!("{:.1200}", float / 2.0 + next / 2.0);
        agrees(exact.trim_end_matches('0'));
    }
}

#[test]
fn texts_by_hand() {
    for text in [
        "0",
        "-0",
        "0.0",
        "-0e5",
        "1e400",
        "-1e400",
        "1e-400",
        "0e999999999999",
        "1e99999999999999999999",
        "0.1e-99999999999999999999",
        "5e-324",
        "2.4703282292062327e-324",
        "2.2250738585072011e-308",
        "1e22",
        "1e23",
        "9007199254740993",
        "179769313486231580793e289",
        "1.7976931348623159e308",
        "0.000001",
        "0.0000001",
        "0.00000123",
        "1000000000000000",
        "999999999999999",
        "0.999999999999999",
        "123456789.123450",
        "12345678901234567890",
    ] {
        agrees(text);
    }
    for text in ["", "-", ".5", "5.", "1e", "1e+", "+1", "1.e5", "1x", "1.5.5", " 1", "1e5.5", "--1", "0x10", "NaN"] {
        assert!(DecimalText::new(text.as_bytes()).is_none(), "{text}");
    }
    for text in ["", "-", ".5", "5.,", "1e,", "1e+ 5", "+1", "1.e5", " 1", "--1", "NaN"] {
        assert!(DecimalText::prefix(text.as_bytes()).is_none(), "{text}");
    }
    for (text, number) in [("1x", "1"), ("1.5.5", "1.5"), ("1e5.5", "1e5"), ("0x10", "0"), ("12-3", "12"), ("7e", "")] {
        let found = DecimalText::prefix(text.as_bytes()).map_or(&b""[..], |number| number.text());
        assert_eq!(found, number.as_bytes(), "{text}");
    }
    for (text, leads) in [("0", false), ("-0", false), ("00", true), ("-01.5", true), ("0.5", false), ("10", false)] {
        assert_eq!(DecimalText::new(text.as_bytes()).map(|number| number.has_leading_zero()), Some(leads), "{text}");
    }
}

/// Digits that are not kept move the point or decide a half, and cancel an exponent of any size.
#[test]
fn many_digits() {
    for len in [700, 799, 800, 801, 815, 816, 817, 1500, 3000] {
        for (seed, bits) in values::random().take(200).enumerate() {
            let digits: String =
                (0..len).map(|at| char::from(b'0' + (bits.rotate_left(at as u32 * 7) % 10) as u8)).collect();
            let digits = digits.trim_start_matches('0');
            let at = 1 + seed * 13 % (digits.len() - 1);
            let exponent = [0, -300, 300, -(at as i64), 5 - at as i64, -700, -1100][seed % 7];
            agrees(&format!("-{}.{}e{exponent}", &digits[..at], &digits[at..]));
            agrees(&format!("0.{}{digits}E+{}", "0".repeat(seed * 5), seed));
            agrees(&format!("{digits}e{exponent}"));
        }
        for float in [1.5, 4503599627370497.0, 2.2250738585072014e-308, 5e-324] {
            let half = format!("{:.1200}", float * (1.0 + f64::EPSILON / 2.0));
            agrees(&format!("{half}{}", "0".repeat(len)));
            agrees(&format!("{half}{}1", "0".repeat(len)));
        }
    }
    let zeros = |count| "0".repeat(count);
    for (text, expected) in [
        (format!("1{}e-70000", zeros(70_000)), 1.0),
        (format!("-0.{}25e+70003", zeros(70_000)), -250.0),
        (format!("{}e-1073741822", "9".repeat(131_000)), 0.0),
        (format!("-{}e-99999999999999999999", "9".repeat(131_000)), -0.0),
        (format!("0.{}1e99999999999999999999", zeros(131_000)), f64::INFINITY),
        (format!("0.{}e99999999999999999999", zeros(131_000)), 0.0),
        (format!("1{}e-2000000", zeros(2_000_000)), 1.0),
        (format!("9007199254740993{}.{}e-70000", zeros(70_000), zeros(70_000)), 9007199254740992.0),
        (format!("9007199254740993{}.{}1e-70000", zeros(70_000), zeros(70_000)), 9007199254740994.0),
    ] {
        let found = DecimalText::new(text.as_bytes()).map(|number| number.float64().to_bits());
        assert_eq!(found, Some(f64::to_bits(expected)), "{} ... {}", &text[..20], &text[text.len() - 20..]);
        let single: Option<f32> = nearest_float(text.as_bytes());
        assert_eq!(
            single.map(f32::to_bits),
            Some((expected as f32).to_bits()),
            "{} ... {}",
            &text[..20],
            &text[text.len() - 20..]
        );
    }
    for (text, expected) in [
        ("1.e5".to_owned(), 1e5),
        (format!("-15{}.e-70000", zeros(70_000)), -15.0),
        ("-inf".to_owned(), f64::NEG_INFINITY),
    ] {
        assert_eq!(nearest_float(text.as_bytes()), Some(expected), "Ion has such floats");
    }
    assert_eq!([&b""[..], b"-", b"x", b"\xFF"].map(nearest_float::<f64>), [None; 4]);
}
