//! Characters that are refused in strings and names, raw or as escapes.
//! Text in that is JSON as far as it goes; the first refused character out. Standard: RFC 7493, section 2.1.

use super::rules::Restrictions;
use stringmill_outcome::{Error, ErrorCode};

/// Bytes that are checked together.
const BLOCK: usize = 64;

/// Finds the first refused character of `text`, which begins and ends between characters and escapes, or ends at an
/// error.
pub(super) fn check(restrictions: Restrictions, text: &[u8]) -> Result<(), Error> {
    match (restrictions.i_json, restrictions.refuses_nul()) {
        (false, false) => Ok(()),
        (false, true) => first(text, |byte| byte == b'\\', nul),
        (true, false) => first(text, |byte| byte == b'\\' || byte >= FIRST_LEAD, noncharacter),
        (true, true) => {
            first(text, |byte| byte == b'\\' || byte >= FIRST_LEAD, |code| nul(code).or_else(|| noncharacter(code)))
        }
    }
}

/// The least lead byte of a noncharacter.
const FIRST_LEAD: u8 = 0xEF;

fn nul(code: u32) -> Option<ErrorCode> {
    (code == 0).then_some(ErrorCode::JsonNul)
}

fn noncharacter(code: u32) -> Option<ErrorCode> {
    (matches!(code, 0xFDD0..=0xFDEF) || code & 0xFFFE == 0xFFFE).then_some(ErrorCode::JsonNoncharacter)
}

/// Judges the characters that begin with a byte that `may_refuse`, until `refused` gives a code for one.
#[inline(always)]
fn first(
    text: &[u8],
    may_refuse: impl Fn(u8) -> bool,
    refused: impl Fn(u32) -> Option<ErrorCode>,
) -> Result<(), Error> {
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let block = &rest[..rest.len().min(BLOCK)];
        // Without a branch for each byte, the compiler uses vector instructions.
        if !block.iter().fold(false, |any, &byte| any | may_refuse(byte)) {
            at += block.len();
            continue;
        }
        at += block.iter().position(|&byte| may_refuse(byte)).unwrap_or(0);
        let (code, len) = character(&text[at..]);
        if let Some(code) = code.and_then(&refused) {
            return Err(Error::new(code, at as u64));
        }
        at += len;
    }
    Ok(())
}

/// The code point at the beginning of `text`, and the length of its character or escape. `None` for an escape of
/// another form, and if an error cuts it.
fn character(text: &[u8]) -> (Option<u32>, usize) {
    match *text {
        [b'\\', b'u', ..] => match escaped(text) {
            Some((code, len)) => (Some(code), len),
            None => (None, 2),
        },
        [b'\\', ..] => (None, 2),
        [a, b, c, ..] if a < 0xF0 => (Some(bits(a) << 12 | bits(b) << 6 | bits(c)), 3),
        [a, b, c, d, ..] => (Some((bits(a) & 7) << 18 | bits(b) << 12 | bits(c) << 6 | bits(d)), 4),
        _ => (None, 1),
    }
}

/// The bits of a byte of a character: four of a lead byte of three, six of a continuation byte.
fn bits(byte: u8) -> u32 {
    u32::from(byte & if byte >= 0xE0 { 0x0F } else { 0x3F })
}

/// The code point of the escape `\uXXXX` or pair of them at the beginning of `text`, and its length. A surrogate that
/// is alone is a code point here. `None` if digits are missing.
pub(super) fn escaped(text: &[u8]) -> Option<(u32, usize)> {
    let high = unit(text)?;
    match text.get(6..).and_then(unit) {
        Some(low @ 0xDC00..=0xDFFF) if matches!(high, 0xD800..=0xDBFF) => {
            Some((0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00), 12))
        }
        _ => Some((high, 6)),
    }
}

/// The code unit of `\uXXXX`.
fn unit(text: &[u8]) -> Option<u32> {
    let digits = text.strip_prefix(b"\\u")?.first_chunk::<4>()?;
    digits.iter().try_fold(0, |unit, &digit| Some(unit << 4 | char::from(digit).to_digit(16)?))
}
