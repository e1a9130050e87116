//! Floats of 64 bits into the fewest digits that read back as the same value, laid out in a shape.
//! A value in, bytes out; at most 25 of them in any shape of [`FloatShape::ALL`].
//!
//! Standard: IEEE 754, binary64; ECMA-262, Number::toString, whose note about the closest digits RFC 8785 makes a rule:
//! of the shortest decimals that round to the value the one next to it, of two as near the one with the even digit.
//!
//! Method: a value of at most two decimals and 15 digits is a whole number of hundredths, whose digits are the shortest
//! there are: no two decimals of 15 digits read as the same float. Of all others the crate `zmij` gives the digits, as
//! text. In most that stands as the shapes have it, and is copied; the rest is taken apart into digits and exponent,
//! and laid out anew. Figures for the first step are in `docs/tried.md`.

use crate::decimal::Decimal;
use crate::digits::write_digits;
use crate::room::{NUMBER_ROOM, with_room};
use stringmill_outcome::ErrorCode;
use stringmill_profile::FloatShape;

/// Writes `value` in its shortest digits, in the shape of `rules`, and says how many bytes that took.
///
/// # Errors
///
/// [`ErrorCode::NumberNotFinite`] for NaN and infinities; [`ErrorCode::RoomShort`] where `dst` cannot hold the number;
/// [`NUMBER_ROOM`] always does. Then `dst` is as it was; else bytes behind the number may be overwritten.
#[inline]
pub fn float64_write(rules: &FloatWrite, value: f64, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    if !value.is_finite() {
        return Err(ErrorCode::NumberNotFinite);
    }
    with_room(dst, |room| rules.write(value, room))
}

/// As [`float64_write`], for a float of 32 bits: the fewest digits that read back as the same float of 32 bits.
///
/// # Errors
///
/// As for that one.
pub fn float32_write(rules: &FloatWrite, value: f32, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    if !value.is_finite() {
        return Err(ErrorCode::NumberNotFinite);
    }
    with_room(dst, |room| {
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(value).as_bytes();
        rules.write_unusual(value.into(), text, rules.shape.plain_last_single, room)
    })
}

/// A shape of floats, made ready once; `const` where the caller can.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatWrite {
    shape: FloatShape,
    /// Magnitudes below this are plain if they are whole hundredths.
    hundredths_below: f64,
    /// Magnitudes from here on
    usual_from: f64,
    /// and below this are written plainly, both here and by `zmij`.
    usual_below: f64,
}

/// The decimal exponents that `zmij` writes plainly.
const PLAIN: (i16, i16) = (-5, 15);
/// Those of whole hundredths with up to 15 digits.
const HUNDREDTHS: (i16, i16) = (-2, 12);

impl FloatWrite {
    /// What writes in `shape`.
    ///
    /// # Panics
    ///
    /// Where the shape could need more than [`NUMBER_ROOM`], which none of [`FloatShape::ALL`] does: plain notation has
    /// to begin at -12 to 16 and end at -13 to 28, and exponents may be filled up to nine digits.
    pub const fn new(shape: &FloatShape) -> Self {
        assert!(-12 <= shape.plain_first && shape.plain_first <= 16);
        assert!(-13 <= shape.plain_last && shape.plain_last <= 28 && shape.exponent_digits <= 9);
        assert!(-13 <= shape.plain_last_single && shape.plain_last_single <= 28);
        let first = if shape.plain_first > PLAIN.0 { shape.plain_first } else { PLAIN.0 };
        let last = if shape.plain_last < PLAIN.1 { shape.plain_last } else { PLAIN.1 };
        let hundredths = shape.plain_first <= HUNDREDTHS.0 && shape.plain_last >= HUNDREDTHS.1;
        FloatWrite {
            shape: *shape,
            hundredths_below: if hundredths { power_of_ten(HUNDREDTHS.1 + 1) } else { 0.0 },
            // The float next to a power of ten has that power's one digit; so exponents part where these floats stand.
            usual_from: power_of_ten(first),
            usual_below: power_of_ten(last + 1),
        }
    }

    /// The shape that is written.
    pub const fn shape(&self) -> &FloatShape {
        &self.shape
    }

    #[inline(always)]
    fn write(&self, value: f64, room: &mut [u8; NUMBER_ROOM]) -> usize {
        let magnitude = value.abs();
        if magnitude < self.hundredths_below {
            let hundredths = (magnitude * 100.0 + 0.5) as i64;
            if hundredths as f64 / 100.0 == magnitude {
                return self.write_hundredths(value, hundredths.unsigned_abs(), room);
            }
        }
        self.write_long(value, room)
    }

