//! Decimal digits of integers, eight at a time in one word.
//!
//! Method: a number below 10^8 is cut into halves of four digits, those into halves of two, those into single digits.
//! All parts of a step are lanes of one word and are divided by one multiplication. The digits are stored together, one
//! byte each, the first digit highest; leading zeros are shifted out first. So numbers of different lengths share one
//! path without branches that a processor could mispredict. The number of digits is computed from the value while the
//! multiplications run, so later writes do not wait for the digits.

use crate::room::NUMBER_ROOM;

/// Eight digits.
const WORD: u64 = 100_000_000;
/// The digit zero in each byte of a word.
const ZEROS: u64 = u64::from_be_bytes([b'0'; 8]);

/// Writes the digits of `value` at `at`, which is 0 or 1, and returns the end. May overwrite up to seven bytes after
/// it.
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

/// Writes the digits of a value below 10^8, without leading zeros, and returns the end.
#[inline(always)]
fn first(value: u64, room: &mut [u8; NUMBER_ROOM], at: usize) -> usize {
    let len = digit_count(value);
    store((eight_digits(value) | ZEROS) << (8 * (8 - len)), room, at);
    at + len
}

/// The number of digits of a value below 10^8, at least 1.
///
/// Values with the same highest bit have at most two digit counts. A table has an entry for each highest bit: value
/// plus entry carries into the upper half from the power of ten between the two counts on (K. Willets, 2020).
#[inline(always)]
fn digit_count(value: u64) -> usize {
    ((value + CARRIES[(value | 1).ilog2() as usize % CARRIES.len()]) >> 32) as usize
}

static CARRIES: [u64; 32] = {
    let (mut carries, mut bit) = ([0; 32], 0);
    while bit < carries.len() {
        let count = 1_u64 + (1_u64 << bit).ilog10() as u64;
        let next = 10_u64.pow(count as u32);
        carries[bit] = if next >> bit > 1 { count << 32 } else { ((count + 1) << 32) - next };
        bit += 1;
    }
    carries
};

/// The eight digits of a value below 10^8, each as a number in one byte; the last digit is in the lowest byte.
#[inline(always)]
pub(crate) fn eight_digits(value: u64) -> u64 {
    // A lane with the value q * d + r gets q * (a lane - d) added: the quotient q moves up by one lane, and r stays.
    let fours = value + value / 10_000 * ((1 << 32) - 10_000);
    // 10,486 / 2^20 divides numbers below 10^4 by 100; 103 / 2^10 divides numbers below 100 by 10.
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
    use alloc::string::ToString;

    /// Tests values next to each power of two and of ten.
    #[test]
    fn counts_of_digits() {
        let powers = (0..27).map(|bit| 1_u64 << bit).chain((0..8).map(|count| 10_u64.pow(count)));
        for value in powers.flat_map(|power| [power - 1, power, power + 1]).chain([WORD - 1]) {
            assert_eq!(digit_count(value), value.to_string().len(), "{value}");
        }
    }

    /// Tests every value of the upper and of the lower half of a word.
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
