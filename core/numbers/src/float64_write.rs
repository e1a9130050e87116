//! Floats of 64 bits to the fewest digits that read back as the same value, laid out in a shape.
//! Takes a value and writes at most 25 bytes in any shape of [`FloatShape::ALL`].
//!
//! Standard: IEEE 754, binary64; ECMA-262, Number::toString, whose note about the closest digits RFC 8785 makes a rule:
//! of the shortest decimals that round to the value the one next to it, of two as near the one with the even digit.
//!
//! Method: a value of at most two decimals and 15 digits is a whole number of hundredths, whose digits are the shortest
//! there are: no two decimals of 15 digits read as the same float. For all others [`shortest`] gives the digits as a
//! whole number. Zeros fill it up to 17 digits, which become text in two words and a byte. In most layouts stores of
//! fixed lengths write the digits, in one piece or in two with the point between them; no loop and no branch depends on
//! how many digits there are. The other layouts are put together from pieces. Figures are in `docs/tried.md`.

use crate::digits::{eight_digits, write_digits};
use crate::room::{NUMBER_ROOM, with_room};
use crate::shortest_digits::{shortest, shortest_of_power_of_two, shortest_of_subnormal};
use stringmill_outcome::ErrorCode;
use stringmill_profile::FloatShape;

/// Writes `value` in its shortest digits, in the shape of `rules`, and says how many bytes that took.
///
/// # Errors
///
/// [`ErrorCode::NumberNotFinite`] for NaN and infinities; [`ErrorCode::RoomShort`] if `dst` is too short for the
/// number; [`NUMBER_ROOM`] always suffices. After an error `dst` is unchanged; otherwise bytes after the number may be
/// overwritten.
///
/// ```
/// use stringmill::{FloatShape, FloatWrite, NUMBER_ROOM, float64_write};
///
/// const JSON: FloatWrite = FloatWrite::new(&FloatShape::ECMASCRIPT);
/// let mut dst = [0; NUMBER_ROOM];
/// let len = float64_write(&JSON, 0.1, &mut dst)?;
/// assert_eq!(&dst[..len], b"0.1");
/// # Ok::<(), stringmill::ErrorCode>(())
/// ```
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
///
/// ```
/// use stringmill::{FloatShape, FloatWrite, NUMBER_ROOM, float32_write};
///
/// const JSON: FloatWrite = FloatWrite::new(&FloatShape::ECMASCRIPT);
/// let mut dst = [0; NUMBER_ROOM];
/// let len = float32_write(&JSON, 0.1, &mut dst)?;
/// assert_eq!(&dst[..len], b"0.1");
/// # Ok::<(), stringmill::ErrorCode>(())
/// ```
pub fn float32_write(rules: &FloatWrite, value: f32, dst: &mut [u8]) -> Result<usize, ErrorCode> {
    if !value.is_finite() {
        return Err(ErrorCode::NumberNotFinite);
    }
    with_room(dst, |room| {
        let bits = value.to_bits();
        let (fraction, exponent) = (u64::from(bits & 0x007F_FFFF), (bits >> 23 & 0xFF) as i32);
        let (digits, power) = match exponent {
            0 if fraction == 0 => return rules.zero(value.is_sign_negative(), room),
            0 => shortest(fraction, -149),
            1 => shortest(fraction | 1 << 23, -149),
            _ if fraction == 0 => shortest_of_power_of_two(1 << 23, exponent - 150),
            _ => shortest(fraction | 1 << 23, exponent - 150),
        };
        rules.lay_out(value.is_sign_negative(), digits, power, rules.shape.plain_last_single, room)
    })
}

/// A shape of floats, prepared once; `const` if the caller can.
///
/// ```
/// use stringmill::{FloatShape, FloatWrite, NUMBER_ROOM, float64_write};
///
/// const PYTHON: FloatWrite = FloatWrite::new(&FloatShape::PYTHON);
/// let mut dst = [0; NUMBER_ROOM];
/// let len = float64_write(&PYTHON, 100_000.0, &mut dst)?;
/// assert_eq!(&dst[..len], b"100000.0");
/// assert_eq!(PYTHON.shape().name, "python");
/// # Ok::<(), stringmill::ErrorCode>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatWrite {
    shape: FloatShape,
    /// Smaller magnitudes have no exponent if they are whole hundredths.
    hundredths_below: f64,
}

/// The smallest and the largest decimal exponent of whole hundredths with up to 15 digits.
const HUNDREDTHS: (i16, i16) = (-2, 12);
/// The power of ten above these exponents.
const HUNDREDTHS_BELOW: f64 = 1e13;

/// The most digits that a float needs. Zeros fill up fewer digits.
const DIGITS: usize = 17;
/// The least whole number with [`DIGITS`] digits.
const MIN_DIGITS: u64 = 10_000_000_000_000_000;
/// Numbers below this have at most eight digits.
const WORD: u64 = 100_000_000;

