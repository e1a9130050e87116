//! Magnitudes of ints and coefficients as digits.

use super::cursor::Cursor;
use crate::grammar::window::{Scan, ScanStop};
use crate::spelling;
use crate::value::Int;
use stringmill_numbers::{LONG_BITS_MAX, NUMBER_ROOM, uint64_write};
use stringmill_outcome::ErrorCode;
use stringmill_output::Output;

/// Writes bytes as digits of base 16.
pub(crate) fn hex(out: &mut Output, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for piece in bytes.chunks(256) {
        let spare = out.spare(2 * piece.len());
        for (pair, &byte) in spare.chunks_exact_mut(2).zip(piece) {
            pair.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        }
        out.fill(2 * piece.len());
    }
}

/// Writes the digits of the coefficient that is the rest of a value; returns whether it has a minus sign.
pub(crate) fn coefficient(digits: &mut Output, rest: Cursor<'_>) -> Scan<bool> {
    let bytes = &rest.bytes[rest.at..rest.end as usize];
    let Some((&first, lower)) = bytes.split_first() else {
        digits.put_byte(b'0');
        return Ok(false);
    };
    let negative = first & 0x80 != 0;
    if lower.len() < 8 {
        let value = lower.iter().fold(u64::from(first & 0x7F), |value, &byte| value << 8 | u64::from(byte));
        let len = uint64_write(value, digits.spare(NUMBER_ROOM)).expect("there is room for a number");
        digits.fill(len);
        return Ok(negative);
    }
    if lower.len() >= COEFFICIENT_MAX + usize::from(first & 0x7F == 0) {
        return Err(ScanStop::Error(ErrorCode::LimitStringLen, rest.at + COEFFICIENT_MAX));
    }
    let mut sixteenths = Output::default();
    hex(&mut sixteenths, &[first & 0x7F]);
    hex(&mut sixteenths, lower);
    let value = Int { negative: false, radix: 16, digits: sixteenths.written() };
    if sixteenths.is_refused() || spelling::int(digits, &value).is_err() {
        digits.refuse();
    }
    Ok(negative)
}

/// The longest coefficient of a decimal, in bytes, without its sign: text has it in base 10.
const COEFFICIENT_MAX: usize = LONG_BITS_MAX / 8;
