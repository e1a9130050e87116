//! Decimal digits of integers, eight at a time in one word.
//!
//! Method: a number below 10^8 is cut into halves of four digits, those into halves of two, those into single digits.
//! All parts of a step are lanes of one word and are divided by one multiplication. The digits are stored together, one
//! byte each, the first digit highest; leading zeros are shifted out first. So numbers of different lengths share one
//! path without branches that a processor could mispredict.

use crate::room::NUMBER_ROOM;

/// Eight digits.
const WORD: u64 = 100_000_000;
/// The digit zero in each byte.
const ZEROS: u64 = u64::from_be_bytes([b'0'; 8]);

/// Writes the digits of `value` at `at`, which is 0 or 1, and returns their end. Up to seven bytes after them may be
/// overwritten.
#[inline(always)]
pub(crate) fn write_digits(value: u64, room: &mut [u8; NUMBER_ROOM], at: usize) -> usize {
    if value < WORD {
        return first(value, room, at);
    }
    let (high, low) = (value / WORD, value % WORD);
    let at = if high < WORD {
        first(high, room, at)
    } else {
        let at = first(high / WORD, room, at);
        store(eight_digits(high % WORD) | ZEROS, room, at);
        at + 8
    };
    store(eight_digits(low) | ZEROS, room, at);
    at + 8
}

/// Writes the digits of a value below 10^8, without leading zeros, and returns their end.
#[inline(always)]
fn first(value: u64, room: &mut [u8; NUMBER_ROOM], at: usize) -> usize {
    // Zeros are counted from the lowest byte on, which some processors do in less time than from the highest.
    let digits = eight_digits(value).swap_bytes();
    // The last digit counts even if it is zero.
    let zeros = (digits | 1 << 63).trailing_zeros() / 8;
    store(((digits | ZEROS) >> (8 * zeros)).swap_bytes(), room, at);
    at + 8 - zeros as usize
}

/// The eight digits of a value below 10^8 as numbers, the last one in the lowest byte.
#[inline(always)]
pub(crate) fn eight_digits(value: u64) -> u64 {
    // Each step adds q times (a lane - d) to q * d + r: that moves the quotient up by a lane, and leaves the rest.
    let fours = value + value / 10_000 * ((1 << 32) - 10_000);
    // 10,486 / 2^20 is a hundredth, for numbers below 10^4; 103 / 2^10 a tenth, for numbers below 100.
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let twos = fours + hundreds * ((1 << 16) - 100);
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    twos + tens * ((1 << 8) - 10)
}

#[inline(always)]
fn store(word: u64, room: &mut [u8; NUMBER_ROOM], at: usize) {
    room[at..at + 8].copy_from_slice(&word.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both halves of a word see every value that they can have.
    #[test]
    fn all_halves() {
        for half in 0..10_000 {
            for value in [half, half * 10_000, half * 10_000 + 9_999 - half, half * 10_001] {
                let digits = eight_digits(value).to_be_bytes();
                let spelt = digits.iter().fold(0, |number, &digit| 10 * number + u64::from(digit));
                assert!(spelt == value && digits.iter().all(|&digit| digit < 10), "{value}: {digits:?}");
            }
        }
    }
}
