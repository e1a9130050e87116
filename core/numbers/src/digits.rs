//! Decimal digits of integers, eight at a time in one word.
//!
//! Method: a number below 10^8 is cut into halves of four digits, those into halves of two, those into single digits.
//! All parts of a step are lanes of one word and are divided by one multiplication. The digits are stored together, one
//! byte each, the first digit highest; leading zeros are shifted out first. So numbers of different lengths share one
//! path without branches that a processor could mispredict. How many digits there are is counted from the value, beside
//! the multiplications: the place of what follows does not wait for them.

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
    let len = digit_count(value);
    store((eight_digits(value) | ZEROS) << (8 * (8 - len)), room, at);
    at + len
}

/// How many digits a value below 10^8 has, at least 1.
///
/// Values with the same highest bit have at most two counts: a sum with the entry of that bit carries into the upper half
/// from the power of ten between them on (K. Willets, 2020).
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
    use alloc::string::ToString;

    /// On both sides of each power of two and of ten.
    #[test]
    fn counts_of_digits() {
        let powers = (0..27).map(|bit| 1_u64 << bit).chain((0..8).map(|count| 10_u64.pow(count)));
        for value in powers.flat_map(|power| [power - 1, power, power + 1]).chain([WORD - 1]) {
            assert_eq!(digit_count(value), value.to_string().len(), "{value}");
        }
    }

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
