//! Writes numbers and timestamps, with one spelling for each value.
//! Standard: Amazon Ion 1.0; General Decimal Arithmetic, to-scientific-string, which says when a decimal has an exponent.

use crate::grammar::timestamp::{self, Precision, Timestamp};
use crate::grammar::window::Window;
use crate::options::Form;
use crate::value::Int;
use stringmill_kernels::Tier;
use stringmill_numbers::{FloatWrite, NUMBER_ROOM, decimal_of_bits, float64_write, int64_write, uint64_write};
use stringmill_outcome::{Error, ErrorCode};
use stringmill_output::Output;
use stringmill_profile::FloatShape;

#[inline]
pub(crate) fn int64(out: &mut Output, value: i64) {
    let len = int64_write(value, out.spare(NUMBER_ROOM)).expect("there is room for a number");
    out.fill(len);
}

pub(crate) fn uint64(out: &mut Output, value: u64) {
    let len = uint64_write(value, out.spare(NUMBER_ROOM)).expect("there is room for a number");
    out.fill(len);
}

/// Writes an int in decimal digits.
///
/// # Errors
///
/// A byte that is no digit of its radix, at its place. For base 2 and 16 the digit past
/// [`LONG_BITS_MAX`](stringmill_numbers::LONG_BITS_MAX), and refused memory.
pub(crate) fn int(out: &mut Output, int: &Int<'_>) -> Result<(), Error> {
    let is_digit = |&byte: &u8| match int.radix {
        2 => matches!(byte, b'0' | b'1'),
        10 => byte.is_ascii_digit(),
        _ => byte.is_ascii_hexdigit(),
    };
    check_digits(int.digits, is_digit)?;
    let digits = without_zeros(int.digits);
    let len = out.len();
    if int.negative && digits != b"0" {
        out.put_byte(b'-');
    }
    if int.radix == 10 {
        out.put(digits);
        return Ok(());
    }
    let bits = int.radix.trailing_zeros();
    decimal_of_bits(digits, bits, |piece| out.put(piece)).map_err(|error| {
        out.truncate(len);
        Error { offset: error.offset + (int.digits.len() - digits.len()) as u64, ..error }
    })
}

fn check_digits(digits: &[u8], is_digit: impl Fn(&u8) -> bool) -> Result<(), Error> {
    let error = |at: usize| Err(Error::new(ErrorCode::NumberDigitExpected, at as u64));
    match digits.iter().position(|byte| !is_digit(byte)) {
        Some(at) => error(at),
        None if digits.is_empty() => error(0),
        None => Ok(()),
    }
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    &digits[zeros.min(digits.len() - 1)..]
}

/// Writes a decimal.
///
/// # Errors
///
/// A byte that is no digit, at its place in the coefficient.
pub(crate) fn decimal(out: &mut Output, negative: bool, coefficient: &[u8], exponent: i64) -> Result<(), Error> {
    check_digits(coefficient, u8::is_ascii_digit)?;
    if negative {
        out.put_byte(b'-');
    }
    decimal_digits(out, without_zeros(coefficient), exponent);
    Ok(())
}

/// Writes a decimal whose coefficient fits 64 bits.
#[inline]
pub(crate) fn decimal64(out: &mut Output, coefficient: i64, exponent: i64) {
    let mut digits = [0; NUMBER_ROOM + DIGITS_MAX];
    let len = uint64_write(coefficient.unsigned_abs(), &mut digits).expect("there is room for a number");
    let sign = usize::from(coefficient < 0);
    // At most `ZEROS_MAX` zeros follow the point before the first digit, so `DECIMAL_ROOM` suffices.
    let spare = out.spare(DECIMAL_ROOM).first_chunk_mut::<DECIMAL_ROOM>().expect("there is room");
    spare[0] = b'-';
    // Up to eight digits are stored as one word, as they were loaded; another width would stall store forwarding.
    let word = u64::from_le_bytes(*digits.first_chunk().expect("there is room"));
    let put = |spare: &mut [u8; DECIMAL_ROOM], at: usize, from: usize| {
        // Later writes overwrite the excess.
        if len <= 8 {
            spare[at..at + 8].copy_from_slice(&(word >> (8 * from)).to_le_bytes());
        } else {
            spare[at..at + DIGITS_MAX].copy_from_slice(&digits[from..from + DIGITS_MAX]);
        }
    };
    let written = match usize::try_from(exponent.unsigned_abs()) {
        Ok(scale @ 1..) if exponent < 0 && scale < len => {
            let whole = sign + len - scale;
            put(spare, sign, 0);
            put(spare, whole + 1, whole - sign);
            spare[whole] = b'.';
            sign + len + 1
        }
        Ok(scale @ 1..) if exponent < 0 && scale - len <= ZEROS_MAX as usize => {
            spare[sign..sign + 8].copy_from_slice(b"0.000000");
            put(spare, sign + 2 + scale - len, 0);
            sign + 2 + scale
        }
        _ => {
            put(spare, sign, 0);
            spare[sign + len] = if exponent == 0 { b'.' } else { b'd' };
            sign + len + 1
        }
    };
    out.fill(written);
    if exponent > 0 || exponent < 0 && out.written().last() == Some(&b'd') {
        int64(out, exponent);
    }
}

/// Writes a decimal whose coefficient has these digits.
#[inline]
fn decimal_digits(out: &mut Output, digits: &[u8], exponent: i64) {
    let (len, scale) = (digits.len() as i128, -i128::from(exponent));
    if scale <= 0 || scale - len > ZEROS_MAX {
        out.put(digits);
        if exponent == 0 {
            out.put_byte(b'.');
        } else {
            out.put_byte(b'd');
            int64(out, exponent);
        }
        return;
    }
    // At most `ZEROS_MAX` more than the number of digits.
    let scale = scale as usize;
    if digits.len() > scale {
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        out.put(whole);
        out.put_byte(b'.');
        out.put(fraction);
    } else {
        out.put(b"0.");
        out.put_times(b'0', scale - digits.len());
        out.put(digits);
    }
}