    /// A value of so many hundredths.
    #[inline(always)]
    fn write_hundredths(&self, value: f64, hundredths: u64, room: &mut [u8; NUMBER_ROOM]) -> usize {
        // Overwritten where there is none.
        room[0] = b'-';
        let signed = value.is_sign_negative() & (self.shape.negative_zero | (hundredths != 0));
        let (whole, tenth, hundredth) = (hundredths / 100, hundredths / 10 % 10, hundredths % 10);
        let end = write_digits(whole, room, usize::from(signed));
        room[end..end + 3].copy_from_slice(&[b'.', b'0' + tenth as u8, b'0' + hundredth as u8]);
        match (tenth, hundredth) {
            (0, 0) => end + 2 * usize::from(self.shape.plain_fraction),
            (_, 0) => end + 2,
            _ => end + 3,
        }
    }

    #[inline(never)]
    fn write_long(&self, value: f64, room: &mut [u8; NUMBER_ROOM]) -> usize {
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(value).as_bytes();
        room[..text.len()].copy_from_slice(text);
        let magnitude = value.abs();
        if self.usual_from <= magnitude && magnitude < self.usual_below {
            match text {
                // No release of `zmij` so far writes exponents as small as these; one that did would show here.
                [.., b'e', _, _] | [.., b'e', _, _, _] => {}
                // A whole number, too long for hundredths. One byte is looked at, since a load of two that were stored
                // apart would wait for both.
                [.., b'0'] if !self.shape.plain_fraction => {}
                _ => return text.len(),
            }
        }
        self.write_unusual(value, text, self.shape.plain_last, room)
    }

    /// Zeros, and what has an exponent here or in the text of `zmij`.
    #[inline(never)]
    fn write_unusual(&self, value: f64, text: &[u8], plain_last: i16, room: &mut [u8; NUMBER_ROOM]) -> usize {
        let mut out = Out { room, len: 0 };
        if value.is_sign_negative() && (value != 0.0 || self.shape.negative_zero) {
            out.put(b"-");
        }
        let decimal = Decimal::of(text);
        if value == 0.0 || (self.shape.plain_first..=plain_last).contains(&decimal.exponent) {
            self.plain(&decimal, &mut out);
        } else {
            self.with_exponent(&decimal, &mut out);
        }
        out.len
    }

    fn plain(&self, decimal: &Decimal, out: &mut Out<'_>) {
        let digits = decimal.digits();
        // Digits before the point.
        match usize::try_from(decimal.exponent + 1) {
            Ok(whole @ 1..) if whole < digits.len() => {
                out.put(&digits[..whole]);
                out.put(b".");
                out.put(&digits[whole..]);
            }
            Ok(whole @ 1..) => {
                out.put(digits);
                out.zeros(whole - digits.len());
                if self.shape.plain_fraction {
                    out.put(b".0");
                }
            }
            _ => {
                out.put(b"0.");
                out.zeros(usize::from((-1 - decimal.exponent).unsigned_abs()));
                out.put(digits);
            }
        }
    }

    fn with_exponent(&self, decimal: &Decimal, out: &mut Out<'_>) {
        match decimal.digits() {
            [digit] => {
                out.put(&[*digit]);
                if self.shape.exponent_fraction {
                    out.put(b".0");
                }
            }
            digits => {
                out.put(&digits[..1]);
                out.put(b".");
                out.put(&digits[1..]);
            }
        }
        out.put(match (self.shape.exponent_upper, decimal.exponent < 0) {
            (false, true) => b"e-",
            (false, false) => b"e+",
            (true, true) => b"E-",
            (true, false) => b"E+",
        });
        let mut exponent = [0; NUMBER_ROOM];
        let len = write_digits(decimal.exponent.unsigned_abs().into(), &mut exponent, 0);
        out.zeros(usize::from(self.shape.exponent_digits).saturating_sub(len));
        out.put(&exponent[..len]);
    }
}

/// The float next to a power of ten from -22 to 22. Up to 10^22 powers are floats themselves, and a quotient of floats
/// is rounded to the next one.
const fn power_of_ten(exponent: i16) -> f64 {
    assert!(exponent.unsigned_abs() <= 22);
    let (mut power, mut left) = (1.0, exponent.unsigned_abs());
    while left > 0 {
        power *= 10.0;
        left -= 1;
    }
    if exponent < 0 { 1.0 / power } else { power }
}

/// A number as far as it is written.
struct Out<'a> {
    room: &'a mut [u8; NUMBER_ROOM],
    len: usize,
}

impl Out<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.room[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    #[inline]
    fn zeros(&mut self, count: usize) {
        self.room[self.len..self.len + count].fill(b'0');
        self.len += count;
    }
}
