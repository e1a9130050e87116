//! A base64 alphabet as the tables that turn symbols into numbers below 64 and back.

use super::byte_set::ByteSet;

/// The tables of an alphabet whose first 62 symbols are the letters and digits.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Base64Tables {
    /// For each ASCII code: the number of the symbol, 0xC0 for white space that is allowed anywhere, or 0x80 for any
    /// other byte.
    pub(super) numbers: [u8; 128],
    /// For each number: its symbol.
    pub(super) symbols: [u8; 64],
    /// For each high nibble of a symbol: the difference to its number, modulo 256.
    pub(super) to_number: [u8; 16],
    /// For each number less 51, or 13 for all numbers below 26: the difference to its symbol, modulo 256.
    pub(super) to_symbol: [u8; 16],
    /// The last symbol, which shares its high nibble with others, and the difference that it needs besides `to_number`.
    pub(super) last: u8,
    pub(super) last_shift: u8,
    /// The bytes that are no symbols.
    pub(super) others: ByteSet,
}

impl Base64Tables {
    /// The alphabet with these symbols for 62 and 63, and this white space.
    pub(crate) const fn new(last_two: [u8; 2], white_space: &[u8]) -> Self {
        let mut symbols = *b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789..";
        [symbols[62], symbols[63]] = last_two;
        let mut numbers = [0x80; 128];
        let mut to_number = [0; 16];
        let mut to_symbol = [0; 16];
        let mut number = 0;
        while number < 64 {
            let symbol = symbols[number];
            numbers[symbol as usize] = number as u8;
            if number < 63 {
                to_number[(symbol >> 4) as usize] = (number as u8).wrapping_sub(symbol);
            }
            let group = if number < 26 { 13 } else { number.saturating_sub(51) };
            to_symbol[group] = symbol.wrapping_sub(number as u8);
            number += 1;
        }
        let mut others = ByteSet::new(b"", true);
        let mut byte = 0;
        while byte < 0x80 {
            if numbers[byte] == 0x80 {
                others = others.with(byte as u8);
            }
            byte += 1;
        }
        let mut at = 0;
        while at < white_space.len() {
            numbers[white_space[at] as usize] = 0xC0;
            at += 1;
        }
        let last = symbols[63];
        let last_shift = 63_u8.wrapping_sub(last).wrapping_sub(to_number[(last >> 4) as usize]);
        Base64Tables { numbers, symbols, to_number, to_symbol, last, last_shift, others }
    }

    /// The number of a symbol, or at least 0x80 for any other byte.
    #[inline(always)]
    pub(crate) fn number(&self, byte: u8) -> u8 {
        self.numbers[(byte & 0x7F) as usize] | byte & 0x80
    }

    /// The symbol of a number, of which the low six bits count.
    #[inline(always)]
    pub(crate) fn symbol(&self, number: u32) -> u8 {
        self.symbols[(number & 63) as usize]
    }
}
