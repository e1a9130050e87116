//! Integers of more than 64 bits, from base 2 or 16 to base 10 and from base 10 to bytes.
//!
//! Method: the schoolbook loop, a machine word of the source at a time. Each step multiplies all limbs by the base of
//! the word, so the time is quadratic; [`LONG_BITS_MAX`] bounds it.

use crate::digits::{eight_digits, write_digits};
use crate::room::NUMBER_ROOM;
use alloc::vec::Vec;
use stringmill_outcome::{Error, ErrorCode};

/// The most bits of an integer that is converted. Converting one of this length takes some milliseconds.
pub const LONG_BITS_MAX: usize = 1 << 17;

/// The number of decimal digits of 2 to the power of [`LONG_BITS_MAX`].
pub const LONG_DIGITS_MAX: usize = 39_457;

/// Calls `put` with the digits of base 10 of an integer, piece by piece, without leading zeros. `digits` are ASCII
/// digits of `bits` bits each, 1 or 4, and underscores, which are skipped; the caller has checked them.
///
/// # Errors
///
/// [`ErrorCode::LimitStringLen`] at the digit past [`LONG_BITS_MAX`], [`ErrorCode::MemoryRefused`]; both before the
/// first piece.
pub fn decimal_of_bits(digits: &[u8], bits: u32, mut put: impl FnMut(&[u8])) -> Result<(), Error> {
    let zeros = digits.iter().take_while(|&&digit| matches!(digit, b'0' | b'_')).count();
    let significant = || digits.iter().enumerate().skip(zeros).filter(|(_, digit)| **digit != b'_');
    if let Some((at, _)) = significant().nth(LONG_BITS_MAX / bits as usize) {
        return Err(Error::new(ErrorCode::LimitStringLen, at as u64));
    }
    let mut limbs = reserved((digits.len() - zeros) * bits as usize / 63 + 2)?;
    let (mut word, mut filled) = (0, 0);
    for (_, &digit) in significant() {
        // In ASCII letters have bit 6, and A ends with 1.
        word = word << bits | u64::from((digit & 15) + 9 * (digit >> 6));
        filled += bits;
        if filled == WORD_BITS {
            append_bits(&mut limbs, word, filled);
            (word, filled) = (0, 0);
        }
    }
    append_bits(&mut limbs, word, filled);
    put_limbs(&limbs, &mut put);
    Ok(())
}

/// Appends the bytes of an integer, most significant byte first, without leading zeros. `digits` are ASCII digits of
/// base 10; the caller has checked them.
///
/// # Errors
///
/// [`ErrorCode::LimitStringLen`] at the digit past [`LONG_DIGITS_MAX`], or at the last digit if the integer has more
/// than [`LONG_BITS_MAX`] bits; [`ErrorCode::MemoryRefused`]. Then nothing is appended.
pub fn bytes_of_decimal(digits: &[u8], bytes: &mut Vec<u8>) -> Result<(), Error> {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let significant = &digits[zeros..];
    let too_long = |at: usize| Error::new(ErrorCode::LimitStringLen, at as u64);
    if significant.len() > LONG_DIGITS_MAX {
        return Err(too_long(zeros + LONG_DIGITS_MAX));
    }
    // 19 digits fit in less than 64 bits.
    let mut words = reserved(significant.len() / 19 + 2)?;
    let (first, rest) = significant.split_at(significant.len() % 19);
    for piece in [first].into_iter().chain(rest.chunks(19)) {
        append_digits(&mut words, piece);
    }
    let skipped = words.last().map_or(0, |word| word.leading_zeros() as usize / 8);
    let len = 8 * words.len() - skipped;
    if len > LONG_BITS_MAX / 8 {
        return Err(too_long(digits.len() - 1));
    }
    bytes.try_reserve_exact(len).map_err(refused)?;
    bytes.extend(words.iter().rev().flat_map(|word| word.to_be_bytes()).skip(skipped));
    Ok(())
}

fn reserved(len: usize) -> Result<Vec<u64>, Error> {
    let mut limbs = Vec::new();
    limbs.try_reserve_exact(len).map_err(refused)?;
    Ok(limbs)
}

fn refused(_: alloc::collections::TryReserveError) -> Error {
    Error::new(ErrorCode::MemoryRefused, 0)
}

/// Shifts limbs of base 10^19, least significant first, by `bits`, at most [`WORD_BITS`], and adds `word`.
fn append_bits(limbs: &mut Vec<u64>, word: u64, bits: u32) {
    let mut carry = word;
    for limb in &mut *limbs {
        let shifted = (u128::from(*limb) << bits) + u128::from(carry);
        (carry, *limb) = divide(shifted);
    }
    if carry > 0 {
        limbs.push(carry);
    }
}

/// Multiplies words, least significant first, by 10 for each digit of `piece`, at most 19, and adds its value.
fn append_digits(words: &mut Vec<u64>, piece: &[u8]) {
    let factor = 10u128.pow(piece.len() as u32);
    let mut carry = piece.iter().fold(0, |value, &digit| 10 * value + u128::from(digit - b'0'));
    for word in &mut *words {
        carry += u128::from(*word) * factor;
        *word = carry as u64;
        carry >>= 64;
    }
    if carry > 0 {
        words.push(carry as u64);
    }
}

fn put_limbs(limbs: &[u64], put: &mut impl FnMut(&[u8])) {
    let mut room = [0; NUMBER_ROOM];
    let (&last, lower) = limbs.split_last().unwrap_or((&0, &[]));
    let len = write_digits(last, &mut room, 0);
    put(&room[..len]);
    for &limb in lower.iter().rev() {
        let (high, low) = (limb / 100_000_000, limb % 100_000_000);
        let digits = [high / 100_000_000, high % 100_000_000, low]
            .map(|part| (eight_digits(part) | u64::from_be_bytes([b'0'; 8])).to_be_bytes());
        // A limb has 19 digits.
        put(&digits.as_flattened()[5..]);
    }
}

/// Quotient and remainder by [`LIMB`], for quotients below 2^64. Method: Möller and Granlund, "Improved division by
/// invariant integers", algorithm 4; a division of 128 bits is a call of a function.
#[inline(always)]
fn divide(number: u128) -> (u64, u64) {
    let estimate = u128::from(RECIPROCAL) * (number >> 64) + number;
    let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
    let mut rest = (number as u64).wrapping_sub(quotient.wrapping_mul(LIMB));
    if rest > estimate as u64 {
        quotient = quotient.wrapping_sub(1);
        rest = rest.wrapping_add(LIMB);
    }
    if rest >= LIMB {
        quotient += 1;
        rest -= LIMB;
    }
    (quotient, rest)
}

/// 10^19, the largest power of 10 in a word; its highest bit is set.
const LIMB: u64 = 10_000_000_000_000_000_000;
/// The lower word of (2^128 - 1) / [`LIMB`].
const RECIPROCAL: u64 = (u128::MAX / LIMB as u128) as u64;
/// Bits that one step adds: a multiple of the bits of a digit.
const WORD_BITS: u32 = 60;