impl FloatWrite {
    /// A writer of floats in `shape`.
    ///
    /// # Panics
    ///
    /// If the shape could need more than [`NUMBER_ROOM`], which none of [`FloatShape::ALL`] does: plain notation has to
    /// begin at -12 to 16 and end at -13 to 28, and exponents may be filled up to nine digits.
    pub const fn new(shape: &FloatShape) -> Self {
        assert!(-12 <= shape.plain_first && shape.plain_first <= 16);
        assert!(-13 <= shape.plain_last && shape.plain_last <= 28 && shape.exponent_digits <= 9);
        assert!(-13 <= shape.plain_last_single && shape.plain_last_single <= 28);
        let hundredths = shape.plain_first <= HUNDREDTHS.0 && shape.plain_last >= HUNDREDTHS.1;
        FloatWrite { shape: *shape, hundredths_below: if hundredths { HUNDREDTHS_BELOW } else { 0.0 } }
    }

    /// The shape of the output.
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
        self.write_shortest(value, room)
    }

    /// Writes `value`, whose magnitude is `hundredths` / 100.
    #[inline(always)]
    fn write_hundredths(&self, value: f64, hundredths: u64, room: &mut [u8; NUMBER_ROOM]) -> usize {
        // The first digit overwrites the minus unless there is a sign.
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
    fn write_shortest(&self, value: f64, room: &mut [u8; NUMBER_ROOM]) -> usize {
        let bits = value.to_bits();
        let (fraction, exponent) = (bits & 0x000F_FFFF_FFFF_FFFF, (bits >> 52 & 0x7FF) as i32);
        let (digits, power) = match (exponent, fraction) {
            (0, 0) => return self.zero(value.is_sign_negative(), room),
            (0, _) => shortest_of_subnormal(fraction),
            (2.., 0) => shortest_of_power_of_two(1 << 52, exponent - 1075),
            _ => shortest(fraction | 1 << 52, exponent - 1075),
        };
        self.lay_out(value.is_sign_negative(), digits, power, self.shape.plain_last, room)
    }

    #[cold]
    fn zero(&self, negative: bool, room: &mut [u8; NUMBER_ROOM]) -> usize {
        room[0] = b'-';
        let start = usize::from(negative & self.shape.negative_zero);
        room[start..start + 3].copy_from_slice(b"0.0");
        start + 1 + 2 * usize::from(self.shape.plain_fraction)
    }

    /// Writes `digits * 10^power`. Zeros fill up the digits to [`DIGITS`], and are not part of the output.
    #[inline(always)]
    fn lay_out(&self, negative: bool, digits: u64, power: i32, plain_last: i16, room: &mut [u8; NUMBER_ROOM]) -> usize {
        let (digits, exponent) = filled_up(digits, power);
        // The first digit overwrites the minus unless there is a sign.
        room[0] = b'-';
        let start = usize::from(negative);
        let is_plain = (self.shape.plain_first.into()..=i32::from(plain_last)).contains(&exponent);
        if is_plain && exponent < 0 {
            below_one(digits, exponent.unsigned_abs() as usize, start, room)
        } else if is_plain && exponent <= PLAIN_MAX {
            self.fixed(digits, exponent as usize, start, room)
        } else {
            self.unusual(digits, exponent, is_plain, NumberWriter { room, len: start })
        }
    }

    /// Writes the digits with a point among them or after them. Stores them without a point first, then stores the
    /// digits after the point again, one place later.
    #[inline(always)]
    fn fixed(&self, digits: u64, exponent: usize, start: usize, room: &mut [u8; NUMBER_ROOM]) -> usize {
        let text = DigitText::of(digits);
        let point = exponent + 1;
        room[start] = text.first;
        store_word(text.high, start + 1, room);
        if exponent < 8 {
            room[start + point] = b'.';
            // The mask does not change the value. It shows the compiler that the shift is below 64.
            store(text.others() << ((8 * exponent) & 63), start + point + 1, room);
        } else {
            store_word(text.low, start + 9, room);
            room[start + point] = b'.';
            store_word(text.low << ((8 * exponent) & 63), start + point + 1, room);
        }
        if text.len > point { start + text.len + 1 } else { start + point + 2 * usize::from(self.shape.plain_fraction) }
    }

    /// Writes any other layout.
    #[inline(never)]
    fn unusual(&self, digits: u64, exponent: i32, is_plain: bool, out: NumberWriter<'_>) -> usize {
        let text = DigitText::of(digits);
        if is_plain { self.long(&text, exponent as usize + 1, out) } else { self.with_exponent(&text, exponent, out) }
    }

    /// Writes a value of at least 10^16 without an exponent.
    fn long(&self, text: &DigitText, point: usize, mut out: NumberWriter<'_>) -> usize {
        let digits = text.digits();
        let digits = &digits[..text.len];
        if point < digits.len() {
            out.put(&digits[..point]);
            out.put(b".");
            out.put(&digits[point..]);
        } else {
            out.put(digits);
            out.zeros(point - digits.len());
            if self.shape.plain_fraction {
                out.put(b".0");
            }
        }
        out.len
    }

    fn with_exponent(&self, text: &DigitText, exponent: i32, mut out: NumberWriter<'_>) -> usize {
        let start = out.len;
        out.room[start] = text.first;
        out.room[start + 1] = b'.';
        store(text.others(), start + 2, out.room);
        out.len += match text.len {
            1 if self.shape.exponent_fraction => 3,
            1 => 1,
            len => len + 1,
        };
        let magnitude = exponent.unsigned_abs();
        let len = 1 + usize::from(magnitude >= 10) + usize::from(magnitude >= 100);
        out.put(&[if self.shape.exponent_upper { b'E' } else { b'e' }, if exponent < 0 { b'-' } else { b'+' }]);
        out.zeros(usize::from(self.shape.exponent_digits).saturating_sub(len));
        // Always three digits; the shift drops leading zeros.
        let [first, second, third] =
            [magnitude / 100, magnitude / 10 % 10, magnitude % 10].map(|digit| b'0' + digit as u8);
        let digits = u32::from_be_bytes([first, second, third, 0]) << (8 * (3 - len));
        out.room[out.len..out.len + 3].copy_from_slice(&digits.to_be_bytes()[..3]);
        out.len + len
    }
}

