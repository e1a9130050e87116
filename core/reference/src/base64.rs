//! Base64 by its definition: six bits a symbol, one after another, eight bits a byte.
//! Standard: RFC 4648, sections 3.2, 3.5, 4 and 5.

use stringmill_outcome::{Error, ErrorCode};
use stringmill_profile::{Base64Alphabet, Base64Padding, TrailingBits, WhiteSpace};

/// The text of `src` in base64.
pub fn base64_encode(alphabet: Base64Alphabet, padded: bool, src: &[u8]) -> Vec<u8> {
    let mut bits: Vec<bool> = src.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1)).collect();
    while !bits.len().is_multiple_of(6) {
        bits.push(false);
    }
    let number = |six: &[bool]| six.iter().fold(0, |number, &bit| 2 * number + bit as u8);
    let mut text: Vec<u8> = bits.chunks(6).map(|six| symbol(alphabet, number(six))).collect();
    while padded && !text.len().is_multiple_of(4) {
        text.push(b'=');
    }
    text
}

/// The bytes that `src` spells.
///
/// # Errors
///
/// The first error (codes 501 to 507). Bits that belong to no byte are checked at the begin of the padding, or at the
/// end if none is required.
pub fn base64_decode(
    alphabet: Base64Alphabet,
    padding: Base64Padding,
    trailing_bits: TrailingBits,
    white_space: WhiteSpace,
    src: &[u8],
) -> Result<Vec<u8>, Error> {
    let error = |code, place: usize| Err(Error::new(code, place as u64));
    let mut bits = Vec::new();
    let (mut symbols, mut last, mut padded) = (0, 0, 0);
    // Characters that the last group still needs to have four.
    let missing = |symbols: usize, padded: usize| (4 - (symbols + padded) % 4) % 4;
    for (place, &byte) in src.iter().enumerate() {
        if white_space.bytes().contains(&byte) {
            continue;
        }
        let number = (0..64).find(|&number| symbol(alphabet, number) == byte);
        let is_white = byte == b' ' || (0x09..=0x0D).contains(&byte);
        match number {
            _ if padded > 0 && missing(symbols, padded) == 0 && !is_white => {
                return error(ErrorCode::Base64AfterPadding, place);
            }
            Some(_) if padded > 0 => return error(ErrorCode::Base64PaddingMissing, place),
            Some(number) => {
                bits.extend((0..6).rev().map(|bit| number >> bit & 1 == 1));
                symbols += 1;
                last = place;
            }
            None if byte == b'=' => {
                if padding == Base64Padding::Forbidden || (padded == 0 && symbols % 4 < 2) {
                    return error(ErrorCode::Base64PaddingUnexpected, place);
                }
                if trailing_bits == TrailingBits::Refuse && trails(&bits) {
                    return error(ErrorCode::Base64TrailingBits, last);
                }
                padded += 1;
            }
            None if is_white => return error(ErrorCode::Base64WhiteSpace, place),
            None => return error(ErrorCode::Base64Symbol, place),
        }
    }
    if symbols % 4 == 1 {
        return error(ErrorCode::Base64Incomplete, last);
    }
    if missing(symbols, padded) > 0 && (padded > 0 || padding == Base64Padding::Required) {
        return error(ErrorCode::Base64PaddingMissing, src.len());
    }
    if trailing_bits == TrailingBits::Refuse && trails(&bits) {
        return error(ErrorCode::Base64TrailingBits, last);
    }
    Ok(bits.chunks_exact(8).map(|eight| eight.iter().fold(0, |byte, &bit| 2 * byte + bit as u8)).collect())
}

/// Whether a bit is set that belongs to no byte.
fn trails(bits: &[bool]) -> bool {
    bits.chunks_exact(8).remainder().contains(&true)
}

/// The symbol of a number below 64.
fn symbol(alphabet: Base64Alphabet, number: u8) -> u8 {
    match (number, alphabet) {
        (0..26, _) => b'A' + number,
        (26..52, _) => b'a' + (number - 26),
        (52..62, _) => b'0' + (number - 52),
        (62, Base64Alphabet::Standard) => b'+',
        (_, Base64Alphabet::Standard) => b'/',
        (62, Base64Alphabet::Url) => b'-',
        (_, Base64Alphabet::Url) => b'_',
    }
}