/// Writes a float.
pub(crate) fn float(out: &mut Output, value: f64, form: Form) {
    if value.is_nan() {
        return out.put(b"nan");
    }
    if value.is_infinite() {
        return out.put(if value > 0.0 { b"+inf" } else { b"-inf" });
    }
    if form == Form::IonJava { ion_java_float(out, value) } else { stable_float(out, value) }
}

fn stable_float(out: &mut Output, value: f64) {
    let spare = out.spare(NUMBER_ROOM + 2);
    let mut len = float64_write(&STABLE_FLOAT, value, spare).expect("it is finite and has room");
    if !spare[..len].contains(&b'e') {
        spare[len..len + 2].copy_from_slice(b"e0");
        len += 2;
    }
    out.fill(len);
}

fn ion_java_float(out: &mut Output, value: f64) {
    // If one digit suffices, Java takes the nearest number of two digits; it differs from `x.0` only for these floats.
    if value != 0.0 && value.abs() < TWO_DIGITS_BELOW {
        let text = format!("{value:e}");
        if !text.contains('.') {
            return out.put(format!("{value:.1e}").as_bytes());
        }
    }
    let spare = out.spare(NUMBER_ROOM + 2);
    let mut len = float64_write(&ION_JAVA_FLOAT, value, spare).expect("it is finite and has room");
    match spare[..len].iter().position(|&byte| byte == b'e') {
        None => {
            spare[len..len + 2].copy_from_slice(b"e0");
            len += 2;
        }
        Some(mark) if spare[mark + 1] == b'+' => {
            spare.copy_within(mark + 2..len, mark + 1);
            len -= 1;
        }
        Some(_) => {}
    }
    out.fill(len);
}

/// Writes a timestamp.
///
/// # Errors
///
/// [`ErrorCode::TimestampRange`] or [`ErrorCode::TimestampMalformed`] for a field out of range, at an offset in the text
/// that would have been written.
pub(crate) fn timestamp(out: &mut Output, tier: Tier, timestamp: &Timestamp<'_>) -> Result<(), Error> {
    let from = out.len();
    put_timestamp(out, timestamp)?;
    // The reader's grammar checks years, days of the month and the range of time.
    let text = &out.written()[from..];
    match timestamp::scan(Window { bytes: text, last: true, tier }, 0) {
        Ok(end) if end == text.len() => Ok(()),
        Ok(end) => Err(Error::new(ErrorCode::TimestampMalformed, end as u64)),
        Err(stop) => Err(stop.error()),
    }
}

fn put_timestamp(out: &mut Output, timestamp: &Timestamp<'_>) -> Result<(), Error> {
    let Timestamp { precision, year, month, day, hour, minute, second, fraction, offset } = *timestamp;
    let out_of_range = || Error::new(ErrorCode::TimestampRange, 0);
    if year > 9999 || [month, day, hour, minute, second].iter().any(|&field| field > 99) {
        return Err(out_of_range());
    }
    put_two(out, (year / 100) as u8);
    put_two(out, (year % 100) as u8);
    if precision == Precision::Year {
        out.put_byte(b'T');
        return Ok(());
    }
    put_marked(out, b'-', month);
    if precision == Precision::Month {
        out.put_byte(b'T');
        return Ok(());
    }
    put_marked(out, b'-', day);
    if precision == Precision::Day {
        return Ok(());
    }
    put_marked(out, b'T', hour);
    put_marked(out, b':', minute);
    if precision == Precision::Second {
        put_marked(out, b':', second);
        if !fraction.is_empty() {
            check_digits(fraction, u8::is_ascii_digit)?;
            out.put_byte(b'.');
            out.put(fraction);
        }
    }
    match offset {
        None => out.put(b"-00:00"),
        Some(0) => out.put_byte(b'Z'),
        Some(minutes) if minutes.unsigned_abs() >= 24 * 60 => return Err(out_of_range()),
        Some(minutes) => {
            let away = minutes.unsigned_abs();
            put_marked(out, if minutes < 0 { b'-' } else { b'+' }, (away / 60) as u8);
            put_marked(out, b':', (away % 60) as u8);
        }
    }
    Ok(())
}

fn put_marked(out: &mut Output, mark: u8, number: u8) {
    out.put_byte(mark);
    put_two(out, number);
}

fn put_two(out: &mut Output, number: u8) {
    out.put(&[b'0' + number / 10, b'0' + number % 10]);
}

/// The most zeros between a point and the first digit.
const ZEROS_MAX: i128 = 5;

/// The most digits of a number of 64 bits.
const DIGITS_MAX: usize = 20;
/// Room for a sign, a point, zeros and digits.
const DECIMAL_ROOM: usize = 64;

/// Floats below this have so few bits that a number of two digits may be nearer than one of one digit.
const TWO_DIGITS_BELOW: f64 = 1e-320;

static STABLE_FLOAT: FloatWrite = FloatWrite::new(&{
    let mut shape = FloatShape::ECMASCRIPT;
    shape.negative_zero = true;
    shape
});

static ION_JAVA_FLOAT: FloatWrite = FloatWrite::new(&{
    let mut shape = FloatShape::ECMASCRIPT;
    (shape.plain_first, shape.plain_last) = (-3, 6);
    shape.exponent_fraction = true;
    shape.negative_zero = true;
    shape
});