/// The greatest decimal exponent with a digit after the point.
const PLAIN_MAX: i32 = DIGITS as i32 - 2;

/// Fills up `digits * 10^power` to exactly [`DIGITS`] digits. Returns them and the decimal exponent of the first one.
#[inline(always)]
fn filled_up(digits: u64, power: i32) -> (u64, i32) {
    // The digits of 64-bit floats that are not subnormal lack at most one.
    let (digits, power) = if digits < MIN_DIGITS / 10 { with_sixteen_digits(digits, power) } else { (digits, power) };
    if digits < MIN_DIGITS { (digits * 10, power + DIGITS as i32 - 2) } else { (digits, power + DIGITS as i32 - 1) }
}

#[cold]
#[inline(never)]
fn with_sixteen_digits(digits: u64, power: i32) -> (u64, i32) {
    let missing = DIGITS as u32 - 2 - digits.ilog10();
    (digits * 10_u64.pow(missing), power - missing as i32)
}

/// Writes a value below one, such as `0.00123`: the first digit is at place `place` after the point.
/// [`FloatWrite::new`] refuses shapes whose zeros would not fit beside a sign and all digits.
#[inline(always)]
fn below_one(digits: u64, place: usize, start: usize, room: &mut [u8; NUMBER_ROOM]) -> usize {
    let text = DigitText::of(digits);
    store(u128::from(ZEROS) << 64 | u128::from(ZEROS), start, room);
    room[start + 1] = b'.';
    text.store(start + place + 1, room);
    start + place + 1 + text.len
}

/// [`DIGITS`] digits as text.
struct DigitText {
    first: u8,
    /// The eight digits after the first one; the last of them is in the lowest byte.
    high: u64,
    /// The last eight digits.
    low: u64,
    /// The number of digits without the zeros at the end.
    len: usize,
}

/// The digit zero in each byte.
const ZEROS: u64 = u64::from_be_bytes([b'0'; 8]);

impl DigitText {
    #[inline(always)]
    fn of(digits: u64) -> Self {
        let (first, others) = (digits / MIN_DIGITS, digits % MIN_DIGITS);
        let (high, low) = (eight_digits(others / WORD), eight_digits(others % WORD));
        // If only the first digit is not zero, all sixteen bytes are zero, and are counted as such.
        let (word, after) = if low == 0 { (high, 8) } else { (low, 0) };
        let zeros = after + word.trailing_zeros() / 8;
        DigitText { first: b'0' + first as u8, high: high | ZEROS, low: low | ZEROS, len: DIGITS - zeros as usize }
    }

    /// All digits except the first one.
    #[inline(always)]
    fn others(&self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }

    /// Stores all digits at `at`.
    #[inline(always)]
    fn store(&self, at: usize, room: &mut [u8; NUMBER_ROOM]) {
        room[at] = self.first;
        store(self.others(), at + 1, room);
    }

    fn digits(&self) -> [u8; DIGITS] {
        let mut digits = [self.first; DIGITS];
        digits[1..].copy_from_slice(&self.others().to_be_bytes());
        digits
    }
}

#[inline(always)]
fn store(text: u128, at: usize, room: &mut [u8; NUMBER_ROOM]) {
    room[at..at + 16].copy_from_slice(&text.to_be_bytes());
}

#[inline(always)]
fn store_word(text: u64, at: usize, room: &mut [u8; NUMBER_ROOM]) {
    room[at..at + 8].copy_from_slice(&text.to_be_bytes());
}

/// The part of a number that is written so far.
struct NumberWriter<'a> {
    room: &'a mut [u8; NUMBER_ROOM],
    len: usize,
}

impl NumberWriter<'_> {
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
