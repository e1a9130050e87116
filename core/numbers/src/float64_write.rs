//! Floats of 64 bits into the fewest digits that read back as the same value, laid out in a shape.
//! A value in, bytes out; at most 25 of them in any shape of [`FloatShape::ALL`].
//!
//! Standard: IEEE 754, binary64; ECMA-262, Number::toString, whose note about the closest digits RFC 8785 makes a rule:
//! of the shortest decimals that round to the value the one next to it, of two as near the one with the even digit.
//!
//! Method: the crate `zmij` gives those digits as text. In most values it stands as the shapes have it, and is copied.
//! All others are taken apart into digits and exponent, and laid out anew.

use crate::decimal::Decimal;
use crate::room::{NUMBER_ROOM, with_room};
use stringmill_outcome::ErrorCode;
use stringmill_profile::FloatShape;

/// Writes `value` in its shortest digits, in the shape of `rules`, and says how many bytes that took.
///
/// # Errors
///
/// [`ErrorCode::NumberNotFinite`] for NaN and infinities; [`ErrorCode::RoomShort`] where `dst` cannot hold the number;
/// [`NUMBER_ROOM`] always does. Then `dst` is as it was.
#[inline]
pub fn float64_write(rules: &FloatWrite, value: f64, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    if !value.is_finite() {
        return Err(ErrorCode::NumberNotFinite);
    }
    with_room(dst, |room| rules.write(value, room))
}

/// A shape of floats, made ready once; `const` where the caller can.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatWrite {
    shape: FloatShape,
    /// Magnitudes from here on
    usual_from: f64,
    /// and below this are written plainly, both here and by `zmij`.
    usual_below: f64,
}

/// The decimal exponents that `zmij` writes plainly.
const PLAIN: (i16, i16) = (-5, 15);

impl FloatWrite {
    /// What writes in `shape`.
    pub const fn new(shape: &FloatShape) -> Self {
        let first = if shape.plain_first > PLAIN.0 { shape.plain_first } else { PLAIN.0 };
        let last = if shape.plain_last < PLAIN.1 { shape.plain_last } else { PLAIN.1 };
        // The float next to a power of ten has that power's one digit; so exponents part where these floats stand.
        FloatWrite { shape: *shape, usual_from: power_of_ten(first), usual_below: power_of_ten(last + 1) }
    }

    /// The shape that is written.
    pub const fn shape(&self) -> &FloatShape {
        &self.shape
    }

    #[inline(always)]
    fn write(&self, value: f64, room: &mut [u8; NUMBER_ROOM]) -> usize {
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(value).as_bytes();
        let magnitude = value.abs();
        let usual = self.usual_from <= magnitude && magnitude < self.usual_below;
        match text {
            // No release of `zmij` so far writes exponents as small as these; one that did would show here.
            [.., b'e', _, _] | [.., b'e', _, _, _] => self.write_unusual(value, text, room),
            _ if !usual => self.write_unusual(value, text, room),
            _ => {
                room[..text.len()].copy_from_slice(text);
                let whole = !self.shape.plain_fraction && text.ends_with(b".0");
                if whole { text.len() - 2 } else { text.len() }
            }
        }
    }

    /// Zeros, and what has an exponent here or in the text of `zmij`.
    #[inline(never)]
    fn write_unusual(&self, value: f64, text: &[u8], room: &mut [u8; NUMBER_ROOM]) -> usize {
        let mut out = Out { room, len: 0 };
        if value.is_sign_negative() && (value != 0.0 || self.shape.negative_zero) {
            out.put(b"-");
        }
        let decimal = Decimal::of(text);
        if value == 0.0 || (self.shape.plain_first..=self.shape.plain_last).contains(&decimal.exponent) {
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
        out.put(if decimal.exponent < 0 { b"e-" } else { b"e+" });
        let mut buffer = itoa::Buffer::new();
        let exponent = buffer.format(decimal.exponent.unsigned_abs()).as_bytes();
        out.zeros(usize::from(self.shape.exponent_digits).saturating_sub(exponent.len()));
        out.put(exponent);
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
